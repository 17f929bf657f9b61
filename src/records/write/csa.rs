//! Games of shogi in the standard format of the Computer Shogi Association,
//! version 2.2.

use std::fmt::Write as _;

use super::super::csa::{COMMENT, SUMMARY};
use super::super::{GameRecord, Reason};
use super::{is_late, winner};
use crate::game::{Board, Color, Notation, NotationError, Piece, PieceType, Position as _, Square};
use crate::shogi::{Position, piece, square};

/// The names of the piece types, by number.
const NAMES: [&str; 16] =
    ["FU", "KY", "KE", "GI", "KI", "KA", "HI", "OU", "TO", "NY", "NK", "NG", "??", "UM", "RY", "??"];

/// Writes a game.
///
/// # Errors
/// If the record is damaged.
pub fn write(record: &GameRecord) -> Result<String, NotationError> {
    let mut out = "V2.2\n".to_owned();
    for c in Color::ALL {
        if let Some(name) = &record.names[c] {
            let _ = writeln!(out, "N{}{name}", sign(c));
        }
    }
    for (header, text) in &record.headers {
        if !header.csa_name().is_empty() {
            let _ = writeln!(out, "${}:{text}", header.csa_name());
        }
    }
    first_position(&Position::parse(&record.start)?, &mut out);
    comment(record, 0, &mut out);
    let mut number = 0;
    let last = record.replay(|position: &Position, m| {
        let parts = position.parts(m);
        let from = parts.from.map_or_else(|| "00".to_owned(), place);
        let side = sign(position.side_to_move());
        let _ = writeln!(out, "{side}{from}{}{}", place(parts.to), kind(parts.becomes));
        if let Some(time) = record.time(number) {
            let _ = writeln!(out, "T{}", time.as_secs());
        }
        number += 1;
        comment(record, number, &mut out);
    })?;
    out.push_str(&ending(record, last.side_to_move()));
    Ok(out)
}

/// What is said after so many moves.
fn comment(record: &GameRecord, moves: usize, out: &mut String) {
    let said = record.comments.after(moves);
    if !said.is_empty() {
        for line in said.split('\n') {
            let _ = writeln!(out, "{COMMENT}{line}");
        }
    }
}

fn first_position(position: &Position, out: &mut String) {
    if *position == Position::start() {
        out.push_str("PI\n+\n");
        return;
    }
    for rank in 0..square::SIZE {
        let _ = write!(out, "P{}", rank + 1);
        for file in (0..square::SIZE).rev() {
            match position.piece_on(square::square(file, rank)) {
                None => out.push_str(" * "),
                Some(piece) => out.push_str(&owned(piece)),
            }
        }
        out.push('\n');
    }
    for c in Color::ALL {
        let held = piece::HAND.iter().rev().map(|&pt| (pt, position.hand(c, pt)));
        let text: String = held.map(|(pt, n)| format!("00{}", kind(pt)).repeat(usize::from(n))).collect();
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

fn kind(pt: PieceType) -> &'static str {
    NAMES.get(pt.index()).copied().unwrap_or_default()
}

fn owned(piece: Piece) -> String {
    format!("{}{}", sign(piece.color()), kind(piece.piece_type()))
}

fn place(sq: Square) -> String {
    format!("{}{}", square::file(sq) + 1, square::rank(sq) + 1)
}

/// The word that ends the game. Losses of a program that broke the rules, or
/// that gave check for ever, are an illegal action of its color. Only the side to
/// move can give up: a game that was decided in its favor in another way just
/// ends, and who won stands in a summary as the server Floodgate writes it.
fn ending(record: &GameRecord, mover: Color) -> String {
    let winner = winner(record);
    let word = match (record.reason, winner) {
        (_, None) if record.result.is_none() => "%CHUDAN",
        (Some(Reason::Repetition), None) => "%SENNICHITE",
        (_, None) => "%JISHOGI",
        (Some(Reason::Declaration), Some(winner)) if winner == mover => "%KACHI",
        (Some(Reason::PerpetualCheck | Reason::Illegal), Some(Color::White)) => "%+ILLEGAL_ACTION",
        (Some(Reason::PerpetualCheck | Reason::Illegal), Some(Color::Black)) => "%-ILLEGAL_ACTION",
        (reason, Some(winner)) if winner == mover => return decided(reason, winner),
        (Some(Reason::Checkmate), _) => "%TSUMI",
        (reason, _) if is_late(reason) => "%TIME_UP",
        _ => "%TORYO",
    };
    format!("{word}\n")
}

/// The end of a game that was won by the side to move.
fn decided(reason: Option<Reason>, winner: Color) -> String {
    let reason = reason.unwrap_or(Reason::Adjudication).name();
    let of = |c| if c == winner { "win" } else { "lose" };
    format!("%CHUDAN\n{SUMMARY}{reason}:black {}:white {}\n", of(Color::Black), of(Color::White))
}
