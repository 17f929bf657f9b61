//! The static evaluation of a node, from the assessor through the stack of the search and the
//! transposition table.

use crate::game::{MAX_EVAL, Square, Value};

/// The static evaluation of a node that is not in check, seen from the side to move.
///
/// Three numbers are kept apart: what the position is worth if it is quiet, and what the
/// assessment adds to that if the side to move plays on, and if it parries the largest
/// threat. A strategy without an assessment adds nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct StaticEval {
    /// The quiet evaluation.
    pub eval: Value,
    /// What the side to move gains by the look-ahead over the table, the other side's replies
    /// believed only in part: a second threat is often met by the move that meets the first, by a
    /// check, or by a piece from the hand, of which the table knows nothing.
    pub gain: Value,
    /// What it gains if it spends the move on parrying the largest threat, or passes where there
    /// is none: mostly a loss.
    pub parry: Value,
    /// Where a piece stands that the opponent would take if we passed.
    pub threatened: Option<Square>,
}

impl StaticEval {
    /// By the evaluation alone.
    pub const fn quiet(eval: Value) -> Self {
        Self { eval, gain: 0, parry: 0, threatened: None }
    }

    /// What the position is worth with the move.
    #[inline]
    pub(crate) fn with_move(&self) -> Value {
        (self.eval + self.gain).clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// What it is worth if the move goes into parrying the largest threat.
    #[inline]
    pub(crate) fn after_parry(&self) -> Value {
        (self.eval + self.parry).clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// What it is worth if the move wins nothing beyond parrying the largest threat.
    #[inline]
    pub(crate) fn without_gains(&self) -> Value {
        self.with_move().min(self.after_parry())
    }

    /// The same with an evaluation that is corrected by so much.
    #[must_use]
    pub fn corrected(self, shift: Value) -> Self {
        Self { eval: (self.eval + shift).clamp(-MAX_EVAL, MAX_EVAL), ..self }
    }
}
