//! Why games end.

use serde::de::IntoDeserializer as _;
use serde::de::value::{Error as ValueError, StrDeserializer};
use serde::{Deserialize, Serialize};

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The loser is mated.
    Checkmate,
    /// The loser has no legal move (shogi).
    NoMoves,
    /// The side to move has no legal move (chess).
    Stalemate,
    /// A position occurred too often.
    Repetition,
    /// The loser gave check all through a repetition.
    PerpetualCheck,
    /// Fifty moves, or no material to mate with.
    DrawByRule,
    /// The winner declared, and was right.
    Declaration,
    /// The loser gave up.
    Resignation,
    /// Both players agreed on the outcome for a while.
    Adjudication,
    /// As many moves as the match allows.
    MaxPlies,
    /// The loser's move is illegal, or its declaration false.
    Illegal,
    /// The loser was late.
    Time,
    /// The loser's program ended or could not be started.
    Crash,
    /// The loser did not answer.
    Hang,
    /// The loser did not stop talking.
    Flood,
}

impl Reason {
    /// The reason with this word.
    pub fn parse(text: &str) -> Option<Self> {
        Self::deserialize(text.into_deserializer() as StrDeserializer<'_, ValueError>).ok()
    }

    /// The reason's word, as in the JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::NoMoves => "no-moves",
            Self::Stalemate => "stalemate",
            Self::Repetition => "repetition",
            Self::PerpetualCheck => "perpetual-check",
            Self::DrawByRule => "draw-by-rule",
            Self::Declaration => "declaration",
            Self::Resignation => "resignation",
            Self::Adjudication => "adjudication",
            Self::MaxPlies => "max-plies",
            Self::Illegal => "illegal",
            Self::Time => "time",
            Self::Crash => "crash",
            Self::Hang => "hang",
            Self::Flood => "flood",
        }
    }
}
