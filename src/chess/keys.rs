//! The keys of pieces on squares, which the crate of the board keeps to itself: found as the
//! differences between the keys of boards.

use std::sync::LazyLock;

use cozy_chess::{Board, BoardBuilder, Color, Piece, Square};

use super::draws::{FIFTY_MOVES, clock_key};
use super::moves::Move;
use super::piece::{KINDS, PAWN, to_cozy};
use super::position::type_on;
use super::square;
use crate::game::{self, Key, PieceType};

/// The keys.
struct Keys {
    /// By color, type and square; those of a color's king are all off by the same.
    pieces: [[[Key; Square::NUM]; KINDS]; Color::NUM],
    /// Changed by each move: the side to move.
    side: Key,
}

static KEYS: LazyLock<Keys> = LazyLock::new(|| {
    let of_type = |c: Color, number: usize| {
        let piece = to_cozy(PieceType::new(number as u8));
        piece.map_or([0; Square::NUM], |pt| Square::ALL.map(|sq| key(c, pt, sq)))
    };
    Keys {
        pieces: Color::ALL.map(|c| std::array::from_fn(|number| of_type(c, number))),
        side: board(&[], Color::White) ^ board(&[], Color::Black),
    }
});

/// The key of a position after a move, but for castling and for the rights to castle and to take in
/// passing.
#[inline]
pub(super) fn after(board: &Board, m: Move) -> Key {
    let (us, from, to) = (board.side_to_move(), m.from(), m.to());
    let keys = &*KEYS;
    let of = |c: Color, pt: PieceType, sq: game::Square| keys.pieces[c as usize][pt.index()][sq.index()];
    let piece = type_on(board, from);
    let moved = of(us, piece, from) ^ of(us, m.promotion().unwrap_or(piece), to);
    let is_taken = board.colors(!us).has(square::to_cozy(to));
    let taken = if is_taken { of(!us, type_on(board, to), to) } else { 0 };
    let clock = if is_taken || piece == PAWN { 0 } else { FIFTY_MOVES.min(board.halfmove_clock() + 1) };
    board.hash() ^ keys.side ^ moved ^ taken ^ clock_key(clock)
}

/// Where kings stand far from each other.
const KINGS: [[Square; 2]; 2] = [[Square::A1, Square::H8], [Square::A8, Square::H1]];

/// The key of a piece on a square.
fn key(c: Color, pt: Piece, sq: Square) -> Key {
    if pt == Piece::King {
        return king(c, sq);
    }
    if pt == Piece::Pawn && [0, 7].contains(&(sq.rank() as usize)) {
        // No pawn stands there.
        return 0;
    }
    let kings = KINGS.into_iter().find(|kings| !kings.contains(&sq)).unwrap_or(KINGS[0]);
    let kings = [(kings[0], Piece::King, Color::White), (kings[1], Piece::King, Color::Black)];
    // The other side moves, so that no king can be taken.
    board(&[kings[0], kings[1], (sq, pt, c)], !c) ^ board(&kings, !c)
}

/// The key of a king on a square, off by what is the same for all squares.
fn king(c: Color, sq: Square) -> Key {
    let both = |own: Square, other: Square| board(&[(own, Piece::King, c), (other, Piece::King, !c)], c);
    let [near, far] = [Square::A1, Square::H8];
    let is_near = |corner: Square| {
        let apart = |a: usize, b: usize| a.abs_diff(b) > 1;
        !apart(sq.file() as usize, corner.file() as usize)
            && !apart(sq.rank() as usize, corner.rank() as usize)
    };
    if is_near(near) {
        both(sq, far) ^ both(Square::D4, far) ^ both(Square::D4, near)
    } else {
        both(sq, near)
    }
}

/// The key of a board with these pieces, and with kings far apart if there are none.
fn board(pieces: &[(Square, Piece, Color)], side: Color) -> Key {
    let mut builder = BoardBuilder::empty();
    builder.side_to_move = side;
    let [white, black] = KINGS[0];
    let kings = [(white, Piece::King, Color::White), (black, Piece::King, Color::Black)];
    for &(sq, pt, c) in if pieces.is_empty() { &kings } else { pieces } {
        *builder.square_mut(sq) = Some((pt, c));
    }
    builder.build().map_or(0, |board| board.hash())
}
