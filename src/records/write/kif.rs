//! Games of shogi in Kakinoki's format, version 2.0.

use std::fmt::Write as _;

use rsshogi::board::InitialPosition;

use super::super::{Encoding, GameRecord, Reason};
use super::{is_late, winner};
use crate::game::{
    Board, ByColor, Color, MoveParts, Notation, NotationError, PieceType, Position as _, Square,
};
use crate::shogi::{Position, piece, square};

/// The names of the piece types in moves, by number.
const NAMES: [&str; 16] =
    ["歩", "香", "桂", "銀", "金", "角", "飛", "玉", "と", "成香", "成桂", "成銀", "？", "馬", "龍", "？"];
/// Their signs in diagrams.
const SIGNS: [char; 16] =
    ['歩', '香', '桂', '銀', '金', '角', '飛', '玉', 'と', '杏', '圭', '全', '？', '馬', '龍', '？'];
/// The numbers of files.
const FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
/// The numbers of ranks, and the digits of numbers of pieces.
const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
/// The line above the moves.
const MOVES_FOLLOW: &str = "手数----指手---------消費時間--";

/// Writes a game.
///
/// # Errors
/// If the record is damaged.
pub fn write(record: &GameRecord, encoding: Encoding) -> Result<String, NotationError> {
    let first = Position::parse(&record.start)?;
    let handicap = handicap(&first);
    let sides = sides(handicap);
    let mut out = format!("#KIF version=2.0 encoding={}\n", encoding.name());
    for (header, text) in &record.headers {
        if !header.kif_name().is_empty() {
            let _ = writeln!(out, "{}：{text}", header.kif_name());
        }
    }
    match handicap {
        Some(name) => {
            let _ = writeln!(out, "手合割：{name}");
        }
        None => diagram(&first, &mut out),
    }
    for c in Color::ALL {
        if let Some(name) = &record.names[c] {
            let _ = writeln!(out, "{}：{name}", sides[c]);
        }
    }
    out.push_str(MOVES_FOLLOW);
    out.push('\n');
    comment(record, 0, &mut out);
    let last = moves(record, &mut out)?;
    out.push_str(&ending(record, last.side_to_move(), &sides));
    Ok(out)
}

/// The name of a first position that has one.
fn handicap(position: &Position) -> Option<&'static str> {
    let text = position.text();
    let (without_number, _) = text.rsplit_once(' ')?;
    InitialPosition::from_sfen(&format!("{without_number} 1"))?.handicap_name_ja()
}

/// What the sides are called: by who moves first, or in handicap games by who
/// is stronger.
fn sides(handicap: Option<&str>) -> ByColor<&'static str> {
    let mut sides = ByColor(["", ""]);
    let is_even = handicap.is_none_or(|name| name == "平手");
    (sides[Color::Black], sides[Color::White]) =
        if is_even { ("先手", "後手") } else { ("下手", "上手") };
    sides
}

/// The first position as a drawing.
fn diagram(position: &Position, out: &mut String) {
    let _ = writeln!(out, "手合割：その他\n後手の持駒：{}", hand(position, Color::White));
    out.push_str("  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n");
    for (rank, name) in NUMERALS.iter().enumerate() {
        out.push('|');
        for file in (0..square::SIZE).rev() {
            match position.piece_on(square::square(file, rank)) {
                None => out.push_str(" ・"),
                Some(piece) => {
                    out.push(if piece.color() == Color::White { 'v' } else { ' ' });
                    out.extend(SIGNS.get(piece.piece_type().index()));
                }
            }
        }
        let _ = writeln!(out, "|{name}");
    }
    let _ = writeln!(out, "+---------------------------+\n先手の持駒：{}", hand(position, Color::Black));
    if position.side_to_move() == Color::White {
        out.push_str("後手番\n");
    }
}

/// The pieces in hand, the greatest first: `飛　角　歩十八`.
fn hand(position: &Position, c: Color) -> String {
    let held = piece::HAND.iter().rev().map(|&pt| (pt, usize::from(position.hand(c, pt))));
    let words: Vec<String> = held
        .filter(|&(_, number)| number > 0)
        .map(|(pt, number)| {
            let ten = if number >= 10 { "十" } else { "" };
            let rest = NUMERALS.get((number % 10).wrapping_sub(1)).filter(|_| number > 1);
            format!("{}{ten}{}", name(pt), rest.map_or_else(String::new, char::to_string))
        })
        .collect();
    if words.is_empty() { "なし".to_owned() } else { words.join("　") }
}

fn name(pt: PieceType) -> &'static str {
    NAMES.get(pt.index()).copied().unwrap_or_default()
}

/// The lines of the moves; gives the last position.
fn moves(record: &GameRecord, out: &mut String) -> Result<Position, NotationError> {
    let mut number = 0;
    let mut last_to = None;
    let mut spent = ByColor([0; 2]);
    record.replay(|position: &Position, m| {
        let parts = position.parts(m);
        let _ = write!(out, "{:>4} {}", number + 1, move_text(&parts, last_to));
        if let Some(time) = record.time(number) {
            let seconds = time.as_secs();
            let all = &mut spent[position.side_to_move()];
            *all += seconds;
            let (hours, minutes) = (*all / 3600, *all / 60 % 60);
            let _ = write!(
                out,
                "   ({:>2}:{:02}/{hours:02}:{minutes:02}:{:02})",
                seconds / 60,
                seconds % 60,
                *all % 60
            );
        }
        out.push('\n');
        last_to = Some(parts.to);
        number += 1;
        comment(record, number, out);
    })
}

/// A move: place, piece, how it moves, and in plain digits from where.
fn move_text(parts: &MoveParts, last_to: Option<Square>) -> String {
    let place = if last_to == Some(parts.to) {
        "同　".to_owned()
    } else {
        let digits = (FILES.get(square::file(parts.to)), NUMERALS.get(square::rank(parts.to)));
        digits.0.into_iter().chain(digits.1).collect()
    };
    let piece = name(parts.piece);
    match parts.from {
        None => format!("{place}{piece}打"),
        Some(from) => {
            let promotes = if parts.becomes == parts.piece { "" } else { "成" };
            format!("{place}{piece}{promotes}({}{})", square::file(from) + 1, square::rank(from) + 1)
        }
    }
}

/// What is said after so many moves.
fn comment(record: &GameRecord, moves: usize, out: &mut String) {
    let said = record.comments.after(moves);
    if !said.is_empty() {
        for line in said.split('\n') {
            let _ = writeln!(out, "*{line}");
        }
    }
}

/// The last two lines: the word that ends the game, and who won. Only the side
/// to move can give up: a game that was decided in its favor in another way is
/// broken off, and the last line names the winner.
fn ending(record: &GameRecord, mover: Color, sides: &ByColor<&str>) -> String {
    let moves = record.moves.len();
    let winner = winner(record);
    let won_by_mover = winner == Some(mover);
    let word = match (record.reason, winner) {
        (_, None) if record.result.is_none() => "中断",
        (Some(Reason::Repetition), None) => "千日手",
        (_, None) => "持将棋",
        (Some(Reason::Declaration), _) if won_by_mover => "入玉勝ち",
        (Some(Reason::PerpetualCheck | Reason::Illegal), _) if won_by_mover => "反則勝ち",
        (Some(Reason::PerpetualCheck | Reason::Illegal), _) => "反則負け",
        _ if won_by_mover => "中断",
        (Some(Reason::Checkmate), _) => "詰み",
        (reason, _) if is_late(reason) => "切れ負け",
        _ => "投了",
    };
    let end = match winner {
        Some(winner) => format!("{}の勝ち", sides[winner]),
        None => word.to_owned(),
    };
    format!("{:>4} {word}\nまで{moves}手で{end}\n", moves + 1)
}
