//! How a chess board is drawn: simple pieces of our own, white below.

use super::position::Position;
use super::{piece, square};
use crate::game::{Drawing, Figure, PieceType, Square};

impl Drawing for Position {
    const FILES: u8 = square::SIZE as u8;
    const RANKS: u8 = square::SIZE as u8;
    const CHECKERED: bool = true;

    fn cell(sq: Square) -> (u8, u8) {
        (square::file(sq) as u8, (square::SIZE - 1 - square::rank(sq)) as u8)
    }

    fn file_name(column: u8) -> char {
        square::file_letter(column as usize)
    }

    fn rank_name(row: u8) -> char {
        (b'8' - row) as char
    }

    fn figure(pt: PieceType) -> Figure {
        let (outline, lines) = match pt {
            piece::KNIGHT => (KNIGHT, "M41 33h5"),
            piece::BISHOP => (BISHOP, "M50 38v20M42 47h16"),
            piece::ROOK => (ROOK, "M36 40h28M36 68h28"),
            piece::QUEEN => (QUEEN, "M31 66h38"),
            piece::KING => (KING, "M32 66h36M50 40v20"),
            _ => (PAWN, ""),
        };
        Figure::Shape { outline, lines }
    }
}

/// A ball on a cone.
const PAWN: &str = "M43 45a14 14 0 1 1 14 0q3 17 11 27h-36q8-10 11-27zM27 74h46v12h-46z";
/// A head that looks to the left.
const KNIGHT: &str = "M34 72c0-16 16-20 16-32c-7 1-9 8-17 9c-6 1-9-6-6-10c6-8 11-16 20-21l2-9\
    c6 2 8 5 10 9c16 4 22 24 20 54zM28 74h54v12h-54z";
/// A mitre with a ball.
const BISHOP: &str = "M50 14a5 5 0 1 1 0 10a5 5 0 1 1 0-10zM50 25c15 11 22 22 19 33c-2 6-6 9-8 14\
    h-22c-2-5-6-8-8-14c-3-11 4-22 19-33zM26 74h48v12h-48z";
/// A tower.
const ROOK: &str = "M28 18h10v8h8v-8h8v8h8v-8h10v18l-8 6v24l6 6h-40l6-6v-24l-8-6zM24 74h52v12h-52z";
/// A crown with four balls.
const QUEEN: &str = "M20 36l13 15l7-25l10 21l10-21l7 25l13-15l-9 36h-42zM26 74h48v12h-48z\
    M20 26a5 5 0 1 1 0 10a5 5 0 1 1 0-10zM40 16a5 5 0 1 1 0 10a5 5 0 1 1 0-10z\
    M60 16a5 5 0 1 1 0 10a5 5 0 1 1 0-10zM80 26a5 5 0 1 1 0 10a5 5 0 1 1 0-10z";
/// A crown with a cross.
const KING: &str = "M46 10h8v7h7v8h-7v9h-8v-9h-7v-8h7zM50 40c6-12 30-10 30 8c0 11-8 17-11 24\
    h-38c-3-7-11-13-11-24c0-18 24-20 30-8zM26 74h48v12h-48z";
