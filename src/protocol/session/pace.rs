//! The pace that a user asks for: no move is said sooner.

use std::sync::Arc;
use std::thread::{self, Builder};
use std::time::Instant;

use super::{Dialect, Event, Session};
use crate::protocol::settings::Settings;
use crate::search::TimeManager;

/// When the answer to what was asked at a moment may be given: after the pace that was asked for, or
/// the usual time for a move.
pub(super) fn not_before(settings: &Settings, at: Instant, time: &TimeManager) -> Instant {
    at + time.usual().map_or(settings.move_delay, |usual| usual.min(settings.move_delay))
}

impl<D: Dialect> Session<D> {
    /// Whether it is too soon to answer; if so, the moment will be told of.
    pub(super) fn rest(&self, until: Instant) -> bool {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return false;
        }
        let raise = Arc::clone(&self.raise);
        let wait = move || {
            thread::sleep(left);
            raise(Event::Rested);
        };
        Builder::new().name("pace".to_owned()).spawn(wait).is_ok()
    }
}
