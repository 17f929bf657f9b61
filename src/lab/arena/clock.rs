//! How much a player may use for its moves, and the clocks of a game: what each
//! side has left, and whether it was late.

use std::fmt;
use std::time::Duration;

use anyhow::{Result, ensure};

use crate::game::{ByColor, Color};
use crate::lab::number::{amount, expected, no_such, plies, twice};
use crate::search::{Clock, Limits};

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

/// The most games of a match.
pub const MOST_GAMES: u64 = 1_000_000_000;

/// A limit as it is told field by field.
#[derive(Clone, Debug, Default)]
pub(crate) struct LimitFields {
    limit: Limit,
    clock: Option<String>,
    byoyomi: Option<u64>,
}

impl LimitFields {
    /// Takes the field of this name; tells whether a limit has such a field.
    pub fn set(&mut self, name: &str, value: &str) -> Result<bool> {
        let stands_twice = match name {
            "nodes" => self.limit.nodes.replace(amount(value)?).is_some(),
            "movetime" => self.limit.move_time.replace(Duration::from_millis(amount(value)?)).is_some(),
            "depth" => self.limit.depth.replace(plies(value)?).is_some(),
            "tc" => self.clock.replace(value.to_owned()).is_some(),
            "byoyomi" => self.byoyomi.replace(amount(value)?).is_some(),
            _ => return Ok(false),
        };
        if stands_twice { Err(twice(name)) } else { Ok(true) }
    }

    /// The limit that they make.
    pub fn limit(mut self) -> Result<Limit> {
        self.limit.set_clock(self.clock.as_deref(), self.byoyomi)?;
        Ok(self.limit)
    }
}

impl Limit {
    /// Whether a clock runs.
    pub(crate) const fn is_timed(&self) -> bool {
        self.clock.is_some() || self.move_time.is_some()
    }

    /// The same so many times.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        let longer = |time: Duration| time.mul_f64(factor).min(Duration::from_secs_f64(LONGEST));
        Self {
            depth: self.depth,
            nodes: self.nodes.map(|nodes| ((nodes as f64 * factor).round() as u64).max(1)),
            move_time: self.move_time.map(longer),
            clock: self.clock.map(|clock| TimeControl {
                base: longer(clock.base),
                increment: longer(clock.increment),
                byoyomi: longer(clock.byoyomi),
            }),
        }
    }

    /// Whether nothing is limited.
    pub const fn is_none(&self) -> bool {
        self.depth.is_none() && self.nodes.is_none() && self.move_time.is_none() && self.clock.is_none()
    }

    /// Adds a clock: `BASE+INC` in seconds, byoyomi in milliseconds, or both.
    pub(crate) fn set_clock(&mut self, text: Option<&str>, byoyomi: Option<u64>) -> Result<()> {
        if text.is_none() && byoyomi.is_none() {
            return Ok(());
        }
        let mut clock = TimeControl::default();
        if let Some(text) = text {
            let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
            let (Some(base), Some(increment)) = (seconds(base), seconds(increment)) else {
                return Err(no_such(text, "seconds BASE+INC such as 10+0.1, or BASE"));
            };
            (clock.base, clock.increment) = (base, increment);
        }
        clock.byoyomi = Duration::from_millis(byoyomi.unwrap_or(0));
        if !clock.byoyomi.is_zero() && !clock.increment.is_zero() {
            return Err(expected("byoyomi or an increment, not both"));
        }
        ensure!(clock != TimeControl::default(), expected("some time on the clock"));
        ensure!(self.move_time.is_none(), expected("a time for every move or a clock, not both"));
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

/// Both sides' clocks.
#[derive(Clone, Debug)]
pub(crate) struct GameClock {
    limits: ByColor<Limit>,
    left: ByColor<Duration>,
    /// What a side may be late, for the way to us and back.
    margin: Duration,
}

impl GameClock {
    /// The clocks at the start of a game.
    pub fn new(limits: ByColor<Limit>, margin: Duration) -> Self {
        let base = |c: Color| limits[c].clock.map_or(Duration::ZERO, |clock| clock.base);
        Self { limits, left: ByColor(Color::ALL.map(base)), margin }
    }

    /// What a side is told about its next move.
    pub fn limits(&self, us: Color) -> Limits {
        let own = &self.limits[us];
        let clock = own.clock.map(|control| {
            let mut clock = Clock { byoyomi: control.byoyomi, ..Clock::default() };
            for c in Color::ALL {
                // An opponent without a clock is shown with ours.
                let (side, control) = self.limits[c].clock.map_or((us, control), |control| (c, control));
                clock.left[c] = self.left[side];
                clock.increment[c] = control.increment;
            }
            clock
        });
        Limits { depth: own.depth, nodes: own.nodes, move_time: own.move_time, clock, ..Limits::default() }
    }

    /// How long a side may take for its next move before it has lost; nothing if no clock runs.
    pub(crate) fn allowance(&self, us: Color) -> Option<Duration> {
        let own = &self.limits[us];
        let clock = own.clock.map(|control| self.left[us] + control.byoyomi);
        own.move_time.or(clock).map(|time| time + self.margin)
    }

    /// Counts the time of a move. Whether it was in time.
    pub(crate) fn spend(&mut self, us: Color, time: Duration) -> bool {
        let in_time = self.allowance(us).is_none_or(|allowance| time <= allowance);
        if let Some(control) = self.limits[us].clock {
            self.left[us] = self.left[us].saturating_sub(time) + control.increment;
        }
        in_time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARGIN: Duration = Duration::from_millis(10);

    fn clock(text: Option<&str>, byoyomi: Option<u64>) -> GameClock {
        let mut limit = Limit::default();
        limit.set_clock(text, byoyomi).expect("a clock");
        GameClock::new(ByColor([limit; 2]), MARGIN)
    }

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn increments_are_added_after_the_move() {
        let mut clock = clock(Some("1+0.1"), None);
        assert!(clock.spend(Color::Black, ms(400)));
        let told = clock.limits(Color::White).clock.expect("a clock");
        assert_eq!((told.left, told.increment), (ByColor([ms(700), ms(1000)]), ByColor([ms(100); 2])));
        assert!(clock.spend(Color::Black, ms(700)));
        assert!(clock.spend(Color::Black, ms(110)), "within the margin");
        assert!(!clock.spend(Color::Black, ms(111)));
    }

    #[test]
    fn byoyomi_comes_after_the_main_time() {
        let mut clock = clock(Some("1"), Some(100));
        assert_eq!(clock.allowance(Color::White), Some(ms(1110)));
        assert!(clock.spend(Color::White, ms(1110)));
        assert_eq!(
            clock.limits(Color::White).clock.map(|c| (c.left[Color::White], c.byoyomi)),
            Some((ms(0), ms(100)))
        );
        assert!(clock.spend(Color::White, ms(110)));
        assert!(!clock.spend(Color::White, ms(111)));
    }

    #[test]
    fn a_time_for_every_move_and_none() {
        let timed = Limit { move_time: Some(ms(20)), ..Limit::default() };
        let untimed = Limit { nodes: Some(9), ..Limit::default() };
        let mut clock = GameClock::new(ByColor([timed, untimed]), MARGIN);
        assert!(clock.spend(Color::Black, ms(30)) && !clock.spend(Color::Black, ms(31)));
        assert!(clock.spend(Color::White, ms(1_000_000)) && clock.allowance(Color::White).is_none());
        assert_eq!(clock.limits(Color::White), Limits::nodes(9));
    }

    #[test]
    fn an_opponent_without_a_clock_is_shown_with_ours() {
        let mut own = Limit::default();
        own.set_clock(Some("2+1"), None).expect("a clock");
        let clock = GameClock::new(ByColor([own, Limit { nodes: Some(9), ..Limit::default() }]), MARGIN);
        let told = clock.limits(Color::Black).clock.expect("a clock");
        assert_eq!((told.left, told.increment), (ByColor([ms(2000); 2]), ByColor([ms(1000); 2])));
    }
}
