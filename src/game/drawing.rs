//! How a game's board and pieces are drawn: where squares lie on a picture, and
//! what stands on them. Sizes and colors are not its concern.

use super::{Notation, PieceType, Square};

/// What a picture of a board needs beside the notation. The side of
/// [`Notation::CAPITALS`] sits at the bottom.
///
/// ```
/// use somatic::game::{Drawing, Figure};
/// use somatic::shogi::{Position, piece, square};
///
/// let sq = square::parse("7g").expect("a square");
/// assert_eq!(Position::cell(sq), (2, 6), "counted from the top left, which is 9a");
/// assert_eq!((Position::file_name(2), Position::rank_name(6)), ('7', 'g'));
/// assert!(matches!(Position::figure(piece::HORSE), Figure::Tile { kanji: "馬", is_promoted: true, .. }));
/// ```
pub trait Drawing: Notation {
    /// Files, which are columns of the picture.
    const FILES: u8;
    /// Ranks, which are its rows.
    const RANKS: u8;
    /// Whether every other square is dark.
    const CHECKERED: bool;

    /// The column and the row of a square, counted from the top left.
    fn cell(sq: Square) -> (u8, u8);
    /// The name of the file that a column is.
    fn file_name(column: u8) -> char;
    /// The name of the rank that a row is.
    fn rank_name(row: u8) -> char;
    /// The name of the rank where moves are written as the Japanese do.
    fn japanese_rank_name(row: u8) -> char {
        Self::rank_name(row)
    }
    /// The form of a piece.
    fn figure(pt: PieceType) -> Figure;
}

/// The form of a piece, in a box of 100 by 100 as the side at the bottom sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Figure {
    /// A tile that points at the other side, and its name on it.
    Tile {
        /// One letter.
        kanji: &'static str,
        /// Of the tile of a king, in hundredths.
        size: u8,
        /// Whether this is its other face.
        is_promoted: bool,
    },
    /// A shape that stands upright for both sides, in the color of its side.
    Shape {
        /// Its outline, as the path data of an SVG.
        outline: &'static str,
        /// Lines within it, as well; perhaps none.
        lines: &'static str,
    },
}

impl Figure {
    /// Its name in Kanji, if it has one.
    pub const fn kanji(self) -> Option<&'static str> {
        match self {
            Self::Tile { kanji, .. } => Some(kanji),
            Self::Shape { .. } => None,
        }
    }
}
