//! Mate in one: for the side to move a win, for the other side a threat that
//! outranks every piece; and the pieces that alone prevent one.
//!
//! A mate that is found on a predicted line never becomes a score: what
//! stands here only ranks moves, by [`MATE_GAIN`].

use crate::game::rays::NO_DIRECTION;
use crate::game::{Board, Color, Geometry, MoveParts, Square, SquareSet};

use super::board::MiniBoard;
use super::moves::{any_move, any_pseudo_move};

pub use crate::soma::entry::MATE_GAIN;

/// Whether the side to move is mated.
pub(crate) fn is_mated<G: Geometry>(board: &MiniBoard<G>) -> bool {
    board.is_in_check(board.side_to_move()) && !any_move(board, &mut |_| true)
}

/// A move by which a side, if it were to move, would mate at once. Pieces are
/// also tried unpromoted; a drop that the rules forbid to mate is not.
pub fn mate_in_one<G: Geometry>(board: &MiniBoard<G>, by: Color) -> Option<MoveParts> {
    let king = board.king(!by)?;
    let board = board.with_turn(by);
    let mut found = None;
    any_pseudo_move(&board, &mut |m| {
        if may_check(&board, by, m, king) {
            found = mates(&board, by, m);
        }
        if found.is_none() && m.is_promotion() {
            let stays = MoveParts { becomes: m.piece, ..*m };
            let alive = G::drop_targets(m.piece, by, G::all_squares(), G::Bitboard::EMPTY);
            if alive.contains(m.to) && may_check(&board, by, &stays, king) {
                found = mates(&board, by, &stays);
            }
        }
        found.is_some()
    });
    found
}

/// The move, if it is legal and mates.
fn mates<G: Geometry>(board: &MiniBoard<G>, by: Color, m: &MoveParts) -> Option<MoveParts> {
    if m.from.is_none() && !G::may_mate_by_drop(m.piece) {
        return None;
    }
    let after = board.after(by, m);
    (after.is_in_check(!by) && !after.is_in_check(by) && is_mated(&after)).then_some(*m)
}

/// Whether a move could give check: it attacks the king, or leaves one of its lines.
#[inline]
fn may_check<G: Geometry>(board: &MiniBoard<G>, by: Color, m: &MoveParts, king: Square) -> bool {
    let mut occupied = board.occupied() | G::Bitboard::of(m.to);
    if let Some(from) = m.from {
        if G::direction(king, from) != NO_DIRECTION {
            return true;
        }
        occupied = occupied.without(from);
    }
    m.captured.is_some_and(|(sq, _)| sq != m.to)
        || G::attacks_from(m.becomes, by, m.to, occupied).contains(king)
}

/// Whether a side still mates in one after a move of the other side. A check
/// only delays it: then the mate must be gone after every answer.
pub(crate) fn mate_remains<G: Geometry>(after: &MiniBoard<G>, by: Color) -> bool {
    if !after.is_in_check(by) {
        return mate_in_one(after, by).is_some();
    }
    any_move(&after.with_turn(by), &mut |m| {
        let answered = after.after(by, m);
        is_mated(&answered) || mate_in_one(&answered, by).is_some()
    })
}
