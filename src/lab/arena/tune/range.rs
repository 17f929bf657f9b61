//! What is tuned: parameters by name, each between two bounds.

use serde::{Deserialize, Serialize};

use crate::lab::arena::SetupError;
use crate::records::bad_line::BadLine;
use crate::records::input::{Lines, is_blank};
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
    /// Reads `NAME=MIN..MAX`, or of a switch `NAME=false..true`.
    ///
    /// # Errors
    /// Says what was expected, or that no parameter has this name or range.
    pub fn parse(text: &str) -> Result<Self, SetupError> {
        let expected = |expected| SetupError::Text { text: text.to_owned(), expected };
        let fields = text.split_once('=').and_then(|(name, bounds)| {
            let (min, max) = bounds.split_once("..")?;
            let bounds = (read_value(min.trim())?, read_value(max.trim())?);
            Some((name.trim(), bounds))
        });
        let Some((name, bounds)) = fields else {
            return Err(expected("NAME=MIN..MAX with whole numbers, or NAME=false..true"));
        };
        let mut params = Params::default();
        let Some(known) = Params::NAMES.iter().find(|known| known.eq_ignore_ascii_case(name)) else {
            return Err(SetupError::UnknownParameter {
                name: name.to_owned(),
                params: Params::NAMES.join(", "),
            });
        };
        let (min, max) = match (is_switch(known), bounds) {
            (true, (TunedValue::Switch(false), TunedValue::Switch(true))) => (0, 1),
            (true, _) => return Err(SetupError::Switch(known)),
            (false, (TunedValue::Number(min), TunedValue::Number(max))) => (min, max),
            (false, _) => return Err(expected("NAME=MIN..MAX with whole numbers")),
        };
        if min >= max {
            return Err(expected("MIN below MAX"));
        }
        let range = Self { name: (*known).to_owned(), min, max };
        for bound in [min, max] {
            params.set(known, &range.text_of(bound))?;
        }
        Ok(range)
    }

    /// Whether it is true or false, not a number.
    pub fn is_switch(&self) -> bool {
        is_switch(&self.name)
    }

    /// A value as text that [`Params::set`] reads: of a switch 0 is false.
    pub fn text_of(&self, value: i32) -> String {
        if self.is_switch() { (value != 0).to_string() } else { value.to_string() }
    }

    /// The value that the parameter has.
    pub fn value_in(&self, params: &Params) -> Option<i32> {
        Some(match read_value(&params.get(&self.name)?)? {
            TunedValue::Number(number) => number,
            TunedValue::Switch(is_on) => is_on.into(),
        })
    }
}

/// A value of a parameter.
#[derive(Clone, Copy, Debug)]
enum TunedValue {
    Number(i32),
    Switch(bool),
}

fn read_value(text: &str) -> Option<TunedValue> {
    text.parse().map(TunedValue::Number).or_else(|_| text.parse().map(TunedValue::Switch)).ok()
}

fn is_switch(name: &str) -> bool {
    let value = Params::default().get(name);
    matches!(value.as_deref().and_then(read_value), Some(TunedValue::Switch(_)))
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
        let switch = Range::parse("xref_ties = false..true").expect("a switch");
        assert_eq!((switch.min, switch.max, switch.text_of(0).as_str()), (0, 1, "false"));
        let params = Params::default().with(|p| p.xref.ties = true);
        assert_eq!(switch.value_in(&params), Some(1));
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
        check("razor_base=false..true", "whole numbers");
        check("razor_base=5..5", "MIN below MAX");
        check("razor=1..2", "unknown parameter 'razor'; expected one of aspiration");
        check("tt_used=0..1", "tt_used is a switch: expected false..true");
        check("tt_used=true..false", "false..true");
        check("null_divisor=0..8", "null_divisor: expected a whole number from 1");
    }
}
