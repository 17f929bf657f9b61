//! A dialogue over standard input and output.

use std::io::{BufRead, Read as _, Write};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, Weak};
use std::thread::Builder;
use std::time::Instant;

use crate::game::visible_lines;
use crate::search::STACK_BYTES;

use super::command::{Command, parse};
use super::dialect::{Dialect, Uci, Usi};
use super::lock;
use super::session::{Event, Session};

/// Bytes of a line that are looked at; the rest is skipped.
const LONGEST_LINE: usize = 1 << 24;
/// Exit code where the system gives us no thread to begin with.
const NO_THREAD: i32 = 1;

/// Reads one line without its end, at most `longest` bytes of it. Nothing at
/// the end of input. Bytes that are no text become replacement characters.
pub(super) fn read_line(input: &mut impl BufRead, longest: usize) -> Option<String> {
    let mut line = Vec::new();
    input.by_ref().take(longest as u64).read_until(b'\n', &mut line).ok()?;
    if line.is_empty() {
        return None;
    }
    if line.pop_if(|byte| *byte == b'\n').is_none() && line.len() == longest {
        input.skip_until(b'\n').ok()?;
    }
    Some(String::from_utf8_lossy(&line).into_owned())
}

/// Chooses the game by the first line that names a protocol, then runs the dialogue. What says nothing about the game
/// is kept until then: some programs ask whether we are ready, or set options, before they greet.
pub(crate) fn detect_and_run() {
    let mut input = std::io::stdin().lock();
    let mut first = Vec::new();
    while let Some(line) = read_line(&mut input, LONGEST_LINE) {
        if parse(&line, Uci::NAME, Uci::NEW_GAME) == Some(Command::Hello) {
            first.push(line);
            drop(input);
            return run::<Uci>(first);
        }
        match parse(&line, Usi::NAME, Usi::NEW_GAME) {
            None | Some(Command::Unknown(_)) => {}
            Some(Command::IsReady) => {
                let mut output = std::io::stdout().lock();
                if writeln!(output, "readyok").and_then(|()| output.flush()).is_err() {
                    return;
                }
            }
            Some(Command::SetOption { .. }) => first.push(line),
            Some(Command::Position(words)) if words == ["startpos"] => first.push(line),
            // What else either protocol understands belongs to the default game.
            Some(_) => {
                first.push(line);
                break;
            }
        }
    }
    drop(input);
    if !first.is_empty() {
        run::<Usi>(first);
    }
}

/// Runs a dialogue until `quit` or the end of input; `first` are lines that have been read already.
///
/// Whoever has something to say enters the dialogue and says it: the search writes its answer itself, as a
/// thread that had to wake up first might have to wait for a processor while the clock runs.
pub fn run<D: Dialect>(first: Vec<String>) {
    let (over, is_over) = channel();
    let dialogue = Arc::new_cyclic(|weak: &Weak<Mutex<Session<D>>>| {
        let (weak, over) = (weak.clone(), over.clone());
        let raise = move |event| {
            if let Some(session) = weak.upgrade() {
                enter(&session, event, &over);
            }
        };
        Mutex::new(Session::new(Arc::new(raise)))
    });
    for line in first {
        enter(&dialogue, Event::Line(line, Instant::now()), &over);
    }
    // The search goes on after the last line.
    let session = Arc::clone(&dialogue);
    let read = move || {
        let mut input = std::io::stdin().lock();
        while let Some(line) = read_line(&mut input, LONGEST_LINE) {
            enter(&session, Event::Line(line, Instant::now()), &over);
        }
        enter(&session, Event::End, &over);
    };
    let reader = Builder::new().name("reader".to_owned()).stack_size(STACK_BYTES).spawn(read);
    match reader {
        Ok(_) => is_over.recv().unwrap_or(()),
        Err(error) => {
            let _ = writeln!(
                std::io::stderr(),
                "somatic: the thread that reads input could not be started: {error}"
            );
            std::process::exit(NO_THREAD);
        }
    }
}

/// Handles an event, one at a time, and writes the answer; says when the dialogue is over.
fn enter<D: Dialect>(session: &Mutex<Session<D>>, event: Event<D>, over: &Sender<()>) {
    let mut session = lock(session);
    if session.is_over() {
        return;
    }
    let mut output = std::io::stdout().lock();
    let mut closed = false;
    session.handle(event, &mut |line| {
        closed |= writeln!(output, "{}", visible_lines(line)).and_then(|()| output.flush()).is_err();
    });
    // A closed pipe ends the dialogue quietly.
    if closed || session.is_over() {
        let _ = over.send(());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endless_line_is_cut() {
        let mut bytes = vec![b'x'; LONGEST_LINE + 100];
        bytes.extend_from_slice(b"\nusi\n");
        let mut input: &[u8] = &bytes;
        assert_eq!(read_line(&mut input, LONGEST_LINE).map(|line| line.len()), Some(LONGEST_LINE));
        assert_eq!(read_line(&mut input, LONGEST_LINE).as_deref(), Some("usi"));
    }
}
