//! One thread with a strategy chosen at run time, for experiments: every
//! answer depends on the position asked about and on nothing asked before.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::eval::Evaluator;
use crate::game::{Position, Square};
use crate::search::horizon::{
    Captures, CapturesOnly, Quiescence, Recapture, Soma, StandPat, SuperSoma, Tactics, TacticsKind,
};
use crate::search::{BestMove, Counters, Leaf, Limits, Params, Reporter, Shared, Tap, TimeOptions, Worker};

/// A worker whose strategy and evaluation are known only when the program
/// runs.
pub trait Solo<P>: Send {
    /// Searches a position from an empty table.
    fn search(&mut self, position: &P, limits: &Limits, reporter: &mut dyn Reporter) -> BestMove;
    /// Asks the strategy about a position as at the horizon, where `last_to`
    /// is the square that the move before it went to, and how long the answer
    /// took; with `plies`, as at the horizon of a search of so many.
    fn leaf(&mut self, position: &P, last_to: Option<Square>, plies: u32) -> (Leaf, Duration);
    /// What the last search counted.
    fn counters(&self) -> Counters;
    /// Looks at the positions at the horizon from now on.
    fn set_tap(&mut self, tap: Option<Tap<P>>);
    /// Ends searches as soon as this flag is set.
    fn set_interrupt(&mut self, flag: &'static AtomicBool);
}

struct OneWorker<P: Position, E, T> {
    worker: Box<Worker<P, E, T>>,
    shared: Arc<Shared>,
    /// Whether a search has left its history behind.
    has_searched: bool,
}

impl<P, E, T> OneWorker<P, E, T>
where
    P: Position,
    E: Evaluator<P>,
    T: Tactics<P, E>,
{
    fn begin(&mut self, position: &P) {
        self.shared.table.clear();
        self.shared.nodes.store(0, Relaxed);
        self.worker.new_game();
        self.worker.position = position.clone();
    }
}

impl<P, E, T> Solo<P> for OneWorker<P, E, T>
where
    P: Position,
    E: Evaluator<P>,
    T: Tactics<P, E>,
{
    fn search(&mut self, position: &P, limits: &Limits, reporter: &mut dyn Reporter) -> BestMove {
        self.begin(position);
        self.has_searched = true;
        self.worker.search(limits, &TimeOptions::default(), reporter)
    }

    fn leaf(&mut self, position: &P, last_to: Option<Square>, plies: u32) -> (Leaf, Duration) {
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

    fn counters(&self) -> Counters {
        self.worker.counters
    }

    fn set_tap(&mut self, tap: Option<Tap<P>>) {
        self.worker.tap = tap;
    }

    fn set_interrupt(&mut self, flag: &'static AtomicBool) {
        self.worker.interrupt = Some(flag);
    }
}

/// A worker with a strategy and a table of this many MiB.
pub fn make_solo<P: Position, E: Evaluator<P>>(
    tactics: TacticsKind,
    position: &P,
    mebibytes: usize,
    params: &Params,
) -> Box<dyn Solo<P>> {
    fn make<P, E, T>(position: &P, mebibytes: usize, params: &Params) -> Box<dyn Solo<P>>
    where
        P: Position,
        E: Evaluator<P>,
        T: Tactics<P, E>,
    {
        let shared = Arc::new(Shared::new(mebibytes));
        let worker = Worker::<P, E, T>::new(position.clone(), Arc::clone(&shared), params.clone());
        Box::new(OneWorker { worker: Box::new(worker), shared, has_searched: false })
    }
    match tactics {
        TacticsKind::StandPat => make::<P, E, StandPat>(position, mebibytes, params),
        TacticsKind::Recapture => make::<P, E, Recapture>(position, mebibytes, params),
        TacticsKind::Captures => make::<P, E, Captures>(position, mebibytes, params),
        TacticsKind::CapturesOnly => make::<P, E, CapturesOnly>(position, mebibytes, params),
        TacticsKind::Quiescence => make::<P, E, Quiescence>(position, mebibytes, params),
        TacticsKind::Soma => make::<P, E, Soma>(position, mebibytes, params),
        TacticsKind::SuperSoma => make::<P, E, SuperSoma<P::Geometry>>(position, mebibytes, params),
        TacticsKind::SuperSomaStatic => {
            make::<P, E, SuperSoma<P::Geometry, true>>(position, mebibytes, params)
        }
    }
}
