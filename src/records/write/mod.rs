//! Games written as others read them, one file a format.
//!
//! What a format has no place for is left out: no format of shogi but lines of
//! moves knows numbers of first moves, KI2 knows no times, KIF whole seconds,
//! CSA and lines of moves no variations. `docs/commands.md` has the table.

pub(super) mod csa;
mod jkf;
mod kif;
mod lines;
mod pgn;

use std::fmt::Write as _;
use std::time::Duration;

use encoding_rs::SHIFT_JIS;

use super::ends::{self, Outcome, Vocabulary};
use super::{
    Comments, Encoding, Form, Format, GameKind, GameRecord, GameResult, Reason, Variation, of_game, play_on,
};
use crate::game::{Board as _, ByColor, Color, NotationError};
use crate::lang::{self, tr};
use crate::shogi::{Move, Position};

/// Why a game cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// The format is of the other game.
    #[error("{}", tr!("a game of {found}, expected {expected}", found = lang::text(.found.name()), expected = lang::text(.expected.name())))]
    OtherGame {
        /// What the record holds.
        found: GameKind,
        /// What can be written.
        expected: GameKind,
    },
    /// The record is damaged.
    #[error(transparent)]
    Notation(#[from] NotationError),
}

/// What stands for a letter that an encoding does not have, as Japanese printers have it (geta).
const NO_LETTER: char = '〓';

impl Form {
    /// Writes a game: whole lines.
    ///
    /// # Errors
    /// If the game cannot be written so.
    pub fn write(self, record: &GameRecord) -> Result<String, WriteError> {
        if record.game != self.game {
            return Err(WriteError::OtherGame { found: record.game, expected: self.game });
        }
        Ok(match self.format {
            Format::Lines => of_game!(self.game, P => lines::write::<P>(record)),
            Format::Csa => csa::write(record),
            Format::Kif | Format::Ki2 => kif::write(record, self.format, self.encoding),
            Format::Jkf => jkf::write(record),
            Format::Pgn => pgn::write(record),
        }?)
    }

    /// The bytes of a text, and whether they hold all of its letters.
    pub fn encode(self, text: String) -> (Vec<u8>, bool) {
        if self.encoding == Encoding::Utf8 {
            return (text.into_bytes(), true);
        }
        let (bytes, _, is_lossy) = SHIFT_JIS.encode(&text);
        if !is_lossy {
            return (bytes.into_owned(), true);
        }
        let known = |letter: char| {
            let mut buffer = [0; 4];
            let (_, _, is_lossy) = SHIFT_JIS.encode(letter.encode_utf8(&mut buffer));
            if is_lossy { NO_LETTER } else { letter }
        };
        let text: String = text.chars().map(known).collect();
        (SHIFT_JIS.encode(&text).0.into_owned(), false)
    }
}

/// A line of a game of shogi: its own, or a variation.
struct Branch<'r> {
    /// The moves before it.
    before: Vec<u16>,
    moves: &'r [u16],
    comments: &'r Comments,
    times: &'r [Option<Duration>],
    ending: Option<&'r str>,
    /// Who won, and why: of the game's own line only.
    outcome: Option<Outcome>,
}

/// The time spent on a move, and on all of its side's.
type Spent = (Duration, Duration);

/// How a line of a game of shogi ends.
struct End<'r> {
    /// The side to move.
    mover: Color,
    outcome: Outcome,
    /// The word of the record for it.
    ending: Option<&'r str>,
    time: Option<Spent>,
}

impl<'r> Branch<'r> {
    /// A variation, or the game's own line.
    fn of(record: &'r GameRecord, line: Option<&'r Variation>) -> Self {
        let main = (&record.moves, &record.comments, &record.times, &record.ending);
        let (moves, comments, times, ending) =
            line.map_or(main, |line| (&line.moves, &line.comments, &line.times, &line.ending));
        let before = line.map_or_else(Vec::new, |line| record.path(line.of, line.after));
        let outcome = line.is_none().then_some(Outcome { result: record.result, reason: record.reason });
        Self { before, moves, comments, times, ending: ending.as_deref(), outcome }
    }

    const fn is_main(&self) -> bool {
        self.outcome.is_some()
    }

    /// Plays it; `each` sees the position before a move, the move, its number in the line from 1, and its time.
    /// Gives the end, if the record has one.
    fn play(
        &self,
        first: &Position,
        mut each: impl FnMut(&Position, Move, usize, Option<Spent>),
    ) -> Option<End<'r>> {
        let mut position = first.clone();
        play_on(&mut position, &self.before, |_, _| {});
        let mut spent = ByColor([Duration::ZERO; 2]);
        let mut number = 0;
        let mut spend = |mover| {
            let time = self.times.get(number).copied().flatten();
            number += 1;
            spent[mover] += time.unwrap_or_default();
            (number, time.map(|time| (time, spent[mover])))
        };
        play_on(&mut position, self.moves, |position, m| {
            let (number, time) = spend(position.side_to_move());
            each(position, m, number, time);
        });
        let mover = position.side_to_move();
        let told = || ends::of(ends::KIF, self.ending?, mover).or(ends::of(ends::CSA, self.ending?, mover));
        let outcome = self.outcome.or_else(told).unwrap_or_default();
        let has_end = self.ending.is_some() || outcome != Outcome::default();
        has_end.then(|| End { mover, outcome, ending: self.ending, time: spend(mover).1 })
    }
}

/// Who played, as far as that is known.
fn players(record: &GameRecord) -> impl Iterator<Item = (Color, &str)> {
    Color::ALL.into_iter().filter_map(|c| Some((c, record.names[c].as_deref()?)))
}

/// Writes what is said, each line behind a mark.
fn remark(out: &mut String, mark: &str, said: &str) {
    for line in said.split('\n').filter(|_| !said.is_empty()) {
        let _ = writeln!(out, "{mark}{line}");
    }
}

impl<'r> End<'r> {
    /// Who won; nothing if nobody did, or if it is not known.
    fn winner(&self) -> Option<Color> {
        Color::ALL.into_iter().find(|&c| self.outcome.result == Some(GameResult::win(c)))
    }

    /// The words of KIF and CSA. Only the side to move can give up: a game that was decided in its favor in
    /// another way is broken off.
    fn words(&self) -> (&'static str, &'static str) {
        let winner = self.winner();
        let won_by_mover = winner == Some(self.mover);
        match (self.outcome.reason, winner) {
            (_, None) if self.outcome.result.is_none() => ("中断", "CHUDAN"),
            (Some(Reason::Repetition), None) => ("千日手", "SENNICHITE"),
            (Some(Reason::MaxPlies), None) => ("持将棋", "MAX_MOVES"),
            (_, None) => ("持将棋", "JISHOGI"),
            (Some(Reason::Declaration), _) if won_by_mover => ("入玉勝ち", "KACHI"),
            // In CSA it is an illegal action of the loser's color.
            (Some(Reason::PerpetualCheck | Reason::Illegal), Some(winner)) => (
                if won_by_mover { "反則勝ち" } else { "反則負け" },
                if winner == Color::White { "+ILLEGAL_ACTION" } else { "-ILLEGAL_ACTION" },
            ),
            (Some(Reason::Forfeit), _) => (if won_by_mover { "不戦勝" } else { "不戦敗" }, "CHUDAN"),
            _ if won_by_mover => ("中断", "CHUDAN"),
            (Some(Reason::Checkmate), _) => ("詰み", "TSUMI"),
            // On time, or by a program that failed.
            (Some(Reason::Time | Reason::Crash | Reason::Hang | Reason::Flood), _) => ("切れ負け", "TIME_UP"),
            _ => ("投了", "TORYO"),
        }
    }

    /// The word of the record in a format, if it says the same as `word`, or all that is known; else `word`.
    fn own(&self, format: Vocabulary, word: &'static str) -> &'r str {
        let own = self.ending.and_then(|ending| ends::translated(ending, format));
        let says = |word: &str| ends::of(format, word, self.mover);
        let is_same =
            |own: &&str| says(own) == Some(self.outcome) || says(own).is_some() && says(own) == says(word);
        own.filter(is_same).unwrap_or(word)
    }
}

/// A time in seconds, to the millisecond.
fn seconds_text(time: Duration) -> String {
    let text = format!("{}.{:03}", time.as_secs(), time.subsec_millis());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
