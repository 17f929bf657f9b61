//! The language of messages for people: English, and Japanese out of a catalogue.
//!
//! A message is written in English where it is made, as the text of `tr!`, which is also its key in the
//! catalogue; what it is about is filled in by name. The language is one of the whole program, [set] at the
//! start, or of a [piece of work](within), where what is written is read by others than who reads the messages.
//! Languages are two and forms of plurals none, so that a table does what gettext or fluent would.

mod catalogue;
mod current;

pub use catalogue::{Catalogue, Entry, catalogue};
pub use current::{Message, current, fill, filled, foreign, list, set, text, text_of, within, words};
pub(crate) use current::{message, tr, tr_of, tr_value};

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
    pub(crate) fn of_locale(values: [Option<&str>; 3]) -> Self {
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
}

/// A name that is of no language here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected en, ja or auto")]
pub struct UnknownLanguage;
