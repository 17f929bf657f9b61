//! Piece types by number, and a piece as it lies on a square.

use std::num::NonZeroU8;

use super::Color;

/// Every piece type of either game has a number below this.
pub const MAX_PIECE_TYPES: usize = 16;

/// The most pieces that can lie on a board (all of a shogi set).
pub(crate) const MAX_PIECES: usize = 40;

/// A piece type by its number; `shogi::piece` and `chess::piece` name them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct PieceType(u8);

impl PieceType {
    /// The piece type with this number, which must be below
    /// [`MAX_PIECE_TYPES`].
    #[inline]
    pub const fn new(index: u8) -> Self {
        debug_assert!((index as usize) < MAX_PIECE_TYPES);
        Self(index & (MAX_PIECE_TYPES as u8 - 1))
    }

    /// The number, for indexing.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & (MAX_PIECE_TYPES as u8 - 1)) as usize
    }

    /// The number as a byte.
    #[inline]
    pub const fn raw(self) -> u8 {
        self.0
    }
}

/// A piece of one side. `Option<Piece>` takes one byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Piece(NonZeroU8);

impl Piece {
    /// How many different numbers [`Piece::index`] can give.
    pub const COUNT: usize = 2 * MAX_PIECE_TYPES;

    /// The piece of this side and type.
    #[inline]
    pub const fn new(color: Color, piece_type: PieceType) -> Self {
        match NonZeroU8::new((((color as u8) << 4) | piece_type.raw()) + 1) {
            Some(code) => Self(code),
            None => unreachable!(),
        }
    }

    /// Whose piece it is.
    #[inline]
    pub const fn color(self) -> Color {
        Color::from_index(self.index() >> 4)
    }

    /// What it is.
    #[inline]
    pub const fn piece_type(self) -> PieceType {
        PieceType::new((self.index() & 15) as u8)
    }

    /// The piece as a byte, for tables with a place for every byte.
    #[inline]
    pub const fn raw(self) -> u8 {
        self.0.get()
    }

    /// A number below [`Piece::COUNT`].
    #[inline]
    pub const fn index(self) -> usize {
        (self.0.get().wrapping_sub(1) & 31) as usize
    }
}
