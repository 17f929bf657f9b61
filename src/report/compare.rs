//! What `compare` found, as tables.

use super::table::{Align, TextTable, decimals, percent};
use crate::lab::compare::{CompareSettings, DECIDED};
use crate::lab::compare_totals::{CompareGame, CompareTotals, Disagreement};

/// How the columns of [`tables`] are to be read.
pub fn legend(totals: &CompareTotals) -> String {
    format!(
        "nodes: moves made; ratio: to {first} (of the sums, and the geometric mean over positions); below: \
         share of them made below the horizon; calls: how often the depth ran out; agree: best moves that \
         are the reference's; error, |error|: mean difference from the reference's score and its mean \
         size, in units of the evaluation, scores cut at {DECIDED}; stable: iterations that kept the best \
         move of the one before",
        first = first(totals),
    )
}

/// The strategy to which ratios are.
fn first(totals: &CompareTotals) -> &'static str {
    totals.settings.tactics.first().map_or("", |t| t.name())
}

/// A table for each game.
pub fn tables(totals: &CompareTotals) -> Vec<TextTable> {
    totals.games.iter().map(|game| table(totals, game)).collect()
}

fn table(totals: &CompareTotals, game: &CompareGame) -> TextTable {
    let CompareSettings { limit, reference_tactics, reference_limit, .. } = &totals.settings;
    let mut table = TextTable::new(
        format!(
            "{}: {} positions, {limit}; reference {}, {reference_limit}",
            game.game,
            game.positions,
            reference_tactics.name(),
        ),
        &[
            ("strategy", Align::Left),
            ("nodes", Align::Right),
            ("ratio", Align::Right),
            ("mean ratio", Align::Right),
            ("below", Align::Right),
            ("calls", Align::Right),
            ("time s", Align::Right),
            ("time ratio", Align::Right),
            ("agree", Align::Right),
            ("error", Align::Right),
            ("|error|", Align::Right),
            ("stable", Align::Right),
        ],
    );
    let first = game.strategies.first().cloned().unwrap_or_default();
    let positions = game.positions as f64;
    for (tactics, sums) in totals.settings.tactics.iter().zip(&game.strategies) {
        let time = |value: f64, digits| {
            if totals.settings.times { decimals(value, digits) } else { "-".to_owned() }
        };
        table.push(vec![
            tactics.name().to_owned(),
            sums.nodes.to_string(),
            decimals(sums.nodes as f64 / first.nodes as f64, 2),
            decimals((sums.log_ratio / positions).exp(), 2),
            percent(sums.below_horizon, sums.nodes),
            sums.calls.to_string(),
            time(sums.time_ms / 1_000.0, 2),
            time(sums.time_ms / first.time_ms, 2),
            percent(sums.agreements, game.positions),
            decimals(sums.error as f64 / positions, 1),
            decimals(sums.absolute_error as f64 / positions, 1),
            percent(sums.steps - sums.changes, sums.steps),
        ]);
    }
    table
}

/// How many disagreements a game has.
pub fn disagreement_title(totals: &CompareTotals, game: &CompareGame) -> String {
    let listed = totals.disagreements().iter().filter(|found| found.game == game.game).count();
    disagreements(totals, game.other_moves, game.other_scores, listed)
}

fn disagreements(totals: &CompareTotals, moves: u64, scores: u64, listed: usize) -> String {
    format!(
        "{} plays another move than the reference on {moves} positions, and gives the same move another \
         score on {scores}; the {listed} with the largest difference of scores",
        totals.judged()
    )
}

/// The list of disagreements as a table.
pub fn disagreement_table(totals: &CompareTotals) -> TextTable {
    let moves: u64 = totals.games.iter().map(|game| game.other_moves).sum();
    let scores: u64 = totals.games.iter().map(|game| game.other_scores).sum();
    let judged = totals.judged();
    let mut table = TextTable::new(
        disagreements(totals, moves, scores, totals.disagreements().len()),
        &[
            ("number", Align::Right),
            ("id", Align::Left),
            ("differs", Align::Left),
            ("difference", Align::Right),
            (judged, Align::Left),
            ("score", Align::Right),
            ("reference", Align::Left),
            ("score", Align::Right),
        ],
    );
    for found in totals.disagreements() {
        let Disagreement { number, id, answer, reference, .. } = found;
        table.push(vec![
            number.to_string(),
            id.clone(),
            found.what().to_owned(),
            answer.error.to_string(),
            answer.best.clone(),
            answer.score.to_string(),
            reference.best.clone(),
            reference.score.to_string(),
        ]);
    }
    table
}
