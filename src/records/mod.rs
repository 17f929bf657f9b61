//! Records of games in files: USI lines, CSA and KIF for shogi, PGN and UCI
//! lines for chess, read and written.
//!
//! One game is read at a time, so that a file may be of any length. Every move is checked by our own rules: a
//! record is used up to its first broken line or illegal move, which is named by file, line and reason, and
//! reading goes on with the next game.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod bad_line;
pub(crate) mod either;
pub mod position;
pub mod input;
mod lines;
mod reading;
mod ends;
mod setup;
mod diagram;
mod kifu;
mod header;
mod comments;
mod format;
mod usi;
mod csa;
mod jkf;
mod pgn;
mod write;
pub mod notation;

use std::time::Duration;

pub use comments::{Comments, plain};
pub use ends::{GameResult, Reason};
pub use format::{Encoding, Form, Format};
pub use header::Header;
pub use write::WriteError;

use crate::game::{ByColor, Game, NotationError};
use bad_line::{BadLine, LineError};
use either::{of_either, of_game};
use input::AnyPosition;
pub(crate) use lines::waits_for_input;
use lines::{Line, Source, can_be_read_twice, default_id, is_blank};
use position::GameKind;
use reading::{Draft, Reading, duration};

/// The most moves of a record: more than any game under the rules can have.
pub(crate) const MAX_RECORD_MOVES: usize = 10_000;

/// A game as a file tells it, all moves legal.
#[derive(Clone, Debug, Default)]
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
    /// Who won, if that is known.
    pub result: Option<GameResult>,
    /// Why it ended so, as far as the format has words for it.
    pub reason: Option<Reason>,
    /// How the game ended, in the word of its record.
    pub ending: Option<String>,
    /// Tournament, place, time, and what else stands in the head.
    pub headers: Vec<(Header, String)>,
    /// What is said of the moves.
    pub comments: Comments,
    /// The time spent on each move, where it is known, and behind the last on the end.
    pub times: Vec<Option<Duration>>,
    /// What is thought of each move, as the numeric annotation glyph of PGN; 0 is nothing.
    pub glyphs: Vec<u8>,
    /// Other moves than those that were played: with `moves` a tree.
    pub variations: Vec<Variation>,
    /// Where and why the record is used no further. Result and reason are kept if that is an illegal move and the
    /// last.
    pub cut: Option<BadLine>,
    /// Where and why variations are used no further.
    pub cut_variations: Vec<BadLine>,
    /// Lines that were not understood and cost no move.
    pub odd: Vec<BadLine>,
}

/// A line of moves beside the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variation {
    /// The line that it leaves: the game's own moves, or the variation with this
    /// number from 0, which stands before it.
    pub of: Option<usize>,
    /// The moves from the game's first position to where it leaves that line.
    pub after: usize,
    /// Its own moves.
    pub moves: Vec<u16>,
    /// What is said of them, by its own moves.
    pub comments: Comments,
    /// The time spent on each, and on the end.
    pub times: Vec<Option<Duration>>,
    /// How it ends, in the word of its record.
    pub ending: Option<String>,
}

impl GameRecord {
    /// A game without moves that begins with this position, at this place.
    pub fn new<P: Game>(game: GameKind, position: &P, file: &str, line: u64) -> Self {
        Self {
            id: default_id(file, line),
            game,
            file: file.to_owned(),
            line,
            start: position.text(),
            // An SFEN has the number of the next move.
            first_ply: position.game_ply().saturating_sub(u32::from(game == GameKind::Shogi)),
            ..Self::default()
        }
    }

    /// The same for a position of either game.
    pub(crate) fn of_either(position: &AnyPosition, file: &str, line: u64) -> Self {
        let kind = position.kind();
        of_either!(position, position => Self::new(kind, position, file, line))
    }

    /// Plays the moves; `each` sees the position before a move, and the move. Gives the last position.
    ///
    /// # Errors
    /// If the first position is none of this game.
    pub fn replay<P: Game>(&self, each: impl FnMut(&P, P::Move)) -> Result<P, NotationError> {
        let mut position = P::parse(&self.start)?;
        play_on(&mut position, &self.moves, each);
        Ok(position)
    }

    /// A field of the head.
    pub fn header(&self, header: &Header) -> Option<&str> {
        self.headers.iter().find(|(own, _)| own == header).map(|(_, text)| text.as_str())
    }

    /// Sets a field of the head that is not set yet, if there is text for it.
    pub(crate) fn set_header(&mut self, header: Header, text: &str) {
        let text = plain(text);
        if !text.trim().is_empty() && self.header(&header).is_none() {
            self.headers.push((header, text.trim().to_owned()));
        }
    }

    /// The moves of a line from the first position on, at most so many.
    pub fn path(&self, line: Option<usize>, plies: usize) -> Vec<u16> {
        let mut parts = Vec::new();
        let (mut at, mut end) = (line, plies);
        while let Some((number, own)) = at.and_then(|number| Some((number, self.variations.get(number)?))) {
            parts.push(own.moves.get(..end.saturating_sub(own.after)).unwrap_or(&own.moves));
            end = end.min(own.after);
            // What a variation leaves stands before it, so that this ends.
            at = own.of.filter(|&of| of < number);
        }
        let mut moves: Vec<u16> = self.moves.iter().take(end).copied().collect();
        parts.iter().rev().for_each(|part| moves.extend_from_slice(part));
        moves
    }

    /// Drops variations that say nothing; none leaves one of them.
    fn drop_empty_variations(&mut self) {
        let says = |line: &Variation| {
            !line.moves.is_empty() || line.ending.is_some() || !line.comments.after(0).is_empty()
        };
        let mut new_number = Vec::with_capacity(self.variations.len());
        let mut kept = 0;
        for line in &self.variations {
            new_number.push(kept);
            kept += usize::from(says(line));
        }
        self.variations.retain(says);
        for line in &mut self.variations {
            line.of = line.of.and_then(|number| new_number.get(number).copied());
        }
    }

    /// Shows all positions from the first to the last, each with the number of moves before it.
    pub(crate) fn for_each_position<P: Game>(&self, mut see: impl FnMut(u32, &P)) {
        let mut ply = self.first_ply;
        let last = self.replay(|position: &P, _| {
            see(ply, position);
            ply += 1;
        });
        if let Ok(last) = last {
            see(ply, &last);
        }
    }
}

/// Plays moves as far as they can be played; `each` sees the position before a move, and the move.
fn play_on<P: Game>(position: &mut P, moves: &[u16], mut each: impl FnMut(&P, P::Move)) {
    for &raw in moves {
        let Some(m) = position.from_raw(raw) else { break };
        each(position, m);
        position.do_move(m);
    }
}

/// What is found in a file: a game, or a line that belongs to none that could be used.
pub type Found = Result<GameRecord, BadLine>;

/// The games of several files, one after the other, read as they are asked for.
#[derive(Debug)]
pub struct Records {
    sources: std::vec::IntoIter<Source>,
    open: Option<(Format, Source)>,
    startpos: Option<GameKind>,
    number: u64,
}

impl Records {
    /// The games of these files; `-` is standard input. `startpos` in lines of moves is the start of this
    /// game, or else of the one that the file's ending tells, or of shogi.
    pub fn new(files: Vec<String>, startpos: impl Into<Option<GameKind>>) -> Self {
        Self::of(files.into_iter().map(Source::open).collect(), startpos.into())
    }

    /// The games of a text, which errors call by this name.
    pub(crate) fn of_text(name: &str, text: String, startpos: GameKind) -> Self {
        Self::of(vec![Source::of_text(name, text)], Some(startpos))
    }

    fn of(sources: Vec<Source>, startpos: Option<GameKind>) -> Self {
        Self { sources: sources.into_iter(), open: None, startpos, number: 0 }
    }
}

/// Counts the games of these files; nothing if one of them cannot be read twice.
pub(crate) fn count_games(
    files: &[String],
    startpos: Option<GameKind>,
) -> impl FnOnce() -> Option<u64> + use<> {
    let files = files.to_vec();
    move || can_be_read_twice(&files).then(|| Records::new(files, startpos).flatten().count() as u64)
}

impl Iterator for Records {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        loop {
            let Some((format, source)) = &mut self.open else {
                let mut source = self.sources.next()?;
                if let Some(format) = Format::of(&mut source) {
                    self.open = Some((format, source));
                } else if let Some(line) = source.find(|line| !line.text().is_ok_and(is_blank)) {
                    // A text without any game is told once, by its first line.
                    let reason = line.text().map(|text| LineError::NoPosition(text.trim().to_owned()));
                    return Some(Err(line.bad(reason.unwrap_or_else(|unreadable| unreadable))));
                }
                continue;
            };
            let mut found = match format {
                Format::Lines => {
                    let told = || Form::of_file(std::path::Path::new(&source.file)).map(|form| form.game);
                    usi::next_game(source, self.startpos.or_else(told).unwrap_or_default())
                }
                Format::Csa => csa::next_game(source),
                Format::Kif | Format::Ki2 => kifu::next_game(source),
                Format::Jkf => jkf::next_game(source),
                Format::Pgn => pgn::next_game(source),
            };
            if let Some(Ok(record)) = &mut found {
                self.number += 1;
                record.number = self.number;
            }
            if found.is_some() {
                return found;
            }
            self.open = None;
        }
    }
}
