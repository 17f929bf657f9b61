//! Pieces in hand, packed into one word.

use crate::game::PieceType;

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

impl Hand {
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

    /// Whether this hand holds at least as many of every type.
    #[inline]
    pub const fn is_at_least(self, other: Self) -> bool {
        // A field that is too small borrows from its spare bit.
        (self.0 | SPARE).wrapping_sub(other.0) & SPARE == SPARE
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
        }
    }
}
