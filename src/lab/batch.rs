//! Running many small jobs: in parallel, in order, in shards, again after an interruption.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread::Builder;
use std::time::Duration;

use anyhow::{Context, Result, bail};

pub use crate::files::write_whole;
use crate::game::quote;
use crate::lang::tr;
pub use crate::protocol::interrupt::is_interrupted;
pub(crate) use crate::protocol::interrupt::{catch_interrupts, interrupt_flag};
pub(crate) use crate::protocol::lock;
use crate::search::STACK_BYTES;

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
    pub(crate) fn parse(text: &str) -> Result<Self> {
        let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match parts {
            Some((index, count)) if 1 <= index && index <= count => Ok(Self { index, count }),
            _ => bail!(tr!("--shard {text}: expected I/N with I from 1 to N", text = quote(text))),
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

/// Runs jobs on several threads and hands the results on in the order of the jobs, none after a gap. Each
/// thread has a context of its own; `work` gives nothing where the user asked to stop. Ends early, with what is
/// done handed on, when the sink fails or the user interrupts. Tells whether all was done.
///
/// # Errors
/// What the sink says, or that threads cannot be started.
pub fn run<T: Send, C, R: Send>(
    jobs: impl Iterator<Item = T> + Send,
    threads: usize,
    context: impl Fn() -> C + Sync,
    work: impl Fn(&mut C, T) -> Option<R> + Sync,
    mut sink: impl FnMut(R) -> Result<()>,
) -> Result<bool> {
    pool(jobs, threads, Order::OfJobs, context, work, || {}, |result| sink(result).map(ControlFlow::Continue))
}

/// In what order results are handed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// In that of the jobs.
    OfJobs,
    /// In that in which they are there.
    AsTheyCome,
}

/// Time between two looks at whether the user wants to stop.
const POLL: Duration = Duration::from_millis(100);

/// The same in any order, until the sink has enough. `halt` is called, and again until all threads have ended, as
/// soon as no more results are wanted: it is to end what is under way.
pub(crate) fn pool<T: Send, C, R: Send>(
    jobs: impl Iterator<Item = T> + Send,
    threads: usize,
    order: Order,
    context: impl Fn() -> C + Sync,
    work: impl Fn(&mut C, T) -> Option<R> + Sync,
    halt: impl Fn(),
    mut sink: impl FnMut(R) -> Result<ControlFlow<()>>,
) -> Result<bool> {
    let jobs = Mutex::new((0..).zip(jobs));
    // Few wait at a time; a map of each command's results would be much code.
    let results = Mutex::new(Vec::<(u64, R)>::new());
    let worker = |gate: &Gate, done: &Sender<Done>| {
        let mut context = context();
        loop {
            let next = {
                let mut jobs = lock(&jobs);
                if gate.is_closed() { None } else { jobs.next() }
            };
            let Some((number, job)) = next else { return };
            gate.wait(number);
            let result = if gate.is_closed() { None } else { work(&mut context, job) };
            let is_done = result.is_some();
            lock(&results).extend(result.map(|result| (number, result)));
            if done.send((number, is_done)).is_err() {
                return;
            }
        }
    };
    let mut hand_on = |number| {
        let mut results = lock(&results);
        let place = results.iter().position(|&(of, _)| of == number);
        let result = place.map(|place| results.swap_remove(place).1);
        drop(results);
        result.map_or(Ok(ControlFlow::Continue(())), &mut sink)
    };
    let (flow, is_whole) = manage(threads.max(1), order, &worker, &halt, &mut hand_on)?;
    // A job that nobody took any more is not done.
    let is_empty = jobs.into_inner().unwrap_or_else(PoisonError::into_inner).next().is_none();
    Ok(flow.is_break() || is_whole && is_empty)
}

/// The number of a job that a thread is through with, and whether it has a result.
type Done = (u64, bool);

/// The part of [`pool`] that is the same for all kinds of jobs, and compiled once: starts the threads, hears which
/// jobs they are through with, and has the results handed on. Tells whether the sink wants more, and whether
/// there was no gap.
fn manage(
    threads: usize,
    order: Order,
    worker: &(dyn Fn(&Gate, &Sender<Done>) + Sync),
    halt: &dyn Fn(),
    hand_on: &mut dyn FnMut(u64) -> Result<ControlFlow<()>>,
) -> Result<(ControlFlow<()>, bool)> {
    let gate = &Gate::new(match order {
        Order::OfJobs => WINDOW_PER_THREAD * threads as u64,
        Order::AsTheyCome => u64::MAX,
    });
    let (done, inbox) = channel();
    let mut outcome = Ok(ControlFlow::Continue(()));
    let mut is_whole = true;
    std::thread::scope(|scope| {
        for number in 1..=threads {
            let done = done.clone();
            let thread = Builder::new().name(format!("worker {number}")).stack_size(STACK_BYTES);
            if let Err(error) = thread.spawn_scoped(scope, move || worker(gate, &done)) {
                gate.close();
                outcome = Err(error).context(tr!("cannot start a thread"));
                break;
            }
        }
        drop(done);
        let (mut waiting, mut next) = (BTreeMap::new(), 0);
        loop {
            match inbox.recv_timeout(POLL) {
                Ok((number, is_done)) => _ = waiting.insert(number, is_done),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            // What comes after a gap is left to the next run, or comes after it was needed.
            while matches!(outcome, Ok(ControlFlow::Continue(())))
                && (is_whole || order == Order::AsTheyCome)
                && let Some((number, is_done)) = match order {
                    Order::OfJobs => waiting.remove_entry(&next),
                    Order::AsTheyCome => waiting.pop_first(),
                }
            {
                next += 1;
                if is_done {
                    outcome = hand_on(number);
                } else {
                    is_whole = false;
                }
                gate.advance(next);
            }
            if !matches!(outcome, Ok(ControlFlow::Continue(()))) || is_interrupted() {
                gate.close();
            }
            if gate.is_closed() {
                halt();
            }
        }
    });
    outcome.map(|flow| (flow, is_whole))
}

/// Keeps threads from running too far ahead of the results handed on.
#[derive(Debug)]
struct Gate {
    /// Jobs that may be ahead of them.
    window: u64,
    /// How many there are; the most where nothing is waited for any more.
    handed_on: Mutex<u64>,
    moved: Condvar,
}

impl Gate {
    fn new(window: u64) -> Self {
        Self { window, handed_on: Mutex::new(0), moved: Condvar::new() }
    }

    fn wait(&self, number: u64) {
        let is_ahead = |handed_on: &mut u64| number >= handed_on.saturating_add(self.window);
        drop(self.moved.wait_while(lock(&self.handed_on), is_ahead));
    }

    fn advance(&self, handed_on: u64) {
        let mut own = lock(&self.handed_on);
        *own = handed_on.max(*own);
        self.moved.notify_all();
    }

    fn close(&self) {
        self.advance(u64::MAX);
    }

    fn is_closed(&self) -> bool {
        *lock(&self.handed_on) == u64::MAX
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Nothing is handed on after a gap in order, and all the rest without.
    #[test]
    fn a_gap_ends_what_is_in_order() {
        let work = |(): &mut (), n: u64| (n != 10).then_some(n);
        let mut out = Vec::new();
        let sink = |n| {
            out.push(n);
            Ok(())
        };
        assert!(!run(0..40, 3, || (), work, sink).expect("a run"));
        assert_eq!(out, (0..10).collect::<Vec<_>>());
        let (mut count, halted) = (0, Cell::new(false));
        let sink = |_| {
            count += 1;
            Ok(ControlFlow::Continue(()))
        };
        let is_whole = pool(0..40, 3, Order::AsTheyCome, || (), work, || halted.set(true), sink);
        assert_eq!((is_whole.expect("a run"), count, halted.get()), (false, 39, false));
        // Enough is enough.
        let sink = |_| Ok(ControlFlow::Break(()));
        let is_whole = pool(0.., 2, Order::AsTheyCome, || (), work, || halted.set(true), sink);
        assert!(is_whole.expect("a run") && halted.get());
    }
}
