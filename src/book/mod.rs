//! Opening books of shogi in YaneuraOu's text format: positions sorted by
//! their text, each with its moves.
//!
//! ```text
//! #YANEURAOU-DB2016 1.00
//! sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
//! 7g7f 3c3d 30 12 5
//! 2g2f none 20 12 4
//! ```
//!
//! A line of a move: the move, the reply that is expected or `none`, the value
//! in hundredths of a pawn for the side to move, the depth it was searched to,
//! how often it was played. A book knows neither rules nor search: positions and
//! moves are texts here.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod builder;
mod flip;
mod reader;

pub use builder::BookBuilder;
pub use flip::{flip_move, flip_position};
pub use reader::{Book, BookError};

/// The first line of a book.
pub const HEADER: &str = "#YANEURAOU-DB2016 1.00";
/// What stands where no reply is expected.
const NO_REPLY: &str = "none";
/// The word before a position.
const POSITION_WORD: &str = "sfen ";

/// A move of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move, in USI text.
    pub text: String,
    /// The reply that is expected.
    pub reply: Option<String>,
    /// Hundredths of a pawn, seen from the side to move.
    pub value: i32,
    /// Plies that it was searched.
    pub depth: u32,
    /// How often it was played.
    pub count: u64,
}

impl BookMove {
    /// Reads a line; what is missing at its end is 0, a count 1.
    pub fn parse(line: &str) -> Option<Self> {
        let mut words = line.split_ascii_whitespace();
        let text = words.next()?.to_owned();
        let reply = words.next().filter(|&word| word != NO_REPLY).map(str::to_owned);
        let mut number = |missing: i64| words.next().map_or(Some(missing), |word| word.parse().ok());
        let (value, depth, count) = (number(0)?, number(0)?, number(1)?);
        Some(Self {
            text,
            reply,
            value: i32::try_from(value).ok()?,
            depth: u32::try_from(depth).ok()?,
            count: u64::try_from(count).ok()?,
        })
    }
}

impl std::fmt::Display for BookMove {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let reply = self.reply.as_deref().unwrap_or(NO_REPLY);
        write!(f, "{} {reply} {} {} {}", self.text, self.value, self.depth, self.count)
    }
}

/// A position's text without the number of its move, which books ignore.
pub fn key(sfen: &str) -> &str {
    let sfen = sfen.trim();
    match sfen.rsplit_once(' ') {
        Some((before, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => before.trim_end(),
        _ => sfen,
    }
}
