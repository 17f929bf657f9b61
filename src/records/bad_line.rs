//! Lines and records that cannot be used, and why.

use std::fmt;

use crate::game::{NotationError, quote, visible};
use crate::lang::{self, tr};

/// A line that could not be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLine {
    /// The file, `-` for standard input.
    pub file: String,
    /// The line, from 1; 0 for the file as a whole.
    pub line: u64,
    /// What is wrong with it.
    pub reason: LineError,
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", visible(&self.file), self.reason),
            line => write!(f, "{}:{line}: {}", visible(&self.file), self.reason),
        }
    }
}

/// Why a line, or the record it belongs to, cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// What the system says.
    #[error("{}", lang::text(.0))]
    Unreadable(String),
    /// It is longer than anything that makes sense.
    #[error("{}", tr!("the line is too long"))]
    TooLong,
    /// The file is none of lines: a Word document, a picture.
    #[error("{}", tr!("this is {what}, no text", what = lang::text(.0)))]
    Document(&'static str),
    /// It begins with no position.
    #[error("{}", tr!("{text} is neither an SFEN nor a FEN", text = quote(.0)))]
    NoPosition(String),
    /// A position or a move is wrong.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// A field has a value that it cannot have.
    #[error("{}", tr!("{name} {value}: expected {what}", name = .name, value = quote(.value), what = lang::text(.expected)))]
    Field {
        /// Its name.
        name: &'static str,
        /// Its value.
        value: String,
        /// What it can have.
        expected: &'static str,
    },
    /// A position of a suite has no answer.
    #[error("{}", tr!("neither bm, am nor dm is given"))]
    NoAnswer,
    /// The game ends with the position.
    #[error("{}", tr!("there is no legal move"))]
    NoMove,
    /// The game that is to begin is over.
    #[error("{}", tr!("the game is over already"))]
    GameOver,
    /// A leaf whose value is not known.
    #[error("{}", tr!("no truth"))]
    NoTruth,
    /// It is not the JSON that was expected.
    #[error("{0}")]
    NoJson(String),
    /// A record has more moves than a game can have.
    #[error("{}", tr!("more than {count} moves", count = .0))]
    TooManyMoves(usize),
    /// A move of a record.
    #[error("{}", tr!("move {number}: {fault}", number = .number, fault = .error))]
    Move {
        /// Which, from 1.
        number: usize,
        /// What is wrong with it.
        error: Box<LineError>,
    },
    /// The position of a leaf.
    #[error("{}", tr!("position: {fault}", fault = .0))]
    Position(NotationError),
    /// A part of the line.
    #[error("{}: {error}", quote(.text))]
    Part {
        /// The part.
        text: String,
        /// What is wrong with it.
        error: Box<LineError>,
    },
    /// The first position of a record.
    #[error("{}", tr!("the position cannot be read: {fault}", fault = .0))]
    Setup(String),
    /// The format of the record is not kept.
    #[error("{}", lang::text(.0))]
    Format(&'static str),
    /// A trial that cannot be played or a parameter that cannot be tuned.
    #[error("{0}")]
    Refused(String),
    /// A game that is not ours.
    #[error("{}", tr!("the variant {name} is not played here", name = quote(.0)))]
    Variant(String),
}

/// A move that the rules forbid, in formats that need not say more of it.
pub(super) const ILLEGAL: &str = "the move is not legal";

impl LineError {
    /// Whether it is a move that the rules forbid.
    pub(super) fn is_illegal_move(&self) -> bool {
        match self {
            Self::Move { error, .. } | Self::Part { error, .. } => error.is_illegal_move(),
            Self::Notation(error) => matches!(error, NotationError::Illegal { .. }),
            Self::Format(reason) => *reason == ILLEGAL,
            _ => false,
        }
    }

    /// It in English, for a file that is the same in every language.
    pub(crate) fn in_english(&self) -> String {
        lang::within(lang::Language::English, || self.to_string())
    }

    /// The same, said of a part of the line.
    pub(crate) fn of_part(self, text: &str) -> Self {
        Self::Part { text: text.to_owned(), error: Box::new(self) }
    }

    /// The same, said of a move by its number.
    pub(crate) fn of_move(self, number: usize) -> Self {
        Self::Move { number, error: Box::new(self) }
    }
}

impl From<&'static str> for LineError {
    fn from(broken: &'static str) -> Self {
        Self::Format(broken)
    }
}

impl From<std::io::Error> for LineError {
    fn from(error: std::io::Error) -> Self {
        Self::Unreadable(error.to_string())
    }
}
