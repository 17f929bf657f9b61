//! Records of games from files: USI lines, CSA and KIF for shogi, PGN for
//! chess.
//!
//! One game is read at a time, so that a file may be of any length. Every
//! move is checked by our own rules: a record is used up to its first broken
//! line or illegal move, which is named by file, line and reason, and reading
//! goes on with the next game.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod source;
mod usi;
mod kifu;
mod csa;
mod kif;
mod pgn;

use serde::{Deserialize, Serialize};

use super::bad_line::{BadLine, LineError};
use super::input::{can_be_read_twice, default_id};
use crate::game::{ByColor, Color, Game};
use crate::protocol::position::GameKind;
use source::Source;

/// The most moves of a record: more than any game under the rules can have.
pub const MAX_RECORD_MOVES: usize = 10_000;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// Black won: the first player in shogi, the second in chess.
    Black,
    /// White won.
    White,
    /// Nobody won.
    Draw,
}

impl GameResult {
    /// The win of a side.
    pub const fn win(side: Color) -> Self {
        match side {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }

    /// The result with this name in JSON.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "black" => Some(Self::Black),
            "white" => Some(Self::White),
            "draw" => Some(Self::Draw),
            _ => None,
        }
    }
}

/// A game as a file tells it, all moves legal.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// Its number among all games that are read, from 1.
    pub number: u64,
    /// Its name: the field `id`, or file and line.
    pub id: String,
    /// Which game is played.
    pub game: GameKind,
    /// The file, `-` for standard input.
    pub file: String,
    /// The line at which the record begins, from 1.
    pub line: u64,
    /// The first position, as SFEN or FEN.
    pub start: String,
    /// The moves before the first position, as its text counts them.
    pub first_ply: u32,
    /// The moves in the 16 bits of their game.
    pub moves: Vec<u16>,
    /// Who played.
    pub names: ByColor<Option<String>>,
    /// How it ended, if that is known.
    pub result: Option<GameResult>,
    /// Where and why the record is used no further.
    pub cut: Option<BadLine>,
}

impl GameRecord {
    /// Shows all positions from the first to the last, each with the number of
    /// moves before it.
    pub fn for_each_position<P: Game>(&self, mut see: impl FnMut(u32, &P)) {
        let Ok(mut position) = P::parse(&self.start) else {
            return;
        };
        see(self.first_ply, &position);
        for (ply, &raw) in (self.first_ply + 1..).zip(&self.moves) {
            let Some(m) = position.from_raw(raw) else {
                return;
            };
            position.do_move(m);
            see(ply, &position);
        }
    }
}

/// What is found in a file: a game, or a line that belongs to none that could
/// be used.
pub type Found = Result<GameRecord, BadLine>;

/// The games of several files, one after the other, read as they are asked
/// for.
#[derive(Debug)]
pub struct Records {
    files: std::vec::IntoIter<String>,
    open: Option<(Format, Source)>,
    startpos: GameKind,
    number: u64,
}

impl Records {
    /// The games of these files; `-` is standard input. `startpos` in lines of
    /// moves is the start of this game.
    pub fn new(files: Vec<String>, startpos: GameKind) -> Self {
        Self { files: files.into_iter(), open: None, startpos, number: 0 }
    }
}

/// Counts the games of these files; nothing if one of them cannot be read
/// twice.
pub fn count_games(files: &[String], startpos: GameKind) -> impl FnOnce() -> Option<u64> + use<> {
    let files = files.to_vec();
    move || can_be_read_twice(&files).then(|| Records::new(files, startpos).flatten().count() as u64)
}

impl Iterator for Records {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        loop {
            let Some((format, source)) = &mut self.open else {
                let file = self.files.next()?;
                let mut source = Source::open(file);
                let format = Format::of_file(&source.file).unwrap_or_else(|| Format::recognize(&mut source));
                self.open = Some((format, source));
                continue;
            };
            let found = match format {
                Format::Usi => usi::next_game(source, self.startpos),
                Format::Csa => csa::next_game(source),
                Format::Kif => kif::next_game(source),
                Format::Pgn => pgn::next_game(source),
            };
            match found {
                None => self.open = None,
                Some(Ok(mut record)) => {
                    self.number += 1;
                    record.number = self.number;
                    return Some(Ok(record));
                }
                Some(Err(bad)) => return Some(Err(bad)),
            }
        }
    }
}

/// How records are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// A game a line: a position, `moves`, and moves in USI or UCI text.
    Usi,
    /// The format of the Computer Shogi Association.
    Csa,
    /// Kakinoki's format, in Japanese.
    Kif,
    /// Portable Game Notation.
    Pgn,
}

/// How many lines are looked at before a format is given up.
const LOOKED_AT: usize = 64;

impl Format {
    /// The format that a file's name tells.
    fn of_file(file: &str) -> Option<Self> {
        let ending = std::path::Path::new(file).extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "csa" => Some(Self::Csa),
            "kif" | "kifu" => Some(Self::Kif),
            "pgn" => Some(Self::Pgn),
            _ => None,
        }
    }

    /// The format that the first lines tell: lines of moves if they tell none.
    fn recognize(source: &mut Source) -> Self {
        (0..LOOKED_AT)
            .map_while(|ahead| source.peek(ahead).map(source::japanese))
            .find_map(|text| Self::of_line(text.as_deref().unwrap_or_default().trim()))
            .unwrap_or(Self::Usi)
    }

    /// The format that a line can only be of.
    fn of_line(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_ascii_whitespace().take(2).collect();
        let is_move_number = text.split_once('.').is_some_and(|(number, _)| number.parse::<u32>().is_ok());
        if matches!(words.first(), Some(&("startpos" | "position"))) || GameKind::recognize(&words).is_some()
        {
            Some(Self::Usi)
        } else if text.starts_with(['[', '%']) || is_move_number {
            Some(Self::Pgn)
        } else if csa::is_first_line(text) {
            Some(Self::Csa)
        } else if kif::is_first_line(text) {
            Some(Self::Kif)
        } else {
            None
        }
    }
}

/// A record that is being read.
#[derive(Debug)]
struct Reading<P> {
    position: P,
    record: GameRecord,
}

impl<P: Game> Reading<P> {
    /// A record that begins here, with this position.
    fn new(game: GameKind, position: P, file: &str, line: u64) -> Self {
        let record = GameRecord {
            number: 0,
            id: default_id(file, line),
            game,
            file: file.to_owned(),
            line,
            start: position.text(),
            first_ply: match game {
                // An SFEN has the number of the next move.
                GameKind::Shogi => position.game_ply().saturating_sub(1),
                GameKind::Chess => position.game_ply(),
            },
            moves: Vec::new(),
            names: ByColor::default(),
            result: None,
            cut: None,
        };
        Self { position, record }
    }

    /// Plays the next move, which must be legal.
    ///
    /// # Errors
    /// If there are too many.
    fn play(&mut self, m: P::Move) -> Result<(), LineError> {
        if self.record.moves.len() == MAX_RECORD_MOVES {
            return Err(LineError::TooManyMoves(MAX_RECORD_MOVES));
        }
        self.record.moves.push(P::to_raw(m));
        self.position.do_move(m);
        Ok(())
    }

    /// Plays the next move, written in USI or UCI text.
    ///
    /// # Errors
    /// If it cannot be played; says which it is.
    fn play_text(&mut self, text: &str) -> Result<(), LineError> {
        let played = self.position.parse_move(text).map_err(LineError::from).and_then(|m| self.play(m));
        played.map_err(|error| error.of_move(self.record.moves.len() + 1))
    }

    /// The record, or what is wrong with it if no move of it can be used.
    fn finish(self) -> Found {
        match self.record.cut {
            Some(bad) if self.record.moves.is_empty() => Err(bad),
            cut => Ok(GameRecord { cut, ..self.record }),
        }
    }
}
