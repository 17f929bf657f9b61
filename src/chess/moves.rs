//! Moves in 16 bits.

use std::num::NonZeroU16;

use crate::game::{PieceType, Square};

use super::piece::{self, KING, KNIGHT, PAWN, QUEEN};
use super::square::{self, to_cozy};

/// A move: destination in bits 0-5, origin in bits 6-11, what a pawn becomes
/// in bits 12-14. Castling is the king taking its own rook. Never 0, so that
/// an optional move takes no more room.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU16);

const FROM_SHIFT: u32 = 6;
const PROMOTION_SHIFT: u32 = 12;
const FIELD: u16 = 63;

impl Move {
    /// A piece moves without promoting.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Self {
        Self::promotion_to(PAWN, from, to)
    }

    /// A pawn moves and becomes a piece of this type; nothing but a pawn
    /// becomes a pawn.
    #[inline]
    pub(crate) const fn promotion_to(pt: PieceType, from: Square, to: Square) -> Self {
        let bits = to.raw() as u16 & FIELD | (from.raw() as u16 & FIELD) << FROM_SHIFT;
        debug_assert!(from.raw() != to.raw(), "a move from a square to itself");
        match NonZeroU16::new(bits | (pt.raw() as u16 & 7) << PROMOTION_SHIFT) {
            Some(bits) => Self(bits),
            None => panic!("a move from a square to itself"),
        }
    }

    /// The move with these bits, if they could be a move on an empty page.
    pub const fn from_raw(raw: u16) -> Option<Self> {
        let (to, from) = (raw & FIELD, (raw >> FROM_SHIFT) & FIELD);
        if from == to || raw >> PROMOTION_SHIFT > QUEEN.raw() as u16 {
            return None;
        }
        match NonZeroU16::new(raw) {
            Some(bits) => Some(Self(bits)),
            None => None,
        }
    }

    /// The bits.
    #[inline]
    pub const fn raw(self) -> u16 {
        self.0.get()
    }

    /// Where the piece comes from.
    #[inline]
    pub const fn from(self) -> Square {
        Square::new((self.raw() >> FROM_SHIFT & FIELD) as u8)
    }

    /// Where it goes; for castling, where the rook stands.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new((self.raw() & FIELD) as u8)
    }

    /// What a pawn becomes on the last rank.
    #[inline]
    pub const fn promotion(self) -> Option<PieceType> {
        match self.raw() >> PROMOTION_SHIFT {
            0 => None,
            number => Some(PieceType::new(number as u8)),
        }
    }

    /// Reads UCI text such as `e2e4` or `e7e8q`, without a board.
    pub fn parse(text: &str) -> Option<Self> {
        let (from, to) = (square::parse(text.get(..2)?)?, square::parse(text.get(2..4)?)?);
        let promotion = match text.get(4..)? {
            "" => PAWN,
            // Some programs write what a pawn becomes in a capital letter.
            letter @ ("n" | "b" | "r" | "q" | "N" | "B" | "R" | "Q") => {
                piece::from_letter(letter.chars().next()?.to_ascii_uppercase())?
            }
            _ => return None,
        };
        (from != to).then(|| Self::promotion_to(promotion, from, to))
    }

    /// The move as cozy-chess writes it.
    #[inline]
    pub(super) const fn to_cozy(self) -> cozy_chess::Move {
        let promotion = match self.promotion() {
            None => None,
            // Whatever nobody can become is a king to cozy-chess, which knows
            // that this is never legal.
            Some(pt) if pt.raw() < KNIGHT.raw() || pt.raw() > QUEEN.raw() => piece::to_cozy(KING),
            Some(pt) => piece::to_cozy(pt),
        };
        cozy_chess::Move { from: to_cozy(self.from()), to: to_cozy(self.to()), promotion }
    }
}

impl std::fmt::Display for Move {
    /// Writes UCI text, castling as the king taking its rook.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let letter = self.promotion().map_or("", piece::text).to_ascii_lowercase();
        write!(f, "{}{}{letter}", square::text(self.from()), square::text(self.to()))
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_and_text_round_trip() {
        let mut moves = 0;
        for raw in 0..=u16::MAX {
            let Some(m) = Move::from_raw(raw) else { continue };
            moves += 1;
            assert_eq!(m.raw(), raw);
            assert_eq!(Move::parse(&m.to_string()), Some(m));
            assert_eq!(m.to_cozy().to_string(), m.to_string());
        }
        assert_eq!(moves, 64 * 63 * 5);
    }

    #[test]
    fn what_is_no_move_is_refused() {
        for text in ["", "e2", "e2e", "e2e9", "i2e4", "e2e2", "e7e8k", "e7e8p", "e7e8qq", "0000", "éé"] {
            assert_eq!(Move::parse(text), None, "{text}");
        }
    }
}
