//! A number as an argument.

use std::ops::RangeInclusive;

/// Reads a number of a range; the error says the range.
pub fn within(range: RangeInclusive<u32>) -> impl Fn(&str) -> Result<u32, String> + Clone {
    move |text| match text.parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(format!("expected {} to {}", range.start(), range.end())),
    }
}
