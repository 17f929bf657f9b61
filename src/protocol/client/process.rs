//! A child process that is spoken to in lines and cannot make us wait: one
//! thread writes to it, another reads, and both queues are bounded.

use std::io::{BufReader, Error, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, TrySendError, sync_channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

use super::super::run::read_line;
use super::{Fault, Launch};

/// Output in bytes that a program may produce for one answer.
pub const MOST_OUTPUT: u64 = 16 << 20;

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

/// A running program.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// Gone while it is being closed.
    input: Option<SyncSender<String>>,
    /// Its lines and when they came; gone while it is being closed.
    output: Option<Receiver<(Instant, String)>>,
    /// Bytes of output since we began to listen.
    said: Arc<AtomicU64>,
}

impl Process {
    /// Starts a program with pipes to its input and output. What it writes to
    /// its error output is dropped. Ctrl-C in our terminal does not reach it.
    ///
    /// # Errors
    /// If that is not possible.
    pub fn start(launch: &Launch) -> Result<Self, Error> {
        let mut command = Command::new(&launch.program);
        command.args(&launch.arguments);
        if let Some(folder) = &launch.folder {
            command.current_dir(folder);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        detach(&mut command);
        let child = command.spawn()?;
        // From here on the child is ended when this is dropped.
        let mut process = Self { child, input: None, output: None, said: Arc::default() };
        let (Some(stdin), Some(stdout)) = (process.child.stdin.take(), process.child.stdout.take()) else {
            return Err(Error::other("no pipes"));
        };
        let (input, lines) = sync_channel(LINES_OUT);
        Builder::new().name("client writer".to_owned()).spawn(move || write_lines(stdin, &lines))?;
        let (lines, output) = sync_channel(LINES_IN);
        let counted = Counted { inner: stdout, bytes: Arc::clone(&process.said) };
        Builder::new().name("client reader".to_owned()).spawn(move || read_lines(counted, &lines))?;
        (process.input, process.output) = (Some(input), Some(output));
        Ok(process)
    }

    /// Forgets what was said before and begins to count anew.
    pub fn listen(&mut self) {
        if self.said.load(Relaxed) <= MOST_OUTPUT {
            self.said.store(0, Relaxed);
        }
        if let Some(output) = &self.output {
            // No more than could have been waiting: it may be talking on.
            for _ in 0..LINES_IN {
                if output.try_recv().is_err() {
                    break;
                }
            }
        }
    }

    /// Says a line. Never waits.
    ///
    /// # Errors
    /// If the program does not read, or has gone.
    pub fn say(&mut self, line: &str) -> Result<(), Fault> {
        let Some(input) = &self.input else {
            return Err(self.crash());
        };
        match input.try_send(format!("{line}\n")) {
            Ok(()) => Ok(()),
            Err(TrySendError::Full(_)) => Err(Fault::Hang("it does not read its input".to_owned())),
            Err(TrySendError::Disconnected(_)) => Err(self.crash()),
        }
    }

    /// The next line without white space around it, and when it came.
    ///
    /// # Errors
    /// If there is none before the deadline (`missing` says what is missing),
    /// the program has gone or floods us, or `stop` is set.
    pub fn hear(
        &mut self,
        deadline: Instant,
        stop: &AtomicBool,
        missing: &str,
    ) -> Result<(Instant, String), Fault> {
        loop {
            if stop.load(Relaxed) {
                return Err(Fault::Interrupted);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            let next = match &self.output {
                // What has come is not lost when the deadline is over.
                Some(output) if left.is_zero() => output.try_recv().map_err(|error| match error {
                    TryRecvError::Empty => RecvTimeoutError::Timeout,
                    TryRecvError::Disconnected => RecvTimeoutError::Disconnected,
                }),
                Some(output) => output.recv_timeout(left.min(POLL)),
                None => Err(RecvTimeoutError::Disconnected),
            };
            match next {
                Ok(said) => return Ok(said),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(Fault::Hang(missing.to_owned()));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) if self.said.load(Relaxed) > MOST_OUTPUT => {
                    return Err(Fault::Flood);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.crash()),
            }
        }
    }

    /// How it ended.
    fn crash(&mut self) -> Fault {
        Fault::Crash(match self.wait(LEAVE_GRACE) {
            Some(status) => format!("it ended with {status}"),
            None => "it closed its input or output".to_owned(),
        })
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
        if self.wait(LEAVE_GRACE).is_none() {
            kill(&mut self.child);
            let _ = self.child.wait();
        }
    }
}

/// Keeps the terminal's Ctrl-C from the program: it is ours to end it.
#[cfg(unix)]
fn detach(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

/// Ends a program, and what it has started: it may be a script.
#[cfg(unix)]
fn kill(child: &mut Child) {
    use nix::sys::signal::{Signal, killpg};
    let group = nix::unistd::Pid::from_raw(child.id() as i32);
    if killpg(group, Signal::SIGKILL).is_err() {
        let _ = child.kill();
    }
}

/// Ends a program.
#[cfg(not(unix))]
fn kill(child: &mut Child) {
    let _ = child.kill();
}

/// Keeps the terminal's Ctrl-C from the program: it is ours to end it.
#[cfg(windows)]
fn detach(command: &mut Command) {
    const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
    std::os::windows::process::CommandExt::creation_flags(command, CREATE_NEW_PROCESS_GROUP);
}

/// Elsewhere nothing is known of terminals.
#[cfg(not(any(unix, windows)))]
fn detach(_: &mut Command) {}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(stdout: Counted<ChildStdout>, lines: &SyncSender<(Instant, String)>) {
    let mut stdout = BufReader::new(stdout);
    while let Some(line) = read_line(&mut stdout, LONGEST_LINE) {
        if lines.send((Instant::now(), line.trim().to_owned())).is_err() {
            return;
        }
    }
}

/// A reader that counts bytes, and fails after too many.
struct Counted<R> {
    inner: R,
    bytes: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.inner.read(buffer)?;
        if self.bytes.fetch_add(read as u64, Relaxed) + read as u64 > MOST_OUTPUT {
            return Err(Error::other("too much"));
        }
        Ok(read)
    }
}
