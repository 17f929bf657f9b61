//! What `review` saw in games, as tables.

use std::fmt::Write as _;

use super::names::Names;
use super::table::{Columns, TextTable, decimals};
use super::why;
use crate::game::{Color, MATE, Value, is_mate, visible};
use crate::lab::review::{GameReview, Hanging, LEAST_LOSS, PlyReview};
use crate::lang::{self, tr, tr_of};
use crate::records::input::read_line;
use crate::records::notation::MoveNotation;

/// How the columns of [`table`] are to be read.
pub fn legend() -> String {
    tr!(
        "lost: what the move gave away of the points that its side could expect, a win being 100 and a draw 50 \
         (moves that gave away {least} or more); score: of the best move, from its side, in the engine's units; \
         hung before, after: what SUPER-SOMA sees open to the two sides, and what it wins",
        least = decimals(f64::from(LEAST_LOSS) / 10.0, 0)
    )
}

/// Who played, and how it ended.
pub(super) fn title(game: &GameReview) -> String {
    let name = |name: &Option<String>| name.as_deref().map_or_else(|| "?".to_owned(), visible);
    // The first to move stands first.
    let players = if game.game == "chess" { [&game.white, &game.black] } else { [&game.black, &game.white] };
    let result = match game.result {
        Some(result) if result.name() == "draw" => tr!(", drawn").to_owned(),
        Some(result) => tr!(", won by {side}", side = lang::text_of(&game.game, result.name())),
        None => String::new(),
    };
    tr!(
        "{id}: {first} and {second}{result}, {plies} moves, {limit} a position",
        id = visible(&game.id),
        first = name(players[0]),
        second = name(players[1]),
        result,
        plies = game.plies.len().saturating_sub(1),
        limit = game.limit
    )
}

/// What both sides gave away.
pub fn losses(game: &GameReview) -> String {
    let of =
        |side: Color| game.mean_loss(side).map_or_else(|| "-".to_owned(), |loss| decimals(loss / 10.0, 1));
    let (black, white) = (of(Color::Black), of(Color::White));
    tr_of!(&game.game, "Points given away a move, in the mean: black {black}, white {white}", black, white)
}

/// The moves that gave most away.
pub fn table(game: &GameReview, most: usize, notation: MoveNotation) -> TextTable {
    let written = |ply: &PlyReview, text: &Option<String>| {
        let text = text.as_deref().unwrap_or_default();
        let position = read_line(&ply.position, String::new).map(|line| line.position);
        position.map_or_else(|_| text.to_owned(), |position| notation.one(&position, text))
    };
    let columns = Columns::<&PlyReview>::new()
        .number("ply", |ply| (ply.ply + 1).to_string())
        .words("side", |ply| lang::text_of(&game.game, &ply.side).to_owned())
        .words("played", |ply| written(ply, &ply.played))
        .number("lost", |ply| points(ply.lost))
        .words("best", |ply| written(ply, &ply.best))
        .number("score", |ply| score(ply.score))
        .words("hung before", |ply| best_of_each(game, ply, notation))
        .words("hung after", |ply| {
            game.after(ply).map_or_else(String::new, |after| best_of_each(game, after, notation))
        });
    columns.table(title(game), game.turning_points(most))
}

/// The sentences on the moves that gave most away, in the order of the game, a line for each move.
pub fn why(game: &GameReview, most: usize, notation: MoveNotation) -> String {
    let mut told: Vec<&PlyReview> = game.turning_points(most);
    told.sort_by_key(|ply| ply.ply);
    let mut out = String::new();
    for ply in told {
        let said = why::of_ply(game, ply, notation);
        if !said.is_empty() {
            let _ = writeln!(out, "{:>4} {}", ply.ply + 1, said.join(" "));
        }
    }
    if out.is_empty() { out } else { out + "\n" }
}

fn points(lost: Option<u32>) -> String {
    lost.map_or_else(String::new, |lost| decimals(f64::from(lost) / 10.0, 1))
}

pub(super) fn score(score: Value) -> String {
    match score {
        score if !is_mate(score) => format!("{score:+}"),
        score if score > 0 => tr!("mate {plies}", plies = MATE - score),
        score => tr!("mated {plies}", plies = MATE + score),
    }
}

/// The most valuable entry of each side.
fn best_of_each(game: &GameReview, ply: &PlyReview, notation: MoveNotation) -> String {
    let position = read_line(&ply.position, String::new).ok().filter(|_| !ply.hanging.is_empty());
    let names = position.map(|read| Names::new(notation, read.position));
    let entry = |hanging: &Hanging| {
        let name =
            names.as_ref().and_then(|names| names.of_move(&hanging.move_text, hanging.side == ply.side));
        let name = name.as_ref().unwrap_or(&hanging.move_text);
        format!("{} {name} {:+}", lang::text_of(&game.game, &hanging.side), hanging.value)
    };
    let mut sides: Vec<&str> = Vec::new();
    let mut out: Vec<String> = Vec::new();
    for found in &ply.hanging {
        if !sides.contains(&found.side.as_str()) {
            sides.push(&found.side);
            out.push(entry(found));
        }
    }
    out.join(tr!(", "))
}
