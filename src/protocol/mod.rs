//! USI and UCI: the only layer that speaks them, and the one that chooses at run time.
//!
//! Both protocols are one front end; what differs is a handful of constants and options (`dialect`). A
//! `Session` turns lines into lines; it can be driven without any pipe, which is what tests do. `run`
//! connects it to standard input and output: a reader thread enters it with lines, the search with its
//! reports, one at a time, so that `stop`, `quit`, `ponderhit` and `isready` are served while it thinks.
//! `answer` sees to it that a search answers once, and in time. `client` is the other end: it lets other
//! programs play.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub(crate) mod dialect;
mod options;
mod settings;
mod command;
pub mod solo;
mod centipawns;
mod win_rate;
pub mod strength;
mod output;
mod answer;
mod session;
mod console;
mod run;
pub mod bench;
pub mod client;
pub mod interrupt;

use std::sync::{Mutex, MutexGuard, PoisonError};

pub use centipawns::ScoreUnit;
pub use console::perft;
pub(crate) use console::{MAX_PERFT_DEPTH, evaluation_lines};
pub use dialect::{Dialect, Uci, Usi};
pub use options::{Expected, OptionError, OptionKind, OptionSpec};
pub(crate) use output::{line_text, moves_text};
pub(crate) use run::detect_and_run;
pub use run::run;
pub use session::{Event, Session};
pub use settings::Settings;
pub use win_rate::WinRate;

/// What a mutex holds, whatever became of the others who held it.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
