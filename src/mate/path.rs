//! The line that leads to a position, and what is refuted on that line only.

use crate::game::zobrist::mix;
use crate::game::{Holding, Key};

use super::number::Plies;

/// Longest line, in plies: what would lie beyond it is not decided.
pub(crate) const DEEPEST: u16 = 2_000;
/// The line on which a refutation relies that relies on none.
pub const FOR_GOOD: u16 = u16::MAX;

/// A position of the attacker on the line.
#[derive(Clone, Copy, Debug)]
struct Step<H> {
    key: Key,
    hand: H,
    ply: u16,
    /// The key of the line up to here.
    line: u64,
}

/// The attacker's positions from the root to where the search is.
#[derive(Debug)]
pub struct Path<H> {
    steps: Vec<Step<H>>,
}

impl<H: Holding> Path<H> {
    /// An empty line.
    pub fn new() -> Self {
        Self { steps: Vec::with_capacity(DEEPEST as usize) }
    }

    /// Goes on to a position of the attacker.
    pub fn push(&mut self, key: Key, hand: H, ply: u16) {
        let here = mix(key ^ u64::from(hand.to_bits()) << 32).wrapping_add(u64::from(ply));
        let line = self.key().wrapping_add(mix(here));
        self.steps.push(Step { key, hand, ply, line });
    }

    /// Goes back.
    pub fn pop(&mut self) {
        self.steps.pop();
    }

    /// The key of the line.
    pub fn key(&self) -> u64 {
        self.steps.last().map_or(0, |step| step.line)
    }

    /// The ply of a position on the line with the same board, in which the attacker
    /// held as much or more.
    pub fn find(&self, key: Key, hand: H) -> Option<u16> {
        let found = self.steps.iter().rev().find(|step| step.key == key && step.hand.is_at_least(hand));
        found.map(|step| step.ply)
    }
}

/// A refutation on one line.
#[derive(Clone, Copy, Debug, Default)]
struct Refutation {
    /// Of board, hand and line.
    key: u64,
    plies: Plies,
    relies_on: u16,
    /// The search that wrote it; 0 for none.
    age: u16,
}

/// What is refuted on one line only. A newer one takes the place of an older. Where it stands does not depend
/// on the search, so that what gives way to what is the same every time.
#[derive(Debug)]
pub(crate) struct Refutations {
    entries: Box<[Refutation]>,
    age: u16,
}

impl Refutations {
    /// Room for some.
    pub fn new() -> Self {
        /// Enough for what is soon asked for again.
        const COUNT: usize = 1 << 16;
        Self { entries: vec![Refutation::default(); COUNT].into_boxed_slice(), age: 1 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.age = self.age.wrapping_add(1);
        if self.age == 0 {
            self.entries.fill(Refutation::default());
            self.age = 1;
        }
    }

    fn place(&self, key: Key, hand: u32, line: u64) -> (u64, usize) {
        let key = mix(key ^ mix(line ^ u64::from(hand))) | 1;
        (key, key as usize >> 1 & (self.entries.len() - 1))
    }

    /// Within how many plies a position is refuted on a line, and on which ply of
    /// it that relies.
    pub fn look(&self, key: Key, hand: u32, line: u64, within: Plies) -> Option<(Plies, u16)> {
        let (key, at) = self.place(key, hand, line);
        let found = &self.entries[at];
        (found.age == self.age && found.key == key && found.plies >= within)
            .then_some((found.plies, found.relies_on))
    }

    /// Writes down a refutation on a line.
    pub fn store(&mut self, key: Key, hand: u32, line: u64, plies: Plies, relies_on: u16) {
        let (key, at) = self.place(key, hand, line);
        self.entries[at] = Refutation { key, plies, relies_on, age: self.age };
    }
}
