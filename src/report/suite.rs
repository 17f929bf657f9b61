//! What `suite` found, as tables and lists.

use super::contenders;
use super::pages;
use super::table::{Columns, TextTable, decimals, or_dash, percent};
use crate::game::visible;
use crate::lab::contender::{Contender, programs};
use crate::lab::suite::{SuiteGame, SuiteSums, SuiteTotals};
use crate::lang::{self, tr};

/// How the columns of [`tables`] are to be read.
pub fn legend(totals: &SuiteTotals) -> String {
    tr!(
        "+, -: solved here and not by {name}, and the other way round; nodes, time: all positions; nodes, ms to \
         solution: mean until the iteration from which the answer stayed right, over the positions that \
         all strategies solved",
        name = totals.settings.contenders.first().map_or("", Contender::name)
    )
}

/// The same, and what is to be said of other programs where there are any.
pub fn notes(totals: &SuiteTotals) -> Vec<String> {
    let contenders = &totals.settings.contenders;
    let all = totals.games.iter().flat_map(|game| {
        let names = contenders.iter().map(Contender::name);
        names.zip(&game.strategies).map(|(name, sums)| (&*game.game, name, &sums.faults))
    });
    contenders::notes(all, legend(totals), !programs(contenders).is_empty())
}

/// A page with the same; `note` says what is to be known first.
pub fn page(totals: &SuiteTotals, note: &str) -> String {
    let lines = [unsolved(totals), notes(totals)].concat();
    pages::tables(tr!("Positions with known answers"), note, &tables(totals), &lines)
}

/// A table for each game.
pub fn tables(totals: &SuiteTotals) -> Vec<TextTable> {
    totals.games.iter().map(|game| table(totals, game)).collect()
}

fn table(totals: &SuiteTotals, game: &SuiteGame) -> TextTable {
    type Row<'a> = (&'a str, &'a SuiteSums);
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
    let columns = Columns::<Row<'_>>::new()
        .words("strategy", |(name, _)| (*name).to_owned())
        .number("solved", |(_, sums)| sums.solved.to_string())
        .number("share", |(_, sums)| percent(sums.solved, game.positions))
        .number("+", |(_, sums)| sums.gained.to_string())
        .number("-", |(_, sums)| sums.lost.to_string())
        .number("nodes", |(_, sums)| sums.nodes.to_string())
        .number("time s", |(_, sums)| time(sums.time_ms / 1_000.0))
        .number("nodes to solution", |(_, sums)| decimals(mean(sums.solution_nodes as f64), 0))
        .number("ms to solution", |(_, sums)| time(mean(sums.solution_ms)))
        .number_if(has_programs, "faults", |(_, sums)| sums.faults.count().to_string());
    let names = totals.settings.contenders.iter().map(Contender::name);
    columns.table(title, names.zip(&game.strategies))
}

/// For each strategy the names of what it did not solve, one line each, the first hundred.
pub fn unsolved(totals: &SuiteTotals) -> Vec<String> {
    let mut lines = Vec::new();
    for game in &totals.games {
        for (contender, sums) in totals.settings.contenders.iter().zip(&game.strategies) {
            let all = game.positions - sums.solved;
            if all == 0 {
                continue;
            }
            let more = all - sums.unsolved.len() as u64;
            let more = if more > 0 { tr!(", and {count} more", count = more) } else { String::new() };
            let names: Vec<String> = sums.unsolved.iter().map(|name| visible(name)).collect();
            lines.push(tr!(
                "{game}, not solved by {name}: {list}",
                game = lang::text(&game.game),
                name = contender.name(),
                list = names.join(", ") + &more
            ));
        }
    }
    lines
}
