//! A game that was played: one JSON object, and all that is known of it.

use serde::{Deserialize, Serialize};

use crate::game::{Color, Notation, NotationError};
use crate::records::Reason;
use crate::records::position::parse;

/// A player of the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The first one named.
    A,
    /// The second.
    B,
}

impl Side {
    /// Both players.
    pub const ALL: [Self; 2] = [Self::A, Self::B];

    /// 0 for A, 1 for B.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// What it is called in arguments and errors.
    pub const fn letter(self) -> char {
        match self {
            Self::A => 'A',
            Self::B => 'B',
        }
    }

    /// The opponent.
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// Player A.
    A,
    /// Player B.
    B,
    /// Nobody.
    Draw,
}

impl GameResult {
    /// The result where this player won.
    pub const fn won_by(side: Side) -> Self {
        match side {
            Side::A => Self::A,
            Side::B => Self::B,
        }
    }

    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::A => Some(Side::A),
            Self::B => Some(Side::B),
            Self::Draw => None,
        }
    }

    /// Half points of A: 0, 1 or 2.
    pub const fn half_points(self) -> u8 {
        match self {
            Self::A => 2,
            Self::Draw => 1,
            Self::B => 0,
        }
    }
}

/// Who played, and under what limits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideInfo {
    /// What it is called.
    pub name: String,
    /// The spec it was made from.
    pub spec: String,
    /// Its limits, such as `nodes 1000`.
    pub limit: String,
}

/// A game that was played. What is said of moves stands in the order of
/// `moves`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The trial that it belongs to, in the results of several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trial: Option<String>,
    /// `shogi` or `chess`.
    pub game: String,
    /// Its number in the match, from 1.
    pub number: u64,
    /// Player A.
    pub a: SideInfo,
    /// Player B.
    pub b: SideInfo,
    /// Which of them had black; in chess black moves second.
    pub black: Side,
    /// The opening's name.
    pub opening: String,
    /// The first position: `startpos`, `sfen ...` or `fen ...`.
    pub start: String,
    /// The opening's moves from there.
    pub opening_moves: Vec<String>,
    /// Which of the players made the first move after those.
    pub first: Side,
    /// The players' moves after the opening's.
    pub moves: Vec<String>,
    /// Who won.
    pub result: GameResult,
    /// Why.
    pub reason: Reason,
    /// More about that, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The number of `moves`.
    pub plies: usize,
    /// Time of each move in milliseconds.
    pub time_ms: Vec<f64>,
    /// Nodes of each move, where the player told.
    pub nodes: Vec<Option<u64>>,
    /// Score of each move in centipawns, seen from the player that
    /// moved, where it told; a mate is 100000 less its distance.
    pub score: Vec<Option<i32>>,
}

impl GameRecord {
    /// A player.
    pub const fn side(&self, side: Side) -> &SideInfo {
        match side {
            Side::A => &self.a,
            Side::B => &self.b,
        }
    }

    /// Who played a color.
    pub const fn player(&self, color: Color) -> Side {
        match color {
            Color::Black => self.black,
            Color::White => self.black.other(),
        }
    }

    /// The color of the winner, if there is one.
    pub fn winner(&self) -> Option<Color> {
        let side = self.result.winner()?;
        Some(if side == self.black { Color::Black } else { Color::White })
    }

    /// The first position.
    ///
    /// # Errors
    /// If the record is damaged.
    pub fn first_position<P: Notation>(&self) -> Result<P, NotationError> {
        parse(&self.start.split_ascii_whitespace().collect::<Vec<_>>())
    }

    /// All moves, the opening's first.
    pub fn all_moves(&self) -> impl Iterator<Item = &str> {
        self.opening_moves.iter().chain(&self.moves).map(String::as_str)
    }

    /// The player's time for the move with this number among all moves, in
    /// milliseconds; nothing for moves of the opening.
    pub fn time_of(&self, number: usize) -> Option<f64> {
        self.time_ms.get(number.checked_sub(self.opening_moves.len())?).copied()
    }

    /// The player's score for the move with this number among all moves.
    pub fn score_of(&self, number: usize) -> Option<i32> {
        self.score.get(number.checked_sub(self.opening_moves.len())?).copied().flatten()
    }
}
