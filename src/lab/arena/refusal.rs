//! What is said of a match, a trial or a range of a parameter that cannot be what was asked for.

use anyhow::{Error, anyhow};

use crate::game::quote;
use crate::lang::{self, tr};
use crate::records::bad_line::LineError;

/// Something is missing, or does not go with the rest.
pub(crate) fn expected(what: &str) -> Error {
    anyhow!(tr!("expected {what}", what = lang::text(what)))
}

/// A text is not what was expected.
pub(crate) fn no_such(text: &str, what: &str) -> Error {
    anyhow!(tr!("{value}: expected {what}", value = quote(text), what = lang::text(what)))
}

/// The same of an option's value.
pub(crate) fn no_value(option: &str, text: &str, what: &str) -> Error {
    let (value, what) = (quote(text), lang::text(what));
    anyhow!(tr!("{name} {value}: expected {what}", name = option, value, what))
}

/// A field that may stand once.
pub(super) fn twice(name: &str) -> Error {
    anyhow!(tr!("{name} stands twice", name = quote(name)))
}

/// A player that cannot be, or cannot play.
pub(super) fn player(letter: char, reason: &str) -> Error {
    anyhow!(tr!("player {name}: {reason}", name = letter, reason))
}

impl From<Error> for LineError {
    fn from(error: Error) -> Self {
        Self::Refused(format!("{error:#}"))
    }
}
