//! What users write: numbers, each with its range, and what is said of what is not as it was expected.

use std::fmt::Display;
use std::num::IntErrorKind;
use std::ops::RangeInclusive;
use std::str::FromStr;

use anyhow::{Error, Result, anyhow};

use crate::game::{MAX_PLY, quote};
use crate::lang::{self, tr};
use crate::records::bad_line::LineError;

/// The most plies of a search.
const MAX_DEPTH: u32 = MAX_PLY as u32 - 2;

/// Reads a number of a range; the error says the range. What is no number, such as `nan`, is in none.
pub(crate) fn within<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T> + Clone
where
    T: Copy + Display + FromStr + PartialOrd,
{
    move |text| match text.parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(anyhow!(tr!("expected {least} to {most}", least = range.start(), most = range.end()))),
    }
}

/// Reads the plies of a search.
pub(crate) fn plies(text: &str) -> Result<u32> {
    within(1..=MAX_DEPTH)(text)
}

/// Reads how many there are to be, such as the nodes or the milliseconds of a search.
pub(crate) fn amount(text: &str) -> Result<u64> {
    match text.parse::<u64>() {
        Ok(amount) if amount > 0 => Ok(amount),
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => within(1..=u64::MAX)(text),
        _ => Err(expected("a number above 0")),
    }
}

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
pub(crate) fn twice(name: &str) -> Error {
    anyhow!(tr!("{name} stands twice", name = quote(name)))
}

/// A player that cannot be, or cannot play.
pub(crate) fn player(letter: char, reason: &str) -> Error {
    anyhow!(tr!("player {name}: {reason}", name = letter, reason))
}

impl From<Error> for LineError {
    fn from(error: Error) -> Self {
        Self::Refused(format!("{error:#}"))
    }
}
