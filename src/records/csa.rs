//! The format of the Computer Shogi Association, versions 1 to 3. Games in one
//! file are parted by a line `/`, or just follow each other.
//!
//! A line may hold several statements between commas, up to a comment. What is
//! neither a move, a board nor a result never costs a move.

use super::bad_line::ILLEGAL;
use super::setup::Setup;
use super::{Draft, Found, GameResult, Header, LineError, Reason, Source, duration, ends, header};
use crate::game::{Board as _, Color, MoveParts, Notation as _, Piece, PieceType, Square};
use crate::shogi::{Move, Position, piece, square};

/// The line between two games.
const SEPARATOR: &str = "/";
/// What begins a comment that is to be kept.
pub(crate) const COMMENT: &str = "'*";
/// What begins the summary that the server Floodgate writes below a game.
pub(crate) const SUMMARY: &str = "'summary:";
/// The names of the piece types, by number.
const NAMES: [&str; 16] =
    ["FU", "KY", "KE", "GI", "KI", "KA", "HI", "OU", "TO", "NY", "NK", "NG", "??", "UM", "RY", "??"];
/// In place of a type: all that is left of a set.
const ALL_OTHERS: &str = "AL";
/// The bytes of a move: sign, two squares, what the piece is afterwards.
const MOVE_BYTES: usize = "+7776FU".len();

/// Whether only a record of this format begins so.
pub(crate) fn is_first_line(text: &str) -> bool {
    text.starts_with(['\'', '$'])
        || ["N+", "N-"].iter().any(|start| text.starts_with(start))
        || is_version(text)
        || is_board(text)
        || text.starts_with(['+', '-']) && text.len() >= MOVE_BYTES && text.is_ascii()
}

fn is_version(text: &str) -> bool {
    text.strip_prefix('V').is_some_and(|rest| rest.starts_with(|letter: char| letter.is_ascii_digit()))
}

/// Whether a line is one of the first position.
fn is_board(text: &str) -> bool {
    let is_mark = |letter: char| letter.is_ascii_digit() || matches!(letter, 'I' | '+' | '-');
    text.strip_prefix('P').is_some_and(|rest| rest.starts_with(is_mark))
}

pub fn name(pt: PieceType) -> &'static str {
    NAMES.get(pt.index()).copied().unwrap_or_default()
}

pub fn piece_type(text: &str) -> Option<PieceType> {
    piece::ALL.into_iter().find(|&pt| name(pt) == text)
}

pub(crate) fn next_game(source: &mut Source) -> Option<Found> {
    let mut game = Game { draft: Draft::new(&source.file), setup: None, has_side: false, summary: None };
    while let Some(line) = source.next() {
        match line.text().map(str::trim) {
            Ok(SEPARATOR) if !game.draft.is_game && game.draft.head.cut.is_none() => {}
            Ok(SEPARATOR) => break,
            Ok(text) if game.draft.is_in_moves && begins_game(text) => {
                source.give_back(line);
                break;
            }
            Ok(text) => game.read_line(line.line, text),
            Err(reason) => game.draft.fail(line.line, reason),
        }
    }
    game.finish()
}

/// Whether a line behind moves belongs to the next game.
fn begins_game(text: &str) -> bool {
    is_version(text)
        || is_board(text)
        || ["N+", "N-", "$EVENT", "$START_TIME", "'CSA"].iter().any(|start| text.starts_with(start))
}

struct Game {
    draft: Draft<Position>,
    setup: Option<Setup>,
    /// Whether the side to move has been told.
    has_side: bool,
    summary: Option<(GameResult, Option<Reason>)>,
}

impl Game {
    fn read_line(&mut self, line: u64, text: &str) {
        if let Some(field) = text.strip_prefix('$') {
            let (name, value) = field.split_once(':').unwrap_or((field, ""));
            return self.draft.set_header(line, Header::named(header::CSA, name.trim()), value);
        }
        for (c, start) in [(Color::Black, "N+"), (Color::White, "N-")] {
            if let Some(name) = text.strip_prefix(start) {
                return self.draft.set_name(line, c, name);
            }
        }
        let mut rest = text;
        while !rest.is_empty() {
            if rest.starts_with('\'') {
                return self.remark(line, rest, rest.len() < text.len());
            }
            // In a line that nobody knows an apostrophe is a letter.
            let is_known = rest.starts_with(['+', '-', '%', 'T']);
            let end = rest.find(|letter| letter == ',' || letter == '\'' && is_known).unwrap_or(rest.len());
            let (statement, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
            self.read_statement(line, statement.trim());
            rest = after.strip_prefix(',').unwrap_or(after).trim_start();
        }
    }

    /// Reads what stands behind an apostrophe: a comment that the format wants
    /// to be kept, or the summary of a game. Another is kept if it stands behind
    /// a move; in a line of its own it is for nobody.
    fn remark(&mut self, line: u64, text: &str, is_behind: bool) {
        if let Some(comment) = text.strip_prefix(COMMENT) {
            self.draft.say(line, comment);
        } else if let Some(words) = text.strip_prefix(SUMMARY) {
            self.summary = summary(words).or(self.summary);
        } else if is_behind {
            self.draft.say(line, text.trim_start_matches('\''));
        }
    }

    fn read_statement(&mut self, line: u64, text: &str) {
        match text.chars().next() {
            None => {}
            Some('V') if !self.draft.is_in_moves && is_version(text) => self.draft.begin(line),
            Some('P') if !self.draft.is_in_moves && is_board(text) => {
                self.draft.board_line.get_or_insert(line);
                let read = self.place(text);
                self.draft.set_up(line, text, read);
            }
            Some('+' | '-') if text.len() == 1 && !self.draft.is_in_moves => {
                self.draft.begin(line);
                self.has_side = true;
                self.board().side = side(text);
            }
            Some('+' | '-') => self.read_move(line, text),
            Some('%') => self.end(line, text),
            Some('T') => match text.get(1..).and_then(|text| duration(text.trim().parse().ok()?)) {
                Some(time) => self.draft.reading.iter_mut().for_each(|reading| reading.set_time(Some(time))),
                None => self.draft.note(line, LineError::from("this is no time").of_part(text)),
            },
            _ => {
                self.draft.say(line, text);
                let reason = LineError::from("neither a move nor anything else of CSA");
                self.draft.note(line, reason.of_part(text));
            }
        }
    }

    fn board(&mut self) -> &mut Setup {
        self.setup.get_or_insert_with(Setup::start)
    }

    /// Reads a line of the first position.
    fn place(&mut self, text: &str) -> Result<(), LineError> {
        let broken = || LineError::from("this is no board");
        let rest = text.get(1..).unwrap_or_default();
        if let Some(taken) = rest.strip_prefix('I') {
            let side = self.board().side;
            let setup = self.setup.insert(Setup { side, ..Setup::start() });
            for (sq, _) in placed(taken).ok_or_else(broken)? {
                setup.set(sq.ok_or_else(broken)?, None);
            }
            return Ok(());
        }
        // The first of these lines clears the board.
        let setup = self.setup.get_or_insert_default();
        let (first, pieces) = rest.split_at_checked(1).ok_or_else(broken)?;
        if let "+" | "-" = first {
            let c = side(first);
            for (sq, name) in placed(pieces).ok_or_else(broken)? {
                match (sq, piece_type(name)) {
                    (Some(sq), Some(pt)) => setup.set(sq, Some(Piece::new(c, pt))),
                    (None, Some(pt)) if piece::HAND.contains(&pt) => setup.hold(c, pt, 1),
                    (None, None) if name == ALL_OTHERS => setup.hold_the_rest(c),
                    _ => return Err(broken()),
                }
            }
        } else {
            let rank = first.parse::<usize>().ok().and_then(|n| n.checked_sub(1)).ok_or_else(broken)?;
            setup.set_rank(rank, row(pieces).ok_or_else(broken)?);
        }
        Ok(())
    }

    /// Sets the game up, if that has not been done.
    fn start(&mut self, line: u64) {
        self.draft.start(line, || match &self.setup {
            Some(setup) => setup.position().map_err(|error| (0, error.into())),
            None => Ok(Position::start()),
        });
    }

    fn read_move(&mut self, line: u64, text: &str) {
        if !self.has_side && !self.draft.is_in_moves {
            self.board().side = side(text);
        }
        self.start(line);
        let Some(reading) = self.draft.at_move(line, text) else { return };
        let number = reading.ply + 1;
        if let Err(reason) = parse_move(&reading.position, text).and_then(|m| reading.play(m)) {
            self.draft.fail(line, reason.of_part(text).of_move(number));
        }
    }

    fn end(&mut self, line: u64, text: &str) {
        self.start(line);
        let word = text.trim_start_matches('%').trim();
        let is_known = ends::of(ends::CSA, word, Color::Black).is_some();
        self.draft.end(line, ends::CSA, word);
        if !is_known {
            self.draft.note(line, LineError::from("this is no word of CSA").of_part(text));
        }
    }

    fn finish(mut self) -> Option<Found> {
        if self.draft.is_game {
            self.start(0);
        }
        if let (Some(reading), Some((result, reason))) = (&mut self.draft.reading, self.summary) {
            let record = &mut reading.record;
            record.result = record.result.or(Some(result));
            record.reason = reason.or(record.reason);
        }
        self.draft.finish()
    }
}

/// The side whose sign a text begins with.
fn side(text: &str) -> Color {
    if text.starts_with('-') { Color::White } else { Color::Black }
}

/// A legal move such as `+7776FU`.
fn parse_move(position: &Position, text: &str) -> Result<Move, LineError> {
    let no_move = || LineError::from("this is no move");
    if side(text) != position.side_to_move() {
        return Err("the other side is to move".into());
    }
    let body = text.get(1..MOVE_BYTES).filter(|_| text.len() == MOVE_BYTES).ok_or_else(no_move)?;
    let (from, rest) = body.split_at_checked(2).ok_or_else(no_move)?;
    let (to, name) = rest.split_at_checked(2).ok_or_else(no_move)?;
    let becomes = piece_type(name).ok_or_else(no_move)?;
    let to = place(to).ok_or_else(no_move)?;
    let illegal = || LineError::from(ILLEGAL);
    let parts = if from == "00" {
        MoveParts::drop_on(becomes, to)
    } else {
        let from = place(from).ok_or_else(no_move)?;
        let piece = position.piece_on(from).ok_or_else(illegal)?.piece_type();
        if piece != becomes && piece::promote(piece) != becomes {
            return Err(illegal());
        }
        MoveParts { from: Some(from), to, piece, becomes, captured: None }
    };
    position.parse_move(&Position::parts_text(&parts)).map_err(|_| illegal())
}

/// A square such as `77`.
fn place(text: &str) -> Option<Square> {
    match text.as_bytes() {
        [file @ b'1'..=b'9', rank @ b'1'..=b'9'] => {
            Some(square::square(usize::from(file - b'1'), usize::from(rank - b'1')))
        }
        _ => None,
    }
}

/// Squares (nothing for the hand) with the names of pieces: `82HI00FU`.
fn placed(text: &str) -> Option<Vec<(Option<Square>, &str)>> {
    let mut out = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (part, after) = rest.split_at_checked(4)?;
        let (sq, name) = part.split_at_checked(2)?;
        out.push((if sq == "00" { None } else { Some(place(sq)?) }, name));
        rest = after.trim_start();
    }
    Some(out)
}

/// A rank: `-KY-KE * ...`, from file 9 on. Blanks at its end may be missing.
fn row(text: &str) -> Option<[Option<Piece>; square::SIZE]> {
    let mut out = [None; square::SIZE];
    let mut places = out.iter_mut();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let place = places.next()?;
        rest = match rest.strip_prefix('*') {
            Some(after) => after,
            None => {
                let (sign, after) = rest.split_at_checked(1)?;
                let (name, after) = after.split_at_checked(2)?;
                if !matches!(sign, "+" | "-") {
                    return None;
                }
                *place = Some(Piece::new(side(sign), piece_type(name)?));
                after
            }
        }
        .trim_start();
    }
    places.next().is_none().then_some(out)
}

/// What a summary says: `reason:NAME win:NAME lose`.
fn summary(words: &str) -> Option<(GameResult, Option<Reason>)> {
    let (reason, players) = words.split_once(':')?;
    let white = players.trim().rsplit(' ').next()?;
    let result = match white {
        "win" => GameResult::White,
        "lose" => GameResult::Black,
        "draw" => GameResult::Draw,
        _ => return None,
    };
    if reason == "toryo" {
        return Some((result, Some(Reason::Resignation)));
    }
    let floodgates = || ends::of(ends::CSA, reason, Color::Black)?.reason;
    Some((result, Reason::parse(reason).or_else(floodgates)))
}
