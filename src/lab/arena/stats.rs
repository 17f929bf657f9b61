//! What results prove: Elo with its error, and likelihood of superiority.

/// The logistic scale: so many Elo are odds of ten to one.
const ELO_SCALE: f64 = 400.0;
/// Standard deviations to either side that hold 95 % of a normal distribution.
const Z95: f64 = 1.959_964;

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
        let (mean, variance) = self.mean_and_variance()?;
        let margin = Z95 * (variance / self.count() as f64).sqrt();
        let error = (elo(mean + margin) - elo(mean - margin)) / 2.0;
        Some(Estimate {
            score: mean,
            elo: elo(mean),
            error: if error.is_nan() { f64::INFINITY } else { error },
        })
    }
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
