//! A game in a line: the words of the protocols' `position`, then fields.

use std::fmt::Write as _;

use crate::game::{Color, Notation, NotationError};
use crate::lab::arena::record::GameRecord;
use crate::protocol::Dialect;

use super::plain;

/// Writes a game as `sfen ... moves ... ; id "..." ; ...`, which every reader
/// of position lines understands. Only `startpos` of shogi stands for itself:
/// in such a file it means that game.
///
/// # Errors
/// If the record is damaged.
pub fn write<D: Dialect>(record: &GameRecord) -> Result<String, NotationError> {
    let first: D::Game = record.first_position()?;
    let mut line = if record.start == "startpos" && D::HAS_DECLARATIONS {
        record.start.clone()
    } else {
        format!("{} {}", D::Game::POSITION_WORD, first.text())
    };
    if record.all_moves().next().is_some() {
        line.push_str(" moves");
        for text in record.all_moves() {
            let _ = write!(line, " {text}");
        }
    }
    let name = |c: Color| plain(&record.side(record.player(c)).name);
    let result = record.winner().map_or("draw", Color::name);
    let _ = writeln!(
        line,
        " ; id \"game {}\" ; black \"{}\" ; white \"{}\" ; result {result} ; reason {}",
        record.number,
        name(Color::Black),
        name(Color::White),
        record.reason.name()
    );
    Ok(line)
}
