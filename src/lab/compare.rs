//! The strategies side by side on the same positions, and a deeper search
//! that judges them (SUPER_SOMA's question: what does the assessment save,
//! and what does it miss?).
//!
//! With a limit of depth or nodes every field of a record but `time_ms`
//! repeats from run to run, whatever the number of threads.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::job::Experiment;
use super::searcher::{Budget, Found, Searchers};
use crate::game::Value;
use crate::records::bad_line::LineError;
use crate::records::input::{AnyPosition, PositionLine};
use crate::search::Params;
use crate::search::horizon::Tactics;

/// Scores beyond this count as this when they are compared: a game so far
/// ahead is decided, and a mate is not thousands of pawns.
pub const DECIDED: Value = 2_000;

/// What is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompareSettings {
    /// The strategies; ratios are to the first.
    pub tactics: Vec<Tactics>,
    /// What each of their searches may use up.
    pub limit: Budget,
    /// The strategy of the reference.
    pub reference_tactics: Tactics,
    /// What its search may use up.
    pub reference_limit: Budget,
    /// Table of each searcher in MiB.
    pub hash: usize,
    /// Whether times are written down. Without them the same run gives the
    /// same bytes.
    pub times: bool,
}

/// What was found on one position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CompareRecord {
    /// `shogi` or `chess`.
    pub game: String,
    /// The SFEN or FEN.
    pub position: String,
    /// What each strategy was given: `depth` or `nodes`.
    pub limit: Budget,
    /// Table size in MiB.
    pub hash: usize,
    /// The deeper search.
    pub reference: Reference,
    /// One for each strategy, in the order asked for.
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
    /// Its score, from the side to move, in the engine's units; a mate in n
    /// plies is 32000 - n.
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

/// What a strategy found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Compared {
    /// The strategy.
    pub tactics: String,
    /// Its best move.
    #[serde(rename = "move")]
    pub best: String,
    /// Its score, as that of the reference.
    pub score: Value,
    /// Its line.
    pub line: Vec<String>,
    /// The depth it reached.
    pub depth: i32,
    /// Moves made, null moves included.
    pub nodes: u64,
    /// Those of them made below the horizon.
    pub below_horizon: u64,
    /// How often the depth ran out.
    pub calls: u64,
    /// Milliseconds; null without times.
    pub time_ms: Option<f64>,
    /// Iterations reported.
    pub iterations: u32,
    /// How often the best move changed from one iteration to the next.
    pub changes: u32,
    /// Moves made until the end of each iteration, from depth 1 on; of results of older
    /// versions none.
    #[serde(default)]
    pub tree: Vec<u64>,
    /// Whether the best move is the reference's.
    pub agrees: bool,
    /// The score minus the reference's, both cut at [`DECIDED`].
    pub error: Value,
}

/// Milliseconds with three decimals.
pub(super) fn milliseconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1_000.0
}

fn answer(tactics: Tactics, found: Found, reference: &Reference, times: bool) -> Compared {
    let cut = |score: Value| score.clamp(-DECIDED, DECIDED);
    Compared {
        tactics: tactics.name().to_owned(),
        agrees: found.best == reference.best,
        error: cut(found.score) - cut(reference.score),
        time_ms: times.then(|| milliseconds(found.time)),
        iterations: found.steps.len() as u32,
        changes: found.changes(),
        tree: found.tree(),
        best: found.best,
        score: found.score,
        line: found.line,
        depth: found.depth,
        nodes: found.nodes,
        below_horizon: found.below_horizon,
        calls: found.calls,
    }
}

impl Experiment for CompareSettings {
    type Input = PositionLine;
    type Job = AnyPosition;
    type Record = CompareRecord;
    type Context = Searchers;

    fn context(&self) -> Searchers {
        Searchers::new(self.hash, Params::default())
    }

    fn prepare(&self, input: &PositionLine) -> Result<AnyPosition, LineError> {
        if input.position.is_open() { Ok(input.position.clone()) } else { Err(LineError::NoMove) }
    }

    fn work(&self, searchers: &mut Searchers, position: AnyPosition) -> Option<CompareRecord> {
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
        let mut results = Vec::with_capacity(self.tactics.len());
        for &tactics in &self.tactics {
            let found = searchers.search(tactics, &position, self.limit)?;
            results.push(answer(tactics, found, &reference, self.times));
        }
        Some(CompareRecord {
            game: position.game().to_owned(),
            position: position.text(),
            limit: self.limit,
            hash: self.hash,
            reference,
            results,
        })
    }

    fn is_of(&self, record: &CompareRecord, position: &AnyPosition) -> bool {
        record.position == position.text()
    }

    fn is_ours(&self, record: &CompareRecord) -> bool {
        let CompareRecord { limit, hash, reference, results, .. } = record;
        (limit, hash, &reference.limit) == (&self.limit, &self.hash, &self.reference_limit)
            && reference.tactics == self.reference_tactics.name()
            && reference.time_ms.is_some() == self.times
            && results.iter().map(|answer| answer.tactics.as_str()).eq(self.tactics.iter().map(|t| t.name()))
    }
}
