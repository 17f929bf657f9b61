//! Kakinoki's formats: KIF, a move a line, and KI2, as books print games. Both have the same head and the
//! same words, and a line tells itself which it is of, so that one reader takes both.
//!
//! What is no move, no board and no result never costs a move: what is not known is kept as a comment.

use std::time::Duration;

use super::diagram::{First, files, is_row};
use super::{Draft, Found, Header, LineError, Source, duration, ends, header, setup};
use crate::game::{Board as _, Color};
use crate::shogi::{Position, notation, square};

/// The beginning of the line above the moves.
const MOVES_FOLLOW: &str = "手数-";
/// The beginning of the line that tells the result.
const SUMMARY: [&str; 2] = ["まで", "以上"];
/// The beginning of a variation.
const VARIATION: &str = "変化";
/// A null move, as programs that analyse write it.
const PASS: &str = "パス";
/// The field of a handicap.
const HANDICAP: [&str; 3] = ["手合割", "手合", "手合い"];
/// Fields that stand only in the head of a game.
const STARTERS: &str = "開始日時 対局日 対局日時 棋戦 場所 回戦 戦型 持ち時間 大会 表題 手合割 手合 \
    先手 後手 下手 上手 作品番号 記録ID";
/// What is said of the display, and nothing of the game.
const DISPLAY: [&str; 2] = ["盤面回転", "盤面反転"];
/// The field in which a record of ours in JKF says who won, where its words do not.
pub(crate) const OUTCOME: &str = "勝敗";

/// Whether only a record of these formats begins so.
pub(crate) fn is_first_line(text: &str) -> bool {
    text.contains('：')
        || text.starts_with(MOVES_FOLLOW)
        || is_first_comment(text)
        || DISPLAY.contains(&text)
        || is_move_line(text)
}

/// Whether a line is a comment as it stands above records: `#KIF version=2.0`, `# KIF形式棋譜ファイル`.
fn is_first_comment(text: &str) -> bool {
    text.starts_with('#') && text.to_ascii_lowercase().contains("kif")
}

fn is_move_line(text: &str) -> bool {
    let rest = after_number(text);
    let is_pass = rest.starts_with(PASS) && rest != text;
    notation::begins_move(rest) || word_of_end(rest).is_some() || is_pass
}

pub(crate) fn next_game(source: &mut Source) -> Option<Found> {
    let mut game = Game { draft: Draft::new(&source.file), first: First::default() };
    while let Some(line) = source.next() {
        match line.text() {
            Ok(text) => {
                let text = trimmed(text);
                if game.draft.is_in_moves && begins_game(text) {
                    source.give_back(line);
                    break;
                }
                game.read_line(line.line, text);
            }
            Err(reason) => game.draft.fail(line.line, reason),
        }
    }
    if game.draft.is_game {
        game.start(0);
    }
    game.draft.finish()
}

fn trimmed(text: &str) -> &str {
    text.trim_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}')
}

/// Whether a line behind moves belongs to the next game.
fn begins_game(text: &str) -> bool {
    let is_starter = || {
        field(text)
            .is_some_and(|(name, _)| STARTERS.split(' ').any(|own| own == name) || hand_of(name).is_some())
    };
    text.starts_with(MOVES_FOLLOW)
        || is_first_comment(text)
        || text.starts_with("# ---")
        || is_row(text)
        || is_starter()
}

/// Name and value of a field.
fn field(text: &str) -> Option<(&str, &str)> {
    let (name, value) = text.split_once(['：', ':'])?;
    Some((trimmed(name), trimmed(value)))
}

/// The side whose pieces in hand a field with this name tells.
fn hand_of(name: &str) -> Option<Color> {
    let (c, rest) = ends::side(name)?;
    let rest = rest.trim_start_matches(['の', '側']);
    matches!(rest, "持駒" | "持ち駒" | "持ちごま").then_some(c)
}

/// The side whose player a field with this name tells.
fn player_of(name: &str) -> Option<Color> {
    let (c, rest) = ends::side(name)?;
    // `▲先手` as well.
    let rest = ends::side(rest).filter(|(other, _)| *other == c).map_or(rest, |(_, rest)| rest);
    matches!(rest, "" | "名" | "対局者名").then_some(c)
}

/// Whether a line that begins as moves do is a field all the same.
fn is_head(text: &str) -> bool {
    field(text).is_some_and(|(name, _)| hand_of(name).or(player_of(name)).is_some())
}

/// Whether a line tells how the game ended: `まで7手で先手の勝ち`.
fn is_summary(text: &str) -> bool {
    text.starts_with(SUMMARY[0]) || text.starts_with(SUMMARY[1]) && text.contains("手で")
}

/// Whether a text has neither words nor signs of what is thought of a move.
fn says_nothing(text: &str) -> bool {
    !text.chars().any(|letter| letter.is_alphabetic() || "!?！？".contains(letter))
}

/// A line without the number of a move before it.
fn after_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|letter| notation::decimal(letter).is_some());
    let ascii = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let follows = |letter: char| letter.is_whitespace() || ":.：．".contains(letter);
    if rest.len() < text.len() && rest.starts_with(follows) {
        rest.trim_start_matches(follows)
    } else if ascii.len() < text.len()
        && ascii.starts_with(|letter: char| !letter.is_ascii())
        && (notation::begins_move(ascii) || word_of_end(ascii).is_some())
    {
        ascii
    } else {
        text
    }
}

/// The word of a line that ends a game.
fn word_of_end(text: &str) -> Option<&str> {
    let text = text.trim_start_matches(|letter| notation::of_mark(letter).is_some());
    let end = text.find(|letter: char| letter.is_whitespace() || matches!(letter, '(' | '（' | '+'));
    let word = text.get(..end.unwrap_or(text.len()))?;
    ends::of(ends::KIF, word, Color::Black).map(|_| word)
}

struct Game {
    draft: Draft<Position>,
    first: First,
}

impl Game {
    fn read_line(&mut self, line: u64, text: &str) {
        match text.chars().next() {
            None | Some('#' | '&' | '\'') => {}
            Some('*') => self.draft.say(line, text.get(1..).unwrap_or_default()),
            _ if text.starts_with(MOVES_FOLLOW) => {
                self.draft.begin(line);
                self.draft.is_in_moves = true;
            }
            _ if is_row(text) => {
                self.draft.board_line.get_or_insert(line);
                self.draft.set_up(line, text, self.first.add_row(text));
            }
            Some('+' | '＋' | '┌' | '└') if !text.contains(['：', ':']) => self.draft.begin(line),
            _ if let Some(files) = files(text) => {
                let is_ours = files == square::SIZE;
                let read = if is_ours { Ok(()) } else { Err("the board is not of 9x9 squares".into()) };
                self.draft.set_up(line, text, read);
            }
            _ if DISPLAY.contains(&text) => self.draft.begin(line),
            // The number of moves before a diagram, and the last of them.
            _ if text.starts_with("手数") && text.contains(['＝', '=']) => self.draft.begin(line),
            _ if text.starts_with(VARIATION) && text.contains('手') => self.begin_variation(line, text),
            _ if is_summary(text) => self.summary(line, text),
            _ => self.read_words(line, text),
        }
    }

    fn read_words(&mut self, line: u64, text: &str) {
        if let Some((c, "番" | "番です")) = ends::side(text) {
            self.draft.begin(line);
            self.first.side = Some(c);
        } else if is_move_line(text) && !is_head(text) {
            self.read_moves(line, after_number(text));
        } else if let Some((name, value)) = field(text) {
            self.read_field(line, text, name, value);
        } else if self.first.handicap.is_none() && setup::of_kif(text).is_some() {
            self.draft.begin(line);
            self.first.handicap = Some((line, text.to_owned()));
        } else {
            self.keep(line, text);
        }
    }

    /// Keeps a text that is not understood.
    fn keep(&mut self, line: u64, text: &str) {
        self.draft.say(line, text);
        self.draft.note(line, LineError::from("nothing that KIF knows").of_part(text));
    }

    fn read_field(&mut self, line: u64, text: &str, name: &str, value: &str) {
        if let Some(c) = hand_of(name) {
            self.draft.set_up(line, text, self.first.set_hand(c, value));
        } else if let Some(c) = player_of(name) {
            self.draft.set_name(line, c, value);
        } else if HANDICAP.contains(&name) {
            self.draft.begin(line);
            self.first.handicap = Some((line, value.to_owned()));
        } else if name == OUTCOME {
            self.summary(line, value);
        } else if self.draft.is_in_moves && Header::named(header::KIF, name).other() == name {
            self.keep(line, text);
        } else {
            self.draft.set_header(line, Header::named(header::KIF, name), value);
        }
    }

    /// Sets the game up, if that has not been done.
    fn start(&mut self, line: u64) {
        let first = &self.first;
        self.draft.start(line, || first.position());
    }

    /// Reads the moves of a line, and what else stands in it.
    fn read_moves(&mut self, line: u64, text: &str) {
        self.start(line);
        let mut rest = text;
        while !rest.is_empty() {
            rest = trimmed(rest.trim_start_matches('+'));
            let Some(reading) = &mut self.draft.reading else { return };
            if let Some((spent, after)) = time(rest) {
                reading.set_time(spent);
                rest = after;
            } else if notation::begins_move(rest) {
                let Some(reading) = self.draft.at_move(line, text) else { return };
                let played = reading.play_next(|position| {
                    let (m, after) = notation::read(position, rest)?;
                    rest = after;
                    Ok(m)
                });
                if let Err(reason) = played {
                    return self.draft.fail(line, reason);
                }
            } else if rest.starts_with(PASS) {
                return self.draft.fail(line, LineError::from("a pass cannot be played").of_part(rest));
            } else if let Some(word) = word_of_end(rest) {
                self.draft.end(line, ends::KIF, word);
                rest = rest.split_once(word).map_or("", |(_, after)| after);
            } else {
                // Commas, arrows and numbers between moves, as people set them.
                let mut letters = rest.char_indices().skip(1);
                let next = letters.find(|&(_, letter)| notation::of_mark(letter).is_some());
                match rest.split_at_checked(next.map_or(rest.len(), |(at, _)| at)) {
                    Some((between, after)) if !after.is_empty() && says_nothing(between) => rest = after,
                    _ if rest.is_empty() => return,
                    _ => return self.keep(line, rest),
                }
            }
        }
    }

    /// Reads a line such as `変化：12手`.
    fn begin_variation(&mut self, line: u64, text: &str) {
        // Some programs write such a line into the head.
        if self.draft.reading.is_none() {
            return;
        }
        let after = first_number(text).and_then(|number| number.checked_sub(1));
        self.draft.branch(line, text, after.ok_or("this is no number of a move".into()));
        let rest = text.split_once('手').map_or("", |(_, rest)| rest);
        if notation::begins_move(rest) {
            self.read_moves(line, rest);
        } else if rest.starts_with(char::is_whitespace) {
            self.keep(line, trimmed(rest));
        }
    }

    /// Reads a line such as `まで7手で先手の勝ち`.
    fn summary(&mut self, line: u64, text: &str) {
        self.start(line);
        let Some(reading) = &mut self.draft.reading else { return };
        if !reading.is_main() && first_number(text).is_some_and(|number| number != reading.ply) {
            // It is said of another line.
            return;
        }
        let (_, word) = ends::of_summary(text, Color::Black);
        let outcome = reading.outcome(|mover| ends::of_summary(text, mover).0);
        let (is_main, record) = (reading.is_main(), &mut reading.record);
        if !is_main || record.ending.is_none() {
            let mover = reading.position.side_to_move();
            reading.end(outcome, word.or(ends::word(outcome, mover)).unwrap_or("中断"));
        } else if record.result.is_none() && outcome.result.is_some() {
            // How the game ended may have been told before, but not who won.
            record.result = outcome.result;
            record.reason = record.reason.or(outcome.reason);
        } else if record.result == outcome.result && word.is_some() {
            record.reason = record.reason.or(outcome.reason);
        }
    }
}

/// The first number of a text, in digits of any letters.
fn first_number(text: &str) -> Option<usize> {
    let mut rest = text.chars().peekable();
    loop {
        let number = notation::number(&mut rest);
        if number.is_some() || rest.next().is_none() {
            return number;
        }
    }
}

/// The time that a text begins with, in brackets or not, and what follows: of
/// `( 0:05/00:01:00)` the first. Nothing of it if it cannot be read.
fn time(text: &str) -> Option<(Option<Duration>, &str)> {
    let (inside, rest) = match text.strip_prefix(['(', '（']) {
        Some(inner) => inner.split_once([')', '）'])?,
        None => {
            let is_part = |letter: char| letter.is_ascii_digit() || "+:/. ".contains(letter);
            let end = text.find(|letter| !is_part(letter)).unwrap_or(text.len());
            let (inside, rest) = text.split_at_checked(end)?;
            if !inside.contains(':') || !rest.trim().is_empty() {
                return None;
            }
            (inside, rest)
        }
    };
    let now = inside.split(['/', '／']).next().unwrap_or_default();
    Some((clock(now), rest))
}

/// A time such as `1:05`, `0:05.5`, `01:00:00`, `1分5秒` or `65`.
fn clock(text: &str) -> Option<Duration> {
    let units = [("時間", 3600.0), ("分", 60.0), ("秒", 1.0)];
    let mut rest = text.trim();
    let mut seconds = 0.0;
    if units.iter().any(|(unit, _)| rest.contains(unit)) {
        for (unit, worth) in units {
            if let Some((number, after)) = rest.split_once(unit) {
                seconds += number.trim().parse::<f64>().ok()? * worth;
                rest = after;
            }
        }
    } else {
        for part in rest.split([':', '：']) {
            seconds = seconds * 60.0 + part.trim().parse::<f64>().ok()?;
        }
    }
    duration(seconds)
}
