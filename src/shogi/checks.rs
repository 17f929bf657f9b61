//! Quiet moves that give check, without listing the others first.

use crate::game::{Color, MoveList, PieceType, Quiets, Square, SquareSet};

use super::attacks::{attacks_from, direction, ray};
use super::bitboard::Bitboard;
use super::movegen::Sink;
use super::moves::Move;
use super::piece::{PAWN, promote};
use super::state::State;

impl State {
    /// Appends the legal moves of the kind [`Quiets`] that give check, in the
    /// order in which that kind lists them. Not to be asked for in check.
    pub fn generate_quiet_checks(&self, list: &mut MoveList<Move>) {
        let us = self.stm;
        let Some(king) = self.king(!us) else {
            return;
        };
        let uncovering = self.blockers_for_king(!us) & self.by_color(us);
        self.generate_to::<Quiets, _>(&mut ChecksOnly { state: self, us, king, uncovering, list });
    }
}

/// Lets through only what gives check.
struct ChecksOnly<'a> {
    state: &'a State,
    us: Color,
    /// The other side's king.
    king: Square,
    /// Pieces of the side to move that stand before a slider of their own.
    uncovering: Bitboard,
    list: &'a mut MoveList<Move>,
}

impl ChecksOnly<'_> {
    /// From where a piece of the type attacks the king. The piece that moves
    /// may be in its own way only if it gives check already.
    #[inline]
    fn direct(&self, pt: PieceType) -> Bitboard {
        attacks_from(pt, !self.us, self.king, self.state.occupied)
    }

    /// Where a piece uncovers a check by going.
    #[inline]
    fn uncovered(&self, from: Square) -> Bitboard {
        if self.uncovering.contains(from) {
            !ray(direction(self.king, from) as usize, self.king)
        } else {
            Bitboard::EMPTY
        }
    }
}

impl Sink for ChecksOnly<'_> {
    #[inline]
    fn piece(&mut self, from: Square, to: Bitboard, is_promotion: bool) {
        if to.is_empty() {
            return;
        }
        let Some(piece) = self.state.piece_on(from) else {
            return;
        };
        let pt = piece.piece_type();
        let checks = self.direct(if is_promotion { promote(pt) } else { pt }) | self.uncovered(from);
        self.list.piece(from, to & checks, is_promotion);
    }

    #[inline]
    fn pawns(&mut self, c: Color, to: Bitboard, is_promotion: bool) {
        let mut checks = self.direct(if is_promotion { promote(PAWN) } else { PAWN });
        (self.uncovering & self.state.by_type(PAWN))
            .for_each(|from| checks |= Bitboard::of(from).forward(c) & self.uncovered(from));
        self.list.pawns(c, to & checks, is_promotion);
    }

    #[inline]
    fn drops(&mut self, pt: PieceType, to: Bitboard) {
        self.list.drops(pt, to & self.direct(pt));
    }
}
