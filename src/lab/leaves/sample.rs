//! Drawing leaves from the horizon of real searches.
//!
//! Each line of the input is the beginning of a game. The engine plays it on by short searches, one side with
//! SUPER-SOMA, the other with the capture search. Some positions of the game, drawn at random, are searched properly,
//! by the two strategies in turn, and from each search a few of the positions at its horizon are kept, every call
//! with the same chance. In the end as many leaves are kept of each phase. Everything is drawn by numbers that depend
//! on the seed and on the line alone, never on threads.
//!
//! Left out are positions in check, which no strategy judges, and positions where the game is over: by repetition, by
//! rule, or for want of a move.

use std::sync::{Arc, Mutex};

use serde::{Deserialize, Serialize};

use super::record::{LeafRecord, Origin};
use super::stage::{Half, Phase};
use crate::game::rng::Rng;
use crate::game::{Game, Key, MAX_PLY, Repetition, Square};
use crate::lab::batch::{is_interrupted, lock};
use crate::lab::job::Experiment;
use crate::lab::searcher::{Bank, Searchers};
use crate::records::either::of_either;
use crate::records::input::PositionLine;
use crate::search::horizon::Tactics;
use crate::search::{BestMove, HorizonHook, Limits, SearchConfig, Silent};

/// The strategies whose horizons are looked at, in turn.
const STRATEGIES: [Tactics; 2] = [Tactics::SuperSoma, Tactics::Quiescence];
/// Size of a search's table in MiB: enough for some ten thousand nodes.
const TABLE: usize = 4;

/// How to draw.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SampleSettings {
    /// What all random numbers begin with.
    pub seed: u64,
    /// Of a search that is looked at.
    pub limits: Limits,
    /// Moves that a game is played on, at most.
    pub plies: usize,
    /// Nodes for a move of a game.
    pub play_nodes: u64,
    /// Positions of a game that are searched.
    pub searches: usize,
    /// Leaves kept of a search.
    pub keep: usize,
    /// The share of games that is for judging.
    pub test_share: f64,
}

/// The leaves of one game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Drawn {
    /// In the order in which they were met.
    pub leaves: Vec<LeafRecord>,
}

impl Experiment for SampleSettings {
    type Input = PositionLine;
    type Record = Drawn;
    type Context = Searchers;

    fn context(&self) -> Searchers {
        Searchers::new(TABLE, SearchConfig::default())
    }

    fn work(&self, searchers: &mut Searchers, line: PositionLine) -> Option<Drawn> {
        let drawn =
            of_either!(&line.position, searchers, (position, bank) => draw(bank, position, &line, self));
        (!is_interrupted()).then_some(drawn)
    }

    fn is_of(&self, _: &Drawn, _: &PositionLine) -> bool {
        false
    }

    /// What is drawn is kept in memory until all of it is known.
    fn is_ours(&self, _: &Drawn) -> bool {
        false
    }
}

fn draw<P: Game>(bank: &mut Bank<P>, start: &P, line: &PositionLine, settings: &SampleSettings) -> Drawn {
    // One step of the seed's own sequence first, or neighbouring seeds would share their lines' sequences.
    let mut rng = Rng::new(Rng::new(settings.seed).next_u64().wrapping_add(line.number));
    let moves = play(bank, start, line.number as usize, settings);
    let split = Half::of(start.key(), settings.test_share);
    let mut known: Vec<Key> = Vec::new();
    let mut drawn = Drawn::default();
    let mut position = start.clone();
    let mut played = 0;
    for (number, ply) in some_of(moves.len() + 1, settings.searches, &mut rng).into_iter().enumerate() {
        for &m in &moves[played..ply] {
            position.do_move(m);
        }
        played = ply;
        // The turn changes from game to game as well.
        let tactics = STRATEGIES[(number + line.number as usize) % STRATEGIES.len()];
        let solo = bank.solo(tactics, &position);
        let leaves = Arc::new(Mutex::new(Reservoir::new(settings.keep, rng.next_u64())));
        let shared = Arc::clone(&leaves);
        solo.set_horizon_hook(Some(HorizonHook::new(move |leaf: &P, last_to: Option<Square>| {
            if is_open(leaf) {
                let last = last_to.map(P::square_text);
                let record = || LeafRecord { last, split, ..LeafRecord::of(String::new(), leaf) };
                lock(&shared).offer(|| (leaf.key(), record()));
            }
        })));
        solo.search(&position, &settings.limits, &mut Silent);
        solo.set_horizon_hook(None);
        for (key, record) in lock(&leaves).take() {
            if !known.contains(&key) {
                known.push(key);
                let id = format!("{}/{}", line.id, known.len());
                let tactics = tactics.name().to_owned();
                let source = Some(Origin { tactics, id: line.id.clone(), ply });
                drawn.leaves.push(LeafRecord { id, source, ..record });
            }
        }
    }
    drawn
}

/// The moves of a game played on from a position.
fn play<P: Game>(bank: &mut Bank<P>, start: &P, number: usize, settings: &SampleSettings) -> Vec<P::Move> {
    let limits = Limits::nodes(settings.play_nodes);
    let mut moves = Vec::new();
    let mut position = start.clone();
    for ply in 0..settings.plies {
        let tactics = STRATEGIES[(ply + number) % STRATEGIES.len()];
        let best = bank.solo(tactics, &position).search(&position, &limits, &mut Silent);
        let BestMove::Move { raw, .. } = best else { break };
        let Some(m) = position.from_raw(raw) else { break };
        position.do_move(m);
        let repeats = position.repetition(0) != Repetition::None;
        if repeats || position.is_rule_draw() || position.count_legal() == 0 {
            break;
        }
        moves.push(m);
    }
    moves
}

/// Whether a strategy would have to judge the position: it is not in check, and the game goes on.
fn is_open<P: Game>(position: &P) -> bool {
    !position.in_check()
        && position.repetition(MAX_PLY) == Repetition::None
        && !position.is_rule_draw()
        && position.declaration().is_none()
        && position.count_legal() > 0
}

/// This many different numbers below `n`, or all of them, rising (Vitter's algorithm S).
fn some_of(n: usize, wanted: usize, rng: &mut Rng) -> Vec<usize> {
    let mut missing = wanted.min(n);
    let mut out = Vec::with_capacity(missing);
    for i in 0..n {
        if rng.below(n - i) < missing {
            out.push(i);
            missing -= 1;
        }
    }
    out
}

/// Some of a stream of things, each with the same chance (Vitter 1985, algorithm R).
#[derive(Debug)]
struct Reservoir<T> {
    size: usize,
    seen: usize,
    kept: Vec<T>,
    rng: Rng,
}

impl<T> Reservoir<T> {
    fn new(size: usize, seed: u64) -> Self {
        Self { size, seen: 0, kept: Vec::new(), rng: Rng::new(seed) }
    }

    /// Offers one more thing, which is made only if it is kept.
    fn offer(&mut self, thing: impl FnOnce() -> T) {
        self.seen += 1;
        if self.kept.len() < self.size {
            self.kept.push(thing());
            return;
        }
        let place = self.rng.below(self.seen);
        if let Some(old) = self.kept.get_mut(place) {
            *old = thing();
        }
    }

    fn take(&mut self) -> Vec<T> {
        std::mem::take(&mut self.kept)
    }
}

/// As many leaves of each phase as there is room for, each leaf of a phase with the same chance. It never holds more
/// than it will hand out.
#[derive(Debug)]
pub(crate) struct Quota {
    phases: [Reservoir<(u64, LeafRecord)>; 3],
    offered: u64,
}

impl Quota {
    /// Room for this many in all, the same for each phase.
    pub fn new(count: usize, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let phases = Phase::ALL.map(|phase| {
            let room = count / 3 + usize::from((phase as usize) < count % 3);
            Reservoir::new(room, rng.next_u64())
        });
        Self { phases, offered: 0 }
    }

    /// Offers the leaves of a game; games must come in their order.
    pub(crate) fn offer(&mut self, drawn: &Drawn) {
        for record in &drawn.leaves {
            self.offered += 1;
            let number = self.offered;
            self.phases[record.phase as usize].offer(|| (number, record.clone()));
        }
    }

    /// How many leaves of a phase were offered, and how many are kept.
    pub fn of(&self, phase: Phase) -> (usize, usize) {
        let reservoir = &self.phases[phase as usize];
        (reservoir.seen, reservoir.kept.len())
    }

    /// The leaves kept, in the order of their games.
    pub fn finish(mut self) -> Vec<LeafRecord> {
        let mut all: Vec<_> = self.phases.iter_mut().flat_map(Reservoir::take).collect();
        all.sort_by_key(|&(number, _)| number);
        all.into_iter().map(|(_, record)| record).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reservoirs_are_fair() {
        let mut hits = [0; 20];
        for seed in 0..2_000 {
            let mut reservoir = Reservoir::new(5, seed);
            (0..20).for_each(|i| reservoir.offer(|| i));
            for i in reservoir.take() {
                hits[i] += 1;
            }
        }
        // Each is expected 500 times, with a standard deviation of 19.
        assert!(hits.iter().all(|hit| (400..600).contains(hit)), "{hits:?}");
    }

    #[test]
    fn some_of_all() {
        let mut rng = Rng::new(1);
        assert_eq!(some_of(4, 9, &mut rng), [0, 1, 2, 3]);
        assert!(some_of(0, 3, &mut rng).is_empty());
        for _ in 0..100 {
            let some = some_of(30, 7, &mut rng);
            assert!(some.len() == 7 && some.is_sorted_by(|a, b| a < b) && some[6] < 30);
        }
    }
}
