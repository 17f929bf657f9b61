//! The answer of a search, given once: by the search when it has ended, or by an alarm with the best move so
//! far when the time is up and the search has had no processor to notice.
//!
//! On a busy machine a thread that computes without a pause is the first to
//! wait for a processor, and a thread that wakes up from sleep the last.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::Builder;
use std::time::{Duration, Instant};

use super::lock;
use crate::game::Value;
use crate::search::{BestMove, Bounded, Iteration, Reporter};

/// Time after its limit that a search has to answer by itself, as it may know a better move.
const GRACE: Duration = Duration::from_millis(2);

/// A best move with the score of the best line.
pub type Answer = (BestMove, Option<Value>);

/// Passes lines of thought on, and the answer behind them.
#[derive(Debug)]
pub(crate) struct Answering<R>(Mutex<State<R>>);

#[derive(Debug)]
struct State<R> {
    lines: R,
    helped: bool,
    /// The best move of the newest line.
    best: Option<BestMove>,
    score: Option<Value>,
    /// Whether more lines of the same iteration are to come: they stand together before the answer.
    is_within: bool,
    /// Whether the answer is due when they have come.
    is_due: bool,
    is_answered: bool,
}

/// Takes lines of thought and the answer behind them.
pub trait Lines: Reporter {
    /// Passes on what was held back.
    fn finish(&mut self);
    /// Gives the answer.
    fn answer(&mut self, answer: Answer);
}

impl<R: Lines> Answering<R> {
    /// Passes everything on to `lines`. A search that is `helped` answers before the threads that help it
    /// have stopped; a lone one has stopped when its answer is taken.
    pub const fn new(lines: R, helped: bool) -> Self {
        let (best, score) = (None, None);
        Self(Mutex::new(State {
            lines,
            helped,
            best,
            score,
            is_within: false,
            is_due: false,
            is_answered: false,
        }))
    }

    /// The answer of a search that has ended with this move, if it has not been given.
    pub fn take(&self, best: BestMove) -> Option<Answer> {
        lock(&self.0).take(best)
    }

    /// Answers with the best move so far, if there is one and no answer yet.
    pub(crate) fn answer_now(&self) {
        let mut state = lock(&self.0);
        state.is_due = state.is_within;
        if let Some(best) = state.best.filter(|_| !state.is_within) {
            state.answer(best);
        }
    }
}

impl<R: Lines> State<R> {
    fn take(&mut self, best: BestMove) -> Option<Answer> {
        if std::mem::replace(&mut self.is_answered, true) {
            return None;
        }
        self.lines.finish();
        Some((best, self.score))
    }

    fn answer(&mut self, best: BestMove) {
        if let Some(answer) = self.take(best) {
            self.lines.answer(answer);
        }
    }
}

impl<R: Lines> Reporter for &Answering<R> {
    fn on_best_move(&mut self, best: BestMove) {
        let mut state = lock(&self.0);
        if state.helped {
            state.answer(best);
        }
    }

    fn on_iteration(&mut self, iteration: &Iteration<'_>) {
        let mut state = lock(&self.0);
        // After the answer nothing may be said.
        if state.is_answered {
            return;
        }
        if iteration.multi_pv == 1 {
            if let Some(&raw) = iteration.pv.first() {
                state.best = Some(BestMove::Move { raw, ponder: iteration.pv.get(1).copied() });
            }
            if iteration.bound == Bounded::Exact {
                state.score = Some(iteration.score);
            }
        }
        state.lines.on_iteration(iteration);
        state.is_within = iteration.more;
        if let Some(best) = state.best.filter(|_| state.is_due && !state.is_within) {
            state.answer(best);
        }
    }

    fn on_missing_threads(&mut self, started: usize, asked: usize) {
        lock(&self.0).lines.on_missing_threads(started, asked);
    }
}

/// Makes a search answer when its time is up; it is over when this is dropped.
#[derive(Debug)]
pub(crate) struct Alarm(Sender<Instant>);

impl Alarm {
    /// An alarm that is not set yet; nothing if no thread can be started.
    pub fn new<R: Lines + Send + 'static>(answering: &Arc<Answering<R>>) -> Option<Self> {
        let (set, times) = channel();
        let answering = Arc::clone(answering);
        let wait = move || {
            if is_due(&times) {
                answering.answer_now();
            }
        };
        Builder::new().name("alarm".to_owned()).spawn(wait).ok().map(|_| Self(set))
    }

    /// Sets it to a time shortly after this limit.
    pub fn set(&self, limit: Instant) {
        // Without a listener the answer has been given.
        let _ = self.0.send(limit + GRACE);
    }
}

/// Waits for the last of the times that are set; false when none is any longer.
fn is_due(times: &Receiver<Instant>) -> bool {
    let Ok(mut due) = times.recv() else { return false };
    loop {
        match times.recv_timeout(due.saturating_duration_since(Instant::now())) {
            Ok(other) => due = other,
            Err(RecvTimeoutError::Timeout) => return true,
            Err(RecvTimeoutError::Disconnected) => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Remembers what passed.
    #[derive(Default)]
    struct Heard(Vec<i32>, Option<Answer>);

    impl Reporter for Heard {
        fn on_iteration(&mut self, iteration: &Iteration<'_>) {
            assert_eq!(self.1, None, "a line after the answer");
            self.0.push(iteration.depth);
        }
    }

    impl Lines for Heard {
        fn finish(&mut self) {}

        fn answer(&mut self, answer: Answer) {
            assert_eq!(self.1.replace(answer), None, "answered twice");
        }
    }

    fn line(depth: i32, bound: Bounded, pv: &[u16]) -> Iteration<'_> {
        Iteration {
            depth,
            sel_depth: 1,
            time: Duration::ZERO,
            nodes: 1,
            hashfull: 0,
            multi_pv: 1,
            more: false,
            score: depth,
            bound,
            pv,
        }
    }

    const fn best(raw: u16, ponder: Option<u16>) -> BestMove {
        BestMove::Move { raw, ponder }
    }

    /// A search that does not come to its end is answered for, once.
    #[test]
    fn the_alarm_answers_with_the_best_move_so_far() {
        let answering = Arc::new(Answering::new(Heard::default(), true));
        let Some(alarm) = Alarm::new(&answering) else {
            unreachable!("a thread can be started");
        };
        let mut search = &*answering;
        search.on_iteration(&line(1, Bounded::Exact, &[1, 2]));
        search.on_iteration(&line(2, Bounded::Exact, &[3]));
        search.on_iteration(&line(3, Bounded::Lower, &[4, 5]));
        for limit in [Instant::now() + Duration::from_mins(10), Instant::now()] {
            alarm.set(limit);
        }
        let patience = Instant::now() + Duration::from_mins(1);
        while lock(&answering.0).lines.1.is_none() {
            assert!(Instant::now() < patience, "no answer");
            std::thread::sleep(Duration::from_millis(1));
        }
        search.on_iteration(&line(4, Bounded::Exact, &[6]));
        search.on_best_move(best(6, None));
        let heard = &lock(&answering.0).lines;
        assert_eq!((heard.0.as_slice(), heard.1), ([1, 2, 3].as_slice(), Some((best(4, Some(5)), Some(2)))));
    }

    /// The lines of an iteration stand together: the answer comes behind the last.
    #[test]
    fn no_answer_comes_within_an_iteration() {
        let answering = Answering::new(Heard::default(), false);
        let mut search = &answering;
        search.on_iteration(&Iteration { more: true, ..line(1, Bounded::Exact, &[1]) });
        answering.answer_now();
        assert_eq!(lock(&answering.0).lines.1, None);
        search.on_iteration(&Iteration { multi_pv: 2, more: true, ..line(1, Bounded::Exact, &[2]) });
        assert_eq!(lock(&answering.0).lines.1, None);
        search.on_iteration(&Iteration { multi_pv: 3, ..line(1, Bounded::Exact, &[3]) });
        assert_eq!(lock(&answering.0).lines.1, Some((best(1, None), Some(1))));
        assert_eq!(lock(&answering.0).lines.0.len(), 3);
    }

    #[test]
    fn the_search_answers_if_it_can() {
        let answering = Arc::new(Answering::new(Heard::default(), true));
        // Nothing is known yet.
        answering.answer_now();
        assert_eq!(lock(&answering.0).lines.1, None);
        let mut search = &*answering;
        search.on_iteration(&line(1, Bounded::Exact, &[1]));
        search.on_best_move(best(2, None));
        answering.answer_now();
        assert_eq!(lock(&answering.0).lines.1, Some((best(2, None), Some(1))));
        assert_eq!(answering.take(best(2, None)), None);
    }

    #[test]
    fn a_lone_search_hands_its_answer_over() {
        let answering = Answering::new(Heard::default(), false);
        let mut search = &answering;
        search.on_iteration(&line(1, Bounded::Exact, &[1]));
        search.on_best_move(best(1, None));
        assert_eq!(lock(&answering.0).lines.1, None);
        assert_eq!(answering.take(best(1, None)), Some((best(1, None), Some(1))));
        assert_eq!(answering.take(best(1, None)), None);
    }

    #[test]
    fn an_alarm_that_is_dropped_is_silent() {
        let (set, times) = channel();
        assert_eq!(set.send(Instant::now() + Duration::from_mins(10)), Ok(()));
        drop(set);
        assert!(!is_due(&times));
        let (set, times) = channel::<Instant>();
        drop(set);
        assert!(!is_due(&times));
    }
}
