//! What results prove: Elo with its error, likelihood of superiority, and the sequential probability ratio test on
//! pairs of games.
//!
//! Which of two Elo differences explains the results better? The generalised test for an unknown distribution of
//! outcomes: under each hypothesis the distribution is the most likely one whose mean is the score that the hypothesis
//! expects, and the log-likelihood ratio is that of these two (Michel Van den Bergh, "A Practical Introduction to the
//! GSPRT"; the pentanomial test of Fishtest with logistic Elo).

use anyhow::Result;

use crate::lab::number::no_value;

/// The logistic scale: so many Elo are odds of ten to one.
const ELO_SCALE: f64 = 400.0;
/// Standard deviations to either side that hold 95 % of a normal distribution.
const Z95: f64 = 1.959_964;

/// The score that is expected at an Elo difference (logistic model).
pub fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / ELO_SCALE))
}

/// The Elo difference at which a score from 0 to 1 is expected; infinite at both ends.
pub fn elo(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    ELO_SCALE * (score / (1.0 - score)).log10()
}

/// The error function, to seven digits (Abramowitz and Stegun, 7.1.26).
fn erf(x: f64) -> f64 {
    const P: f64 = 0.327_591_1;
    const A: [f64; 5] = [0.254_829_592, -0.284_496_736, 1.421_413_741, -1.453_152_027, 1.061_405_429];
    let t = 1.0 / (1.0 + P * x.abs());
    let polynomial = A.iter().rev().fold(0.0, |sum, a| (sum + a) * t);
    (1.0 - polynomial * (-x * x).exp()).copysign(x)
}

/// How often each score occurred: `N` scores from 0 to 1 in even steps. Three for games (loss, draw, win), five for
/// pairs of games (pentanomial).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally<const N: usize>(pub [u64; N]);

impl<const N: usize> Default for Tally<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

/// A strength measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean score, from 0 to 1.
    pub score: f64,
    /// The Elo difference at that score.
    pub elo: f64,
    /// Half the width of the 95 % interval in Elo; infinite if it reaches a score of 0 or 1, or all outcomes are alike.
    pub error: f64,
    /// How sure it is that the difference is above 0 (likelihood of superiority), from 0 to 1.
    pub los: f64,
}

impl<const N: usize> Tally<N> {
    /// How many were counted.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The scores and how often each occurred.
    pub fn scores(&self) -> impl Iterator<Item = (f64, u64)> {
        self.0.iter().enumerate().map(|(i, &n)| (i as f64 / (N - 1) as f64, n))
    }

    /// The mean score and the variance of one outcome; nothing if nothing was counted.
    pub(crate) fn mean_and_variance(&self) -> Option<(f64, f64)> {
        let count = self.count() as f64;
        if count == 0.0 {
            return None;
        }
        let mean = self.scores().map(|(score, n)| score * n as f64).sum::<f64>() / count;
        let variance = self.scores().map(|(score, n)| (score - mean).powi(2) * n as f64).sum::<f64>() / count;
        Some((mean, variance))
    }

    /// Elo and its error from the mean and its standard error (normal approximation). A pair counts as one outcome,
    /// which takes the opening out of the error.
    pub fn estimate(&self) -> Option<Estimate> {
        self.estimate_by(elo)
    }

    /// The same where this function gives the difference at a mean.
    pub(super) fn estimate_by(&self, elo: impl Fn(f64) -> f64) -> Option<Estimate> {
        let (mean, variance) = self.mean_and_variance()?;
        let margin = Z95 * (variance / self.count() as f64).sqrt();
        let error = (elo(mean + margin) - elo(mean - margin)) / 2.0;
        // Outcomes that are all alike say nothing of how much others would differ.
        let is_known = variance > 0.0 && !error.is_nan();
        let error = if is_known { error } else { f64::INFINITY };
        Some(Estimate { score: mean, elo: elo(mean), error, los: self.los(mean, variance) })
    }

    /// Likelihood of superiority by the mean of the outcomes; where all are alike by how many are above and below an even
    /// score (Chess Programming Wiki, "Match Statistics").
    fn los(&self, mean: f64, variance: f64) -> f64 {
        let even = |i: usize| 2 * i + 1 == N;
        let decided =
            self.0.iter().enumerate().filter(|&(i, _)| !even(i)).map(|(_, &n)| n).sum::<u64>() as f64;
        let deviations = match (variance > 0.0, decided > 0.0) {
            (true, _) => (mean - 0.5) / (variance / self.count() as f64).sqrt(),
            (false, true) => decided.sqrt().copysign(mean - 0.5),
            (false, false) => 0.0,
        };
        0.5 * (1.0 + erf(deviations / 2.0_f64.sqrt()))
    }

    /// Adds what another one has counted.
    pub(super) fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(own, other)| *own += other);
    }
}

/// The chance of each of the two errors.
const RISK: f64 = 0.05;
/// What an outcome that never occurred counts, so that no hypothesis is impossible.
const NEVER: f64 = 1e-3;
/// The largest difference that is tested: the score that is expected of more is no longer told from 1.
const MOST_ELO: f64 = 1_000.0;
/// Halvings when a distribution is fitted: enough for every bit of the result.
const HALVINGS: u32 = 100;

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
    pub(crate) fn parse(text: &str) -> Result<Self> {
        let numbers = text
            .split_once(',')
            .and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
        let is_test = |&(low, high): &(f64, f64)| -MOST_ELO <= low && low < high && high <= MOST_ELO;
        let test = numbers.filter(is_test).map(|(elo0, elo1)| Self { elo0, elo1 });
        let expected = "two Elo differences ELO0,ELO1 from -1000 to 1000, the smaller first";
        test.ok_or_else(|| no_value("--sprt", text, expected))
    }

    /// The log-likelihood ratios at which the test decides for the null hypothesis and the other one (Wald 1945).
    pub fn bounds() -> (f64, f64) {
        ((RISK / (1.0 - RISK)).ln(), ((1.0 - RISK) / RISK).ln())
    }

    /// The log-likelihood ratio of the alternative over the null hypothesis.
    pub(crate) fn llr(&self, pairs: &Tally<5>) -> f64 {
        llr(pairs, score(self.elo0), score(self.elo1))
    }

    /// What the test decides for at this ratio, if it does.
    pub fn decide(llr: f64) -> Option<Hypothesis> {
        let (low, high) = Self::bounds();
        if llr >= high {
            Some(Hypothesis::Alternative)
        } else if llr <= low {
            Some(Hypothesis::Null)
        } else {
            None
        }
    }
}

/// The log-likelihood ratio of one mean outcome over another.
pub(super) fn llr<const N: usize>(outcomes: &Tally<N>, null: f64, alternative: f64) -> f64 {
    if outcomes.count() == 0 {
        return 0.0;
    }
    let counts: Vec<(f64, f64)> = outcomes.scores().map(|(a, n)| (a, (n as f64).max(NEVER))).collect();
    let (null, alternative) = (tilt(&counts, null), tilt(&counts, alternative));
    let likelihood = |(mean, x): (f64, f64), a: f64| 1.0 / (1.0 + x * (a - mean));
    let ratio = |a| likelihood(alternative, a) / likelihood(null, a);
    counts.iter().map(|&(a, n)| n * ratio(a).ln()).sum()
}

/// The most likely distribution with this mean has the probabilities `p / (1 + x (a - mean))`, `p` being the
/// observed ones. Gives mean and `x`, the root of the falling function `sum p (a - mean) / (1 + x (a - mean))`.
fn tilt(counts: &[(f64, f64)], mean: f64) -> (f64, f64) {
    let slope = |x: f64| counts.iter().map(|&(a, n)| n * (a - mean) / (1.0 + x * (a - mean))).sum::<f64>();
    (mean, bisect(-1.0 / (1.0 - mean), 1.0 / mean, |x| slope(x) > 0.0))
}

/// The number between two others up to which something holds.
pub(super) fn bisect(mut low: f64, mut high: f64, holds: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if holds(middle) { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Holds if a figure is as near to another one.
    #[track_caller]
    pub(in crate::lab::arena) fn near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found}, expected {expected}");
    }

    #[test]
    fn elo_and_score_are_each_others_inverse() {
        near(elo(0.75), 190.848, 0.001);
        near(elo(10.0 / 11.0), 400.0, 1e-9);
        near(score(0.0), 0.5, 0.0);
        for difference in [-300.0, -1.5, 0.0, 20.0, 700.0] {
            near(elo(score(difference)), difference, 1e-9);
        }
        assert_eq!((elo(0.0), elo(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    }

    #[test]
    fn superiority_is_what_a_table_of_the_normal_distribution_says() {
        let los = |games: [u64; 3]| Tally(games).estimate().expect("games").los;
        near(los([10, 0, 10]), 0.5, 1e-7);
        near(los([0, 4, 0]), 0.5, 1e-7);
        // A mean of 0.6 and a standard error of 0.0490 are 2.0412 deviations; with draws 0.0436, 2.2942.
        near(los([40, 0, 60]), 0.979_387, 1e-5);
        near(los([60, 0, 40]), 0.020_613, 1e-5);
        near(los([30, 20, 50]), 0.989_110, 1e-5);
        // Nobody knows how much they vary: one deviation, and two.
        near(los([0, 0, 1]), 0.841_345, 1e-5);
        near(los([4, 0, 0]), 0.022_750, 1e-5);
        // Two pairs of 200 decide, both for B: 1.42 deviations.
        let pairs = Tally([0, 2, 198, 0, 0]).estimate().expect("pairs");
        near(pairs.los, 0.077_588, 1e-4);
    }

    /// Worked by hand: 30 losses, 20 draws, 50 wins give a mean of 0.6 and a variance of 0.3 * 0.36 + 0.2 * 0.01 +
    /// 0.5 * 0.16 = 0.19; the standard error is 0.043589, the interval 0.51457 to 0.68543.
    #[test]
    fn games_are_counted_as_three_outcomes() {
        let games = Tally([30, 20, 50]);
        let (mean, variance) = games.mean_and_variance().expect("games");
        near(mean, 0.6, 1e-12);
        near(variance, 0.19, 1e-12);
        let estimate = games.estimate().expect("games");
        near(estimate.elo, 70.437, 0.001);
        near(estimate.error, (elo(0.685_433) - elo(0.514_567)) / 2.0, 0.001);
    }

    /// The same 100 games as 50 pairs that differ little: the mean stays, the error falls. By hand: (5 * 0.1225 +
    /// 25 * 0.01 + 15 * 0.0225 + 5 * 0.16) / 50 = 0.04.
    #[test]
    fn pairs_are_counted_as_five_outcomes() {
        let pairs = Tally([0, 5, 25, 15, 5]);
        let (mean, variance) = pairs.mean_and_variance().expect("pairs");
        near(mean, 0.6, 1e-12);
        near(variance, 0.04, 1e-12);
        let estimate = pairs.estimate().expect("pairs");
        // Standard error 0.0282843, interval 0.544564 to 0.655436.
        near(estimate.error, (elo(0.655_436) - elo(0.544_564)) / 2.0, 0.001);
        assert!(estimate.error < Tally([30, 20, 50]).estimate().expect("games").error);
    }

    #[test]
    fn nothing_and_everything_are_no_errors() {
        assert_eq!(Tally::<3>::default().estimate(), None);
        let estimate = Tally([0, 0, 4]).estimate().expect("games");
        assert_eq!((estimate.elo, estimate.error), (f64::INFINITY, f64::INFINITY));
        let estimate = Tally([0, 4, 0]).estimate().expect("games");
        assert_eq!((estimate.elo, estimate.error), (0.0, f64::INFINITY), "all alike");
    }

    #[track_caller]
    fn check(pairs: [u64; 5], elo0: f64, elo1: f64, expected: f64) {
        let llr = Sprt { elo0, elo1 }.llr(&Tally(pairs));
        assert!((llr - expected).abs() < 0.005, "{pairs:?}: {llr}, expected {expected}");
    }

    /// Figures that Fishtest published for tests with logistic Elo, and the pairs of several matches together, as in
    /// `docs/results.md`.
    #[test]
    fn published_tests_come_out_the_same() {
        check([17, 253, 1042, 337, 39], -0.5, 1.5, 2.96);
        check([11, 407, 3238, 513, 11], 0.25, 1.75, 2.93);
        check([133, 1751, 5094, 1849, 165], -0.5, 1.5, 2.94);
        check([253, 4282, 17604, 4431, 286], -0.25, 1.25, 2.94);
        check([100, 2, 286, 2, 144], 0.0, 10.0, 2.28);
        check([131, 2, 385, 4, 189], 0.0, 10.0, 3.11);
    }

    /// With many pairs the ratio nears that of the normal approximation, n (s1 - s0) (2 m - s0 - s1) / (2 v).
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
        let decide = |pairs| Sprt::decide(sprt.llr(&Tally(pairs)));
        assert_eq!(decide([0, 0, 0, 10, 90]), Some(Hypothesis::Alternative));
        assert_eq!(decide([90, 10, 0, 0, 0]), Some(Hypothesis::Null));
        assert_eq!(decide([0, 0, 1, 0, 0]), None);
    }

    #[test]
    fn arguments_are_read() {
        assert_eq!(Sprt::parse("-5, 0.5").ok(), Some(Sprt { elo0: -5.0, elo1: 0.5 }));
        for bad in ["", "1", "1,1", "2,1", "a,b", "0,inf", "NaN,1", "0,1e300", "-1001,0"] {
            assert!(Sprt::parse(bad).is_err(), "{bad}");
        }
    }
}
