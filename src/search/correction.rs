//! Correction history: by how much searches of similar positions differed from their
//! static evaluation, on average. What they share is the places of some pieces, the pieces
//! in hand, or the moves that led there.
//!
//! CITE: Caissa, Stockfish and others, "static evaluation correction history", 2023.

use crate::game::{Color, Key, LargePages, PieceType, Position, SquareSet, Value};

use super::params::Params;

/// Means of one kind, a side; a power of two.
const ENTRIES: usize = 1 << 14;
/// Kinds: by structure, by hands, by moves.
const KINDS: usize = MAX_STRUCTURES + 2;
/// The most groups of pieces that a game tells apart.
pub(crate) const MAX_STRUCTURES: usize = 3;
/// What a value of 1 is in the tables.
const GRAIN: i32 = 16;
/// Larger differences count as this: a mean fits into 16 bits.
const MOST: Value = 2000;
const _: () = assert!(MOST * GRAIN < i16::MAX as i32);
/// A mean moves by `depth + 1` parts of this towards a new difference, and by at most
/// [`MOST_PARTS`] of them.
const PARTS: i32 = 256;
/// The most parts that one difference moves it by.
const MOST_PARTS: i32 = 16;

/// The means of one thread.
#[derive(Debug)]
pub struct Correction {
    /// By kind, side and place.
    means: LargePages<i16>,
}

/// Where a position's means stand.
#[derive(Clone, Copy, Debug)]
pub struct Places([u16; KINDS]);

impl Correction {
    /// Nothing is known; room is taken only where corrections are asked for.
    pub fn new(params: &Params) -> Self {
        let room = if params.corrects() { 2 * KINDS * ENTRIES } else { 0 };
        Self { means: LargePages::zeroed(room) }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.means.fill(0);
    }

    /// What is to be added to the evaluation of a position for the side to move.
    #[inline]
    pub fn of(&self, us: Color, places: Places, params: &Params) -> Value {
        let (percents, means): (_, &[i16]) = (&params.correction, &self.means);
        let mut sum = 0;
        for (kind, &place) in places.0.iter().enumerate() {
            let percent = match kind {
                0..MAX_STRUCTURES => percents.structure,
                MAX_STRUCTURES => percents.hands,
                _ => percents.moves,
            };
            sum += percent * i32::from(means[index(kind, us, place)]);
        }
        sum / (100 * GRAIN)
    }

    /// A search to a depth found this difference from the evaluation.
    pub fn learn(&mut self, us: Color, places: Places, depth: i32, difference: Value) {
        let parts = (depth + 1).min(MOST_PARTS);
        let new = difference.clamp(-MOST, MOST) * GRAIN;
        for (kind, &place) in places.0.iter().enumerate() {
            let mean = &mut self.means[index(kind, us, place)];
            let old = i32::from(*mean);
            *mean = (old + (new - old) * parts / PARTS) as i16;
        }
    }
}

/// The number of a mean.
#[inline]
const fn index(kind: usize, us: Color, place: u16) -> usize {
    (2 * kind + us.index()) * ENTRIES + place as usize % ENTRIES
}

/// The places of a position's means; `moves` tells the moves that led to it.
#[inline]
pub fn places<P: Position>(position: &P, moves: u64) -> Places {
    let mut places = [0; KINDS];
    for (place, group) in places.iter_mut().zip(P::STRUCTURES) {
        *place = structure(position, group);
    }
    places[MAX_STRUCTURES] = (mix(0, position.hand_key().into()) >> 48) as u16;
    places[MAX_STRUCTURES + 1] = (mix(0, moves.into()) >> 48) as u16;
    Places(places)
}

/// A key of the pieces of some types in their places.
#[inline]
pub fn structure<P: Position>(position: &P, types: &[PieceType]) -> u16 {
    let (black, white) = (position.by_color(Color::Black), position.by_color(Color::White));
    let key = types.iter().fold(0, |key, &pt| {
        let pieces = position.by_type(pt);
        mix(mix(key, (pieces & black).to_bits()), (pieces & white).to_bits())
    });
    (key >> 48) as u16
}

/// Combines a key with a set of squares, or with another key.
#[inline]
const fn mix(key: Key, bits: u128) -> Key {
    let folded = (bits as u64) ^ ((bits >> 64) as u64).rotate_left(23);
    (key.rotate_left(29) ^ folded).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_follow_the_differences_of_positions_alike() {
        let params = Params::default().with(|p| {
            p.correction.structure = 30;
            p.correction.hands = 10;
            p.correction.moves = 0;
        });
        let mut correction = Correction::new(&params);
        let us = Color::Black;
        let at = Places([1, 2, 3, 4, 5]);
        assert_eq!(correction.of(us, at, &params), 0);
        for _ in 0..1000 {
            correction.learn(us, at, 20, 100);
        }
        let all = correction.of(us, at, &params);
        assert!((90..=100).contains(&all), "three structures and the hands: {all}");
        assert_eq!(correction.of(!us, at, &params), 0, "the other side's are apart");
        let alike = correction.of(us, Places([7, 2, 3, 4, 5]), &params);
        assert!((60..all).contains(&alike), "all but one structure: {alike} of {all}");
        // No difference is so large that a mean leaves its range.
        for _ in 0..1000 {
            correction.learn(us, at, 100, 30_000);
        }
        assert!(correction.of(us, at, &params) <= MOST);
        correction.clear();
        assert_eq!(correction.of(us, at, &params), 0);
    }
}
