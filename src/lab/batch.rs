//! Running many small jobs: in parallel, in order, in shards, again after an
//! interruption.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread::Builder;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::lang::tr;

/// Stack of a worker: searches keep move lists in their frames.
const STACK_BYTES: usize = 64 << 20;
pub use crate::protocol::interrupt::{catch_interrupts, interrupt_flag, is_interrupted};

/// Results that may wait for an earlier one, for each thread.
const WINDOW_PER_THREAD: u64 = 16;

/// A part of a batch: the `index`-th of `count`, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which part.
    pub index: u64,
    /// How many parts there are.
    pub count: u64,
}

impl Default for Shard {
    fn default() -> Self {
        Self { index: 1, count: 1 }
    }
}

impl Shard {
    /// Reads `I/N`.
    ///
    /// # Errors
    /// Says what was expected.
    pub fn parse(text: &str) -> Result<Self> {
        let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match parts {
            Some((index, count)) if 1 <= index && index <= count => Ok(Self { index, count }),
            _ => {
                bail!(tr!("--shard {text}: expected I/N with I from 1 to N", text = crate::game::quote(text)))
            }
        }
    }

    /// How many of so many jobs belong to this part.
    pub const fn share(&self, total: u64) -> u64 {
        (total + self.count - self.index) / self.count
    }

    /// Whether the `number`-th job, from 1, belongs to this part.
    pub const fn contains(&self, number: u64) -> bool {
        (number - 1) % self.count + 1 == self.index
    }
}

/// Runs jobs on several threads and hands the results on in the order of the
/// jobs. Each thread has a context of its own. Ends early, with what is done
/// handed on, when the sink fails or the user interrupts.
///
/// # Errors
/// What the sink says, or that threads cannot be started.
pub fn run<T, C, R>(
    jobs: impl Iterator<Item = T> + Send,
    threads: usize,
    context: impl Fn() -> C + Sync,
    work: impl Fn(&mut C, T) -> R + Sync,
    mut sink: impl FnMut(R) -> Result<()>,
) -> Result<()>
where
    T: Send,
    R: Send,
{
    let threads = threads.max(1);
    let jobs = Mutex::new((0_u64, jobs));
    let gate = Gate::default();
    let window = WINDOW_PER_THREAD * threads as u64;
    let (results, inbox) = channel();
    let mut outcome = Ok(());
    std::thread::scope(|scope| -> Result<()> {
        let (jobs, gate, context, work) = (&jobs, &gate, &context, &work);
        for _ in 0..threads {
            let results = results.clone();
            let worker = move || {
                let mut context = context();
                loop {
                    let next = {
                        let mut jobs = lock(jobs);
                        if gate.is_closed() {
                            return;
                        }
                        let job = jobs.1.next();
                        jobs.0 += 1;
                        job.map(|job| (jobs.0 - 1, job))
                    };
                    let Some((number, job)) = next else {
                        return;
                    };
                    gate.wait(number, window);
                    if gate.is_closed() || results.send((number, work(&mut context, job))).is_err() {
                        return;
                    }
                }
            };
            let started = Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, worker);
            if let Err(error) = started {
                gate.close();
                return Err(error.into());
            }
        }
        drop(results);
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        loop {
            match inbox.recv_timeout(Duration::from_millis(100)) {
                Ok((number, result)) => {
                    waiting.insert(number, result);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            while outcome.is_ok()
                && let Some(result) = waiting.remove(&next)
            {
                outcome = sink(result);
                next += 1;
                gate.advance(next);
            }
            if outcome.is_err() || is_interrupted() {
                gate.close();
            }
        }
        outcome
    })
}

/// Keeps threads from running too far ahead of the results handed on.
#[derive(Debug, Default)]
struct Gate {
    handed_on: Mutex<u64>,
    moved: Condvar,
    closed: AtomicBool,
}

impl Gate {
    fn wait(&self, number: u64, window: u64) {
        let mut handed_on = lock(&self.handed_on);
        while number >= *handed_on + window && !self.is_closed() {
            handed_on = self.moved.wait(handed_on).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn advance(&self, handed_on: u64) {
        *lock(&self.handed_on) = handed_on;
        self.moved.notify_all();
    }

    fn close(&self) {
        self.closed.store(true, Relaxed);
        let _held = lock(&self.handed_on);
        self.moved.notify_all();
    }

    fn is_closed(&self) -> bool {
        self.closed.load(Relaxed)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes a file that appears whole or not at all: under another name first.
/// What is no plain file, such as a device, is written to as it is.
///
/// # Errors
/// If it cannot be written.
pub fn write_whole(path: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    let say = || format!("cannot write {}", path.display());
    if path.metadata().is_ok_and(|found| !found.is_file()) {
        return std::fs::write(path, content).with_context(say);
    }
    let mut name = path.file_name().with_context(say)?.to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(name);
    let written = std::fs::write(&part, content).and_then(|()| std::fs::rename(&part, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    written.with_context(say)
}

/// A file that grows by whole lines and nothing else.
#[derive(Debug)]
pub struct LineFile {
    path: PathBuf,
    file: File,
    /// Bytes of whole lines.
    length: u64,
}

impl LineFile {
    /// A new file in the place of an old one.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn create(path: &Path) -> Result<Self> {
        let file = File::create(path).with_context(|| tr!("cannot write {file}", file = path.display()))?;
        Ok(Self { path: path.to_owned(), file, length: 0 })
    }

    /// An existing file to go on with, or a new one, and the whole lines that
    /// it holds; half a line at its end is dropped.
    ///
    /// # Errors
    /// If it cannot be read or written.
    pub fn resume(path: &Path) -> Result<(Self, Vec<String>)> {
        let mut lines = Vec::new();
        let file = Self::resume_with(path, |line| {
            lines.push(line.to_owned());
            Ok(())
        })?;
        Ok((file, lines))
    }

    /// The same, but each whole line is shown to `look` instead of being kept.
    ///
    /// # Errors
    /// If it cannot be read or written, and what `look` says.
    pub fn resume_with(path: &Path, mut look: impl FnMut(&str) -> Result<()>) -> Result<Self> {
        let say = || format!("cannot go on with {}", path.display());
        let file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .with_context(say)?;
        let mut length = 0;
        let mut reader = BufReader::new(&file);
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let read = reader.read_until(b'\n', &mut bytes).with_context(say)?;
            if read == 0 || !bytes.ends_with(b"\n") {
                break;
            }
            length += read as u64;
            look(String::from_utf8_lossy(&bytes).trim_end()).with_context(say)?;
        }
        let mut out = Self { path: path.to_owned(), file, length };
        out.cut().with_context(say)?;
        Ok(out)
    }

    /// Cuts off what is not a whole line.
    fn cut(&mut self) -> std::io::Result<()> {
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::Start(self.length)).map(|_| ())
    }

    /// Appends lines, all of them or none.
    ///
    /// # Errors
    /// If they cannot be written; then the file ends where it did before.
    pub fn append(&mut self, text: &str) -> Result<()> {
        self.append_bytes(text.as_bytes())
    }

    /// The same in any encoding.
    ///
    /// # Errors
    /// See [`Self::append`].
    pub fn append_bytes(&mut self, lines: &[u8]) -> Result<()> {
        debug_assert!(lines.ends_with(b"\n"), "whole lines");
        let written = self.file.write_all(lines).and_then(|()| self.file.flush());
        match written {
            Ok(()) => {
                self.length += lines.len() as u64;
                Ok(())
            }
            Err(error) => {
                let _ = self.cut();
                Err(error).with_context(|| tr!("cannot write {file}", file = self.path.display()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_jobs() {
        let mut out = Vec::new();
        let slow_first = |(): &mut (), n: u64| {
            std::thread::sleep(Duration::from_micros((200 - n) * 10));
            n
        };
        run(
            0..200,
            4,
            || (),
            slow_first,
            |n| {
                out.push(n);
                Ok(())
            },
        )
        .expect("a run");
        assert_eq!(out, (0..200).collect::<Vec<_>>());
    }

    #[test]
    fn a_failing_sink_ends_the_run() {
        let mut seen = 0;
        let result = run(
            0..,
            2,
            || (),
            |(), n: u64| n,
            |_| {
                seen += 1;
                if seen == 10 {
                    bail!("full");
                }
                Ok(())
            },
        );
        assert!(result.is_err());
        assert_eq!(seen, 10);
    }

    #[test]
    fn shards_part_the_jobs() {
        let shards: Vec<Shard> = (1..=4).map(|i| Shard::parse(&format!("{i}/4")).expect("a shard")).collect();
        for number in 1..100 {
            assert_eq!(shards.iter().filter(|s| s.contains(number)).count(), 1);
            assert_eq!(shards.iter().map(|s| s.share(number)).sum::<u64>(), number);
        }
        assert!(shards[0].contains(1) && shards[0].contains(5) && shards[3].contains(4));
        for bad in ["", "1", "0/4", "5/4", "a/b", "1/0"] {
            assert!(Shard::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn half_a_line_is_dropped() {
        let dir = std::env::temp_dir().join(format!("somatic-batch-{}", std::process::id()));
        std::fs::create_dir_all(&dir).expect("a directory");
        let path = dir.join("out.jsonl");
        std::fs::write(&path, "one\ntwo\nthr").expect("a file");
        let (mut file, lines) = LineFile::resume(&path).expect("resumed");
        assert_eq!(lines, ["one", "two"]);
        file.append("three\n").expect("appended");
        assert_eq!(std::fs::read_to_string(&path).expect("text"), "one\ntwo\nthree\n");
        std::fs::remove_dir_all(&dir).expect("removed");
    }
}
