//! The 64 squares, numbered rank by rank: `rank * 8 + file`, with a1 first,
//! as cozy-chess numbers them. A white pawn's step raises the number by 8.

use crate::game::{Color, Square};

/// Files and ranks.
pub const SIZE: usize = 8;
/// How many squares there are.
pub const SQUARES: usize = SIZE * SIZE;

/// The square on a file (0 is file a) and rank (0 is rank 1).
#[inline]
pub const fn square(file: usize, rank: usize) -> Square {
    Square::new((rank * SIZE + file) as u8)
}

/// The square in a row and a column of the board as white sees it, from the top left.
pub(crate) const fn at(row: usize, column: usize) -> Square {
    square(column, SIZE - 1 - row)
}

/// The file, 0 for file a.
#[inline]
pub const fn file(sq: Square) -> usize {
    sq.index() % SIZE
}

/// The rank, 0 for rank 1.
#[inline]
pub const fn rank(sq: Square) -> usize {
    sq.index() / SIZE
}

/// The rank counted from a player's own side: 0 is his back rank.
#[inline]
pub const fn relative_rank(sq: Square, c: Color) -> usize {
    match c {
        Color::White => rank(sq),
        Color::Black => SIZE - 1 - rank(sq),
    }
}

/// The text of a square, such as `e4`.
pub fn text(sq: Square) -> String {
    format!("{}{}", file_letter(file(sq)), rank(sq) + 1)
}

/// The letter of a file, lower case.
pub(crate) const fn file_letter(file: usize) -> char {
    (b'a' + file as u8) as char
}

/// Reads a square such as `e4`.
pub fn parse(text: &str) -> Option<Square> {
    match text.as_bytes() {
        [f @ b'a'..=b'h', r @ b'1'..=b'8'] => Some(square((f - b'a') as usize, (r - b'1') as usize)),
        _ => None,
    }
}

/// The square as cozy-chess names it.
#[inline]
pub(super) const fn to_cozy(sq: Square) -> cozy_chess::Square {
    cozy_chess::Square::index_const(sq.index() % SQUARES)
}

/// The square that cozy-chess names.
#[inline]
pub(super) const fn from_cozy(sq: cozy_chess::Square) -> Square {
    Square::new(sq as u8)
}
