//! Positions as text: on the command line, in files, from a GUI.

use super::{MAX_RECORD_MOVES, ends};
use crate::game::{Color, Notation, NotationError, named};

/// Reads a position from words: `startpos`, or the game's text with or
/// without its word (`sfen`, `fen`) before it, perhaps followed by `moves`
/// and moves. The moves may end with the word that ended a game, such as `resign`.
///
/// # Errors
/// Says what is wrong. With `moves` that cannot be played nothing is returned.
pub fn parse<P: Notation>(words: &[&str]) -> Result<P, NotationError> {
    parse_with(words, |_| {}, &mut |_| {})
}

/// The same, with rules set on the position before moves are played; what is dropped of the
/// position's text is told of.
pub(crate) fn parse_with<P: Notation>(
    words: &[&str],
    configure: impl Fn(&mut P),
    tell: &mut dyn FnMut(&str),
) -> Result<P, NotationError> {
    let at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (text, moves) = words.split_at(at);
    let mut position = match text.split_first() {
        None => return Err(NotationError::NoPosition),
        Some((&"startpos", [])) => P::start(),
        Some((&"startpos", _)) => return Err(NotationError::AfterStart),
        Some((&word, rest)) if word == P::POSITION_WORD => P::parse_telling(&rest.join(" "), tell)?,
        Some(_) => P::parse_telling(&text.join(" "), tell)?,
    };
    // Each takes half a kilobyte, in every thread.
    if moves.len() > MAX_RECORD_MOVES + 1 {
        return Err(NotationError::TooManyMoves(MAX_RECORD_MOVES));
    }
    configure(&mut position);
    let moves = match moves.split_last() {
        Some((last, moves)) if ends::of(ends::USI, last, Color::Black).is_some() => moves,
        _ => moves,
    };
    for (number, word) in moves.iter().skip(1).enumerate() {
        let m = position
            .parse_move(word)
            .map_err(|error| NotationError::Move { number: number + 1, error: Box::new(error) })?;
        position.do_move(m);
    }
    Ok(position)
}

named! {
    /// The game that a position's text belongs to, by its form.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum GameKind {
        /// Nine ranks, or the word `sfen`.
        #[default]
        Shogi = "shogi",
        /// Eight ranks, or the word `fen`.
        Chess = "chess",
    }
}

impl GameKind {
    /// Recognises the game; nothing for `startpos` and text of neither form.
    pub fn recognize(words: &[&str]) -> Option<Self> {
        match *words.first()? {
            "sfen" => Some(Self::Shogi),
            "fen" => Some(Self::Chess),
            board => match board.matches('/').count() {
                8 => Some(Self::Shogi),
                7 => Some(Self::Chess),
                _ => None,
            },
        }
    }
}
