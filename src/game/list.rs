//! Move lists on the stack, and the kinds of moves a generator can be asked for.

use arrayvec::ArrayVec;

/// More than the legal moves of any position: 593 in shogi, 218 in chess.
pub const MAX_MOVES: usize = 600;

/// Moves without allocation.
pub type MoveList<M> = ArrayVec<M, MAX_MOVES>;

/// Which moves to generate; all of them legal.
///
/// Marker types instead of a run-time value: each generator is compiled for
/// its kind alone.
pub trait GenType: 'static {
    /// The kind as a value that is known when the generator is compiled.
    const KIND: GenKind;
}

/// The kinds of [`GenType`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GenKind {
    /// Every legal move ([`All`]).
    All,
    /// Captures, and promotions that win nearly as much ([`Captures`]).
    Captures,
    /// The other moves ([`Quiets`]).
    Quiets,
    /// Answers to a check ([`Evasions`]).
    Evasions,
}

/// Every legal move, useless non-promotions included: what the rules allow.
#[derive(Debug)]
pub struct All;
/// Captures, and the promotions that win nearly as much: pawns in shogi,
/// to a queen in chess. Not to be asked for in check.
#[derive(Debug)]
pub struct Captures;
/// What [`Captures`] leaves out, without useless non-promotions (a pawn,
/// bishop or rook that could promote, a lance on the last two ranks). Not to be asked for in check.
#[derive(Debug)]
pub struct Quiets;
/// Every legal answer to a check, without useless non-promotions.
#[derive(Debug)]
pub struct Evasions;

impl GenType for All {
    const KIND: GenKind = GenKind::All;
}
impl GenType for Captures {
    const KIND: GenKind = GenKind::Captures;
}
impl GenType for Quiets {
    const KIND: GenKind = GenKind::Quiets;
}
impl GenType for Evasions {
    const KIND: GenKind = GenKind::Evasions;
}
