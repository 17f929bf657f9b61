//! A game in a line: the words of the protocols' `position`, then fields.

use std::fmt::Write as _;
use std::time::Duration;

use super::super::header::LINE;
use super::super::usi::{COMMENT, ENDING, HEAD, TIMES};
use super::super::{GameRecord, Header};
use super::{players, seconds_text};
use crate::game::{Color, Game, NotationError};

/// Writes a game as `sfen ... moves ... ; id "..." ; ...`, which every reader of position lines understands.
/// Only `startpos` of shogi stands for itself: in such a file it means that game.
pub fn write<P: Game>(record: &GameRecord) -> Result<String, NotationError> {
    // A hand is written in capital letters where black has them: in shogi.
    let is_shogi = P::CAPITALS == Color::Black;
    let mut line = if is_shogi && record.start == P::start().text() {
        "startpos".to_owned()
    } else {
        format!("{} {}", P::POSITION_WORD, record.start)
    };
    if !record.moves.is_empty() {
        line.push_str(" moves");
    }
    record.replay(|position: &P, m| {
        line.push(' ');
        line.push_str(&position.move_text(m));
    })?;
    let mut text = |name: &str, value: &str| {
        let _ = write!(line, " ; {name} {}", quoted(value));
    };
    text("id", &record.id);
    for (c, name) in players(record) {
        text(c.name(), name);
    }
    for (header, value) in &record.headers {
        match header {
            Header::Other(name) => text(HEAD, &format!("{name}:{value}")),
            header => text(header.name(LINE), value),
        }
    }
    if record.times.iter().any(Option::is_some) {
        let seconds = |time: &Option<Duration>| time.map_or_else(|| "-".to_owned(), seconds_text);
        text(TIMES, &record.times.iter().map(seconds).collect::<Vec<_>>().join(" "));
    }
    if let Some(ending) = &record.ending {
        text(ENDING, ending);
    }
    for moves in 0..=record.moves.len() {
        let said = record.comments.after(moves);
        if !said.is_empty() {
            text(&format!("{COMMENT} {moves}"), said);
        }
    }
    if let Some(result) = record.result {
        let _ = write!(line, " ; result {}", result.name());
    }
    if let Some(reason) = record.reason {
        let _ = write!(line, " ; reason {}", reason.name());
    }
    line.push('\n');
    Ok(line)
}

/// A text in quotation marks, escaped as in JSON; a quotation mark within is
/// `\u0022`, so that every mark begins or ends a field.
fn quoted(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() && c != '\n' { ' ' } else { c }).collect();
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\u0022").replace('\n', "\\n"))
}
