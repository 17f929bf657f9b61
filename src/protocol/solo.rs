//! One thread, for experiments: every answer depends on the position asked about and on nothing asked before.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use super::interrupt::interrupt_flag;
use crate::game::{Position, Square, Value};
use crate::search::{
    BestMove, Bounded, Counters, HorizonHook, Iteration, Leaf, Limits, Reporter, SearchConfig, Shared,
    TimeOptions, Worker,
};

/// Remembers what a search says of its best line.
#[derive(Debug, Default)]
pub(crate) struct LastScore {
    /// The newest score.
    pub newest: Value,
    /// The newest that is no bound.
    pub exact: Option<Value>,
    /// Whether the newest is that.
    pub is_exact: bool,
}

impl Reporter for LastScore {
    fn on_iteration(&mut self, iteration: &Iteration<'_>) {
        if iteration.multi_pv == 1 {
            self.newest = iteration.score;
            self.is_exact = iteration.bound == Bounded::Exact;
            self.exact = if self.is_exact { Some(iteration.score) } else { self.exact };
        }
    }
}

/// A worker with a table of its own.
#[derive(Debug)]
pub struct Solo<P: Position> {
    worker: Box<Worker<P>>,
    shared: Arc<Shared>,
    /// Whether a search has left its history behind.
    has_searched: bool,
}

impl<P: Position> Solo<P> {
    /// With a table of this many MiB. The position is only a first one. A search ends when the user asks to stop:
    /// then what it found means nothing.
    pub fn new(position: &P, mebibytes: usize, config: &SearchConfig) -> Self {
        let shared = Arc::new(Shared::new(mebibytes));
        let mut worker = Box::new(Worker::new(position.clone(), Arc::clone(&shared), config));
        worker.interrupt = Some(interrupt_flag());
        Self { worker, shared, has_searched: false }
    }

    /// Searches a position from an empty table.
    pub fn search(&mut self, position: &P, limits: &Limits, reporter: &mut dyn Reporter) -> BestMove {
        self.shared.table.clear();
        self.worker.new_game();
        self.shared.nodes.store(0, Relaxed);
        self.worker.position.clone_from(position);
        self.has_searched = true;
        self.worker.search(limits, &TimeOptions::default(), reporter)
    }

    /// Asks the strategy about a position as at the horizon, where `last_to`
    /// is the square that the move before it went to, and how long the answer
    /// took; with `plies`, as at the horizon of a search of so many.
    pub fn leaf(&mut self, position: &P, last_to: Option<Square>, plies: u32) -> (Leaf, Duration) {
        if std::mem::replace(&mut self.has_searched, plies > 0) {
            self.worker.new_game();
        }
        self.shared.table.clear();
        self.worker.position = position.clone();
        let start = Instant::now();
        let value = self.worker.leaf(last_to, plies);
        let time = start.elapsed();
        (self.worker.describe_leaf(value), time)
    }

    /// What the last search counted.
    pub fn counters(&self) -> Counters {
        self.worker.counters
    }

    /// Looks at the positions at the horizon from now on.
    pub(crate) fn set_horizon_hook(&mut self, hook: Option<HorizonHook<P>>) {
        self.worker.horizon_hook = hook;
    }
}
