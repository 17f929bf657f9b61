//! A small random number generator with a fixed sequence, for tests, samples
//! and openings that must be the same everywhere.

use super::zobrist::split_mix;

/// SplitMix64 (Steele, Lea and Flood 2014).
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// A generator with this seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 random bits.
    pub(crate) const fn next_u64(&mut self) -> u64 {
        let (state, out) = split_mix(self.0);
        self.0 = state;
        out
    }

    /// A number below `n`; 0 if `n` is 0.
    pub const fn below(&mut self, n: usize) -> usize {
        ((self.next_u64() as u128 * n as u128) >> 64) as usize
    }

    /// Puts numbers into a random order (Fisher and Yates).
    pub(crate) fn shuffle(&mut self, numbers: &mut [u32]) {
        for i in (1..numbers.len()).rev() {
            numbers.swap(i, self.below(i + 1));
        }
    }
}
