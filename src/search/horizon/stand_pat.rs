//! The static evaluation alone: the baseline.

use crate::eval::Evaluator;
use crate::game::{Position, Value};

use super::Tactics;
use crate::search::worker::Worker;

/// Evaluates and stops; in check the answers are searched, as nothing can be
/// said of a position in check.
#[derive(Debug)]
pub struct StandPat;

impl<P: Position, E: Evaluator<P>> Tactics<P, E> for StandPat {
    const NAME: &'static str = "stand-pat";

    fn new() -> Self {
        Self
    }

    fn resolve(worker: &mut Worker<P, E, Self>, alpha: Value, beta: Value, ply: usize) -> Value {
        worker.evasions_or(alpha, beta, ply, |worker, _, _| worker.judge_cached(ply).now)
    }
}
