//! What `review` saw in games, as tables and as a page.

use std::fmt::Write as _;

use super::picture;
use super::table::{Align, TextTable, decimals, escape, page};
use crate::game::{Color, MATE, Value, is_mate, visible};
use crate::lab::review::{GameReview, Hanging, LEAST_LOSS, PlyReview};

/// How the columns of [`table`] are to be read.
pub fn legend() -> String {
    format!(
        "lost: what the move gave away of the points that its side could expect, a win being 100 and a draw 50 \
         (moves that gave away {} or more); score: of the best move, from its side, in the engine's units; \
         hung before, after: what SUPER-SOMA sees open to the two sides, and what it wins",
        decimals(f64::from(LEAST_LOSS) / 10.0, 0)
    )
}

/// Who played, and how it ended.
fn title(game: &GameReview) -> String {
    let name = |name: &Option<String>| name.as_deref().map_or_else(|| "?".to_owned(), visible);
    // The first to move stands first.
    let players = if game.game == "chess" { [&game.white, &game.black] } else { [&game.black, &game.white] };
    let result = match game.result {
        Some(result) if result.name() == "draw" => ", drawn".to_owned(),
        Some(result) => format!(", won by {}", result.name()),
        None => String::new(),
    };
    let plies = game.plies.len().saturating_sub(1);
    format!(
        "{}: {} and {}{result}, {plies} moves, {} a position",
        visible(&game.id),
        name(players[0]),
        name(players[1]),
        game.limit
    )
}

/// What both sides gave away.
pub fn losses(game: &GameReview) -> String {
    let of =
        |side: Color| game.mean_loss(side).map_or_else(|| "-".to_owned(), |loss| decimals(loss / 10.0, 1));
    format!("Points given away a move, in the mean: black {}, white {}", of(Color::Black), of(Color::White))
}

/// The moves that gave most away.
pub fn table(game: &GameReview, most: usize) -> TextTable {
    let mut table = TextTable::new(
        title(game),
        &[
            ("ply", Align::Right),
            ("side", Align::Left),
            ("played", Align::Left),
            ("lost", Align::Right),
            ("best", Align::Left),
            ("score", Align::Right),
            ("hung before", Align::Left),
            ("hung after", Align::Left),
        ],
    );
    for ply in game.turning_points(most) {
        table.push(vec![
            (ply.ply + 1).to_string(),
            ply.side.clone(),
            ply.played.clone().unwrap_or_default(),
            points(ply.lost),
            ply.best.clone().unwrap_or_default(),
            score(ply.score),
            best_of_each(&ply.hanging),
            game.after(ply).map_or_else(String::new, |after| best_of_each(&after.hanging)),
        ]);
    }
    table
}

fn points(lost: Option<u32>) -> String {
    lost.map_or_else(String::new, |lost| decimals(f64::from(lost) / 10.0, 1))
}

fn score(score: Value) -> String {
    match score {
        score if !is_mate(score) => format!("{score:+}"),
        score if score > 0 => format!("mate {}", MATE - score),
        score => format!("mated {}", MATE + score),
    }
}

fn entry(hanging: &Hanging) -> String {
    format!("{} {} {:+}", hanging.side, hanging.move_text, hanging.value)
}

/// The most valuable entry of each side.
fn best_of_each(hanging: &[Hanging]) -> String {
    let mut sides: Vec<&str> = Vec::new();
    let mut out: Vec<String> = Vec::new();
    for found in hanging {
        if !sides.contains(&found.side.as_str()) {
            sides.push(&found.side);
            out.push(entry(found));
        }
    }
    out.join(", ")
}

/// Width of the curve's picture, in its own units.
const WIDTH: f64 = 760.0;
/// Its height.
const HEIGHT: f64 = 180.0;

/// The points that the first side can expect, as a curve with a mark at each turning point.
fn curve(game: &GameReview, most: usize) -> String {
    let first = if game.game == "chess" { Color::White } else { Color::Black };
    let share = |ply: &PlyReview| {
        let own = f64::from(ply.points) / 1000.0;
        if ply.side == first.name() { own } else { 1.0 - own }
    };
    let steps = game.plies.len().saturating_sub(1).max(1) as f64;
    let place = |at: usize, ply: &PlyReview| (at as f64 / steps * WIDTH, HEIGHT - share(ply) * HEIGHT);
    let mut out = format!(
        "<svg class=\"curve\" viewBox=\"-4 -4 {} {}\" role=\"img\" aria-label=\"points that {} can expect, \
         move by move\">\n<line class=\"half\" x1=\"0\" y1=\"{half}\" x2=\"{WIDTH}\" y2=\"{half}\"/>\n",
        WIDTH + 8.0,
        HEIGHT + 8.0,
        first.name(),
        half = HEIGHT / 2.0,
    );
    out.push_str("<polyline points=\"");
    for (at, ply) in game.plies.iter().enumerate() {
        let (x, y) = place(at, ply);
        let _ = write!(out, "{x:.1},{y:.1} ");
    }
    out.push_str("\"/>\n");
    for ply in game.turning_points(most) {
        let Some(at) = game.plies.iter().position(|other| other.ply == ply.ply) else {
            continue;
        };
        let (x, y) = place(at, ply);
        let _ = writeln!(
            out,
            "<a href=\"#{}\"><circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"><title>{}. {}: {} lost</title></circle></a>",
            anchor(game, ply),
            ply.ply + 1,
            escape(ply.played.as_deref().unwrap_or_default()),
            points(ply.lost)
        );
    }
    out.push_str("</svg>\n");
    let _ = writeln!(
        out,
        "<p>What {} can expect, from a loss at the bottom to a win at the top; the dots are the moves below.</p>",
        first.name()
    );
    out
}

/// The place of a ply in the page.
fn anchor(game: &GameReview, ply: &PlyReview) -> String {
    // Names of games are not names of places.
    let number = game.id.bytes().fold(0_u32, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into()));
    format!("g{number:x}p{}", ply.ply)
}

/// What is said of a move that gave much away.
fn details(game: &GameReview, ply: &PlyReview) -> String {
    let list = |hanging: &[Hanging]| match hanging {
        [] => "nothing".to_owned(),
        found => found.iter().map(entry).collect::<Vec<_>>().join(", "),
    };
    let after = game.after(ply);
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<section id=\"{}\">\n<h3>{}. {} {}: {} points lost</h3>\n<p><code>{}</code></p>",
        anchor(game, ply),
        ply.ply + 1,
        escape(&ply.side),
        escape(ply.played.as_deref().unwrap_or_default()),
        points(ply.lost),
        escape(&ply.position),
    );
    let pictures = std::iter::once(ply).chain(after).map(|ply| picture::of_text(&ply.position));
    let _ = writeln!(out, "<div class=\"boards\">{}</div>", pictures.collect::<String>());
    let _ = writeln!(
        out,
        "<p>Best: {} ({}).</p>\n<p>Hanging before: {}.</p>",
        escape(&ply.line.join(" ")),
        score(ply.score),
        escape(&list(&ply.hanging)),
    );
    if let Some(after) = after {
        let _ = writeln!(
            out,
            "<p>Hanging after: {}.</p>\n<p>The answer: {} ({}).</p>",
            escape(&list(&after.hanging)),
            escape(&after.line.join(" ")),
            score(after.score),
        );
    }
    out.push_str("</section>\n");
    out
}

/// A page of all games: curves, tables, and each turning point with its board; `note` says
/// what is to be known first.
pub fn html(games: &[GameReview], most: usize, note: &str) -> String {
    const STYLE: &str = ".curve{width:100%;max-width:48em;border:1px solid #888}\
        .curve polyline{fill:none;stroke:#0a58a8;stroke-width:2}.curve .half{stroke:#888;stroke-dasharray:4}\
        .curve circle{fill:#a83200}.boards{display:flex;flex-wrap:wrap;gap:1em}\
        .boards svg{flex:1 1 20em;max-width:30em}";
    let mut body = format!("<style>{STYLE}{}</style>\n", picture::picture_style());
    if !note.is_empty() {
        let _ = writeln!(body, "<p>{}</p>", escape(note));
    }
    for game in games {
        body.push_str(&table(game, most).html());
        let _ = writeln!(body, "<p>{}.</p>", escape(&losses(game)));
        body.push_str(&curve(game, most));
        body.extend(game.turning_points(most).into_iter().map(|ply| details(game, ply)));
    }
    let _ = writeln!(body, "<p>{}</p>", escape(&legend()));
    page("Review", &body)
}
