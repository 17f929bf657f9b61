//! Games of shogi in the standard format of the Computer Shogi Association,
//! version 2.2, or 3 where times have parts of seconds.

use std::fmt::Write as _;

use super::super::csa::{COMMENT, SUMMARY, name};
use super::super::{GameRecord, Reason, ends, header};
use super::{Branch, End, players, remark, seconds_text};
use crate::game::{Board, Color, Notation, NotationError, Position as _, Square};
use crate::shogi::{Move, Position, piece, square};

pub fn write(record: &GameRecord) -> Result<String, NotationError> {
    // Parts of seconds came with version 3.
    let has_parts = record.times.iter().flatten().any(|time| time.subsec_millis() > 0);
    let mut out = if has_parts { "'CSA encoding=UTF-8\nV3.0\n" } else { "V2.2\n" }.to_owned();
    for (c, name) in players(record) {
        let _ = writeln!(out, "N{}{name}", sign(c));
    }
    for (header, text) in &record.headers {
        let _ = writeln!(out, "${}:{text}", header.name(header::CSA));
    }
    let first = Position::parse(&record.start)?;
    first_position(&first, &mut out);
    remark(&mut out, COMMENT, record.comments.after(0));
    let end = Branch::of(record, None).play(&first, |position, m, number, time| {
        let _ = writeln!(out, "{}", move_text(position, m));
        if let Some((time, _)) = time {
            let _ = writeln!(out, "T{}", seconds_text(time));
        }
        remark(&mut out, COMMENT, record.comments.after(number));
    });
    let Some(end) = end else { return Ok(out) };
    let (word, winner) = word(&end);
    let _ = writeln!(out, "%{word}");
    if let Some((time, _)) = end.time {
        let _ = writeln!(out, "T{}", seconds_text(time));
    }
    if let Some(winner) = winner {
        // As the server Floodgate writes it.
        let reason = end.outcome.reason.unwrap_or(Reason::Adjudication).name();
        let of = |c| if c == winner { "win" } else { "lose" };
        let _ = writeln!(out, "{SUMMARY}{reason}:black {}:white {}", of(Color::Black), of(Color::White));
    }
    Ok(out)
}

/// A move: side, from where, to where, and what it is then.
pub fn move_text(position: &Position, m: Move) -> String {
    let parts = position.parts(m);
    let from = parts.from.map_or_else(|| "00".to_owned(), place);
    let side = sign(position.side_to_move());
    format!("{side}{from}{}{}", place(parts.to), name(parts.becomes))
}

fn first_position(position: &Position, out: &mut String) {
    if *position == Position::start() {
        out.push_str("PI\n+\n");
        return;
    }
    for rank in 0..square::SIZE {
        let _ = write!(out, "P{}", rank + 1);
        for column in 0..square::SIZE {
            match position.piece_on(square::at(rank, column)) {
                None => out.push_str(" * "),
                Some(piece) => {
                    let _ = write!(out, "{}{}", sign(piece.color()), name(piece.piece_type()));
                }
            }
        }
        out.push('\n');
    }
    for c in Color::ALL {
        let held = piece::HAND.iter().rev().map(|&pt| (pt, position.hand(c, pt)));
        let text: String = held.map(|(pt, n)| format!("00{}", name(pt)).repeat(usize::from(n))).collect();
        if !text.is_empty() {
            let _ = writeln!(out, "P{}{text}", sign(c));
        }
    }
    let _ = writeln!(out, "{}", sign(position.side_to_move()));
}

const fn sign(c: Color) -> char {
    match c {
        Color::Black => '+',
        Color::White => '-',
    }
}

fn place(sq: Square) -> String {
    format!("{}{}", square::file(sq) + 1, square::rank(sq) + 1)
}

/// The word that ends the game, and who won if it does not say that: a game that was broken off.
pub(super) fn word<'r>(end: &End<'r>) -> (&'r str, Option<Color>) {
    let (_, word) = end.words();
    if word == "CHUDAN" && end.winner().is_some() {
        return (word, end.winner());
    }
    let own = end.own(ends::CSA, word);
    let is_plain = !own.contains(' ') && own.to_ascii_uppercase() == *own;
    (if is_plain { own } else { word }, None)
}
