//! Screening: which parameters matter, and to which side.
//!
//! In every pair each parameter stands at one of its bounds for one player and at the
//! other for the other, drawn by lot, all parameters at once. Nothing moves. Each pair is a
//! measurement of every parameter: what the others do averages out, so that a
//! hundred parameters are measured by as many games as one.
//!
//! CITE: R. L. Plackett and J. P. Burman, "The Design of Optimum Multifactorial
//! Experiments", Biometrika 33 (4), 1946: two levels of every factor at once; here the levels
//! are drawn by lot, as there are many more measurements than factors.

use crate::game::rng::Rng;
use crate::lab::arena::stats::{Estimate, Tally};

use super::range::Range;
use super::spsa::Proposal;

/// The largest number of half points of a pair.
const MOST_POINTS: u8 = 4;

/// What is known of every parameter.
#[derive(Clone, Debug)]
pub struct Screen {
    bounds: Vec<[i32; 2]>,
    /// For each parameter the pairs by the half points of the player with its largest value.
    points: Vec<Tally<5>>,
    seed: u64,
}

impl Screen {
    /// Nothing is known yet of these parameters.
    pub fn new(ranges: &[Range], seed: u64) -> Self {
        Self {
            bounds: ranges.iter().map(|range| [range.min, range.max]).collect(),
            points: vec![Tally::default(); ranges.len()],
            seed: Rng::new(seed).next_u64(),
        }
    }

    /// Where to measure in an iteration, from 1. It depends on nothing but it and the seed.
    pub fn propose(&self, iteration: u64) -> Proposal {
        let mut rng = Rng::new(self.seed ^ Rng::new(iteration).next_u64());
        let mut proposal = Proposal::new(iteration);
        for &[min, max] in &self.bounds {
            let sign = if rng.next_u64() & 1 == 0 { 1 } else { -1 };
            let [plus, minus] = if sign > 0 { [max, min] } else { [min, max] };
            proposal.push(sign, plus, minus);
        }
        proposal
    }

    /// Counts a pair by the half points of the player `plus`.
    pub fn learn(&mut self, proposal: &Proposal, points: u8) {
        for (tally, &sign) in self.points.iter_mut().zip(proposal.signs()) {
            let of_most = if sign > 0 { points } else { MOST_POINTS - points };
            tally.0[usize::from(of_most)] += 1;
        }
    }

    /// What the largest value of each parameter is worth against the least; nothing before
    /// the first pair. A little less than in a match of the two: where other parameters
    /// decide a game, this one does not.
    pub fn effects(&self) -> impl Iterator<Item = Option<Estimate>> {
        self.points.iter().map(Tally::estimate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::arena::stats::score;

    /// Of sixty parameters the three that matter are found, with what they are worth.
    #[test]
    fn what_matters_is_found() {
        const PAIRS: u64 = 20_000;
        let elo_of_most = |i: usize| match i {
            0 => 30.0,
            1 => -20.0,
            2 => 10.0,
            _ => 0.0,
        };
        let range = |i: usize| Range { name: format!("p{i}"), min: 10, max: 20 };
        let ranges: Vec<Range> = (0..60).map(range).collect();
        let mut screen = Screen::new(&ranges, 5);
        let mut rng = Rng::new(6);
        for iteration in 1..=PAIRS {
            let proposal = screen.propose(iteration);
            assert_eq!(screen.propose(iteration), proposal);
            let elo: f64 = (0..ranges.len())
                .map(|i| elo_of_most(i) * f64::from((proposal.plus[i] - proposal.minus[i]) / 10))
                .sum();
            let wins = (score(elo) * 1e6) as usize;
            let points = (0..2).map(|_| if rng.below(1_000_000) < wins { 2 } else { 0 }).sum();
            screen.learn(&proposal, points);
        }
        let mut outside = 0;
        for (i, effect) in screen.effects().enumerate() {
            let effect = effect.expect("pairs were played");
            assert!((2.0..4.0).contains(&effect.error), "parameter {i}: {effect:?}");
            outside += i32::from((effect.elo - elo_of_most(i)).abs() > effect.error);
            assert!((effect.elo - elo_of_most(i)).abs() < 2.0 * effect.error, "parameter {i}: {effect:?}");
        }
        assert!(outside <= 8, "95 % intervals: {outside} of 60 are wrong");
    }
}
