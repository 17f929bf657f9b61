//! Printing, and ending quietly when nobody listens any more.

use std::io::{ErrorKind, Write};
use std::process::ExitCode;

/// Writes text to standard output and flushes it.
///
/// # Errors
/// What the system says.
pub fn print(text: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Writes a line to standard output.
///
/// # Errors
/// What the system says.
pub fn print_line(line: &str) -> anyhow::Result<()> {
    print(&format!("{line}\n"))
}

/// The exit code of a command; its error goes to stderr in one line. A
/// reader that went away is no error.
pub fn finish(result: anyhow::Result<()>) -> ExitCode {
    let Err(error) = result else {
        return ExitCode::SUCCESS;
    };
    let closed = error.downcast_ref::<std::io::Error>().is_some_and(|e| e.kind() == ErrorKind::BrokenPipe);
    if closed {
        return ExitCode::SUCCESS;
    }
    super::complain(&format!("{error:#}").replace('\n', " "))
}
