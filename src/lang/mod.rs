//! The language of messages for people: English, and Japanese out of a catalogue.
//!
//! A message is written in English where it is made, as the text of `tr!`, which is also its key in the
//! catalogue; what it is about is filled in by name. The language is one of the whole program, [set] at the
//! start, or of a [piece of work](within), where what is written is read by others than who reads the messages.
//! Languages are two and forms of plurals none, so that a table does what gettext or fluent would.

mod catalogue;
mod current;
mod markup;
mod pattern;

pub use catalogue::{Catalogue, Entry, catalogue};
pub use current::{current, fill, filled, foreign, set, text, text_of, within, words};
pub(crate) use current::{tr, tr_of, tr_value};

use std::borrow::Cow;

/// What separates a message from what it is about, or from its cause.
const ABOUT: &str = ": ";
/// What separates the messages of a list, and how that is written in Japanese.
const LISTS: [(&str, &str); 2] = [("; ", "\u{3002}"), (", ", "\u{3001}")];
/// Bytes of a message that is looked up; longer ones are no messages of ours.
const LONGEST: usize = 1 << 12;

/// A language of messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// As messages are written in the sources.
    #[default]
    English,
    /// As the catalogue has them.
    Japanese,
}

impl Language {
    /// The language that a user asks for by name; nothing for `auto`, which leaves it to the locale.
    ///
    /// # Errors
    /// If there is none of this name.
    pub fn parse(name: &str) -> Result<Option<Self>, UnknownLanguage> {
        match name {
            "en" => Ok(Some(Self::English)),
            "ja" => Ok(Some(Self::Japanese)),
            "auto" => Ok(None),
            _ => Err(UnknownLanguage),
        }
    }

    /// The language of a locale: the values of `LC_ALL`, `LC_MESSAGES` and `LANG`, of which the first that
    /// is not empty counts (POSIX.1-2017, 8.2).
    pub fn of_locale(values: [Option<&str>; 3]) -> Self {
        let locale = values.into_iter().flatten().find(|value| !value.is_empty()).unwrap_or_default();
        if locale.starts_with("ja") { Self::Japanese } else { Self::English }
    }

    /// The name of the language, as in BCP 47.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Japanese => "ja",
        }
    }

    /// A message in this language. What the catalogue does not have stays as it is.
    ///
    /// ```
    /// use somatic::lang::Language;
    ///
    /// assert_eq!(Language::Japanese.say("checkmate"), "詰み");
    /// assert_eq!(Language::English.say("checkmate"), "checkmate");
    /// ```
    pub fn say(self, text: &str) -> Cow<'_, str> {
        // A FEN is of chess, whose sides have other names.
        let is_chess = text.starts_with("FEN: ") || text.contains(" FEN: ");
        self.say_of(if is_chess { "chess" } else { "" }, text)
    }

    /// The same about a game, `shogi` or `chess`, whose sides and pieces have names of their own.
    pub fn say_of<'a>(self, game: &str, text: &'a str) -> Cow<'a, str> {
        let found = match self {
            Self::English => None,
            Self::Japanese if text.len() > LONGEST => None,
            Self::Japanese => translate(game, text),
        };
        found.map_or(Cow::Borrowed(text), Cow::Owned)
    }

    /// A page or a part of one, made by this program, in this language: texts between tags, and those
    /// attributes that people read or hear. What stands in `bdi`, `code` or an element with `translate="no"`
    /// is somebody else's text, or is not for people. Within an element with `data-game` the names are those of that game.
    pub fn markup(self, game: &str, markup: String) -> String {
        match self {
            Self::English => markup,
            Self::Japanese => markup::translate(game, &markup),
        }
    }

    /// A script of a page in this language: the texts in calls of its function `say`.
    pub fn script(self, script: &str) -> Cow<'_, str> {
        match self {
            Self::English => Cow::Borrowed(script),
            Self::Japanese => Cow::Owned(markup::translate_script(script)),
        }
    }
}

/// A name that is of no language here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected en, ja or auto")]
pub struct UnknownLanguage;

/// A message in Japanese, if the catalogue has it, or a part of it behind a colon, or each part of a list.
fn translate(game: &str, text: &str) -> Option<String> {
    let catalogue = catalogue();
    let core = text.trim();
    if core.is_empty() {
        return None;
    }
    if text.trim_end().contains('\n') {
        return lines(game, text);
    }
    let found = catalogue
        .find(game, core)
        .or_else(|| about(game, core))
        .or_else(|| LISTS.iter().find_map(|&(comma, own)| list(game, core, comma, own)))?;
    let start = text.len() - text.trim_start().len();
    Some([&text[..start], &found, &text[start + core.len()..]].concat())
}

/// The lines of a text, if one is known.
fn lines(game: &str, text: &str) -> Option<String> {
    let mut is_known = false;
    let own = text.split_inclusive('\n').map(|line| match translate(game, line) {
        Some(own) => {
            is_known = true;
            own
        }
        None => line.to_owned(),
    });
    let own = own.collect();
    is_known.then_some(own)
}

/// A message behind what it is about: `FILE:LINE: MESSAGE`, `MESSAGE: CAUSE`.
fn about(game: &str, text: &str) -> Option<String> {
    let (at, _) = text.match_indices(ABOUT).next()?;
    let (head, tail) = (&text[..at], &text[at + ABOUT.len()..]);
    let (own_head, own_tail) = (catalogue().find(game, head), translate(game, tail));
    if own_head.is_none() && own_tail.is_none() {
        return None;
    }
    Some([own_head.as_deref().unwrap_or(head), ABOUT, own_tail.as_deref().unwrap_or(tail)].concat())
}

/// A list of messages, if each is known.
fn list(game: &str, text: &str, comma: &str, own: &str) -> Option<String> {
    if !text.contains(comma) {
        return None;
    }
    let parts: Option<Vec<String>> = text.split(comma).map(|part| translate(game, part)).collect();
    Some(parts?.join(own))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locale_is_read_in_the_order_of_posix() {
        for (values, expected) in [
            ([None, None, None], Language::English),
            ([None, None, Some("ja_JP.UTF-8")], Language::Japanese),
            ([None, Some("C"), Some("ja_JP.UTF-8")], Language::English),
            ([Some(""), Some(""), Some("ja")], Language::Japanese),
            ([Some("ja_JP.eucJP"), Some("C"), Some("C")], Language::Japanese),
            ([Some("C"), None, Some("ja_JP.UTF-8")], Language::English),
        ] {
            assert_eq!(Language::of_locale(values), expected, "{values:?}");
        }
    }

    #[test]
    fn parts_of_messages_are_known() {
        let say = |text: &'static str| Language::Japanese.say(text).into_owned();
        assert_eq!(say("  checkmate\n"), "  詰み\n");
        assert_eq!(say("file.sfen:3: checkmate"), "file.sfen:3: 詰み");
        assert_eq!(say("the line was cut, a mate is near"), "手順を途中で打ち切った、詰みが近い");
        assert_eq!(say("nobody knows this: nor this"), "nobody knows this: nor this");
        assert_eq!(Language::Japanese.say_of("shogi", "black"), "先手");
        assert_eq!(Language::Japanese.say_of("chess", "black"), "黒");
    }

    #[test]
    fn a_long_text_is_no_message() {
        let long = "checkmate, ".repeat(LONGEST);
        assert_eq!(Language::Japanese.say(&long), long);
    }
}
