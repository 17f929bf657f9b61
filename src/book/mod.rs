//! Opening books: of shogi in YaneuraOu's text format, of chess in Polyglot's (`polyglot`).
//!
//! A book of YaneuraOu's has positions sorted by their text, each with its moves.
//!
//! ```text
//! #YANEURAOU-DB2016 1.00
//! sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
//! 7g7f 3c3d 30 12 5
//! 2g2f none 20 12 4
//! ```
//!
//! A line of a move: the move, the reply that is expected or `none`, the value in centipawns for the side to move,
//! the depth it was searched to, how often it was played. ShogiHome writes `none` for a value or depth that it does
//! not know. A book knows no search; positions and moves that it is asked for are texts.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod builder;
mod flip;
mod polyglot;
mod reader;

use std::io::Write;
use std::path::Path;

pub use builder::BookBuilder;
pub use flip::{flip_move, flip_position};
pub use polyglot::{PolyglotBook, PolyglotBuilder, polyglot_key};
pub use reader::{Book, BookError};

use crate::shogi::Move;

/// A book that is looked up in, of any format.
pub trait OpeningBook: std::fmt::Debug + Send + Sized + 'static {
    /// What makes books of this format.
    type Builder: Builder;

    /// Opens a book.
    ///
    /// # Errors
    /// If it cannot be read, is no book, or not sorted as far as a glance tells.
    fn open(path: &Path) -> Result<Self, BookError>;

    /// The moves of a position, which is given as SFEN or FEN, the one to play first; none if the
    /// book does not know it.
    ///
    /// # Errors
    /// If the book cannot be read or is damaged at this place.
    fn look_up(&mut self, position: &str) -> Result<Vec<BookMove>, BookError>;

    /// What was passed over at the last look-up: lines of its position that are no moves.
    fn take_faults(&mut self) -> Vec<BookError> {
        Vec::new()
    }

    /// Whether a move of a book may be played.
    fn is_played(_: &BookMove) -> bool {
        true
    }

    /// What the book knows of a move, as text.
    fn describe(m: &BookMove) -> String {
        m.to_string()
    }
}

/// A book that is being made, of any format.
pub trait Builder: Default {
    /// Adds a move of a position, which is given as SFEN or FEN. A move that is there already is
    /// counted once more, and the deeper of two values stays.
    fn add(&mut self, position: &str, new: BookMove);

    /// Adds all that a book knows, sorted or not, and tells of lines that are no moves.
    ///
    /// # Errors
    /// If it cannot be read or is no book.
    fn add_book(&mut self, path: &Path, complain: &mut dyn FnMut(&BookError)) -> Result<(), BookError>;

    /// How many positions there are.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Forgets moves that were played less often, and positions without moves.
    fn keep_played(&mut self, least: u64);

    /// Writes the book, sorted.
    ///
    /// # Errors
    /// What the system says.
    fn write(&self, out: &mut impl Write) -> std::io::Result<()>;
}

/// The first line of a book.
pub const HEADER: &str = "#YANEURAOU-DB2016 1.00";
/// How the first line of a book of any version begins.
const FORMAT: &str = "#YANEURAOU-DB";
/// What stands where no reply is expected.
const NO_REPLY: &str = "none";
/// The word before a position.
const POSITION_WORD: &str = "sfen";

/// A move of a book. `T` is what moves are kept as: text, or fewer bytes where there are many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookMove<T = String> {
    /// The move as USI or UCI write it. One of a book of chess is not known to be legal.
    pub text: T,
    /// The reply that is expected.
    pub reply: Option<T>,
    /// Centipawns, seen from the side to move.
    pub value: i32,
    /// Plies that it was searched.
    pub depth: u32,
    /// How often it was played; in a Polyglot book its weight.
    pub count: u64,
}

impl BookMove {
    /// Reads a line, which must begin with a move. A value or depth that is missing, `none` or no
    /// number is 0, a count 1; what stands behind them is not looked at.
    ///
    /// ```
    /// use somatic::book::BookMove;
    ///
    /// let m = BookMove::parse("2g2f 8c8d none none 5").expect("a move");
    /// assert_eq!(m.to_string(), "2g2f 8c8d 0 0 5");
    /// assert_eq!(BookMove::parse("hello"), None);
    /// ```
    pub fn parse(line: &str) -> Option<Self> {
        let is_move = |word: &&str| Move::parse(word).is_some();
        let mut words = line.split_ascii_whitespace();
        let text = words.next().filter(is_move)?.to_owned();
        let reply = words.next().filter(is_move).map(str::to_owned);
        let mut number =
            |missing: i64| words.next().and_then(|word| word.parse::<i64>().ok()).unwrap_or(missing);
        let (value, depth, count) = (number(0), number(0), number(1));
        Some(Self {
            text,
            reply,
            value: value.clamp(i32::MIN.into(), i32::MAX.into()) as i32,
            depth: depth.clamp(0, u32::MAX.into()) as u32,
            count: count.max(0).unsigned_abs(),
        })
    }
}

impl<T: PartialEq> BookMove<T> {
    /// Adds a move to those of its position. One that is there already is counted together with
    /// it, and of two values the deeper stays.
    pub fn join(moves: &mut Vec<Self>, new: Self) {
        let Some(old) = moves.iter_mut().find(|old| old.text == new.text) else {
            moves.push(new);
            return;
        };
        let count = old.count.saturating_add(new.count);
        if new.depth > old.depth {
            *old = Self { reply: new.reply.or(old.reply.take()), ..new };
        } else if old.reply.is_none() {
            old.reply = new.reply;
        }
        old.count = count;
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
