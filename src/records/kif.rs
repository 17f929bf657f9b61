//! Kakinoki's format, the usual one of Japanese programs, over the crate
//! rsshogi. Only the game is read, no variations.

use rsshogi::board::InitialPosition;
use rsshogi::records::formats::kif::{KifError, parse_kif_str};
use rsshogi::records::{Record, SpecialMove};

use super::bad_line::LineError;
use super::kifu::{Chunk, Unit};
use super::source::{Source, japanese};
use super::{Found, GameResult, Header};
use crate::game::quote;

/// Fields of the head that matter: handicap, players, hands.
const FIELDS: [&str; 9] =
    ["手合割", "先手", "後手", "下手", "上手", "先手の持駒", "後手の持駒", "下手の持駒", "上手の持駒"];
/// A handicap that says no more than that a diagram follows.
const OTHER_HANDICAP: &str = "その他";
/// The line above the moves.
const MOVES_FOLLOW: &str = "手数--";
/// The beginning of the line that tells the result.
const SUMMARY: &str = "まで";
/// The beginning of a variation.
const VARIATION: &str = "変化";
/// A drop.
const DROP: char = '打';

/// Whether only a record of this format begins so.
pub fn is_first_line(text: &str) -> bool {
    text.contains('：')
        || text.starts_with(MOVES_FOLLOW)
        || text.starts_with('#') && text.to_ascii_lowercase().contains("kif")
        || text.starts_with(|first: char| first.is_ascii_digit()) && split_move(text).is_ok_and(|m| m.is_move)
}

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Nothing that matters: a comment, a bookmark.
    Comment,
    /// `name：value`.
    Field,
    /// A part of the diagram, or the side to move.
    Diagram,
    /// [`MOVES_FOLLOW`].
    MovesFollow,
    /// A move, or how the game ended.
    Move,
    /// How the game ended, in words ([`SUMMARY`]).
    Summary,
    /// Where a variation begins ([`VARIATION`]).
    Variation,
    /// Nothing that belongs here.
    Unknown,
}

impl Kind {
    fn of(text: &str) -> Self {
        match text.chars().next() {
            None | Some('*' | '#' | '&' | '\'') => Self::Comment,
            Some('0'..='9') => Self::Move,
            Some('|' | '+' | '９') => Self::Diagram,
            _ if matches!(text, "先手番" | "後手番" | "下手番" | "上手番") => Self::Diagram,
            _ if text.starts_with(VARIATION) => Self::Variation,
            _ if text.starts_with(SUMMARY) => Self::Summary,
            _ if text.starts_with(MOVES_FOLLOW) => Self::MovesFollow,
            _ if text.starts_with("手数") => Self::Comment,
            _ if text.contains(['：', ':']) => Self::Field,
            _ => Self::Unknown,
        }
    }

    /// Whether a new game begins if there were moves before.
    const fn begins_game(self) -> bool {
        matches!(self, Self::Field | Self::Diagram | Self::MovesFollow)
    }
}

/// The next game of a file.
pub fn next_game(source: &mut Source) -> Option<Found> {
    let mut chunk = Chunk::default();
    let (mut in_moves, mut in_variations) = (false, false);
    while let Some(line) = source.next() {
        let text = japanese(&line);
        match text.as_deref().map(str::trim) {
            Ok(text) => {
                let kind = Kind::of(text);
                if in_moves && kind.begins_game() {
                    source.give_back(line);
                    break;
                }
                if chunk.cut.is_none()
                    && !in_variations
                    && let Err(reason) = add_line(&mut chunk, line.line, text, kind)
                {
                    chunk.fail(line.bad(reason.of_part(text)));
                }
                in_variations |= matches!(kind, Kind::Variation | Kind::Summary);
                in_moves |= in_variations || kind == Kind::Move;
            }
            Err(reason) => chunk.fail(line.bad(reason.clone())),
        }
    }
    if chunk.is_empty() { None } else { Some(chunk.finish(&source.file, read)) }
}

fn add_line(chunk: &mut Chunk, line: u64, text: &str, kind: Kind) -> Result<(), LineError> {
    let unit = |text: String, is_move| Unit { line, text, is_move };
    match kind {
        Kind::Comment => match text.strip_prefix('*') {
            Some(comment) => chunk.add_comment(comment),
            None => Ok(()),
        },
        Kind::MovesFollow | Kind::Variation => Ok(()),
        Kind::Field if head_field(text)? => Ok(chunk.add_head(unit(text.to_owned(), false))?),
        Kind::Field => {
            chunk.begin(line);
            let field = text.split_once(['：', ':']);
            let header =
                field.and_then(|(name, value)| Some((Header::of_kif(name.trim())?, value.to_owned())));
            chunk.headers.extend(header);
            Ok(())
        }
        // The crate does not know the names of the sides in handicap games.
        Kind::Diagram => {
            let text = text.replace("下手番", "先手番").replace("上手番", "後手番");
            Ok(chunk.add_head(unit(text, false))?)
        }
        Kind::Move => {
            let m = check_move(chunk, text)?;
            chunk.add_body(unit(m.text, m.is_move))?;
            if m.is_move
                && let Some(seconds) = seconds(text)
            {
                chunk.set_time(seconds);
            }
            Ok(())
        }
        // How the game ended may have been told before, but not who won.
        Kind::Summary if chunk.body.last().is_some_and(|unit| !unit.is_move) => {
            chunk.summary = winner(text).map(|result| (result, None));
            Ok(())
        }
        Kind::Summary => Ok(chunk.add_body(unit(text.to_owned(), false))?),
        Kind::Unknown => Err("nothing that KIF knows".into()),
    }
}

/// Whether a field of the head matters.
fn head_field(text: &str) -> Result<bool, &'static str> {
    let (name, value) = text.split_once(['：', ':']).unwrap_or((text, ""));
    if !FIELDS.contains(&name.trim()) {
        return Ok(false);
    }
    let value = value.trim();
    let is_handicap = name.trim() == "手合割" && value != OTHER_HANDICAP;
    if is_handicap && InitialPosition::from_handicap_name_ja(value).is_none() {
        return Err("the handicap is not known");
    }
    Ok(true)
}

/// A line of a move, taken apart.
#[derive(Debug)]
struct MoveLine {
    /// The line without clock times.
    text: String,
    number: u32,
    is_move: bool,
}

fn check_move(chunk: &Chunk, text: &str) -> Result<MoveLine, &'static str> {
    let m = split_move(text)?;
    match chunk.body.last() {
        Some(last) if !last.is_move => Err("something behind the end of the game"),
        Some(last) if split_move(&last.text).is_ok_and(|last| last.number + 1 != m.number) => {
            Err("a move is missing before this one")
        }
        _ => Ok(m),
    }
}

/// Takes a line such as `  12 ５五角打   ( 0:05/00:01:00)` apart.
fn split_move(text: &str) -> Result<MoveLine, &'static str> {
    const NO_MOVE: &str = "this is no move";
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = text.strip_suffix(rest).and_then(|digits| digits.parse().ok());
    let number: u32 = number.filter(|&n| n < u32::MAX).ok_or(NO_MOVE)?;
    let rest = rest.trim();
    let is_move = rest.starts_with(|c: char| c == '同' || c.is_ascii_digit() || ('１'..='９').contains(&c));
    let kept = if is_move {
        let origin = rest.find('(').unwrap_or(rest.len());
        let (place, origin) = rest.split_at_checked(origin).ok_or(NO_MOVE)?;
        match (place.split_once(DROP), origin.as_bytes()) {
            (Some((dropped, _)), _) => format!("{dropped}{DROP}"),
            (None, &[b'(', file @ b'1'..=b'9', rank @ b'1'..=b'9', b')', ..]) => {
                format!("{place}({}{})", file as char, rank as char)
            }
            _ => return Err("no square that the piece comes from"),
        }
    } else {
        let end = rest.find(|c: char| c.is_whitespace() || c == '(').unwrap_or(rest.len());
        rest.get(..end).filter(|word| !word.is_empty()).ok_or(NO_MOVE)?.to_owned()
    };
    Ok(MoveLine { text: format!("{number} {kept}"), number, is_move })
}

/// The seconds that a move took, in a line such as `12 ５五角打 ( 0:05/00:01:00)`.
fn seconds(text: &str) -> Option<f64> {
    let (_, times) = text.rsplit_once('(')?;
    let (time, _) = times.split_once('/')?;
    let parts: Vec<f64> = time.split(':').map(|part| part.trim().parse().ok()).collect::<Option<_>>()?;
    (parts.len() > 1).then(|| parts.iter().fold(0.0, |sum, part| sum * 60.0 + part))
}

/// Who won in the words of a summary such as `まで7手で先手の勝ち`.
fn winner(text: &str) -> Option<GameResult> {
    let text = text.strip_suffix("の勝ち")?;
    if text.ends_with("先手") || text.ends_with("下手") {
        Some(GameResult::Black)
    } else {
        (text.ends_with("後手") || text.ends_with("上手")).then_some(GameResult::White)
    }
}

fn read(text: &str) -> Result<Record, LineError> {
    let record = parse_kif_str(text).map_err(|error| match error {
        KifError::IllegalMove { .. } => LineError::Format("the move is not legal"),
        KifError::InvalidMove(_) => LineError::Format("this is no move"),
        KifError::InvalidLine(text) => LineError::Setup(quote(&text)),
        error => LineError::Setup(error.to_string()),
    })?;
    match record.main_terminal().map(|end| end.kind()) {
        Some(SpecialMove::Unknown(_)) => Err(LineError::Format("neither a move nor the end of a game")),
        _ => Ok(record),
    }
}
