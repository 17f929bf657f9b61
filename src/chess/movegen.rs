//! Legal move generation, kind by kind.
//!
//! cozy-chess hands out the legal moves of one piece after the other as sets
//! of destinations; here they are cut to the kind and listed.

use cozy_chess::Board as CozyBoard;

use crate::game::{GenKind, GenType, MoveList, Square, SquareSet};

use super::bitboard::Bitboard;
use super::moves::Move;
use super::piece::{PROMOTIONS, QUEEN};
use super::position::en_passant_target;
use super::square::from_cozy;

/// Lists all legal moves of a kind. [`crate::game::Captures`] are captures,
/// en passant among them, and promotions to a queen, but no other promotions.
#[inline]
pub(super) fn generate<G: GenType>(board: &CozyBoard, list: &mut MoveList<Move>) {
    debug_assert!(G::KIND != GenKind::Evasions || !board.checkers().is_empty(), "evasions without a check");
    let theirs = Bitboard::from(board.colors(!board.side_to_move()));
    let pawn_prey = en_passant_target(board).map_or(theirs, |sq| theirs | Bitboard::of(sq));
    board.generate_moves(|moves| {
        let from = from_cozy(moves.from);
        let to = Bitboard::from(moves.to);
        if moves.piece == cozy_chess::Piece::Pawn {
            push_all(list, from, of_kind::<G>(to, pawn_prey) & !Bitboard::LAST_RANKS);
            push_promotions::<G>(list, from, to & Bitboard::LAST_RANKS);
        } else {
            // Castling goes to an own rook: not to one of theirs.
            push_all(list, from, of_kind::<G>(to, theirs));
        }
        false
    });
}

/// The destinations that belong to the kind.
#[inline]
fn of_kind<G: GenType>(to: Bitboard, prey: Bitboard) -> Bitboard {
    match G::KIND {
        GenKind::All | GenKind::Evasions => to,
        GenKind::Captures => to & prey,
        GenKind::Quiets => to & !prey,
    }
}

#[inline]
fn push_all(list: &mut MoveList<Move>, from: Square, to: Bitboard) {
    for to in to.squares() {
        list.push(Move::new(from, to));
    }
}

#[inline]
fn push_promotions<G: GenType>(list: &mut MoveList<Move>, from: Square, to: Bitboard) {
    for to in to.squares() {
        for pt in PROMOTIONS {
            let wanted = match G::KIND {
                GenKind::All | GenKind::Evasions => true,
                GenKind::Captures => pt == QUEEN,
                GenKind::Quiets => pt != QUEEN,
            };
            if wanted {
                list.push(Move::promotion_to(pt, from, to));
            }
        }
    }
}

/// How many legal moves there are.
#[inline]
pub(super) fn count(board: &CozyBoard) -> usize {
    let mut count = 0;
    board.generate_moves(|moves| {
        count += moves.len();
        false
    });
    count
}

/// Whether there is a legal move.
pub(super) fn any(board: &CozyBoard) -> bool {
    board.generate_moves(|_| true)
}
