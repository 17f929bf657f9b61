//! What is said to a program, and what it says.

use std::time::Duration;

use crate::game::{ByColor, Color};
use crate::search::{Clock, Limits};

use super::{MATE_CENTIPAWNS, Reply};
use crate::protocol::options::Expected;

/// An option that a program has announced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announced {
    /// Its name, as the program writes it.
    pub name: String,
    /// What it takes.
    pub values: Values,
}

/// What an option of a program takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// Nothing: something is done at once.
    None,
    /// `true` or `false`.
    Check,
    /// A number from this to that.
    Number(i64, i64),
    /// One of these.
    Words(Vec<String>),
    /// Any text.
    Text,
}

impl Values {
    /// What follows `type`.
    fn read(words: &[&str]) -> Self {
        let behind =
            |name: &str| words.iter().rposition(|&word| word == name).and_then(|at| words.get(at + 1));
        let number = |name: &str| behind(name).and_then(|word| word.parse().ok());
        match words.first() {
            Some(&"button") => Self::None,
            Some(&"check") => Self::Check,
            Some(&"spin") => {
                Self::Number(number("min").unwrap_or(i64::MIN), number("max").unwrap_or(i64::MAX))
            }
            Some(&"combo") if words.contains(&"var") => {
                let mut parts = words.split(|&word| word == "var");
                let default = parts.next().and_then(|part| part.get(2..)).map(|value| value.join(" "));
                let mut all: Vec<String> = parts.map(|value| value.join(" ")).collect();
                all.extend(default.filter(|value| !value.is_empty() && !all.contains(value)));
                Self::Words(all)
            }
            _ => Self::Text,
        }
    }

    /// What would be a value, where this is none.
    pub(super) fn refuse(&self, value: &str) -> Option<Expected> {
        match self {
            Self::Check if !matches!(value, "true" | "false") => Some(Expected::Switch),
            &Self::Number(least, most) => {
                let is_in = |number: i64| (least..=most).contains(&number);
                (!value.parse().is_ok_and(is_in)).then_some(Expected::Number(least, most))
            }
            Self::Words(all) => {
                let is_one = all.iter().any(|own| own.eq_ignore_ascii_case(value));
                (!is_one).then(|| Expected::Word(all.clone()))
            }
            _ => None,
        }
    }
}

/// Reads an `option` line: the name is all between `name` and `type`.
pub fn announced(line: &str) -> Option<Announced> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let ["option", "name", rest @ ..] = words.as_slice() else { return None };
    let at = rest.iter().position(|&word| word == "type")?;
    let (name, kind) = rest.split_at(at);
    Some(Announced { name: name.join(" "), values: Values::read(kind.get(1..).unwrap_or_default()) })
}

/// The `go` line for these limits.
pub fn go(limits: &Limits) -> String {
    let ms = |time: Duration| time.as_millis();
    let mut words: Vec<(&str, u128)> = Vec::new();
    if let Some(Clock { left, increment, byoyomi, .. }) = limits.clock {
        words.extend([("btime", ms(left[Color::Black])), ("wtime", ms(left[Color::White]))]);
        if increment != ByColor::default() {
            words.extend([("binc", ms(increment[Color::Black])), ("winc", ms(increment[Color::White]))]);
        } else if !byoyomi.is_zero() {
            words.push(("byoyomi", ms(byoyomi)));
        }
    }
    words.extend(limits.move_time.map(|time| ("movetime", ms(time))));
    words.extend(limits.nodes.map(|nodes| ("nodes", nodes.into())));
    words.extend(limits.depth.map(|depth| ("depth", depth.into())));
    words.iter().fold("go".to_owned(), |line, (word, number)| format!("{line} {word} {number}"))
}

/// The word after `bestmove`.
pub fn reply(word: Option<&str>) -> Reply {
    match word {
        Some("resign") => Reply::Resign,
        Some("win") => Reply::Win,
        word => Reply::Move(word.unwrap_or_default().to_owned()),
    }
}

/// The greatest depth that is believed.
const MOST_DEPTH: u64 = 10_000;
/// Moves of a line, and depths, that are kept.
const MOST_KEPT: usize = 256;

/// What a program told of its best line at a depth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// Plies.
    pub depth: i32,
    /// Centipawns for the side to move, mates as everywhere in an answer.
    pub score: i32,
    /// Moves made so far; 0 if that was not told.
    pub nodes: u64,
    /// Milliseconds so far; 0 if that was not told.
    pub ms: u64,
    /// The line; not checked.
    pub line: Vec<String>,
}

/// What a program told about its search so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// Moves made.
    pub nodes: Option<u64>,
    /// Its newest exact score for the best line.
    pub score: Option<i32>,
    /// The last exact word about each depth, as they came.
    pub steps: Vec<Said>,
}

/// Reads the words of an `info` line.
pub(crate) fn read_info<'a>(words: impl Iterator<Item = &'a str>, thought: &mut Thought) {
    let mut words = words.peekable();
    let (mut score, mut is_best, mut is_exact) = (None, true, true);
    let mut said = Said::default();
    let number = |text: Option<&&str>| text.and_then(|text| text.parse().ok());
    while let Some(word) = words.next() {
        match word {
            // Moves and free text follow to the end of the line.
            "pv" => {
                said.line = words.by_ref().take(MOST_KEPT).map(str::to_owned).collect();
                break;
            }
            "string" => break,
            "depth" => said.depth = number(words.peek()).map_or(0, |depth: u64| depth.min(MOST_DEPTH) as i32),
            "time" => said.ms = number(words.peek()).unwrap_or(0),
            "nodes" => {
                let nodes = number(words.peek());
                said.nodes = nodes.unwrap_or(0);
                thought.nodes = thought.nodes.max(nodes);
            }
            "multipv" => is_best = words.peek() == Some(&"1"),
            "lowerbound" | "upperbound" => is_exact = false,
            "score" => score = read_score(words.next(), words.peek().copied()),
            _ => {}
        }
    }
    if is_best
        && is_exact
        && let Some(score) = score
    {
        thought.score = Some(score);
        if said.depth > 0 && !said.line.is_empty() {
            thought.steps.retain(|step| step.depth < said.depth);
            thought.steps.truncate(MOST_KEPT - 1);
            thought.steps.push(Said { score, ..said });
        }
    }
}

/// Reads a line of what programs say to `eval`: centipawns for the side to move, which is the one that moves
/// first or not. Pawns with two decimals for White, who is the first also where the game is shogi (`Final
/// evaluation +0.18 (white side)`, Stockfish and its kin), or centipawns for the side to move (`eval = 18`,
/// `YaneuraOu`). The last such line counts.
pub fn evaluation(line: &str, is_first: bool) -> Option<i32> {
    let lower = line.to_ascii_lowercase();
    let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite());
    let most = f64::from(MATE_CENTIPAWNS - 1_000);
    let cut = |centipawns: f64| centipawns.round().clamp(-most, most) as i32;
    if let Some(text) = lower.strip_prefix("eval =") {
        return number(text.split_ascii_whitespace().next()?).map(cut);
    }
    let (_, after) = lower.split_once("evaluation")?;
    let pawns = number(after.trim_start_matches(':').split_ascii_whitespace().next()?)?;
    let is_for_mover = is_first || after.contains("side to move");
    Some(cut(if is_for_mover { 100.0 * pawns } else { -100.0 * pawns }))
}

/// Reads `cp N`, `mate N` and USI's `mate +`.
fn read_score(kind: Option<&str>, value: Option<&str>) -> Option<i32> {
    let value = value?;
    match kind? {
        "cp" => value.parse::<i32>().ok().map(|n| n.clamp(-MATE_CENTIPAWNS, MATE_CENTIPAWNS)),
        "mate" => {
            let sign = if value.starts_with('-') { -1 } else { 1 };
            let digits = value.trim_start_matches(['+', '-']);
            let distance = if digits.is_empty() { 0 } else { digits.parse::<i32>().ok()? };
            Some(sign * (MATE_CENTIPAWNS - distance).max(0))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn option_lines_are_read() {
        let option = |line| announced(line).map(|o| (o.name, o.values));
        let spin = "option name Minimum Thinking Time type spin default 20 min 0 max 5000";
        assert_eq!(option(spin), Some(("Minimum Thinking Time".to_owned(), Values::Number(0, 5000))));
        assert_eq!(
            option("option name Clear Hash type button"),
            Some(("Clear Hash".to_owned(), Values::None))
        );
        let values = |kind: &str| Values::read(&kind.split(' ').collect::<Vec<_>>());
        let refuses = |kind, value| values(kind).refuse(value).map(|expected| expected.to_string());
        let combo = "combo default default var default var By Material var x";
        assert_eq!(refuses(combo, "y").as_deref(), Some("one of default, By Material, x"));
        for (kind, value) in [
            (combo, "by material"),
            ("combo default x", "anything"),
            ("spin default 1 max 3", "-7"),
            ("check default false", "true"),
            ("string default <empty>", "min 3"),
            ("filename default", ""),
        ] {
            assert_eq!(refuses(kind, value), None, "{kind}: {value}");
        }
        assert_eq!(refuses("spin default 1 min 0 max 3", "4").as_deref(), Some("a number from 0 to 3"));
        assert_eq!(refuses("spin default 1 min 0 max 3", "x").as_deref(), Some("a number from 0 to 3"));
        assert_eq!(refuses("check default false", "yes").as_deref(), Some("true or false"));
        for line in ["option name X", "id name type", "option", ""] {
            assert_eq!(option(line), None, "{line}");
        }
    }

    #[test]
    fn limits_are_written() {
        let ms = Duration::from_millis;
        assert_eq!(go(&Limits::nodes(1000)), "go nodes 1000");
        assert_eq!(go(&Limits { depth: Some(3), ..Limits::move_time(ms(50)) }), "go movetime 50 depth 3");
        let clock = |increment: u64, byoyomi: u64| {
            let clock = Clock {
                left: ByColor([ms(100), ms(200)]),
                increment: ByColor([ms(increment); 2]),
                byoyomi: ms(byoyomi),
                moves_to_go: None,
            };
            go(&Limits { clock: Some(clock), ..Limits::default() })
        };
        assert_eq!(clock(0, 0), "go btime 100 wtime 200");
        assert_eq!(clock(7, 0), "go btime 100 wtime 200 binc 7 winc 7");
        assert_eq!(clock(0, 9), "go btime 100 wtime 200 byoyomi 9");
    }

    #[test]
    fn info_lines_are_read() {
        #[track_caller]
        fn check(lines: &[&str], nodes: Option<u64>, score: Option<i32>) {
            let mut thought = Thought::default();
            for line in lines {
                read_info(line.split_ascii_whitespace(), &mut thought);
            }
            assert_eq!((thought.nodes, thought.score), (nodes, score), "{lines:?}");
        }

        check(&["depth 3 nodes 12 score cp -7 pv 7g7f nodes 99"], Some(12), Some(-7));
        check(&["score mate 3", "string score cp 1"], None, Some(MATE_CENTIPAWNS - 3));
        check(&["score mate -4"], None, Some(4 - MATE_CENTIPAWNS));
        check(&["score mate +"], None, Some(MATE_CENTIPAWNS));
        check(&["score mate -"], None, Some(-MATE_CENTIPAWNS));
        check(&["multipv 1 score cp 5 nodes 9", "multipv 2 score cp 1 nodes 8"], Some(9), Some(5));
        check(
            &["score", "score cp", "score cp x", "nodes", "nodes -1", "score mate 99999999999"],
            None,
            None,
        );
        check(&["score cp 5", "score cp 9 lowerbound nodes 8", "score cp 1 upperbound"], Some(8), Some(5));
        check(&["score cp 2147483647"], None, Some(MATE_CENTIPAWNS));
    }

    #[test]
    fn the_last_word_about_a_depth_is_kept() {
        let mut thought = Thought::default();
        for line in [
            "depth 1 score cp 9 time 1 nodes 20 pv a b",
            "depth 2 score cp 7 nodes 50",
            "depth 2 score cp 8 lowerbound nodes 60 pv c",
            "depth 2 multipv 2 score cp 1 nodes 70 pv d",
            "depth 2 score mate 2 time 3 nodes 80 pv b c",
            "depth 99999999999 score cp 1",
        ] {
            read_info(line.split_ascii_whitespace(), &mut thought);
        }
        let told: Vec<String> = thought
            .steps
            .iter()
            .map(|s| format!("{} {} {} {} {}", s.depth, s.score, s.nodes, s.ms, s.line.join(",")))
            .collect();
        assert_eq!(told, ["1 9 20 1 a,b", &format!("2 {} 80 3 b,c", MATE_CENTIPAWNS - 2)]);
        for depth in 0..1_000 {
            let line = format!("depth {depth} score cp {depth} pv m");
            read_info(line.split_ascii_whitespace(), &mut thought);
        }
        assert_eq!(thought.steps.len(), MOST_KEPT);
    }

    #[test]
    fn opinions_are_read() {
        #[track_caller]
        fn check(line: &str, first: Option<i32>, second: Option<i32>) {
            assert_eq!((evaluation(line, true), evaluation(line, false)), (first, second), "{line}");
        }
        check("Final evaluation       +0.18 (white side) [with scaled NNUE, ...]", Some(18), Some(-18));
        check("NNUE evaluation        -0.14 (side to move)", Some(-14), Some(-14));
        check("Total evaluation: 2.15 (white side)", Some(215), Some(-215));
        check("eval = -77", Some(-77), Some(-77));
        check("Final evaluation: none (in check)", None, None);
        check("info string NNUE evaluation using nn.nnue enabled", None, None);
        check("Total evaluation: nan (white side)", None, None);
        check("Total evaluation: 1e300 (white side)", Some(99_000), Some(-99_000));
        check("", None, None);
    }

    #[test]
    fn replies_are_told_apart() {
        assert_eq!(reply(Some("resign")), Reply::Resign);
        assert_eq!(reply(Some("win")), Reply::Win);
        assert_eq!(reply(Some("7g7f")), Reply::Move("7g7f".to_owned()));
        assert_eq!(reply(None), Reply::Move(String::new()));
    }
}
