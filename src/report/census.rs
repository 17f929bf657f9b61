//! What `census` counted, as tables beside the article's figures.

use super::pages;
use super::table::{Columns, TextTable, percents};
use crate::lab::census::{ARTICLE_PLY, Band, CensusCounts, CensusTotals, MOST};
use crate::lang::{self, tr};

/// How many numbers of squares are shown: at least 1 to at least this many.
const SHOWN: usize = 6;

/// The article's figures, by the least number of squares.
const ARTICLE_SHOGI: &[(usize, &str)] = &[(1, "80 %"), (2, "over 55 %"), (4, "30 %")];
const ARTICLE_CHESS: &[(usize, &str)] = &[(1, "under 10 %")];

/// The tables of each game.
pub fn tables(totals: &CensusTotals) -> Vec<TextTable> {
    let of = |game, counts: &CensusCounts, article| {
        [squares(game, counts, totals.from_ply, article), stages(game, counts)]
    };
    let shogi = totals.shogi.iter().flat_map(|counts| of("shogi", counts, ARTICLE_SHOGI));
    shogi.chain(totals.chess.iter().flat_map(|counts| of("chess", counts, ARTICLE_CHESS))).collect()
}

/// A page with the same; `note` says what is to be known first.
pub fn page(totals: &CensusTotals, note: &str) -> String {
    pages::page(tr!("Open tactics in games"), note, &pages::tables(&tables(totals), &[]))
}

fn squares(game: &str, counts: &CensusCounts, from_ply: u32, article: &[(usize, &str)]) -> TextTable {
    let title = tr!(
        "{game}: {games} games, {positions} positions from ply {ply} on, {checks} of them in check",
        game = lang::text(game),
        games = counts.games,
        positions = counts.positions,
        ply = from_ply,
        checks = counts.in_check
    );
    let told = |least| article.iter().find(|(squares, _)| *squares == least).map_or("", |(_, share)| share);
    let share = |at_least: &[u64; MOST], least: usize| share(at_least, least, counts.positions);
    Columns::of(title, 1..=SHOWN)
        .words("squares", |least| tr!("at least {count}", count = least))
        .number("either side", |&least| share(&counts.all.either, least))
        .number("by captures", |&least| share(&counts.captures.either, least))
        .number("side to move", |&least| share(&counts.all.side_to_move, least))
        .number("opponent", |&least| share(&counts.all.opponent, least))
        .number(&tr!("article, from {ply}", ply = ARTICLE_PLY), |&least| lang::text(told(least)))
        .table()
}

/// In how many of so many positions there are at least so many squares.
fn share(at_least: &[u64; MOST], least: usize, positions: u64) -> String {
    percents(100.0 * at_least[least - 1] as f64 / positions as f64)
}

fn stages(game: &str, counts: &CensusCounts) -> TextTable {
    let share = |band: &Band, least: usize| share(&band.either, least, band.positions);
    Columns::of(tr!("{game}: either side, by moves played", game = lang::text(game)), &counts.bands)
        .words("moves played", |band| tr!("{from} to {to}", from = band.from_ply, to = band.to_ply))
        .number("positions", |band| band.positions)
        .number(&tr!("at least {count}", count = 1), |band| share(band, 1))
        .number(&tr!("at least {count}", count = 2), |band| share(band, 2))
        .number(&tr!("at least {count}", count = 4), |band| share(band, 4))
        .table()
}
