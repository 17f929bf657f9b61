//! The format of the Computer Shogi Association, versions 1 to 3, over the
//! crate rsshogi. Games in one file are parted by a line `/`, or just follow
//! each other.

use rsshogi::records::Record;
use rsshogi::records::formats::csa::{CsaError, parse_csa_str};

use super::bad_line::LineError;
use super::input::Line;
use super::kifu::{Chunk, Unit};
use super::source::{Source, japanese};
use super::{Found, GameResult, Header, Reason};
use crate::game::quote;

/// The line between two games.
const SEPARATOR: &str = "/";
/// What begins a comment that is to be kept.
pub const COMMENT: &str = "'*";
/// What begins the summary that the server Floodgate writes below a game.
pub const SUMMARY: &str = "'summary:";
/// A move: sign, two squares, what the piece is afterwards.
const MOVE_BYTES: usize = "+7776FU".len();

/// Whether only a record of this format begins so.
pub fn is_first_line(text: &str) -> bool {
    let board = |letter: char| letter.is_ascii_digit() || matches!(letter, 'I' | '+' | '-');
    text.starts_with(['\'', '$'])
        || ["V1", "V2", "V3", "N+", "N-"].iter().any(|start| text.starts_with(start))
        || text.strip_prefix('P').is_some_and(|rest| rest.starts_with(board))
        || text.starts_with(['+', '-']) && text.len() >= MOVE_BYTES && text.is_ascii()
}

/// The next game of a file.
pub fn next_game(source: &mut Source) -> Option<Found> {
    let mut chunk = Chunk::default();
    let mut in_moves = false;
    while let Some(line) = source.next() {
        let text = japanese(&line);
        let text = text.as_deref().map(str::trim);
        if text == Ok(SEPARATOR) {
            if chunk.is_empty() {
                continue;
            }
            break;
        }
        let begins = text.is_ok_and(|text| text.starts_with(['V', 'N', 'P', '$']));
        if begins && in_moves {
            source.give_back(line);
            break;
        }
        match text {
            Ok(text) => {
                add_line(&mut chunk, &line, text);
                in_moves |= !chunk.body.is_empty() || text.starts_with(['+', '-', '%']) && text.len() > 1;
            }
            Err(reason) => chunk.fail(line.bad(reason.clone())),
        }
    }
    if chunk.is_empty() { None } else { Some(chunk.finish(&source.file, read)) }
}

fn add_line(chunk: &mut Chunk, line: &Line, text: &str) {
    if chunk.cut.is_some() || text.is_empty() {
        return;
    }
    if text.starts_with(['\'', '$']) {
        if let Err(reason) = add_remark(chunk, text) {
            chunk.fail(line.bad(reason));
        }
        return;
    }
    // A name may have commas in it.
    let commas = if text.starts_with('N') { 1 } else { usize::MAX };
    for statement in text.splitn(commas, ',').map(str::trim).filter(|statement| !statement.is_empty()) {
        if let Err(reason) = add_statement(chunk, line.line, statement) {
            return chunk.fail(line.bad(LineError::from(reason).of_part(statement)));
        }
    }
}

/// Adds a field of the head, a comment that the format wants to be kept, or the
/// summary of a game; other lines after an apostrophe are for nobody.
fn add_remark(chunk: &mut Chunk, text: &str) -> Result<(), LineError> {
    if let Some((name, value)) = text.strip_prefix('$').and_then(|field| field.split_once(':')) {
        chunk.headers.extend(Header::of_csa(name).map(|header| (header, value.to_owned())));
    } else if let Some(comment) = text.strip_prefix(COMMENT) {
        chunk.add_comment(comment)?;
    } else if let Some(words) = text.strip_prefix(SUMMARY) {
        chunk.summary = summary(words);
    }
    Ok(())
}

/// What a summary says: `reason:NAME win:NAME lose`.
fn summary(words: &str) -> Option<(GameResult, Option<Reason>)> {
    let (reason, players) = words.split_once(':')?;
    let white = players.rsplit(' ').next()?;
    let result = match white {
        "win" => GameResult::White,
        "lose" => GameResult::Black,
        "draw" => GameResult::Draw,
        _ => return None,
    };
    Some((result, Reason::parse(reason)))
}

fn add_statement(chunk: &mut Chunk, line: u64, text: &str) -> Result<(), &'static str> {
    let ended = chunk.body.last().is_some_and(|unit| !unit.is_move);
    let is_side = text == "+" || text == "-";
    let unit = |is_move| Unit { line, text: text.to_owned(), is_move };
    match text.chars().next() {
        Some('T') => {
            if let Some(seconds) = text.strip_prefix('T').and_then(|text| text.parse().ok()) {
                chunk.set_time(seconds);
            }
            Ok(())
        }
        _ if ended => Err("something behind the end of the game"),
        // Hands by subtraction stand in problems, not in games.
        Some('P') if text.contains("00AL") => Err("AL is not understood"),
        Some('V' | 'N' | 'P') if chunk.body.is_empty() => chunk.add_head(unit(false)),
        Some('+' | '-') if is_side && chunk.body.is_empty() => chunk.add_head(unit(false)),
        Some('+' | '-') if text.len() == MOVE_BYTES && text.is_ascii() => chunk.add_body(unit(true)),
        Some('%') => chunk.add_body(unit(false)),
        _ => Err("neither a move nor anything else of CSA"),
    }
}

fn read(text: &str) -> Result<Record, LineError> {
    parse_csa_str(text).map_err(|error| match error {
        CsaError::IllegalMove { .. } => LineError::Format("the move is not legal"),
        CsaError::MoveSideMismatch(_) => LineError::Format("the other side is to move"),
        CsaError::InvalidMove(_) => LineError::Format("this is no move"),
        CsaError::InvalidBoard(text) | CsaError::InvalidLine(text) => LineError::Setup(quote(&text)),
        error => LineError::Setup(error.to_string()),
    })
}
