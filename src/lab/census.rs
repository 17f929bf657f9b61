//! How many tactical moves stand open in positions of real games: the table
//! of the article (Rollason 2006) that says why capture search fails in shogi.
//!
//! A position counts by the number of squares on which SUPER-SOMA's table has a profitable capture, promotion or
//! fork. The article does not say whose; we count those of the side to move, those of its opponent, and those of
//! either side together, which is what its figures are held against; and all three once more for captures alone,
//! since it does not say of which kinds.

use serde::{Deserialize, Serialize};

use super::job::Experiment;
use crate::article::board::MiniBoard;
use crate::article::table::{Delayed, FullTable};
use crate::article::xref::XrefRow;
use crate::chess;
use crate::game::{BitboardOf, ByColor, Color, Game, Geometry, Notation, SquareSet, ValuePreset};
use crate::records::either::of_game;
use crate::records::{GameRecord, GameResult};
use crate::soma::entry::EntryKind;

/// The number of moves after which the article begins to count.
pub(crate) const ARTICLE_PLY: u32 = 50;
/// How many squares are told apart: at least 1 to at least this many.
pub const MOST: usize = 8;
/// Positions are parted by the number of moves before them, so many each.
const BAND: u32 = 50;

/// What was counted in one game: the fields of `census --jsonl`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameCensus {
    /// The game's name: its `id`, or file and line.
    pub id: String,
    /// `shogi` or `chess`.
    pub game: String,
    /// Who played black.
    pub black: Option<String>,
    /// Who played white.
    pub white: Option<String>,
    /// `black`, `white` or `draw`, if it is known.
    pub result: Option<GameResult>,
    /// The moves before the record's first position, as its SFEN or FEN counts.
    pub first_ply: u32,
    /// How many moves the record has, as far as it could be used.
    pub plies: u32,
    /// Positions are counted from the one after so many moves on.
    pub from_ply: u32,
    /// For each position counted, in their order, the squares on which there is a profitable move.
    #[serde(flatten)]
    pub all: BySide<Vec<u8>>,
    /// The same of captures alone.
    pub captures: BySide<Vec<u8>>,
    /// Which of the positions counted are checks, by the moves before them.
    pub in_check: Vec<u32>,
    /// Why the record was used no further.
    pub cut: Option<String>,
}

/// What is counted for the sides of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BySide<T> {
    /// Of either side.
    pub either: T,
    /// Of the side to move alone.
    pub side_to_move: T,
    /// Of its opponent, if it were his move.
    pub opponent: T,
}

/// Counts positions after at least so many moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CensusSettings {
    /// So many.
    pub from_ply: u32,
}

impl Experiment for CensusSettings {
    type Input = GameRecord;
    type Record = GameCensus;
    type Context = ();

    const INPUTS: &'static str = "games";

    fn context(&self) {}

    fn work(&self, (): &mut (), record: GameRecord) -> Option<GameCensus> {
        Some(GameCensus::new(&record, self.from_ply))
    }

    fn is_ours(&self, census: &GameCensus) -> bool {
        census.from_ply == self.from_ply
    }

    fn is_of(&self, census: &GameCensus, record: &GameRecord) -> bool {
        (census.plies, census.first_ply) == (record.moves.len() as u32, record.first_ply)
            && (&census.black, &census.white) == (&record.names[Color::Black], &record.names[Color::White])
    }
}

impl GameCensus {
    /// Counts in a game.
    pub fn new(record: &GameRecord, from_ply: u32) -> Self {
        of_game!(record.game, P => Self::of::<P>(record, from_ply))
    }

    /// Counts in SUPER-SOMA's tables of a game's positions.
    fn of<P: Game>(record: &GameRecord, from_ply: u32) -> Self {
        let mut census = Self {
            id: record.id.clone(),
            game: P::GAME.to_owned(),
            black: record.names[Color::Black].clone(),
            white: record.names[Color::White].clone(),
            result: record.result,
            first_ply: record.first_ply,
            plies: record.moves.len() as u32,
            from_ply,
            all: BySide::default(),
            captures: BySide::default(),
            in_check: Vec::new(),
            cut: record.cut.as_ref().map(|bad| bad.reason.in_english()),
        };
        record.for_each_position::<P>(|ply, position| {
            if ply >= from_ply {
                let us = position.side_to_move();
                let counted = [&mut census.all, &mut census.captures];
                for (counted, squares) in counted.into_iter().zip(squares(position)) {
                    counted.either.push((squares[us] | squares[!us]).len() as u8);
                    counted.side_to_move.push(squares[us].len() as u8);
                    counted.opponent.push(squares[!us].len() as u8);
                }
                census.in_check.extend(position.in_check().then_some(ply));
            }
        });
        census
    }
}

/// The squares on which each side has a profitable move that counts, and those on which it has a capture.
fn squares<P: Game>(position: &P) -> [ByColor<BitboardOf<P>>; 2] {
    let values = P::Geometry::values(ValuePreset::Default);
    let table = FullTable::new(MiniBoard::new(position), values, Delayed::All, false);
    let mut found = [ByColor([SquareSet::EMPTY; 2]); 2];
    for row in table.xref.rows.iter().filter(|row| is_profitable(row)) {
        // What is taken in passing does not stand where its taker goes.
        let square = BitboardOf::<P>::of(row.parts.captured.map_or(row.parts.to, |(square, _)| square));
        found[0][row.side] |= square;
        if row.parts.captured.is_some() {
            found[1][row.side] |= square;
        }
    }
    found
}

/// Whether an entry is a profitable capture, promotion or fork; in check one that is an evasion as well.
fn is_profitable(row: &XrefRow) -> bool {
    let counts = match row.entry.kind {
        EntryKind::Capture | EntryKind::Promotion | EntryKind::Fork => true,
        EntryKind::Evasion => row.parts.captured.is_some() || row.parts.is_promotion(),
        _ => false,
    };
    counts && row.entry.value > 0
}

/// What was counted in all games: the object of `census --json`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CensusTotals {
    /// Positions are counted from the one after so many moves on.
    pub from_ply: u32,
    /// Broken lines, and records that were not used to their end.
    pub broken: u64,
    /// What was counted in games of shogi.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shogi: Option<CensusCounts>,
    /// What was counted in games of chess.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chess: Option<CensusCounts>,
}

/// What was counted in the games of one kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CensusCounts {
    /// How many games.
    pub games: u64,
    /// How many positions.
    pub positions: u64,
    /// How many of them are checks.
    pub in_check: u64,
    /// In how many positions there are at least 1, 2, ... 8 squares.
    #[serde(flatten)]
    pub all: BySide<[u64; MOST]>,
    /// The same of captures alone.
    pub captures: BySide<[u64; MOST]>,
    /// The squares for either side by the stage of the game.
    pub bands: Vec<Band>,
}

/// A stage of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Band {
    /// The fewest moves before a position of it.
    pub from_ply: u32,
    /// The most.
    pub to_ply: u32,
    /// How many positions.
    pub positions: u64,
    /// In how many there are at least 1, 2, ... 8 squares for either side.
    pub either: [u64; MOST],
}

impl CensusTotals {
    /// A summary of nothing yet.
    pub fn new(from_ply: u32) -> Self {
        Self { from_ply, ..Self::default() }
    }

    /// Adds a game.
    pub fn add(&mut self, game: &GameCensus) {
        let counts = if game.game == chess::Position::GAME { &mut self.chess } else { &mut self.shogi };
        counts.get_or_insert_default().add(game);
    }

    /// Whether no game was added.
    pub const fn is_empty(&self) -> bool {
        self.shogi.is_none() && self.chess.is_none()
    }
}

impl CensusCounts {
    fn add(&mut self, game: &GameCensus) {
        self.games += 1;
        self.positions += game.all.either.len() as u64;
        self.in_check += game.in_check.len() as u64;
        for (at_least, squares) in [(&mut self.all, &game.all), (&mut self.captures, &game.captures)] {
            squares.either.iter().for_each(|&n| count(&mut at_least.either, n));
            squares.side_to_move.iter().for_each(|&n| count(&mut at_least.side_to_move, n));
            squares.opponent.iter().for_each(|&n| count(&mut at_least.opponent, n));
        }
        for (&n, ply) in game.all.either.iter().zip(game.from_ply.max(game.first_ply)..) {
            let band = self.band(ply);
            band.positions += 1;
            count(&mut band.either, n);
        }
    }

    /// The stage of the game that a position belongs to.
    fn band(&mut self, ply: u32) -> &mut Band {
        let from_ply = ply / BAND * BAND;
        let at = self.bands.binary_search_by_key(&from_ply, |band| band.from_ply).unwrap_or_else(|at| {
            self.bands.insert(at, Band { from_ply, to_ply: from_ply + BAND - 1, ..Band::default() });
            at
        });
        &mut self.bands[at]
    }
}

/// Notes a position with so many squares.
fn count(at_least: &mut [u64; MOST], squares: u8) {
    at_least.iter_mut().take(squares as usize).for_each(|positions| *positions += 1);
}
