//! Scores: an integer in the engine's own units (a pawn is about 90), seen
//! from the side to move unless a name says otherwise.

/// A score or a material value. The scale is that of the evaluation
/// (`shogi::values`, `chess::values`); mates lie above all of it.
pub type Value = i32;

/// The deepest line the search follows, in plies.
pub(crate) const MAX_PLY: usize = 128;

/// Even.
pub(crate) const DRAW: Value = 0;
/// Being mated at once scores minus this.
pub const MATE: Value = 32_000;
/// Larger than every score: the open window.
pub const INFINITE: Value = 32_001;
/// Scores from here on announce a mate (or another forced end).
pub(crate) const MATE_IN_MAX_PLY: Value = MATE - MAX_PLY as Value;
/// The largest score an evaluation may have.
pub const MAX_EVAL: Value = MATE_IN_MAX_PLY - 1;

/// The score of being mated `ply` plies from the root.
#[inline]
pub(crate) const fn mated_in(ply: usize) -> Value {
    -MATE + ply as Value
}

/// The score of mating `ply` plies from the root.
#[inline]
pub(crate) const fn mate_in(ply: usize) -> Value {
    MATE - ply as Value
}

/// Whether the score announces a forced win or loss.
#[inline]
pub const fn is_mate(value: Value) -> bool {
    value.abs() >= MATE_IN_MAX_PLY
}
