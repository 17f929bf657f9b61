//! What is done where the depth runs out: one strategy a file.
//!
//! All strategies go through the same search with the same table, ordering,
//! pruning and evaluation; only this differs. A node is a `do_move` in every
//! strategy.

mod stand_pat;
mod captures;
mod quiescence;
mod soma;
mod super_soma;

pub use captures::Captures;
pub use quiescence::Quiescence;
pub use soma::Soma;
pub use stand_pat::StandPat;
pub use super_soma::SuperSoma;

use crate::eval::Evaluator;
use crate::game::{MoveParts, Position, Square, Value};

use super::worker::Worker;

/// The static judgement of a node that is not in check.
///
/// Three numbers are kept apart: what the position is worth if it is quiet,
/// what it is worth with the move, and what it is worth if the side to move
/// passes. For strategies without an assessment all three are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Judgement {
    /// The quiet evaluation (E).
    pub eval: Value,
    /// Evaluation plus net: with the move (T).
    pub now: Value,
    /// Evaluation plus what is kept by passing (Q).
    pub if_we_pass: Value,
    /// 0 to 255.
    pub confidence: u8,
}

impl Judgement {
    /// A judgement by the evaluation alone.
    pub const fn quiet(eval: Value) -> Self {
        Self { eval, now: eval, if_we_pass: eval, confidence: u8::MAX }
    }
}

/// A strategy for the horizon.
pub trait Tactics<P: Position, E: Evaluator<P>>: Send + Sized + 'static {
    /// The name on the command line and in the option `Tactics`.
    const NAME: &'static str;

    /// A new strategy with its working memory.
    fn new() -> Self;

    /// Judges the worker's position statically; asked once a node, not in
    /// check. The attack map has been built.
    fn assess(worker: &mut Worker<P, E, Self>) -> Judgement {
        Judgement::quiet(worker.evaluate())
    }

    /// The value of the worker's position when the depth has run out, `ply`
    /// moves from the root.
    fn resolve(worker: &mut Worker<P, E, Self>, alpha: Value, beta: Value, ply: usize) -> Value;

    /// Whether a move costs no depth; `last_to` is where the move before it went.
    fn is_free(_last_to: Option<Square>, _parts: &MoveParts) -> bool {
        false
    }

    /// Whether a line in check at the horizon is searched one ply further,
    /// once.
    const EXTENDS_CHECK_ONCE: bool = false;
}

/// The strategies that can be chosen at run time, in the order of their list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum TacticsKind {
    /// [`StandPat`]
    StandPat,
    /// [`Captures`]
    Captures,
    /// [`Quiescence`]
    Quiescence,
    /// [`Soma`]
    Soma,
    /// [`SuperSoma`]
    SuperSoma,
}

impl TacticsKind {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::StandPat, Self::Captures, Self::Quiescence, Self::Soma, Self::SuperSoma];
    /// What is used unless told otherwise.
    pub const DEFAULT: Self = Self::SuperSoma;

    /// The name on the command line and in the option.
    pub const fn name(self) -> &'static str {
        match self {
            Self::StandPat => "stand-pat",
            Self::Captures => "captures",
            Self::Quiescence => "quiescence",
            Self::Soma => "soma",
            Self::SuperSoma => "super-soma",
        }
    }

    /// The strategy with this name, in any case.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(text))
    }
}
