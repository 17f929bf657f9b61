//! The user's wish that work should end: Ctrl-C, or a signal that says the same.

use std::io::Write as _;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::client;
use crate::lang::tr;
use crate::records::waits_for_input;

/// Set when the user asks to stop.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The exit code of a program killed by Ctrl-C, as shells report it.
const KILLED: i32 = 130;

/// Signals within this time are one: `timeout` sends two at once, to the
/// program and to its group, and a person is slower.
const ONE_SIGNAL: Duration = Duration::from_millis(200);

/// How long standard input may be waited for after a wish to stop: it may be silent for ever.
const GRACE: Duration = Duration::from_secs(1);

/// From now on Ctrl-C asks to stop instead of killing the program, and so do the signals for an end, a quit
/// and a terminal that was closed; asked twice it ends at once, with all programs that it has started.
pub(crate) fn catch_interrupts() {
    let mut first: Option<Instant> = None;
    system::on_signals(move || {
        let is_first = !INTERRUPTED.swap(true, Relaxed);
        if first.get_or_insert_with(Instant::now).elapsed() > ONE_SIGNAL {
            end();
        }
        if is_first {
            std::thread::spawn(|| {
                std::thread::sleep(GRACE);
                while !waits_for_input() {
                    std::thread::sleep(GRACE);
                }
                let _ = writeln!(std::io::stderr(), "{}", tr!("interrupted"));
                end();
            });
        }
    });
}

/// From now on these signals end the program at once, with the exit code of Ctrl-C.
pub(crate) fn end_when_interrupted() {
    system::on_signals(|| end());
}

/// Ends the program, with all programs that it has started.
fn end() -> ! {
    client::kill_all();
    std::process::exit(KILLED)
}

/// Whether the user has asked to stop.
pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Relaxed)
}

/// The signal behind [`is_interrupted`], for searches that are to end with it.
pub(crate) fn interrupt_flag() -> &'static AtomicBool {
    &INTERRUPTED
}

#[cfg(unix)]
mod system {
    use std::io::IsTerminal as _;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::iterator::Signals;

    /// Calls this at every signal that asks for an end.
    pub(crate) fn on_signals(mut tell: impl FnMut() + Send + 'static) {
        let hangup = (!is_hangup_ignored()).then_some(SIGHUP);
        // Without them the signals do what they always do.
        let Ok(mut signals) = Signals::new([SIGINT, SIGTERM, SIGQUIT].into_iter().chain(hangup)) else {
            return;
        };
        let _ = std::thread::Builder::new()
            .name("signals".to_owned())
            .spawn(move || signals.forever().for_each(|_| tell()));
    }

    /// Whether we were started to go on without our terminal, by `nohup`. Linux tells; elsewhere our
    /// input does, which then is no terminal.
    fn is_hangup_ignored() -> bool {
        let ignored = std::fs::read_to_string("/proc/self/status").ok().and_then(|status| {
            let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
            u64::from_str_radix(line.trim(), 16).ok()
        });
        ignored.map_or_else(|| !std::io::stdin().is_terminal(), |signals| signals >> (SIGHUP - 1) & 1 == 1)
    }
}

#[cfg(not(unix))]
mod system {
    /// Calls this at every Ctrl-C.
    pub(crate) fn on_signals(tell: impl FnMut() + Send + 'static) {
        // A second handler cannot be set; the first does as well.
        let _ = ctrlc::set_handler(tell);
    }
}
