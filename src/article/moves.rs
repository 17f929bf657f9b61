//! The moves on the small board, one by one and without a list: for the few
//! questions that need every answer of a side (mate, the best reply).
//!
//! A piece is promoted wherever it may be; castling does not occur.

use crate::game::rays::NO_DIRECTION;
use crate::game::{Board, Color, Geometry, MoveParts, Piece, PieceType, Square, SquareSet};

use super::board::MiniBoard;
use super::mate::is_mated;

/// Takes a move, and says whether that is enough.
pub(crate) type Visitor<'a> = &'a mut dyn FnMut(&MoveParts) -> bool;

/// Shows the legal moves of the side to move, the king's first and drops
/// last, until the visitor has enough. Says whether it had.
pub(crate) fn any_move<G: Geometry>(board: &MiniBoard<G>, visit: Visitor<'_>) -> bool {
    let us = board.side_to_move();
    let in_check = board.is_in_check(us);
    let king = board.king(us);
    any_pseudo_move(board, &mut |m| {
        let exposes = match (king, m.from) {
            (None, _) | (_, None) => false,
            // En passant takes two pieces off their lines.
            (Some(king), Some(from)) => {
                from == king
                    || G::direction(king, from) != NO_DIRECTION
                    || m.captured.is_some_and(|(sq, _)| sq != m.to)
            }
        };
        let legal = ((!in_check && !exposes) || is_legal(board, m))
            && (m.from.is_some() || G::may_mate_by_drop(m.piece) || !is_mated(&board.after(us, m)));
        legal && visit(m)
    })
}

/// Whether a possible move leaves the own king unattacked.
pub fn is_legal<G: Geometry>(board: &MiniBoard<G>, m: &MoveParts) -> bool {
    let us = board.side_to_move();
    !board.after(us, m).is_in_check(us)
}

/// Shows all moves without regard to the own king.
pub(crate) fn any_pseudo_move<G: Geometry>(board: &MiniBoard<G>, visit: Visitor<'_>) -> bool {
    let us = board.side_to_move();
    board.king(us).is_some_and(|from| any_move_of(board, G::KING, from, visit))
        || G::PIECE_TYPES
            .iter()
            .filter(|&&pt| pt != G::KING)
            .any(|&pt| board.pieces(us, pt).squares().any(|from| any_move_of(board, pt, from, visit)))
        || G::DROPPABLE
            .iter()
            .any(|&pt| drops(board, us, pt).squares().any(|to| visit(&MoveParts::drop_on(pt, to))))
}

/// Shows the moves of one piece.
fn any_move_of<G: Geometry>(board: &MiniBoard<G>, pt: PieceType, from: Square, visit: Visitor<'_>) -> bool {
    let us = board.side_to_move();
    let occupied = board.occupied();
    let attacks = G::attacks_from(pt, us, from, occupied);
    let parts = |to, captured| MoveParts::of_piece::<G>(Piece::new(us, pt), from, to, captured);
    for to in (attacks & board.by_color(!us)).squares() {
        let Some(victim) = board.piece_on(to) else { continue };
        if victim.piece_type() != G::KING && visit(&parts(to, Some((to, victim.piece_type())))) {
            return true;
        }
    }
    for to in G::quiets_from(pt, us, from, occupied).squares() {
        if visit(&parts(to, None)) {
            return true;
        }
    }
    match board.en_passant() {
        // Only the kind of piece that was passed may take in passing.
        Some((to, pawn)) if attacks.contains(to) => {
            let victim = board.piece_on(pawn);
            victim == Some(Piece::new(!us, pt)) && visit(&parts(to, Some((pawn, pt))))
        }
        _ => false,
    }
}

/// The squares on which a side may drop a piece that it holds, drop-pawn mate aside; none if it holds none.
pub fn drops<G: Geometry>(board: &MiniBoard<G>, us: Color, pt: PieceType) -> G::Bitboard {
    if board.hand(us, pt) == 0 {
        return G::Bitboard::EMPTY;
    }
    G::drop_targets(pt, us, G::all_squares() & !board.occupied(), board.pieces(us, pt))
}
