//! What is tuned: parameters by name, each between two bounds.

use serde::{Deserialize, Serialize};

use crate::lab::arena::SetupError;
use crate::lab::bad_line::BadLine;
use crate::lab::input::{Lines, is_blank};
use crate::search::Params;

/// A parameter that is tuned, and between what bounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Range {
    /// Its name among the parameters of the search.
    pub name: String,
    /// The least value.
    pub min: i32,
    /// The largest value.
    pub max: i32,
}

impl Range {
    /// Reads `NAME=MIN..MAX`.
    ///
    /// # Errors
    /// Says what was expected, or that no parameter has this name or range.
    pub fn parse(text: &str) -> Result<Self, SetupError> {
        let expected = |expected| SetupError::Text { text: text.to_owned(), expected };
        let fields: Option<(&str, i32, i32)> = text.split_once('=').and_then(|(name, bounds)| {
            let (min, max) = bounds.split_once("..")?;
            Some((name.trim(), min.trim().parse().ok()?, max.trim().parse().ok()?))
        });
        let Some((name, min, max)) = fields else {
            return Err(expected("NAME=MIN..MAX with whole numbers"));
        };
        if min >= max {
            return Err(expected("MIN below MAX"));
        }
        let mut params = Params::default();
        let Some(known) = Params::NAMES.iter().find(|known| known.eq_ignore_ascii_case(name)) else {
            let numbers: Vec<&str> =
                Params::NAMES.iter().copied().filter(|name| number(&params, name).is_some()).collect();
            return Err(SetupError::UnknownParameter { name: name.to_owned(), params: numbers.join(", ") });
        };
        if number(&params, known).is_none() {
            return Err(SetupError::Switch(known));
        }
        for bound in [min, max] {
            params.set(known, &bound.to_string())?;
        }
        Ok(Self { name: (*known).to_owned(), min, max })
    }
}

/// The value of a parameter that is a number.
pub fn number(params: &Params, name: &str) -> Option<i32> {
    params.get(name)?.parse().ok()
}

/// The parameters of a file, `NAME=MIN..MAX` a line with `#` before comments,
/// and the lines of it that are none.
pub fn read_ranges(file: &str) -> (Vec<Range>, Vec<BadLine>) {
    let (mut ranges, mut bad) = (Vec::new(), Vec::new());
    for line in Lines::new(vec![file.to_owned()]) {
        let read = line.text().and_then(|text| {
            let text = text.split('#').next().unwrap_or_default();
            if is_blank(text) { Ok(None) } else { Ok(Some(Range::parse(text.trim())?)) }
        });
        match read {
            Ok(range) => ranges.extend(range),
            Err(error) => bad.push(line.bad(error)),
        }
    }
    (ranges, bad)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        let range = Range { name: "razor_base".to_owned(), min: 100, max: 600 };
        assert_eq!(Range::parse("razor_base=100..600").ok().as_ref(), Some(&range));
        assert_eq!(Range::parse(" Razor_Base = 100 .. 600 ").ok(), Some(range));
    }

    #[test]
    fn what_is_no_range_says_why() {
        #[track_caller]
        fn check(text: &str, reason: &str) {
            let error = Range::parse(text).expect_err(text).to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }

        check("razor_base", "NAME=MIN..MAX");
        check("razor_base=1.5..2", "whole numbers");
        check("razor_base=5..5", "MIN below MAX");
        check("razor=1..2", "unknown parameter 'razor'; expected one of aspiration");
        check("use_table=0..1", "switch");
        check("null_divisor=0..8", "null_divisor: expected a whole number from 1");
    }
}
