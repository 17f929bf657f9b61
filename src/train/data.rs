//! From records to samples: what a net reads of each position, what is known beside it, and what it is to learn.
//!
//! The target is a lambda-return along the game: a share of the position's own score, the rest from the next
//! position's target, up to the result. The result mixed into each position directly is learned by heart, as all
//! positions of a game share it. A random move cuts the chain: what it spoils says nothing about the positions
//! before it.

use std::collections::HashSet;
use std::io;
use std::path::PathBuf;
use std::sync::mpsc::sync_channel;
use std::thread::Builder;

use crate::eval::Standard;
use crate::eval::net::bucket;
use crate::eval::net::inputs::{FIRST_NEAR, Inputs};
use crate::game::rng::Rng;
use crate::game::{AttackMap, Color, EvalWeights as _, FULL_SCALE, Game, Geometry, Key, Value, ValuePreset};
use crate::lang::{self, tr};
use crate::protocol::interrupt::is_interrupted;
use crate::records::position::GameKind;
use crate::search::Params;
use crate::soma::{Assessor, TableConfig};

use super::record::{self, Reader, RecordError, Thought};

/// Scores beyond this are no opinion of a quiet position.
const MAX_SCORE: Value = 4_000;
/// One game of so many is held out.
const HELD_OUT: u64 = 20;

/// Positions of a block: their samples take some 300 MB, and two blocks are there at a time.
const BLOCK: usize = 1 << 20;

/// What samples are made of.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The scale of the sigmoid: a score of so much is an expectation of 73 %.
    pub scale: f32,
    /// The weight of the next position's target, against the own score.
    pub lambda: f32,
    /// Whether the squares near the kings are read.
    pub near: bool,
}

/// A position to learn from.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The first of its rows in [`Samples::rows`].
    start: usize,
    /// Rows of the mover's view, and of the other.
    counts: [u16; 2],
    /// The set of weights that counts.
    pub bucket: u8,
    /// What counts of an opinion for the mover, and of one for the other side, in parts of [`FULL_SCALE`].
    parts: [u8; 2],
    /// The formula's value.
    pub formula: i16,
    /// What SUPER-SOMA adds.
    pub net: i16,
    /// What the mover can expect, 0 to 1.
    pub target: f32,
}

impl Sample {
    /// The part of an opinion, seen from the mover, that counts.
    #[inline]
    pub(crate) fn part(&self, opinion: f32) -> f32 {
        f32::from(self.parts[usize::from(opinion < 0.0)]) / FULL_SCALE as f32
    }
}

/// Many positions.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    rows: Vec<u16>,
    /// The positions, game by game.
    pub samples: Vec<Sample>,
}

impl Samples {
    /// A number that tells these samples from others.
    pub fn fingerprint(&self) -> u64 {
        let of_rows = self.rows.iter().fold(self.samples.len() as u64, |sum, &row| mix(sum, row.into()));
        self.samples.iter().fold(of_rows, |sum, sample| {
            let given = u64::from(sample.formula as u16) << 16 | u64::from(sample.net as u16);
            mix(mix(sum, given), sample.target.to_bits().into())
        })
    }

    /// The rows of a sample's views: of the mover, and of the other.
    #[inline]
    pub fn rows(&self, sample: &Sample) -> [&[u16]; 2] {
        let start = sample.start;
        let [us, them] = sample.counts.map(usize::from);
        [&self.rows[start..start + us], &self.rows[start + us..start + us + them]]
    }
}

/// Games to learn from. Samples take twenty times the room of games: they are made where they are
/// learned from, a block of games at a time. Those of a single block are kept.
#[derive(Debug)]
pub struct Training {
    target: Target,
    games: Vec<record::Game>,
    /// Positions in all games.
    pub positions: usize,
    /// Positions of a block, or a few more.
    block: usize,
    /// Those of the only block.
    kept: Option<Samples>,
}

impl Training {
    /// A number that tells these games from others.
    pub fn fingerprint(&self) -> u64 {
        let of_game = |sum, game: &record::Game| {
            let ply = |sum, ply: &record::Ply| {
                mix(sum, u64::from(ply.raw) << 16 | u64::from(ply.thought.to_bits() as u16))
            };
            mix(game.plies.iter().fold(sum, ply), game.half_points(Color::Black).into())
        };
        self.games.iter().fold(self.positions as u64, of_game)
    }

    /// An order of the games: at random, if they are not all in one block.
    pub(crate) fn order(&self, rng: Option<&mut Rng>) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.games.len() as u32).collect();
        if let (None, Some(rng)) = (&self.kept, rng) {
            rng.shuffle(&mut order);
        }
        order
    }

    /// Shows the samples of all games in this order, block by block; the next one is made beside. Tells
    /// whether `each` always said to go on.
    pub(crate) fn each_block<P: Game>(
        &self,
        order: &[u32],
        mut each: impl FnMut(&Samples) -> bool,
    ) -> io::Result<bool> {
        if let Some(kept) = &self.kept {
            return Ok(each(kept));
        }
        std::thread::scope(|scope| {
            let (made, blocks) = sync_channel(0);
            let make = move || {
                let mut sampler = Sampler::<P>::new(self.target);
                let mut samples = Samples::default();
                for (at, &number) in order.iter().enumerate() {
                    sampler.add_game(&self.games[number as usize], &mut samples);
                    let is_last = at + 1 == order.len();
                    if (samples.samples.len() >= self.block || is_last)
                        && made.send(std::mem::take(&mut samples)).is_err()
                        || is_interrupted()
                    {
                        return;
                    }
                }
            };
            Builder::new().name("samples".to_owned()).spawn_scoped(scope, make)?;
            let goes_on = blocks.into_iter().all(|samples| each(&samples));
            Ok(goes_on && !is_interrupted())
        })
    }
}

/// Makes samples of games.
#[derive(Debug)]
struct Sampler<P: Game> {
    target: Target,
    inputs: Inputs,
    formula: Standard<P>,
    assessor: Assessor<P::Geometry>,
    table: TableConfig,
    map: AttackMap<P::Geometry>,
}

impl<P: Game> Sampler<P> {
    fn new(target: Target) -> Self {
        Self {
            target,
            inputs: Inputs::new::<P::Geometry>(),
            formula: Standard::new(),
            assessor: Assessor::new(P::Geometry::values(ValuePreset::Default)),
            table: Params::default().of_game::<P::Geometry>().xref,
            map: AttackMap::new(),
        }
    }

    /// Adds the positions of a game that was replayed before.
    fn add_game(&mut self, game: &record::Game, samples: &mut Samples) {
        let mut targets = targets::<P>(game, self.target).into_iter();
        let _ = game.replay::<P>(|position, ply| {
            let target = targets.next().unwrap_or(0.5);
            if score_to_learn(position, ply).is_some() {
                let us = position.side_to_move();
                let target = if us == Color::Black { target } else { 1.0 - target };
                self.add(position, target, samples);
            }
        });
    }

    fn add(&mut self, position: &P, target: f32, samples: &mut Samples) {
        self.map.build(position, P::Geometry::values(ValuePreset::Default));
        let formula = self.formula.evaluate(position, &self.map);
        let found = self.assessor.assess(position, &self.map, &self.table);
        let active = self.inputs.active(position, &self.map);
        let start = samples.rows.len();
        let counts = active.map(|view| {
            let before = samples.rows.len();
            let near = self.target.near;
            samples.rows.extend(view.iter().filter(|&&row| near || usize::from(row) < FIRST_NEAR));
            (samples.rows.len() - before) as u16
        });
        let short = |value: Value| value.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let bucket = bucket::<P::Geometry>(self.map.present.count_ones()) as u8;
        let (formula, net) = (short(formula), short(found.value));
        let (us, plies) = (position.side_to_move(), position.halfmove_clock());
        let parts = [us, !us].map(|strong| P::Geometry::scale_factor(&self.map, plies, strong) as u8);
        samples.samples.push(Sample { start, counts, bucket, parts, formula, net, target });
    }
}

/// The score of a position that is learned from.
fn score_to_learn<P: Game>(position: &P, ply: &record::Ply) -> Option<Value> {
    ply.thought.score().filter(|score| score.abs() < MAX_SCORE && !position.in_check())
}

/// For each ply what black can expect.
fn targets<P: Game>(game: &record::Game, target: Target) -> Vec<f32> {
    // Black moves first in shogi, white in chess.
    let begins = P::start().side_to_move() == Color::Black;
    let mut next = Some(f32::from(game.half_points(Color::Black)) / 2.0);
    let mut targets: Vec<f32> = Vec::with_capacity(game.plies.len());
    for (at, ply) in game.plies.iter().enumerate().rev() {
        next = match ply.thought {
            Thought::Random => None,
            Thought::Bound => next,
            Thought::Score(score) => {
                let is_black = begins == (at % 2 == 0);
                let own = sigmoid(if is_black { score } else { -score } as f32 / target.scale);
                Some(next.map_or(own, |next| own + target.lambda * (next - own)))
            }
        };
        targets.push(next.unwrap_or(0.5));
    }
    targets.reverse();
    targets
}

/// What was read, and what was not.
#[derive(Debug)]
pub struct Loaded {
    /// Games to learn from.
    pub training: Training,
    /// Positions of other games, to check with.
    pub held_out: Samples,
    /// Games read.
    pub games: u64,
    /// Files whose end is missing or damaged.
    pub faults: Vec<RecordError>,
    /// How the results of the held-out games follow the scores: the scale with the smallest loss.
    pub best_scale: f32,
}

/// Reads the records of a game.
#[derive(Debug)]
pub struct Loader<P: Game> {
    sampler: Sampler<P>,
    loaded: Loaded,
    /// Keys, scores and half points of the held-out samples.
    held_out: Vec<(Key, Value, u8)>,
}

impl<P: Game> Loader<P> {
    /// A loader.
    pub fn new(target: Target) -> Self {
        let training = Training { target, games: Vec::new(), positions: 0, block: BLOCK, kept: None };
        let held_out = Samples::default();
        let loaded = Loaded { training, held_out, games: 0, faults: Vec::new(), best_scale: 0.0 };
        Self { sampler: Sampler::new(target), loaded, held_out: Vec::new() }
    }

    /// The same with blocks of so many positions.
    #[must_use]
    pub fn with_block(mut self, positions: usize) -> Self {
        self.loaded.training.block = positions;
        self
    }

    /// Reads files until there are so many positions to learn from, or the user asks to stop; what is
    /// damaged is left out.
    ///
    /// # Errors
    /// If a file cannot be read, or is none of this game.
    pub fn load(mut self, kind: GameKind, paths: &[PathBuf], limit: usize) -> Result<Loaded, RecordError> {
        for path in paths {
            if self.loaded.training.positions >= limit {
                break;
            }
            let mut reader = Reader::open(path)?;
            if reader.header.game != kind {
                let reason = tr!(
                    "games of {found}, expected {expected}",
                    found = lang::text(reader.header.game.name()),
                    expected = lang::text(kind.name())
                );
                return Err(RecordError::of_file(path, &reason));
            }
            let seed = reader.header.seed;
            while let Some(game) = reader.next() {
                let added = game.and_then(|game| self.add(seed, game).map_err(|error| reader.fault(&error)));
                if let Err(fault) = added {
                    self.loaded.faults.push(fault);
                    break;
                }
                if self.loaded.training.positions >= limit || is_interrupted() {
                    break;
                }
            }
        }
        self.loaded.best_scale = best_scale(&self.held_out);
        self.drop_known();
        let training = &mut self.loaded.training;
        if training.positions <= training.block {
            let mut samples = Samples::default();
            let games = training.games.iter().take_while(|_| !is_interrupted());
            games.for_each(|game| self.sampler.add_game(game, &mut samples));
            training.kept = Some(samples);
        }
        Ok(self.loaded)
    }

    fn add(&mut self, seed: u64, game: record::Game) -> Result<(), record::IllegalMove> {
        // All moves are checked before the first is learned from.
        let mut found = Vec::new();
        game.replay::<P>(|position, ply| {
            if let Some(score) = score_to_learn(position, ply) {
                found.push((position.key(), score, game.half_points(position.side_to_move())));
            }
        })?;
        self.loaded.games += 1;
        if is_held_out(seed, game.number) {
            self.sampler.add_game(&game, &mut self.loaded.held_out);
            self.held_out.extend(found);
        } else {
            self.loaded.training.positions += found.len();
            self.loaded.training.games.push(game);
        }
        Ok(())
    }

    /// Leaves out held-out positions that are learned from as well.
    fn drop_known(&mut self) {
        let held_out: HashSet<Key> = self.held_out.iter().map(|&(key, ..)| key).collect();
        let mut known = HashSet::new();
        for game in self.loaded.training.games.iter().take_while(|_| !is_interrupted()) {
            let _ = game.replay::<P>(|position, ply| {
                if held_out.contains(&position.key()) && score_to_learn(position, ply).is_some() {
                    known.insert(position.key());
                }
            });
        }
        let mut all = self.held_out.iter();
        self.loaded.held_out.samples.retain(|_| all.next().is_some_and(|(key, ..)| !known.contains(key)));
    }
}

/// One word more of a fingerprint.
fn mix(sum: u64, word: u64) -> u64 {
    /// Knuth's multiplier of a linear congruential generator.
    const FACTOR: u64 = 6_364_136_223_846_793_005;
    (sum.rotate_left(5) ^ word).wrapping_mul(FACTOR)
}

/// Whether a game is held out; the same in every run.
fn is_held_out(seed: u64, number: u32) -> bool {
    let mut mixed = Rng::new(seed ^ Rng::new(number.into()).next_u64());
    mixed.next_u64().is_multiple_of(HELD_OUT)
}

/// The scale at which results follow the scores best.
fn best_scale(held_out: &[(Key, Value, u8)]) -> f32 {
    let loss = |scale: f32| -> f64 {
        let of_one = |&(_, score, half_points): &(Key, Value, u8)| {
            let p = sigmoid(score as f32 / scale).clamp(1e-6, 1.0 - 1e-6);
            f64::from(cross_entropy(f32::from(half_points) / 2.0, p))
        };
        held_out.iter().map(of_one).sum()
    };
    let scales = (4..60).map(|n| n as f32 * 25.0);
    let best = scales.map(|scale| (loss(scale), scale)).min_by(|a, b| a.0.total_cmp(&b.0));
    best.map_or(0.0, |(_, scale)| scale)
}

/// Expectation from a score in units of the scale.
#[inline]
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Loss of the expectation `p` where `target` is right.
#[inline]
pub(crate) fn cross_entropy(target: f32, p: f32) -> f32 {
    -(target * p.ln() + (1.0 - target) * (1.0 - p).ln())
}
