//! What the search remembers of each ply of the line it is in.

use crate::game::{Key, MAX_PLY, Value};
use crate::soma::StaticEval;

use super::history::{Earlier, QuietKey};
use super::report::PvLine;

/// Entries before the root, so that looking back needs no test.
pub(crate) const LEAD: usize = 6;
/// All entries.
pub(crate) const ENTRIES: usize = MAX_PLY + LEAD + 4;

/// One ply.
#[derive(Clone, Debug, Default)]
pub(crate) struct StackEntry {
    /// The best line found from here.
    pub pv: PvLine,
    /// Quiet moves that refuted something at this ply.
    pub killers: [u16; 2],
    /// The static evaluation, unless in check.
    pub static_eval: Option<StaticEval>,
    /// The position at this ply whose table with all that takes longer was made last, and what it
    /// came to.
    pub whole: Option<(Key, StaticEval)>,
    /// The move being searched from here, if it takes nothing and does not promote; none for
    /// a pass.
    pub quiet: Option<QuietKey>,
    /// Piece and square of the move being searched from here, for continuation history; none
    /// for a pass.
    pub piece_to: Option<usize>,
    /// What the histories of the node look back on, once its moves are searched.
    pub before: Earlier,
    /// The move left out of a singular search.
    pub excluded: u16,
    /// By how many plies the search of this node's move was reduced.
    pub reduction: i32,
    /// How many nodes after moves of the same node have failed high.
    pub cutoffs: i32,
    /// Whether this node may not pass: it follows a pass.
    pub after_null: bool,
    /// Whether the line has been extended at the horizon already.
    pub extended: bool,
    /// Where the last move went, for recaptures; none after a pass.
    pub last_to: Option<crate::game::Square>,
}

impl StackEntry {
    /// The quiet evaluation, unless in check.
    pub fn eval(&self) -> Option<Value> {
        self.static_eval.map(|now| now.eval)
    }
}
