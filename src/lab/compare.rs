//! The strategies, and other programs, side by side on the same positions, and a deeper search that judges them
//! (SUPER_SOMA's question: what does the assessment save, and what does it miss?).
//!
//! With a limit of depth or nodes every field of a record but `time_ms` repeats from run to run, whatever the number
//! of threads.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::contender::{Asked, Contender, Failure, Faults, are_of, programs};
use super::histogram::Histogram;
use super::job::{Experiment, Row};
use super::searcher::{Budget, Found, Searchers};
use crate::game::Value;
use crate::records::bad_line::LineError;
use crate::records::input::{AnyPosition, PositionLine};
use crate::search::SearchConfig;
use crate::search::horizon::Tactics;

/// Scores beyond this count as this when they are compared: a game so far ahead is decided, and a mate is not
/// thousands of pawns.
pub const DECIDED: Value = 2_000;

/// From this difference of scores on, equal moves disagree too: about a pawn.
pub(crate) const DISAGREES: Value = 100;

/// What is compared.
#[derive(Clone, Debug, PartialEq)]
pub struct CompareSettings {
    /// Who is asked; ratios are to the first.
    pub contenders: Vec<Contender>,
    /// Whose disagreements are listed, by its number.
    pub judged: usize,
    /// What each of their searches may use up.
    pub limit: Budget,
    /// The strategy of the reference.
    pub reference_tactics: Tactics,
    /// What its search may use up.
    pub reference_limit: Budget,
    /// Table of each searcher in MiB.
    pub hash: usize,
    /// Whether times are written down. Without them the same run gives the same bytes.
    pub times: bool,
}

/// What was found on one position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CompareRecord {
    /// The position's name.
    pub id: String,
    /// `shogi` or `chess`.
    pub game: String,
    /// The SFEN or FEN.
    pub position: String,
    /// What each strategy was given: `depth` or `nodes`.
    pub limit: Budget,
    /// Table size in MiB.
    pub hash: usize,
    /// The programs among those who were asked, as they were named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub programs: Vec<String>,
    /// The deeper search.
    pub reference: Reference,
    /// One for each who was asked, in the order named.
    pub results: Vec<Compared>,
}

/// What the deeper search found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reference {
    /// Its strategy.
    pub tactics: String,
    /// What it was given.
    pub limit: Budget,
    /// Its best move, USI or UCI; `win` for a declaration.
    #[serde(rename = "move")]
    pub best: String,
    /// Its score, from the side to move, in the engine's units; a mate in n plies is 32000 - n.
    pub score: Value,
    /// Its line.
    pub line: Vec<String>,
    /// The depth it reached.
    pub depth: i32,
    /// Moves it made.
    pub nodes: u64,
    /// Its time in milliseconds; null without times.
    pub time_ms: Option<f64>,
}

/// What a strategy or a program found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Compared {
    /// The strategy, or the program's name.
    pub tactics: String,
    /// What it found.
    #[serde(flatten)]
    pub found: Found,
    /// Milliseconds; null without times.
    pub time_ms: Option<f64>,
    /// Iterations reported.
    pub iterations: u32,
    /// How often the best move changed from one iteration to the next.
    pub changes: u32,
    /// Moves made until the end of each iteration, from depth 1 on; of results of older versions none.
    #[serde(default)]
    pub tree: Vec<u64>,
    /// Whether the best move is the reference's.
    pub agrees: bool,
    /// The score minus the reference's, both cut at [`DECIDED`].
    pub error: Value,
    /// What a program did instead of an answer; then nothing else here means anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Failure>,
}

impl Compared {
    /// Whether the best move is the reference's, as far as one was asked for.
    pub(crate) const fn has_move_of_reference(&self) -> bool {
        self.agrees || self.found.best.is_empty()
    }
}

/// Milliseconds with three decimals.
pub(super) fn milliseconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1_000.0
}

fn answer(name: &str, asked: Asked, reference: &Reference, times: bool) -> Compared {
    let cut = |score: Value| score.clamp(-DECIDED, DECIDED);
    let tactics = name.to_owned();
    let found = match asked {
        Ok(found) => found,
        Err(fault) => return Compared { tactics, fault: Some(fault), ..Compared::default() },
    };
    Compared {
        tactics,
        fault: None,
        agrees: found.best == reference.best,
        error: cut(found.score) - cut(reference.score),
        time_ms: times.then(|| milliseconds(found.time)),
        iterations: found.steps.len() as u32,
        changes: found.changes(),
        tree: found.tree(),
        found,
    }
}

impl Experiment for CompareSettings {
    type Input = PositionLine;
    type Record = CompareRecord;
    type Context = Searchers;

    fn context(&self) -> Searchers {
        Searchers::new(self.hash, SearchConfig::default())
    }

    fn asks<'a>(&'a self, line: &'a PositionLine) -> Option<(&'a [Contender], &'a AnyPosition)> {
        Some((&self.contenders, &line.position))
    }

    fn check(&self, line: &PositionLine) -> Result<(), LineError> {
        if line.position.is_open() { Ok(()) } else { Err(LineError::NoMove) }
    }

    fn work(&self, searchers: &mut Searchers, line: PositionLine) -> Option<CompareRecord> {
        let PositionLine { id, position, .. } = line;
        let found = searchers.search(self.reference_tactics, &position, self.reference_limit)?;
        let reference = Reference {
            tactics: self.reference_tactics.name().to_owned(),
            limit: self.reference_limit,
            time_ms: self.times.then(|| milliseconds(found.time)),
            best: found.best,
            score: found.score,
            line: found.line,
            depth: found.depth,
            nodes: found.nodes,
        };
        let mut results = Vec::with_capacity(self.contenders.len());
        for contender in &self.contenders {
            let found = searchers.ask(contender, &position, self.limit)?;
            results.push(answer(contender.name(), found, &reference, self.times));
        }
        Some(CompareRecord {
            id,
            game: position.kind().name().to_owned(),
            position: position.text(),
            limit: self.limit,
            hash: self.hash,
            programs: programs(&self.contenders),
            reference,
            results,
        })
    }

    fn is_of(&self, record: &CompareRecord, line: &PositionLine) -> bool {
        record.position == line.position.text()
    }

    fn is_ours(&self, record: &CompareRecord) -> bool {
        let CompareRecord { limit, hash, programs: named, reference, results, .. } = record;
        (limit, hash, &reference.limit) == (&self.limit, &self.hash, &self.reference_limit)
            && *named == programs(&self.contenders)
            && reference.tactics == self.reference_tactics.name()
            && reference.time_ms.is_some() == self.times
            && are_of(results.iter().map(|answer| &answer.tactics), &self.contenders)
    }
}

/// The sums of a run. Their size does not depend on the number of positions.
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
#[derive(Clone, Debug, Default)]
pub struct CompareGame {
    /// `shogi` or `chess`.
    pub game: String,
    /// How many positions.
    pub positions: u64,
    /// On how many of them the judged strategy plays another move than the reference.
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
    /// For each depth from 1 on how many positions reached it, and the logarithms of the moves that they took.
    pub trees: Vec<(u64, f64)>,
}

impl CompareSums {
    fn add(&mut self, id: &str, answer: &Compared, first: &Compared) {
        if let Some(fault) = &answer.fault {
            self.faults.add(id, fault);
            return;
        }
        self.answers += 1;
        self.moves += u64::from(!answer.found.best.is_empty());
        self.nodes += answer.found.nodes;
        self.below_horizon += answer.found.below_horizon;
        self.calls += answer.found.calls;
        self.time_ms += answer.time_ms.unwrap_or(0.0);
        self.log_ratio += (answer.found.nodes.max(1) as f64 / first.found.nodes.max(1) as f64).ln();
        self.agreements += u64::from(answer.agrees);
        self.error += i64::from(answer.error);
        self.absolute_error += i64::from(answer.error.abs());
        self.steps += u64::from(answer.iterations.saturating_sub(1));
        self.changes += u64::from(answer.changes);
        self.errors.add(answer.error);
        self.trees.resize(self.trees.len().max(answer.tree.len()), (0, 0.0));
        for ((count, logarithms), &nodes) in self.trees.iter_mut().zip(&answer.tree) {
            *count += 1;
            *logarithms += (nodes.max(1) as f64).ln();
        }
    }

    /// The geometric mean of the moves until the end of each iteration, for the depths that all positions reached.
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
}

impl CompareTotals {
    /// An empty one that keeps this many disagreements.
    pub fn new(settings: CompareSettings, top: usize) -> Self {
        Self { settings, games: Vec::new(), top, disagreements: Vec::new() }
    }

    /// Adds a position.
    pub fn add(&mut self, row: &Row<CompareRecord>) {
        let Row { number, record } = row;
        let Some(first) = record.results.first() else { return };
        let at = self.games.iter().position(|sums| sums.game == record.game).unwrap_or_else(|| {
            let strategies = vec![CompareSums::default(); record.results.len()];
            self.games.push(CompareGame { game: record.game.clone(), strategies, ..CompareGame::default() });
            self.games.len() - 1
        });
        let game = &mut self.games[at];
        game.positions += 1;
        for (sums, answer) in game.strategies.iter_mut().zip(&record.results) {
            sums.add(&record.id, answer, first);
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
        // Largest first; the order of the input where they are equal.
        let order = |error: Value, number: u64| (-error.abs(), number);
        let own = order(judged.error, *number);
        let place = self.disagreements.partition_point(|it| order(it.answer.error, it.row.number) < own);
        if place < self.top {
            self.disagreements.truncate(self.top - 1);
            self.disagreements.insert(place, Disagreement { row: row.clone(), answer: judged.clone() });
        }
    }

    /// Whose disagreements are listed.
    pub fn judged(&self) -> &str {
        self.settings.contenders.get(self.settings.judged).map_or("", Contender::name)
    }
}
