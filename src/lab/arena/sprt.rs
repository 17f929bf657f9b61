//! The sequential probability ratio test on pairs of games.
//!
//! Which of two Elo differences explains the results better? The generalised
//! test for an unknown distribution of outcomes: under each hypothesis the
//! distribution is the most likely one whose mean is the score that the
//! hypothesis expects, and the log-likelihood ratio is that of these two
//! (Michel Van den Bergh, "A Practical Introduction to the GSPRT"; the
//! pentanomial test of Fishtest with logistic Elo).

use super::setup_error::SetupError;
use super::stats::{Tally, score};

/// The chance of each of the two errors.
const RISK: f64 = 0.05;
/// What an outcome that never occurred counts, so that no hypothesis is
/// impossible.
const NEVER: f64 = 1e-3;
/// Halvings when a distribution is fitted: enough for every bit of the result.
const HALVINGS: u32 = 100;

/// Outcomes of a pair.
const OUTCOMES: usize = 5;

/// A test of two hypotheses about the difference of A over B.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference of the null hypothesis in logistic Elo.
    pub elo0: f64,
    /// The difference of the alternative.
    pub elo1: f64,
}

/// What a test decides for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hypothesis {
    /// The difference is the smaller one.
    Null,
    /// The difference is the larger one.
    Alternative,
}

impl Sprt {
    /// Reads `ELO0,ELO1`.
    ///
    /// # Errors
    /// Says what was expected.
    pub fn parse(text: &str) -> Result<Self, SetupError> {
        let numbers = text
            .split_once(',')
            .and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
        match numbers {
            Some((elo0, elo1)) if f64::is_finite(elo0) && f64::is_finite(elo1) && elo0 < elo1 => {
                Ok(Self { elo0, elo1 })
            }
            _ => Err(SetupError::Argument {
                option: "--sprt",
                text: text.to_owned(),
                expected: "two Elo differences ELO0,ELO1, the smaller first",
            }),
        }
    }

    /// The log-likelihood ratios at which the test decides for the null
    /// hypothesis and for the alternative (Wald 1945).
    pub fn bounds() -> (f64, f64) {
        ((RISK / (1.0 - RISK)).ln(), ((1.0 - RISK) / RISK).ln())
    }

    /// The log-likelihood ratio of the alternative over the null hypothesis.
    pub fn llr(&self, pairs: &Tally<OUTCOMES>) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let counts: Vec<(f64, f64)> = pairs.scores().map(|(a, n)| (a, (n as f64).max(NEVER))).collect();
        let (null, alternative) = (tilt(&counts, score(self.elo0)), tilt(&counts, score(self.elo1)));
        counts
            .iter()
            .map(|&(a, n)| {
                let likelihood = |(mean, x): (f64, f64)| 1.0 / (1.0 + x * (a - mean));
                n * (likelihood(alternative) / likelihood(null)).ln()
            })
            .sum()
    }

    /// What the test decides for, if it does.
    pub fn decide(&self, pairs: &Tally<OUTCOMES>) -> Option<Hypothesis> {
        let (low, high) = Self::bounds();
        let llr = self.llr(pairs);
        if llr >= high {
            Some(Hypothesis::Alternative)
        } else if llr <= low {
            Some(Hypothesis::Null)
        } else {
            None
        }
    }
}

/// The most likely distribution with this mean has the probabilities
/// `p / (1 + x (a - mean))`, `p` being the observed ones. Gives mean and `x`,
/// the root of the falling function `sum p (a - mean) / (1 + x (a - mean))`.
fn tilt(counts: &[(f64, f64)], mean: f64) -> (f64, f64) {
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..HALVINGS {
        let x = f64::midpoint(low, high);
        let slope: f64 = counts.iter().map(|&(a, n)| n * (a - mean) / (1.0 + x * (a - mean))).sum();
        if slope > 0.0 {
            low = x;
        } else {
            high = x;
        }
    }
    (mean, f64::midpoint(low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pairs: [u64; 5], elo0: f64, elo1: f64, expected: f64) {
        let llr = Sprt { elo0, elo1 }.llr(&Tally(pairs));
        assert!((llr - expected).abs() < 0.005, "{pairs:?}: {llr}, expected {expected}");
    }

    /// Figures that Fishtest published for tests with logistic Elo.
    #[test]
    fn published_tests_come_out_the_same() {
        check([17, 253, 1042, 337, 39], -0.5, 1.5, 2.96);
        check([11, 407, 3238, 513, 11], 0.25, 1.75, 2.93);
        check([133, 1751, 5094, 1849, 165], -0.5, 1.5, 2.94);
        check([253, 4282, 17604, 4431, 286], -0.25, 1.25, 2.94);
    }

    /// The pairs of several matches together, as in `docs/results.md`.
    #[test]
    fn matches_add_up() {
        check([100, 2, 286, 2, 144], 0.0, 10.0, 2.28);
        check([131, 2, 385, 4, 189], 0.0, 10.0, 3.11);
    }

    /// With many pairs the ratio nears that of the normal approximation,
    /// n (s1 - s0) (2 m - s0 - s1) / (2 v).
    #[test]
    fn many_pairs_are_normal() {
        let pairs = Tally([900, 2_000, 4_100, 2_050, 950]);
        let (mean, variance) = pairs.mean_and_variance().expect("pairs");
        let (s0, s1) = (score(0.0), score(5.0));
        let normal = pairs.count() as f64 * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let llr = Sprt { elo0: 0.0, elo1: 5.0 }.llr(&pairs);
        assert!((llr - normal).abs() < 0.02, "{llr} {normal}");
    }

    #[test]
    fn the_hypotheses_are_symmetric() {
        let sprt = Sprt { elo0: -10.0, elo1: 10.0 };
        let (pairs, mirrored) = ([1, 3, 8, 9, 4], [4, 9, 8, 3, 1]);
        assert!((sprt.llr(&Tally(pairs)) + sprt.llr(&Tally(mirrored))).abs() < 1e-9);
        assert!(sprt.llr(&Tally([3, 0, 5, 0, 3])).abs() < 1e-9);
        assert!(sprt.llr(&Tally::default()).abs() < f64::EPSILON);
    }

    #[test]
    fn a_test_ends_at_its_bounds() {
        let (low, high) = Sprt::bounds();
        assert!((high - 2.944_439).abs() < 1e-6 && (low + high).abs() < 1e-12);
        let sprt = Sprt { elo0: 0.0, elo1: 50.0 };
        assert_eq!(sprt.decide(&Tally([0, 0, 0, 10, 90])), Some(Hypothesis::Alternative));
        assert_eq!(sprt.decide(&Tally([90, 10, 0, 0, 0])), Some(Hypothesis::Null));
        assert_eq!(sprt.decide(&Tally([0, 0, 1, 0, 0])), None);
    }

    #[test]
    fn arguments_are_read() {
        assert_eq!(Sprt::parse("-5, 0.5").ok(), Some(Sprt { elo0: -5.0, elo1: 0.5 }));
        for bad in ["", "1", "1,1", "2,1", "a,b", "0,inf", "NaN,1"] {
            assert!(Sprt::parse(bad).is_err(), "{bad}");
        }
    }
}
