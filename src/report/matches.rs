//! How a match stands, in words and figures for people.

use std::fmt::Write as _;

use super::table::{Align, TextTable};
use crate::game::visible;
use crate::lab::arena::{Estimate, GameResult, Hypothesis, Plan, REPEAT_PLIES, Side, Sprt, Standing, los};

/// The table at the end of a match.
pub fn summary(plan: &Plan, standing: &Standing) -> String {
    let mut out = String::new();
    for (name, told) in players(plan) {
        let _ = writeln!(out, "{name}  {told}");
    }
    for (name, told) in facts(plan, standing) {
        let _ = writeln!(out, "{name:<13} {told}");
    }
    let [black, white, nodes, ms, illegal, late, crash, hang, flood] = COLUMNS;
    let _ = writeln!(
        out,
        " {black:>9}{white:>10}{nodes:>12}{ms:>9}{illegal:>9}{late:>6}{crash:>7}{hang:>6}{flood:>7}"
    );
    for side in Side::ALL {
        let [black, white, nodes, ms, illegal, late, crash, hang, flood] = side_cells(standing, side);
        let _ = writeln!(
            out,
            "{}{black:>9}{white:>10}{nodes:>12}{ms:>9}{illegal:>9}{late:>6}{crash:>7}{hang:>6}{flood:>7}",
            side.letter()
        );
    }
    out
}

/// Who plays, and under what limits.
pub(super) fn players(plan: &Plan) -> Vec<(&'static str, String)> {
    [(Side::A, "A"), (Side::B, "B")]
        .map(|(side, name)| {
            let (spec, limit) = (&plan.specs[side.index()], &plan.limits[side.index()]);
            (name, format!("{}: {limit}", visible(&spec.name)))
        })
        .into()
}

/// How it stands: a name and what is to be said.
pub(super) fn facts(plan: &Plan, standing: &Standing) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    let planned = plan.numbers().count();
    let repeated = match plan.openings.count() {
        Some(count) if count < plan.games.div_ceil(2) => {
            format!(", {count} openings, which repeat with {REPEAT_PLIES} random moves behind them")
        }
        _ => String::new(),
    };
    facts.push(("games", format!("{} of {planned}{repeated}", standing.count())));
    let [losses, draws, wins] = standing.games().0;
    facts.push(("A", format!("won {wins}, drew {draws}, lost {losses}")));
    if let Some((estimate, by_pairs)) = standing.estimate() {
        let told = format!(
            "{:.2} %, Elo {} (95 %, by {}), LOS {:.1} %",
            estimate.score * 100.0,
            elo_text(&estimate),
            if by_pairs { "pairs" } else { "games" },
            los(wins, losses) * 100.0
        );
        facts.push(("score", told));
    }
    let counts: Vec<String> = standing.pairs().0.iter().map(u64::to_string).collect();
    facts.push(("pairs", format!("{} with 0, 1/2, 1, 3/2, 2 points", counts.join(" "))));
    if let Some((sprt, llr, pairs)) = standing.test() {
        let (low, high) = Sprt::bounds();
        let decision = match standing.decision() {
            None => "undecided",
            Some(Hypothesis::Null) => "H0 accepted",
            Some(Hypothesis::Alternative) => "H1 accepted",
        };
        let told = format!(
            "Elo {} or {}: LLR {llr:.2} of {low:.2} to {high:.2} after {pairs} pairs, {decision}",
            sprt.elo0, sprt.elo1
        );
        facts.push(("SPRT", told));
    }
    let endings = standing.endings().map(|(result, reason, count)| {
        let result = match result {
            GameResult::A => "A won by",
            GameResult::B => "B won by",
            GameResult::Draw => "drawn by",
        };
        format!("{result} {} {count}", reason.name())
    });
    facts.push(("endings", endings.collect::<Vec<_>>().join(", ")));
    facts
}

/// What is said of each player.
const COLUMNS: [&str; 9] =
    ["as black", "as white", "nodes/move", "ms/move", "illegal", "late", "crash", "hang", "flood"];

fn side_cells(standing: &Standing, side: Side) -> [String; 9] {
    let totals = standing.side(side);
    let percent = |(points, games): (u64, u64)| match games {
        0 => "-".to_owned(),
        games => format!("{:.1} %", points as f64 * 50.0 / games as f64),
    };
    let nodes = match totals.moves_with_nodes {
        0 => "-".to_owned(),
        moves => (totals.nodes / moves).to_string(),
    };
    [
        percent(totals.black),
        percent(totals.white),
        nodes,
        format!("{:.1}", totals.time_ms / totals.moves.max(1) as f64),
        totals.illegal.to_string(),
        totals.late.to_string(),
        totals.crashed.to_string(),
        totals.hung.to_string(),
        totals.flooded.to_string(),
    ]
}

/// The same as a table for a page.
pub(super) fn sides(standing: &Standing) -> TextTable {
    let columns: Vec<(&str, Align)> =
        std::iter::once(("player", Align::Left)).chain(COLUMNS.map(|name| (name, Align::Right))).collect();
    let mut table = TextTable::new("The players".to_owned(), &columns);
    for side in Side::ALL {
        let name = std::iter::once(side.letter().to_string());
        table.push(name.chain(side_cells(standing, side)).collect());
    }
    table
}

/// An estimate of Elo; without a bound where one side won all.
pub fn elo_text(estimate: &Estimate) -> String {
    match (estimate.elo.is_finite(), estimate.error.is_finite()) {
        (true, true) => format!("{:+.1} +- {:.1}", estimate.elo, estimate.error),
        (true, false) => format!("{:+.1}, its error unknown", estimate.elo),
        (false, _) => "without bound".to_owned(),
    }
}
