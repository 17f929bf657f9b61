//! Long work of a dialogue that is no search: counts and benchmarks for people at
//! a console, and proofs of mates. Lines that come while it is under way wait.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use crate::game::{Notation as _, Position as _};
use crate::lang::{self, tr};
use crate::search::STACK_BYTES;

use super::super::command::{Command, Go};
use super::super::dialect::Dialect;
use super::super::mate::{self, MateLimits};
use super::super::{MAX_PERFT_DEPTH, console};
use super::{Event, Session, inform};

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
            inform(out, &tr!("perft: expected a depth of at most {most}", most = MAX_PERFT_DEPTH));
            return;
        }
        let position = self.position.clone();
        self.start_console_chore(out, move |stop, out| console::perft(&position, depth, stop, out));
    }

    /// Proves or refutes a mate of the side to move.
    pub(super) fn go_mate(&mut self, go: &Go, at: Instant, out: &mut dyn FnMut(&str)) {
        let limits = MateLimits::of(go, at, &self.settings);
        let is_endless = limits.is_endless();
        let (position, mebibytes) = (self.position.clone(), self.settings.hash);
        let work = move |stop: &AtomicBool, out: &mut dyn FnMut(&str)| {
            out(&mate::answer(&position, &limits, mebibytes, stop));
        };
        if !self.start_chore(out, true, is_endless, work) {
            out(mate::UNDECIDED);
        }
    }

    /// Does what a console word asks for beside the dialogue.
    fn start_console_chore(
        &mut self,
        out: &mut dyn FnMut(&str),
        work: impl FnOnce(&AtomicBool, &mut dyn FnMut(&str)) + Send + 'static,
    ) {
        if self.search.is_some() {
            inform(out, tr!("not while searching"));
            return;
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
        command.is_stop() || is_go && matches!(command, Command::Go(_))
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
                            inform(out, &tr!("moves: {reason}", reason = lang::foreign(&error)));
                            break;
                        }
                    }
                }
            }
            _ => {}
        }
    }
}
