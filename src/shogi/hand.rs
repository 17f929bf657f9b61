//! Pieces in hand, packed into one word.

use crate::game::{Holding, PieceType};

/// The pieces one side holds. Each type has its own bit field with a spare
/// bit above it, so that two hands compare in one subtraction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Hand(u32);

/// The lowest bit of each type's field.
const SHIFT: [u32; 8] = [0, 6, 10, 14, 18, 22, 25, 31];
/// The field of each type, shifted down.
const MASK: [u32; 8] = [31, 7, 7, 7, 7, 3, 3, 0];
/// The spare bits.
const SPARE: u32 = 1 << 5 | 1 << 9 | 1 << 13 | 1 << 17 | 1 << 21 | 1 << 24 | 1 << 27;

/// The spare bits of the pawns, of the types of which there are two, and of the rest.
const PAWN_SPARE: u32 = 1 << 5;
const PAIR_SPARE: u32 = 1 << 24 | 1 << 27;
const FOUR_SPARE: u32 = SPARE & !PAWN_SPARE & !PAIR_SPARE;

impl Hand {
    /// All pieces that can be held.
    pub(crate) const WHOLE_SET: Self = {
        let mut bits = 0;
        let mut i = 0;
        while i < 7 {
            bits |= (super::piece::SET[i] as u32) << SHIFT[i];
            i += 1;
        }
        Self(bits)
    };

    /// Nothing in hand.
    pub const EMPTY: Self = Self(0);

    /// How many of a type are held; 0 for types that cannot be.
    #[inline]
    pub const fn count(self, pt: PieceType) -> u8 {
        let i = pt.index() & 7;
        ((self.0 >> SHIFT[i]) & MASK[i]) as u8
    }

    /// Whether any of a type is held.
    #[inline]
    pub const fn has(self, pt: PieceType) -> bool {
        let i = pt.index() & 7;
        self.0 & (MASK[i] << SHIFT[i]) != 0
    }

    /// Whether nothing is held.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Takes one more of an unpromoted type.
    #[inline]
    pub const fn add(&mut self, pt: PieceType) {
        self.0 += 1 << SHIFT[pt.index() & 7];
    }

    /// Gives one of a type away; there must be one.
    #[inline]
    pub const fn remove(&mut self, pt: PieceType) {
        self.0 -= 1 << SHIFT[pt.index() & 7];
    }

    /// The bits of all fields in which this hand holds at least as many.
    #[inline]
    const fn fields_at_least(self, other: Self) -> u32 {
        let spare = (self.0 | SPARE).wrapping_sub(other.0) & SPARE;
        // From the spare bit down to the field's lowest.
        let lowest = (spare & PAWN_SPARE) >> 5 | (spare & PAIR_SPARE) >> 2 | (spare & FOUR_SPARE) >> 3;
        spare - lowest
    }

    /// This hand with as many of a type as another holds.
    #[inline]
    pub(crate) const fn with_all_of(self, pt: PieceType, other: Self) -> Self {
        let i = pt.index() & 7;
        let field = MASK[i] << SHIFT[i];
        Self(self.0 & !field | other.0 & field)
    }
}

impl Holding for Hand {
    const NONE: Self = Self::EMPTY;

    #[inline]
    fn is_at_least(self, other: Self) -> bool {
        // A field that is too small borrows from its spare bit.
        (self.0 | SPARE).wrapping_sub(other.0) & SPARE == SPARE
    }

    #[inline]
    fn union(self, other: Self) -> Self {
        let own = self.fields_at_least(other);
        Self(self.0 & own | other.0 & !own)
    }

    #[inline]
    fn intersection(self, other: Self) -> Self {
        let own = self.fields_at_least(other);
        Self(other.0 & own | self.0 & !own)
    }

    #[inline]
    fn to_bits(self) -> u32 {
        self.0
    }

    #[inline]
    fn from_bits(bits: u32) -> Self {
        Self(bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rng::Rng;
    use crate::shogi::piece::{HAND, SET};

    #[test]
    fn counts_and_comparison_agree_with_arrays() {
        let mut rng = Rng::new(3);
        for _ in 0..5000 {
            let mut hands = [Hand::EMPTY; 2];
            let mut counts = [[0u8; 7]; 2];
            for (hand, count) in hands.iter_mut().zip(&mut counts) {
                for pt in HAND {
                    for _ in 0..rng.below(SET[pt.index()] as usize + 1) {
                        hand.add(pt);
                        count[pt.index()] += 1;
                    }
                    if hand.has(pt) && rng.below(2) == 0 {
                        hand.remove(pt);
                        count[pt.index()] -= 1;
                    }
                    assert_eq!(hand.count(pt), count[pt.index()]);
                    assert_eq!(hand.has(pt), count[pt.index()] > 0);
                }
            }
            let slow = counts[0].iter().zip(&counts[1]).all(|(a, b)| a >= b);
            assert_eq!(hands[0].is_at_least(hands[1]), slow);
            for pt in HAND {
                let (a, b) = (counts[0][pt.index()], counts[1][pt.index()]);
                assert_eq!(hands[0].union(hands[1]).count(pt), a.max(b));
                assert_eq!(hands[0].intersection(hands[1]).count(pt), a.min(b));
            }
        }
    }
}
