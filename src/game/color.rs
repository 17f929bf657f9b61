//! The two sides, and arrays indexed by them.

use std::ops::{Index, IndexMut, Not};

/// A side of the game.
///
/// `Black` moves first in shogi and second in chess; nothing in the engine
/// depends on who moved first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Color {
    /// Sente in shogi: its pieces point towards rank `a`.
    Black = 0,
    /// Gote in shogi: its pieces point towards rank `i`.
    White = 1,
}

impl Color {
    /// Both sides.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// 0 for black, 1 for white.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side with this index; only the lowest bit counts.
    #[inline]
    pub(crate) const fn from_index(index: usize) -> Self {
        if index & 1 == 0 { Self::Black } else { Self::White }
    }

    /// The other side, for constant evaluation.
    #[inline]
    pub const fn opposite(self) -> Self {
        Self::from_index(self as usize ^ 1)
    }

    /// The name as reports and JSON print it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.opposite()
    }
}

/// One value for each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ByColor<T>(pub [T; 2]);

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    #[inline]
    fn index(&self, c: Color) -> &T {
        &self.0[c as usize]
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline]
    fn index_mut(&mut self, c: Color) -> &mut T {
        &mut self.0[c as usize]
    }
}
