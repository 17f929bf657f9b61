//! The page of `review`.

use maud::{Markup, PreEscaped, html};

use crate::game::Color;
use crate::lab::review::{GameReview, Hanging, PlyReview};
use crate::report::plot::{self, Axis, Dot, Mark, Plot};
use crate::report::review::{entry, legend, losses, points, score, table};
use crate::report::{frame, picture};

const STYLE: &str = ".boards{display:flex;flex-wrap:wrap;gap:1rem}.boards svg{flex:1 1 18rem;max-width:30rem;min-width:0}\
    .plot svg{max-width:42rem}section{scroll-margin-top:1rem}section:target h3{background:var(--marked)}";

/// A page of all games: curves, tables, and each turning point with its board; `note` says
/// what is to be known first.
pub fn review(games: &[GameReview], most: usize, note: &str) -> String {
    let of = |kind: &str| games.iter().find(|game| game.game == kind && !game.plies.is_empty());
    let content = html! {
        @for game in ["shogi", "chess"].into_iter().filter_map(of) { (picture::figures(&game.plies[0].position)) }
        @for (number, game) in games.iter().enumerate() {
            div data-game=(game.game) {
                (table(game, most).html())
                p { (losses(game)) "." }
                (curve(number, game, most))
                @for ply in game.turning_points(most) { (details(number, game, ply)) }
            }
        }
        p.faint { (legend()) }
    };
    frame::report("Review", note, &[&plot::style(), STYLE], &[], &content)
}

/// The size of a curve in pixels.
const CURVE: (u32, u32) = (480, 220);

/// The points that the first side can expect, as a curve with a mark at each turning point.
fn curve(number: usize, game: &GameReview, most: usize) -> Markup {
    let first = if game.game == "chess" { Color::White } else { Color::Black };
    let place = |ply: &PlyReview| {
        let own = f64::from(ply.points) / 10.0;
        (f64::from(ply.ply), if ply.side == first.name() { own } else { 100.0 - own })
    };
    let ends = (game.plies.first().map_or(0, |ply| ply.ply), game.plies.last().map_or(0, |ply| ply.ply));
    let title = format!("The points that {} can expect; the dots are the moves below", first.name());
    let dot = |ply: &PlyReview| Dot { at: place(ply), title: heading(ply), link: anchor(number, ply) };
    Plot {
        title: &title,
        x: Axis::whole("moves played", f64::from(ends.0), f64::from(ends.1.max(ends.0 + 1))),
        y: Axis::linear("points", 0.0, 100.0),
        marks: vec![Mark::Level(50.0), Mark::Line(0, game.plies.iter().map(place).collect())],
        dots: game.turning_points(most).into_iter().map(dot).collect(),
        keys: Vec::new(),
        size: CURVE,
    }
    .draw()
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
