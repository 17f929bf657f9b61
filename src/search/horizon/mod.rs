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
pub use soma::hanging_balance;
pub use strategy::{Assess, Horizon, Strategy, Tactics};

use crate::game::{MAX_EVAL, Position, Square, Value};

use super::tt::{Mark, StaticPart};
use super::worker::Worker;
use iteration::Budget;

/// The static judgement of a node that is not in check.
///
/// Three numbers are kept apart: what the position is worth if it is quiet, and what the
/// assessment adds to that if the side to move plays on, and if it parries the largest
/// threat. A strategy without an assessment adds nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Judgement {
    /// The quiet evaluation.
    pub eval: Value,
    /// What the assessment adds to it: [`Assessment::value`](crate::soma::Assessment::value).
    pub value: Value,
    /// What it adds if we spend the move on parrying the largest threat, or pass where
    /// there is none: [`Assessment::if_we_parry`](crate::soma::Assessment::if_we_parry).
    pub if_we_parry: Value,
    /// 0 to 255, where it was assessed now; the table does not keep it.
    pub confidence: Option<u8>,
    /// Where a piece stands that the opponent would take if we passed.
    pub threatened: Option<Square>,
}

impl Judgement {
    /// A judgement by the evaluation alone.
    pub const fn quiet(eval: Value) -> Self {
        Self { eval, value: 0, if_we_parry: 0, confidence: Some(u8::MAX), threatened: None }
    }

    /// What the position is worth with the move.
    #[inline]
    pub fn with_move(&self) -> Value {
        (self.eval + self.value).clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// What it is worth if the move goes into parrying the largest threat.
    #[inline]
    pub fn after_parry(&self) -> Value {
        (self.eval + self.if_we_parry).clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// What it is worth if the move wins nothing beyond parrying the largest threat.
    #[inline]
    pub fn without_gains(&self) -> Value {
        self.with_move().min(self.after_parry())
    }

    /// The same with an evaluation that is corrected by so much.
    #[must_use]
    pub(super) fn corrected(self, shift: Value) -> Self {
        Self { eval: (self.eval + shift).clamp(-MAX_EVAL, MAX_EVAL), ..self }
    }

    /// The judgement as the transposition table keeps it.
    pub const fn stored(&self) -> StaticPart {
        let Self { eval, value, if_we_parry, threatened, .. } = *self;
        StaticPart { eval, value, if_we_parry, mark: Mark::Assessed(threatened) }
    }
}

impl<P: Position> Worker<P> {
    /// The value of the position when the depth has run out, `ply` moves from the root.
    pub(super) fn resolve(&mut self, alpha: Value, beta: Value, ply: usize) -> Value {
        match self.strategy.horizon {
            Horizon::Evaluate => self.judge_or_evade(alpha, beta, ply),
            Horizon::Captures(policy) => self.search_captures(alpha, beta, ply, policy),
            Horizon::Quiescence => self.quiesce(alpha, beta, ply, 0),
            Horizon::Tables { tables, width } => {
                let budget = Budget::new(tables, width, self.counters.nodes);
                self.iterate(alpha, beta, ply, budget)
            }
        }
    }

    /// Judges the position, evaluated already, statically; asked once a node, not in
    /// check. The attack map has been built.
    pub(super) fn assess(&mut self, eval: Value) -> Judgement {
        match self.strategy.assess {
            Assess::Nothing => Judgement::quiet(eval),
            Assess::Soma => self.assess_by_soma(eval),
            Assess::SuperSoma => self.assess_by_super_soma(eval),
        }
    }

    /// The judgement, or in check the best of all answers.
    fn judge_or_evade(&mut self, alpha: Value, beta: Value, ply: usize) -> Value {
        if let Some(value) = self.enter_horizon(ply) {
            return value;
        }
        if self.position.in_check() {
            return self.answer_check(alpha, beta, ply, Self::judge_or_evade);
        }
        self.judge_cached(ply).with_move()
    }
}
