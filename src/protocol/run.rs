//! A dialogue over standard input and output.

use std::io::{BufRead, ErrorKind, Write};
use std::sync::mpsc::{Sender, channel};
use std::time::Instant;

use super::command::{Command, parse};
use super::dialect::{Dialect, Uci, Usi};
use super::session::{Event, Session};

/// Bytes of a line that are looked at; the rest is skipped.
const LONGEST_LINE: usize = 1 << 24;

/// Reads one line without its end, at most `longest` bytes of it. Nothing at
/// the end of input. Bytes that are no text become replacement characters.
pub(super) fn read_line(input: &mut impl BufRead, longest: usize) -> Option<String> {
    let mut line = Vec::new();
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => return None,
        };
        if buffer.is_empty() {
            return (!line.is_empty()).then(|| String::from_utf8_lossy(&line).into_owned());
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = buffer.get(..end.unwrap_or(buffer.len())).unwrap_or(buffer);
        let room = longest.saturating_sub(line.len());
        line.extend_from_slice(part.get(..room.min(part.len())).unwrap_or(part));
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Some(String::from_utf8_lossy(&line).into_owned());
        }
    }
}

/// Chooses the game by the first line that names a protocol, then runs the
/// dialogue.
pub fn detect_and_run() {
    let mut input = std::io::stdin().lock();
    while let Some(line) = read_line(&mut input, LONGEST_LINE) {
        if parse(&line, Uci::NAME, Uci::NEW_GAME) == Some(Command::Hello) {
            drop(input);
            return run::<Uci>(vec![line]);
        }
        // What either protocol understands belongs to the default game;
        // anything else is no reason to choose.
        if !matches!(parse(&line, Usi::NAME, Usi::NEW_GAME), None | Some(Command::Unknown(_))) {
            drop(input);
            return run::<Usi>(vec![line]);
        }
    }
}

/// Runs a dialogue until `quit` or the end of input; `first` are lines that
/// have been read already.
pub fn run<D: Dialect>(first: Vec<String>) {
    let (events, inbox) = channel();
    let mut session = Session::<D>::new(events.clone());
    for line in first {
        let _ = events.send(Event::Line(line, Instant::now()));
    }
    spawn_reader(events);
    let mut closed = false;
    while let Ok(event) = inbox.recv() {
        let mut output = std::io::stdout().lock();
        session.handle(event, &mut |line| {
            // A closed pipe ends the dialogue quietly.
            closed |= writeln!(output, "{line}").and_then(|()| output.flush()).is_err();
        });
        if closed || session.is_over() {
            break;
        }
    }
}

fn spawn_reader<D: Dialect>(events: Sender<Event<D>>) {
    let read = move || {
        let mut input = std::io::stdin().lock();
        while let Some(line) = read_line(&mut input, LONGEST_LINE) {
            if events.send(Event::Line(line, Instant::now())).is_err() {
                return;
            }
        }
        let _ = events.send(Event::End);
    };
    if std::thread::Builder::new().name("reader".to_owned()).spawn(read).is_err() {
        log::error!("the thread that reads input could not be started");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_any_bytes_are_read() {
        let mut input: &[u8] = b"usi\r\n\xff\xfe go\n\nquit";
        assert_eq!(read_line(&mut input, LONGEST_LINE).as_deref(), Some("usi\r"));
        assert_eq!(read_line(&mut input, LONGEST_LINE).as_deref(), Some("\u{fffd}\u{fffd} go"));
        assert_eq!(read_line(&mut input, LONGEST_LINE).as_deref(), Some(""));
        assert_eq!(read_line(&mut input, LONGEST_LINE).as_deref(), Some("quit"));
        assert_eq!(read_line(&mut input, LONGEST_LINE), None);
    }

    #[test]
    fn an_endless_line_is_cut() {
        let mut bytes = vec![b'x'; LONGEST_LINE + 100];
        bytes.extend_from_slice(b"\nusi\n");
        let mut input: &[u8] = &bytes;
        assert_eq!(read_line(&mut input, LONGEST_LINE).map(|line| line.len()), Some(LONGEST_LINE));
        assert_eq!(read_line(&mut input, LONGEST_LINE).as_deref(), Some("usi"));
    }
}
