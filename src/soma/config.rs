//! What a table contains and how it becomes a value: the configurations that
//! use the one builder.

use bitflags::bitflags;

use super::look_ahead::LookAhead;
use crate::game::{Geometry, Value};

bitflags! {
    /// What the table contains; taken away one by one to measure what each
    /// is worth.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Features: u16 {
        /// Captures by pieces that are themselves threatened of pieces that threaten,
        /// even at a loss.
        const DESPERADOS = 1 << 0;
        /// What comes loose when a piece leaves its post.
        const TIES = 1 << 1;
        /// Promotions without a capture.
        const PROMOTIONS = 1 << 2;
        /// Whether a threatened piece can be saved at all.
        const ESCAPES = 1 << 3;
        /// Pinned pieces do not leave their line.
        const PINS = 1 << 4;
        /// Forks of both sides.
        const FORKS = 1 << 5;
        /// What a piece that captures or promotes attacks and guards from where
        /// it arrives.
        const FOLLOW_UPS = 1 << 6;
    }
}

impl Features {
    /// What moves find as well. A search that tries moves after the table leaves out what of
    /// this takes more time than it is worth.
    pub const FOUND_BY_MOVES: Self = Self::FORKS.union(Self::FOLLOW_UPS).union(Self::TIES);
    /// What the search of chess uses.
    pub const CHESS: Self = Self::all().difference(Self::FORKS.union(Self::FOLLOW_UPS));
    /// What the search of shogi uses: games say that ties take more time than they are worth.
    pub const SHOGI: Self = Self::CHESS.difference(Self::TIES);
}

/// How a table is made and becomes a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableConfig {
    /// What the table contains.
    pub features: Features,
    /// How far the look-ahead over the table goes.
    pub look_ahead: LookAhead,
    /// How far the replies that the table finds are believed, in thousandths:
    /// the rest of the weight lies on the largest gain that stands open.
    pub reply_trust: Value,
    /// What a fork wins of the piece that it attacks second, in thousandths.
    pub fork_share: Value,
    /// The same of a fork by the other side, which has yet to get the move.
    pub fork_threat_share: Value,
}

impl TableConfig {
    /// The one of the search of shogi. More depth or width does not bring the value
    /// nearer to the truth (`somatic accuracy`); the trust has the smallest
    /// mean error on the training half of labelled leaves, where it is the
    /// same for both games within a hundredth of the error. The shares of forks
    /// hardly matter there between 300 and 600; the smaller the first, the more
    /// the value is below the truth.
    pub const SHOGI: Self = Self {
        features: Features::SHOGI,
        look_ahead: LookAhead { depth: 2, width: 3 },
        reply_trust: 720,
        fork_share: 450,
        fork_threat_share: 300,
    };
    /// The one of the search of chess.
    pub const CHESS: Self = Self { features: Features::CHESS, ..Self::SHOGI };
    /// The one of `super-soma-static`, where only moves of the table are tried
    /// after it: it also holds what moves would find. One ply more of look-ahead
    /// leaves the mean error on the training half as it is, and makes the bias
    /// smaller; so does a smaller trust, from 720 down to this.
    pub const STATIC: Self = Self {
        features: Features::all(),
        look_ahead: LookAhead { depth: 3, ..Self::SHOGI.look_ahead },
        reply_trust: 500,
        ..Self::SHOGI
    };

    /// The one of the search of a game.
    pub const fn of_game<G: Geometry>() -> Self {
        if G::DROPS { Self::SHOGI } else { Self::CHESS }
    }
}

/// Thousandths.
pub(super) const WHOLE: Value = 1000;
