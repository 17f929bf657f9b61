//! What is learned from pairs of games between two sets of parameters; nothing here knows games.
//!
//! Simultaneous perturbation stochastic approximation: all parameters are moved at once by the difference of two noisy
//! measurements, one with each parameter a step to one side, the sides drawn by lot, and one with the same steps to
//! the other sides.
//!
//! CITE: James C. Spall, "Implementation of the Simultaneous Perturbation Algorithm for Stochastic Optimization", IEEE
//! Transactions on Aerospace and Electronic Systems 34 (3), 1998: the gains `a / (A + k)^0.602` and the steps
//! `c / k^0.101` of the k-th iteration, `A` a tenth of all iterations.
//! CITE: Fishtest, <https://github.com/official-stockfish/fishtest>, SPSA: `c` and `a` follow from the values that step
//! and gain have at the end, `c_end` for each parameter and `r_end = a_end / c_end^2`; a measurement is wins minus
//! losses of a pair of games.
//!
//! Screening: which parameters matter, and to which side. In every pair each parameter stands at one of its bounds for
//! one player and at the other for the other, drawn by lot, all parameters at once. Nothing moves. Each pair is a
//! measurement of every parameter: what the others do averages out, so that a hundred parameters, switches among them,
//! are measured by as many games as one.
//!
//! CITE: R. L. Plackett and J. P. Burman, "The Design of Optimum Multifactorial Experiments", Biometrika 33 (4), 1946:
//! two levels of every factor at once; here the levels are drawn by lot, as there are many more measurements than
//! factors.

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

/// The largest number of half points of a pair.
const MOST_POINTS: u8 = 4;

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

/// How far parameters are moved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gains {
    /// How many iterations there are.
    pub iterations: u64,
    /// The gain at the end, over the squared step.
    pub r_end: f64,
}

impl Gains {
    /// The step of a parameter in an iteration.
    fn step(self, range: &Range, iteration: u64) -> f64 {
        let last = ((f64::from(range.max) - f64::from(range.min)) * LAST_STEP).max(LEAST_STEP);
        last * (self.iterations as f64 / iteration as f64).powf(GAMMA)
    }

    /// What a parameter moves by for each point that its side won.
    fn gain(self, range: &Range, iteration: u64) -> f64 {
        let iterations = self.iterations as f64;
        let offset = STABILITY * iterations;
        let last_step = self.step(range, self.iterations);
        let last_a = self.r_end * last_step * last_step;
        let a = last_a * ((offset + iterations) / (offset + iteration as f64)).powf(ALPHA);
        a / self.step(range, iteration)
    }
}

/// A parameter of a tuning and where it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing<'a> {
    /// What is tuned.
    pub range: &'a Range,
    /// The value before.
    pub start: i32,
    /// The value now.
    pub value: f64,
    /// Where parameters are measured only: what the largest value is worth against the least; nothing before the first
    /// pair. A little less than in a match of the two: where other parameters decide a game, this one does not.
    pub effect: Option<Estimate>,
}

impl Standing<'_> {
    /// The value now as a whole number.
    pub fn rounded(&self) -> i32 {
        self.value.round() as i32
    }
}

/// How a tuning stands: parameters with all that has been learned of them.
#[derive(Clone, Debug)]
pub struct Tuning {
    ranges: Vec<Range>,
    /// Where they stood before.
    pub start: Vec<i32>,
    /// Where they stand.
    pub values: Vec<f64>,
    /// Pairs played and learned from.
    pub pairs: u64,
    /// Pairs by the half points of the side with the steps forward, which is drawn by lot: about as many on both sides.
    pub points: Tally<5>,
    /// How far they are moved; nothing if they are measured only.
    gains: Option<Gains>,
    /// For each parameter the pairs by the half points of the player with its larger value.
    sides: Vec<Tally<5>>,
    seed: u64,
}

impl Tuning {
    /// Nothing is known yet of these parameters, which stand there.
    pub(super) fn new(ranges: &[Range], start: Vec<i32>, gains: Option<Gains>, seed: u64) -> Self {
        Self {
            ranges: ranges.to_vec(),
            values: start.iter().copied().map(f64::from).collect(),
            start,
            pairs: 0,
            points: Tally::default(),
            gains,
            sides: vec![Tally::default(); ranges.len()],
            seed: Rng::new(seed).next_u64(),
        }
    }

    /// Where to measure in an iteration, from 1. It depends on nothing but the seed, the iteration and where the
    /// parameters stand. A value between two whole numbers becomes either by lot, so that it is right on average; the
    /// lot is the same for both measurements.
    pub(crate) fn propose(&self, iteration: u64) -> Proposal {
        let mut rng = Rng::new(self.seed ^ Rng::new(iteration).next_u64());
        let mut proposal = Proposal { iteration, signs: Vec::new(), plus: Vec::new(), minus: Vec::new() };
        for (range, &value) in self.ranges.iter().zip(&self.values) {
            let sign: i8 = if rng.next_u64() & 1 == 0 { 1 } else { -1 };
            let [plus, minus] = match self.gains {
                Some(gains) => {
                    let lot = (rng.next_u64() >> (u64::BITS - FRACTION_BITS)) as f64
                        / (1_u64 << FRACTION_BITS) as f64;
                    let step = gains.step(range, iteration) * f64::from(sign);
                    let within = |value: f64| value.clamp(range.min.into(), range.max.into());
                    [value + step, value - step].map(|value| (within(value) + lot).floor() as i32)
                }
                None if sign > 0 => [range.max, range.min],
                None => [range.min, range.max],
            };
            proposal.signs.push(sign);
            proposal.plus.push(plus);
            proposal.minus.push(minus);
        }
        proposal
    }

    /// Learns from pairs, in their order, by the half points of the players `plus`.
    pub(super) fn learn(&mut self, proposals: &[Proposal], points: &[u8]) {
        for (proposal, &points) in proposals.iter().zip(points) {
            self.learn_from(proposal, points);
            self.points.0[usize::from(points)] += 1;
            self.pairs += 1;
        }
    }

    fn learn_from(&mut self, proposal: &Proposal, points: u8) {
        for (i, (range, &sign)) in self.ranges.iter().zip(&proposal.signs).enumerate() {
            let of_larger = if sign > 0 { points } else { MOST_POINTS - points };
            self.sides[i].0[usize::from(of_larger)] += 1;
            if let Some(gains) = self.gains {
                // What `plus` won more than `minus`.
                let difference = f64::from(points) - f64::from(MOST_POINTS) / 2.0;
                let moved = gains.gain(range, proposal.iteration) * difference * f64::from(sign);
                self.values[i] = (self.values[i] + moved).clamp(range.min.into(), range.max.into());
            }
        }
    }

    /// Where each parameter stands.
    pub(crate) fn standings(&self) -> impl Iterator<Item = Standing<'_>> {
        self.ranges.iter().enumerate().map(|(i, range)| Standing {
            range,
            start: self.start[i],
            value: self.values[i],
            effect: self.sides[i].estimate().filter(|_| self.gains.is_none()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::stats::score;
    use super::*;

    /// Bounds of three parameters.
    const BOUNDS: [[i32; 2]; 3] = [[0, 1000], [1, 16], [0, 200]];
    const START: [i32; 3] = [300, 8, 50];
    const BEST: [f64; 3] = [700.0, 5.0, 150.0];

    fn range([min, max]: [i32; 2]) -> Range {
        Range { name: String::new(), min, max }
    }

    fn width([min, max]: [i32; 2]) -> f64 {
        f64::from(max - min)
    }

    fn begin(iterations: u64, r_end: f64, seed: u64) -> Tuning {
        Tuning::new(&BOUNDS.map(range), START.to_vec(), Some(Gains { iterations, r_end }), seed)
    }

    /// Elo lost by not standing at the optimum: 80 for each parameter that is a quarter of its range away.
    fn elo(values: &[i32]) -> f64 {
        let away = |i: usize| (f64::from(values[i]) - BEST[i]) / width(BOUNDS[i]);
        (0..BEST.len()).map(|i| -80.0 * (4.0 * away(i)).powi(2)).sum()
    }

    /// Half points of a pair of games that a setting plays with this difference.
    fn pair(rng: &mut Rng, difference: f64) -> u8 {
        let wins = (score(difference) * 1e6) as usize;
        (0..2).map(|_| if rng.below(1_000_000) < wins { 2 } else { 0 }).sum()
    }

    fn tune(seed: u64, pairs: u64) -> Vec<f64> {
        let mut spsa = begin(pairs, 0.002, seed);
        let mut rng = Rng::new(seed);
        for iteration in 1..=pairs {
            let proposal = spsa.propose(iteration);
            let points = pair(&mut rng, elo(&proposal.plus) - elo(&proposal.minus));
            spsa.learn_from(&proposal, points);
        }
        spsa.values
    }

    /// A known optimum is found through the noise of games.
    #[test]
    fn a_known_optimum_is_found() {
        for seed in 1..=5 {
            for (i, value) in tune(seed, 20_000).into_iter().enumerate() {
                let after = (value - BEST[i]).abs();
                assert!(after < 0.08 * width(BOUNDS[i]), "seed {seed}, parameter {i}: {value}");
            }
        }
    }

    /// The schedule of the sources, worked out for one parameter: with 1,000 iterations, a range of 400 and r_end
    /// 0.002 the last step is 20, the last gain 0.002 * 20 = 0.04.
    #[test]
    fn steps_and_gains_are_those_of_the_sources() {
        let (range, gains) = (range([0, 400]), Gains { iterations: 1_000, r_end: 0.002 });
        #[track_caller]
        fn near(found: f64, expected: f64) {
            assert!((found / expected - 1.0).abs() < 1e-9, "{found}, expected {expected}");
        }

        near(gains.step(&range, 1_000), 20.0);
        near(gains.gain(&range, 1_000), 0.04);
        near(gains.step(&range, 1), 20.0 * 1_000_f64.powf(0.101));
        // a = a_end (A + N)^alpha, a_1 = a / (A + 1)^alpha, divided by c_1.
        let a_1 = 0.8 * (1_100_f64 / 101.0).powf(0.602);
        near(gains.gain(&range, 1), a_1 / (20.0 * 1_000_f64.powf(0.101)));
    }

    #[test]
    fn proposals_lie_to_both_sides_and_within_bounds() {
        let mut spsa = begin(100, 0.002, 7);
        let mut sums = [0.0; 3];
        for iteration in 1..=100 {
            let proposal = spsa.propose(iteration);
            assert_eq!(spsa.propose(iteration), proposal);
            for (i, [min, max]) in BOUNDS.into_iter().enumerate() {
                let (plus, minus) = (proposal.plus[i], proposal.minus[i]);
                assert_eq!((plus - minus).signum(), i32::from(proposal.signs[i]));
                assert!((min..=max).contains(&plus) && (min..=max).contains(&minus));
                sums[i] += f64::from(plus + minus) / 200.0;
            }
        }
        // Rounding moves nothing.
        for (sum, start) in sums.into_iter().zip(START) {
            assert!((sum - f64::from(start)).abs() < 0.2, "{sum}");
        }
        // The side that won is followed, as far as the bounds allow.
        let proposal = spsa.propose(1);
        spsa.learn_from(&proposal, MOST_POINTS);
        for (i, start) in START.into_iter().enumerate() {
            assert!((spsa.values[i] - f64::from(start)) * f64::from(proposal.signs[i]) > 0.0);
        }
        let mut far = begin(100, 1e9, 7);
        far.learn_from(&proposal, MOST_POINTS);
        for (value, [min, max]) in far.values.into_iter().zip(BOUNDS) {
            assert!((f64::from(min)..=f64::from(max)).contains(&value));
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
        let ranges = vec![range([10, 20]); 60];
        let mut screen = Tuning::new(&ranges, vec![15; 60], None, 5);
        let mut rng = Rng::new(6);
        for iteration in 1..=PAIRS {
            let proposal = screen.propose(iteration);
            assert_eq!(screen.propose(iteration), proposal);
            let elo: f64 = (0..ranges.len())
                .map(|i| elo_of_most(i) * f64::from((proposal.plus[i] - proposal.minus[i]) / 10))
                .sum();
            screen.learn_from(&proposal, pair(&mut rng, elo));
        }
        let mut outside = 0;
        for (i, standing) in screen.standings().enumerate() {
            let effect = standing.effect.expect("pairs were played");
            assert!((2.0..4.0).contains(&effect.error), "parameter {i}: {effect:?}");
            outside += i32::from((effect.elo - elo_of_most(i)).abs() > effect.error);
            assert!((effect.elo - elo_of_most(i)).abs() < 2.0 * effect.error, "parameter {i}: {effect:?}");
        }
        assert!(outside <= 8, "95 % intervals: {outside} of 60 are wrong");
    }
}
