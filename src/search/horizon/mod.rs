//! What is done where the depth runs out: one strategy a file.
//!
//! All strategies go through the same search with the same table, ordering,
//! pruning and evaluation; only this differs. A node is a `do_move` in every
//! strategy.

mod stand_pat;
mod recapture;
mod captures;
mod captures_only;
mod quiescence;
mod soma;
mod super_soma;
mod iteration;

pub use captures::Captures;
pub use captures_only::CapturesOnly;
pub use quiescence::Quiescence;
pub use recapture::Recapture;
pub use soma::Soma;
pub use stand_pat::StandPat;
pub use super_soma::SuperSoma;

use arrayvec::ArrayVec;

use crate::eval::Evaluator;
use crate::game::{self, Evasions, MAX_MOVES, MoveList, MoveParts, Position, Square, Value};

use super::params::Params;
use super::tt::StaticPart;
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
    /// 0 to 255, where it was assessed now; the table does not keep it.
    pub confidence: Option<u8>,
    /// Where a piece stands that the opponent would take if we passed.
    pub threatened: Option<Square>,
}

impl Judgement {
    /// A judgement by the evaluation alone.
    pub const fn quiet(eval: Value) -> Self {
        Self { eval, now: eval, if_we_pass: eval, confidence: Some(u8::MAX), threatened: None }
    }
}

/// What a node below the horizon is worth if nothing is played there.
#[derive(Clone, Copy, Debug)]
pub struct Stand {
    /// The value of standing pat, a lower bound of the node's.
    pub value: Value,
    /// The value of the node, where it needs no search.
    pub answer: Option<Value>,
    /// What the table is to keep.
    pub statics: StaticPart,
}

impl Stand {
    /// The quiet evaluation.
    pub const fn of(statics: StaticPart) -> Self {
        Self { value: statics.eval, answer: None, statics }
    }
}

/// The most quiet moves that are searched in a node below the horizon.
const MAX_QUIETS: usize = 4;

/// Quiet moves to search below the horizon.
pub type QuietMoves<P> = ArrayVec<<P as Position>::Move, MAX_QUIETS>;

/// A strategy for the horizon.
pub trait Tactics<P: Position, E: Evaluator<P>>: Send + Sized + 'static {
    /// The name on the command line and in the option `Tactics`.
    const NAME: &'static str;

    /// Whether its judgement is more than the evaluation.
    const ASSESSES: bool = false;

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

    /// What the worker's position, which is not in check, is worth in a capture
    /// search `-depth` plies below the horizon; `stored` is from the table.
    fn stand_pat(
        worker: &mut Worker<P, E, Self>,
        stored: Option<StaticPart>,
        _alpha: Value,
        _beta: Value,
        _depth: i32,
    ) -> Stand {
        Stand::of(worker.evaluate_with(stored))
    }

    /// In how many plies of a capture search moves that take nothing are
    /// searched as well.
    fn quiet_plies(params: &Params) -> i32 {
        params.horizon_checks
    }

    /// Those moves; where it can be told, without those that win no more than
    /// `least`.
    fn quiet_moves(worker: &mut Worker<P, E, Self>, _depth: i32, _least: Value) -> QuietMoves<P> {
        quiescence::safe_checks(worker)
    }

    /// The move that the judgement made last begins with, if it is one that
    /// can be played.
    fn first_move(_worker: &Worker<P, E, Self>) -> Option<P::Move> {
        None
    }

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
    /// [`Recapture`]
    Recapture,
    /// [`Captures`]
    Captures,
    /// [`CapturesOnly`]
    CapturesOnly,
    /// [`Quiescence`]
    Quiescence,
    /// [`Soma`]
    Soma,
    /// [`SuperSoma`]
    SuperSoma,
    /// [`SuperSoma`], always answering at once: for study.
    SuperSomaStatic,
}

impl TacticsKind {
    /// Those that are compared with each other, in the order of the tables.
    pub const COMPARED: [Self; 7] = [
        Self::StandPat,
        Self::Recapture,
        Self::Captures,
        Self::CapturesOnly,
        Self::Quiescence,
        Self::Soma,
        Self::SuperSoma,
    ];
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::StandPat,
        Self::Recapture,
        Self::Captures,
        Self::CapturesOnly,
        Self::Quiescence,
        Self::Soma,
        Self::SuperSoma,
        Self::SuperSomaStatic,
    ];
    /// What is used unless told otherwise.
    pub const DEFAULT: Self = Self::SuperSoma;

    /// The name on the command line and in the option.
    pub const fn name(self) -> &'static str {
        match self {
            Self::StandPat => "stand-pat",
            Self::Recapture => "recapture",
            Self::Captures => "captures",
            Self::CapturesOnly => "captures-only",
            Self::Quiescence => "quiescence",
            Self::Soma => "soma",
            Self::SuperSoma => "super-soma",
            Self::SuperSomaStatic => "super-soma-static",
        }
    }

    /// The strategy with this name, in any case.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(text))
    }
}

/// The position has no legal move.
struct NoMoves;

/// All legal captures, the most valuable victim first, with a bonus for the
/// cheaper attacker; the order of the simple capture searches.
///
/// # Errors
/// In check without an answer.
fn capture_list<P: Position, E: Evaluator<P>, T: Tactics<P, E>>(
    worker: &Worker<P, E, T>,
) -> Result<ArrayVec<(Value, P::Move), MAX_MOVES>, NoMoves> {
    let position = &worker.position;
    let mut list = MoveList::new();
    if position.in_check() {
        position.generate::<Evasions>(&mut list);
        if list.is_empty() {
            return Err(NoMoves);
        }
    } else {
        position.generate::<game::Captures>(&mut list);
    }
    let score = |m| {
        let parts = position.parts(m);
        let victim = parts.captured.map_or(0, |(_, pt)| worker.values.board(pt));
        victim + (victim - worker.values.board(parts.piece)).max(0)
    };
    let mut scored: ArrayVec<(Value, P::Move), MAX_MOVES> =
        list.into_iter().filter(|&m| position.is_capture(m)).map(|m| (score(m), m)).collect();
    scored.sort_unstable_by_key(|&(score, _)| -score);
    Ok(scored)
}
