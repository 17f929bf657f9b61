//! Mates in positions: proven, refuted, or not decided within a budget.
//!
//! With a limit of nodes alone every field of a record but `time_ms` repeats from run to run.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::batch::is_interrupted;
use super::compare::milliseconds;
use super::job::{Experiment, Row};
use crate::chess;
use crate::game::{Game, Notation as _};
use crate::mate::{Budget, FirstMoves, Solved, Solver, Verdict};
use crate::protocol::moves_text;
use crate::records::either::of_either;
use crate::records::input::PositionLine;

/// Moves that a search makes at most where nothing else is said.
pub(crate) const DEFAULT_NODES: u64 = 1_000_000;

/// What is asked of each position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct MateSettings {
    /// Moves that each search may make.
    pub nodes: Option<u64>,
    /// Milliseconds that each search may take.
    pub movetime: Option<u64>,
    /// Table of each thread in MiB.
    pub hash: usize,
    /// Whether every first move is judged.
    pub all: bool,
    /// Whether shorter mates are looked for.
    pub shortest: bool,
    /// Whether times are written down.
    pub times: bool,
}

/// How a question was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// It is mate by a chain of checks.
    Mate,
    /// It is not.
    NoMate,
    /// Not decided.
    Open,
}

impl Decision {
    const fn of<M>(verdict: &Verdict<M>) -> Self {
        match verdict {
            Verdict::Mate(_) => Self::Mate,
            Verdict::NoMate => Self::NoMate,
            Verdict::Open => Self::Open,
        }
    }
}

/// What was found on one position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MateRecord {
    /// The position's name.
    pub id: String,
    /// `shogi` or `chess`.
    pub game: String,
    /// The SFEN or FEN.
    pub position: String,
    /// Moves that the search was allowed; null without such a limit.
    pub node_limit: Option<u64>,
    /// Milliseconds that it was allowed; null without such a limit.
    pub time_limit: Option<u64>,
    /// Table size in MiB.
    pub hash: usize,
    /// The answer.
    pub result: Decision,
    /// Plies of the line; null without a mate.
    pub plies: Option<usize>,
    /// The line: checks and answers in turn, the last move mates.
    pub line: Vec<String>,
    /// Whether no mate is shorter: true where that was proven, false where it was not, null where it was not asked.
    pub shortest: Option<bool>,
    /// Every check that may begin a mate; null where they were not asked for.
    pub first_moves: Option<Vec<FirstMove>>,
    /// Moves made.
    pub nodes: u64,
    /// Milliseconds; null without times.
    pub time_ms: Option<f64>,
}

/// How a first move was judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FirstMove {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Whether it mates.
    pub result: Decision,
    /// The line that begins with it, if it does.
    pub line: Vec<String>,
}

/// The length of a line as the game's players count it: plies in shogi, moves of the attacker in chess.
pub fn distance(game: &str, plies: usize) -> usize {
    if game == chess::Position::GAME { plies.div_ceil(2) } else { plies }
}

impl MateSettings {
    /// Answers the question for a position; nothing if the user asked to stop.
    fn answer<P: Game>(&self, solver: &mut Solver, id: &str, position: &P) -> Option<MateRecord> {
        let start = Instant::now();
        let deadline = self.movetime.and_then(|ms| start.checked_add(Duration::from_millis(ms)));
        let is_stopped = || deadline.is_some_and(|deadline| Instant::now() >= deadline) || is_interrupted();
        let budget = Budget { nodes: self.nodes.unwrap_or(u64::MAX), is_stopped: &is_stopped };
        let (mut shortest, mut first_moves) = (None, None);
        let (verdict, nodes) = if self.all {
            let FirstMoves { verdicts, nodes } = solver.solve_all(position, budget);
            let told = verdicts.iter().map(|(m, verdict)| FirstMove {
                text: position.move_text(*m),
                result: Decision::of(verdict),
                line: mate_text(position, verdict),
            });
            first_moves = Some(told.collect());
            (best(verdicts.into_iter().map(|(_, verdict)| verdict)), nodes)
        } else {
            let solve = if self.shortest { Solver::solve_shortest } else { Solver::solve };
            let Solved { verdict, nodes, is_shortest } = solve(solver, position, budget);
            shortest = (self.shortest && matches!(verdict, Verdict::Mate(_))).then_some(is_shortest);
            (verdict, nodes)
        };
        let line = mate_text(position, &verdict);
        let record = MateRecord {
            id: id.to_owned(),
            game: P::GAME.to_owned(),
            position: position.text(),
            node_limit: self.nodes,
            time_limit: self.movetime,
            hash: self.hash,
            result: Decision::of(&verdict),
            plies: (!line.is_empty()).then_some(line.len()),
            line,
            shortest,
            first_moves,
            nodes,
            time_ms: self.times.then(|| milliseconds(start.elapsed())),
        };
        (!is_interrupted()).then_some(record)
    }
}

/// The verdict on a position by those on its moves: the shortest mate, or none only if there is none.
fn best<M>(verdicts: impl Iterator<Item = Verdict<M>>) -> Verdict<M> {
    let order = |verdict: &Verdict<M>| match verdict {
        Verdict::Mate(line) => (0, line.len()),
        Verdict::Open => (1, 0),
        Verdict::NoMate => (2, 0),
    };
    verdicts.min_by_key(order).unwrap_or(Verdict::NoMate)
}

/// The moves of a mate as text; none without a mate.
fn mate_text<P: Game>(position: &P, verdict: &Verdict<P::Move>) -> Vec<String> {
    let Verdict::Mate(line) = verdict else { return Vec::new() };
    moves_text(position, line)
}

impl Experiment for MateSettings {
    type Input = PositionLine;
    type Record = MateRecord;
    type Context = Solver;

    fn context(&self) -> Solver {
        Solver::new(self.hash)
    }

    fn work(&self, solver: &mut Solver, line: PositionLine) -> Option<MateRecord> {
        of_either!(&line.position, position => self.answer(solver, &line.id, position))
    }

    fn is_of(&self, record: &MateRecord, line: &PositionLine) -> bool {
        record.position == line.position.text()
    }

    fn is_ours(&self, record: &MateRecord) -> bool {
        let MateRecord { node_limit, time_limit, hash, .. } = record;
        let asked_shortest = record.shortest.is_some();
        (node_limit, time_limit, hash) == (&self.nodes, &self.movetime, &self.hash)
            && record.time_ms.is_some() == self.times
            && record.first_moves.is_some() == self.all
            && (record.result != Decision::Mate || asked_shortest == (self.shortest && !self.all))
    }
}

/// The sums of a run.
#[derive(Clone, Debug, Default)]
pub struct MateTotals {
    /// Positions with a mate, without one, and not decided.
    pub mates: u64,
    /// See `mates`.
    pub refuted: u64,
    /// See `mates`.
    pub open: u64,
    /// Moves made.
    pub nodes: u64,
    /// Milliseconds.
    pub time_ms: f64,
}

impl MateTotals {
    /// Adds a position.
    pub fn add(&mut self, row: &Row<MateRecord>) {
        let record = &row.record;
        match record.result {
            Decision::Mate => self.mates += 1,
            Decision::NoMate => self.refuted += 1,
            Decision::Open => self.open += 1,
        }
        self.nodes += record.nodes;
        self.time_ms += record.time_ms.unwrap_or(0.0);
    }

    /// How many positions there were.
    pub const fn positions(&self) -> u64 {
        self.mates + self.refuted + self.open
    }
}
