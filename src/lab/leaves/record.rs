//! A leaf as a line of a file.

use serde::{Deserialize, Serialize};

use super::stage::{Half, Phase};
use super::truth::{Check, Flaw, Truth, TruthSettings};
use crate::game::{Game, Geometry, Square, SquareSet};
use crate::lab::job::{Input, Place};
use crate::records::bad_line::{BadLine, LineError};
use crate::records::either::{of_either, of_game};
use crate::records::input::{AnyPosition, default_id, each_line, read_line};
use crate::records::position::{GameKind, parse};

/// The share of games that is for judging, where nothing else is said.
pub(crate) const TEST_SHARE: f64 = 0.5;

/// A leaf, one JSON object a line; the fields stand in this order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LeafRecord {
    /// Its name, different for each.
    pub id: String,
    /// `shogi` or `chess`.
    pub game: String,
    /// SFEN or FEN; the side to move is not in check.
    pub position: String,
    /// The square that the last move went to; none after a pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<String>,
    /// Opening, middle game or endgame.
    pub phase: Phase,
    /// For fitting or for judging.
    pub split: Half,
    /// Where it was drawn from; none if it was given as a position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Origin>,
    /// Its value by a full-width search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub truth: Option<Truth>,
    /// Its value by a search of another depth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<Check>,
    /// Whether the truth can be relied on; none before there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resolved: Option<bool>,
    /// Why it cannot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flaw: Option<Flaw>,
    /// How the truth was looked for; none before it was, and in files of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub labeled: Option<TruthSettings>,
}

impl LeafRecord {
    /// Whether it has a truth that can be relied on.
    pub(crate) fn is_resolved(&self) -> bool {
        self.resolved == Some(true) && self.truth.is_some()
    }

    /// A position, as if it began a game of its own.
    pub fn of<P: Game>(id: String, position: &P) -> Self {
        Self {
            id,
            game: P::GAME.to_owned(),
            position: position.text(),
            phase: Phase::of(position),
            split: Half::of(position.key(), TEST_SHARE),
            ..Self::default()
        }
    }
}

/// The search that met a leaf.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The strategy at its horizon.
    pub tactics: String,
    /// The line of the input that the game began with.
    pub id: String,
    /// Moves of the game before the search.
    pub ply: usize,
}

/// A leaf read from a file.
#[derive(Clone, Debug)]
pub struct LeafLine {
    /// Its number among all leaves, from 1.
    pub number: u64,
    /// Where it stands: the file.
    pub file: String,
    /// Where it stands: the line, from 1.
    pub line: u64,
    /// What stands in the file.
    pub record: LeafRecord,
    /// Its position.
    pub position: AnyPosition,
    /// The square that the last move went to.
    pub last_to: Option<Square>,
}

/// The leaves of several files: lines of JSON, or positions as in any other file of positions; `-` is standard input.
/// Each of the latter is a game of its own.
pub fn leaf_lines(files: Vec<String>) -> impl Iterator<Item = Result<LeafLine, BadLine>> {
    let mut number = 0;
    each_line(files, move |text, line| {
        let (record, position, last_to) = read(text, || default_id(&line.file, line.line))?;
        number += 1;
        Ok(Some(LeafLine { number, file: line.file.clone(), line: line.line, record, position, last_to }))
    })
}

/// A leaf, its position, and the square that the last move went to.
type Read = (LeafRecord, AnyPosition, Option<Square>);

/// Reads a line; `id` names a position that has no name.
fn read(text: &str, id: impl FnOnce() -> String) -> Result<Read, LineError> {
    if !text.trim_start().starts_with('{') {
        let line = read_line(text, id)?;
        let record = of_either!(&line.position, position => LeafRecord::of(line.id, position));
        return Ok((record, line.position, None));
    }
    let record: LeafRecord =
        serde_json::from_str(text).map_err(|error| LineError::NoJson(error.to_string()))?;
    let words: Vec<&str> = record.position.split_ascii_whitespace().collect();
    let Some(kind) = GameKind::parse(&record.game) else {
        return Err(LineError::Field { name: "game", value: record.game, expected: "shogi or chess" });
    };
    let (position, last_to) = of_game!(kind, P => {
        let position: P = parse(&words).map_err(LineError::Position)?;
        (position.into(), square::<P>(record.last.as_deref())?)
    });
    Ok((record, position, last_to))
}

impl Input for LeafLine {
    fn place(&self) -> Place<'_> {
        Place { number: self.number, id: &self.record.id, file: &self.file, line: self.line }
    }
}

fn square<P: Game>(text: Option<&str>) -> Result<Option<Square>, LineError> {
    let Some(text) = text else { return Ok(None) };
    let found = P::Geometry::all_squares().squares().find(|&sq| P::square_text(sq) == text);
    let error = || LineError::Field { name: "last", value: text.to_owned(), expected: "a square" };
    found.map(Some).ok_or_else(error)
}
