//! How a match stands, in words and figures for people.

use std::fmt::Write as _;

use maud::{Markup, html};

use super::pages;
use super::plot::{Axis, Mark, Plot, SIZE};
use super::plots;
use super::table::{Columns, TextTable};
use super::text::columns;
use crate::game::visible;
use crate::lab::arena::{
    Estimate, GameLine, GameResult, History, Hypothesis, Plan, REPEAT_PLIES, Side, SideTotals, Sprt, Stage,
    Standing, los,
};
use crate::lang::{self, tr, tr_of};

/// Games that are listed: a page is to be opened at once.
const MOST_LISTED: usize = 2_000;
/// Corners of a curve.
const CORNERS: usize = 400;
/// A difference of Elo beyond this is drawn at the edge.
const MOST_ELO: f64 = 800.0;

/// The table at the end of a match.
pub fn summary(plan: &Plan, standing: &Standing) -> String {
    let mut out = String::new();
    for (name, told) in players(plan) {
        let _ = writeln!(out, "{name}  {told}");
    }
    for (name, told) in facts(plan, standing) {
        let _ = writeln!(out, "{name}{} {told}", " ".repeat(13_usize.saturating_sub(columns(name))));
    }
    out + &sides(standing).text(None)
}

/// Who plays, and under what limits.
fn players(plan: &Plan) -> Vec<(&'static str, String)> {
    [(Side::A, "A"), (Side::B, "B")]
        .map(|(side, name)| {
            let (spec, limit) = (&plan.specs[side.index()], &plan.limits[side.index()]);
            (name, format!("{}: {limit}", visible(&spec.name)))
        })
        .into()
}

/// How it stands: a name and what is to be said.
fn facts(plan: &Plan, standing: &Standing) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    let planned = plan.count();
    let repeated = match plan.openings.count() {
        Some(count) if count < plan.games.div_ceil(2) => {
            tr!(
                ", {count} openings, which repeat with {plies} random moves behind them",
                count,
                plies = REPEAT_PLIES
            )
        }
        _ => String::new(),
    };
    facts.push((
        tr!("games"),
        tr!("{count} of {planned}{repeated}", count = standing.count(), planned, repeated),
    ));
    let [losses, draws, wins] = standing.games().0;
    facts.push(("A", tr!("won {wins}, drew {draws}, lost {losses}", wins, draws, losses)));
    if let Some((estimate, by_pairs)) = standing.estimate() {
        let told = tr!(
            "{score} %, Elo {elo} (95 %, by {what}), LOS {los} %",
            score = format_args!("{:.2}", estimate.score * 100.0),
            elo = elo_text(&estimate),
            what = if by_pairs { tr!("pairs") } else { tr!("games") },
            los = format_args!("{:.1}", los(wins, losses) * 100.0)
        );
        facts.push((tr_of!("match", "score"), told));
    }
    let counts: Vec<String> = standing.pairs().0.iter().map(u64::to_string).collect();
    facts.push((tr!("pairs"), tr!("{counts} with 0, 1/2, 1, 3/2, 2 points", counts = counts.join(" "))));
    if let Some((sprt, llr, pairs)) = standing.test() {
        let (low, high) = Sprt::bounds();
        let decision = match standing.decision() {
            None => tr!("undecided"),
            Some(Hypothesis::Null) => tr!("H0 accepted"),
            Some(Hypothesis::Alternative) => tr!("H1 accepted"),
        };
        let told = tr!(
            "Elo {least} or {most}: LLR {llr} of {low} to {high} after {pairs} pairs, {decision}",
            least = sprt.elo0,
            most = sprt.elo1,
            llr = format_args!("{llr:.2}"),
            low = format_args!("{low:.2}"),
            high = format_args!("{high:.2}"),
            pairs,
            decision
        );
        facts.push(("SPRT", told));
    }
    let endings = standing.endings().map(|(result, reason, count)| {
        let reason = lang::text(reason.name());
        match result {
            GameResult::A => tr!("A won by {reason} {count}", reason, count),
            GameResult::B => tr!("B won by {reason} {count}", reason, count),
            GameResult::Draw => tr!("drawn by {reason} {count}", reason, count),
        }
    });
    facts.push((tr!("endings"), endings.collect::<Vec<_>>().join(", ")));
    facts
}

/// What is said of each player.
fn sides(standing: &Standing) -> TextTable {
    let percent = |(points, games): (u64, u64)| match games {
        0 => "-".to_owned(),
        games => format!("{:.1} %", points as f64 * 50.0 / games as f64),
    };
    let nodes = |totals: &SideTotals| match totals.moves_with_nodes {
        0 => "-".to_owned(),
        moves => (totals.nodes / moves).to_string(),
    };
    let columns = Columns::<(Side, SideTotals)>::new()
        .words(" ", |(side, _)| side.letter().to_string())
        .number("as black", |(_, totals)| percent(totals.black))
        .number("as white", |(_, totals)| percent(totals.white))
        .number("nodes/move", |(_, totals)| nodes(totals))
        .number("ms/move", |(_, totals)| format!("{:.1}", totals.time_ms / totals.moves.max(1) as f64))
        .number("illegal", |(_, totals)| totals.illegal.to_string())
        .number("late", |(_, totals)| totals.late.to_string())
        .number("crash", |(_, totals)| totals.crashed.to_string())
        .number("hang", |(_, totals)| totals.hung.to_string())
        .number("flood", |(_, totals)| totals.flooded.to_string());
    columns.table("", Side::ALL.map(|side| (side, standing.side(side))))
}

/// An estimate of Elo; without a bound where one side won all.
pub fn elo_text(estimate: &Estimate) -> String {
    match (estimate.elo.is_finite(), estimate.error.is_finite()) {
        (true, true) => format!("{:+.1} +- {:.1}", estimate.elo, estimate.error),
        (true, false) => tr!("{elo}, its error unknown", elo = format_args!("{:+.1}", estimate.elo)),
        (false, _) => tr!("without bound").to_owned(),
    }
}

/// A page with the score, its course, and the games; `note` says what is to be known first.
pub fn page(plan: &Plan, standing: &Standing, history: &History, note: &str) -> String {
    let content = html! {
        dl {
            @for (name, told) in players(plan).into_iter().chain(facts(plan, standing)) {
                dt { (name) } dd { bdi { (told) } }
            }
        }
        h2 { (tr!("The players")) }
        (sides(standing).bare())
        (course(plan, history))
        (games(plan, history))
    };
    pages::page(tr!("A match"), note, &content)
}

/// How Elo and the test went.
fn course(plan: &Plan, history: &History) -> Markup {
    let stages = history.stages(plan.sprt);
    let step = stages.len().div_ceil(CORNERS).max(1);
    // The last one is where the match stands.
    let stages: Vec<Stage> =
        stages.iter().rev().step_by(step).copied().collect::<Vec<_>>().into_iter().rev().collect();
    let last = stages.last().map_or(2, |stage| stage.games) as f64;
    let games = || Axis::whole(tr!("games"), 0.0, last.max(2.0));
    let mut shown: Vec<Plot<'_>> = elo(&stages, games()).into_iter().collect();
    shown.extend(plan.sprt.and_then(|_| llr(&stages, games())));
    html! {
        @if let Some(stage) = stages.last() {
            h2 { (tr!("The match as games went")) }
            p { (tr!("After {count} games: Elo {elo}.", count = stage.games, elo = elo_text(&stage.estimate))) }
            (plots::row(&shown))
        }
    }
}

/// Elo with its interval, from where it has one.
fn elo(stages: &[Stage], x: Axis<'static>) -> Option<Plot<'static>> {
    let known =
        stages.iter().filter(|stage| stage.estimate.elo.is_finite() && stage.estimate.error.is_finite());
    let line: Vec<(f64, f64)> = known.clone().map(|stage| (stage.games as f64, stage.estimate.elo)).collect();
    let band: Vec<(f64, f64, f64)> = known
        .map(|stage| {
            let (elo, error) = (stage.estimate.elo, stage.estimate.error);
            (stage.games as f64, elo - error, elo + error)
        })
        .collect();
    // The first games say next to nothing, and would make the rest flat.
    let settled = &band[band.len() / 5..];
    let ends = settled
        .iter()
        .flat_map(|&(_, low, high)| [low, high])
        .fold((0.0, 0.0), |(low, high): (f64, f64), end| (low.min(end), high.max(end)));
    let room = ((ends.1 - ends.0) * 0.1).max(5.0);
    (!line.is_empty()).then(|| Plot {
        title: tr!("Elo of A over B"),
        x,
        y: Axis::linear("Elo", (ends.0 - room).max(-MOST_ELO), (ends.1 + room).min(MOST_ELO)),
        marks: vec![Mark::Level(0.0), Mark::Band(0, band), Mark::Line(0, line)],
        keys: vec![tr!("Elo, and the interval of 95 %")],
        size: SIZE,
    })
}

/// The log-likelihood ratio and its bounds.
fn llr(stages: &[Stage], x: Axis<'static>) -> Option<Plot<'static>> {
    let line: Vec<(f64, f64)> =
        stages.iter().filter_map(|stage| Some((stage.games as f64, stage.llr?))).collect();
    let (low, high) = Sprt::bounds();
    (!line.is_empty()).then(|| Plot {
        title: tr!("The test: log-likelihood ratio"),
        x,
        y: Axis::linear("LLR", low * 1.2, high * 1.2),
        marks: vec![Mark::Level(low), Mark::Level(0.0), Mark::Level(high), Mark::Line(1, line)],
        keys: Vec::new(),
        size: SIZE,
    })
}

/// The list of games.
fn games(plan: &Plan, history: &History) -> Markup {
    let all = history.games();
    let name = |side: Side| visible(&plan.specs[side.index()].name);
    let result = |result: GameResult| match result {
        GameResult::A => tr!("A won"),
        GameResult::B => tr!("B won"),
        GameResult::Draw => tr!("drawn"),
    };
    let columns = Columns::<&GameLine>::new()
        .number("Number", |game| game.number.to_string())
        .words("Opening", |game| game.opening.clone())
        .words("Black", |game| game.black.letter().to_string())
        .roomy()
        .words("Result", |game| result(game.result).to_owned())
        .words("Reason", |game| lang::text(game.reason.name()).to_owned())
        .number("Moves", |game| game.plies.to_string());
    let table = columns.table(tr!("Games"), all.iter().take(MOST_LISTED));
    html! {
        (table.list("games", |_| None))
        p {
            (tr!("A is")) " " bdi { (name(Side::A)) } ", " (tr!("B is")) " " bdi { (name(Side::B)) } ". "
            @if all.len() > MOST_LISTED { (tr!("Of {all} games the first {most} are listed.", all = all.len(), most = MOST_LISTED)) }
        }
    }
}
