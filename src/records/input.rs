//! Positions from files: one a line, of either game, with what is known of them.

pub use super::lines::{Line, Lines};
pub(crate) use super::lines::{default_id, is_blank, uncommented};
use super::position::parse;
use super::{BadLine, GameKind, LineError, MAX_RECORD_MOVES, can_be_read_twice, of_game};
use crate::{chess, shogi};

/// More than the words and more than the fields of a line that can be used: a word is a move, a field a comment.
const MOST_PARTS: usize = 2 * MAX_RECORD_MOVES;

/// A position of either game.
#[derive(Clone, Debug)]
pub enum AnyPosition {
    /// Of shogi.
    Shogi(Box<shogi::Position>),
    /// Of chess.
    Chess(Box<chess::Position>),
}

impl From<shogi::Position> for AnyPosition {
    fn from(position: shogi::Position) -> Self {
        Self::Shogi(Box::new(position))
    }
}

impl From<chess::Position> for AnyPosition {
    fn from(position: chess::Position) -> Self {
        Self::Chess(Box::new(position))
    }
}

impl AnyPosition {
    /// The position that a text is, an SFEN or a FEN; nothing if it is none.
    pub(crate) fn read(text: &str) -> Option<Self> {
        read_line(text, String::new).ok().map(|line| line.position)
    }

    /// Which game it is of.
    pub const fn kind(&self) -> GameKind {
        match self {
            Self::Shogi(_) => GameKind::Shogi,
            Self::Chess(_) => GameKind::Chess,
        }
    }
}

/// A position from a file, and what stands beside it.
#[derive(Clone, Debug)]
pub struct PositionLine {
    /// Its number among all positions, from 1.
    pub number: u64,
    /// Where it stands: the file.
    pub file: String,
    /// Where it stands: the line, from 1.
    pub line: u64,
    /// Its name: the field `id`, or file and line.
    pub id: String,
    /// The position, moves played.
    pub position: AnyPosition,
    /// The words that it was read from, without the fields behind it.
    pub text: String,
    /// Best moves, as text; any of them is right.
    pub best: Vec<String>,
    /// Moves to avoid, as text.
    pub avoid: Vec<String>,
    /// Mate within this many plies (shogi) or moves (chess).
    pub mate: Option<u32>,
    /// All other fields, in their order.
    pub other: Vec<(String, String)>,
}

/// What the lines of these files say, in their order; `-` is standard input. Blank lines are passed over, and
/// those that say nothing.
pub(crate) fn each_line<T>(
    files: Vec<String>,
    mut read: impl FnMut(&str, &Line) -> Result<Option<T>, LineError>,
) -> impl Iterator<Item = Result<T, BadLine>> {
    Lines::new(files).filter_map(move |line| {
        let said = line.text().and_then(|text| if is_blank(text) { Ok(None) } else { read(text, &line) });
        said.map_err(|reason| line.bad(reason)).transpose()
    })
}

/// What a file says, and the lines of it that say nothing that can be read.
pub(crate) fn read_file<T>(
    file: &str,
    mut read: impl FnMut(&str) -> Result<Option<T>, LineError>,
) -> (Vec<T>, Vec<BadLine>) {
    let (mut said, mut bad) = (Vec::new(), Vec::new());
    for found in each_line(vec![file.to_owned()], |text, _| read(text)) {
        found.map_or_else(|line| bad.push(line), |found| said.push(found));
    }
    (said, bad)
}

/// The positions of several files; empty lines and comments are passed over.
pub fn positions(files: Vec<String>) -> impl Iterator<Item = Result<PositionLine, BadLine>> {
    let mut number = 0;
    each_line(files, move |text, line| {
        let position = read_line(text, || default_id(&line.file, line.line))?;
        number += 1;
        Ok(Some(PositionLine { number, file: line.file.clone(), line: line.line, ..position }))
    })
}

/// How many positions these files seem to hold: lines that are not empty and
/// not comments. Nothing if one of them cannot be read twice.
pub(crate) fn count_positions(files: &[String]) -> Option<u64> {
    can_be_read_twice(files).then(|| {
        let seems_one = |line: &Line| !line.text().is_ok_and(is_blank);
        Lines::new(files.to_vec()).filter(seems_one).count() as u64
    })
}

/// Reads a line: a position, then fields after semicolons, or EPD operations, and perhaps a comment.
///
/// # Errors
/// Says what is wrong.
pub fn read_line(text: &str, id: impl FnOnce() -> String) -> Result<PositionLine, LineError> {
    let (head, mut fields) = split_fields(uncommented(text));
    let words = words(head);
    let is_start = words.first() == Some(&"startpos");
    let Some(kind) = GameKind::recognize(&words).or(is_start.then_some(GameKind::Shogi)) else {
        return Err(LineError::NoPosition(head.trim().to_owned()));
    };
    let mut used = words.as_slice();
    let operations;
    if kind == GameKind::Chess {
        // EPD has its first operation behind the fourth field.
        let (fen, rest) = words.split_at(chess_fields(&words));
        if rest.first().is_some_and(|&word| word != "moves") {
            operations = rest.join(" ");
            fields.insert(0, &operations);
            used = fen;
        }
    }
    let counters = counters(used, &fields).filter(|_| kind == GameKind::Chess);
    let counted: Vec<&str> =
        used.iter().copied().chain(counters.iter().flatten().map(String::as_str)).collect();
    let position = of_game!(kind, P => parse::<P>(&counted)?.into());
    let mut line = PositionLine {
        number: 0,
        file: String::new(),
        line: 0,
        id: String::new(),
        position,
        text: counted.join(" "),
        best: Vec::new(),
        avoid: Vec::new(),
        mate: None,
        other: Vec::new(),
    };
    for field in fields {
        line.set_field(field.trim())?;
    }
    if line.id.is_empty() {
        line.id = id();
    }
    Ok(line)
}

/// How many words of a chess line are its FEN: four, or six with counters; one more for the word `fen`.
fn chess_fields(words: &[&str]) -> usize {
    let start = usize::from(words.first() == Some(&"fen"));
    let mut fields = start + 4;
    while fields < start + 6 && words.get(fields).is_some_and(|w| w.bytes().all(|b| b.is_ascii_digit())) {
        fields += 1;
    }
    fields.min(words.len())
}

impl PositionLine {
    fn set_field(&mut self, field: &str) -> Result<(), LineError> {
        let end = field.find(|c: char| c.is_whitespace() || c == '"').unwrap_or(field.len());
        let (name, value) = field.split_at_checked(end).unwrap_or((field, ""));
        let value = value.trim();
        match name {
            "" => {}
            "bm" if value.starts_with('#') => match value.trim_start_matches('#').parse() {
                // In place of a move: how many moves a mate takes.
                Ok(moves) => self.mate = Some(moves),
                Err(_) => self.other.push((name.to_owned(), value.to_owned())),
            },
            "bm" => self.best = moves(value),
            "am" => self.avoid = moves(value),
            "dm" => {
                let wrong = || LineError::Field { name: "dm", value: value.to_owned(), expected: "a number" };
                self.mate = Some(value.parse().map_err(|_| wrong())?);
            }
            "id" => self.id = value.trim_matches('"').to_owned(),
            _ => self.other.push((name.to_owned(), value.to_owned())),
        }
        Ok(())
    }
}

/// The moves of a field: between blanks or commas, with numbers before them or not.
fn moves(value: &str) -> Vec<String> {
    let words = value.split(|c: char| c.is_whitespace() || c == ',').map(|word| match word.split_once('.') {
        Some((number, m)) if number.bytes().all(|b| b.is_ascii_digit()) => m.trim_start_matches('.'),
        _ => word,
    });
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The counters that fields of EPD, `hmvc` and `fmvn`, add to a FEN of four words, if one is there.
fn counters(words: &[&str], fields: &[&str]) -> Option<[String; 2]> {
    let value = |name: &str| {
        let mut values = fields.iter().filter_map(|field| field.trim().strip_prefix(name));
        values.find_map(|value| value.trim().parse::<u32>().ok())
    };
    let (clock, number) = (value("hmvc"), value("fmvn"));
    let is_epd = words.len() == 4 + usize::from(words.first() == Some(&"fen"));
    let is_told = is_epd && (clock.is_some() || number.is_some());
    is_told.then(|| [clock.unwrap_or(0), number.unwrap_or(1)].map(|counter| counter.to_string()))
}

/// The words of a position and its moves; of more than a line can have only the first.
pub(super) fn words(head: &str) -> Vec<&str> {
    head.split_ascii_whitespace().take(MOST_PARTS).collect()
}

/// What stands before the first semicolon outside quotation marks, and the fields behind it; of more than a line
/// can have only the first.
pub(super) fn split_fields(text: &str) -> (&str, Vec<&str>) {
    let mut is_quoted = false;
    let mut parts = text.split(|letter| {
        is_quoted ^= letter == '"';
        letter == ';' && !is_quoted
    });
    (parts.next().unwrap_or_default(), parts.take(MOST_PARTS).collect())
}
