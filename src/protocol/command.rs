//! Lines from a GUI, taken apart.

use std::time::Duration;

use crate::game::Color;
use crate::search::{Clock, Limits};

/// A command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `usi` or `uci`.
    Hello,
    IsReady,
    /// All words between `name` and `value`, and all after `value`, if it was there.
    SetOption {
        name: String,
        value: Option<String>,
    },
    /// `usinewgame` or `ucinewgame`.
    NewGame,
    /// All that follows `position`.
    Position(Vec<String>),
    Go(Go),
    /// `stop` or `gameover`: what is under way shall end.
    Stop,
    /// Perhaps with a new clock.
    PonderHit(Go),
    Quit,
    /// A word for people at a console, and what follows.
    Console(String, Vec<String>),
    /// Nothing that is known.
    Unknown(String),
}

/// What `go` asks for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// All but the moves to search, which only a position can read.
    pub limits: Limits,
    /// `mate` was asked for.
    pub mate: bool,
    /// Moves to the mate that was asked for; USI sends a time here.
    pub mate_moves: Option<u32>,
    /// Moves to search, as text.
    pub search_moves: Vec<String>,
    /// `perft`, a depth.
    pub perft: Option<u32>,
    /// Words whose number could not be read.
    pub broken: Vec<String>,
}

/// Words for people.
const CONSOLE_WORDS: [&str; 6] = ["d", "eval", "xref", "bench", "perft", "moves"];

/// Takes a line apart. Unknown words before a known command are skipped.
pub fn parse(line: &str, hello: &str, new_game: &str) -> Option<Command> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let first = *words.first()?;
    for (i, &word) in words.iter().enumerate() {
        let rest = || words.iter().skip(i + 1).copied();
        let owned = || rest().map(str::to_owned).collect();
        let command = match word {
            "isready" => Command::IsReady,
            "setoption" => set_option(after_words(line, i + 1)),
            "position" => Command::Position(owned()),
            "go" => Command::Go(go(rest())),
            "stop" | "gameover" => Command::Stop,
            "ponderhit" => Command::PonderHit(go(rest())),
            "quit" => Command::Quit,
            _ if word == hello => Command::Hello,
            _ if word == new_game => Command::NewGame,
            _ if i == 0 && CONSOLE_WORDS.contains(&word) => Command::Console(word.to_owned(), owned()),
            _ => continue,
        };
        return Some(command);
    }
    Some(Command::Unknown(first.to_owned()))
}

/// Reads what follows `setoption`. Names and values may contain blanks; those of a value, which may be the
/// path of a file, stay as they are. Quotation marks around it are not part of it.
fn set_option(text: &str) -> Command {
    let first = usize::from(text.split_ascii_whitespace().next() == Some("name"));
    let name: Vec<&str> =
        text.split_ascii_whitespace().skip(first).take_while(|&word| word != "value").collect();
    let before = first + name.len();
    let value = text.split_ascii_whitespace().nth(before).map(|_| {
        let value = after_words(text, before + 1);
        let inner = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        inner.unwrap_or(value).to_owned()
    });
    Command::SetOption { name: name.join(" "), value }
}

/// What follows so many words, without the blanks around it.
fn after_words(text: &str, count: usize) -> &str {
    (0..count)
        .fold(text, |rest, _| rest.trim_ascii_start().trim_start_matches(|c: char| !c.is_ascii_whitespace()))
        .trim_ascii()
}

/// Words of `go` behind which a number belongs.
const NUMBER_WORDS: [&str; 11] = [
    "btime", "wtime", "byoyomi", "binc", "winc", "movetime", "rtime", "movestogo", "depth", "nodes", "perft",
];

/// Whether a word ends what `searchmoves` lists.
fn is_go_word(word: &str) -> bool {
    NUMBER_WORDS.contains(&word) || matches!(word, "infinite" | "mate" | "ponder" | "searchmoves")
}

fn go<'a>(words: impl Iterator<Item = &'a str>) -> Go {
    let mut go = Go::default();
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        match word {
            "infinite" => go.limits.infinite = true,
            "ponder" => go.limits.ponder = true,
            "mate" => {
                go.mate = true;
                let limit = words.next_if(|next| !is_go_word(next) || *next == "infinite");
                go.mate_moves = limit.and_then(number).map(small);
            }
            "searchmoves" => {
                while let Some(text) = words.next_if(|next| !is_go_word(next)) {
                    go.search_moves.push(text.to_owned());
                }
            }
            word if NUMBER_WORDS.contains(&word) => match words.next_if(|text| number(text).is_some()) {
                Some(text) => go.set(word, number(text).unwrap_or_default()),
                None => go.broken.push(word.to_owned()),
            },
            _ => {}
        }
    }
    go
}

/// Reads a whole number: less than nothing is nothing, and more than we can count is as much as we can.
fn number(text: &str) -> Option<u64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(if text.starts_with('-') { 0 } else { digits.parse().unwrap_or(u64::MAX) })
}

fn small(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// More milliseconds than anyone waits, few enough to reckon with.
const LONGEST_TIME: u64 = 1 << 40;

impl Go {
    fn set(&mut self, word: &str, number: u64) {
        let time = Duration::from_millis(number.min(LONGEST_TIME));
        match word {
            // YaneuraOu's word for a time that differs a little from move to move.
            "movetime" | "rtime" => self.limits.move_time = Some(time),
            "depth" => self.limits.depth = Some(small(number)),
            "nodes" => self.limits.nodes = Some(number),
            "perft" => self.perft = Some(small(number)),
            "btime" => self.clock().left[Color::Black] = time,
            "wtime" => self.clock().left[Color::White] = time,
            "binc" => self.clock().increment[Color::Black] = time,
            "winc" => self.clock().increment[Color::White] = time,
            "byoyomi" => self.clock().byoyomi = time,
            // None are said by 0: the time is for the rest of the game.
            _ => self.clock().moves_to_go = (number > 0).then(|| small(number)),
        }
    }

    fn clock(&mut self) -> &mut Clock {
        self.limits.clock.get_or_insert_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> Option<Command> {
        parse(line, "usi", "usinewgame")
    }

    fn go_of(line: &str) -> Go {
        match command(line) {
            Some(Command::Go(go)) => go,
            _ => Go::default(),
        }
    }

    #[test]
    fn names_and_values_may_contain_blanks() {
        let expected = Command::SetOption { name: "Move Overhead".into(), value: Some("a b  c".to_owned()) };
        assert_eq!(command("setoption  name Move  Overhead value  a b  c "), Some(expected));
        let button = Command::SetOption { name: "Clear Hash".into(), value: None };
        assert_eq!(command(" setoption  name Clear Hash \r"), Some(button));
    }

    /// As GUIs send the paths of files: two blanks in a row, quotation marks, Japanese.
    #[test]
    fn paths_stay_as_they_are() {
        for (text, path) in [
            ("/dir  with two blanks/b.db", "/dir  with two blanks/b.db"),
            ("\"C:\\my  books\\b.db\"", "C:\\my  books\\b.db"),
            ("/定跡　集/本 一.db", "/定跡　集/本 一.db"),
            ("value value", "value value"),
            ("\"", "\""),
            ("", ""),
        ] {
            let expected = Command::SetOption { name: "BookFile".into(), value: Some(path.to_owned()) };
            assert_eq!(command(&format!("setoption name BookFile value {text}")), Some(expected), "{text}");
        }
    }

    #[test]
    fn unknown_words_are_skipped() {
        assert_eq!(command("joho isready"), Some(Command::IsReady));
        assert_eq!(command("hello"), Some(Command::Unknown("hello".to_owned())));
        assert_eq!(command("   "), None);
        let go = go_of("go foo depth 3 bar nodes x movetime 7");
        let limits = Limits { depth: Some(3), ..Limits::move_time(Duration::from_millis(7)) };
        assert_eq!(go.limits, limits);
        assert_eq!(go.broken, ["nodes"]);
    }

    #[test]
    fn search_moves_end_at_the_next_word() {
        let go = go_of("go searchmoves 7g7f P*5e depth 2");
        assert_eq!(go.search_moves, ["7g7f", "P*5e"]);
        assert_eq!(go.limits.depth, Some(2));
    }
}
