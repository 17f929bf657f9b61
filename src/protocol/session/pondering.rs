//! Thinking on the opponent's time: about the move that is expected, or, with
//! `Stochastic_Ponder`, about the position before it (the idea is YaneuraOu's).
//!
//! The second search is silent, since its lines begin with moves of the opponent. Once the opponent has moved
//! as expected, another search of the position that was asked about takes its place; the table knows much of
//! it by then. If the opponent moved otherwise, the GUI wants an answer that it will throw away: a search of
//! one ply gives a legal one.

use std::time::Instant;

use super::{Dialect, Session};
use crate::game::{Board as _, ByColor, Value};
use crate::protocol::command::Go;
use crate::records::position::parse_with;
use crate::search::Limits;

/// What is to be searched once the opponent has moved.
pub(super) struct Guess<P> {
    pub(super) position: P,
    limits: Limits,
    /// When the opponent moved as expected.
    hit: Option<Instant>,
}

impl<D: Dialect> Session<D> {
    /// The opponent has made the move that was expected.
    pub(super) fn ponder_hit(&mut self, go: &Go, at: Instant, out: &mut dyn FnMut(&str)) {
        let Some(search) = &mut self.search else { return };
        if !search.limits.ponder {
            return;
        }
        // A clock sent with it takes the place of the old one.
        if let Some(guess) = &mut search.guess {
            guess.hit.get_or_insert(at);
            guess.limits.clock = go.limits.clock.or(guess.limits.clock);
            return self.stop(out);
        }
        search.limits.ponder = false;
        search.limits.asked_ago = at.elapsed();
        search.must_wait = search.limits.infinite;
        search.limits.clock = go.limits.clock.or(search.limits.clock);
        let (plan, not_before) = self.settings.plan(&search.root, &search.limits, at);
        search.not_before = not_before;
        self.shared.ponder_hit(plan);
        if let (Some(alarm), Some(deadline)) = (&search.alarm, plan.deadline()) {
            alarm.set(deadline);
        }
        self.answer(out);
    }

    /// The position before the last move of these words.
    pub(super) fn before_last(&self, words: &[&str]) -> Option<D::Game> {
        let (_, before) = words.split_last()?;
        let before = Some(before).filter(|before| before.contains(&"moves"))?;
        parse_with(before, |position| D::configure(&self.settings, position), &mut |_| {}).ok()
    }

    /// Searches the position before the move that is expected.
    pub(super) fn guess(&mut self, before: D::Game, limits: Limits, at: Instant, out: &mut dyn FnMut(&str)) {
        let silent = self.settings.restrict_play::<D>(Limits { ponder: true, ..Limits::default() }, &before);
        let guess =
            Guess { position: self.position.clone(), limits: Limits { ponder: false, ..limits }, hit: None };
        self.start(before, silent, Some(guess), at, out);
    }

    /// Searches what was asked about, once the search before it has stopped.
    pub(super) fn go_on(&mut self, out: &mut dyn FnMut(&str)) {
        let is_told = self.search.as_ref().is_some_and(|search| search.stopping && search.guess.is_some());
        if !is_told || self.is_lent {
            return;
        }
        let Some(guess) = self.search.take().and_then(|search| search.guess) else { return };
        let (limits, at) = match guess.hit {
            Some(at) => (guess.limits, at),
            None => (self.settings.restrict(Limits::depth(1)), Instant::now()),
        };
        self.start(guess.position, limits, None, at, out);
        self.catch_up(out);
    }

    /// The values of a draw: of the side that the engine plays, which is not to move while it guesses.
    pub(super) fn draw_value(&self, position: &D::Game, guesses: bool) -> ByColor<Value> {
        let mut values = self.settings.draw_value::<D>();
        let us = position.side_to_move();
        if guesses {
            values[us] = -values[!us];
        }
        values
    }
}
