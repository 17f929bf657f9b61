//! The time manager: the only part of the search that reads a clock.

use std::time::{Duration, Instant};

use crate::game::{Color, Position};

use super::limits::{Clock, Limits};

/// What the user sets about time; by default nothing is taken off, as in matches of our own, where
/// nobody stands between the search and the clock. What a GUI is given, the protocols say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeOptions {
    /// Taken off every clock, for the way to the GUI and back.
    pub network_delay: Delay,
    /// Taken off besides, for a machine or network that is busy now and then.
    pub network_delay2: Delay,
    /// Not less than this a move, if the clock allows.
    pub minimum: Duration,
    /// Percent of the usual share of the clock.
    pub slow_mover: u32,
    /// Use whole seconds, as tournaments that round down count them.
    pub round_up: bool,
}

/// A time that is kept back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delay {
    /// What holds unless the user says otherwise: of short times less.
    Usual(Duration),
    /// What the user has asked for.
    Asked(Duration),
}

impl TimeOptions {
    /// Both delays, the usual ones being no more than this together.
    fn delays(&self, most: Duration) -> Duration {
        let (mut usual, mut asked) = (Duration::ZERO, Duration::ZERO);
        for delay in [self.network_delay, self.network_delay2] {
            match delay {
                Delay::Usual(time) => usual += time,
                Delay::Asked(time) => asked += time,
            }
        }
        asked + usual.min(most)
    }
}

impl Default for TimeOptions {
    fn default() -> Self {
        Self {
            network_delay: Delay::Usual(Duration::ZERO),
            network_delay2: Delay::Usual(Duration::ZERO),
            minimum: Duration::ZERO,
            slow_mover: 100,
            round_up: false,
        }
    }
}

/// How many times the usual share one move may take.
const MAXIMUM_SHARES: u32 = 5;
/// The part of the clock one move may take, in percent.
const LARGEST_PART: u32 = 30;
/// The usual delays take no more than this part of the time that is there, one in so many.
const RESERVED_PART: u32 = 5;
/// Increments of main time that are kept back for delays.
const KEPT_INCREMENTS: u32 = 20;
/// No limit is shorter than this.
const SHORTEST: Duration = Duration::from_millis(1);
/// No clock is longer than this, some thirty years.
const LONGEST: Duration = Duration::from_secs(1 << 30);

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
    /// Plans a search of a position that starts now, or did when it was asked for.
    pub fn new<P: Position>(limits: &Limits, position: &P, options: &TimeOptions) -> Self {
        let usual_moves = P::LENGTH.moves_left(position.game_ply());
        Self::with_moves(limits, position.side_to_move(), usual_moves, options)
    }

    /// The same where so many moves are expected to come.
    fn with_moves(limits: &Limits, us: Color, usual_moves: u32, options: &TimeOptions) -> Self {
        let start = Instant::now();
        let start = start.checked_sub(limits.asked_ago).unwrap_or(start);
        let mut plan = Self { start, optimum: None, maximum: None, options: *options };
        if limits.infinite {
            return plan;
        }
        if let Some(time) = limits.move_time {
            let time = time.max(SHORTEST);
            plan.maximum = Some(time);
            plan.optimum = Some(time);
        } else if let Some(clock) = &limits.clock {
            let (optimum, maximum) = divide(clock, us, usual_moves, options);
            plan.optimum = Some(optimum);
            plan.maximum = Some(maximum);
        }
        plan
    }

    /// No limit at all.
    pub(crate) fn unlimited() -> Self {
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

    /// The usual time for this move, if there is a clock.
    pub fn usual(&self) -> Option<Duration> {
        self.optimum
    }

    /// What is left until the search must stop, if it ever must.
    pub fn left(&self) -> Option<Duration> {
        self.maximum.map(|limit| limit.saturating_sub(self.elapsed()))
    }

    /// Whether the time is up.
    pub fn is_over(&self) -> bool {
        self.maximum.is_some_and(|limit| self.elapsed() >= limit)
    }

    /// Whether another iteration is not worth starting; `scale` stretches
    /// the usual share when the best move is unsettled.
    pub(crate) fn should_stop(&self, scale: f64) -> bool {
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
    Duration::from_secs(seconds).saturating_sub(options.delays(Duration::MAX))
}

/// The usual and the largest share of a clock for one move, where so many moves are expected to come.
fn divide(clock: &Clock, us: Color, usual_moves: u32, options: &TimeOptions) -> (Duration, Duration) {
    let [left, gained, byoyomi] =
        [clock.left[us], clock.increment[us], clock.byoyomi].map(|time| time.min(LONGEST));
    // What this move may use without losing on time.
    let all = left + byoyomi;
    let available = all.saturating_sub(options.delays(all / RESERVED_PART));
    // What is kept of the main time, so that a late move now and then costs no game. An increment
    // is not spent whole before that much is there: each move takes a little longer than planned.
    let kept = options.delays((left / RESERVED_PART).max(gained * KEPT_INCREMENTS));
    let spare = left.saturating_sub(kept);
    let part = if left < kept { left.as_secs_f64() / kept.as_secs_f64() } else { 1.0 };
    let increment = gained.mul_f64(part);
    let moves = clock.moves_to_go.map_or(usual_moves, |n| n.clamp(1, usual_moves));
    // More than the usual share can be had of the main time alone: what each move is given is there once.
    let given_percent = options.slow_mover.min(100);
    let mut optimum = spare / moves * options.slow_mover / 100 + (increment + byoyomi) * given_percent / 100;
    let mut maximum =
        (spare / moves * MAXIMUM_SHARES).min(if moves == 1 { spare } else { spare * LARGEST_PART / 100 })
            + increment
            + byoyomi;
    if left * 10 < byoyomi * 12 {
        // The main time is as good as gone: spend it with the byoyomi.
        optimum = available * given_percent / 100;
        maximum = available;
    }
    optimum = share(optimum, options);
    let maximum = share(maximum, options).min(available).max(SHORTEST);
    (optimum.min(maximum).max(SHORTEST), maximum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::ByColor;

    /// Moves that are expected to come.
    const MOVES: u32 = 50;

    fn clock(left: u64, increment: u64, byoyomi: u64) -> Clock {
        Clock {
            left: ByColor([ms(left); 2]),
            increment: ByColor([ms(increment); 2]),
            byoyomi: ms(byoyomi),
            moves_to_go: None,
        }
    }

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    /// What a GUI of shogi is given by default.
    fn delays() -> TimeOptions {
        let (network_delay, network_delay2) = (Delay::Usual(ms(100)), Delay::Usual(ms(200)));
        TimeOptions { network_delay, network_delay2, ..TimeOptions::default() }
    }

    #[test]
    fn no_share_oversteps_the_clock() {
        let options = delays();
        for left in [0, 10, 50, 1_000, 60_000, 3_600_000] {
            for increment in [0, 100, 10_000] {
                for byoyomi in [0, 20, 1_000, 30_000] {
                    for moves in [90, 20, 1] {
                        let clock = clock(left, increment, byoyomi);
                        let (optimum, maximum) = divide(&clock, Color::Black, moves, &options);
                        let reserve = ms(300).min(ms(left + byoyomi) / 5);
                        let limit = ms(left + byoyomi).saturating_sub(reserve).max(SHORTEST);
                        assert!(
                            optimum <= maximum && maximum <= limit,
                            "{left} {increment} {byoyomi}: {maximum:?}"
                        );
                    }
                }
            }
        }
    }

    /// Hundreds of milliseconds are kept of seconds, a fifth of what is shorter, nothing without delays.
    #[test]
    fn byoyomi_alone_is_used_up_but_for_the_delays() {
        for (byoyomi, kept) in [(10_000, 300), (2_000, 300), (1_000, 200), (100, 20), (10, 2)] {
            let (optimum, maximum) = divide(&clock(0, 0, byoyomi), Color::White, MOVES, &delays());
            assert_eq!((optimum, maximum), (ms(byoyomi - kept), ms(byoyomi - kept)));
            let (optimum, _) = divide(&clock(0, 0, byoyomi), Color::White, MOVES, &TimeOptions::default());
            assert_eq!(optimum, ms(byoyomi));
        }
    }

    /// What the user asks for is kept of short times as well.
    #[test]
    fn delays_that_were_asked_for_are_kept_whole() {
        let options = TimeOptions { network_delay2: Delay::Asked(ms(900)), ..delays() };
        assert_eq!(divide(&clock(0, 0, 1_000), Color::White, MOVES, &options).1, SHORTEST);
        assert_eq!(divide(&clock(0, 0, 2_000), Color::White, MOVES, &options).1, ms(1_000));
        let none = TimeOptions { network_delay: Delay::Asked(ms(0)), ..delays() };
        assert_eq!(divide(&clock(0, 0, 100), Color::White, MOVES, &none).1, ms(80));
    }

    /// With a small increment the clock does not run down to nothing, though each move comes later
    /// than planned.
    #[test]
    fn a_small_increment_keeps_the_clock_alive() {
        for options in
            [delays(), TimeOptions { network_delay: Delay::Usual(ms(30)), ..TimeOptions::default() }]
        {
            let late = ms(2);
            let (mut left, mut least) = (ms(1_000), ms(1_000));
            for _ in 0..1_000 {
                let clock = Clock { left: ByColor([left; 2]), ..clock(0, 10, 0) };
                let (optimum, maximum) = divide(&clock, Color::Black, MOVES, &options);
                assert!(optimum <= maximum && maximum + late < left, "{left:?}: {maximum:?}");
                left = left.saturating_sub(optimum + late) + ms(10);
                least = least.min(left);
            }
            assert!(least >= ms(20), "{least:?}");
        }
    }

    #[test]
    fn a_time_for_the_move_is_used_whole() {
        let plan = TimeManager::with_moves(&Limits::move_time(ms(500)), Color::Black, MOVES, &delays());
        assert_eq!(plan.maximum, Some(ms(500)));
    }

    #[test]
    fn the_least_time_is_kept_if_the_clock_allows() {
        let minimum = Duration::from_secs(5);
        let options = TimeOptions { minimum, ..delays() };
        let (optimum, maximum) = divide(&clock(60_000, 0, 0), Color::Black, MOVES, &options);
        assert!(optimum >= minimum && maximum >= minimum, "{optimum:?} {maximum:?}");
        assert_eq!(share(optimum.mul_f64(0.5), &options), minimum, "a settled move is played no sooner");
        let (_, maximum) = divide(&clock(1_000, 0, 0), Color::Black, MOVES, &options);
        assert!(maximum < Duration::from_secs(1));
    }

    /// Who plays three times as slowly lives on the main time, not on increments that are there once.
    #[test]
    fn a_slow_mover_spends_no_increment_twice() {
        let options = TimeOptions { slow_mover: 300, ..TimeOptions::default() };
        let usual = ms(MOVES.into());
        let with = |left, increment| divide(&clock(left, increment, 0), Color::Black, MOVES, &options).0;
        assert_eq!(with(MOVES.into(), 0), 3 * (usual / MOVES));
        assert!((ms(100)..=ms(106)).contains(&with(100, 100)), "{:?}", with(100, 100));
        let fast = TimeOptions { slow_mover: 50, ..TimeOptions::default() };
        assert_eq!(divide(&clock(0, 0, 1_000), Color::Black, MOVES, &fast).0, ms(500));
    }

    #[test]
    fn whole_seconds_are_used_up() {
        let options = TimeOptions { round_up: true, ..delays() };
        let reserve = ms(300);
        let second = Duration::from_secs(1);
        assert_eq!(share(second * 7 / 10, &options) + reserve, second);
        let whole = Duration::from_secs(2).saturating_sub(reserve);
        assert_eq!(share(whole, &options), whole);
    }

    #[test]
    fn no_time_at_all_means_at_once() {
        let (_, maximum) = divide(&clock(0, 0, 0), Color::Black, MOVES, &TimeOptions::default());
        assert_eq!(maximum, SHORTEST);
    }
}
