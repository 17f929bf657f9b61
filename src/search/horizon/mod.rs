//! What is done where the depth runs out: one strategy a file.
//!
//! All strategies go through the same search with the same table, ordering,
//! pruning and evaluation; only this differs. A node is a `do_move` in every
//! strategy.

mod captures;
mod quiescence;
mod soma;
mod super_soma;
mod iteration;

pub use soma::hanging_balance;

use crate::game::{MAX_EVAL, MoveParts, Position, Square, Value};

use super::tt::{Mark, StaticPart};
use super::worker::Worker;
use captures::CapturePolicy;
use iteration::Budget;

/// The static judgement of a node that is not in check.
///
/// Three numbers are kept apart: what the position is worth if it is quiet, and what the
/// assessment adds to that if the side to move plays on, and if it parries the largest
/// threat. A strategy without an assessment adds nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Judgement {
    /// The quiet evaluation.
    pub eval: Value,
    /// What the assessment adds to it: [`Assessment::value`](crate::soma::Assessment::value).
    pub value: Value,
    /// What it adds if we spend the move on parrying the largest threat, or pass where
    /// there is none: [`Assessment::if_we_parry`](crate::soma::Assessment::if_we_parry).
    pub if_we_parry: Value,
    /// 0 to 255, where it was assessed now; the table does not keep it.
    pub confidence: Option<u8>,
    /// Where a piece stands that the opponent would take if we passed.
    pub threatened: Option<Square>,
}

impl Judgement {
    /// A judgement by the evaluation alone.
    pub const fn quiet(eval: Value) -> Self {
        Self { eval, value: 0, if_we_parry: 0, confidence: Some(u8::MAX), threatened: None }
    }

    /// What the position is worth with the move.
    #[inline]
    pub fn with_move(&self) -> Value {
        (self.eval + self.value).clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// What it is worth if the move goes into parrying the largest threat.
    #[inline]
    pub fn after_parry(&self) -> Value {
        (self.eval + self.if_we_parry).clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// What it is worth if the move wins nothing beyond parrying the largest threat.
    #[inline]
    pub fn without_gains(&self) -> Value {
        self.with_move().min(self.after_parry())
    }

    /// The same with an evaluation that is corrected by so much.
    #[must_use]
    pub(super) fn corrected(self, shift: Value) -> Self {
        Self { eval: (self.eval + shift).clamp(-MAX_EVAL, MAX_EVAL), ..self }
    }

    /// The judgement as the transposition table keeps it.
    pub const fn stored(&self) -> StaticPart {
        let Self { eval, value, if_we_parry, threatened, .. } = *self;
        StaticPart { eval, value, if_we_parry, mark: Mark::Assessed(threatened) }
    }
}

/// The strategies, in the order of their list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Tactics {
    /// The evaluation alone: the baseline. In check the answers are searched, as nothing can be
    /// said of a position in check.
    StandPat,
    /// Only captures back onto the square of the last move, which cost no depth anywhere in
    /// the tree. CITE: H.G. Muller, micro-Max 3.2.
    Recapture,
    /// Every capture, with a stand pat; a line that is in check when its depth runs out is
    /// searched one ply further, once. CITE: Chess Bin, "Quiescence Search and Extensions".
    Captures,
    /// Every line is searched on through captures and evaluated only where none is left.
    /// CITE: "Quiet, Please!".
    CapturesOnly,
    /// Quiescence search in its best form: the conventional rival. CITE: Chess Programming
    /// Wiki, "Quiescence Search".
    Quiescence,
    /// The evaluation and one swap-off for each square. CITE: Maynard Smith and Michie, 1961.
    Soma,
    /// The whole board assessed statically, and searched where the assessment cannot decide.
    /// CITE: Rollason 2000, 2006.
    #[default]
    SuperSoma,
    /// The same, always answering from tables alone: for study.
    SuperSomaStatic,
}

impl Tactics {
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
    /// Those that are compared with each other, in the order of the tables: all but the last.
    pub const COMPARED: &[Self] = Self::ALL.split_at(Self::ALL.len() - 1).0;
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

    /// Whether its judgement is more than the evaluation.
    pub const fn assesses(self) -> bool {
        matches!(self, Self::Soma | Self::SuperSoma | Self::SuperSomaStatic)
    }

    /// Whether a line in check at the horizon is searched one ply further, once.
    pub const fn extends_check_once(self) -> bool {
        matches!(self, Self::Captures)
    }

    /// Whether a move costs no depth; `last_to` is where the move before it went.
    pub fn is_free(self, last_to: Option<Square>, parts: &MoveParts) -> bool {
        matches!(self, Self::Recapture) && parts.captured.is_some() && last_to == Some(parts.to)
    }
}

impl<P: Position> Worker<P> {
    /// The value of the position when the depth has run out, `ply` moves from the root.
    pub(super) fn resolve(&mut self, alpha: Value, beta: Value, ply: usize) -> Value {
        match self.tactics {
            Tactics::StandPat | Tactics::Soma => self.judge_or_evade(alpha, beta, ply),
            Tactics::Recapture => self.search_captures(alpha, beta, ply, CapturePolicy::BACK),
            Tactics::Captures => self.search_captures(alpha, beta, ply, CapturePolicy::ALL),
            Tactics::CapturesOnly => {
                let policy = CapturePolicy::compulsory(self.params.experiment.captures_only_plies);
                self.search_captures(alpha, beta, ply, policy)
            }
            Tactics::Quiescence | Tactics::SuperSoma => self.quiesce(alpha, beta, ply, 0),
            Tactics::SuperSomaStatic => {
                let budget = Budget::new(self.params.experiment.iterations, self.counters.nodes);
                self.iterate(alpha, beta, ply, budget)
            }
        }
    }

    /// Judges the position, evaluated already, statically; asked once a node, not in
    /// check. The attack map has been built.
    pub(super) fn assess(&mut self, eval: Value) -> Judgement {
        match self.tactics {
            Tactics::Soma => self.assess_by_soma(eval),
            Tactics::SuperSoma | Tactics::SuperSomaStatic => self.assess_by_super_soma(eval),
            _ => Judgement::quiet(eval),
        }
    }

    /// The judgement, or in check the best of all answers.
    fn judge_or_evade(&mut self, alpha: Value, beta: Value, ply: usize) -> Value {
        if let Some(value) = self.enter_horizon(ply) {
            return value;
        }
        if self.position.in_check() {
            return self.answer_check(alpha, beta, ply, Self::judge_or_evade);
        }
        self.judge_cached(ply).with_move()
    }
}
