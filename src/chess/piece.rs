//! The piece types of chess, and the sides as cozy-chess names them.

use crate::game::{Color, PieceType};

/// Pawn.
pub const PAWN: PieceType = PieceType::new(0);
/// Knight.
pub const KNIGHT: PieceType = PieceType::new(1);
/// Bishop.
pub const BISHOP: PieceType = PieceType::new(2);
/// Rook.
pub const ROOK: PieceType = PieceType::new(3);
/// Queen.
pub const QUEEN: PieceType = PieceType::new(4);
/// King: the number it has in shogi, too.
pub const KING: PieceType = PieceType::new(7);

/// Numbers of piece types are below this.
pub const KINDS: usize = 8;

/// All piece types.
pub const ALL: [PieceType; 6] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING];

/// What a pawn can become, the best first.
pub(crate) const PROMOTIONS: [PieceType; 4] = [QUEEN, ROOK, BISHOP, KNIGHT];

/// The letters of the type numbers, as FEN writes them for white.
const LETTERS: [&str; KINDS] = ["P", "N", "B", "R", "Q", "?", "?", "K"];

/// The letter of a type, as FEN writes it for white.
pub const fn text(pt: PieceType) -> &'static str {
    LETTERS[pt.index() % KINDS]
}

/// The type with this upper-case letter.
pub(crate) fn from_letter(letter: char) -> Option<PieceType> {
    ALL.into_iter().find(|&pt| text(pt).starts_with(letter))
}

/// The type as cozy-chess names it; nothing for the numbers that are unused.
#[inline]
pub(super) const fn to_cozy(pt: PieceType) -> Option<cozy_chess::Piece> {
    match pt {
        PAWN => Some(cozy_chess::Piece::Pawn),
        KNIGHT => Some(cozy_chess::Piece::Knight),
        BISHOP => Some(cozy_chess::Piece::Bishop),
        ROOK => Some(cozy_chess::Piece::Rook),
        QUEEN => Some(cozy_chess::Piece::Queen),
        KING => Some(cozy_chess::Piece::King),
        _ => None,
    }
}

/// The type that cozy-chess names.
#[inline]
pub(super) const fn from_cozy(piece: cozy_chess::Piece) -> PieceType {
    match piece {
        cozy_chess::Piece::King => KING,
        other => PieceType::new(other as u8),
    }
}

/// The side as cozy-chess names it.
#[inline]
pub(super) const fn to_cozy_color(c: Color) -> cozy_chess::Color {
    match c {
        Color::White => cozy_chess::Color::White,
        Color::Black => cozy_chess::Color::Black,
    }
}

/// The side that cozy-chess names.
#[inline]
pub(super) const fn from_cozy_color(c: cozy_chess::Color) -> Color {
    match c {
        cozy_chess::Color::White => Color::White,
        cozy_chess::Color::Black => Color::Black,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_both_sides_agree() {
        for pt in ALL {
            assert_eq!(to_cozy(pt).map(from_cozy), Some(pt));
            assert_eq!(from_letter(text(pt).chars().next().unwrap_or('?')), Some(pt));
        }
        assert_eq!(to_cozy(PieceType::new(5)), None);
        assert_eq!(from_letter('?'), None);
        for c in Color::ALL {
            assert_eq!(from_cozy_color(to_cozy_color(c)), c);
        }
    }
}
