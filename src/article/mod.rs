//! The article's iteration (Rollason 2006, B3 to B5) with all entries of its
//! table, the dear ones included: quiet answers, evasions, moves that win
//! nothing at once with every reply tried, threats of mate. Values mind ties.
//! It takes milliseconds, and the search does not use it.

pub mod board;
pub mod moves;
pub mod mate;
pub(crate) mod scanned;
pub(crate) mod relations;
pub(crate) mod threats;
pub(crate) mod answers;
pub(crate) mod credits;
pub(crate) mod flags;
pub(crate) mod notes;
pub(crate) mod delayed;
pub(crate) mod reply;
pub(crate) mod xref;
pub(crate) mod choice;
pub(crate) mod outlook;
pub(crate) mod resolve;

pub use resolve::{GREEDY, MAX_LINE, Step, predict};

use arrayvec::ArrayVec;
use bitflags::bitflags;

use crate::game::Value;
use crate::soma::Assessment;

bitflags! {
    /// What makes a prediction uncertain.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
    pub struct Doubts: u8 {
        /// The side to move is in check.
        const IN_CHECK = 1 << 0;
        /// The line was cut at its largest length.
        const TRUNCATED = 1 << 1;
        /// Something a static look cannot settle came up.
        const UNSTABLE = 1 << 2;
        /// A threat was answered only in part.
        const PARTIAL = 1 << 3;
        /// A check occurs in the line.
        const CHECK = 1 << 4;
        /// A drop occurs in it.
        const DROP = 1 << 5;
    }
}

/// What the iteration finds on a board.
#[derive(Clone, Debug, Default)]
pub struct Prediction {
    /// The three numbers and their confidence: every reply of the line is believed,
    /// so that value and net are one.
    pub assessment: Assessment,
    /// The predicted line.
    pub line: ArrayVec<Step, MAX_LINE>,
    /// The sum of switches if the side to move passes.
    pub if_we_pass: Value,
    /// What makes it uncertain.
    pub doubts: Doubts,
}
