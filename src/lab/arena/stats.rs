//! What results prove: Elo with its error, likelihood of superiority, and the
//! sequential probability ratio test on pairs of games.
//!
//! Which of two Elo differences explains the results better? The generalised
//! test for an unknown distribution of outcomes: under each hypothesis the
//! distribution is the most likely one whose mean is the score that the
//! hypothesis expects, and the log-likelihood ratio is that of these two
//! (Michel Van den Bergh, "A Practical Introduction to the GSPRT"; the
//! pentanomial test of Fishtest with logistic Elo).

use super::schedule::Schedule;
use super::spec::SetupError;

/// The logistic scale: so many Elo are odds of ten to one.
const ELO_SCALE: f64 = 400.0;
/// Standard deviations to either side that hold 95 % of a normal distribution.
const Z95: f64 = 1.959_964;
/// No difference of a gauntlet is said to be larger.
const MOST_ELO: f64 = 4_000.0;

/// The score that is expected at an Elo difference (logistic model).
pub fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / ELO_SCALE))
}

/// The Elo difference at which a score from 0 to 1 is expected; infinite at
/// both ends.
pub fn elo(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        ELO_SCALE * (score / (1.0 - score)).log10()
    }
}

/// Likelihood of superiority: how sure it is that the winner of more games is
/// the better player. Draws say nothing about it (Chess Programming Wiki,
/// "Match Statistics").
pub fn los(wins: u64, losses: u64) -> f64 {
    let decided = (wins + losses) as f64;
    if decided == 0.0 {
        return 0.5;
    }
    0.5 * (1.0 + erf((wins as f64 - losses as f64) / (2.0 * decided).sqrt()))
}

/// The error function, to seven digits (Abramowitz and Stegun, 7.1.26).
fn erf(x: f64) -> f64 {
    const P: f64 = 0.327_591_1;
    const A: [f64; 5] = [0.254_829_592, -0.284_496_736, 1.421_413_741, -1.453_152_027, 1.061_405_429];
    let t = 1.0 / (1.0 + P * x.abs());
    let polynomial = A.iter().rev().fold(0.0, |sum, a| (sum + a) * t);
    (1.0 - polynomial * (-x * x).exp()).copysign(x)
}

/// How often each score occurred: `N` scores from 0 to 1 in even steps. Three
/// for games (loss, draw, win), five for pairs of games (pentanomial).
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
    /// Half the width of the 95 % interval in Elo; infinite if the interval
    /// reaches a score of 0 or 1.
    pub error: f64,
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

    /// The mean score and the variance of one outcome; nothing if nothing was
    /// counted.
    pub fn mean_and_variance(&self) -> Option<(f64, f64)> {
        let count = self.count() as f64;
        if count == 0.0 {
            return None;
        }
        let mean = self.scores().map(|(score, n)| score * n as f64).sum::<f64>() / count;
        let variance = self.scores().map(|(score, n)| (score - mean).powi(2) * n as f64).sum::<f64>() / count;
        Some((mean, variance))
    }

    /// Elo and its error from the mean and its standard error (normal
    /// approximation). A pair counts as one outcome, which takes the opening
    /// out of the error.
    pub fn estimate(&self) -> Option<Estimate> {
        self.estimate_by(elo)
    }

    /// The same where this function gives the difference at a mean.
    fn estimate_by(&self, elo: impl Fn(f64) -> f64) -> Option<Estimate> {
        let (mean, variance) = self.mean_and_variance()?;
        let margin = Z95 * (variance / self.count() as f64).sqrt();
        let error = (elo(mean + margin) - elo(mean - margin)) / 2.0;
        Some(Estimate {
            score: mean,
            elo: elo(mean),
            error: if error.is_nan() { f64::INFINITY } else { error },
        })
    }

    fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(own, other)| *own += other);
    }
}

/// What A and B scored against one stranger, from the same openings with the same colors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rung {
    /// Units of four games by A's half points less B's, from -4 to 4.
    pub leads: Tally<9>,
    /// Half points of A in them.
    pub a: u64,
    /// Half points of B in them.
    pub b: u64,
}

impl Rung {
    /// Adds a unit, by the half points of A and B in two games each.
    pub const fn add(&mut self, a: u8, b: u8) {
        self.leads.0[(4 + a - b) as usize] += 1;
        self.a += a as u64;
        self.b += b as u64;
    }

    /// Scores of A and B from 0 to 1; nothing if nothing was counted.
    pub fn scores(&self) -> Option<[f64; 2]> {
        let all = 4.0 * self.leads.count() as f64;
        (all > 0.0).then(|| [self.a as f64 / all, self.b as f64 / all])
    }

    /// A's mean lead, halved and from 0 to 1 as the outcomes are, if A is better by so much
    /// Elo: both stand as far above and below the score that they have together.
    fn mean_at(&self, difference: f64) -> f64 {
        let Some([a, b]) = self.scores() else { return 0.5 };
        let level = elo(f64::midpoint(a, b));
        // Against somebody who loses or wins all there is no difference.
        if level.is_infinite() {
            0.5
        } else {
            0.5 + (score(level + difference / 2.0) - score(level - difference / 2.0)) / 2.0
        }
    }
}

/// Units of a gauntlet against all strangers together. A unit is one outcome: what the
/// opening and the stranger give both players stands in no error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rungs(pub Vec<Rung>);

impl Rungs {
    /// All units by A's lead.
    pub fn leads(&self) -> Tally<9> {
        let mut all = Tally::default();
        self.0.iter().for_each(|rung| all.add(&rung.leads));
        all
    }

    /// The mean outcome that is expected if A is better by so much Elo.
    fn mean_at(&self, difference: f64) -> f64 {
        let weighted = |rung: &Rung| rung.mean_at(difference) * rung.leads.count() as f64;
        self.0.iter().map(weighted).sum::<f64>() / self.leads().count().max(1) as f64
    }

    /// The difference at which a mean outcome is expected; infinite where no difference explains it.
    fn elo_at(&self, mean: f64) -> f64 {
        // Where all strangers lose or win all, every difference explains it.
        if (mean - 0.5).abs() < f64::EPSILON {
            return 0.0;
        }
        let (mut low, mut high) = (-MOST_ELO, MOST_ELO);
        if mean > self.mean_at(high) || mean < self.mean_at(low) {
            return f64::INFINITY.copysign(mean - 0.5);
        }
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(low, high);
            if self.mean_at(middle) < mean { low = middle } else { high = middle }
        }
        f64::midpoint(low, high)
    }

    /// How much better A is than B: the score is A's mean lead, halved and from 0 to 1.
    pub fn estimate(&self) -> Option<Estimate> {
        let leads = self.leads();
        let estimate = leads.estimate_by(|mean| self.elo_at(mean))?;
        // Units that are all alike say nothing of how much others would differ.
        let is_spread = leads.mean_and_variance().is_some_and(|(_, variance)| variance > 0.0);
        Some(if is_spread { estimate } else { Estimate { error: f64::INFINITY, ..estimate } })
    }

    /// The log-likelihood ratio of a test's two differences.
    pub fn llr(&self, sprt: &Sprt) -> f64 {
        llr(&self.leads(), self.mean_at(sprt.elo0), self.mean_at(sprt.elo1))
    }
}

/// What the outcomes of a match prove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcomes {
    /// Pairs of games of A against B by A's half points.
    Pairs(Tally<5>),
    /// Both against strangers.
    Gauntlet(Rungs),
}

impl Outcomes {
    /// Nothing yet.
    pub fn new(schedule: Schedule) -> Self {
        match schedule.strangers {
            0 => Self::Pairs(Tally::default()),
            strangers => Self::Gauntlet(Rungs(vec![Rung::default(); strangers])),
        }
    }

    /// Adds a unit by the half points of the side A in each of its games.
    pub fn add(&mut self, schedule: Schedule, unit: u64, points: &[u8]) {
        match (self, points) {
            (Self::Pairs(pairs), points) => pairs.0[usize::from(points.iter().sum::<u8>())] += 1,
            (Self::Gauntlet(rungs), &[a1, a2, c1, c2]) => {
                if let Some(rung) = schedule.stranger_of(unit).and_then(|number| rungs.0.get_mut(number)) {
                    rung.add(a1 + a2, 4 - c1 - c2);
                }
            }
            (Self::Gauntlet(_), _) => {}
        }
    }

    /// How many units were counted.
    pub fn count(&self) -> u64 {
        match self {
            Self::Pairs(pairs) => pairs.count(),
            Self::Gauntlet(rungs) => rungs.leads().count(),
        }
    }

    /// The strength that they prove.
    pub fn estimate(&self) -> Option<Estimate> {
        match self {
            Self::Pairs(pairs) => pairs.estimate(),
            Self::Gauntlet(rungs) => rungs.estimate(),
        }
    }

    /// The log-likelihood ratio of a test.
    pub fn llr(&self, sprt: &Sprt) -> f64 {
        match self {
            Self::Pairs(pairs) => sprt.llr(pairs),
            Self::Gauntlet(rungs) => rungs.llr(sprt),
        }
    }
}

/// The chance of each of the two errors.
const RISK: f64 = 0.05;
/// What an outcome that never occurred counts, so that no hypothesis is
/// impossible.
const NEVER: f64 = 1e-3;
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
    pub fn llr(&self, pairs: &Tally<5>) -> f64 {
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
fn llr<const N: usize>(outcomes: &Tally<N>, null: f64, alternative: f64) -> f64 {
    if outcomes.count() == 0 {
        return 0.0;
    }
    let counts: Vec<(f64, f64)> = outcomes.scores().map(|(a, n)| (a, (n as f64).max(NEVER))).collect();
    let (null, alternative) = (tilt(&counts, null), tilt(&counts, alternative));
    counts
        .iter()
        .map(|&(a, n)| {
            let likelihood = |(mean, x): (f64, f64)| 1.0 / (1.0 + x * (a - mean));
            n * (likelihood(alternative) / likelihood(null)).ln()
        })
        .sum()
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
    fn near(found: f64, expected: f64, tolerance: f64) {
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
        near(los(10, 10), 0.5, 1e-7);
        near(los(0, 0), 0.5, 0.0);
        // One and two standard deviations.
        near(los(58, 42), 0.945_201, 1e-6);
        near(los(60, 40), 0.977_250, 1e-6);
        near(los(40, 60), 0.022_750, 1e-6);
    }

    /// Worked by hand: 30 losses, 20 draws, 50 wins give a mean of 0.6 and a
    /// variance of 0.3 * 0.36 + 0.2 * 0.01 + 0.5 * 0.16 = 0.19; the standard
    /// error is 0.043589, the interval 0.51457 to 0.68543.
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

    /// The same 100 games as 50 pairs that differ little: the mean stays, the
    /// error falls. By hand: (5 * 0.1225 + 25 * 0.01 + 15 * 0.0225 + 5 * 0.16)
    /// / 50 = 0.04.
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
        assert_eq!((estimate.elo, estimate.error), (0.0, 0.0));
    }
}

#[cfg(test)]
mod sprt_tests {
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
        let decide = |pairs| Sprt::decide(sprt.llr(&Tally(pairs)));
        assert_eq!(decide([0, 0, 0, 10, 90]), Some(Hypothesis::Alternative));
        assert_eq!(decide([90, 10, 0, 0, 0]), Some(Hypothesis::Null));
        assert_eq!(decide([0, 0, 1, 0, 0]), None);
    }

    #[test]
    fn arguments_are_read() {
        assert_eq!(Sprt::parse("-5, 0.5").ok(), Some(Sprt { elo0: -5.0, elo1: 0.5 }));
        for bad in ["", "1", "1,1", "2,1", "a,b", "0,inf", "NaN,1"] {
            assert!(Sprt::parse(bad).is_err(), "{bad}");
        }
    }
}

#[cfg(test)]
mod gauntlet_tests {
    use super::*;
    use crate::game::rng::Rng;

    #[track_caller]
    fn near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found}, expected {expected}");
    }

    /// Worked by hand: A leads by -1, 0, 1, 2 half points in 5, 25, 15, 5 units of four. The mean is 0.4, of
    /// outcomes from 0 to 1 0.55; the variance is (5 * 1.96 + 25 * 0.16 + 15 * 0.36 + 5 * 2.56) / 50 = 0.64 of
    /// half points, 0.01 of outcomes. A has 55 %, B 45 %; the standard error of the lead is 2.8284 points of a
    /// hundred, its interval 4.4564 to 15.5436.
    #[test]
    fn the_error_is_that_of_the_differences() {
        let rung = Rung { leads: Tally([0, 0, 0, 5, 25, 15, 5, 0, 0]), a: 110, b: 90 };
        let estimate = Rungs(vec![rung]).estimate().expect("units");
        near(estimate.score, 0.55, 1e-12);
        // Both stand as far from the 50 % that they have together.
        near(estimate.elo, 2.0 * elo(0.55), 1e-6);
        near(estimate.error, elo(0.577_718) - elo(0.522_282), 0.01);
        // Had A and B played from openings of their own, all their luck would be in the error.
        let games = |half_points: u64| Tally([100 - half_points / 2, 0, half_points / 2]);
        let error = |half_points| games(half_points).estimate().expect("games").error;
        assert!(estimate.error < 0.5 * (error(110).powi(2) + error(90).powi(2)).sqrt());
    }

    #[test]
    fn units_are_counted_by_the_lead_and_by_who_played() {
        let schedule = Schedule { strangers: 2 };
        let mut outcomes = Outcomes::new(schedule);
        // A wins both games against C, B one; both draw all against D.
        outcomes.add(schedule, 1, &[2, 2, 2, 0]);
        outcomes.add(schedule, 2, &[1, 1, 1, 1]);
        outcomes.add(schedule, 3, &[0, 0, 0, 0]);
        let Outcomes::Gauntlet(rungs) = &outcomes else { panic!("a gauntlet") };
        assert_eq!(rungs.0[0], Rung { leads: Tally([1, 0, 0, 0, 0, 0, 1, 0, 0]), a: 4, b: 6 });
        assert_eq!(rungs.0[1], Rung { leads: Tally([0, 0, 0, 0, 1, 0, 0, 0, 0]), a: 2, b: 2 });
        assert_eq!(outcomes.count(), 3);
    }

    /// Against a strong stranger few points are many Elo, and one that loses all proves nothing.
    #[test]
    fn points_are_worth_what_they_are_at_the_strangers_level() {
        let strong = Rung { leads: Tally([0, 0, 0, 0, 60, 40, 0, 0, 0]), a: 80, b: 40 };
        let estimate = Rungs(vec![strong]).estimate().expect("units");
        near(estimate.elo, elo(0.2) - elo(0.1), 6.0);
        let weak = Rung { leads: Tally([0, 0, 0, 0, 100, 0, 0, 0, 0]), a: 400, b: 400 };
        near(Rungs(vec![strong, weak]).estimate().expect("units").elo, estimate.elo, 1e-6);
        let sprt = Sprt { elo0: 0.0, elo1: 100.0 };
        near(Rungs(vec![weak]).llr(&sprt), 0.0, 1e-9);
        let alike = Rungs(vec![weak]).estimate().map(|estimate| (estimate.elo, estimate.error));
        assert_eq!(alike, Some((0.0, f64::INFINITY)));
        assert_eq!(Rungs(vec![Rung::default()]).estimate(), None);
        // Each has what the other lacks: no difference of strength explains that A wins all.
        let all = Rung { leads: Tally([0, 0, 0, 0, 0, 0, 0, 0, 9]), a: 36, b: 0 };
        assert_eq!(Rungs(vec![all]).estimate().map(|estimate| estimate.elo.is_infinite()), Some(true));
    }

    #[test]
    fn the_ratio_is_normal_for_many_units_and_changes_sign_with_the_sides() {
        let rung =
            Rung { leads: Tally([20, 100, 400, 900, 1_500, 1_000, 500, 120, 30]), a: 10_000, b: 9_600 };
        let mirrored =
            Rung { leads: Tally([30, 120, 500, 1_000, 1_500, 900, 400, 100, 20]), a: 9_600, b: 10_000 };
        let (rungs, sprt) = (Rungs(vec![rung]), Sprt { elo0: 0.0, elo1: 10.0 });
        let (mean, variance) = rungs.leads().mean_and_variance().expect("units");
        let (s0, s1) = (rungs.mean_at(0.0), rungs.mean_at(10.0));
        near(s0, 0.5, 1e-12);
        let normal = rungs.leads().count() as f64 * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        near(rungs.llr(&sprt), normal, 0.05);
        let other_way = Sprt { elo0: -10.0, elo1: 0.0 };
        near(rungs.llr(&sprt), -Rungs(vec![mirrored]).llr(&other_way), 1e-9);
    }

    /// Units of players of this difference against strangers at these levels; openings help both alike.
    fn play(rng: &mut Rng, difference: f64, levels: &[f64], units: u64) -> Vec<(u64, [u8; 4])> {
        let half = difference / 2.0;
        let mut game = |level: f64| if rng.below(1_000_000) as f64 / 1e6 < score(level) { 2 } else { 0 };
        let mut opening = Rng::new(units);
        (1..=units)
            .map(|unit| {
                let level = levels[(unit - 1) as usize % levels.len()] + (opening.below(400) as f64 - 200.0);
                let [a1, a2, b1, b2] = [half, half, -half, -half].map(|own| game(level + own));
                (unit, [a1, a2, 2 - b1, 2 - b2])
            })
            .collect()
    }

    /// Of 200 gauntlets 95 % have the true difference in their interval, and a test errs as rarely as it says.
    #[test]
    fn intervals_and_tests_hold_what_they_promise() {
        const LEVELS: [f64; 3] = [-300.0, 0.0, 150.0];
        let schedule = Schedule { strangers: LEVELS.len() };
        let mut rng = Rng::new(7);
        let (mut held, mut wrong) = (0, 0);
        for round in 0..200 {
            let truth = if round % 2 == 0 { 0.0 } else { 60.0 };
            let sprt = Sprt { elo0: 0.0, elo1: 60.0 };
            let mut outcomes = Outcomes::new(schedule);
            let mut decision = None;
            for (unit, points) in play(&mut rng, truth, &LEVELS, 600) {
                outcomes.add(schedule, unit, &points);
                decision = decision.or_else(|| Sprt::decide(outcomes.llr(&sprt)));
            }
            let estimate = outcomes.estimate().expect("units");
            held += usize::from((estimate.elo - truth).abs() <= estimate.error);
            let right = if truth > 0.0 { Hypothesis::Alternative } else { Hypothesis::Null };
            wrong += usize::from(decision.is_some_and(|decision| decision != right));
        }
        assert!((182..=198).contains(&held), "{held} of 200 intervals hold the difference");
        assert!(wrong <= 18, "{wrong} of 200 tests err");
    }
}
