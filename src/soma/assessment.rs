//! What comes out of a table, for people: three numbers, and how sure they are.

use super::config::WHOLE;
use super::look_ahead::Choice;
use crate::game::{ByColor, Color, PieceValues, Value};

/// What SUPER-SOMA tells people about a node; the search has its
/// [`StaticEval`](super::StaticEval). Values are seen from the side to move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Assessment {
    /// What the side to move gains by the look-ahead.
    pub net: Value,
    /// The same, with the other side's replies believed only in part: a second
    /// threat is often met by the move that meets the first, by a check, or
    /// by a piece from the hand, of which the table knows nothing.
    pub value: Value,
    /// What it gains if it begins with a quiet answer, or passes where there
    /// is nothing to answer: mostly a loss.
    pub if_we_parry: Value,
    /// How it begins.
    pub choice: Choice,
    /// Entries of both sides that are open now.
    pub open: ByColor<u8>,
    /// The largest gain of the side to move that stands open, or 0.
    pub largest_gain: Value,
    /// [`Geometry::runners`](crate::game::Geometry::runners) of both sides: of what they will do
    /// the table knows nothing.
    pub runners: u8,
    /// 0 to 255.
    pub confidence: u8,
}

impl Assessment {
    /// The error that is expected of the surest assessments, divided by the one that is
    /// expected of this; 0 to 255.
    ///
    /// Expected errors are in thousandths of a pawn's exchange, fitted to the mean
    /// errors of `super-soma-static` and of `super-soma` on the training half of
    /// labelled leaves of both games together (least squares, no weight below 0).
    ///
    /// `overlooked` is the largest gain that is known to stand open and that the
    /// table does not hold, 0 in play: the error is at least as large.
    pub(crate) fn confidence(&self, us: Color, overlooked: Value, values: &PieceValues) -> u8 {
        /// With nothing open.
        const LEAST: i32 = 537;
        /// For each own entry that is open, and each of the other side.
        const PER_OWN: i32 = 47;
        const PER_OTHER: i32 = 104;
        /// More entries than these do not count.
        const MOST_ENTRIES: u8 = 6;
        /// For each pawn's exchange that passing changes, and that the largest own
        /// gain promises.
        const PER_PAWN_BY_PASSING: i32 = 134;
        const PER_PAWN_OF_GAIN: i32 = 33;
        /// For each runner, fitted to other leaves (`docs/results.md`).
        const PER_RUNNER: i32 = 700;
        /// More pawns than these do not count.
        const MOST_PAWNS: i32 = 10;
        let pawn = values.capture(values.rising()[0]);
        let in_pawns = |weight: i32, value: Value| weight * value.abs().min(MOST_PAWNS * pawn) / pawn;
        let open = |count: u8, weight: i32| weight * i32::from(count.min(MOST_ENTRIES));
        let expected = LEAST
            + open(self.open[us], PER_OWN)
            + open(self.open[!us], PER_OTHER)
            + in_pawns(PER_PAWN_BY_PASSING, self.if_we_parry)
            + in_pawns(PER_PAWN_OF_GAIN, self.largest_gain)
            + PER_RUNNER * i32::from(self.runners)
            + in_pawns(WHOLE, overlooked);
        (i32::from(u8::MAX) * LEAST / expected) as u8
    }
}
