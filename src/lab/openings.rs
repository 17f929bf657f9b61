//! Openings for matches: some random moves, some sensible ones, and a search that finds the result balanced.

use super::batch::is_interrupted;
use crate::game::rng::Rng;
use crate::game::{All, Game, MoveList, Position, Value};
use crate::protocol::solo::{LastScore, Solo};
use crate::search::horizon::Tactics;
use crate::search::{BestMove, Limits, SearchConfig};

/// How openings are made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpeningSettings {
    /// Moves chosen at random, from the start position.
    pub random_plies: u32,
    /// Moves that a search then chooses, for each side in turn.
    pub played_plies: u32,
    /// Nodes of each of these searches.
    pub nodes: u64,
    /// Nodes of the search that judges the result.
    pub judge_nodes: u64,
    /// How much better a side may stand, in the units of the evaluation.
    pub limit: Value,
    /// The whole batch repeats with the same seed.
    pub seed: u64,
}

/// An attempt is given up where a side stands better by so many times what it
/// may in the end: short searches waver, and some of it is played back.
const HOPELESS: Value = 2;
/// Table of the searches in MiB.
const HASH: usize = 4;

/// Makes openings; each depends on its number and the settings alone.
#[derive(Debug)]
pub(crate) struct Maker<P: Position> {
    solo: Solo<P>,
    settings: OpeningSettings,
}

impl<P: Game> Maker<P> {
    /// A maker with these settings.
    pub fn new(settings: OpeningSettings) -> Self {
        // The conventional rival chooses: the openings are for comparing it with others.
        let solo = Solo::new(&P::start(), HASH, &SearchConfig::new(Tactics::Quiescence));
        Self { solo, settings }
    }

    /// What came of the attempt with this number: an opening if it is balanced.
    pub fn make(&mut self, number: u64) -> Option<P> {
        // Mixed, as neighbouring seeds give nearly the same sequence.
        let mut rng = Rng::new(self.settings.seed ^ Rng::new(number).next_u64());
        let mut position = P::start();
        for _ in 0..self.settings.random_plies {
            let mut list = MoveList::new();
            position.generate::<All>(&mut list);
            if list.is_empty() {
                return None;
            }
            position.do_move(list[rng.below(list.len())]);
        }
        for _ in 0..self.settings.played_plies {
            let (raw, score) = self.judge(&position, self.settings.nodes)?;
            // What is lost already need not be played on.
            if score.abs() > HOPELESS * self.settings.limit {
                return None;
            }
            position.do_move(position.from_raw(raw)?);
        }
        let (_, score) = self.judge(&position, self.settings.judge_nodes)?;
        (score.abs() <= self.settings.limit && !position.in_check()).then_some(position)
    }

    /// The best move and its value; nothing if the user asked to stop.
    fn judge(&mut self, position: &P, nodes: u64) -> Option<(u16, Value)> {
        let mut last = LastScore::default();
        match self.solo.search(position, &Limits::nodes(nodes), &mut last) {
            BestMove::Move { raw, .. } if !is_interrupted() => Some((raw, last.newest)),
            _ => None,
        }
    }
}
