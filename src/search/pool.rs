//! Several workers on one position (Lazy SMP).

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::thread::Builder;

use crate::game::{ByColor, Position, Value};

use super::deepening::Task;
use super::limits::Limits;
use super::params::Params;
use super::report::{BestMove, Reporter, Silent};
use super::shared::Shared;
use super::time::{TimeManager, TimeOptions};
use super::worker::{Counters, SearchConfig, Worker};

/// Stack of a search thread: move lists of 600 moves lie in its frames.
pub const STACK_BYTES: usize = 64 << 20;

/// Memory that another worker must leave free: the stacks of a few threads.
const SPARE_BYTES: usize = 4 * STACK_BYTES;

/// The workers of an engine.
#[derive(Debug)]
pub struct Pool<P: Position> {
    workers: Vec<Box<Worker<P>>>,
    /// How many there should be, until it has been said that there are fewer.
    asked: usize,
    shared: Arc<Shared>,
}

impl<P: Position> Pool<P> {
    /// This many workers over one table, or as many as there is memory for.
    pub fn new(position: &P, shared: Arc<Shared>, threads: usize, config: &SearchConfig) -> Self {
        let asked = threads.max(1);
        let workers = (0..asked)
            .take_while(|&number| number == 0 || has_room(Worker::<P>::TABLE_BYTES + SPARE_BYTES))
            .map(|_| Box::new(Worker::new(position.clone(), Arc::clone(&shared), config)))
            .collect();
        Self { workers, asked, shared }
    }

    /// Forgets what earlier searches of a game have learned.
    pub(crate) fn new_game(&mut self) {
        for worker in &mut self.workers {
            worker.new_game();
        }
    }

    /// What the main worker counted in the last search.
    pub fn counters(&self) -> Counters {
        self.workers[0].counters
    }

    /// Changes margins and switches.
    pub(crate) fn set_params(&mut self, params: &Params) {
        for worker in &mut self.workers {
            worker.set_params(params.clone());
        }
    }

    /// Searches a position with all workers, on a thread of its own. Returns
    /// when the main one has finished and the others have stopped.
    pub fn search(
        &mut self,
        position: &P,
        limits: &Limits,
        options: &TimeOptions,
        draw_value: ByColor<Value>,
        reporter: &mut (dyn Reporter + Send),
    ) -> BestMove {
        let position = position.clone();
        std::thread::scope(|scope| {
            let time = TimeManager::new(limits, &position, options);
            let search = move || self.search_here(&position, limits, time, draw_value, reporter);
            let main = Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, search);
            main.map_or(BestMove::None, |main| main.join().unwrap_or(BestMove::None))
        })
    }

    /// The same on the caller's thread, which must have a stack of
    /// [`STACK_BYTES`], with a plan for the time. The reporter learns the best move before the other
    /// threads have stopped.
    pub(crate) fn search_here(
        &mut self,
        position: &P,
        limits: &Limits,
        time: TimeManager,
        draw_value: ByColor<Value>,
        reporter: &mut dyn Reporter,
    ) -> BestMove {
        self.shared.nodes.store(0, Relaxed);
        self.shared.begin(limits, time);
        self.shared.table.new_search();
        for worker in &mut self.workers {
            worker.position = position.clone();
            worker.draw_value = draw_value;
        }
        let asked = self.asked;
        let mut started = self.workers.len();
        let Some((main, helpers)) = self.workers.split_first_mut() else { return BestMove::None };
        let shared = &self.shared;
        let (best, was_stopped) = std::thread::scope(|scope| {
            for (i, helper) in helpers.iter_mut().enumerate() {
                let task = Task { is_main: false, number: i + 1 };
                let search = move || helper.search_as(limits, time, task, &mut Silent);
                if Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, search).is_err() {
                    started = i + 1;
                    break;
                }
            }
            if started < asked {
                reporter.on_missing_threads(started, asked);
            }
            let best = main.search_as(limits, time, Task { is_main: true, number: 0 }, reporter);
            let was_stopped = shared.stop.swap(true, Relaxed);
            reporter.on_best_move(best);
            (best, was_stopped)
        });
        // Who asked for an end clears that; else the next search begins as this one did.
        shared.stop.fetch_and(was_stopped, Relaxed);
        // Those that could not be started are not tried again.
        self.workers.truncate(started);
        self.asked = started;
        best
    }
}

/// Whether so much memory can be had now.
fn has_room(bytes: usize) -> bool {
    Vec::<u8>::new().try_reserve_exact(bytes).is_ok()
}
