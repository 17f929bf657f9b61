//! Hash keys of pieces on squares and of pieces in hand.

use crate::game::zobrist::keys;
use crate::game::{Color, Key, Piece, PieceType, Square};

use super::square::SQUARES;

/// Fixed seeds, so that keys and node counts are the same everywhere.
const BOARD_SEED: u64 = 0x5368_6F67_6921;
const HAND_SEED: u64 = 0x4861_6E64_7321;

static BOARD: [Key; Piece::COUNT * SQUARES] = keys(BOARD_SEED);
static HAND: [Key; Piece::COUNT] = keys(HAND_SEED);

/// Changed by each move: the side to move.
pub(crate) const SIDE: Key = keys::<1>(0x5369_6465)[0];

/// The key of a piece on a square.
#[inline]
pub fn board(piece: Piece, sq: Square) -> Key {
    BOARD[piece.index() * SQUARES + sq.index()]
}

/// The key of one piece in hand. Keys of several are added up, not combined
/// by exclusive or, so that a count changes by one addition.
#[inline]
pub fn hand(c: Color, pt: PieceType) -> Key {
    HAND[Piece::new(c, pt).index()]
}
