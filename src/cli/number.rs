//! A number as an argument.

use std::ops::RangeInclusive;

use crate::lang::tr;

/// A text that is no number of a range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", tr!("expected {least} to {most}", least = .0.start(), most = .0.end()))]
pub struct NotWithin(RangeInclusive<u32>);

/// Reads a number of a range; the error says the range.
pub fn within(range: RangeInclusive<u32>) -> impl Fn(&str) -> Result<u32, NotWithin> + Clone {
    move |text| match text.parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(NotWithin(range.clone())),
    }
}
