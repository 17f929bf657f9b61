//! Learning a net from samples.
//!
//! Few hundred lines of our own instead of a framework: a net of one hidden layer over sparse rows needs gathers and
//! sums over 32 columns, which the compiler vectorizes, and the sums must be those of the engine; a framework would
//! bring megabytes of dependencies and a second description of the inputs. One thread learns three epochs of a
//! million positions in about ten seconds.
//!
//! What is learned is what the table's tactics do not explain: the expectation
//! is `sigmoid((part * (formula + N) + SUPER-SOMA's net) / scale)`, with or without the
//! formula; SUPER-SOMA's net is not learned but given, and so is the part that counts in endings that are mostly drawn.

use std::fs::File;
use std::io::{self, Read as _};

use anyhow::ensure;

use crate::eval::net::Weights;
use crate::game::rng::Rng;
use crate::game::{EvalWeights, Game};

use super::data::{Sample, Samples, Training, cross_entropy, sigmoid};
use super::model::{Decay, Model};
use super::record::checksum;

/// Steps until the rate has reached its height.
pub const WARM_UP: u32 = 50;
/// The rate at the end, as a part of its height.
const LAST_RATE: f32 = 0.01;
/// Keeps logarithms finite.
const TINY: f32 = 1e-6;
/// The first bytes of a saved state.
const MAGIC: [u8; 8] = *b"SOMALRN3";
/// Bytes of the checksum at its end.
const SUM_BYTES: usize = 4;

/// How to learn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Times that every position is seen.
    pub epochs: u32,
    /// Positions a step.
    pub batch: usize,
    /// The height of the learning rate, which falls by a cosine.
    pub rate: f32,
    /// Weight decay.
    pub decay: Decay,
    /// The scale of the sigmoid.
    pub scale: f32,
    /// Whether the net learns beside the formula.
    pub beside_formula: bool,
    /// Whether SUPER-SOMA's net is part of the expectation.
    pub with_net: bool,
    /// Other beginnings, another order.
    pub seed: u64,
}

/// How well a net foretells, by the mean over positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    /// Cross entropy less what no net can avoid.
    pub divergence: f64,
    /// Positions.
    pub positions: usize,
}

impl std::fmt::Display for Loss {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.positions == 0 {
            return f.write_str("not known, as no position is held out");
        }
        write!(f, "{:.5} over {} positions", self.divergence, self.positions)
    }
}

/// A net that learns.
#[derive(Debug)]
pub struct Trainer {
    settings: Settings,
    model: Model,
    /// Epochs done.
    pub epoch: u32,
    step: u32,
}

impl Trainer {
    /// A net that knows nothing yet, for a game of this shape.
    pub fn new<G: EvalWeights>(settings: Settings) -> Self {
        let mut model = Model::new::<G>(settings.seed, settings.decay);
        if !settings.beside_formula {
            model.add_formula::<G>(settings.scale);
        }
        Self { settings, model, epoch: 0, step: 0 }
    }

    /// Begins with a net in place of random weights. A whole number that it had comes back the same where nothing was
    /// learned. One that stands beside the formula gets of it what rows can say, if that is to stand there no more.
    pub fn begin_with<G: EvalWeights>(&mut self, net: &Weights) {
        self.model.begin_with(net, self.settings.scale);
        if net.beside_formula && !self.settings.beside_formula {
            self.model.add_formula::<G>(self.settings.scale);
        }
    }

    /// What a position comes to, in units of the scale, where the net says `learned`, and the part of that which counts.
    #[inline]
    fn value(&self, sample: &Sample, learned: f32) -> (f32, f32) {
        let formula = if self.settings.beside_formula { f32::from(sample.formula) } else { 0.0 };
        let net = if self.settings.with_net { f32::from(sample.net) } else { 0.0 };
        let opinion = formula / self.settings.scale + learned;
        let part = sample.part(opinion);
        (opinion * part + net / self.settings.scale, part)
    }

    /// The loss on positions.
    pub fn loss(&self, samples: &Samples) -> Loss {
        mean(samples, |sample| {
            let (learned, _) = self.model.forward(samples.rows(sample), sample.bucket.into());
            divergence(sample.target, sigmoid(self.value(sample, learned).0))
        })
    }

    /// The loss on all positions of games, or on those that were met before the user asked to stop.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn loss_of_games<P: Game>(&self, training: &Training) -> io::Result<Loss> {
        let (mut sum, mut positions) = (0.0, 0);
        training.each_block::<P>(&training.order(None), |samples| {
            let loss = self.loss(samples);
            sum += loss.divergence * loss.positions as f64;
            positions += loss.positions;
            true
        })?;
        Ok(Loss { divergence: sum / positions.max(1) as f64, positions })
    }

    /// Learns from every position once. `goes_on` hears after each step how many positions were learned,
    /// and says whether to go on; tells whether it was done.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn learn<P: Game>(
        &mut self,
        training: &Training,
        mut goes_on: impl FnMut(usize) -> bool,
    ) -> io::Result<bool> {
        let Settings { epochs, batch, rate, seed, .. } = self.settings;
        let mut rng = Rng::new(seed ^ Rng::new(u64::from(self.epoch) + 1).next_u64());
        let games = training.order(Some(&mut rng));
        let positions = training.positions as f32;
        let (before, all) = (self.epoch as f32 * positions, epochs as f32 * positions);
        let mut learned = 0;
        let is_done = training.each_block::<P>(&games, |samples| {
            let mut order: Vec<u32> = (0..samples.samples.len() as u32).collect();
            rng.shuffle(&mut order);
            order.chunks(batch).all(|chunk| {
                let share = 1.0 / chunk.len() as f32;
                for &at in chunk {
                    let sample = &samples.samples[at as usize];
                    let (rows, bucket) = (samples.rows(sample), usize::from(sample.bucket));
                    let (value, sums) = self.model.forward(rows, bucket);
                    let (x, part) = self.value(sample, value);
                    self.model.backward(rows, bucket, &sums, share * part * (sigmoid(x) - sample.target));
                }
                self.step += 1;
                learned += chunk.len();
                let part = (before + learned as f32) / all;
                let cosine = f32::midpoint(1.0, (std::f32::consts::PI * part.min(1.0)).cos());
                let rate = rate * cosine.max(LAST_RATE) * (self.step as f32 / WARM_UP as f32).min(1.0);
                self.model.step(rate, self.step);
                goes_on(chunk.len())
            })
        })?;
        self.epoch += u32::from(is_done);
        Ok(is_done)
    }

    /// The net in whole numbers, and how many of them did not fit their range.
    pub fn weights(&self) -> (Weights, usize) {
        self.model.weights(self.settings.scale, self.settings.beside_formula)
    }

    /// The state after an epoch; `what` says what it was learned from.
    pub fn state(&mut self, what: &str) -> Vec<u8> {
        let mut bytes = self.head(what);
        bytes.extend(self.epoch.to_le_bytes());
        bytes.extend(self.step.to_le_bytes());
        for table in self.model.tables() {
            for rows in [&table.weights, &table.moments[0], &table.moments[1]] {
                bytes.extend(rows.as_flattened().iter().flat_map(|x| x.to_le_bytes()));
            }
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Goes on from a state.
    ///
    /// # Errors
    /// If it cannot be read, is damaged, or is of another learning.
    pub fn go_on(&mut self, state: &File, what: &str) -> anyhow::Result<()> {
        let head = self.head(what);
        let floats: usize = self.model.tables().map(|table| 3 * table.weights.as_flattened().len()).sum();
        let length = head.len() + 8 + 4 * floats + SUM_BYTES;
        // No more is read than could be ours.
        let mut bytes = Vec::new();
        state.take(length as u64 + 1).read_to_end(&mut bytes)?;
        ensure!(bytes.starts_with(&MAGIC), "no state of a learning");
        ensure!(bytes.starts_with(&head), "it is of another learning");
        let (content, sum) = bytes.split_at(bytes.len() - SUM_BYTES);
        ensure!(bytes.len() == length && sum == checksum(content).to_le_bytes(), "it is damaged");
        let mut words = content[head.len()..].as_chunks().0.iter().copied();
        let mut next = || words.next().unwrap_or_default();
        self.epoch = u32::from_le_bytes(next());
        self.step = u32::from_le_bytes(next());
        for table in self.model.tables() {
            let [first, second] = &mut table.moments;
            for rows in [&mut table.weights, first, second] {
                rows.as_flattened_mut().iter_mut().for_each(|x| *x = f32::from_le_bytes(next()));
            }
        }
        self.model.merge();
        Ok(())
    }

    /// How a state begins: with all that it depends on.
    fn head(&self, what: &str) -> Vec<u8> {
        let title = format!("{:?} {what}", self.settings);
        let mut head = MAGIC.to_vec();
        head.extend((title.len() as u32).to_le_bytes());
        head.extend(title.as_bytes());
        head
    }
}

/// The loss without any net: of the formula with SUPER-SOMA's net.
pub(crate) fn loss_of_formula(samples: &Samples, scale: f32) -> Loss {
    mean(samples, |sample| {
        let formula = f32::from(sample.formula);
        let x = (formula * sample.part(formula) + f32::from(sample.net)) / scale;
        divergence(sample.target, sigmoid(x))
    })
}

fn mean(samples: &Samples, of_one: impl Fn(&Sample) -> f32) -> Loss {
    let positions = samples.samples.len();
    let sum: f64 = samples.samples.iter().map(|sample| f64::from(of_one(sample))).sum();
    Loss { divergence: sum / positions.max(1) as f64, positions }
}

/// Cross entropy beyond that of the target with itself.
fn divergence(target: f32, p: f32) -> f32 {
    let sure = |p: f32| p.clamp(TINY, 1.0 - TINY);
    cross_entropy(target, sure(p)) - cross_entropy(sure(target), sure(target))
}
