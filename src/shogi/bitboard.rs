//! Sets of squares of the 9 x 9 board.

use crate::game::{Color, Square, SquareSet, square_set};

use super::square::{SIZE, SQUARES, at};

/// A set of squares; bit `n` is square `n`.
///
/// ```
/// use somatic::shogi::Bitboard;
///
/// let corner = Bitboard::rank(0) & Bitboard::file(0);
/// assert_eq!(Bitboard::rank(2) | corner, Bitboard::drawn("
///     . . . . . . . . X
///     . . . . . . . . .
///     X X X X X X X X X
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
/// "));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Bitboard(pub(super) u128);

square_set!(Bitboard, mask, at, SIZE);

/// The bit of each square: a load is cheaper than a wide shift.
static MASKS: [u128; SQUARES] = {
    let mut masks = [0; SQUARES];
    let mut sq = 0;
    while sq < SQUARES {
        masks[sq] = 1 << sq;
        sq += 1;
    }
    masks
};

#[inline]
fn mask(sq: Square) -> u128 {
    MASKS[sq.index()]
}

/// One bit in rank `a` of every file.
const RANK_A: u128 = {
    let mut bits = 0;
    let mut file = 0;
    while file < SIZE {
        bits |= 1 << (file * SIZE);
        file += 1;
    }
    bits
};

impl Bitboard {
    /// Every square.
    pub const ALL: Self = Self((1 << SQUARES) - 1);

    /// The squares of a rank, 0 for rank `a`.
    pub const fn rank(rank: usize) -> Self {
        Self(RANK_A << rank)
    }

    /// The squares of a file, 0 for file 1.
    pub const fn file(file: usize) -> Self {
        Self(0x1ff << (file * SIZE))
    }

    /// The first `count` ranks as a player counts them from the far side.
    pub(crate) const fn far_ranks(c: Color, count: usize) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < count {
            let rank = match c {
                Color::Black => i,
                Color::White => SIZE - 1 - i,
            };
            bits |= Self::rank(rank).0;
            i += 1;
        }
        Self(bits)
    }

    /// Every square one step forward; nothing may stand on the last rank.
    #[inline]
    pub const fn forward(self, c: Color) -> Self {
        match c {
            Color::Black => Self(self.0 >> 1),
            Color::White => Self(self.0 << 1),
        }
    }

    /// Every file on which at least one square of the set lies, filled: where a pawn may not be
    /// dropped beside these pawns (nifu).
    ///
    /// ```
    /// use somatic::shogi::Bitboard;
    ///
    /// let pawns = Bitboard::drawn("
    ///     . . . . . . . . .
    ///     . . . . . . . . .
    ///     . X . . . . . . .
    ///     . . . . . . . . .
    ///     . . . . . . . . .
    ///     X . . . X . . . .
    ///     . . . . . . X . .
    ///     . . . . . . . . .
    ///     . . . . . . . . .
    /// ");
    /// assert_eq!(pawns.fill_files(), Bitboard::drawn("
    ///     X X . . X . X . .
    ///     X X . . X . X . .
    ///     X X . . X . X . .
    ///     X X . . X . X . .
    ///     X X . . X . X . .
    ///     X X . . X . X . .
    ///     X X . . X . X . .
    ///     X X . . X . X . .
    ///     X X . . X . X . .
    /// "));
    /// ```
    #[inline]
    pub const fn fill_files(self) -> Self {
        // With the bits of a file gathered in its lowest rank (a sum cannot
        // carry out of nine bits), multiplying spreads them over the file.
        let low = Self::RANKS_A_TO_H & self.0;
        let any = ((low + Self::RANKS_A_TO_H) | self.0) & (RANK_A << (SIZE - 1));
        let any = any >> (SIZE - 1);
        Self((any << SIZE).wrapping_sub(any))
    }

    /// All ranks but the last.
    const RANKS_A_TO_H: u128 = Self::ALL.0 & !(RANK_A << (SIZE - 1));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::square::square;

    #[test]
    fn files_fill_where_a_square_is_set() {
        let mut rng = crate::game::rng::Rng::new(1);
        for _ in 0..1000 {
            let bits = (u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64()))
                & (u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64()))
                & (u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64()));
            let set = Bitboard(bits) & Bitboard::ALL;
            let mut slow = Bitboard::EMPTY;
            for f in 0..SIZE {
                for r in 0..SIZE {
                    if set.contains(square(f, r)) {
                        slow |= Bitboard::file(f);
                    }
                }
            }
            assert_eq!(set.fill_files(), slow);
        }
    }

    #[test]
    fn for_each_agrees_with_the_iterator() {
        let set = Bitboard::rank(3) | Bitboard::file(7);
        let mut seen = Vec::new();
        set.for_each(|sq| seen.push(sq));
        assert_eq!(seen, set.squares().collect::<Vec<_>>());
        assert_eq!(seen.len() as u32, set.len());
    }
}
