//! What a gauntlet proves: A and B each against the same strangers, and the Elo of the difference.
//!
//! A stranger is a rung of a ladder: what a point against it is worth in Elo depends on how strong it is.

use super::schedule::Schedule;
use super::stats::{Estimate, Sprt, Tally, bisect, elo, llr, score};

/// No difference is said to be larger.
const MOST_ELO: f64 = 4_000.0;

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
        // Against somebody who loses or wins all it is infinite, and there is no difference.
        let level = elo(f64::midpoint(a, b));
        0.5 + (score(level + difference / 2.0) - score(level - difference / 2.0)) / 2.0
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
        if mean > self.mean_at(MOST_ELO) || mean < self.mean_at(-MOST_ELO) {
            return f64::INFINITY.copysign(mean - 0.5);
        }
        bisect(-MOST_ELO, MOST_ELO, |difference| self.mean_at(difference) < mean)
    }

    /// How much better A is than B: the score is A's mean lead, halved and from 0 to 1.
    pub fn estimate(&self) -> Option<Estimate> {
        self.leads().estimate_by(|mean| self.elo_at(mean))
    }

    /// The log-likelihood ratio of a test's two differences.
    pub(crate) fn llr(&self, sprt: &Sprt) -> f64 {
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

    /// Adds a unit by the half points of the side A in each of its games, if it is whole.
    pub fn add(&mut self, schedule: Schedule, unit: u64, points: &[u8]) {
        match (self, points) {
            (Self::Pairs(pairs), &[a1, a2]) => pairs.0[usize::from(a1 + a2)] += 1,
            (Self::Gauntlet(rungs), &[a1, a2, c1, c2]) => {
                if let Some(rung) = schedule.stranger_of(unit).and_then(|number| rungs.0.get_mut(number)) {
                    rung.add(a1 + a2, 4 - c1 - c2);
                }
            }
            _ => {}
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
    pub(crate) fn llr(&self, sprt: &Sprt) -> f64 {
        match self {
            Self::Pairs(pairs) => sprt.llr(pairs),
            Self::Gauntlet(rungs) => rungs.llr(sprt),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rng::Rng;
    use crate::lab::arena::stats::Hypothesis;
    use crate::lab::arena::stats::tests::near;

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
