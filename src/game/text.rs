//! Text from outside: what is wrong with it, and how it is shown.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::lang::{self, Message, tr};

/// Text that is no position or no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// There is no text of a position.
    #[error("{}", tr!("a position is missing"))]
    NoPosition,
    /// Something stands between the start position and its moves.
    #[error("{}", tr!("unexpected words after startpos"))]
    AfterStart,
    /// A position is not written as its format demands, or cannot be played: too many
    /// pieces, no king, a king that can be captured.
    #[error("{format}: {fault}")]
    Position {
        /// `SFEN` or `FEN`.
        format: &'static str,
        /// What is wrong, with the text or the place.
        fault: Message,
    },
    /// A text is no move at all.
    #[error("{}", tr!("{text} is no {notation}", text = quote(.text), notation = lang::text(.notation)))]
    NoMove {
        /// The text.
        text: String,
        /// What was expected, such as `USI move`.
        notation: &'static str,
    },
    /// A move is not legal in a position.
    #[error("{}", tr!("{move} is not legal in {position}", move = .text, position = .position))]
    Illegal {
        /// The move.
        text: String,
        /// The position.
        position: String,
    },
    /// A text fits several legal moves.
    #[error("{}", tr!("{text} could be several moves", text = quote(.text)))]
    Ambiguous {
        /// The text.
        text: String,
    },
    /// More moves follow a position than any game has.
    #[error("{}", tr!("more than {count} moves", count = .0))]
    TooManyMoves(usize),
    /// A move after a position is wrong.
    #[error("{}", tr!("move {number}: {fault}", number = .number, fault = .error))]
    Move {
        /// Which, from 1.
        number: usize,
        /// What is wrong with it.
        error: Box<NotationError>,
    },
}

/// Longest piece of somebody's text that an error repeats.
const QUOTED: usize = 40;

/// Whether showing a character does something to a terminal: control characters, and marks that turn the
/// direction of what stands around them (Unicode Standard Annex 9).
fn is_harmful(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Somebody's text, short enough and plain enough for an error message.
pub fn shorten(text: &str) -> String {
    let mut out: String = text.chars().take(QUOTED).map(|c| if is_harmful(c) { '?' } else { c }).collect();
    if text.chars().nth(QUOTED).is_some() {
        out.push_str("...");
    }
    out
}

/// The same between quotation marks.
pub fn quote(text: &str) -> String {
    format!("'{}'", shorten(text))
}

/// Somebody's text with its harmful characters written out, so that showing it
/// does nothing to a terminal.
pub(crate) fn visible(text: &str) -> String {
    written_out(text, is_harmful).into_owned()
}

/// The same of lines, which stay apart, and of the columns in them.
pub(crate) fn visible_lines(text: &str) -> Cow<'_, str> {
    written_out(text, |c| is_harmful(c) && !matches!(c, '\n' | '\t'))
}

/// What may stand in a string of JSON is written as JSON has it, so that a line of JSON stays one.
fn written_out(text: &str, is_harmful: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.chars().any(&is_harmful) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if !is_harmful(c) {
            out.push(c);
        } else if c < ' ' {
            out.extend(c.escape_default());
        } else {
            let _ = write!(out, "\\u{:04x}", u32::from(c));
        }
    }
    Cow::Owned(out)
}
