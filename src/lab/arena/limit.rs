//! How much a player may use for its moves.

use std::fmt;
use std::time::Duration;

use crate::game::MAX_PLY;

use super::setup_error::SetupError;

/// The limits of a player, as the command line gives them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limit {
    /// Plies of iterative deepening.
    pub depth: Option<u32>,
    /// Moves made in a search.
    pub nodes: Option<u64>,
    /// The same time for every move.
    pub move_time: Option<Duration>,
    /// A clock for the game.
    pub clock: Option<TimeControl>,
}

/// A clock for a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// Main time.
    pub base: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Time for each move once the main time is used up.
    pub byoyomi: Duration,
}

/// The longest time that is believed, in seconds.
const LONGEST: f64 = 1e7;

/// The most plies of a search.
const MAX_DEPTH: u32 = MAX_PLY as u32 - 2;

/// Reads the plies of a search.
///
/// # Errors
/// Says what was expected.
pub fn plies(text: &str) -> Result<u32, SetupError> {
    let plies = text.parse().ok().filter(|plies| (1..=MAX_DEPTH).contains(plies));
    plies.ok_or(SetupError::Range(1, MAX_DEPTH))
}

/// Reads the nodes or the milliseconds of a search.
///
/// # Errors
/// Says what was expected.
pub fn amount(text: &str) -> Result<u64, SetupError> {
    text.parse().ok().filter(|&amount| amount > 0).ok_or(SetupError::Expected("a number above 0"))
}

impl Limit {
    /// Whether nothing is limited.
    pub const fn is_none(&self) -> bool {
        self.depth.is_none() && self.nodes.is_none() && self.move_time.is_none() && self.clock.is_none()
    }

    /// Adds a clock: `BASE+INC` in seconds, byoyomi in milliseconds, or both.
    ///
    /// # Errors
    /// Says what was expected.
    pub fn set_clock(&mut self, text: Option<&str>, byoyomi: Option<u64>) -> Result<(), SetupError> {
        if text.is_none() && byoyomi.is_none() {
            return Ok(());
        }
        let mut clock = TimeControl::default();
        if let Some(text) = text {
            let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
            let (Some(base), Some(increment)) = (seconds(base), seconds(increment)) else {
                return Err(SetupError::Text {
                    text: text.to_owned(),
                    expected: "seconds BASE+INC such as 10+0.1, or BASE",
                });
            };
            (clock.base, clock.increment) = (base, increment);
        }
        clock.byoyomi = Duration::from_millis(byoyomi.unwrap_or(0));
        if !clock.byoyomi.is_zero() && !clock.increment.is_zero() {
            return Err(SetupError::Expected("byoyomi or an increment, not both"));
        }
        if clock == TimeControl::default() {
            return Err(SetupError::Expected("some time on the clock"));
        }
        if self.move_time.is_some() {
            return Err(SetupError::Expected("a time for every move or a clock, not both"));
        }
        self.clock = Some(clock);
        Ok(())
    }
}

fn seconds(text: &str) -> Option<Duration> {
    let number: f64 = text.trim().parse().ok()?;
    (0.0..=LONGEST).contains(&number).then(|| Duration::from_micros((number * 1e6).round() as u64))
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if let Some(clock) = &self.clock {
            parts.push(format!("tc {}+{}", clock.base.as_secs_f64(), clock.increment.as_secs_f64()));
            if !clock.byoyomi.is_zero() {
                parts.push(format!("byoyomi {}", clock.byoyomi.as_millis()));
            }
        }
        parts.extend(self.move_time.map(|time| format!("movetime {}", time.as_millis())));
        parts.extend(self.nodes.map(|nodes| format!("nodes {nodes}")));
        parts.extend(self.depth.map(|depth| format!("depth {depth}")));
        f.write_str(&parts.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_and_written() {
        #[track_caller]
        fn check(text: Option<&str>, byoyomi: Option<u64>, expected: &str) {
            let mut limit = Limit::default();
            limit.set_clock(text, byoyomi).expect(expected);
            assert_eq!(limit.to_string(), expected);
        }

        check(Some("10+0.1"), None, "tc 10+0.1");
        check(Some("60"), None, "tc 60+0");
        check(Some("60"), Some(1000), "tc 60+0 byoyomi 1000");
        check(None, Some(100), "tc 0+0 byoyomi 100");
        assert_eq!(
            Limit { nodes: Some(5), depth: Some(2), ..Limit::default() }.to_string(),
            "nodes 5 depth 2"
        );
        for bad in ["", "x", "1+", "+1", "-1", "1+-1", "0+0", "inf", "nan", "1e9"] {
            assert!(Limit::default().set_clock(Some(bad), None).is_err(), "{bad}");
        }
        assert!(Limit::default().set_clock(Some("1+1"), Some(1)).is_err());
        assert!(Limit::default().set_clock(None, Some(0)).is_err());
        let mut limit = Limit { move_time: Some(Duration::from_millis(1)), ..Limit::default() };
        assert!(limit.set_clock(Some("1"), None).is_err());
    }
}
