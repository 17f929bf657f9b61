//! Games of shogi in Kakinoki's formats: KIF, version 2.0, and KI2, as books print games.

use std::cmp::Reverse;
use std::fmt::Write as _;

use super::super::{Encoding, Format, GameRecord, Header, Reason, ends, header, setup};
use super::{Branch, End, Spent, players, remark};
use crate::game::{Board, ByColor, Color, Notation, NotationError, PieceType, Position as _};
use crate::shogi::{Position, notation, piece, square};

/// The line above the moves.
const MOVES_FOLLOW: &str = "手数----指手---------消費時間--";
/// What begins a comment.
const COMMENT: &str = "*";
/// The moves in a line of KI2.
const IN_LINE: usize = 6;

/// Writes a game in KIF or KI2.
pub fn write(record: &GameRecord, format: Format, encoding: Encoding) -> Result<String, NotationError> {
    let first = Position::parse(&record.start)?;
    let handicap = setup::kif_name(&first);
    let sides = sides(handicap);
    let is_ki2 = format == Format::Ki2;
    let mut out = String::new();
    if !is_ki2 {
        let _ = writeln!(out, "#KIF version=2.0 encoding={}", encoding.name());
    }
    // A reader tells by its first field that a game begins, which one that only its record knows does not say.
    let (unknown, known): (Vec<_>, Vec<_>) =
        record.headers.iter().partition(|(header, _)| !header.other().is_empty());
    let fields = |out: &mut String, headers: &[&(Header, String)]| {
        for (header, text) in headers {
            let _ = writeln!(out, "{}：{text}", header.name(header::KIF));
        }
    };
    fields(&mut out, &known);
    match handicap {
        Some(name) => {
            let _ = writeln!(out, "手合割：{name}");
        }
        None => diagram(&first, &mut out),
    }
    fields(&mut out, &unknown);
    for (c, name) in players(record) {
        let _ = writeln!(out, "{}：{name}", sides[c]);
    }
    if !is_ki2 {
        let _ = writeln!(out, "{MOVES_FOLLOW}");
    }
    let mut game = Writer { record, is_ki2, sides, out };
    game.line(&first, &Branch::of(record, None));
    game.variations(&first);
    Ok(game.out)
}

/// What the sides are called: by who moves first, or in handicap games by who is stronger.
pub fn sides(handicap: Option<&str>) -> ByColor<&'static str> {
    let is_even = handicap.is_none_or(|name| name == "平手");
    ByColor(if is_even { ["先手", "後手"] } else { ["下手", "上手"] })
}

/// The first position as a drawing.
fn diagram(position: &Position, out: &mut String) {
    let _ = writeln!(out, "手合割：その他\n後手の持駒：{}", hand(position, Color::White));
    out.push_str("  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n");
    for rank in 0..square::SIZE {
        out.push('|');
        for column in 0..square::SIZE {
            match position.piece_on(square::at(rank, column)) {
                None => out.push_str(" ・"),
                Some(piece) => {
                    out.push(if piece.color() == Color::White { 'v' } else { ' ' });
                    out.push_str(notation::sign(piece.piece_type()));
                }
            }
        }
        let _ = writeln!(out, "|{}", notation::numeral(rank + 1));
    }
    let _ = writeln!(out, "+---------------------------+\n先手の持駒：{}", hand(position, Color::Black));
    if position.side_to_move() == Color::White {
        out.push_str("後手番\n");
    }
}

/// The pieces in hand, the greatest first: `飛　角　歩十八`.
fn hand(position: &Position, c: Color) -> String {
    let held = piece::HAND.iter().rev().map(|&pt: &PieceType| (pt, usize::from(position.hand(c, pt))));
    let words: Vec<String> = held
        .filter(|&(_, number)| number > 0)
        .map(|(pt, number)| {
            let number = if number > 1 { notation::numeral(number) } else { String::new() };
            format!("{}{number}", notation::name(pt))
        })
        .collect();
    if words.is_empty() { "なし".to_owned() } else { words.join("　") }
}

struct Writer<'r> {
    record: &'r GameRecord,
    is_ki2: bool,
    sides: ByColor<&'static str>,
    out: String,
}

impl Writer<'_> {
    fn line(&mut self, first: &Position, line: &Branch<'_>) {
        let mut in_line = 0;
        // What is said of a variation that is only an end stands behind that, where all readers take it to belong.
        let said = line.comments.after(0);
        let (before, behind) = if line.is_main() || !line.moves.is_empty() { (said, "") } else { ("", said) };
        remark(&mut self.out, COMMENT, before);
        let end = line.play(first, |position, m, number, time| {
            let said = line.comments.after(number);
            if self.is_ki2 {
                let text =
                    format!("{}{}", notation::mark(position.side_to_move()), notation::text(position, m));
                in_line += 1;
                if in_line == IN_LINE || !said.is_empty() || number == line.moves.len() {
                    in_line = 0;
                    let _ = writeln!(self.out, "{text}");
                } else {
                    let wide = 2 * text.chars().count();
                    let _ = write!(self.out, "{text}{:1$}", "", 14_usize.saturating_sub(wide).max(1));
                }
            } else {
                let parts = position.parts(m);
                let place = match position.last_move() {
                    Some(last) if Position::destination(last) == parts.to => "同　".to_owned(),
                    _ => notation::square_name(parts.to),
                };
                let time = time.map_or_else(String::new, time_text);
                let number = line.before.len() + number;
                let _ = writeln!(self.out, "{number:>4} {place}{}{time}", notation::with_origin(&parts));
            }
            remark(&mut self.out, COMMENT, said);
        });
        self.end(line, end.as_ref());
        remark(&mut self.out, COMMENT, behind);
    }

    /// Writes how a line ends: a word in KIF, and a sentence of the game's own; in KI2 a sentence.
    fn end(&mut self, line: &Branch<'_>, end: Option<&End<'_>>) {
        let moves = line.before.len() + line.moves.len();
        if let (Some(end), false) = (end, self.is_ki2) {
            let word = end.own(ends::KIF, end.words().0);
            let _ =
                writeln!(self.out, "{:>4} {word}{}", moves + 1, end.time.map_or_else(String::new, time_text));
        }
        let sentence = match end {
            Some(end) if self.is_ki2 || line.is_main() => sentence(end, &self.sides, self.is_ki2),
            // In KI2 nothing else tells a game without moves from the head of the next.
            None if self.is_ki2 && line.is_main() && moves == 0 => "中断".to_owned(),
            _ => return,
        };
        let _ = writeln!(self.out, "まで{moves}手で{sentence}");
    }

    /// Writes the variations, the last first, each with those that leave it: so they are read as they were.
    fn variations(&mut self, first: &Position) {
        let record = self.record;
        // The stack holds what is still to be written, the next on top.
        let leaving = |of: Option<usize>| {
            let all = record.variations.iter().enumerate().filter(|(_, line)| line.of == of);
            let mut found: Vec<_> = all.map(|(number, line)| (line.after, Reverse(number))).collect();
            found.sort_unstable();
            found
        };
        let mut waiting = leaving(None);
        while let Some((_, Reverse(number))) = waiting.pop() {
            let Some(line) = record.variations.get(number) else { return };
            let _ = writeln!(self.out, "\n変化：{}手", line.after + 1);
            self.line(first, &Branch::of(record, Some(line)));
            waiting.extend(leaving(Some(number)));
        }
    }
}

/// The time of a move, and of all of its side's.
fn time_text((time, all): Spent) -> String {
    let (seconds, sum) = (time.as_secs(), all.as_secs());
    let (hours, minutes) = (sum / 3600, sum / 60 % 60);
    format!("   ({:>2}:{:02}/{hours:02}:{minutes:02}:{:02})", seconds / 60, seconds % 60, sum % 60)
}

/// What is said of an end: `時間切れにより後手の勝ち`.
pub fn sentence(end: &End<'_>, sides: &ByColor<&str>, is_ki2: bool) -> String {
    let (word, _) = end.words();
    match (word, end.winner()) {
        (_, None) if end.outcome.reason == Some(Reason::MaxPlies) => format!("最大手数により{word}"),
        ("切れ負け", Some(winner)) => format!("時間切れにより{}の勝ち", sides[winner]),
        // In KIF the word stands above, and not all readers know it here.
        ("入玉勝ち", Some(winner)) if !is_ki2 => format!("{}の勝ち", sides[winner]),
        ("入玉勝ち" | "反則勝ち" | "反則負け", _) => format!("{}の{word}", sides[end.mover]),
        ("投了" | "中断", Some(winner)) => format!("{}の勝ち", sides[winner]),
        _ => end.own(ends::KIF, word).to_owned(),
    }
}
