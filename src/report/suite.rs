//! What `suite` found, as tables and lists.

use super::pages::{self, named};
use super::table::{Columns, TextTable, decimals, or_dash, percent};
use crate::game::visible;
use crate::lab::contender::{Contender, programs};
use crate::lab::suite::{SuiteGame, SuiteSums, SuiteTotals};
use crate::lang::{self, tr};

/// How the columns of [`tables`] are to be read, and what is to be said of other programs where there are any.
pub fn notes(totals: &SuiteTotals) -> Vec<String> {
    let contenders = &totals.settings.contenders;
    let legend = tr!(
        "+, -: solved here and not by {name}, and the other way round; nodes, time: all positions; nodes, ms to \
         solution: mean until the iteration from which the answer stayed right, over the positions that \
         all strategies solved",
        name = contenders.first().map_or("", Contender::name)
    );
    let all = totals.games.iter().flat_map(|game| {
        named(contenders, &game.strategies).map(|(name, sums)| (&*game.game, name, &sums.faults))
    });
    pages::notes(all, legend, !programs(contenders).is_empty())
}

/// A page with the same; `note` says what is to be known first.
pub fn page(totals: &SuiteTotals, note: &str) -> String {
    let told = pages::tables(&tables(totals), &[unsolved(totals), notes(totals)].concat());
    pages::page(tr!("Positions with known answers"), note, &told)
}

/// A table for each game.
pub fn tables(totals: &SuiteTotals) -> Vec<TextTable> {
    totals.games.iter().map(|game| table(totals, game)).collect()
}

fn table(totals: &SuiteTotals, game: &SuiteGame) -> TextTable {
    let title = tr!(
        "{game}: {count} positions, {limit}; {solved} solved by all",
        game = lang::text(&game.game),
        count = game.positions,
        limit = totals.settings.limit,
        solved = game.common
    );
    let time = |value: f64| or_dash(totals.settings.times.then(|| decimals(value, 2)));
    let mean = |sum: f64| sum / game.common as f64;
    let has_programs = !programs(&totals.settings.contenders).is_empty();
    Columns::of(title, named(&totals.settings.contenders, &game.strategies))
        .words("strategy", |(name, _)| *name)
        .number("solved", |(_, sums)| sums.solved)
        .number("share", |(_, sums)| percent(sums.solved, game.positions))
        .number("+", |(_, sums)| sums.gained)
        .number("-", |(_, sums)| sums.lost)
        .number("nodes", |(_, sums)| sums.nodes)
        .number("time s", |(_, sums)| time(sums.time_ms / 1_000.0))
        .number("nodes to solution", |(_, sums)| decimals(mean(sums.solution_nodes as f64), 0))
        .number("ms to solution", |(_, sums)| time(mean(sums.solution_ms)))
        .number_if(has_programs, "faults", |(_, sums)| sums.faults.count())
        .table()
}

/// For each strategy the names of what it did not solve, one line each, the first hundred.
pub fn unsolved(totals: &SuiteTotals) -> Vec<String> {
    let all = totals
        .games
        .iter()
        .flat_map(|game| named(&totals.settings.contenders, &game.strategies).map(move |told| (game, told)));
    let line = |(game, (name, sums)): (&SuiteGame, (&str, &SuiteSums))| {
        let all = game.positions - sums.solved;
        let more = all - sums.unsolved.len() as u64;
        let more = if more > 0 { tr!(", and {count} more", count = more) } else { String::new() };
        let names: Vec<String> = sums.unsolved.iter().map(|name| visible(name)).collect();
        let (game, list) = (lang::text(&game.game), names.join(", ") + &more);
        (all > 0).then(|| tr!("{game}, not solved by {name}: {list}", game, name, list))
    };
    all.filter_map(line).collect()
}
