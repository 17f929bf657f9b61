//! Games as GUIs send them: a line with a position, `moves`, and the moves;
//! fields may follow after semicolons (`id`, `black`, `white`, `result`).

use super::source::Source;
use super::{Found, GameResult, Reading};
use crate::game::{Color, Game};
use crate::lab::bad_line::LineError;
use crate::lab::input::{Line, is_blank, split_fields};
use crate::protocol::position::{GameKind, parse};
use crate::{chess, shogi};

/// The next game of a file.
pub fn next_game(source: &mut Source, startpos: GameKind) -> Option<Found> {
    loop {
        let line = source.next()?;
        match line.text() {
            Ok(text) if is_blank(text) => {}
            Ok(text) => return Some(read(&line, text, startpos)),
            Err(reason) => return Some(Err(line.bad(reason))),
        }
    }
}

fn read(line: &Line, text: &str, startpos: GameKind) -> Found {
    let fields = split_fields(text);
    let (head, fields) =
        fields.split_first().map_or(("", [].as_slice()), |(head, rest)| (head.as_str(), rest));
    let mut words: Vec<&str> = head.split_ascii_whitespace().collect();
    if words.first() == Some(&"position") {
        words.remove(0);
    }
    let is_start = words.first() == Some(&"startpos");
    match GameKind::recognize(&words).or(is_start.then_some(startpos)) {
        Some(GameKind::Shogi) => play::<shogi::Position>(GameKind::Shogi, line, &words, fields),
        Some(GameKind::Chess) => play::<chess::Position>(GameKind::Chess, line, &words, fields),
        None => Err(line.bad(LineError::NoPosition(head.trim().to_owned()))),
    }
}

fn play<P: Game>(game: GameKind, line: &Line, words: &[&str], fields: &[String]) -> Found {
    let at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (start, moves) = words.split_at(at);
    let position: P = parse(start).map_err(|error| line.bad(error))?;
    let mut reading = Reading::new(game, position, &line.file, line.line);
    for field in fields {
        let (name, value) = field.trim().split_once(char::is_whitespace).unwrap_or((field.trim(), ""));
        let value = value.trim().trim_matches('"');
        match name {
            "id" => reading.record.id = value.to_owned(),
            "black" => reading.record.names[Color::Black] = Some(value.to_owned()),
            "white" => reading.record.names[Color::White] = Some(value.to_owned()),
            "result" => reading.record.result = GameResult::parse(value),
            _ => {}
        }
    }
    for text in moves.iter().skip(1) {
        if let Err(reason) = reading.play_text(text) {
            reading.record.cut = Some(line.bad(reason));
            break;
        }
    }
    reading.finish()
}
