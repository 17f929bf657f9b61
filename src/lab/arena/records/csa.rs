//! Games of shogi in the standard format of the Computer Shogi Association,
//! version 2.2.

use std::fmt::Write as _;

use crate::game::{Board, Color, Notation, NotationError, Piece, PieceType, Position as _, Square};
use crate::lab::arena::record::{GameRecord, Reason};
use crate::shogi::{Position, piece, square};

use super::plain;

/// The names of the piece types, by number.
const NAMES: [&str; 16] =
    ["FU", "KY", "KE", "GI", "KI", "KA", "HI", "OU", "TO", "NY", "NK", "NG", "??", "UM", "RY", "??"];

/// Writes a game.
///
/// # Errors
/// If the record is damaged.
pub fn write(record: &GameRecord) -> Result<String, NotationError> {
    let mut position: Position = record.first_position()?;
    let name = |c: Color| plain(&record.side(record.player(c)).name);
    let mut out = format!(
        "V2.2\nN+{}\nN-{}\n$EVENT:somatic match, game {}\n$OPENING:{}\n",
        name(Color::Black),
        name(Color::White),
        record.number,
        plain(&record.opening)
    );
    first_position(&position, &mut out);
    for (number, text) in record.all_moves().enumerate() {
        let m = position.parse_move(text)?;
        let parts = position.parts(m);
        let from = parts.from.map_or_else(|| "00".to_owned(), place);
        let _ = writeln!(
            out,
            "{}{from}{}{}",
            sign(position.side_to_move()),
            place(parts.to),
            kind(parts.becomes)
        );
        position.do_move(m);
        if let Some(ms) = record.time_of(number) {
            let _ = writeln!(out, "T{}", (ms / 1000.0) as u64);
        }
        if let Some(score) = record.score_of(number) {
            // The scores of such comments are black's.
            let score = if position.side_to_move() == Color::White { score } else { -score };
            let _ = writeln!(out, "'** {score}");
        }
    }
    let _ = writeln!(out, "{}", ending(record, position.side_to_move()));
    if let Some(detail) = &record.detail {
        let _ = writeln!(out, "' {}: {}", record.reason.name(), plain(detail));
    }
    Ok(out)
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

const fn kind(pt: PieceType) -> &'static str {
    NAMES[pt.index() % NAMES.len()]
}

fn owned(piece: Piece) -> String {
    format!("{}{}", sign(piece.color()), kind(piece.piece_type()))
}

fn place(sq: Square) -> String {
    format!("{}{}", square::file(sq) + 1, square::rank(sq) + 1)
}

/// The word that ends the game. Losses of a program that broke the rules, or
/// that gave check for ever, are an illegal action of its color. Only the side to
/// move can give up: a game that scores decided in its favor just ends.
fn ending(record: &GameRecord, mover: Color) -> &'static str {
    let illegal = match record.winner() {
        Some(Color::White) => "%+ILLEGAL_ACTION",
        _ => "%-ILLEGAL_ACTION",
    };
    match record.reason {
        Reason::Checkmate => "%TSUMI",
        Reason::Repetition => "%SENNICHITE",
        Reason::Declaration => "%KACHI",
        Reason::PerpetualCheck | Reason::Illegal => illegal,
        Reason::Time | Reason::Crash | Reason::Hang | Reason::Flood => "%TIME_UP",
        _ if record.winner().is_none() => "%JISHOGI",
        _ if record.winner() == Some(mover) => "%CHUDAN",
        _ => "%TORYO",
    }
}
