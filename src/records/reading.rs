//! A record that is being read: its moves are played on a position, in the
//! game's own line and in the variations beside it.

use std::time::Duration;

use super::ends::{self, Outcome, Vocabulary};
use super::{
    BadLine, Comments, Found, GameKind, GameRecord, GameResult, Header, LineError, MAX_RECORD_MOVES, Reason,
    Variation, plain, play_on,
};
use crate::game::{Color, Game};

/// The most moves that all variations of a game may have together, and how many variations there may be.
const MAX_VARIATION_MOVES: usize = 10 * MAX_RECORD_MOVES;
const MAX_VARIATIONS: usize = MAX_RECORD_MOVES;
/// The most oddities of a game that are kept, and the most faults of its variations.
const MAX_ODD: usize = 100;
/// What is said of moves and words behind the one that ends a game.
const BEHIND_THE_END: &str = "something behind the end of the game";
/// The most fields of a head that are kept, and the most bytes of one.
pub(crate) const MAX_HEADERS: usize = 100;
pub(crate) const MAX_FIELD: usize = 10_000;

/// How far a line of moves has been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Moves can follow.
    Open,
    /// A word has ended it.
    Ended,
    /// A move of it cannot be played: behind that only the word that ends it is read.
    Cut,
    /// Nothing more of it is read.
    Lost,
}

/// A record that is being read.
#[derive(Debug)]
pub struct Reading<P> {
    /// The position after the last move of the line that is being read.
    pub position: P,
    pub record: GameRecord,
    /// The line that is being read: the game's own, or the variation with this number from 0.
    line: Option<usize>,
    /// How far it has been read.
    pub stage: Stage,
    /// Whether moves stand behind the one at which the game is cut.
    pub goes_on: bool,
    /// The moves before the position, from the first position on.
    pub ply: usize,
    /// The moves of all variations.
    beside: usize,
}

impl<P: Game> Reading<P> {
    /// A record that begins here, with this position.
    pub fn new(position: P, file: &str, line: u64) -> Self {
        let game = GameKind::parse(P::GAME).unwrap_or_default();
        let record = GameRecord::new(game, &position, file, line);
        Self { position, record, line: None, stage: Stage::Open, goes_on: false, ply: 0, beside: 0 }
    }

    /// Whether the game's own moves are being read.
    pub(crate) const fn is_main(&self) -> bool {
        self.line.is_none()
    }

    /// Moves, remarks, times and end of the line that is being read.
    fn current(&mut self) -> (&mut Vec<u16>, &mut Comments, &mut Vec<Option<Duration>>, &mut Option<String>) {
        let record = &mut self.record;
        match self.line.and_then(|number| record.variations.get_mut(number)) {
            Some(line) => (&mut line.moves, &mut line.comments, &mut line.times, &mut line.ending),
            None => (&mut record.moves, &mut record.comments, &mut record.times, &mut record.ending),
        }
    }

    /// Plays the next move, which must be legal.
    pub fn play(&mut self, m: P::Move) -> Result<(), LineError> {
        if self.is_main() && self.ply == MAX_RECORD_MOVES {
            return Err(LineError::TooManyMoves(MAX_RECORD_MOVES));
        }
        if !self.is_main() && (self.beside == MAX_VARIATION_MOVES || self.ply > MAX_RECORD_MOVES) {
            return Err(LineError::TooManyMoves(MAX_VARIATION_MOVES));
        }
        self.beside += usize::from(!self.is_main());
        self.current().0.push(P::to_raw(m));
        self.position.do_move(m);
        self.ply += 1;
        Ok(())
    }

    /// Plays the next move, which `read` finds in the position; a fault says which it is.
    pub(crate) fn play_next(
        &mut self,
        read: impl FnOnce(&P) -> Result<P::Move, LineError>,
    ) -> Result<(), LineError> {
        let number = self.ply + 1;
        read(&self.position).and_then(|m| self.play(m)).map_err(|error| error.of_move(number))
    }

    /// Adds a line to what is said of the last move, or before the first.
    pub fn say(&mut self, text: &str) -> Result<(), LineError> {
        let (moves, comments, ..) = self.current();
        comments.add(moves.len(), text)
    }

    /// Notes the time of the last move, or of the word that ended the line.
    pub(crate) fn set_time(&mut self, time: Option<Duration>) {
        let is_end = self.stage == Stage::Ended;
        let is_read = is_end || self.stage == Stage::Open;
        let (moves, _, times, _) = self.current();
        let number = moves.len() + usize::from(is_end);
        if number > 0 && time.is_some() && is_read {
            times.resize(number - 1, None);
            times.push(time);
        }
    }

    /// Whether a move can be read here. Behind one that cannot be played there is none, but that the line goes on.
    pub(crate) fn takes_move(&mut self) -> bool {
        if self.stage == Stage::Cut {
            self.goes_on |= self.is_main();
            self.stage = Stage::Lost;
        }
        self.stage == Stage::Open
    }

    /// The outcome that `of` tells by the side to move. Behind an illegal move it is the other side's turn; the one
    /// that lost by such a move has made it.
    pub(crate) fn outcome(&self, of: impl Fn(Color) -> Outcome) -> Outcome {
        let mover = self.position.side_to_move();
        let behind = of(!mover);
        let is_won_by_illegal =
            behind == Outcome { result: Some(GameResult::win(mover)), reason: Some(Reason::Illegal) };
        if self.stage == Stage::Cut && !is_won_by_illegal { behind } else { of(mover) }
    }

    /// Notes how the line that is being read ends, if that is to come; only of the game's own it tells who won. Of
    /// a variation that is cut the end would be the other side's.
    pub fn end(&mut self, outcome: Outcome, word: &str) {
        if !(self.stage == Stage::Open || self.stage == Stage::Cut && self.is_main()) {
            return;
        }
        self.stage = Stage::Ended;
        if self.is_main() {
            (self.record.result, self.record.reason) = (outcome.result, outcome.reason);
        }
        let (.., ending) = self.current();
        *ending = Some(word.to_owned());
    }

    /// Goes on beside what has been read: a variation begins after so many
    /// moves, in the latest line that has a move there.
    pub fn branch(&mut self, after: usize) -> Result<(), LineError> {
        let record = &self.record;
        if record.variations.len() == MAX_VARIATIONS {
            return Err("too many variations".into());
        }
        let variation = |number: Option<usize>| record.variations.get(number?);
        let mut of = self.line;
        while let Some(line) = variation(of)
            && (after <= line.after || after > line.after + line.moves.len())
        {
            of = line.of;
        }
        if of.is_none() && after > record.moves.len() {
            return Err("the variation begins behind the end of the game".into());
        }
        let (here, there) = (record.path(self.line, self.ply), record.path(of, after));
        let common = std::iter::zip(&here, &there).take_while(|(own, other)| own == other).count();
        while self.ply > common {
            self.position.undo_move();
            self.ply -= 1;
        }
        play_on(&mut self.position, there.get(common..).unwrap_or_default(), |_, _| self.ply += 1);
        self.record.variations.push(Variation { of, after, ..Variation::default() });
        self.line = Some(self.record.variations.len() - 1);
        Ok(())
    }

    /// The record, or what is wrong with it if no move of it can be used.
    pub fn finish(mut self) -> Found {
        self.record.comments.truncate(self.record.moves.len());
        // The last may be that of the end. Behind a cut it would be the other side's.
        self.record.times.truncate(self.record.moves.len() + usize::from(self.record.cut.is_none()));
        // Without its last moves a game has no end, unless that is all that is wrong with the last of them.
        let is_whole = |bad: &BadLine| bad.reason.is_illegal_move() && !self.goes_on;
        if self.record.cut.as_ref().is_some_and(|bad| !is_whole(bad)) {
            (self.record.result, self.record.reason, self.record.ending) = (None, None, None);
        }
        self.record.drop_empty_variations();
        match self.record.cut {
            Some(bad) if self.record.moves.is_empty() => Err(bad),
            cut => Ok(GameRecord { cut, ..self.record }),
        }
    }
}

/// What most readers have in common: a game whose first position is not known before its first move.
#[derive(Debug)]
pub(crate) struct Draft<P> {
    /// Where the game begins, its head, what is said before its first move, and what is wrong with it. Its line is 0 as
    /// long as there is none.
    pub head: GameRecord,
    /// Whether what was read is a game: moves, a board, players. Words that are not understood are none.
    pub is_game: bool,
    /// The game, once its first position is known.
    pub reading: Option<Reading<P>>,
    /// The first line of the board, if there is one.
    pub board_line: Option<u64>,
    /// The first broken line of the first position.
    fault: Option<(u64, LineError)>,
    /// Whether moves have begun: then a head belongs to the next game.
    pub is_in_moves: bool,
}

impl<P: Game> Draft<P> {
    pub fn new(file: &str) -> Self {
        Self {
            head: GameRecord { file: file.to_owned(), ..GameRecord::default() },
            is_game: false,
            reading: None,
            board_line: None,
            fault: None,
            is_in_moves: false,
        }
    }

    /// Whether no variation is being read.
    pub fn is_main(&self) -> bool {
        self.reading.as_ref().is_none_or(Reading::is_main)
    }

    /// Notes that this line is of a game.
    pub fn begin(&mut self, line: u64) {
        self.touch(line);
        self.is_game = true;
    }

    /// Notes that this line may be of a game.
    fn touch(&mut self, line: u64) {
        if self.head.line == 0 {
            self.head.line = line;
        }
    }

    fn bad(&self, line: u64, reason: LineError) -> BadLine {
        BadLine { file: self.head.file.clone(), line, reason }
    }

    /// Notes a broken line: the game is used no further, or the variation.
    pub fn fail(&mut self, line: u64, reason: impl Into<LineError>) {
        self.begin(line);
        let bad = self.bad(line, reason.into());
        if !self.is_main() {
            self.lose_variation(bad);
        } else if self.head.cut.is_none() {
            self.head.cut = Some(bad);
        }
        if let Some(reading) = &mut self.reading {
            reading.stage = if reading.stage == Stage::Open { Stage::Cut } else { Stage::Lost };
        }
    }

    fn lose_variation(&mut self, bad: BadLine) {
        if self.head.cut_variations.len() < MAX_ODD {
            self.head.cut_variations.push(bad);
        }
    }

    /// Notes a line that was not understood and loses no move.
    pub fn note(&mut self, line: u64, reason: impl Into<LineError>) {
        if self.head.odd.len() < MAX_ODD {
            self.head.odd.push(self.bad(line, reason.into()));
        }
    }

    /// What reads the next move, if one can stand here; behind the word that ended its line it is a fault.
    pub fn at_move(&mut self, line: u64, text: &str) -> Option<&mut Reading<P>> {
        if self.reading.as_ref()?.stage == Stage::Ended {
            self.fail(line, LineError::from(BEHIND_THE_END).of_part(text));
        }
        let reading = self.reading.as_mut()?;
        reading.takes_move().then_some(reading)
    }

    /// Begins a variation after so many moves, or says why that cannot be: unless the game is cut before that.
    pub fn branch(&mut self, line: u64, text: &str, after: Result<usize, LineError>) {
        let Some(reading) = &mut self.reading else { return };
        let begun = after.and_then(|after| reading.branch(after));
        reading.stage = if begun.is_ok() { Stage::Open } else { Stage::Lost };
        if let (Err(reason), None) = (begun, &self.head.cut) {
            self.lose_variation(self.bad(line, reason.of_part(text)));
        }
    }

    /// Keeps what is said, if there is not too much of it.
    pub fn keep(&mut self, text: &str) -> Result<(), LineError> {
        match &mut self.reading {
            Some(reading) => reading.say(text),
            None => self.head.comments.add(0, text),
        }
    }

    /// Keeps what is said in a line.
    pub fn say(&mut self, line: u64, text: &str) {
        self.touch(line);
        if let Err(reason) = self.keep(text) {
            self.note(line, reason);
        }
    }

    /// Notes a line of the first position, and what is wrong with the first that cannot be read.
    pub fn set_up(&mut self, line: u64, text: &str, read: Result<(), LineError>) {
        self.begin(line);
        if let Err(reason) = read {
            self.fault.get_or_insert((line, reason.of_part(text)));
        }
    }

    pub(crate) fn set_header(&mut self, line: u64, header: Header, text: &str) {
        self.touch(line);
        self.is_game |= header.other().is_empty();
        if let Some(text) = self.field(line, text).filter(|_| self.head.headers.len() < MAX_HEADERS) {
            self.head.headers.push((header, text));
        }
    }

    pub(crate) fn set_name(&mut self, line: u64, c: Color, name: &str) {
        self.begin(line);
        if let Some(name) = self.field(line, name) {
            self.head.names[c] = Some(name);
        }
    }

    /// The text of a field, if there is any and not too much of it.
    fn field(&mut self, line: u64, text: &str) -> Option<String> {
        if text.len() > MAX_FIELD {
            self.note(line, LineError::TooLong);
            return None;
        }
        let text = plain(text);
        Some(text.trim().to_owned()).filter(|text| !text.is_empty())
    }

    /// Notes that a line has moves, or what stands behind them. Sets the game up with the first position that
    /// `setup` tells, if that has not been done; line 0 of a fault stands for the board, or the first of the game.
    pub fn start(&mut self, line: u64, setup: impl FnOnce() -> Result<P, (u64, LineError)>) {
        self.begin(line);
        self.is_in_moves = true;
        if self.reading.is_some() || self.head.cut.is_some() {
            return;
        }
        match self.fault.take().map_or_else(setup, Err) {
            Ok(position) => {
                let mut reading = Reading::new(position, &self.head.file, self.head.line.max(1));
                reading.record.comments = std::mem::take(&mut self.head.comments);
                self.reading = Some(reading);
            }
            Err((0, reason)) => self.fail(self.board_line.unwrap_or(self.head.line), reason),
            Err((line, reason)) => self.fail(line, reason),
        }
    }

    /// Ends the line that is being read with a word of a format, which may not be known.
    pub fn end(&mut self, line: u64, format: Vocabulary, word: &str) {
        let Some(reading) = &mut self.reading else { return };
        if reading.stage == Stage::Ended {
            return self.note(line, BEHIND_THE_END);
        }
        let outcome = reading.outcome(|mover| ends::of(format, word, mover).unwrap_or_default());
        reading.end(outcome, word);
    }

    /// The game, or what is wrong with it.
    pub fn finish(self) -> Option<Found> {
        let Some(mut reading) = self.reading else {
            // A text that is no game is told by its first line.
            return self.head.cut.or_else(|| self.head.odd.into_iter().next()).map(Err);
        };
        let record = &mut reading.record;
        let GameRecord { names, headers, cut, cut_variations, odd, .. } = self.head;
        record.headers.extend(headers);
        (record.names, record.cut, record.cut_variations, record.odd) = (names, cut, cut_variations, odd);
        Some(reading.finish())
    }
}

/// A time of so many seconds, unless it is more than any game takes.
pub(crate) fn duration(seconds: f64) -> Option<Duration> {
    const MOST: f64 = 1e9;
    (0.0..=MOST).contains(&seconds).then(|| Duration::try_from_secs_f64(seconds).ok())?
}
