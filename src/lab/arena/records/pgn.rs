//! Games of chess in Portable Game Notation.

use std::fmt::Write as _;

use crate::chess::Position;
use crate::game::{Board, Color, Notation, NotationError, Position as _};
use crate::lab::arena::record::{GameRecord, Reason};
use crate::protocol::client::MATE_CENTIPAWNS;

use super::plain;

/// Width of the lines of moves (PGN standard, export format).
const WIDTH: usize = 79;
/// Scores from here on are mates.
const MATES: i32 = MATE_CENTIPAWNS - 1_000;

/// Writes a game.
///
/// # Errors
/// If the record is damaged.
pub fn write(record: &GameRecord) -> Result<String, NotationError> {
    let mut position: Position = record.first_position()?;
    let result = match record.winner() {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    };
    let mut out = String::new();
    let mut tag = |name: &str, value: &str| {
        let _ = writeln!(out, "[{name} \"{}\"]", plain(value).replace('\\', "\\\\"));
    };
    tag("Event", "somatic match");
    tag("Site", "?");
    tag("Date", "????.??.??");
    tag("Round", &record.number.to_string());
    tag("White", &record.side(record.player(Color::White)).name);
    tag("Black", &record.side(record.player(Color::Black)).name);
    tag("Result", result);
    if record.start != "startpos" {
        tag("SetUp", "1");
        tag("FEN", &position.text());
    }
    if position.is_chess960() {
        tag("Variant", "Chess960");
    }
    tag("PlyCount", &record.all_moves().count().to_string());
    tag("Termination", termination(record.reason));
    out.push('\n');
    out.push_str(&wrap(&movetext(record, &mut position, result)?));
    Ok(out)
}

/// The moves with time and score, word by word.
fn movetext(
    record: &GameRecord,
    position: &mut Position,
    result: &str,
) -> Result<Vec<String>, NotationError> {
    let mut words = Vec::new();
    let mut is_interrupted = true;
    for (number, text) in record.all_moves().enumerate() {
        let m = position.parse_move(text)?;
        let move_number = position.game_ply() / 2 + 1;
        if position.side_to_move() == Color::White {
            words.push(format!("{move_number}."));
        } else if is_interrupted {
            words.push(format!("{move_number}..."));
        }
        words.push(position.san(m));
        position.do_move(m);
        is_interrupted = false;
        let score = record.score_of(number).map(score_text);
        let time = record.time_of(number).map(|ms| format!("{:.3}s", ms / 1000.0));
        let comment: Vec<String> = score.into_iter().chain(time).collect();
        if !comment.is_empty() {
            words.push(format!("{{{}}}", comment.join(" ")));
            is_interrupted = true;
        }
    }
    let detail = record.detail.as_deref().map_or_else(String::new, |text| format!(": {text}"));
    let ending = format!("{{{}{}}}", record.reason.name(), plain(&detail).replace(['{', '}'], "?"));
    words.extend(ending.split(' ').map(str::to_owned));
    words.push(result.to_owned());
    Ok(words)
}

/// A score as comments have it: pawns, or `M` and a distance.
fn score_text(centipawns: i32) -> String {
    if centipawns.abs() >= MATES {
        let sign = if centipawns < 0 { '-' } else { '+' };
        return format!("{sign}M{}", MATE_CENTIPAWNS - centipawns.abs());
    }
    format!("{:+.2}", f64::from(centipawns) / 100.0)
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
        if column > 0 && column + 1 + length > WIDTH {
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
