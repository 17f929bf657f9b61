//! Printing, and ending quietly when nobody listens any more.

use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use crate::game::{visible, visible_lines};
use crate::lang::{self, tr};
use crate::report::fit;

/// Writes text to standard output and flushes it. Whatever it says of files does nothing to a terminal.
pub fn print(text: &str) -> anyhow::Result<()> {
    print_bytes(visible_lines(text).as_bytes())
}

/// The same for text in any encoding.
pub(crate) fn print_bytes(bytes: &[u8]) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(())
}

/// Whether somebody still listens; a reader that went away is no error.
pub(crate) fn is_heard(printed: anyhow::Result<()>) -> anyhow::Result<bool> {
    match printed {
        Err(error) if is_closed(&error) => Ok(false),
        other => other.map(|()| true),
    }
}

fn is_closed(error: &anyhow::Error) -> bool {
    error.downcast_ref::<std::io::Error>().is_some_and(|e| e.kind() == ErrorKind::BrokenPipe)
}

/// The width of the terminal that standard output is, if it is one.
pub fn width() -> Option<usize> {
    let terminal = console::Term::stdout();
    let (_, columns) = terminal.size_checked().filter(|_| terminal.is_term())?;
    Some(usize::from(columns).max(20))
}

/// Prints text for people, no line wider than the terminal.
pub fn show(text: &str) -> anyhow::Result<()> {
    print(&fit(text, width()))
}

/// The same in colors, if standard output is a terminal and `NO_COLOR` is not set
/// (no-color.org: to anything but nothing).
pub(crate) fn show_in_color(text: &str, paint: impl Fn(&str) -> String) -> anyhow::Result<()> {
    let width = width();
    let fitted = fit(text, width);
    let is_unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
    if width.is_none() || is_unwanted || is_dumb {
        print(&fitted)
    } else {
        print_bytes(paint(&visible_lines(&fitted)).as_bytes())
    }
}

/// The same for text to be read: in a file, too, its lines are not endless.
pub(crate) fn show_prose(text: &str) -> anyhow::Result<()> {
    const EASY_TO_READ: usize = 100;
    print(&fit(text, Some(width().unwrap_or(EASY_TO_READ).min(EASY_TO_READ))))
}

/// Says a line on standard error, if anybody reads it.
pub fn note(line: &str) {
    let _ = writeln!(std::io::stderr(), "{}", visible(line));
}

/// Writes a line to standard output.
pub(crate) fn print_line(line: &str) -> anyhow::Result<()> {
    print(&format!("{line}\n"))
}

/// Exit code after Ctrl-C, as shells report it.
const INTERRUPTED: u8 = 130;

/// The user ended the work before it was done.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("{}", tr!("interrupted after {count} {what}: this is a part of the work", count = .done, what = lang::text(.what)))]
pub(crate) struct Interrupted {
    /// How much was done, counting what was there before.
    pub done: u64,
    /// Of what.
    pub what: &'static str,
}

/// The exit code of a command; its error goes to stderr in one line. A reader that went away is no error.
pub fn finish(result: anyhow::Result<()>) -> ExitCode {
    let Err(error) = result else { return ExitCode::SUCCESS };
    if is_closed(&error) {
        return ExitCode::SUCCESS;
    }
    // The system's words are known by their whole.
    let causes: Vec<String> = error.chain().map(lang::foreign).collect();
    let code = super::complain(&causes.join(": ").replace('\n', " "));
    if error.is::<Interrupted>() { ExitCode::from(INTERRUPTED) } else { code }
}
