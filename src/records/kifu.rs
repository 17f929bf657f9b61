//! Kakinoki's formats: KIF, a move a line, and KI2, as books print games. Both
//! have the same head and the same words, and a line tells itself which it is
//! of, so that one reader takes both.
//!
//! What is no move, no board and no result never costs a move: what is not
//! known is kept as a comment.

use std::time::Duration;

use super::bad_line::LineError;
use super::ends;
use super::reading::Draft;
use super::setup::{self, Setup};
use super::source::Source;
use super::{Found, Header};
use crate::game::{Board as _, ByColor, Color, Notation as _, Piece, PieceType};
use crate::lang::tr;
use crate::shogi::{Position, notation, piece, square};

/// The beginning of the line above the moves.
const MOVES_FOLLOW: &str = "手数-";
/// The beginning of the line that tells the result.
const SUMMARY: &str = "まで";
/// The beginning of a variation.
const VARIATION: &str = "変化";
/// A null move, as programs that analyse write it.
const PASS: &str = "パス";
/// The field of a handicap.
const HANDICAP: [&str; 3] = ["手合割", "手合", "手合い"];
/// Handicaps that say no more than that a diagram follows.
const OTHER_HANDICAPS: [&str; 8] =
    ["その他", "詰将棋", "詰め将棋", "実戦", "任意局面", "カスタム", "必至", "次の一手"];
/// Fields that stand only in the head of a game.
const STARTERS: [&str; 14] = [
    "開始日時",
    "対局日",
    "対局日時",
    "棋戦",
    "大会",
    "表題",
    "手合割",
    "手合",
    "先手",
    "後手",
    "下手",
    "上手",
    "作品番号",
    "記録ID",
];
/// What is said of the display, and nothing of the game.
const DISPLAY: [&str; 2] = ["盤面回転", "盤面反転"];
/// The field in which a record of ours in JKF says who won, where its words do not.
pub const OUTCOME: &str = "勝敗";

/// Whether only a record of these formats begins so.
pub fn is_first_line(text: &str) -> bool {
    text.contains('：')
        || text.starts_with(MOVES_FOLLOW)
        || text.starts_with('#') && text.to_ascii_lowercase().contains("kif")
        || DISPLAY.contains(&text)
        || is_move_line(text)
}

fn is_move_line(text: &str) -> bool {
    let rest = after_number(text);
    let is_pass = rest.starts_with(PASS) && rest != text;
    notation::begins_move(rest) || word_of_end(rest).is_some() || is_pass
}

/// The next game of a file.
pub fn next_game(source: &mut Source) -> Option<Found> {
    let mut game = Game::new(&source.file);
    while let Some(line) = source.next() {
        match line.text() {
            Ok(text) => {
                let text = trimmed(text);
                if game.is_in_moves && begins_game(text) {
                    source.give_back(line);
                    break;
                }
                game.read_line(line.line, text);
            }
            Err(reason) => game.draft.fail(line.line, reason),
        }
    }
    game.finish()
}

fn trimmed(text: &str) -> &str {
    text.trim_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}')
}

/// Whether a line behind moves belongs to the next game.
fn begins_game(text: &str) -> bool {
    let is_starter =
        || field(text).is_some_and(|(name, _)| STARTERS.contains(&name) || hand_of(name).is_some());
    text.starts_with(MOVES_FOLLOW)
        || text.starts_with("#KIF")
        || text.starts_with("# ---")
        || is_row(text)
        || is_starter()
}

fn is_row(text: &str) -> bool {
    text.starts_with(['|', '｜', '│', '┃'])
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

/// A line without the number of a move before it.
fn after_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|letter: char| {
        letter.is_numeric() && notation::digit(letter).is_some() || letter == '0' || letter == '０'
    });
    let ascii = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let follows =
        |rest: &str| rest.starts_with(|letter: char| letter.is_whitespace() || ":.：．".contains(letter));
    if rest.len() < text.len() && follows(rest) {
        rest.trim_start_matches(|letter: char| letter.is_whitespace() || ":.：．".contains(letter))
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
    ends::of_kif(word, Color::Black).map(|_| word)
}

/// A game that is being read.
struct Game {
    draft: Draft,
    first: First,
    /// Whether moves have begun: then a head belongs to the next game.
    is_in_moves: bool,
    /// What a summary says, for games without another end.
    has_end: bool,
}

/// What is known of the first position.
struct First {
    handicap: Option<(u64, String)>,
    rows: Vec<[Option<Piece>; square::SIZE]>,
    hands: ByColor<Vec<(PieceType, u32)>>,
    /// The side that holds all pieces that are nowhere else.
    rest: Option<Color>,
    side: Option<Color>,
    /// The first broken line of the diagram.
    fault: Option<(u64, LineError)>,
}

impl Game {
    fn new(file: &str) -> Self {
        Self {
            draft: Draft::new(file),
            first: First {
                handicap: None,
                rows: Vec::new(),
                hands: ByColor::default(),
                rest: None,
                side: None,
                fault: None,
            },
            is_in_moves: false,
            has_end: false,
        }
    }

    fn read_line(&mut self, line: u64, text: &str) {
        match text.chars().next() {
            None | Some('#' | '&' | '\'') => {}
            Some('*') => self.draft.say(line, text.get(1..).unwrap_or_default()),
            _ if text.starts_with(MOVES_FOLLOW) => {
                self.draft.begin(line);
                self.is_in_moves = true;
            }
            _ if is_row(text) => self.read_row(line, text),
            Some('+' | '＋' | '┌' | '└') if !text.contains(['：', ':']) => self.draft.begin(line),
            _ if is_files(text) || DISPLAY.contains(&text) => self.draft.begin(line),
            // The number of moves before a diagram, and the last of them.
            _ if text.starts_with("手数") && text.contains(['＝', '=']) => self.draft.begin(line),
            _ if text.starts_with(VARIATION) && text.contains('手') => self.begin_variation(line, text),
            _ if text.starts_with(SUMMARY) => self.summary(line, text),
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
            self.draft.begin(line);
            match hand(value) {
                Some(hand) => self.first.hands[c] = hand,
                None if value.starts_with('残') => self.first.rest = Some(c),
                None => {
                    self.first.fail(line, "this is no hand", text);
                }
            }
        } else if let Some(c) = player_of(name) {
            self.draft.set_name(line, c, value);
        } else if HANDICAP.contains(&name) {
            self.draft.begin(line);
            self.first.handicap = Some((line, value.to_owned()));
        } else if name == OUTCOME {
            self.summary(line, value);
        } else if self.is_in_moves && Header::of_kif(name).other() == name {
            self.keep(line, text);
        } else {
            self.draft.set_header(line, Header::of_kif(name), value);
        }
    }

    fn read_row(&mut self, line: u64, text: &str) {
        self.draft.begin(line);
        match row(text) {
            Some(row) if self.first.rows.len() < square::SIZE => self.first.rows.push(row),
            _ => {
                self.first.fail(line, "this is no rank of a board", text);
            }
        }
    }

    /// Sets the game up, if that has not been done.
    fn start(&mut self, line: u64) {
        self.draft.begin(line);
        self.is_in_moves = true;
        let first = &self.first;
        self.draft.started(|| first.position());
    }

    /// Reads the moves of a line, and what else stands in it.
    fn read_moves(&mut self, line: u64, text: &str) {
        self.start(line);
        let mut rest = text;
        while !rest.is_empty() {
            rest = trimmed(rest.trim_start_matches('+'));
            if self.draft.cut.is_some()
                && self.draft.reading.as_ref().is_none_or(super::reading::Reading::is_main)
            {
                return;
            }
            let Some(reading) = &mut self.draft.reading else { return };
            if let Some((spent, after)) = time(rest) {
                reading.set_time(spent);
                rest = after;
            } else if notation::begins_move(rest) {
                if self.draft.is_over {
                    return self
                        .draft
                        .fail(line, LineError::from("something behind the end of the game").of_part(text));
                }
                let number = reading.ply() + 1;
                let read = notation::read(&reading.position, rest).map_err(LineError::from);
                match read.and_then(|(m, after)| reading.play(m).map(|()| after)) {
                    Ok(after) => rest = after,
                    Err(reason) => return self.draft.fail(line, reason.of_move(number)),
                }
            } else if rest.starts_with(PASS) {
                return self.draft.fail(line, LineError::from("a pass cannot be played").of_part(rest));
            } else if let Some(word) = word_of_end(rest) {
                return self.end(line, word);
            } else {
                if !rest.is_empty() {
                    self.keep(line, rest);
                }
                return;
            }
        }
    }

    fn end(&mut self, line: u64, word: &str) {
        let Some(reading) = &mut self.draft.reading else { return };
        if self.draft.is_over {
            return self.draft.note(line, "something behind the end of the game");
        }
        let outcome = ends::of_kif(word, reading.position.side_to_move()).unwrap_or_default();
        reading.end(outcome, word);
        self.has_end |= reading.is_main();
        self.draft.is_over = true;
    }

    /// Reads a line such as `変化：12手`.
    fn begin_variation(&mut self, line: u64, text: &str) {
        // Some programs write such a line into the head.
        if self.draft.reading.is_none() {
            return;
        }
        let digits: String = text
            .chars()
            .filter_map(|letter| {
                if letter == '０' {
                    Some('0')
                } else {
                    letter
                        .to_digit(10)
                        .or(notation::digit(letter).map(|n| n as u32))
                        .and_then(|n| char::from_digit(n, 10))
                }
            })
            .collect();
        let number: usize = digits.parse().unwrap_or(0);
        let Some(reading) = &mut self.draft.reading else { return };
        let begun = match number.checked_sub(1) {
            Some(after) => reading.branch(after),
            None => Err("this is no number of a move".into()),
        };
        self.draft.is_over = begun.is_err();
        if let Err(reason) = begun {
            self.draft.note(line, reason.of_part(text));
        }
    }

    /// Reads a line such as `まで7手で先手の勝ち`.
    fn summary(&mut self, line: u64, text: &str) {
        self.start(line);
        let Some(reading) = self.draft.reading.as_mut().filter(|reading| reading.is_main()) else { return };
        let mover = reading.position.side_to_move();
        let (outcome, word) = ends::of_summary(text, mover);
        let record = &mut reading.record;
        if self.has_end {
            // How the game ended may have been told before, but not who won.
            if record.result.is_none() && outcome.result.is_some() {
                record.result = outcome.result;
                record.reason = outcome.reason.or(record.reason);
            } else if record.result == outcome.result {
                record.reason = record.reason.or(outcome.reason);
            }
        } else if self.draft.cut.is_none() {
            reading.end(outcome, word.unwrap_or(if outcome.result.is_some() { "投了" } else { "中断" }));
        }
        self.has_end = true;
        self.draft.is_over = true;
    }

    fn finish(mut self) -> Option<Found> {
        if self.draft.is_game {
            self.start(0);
        }
        self.draft.finish()
    }
}

impl First {
    fn fail(&mut self, line: u64, reason: &'static str, text: &str) {
        self.fault.get_or_insert_with(|| (line, LineError::from(reason).of_part(text)));
    }

    /// The first position, or the line that is wrong with it (0: the game's first) and why.
    fn position(&self) -> Result<Position, (u64, LineError)> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let handicap = self.handicap.as_ref().map(|(line, name)| (*line, trimmed(name)));
        let named = handicap.and_then(|(_, name)| setup::of_kif(name));
        let here = |error: crate::game::NotationError| (0, LineError::from(error));
        let usual = named.clone().map_or_else(|| Ok(Position::start()), |sfen| Position::parse(&sfen));
        let mut usual = usual.map_err(here)?;
        if self.rows.is_empty() {
            return match handicap {
                Some((line, name))
                    if named.is_none() && !name.is_empty() && !OTHER_HANDICAPS.contains(&name) =>
                {
                    Err((line, LineError::from("the handicap is not known").of_part(name)))
                }
                _ => {
                    if let Some(side) = self.side.filter(|&side| side != usual.side_to_move()) {
                        let mut other = Setup::of(&usual);
                        other.side = side;
                        usual = other.position().map_err(here)?;
                    }
                    Ok(usual)
                }
            };
        }
        if self.rows.len() < square::SIZE {
            return Err((0, LineError::Setup(tr!("{count} ranks, expected nine", count = self.rows.len()))));
        }
        let mut setup = Setup::empty();
        for (rank, row) in self.rows.iter().enumerate() {
            for (file, piece) in row.iter().rev().enumerate() {
                setup.set(square::square(file, rank), *piece);
            }
        }
        for c in Color::ALL {
            for &(pt, number) in &self.hands[c] {
                setup.hold(c, pt, number);
            }
        }
        if let Some(c) = self.rest {
            setup.hold_the_rest(c);
        }
        setup.side = self.side.unwrap_or(usual.side_to_move());
        setup.position().map_err(here)
    }
}

/// Whether a line has the numbers of the files above a diagram.
fn is_files(text: &str) -> bool {
    let letters: Vec<usize> =
        text.chars().filter(|letter| !letter.is_whitespace()).filter_map(notation::digit).collect();
    letters == [9, 8, 7, 6, 5, 4, 3, 2, 1]
}

/// A rank of a diagram: `|v香v桂 ・ ...|一`, from file 9 on.
fn row(text: &str) -> Option<[Option<Piece>; square::SIZE]> {
    const BARS: [char; 4] = ['|', '｜', '│', '┃'];
    let inner = text.strip_prefix(BARS)?;
    let inner = inner.split_once(BARS).map_or(inner, |(inner, _)| inner);
    let mut out = [None; square::SIZE];
    let mut places = out.iter_mut();
    let mut letters = inner.chars();
    let mut c = Color::Black;
    while let Some(letter) = letters.next() {
        let mut piece = None;
        match letter {
            'v' | 'V' | 'ｖ' | 'Ｖ' => {
                c = Color::White;
                continue;
            }
            '^' | '＾' => {
                c = Color::Black;
                continue;
            }
            '・' | '･' | '．' | '.' | '*' | '＊' | '·' | '口' | '□' => {}
            '成' => {
                let pt = letters.next().and_then(notation::of_sign).map(piece::promote)?;
                piece = piece::is_promoted(pt).then_some(pt);
                piece?;
            }
            letter if letter.is_whitespace() => continue,
            letter => match (notation::of_mark(letter), notation::of_sign(letter)) {
                (Some(side), _) => {
                    c = side;
                    continue;
                }
                (None, pt) => {
                    pt?;
                    piece = pt;
                }
            },
        }
        *places.next()? = piece.map(|pt| Piece::new(c, pt));
        c = Color::Black;
    }
    places.next().is_none().then_some(out)
}

/// The pieces in hand: `飛　角二　歩十八`, `歩3`, `なし`.
fn hand(text: &str) -> Option<Vec<(PieceType, u32)>> {
    let text = text.replace("飛車", "飛").replace("角行", "角").replace("金将", "金").replace("銀将", "銀");
    let text = text.replace("桂馬", "桂").replace("香車", "香").replace("歩兵", "歩");
    let mut hand: Vec<(PieceType, u32)> = Vec::new();
    if matches!(text.trim(), "" | "なし" | "無し" | "ナシ" | "無" | "-" | "－" | "0") {
        return Some(hand);
    }
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter.is_whitespace() || "、,，・枚x×()".contains(letter) {
            continue;
        }
        let pt = notation::of_sign(letter).filter(|pt| piece::HAND.contains(pt))?;
        let mut number = None;
        while letters.next_if(|letter| " x×(".contains(*letter)).is_some() {}
        while let Some(digit) = letters.next_if(|&letter| {
            letter == '十' || matches!(letter, '0' | '０' | '〇') || notation::digit(letter).is_some()
        }) {
            number = Some(match (digit, number) {
                ('十', None) => 10,
                ('十', Some(tens)) => tens * 10,
                (digit, None) => notation::digit(digit).unwrap_or(0) as u32,
                // Eighteen: ten and eight, or one and eight as digits.
                (digit, Some(10)) if digit_is_chinese(digit) => {
                    10 + notation::digit(digit).unwrap_or(0) as u32
                }
                (digit, Some(tens)) => tens * 10 + notation::digit(digit).unwrap_or(0) as u32,
            })
            .map(|number: u32| number.min(99));
        }
        hand.push((pt, number.unwrap_or(1)));
    }
    Some(hand)
}

const fn digit_is_chinese(digit: char) -> bool {
    !digit.is_ascii_digit() && !matches!(digit, '０'..='９')
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
    /// More than any game takes.
    const MOST: f64 = 1e9;
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
    (0.0..=MOST).contains(&seconds).then(|| Duration::try_from_secs_f64(seconds).ok())?
}

#[cfg(test)]
#[expect(clippy::expect_used, reason = "a test may fail")]
mod tests {
    use super::*;

    #[test]
    fn hands_in_any_spelling() {
        let word = |(pt, n): &(PieceType, u32)| format!("{}{n}", notation::name(*pt));
        let pieces = |text: &str| hand(text).map(|hand| hand.iter().map(word).collect::<Vec<_>>().concat());
        for (text, expected) in [
            ("飛　角二　歩十八", "飛1角2歩18"),
            ("飛二 角 金3 歩１８ ", "飛2角1金3歩18"),
            ("歩10枚、香2枚", "歩10香2"),
            ("飛車　角行2　歩十", "飛1角2歩10"),
            ("金x2 銀×3", "金2銀3"),
            ("なし", ""),
            ("", ""),
        ] {
            assert_eq!(pieces(text).as_deref(), Some(expected), "{text}");
        }
        assert_eq!(pieces("玉"), None);
        assert_eq!(pieces("歩と香"), None);
    }

    #[test]
    fn times_in_every_form() {
        for (text, seconds) in [
            ("( 0:05/00:01:00)", Some(5.0)),
            ("(1:02:03/01:02:03)", Some(3723.0)),
            ("（0:12／00:00:12）", Some(12.0)),
            ("( 0:12.5)", Some(12.5)),
            ("(1分5秒)", Some(65.0)),
            ("(7秒)", Some(7.0)),
            ("(72/)", Some(72.0)),
            ("0:12/00:00:12", Some(12.0)),
            ("(x)", None),
        ] {
            let found = time(text).expect(text).0.map(|time| time.as_secs_f64());
            assert_eq!(found, seconds, "{text}");
        }
        assert!(time("３四歩").is_none());
    }

    #[test]
    fn ranks_of_diagrams() {
        let rows = [
            "| ・v玉 ・ ・ 歩 ・ 杏 竜 ・|一",
            "|・v玉・・歩・成香龍・|",
            "|.△王..歩.杏龍.|",
            "｜　・ｖ玉　・　・　歩　・　杏　龍　・｜一",
        ];
        for text in rows {
            let letter =
                |piece: &Option<Piece>| piece.map_or('.', |piece| notation::sign(piece.piece_type()));
            let found: String = row(text).expect(text).iter().map(letter).collect();
            assert_eq!(found, ".玉..歩.杏龍.", "{text}");
        }
        assert!(row("| ・ ・|一").is_none() && row("| 象 ・ ・ ・ ・ ・ ・ ・ ・|一").is_none());
    }
}
