//! The page of `review`.

use std::fmt::Write as _;

use maud::{Markup, PreEscaped, html};

use crate::game::Color;
use crate::lab::review::{GameReview, Hanging, PlyReview};
use crate::report::review::{entry, legend, losses, points, score, table};
use crate::report::{frame, picture};

const STYLE: &str = ".curve{width:100%;max-width:48em;border:1px solid #888}\
    .curve polyline{fill:none;stroke:#0a58a8;stroke-width:2}.curve .half{stroke:#888;stroke-dasharray:4}\
    .curve circle{fill:#a83200}.boards{display:flex;flex-wrap:wrap;gap:1em}\
    .boards svg{flex:1 1 20em;max-width:30em}";

/// A page of all games: curves, tables, and each turning point with its board; `note` says
/// what is to be known first.
pub fn review(games: &[GameReview], most: usize, note: &str) -> String {
    let content = html! {
        @for (number, game) in games.iter().enumerate() {
            (table(game, most).html())
            p { (losses(game)) "." }
            (curve(number, game, most))
            @for ply in game.turning_points(most) { (details(number, game, ply)) }
        }
        p { (legend()) }
    };
    frame::report("Review", note, &[STYLE], &[], &content)
}

/// Width of the curve's picture, in its own units.
const WIDTH: f64 = 760.0;
/// Its height.
const HEIGHT: f64 = 180.0;

/// The points that the first side can expect, as a curve with a mark at each turning point.
fn curve(number: usize, game: &GameReview, most: usize) -> Markup {
    let first = if game.game == "chess" { Color::White } else { Color::Black };
    let share = |ply: &PlyReview| {
        let own = f64::from(ply.points) / 1000.0;
        if ply.side == first.name() { own } else { 1.0 - own }
    };
    let steps = game.plies.len().saturating_sub(1).max(1) as f64;
    let place = |at: usize, ply: &PlyReview| (at as f64 / steps * WIDTH, HEIGHT - share(ply) * HEIGHT);
    let line = game.plies.iter().enumerate().fold(String::new(), |mut line, (at, ply)| {
        let (x, y) = place(at, ply);
        let _ = write!(line, "{x:.1},{y:.1} ");
        line
    });
    let turns = game.turning_points(most).into_iter().filter_map(|ply| {
        let at = game.plies.iter().position(|other| other.ply == ply.ply)?;
        Some((ply, place(at, ply)))
    });
    html! {
        svg.curve viewBox=(format!("-4 -4 {} {}", WIDTH + 8.0, HEIGHT + 8.0)) role="img"
            aria-label={ "points that " (first.name()) " can expect, move by move" } {
            line.half x1="0" y1=(HEIGHT / 2.0) x2=(WIDTH) y2=(HEIGHT / 2.0) {}
            polyline points=(line) {}
            @for (ply, (x, y)) in turns {
                a href={ "#" (anchor(number, ply)) } {
                    circle cx=(format!("{x:.1}")) cy=(format!("{y:.1}")) r="4" { title { (heading(ply)) } }
                }
            }
        }
        p {
            "What " (first.name()) " can expect, from a loss at the bottom to a win at the top; the dots are the moves \
             below."
        }
    }
}

/// The place of a ply of the game of a number.
fn anchor(number: usize, ply: &PlyReview) -> String {
    format!("g{}p{}", number + 1, ply.ply)
}

/// A move and what it gave away.
fn heading(ply: &PlyReview) -> String {
    let played = ply.played.as_deref().unwrap_or_default();
    format!("{}. {} {played}: {} points lost", ply.ply + 1, ply.side, points(ply.lost))
}

/// What is said of a move that gave much away.
fn details(number: usize, game: &GameReview, ply: &PlyReview) -> Markup {
    let list = |hanging: &[Hanging]| match hanging {
        [] => "nothing".to_owned(),
        found => found.iter().map(entry).collect::<Vec<_>>().join(", "),
    };
    let after = game.after(ply);
    let pictures = std::iter::once(ply).chain(after).map(|ply| picture::of_text(&ply.position));
    html! {
        section id=(anchor(number, ply)) {
            h3 { (heading(ply)) }
            p { code { (ply.position) } }
            div.boards { @for picture in pictures { (PreEscaped(picture)) } }
            p { "Best: " (ply.line.join(" ")) " (" (score(ply.score)) ")." }
            p { "Hanging before: " (list(&ply.hanging)) "." }
            @if let Some(after) = after {
                p { "Hanging after: " (list(&after.hanging)) "." }
                p { "The answer: " (after.line.join(" ")) " (" (score(after.score)) ")." }
            }
        }
    }
}
