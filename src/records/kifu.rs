//! What CSA and KIF have in common: the crate rsshogi reads the moves, line
//! by line named by us, and our rules check them.
//!
//! The crate reads a whole game or nothing. It is given only lines whose form
//! has been checked (it would take any unknown word for the end of a game, and
//! long clock times overflow in it), and if it refuses, the longest beginning
//! that it accepts is looked for by halving.

use std::time::Duration;

use rsshogi::records::{Record, SpecialMove};

use super::bad_line::{BadLine, LineError};
use super::position::GameKind;
use super::{Comments, Found, GameResult, Header, Reading, Reason};
use crate::game::{Color, Notation};
use crate::shogi;

/// A line, or a part of one, that the crate is given.
#[derive(Debug)]
pub struct Unit {
    /// Where it stood.
    pub line: u64,
    /// The text, of a form that was checked.
    pub text: String,
    /// Whether it is a move.
    pub is_move: bool,
}

/// The lines of one game.
#[derive(Debug, Default)]
pub struct Chunk {
    /// Where it begins.
    pub first_line: u64,
    /// What tells position and players.
    pub head: Vec<Unit>,
    /// The moves, and how the game ended.
    pub body: Vec<Unit>,
    /// The first broken line; nothing after it is used.
    pub cut: Option<BadLine>,
    /// How many of the body's lines are moves.
    pub moves: usize,
    /// What is said of the moves.
    pub comments: Comments,
    /// The times of the moves.
    pub times: Vec<Option<Duration>>,
    /// Fields of the head that the crate does not need.
    pub headers: Vec<(Header, String)>,
    /// Who won in the words of a summary, and why: for ends that the format has
    /// no word for.
    pub summary: Option<(GameResult, Option<Reason>)>,
}

/// The most units of a game: its moves, its end, and a generous head.
const MAX_UNITS: usize = super::MAX_RECORD_MOVES + 1000;
/// The most bytes of a unit: the longest are the names of players.
const MAX_UNIT_BYTES: usize = 1000;

impl Chunk {
    /// Whether nothing has been found yet.
    pub fn is_empty(&self) -> bool {
        self.head.is_empty() && self.body.is_empty() && self.cut.is_none()
    }

    /// Notes a broken line, unless there was one before.
    pub fn fail(&mut self, bad: BadLine) {
        self.begin(bad.line);
        self.cut.get_or_insert(bad);
    }

    /// Notes that the game goes on in this line.
    pub fn begin(&mut self, line: u64) {
        if self.first_line == 0 {
            self.first_line = line;
        }
    }

    /// Adds a unit to the head.
    ///
    /// # Errors
    /// Says what is too long.
    pub fn add_head(&mut self, unit: Unit) -> Result<(), &'static str> {
        self.check_room(&unit)?;
        self.head.push(unit);
        Ok(())
    }

    /// Adds a unit to the body.
    ///
    /// # Errors
    /// Says what is too long.
    pub fn add_body(&mut self, unit: Unit) -> Result<(), &'static str> {
        self.check_room(&unit)?;
        self.moves += usize::from(unit.is_move);
        self.body.push(unit);
        Ok(())
    }

    /// Adds a line to what is said of the last move, or before the first.
    ///
    /// # Errors
    /// If there is too much of it.
    pub fn add_comment(&mut self, text: &str) -> Result<(), LineError> {
        self.comments.add(self.moves, text)
    }

    /// Notes the time of the last move, in seconds.
    pub fn set_time(&mut self, seconds: f64) {
        const MOST: f64 = 1e9;
        if self.moves > 0 && seconds <= MOST {
            self.times.resize(self.moves - 1, None);
            self.times.push(Duration::try_from_secs_f64(seconds).ok());
        }
    }

    fn check_room(&mut self, unit: &Unit) -> Result<(), &'static str> {
        self.begin(unit.line);
        if unit.text.len() > MAX_UNIT_BYTES {
            Err("the line is too long")
        } else if self.head.len() + self.body.len() == MAX_UNITS {
            Err("the game is too long")
        } else {
            Ok(())
        }
    }

    /// Reads the game; `read` is the crate's reader for the format.
    pub fn finish(self, file: &str, read: fn(&str) -> Result<Record, LineError>) -> Found {
        let bad = |line: u64, reason: LineError| BadLine { file: file.to_owned(), line, reason };
        let head: String = self.head.iter().flat_map(|unit| [unit.text.as_str(), "\n"]).collect();
        let upto = |units: usize| {
            let body = self.body.iter().take(units).flat_map(|unit| [unit.text.as_str(), "\n"]);
            let text: String = std::iter::once(head.as_str()).chain(body).collect();
            read(&text)
        };
        let first = match upto(0) {
            Ok(record) => record,
            Err(reason) => return Err(self.cut.unwrap_or_else(|| bad(self.first_line, reason))),
        };
        let start = shogi::Position::parse(first.init_position_sfen());
        let start = start.map_err(|error| bad(self.first_line, error.into()))?;
        let mut reading = Reading::new(GameKind::Shogi, start, file, self.first_line);

        let (record, refused) = longest(self.body.len(), first, upto);
        let refused = refused.and_then(|(number, reason)| {
            let unit = self.body.get(number)?;
            Some(bad(unit.line, reason.of_part(&unit.text)))
        });
        reading.record.cut = refused.or(self.cut);
        let moves = self.body.iter().filter(|unit| unit.is_move);
        for (entry, unit) in record.main_moves().zip(moves) {
            if let Err(reason) = reading.play_text(&entry.mv().to_usi()) {
                reading.record.cut = Some(bad(unit.line, reason));
                break;
            }
        }
        let metadata = record.metadata();
        reading.record.names[Color::Black] = metadata.black_player().map(str::to_owned);
        reading.record.names[Color::White] = metadata.white_player().map(str::to_owned);
        for (header, text) in &self.headers {
            reading.record.set_header(*header, text);
        }
        reading.record.comments = self.comments;
        reading.record.times = self.times;
        if reading.record.cut.is_none() {
            let (winner, why) = self.summary.unzip();
            reading.record.result = result(&record).or(winner);
            reading.record.reason = why.flatten().or_else(|| reason(&record));
        }
        reading.finish()
    }
}

/// What is read of the longest beginning that is accepted, and the number of
/// the unit behind it with the reason why it is not. `first` is what is read
/// of no unit.
fn longest(
    units: usize,
    first: Record,
    upto: impl Fn(usize) -> Result<Record, LineError>,
) -> (Record, Option<(usize, LineError)>) {
    let mut refused = match upto(units) {
        Ok(record) => return (record, None),
        Err(reason) => (units, reason),
    };
    let mut accepted = (0, first);
    while accepted.0 + 1 < refused.0 {
        let middle = accepted.0.midpoint(refused.0);
        match upto(middle) {
            Ok(record) => accepted = (middle, record),
            Err(reason) => refused = (middle, reason),
        }
    }
    (accepted.1, Some((refused.0 - 1, refused.1)))
}

fn result(record: &Record) -> Option<GameResult> {
    let result = record.result();
    match result.winner_color() {
        Some(rsshogi::types::Color::BLACK) => Some(GameResult::Black),
        Some(_) => Some(GameResult::White),
        None if result.is_draw() => Some(GameResult::Draw),
        None => None,
    }
}

/// Why the game ended, where our words say the same.
fn reason(record: &Record) -> Option<Reason> {
    match record.main_terminal()?.kind() {
        SpecialMove::Resign => Some(Reason::Resignation),
        SpecialMove::MaxMoves => Some(Reason::MaxPlies),
        SpecialMove::RepetitionDraw => Some(Reason::Repetition),
        SpecialMove::Mate => Some(Reason::Checkmate),
        SpecialMove::Timeout => Some(Reason::Time),
        SpecialMove::WinByIllegalMove | SpecialMove::LoseByIllegalMove => Some(Reason::Illegal),
        SpecialMove::WinByDeclaration => Some(Reason::Declaration),
        _ => None,
    }
}
