//! The clocks of a game: what each side has left, and whether it was late.

use std::time::Duration;

use crate::game::{ByColor, Color};
use crate::search::{Clock, Limits};

use super::limit::Limit;

/// Both sides' clocks.
#[derive(Clone, Debug)]
pub struct GameClock {
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

    /// How long a side may take for its next move before it has lost;
    /// nothing if no clock runs.
    pub fn allowance(&self, us: Color) -> Option<Duration> {
        let own = &self.limits[us];
        let clock = own.clock.map(|control| self.left[us] + control.byoyomi);
        own.move_time.or(clock).map(|time| time + self.margin)
    }

    /// Counts the time of a move. Whether it was in time.
    pub fn spend(&mut self, us: Color, time: Duration) -> bool {
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
