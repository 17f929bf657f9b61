//! Numbers that users write, each with its range.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use anyhow::{Result, anyhow};

use super::arena::expected;
use crate::game::MAX_PLY;
use crate::lang::tr;

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

/// Reads the nodes or the milliseconds of a search.
pub(crate) fn amount(text: &str) -> Result<u64> {
    text.parse().ok().filter(|&amount| amount > 0).ok_or_else(|| expected("a number above 0"))
}
