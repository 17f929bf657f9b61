//! What a single move is: what it takes, where it leads, whether it gives
//! check.

use cozy_chess::Board as CozyBoard;

use crate::game::rays::NO_DIRECTION;
use crate::game::{Board, Color, Geometry, MAX_PIECE_TYPES, MoveParts, PieceType, Square, SquareSet};

use super::Chess;
use super::attacks::{between, bishop_attacks, direction, ray, rook_attacks, slide_directions, steps_from};
use super::bitboard::Bitboard;
use super::moves::Move;
use super::piece::{self, BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
use super::position::{Position, en_passant_target, type_on};
use super::square::{self, file, rank, square};

/// The file on which castling ends: of the king and of the rook, towards the
/// higher files and towards the lower ones.
const SHORT_KING_FILE: usize = 6;
const LONG_KING_FILE: usize = 2;

/// From where the pieces of the side to move would give check.
#[derive(Clone, Copy, Debug)]
pub struct CheckSquares {
    /// The squares from which a piece attacks the other side's king.
    by_type: [Bitboard; MAX_PIECE_TYPES],
    /// Pieces that stand before a slider of their own.
    uncovering: Bitboard,
}

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

    /// From where the pieces of the side to move would give check.
    #[inline]
    pub(super) fn squares_of_checks(&self) -> CheckSquares {
        let board = self.board();
        let us = self.side_to_move();
        let king = square::from_cozy(board.king(!board.side_to_move()));
        let occupied = self.occupied();
        let (bishop, rook) = (bishop_attacks(king, occupied), rook_attacks(king, occupied));
        let mut by_type = [Bitboard::EMPTY; MAX_PIECE_TYPES];
        by_type[PAWN.index()] = steps_from(PAWN, !us, king);
        by_type[KNIGHT.index()] = steps_from(KNIGHT, !us, king);
        by_type[BISHOP.index()] = bishop;
        by_type[ROOK.index()] = rook;
        by_type[QUEEN.index()] = bishop | rook;
        // Behind the first own pieces on a line stands a slider.
        let own = self.by_color(us);
        let queens = self.by_type(QUEEN);
        let behind = |first: Bitboard, attacks: fn(Square, Bitboard) -> Bitboard, sliders: Bitboard| {
            let blockers = first & own;
            let through = attacks(king, occupied & !blockers) & !first;
            (through & own & (sliders | queens), blockers)
        };
        let mut uncovering = Bitboard::EMPTY;
        for (sliders, blockers) in [
            behind(bishop, bishop_attacks, self.by_type(BISHOP)),
            behind(rook, rook_attacks, self.by_type(ROOK)),
        ] {
            sliders.for_each(|slider| uncovering |= between(king, slider) & blockers);
        }
        CheckSquares { by_type, uncovering }
    }

    /// Whether a legal move gives check, by these squares. What changes more squares than two, or
    /// opens the line on which a new piece attacks, is looked at by itself.
    #[inline]
    pub(super) fn checks_from(&self, m: Move, squares: &CheckSquares) -> bool {
        let pt = type_on(self.board(), m.from());
        let is_plain = m.promotion().is_none()
            && !squares.uncovering.contains(m.from())
            && (pt != KING || !self.is_castling(m))
            && (pt != PAWN || !self.is_en_passant(m));
        if !is_plain {
            return self.checks(m);
        }
        let checks = squares.by_type[pt.index()].contains(m.to());
        debug_assert_eq!(checks, self.checks(m), "the squares of checks are wrong");
        checks
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
    let Some(sq) = Chess::nearest(d as usize, ray(d as usize, target) & occupied) else { return false };
    let line = if (slide_directions(BISHOP) >> d) & 1 != 0 { BISHOP } else { ROOK };
    let sliders = [line, QUEEN]
        .into_iter()
        .filter_map(piece::to_cozy)
        .fold(Bitboard::EMPTY, |set, piece| set | board.pieces(piece).into());
    (sliders & board.colors(piece::to_cozy_color(c)).into()).contains(sq)
}
