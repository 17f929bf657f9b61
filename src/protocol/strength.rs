//! Playing weaker on request: the engine sees less and decides by the same judgement.
//!
//! A strength is a number of nodes a move. What that is worth was fitted on games of the
//! engine against itself, each number of nodes against twice as many; `docs/results.md` has the
//! games. The scale is theirs: it says how strong settings are beside each other, and begins
//! where a search of [`FEWEST`] nodes is called [`LEAST`].

/// The strength of the fewest nodes.
pub const LEAST: i64 = 1_000;
/// The fewest nodes a move: with less, games of the engine against itself do not end.
pub const FEWEST: u64 = 32;

/// Levels of [`Strength::of_level`]; the last plays without a limit.
pub const LEVELS: i64 = 20;

/// What more nodes are worth in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// What each doubling of the nodes wins, from [`FEWEST`] on, in Elo.
    pub doublings: &'static [i64],
}

impl Strength {
    /// Shogi.
    pub const SHOGI: Self = Self { doublings: &[196, 246, 308, 244, 193, 263, 235, 235, 256, 256] };
    /// Chess.
    pub const CHESS: Self = Self { doublings: &[382, 267, 164, 161, 167, 191, 185, 185, 162, 162] };

    /// The greatest strength below that of no limit.
    pub const fn most(&self) -> i64 {
        let (mut sum, mut left) = (LEAST, self.doublings);
        while let [worth, others @ ..] = left {
            sum += *worth;
            left = others;
        }
        sum
    }

    /// The nodes a move for a strength; between two doublings in proportion.
    pub fn nodes(&self, elo: i64) -> u64 {
        let mut left = (elo - LEAST).max(0) as f64;
        let mut doublings = 0.0;
        for &worth in self.doublings {
            let share = (left / worth as f64).min(1.0);
            doublings += share;
            left -= share * worth as f64;
        }
        (FEWEST as f64 * f64::exp2(doublings)).round() as u64
    }

    /// The nodes a move on a level from 0 to [`LEVELS`]; none on the last.
    pub fn of_level(&self, level: i64) -> Option<u64> {
        let elo = LEAST + (self.most() - LEAST) * level.max(0) / (LEVELS - 1);
        (level < LEVELS).then(|| self.nodes(elo))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_greater_strength_has_more_nodes() {
        for strength in [Strength::SHOGI, Strength::CHESS] {
            assert_eq!(strength.nodes(0), FEWEST);
            assert_eq!(strength.nodes(LEAST), FEWEST);
            assert_eq!(strength.nodes(LEAST + strength.doublings.first().copied().unwrap_or(0)), 2 * FEWEST);
            assert_eq!(strength.nodes(strength.most()), FEWEST << strength.doublings.len());
            assert_eq!(strength.nodes(i64::from(i32::MAX)), FEWEST << strength.doublings.len());
            let levels: Vec<_> = (0..LEVELS).map(|level| strength.of_level(level)).collect();
            assert!(levels.is_sorted() && levels.first() == Some(&Some(FEWEST)), "{levels:?}");
            assert_eq!(strength.of_level(LEVELS), None);
        }
    }
}
