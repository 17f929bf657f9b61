//! Moves in 16 bits, and their USI text.

use std::num::NonZeroU16;

use crate::game::{PieceType, Square};

use super::piece;
use super::square::{self, SQUARES};

/// A move: destination in bits 0-6, origin in bits 7-13 (for a drop 81 plus
/// the piece type), promotion in bit 14. Never 0, so that an optional move
/// takes no more room.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU16);

const FROM_SHIFT: u32 = 7;
const FIELD: u16 = 127;
const PROMOTION: u16 = 1 << 14;

impl Move {
    /// A piece moves without promoting.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Self {
        Self::from_bits(to.raw() as u16 | (from.raw() as u16) << FROM_SHIFT)
    }

    /// The move with these bits. Origin and destination differ, so that one
    /// of them is not square 0.
    #[inline]
    const fn from_bits(bits: u16) -> Self {
        match NonZeroU16::new(bits) {
            Some(bits) => Self(bits),
            None => panic!("a move from a square to itself"),
        }
    }

    /// A piece moves and promotes.
    #[inline]
    pub const fn promotion(from: Square, to: Square) -> Self {
        Self::from_bits(Self::new(from, to).raw() | PROMOTION)
    }

    /// A piece is dropped.
    #[inline]
    pub const fn drop(pt: PieceType, to: Square) -> Self {
        Self::from_bits(to.raw() as u16 | (SQUARES as u16 + pt.raw() as u16) << FROM_SHIFT)
    }

    /// The move with these bits, if they could be a move on an empty page.
    pub const fn from_raw(raw: u16) -> Option<Self> {
        let (to, from) = (raw & FIELD, (raw >> FROM_SHIFT) & FIELD);
        let is_drop = from >= SQUARES as u16;
        if to >= SQUARES as u16
            || raw >> 15 != 0
            || from == to
            || is_drop && (from >= SQUARES as u16 + 7 || raw & PROMOTION != 0)
        {
            return None;
        }
        Some(Self::from_bits(raw))
    }

    /// The bits.
    #[inline]
    pub const fn raw(self) -> u16 {
        self.0.get()
    }

    /// The origin and, for a drop, 81 plus the piece type: below 88.
    #[inline]
    pub(crate) const fn from_code(self) -> usize {
        ((self.raw() >> FROM_SHIFT) & FIELD) as usize
    }

    /// Whether a piece is dropped.
    #[inline]
    pub const fn is_drop(self) -> bool {
        self.from_code() >= SQUARES
    }

    /// Where a moving piece comes from; not to be asked of a drop.
    #[inline]
    pub const fn from(self) -> Square {
        Square::new(self.from_code() as u8)
    }

    /// What is dropped; not to be asked of another move.
    #[inline]
    pub const fn dropped(self) -> PieceType {
        PieceType::new((self.from_code() - SQUARES) as u8)
    }

    /// The destination.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new((self.raw() & FIELD) as u8)
    }

    /// Whether the piece promotes.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.raw() & PROMOTION != 0
    }

    /// What a promotion adds to the number of the piece type; 0 without one.
    #[inline]
    pub(super) const fn promotion_bit(self) -> u8 {
        (self.raw() >> PROMOTION.trailing_zeros()) as u8 * piece::PROMOTED
    }

    /// Reads USI text such as `7g7f`, `8h2b+` or `P*5e`, without a board.
    pub fn parse(text: &str) -> Option<Self> {
        if !text.is_ascii() {
            return None;
        }
        if let Some((letter, to)) = text.split_once('*') {
            let mut letters = letter.chars();
            let pt = piece::from_letter(letters.next()?)?;
            if letters.next().is_some() || pt == piece::KING {
                return None;
            }
            return Some(Self::drop(pt, square::parse(to)?));
        }
        let (squares, promotes) = match text.strip_suffix('+') {
            Some(rest) => (rest, true),
            None => (text, false),
        };
        if squares.len() != 4 {
            return None;
        }
        let (from, to) = (square::parse(&squares[..2])?, square::parse(&squares[2..])?);
        if from == to {
            return None;
        }
        Some(if promotes { Self::promotion(from, to) } else { Self::new(from, to) })
    }
}

impl std::fmt::Display for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_drop() {
            write!(f, "{}*{}", piece::text(self.dropped()), square::text(self.to()))
        } else {
            let mark = if self.is_promotion() { "+" } else { "" };
            write!(f, "{}{}{mark}", square::text(self.from()), square::text(self.to()))
        }
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}
