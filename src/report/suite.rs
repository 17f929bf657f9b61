//! What `suite` found, as tables and lists.

use super::table::{Align, TextTable, decimals, percent};
use crate::game::visible;
use crate::lab::suite::{SuiteGame, SuiteTotals};

/// How the columns of [`tables`] are to be read.
pub fn legend(totals: &SuiteTotals) -> String {
    format!(
        "+, -: solved here and not by {first}, and the other way round; nodes, time: all positions; nodes, ms to \
         solution: mean until the iteration from which the answer stayed right, over the positions that \
         all strategies solved",
        first = totals.settings.tactics.first().map_or("", |t| t.name()),
    )
}

/// A table for each game.
pub fn tables(totals: &SuiteTotals) -> Vec<TextTable> {
    totals.games.iter().map(|game| table(totals, game)).collect()
}

fn table(totals: &SuiteTotals, game: &SuiteGame) -> TextTable {
    let mut table = TextTable::new(
        format!(
            "{}: {} positions, {}; {} solved by all",
            game.game, game.positions, totals.settings.limit, game.common
        ),
        &[
            ("strategy", Align::Left),
            ("solved", Align::Right),
            ("share", Align::Right),
            ("+", Align::Right),
            ("-", Align::Right),
            ("nodes", Align::Right),
            ("time s", Align::Right),
            ("nodes to solution", Align::Right),
            ("ms to solution", Align::Right),
        ],
    );
    for (tactics, sums) in totals.settings.tactics.iter().zip(&game.strategies) {
        let time = |value: f64| if totals.settings.times { decimals(value, 2) } else { "-".to_owned() };
        let mean = |sum: f64| sum / game.common as f64;
        table.push(vec![
            tactics.name().to_owned(),
            sums.solved.to_string(),
            percent(sums.solved, game.positions),
            sums.gained.to_string(),
            sums.lost.to_string(),
            sums.nodes.to_string(),
            time(sums.time_ms / 1_000.0),
            decimals(mean(sums.solution_nodes as f64), 0),
            time(mean(sums.solution_ms)),
        ]);
    }
    table
}

/// For each strategy the names of what it did not solve, one line each,
/// the first hundred.
pub fn unsolved(totals: &SuiteTotals) -> Vec<String> {
    let mut lines = Vec::new();
    for game in &totals.games {
        for (tactics, sums) in totals.settings.tactics.iter().zip(&game.strategies) {
            let all = game.positions - sums.solved;
            if all == 0 {
                continue;
            }
            let more = all - sums.unsolved.len() as u64;
            let more = if more > 0 { format!(", and {more} more") } else { String::new() };
            let names: Vec<String> = sums.unsolved.iter().map(|name| visible(name)).collect();
            lines.push(format!(
                "{}, not solved by {}: {}{more}",
                game.game,
                tactics.name(),
                names.join(", ")
            ));
        }
    }
    lines
}
