//! A number as an argument.

use std::ops::RangeInclusive;

/// A text that is no number of a range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {} to {}", .0.start(), .0.end())]
pub struct NotWithin(RangeInclusive<u32>);

/// Reads a number of a range; the error says the range.
pub fn within(range: RangeInclusive<u32>) -> impl Fn(&str) -> Result<u32, NotWithin> + Clone {
    move |text| match text.parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(NotWithin(range.clone())),
    }
}
