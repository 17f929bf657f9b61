//! What `compare` found: the strategies side by side, and where one disagrees with the reference.

use maud::{Markup, html};

use super::names::written;
use super::pages::{self, named};
use super::picture::{boards, figures};
use super::plot::{self, Axis};
use super::review::score;
use super::table::{Columns, TextTable, decimals, or_dash, percent};
use crate::lab::compare::{
    CompareGame, CompareSettings, CompareSums, CompareTotals, Compared, DECIDED, DISAGREES, Disagreement,
};
use crate::lab::contender::{Contender, programs};
use crate::lang::{self, tr};

/// How the columns of [`tables`] are to be read, and what is to be said of other programs where there are any.
pub fn notes(totals: &CompareTotals) -> Vec<String> {
    let contenders = &totals.settings.contenders;
    let legend = tr!(
        "nodes: moves made; ratio: to {name} (of the sums, and the geometric mean over positions); below: \
         share of them made below the horizon; calls: how often the depth ran out; agree: best moves that \
         are the reference's; error, |error|: mean difference from the reference's score and its mean \
         size, in units of the evaluation, scores cut at {most}; stable: iterations that kept the best \
         move of the one before",
        name = contenders.first().map_or("", Contender::name),
        most = DECIDED
    );
    let all = totals.games.iter().flat_map(|game| {
        named(contenders, &game.strategies).map(|(name, sums)| (&*game.game, name, &sums.faults))
    });
    pages::notes(all, legend, !programs(contenders).is_empty())
}

/// A table for each game.
pub fn tables(totals: &CompareTotals) -> Vec<TextTable> {
    totals.games.iter().map(|game| table(totals, game)).collect()
}

fn table(totals: &CompareTotals, game: &CompareGame) -> TextTable {
    let CompareSettings { limit, reference_tactics, reference_limit, .. } = &totals.settings;
    let title = tr!(
        "{game}: {count} positions, {limit}; reference {name}, {other}",
        game = lang::text(&game.game),
        count = game.positions,
        limit,
        name = reference_tactics.name(),
        other = reference_limit
    );
    let first = game.strategies.first().cloned().unwrap_or_default();
    // Of what a program does not tell, and of no answers, there is no figure.
    let mean = |sum: f64, count: u64| sum / count as f64;
    let ratio = |sums: &CompareSums, ratio: f64| decimals(if sums.nodes > 0 { ratio } else { f64::NAN }, 2);
    let has_programs = !programs(&totals.settings.contenders).is_empty();
    let time = |value: f64| or_dash(totals.settings.times.then(|| decimals(value, 2)));
    Columns::of(title, named(&totals.settings.contenders, &game.strategies))
        .words("strategy", |(name, _)| *name)
        .number("nodes", |(_, sums)| sums.nodes)
        .number("ratio", |(_, sums)| ratio(sums, sums.nodes as f64 / first.nodes as f64))
        .number("mean ratio", |(_, sums)| ratio(sums, mean(sums.log_ratio, sums.answers).exp()))
        .number("below", |(_, sums)| percent(sums.below_horizon, if sums.calls > 0 { sums.nodes } else { 0 }))
        .number_or_dash("calls", |(_, sums)| (sums.calls > 0).then_some(sums.calls))
        .number("time s", |(_, sums)| time(sums.time_ms / 1_000.0))
        .number("time ratio", |(_, sums)| time(sums.time_ms / first.time_ms))
        .number("agree", |(_, sums)| percent(sums.agreements, sums.moves))
        .number("error", |(_, sums)| decimals(mean(sums.error as f64, sums.answers), 1))
        .number("|error|", |(_, sums)| decimals(mean(sums.absolute_error as f64, sums.answers), 1))
        .number("stable", |(_, sums)| percent(sums.steps - sums.changes, sums.steps))
        .number_if(has_programs, "faults", |(_, sums)| sums.faults.count())
        .table()
}

/// The list of disagreements as a table: of all games, or of one.
pub fn disagreements(totals: &CompareTotals, only: Option<&str>) -> TextTable {
    let games = || totals.games.iter().filter(|game| only.is_none_or(|only| game.game == only));
    let judged = totals.judged();
    let title = tr!(
        "{name} plays another move than the reference on {moves} positions, and gives the same move a score \
         that differs by {least} or more on {scores}; the {listed} with the largest difference of scores",
        name = judged,
        moves = games().map(|game| game.other_moves).sum::<u64>(),
        least = DISAGREES,
        scores = games().map(|game| game.other_scores).sum::<u64>(),
        listed = listed(totals, only).count()
    );
    Columns::of(title, listed(totals, only))
        .number("number", |found| found.row.number)
        .roomy()
        .words("id", |found| found.row.record.id.clone())
        .words("differs", |found| lang::list(found.what()))
        .roomy()
        .number("difference", |found| found.answer.error)
        .words(judged, |found| written(&found.row.record.position, &[&found.answer.found.best]))
        .number("score", |found| found.answer.found.score)
        .roomy()
        .words("reference", |found| written(&found.row.record.position, &[&found.row.record.reference.best]))
        .number("score", |found| found.row.record.reference.score)
        .roomy()
        .table()
}

fn listed<'a>(totals: &'a CompareTotals, only: Option<&'a str>) -> impl Iterator<Item = &'a Disagreement> {
    totals.disagreements.iter().filter(move |found| only.is_none_or(|only| found.row.record.game == only))
}

/// A page with the tables, and each disagreement listed with its board; `note` says what is to be known first.
pub fn page(totals: &CompareTotals, note: &str) -> String {
    let content = html! {
        (pages::tables(&tables(totals), &notes(totals)))
        @for game in &totals.games { (measures(totals, game)) }
        @for game in &totals.games { (list(totals, &game.game)) }
    };
    pages::page(tr!("Strategies compared"), note, &content)
}

/// Sizes of trees by depth, and how errors are spread.
fn measures(totals: &CompareTotals, game: &CompareGame) -> Markup {
    let tree = |sums: &CompareSums| (1..).map(f64::from).zip(sums.mean_trees()).collect();
    let named = || named(&totals.settings.contenders, &game.strategies);
    let trees: Vec<(&str, Vec<(f64, f64)>)> = named().map(|(name, sums)| (name, tree(sums))).collect();
    let depth = trees.iter().filter_map(|(_, line)| line.last()).map(|end| end.0).fold(2.0, f64::max);
    let nodes = Axis::log(tr!("nodes"), trees.iter().flat_map(|(_, line)| line).map(|point| point.1));
    let tree = plot::curves(
        tr!("Tree size by depth (geometric mean)"),
        (Axis::whole(tr!("depth"), 1.0, depth), nodes),
        trees,
    );
    html! {
        h2 { (tr!("{game}: the trees, and the errors of each strategy", game = lang::text(&game.game))) }
        (plot::row([tree]))
        (plot::errors(named().map(|(name, sums)| (name, &sums.errors))))
    }
}

fn list(totals: &CompareTotals, game: &str) -> Markup {
    let details = |found: &Disagreement| {
        let reference = (tr!("Reference"), &found.row.record.reference.line[..]);
        let lines = [(totals.judged(), &found.answer.found.line[..]), reference];
        boards(&found.row.record.position, lines, &answers(found).bare())
    };
    let found: Vec<&Disagreement> = listed(totals, Some(game)).collect();
    html! {
        h2 { (tr!("{game}: where they disagree", game = lang::text(game))) }
        @if let Some(found) = found.first() { (figures(&found.row.record.position)) }
        (disagreements(totals, Some(game)).list(game, &found.into_iter().map(details).collect::<Vec<_>>()))
    }
}

/// What all strategies say.
fn answers(found: &Disagreement) -> TextTable {
    let is_told = |answer: &Compared| answer.fault.is_none();
    Columns::of("", &found.row.record.results)
        .words("strategy", |answer| answer.tactics.clone())
        .words("move", |answer| match &answer.fault {
            Some(fault) => lang::text(fault.reason.name()).to_owned(),
            None => written(&found.row.record.position, &[&answer.found.best]),
        })
        .number_or_dash("score", |it| is_told(it).then(|| score(&found.row.record.game, it.found.score)))
        .number_or_dash("error", |it| is_told(it).then(|| format!("{:+}", it.error)))
        .number("depth", |answer| answer.found.depth)
        .number("nodes", |answer| answer.found.nodes)
        .table()
}
