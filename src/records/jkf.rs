//! JSON Kifu Format (na2hiro), which viewers in browsers take: a game is an object with `header`, `initial`
//! and `moves`. A file may hold several objects, or a list of them.

use std::fmt;
use std::time::Duration;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Number;

use super::csa::{self, piece_type};
use super::kifu::OUTCOME;
use super::lines::LONGEST_LINE;
use super::setup::{self, Setup};
use super::{BadLine, Draft, Found, Header, LineError, Source, duration, ends, header};
use crate::game::{
    Board as _, Color, MoveParts, Notation as _, NotationError, Piece, PieceType, Position as _, Square,
};
use crate::shogi::{Move, Position, piece, square};

/// A first position that has no name.
pub const OTHER: &str = "OTHER";

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Jkf {
    /// The head, by the names of KIF.
    pub header: Fields,
    /// The first position, unless it is the usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub initial: Option<Initial>,
    /// The first has no move, only what is said before the first.
    pub moves: Vec<Step>,
}

/// Fields in their order.
#[derive(Clone, Debug, Default)]
pub struct Fields(pub Vec<(String, String)>);

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Initial {
    /// The name of a handicap, or [`OTHER`].
    pub preset: String,
    /// What stands where, if it has no name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<State>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct State {
    /// The side to move: 0 for black.
    pub color: u8,
    /// The squares by file from 1, then by rank.
    pub board: Vec<Vec<Place>>,
    /// The pieces in hand, black's first.
    pub hands: Vec<std::collections::BTreeMap<String, u32>>,
}

/// What stands on a square, if anything.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Place {
    /// Whose it is: 0 for black.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<u8>,
    /// The piece's name in CSA.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
}

/// A move, with what is said of it, or how the game ended.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Step {
    /// What is said, by lines.
    #[serde(default, deserialize_with = "or_nothing", skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<String>,
    #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
    pub played: Option<Played>,
    /// The time spent on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<Times>,
    /// How the game ended, in a word of CSA.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub special: Option<String>,
    /// Lines that begin in place of this move.
    #[serde(default, deserialize_with = "or_nothing", skip_serializing_if = "Vec::is_empty")]
    pub forks: Vec<Vec<Step>>,
}

/// A move as JKF has it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Played {
    /// The side: 0 for black.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<u8>,
    /// Where the piece comes from; nothing for a drop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Point>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Point>,
    /// The piece before the move, in CSA.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// Whether it goes where the last move went.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same: Option<bool>,
    /// Whether it promotes, where it could.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promote: Option<bool>,
    /// What it takes, in CSA.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capture: Option<String>,
    /// The words that tell it from others, by their letters in JKF.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relative: Option<String>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Point {
    /// The file.
    pub x: u8,
    /// The rank.
    pub y: u8,
}

/// The time of a move, and of all of its side's moves to here.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Times {
    pub now: Clock,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<Clock>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Clock {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub h: Option<Number>,
    pub m: Option<Number>,
    pub s: Option<Number>,
}

/// A list, or `null` in place of an empty one.
fn or_nothing<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Fields;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the fields of a head")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
                let mut fields = Vec::new();
                while let Some((name, value)) = map.next_entry::<String, serde_json::Value>()? {
                    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                    fields.push((name, text));
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

pub(crate) fn next_game(source: &mut Source) -> Option<Found> {
    let mut text = String::new();
    let mut first_line = 0;
    let mut depth = Depth::default();
    while let Some(mut line) = source.next() {
        let read = match line.text() {
            Ok(read) => read,
            Err(reason) => return Some(Err(line.bad(reason))),
        };
        // What parts the objects of a list means nothing.
        let part = if text.is_empty() {
            first_line = line.line;
            read.trim_start_matches(['[', ']', ',', ' ', '\t'])
        } else {
            read
        };
        if part.is_empty() {
            continue;
        }
        let end = depth.end(part);
        let (part, rest) = part.split_at_checked(end.unwrap_or(part.len())).unwrap_or((part, ""));
        text.push_str(part);
        text.push('\n');
        if text.len() > LONGEST_LINE + 1 {
            return Some(Err(line.bad(LineError::TooLong)));
        }
        if end.is_some() {
            let left = rest.trim_start_matches([']', ',', ' ', '\t']).len();
            if left > 0 {
                line.leave(left);
                source.give_back(line);
            }
            return Some(read_game(&source.file, first_line, &text));
        }
    }
    (!text.trim().is_empty()).then(|| read_game(&source.file, first_line, &text))
}

/// How deep in brackets a text is.
#[derive(Debug, Default)]
struct Depth {
    open: usize,
    is_quoted: bool,
    is_escaped: bool,
}

impl Depth {
    /// Where the object ends, if it ends in this part of it. Text that begins no object ends with its line.
    fn end(&mut self, part: &str) -> Option<usize> {
        for (at, byte) in part.bytes().enumerate() {
            if self.is_quoted {
                self.is_quoted = self.is_escaped || byte != b'"';
                self.is_escaped = !self.is_escaped && byte == b'\\';
                continue;
            }
            match byte {
                b'"' => self.is_quoted = true,
                b'{' | b'[' => self.open += 1,
                b'}' | b']' => {
                    self.open = self.open.saturating_sub(1);
                    if self.open == 0 {
                        return Some(at + 1);
                    }
                }
                _ => {}
            }
        }
        (self.open == 0 && !self.is_quoted).then_some(part.len())
    }
}

fn read_game(file: &str, line: u64, text: &str) -> Found {
    let bad = |line: u64, reason| BadLine { file: file.to_owned(), line, reason };
    let game: Jkf = serde_json::from_str(text.trim_end()).map_err(|error| {
        bad(line + (error.line() as u64).saturating_sub(1), LineError::NoJson(error.to_string()))
    })?;
    let no_game = || Err(bad(line, "this is JSON, but no record of a game".into()));
    if game.header.0.is_empty() && game.initial.is_none() && game.moves.is_empty() {
        return no_game();
    }
    let mut draft = Draft::new(file);
    let mut outcome = None;
    for (name, value) in &game.header.0 {
        match ends::side(name) {
            Some((c, "")) => draft.set_name(line, c, value),
            _ if name == OUTCOME => outcome = Some(value),
            _ => draft.set_header(line, Header::named(header::KIF, name), value),
        }
    }
    draft.start(line, || first_position(game.initial.as_ref()).map_err(|reason| (line, reason)));
    read_line(&mut draft, line, &game.moves);
    if let (Some(reading), Some(outcome)) = (&mut draft.reading, outcome) {
        let outcome = reading.outcome(|mover| ends::of_summary(outcome, mover).0);
        let record = &mut reading.record;
        if record.result.is_none() {
            (record.result, record.reason) = (outcome.result, outcome.reason);
        }
    }
    read_forks(&mut draft, line, &game.moves, 0);
    draft.finish().unwrap_or_else(no_game)
}

/// Plays a line of moves.
fn read_line(draft: &mut Draft<Position>, line: u64, steps: &[Step]) {
    for step in steps {
        if let Some(played) = &step.played {
            let Some(reading) = draft.at_move(line, "moves") else { return };
            if let Err(reason) = reading.play_next(|position| parse_move(position, played)) {
                draft.fail(line, reason);
                continue;
            }
        }
        if let Some(word) = &step.special {
            let is_csa = ends::of(ends::CSA, word, Color::Black).is_some();
            draft.end(line, if is_csa { ends::CSA } else { ends::KIF }, word);
        }
        let Some(reading) = &mut draft.reading else { return };
        reading.set_time(step.time.as_ref().and_then(|time| time.now.duration()));
        for comment in &step.comments {
            draft.say(line, comment);
        }
    }
}

/// Plays the lines beside a line, the last first: then what they leave stands
/// on the way back to its beginning. The line has so many moves before it.
fn read_forks(draft: &mut Draft<Position>, line: u64, steps: &[Step], before: usize) {
    let moves = steps.iter().filter(|step| step.played.is_some()).count();
    let mut after = before + moves;
    for step in steps.iter().rev() {
        if step.played.is_some() {
            after -= 1;
        }
        for fork in &step.forks {
            draft.branch(line, "forks", Ok(after));
            read_line(draft, line, fork);
            read_forks(draft, line, fork, after);
        }
    }
}

fn first_position(initial: Option<&Initial>) -> Result<Position, LineError> {
    let Some(initial) = initial else { return Ok(Position::start()) };
    let data = match &initial.data {
        Some(data) if !data.board.is_empty() => data,
        _ => {
            let unknown = || LineError::from("the handicap is not known").of_part(&initial.preset);
            let sfen = setup::of_jkf(&initial.preset).ok_or_else(unknown)?;
            return Ok(Position::parse(&sfen)?);
        }
    };
    let broken = || LineError::from("this is no board");
    let mut setup = Setup { side: side(data.color), ..Setup::default() };
    if data.board.len() != square::SIZE || data.board.iter().any(|file| file.len() != square::SIZE) {
        return Err(broken());
    }
    for (file, places) in data.board.iter().enumerate() {
        for (rank, place) in places.iter().enumerate() {
            if let Some(kind) = place.kind.as_deref().filter(|kind| !kind.is_empty()) {
                let pt = piece_type(kind).ok_or_else(broken)?;
                setup.set(square::square(file, rank), Some(Piece::new(side(place.color.unwrap_or(0)), pt)));
            }
        }
    }
    for (hand, c) in data.hands.iter().zip(Color::ALL) {
        for (kind, &number) in hand {
            let pt = piece_type(kind).filter(|pt| piece::HAND.contains(pt)).ok_or_else(broken)?;
            setup.hold(c, pt, number);
        }
    }
    Ok(setup.position()?)
}

const fn side(color: u8) -> Color {
    if color == 0 { Color::Black } else { Color::White }
}

fn parse_move(position: &Position, played: &Played) -> Result<Move, LineError> {
    let no_move = || LineError::from("this is no move");
    let last = || position.last_move().map(Position::destination);
    let to = match played.to {
        Some(to) => to.square().ok_or_else(no_move)?,
        None => last().filter(|_| played.same == Some(true)).ok_or_else(no_move)?,
    };
    if played.color.is_some_and(|color| side(color) != position.side_to_move()) {
        return Err("the other side is to move".into());
    }
    let named = played.piece.as_deref().map(|name| piece_type(name).ok_or_else(no_move)).transpose()?;
    let parts = match played.from {
        None => MoveParts::drop_on(named.ok_or_else(no_move)?, to),
        Some(from) => {
            let from = from.square().ok_or_else(no_move)?;
            let illegal =
                || NotationError::Illegal { text: Position::square_text(from), position: position.text() };
            let piece = position.piece_on(from).ok_or_else(illegal)?.piece_type();
            if named.is_some_and(|named| named != piece) {
                return Err(illegal().into());
            }
            let becomes = piece::promote_if(piece, played.promote == Some(true));
            MoveParts { from: Some(from), to, piece, becomes, captured: None }
        }
    };
    Ok(position.parse_move(&Position::parts_text(&parts))?)
}

impl Point {
    fn square(self) -> Option<Square> {
        let on_board = |n: u8| (1..=square::SIZE as u8).contains(&n).then(|| usize::from(n - 1));
        Some(square::square(on_board(self.x)?, on_board(self.y)?))
    }

    pub fn of(sq: Square) -> Self {
        Self { x: square::file(sq) as u8 + 1, y: square::rank(sq) as u8 + 1 }
    }
}

impl Clock {
    fn duration(&self) -> Option<Duration> {
        let [h, m, s] = [&self.h, &self.m, &self.s].map(|part| part.as_ref().and_then(Number::as_f64));
        duration(h.unwrap_or(0.0) * 3600.0 + m.unwrap_or(0.0) * 60.0 + s.unwrap_or(0.0))
    }

    /// A time; hours only where they are asked for.
    pub fn of(time: Duration, has_hours: bool) -> Self {
        let (all, ms) = (time.as_secs(), time.subsec_millis());
        let minutes = if has_hours { all / 60 % 60 } else { all / 60 };
        let seconds = (all % 60) as f64 + f64::from(ms) / 1000.0;
        // A whole number has no point.
        let s = if ms == 0 { Some((all % 60).into()) } else { Number::from_f64(seconds) };
        Self { h: has_hours.then(|| (all / 3600).into()), m: Some(minutes.into()), s }
    }
}

/// A piece's name.
pub fn kind(pt: PieceType) -> String {
    csa::name(pt).to_owned()
}
