//! The page of `census`.

use maud::html;

use super::plots;
use crate::lab::census::{CensusCounts, CensusTotals};
use crate::report::census::{SHOWN, article_shares, tables};
use crate::report::plot::{Axis, Mark, Plot, SIZE};

/// A page with the tables and plots of each game; `note` says what is to be known first.
pub fn census(totals: &CensusTotals, note: &str) -> String {
    let content = html! {
        @for (name, counts) in [("shogi", &totals.shogi), ("chess", &totals.chess)] {
            @if let Some(counts) = counts {
                @for table in tables(name, counts, totals.from_ply) { (table.html()) }
                (plots::row(&[squares(name, counts), stages(counts)]))
            }
        }
        @if totals.shogi.is_none() && totals.chess.is_none() { p { "No game was counted." } }
    };
    super::page("Open tactics in games", note, &content)
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

/// The share of positions with at least so many squares, and the article's.
fn squares(game: &str, counts: &CensusCounts) -> Plot<'static> {
    let ours = counts.either.iter().take(SHOWN).enumerate().map(|(at, &positions)| {
        let least = at as f64 + 1.0;
        (least - 0.4, least + 0.4, percent(positions, counts.positions))
    });
    let told = article_shares(game)
        .map(|(least, share)| Mark::Line(2, vec![(least as f64 - 0.5, share), (least as f64 + 0.5, share)]));
    Plot {
        title: "Positions with at least so many squares",
        x: Axis::whole("squares", 0.5, SHOWN as f64 + 0.5),
        y: Axis::linear("% of positions", 0.0, 100.0),
        marks: std::iter::once(Mark::Bars(0, ours.collect())).chain(told).collect(),
        dots: Vec::new(),
        keys: vec!["counted here", "", "the article"],
        size: SIZE,
    }
}

/// How that changes as games go on.
fn stages(counts: &CensusCounts) -> Plot<'static> {
    let end = counts.bands.last().map_or(1, |band| band.to_ply + 1);
    let line = |least: usize| {
        let point = |band: &crate::lab::census::Band| {
            let middle = f64::midpoint(f64::from(band.from_ply), f64::from(band.to_ply));
            (middle, percent(band.either[least - 1], band.positions))
        };
        counts.bands.iter().map(point).collect::<Vec<_>>()
    };
    let axes = (Axis::whole("moves played", 0.0, f64::from(end)), Axis::linear("% of positions", 0.0, 100.0));
    let lines = vec![("at least 1", line(1)), ("at least 2", line(2)), ("at least 4", line(4))];
    plots::curves("Either side, by moves played", axes, lines)
}
