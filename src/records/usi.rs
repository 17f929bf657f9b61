//! Games as GUIs send them: a line with a position, `moves`, and the moves; a word that ends the game may
//! follow them (`resign`, `rep_draw`), and fields after semicolons (`id`, `black`, `white`, `result`,
//! `reason`, `ending`, `times`, `comment`, `head`, and those of [`Header`]), and a comment behind `#`.

use std::time::Duration;

use super::header::LINE;
use super::input::{split_fields, uncommented, words};
use super::position::parse;
use super::reading::Stage;
use super::{
    Found, GameKind, GameRecord, GameResult, Header, Line, LineError, Reading, Reason, Source, ends,
    is_blank, of_game,
};
use crate::game::{Color, Game};

/// The field of a comment: how many moves come before it, and its text.
pub(crate) const COMMENT: &str = "comment";
/// The word of the record that ended the game.
pub(crate) const ENDING: &str = "ending";
/// The times of the moves in seconds, `-` where one is not known.
pub(crate) const TIMES: &str = "times";
/// A field of the head that has no name here: `NAME:VALUE`.
pub const HEAD: &str = "head";

pub(crate) fn next_game(source: &mut Source, startpos: GameKind) -> Option<Found> {
    let line = source.find(|line| !line.text().is_ok_and(is_blank))?;
    Some(match line.text() {
        Ok(text) => read(&line, text, startpos),
        Err(reason) => Err(line.bad(reason)),
    })
}

fn read(line: &Line, text: &str, startpos: GameKind) -> Found {
    let (head, fields) = split_fields(uncommented(text));
    let words = words(head);
    let words = words.strip_prefix(&["position"]).unwrap_or(&words);
    let is_start = words.first() == Some(&"startpos");
    match GameKind::recognize(words).or(is_start.then_some(startpos)) {
        Some(kind) => of_game!(kind, P => play::<P>(line, words, &fields)),
        None => Err(line.bad(LineError::NoPosition(head.trim().to_owned()))),
    }
}

fn play<P: Game>(line: &Line, words: &[&str], fields: &[&str]) -> Found {
    let at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (start, moves) = words.split_at(at);
    let position: P = parse(start).map_err(|error| line.bad(error))?;
    let mut reading = Reading::new(position, &line.file, line.line);
    for text in moves.iter().skip(1) {
        if ends::of(ends::USI, text, Color::Black).is_some() {
            let outcome = reading.outcome(|mover| ends::of(ends::USI, text, mover).unwrap_or_default());
            reading.end(outcome, text);
            break;
        }
        if !reading.takes_move() {
            break;
        }
        if let Err(reason) = reading.play_next(|position| Ok(position.parse_move(text)?)) {
            reading.record.cut = Some(line.bad(reason));
            reading.stage = Stage::Cut;
        }
    }
    for field in fields {
        let (name, value) = split_word(field);
        if let Err(reason) = set_field(&mut reading.record, name, value) {
            reading.record.cut.get_or_insert(line.bad(reason));
        }
    }
    reading.finish()
}

/// A field's name, or the number of a comment, and what follows.
fn split_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
    (word, rest.trim())
}

/// What a field says: a text in quotation marks, in which what JSON escapes is
/// escaped (and a quotation mark is `\u0022`), or plain words.
fn unquoted(value: &str) -> String {
    serde_json::from_str(value).unwrap_or_else(|_| value.trim_matches('"').to_owned())
}

fn set_field(record: &mut GameRecord, name: &str, value: &str) -> Result<(), LineError> {
    match name {
        "id" => record.id = unquoted(value),
        "black" => record.names[Color::Black] = Some(unquoted(value)),
        "white" => record.names[Color::White] = Some(unquoted(value)),
        "result" => record.result = GameResult::parse(value),
        ENDING => record.ending = Some(unquoted(value)),
        TIMES => {
            let seconds = unquoted(value);
            let time = |text: &str| Duration::try_from_secs_f64(text.parse().ok()?).ok();
            record.times = seconds.split_ascii_whitespace().map(time).take(record.moves.len() + 1).collect();
        }
        HEAD => {
            if let Some((name, value)) = unquoted(value).split_once(':') {
                record.headers.push((Header::Other(name.to_owned()), value.to_owned()));
            }
        }
        "reason" => record.reason = Reason::parse(value),
        COMMENT => {
            let (moves, text) = split_word(value);
            let wrong = || LineError::Field {
                name: COMMENT,
                value: moves.to_owned(),
                expected: "how many moves come before it",
            };
            let moves = moves.parse().map_err(|_| wrong())?;
            record.comments.add(moves, &unquoted(text))?;
        }
        _ => {
            if let Some(header) = Header::known(LINE, name) {
                record.set_header(header, &unquoted(value));
            }
        }
    }
    Ok(())
}
