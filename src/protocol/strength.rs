//! Playing weaker on request: the engine sees less, and chance has a part in what it plays.
//!
//! A strength is a number of nodes a move and a [spread](Level::spread): the move played is one that
//! the search, by those nodes, thinks no worse than the best by more than the spread, chosen by chance.
//! What a level is worth above the one below it comes from games of the engine against itself, as
//! far as `docs/results.md` has them; the others are estimates. The scale is theirs: it says how strong settings are beside
//! each other, and begins where the lowest level is called [`LEAST`].

use crate::game::Value;

/// The strength of the lowest level.
pub const LEAST: i64 = 500;

/// Levels of [`Strength::of_level`]; the last plays without a limit.
pub const LEVELS: i64 = 20;

/// What a level sees, and what it does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Nodes a move; the first ply is seen whole.
    pub nodes: u64,
    /// The greatest number that chance adds to the value of a move.
    pub spread: Value,
    /// What it wins over the level below, in Elo.
    pub worth: i64,
}

impl Level {
    /// A level of a table.
    const fn new(nodes: u64, spread: Value, worth: i64) -> Self {
        Self { nodes, spread, worth }
    }

    /// How many moves it looks at: where it sees a single node, so few that it overlooks mates.
    pub const fn seen(&self) -> usize {
        const FEW: usize = 4;
        if self.nodes > 1 { usize::MAX } else { FEW }
    }
}

/// What levels are worth in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// The levels below [`LEVELS`], the lowest first.
    pub levels: &'static [Level; LEVELS as usize],
}

impl Strength {
    /// Shogi.
    pub const SHOGI: Self = Self {
        levels: &[
            Level::new(1, 16_000, 0),
            Level::new(1, 11_000, 200),
            Level::new(1, 8_000, 160),
            Level::new(1, 5_600, 290),
            Level::new(128, 4_000, 260),
            Level::new(128, 2_800, 190),
            Level::new(128, 2_000, 147),
            Level::new(128, 1_400, 191),
            Level::new(128, 1_000, 168),
            Level::new(128, 700, 137),
            Level::new(128, 500, 137),
            Level::new(128, 350, 35),
            Level::new(192, 250, 241),
            Level::new(384, 200, 450),
            Level::new(768, 150, 241),
            Level::new(1_536, 120, 436),
            Level::new(3_072, 90, 250),
            Level::new(6_144, 70, 250),
            Level::new(12_288, 50, 250),
            Level::new(24_576, 35, 250),
        ],
    };
    /// Chess.
    pub const CHESS: Self = Self {
        levels: &[
            Level::new(64, 16_000, 0),
            Level::new(64, 11_000, 134),
            Level::new(64, 8_000, 95),
            Level::new(64, 5_600, 58),
            Level::new(64, 4_000, 154),
            Level::new(64, 2_800, 176),
            Level::new(64, 2_000, 228),
            Level::new(64, 1_400, 89),
            Level::new(64, 1_000, 203),
            Level::new(64, 700, 17),
            Level::new(64, 500, 108),
            Level::new(64, 350, 70),
            Level::new(128, 250, 450),
            Level::new(256, 180, 241),
            Level::new(512, 130, 382),
            Level::new(1_024, 90, 301),
            Level::new(2_048, 65, 250),
            Level::new(4_096, 45, 220),
            Level::new(8_192, 30, 200),
            Level::new(16_384, 20, 180),
        ],
    };

    /// The greatest strength below that of no limit.
    pub const fn most(&self) -> i64 {
        let (mut sum, mut left) = (LEAST, self.levels.as_slice());
        while let [level, others @ ..] = left {
            sum += level.worth;
            left = others;
        }
        sum
    }

    /// The level for a strength; between two levels in proportion.
    pub(crate) fn of_elo(&self, elo: i64) -> Level {
        let (mut below, mut left) = (self.levels[0], elo - LEAST);
        for &level in &self.levels[1..] {
            if left < level.worth {
                return between(below, level, left.max(0) as f64 / level.worth as f64);
            }
            left -= level.worth;
            below = level;
        }
        below
    }

    /// The level of a level from 0 to [`LEVELS`]; none for the last.
    pub fn of_level(&self, level: i64) -> Option<Level> {
        usize::try_from(level).ok().and_then(|level| self.levels.get(level)).copied()
    }
}

/// What lies between two levels, by the logarithm of what they see.
fn between(low: Level, high: Level, share: f64) -> Level {
    let mix = |low: f64, high: f64| low * (high / low).powf(share);
    Level {
        nodes: mix(low.nodes as f64, high.nodes as f64).round() as u64,
        spread: mix(f64::from(low.spread), f64::from(high.spread)).round() as Value,
        worth: (high.worth as f64 * share).round() as i64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_greater_strength_sees_more() {
        for strength in [Strength::SHOGI, Strength::CHESS] {
            let levels: Vec<Level> = (0..LEVELS).filter_map(|level| strength.of_level(level)).collect();
            assert_eq!(levels, strength.levels);
            assert!(levels.is_sorted_by_key(|level| level.nodes), "{levels:?}");
            assert!(levels.is_sorted_by(|a, b| a.spread > b.spread), "{levels:?}");
            assert!(levels.iter().skip(1).all(|level| level.worth > 0), "{levels:?}");
            assert_eq!(strength.of_level(LEVELS), None);
            assert_eq!(strength.of_elo(i64::MIN / 2), strength.levels[0]);
            assert_eq!(strength.of_elo(i64::from(i32::MAX)), strength.levels[19]);
            let mut elo = LEAST;
            for level in strength.levels {
                elo += level.worth;
                assert_eq!(strength.of_elo(elo).nodes, level.nodes, "{elo}");
                assert_eq!(strength.of_elo(elo).spread, level.spread, "{elo}");
            }
            assert_eq!(elo, strength.most());
        }
    }
}
