//! The 81 squares, numbered file by file: `file * 9 + rank`, with file 1 and
//! rank `a` first. A black pawn's step lowers the number by one.

use crate::game::{Color, Square};

/// Files and ranks.
pub const SIZE: usize = 9;
/// How many squares there are.
pub const SQUARES: usize = SIZE * SIZE;

/// The square on a file (0 is file 1) and rank (0 is rank `a`).
#[inline]
pub const fn square(file: usize, rank: usize) -> Square {
    Square::new((file * SIZE + rank) as u8)
}

/// The square in a row and a column of the board as black sees it, from the top left.
pub(crate) const fn at(row: usize, column: usize) -> Square {
    square(SIZE - 1 - column, row)
}

/// The file, 0 for file 1.
#[inline]
pub const fn file(sq: Square) -> usize {
    sq.index() / SIZE
}

/// The rank, 0 for rank `a`.
#[inline]
pub const fn rank(sq: Square) -> usize {
    sq.index() % SIZE
}

/// The rank counted from the far side of a player: 0 is his last rank.
#[inline]
pub const fn relative_rank(sq: Square, c: Color) -> usize {
    match c {
        Color::Black => rank(sq),
        Color::White => SIZE - 1 - rank(sq),
    }
}

/// The text of a square, such as `7g`.
pub fn text(sq: Square) -> String {
    let file = (b'1' + file(sq) as u8) as char;
    let rank = (b'a' + rank(sq) as u8) as char;
    format!("{file}{rank}")
}

/// Reads a square such as `7g`.
pub fn parse(text: &str) -> Option<Square> {
    match text.as_bytes() {
        [f @ b'1'..=b'9', r @ b'a'..=b'i'] => Some(square((f - b'1') as usize, (r - b'a') as usize)),
        _ => None,
    }
}
