//! What the page sends with every question: a game so far.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use serde::Deserialize;

use super::http::{Refusal, bad};
use crate::game::{Color, Notation, quote};
use crate::lang::tr;
use crate::records::MAX_RECORD_MOVES;
use crate::records::either::of_game;
use crate::records::input::AnyPosition;
use crate::records::position::{GameKind, parse};

/// A game so far, and who looks at it.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct GameText {
    /// `shogi` or `chess`.
    pub game: String,
    /// The first position: an SFEN or a FEN; the start of the game if it is empty.
    #[serde(default)]
    pub start: String,
    /// The moves from there, in USI or UCI text.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The side at the bottom of the board: `black` or `white`.
    pub view: Option<String>,
}

/// Who has asked a question, and may leave before it is answered.
#[derive(Debug, Default)]
pub struct Asker(AtomicBool);

impl Asker {
    /// Whether nobody waits for the answer any longer.
    pub(crate) fn is_gone(&self) -> bool {
        self.0.load(Relaxed)
    }

    pub fn leave(&self) {
        self.0.store(true, Relaxed);
    }
}

pub(crate) fn game_kind(name: &str) -> Result<GameKind, Refusal> {
    GameKind::parse(name).ok_or_else(|| bad(tr!("game {name}: expected shogi or chess", name = quote(name))))
}

pub fn side(name: &str) -> Result<Color, Refusal> {
    let found = Color::ALL.into_iter().find(|c| c.name() == name);
    found.ok_or_else(|| bad(tr!("side {name}: expected black or white", name = quote(name))))
}

impl GameText {
    /// The position after the moves.
    pub fn position(&self) -> Result<AnyPosition, Refusal> {
        if self.moves.len() > MAX_RECORD_MOVES {
            return Err(bad(tr!("more than {count} moves", count = MAX_RECORD_MOVES)));
        }
        let start = self.start.trim_ascii();
        let start = if start.is_empty() { "startpos" } else { start };
        let mut words: Vec<&str> = start.split_ascii_whitespace().collect();
        words.push("moves");
        words.extend(self.moves.iter().map(String::as_str));
        let position = of_game!(game_kind(&self.game)?, P => parse::<P>(&words).map(AnyPosition::from));
        position.map_err(|error| bad(error.to_string()))
    }

    /// Who sits at the bottom.
    pub fn view<P: Notation>(&self, _: &P) -> Result<Color, Refusal> {
        self.view.as_deref().map_or(Ok(P::CAPITALS), side)
    }
}
