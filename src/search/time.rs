//! The time manager: the only part of the search that reads a clock.

use std::time::{Duration, Instant};

use crate::game::Color;

use super::limits::{Clock, Limits};

/// What the user sets about time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeOptions {
    /// Taken off every limit, for the way to the GUI and back.
    pub network_delay: Duration,
    /// Taken off besides where overstepping loses the game: byoyomi and main
    /// time running out.
    pub network_delay2: Duration,
    /// Not less than this a move, if the clock allows.
    pub minimum: Duration,
    /// Percent of the usual share of the clock.
    pub slow_mover: u32,
    /// Use whole seconds, as tournaments that round down count them.
    pub round_up: bool,
}

impl Default for TimeOptions {
    fn default() -> Self {
        Self {
            network_delay: Duration::from_millis(2),
            network_delay2: Duration::from_millis(8),
            minimum: Duration::ZERO,
            slow_mover: 100,
            round_up: false,
        }
    }
}

/// Moves a game is expected to last from here, at its start.
const EXPECTED_PLIES: u32 = 180;
/// Plies after which the expectation no longer falls.
const STEADY_PLY: u32 = 80;
/// How many times the usual share one move may take.
const MAXIMUM_SHARES: u32 = 5;
/// The part of the clock one move may take, in percent.
const LARGEST_PART: u32 = 30;
/// No limit is shorter than this.
const SHORTEST: Duration = Duration::from_millis(1);

/// How long one search may take.
#[derive(Clone, Copy, Debug)]
pub struct TimeManager {
    start: Instant,
    /// When to stop between iterations if nothing speaks against it.
    optimum: Option<Duration>,
    /// When to stop in any case.
    maximum: Option<Duration>,
    options: TimeOptions,
}

impl TimeManager {
    /// Plans a search that starts now, or did when it was asked for; `game_ply`
    /// moves have been played.
    pub fn new(limits: &Limits, us: Color, game_ply: u32, options: &TimeOptions) -> Self {
        let start = Instant::now();
        let start = start.checked_sub(limits.asked_ago).unwrap_or(start);
        let mut plan = Self { start, optimum: None, maximum: None, options: *options };
        if limits.infinite {
            return plan;
        }
        if let Some(time) = limits.move_time {
            let time = time.saturating_sub(options.network_delay).max(SHORTEST);
            plan.maximum = Some(time);
            plan.optimum = Some(time);
        } else if let Some(clock) = &limits.clock {
            let (optimum, maximum) = divide(clock, us, game_ply, options);
            plan.optimum = Some(optimum);
            plan.maximum = Some(maximum);
        }
        plan
    }

    /// No limit at all.
    pub fn unlimited() -> Self {
        Self { start: Instant::now(), optimum: None, maximum: None, options: TimeOptions::default() }
    }

    /// Time since the search started.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// When to stop in any case, if ever.
    pub fn deadline(&self) -> Option<Instant> {
        self.start.checked_add(self.maximum?)
    }

    /// Whether the time is up.
    pub fn is_over(&self) -> bool {
        self.maximum.is_some_and(|limit| self.elapsed() >= limit)
    }

    /// Whether another iteration is not worth starting; `scale` stretches
    /// the usual share when the best move is unsettled.
    pub fn should_stop(&self, scale: f64) -> bool {
        match (self.optimum, self.maximum) {
            (Some(optimum), Some(maximum)) if optimum < maximum => {
                self.elapsed() >= share(optimum.mul_f64(scale), &self.options).min(maximum)
            }
            _ => self.is_over(),
        }
    }
}

/// A share of the clock, not below the least time for a move, and in whole
/// seconds if so wished.
fn share(time: Duration, options: &TimeOptions) -> Duration {
    let time = time.max(options.minimum);
    if !options.round_up {
        return time;
    }
    let seconds = time.as_secs() + u64::from(time.subsec_nanos() > 0);
    Duration::from_secs(seconds).saturating_sub(options.network_delay + options.network_delay2)
}

/// The usual and the largest share of a clock for one move.
fn divide(clock: &Clock, us: Color, game_ply: u32, options: &TimeOptions) -> (Duration, Duration) {
    let left = clock.left[us];
    let increment = clock.increment[us];
    let reserve = options.network_delay + options.network_delay2;
    // What this move may use without losing on time.
    let available = (left + clock.byoyomi).saturating_sub(reserve);
    let usual_moves = (EXPECTED_PLIES - game_ply.min(STEADY_PLY)) / 2;
    let moves = clock.moves_to_go.map_or(usual_moves, |n| n.clamp(1, usual_moves));
    let mut optimum = left / moves + increment + clock.byoyomi;
    let mut maximum =
        (left / moves * MAXIMUM_SHARES).min(if moves == 1 { left } else { left * LARGEST_PART / 100 })
            + increment
            + clock.byoyomi;
    if left * 10 < clock.byoyomi * 12 {
        // The main time is as good as gone: spend it with the byoyomi.
        optimum = available;
        maximum = available;
    }
    optimum = share(optimum * options.slow_mover / 100, options);
    maximum = share(maximum, options);
    let maximum = maximum.min(available).max(SHORTEST);
    (optimum.min(maximum).max(SHORTEST), maximum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::ByColor;

    fn clock(left: u64, increment: u64, byoyomi: u64) -> Clock {
        let ms = Duration::from_millis;
        Clock {
            left: ByColor([ms(left); 2]),
            increment: ByColor([ms(increment); 2]),
            byoyomi: ms(byoyomi),
            moves_to_go: None,
        }
    }

    #[test]
    fn no_share_oversteps_the_clock() {
        let options = TimeOptions::default();
        let reserve = options.network_delay + options.network_delay2;
        for left in [0, 10, 50, 1_000, 60_000, 3_600_000] {
            for increment in [0, 100, 10_000] {
                for byoyomi in [0, 20, 1_000, 30_000] {
                    for ply in [0, 40, 300] {
                        let clock = clock(left, increment, byoyomi);
                        let (optimum, maximum) = divide(&clock, Color::Black, ply, &options);
                        let limit =
                            Duration::from_millis(left + byoyomi).saturating_sub(reserve).max(SHORTEST);
                        assert!(
                            optimum <= maximum && maximum <= limit,
                            "{left} {increment} {byoyomi}: {maximum:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn byoyomi_alone_is_used_up() {
        let (optimum, maximum) = divide(&clock(0, 0, 1_000), Color::White, 0, &TimeOptions::default());
        assert_eq!(optimum, maximum);
        assert!(optimum >= Duration::from_millis(970));
    }

    #[test]
    fn the_least_time_is_kept_if_the_clock_allows() {
        let minimum = Duration::from_secs(5);
        let options = TimeOptions { minimum, ..TimeOptions::default() };
        let (optimum, maximum) = divide(&clock(60_000, 0, 0), Color::Black, 0, &options);
        assert!(optimum >= minimum && maximum >= minimum, "{optimum:?} {maximum:?}");
        assert_eq!(share(optimum.mul_f64(0.5), &options), minimum, "a settled move is played no sooner");
        let (_, maximum) = divide(&clock(1_000, 0, 0), Color::Black, 0, &options);
        assert!(maximum < Duration::from_secs(1));
    }

    #[test]
    fn whole_seconds_are_used_up() {
        let options = TimeOptions { round_up: true, ..TimeOptions::default() };
        let reserve = options.network_delay + options.network_delay2;
        let second = Duration::from_secs(1);
        assert_eq!(share(second * 7 / 10, &options) + reserve, second);
        let whole = Duration::from_secs(2).saturating_sub(reserve);
        assert_eq!(share(whole, &options), whole);
    }

    #[test]
    fn no_time_at_all_means_at_once() {
        let (_, maximum) = divide(&clock(0, 0, 0), Color::Black, 0, &TimeOptions::default());
        assert_eq!(maximum, SHORTEST);
    }
}
