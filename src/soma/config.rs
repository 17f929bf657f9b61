//! What a table contains and how it becomes a value: the configurations that
//! use the one builder.

use super::look_ahead::LookAhead;
use crate::game::parameters::parameters;
use crate::game::{Geometry, Value};

parameters! {
    /// XREF, the table of SUPER-SOMA: what it contains and how it becomes a value.
    xref: TableConfig {
        /// Whether it knows ties (overloaded defenders): what comes loose when a piece leaves its
        /// post.
        ties: bool = false, by "screened at equal time, then trial";
        /// Whether it has promotions that take nothing.
        promotions: bool = true, by "leaves and trial";
        /// Whether it asks if a threatened piece can be saved at all.
        escapes: bool = true, by "leaves and trial";
        /// Whether it has captures by pieces that are themselves threatened of pieces that
        /// threaten, even at a loss (desperados).
        desperados: bool = true, by "leaves and trial";
        /// Whether it knows pins: pinned pieces do not leave their line.
        pins: bool = true, by "leaves and trial";
        /// Whether it knows what a piece that captures or promotes attacks and guards from where it
        /// arrives; where moves verify the answer that costs more than it is worth.
        follow_ups: bool = false, by "leaves and trial";
        /// Whether it has forks of both sides; where moves verify the answer they cost more than
        /// they are worth.
        forks: bool = false, by "leaves and trial";
        /// Plies of the look-ahead over the table.
        depth: i32 = 2, by "leaves";
        /// Entries tried at each ply of it.
        width: i32 = 3, by "leaves";
        /// How far the replies that the look-ahead finds are believed, in thousandths: the rest of
        /// the weight lies on the largest gain that stands open.
        reply_trust: Value = 860, chess 720, by "leaves, then screened; chess: leaves";
        /// The least depth left, in plies, at which the table of a node of the principal variation
        /// holds what takes longer (`soma::whole`).
        whole_depth: i32 = 4, by "trial";
        /// The smallest threat that counts in the main search.
        threat: Value = 138, chess 148, by "SPSA";
    }
}

/// The search leaves ties out: games of equal time say that they take more of it than they are worth.
/// More depth or width of the look-ahead does not bring the value nearer to the truth
/// (`somatic accuracy`); a trust of 720 has the smallest mean error on the training half of
/// labelled leaves, in both games within a hundredth of the error, but games of shogi say more.
impl TableConfig {
    /// The same for a strategy that tries no moves but the table's: it also holds what moves would
    /// find. One ply more of look-ahead leaves the mean error on the training half as it is, and
    /// makes the bias smaller; so does a smaller trust, from 720 down to this.
    #[must_use]
    pub const fn self_contained(self) -> Self {
        Self { ties: true, follow_ups: true, forks: true, depth: 3, reply_trust: 500, ..self }
    }

    /// What the sum of switches is of: nothing that waits or does not count.
    pub(super) const SWITCHES: Self = Self { ties: false, desperados: false, ..Self::SHOGI };
    /// What a fork wins of the piece that it attacks second, in thousandths. The shares of forks
    /// hardly matter on labelled leaves between 300 and 600; the smaller this one, the more the
    /// value is below the truth.
    pub const FORK_SHARE: Value = 450;
    /// The same of a fork by the other side, which has yet to get the move.
    pub(crate) const FORK_THREAT_SHARE: Value = 300;

    /// The one of the search of a game.
    pub const fn of_game<G: Geometry>() -> Self {
        if G::DROPS { Self::SHOGI } else { Self::CHESS }
    }

    /// How far the look-ahead over the table goes.
    pub const fn look_ahead(&self) -> LookAhead {
        LookAhead { depth: self.depth as u32, width: self.width as u32 }
    }
}

/// Thousandths.
pub(super) const WHOLE: Value = 1000;
