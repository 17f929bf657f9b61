//! Which games a match has: who sits where, and what belongs together.
//!
//! Games are numbered from 1. Without strangers games 2k - 1 and 2k are a pair:
//! A against B from one opening, with colors reversed. With strangers, four games
//! are a unit: first A, then B plays a pair against the same stranger from the same
//! opening. The strangers take turns, so that each opening is played against
//! all of them before the next one comes.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_players_meet_every_stranger_from_every_opening_with_both_colors() {
        let schedule = Schedule { strangers: 3 };
        let mut met = Vec::new();
        for game in 1..=24 {
            let seats = schedule.seats(game);
            let first = seats[schedule.first(game).index()];
            met.push((schedule.opening_of(game), seats[0].max(seats[1]), seats[0].min(seats[1]), first < 2));
        }
        let in_order: Vec<_> = (1..=2)
            .flat_map(|opening| (2..5).map(move |stranger| (opening, stranger)))
            .flat_map(|(opening, stranger)| [0, 1].map(|player| (opening, stranger, player)))
            .flat_map(|(opening, stranger, player)| {
                [true, false].map(|first| (opening, stranger, player, first))
            })
            .collect();
        assert_eq!(met, in_order);
        assert_eq!((schedule.unit_of(4), schedule.unit_of(5), schedule.stranger_of(2)), (1, 2, Some(1)));
    }

    #[test]
    fn without_strangers_two_games_are_a_pair() {
        let schedule = Schedule { strangers: 0 };
        let games: Vec<_> = (1..=4).map(|game| (schedule.unit_of(game), schedule.first(game))).collect();
        assert_eq!(games, [(1, Side::A), (1, Side::B), (2, Side::A), (2, Side::B)]);
        assert_eq!((schedule.seats(3), schedule.opening_of(3)), ([0, 1], 2));
        assert_eq!((letter(0), letter(1), letter(2)), ('A', 'B', 'C'));
    }
}
