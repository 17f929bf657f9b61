//! What a search tells while it goes on. The search itself never prints.

use std::time::Duration;

use arrayvec::ArrayVec;

use crate::game::{MAX_PLY, Value};

/// A principal variation, moves in 16 bits each.
pub(crate) type PvLine = ArrayVec<u16, MAX_PLY>;

/// Whether a score is what was found or only a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bounded {
    /// The score itself.
    Exact,
    /// At least the score.
    Lower,
    /// At most the score.
    Upper,
}

/// One line of thought.
#[derive(Clone, Copy, Debug)]
pub struct Iteration<'a> {
    /// Plies searched.
    pub depth: i32,
    /// The deepest line looked at.
    pub sel_depth: usize,
    /// Time since the search began.
    pub time: Duration,
    /// Moves made by all threads.
    pub nodes: u64,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// 1 for the best line, 2 for the second best, ...
    pub multi_pv: usize,
    /// Whether more lines of the same iteration follow at once.
    pub more: bool,
    /// Seen from the side to move.
    pub score: Value,
    /// How to read the score.
    pub bound: Bounded,
    /// The line.
    pub pv: &'a [u16],
}

/// What a search ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BestMove {
    /// Play this, and expect that.
    Move {
        /// The move in 16 bits.
        raw: u16,
        /// The expected answer.
        ponder: Option<u16>,
    },
    /// Win by declaration.
    Declare,
    /// There is no legal move, or none among those that were asked for.
    None,
}

/// Listens to a search.
pub trait Reporter {
    /// A line was found or improved.
    fn on_iteration(&mut self, iteration: &Iteration<'_>);

    /// The search has its answer; threads that helped may still be stopping.
    fn on_best_move(&mut self, _: BestMove) {}

    /// Only so many of the threads that were asked for could be started.
    fn on_missing_threads(&mut self, started: usize, asked: usize) {
        log::warn!("{started} of {asked} search threads could be started");
    }
}

/// Listens to nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Reporter for Silent {
    fn on_iteration(&mut self, _: &Iteration<'_>) {}
}
