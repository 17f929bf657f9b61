//! A strategy is a value: what it assesses, and what it searches where the depth runs out.

use super::captures::CapturePolicy;
use crate::game::{Geometry, MoveParts, Square, named};
use crate::search::params::Params;

/// What a strategy adds to the quiet evaluation of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Assess {
    /// Nothing.
    Nothing,
    /// The balance of hanging pieces, by SOMA's rule.
    Soma,
    /// What the table of SUPER-SOMA finds.
    SuperSoma,
}

/// What a strategy does where the depth has run out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Horizon {
    /// The static evaluation answers; in check the best of all answers.
    Evaluate,
    /// Captures are searched, as a policy allows.
    Captures(CapturePolicy),
    /// Captures, checks and answers to checks are searched; where the table of SUPER-SOMA is
    /// assessed it decides what it can, and its quiet moves are tried as well.
    Quiescence,
    /// The best entries of the table are played and the table is made anew after each.
    Tables {
        /// Tables more on each line.
        tables: u32,
        /// The entries of each table that are followed.
        width: usize,
    },
}

/// A strategy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strategy {
    /// What is added to the quiet evaluation of every node.
    pub assess: Assess,
    /// What is done where the depth has run out.
    pub horizon: Horizon,
    /// Whether captures back onto the square of the last move cost no depth, anywhere in the tree.
    pub free_recaptures: bool,
    /// Whether a line in check at the horizon is searched one ply further, once.
    pub extends_check: bool,
}

impl Strategy {
    /// The evaluation alone.
    const STAND_PAT: Self = Self {
        assess: Assess::Nothing,
        horizon: Horizon::Evaluate,
        free_recaptures: false,
        extends_check: false,
    };

    /// Whether more than the evaluation is asked of a node.
    #[inline]
    pub(in crate::search) const fn assesses(&self) -> bool {
        !matches!(self.assess, Assess::Nothing)
    }

    /// Whether what the table of SUPER-SOMA says is verified by a search below the horizon.
    #[inline]
    pub(in crate::search) const fn verifies(&self) -> bool {
        matches!((self.assess, self.horizon), (Assess::SuperSoma, Horizon::Quiescence))
    }

    /// Whether a move costs no depth; `last_to` is where the move before it went.
    #[inline]
    pub(in crate::search) fn is_free(&self, last_to: Option<Square>, parts: &MoveParts) -> bool {
        self.free_recaptures && parts.captured.is_some() && last_to == Some(parts.to)
    }

    /// Its parameters in a game.
    pub(in crate::search) fn params<G: Geometry>(&self, params: Params) -> Params {
        let params = params.of_game::<G>();
        if matches!(self.horizon, Horizon::Tables { .. }) { params.self_contained() } else { params }
    }
}

impl Default for Strategy {
    fn default() -> Self {
        Tactics::DEFAULT.strategy()
    }
}

named! {
    /// The strategies, in the order of their list.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
    pub enum Tactics {
        /// The evaluation alone: the baseline. In check the answers are searched, as nothing can be
        /// said of a position in check.
        StandPat = "stand-pat",
        /// Only captures back onto the square of the last move, which cost no depth anywhere in
        /// the tree. CITE: H.G. Muller, micro-Max 3.2.
        Recapture = "recapture",
        /// Every capture, with a stand pat; a line that is in check when its depth runs out is
        /// searched one ply further, once. CITE: Chess Bin, "Quiescence Search and Extensions".
        Captures = "captures",
        /// Every line is searched on through captures and evaluated only where none is left.
        /// CITE: "Quiet, Please!".
        CapturesOnly = "captures-only",
        /// Quiescence search in its best form: the conventional rival. CITE: Chess Programming
        /// Wiki, "Quiescence Search".
        Quiescence = "quiescence",
        /// The evaluation and one swap-off for each square. CITE: Maynard Smith and Michie, 1961.
        Soma = "soma",
        /// The whole board assessed statically, and searched where the assessment cannot decide.
        /// CITE: Rollason 2000, 2006.
        #[default]
        SuperSoma = "super-soma",
        /// The same, always answering from tables alone: for study.
        SuperSomaStatic = "super-soma-static",
    }
}

impl Tactics {
    /// Those that are compared with each other, in the order of the tables: all but the last.
    pub const COMPARED: &[Self] = Self::ALL.split_at(Self::ALL.len() - 1).0;
    /// What is used unless told otherwise.
    pub const DEFAULT: Self = Self::SuperSoma;

    /// The strategy.
    pub const fn strategy(self) -> Strategy {
        /// Captures in a row after which `captures-only` evaluates all the same.
        const COMPULSORY: i32 = 6;
        let plain = Strategy::STAND_PAT;
        match self {
            Self::StandPat => plain,
            Self::Recapture => {
                Strategy { horizon: Horizon::Captures(CapturePolicy::BACK), free_recaptures: true, ..plain }
            }
            Self::Captures => {
                Strategy { horizon: Horizon::Captures(CapturePolicy::ALL), extends_check: true, ..plain }
            }
            Self::CapturesOnly => {
                Strategy { horizon: Horizon::Captures(CapturePolicy::compulsory(COMPULSORY)), ..plain }
            }
            Self::Quiescence => Strategy { horizon: Horizon::Quiescence, ..plain },
            Self::Soma => Strategy { assess: Assess::Soma, ..plain },
            Self::SuperSoma => Strategy { assess: Assess::SuperSoma, horizon: Horizon::Quiescence, ..plain },
            Self::SuperSomaStatic => Strategy {
                assess: Assess::SuperSoma,
                horizon: Horizon::Tables { tables: 2, width: 2 },
                ..plain
            },
        }
    }
}
