//! How a shogi board is drawn: tiles with Kanji, black below.

use super::position::Position;
use super::{notation, piece, square};
use crate::game::{Drawing, Figure, PieceType, Square};

/// The sizes of the tiles of the unpromoted types in hundredths of a king's: the stronger, the larger.
const SIZES: [u8; 8] = [88, 90, 92, 95, 95, 98, 98, 100];

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
        let size = SIZES[piece::unpromoted(pt).index()];
        Figure::Tile { kanji: notation::sign(pt), size, is_promoted: piece::is_promoted(pt) }
    }
}
