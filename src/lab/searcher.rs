//! Searches with strategies chosen at run time, in either game: what a batch command asks of a position, as text and
//! numbers of no game.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::batch::is_interrupted;
use super::contender::{Asked, Contender, Programs};
use crate::game::{All, Game, MATE, MAX_EVAL, MoveList, Notation, NotationError, Position, Value};
use crate::lang::tr;
use crate::protocol::{self, solo::Solo};
use crate::records::either::of_either;
use crate::records::input::AnyPosition;
use crate::search::horizon::Tactics;
use crate::search::{BestMove, Iteration, Limits, PvLine, Reporter, SearchConfig};
use crate::{chess, shogi};

/// What the move is called with which a game is won by declaration.
pub(super) const DECLARE: &str = "win";

/// What a search may use up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Budget {
    /// Plies of iterative deepening.
    Depth(u32),
    /// Moves made.
    Nodes(u64),
    /// Milliseconds.
    MoveTime(u64),
}

impl Budget {
    /// As the search understands it.
    pub fn limits(self) -> Limits {
        match self {
            Self::Depth(depth) => Limits::depth(depth),
            Self::Nodes(nodes) => Limits::nodes(nodes),
            Self::MoveTime(ms) => Limits::move_time(Duration::from_millis(ms)),
        }
    }
}

impl std::fmt::Display for Budget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Depth(depth) => f.write_str(&tr!("depth {depth}", depth)),
            Self::Nodes(nodes) => f.write_str(&tr!("{nodes} nodes", nodes)),
            Self::MoveTime(ms) => f.write_str(&tr!("{count} ms", count = ms)),
        }
    }
}

/// What a search knew after an iteration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Step<M = String> {
    /// Plies.
    pub depth: i32,
    /// The best move: as text, or before it is written out.
    pub best: M,
    /// Its value, seen from the side to move.
    pub score: Value,
    /// Moves made so far.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
}

/// What a search found; as JSON without its time and its iterations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// The best move, as text; `win` for a declaration, `resign` for a program that gives up, nothing of one
    /// that was not asked for a move.
    #[serde(rename = "move")]
    pub best: String,
    /// Its value in the engine's units, seen from the side to move.
    pub score: Value,
    /// The expected line, the best move first.
    pub line: Vec<String>,
    /// The last iteration, which a budget of nodes or time may have cut short.
    pub depth: i32,
    /// Moves made, null moves included; 0 if a program does not tell.
    pub nodes: u64,
    /// Those of them made below the horizon; 0 of a program.
    pub below_horizon: u64,
    /// How often the depth ran out; 0 of a program.
    pub calls: u64,
    /// Time taken.
    #[serde(skip)]
    pub time: Duration,
    /// One for each depth.
    #[serde(skip)]
    pub steps: Vec<Step>,
}

impl Found {
    /// How often the best move changed from one iteration to the next.
    pub fn changes(&self) -> u32 {
        self.steps.windows(2).filter(|pair| pair[0].best != pair[1].best).count() as u32
    }

    /// Moves made until the end of each iteration, from depth 1 on.
    pub fn tree(&self) -> Vec<u64> {
        let of = |depth| self.steps.iter().rev().find(|step| step.depth == depth).map(|step| step.nodes);
        (1..=self.depth).map_while(of).collect()
    }
}

/// The searchers of one thread: one for each strategy and game, made when first asked for.
#[derive(Debug)]
pub struct Searchers {
    pub(super) shogi: Bank<shogi::Position>,
    pub(super) chess: Bank<chess::Position>,
    pub(super) programs: Programs,
}

impl Searchers {
    /// With tables of this many MiB each, and all but the strategy as here.
    pub fn new(mebibytes: usize, config: SearchConfig) -> Self {
        let (shogi, chess) = (Bank::new(mebibytes, config.clone()), Bank::new(mebibytes, config));
        Self { shogi, chess, programs: Programs::default() }
    }

    /// Asks a strategy, or a program, for a move within a budget. Nothing if the user asked to stop.
    pub fn ask(&mut self, contender: &Contender, position: &AnyPosition, budget: Budget) -> Option<Asked> {
        match contender {
            Contender::Strategy(tactics) => self.search(*tactics, position, budget).map(Ok),
            Contender::Program(program) => self.programs.ask(program, position, budget),
        }
    }

    /// Searches a position from empty tables, with one thread. Nothing if the user asked to stop.
    pub fn search(&mut self, tactics: Tactics, position: &AnyPosition, budget: Budget) -> Option<Found> {
        of_either!(position, self, (position, bank) => bank.search(tactics, position, &budget.limits()))
    }

    /// What is found of a position if a move could not be played: a loss where it is the only one. Nothing if the
    /// user asked to stop.
    pub fn without(&mut self, position: &AnyPosition, text: &str, budget: Budget) -> Option<Found> {
        of_either!(position, self, (position, bank) => bank.without(position, text, budget))
    }
}

/// The searchers of one game; see [`Searchers`].
#[derive(Debug)]
pub(super) struct Bank<P: Position> {
    mebibytes: usize,
    config: SearchConfig,
    solos: Vec<(Tactics, Solo<P>)>,
}

impl<P: Game> Bank<P> {
    pub(super) const fn new(mebibytes: usize, config: SearchConfig) -> Self {
        Self { mebibytes, config, solos: Vec::new() }
    }

    pub(super) fn solo(&mut self, tactics: Tactics, position: &P) -> &mut Solo<P> {
        let at = self.solos.iter().position(|(kind, _)| *kind == tactics).unwrap_or_else(|| {
            let config = SearchConfig { strategy: tactics.strategy(), ..self.config.clone() };
            self.solos.push((tactics, Solo::new(position, self.mebibytes, &config)));
            self.solos.len() - 1
        });
        &mut self.solos[at].1
    }

    pub(super) fn search(&mut self, tactics: Tactics, position: &P, limits: &Limits) -> Option<Found> {
        let solo = self.solo(tactics, position);
        let mut trace = Trace::default();
        let best = solo.search(position, limits, &mut trace);
        if is_interrupted() {
            return None;
        }
        let counters = solo.counters();
        let last = trace.told.last().copied().unwrap_or_default();
        let (line, score) = match best {
            BestMove::Move { .. } => (line_text(position, &trace.pv), last.score),
            // Made without a search.
            BestMove::Declare => (vec![DECLARE.to_owned()], MAX_EVAL),
            BestMove::None => (Vec::new(), score_without_moves(position)),
        };
        let step = |&Step { depth, best, score, nodes, time }: &Step<u16>| {
            let best = position.from_raw(best).map_or_else(String::new, |m| position.move_text(m));
            Step { depth, best, score, nodes, time }
        };
        Some(Found {
            best: line.first().cloned().unwrap_or_default(),
            line,
            score,
            depth: last.depth,
            nodes: counters.nodes,
            below_horizon: counters.horizon_nodes,
            calls: counters.horizon_calls,
            time: last.time,
            steps: trace.told.iter().map(step).collect(),
        })
    }

    /// What is found where a move cannot be played; see [`Searchers::without`].
    pub(super) fn without(&mut self, position: &P, text: &str, budget: Budget) -> Option<Found> {
        let mut all = MoveList::new();
        position.generate::<All>(&mut all);
        let others = all.into_iter().filter(|&m| position.move_text(m) != text).map(P::to_raw);
        let limits = Limits { search_moves: others.collect(), ..budget.limits() };
        if limits.search_moves.is_empty() {
            return Some(Found { score: -MATE, ..Found::default() });
        }
        self.search(Tactics::DEFAULT, position, &limits)
    }
}

/// The score of a position without a move, from the side to move.
pub(super) fn score_without_moves<P: Game>(position: &P) -> Value {
    if P::NO_MOVES_IS_LOSS || position.in_check() { -MATE } else { 0 }
}

/// The moves of a line as text, as far as they are legal.
pub(crate) fn line_text<P: Notation>(position: &P, line: &[u16]) -> Vec<String> {
    // Without the history, which would be copied for each position of a game.
    protocol::line_text(&P::parse(&position.text()).unwrap_or_else(|_| position.clone()), line)
}

/// Writes down what a search says, moves in 16 bits: nothing is to cost time while it runs.
#[derive(Default)]
struct Trace {
    told: Vec<Step<u16>>,
    pv: PvLine,
}

impl Reporter for Trace {
    fn on_iteration(&mut self, iteration: &Iteration<'_>) {
        let &Iteration { depth, score, nodes, time, .. } = iteration;
        let told = Step { depth, best: iteration.pv.first().copied().unwrap_or(0), score, nodes, time };
        match self.told.last_mut() {
            Some(last) if last.depth == depth => *last = told,
            _ => self.told.push(told),
        }
        self.pv.clear();
        self.pv.extend(iteration.pv.iter().copied());
    }
}

impl AnyPosition {
    /// The SFEN or FEN.
    pub fn text(&self) -> String {
        of_either!(self, position => position.text())
    }

    /// Whether there is a move to play or a win to declare.
    pub fn is_open(&self) -> bool {
        of_either!(self, position => position.count_legal() > 0 || position.declaration().is_some())
    }

    /// The score of a position without a move, from the side to move: a loss or a draw.
    pub(crate) fn score_without_moves(&self) -> Value {
        of_either!(self, position => score_without_moves(position))
    }

    /// The usual text of a legal move that is written in any way: USI, UCI or SAN, or `win` for a declaration.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn move_text(&self, text: &str) -> Result<String, NotationError> {
        match self {
            Self::Shogi(_) if text == DECLARE => Ok(DECLARE.to_owned()),
            Self::Shogi(position) => position.parse_move(text).map(|m| position.move_text(m)),
            Self::Chess(position) => chess::parse_san(position, text).map(|m| position.move_text(m)),
        }
    }
}
