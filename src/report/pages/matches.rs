//! The page of `match`.

use maud::{Markup, html};

use super::plots;
use crate::game::visible;
use crate::lab::arena::{GameResult, History, Plan, Side, Sprt, Stage, Standing};
use crate::report::matches::{elo_text, facts, players, sides};
use crate::report::plot::{Axis, Mark, Plot, SIZE};

/// Games that are listed: a page is to be opened at once.
const MOST_LISTED: usize = 2_000;
/// Corners of a curve.
const CORNERS: usize = 400;
/// A difference of Elo beyond this is drawn at the edge.
const MOST_ELO: f64 = 800.0;

/// A page with the score, its course, and the games; `note` says what is to be known first.
pub fn matches(plan: &Plan, standing: &Standing, history: &History, note: &str) -> String {
    let content = html! {
        dl {
            @for (name, told) in players(plan).into_iter().chain(facts(plan, standing)) {
                dt { (name) } dd { bdi { (told) } }
            }
        }
        (sides(standing).html())
        (course(plan, history))
        (games(plan, history))
    };
    super::page("A match", note, &content)
}

/// How Elo and the test went.
fn course(plan: &Plan, history: &History) -> Markup {
    let stages = history.stages(plan.sprt);
    let step = stages.len().div_ceil(CORNERS).max(1);
    // The last one is where the match stands.
    let stages: Vec<Stage> =
        stages.iter().rev().step_by(step).copied().collect::<Vec<_>>().into_iter().rev().collect();
    let last = stages.last().map_or(2, |stage| stage.games) as f64;
    let games = || Axis::whole("games", 0.0, last.max(2.0));
    let mut shown: Vec<Plot<'_>> = elo(&stages, games()).into_iter().collect();
    shown.extend(plan.sprt.and_then(|_| llr(&stages, games())));
    html! {
        @if let Some(stage) = stages.last() {
            h2 { "The match as games went" }
            p { "After " (stage.games) " games: Elo " (elo_text(&stage.estimate)) "." }
            (plots::row(&shown))
        }
    }
}

/// Elo with its interval, from where it has one.
fn elo(stages: &[Stage], x: Axis<'static>) -> Option<Plot<'static>> {
    let known =
        stages.iter().filter(|stage| stage.estimate.elo.is_finite() && stage.estimate.error.is_finite());
    let line: Vec<(f64, f64)> = known.clone().map(|stage| (stage.games as f64, stage.estimate.elo)).collect();
    let band: Vec<(f64, f64, f64)> = known
        .map(|stage| {
            let (elo, error) = (stage.estimate.elo, stage.estimate.error);
            (stage.games as f64, elo - error, elo + error)
        })
        .collect();
    // The first games say next to nothing, and would make the rest flat.
    let settled = &band[band.len() / 5..];
    let ends = settled
        .iter()
        .flat_map(|&(_, low, high)| [low, high])
        .fold((0.0, 0.0), |(low, high): (f64, f64), end| (low.min(end), high.max(end)));
    let room = ((ends.1 - ends.0) * 0.1).max(5.0);
    (!line.is_empty()).then(|| Plot {
        title: "Elo of A over B",
        x,
        y: Axis::linear("Elo", (ends.0 - room).max(-MOST_ELO), (ends.1 + room).min(MOST_ELO)),
        marks: vec![Mark::Level(0.0), Mark::Band(0, band), Mark::Line(0, line)],
        dots: Vec::new(),
        keys: vec!["Elo, and the interval of 95 %"],
        size: SIZE,
    })
}

/// The log-likelihood ratio and its bounds.
fn llr(stages: &[Stage], x: Axis<'static>) -> Option<Plot<'static>> {
    let line: Vec<(f64, f64)> =
        stages.iter().filter_map(|stage| Some((stage.games as f64, stage.llr?))).collect();
    let (low, high) = Sprt::bounds();
    (!line.is_empty()).then(|| Plot {
        title: "The test: log-likelihood ratio",
        x,
        y: Axis::linear("LLR", low * 1.2, high * 1.2),
        marks: vec![Mark::Level(low), Mark::Level(0.0), Mark::Level(high), Mark::Line(1, line)],
        dots: Vec::new(),
        keys: Vec::new(),
        size: SIZE,
    })
}

/// The list of games.
fn games(plan: &Plan, history: &History) -> Markup {
    let all = history.games();
    let name = |side: Side| visible(&plan.specs[side.index()].name);
    let result = |result: GameResult| match result {
        GameResult::A => "A won",
        GameResult::B => "B won",
        GameResult::Draw => "drawn",
    };
    html! {
        h2 { "Games" }
        p {
            "A is " bdi { (name(Side::A)) } ", B is " bdi { (name(Side::B)) } "."
            @if all.len() > MOST_LISTED { " Of " (all.len()) " games the first " (MOST_LISTED) " are listed." }
        }
        @if all.is_empty() { p { "There are none." } } @else {
            div.list-tools data-for="games" data-kind="Result" data-size="Moves" {}
            table.list.flat id="games" {
                thead {
                    tr {
                        th.n scope="col" { "Number" }
                        th scope="col" { "Opening" }
                        th.roomy scope="col" { "Black" }
                        th scope="col" { "Result" }
                        th scope="col" { "Reason" }
                        th.n scope="col" { "Moves" }
                    }
                }
                @for game in all.iter().take(MOST_LISTED) {
                    tbody.item data-kind=(result(game.result)) data-size=(game.plies) {
                        tr {
                            td.n { (game.number) }
                            td.id { bdi { (super::positions::cut(&visible(&game.opening))) } }
                            td.roomy { (game.black.letter()) }
                            td { (result(game.result)) }
                            td { (game.reason.name()) }
                            td.n { (game.plies) }
                        }
                    }
                }
            }
        }
    }
}
