//! Games of chess in Portable Game Notation.

use std::fmt::Write as _;

use super::super::pgn::is_termination;
use super::super::{GameRecord, GameResult, Header, Reason, header, play_on};
use crate::chess::{Move, Position};
use crate::game::{Board, Color, Notation, NotationError, Position as _};

/// Width of the lines of moves (PGN standard, export format).
const WIDTH: usize = 79;

/// The tags that every game has, with what stands there if nothing is known.
const ROSTER: [(Header, &str); 4] =
    [(Header::Event, "?"), (Header::Site, "?"), (Header::Date, "????.??.??"), (Header::Round, "?")];

/// The other tags that say what the record says of itself.
const OWN: [&str; 6] = ["White", "Black", "Result", "SetUp", "FEN", "PlyCount"];

pub fn write(record: &GameRecord) -> Result<String, NotationError> {
    let first = Position::parse(&record.start)?;
    let result = match record.result {
        Some(GameResult::White) => "1-0",
        Some(GameResult::Black) => "0-1",
        Some(GameResult::Draw) => "1/2-1/2",
        None => "*",
    };
    let mut out = String::new();
    let mut tag = |name: &str, value: &str| {
        let _ = writeln!(out, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
    };
    for (header, unknown) in ROSTER {
        tag(header.name(header::PGN), record.header(&header).unwrap_or(unknown));
    }
    tag("White", record.names[Color::White].as_deref().unwrap_or("?"));
    tag("Black", record.names[Color::Black].as_deref().unwrap_or("?"));
    tag("Result", result);
    if first != Position::start() {
        tag("SetUp", "1");
        tag("FEN", &record.start);
    }
    if first.is_chess960() {
        tag("Variant", "Chess960");
    }
    let is_name =
        |name: &str| !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    for (header, text) in &record.headers {
        let name = header.name(header::PGN);
        let is_own = ROSTER.iter().any(|(own, _)| own == header) || OWN.contains(&name);
        if is_name(name) && !is_own {
            tag(name, text);
        }
    }
    tag("PlyCount", &record.moves.len().to_string());
    let is_told = record.headers.iter().any(|(header, _)| is_termination(header));
    if let Some(reason) = record.reason.filter(|_| !is_told) {
        tag("Termination", termination(reason));
    }
    out.push('\n');
    out.push_str(&wrap(&movetext(record, result)?));
    Ok(out)
}

/// The moves and what is said of them, word by word.
fn movetext(record: &GameRecord, result: &str) -> Result<Vec<String>, NotationError> {
    let mut words = Vec::new();
    let mut is_interrupted = true;
    comment(record, 0, &mut words);
    let mut number = 0;
    record.replay(|position: &Position, m| {
        push_move(position, m, is_interrupted, &mut words);
        if let Some(glyph) = record.glyphs.get(number).filter(|&&glyph| glyph > 0) {
            words.push(format!("${glyph}"));
        }
        let is_followed = variations(record, number, position);
        number += 1;
        is_interrupted = comment(record, number, &mut words) || !is_followed.is_empty();
        words.extend(is_followed);
    })?;
    words.push(result.to_owned());
    Ok(words)
}

/// Adds a move, behind its number where white moves and where the line was interrupted.
fn push_move(position: &Position, m: Move, is_interrupted: bool, words: &mut Vec<String>) {
    let number = position.game_ply() / 2 + 1;
    if position.side_to_move() == Color::White {
        words.push(format!("{number}."));
    } else if is_interrupted {
        words.push(format!("{number}..."));
    }
    words.push(position.san(m));
}

/// The variations of the game in place of the move after so many, in brackets. What leaves a variation is
/// left out.
fn variations(record: &GameRecord, moves: usize, first: &Position) -> Vec<String> {
    let mut words = Vec::new();
    for line in record.variations.iter().filter(|line| line.of.is_none() && line.after == moves) {
        let mut own = Vec::new();
        play_on(&mut first.clone(), &line.moves, |position, m| {
            push_move(position, m, own.is_empty(), &mut own);
        });
        if let Some(first) = own.first_mut() {
            first.insert(0, '(');
        }
        if let Some(last) = own.last_mut() {
            last.push(')');
        }
        words.append(&mut own);
    }
    words
}

/// What is said after so many moves, each line in braces of its own; whether
/// something is. The format has no way to write a closing brace.
fn comment(record: &GameRecord, moves: usize, words: &mut Vec<String>) -> bool {
    let said = record.comments.after(moves);
    if said.is_empty() {
        return false;
    }
    for line in said.split('\n') {
        let text = format!("{{{}}}", line.trim().replace('}', ")"));
        words.extend(text.split(' ').map(str::to_owned));
    }
    true
}

const fn termination(reason: Reason) -> &'static str {
    match reason {
        Reason::Time | Reason::Hang => "time forfeit",
        Reason::Illegal | Reason::Flood => "rules infraction",
        Reason::Crash => "abandoned",
        Reason::Adjudication | Reason::MaxPlies => "adjudication",
        _ => "normal",
    }
}

/// Lines of words, each as long as it may be.
fn wrap(words: &[String]) -> String {
    let mut out = String::new();
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        // At the beginning of a line these mean something else.
        let must_follow = word.starts_with(['%', '[']);
        if column > 0 && column + 1 + length > WIDTH && !must_follow {
            out.push('\n');
            column = 0;
        }
        if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    out.push('\n');
    out
}
