//! Answers in the language of the page: which of their texts are for people.

use crate::lang::Language;
use crate::report::picture::{LiveBoard, LiveParts};

/// An answer with texts for people.
pub trait Words {
    /// Puts them into a language.
    fn translate(&mut self, language: Language);
}

/// Markup about a game.
fn markup(language: Language, game: &str, text: &mut String) {
    *text = language.markup(game, std::mem::take(text));
}

/// What is said on a board.
pub fn board(language: Language, game: &str, board: &mut LiveBoard) {
    markup(language, game, &mut board.svg);
}

/// What is said in an explanation.
pub fn parts(language: Language, game: &str, parts: &mut LiveParts) {
    for text in [&mut parts.table, &mut parts.line, &mut parts.sums] {
        markup(language, game, text);
    }
}
