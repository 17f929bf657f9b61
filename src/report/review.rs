//! What `review` saw in games, as tables.

use console::{Alignment, pad_str};

use super::names::Names;
use super::table::{Columns, TextTable, decimals, or_dash};
use super::text::{columns, fit};
use super::why;
use crate::game::{Color, MATE, Value, is_mate, visible};
use crate::lab::mate::distance;
use crate::lab::review::{BOUNDS, GameReview, Hanging, LEAST_LOSS, PlyReview};
use crate::lang::{self, tr, tr_of};
use crate::records::notation::MoveNotation;

/// The marks of mistakes, by [`BOUNDS`].
const MARKS: [&str; 3] = ["?!", "?", "??"];

/// How the columns of the table of [`mistakes`] are to be read.
pub fn legend() -> String {
    tr!(
        "lost: what the move gave away of the points that its side could expect, a win being 100 and a draw 50 \
         (moves that gave away {least} or more); score: of the best move, from its side, in the engine's units; \
         hung before, after: what SUPER-SOMA sees open to the two sides, and what it wins",
        least = decimals(f64::from(LEAST_LOSS) / 10.0, 0)
    )
}

/// Which game it is, who played, and how it ended.
fn title(game: &GameReview) -> String {
    format!("{}: {}", visible(&game.id), players(game))
}

/// The same for a page, whose games need no file where the players are known.
pub(super) fn heading(game: &GameReview) -> String {
    if game.black.is_some() || game.white.is_some() { players(game) } else { title(game) }
}

fn players(game: &GameReview) -> String {
    // The first to move stands first.
    let players = if game.game == "chess" { [&game.white, &game.black] } else { [&game.black, &game.white] };
    let [first, second] = players.map(|name| visible(name.as_deref().unwrap_or("?")));
    let result = match game.result {
        Some(result) if result.name() == "draw" => tr!(", drawn").to_owned(),
        Some(result) => tr!(", won by {side}", side = lang::text_of(&game.game, result.name())),
        None => String::new(),
    };
    let moves = match distance(&game.game, game.plies.len().saturating_sub(1)) {
        1 => tr!("1 move").to_owned(),
        count => tr!("{count} moves", count),
    };
    tr!(
        "{first} – {second}{result}, {moves}, {limit} a position",
        first,
        second,
        result,
        moves,
        limit = game.limit
    )
}

/// What both sides gave away.
pub fn losses(game: &GameReview) -> String {
    let of = |side: Color| or_dash(game.mean_loss(side).map(|loss| decimals(loss / 10.0, 1)));
    let (black, white) = (of(Color::Black), of(Color::White));
    tr_of!(&game.game, "Mean points given away per move: black {black}, white {white}", black, white)
}

/// The moves that gave most away, as a table, or that there are none.
pub fn mistakes(game: &GameReview, most: usize, width: Option<usize>) -> String {
    if game.turning_points(1).is_empty() {
        let least = decimals(f64::from(LEAST_LOSS) / 10.0, 0);
        let said = tr!("No move gave away {least} points or more.", least);
        return fit(&format!("{}\n\n{said}\n", title(game)), width);
    }
    table(game, most).text(width)
}

fn table(game: &GameReview, most: usize) -> TextTable {
    Columns::of(title(game), game.turning_points(most))
        .words("played", |ply| numbered(game, ply))
        .words("side", |ply| lang::text_of(&game.game, &ply.side))
        .number("lost", |ply| ply.lost.map_or_else(String::new, |lost| decimals(f64::from(lost) / 10.0, 1)))
        .words("best", |ply| written(game, ply, ply.best.as_slice()))
        .number("score", |ply| score(&game.game, ply.score))
        .words("hung before", |ply| best_of_each(game, ply))
        .words("hung after", |ply| game.after(ply).map_or_else(String::new, |it| best_of_each(game, it)))
        .table()
}

/// Moves from a position of a game as people write them.
pub(super) fn written(game: &GameReview, ply: &PlyReview, moves: &[impl AsRef<str>]) -> String {
    MoveNotation::current().line_from(game.position(ply).as_ref(), moves).join(" ")
}

/// Which of the [`MARKS`] a move has, if any.
pub(super) fn mistake(ply: &PlyReview) -> Option<usize> {
    let lost = ply.lost.unwrap_or(0);
    BOUNDS.iter().rposition(|&bound| lost >= bound)
}

/// The move played with its number, as players count, and its mark: `8... Nbd7??`, `33. G-3g?`.
fn numbered(game: &GameReview, ply: &PlyReview) -> String {
    let mark = mistake(ply).map_or("", |mark| MARKS[mark]);
    let name = written(game, ply, ply.played.as_slice());
    let number = match ply.position.rsplit(' ').next() {
        Some(number) if game.game == "chess" => number.to_owned(),
        _ => (ply.ply + 1).to_string(),
    };
    let dots = if game.game == "chess" && ply.side == Color::Black.name() { "..." } else { "." };
    format!("{number}{dots} {name}{mark}")
}

/// The sentences on the moves that gave most away, in the order of the game, a line for each move: why, as far as
/// it is known, and else what comes next.
pub fn why(game: &GameReview, most: usize) -> String {
    let mut told: Vec<&PlyReview> = game.turning_points(most);
    told.sort_by_key(|ply| ply.ply);
    let moves: Vec<String> = told.iter().map(|ply| numbered(game, ply)).collect();
    let widest = moves.iter().map(|name| columns(name)).max().unwrap_or(0);
    let line = |(ply, name): (&PlyReview, &String)| {
        let said = why::or_line(game, ply);
        let name = pad_str(name, widest + 2, Alignment::Left, None);
        (!said.is_empty()).then(|| format!("{name}{}\n", why::joined(&said)))
    };
    let lines: Vec<String> = told.into_iter().zip(&moves).filter_map(line).collect();
    if lines.is_empty() { String::new() } else { lines.concat() + "\n" }
}

/// A score; a mate by the game's own count, plies in shogi and moves in chess.
pub(super) fn score(game: &str, score: Value) -> String {
    let count = distance(game, MATE.abs_diff(score.abs()) as usize);
    match score {
        score if !is_mate(score) => format!("{score:+}"),
        score if score > 0 => tr_of!(game, "mate in {count}", count),
        _ => tr_of!(game, "mated in {count}", count),
    }
}

/// The most valuable entry of each side, of those that could be played now.
fn best_of_each(game: &GameReview, ply: &PlyReview) -> String {
    let Some(position) = game.position(ply) else { return String::new() };
    let names = Names::new(MoveNotation::current(), position);
    let (mut sides, mut told) = (Vec::new(), Vec::new());
    for found in &ply.hanging {
        let Hanging { side, value, .. } = found;
        let name = names.of_move(&found.move_text, *side == ply.side);
        let Some(name) = name.filter(|_| !sides.contains(&side)) else { continue };
        sides.push(side);
        let worth = if found.is_mate() { tr!("mate").to_owned() } else { format!("{value:+}") };
        told.push(format!("{} {name} {worth}", lang::text_of(&game.game, side)));
    }
    told.join(tr!(", "))
}
