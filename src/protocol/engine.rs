//! The engine behind a protocol: the one place where the strategy is chosen.

use std::sync::Arc;

use crate::eval::Standard;
use crate::game::{ByColor, EvalWeights, Game, Value};
use crate::search::horizon::{
    Captures, CapturesOnly, Quiescence, Recapture, Soma, StandPat, SuperSoma, Tactics, TacticsKind,
};
use crate::search::{BestMove, Counters, Limits, Params, Pool, Reporter, Shared, TimeOptions};

/// A pool of workers whose strategy is known only when the engine runs.
pub trait Engine<P>: Send {
    /// See [`Pool::search`].
    fn search(
        &mut self,
        position: &P,
        limits: &Limits,
        options: &TimeOptions,
        draw_value: ByColor<Value>,
        reporter: &mut (dyn Reporter + Send),
    ) -> BestMove;
    /// See [`Pool::new_game`].
    fn new_game(&mut self);
    /// See [`Pool::counters`].
    fn counters(&self) -> Counters;
}

impl<P, T> Engine<P> for Pool<P, Standard<P>, T>
where
    P: Game<Geometry: EvalWeights>,
    T: Tactics<P, Standard<P>>,
{
    fn search(
        &mut self,
        position: &P,
        limits: &Limits,
        options: &TimeOptions,
        draw_value: ByColor<Value>,
        reporter: &mut (dyn Reporter + Send),
    ) -> BestMove {
        Self::search(self, position, limits, options, draw_value, reporter)
    }

    fn new_game(&mut self) {
        Self::new_game(self);
    }

    fn counters(&self) -> Counters {
        Self::counters(self)
    }
}

/// An engine with a strategy.
pub fn make_engine<P: Game<Geometry: EvalWeights>>(
    tactics: TacticsKind,
    position: &P,
    shared: &Arc<Shared>,
    threads: usize,
    params: &Params,
) -> Box<dyn Engine<P>> {
    fn make<P, T>(position: &P, shared: &Arc<Shared>, threads: usize, params: &Params) -> Box<dyn Engine<P>>
    where
        P: Game<Geometry: EvalWeights>,
        T: Tactics<P, Standard<P>>,
    {
        Box::new(Pool::<P, Standard<P>, T>::new(position, Arc::clone(shared), threads, params))
    }
    match tactics {
        TacticsKind::StandPat => make::<P, StandPat>(position, shared, threads, params),
        TacticsKind::Recapture => make::<P, Recapture>(position, shared, threads, params),
        TacticsKind::CapturesOnly => make::<P, CapturesOnly>(position, shared, threads, params),
        TacticsKind::Captures => make::<P, Captures>(position, shared, threads, params),
        TacticsKind::Quiescence => make::<P, Quiescence>(position, shared, threads, params),
        TacticsKind::Soma => make::<P, Soma>(position, shared, threads, params),
        TacticsKind::SuperSoma => make::<P, SuperSoma<P::Geometry>>(position, shared, threads, params),
        TacticsKind::SuperSomaStatic => {
            make::<P, SuperSoma<P::Geometry, true>>(position, shared, threads, params)
        }
    }
}
