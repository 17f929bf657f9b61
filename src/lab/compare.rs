//! The strategies, and other programs, side by side on the same positions, and
//! a deeper search that judges them (SUPER_SOMA's question: what does the
//! assessment save, and what does it miss?).
//!
//! With a limit of depth or nodes every field of a record but `time_ms`
//! repeats from run to run, whatever the number of threads.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::contender::{Contender, Failure, are_of, programs};
use super::job::Experiment;
use super::searcher::{Budget, Found, Searchers};
use crate::game::Value;
use crate::records::bad_line::LineError;
use crate::records::input::{AnyPosition, PositionLine};
use crate::search::SearchConfig;
use crate::search::horizon::Tactics;

/// Scores beyond this count as this when they are compared: a game so far
/// ahead is decided, and a mate is not thousands of pawns.
pub const DECIDED: Value = 2_000;

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

/// What a strategy or a program found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Compared {
    /// The strategy, or the program's name.
    pub tactics: String,
    /// Its best move; nothing of a program that was not asked for one, `resign` of one that gives up.
    #[serde(rename = "move")]
    pub best: String,
    /// Its score, as that of the reference.
    pub score: Value,
    /// Its line.
    pub line: Vec<String>,
    /// The depth it reached.
    pub depth: i32,
    /// Moves made, null moves included; 0 if a program does not tell.
    pub nodes: u64,
    /// Those of them made below the horizon; 0 of a program.
    pub below_horizon: u64,
    /// How often the depth ran out; 0 of a program.
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
    /// What a program did instead of an answer; then nothing else here means anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Failure>,
}

impl Compared {
    /// Whether the best move is the reference's, as far as one was asked for.
    pub(crate) const fn has_move_of_reference(&self) -> bool {
        self.agrees || self.best.is_empty()
    }
}

/// Milliseconds with three decimals.
pub(super) fn milliseconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1_000.0
}

fn answer(name: &str, found: Result<Found, Failure>, reference: &Reference, times: bool) -> Compared {
    let cut = |score: Value| score.clamp(-DECIDED, DECIDED);
    let tactics = name.to_owned();
    let found = match found {
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
        let position = line.position;
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
