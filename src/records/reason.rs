//! Why games end.

use serde::{Deserialize, Serialize};

use crate::game::named;

named! {
    /// Why a game ended.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Reason {
        /// The loser is mated.
        Checkmate = "checkmate",
        /// The loser has no legal move (shogi).
        NoMoves = "no-moves",
        /// The side to move has no legal move (chess).
        Stalemate = "stalemate",
        /// A position occurred too often.
        Repetition = "repetition",
        /// The loser gave check all through a repetition.
        PerpetualCheck = "perpetual-check",
        /// Fifty moves, or no material to mate with.
        DrawByRule = "draw-by-rule",
        /// The winner declared, and was right.
        Declaration = "declaration",
        /// The loser gave up.
        Resignation = "resignation",
        /// Both players agreed on the outcome for a while.
        Adjudication = "adjudication",
        /// As many moves as the match allows.
        MaxPlies = "max-plies",
        /// The loser's move is illegal, or its declaration false.
        Illegal = "illegal",
        /// The loser was late.
        Time = "time",
        /// The loser's program ended or could not be started.
        Crash = "crash",
        /// The loser did not answer.
        Hang = "hang",
        /// The loser did not stop talking.
        Flood = "flood",
    }
}
