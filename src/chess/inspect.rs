//! What a single move is: what it takes, where it leads, whether it gives
//! check.

use cozy_chess::Board as CozyBoard;

use crate::game::rays::NO_DIRECTION;
use crate::game::{Board, Color, Geometry, MoveParts, PieceType, Square, SquareSet};

use super::Chess;
use super::attacks::{between, direction, ray, slide_directions, steps_from};
use super::bitboard::Bitboard;
use super::moves::Move;
use super::piece::{self, BISHOP, PAWN, QUEEN, ROOK};
use super::position::{Position, en_passant_target, type_on};
use super::square::{self, file, rank, square};

/// The file on which castling ends: of the king and of the rook, towards the
/// higher files and towards the lower ones.
const SHORT_KING_FILE: usize = 6;
const LONG_KING_FILE: usize = 2;

impl Position {
    /// Whether the move castles: the king takes its own rook.
    #[inline]
    pub(super) fn is_castling(&self, m: Move) -> bool {
        self.by_color(self.side_to_move()).contains(m.to())
    }

    /// Whether the move takes a pawn in passing.
    #[inline]
    pub(super) fn is_en_passant(&self, m: Move) -> bool {
        // Only a taker can go to that square: a pawn stands before it.
        en_passant_target(self.board()) == Some(m.to()) && self.by_type(PAWN).contains(m.from())
    }

    /// Whether the move takes a piece.
    #[inline]
    pub(super) fn takes(&self, m: Move) -> bool {
        self.by_color(!self.side_to_move()).contains(m.to()) || self.is_en_passant(m)
    }

    /// The move taken apart, castling as the king going where it ends up.
    #[inline]
    pub(super) fn take_apart(&self, m: Move) -> MoveParts {
        let (from, to) = (m.from(), m.to());
        let piece = type_on(self.board(), from);
        let mut parts = MoveParts {
            from: Some(from),
            to,
            piece,
            becomes: m.promotion().unwrap_or(piece),
            captured: None,
        };
        if self.is_castling(m) {
            parts.to = castled_king(m);
        } else if self.is_en_passant(m) {
            parts.captured = self.en_passant().map(|(_, pawn)| (pawn, PAWN));
        } else {
            parts.captured = self.piece_on(to).map(|captured| (to, captured.piece_type()));
        }
        parts
    }

    /// Whether a legal move gives check.
    #[inline]
    pub(super) fn checks(&self, m: Move) -> bool {
        if self.is_castling(m) || self.is_en_passant(m) {
            return self.checks_when_played(m);
        }
        let board = self.board();
        let us = self.side_to_move();
        let (from, to) = (m.from(), m.to());
        let king = square::from_cozy(board.king(!board.side_to_move()));
        let occupied = self.occupied().without(from) | Bitboard::of(to);
        let after = m.promotion().unwrap_or_else(|| type_on(board, from));
        piece_attacks(after, us, to, king, occupied) || discovers(board, us, from, king, occupied)
    }

    /// The same by playing the move on a copy: castling and en passant change
    /// four squares and three.
    #[cold]
    fn checks_when_played(&self, m: Move) -> bool {
        let mut after = self.board().clone();
        after.play_unchecked(m.to_cozy());
        !after.checkers().is_empty()
    }
}

/// Where the king stands after castling.
#[inline]
pub(super) const fn castled_king(m: Move) -> Square {
    let short = file(m.to()) > file(m.from());
    square(if short { SHORT_KING_FILE } else { LONG_KING_FILE }, rank(m.from()))
}

/// Whether a piece on `at` attacks `target` with these squares occupied.
#[inline]
pub(super) fn piece_attacks(pt: PieceType, c: Color, at: Square, target: Square, occupied: Bitboard) -> bool {
    let slides = slide_directions(pt);
    if slides == 0 {
        return steps_from(pt, c, at).contains(target);
    }
    let d = direction(at, target);
    d != NO_DIRECTION && (slides >> d) & 1 != 0 && (between(at, target) & occupied).is_empty()
}

/// Whether a slider of `c` attacks `target` through the square `through`,
/// which is empty in `occupied`.
#[inline]
fn discovers(board: &CozyBoard, c: Color, through: Square, target: Square, occupied: Bitboard) -> bool {
    let d = direction(target, through);
    if d == NO_DIRECTION {
        return false;
    }
    let Some(sq) = Chess::nearest(d as usize, ray(d as usize, target) & occupied) else {
        return false;
    };
    let line = if (slide_directions(BISHOP) >> d) & 1 != 0 { BISHOP } else { ROOK };
    let sliders = [line, QUEEN]
        .into_iter()
        .filter_map(piece::to_cozy)
        .fold(Bitboard::EMPTY, |set, piece| set | board.pieces(piece).into());
    (sliders & board.colors(piece::to_cozy_color(c)).into()).contains(sq)
}
