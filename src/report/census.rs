//! What `census` counted, as tables beside the article's figures.

use std::fmt::Write as _;

use super::table::{Align, TextTable};
use crate::lab::census::{ARTICLE_PLY, Band, CensusCounts, CensusTotals, MOST};

/// How many numbers of squares are shown: at least 1 to at least this many.
pub(super) const SHOWN: usize = 6;

/// The article's figures, by the least number of squares.
const ARTICLE_SHOGI: &[(usize, &str)] = &[(1, "80 %"), (2, "over 55 %"), (4, "30 %")];
const ARTICLE_CHESS: &[(usize, &str)] = &[(1, "under 10 %")];

/// Tables for people.
pub fn text(totals: &CensusTotals) -> String {
    let mut out = String::new();
    for (name, counts) in [("shogi", &totals.shogi), ("chess", &totals.chess)] {
        if let Some(counts) = counts {
            let _ = writeln!(
                out,
                "{name}: {} games, {} positions from ply {} on, {} of them in check",
                counts.games, counts.positions, totals.from_ply, counts.in_check
            );
            write_counts(counts, &mut out, article_of(name));
            out.push('\n');
        }
    }
    out
}

/// What is written of a number of squares: its own, and the article's.
fn share_cells(counts: &CensusCounts, least: usize, article: &[(usize, &str)]) -> [String; 5] {
    let share = |at_least: &[u64; MOST]| percent(at_least[least - 1], counts.positions);
    let told = article.iter().find(|(squares, _)| *squares == least).map_or("", |(_, share)| share);
    [
        share(&counts.either),
        share(&counts.captures.either),
        share(&counts.side_to_move),
        share(&counts.opponent),
        told.to_owned(),
    ]
}

/// What is written of a stage of the game: moves, positions, shares.
fn band_cells(band: &Band) -> [String; 5] {
    let share = |least: usize| percent(band.either[least - 1], band.positions);
    let plies = format!("{} to {}", band.from_ply, band.to_ply);
    [plies, band.positions.to_string(), share(1), share(2), share(4)]
}

fn write_counts(counts: &CensusCounts, out: &mut String, article: &[(usize, &str)]) {
    let _ = writeln!(
        out,
        "{:<11} {:>11} {:>11} {:>12} {:>9}   article, from {ARTICLE_PLY}",
        "squares", "either side", "by captures", "side to move", "opponent"
    );
    for least in 1..=SHOWN {
        let [either, captures, own, other, told] = share_cells(counts, least, article);
        let line = format!("at least {least:<2} {either:>11} {captures:>11} {own:>12} {other:>9}   {told}");
        let _ = writeln!(out, "{}", line.trim_end());
    }
    let _ = writeln!(out, "either side, by moves played   positions  at least 1  at least 2  at least 4");
    for band in &counts.bands {
        let [plies, positions, one, two, four] = band_cells(band);
        let _ = writeln!(out, "{plies:<28} {positions:>11} {one:>11} {two:>11} {four:>11}");
    }
}

/// The tables of a game for a page.
pub(super) fn tables(game: &str, counts: &CensusCounts, from_ply: u32) -> [TextTable; 2] {
    let numbers = |names: [&'static str; 6]| {
        let align = |at| if at == 0 { Align::Left } else { Align::Right };
        names.into_iter().enumerate().map(|(at, name)| (name, align(at))).collect::<Vec<_>>()
    };
    let article = format!("article, from {ARTICLE_PLY}");
    let mut columns = numbers(["squares", "either side", "by captures", "side to move", "opponent", ""]);
    columns[5].0 = &article;
    let title = format!(
        "{game}: {} games, {} positions from ply {from_ply} on, {} of them in check",
        counts.games, counts.positions, counts.in_check
    );
    let mut squares = TextTable::new(title, &columns);
    for least in 1..=SHOWN {
        let cells = share_cells(counts, least, article_of(game));
        squares.push(std::iter::once(format!("at least {least}")).chain(cells).collect());
    }
    let columns = numbers(["moves played", "positions", "at least 1", "at least 2", "at least 4", ""]);
    let mut stages = TextTable::new(format!("{game}: either side, by moves played"), &columns[..5]);
    for band in &counts.bands {
        stages.push(band_cells(band).to_vec());
    }
    [squares, stages]
}

/// The article's figures of a game.
fn article_of(game: &str) -> &'static [(usize, &'static str)] {
    if game == "chess" { ARTICLE_CHESS } else { ARTICLE_SHOGI }
}

/// The article's figures as numbers: squares, percent.
pub(super) fn article_shares(game: &str) -> impl Iterator<Item = (usize, f64)> {
    article_of(game).iter().filter_map(|(squares, share)| {
        let digits: String = share.chars().filter(char::is_ascii_digit).collect();
        Some((*squares, digits.parse().ok()?))
    })
}

fn percent(part: u64, whole: u64) -> String {
    if whole == 0 { "-".to_owned() } else { format!("{:.1} %", 100.0 * part as f64 / whole as f64) }
}
