//! How a match stands, in words and figures for people.

use std::fmt::Write as _;

use crate::game::visible;
use crate::lab::arena::{Estimate, GameResult, Hypothesis, Plan, REPEAT_PLIES, Side, Sprt, Standing, los};

/// The table at the end of a match.
pub fn summary(plan: &Plan, standing: &Standing) -> String {
    let mut out = String::new();
    for (side, name) in [(Side::A, 'A'), (Side::B, 'B')] {
        let _ = writeln!(
            out,
            "{name}  {}: {}",
            visible(&plan.specs[side.index()].name),
            plan.limits[side.index()]
        );
    }
    let planned = plan.numbers().count();
    let _ = write!(out, "games         {} of {planned}", standing.count());
    match plan.openings.count() {
        Some(count) if count < plan.games.div_ceil(2) => {
            let _ = writeln!(
                out,
                ", {count} openings, which repeat with {REPEAT_PLIES} random moves behind them"
            );
        }
        _ => out.push('\n'),
    }
    let games = standing.games();
    let [losses, draws, wins] = games.0;
    let _ = writeln!(out, "A             won {wins}, drew {draws}, lost {losses}");
    let pairs = standing.pairs();
    if let Some((estimate, by_pairs)) = estimate(standing) {
        let _ = writeln!(
            out,
            "score         {:.2} %, Elo {} (95 %, by {}), LOS {:.1} %",
            estimate.score * 100.0,
            elo_text(&estimate),
            if by_pairs { "pairs" } else { "games" },
            los(wins, losses) * 100.0
        );
    }
    let counts: Vec<String> = pairs.0.iter().map(u64::to_string).collect();
    let _ = writeln!(out, "pairs         {} with 0, 1/2, 1, 3/2, 2 points", counts.join(" "));
    if let Some((sprt, llr, pairs)) = standing.test() {
        let (low, high) = Sprt::bounds();
        let decision = match standing.decision() {
            None => "undecided",
            Some(Hypothesis::Null) => "H0 accepted",
            Some(Hypothesis::Alternative) => "H1 accepted",
        };
        let _ = writeln!(
            out,
            "SPRT          Elo {} or {}: LLR {llr:.2} of {low:.2} to {high:.2} after {pairs} pairs, {decision}",
            sprt.elo0, sprt.elo1
        );
    }
    let endings: Vec<String> = standing
        .endings()
        .map(|(result, reason, count)| {
            let result = match result {
                GameResult::A => "A won by",
                GameResult::B => "B won by",
                GameResult::Draw => "drawn by",
            };
            format!("{result} {} {count}", reason.name())
        })
        .collect();
    let _ = writeln!(out, "endings       {}", endings.join(", "));
    let _ = writeln!(
        out,
        " {:>9}{:>10}{:>12}{:>9}{:>9}{:>6}{:>7}{:>6}{:>7}",
        "as black", "as white", "nodes/move", "ms/move", "illegal", "late", "crash", "hang", "flood"
    );
    for (side, name) in [(Side::A, 'A'), (Side::B, 'B')] {
        let totals = standing.side(side);
        let percent = |(points, games): (u64, u64)| match games {
            0 => "-".to_owned(),
            games => format!("{:.1} %", points as f64 * 50.0 / games as f64),
        };
        let nodes = match totals.moves_with_nodes {
            0 => "-".to_owned(),
            moves => (totals.nodes / moves).to_string(),
        };
        let _ = writeln!(
            out,
            "{name}{:>9}{:>10}{nodes:>12}{:>9.1}{:>9}{:>6}{:>7}{:>6}{:>7}",
            percent(totals.black),
            percent(totals.white),
            totals.time_ms / totals.moves.max(1) as f64,
            totals.illegal,
            totals.late,
            totals.crashed,
            totals.hung,
            totals.flooded
        );
    }
    out
}

/// The strength that a standing proves, and whether by its pairs. Pairs tell
/// more, if all games are in pairs and the pairs differ.
pub fn estimate(standing: &Standing) -> Option<(Estimate, bool)> {
    let (games, pairs) = (standing.games(), standing.pairs());
    let by_pairs = pairs.count() * 2 == games.count()
        && pairs.mean_and_variance().is_some_and(|(_, variance)| variance > 0.0);
    let estimate = if by_pairs { pairs.estimate() } else { games.estimate() };
    estimate.map(|estimate| (estimate, by_pairs))
}

/// An estimate of Elo; without a bound where one side won all.
pub fn elo_text(estimate: &Estimate) -> String {
    match (estimate.elo.is_finite(), estimate.error.is_finite()) {
        (true, true) => format!("{:+.1} +- {:.1}", estimate.elo, estimate.error),
        (true, false) => format!("{:+.1}, its error unknown", estimate.elo),
        (false, _) => "without bound".to_owned(),
    }
}
