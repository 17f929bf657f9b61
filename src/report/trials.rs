//! How several matches stand, a row each.

use super::matches::{compared, elo_text};
use super::table::{Columns, TextTable};
use crate::lab::arena::{Hypothesis, Outcomes, Sprt, Standing, Trial};
use crate::lang::{self, tr};

/// What stands above the table.
pub(crate) const TITLE: &str = "Trials: what A scored against B";

/// The table of these trials. Of the two differences of a test the larger one is `accepted` or `rejected`.
pub fn table(trials: &[Trial], standings: &[Standing]) -> TextTable {
    let limit = |trial: &Trial| {
        let mut limits: Vec<String> = trial.plan.players.iter().map(|spec| spec.limit.to_string()).collect();
        limits.dedup();
        limits.join(" / ")
    };
    Columns::of(lang::text(TITLE), trials.iter().zip(standings))
        .words("trial", |(trial, _)| trial.name.clone().unwrap_or_default())
        .words("game", |(trial, _)| trial.plan.game.name())
        .words("limit", |(trial, _)| limit(trial))
        .number("games", |(_, standing)| standing.count())
        .number("W-D-L", |(_, standing)| {
            let [losses, draws, wins] = match standing.outcomes() {
                Outcomes::Pairs(_) => standing.games().0,
                Outcomes::Gauntlet(rungs) => compared(&rungs.leads()),
            };
            format!("{wins}-{draws}-{losses}")
        })
        .number_or_dash("Elo (95 %)", |(_, standing)| standing.estimate().map(|(found, _)| elo_text(&found)))
        .number_or_dash("LLR", |(_, standing)| standing.test().map(|(_, llr, _)| format!("{llr:+.2}")))
        .number_or_dash("bounds", |(_, standing)| {
            standing.test().map(|(Sprt { elo0, elo1 }, ..)| format!("{elo0}, {elo1}"))
        })
        .words("verdict", |(_, standing)| verdict(standing))
        .table()
}

fn verdict(standing: &Standing) -> &'static str {
    match (standing.decision(), standing.test()) {
        (Some(Hypothesis::Alternative), _) => tr!("accepted"),
        (Some(Hypothesis::Null), _) => tr!("rejected"),
        (None, Some(_)) => tr!("undecided"),
        (None, None) => "-",
    }
}
