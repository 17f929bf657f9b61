//! What `census` counted, as tables beside the article's figures.

use std::fmt::Write as _;

use crate::lab::census::{ARTICLE_PLY, CensusCounts, CensusTotals, MOST};

/// How many numbers of squares are shown: at least 1 to at least this many.
const SHOWN: usize = 6;

/// The article's figures, by the least number of squares.
const ARTICLE_SHOGI: &[(usize, &str)] = &[(1, "80 %"), (2, "over 55 %"), (4, "30 %")];
const ARTICLE_CHESS: &[(usize, &str)] = &[(1, "under 10 %")];

/// Tables for people.
pub fn text(totals: &CensusTotals) -> String {
    let mut out = String::new();
    for (name, counts, article) in
        [("shogi", &totals.shogi, ARTICLE_SHOGI), ("chess", &totals.chess, ARTICLE_CHESS)]
    {
        if let Some(counts) = counts {
            let _ = writeln!(
                out,
                "{name}: {} games, {} positions from ply {} on, {} of them in check",
                counts.games, counts.positions, totals.from_ply, counts.in_check
            );
            write_counts(counts, &mut out, article);
            out.push('\n');
        }
    }
    out
}

fn write_counts(counts: &CensusCounts, out: &mut String, article: &[(usize, &str)]) {
    let _ = writeln!(
        out,
        "{:<11} {:>11} {:>11} {:>12} {:>9}   article, from {ARTICLE_PLY}",
        "squares", "either side", "by captures", "side to move", "opponent"
    );
    for least in 1..=SHOWN {
        let share = |at_least: &[u64; MOST]| percent(at_least[least - 1], counts.positions);
        let told = article.iter().find(|(squares, _)| *squares == least).map_or("", |(_, share)| share);
        let line = format!(
            "at least {least:<2} {:>11} {:>11} {:>12} {:>9}   {told}",
            share(&counts.either),
            share(&counts.captures.either),
            share(&counts.side_to_move),
            share(&counts.opponent)
        );
        let _ = writeln!(out, "{}", line.trim_end());
    }
    let _ = writeln!(out, "either side, by moves played   positions  at least 1  at least 2  at least 4");
    for band in &counts.bands {
        let share = |least: usize| percent(band.either[least - 1], band.positions);
        let plies = format!("{} to {}", band.from_ply, band.to_ply);
        let _ = writeln!(
            out,
            "{plies:<28} {:>11} {:>11} {:>11} {:>11}",
            band.positions,
            share(1),
            share(2),
            share(4)
        );
    }
}

fn percent(part: u64, whole: u64) -> String {
    if whole == 0 { "-".to_owned() } else { format!("{:.1} %", 100.0 * part as f64 / whole as f64) }
}
