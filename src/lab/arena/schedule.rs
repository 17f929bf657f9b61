//! Which games a match has: who sits where, and what belongs together.
//!
//! Games are numbered from 1. Without strangers games 2k - 1 and 2k are a pair: A against B from one opening, with
//! colors reversed. With strangers, four games are a unit: first A, then B plays a pair against the same stranger
//! from the same opening. The strangers take turns, so that each opening is played against all of them before the
//! next one comes.

use super::record::Side;

/// The order of a match's games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// How many strangers both players meet in place of each other.
    pub strangers: usize,
}

/// The letter of a player: A, B, then the strangers from C on.
pub fn letter(seat: usize) -> char {
    char::from(b'A'.saturating_add(u8::try_from(seat).unwrap_or(u8::MAX)))
}

impl Schedule {
    /// The most strangers: each has a letter.
    pub const MOST: usize = 24;

    /// How many games are compared with one another.
    pub(crate) const fn unit_size(self) -> u64 {
        if self.strangers == 0 { 2 } else { 4 }
    }

    /// The unit of a game, from 1.
    pub(crate) const fn unit_of(self, game: u64) -> u64 {
        game.div_ceil(self.unit_size())
    }

    /// The number of a unit's opening, from 1.
    pub(crate) const fn opening_of(self, game: u64) -> u64 {
        match self.strangers as u64 {
            0 => self.unit_of(game),
            strangers => self.unit_of(game).div_ceil(strangers),
        }
    }

    /// The stranger that a unit is played against, from 0.
    pub(crate) const fn stranger_of(self, unit: u64) -> Option<usize> {
        match self.strangers as u64 {
            0 => None,
            strangers => Some(((unit - 1) % strangers) as usize),
        }
    }

    /// The side of a game on which a stranger sits: B while A plays, A while B does.
    pub const fn stranger(self, game: u64) -> Option<Side> {
        match (self.strangers, (game - 1) % 4) {
            (0, _) => None,
            (_, 0 | 1) => Some(Side::B),
            _ => Some(Side::A),
        }
    }

    /// Who sits on the sides A and B of a game: 0 is player A, 1 player B, the strangers follow.
    pub(crate) fn seats(self, game: u64) -> [usize; 2] {
        let mut seats = [0, 1];
        if let (Some(side), Some(number)) = (self.stranger(game), self.stranger_of(self.unit_of(game))) {
            seats[side.index()] = 2 + number;
        }
        seats
    }

    /// Who makes the first move of a game: in the odd ones A, or B against a stranger.
    pub const fn first(self, game: u64) -> Side {
        let contestant = match self.stranger(game) {
            Some(side) => side.other(),
            None => Side::A,
        };
        if game % 2 == 1 { contestant } else { contestant.other() }
    }
}
