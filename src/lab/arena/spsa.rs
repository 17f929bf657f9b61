//! What is learned from pairs of games between two sets of parameters; nothing here knows games.
//!
//! Simultaneous perturbation stochastic approximation: all parameters are
//! moved at once by the difference of two noisy measurements, one with each
//! parameter a step to one side, the sides drawn by lot, and one with the same
//! steps to the other sides.
//!
//! CITE: James C. Spall, "Implementation of the Simultaneous Perturbation
//! Algorithm for Stochastic Optimization", IEEE Transactions on Aerospace and
//! Electronic Systems 34 (3), 1998: the gains `a / (A + k)^0.602` and the steps
//! `c / k^0.101` of the k-th iteration, `A` a tenth of all iterations.
//! CITE: Fishtest, <https://github.com/official-stockfish/fishtest>, SPSA: `c` and
//! `a` follow from the values that step and gain have at the end, `c_end` for each
//! parameter and `r_end = a_end / c_end^2`; a measurement is wins minus losses of
//! a pair of games.
//!
//! Screening: which parameters matter, and to which side. In every pair each
//! parameter stands at one of its bounds for one player and at the other for the
//! other, drawn by lot, all parameters at once. Nothing moves. Each pair is a
//! measurement of every parameter: what the others do averages out, so that a
//! hundred parameters, switches among them, are measured by as many games as one.
//!
//! CITE: R. L. Plackett and J. P. Burman, "The Design of Optimum Multifactorial
//! Experiments", Biometrika 33 (4), 1946: two levels of every factor at once; here the levels
//! are drawn by lot, as there are many more measurements than factors.

use crate::game::rng::Rng;

use super::stats::{Estimate, Tally};
use super::tune::Range;

/// Exponent of the falling gain.
const ALPHA: f64 = 0.602;
/// Exponent of the falling step.
const GAMMA: f64 = 0.101;
/// `A` as a part of all iterations.
const STABILITY: f64 = 0.1;
/// The last step as a part of a parameter's range.
const LAST_STEP: f64 = 1.0 / 20.0;
/// The least last step: parameters are whole numbers.
const LEAST_STEP: f64 = 0.5;
/// Bits of a random number that make a fraction.
const FRACTION_BITS: u32 = 53;

/// A parameter as the method sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Dimension {
    /// The value it begins with.
    pub start: f64,
    /// The least value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
}

/// Where two measurements are to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Proposal {
    /// The iteration, from 1.
    iteration: u64,
    /// For each parameter the side of `plus`: 1 or -1.
    signs: Vec<i8>,
    /// The parameters of one measurement.
    pub plus: Vec<i32>,
    /// The parameters of the other.
    pub minus: Vec<i32>,
}

impl Proposal {
    /// Of no parameter yet.
    const fn new(iteration: u64) -> Self {
        Self { iteration, signs: Vec::new(), plus: Vec::new(), minus: Vec::new() }
    }

    /// Adds a parameter: its side in `plus` and both values.
    fn push(&mut self, sign: i8, plus: i32, minus: i32) {
        self.signs.push(sign);
        self.plus.push(plus);
        self.minus.push(minus);
    }
}

/// The method with all that it has learned.
#[derive(Clone, Debug)]
pub(crate) struct Spsa {
    dimensions: Vec<Dimension>,
    values: Vec<f64>,
    iterations: f64,
    r_end: f64,
    seed: u64,
}

impl Spsa {
    /// So many iterations over these parameters, with this gain at the end.
    pub fn new(dimensions: Vec<Dimension>, iterations: u64, r_end: f64, seed: u64) -> Self {
        let values = dimensions.iter().map(|dimension| dimension.start).collect();
        Self { dimensions, values, iterations: iterations as f64, r_end, seed: Rng::new(seed).next_u64() }
    }

    /// Where the parameters stand.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The step of a parameter in an iteration.
    fn step(&self, dimension: &Dimension, iteration: u64) -> f64 {
        let last = ((dimension.max - dimension.min) * LAST_STEP).max(LEAST_STEP);
        last * (self.iterations / iteration as f64).powf(GAMMA)
    }

    /// What a parameter moves by for each point that its side won.
    fn gain(&self, dimension: &Dimension, iteration: u64) -> f64 {
        let offset = STABILITY * self.iterations;
        let last_step = self.step(dimension, self.iterations as u64);
        let last_a = self.r_end * last_step * last_step;
        let a = last_a * ((offset + self.iterations) / (offset + iteration as f64)).powf(ALPHA);
        a / self.step(dimension, iteration)
    }

    /// Where to measure in an iteration, from 1. It depends on nothing but the
    /// seed, the iteration and where the parameters stand. A value between two
    /// whole numbers becomes either by lot, so that it is right on average; the
    /// lot is the same for both measurements.
    pub(crate) fn propose(&self, iteration: u64) -> Proposal {
        let mut rng = Rng::new(self.seed ^ Rng::new(iteration).next_u64());
        let mut proposal = Proposal::new(iteration);
        for (dimension, &value) in self.dimensions.iter().zip(&self.values) {
            let sign = if rng.next_u64() & 1 == 0 { 1 } else { -1 };
            let lot =
                (rng.next_u64() >> (u64::BITS - FRACTION_BITS)) as f64 / (1_u64 << FRACTION_BITS) as f64;
            let step = self.step(dimension, iteration) * f64::from(sign);
            let whole = |value: f64| (value.clamp(dimension.min, dimension.max) + lot).floor() as i32;
            proposal.push(sign, whole(value + step), whole(value - step));
        }
        proposal
    }

    /// Moves the parameters: `difference` is what `plus` won more than `minus`.
    pub fn learn(&mut self, proposal: &Proposal, difference: f64) {
        for (i, dimension) in self.dimensions.iter().enumerate() {
            let gain = self.gain(dimension, proposal.iteration);
            let moved = self.values[i] + gain * difference * f64::from(proposal.signs[i]);
            self.values[i] = moved.clamp(dimension.min, dimension.max);
        }
    }
}

/// The largest number of half points of a pair.
const MOST_POINTS: u8 = 4;

/// What is known of every parameter.
#[derive(Clone, Debug)]
pub(crate) struct Screen {
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
    pub(crate) fn propose(&self, iteration: u64) -> Proposal {
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
        for (tally, &sign) in self.points.iter_mut().zip(&proposal.signs) {
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
    use super::super::stats::score;
    use super::*;

    const DIMENSIONS: [Dimension; 3] = [
        Dimension { start: 300.0, min: 0.0, max: 1000.0 },
        Dimension { start: 8.0, min: 1.0, max: 16.0 },
        Dimension { start: 50.0, min: 0.0, max: 200.0 },
    ];
    const BEST: [f64; 3] = [700.0, 5.0, 150.0];

    /// Elo lost by not standing at the optimum: 80 for each parameter that is a
    /// quarter of its range away.
    fn elo(values: &[i32]) -> f64 {
        let away = |i: usize| {
            let dimension = &DIMENSIONS[i];
            (f64::from(values[i]) - BEST[i]) / (dimension.max - dimension.min)
        };
        (0..BEST.len()).map(|i| -80.0 * (4.0 * away(i)).powi(2)).sum()
    }

    /// Wins minus losses of a pair of games between two settings.
    fn pair(rng: &mut Rng, difference: f64) -> f64 {
        let wins = (score(difference) * 1e6) as usize;
        (0..2).map(|_| if rng.below(1_000_000) < wins { 1.0 } else { -1.0 }).sum()
    }

    fn tune(seed: u64, pairs: u64) -> Vec<f64> {
        let mut spsa = Spsa::new(DIMENSIONS.to_vec(), pairs, 0.002, seed);
        let mut rng = Rng::new(seed);
        for iteration in 1..=pairs {
            let proposal = spsa.propose(iteration);
            let difference = pair(&mut rng, elo(&proposal.plus) - elo(&proposal.minus));
            spsa.learn(&proposal, difference);
        }
        spsa.values().to_vec()
    }

    /// A known optimum is found through the noise of games.
    #[test]
    fn a_known_optimum_is_found() {
        for seed in 1..=5 {
            let values = tune(seed, 20_000);
            for (i, dimension) in DIMENSIONS.iter().enumerate() {
                let range = dimension.max - dimension.min;
                let (before, after) = ((dimension.start - BEST[i]).abs(), (values[i] - BEST[i]).abs());
                assert!(
                    after < 0.08 * range,
                    "seed {seed}, parameter {i}: {} ({before} to {after})",
                    values[i]
                );
            }
        }
    }

    /// The schedule of the sources, worked out for one parameter: with 1,000
    /// iterations, a range of 400 and r_end 0.002 the last step is 20, the last
    /// gain 0.002 * 20 = 0.04.
    #[test]
    fn steps_and_gains_are_those_of_the_sources() {
        let dimension = Dimension { start: 100.0, min: 0.0, max: 400.0 };
        let spsa = Spsa::new(vec![dimension], 1_000, 0.002, 1);
        #[track_caller]
        fn near(found: f64, expected: f64) {
            assert!((found / expected - 1.0).abs() < 1e-9, "{found}, expected {expected}");
        }

        near(spsa.step(&dimension, 1_000), 20.0);
        near(spsa.gain(&dimension, 1_000), 0.04);
        near(spsa.step(&dimension, 1), 20.0 * 1_000_f64.powf(0.101));
        // a = a_end (A + N)^alpha, a_1 = a / (A + 1)^alpha, divided by c_1.
        let a_1 = 0.8 * (1_100_f64 / 101.0).powf(0.602);
        near(spsa.gain(&dimension, 1), a_1 / (20.0 * 1_000_f64.powf(0.101)));
    }

    #[test]
    fn proposals_lie_to_both_sides_and_within_bounds() {
        let mut spsa = Spsa::new(DIMENSIONS.to_vec(), 100, 0.002, 7);
        let mut sums = [0.0; 3];
        for iteration in 1..=100 {
            let proposal = spsa.propose(iteration);
            assert_eq!(spsa.propose(iteration), proposal);
            for (i, dimension) in DIMENSIONS.iter().enumerate() {
                let (plus, minus) = (proposal.plus[i], proposal.minus[i]);
                assert_eq!((plus - minus).signum(), i32::from(proposal.signs[i]));
                let within = dimension.min as i32..=dimension.max as i32;
                assert!(within.contains(&plus) && within.contains(&minus));
                sums[i] += f64::from(plus + minus) / 200.0;
            }
        }
        // Rounding moves nothing.
        for (sum, dimension) in sums.iter().zip(&DIMENSIONS) {
            assert!((sum - dimension.start).abs() < 0.2, "{sum}");
        }
        // The side that won is followed, as far as the bounds allow.
        let proposal = spsa.propose(1);
        let before = spsa.values().to_vec();
        spsa.learn(&proposal, 2.0);
        for (i, value) in before.iter().enumerate() {
            assert!((spsa.values()[i] - value) * f64::from(proposal.signs[i]) > 0.0);
        }
        spsa.learn(&proposal, 1e9);
        for (value, dimension) in spsa.values().iter().zip(&DIMENSIONS) {
            assert!((dimension.min..=dimension.max).contains(value));
        }
    }

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
