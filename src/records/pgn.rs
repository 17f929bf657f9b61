//! Portable Game Notation (S. J. Edwards 1994), read word by word: tags, SAN,
//! numbers, comments, nested variations, escaped lines, results.
//!
//! A game ends with its result and the comments behind it, in that line and those right below, or before the next
//! tag. Two things that never end in a broken file, comments and variations, end there too. What is no move, no position and no result
//! costs no move: broken tags, brackets that do not fit and words that name no square are passed over. But a game
//! that has such words and no move is refused: it is in another notation.

use super::comments::MAX_BYTES;
use super::reading::{MAX_FIELD, MAX_HEADERS};
use super::{Draft, Found, GameResult, Header, Line, LineError, Reason, Source, header};
use crate::chess::{Position, files_of_capture, letter_of, parse_san, short_capture};
use crate::game::{Color, Notation, NotationError};

/// The tag that begins a game, also in a comment that was never closed.
const FIRST_TAG: &str = "[Event \"";
/// The result of a game that both have lost.
const BOTH_LOST: &str = "0-0";
/// The names of the game that we play, as the tag `Variant` has them, in small letters and without blanks and
/// dashes. The Free Internet Chess Server calls its setups `wild/0` to `wild/8a`, and Chess960 `wild/fr`.
const VARIANTS: &str = "chess standard classical normal orthodox regular fromposition illegal chess960 \
    960 fischerandom fischerrandom fischerrandomchess frc";

/// Whether we play the game with this name.
fn is_played(variant: &str) -> bool {
    let name: String = variant.chars().filter(|c| !c.is_whitespace() && !"-_".contains(*c)).collect();
    let name = name.to_ascii_lowercase();
    let is_setup = |wild: &str| matches!(wild.as_bytes(), [b'0'..=b'8'] | b"8a" | b"fr");
    VARIANTS.split(' ').any(|own| own == name) || name.strip_prefix("wild/").is_some_and(is_setup)
}

pub(crate) fn next_game(source: &mut Source) -> Option<Found> {
    let mut game = Game {
        draft: Draft::new(&source.file),
        tags: Tags::default(),
        comment: None,
        said: String::new(),
        depth: 0,
        variation: 0,
        unread: None,
        is_ended: false,
    };
    while let Some(mut line) = source.next() {
        let text = match line.text() {
            Ok(text) => text,
            Err(reason) => {
                game.draft.fail(line.line, reason);
                continue;
            }
        };
        let is_open = game.comment.is_some() || game.depth > 0;
        if is_open && text.starts_with(FIRST_TAG) {
            if game.draft.is_game {
                source.give_back(line);
                break;
            }
            (game.comment, game.depth) = (None, 0);
        }
        if game.comment.is_none() && line.is_whole() && text.starts_with('%') {
            continue;
        }
        if let Some(rest) = game.read_line(line.line, text) {
            let left = rest.trim_start().len();
            if left > 0 {
                line.leave(left);
                source.give_back(line);
            } else if source.peek(0).is_some_and(begins_with_comment) {
                continue;
            }
            break;
        }
    }
    game.finish()
}

/// Whether a line begins with a comment.
fn begins_with_comment(line: &Line) -> bool {
    line.text().is_ok_and(|text| text.trim_start().starts_with(['{', ';']))
}

struct Game {
    draft: Draft<Position>,
    tags: Tags,
    /// The line in which a comment was opened that is not closed.
    comment: Option<u64>,
    /// What has been read of it, if it is one of the game and not of a variation.
    said: String,
    /// How many variations stand open.
    depth: u32,
    /// The line in which the outermost of them was opened.
    variation: u64,
    /// The first word that is no move, with its line.
    unread: Option<(u64, String)>,
    /// Whether the result has been read: only comments may follow.
    is_ended: bool,
}

/// What tags say of the game, beside its head.
#[derive(Default)]
struct Tags {
    fen: Option<String>,
    /// Whether the game does not begin with the position of `fen` after all.
    is_usual_start: bool,
    result: Option<GameResult>,
    /// Whether both have lost, which is written as castling is.
    both_lost: bool,
}

impl Game {
    /// Reads a line; if the game ends in it, gives what follows.
    fn read_line<'t>(&mut self, line: u64, text: &'t str) -> Option<&'t str> {
        let mut rest = text;
        loop {
            if self.comment.is_some() {
                let Some((said, after)) = rest.split_once('}') else {
                    self.say(rest, true);
                    return None;
                };
                self.say(said, false);
                self.comment = None;
                rest = after;
            }
            rest = rest.trim_start();
            let mut letters = rest.chars();
            let Some(first) = letters.next() else { return self.is_ended.then_some("") };
            let after = letters.as_str();
            rest = match first {
                ';' => {
                    self.say(after, false);
                    ""
                }
                '{' => {
                    self.comment = Some(line);
                    after
                }
                _ if self.is_ended => return Some(rest),
                '[' if self.depth == 0 => match split_tag(rest) {
                    Some(tag) if !self.draft.is_in_moves => self.read_tag(line, tag),
                    Some(_) if rest.contains('"') => return Some(rest),
                    // A remark that stands in the wrong brackets.
                    _ => after.split_once(']').map_or("", |(_, after)| after),
                },
                '(' => {
                    if self.depth == 0 {
                        self.variation = line;
                    }
                    self.depth = self.depth.saturating_add(1);
                    after
                }
                ')' => {
                    self.depth = self.depth.saturating_sub(1);
                    after
                }
                // The others mean nothing here.
                '}' | '[' | ']' => after,
                '$' => after.trim_start_matches(|c: char| c.is_ascii_digit()),
                _ => {
                    let end = rest.find(|c: char| c.is_whitespace() || "{}()[];$".contains(c));
                    let (word, after) = rest.split_at_checked(end.unwrap_or(rest.len()))?;
                    let both_lose = word == BOTH_LOST && self.tags.both_lost && after.trim().is_empty();
                    self.is_ended = self.depth == 0 && (both_lose || self.read_word(line, word));
                    after
                }
            }
        }
    }

    /// Takes a part of a comment, which ends with it or goes on in the next line.
    fn say(&mut self, text: &str, goes_on: bool) {
        if self.depth > 0 || self.draft.head.cut.is_some() {
            return;
        }
        // Of a remark without end the beginning will do.
        let room = MAX_BYTES.saturating_sub(self.said.len());
        self.said.push_str(text.get(..text.floor_char_boundary(room)).unwrap_or_default());
        if goes_on {
            return self.said.push(' ');
        }
        // What is too much to be kept costs no move.
        let _ = self.draft.keep(std::mem::take(&mut self.said).trim());
    }

    /// Takes a tag: its name, its value and what follows, which is given back.
    fn read_tag<'t>(&mut self, line: u64, (name, value, rest): (&str, String, &'t str)) -> &'t str {
        self.draft.begin(line);
        // What stands above belongs to the game before.
        self.draft.head.comments.clear();
        self.unread = None;
        match name.to_ascii_lowercase().as_str() {
            _ if !is_known(&value) => {}
            "white" => self.draft.head.names[Color::White] = Some(value),
            "black" => self.draft.head.names[Color::Black] = Some(value),
            "result" => {
                self.tags.both_lost = value == BOTH_LOST;
                self.tags.result = result(&value).flatten();
            }
            "setup" => self.tags.is_usual_start = value == "0",
            "fen" => {
                if let Err(error) = Position::parse(&value) {
                    self.draft.fail(line, error);
                }
                self.tags.fen = Some(value);
            }
            "variant" if !is_played(&value) => self.draft.fail(line, LineError::Variant(value)),
            "sente" | "gote" => {
                self.draft.fail(line, "this is PSN, a format of shogi that is not read here");
            }
            "variant" | "plycount" => {}
            _ if self.draft.head.headers.len() < MAX_HEADERS && value.len() <= MAX_FIELD => {
                self.draft.head.headers.push((Header::named(header::PGN, name), value));
            }
            _ => {}
        }
        rest
    }

    /// Reads a word of the moves; whether the game ends with it.
    fn read_word(&mut self, line: u64, word: &str) -> bool {
        let plain: String;
        let word = if word.is_ascii() {
            word
        } else {
            plain = word.chars().filter_map(letter_of).collect();
            &plain
        };
        let result = result(word);
        let after = after_number(word);
        // Zeros are a pass and no number of a move.
        let is_pass = PASSES.contains(&word) || PASSES.contains(&after);
        let is_move = is_pass || names_move(after) || self.takes_by_files(after);
        // Other words are remarks that nobody has put in braces.
        if result.is_none() && !is_move && !after.is_empty() {
            self.unread.get_or_insert_with(|| (line, after.to_owned()));
        }
        if result.is_none() && after.len() == word.len() && !is_move {
            return false;
        }
        self.draft.begin(line);
        self.draft.is_in_moves = true;
        if let Some(result) = result {
            self.tags.result = result.or(self.tags.result);
            return true;
        }
        if !is_move {
            return false;
        }
        self.start(line);
        let Some(reading) = self.draft.at_move(line, word) else { return false };
        let played = reading.play_next(|position| {
            if is_pass {
                return Err("the side to move passes, which no rule allows".into());
            }
            Ok(parse_san(position, after)?)
        });
        if let Err(error) = played {
            self.draft.fail(line, error);
        }
        false
    }

    /// Whether a word is a capture by its two files, which must be legal: `de` may be a word.
    fn takes_by_files(&self, word: &str) -> bool {
        files_of_capture(word).is_some()
            && self.draft.reading.as_ref().is_some_and(|reading| parse_san(&reading.position, word).is_ok())
    }

    /// Sets the game up, if that has not been done.
    fn start(&mut self, line: u64) {
        let fen = self.tags.fen.as_deref().filter(|_| !self.tags.is_usual_start);
        let position = || fen.and_then(|fen| Position::parse(fen).ok()).unwrap_or_else(Position::start);
        self.draft.start(line, || Ok(position()));
    }

    fn finish(mut self) -> Option<Found> {
        if !self.draft.is_game {
            return None;
        }
        if let Some(line) = self.comment.filter(|_| !self.is_ended) {
            self.draft.fail(line, "the comment is never closed");
        } else if self.depth > 0 {
            self.draft.fail(self.variation, "the variation is never closed");
        }
        if let (None, Some((line, text))) = (&self.draft.reading, self.unread.take()) {
            self.draft.fail(line, NotationError::NoMove { text, notation: "move" });
        }
        self.start(0);
        let mut headers = std::mem::take(&mut self.draft.head.headers);
        // How the whole game ended is not said of a part of it.
        headers.retain(|(header, _)| self.draft.head.cut.is_none() || !is_termination(header));
        let termination = headers.iter().find(|(header, _)| is_termination(header));
        let reason = termination.and_then(|(_, value)| reason(value));
        if let Some(reading) = &mut self.draft.reading {
            let record = &mut reading.record;
            (record.result, record.reason) = (self.tags.result, reason);
            for (header, text) in headers {
                record.set_header(header, &text);
            }
        }
        self.draft.finish()
    }
}

/// Whether the value of a tag says something: question marks and dots do not.
fn is_known(value: &str) -> bool {
    !value.chars().all(|c| matches!(c, '?' | '.' | '-' | ' '))
}

/// Words for a null move: in chess nobody passes, and a game in which somebody does is none.
const PASSES: [&str; 6] = ["--", "Z0", "0000", "@@@@", "null", "pass"];

/// Whether a word is meant as a move: it castles, names a square, or the file of a capture.
fn names_move(word: &str) -> bool {
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    word.as_bytes().windows(2).any(is_square)
        || short_capture(word).is_some()
        || ["O-O", "0-0", "o-o", "OO"].iter().any(|castling| word.starts_with(castling))
}

/// Whether a field of the head is the tag that says why the game ended.
pub(crate) fn is_termination(header: &Header) -> bool {
    header.other().eq_ignore_ascii_case("Termination")
}

/// What the tag `Termination` says, where our words say the same: in those of the PGN standard
/// (9.8.1), in any case, and of servers ("Anna won on time").
fn reason(value: &str) -> Option<Reason> {
    const WORDS: [(&str, Reason); 14] = [
        ("time forfeit", Reason::Time),
        ("on time", Reason::Time),
        ("rules infraction", Reason::Illegal),
        ("illegal move", Reason::Illegal),
        ("abandoned", Reason::Crash),
        ("adjudication", Reason::Adjudication),
        ("checkmate", Reason::Checkmate),
        ("resignation", Reason::Resignation),
        ("resigns", Reason::Resignation),
        ("stalemate", Reason::Stalemate),
        ("repetition", Reason::Repetition),
        ("insufficient material", Reason::DrawByRule),
        ("50-move rule", Reason::DrawByRule),
        ("fifty-move rule", Reason::DrawByRule),
    ];
    let value = value.to_ascii_lowercase();
    WORDS.into_iter().find(|(words, _)| value.contains(words)).map(|(_, reason)| reason)
}

/// What a word says of the result; nothing if it is another word.
#[expect(clippy::option_option, reason = "the result `*` is that there is none")]
fn result(word: &str) -> Option<Option<GameResult>> {
    match word {
        "1-0" => Some(Some(GameResult::White)),
        "0-1" => Some(Some(GameResult::Black)),
        "1/2-1/2" | "1/2" | "\u{bd}-\u{bd}" | "0.5-0.5" | ".5-.5" => Some(Some(GameResult::Draw)),
        "*" => Some(None),
        _ => None,
    }
}

/// A word without the number of a move before it.
fn after_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.starts_with(['.', '…']) { rest.trim_start_matches(['.', '…']) } else { word }
}

/// Whether a text begins with a tag that has a value in quotation marks.
pub(crate) fn is_tag(text: &str) -> bool {
    text.contains('"') && split_tag(text).is_some()
}

/// Name and value of the tag that a text begins with, and what follows. A value with quotation
/// marks that were not escaped, or with none, must be alone in its line.
fn split_tag(text: &str) -> Option<(&str, String, &str)> {
    let inner = text.strip_prefix('[')?.trim_start();
    let is_of_name = |c: char| c.is_alphanumeric() || "_-".contains(c);
    let (name, value) = inner.split_at_checked(inner.find(|c| !is_of_name(c)).filter(|&end| end > 0)?)?;
    let Some(quoted) = value.trim_start().strip_prefix('"') else {
        let bare = value.strip_prefix(char::is_whitespace)?.trim_end().strip_suffix(']')?;
        return (!bare.contains(['[', ']'])).then(|| (name, bare.trim().to_owned(), ""));
    };
    let mut value = String::new();
    let mut letters = quoted.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => value.extend(letters.next()),
            '"' => break,
            _ => value.push(letter),
        }
    }
    if let Some(rest) = letters.as_str().trim_start().strip_prefix(']') {
        return Some((name, value, rest));
    }
    let whole = quoted.trim_end().strip_suffix(']')?.trim_end().strip_suffix('"')?;
    Some((name, whole.to_owned(), ""))
}
