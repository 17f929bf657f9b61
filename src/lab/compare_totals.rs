//! What `compare` found, added up: sums for each game and strategy, and the
//! largest disagreements. Its size does not depend on the number of positions.

use super::compare::{CompareRecord, CompareSettings, Compared};
use super::contender::{Contender, Faults};
use super::histogram::Histogram;
use super::job::Row;
use crate::game::Value;

/// From this difference of scores on, equal moves disagree too: about a pawn.
const DISAGREES: Value = 100;

/// The sums of a run.
#[derive(Clone, Debug)]
pub struct CompareTotals {
    /// What was compared.
    pub settings: CompareSettings,
    /// The games met, in the order they were met.
    pub games: Vec<CompareGame>,
    /// How many disagreements are kept.
    top: usize,
    /// The largest ones, falling.
    pub disagreements: Vec<Disagreement>,
}

/// The sums of a game.
#[derive(Clone, Debug)]
pub struct CompareGame {
    /// `shogi` or `chess`.
    pub game: String,
    /// How many positions.
    pub positions: u64,
    /// On how many of them the judged strategy plays another move than the
    /// reference.
    pub other_moves: u64,
    /// On how many it plays the same with another score.
    pub other_scores: u64,
    /// By strategy.
    pub strategies: Vec<CompareSums>,
}

/// The sums of a strategy or a program.
#[derive(Clone, Debug, Default)]
pub struct CompareSums {
    /// How often it answered.
    pub answers: u64,
    /// How often it did something else.
    pub faults: Faults,
    /// Answers that name a move.
    pub moves: u64,
    /// Moves made.
    pub nodes: u64,
    /// Those of them made below the horizon.
    pub below_horizon: u64,
    /// How often the depth ran out.
    pub calls: u64,
    /// Milliseconds.
    pub time_ms: f64,
    /// Logarithms of the positions' node ratios to the first strategy.
    pub log_ratio: f64,
    /// Positions on which it plays the reference's move.
    pub agreements: u64,
    /// Differences from the reference's score.
    pub error: i64,
    /// Their sizes.
    pub absolute_error: i64,
    /// Steps from one iteration to the next.
    pub steps: u64,
    /// Those of them that changed the best move.
    pub changes: u64,
    /// Differences from the reference's score.
    pub errors: Histogram,
    /// For each depth from 1 on how many positions reached it, and the logarithms of the
    /// moves that they took.
    pub trees: Vec<(u64, f64)>,
}

impl CompareSums {
    fn add(&mut self, id: &str, answer: &Compared, first: &Compared) {
        if let Some(fault) = &answer.fault {
            self.faults.add(id, fault);
            return;
        }
        self.answers += 1;
        self.moves += u64::from(!answer.best.is_empty());
        self.nodes += answer.nodes;
        self.below_horizon += answer.below_horizon;
        self.calls += answer.calls;
        self.time_ms += answer.time_ms.unwrap_or(0.0);
        self.log_ratio += (answer.nodes.max(1) as f64 / first.nodes.max(1) as f64).ln();
        self.agreements += u64::from(answer.agrees);
        self.error += i64::from(answer.error);
        self.absolute_error += i64::from(answer.error.abs());
        self.steps += u64::from(answer.iterations.saturating_sub(1));
        self.changes += u64::from(answer.changes);
        self.errors.add(answer.error);
        for (at, &nodes) in answer.tree.iter().enumerate() {
            if at == self.trees.len() {
                self.trees.push((0, 0.0));
            }
            self.trees[at].0 += 1;
            self.trees[at].1 += (nodes.max(1) as f64).ln();
        }
    }

    /// The geometric mean of the moves until the end of each iteration, for the depths from
    /// 1 that all positions reached.
    pub(crate) fn mean_trees(&self) -> Vec<f64> {
        let all = self.trees.first().map_or(0, |tree| tree.0);
        let reached = self.trees.iter().take_while(|tree| tree.0 == all);
        reached.map(|&(count, logarithms)| (logarithms / count as f64).exp()).collect()
    }
}

/// A position on which a strategy and the reference disagree.
#[derive(Clone, Debug, PartialEq)]
pub struct Disagreement {
    /// The position, and what all say.
    pub row: Row<CompareRecord>,
    /// What the strategy says.
    pub answer: Compared,
}

impl Disagreement {
    /// What differs.
    pub const fn what(&self) -> &'static [&'static str] {
        match (self.answer.has_move_of_reference(), self.answer.error.abs() >= DISAGREES) {
            (true, _) => &["score"],
            (false, false) => &["move"],
            (false, true) => &["move", "score"],
        }
    }

    /// Largest first; the order of the input where they are equal.
    fn order(&self) -> (Value, u64) {
        (-self.answer.error.abs(), self.row.number)
    }
}

impl CompareTotals {
    /// An empty one that keeps this many disagreements.
    pub fn new(settings: CompareSettings, top: usize) -> Self {
        Self { settings, games: Vec::new(), top, disagreements: Vec::new() }
    }

    /// Adds a position.
    pub fn add(&mut self, row: &Row<CompareRecord>) {
        let Row { number, id, record } = row;
        let Some(first) = record.results.first() else { return };
        let at = self.games.iter().position(|sums| sums.game == record.game).unwrap_or_else(|| {
            self.games.push(CompareGame {
                game: record.game.clone(),
                positions: 0,
                other_moves: 0,
                other_scores: 0,
                strategies: vec![CompareSums::default(); record.results.len()],
            });
            self.games.len() - 1
        });
        let game = &mut self.games[at];
        game.positions += 1;
        for (sums, answer) in game.strategies.iter_mut().zip(&record.results) {
            sums.add(id, answer, first);
        }
        let Some(judged) = record.results.get(self.settings.judged).filter(|a| a.fault.is_none()) else {
            return;
        };
        let agrees = judged.has_move_of_reference();
        if agrees && judged.error.abs() < DISAGREES {
            return;
        }
        game.other_moves += u64::from(!agrees);
        game.other_scores += u64::from(agrees);
        let order = (-judged.error.abs(), *number);
        let place = self.disagreements.partition_point(|other| other.order() < order);
        if place < self.top {
            let found = Disagreement { row: row.clone(), answer: judged.clone() };
            self.disagreements.insert(place, found);
            self.disagreements.truncate(self.top);
        }
    }

    /// Whose disagreements are listed.
    pub fn judged(&self) -> &str {
        self.settings.contenders.get(self.settings.judged).map_or("", Contender::name)
    }
}
