//! How several matches stand, a row each.

use super::matches::elo_text;
use super::table::{Align, TextTable};
use crate::lab::arena::{Hypothesis, Sprt, Standing, Trial};

/// The table of these trials. Of the two differences of a test the larger one is
/// `accepted` or `rejected`.
pub fn table(trials: &[Trial], standings: &[Standing]) -> TextTable {
    let mut table = TextTable::new(
        "Trials: what A scored against B".to_owned(),
        &[
            ("trial", Align::Left),
            ("game", Align::Left),
            ("limit", Align::Left),
            ("games", Align::Right),
            ("W-D-L", Align::Right),
            ("Elo (95 %)", Align::Right),
            ("LLR", Align::Right),
            ("bounds", Align::Right),
            ("verdict", Align::Left),
        ],
    );
    for (trial, standing) in trials.iter().zip(standings) {
        table.push(row(trial, standing));
    }
    table
}

fn row(trial: &Trial, standing: &Standing) -> Vec<String> {
    let none = || "-".to_owned();
    let [losses, draws, wins] = standing.games().0;
    let [a, b] = trial.plan.limits;
    let (llr, bounds) = match standing.test() {
        None => (none(), none()),
        Some((Sprt { elo0, elo1 }, llr, _)) => (format!("{llr:+.2}"), format!("{elo0}, {elo1}")),
    };
    let verdict = match (standing.decision(), standing.test()) {
        (Some(Hypothesis::Alternative), _) => "accepted",
        (Some(Hypothesis::Null), _) => "rejected",
        (None, Some(_)) => "undecided",
        (None, None) => "-",
    };
    vec![
        trial.name.clone(),
        trial.game_name().to_owned(),
        if a == b { a.to_string() } else { format!("{a} / {b}") },
        standing.count().to_string(),
        format!("{wins}-{draws}-{losses}"),
        standing.estimate().map_or_else(none, |(estimate, _)| elo_text(&estimate)),
        llr,
        bounds,
        verdict.to_owned(),
    ]
}
