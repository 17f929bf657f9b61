//! A child process that is spoken to in lines and cannot make us wait: one thread writes to it, two others
//! read what it answers and its errors, and what waits is bounded. It has a process group of its own, and all
//! of that group ends with it, as do the threads, whoever holds the other ends of their pipes.

use std::io::{BufReader, Error, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::RecvTimeoutError::{Disconnected, Timeout};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use super::super::run::read_line;
use super::group::{self, Group};
use super::{Fault, Launch};
use crate::game::shorten;
use crate::lang::{self, tr};
use crate::protocol::interrupt::is_interrupted;
use crate::protocol::lock;

/// Output in bytes that a program may produce for one answer.
pub(crate) const MOST_OUTPUT: u64 = 16 << 20;

/// Bytes of a line that are looked at.
const LONGEST_LINE: usize = 16 << 10;
/// Lines that may wait on their way in; then the program has to wait.
const LINES_IN: usize = 256;
/// Lines that may wait on their way out; then the program does not read.
const LINES_OUT: usize = 64;
/// Time between two looks at the signal to stop.
const POLL: Duration = Duration::from_millis(50);
/// Time a program has to leave before it is made to.
const LEAVE_GRACE: Duration = Duration::from_millis(500);
/// Time between two looks at whether it has left.
const LEAVE_POLL: Duration = Duration::from_millis(2);
/// How long a program may be silent that has ended: its last words may still be on their way.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// A running program.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    /// The program and what it has started.
    group: Group,
    /// When it was found to have ended.
    ended: Option<Instant>,
    /// Gone while it is being closed.
    input: Option<SyncSender<String>>,
    /// Its lines and when they came; gone while it is being closed.
    output: Option<Receiver<(Instant, String)>>,
    /// Reads its errors.
    errors: Option<JoinHandle<()>>,
    shared: Arc<Shared>,
}

/// What the process and the threads at its pipes share.
#[derive(Debug, Default)]
struct Shared {
    /// Bytes of output since we began to listen.
    said: AtomicU64,
    /// The last line of its errors.
    complaint: Mutex<String>,
    /// Ends the threads.
    closed: AtomicBool,
}

impl Process {
    /// Starts a program with pipes to its input and output. Of what it writes to
    /// its error output the last line is kept. Ctrl-C in our terminal does not reach it.
    pub fn start(launch: &Launch) -> Result<Self, Error> {
        let mut command = Command::new(&launch.program);
        command.args(&launch.arguments);
        if let Some(folder) = &launch.folder {
            command.current_dir(folder);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        group::detach(&mut command);
        let child = command.spawn()?;
        let group = Group::of(&child);
        // From here on the child is ended when this is dropped.
        let mut process = Self {
            child,
            group,
            ended: None,
            input: None,
            output: None,
            errors: None,
            shared: Arc::default(),
        };
        let child = &mut process.child;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else { return Err(Error::other("no pipes")) };
        let (input, lines) = sync_channel(LINES_OUT);
        let stdin = Pipe { inner: stdin, shared: Arc::clone(&process.shared) };
        Builder::new().name("client writer".to_owned()).spawn(move || write_lines(stdin, &lines))?;
        let (lines, output) = sync_channel(LINES_IN);
        let stdout = Pipe { inner: stdout, shared: Arc::clone(&process.shared) };
        Builder::new().name("client reader".to_owned()).spawn(move || read_lines(stdout, &lines))?;
        let stderr = Pipe { inner: stderr, shared: Arc::clone(&process.shared) };
        let errors = Builder::new().name("client errors".to_owned()).spawn(move || read_errors(stderr))?;
        (process.input, process.output, process.errors) = (Some(input), Some(output), Some(errors));
        Ok(process)
    }

    /// Forgets what was said before and begins to count anew.
    pub fn listen(&mut self) {
        if self.shared.said.load(Relaxed) <= MOST_OUTPUT {
            self.shared.said.store(0, Relaxed);
        }
        if let Some(output) = &self.output {
            // No more than could have been waiting: it may be talking on.
            output.try_iter().take(LINES_IN).for_each(drop);
        }
    }

    /// Says a line. Never waits.
    pub fn say(&mut self, line: &str) -> Result<(), Fault> {
        let Some(input) = &self.input else { return Err(self.crash()) };
        match input.try_send(format!("{line}\n")) {
            Ok(()) => Ok(()),
            Err(TrySendError::Full(_)) => Err(Fault::Hang(tr!("it does not read its input").to_owned())),
            Err(TrySendError::Disconnected(_)) => Err(self.crash()),
        }
    }

    /// The next line without white space around it, and when it came. Where none comes in time, `missing`
    /// says what was waited for.
    pub fn hear(
        &mut self,
        deadline: Instant,
        stop: &AtomicBool,
        missing: &str,
    ) -> Result<(Instant, String), Fault> {
        loop {
            if stop.load(Relaxed) || is_interrupted() {
                return Err(Fault::Interrupted);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            let next = match &self.output {
                // What has come is not lost when the deadline is over.
                Some(output) => output.recv_timeout(left.min(POLL)),
                None => Err(Disconnected),
            };
            match next {
                Ok(said) => return Ok(said),
                Err(Disconnected) if self.shared.said.load(Relaxed) > MOST_OUTPUT => {
                    return Err(Fault::Flood);
                }
                Err(Disconnected) => return Err(self.crash()),
                // Something that it has started may hold its pipe open.
                Err(Timeout) if self.has_ended(left) => return Err(self.crash()),
                Err(Timeout) if left.is_zero() => return Err(Fault::Hang(missing.to_owned())),
                Err(Timeout) => {}
            }
        }
    }

    /// Whether it has ended, and what it said at last has come, as far as there is time to wait for it.
    fn has_ended(&mut self, left: Duration) -> bool {
        if self.ended.is_none() && matches!(self.child.try_wait(), Ok(Some(_))) {
            self.ended = Some(Instant::now());
        }
        self.ended.is_some_and(|when| left.is_zero() || when.elapsed() >= LAST_WORDS)
    }

    /// How it ended, and what it complained of at last.
    fn crash(&mut self) -> Fault {
        let how = match self.wait(LEAVE_GRACE) {
            Some(status) => tr!("it ended with {status}", status = lang::foreign(status)),
            None => tr!("it closed its input or output").to_owned(),
        };
        let deadline = Instant::now() + LAST_WORDS;
        while self.errors.as_ref().is_some_and(|thread| !thread.is_finished()) && Instant::now() < deadline {
            std::thread::sleep(LEAVE_POLL);
        }
        let complaint = shorten(&lock(&self.shared.complaint));
        Fault::Crash(if complaint.is_empty() { how } else { format!("{how}: {complaint}") })
    }

    /// Waits for the end, but not for ever.
    fn wait(&mut self, patience: Duration) -> Option<std::process::ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => std::thread::sleep(LEAVE_POLL),
                _ => return None,
            }
        }
    }
}

impl Drop for Process {
    /// Ends the program: closed pipes ask it to leave, then it is killed.
    fn drop(&mut self) {
        self.output = None;
        self.input = None;
        let has_left = self.wait(LEAVE_GRACE).is_some();
        // What it has started does not outlive it.
        self.group.kill(&mut self.child);
        if !has_left {
            let _ = self.child.wait();
        }
        self.shared.closed.store(true, Relaxed);
    }
}

fn write_lines(mut stdin: Pipe<ChildStdin>, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(stdout: Pipe<ChildStdout>, lines: &SyncSender<(Instant, String)>) {
    let mut stdout = BufReader::new(stdout);
    while let Some(line) = read_line(&mut stdout, LONGEST_LINE) {
        if lines.send((Instant::now(), line.trim().to_owned())).is_err() {
            return;
        }
    }
}

fn read_errors(stderr: Pipe<ChildStderr>) {
    let shared = Arc::clone(&stderr.shared);
    let mut stderr = BufReader::new(stderr);
    while let Some(line) = read_line(&mut stderr, LONGEST_LINE) {
        if !line.trim().is_empty() {
            line.trim().clone_into(&mut lock(&shared.complaint));
        }
    }
}

/// One end of a pipe that lets go when the process is dropped: others may hold the other end for ever.
struct Pipe<T> {
    inner: T,
    shared: Arc<Shared>,
}

impl<T> Pipe<T> {
    /// Waits until there is something to be done.
    fn wait(&self, is_ready: fn(&T, Duration) -> std::io::Result<bool>) -> std::io::Result<()> {
        while !is_ready(&self.inner, POLL)? {
            if self.shared.closed.load(Relaxed) {
                return Err(Error::other("closed"));
            }
        }
        Ok(())
    }
}

impl Read for Pipe<ChildStdout> {
    /// Counts what it reads, and fails after too much.
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.wait(group::can_read)?;
        let read = self.inner.read(buffer)?;
        if self.shared.said.fetch_add(read as u64, Relaxed) + read as u64 > MOST_OUTPUT {
            return Err(Error::other("too much"));
        }
        Ok(read)
    }
}

impl Read for Pipe<ChildStderr> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.wait(group::can_read)?;
        self.inner.read(buffer)
    }
}

impl Write for Pipe<ChildStdin> {
    /// Writes no more than a pipe that is ready takes at once.
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.wait(group::can_write)?;
        self.inner.write(bytes.get(..group::AT_ONCE).unwrap_or(bytes))
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.inner.flush()
    }
}
