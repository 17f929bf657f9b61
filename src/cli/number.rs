//! A number as an argument.

use std::fmt::{Debug, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::lang::tr;

/// A text that is no number of a range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", tr!("expected {least} to {most}", least = .0.start(), most = .0.end()))]
pub(crate) struct NotWithin<T: Debug + Display>(RangeInclusive<T>);

/// Reads a number of a range; the error says the range. What is no number, such as `nan`, is in none.
pub fn within<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, NotWithin<T>> + Clone
where
    T: Copy + Debug + Display + FromStr + PartialOrd,
{
    move |text| match text.parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(NotWithin(range.clone())),
    }
}
