//! What is done where the depth runs out: one strategy a file.
//!
//! All strategies go through the same search with the same table, ordering,
//! pruning and evaluation; only this differs. A node is a `do_move` in every
//! strategy.

mod strategy;
mod captures;
mod quiescence;
mod soma;
mod super_soma;
mod iteration;

pub use captures::CapturePolicy;
pub(crate) use soma::hanging_balance;
pub use strategy::{Assess, Horizon, Strategy, Tactics};

use crate::game::{Position, Value};

use super::worker::Worker;
use iteration::Budget;

impl<P: Position> Worker<P> {
    /// The value of the position when the depth has run out, `ply` moves from the root.
    pub(super) fn search_horizon(&mut self, alpha: Value, beta: Value, ply: usize) -> Value {
        match self.strategy.horizon {
            Horizon::Evaluate => self.evaluate_or_evade(alpha, beta, ply),
            Horizon::Captures(policy) => self.search_captures(alpha, beta, ply, policy),
            Horizon::Quiescence => self.quiesce(alpha, beta, ply, 0),
            Horizon::Tables { tables, width } => {
                let budget = Budget::new(tables, width, self.counters.nodes);
                self.iterate(alpha, beta, ply, budget)
            }
        }
    }

    /// The static evaluation, or in check the best of all answers.
    fn evaluate_or_evade(&mut self, alpha: Value, beta: Value, ply: usize) -> Value {
        if let Some(value) = self.enter_horizon(ply) {
            return value;
        }
        if self.position.in_check() {
            return self.answer_check(alpha, beta, ply, Self::evaluate_or_evade);
        }
        self.static_eval_stored(ply).with_move()
    }
}
