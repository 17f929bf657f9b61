//! Sets of squares of the 8 x 8 board.

use crate::game::{Square, SquareSet, square_set};

use super::square::{SIZE, SQUARES, at};

/// A set of squares; bit `n` is square `n`.
///
/// ```
/// use somatic::chess::Bitboard;
///
/// assert_eq!(Bitboard::file(4) | Bitboard::rank(0), Bitboard::drawn("
///     . . . . X . . .
///     . . . . X . . .
///     . . . . X . . .
///     . . . . X . . .
///     . . . . X . . .
///     . . . . X . . .
///     . . . . X . . .
///     X X X X X X X X
/// "));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Bitboard(pub(super) u64);

square_set!(Bitboard, mask, at, SIZE);

#[inline]
const fn mask(sq: Square) -> u64 {
    1 << (sq.index() % SQUARES)
}

impl Bitboard {
    /// Every square.
    pub const ALL: Self = Self(u64::MAX);

    /// The squares of a rank, 0 for rank 1.
    pub const fn rank(rank: usize) -> Self {
        Self(0xff << (rank * SIZE))
    }

    /// The squares of a file, 0 for file a.
    pub const fn file(file: usize) -> Self {
        Self(0x0101_0101_0101_0101 << file)
    }

    /// The ranks on which pawns promote: one side's and the other's.
    pub(crate) const LAST_RANKS: Self = Self(Self::rank(0).0 | Self::rank(SIZE - 1).0);

    /// The dark squares, a1 among them.
    pub(crate) const DARK: Self = Self(0xaa55_aa55_aa55_aa55);
}

impl From<cozy_chess::BitBoard> for Bitboard {
    #[inline]
    fn from(set: cozy_chess::BitBoard) -> Self {
        Self(set.0)
    }
}

impl From<Bitboard> for cozy_chess::BitBoard {
    #[inline]
    fn from(set: Bitboard) -> Self {
        Self(set.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::square::{file, rank, square};

    #[test]
    fn dark_squares_are_where_file_and_rank_are_alike() {
        for sq in Bitboard::ALL.squares() {
            assert_eq!(Bitboard::DARK.contains(sq), file(sq) % 2 == rank(sq) % 2);
        }
    }

    #[test]
    fn the_picture_shows_white_below() {
        let picture = format!("{:?}", Bitboard::of(square(0, 0)) | Bitboard::rank(7));
        assert!(picture.starts_with(" X X X X X X X X\n"));
        assert!(picture.ends_with(" X . . . . . . .\n"));
    }
}
