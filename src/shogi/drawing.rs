//! How a shogi board is drawn: tiles with Kanji, black below.

use super::position::Position;
use super::{notation, piece, square};
use crate::game::{Drawing, Figure, PieceType, Square};

/// The Kanji of the type numbers, one letter each as in diagrams of newspapers, and the
/// size of the tile in hundredths of a king's: the stronger, the larger.
const TILES: [(&str, u8); 16] = [
    ("歩", 88),
    ("香", 90),
    ("桂", 92),
    ("銀", 95),
    ("金", 95),
    ("角", 98),
    ("飛", 98),
    ("玉", 100),
    ("と", 88),
    ("杏", 90),
    ("圭", 92),
    ("全", 95),
    ("?", 100),
    ("馬", 98),
    ("龍", 98),
    ("?", 100),
];

impl Drawing for Position {
    const FILES: u8 = square::SIZE as u8;
    const RANKS: u8 = square::SIZE as u8;
    const CHECKERED: bool = false;

    fn cell(sq: Square) -> (u8, u8) {
        ((square::SIZE - 1 - square::file(sq)) as u8, square::rank(sq) as u8)
    }

    fn file_name(column: u8) -> char {
        (b'9' - column) as char
    }

    fn rank_name(row: u8) -> char {
        (b'a' + row) as char
    }

    fn japanese_rank_name(row: u8) -> char {
        notation::numeral(usize::from(row) + 1).chars().next().unwrap_or_else(|| Self::rank_name(row))
    }

    fn figure(pt: PieceType) -> Figure {
        let (kanji, size) = TILES[pt.index()];
        Figure::Tile { kanji, size, is_promoted: piece::is_promoted(pt) }
    }
}
