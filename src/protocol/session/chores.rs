//! Long work of a dialogue that is no search: counts and benchmarks for people at
//! a console, and proofs of mates. Lines that come while it is under way wait.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::game::{Notation as _, Position as _};
use crate::lang::{self, tr};
use crate::mate::{Budget, Solver, Verdict};
use crate::search::{STACK_BYTES, mebibytes_for_table};

use super::super::command::{Command, Go};
use super::super::settings::lower;
use super::super::{MAX_PERFT_DEPTH, console, moves_text};
use super::{Dialect, Event, Session, inform};

/// The answer to `go mate` where nothing was decided in time.
const UNDECIDED: &str = "checkmate timeout";

/// Long work that is no search: what a console word asked for, or the proof of a mate.
pub(super) struct Chore {
    /// Set to end it.
    stop: Arc<AtomicBool>,
    /// A `go` ends it, as it ends a search.
    is_go: bool,
    /// It may go on for ever.
    pub(super) is_endless: bool,
}

impl<D: Dialect> Session<D> {
    pub(super) fn perft(&mut self, depth: u32, out: &mut dyn FnMut(&str)) {
        if depth > MAX_PERFT_DEPTH {
            return inform(out, &tr!("perft: expected a depth of at most {most}", most = MAX_PERFT_DEPTH));
        }
        let position = self.position.clone();
        self.start_console_chore(out, move |stop, out| console::perft(&position, depth, stop, out));
    }

    /// Proves or refutes a mate of the side to move by df-pn, in one line.
    pub(super) fn go_mate(&mut self, go: &Go, at: Instant, out: &mut dyn FnMut(&str)) {
        // Where it names no time and no nodes there are none but those that the user set.
        let time = go.mate_moves.map(|ms| Duration::from_millis(u64::from(ms))).or(go.limits.move_time);
        let deadline = time.and_then(|time| at.checked_add(time));
        let nodes = lower(go.limits.nodes, self.settings.limits.nodes);
        let (position, asked) = (self.position.clone(), self.settings.hash);
        let work = move |stop: &AtomicBool, out: &mut dyn FnMut(&str)| {
            let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
            let is_stopped = || stop.load(Relaxed) || is_late();
            let budget = Budget { nodes: nodes.unwrap_or(u64::MAX), is_stopped: &is_stopped };
            // What is written to the table must be there.
            let mebibytes = asked.min(mebibytes_for_table().unwrap_or(asked));
            match Solver::new(mebibytes).solve(&position, budget).verdict {
                Verdict::Mate(line) => out(&format!("checkmate {}", moves_text(&position, &line).join(" "))),
                Verdict::NoMate => out("checkmate nomate"),
                Verdict::Open => out(UNDECIDED),
            }
        };
        if !self.start_chore(out, true, nodes.is_none() && deadline.is_none(), work) {
            out(UNDECIDED);
        }
    }

    /// Does what a console word asks for beside the dialogue.
    fn start_console_chore(
        &mut self,
        out: &mut dyn FnMut(&str),
        work: impl FnOnce(&AtomicBool, &mut dyn FnMut(&str)) + Send + 'static,
    ) {
        if self.search.is_some() {
            return inform(out, tr!("not while searching"));
        }
        self.start_chore(out, false, false, work);
    }

    /// Does what may take long beside the dialogue; whether it could be begun.
    fn start_chore(
        &mut self,
        out: &mut dyn FnMut(&str),
        is_go: bool,
        is_endless: bool,
        work: impl FnOnce(&AtomicBool, &mut dyn FnMut(&str)) + Send + 'static,
    ) -> bool {
        let stop = Arc::new(AtomicBool::new(false));
        self.chore = Some(Chore { stop: Arc::clone(&stop), is_go, is_endless });
        let raise = Arc::clone(&self.raise);
        let work = move || {
            work(&stop, &mut |line| raise(Event::Info(line.to_owned())));
            raise(Event::ChoreDone);
        };
        let thread = std::thread::Builder::new().name("chore".to_owned()).stack_size(STACK_BYTES);
        if let Err(error) = thread.spawn(work) {
            inform(out, &tr!("cannot start a thread: {reason}", reason = lang::foreign(&error)));
            self.chore = None;
        }
        self.chore.is_some()
    }

    /// Whether a command ends the chore under way.
    pub(super) fn ends_chore(&self, command: &Command) -> bool {
        let is_go = self.chore.as_ref().is_some_and(|chore| chore.is_go);
        matches!(command, Command::Stop) || is_go && matches!(command, Command::Go(_))
    }

    pub(super) fn stop_chore(&self) {
        if let Some(chore) = &self.chore {
            chore.stop.store(true, Relaxed);
        }
    }

    pub(super) fn console(&mut self, word: &str, rest: &[String], out: &mut dyn FnMut(&str)) {
        match word {
            "d" => console::show(&self.position, out),
            "eval" => console::evaluate::<D>(&self.position, &self.settings, out),
            "xref" => console::xref(&self.position, out),
            "perft" => match rest.first().and_then(|text| text.parse().ok()) {
                Some(depth) => self.perft(depth, out),
                None => inform(out, tr!("perft: expected a depth")),
            },
            "bench" => {
                let config = self.settings.config();
                self.start_console_chore(out, move |stop, out| console::bench::<D::Game>(&config, stop, out));
            }
            "moves" => {
                self.before = None;
                for text in rest {
                    match self.position.parse_move(text) {
                        Ok(m) => self.position.do_move(m),
                        Err(error) => {
                            return inform(out, &tr!("moves: {reason}", reason = lang::foreign(&error)));
                        }
                    }
                }
            }
            _ => {}
        }
    }
}
