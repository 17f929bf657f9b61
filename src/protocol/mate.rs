//! `go mate`: a mate proven or refuted by df-pn, in one line.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::game::Game;
use crate::mate::{Budget, Solver, Verdict};
use crate::records::notation::walk_by;
use crate::search::mebibytes_for_table;

use super::command::Go;
use super::settings::{Settings, lower};

/// The answer where nothing was decided in time.
pub(crate) const UNDECIDED: &str = "checkmate timeout";

/// What a `go mate` may use up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MateLimits {
    nodes: Option<u64>,
    deadline: Option<Instant>,
}

impl MateLimits {
    /// The limits of a `go mate` that was heard at this moment. Where it names no
    /// time and no nodes there are none but those that the user set.
    pub fn of(go: &Go, at: Instant, settings: &Settings) -> Self {
        let time = go.mate_moves.map(|ms| Duration::from_millis(u64::from(ms))).or(go.limits.move_time);
        let nodes = lower(go.limits.nodes, settings.limits.nodes);
        Self { nodes, deadline: time.and_then(|time| at.checked_add(time)) }
    }

    /// Whether nothing but a word ends the search.
    pub(crate) const fn is_endless(&self) -> bool {
        self.nodes.is_none() && self.deadline.is_none()
    }
}

/// The answer for a position, found with a table of this many MiB.
pub fn answer<P: Game>(position: &P, limits: &MateLimits, mebibytes: usize, stop: &AtomicBool) -> String {
    let is_late = || limits.deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let is_stopped = || stop.load(Relaxed) || is_late();
    // What is written to the table must be there.
    let mebibytes = mebibytes.min(mebibytes_for_table().unwrap_or(mebibytes));
    let budget = Budget { nodes: limits.nodes.unwrap_or(u64::MAX), is_stopped: &is_stopped };
    match Solver::new(mebibytes).solve(position, budget).verdict {
        Verdict::Mate(line) => format!("checkmate {}", moves_text(position, &line).join(" ")),
        Verdict::NoMate => "checkmate nomate".to_owned(),
        Verdict::Open => UNDECIDED.to_owned(),
    }
}

/// The moves of a line as text.
pub(crate) fn moves_text<P: Game>(position: &P, line: &[P::Move]) -> Vec<String> {
    walk_by(position, line, |_, &m| Some(m), P::move_text)
}
