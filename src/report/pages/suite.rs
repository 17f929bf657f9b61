//! The page of `suite`.

use maud::{Markup, html};

use super::plots;
use super::positions::{Heads, Listed, list};
use crate::lab::job::Row;
use crate::lab::suite::{Attempt, KnownAnswer, Solution, SuiteGame, SuiteRecord, SuiteTotals};
use crate::report::plot::Axis;
use crate::report::review::score;
use crate::report::suite::{legend, tables};
use crate::report::table::{Align, TextTable};

/// Positions that are listed: a page is to be opened at once.
const MOST_LISTED: usize = 500;

/// A page with the tables, how many positions were solved with how much work, and each
/// position with its board; `note` says what is to be known first.
pub fn suite(totals: &SuiteTotals, rows: &[Row<SuiteRecord>], note: &str) -> String {
    let content = html! {
        @for table in tables(totals) { (table.html()) }
        @if !totals.is_empty() { p.faint { (legend(totals)) } }
        @for game in &totals.games {
            @let own: Vec<&Row<SuiteRecord>> = rows.iter().filter(|row| row.record.game == game.game).collect();
            (solved(totals, game, &own))
            (positions(totals, game, own))
        }
    };
    super::page("Positions with known answers", note, &content)
}

/// The share of positions solved with so much work.
fn solved(totals: &SuiteTotals, game: &SuiteGame, rows: &[&Row<SuiteRecord>]) -> Markup {
    let up_to = |name: &'static str, of: &dyn Fn(&Solution) -> Option<f64>| {
        let found = |k: usize| {
            let solutions = rows.iter().filter_map(|row| row.record.results.get(k)?.solution);
            let mut found: Vec<f64> = solutions.filter_map(|solution| of(&solution)).collect();
            found.sort_by(f64::total_cmp);
            found
        };
        let found: Vec<(&str, Vec<f64>)> = totals
            .settings
            .tactics
            .iter()
            .enumerate()
            .map(|(k, tactics)| (tactics.name(), found(k)))
            .collect();
        let x = Axis::log(name, found.iter().flat_map(|(_, values)| values.iter().copied()));
        let curves = found
            .into_iter()
            .map(|(tactics, values)| (tactics, plots::shares_up_to(&values, game.positions, x.to)));
        (x, curves.collect::<Vec<_>>())
    };
    let share = || Axis::linear("% solved within", 0.0, 100.0);
    let (nodes, by_nodes) = up_to("nodes", &|solution| Some(solution.nodes as f64));
    let mut shown = vec![plots::curves("Solved with so many nodes", (nodes, share()), by_nodes)];
    if totals.settings.times {
        let (ms, by_time) = up_to("milliseconds", &|solution| solution.time_ms);
        shown.push(plots::curves("Solved in so much time", (ms, share()), by_time));
    }
    html! {
        h2 { (game.game) ": work until the solution" }
        (plots::row(&shown))
    }
}

/// Those that not all solved stand first.
fn positions(totals: &SuiteTotals, game: &SuiteGame, mut rows: Vec<&Row<SuiteRecord>>) -> Markup {
    let solvers = |row: &Row<SuiteRecord>| row.record.results.iter().filter(|it| it.solved).count();
    rows.sort_by_key(|row| (solvers(row), row.number));
    let all = rows.len();
    rows.truncate(MOST_LISTED);
    let judged = totals.judged();
    let first = totals.settings.tactics.get(judged).map_or("", |tactics| tactics.name());
    let listed: Vec<Listed<'_>> = rows.iter().filter_map(|row| listed(row, judged, solvers(row))).collect();
    let heads = Heads { kind: "Solved by", size: "Nodes", lines: [first, "KnownAnswer"] };
    html! {
        h2 { (game.game) ": the positions" }
        p {
            "Nodes are those of " (first) ": until the solution, or all where it was not found."
            @if all > MOST_LISTED { " Of " (all) " positions the " (MOST_LISTED) " that fewest strategies solved are listed." }
        }
        (list(&game.game, heads, &listed))
    }
}

fn listed(row: &Row<SuiteRecord>, judged: usize, solvers: usize) -> Option<Listed<'_>> {
    let SuiteRecord { results, answer, position, .. } = &row.record;
    let first = results.get(judged)?;
    let kind = match (solvers, first.solved) {
        (0, _) => "none".to_owned(),
        (some, _) if some == results.len() => "all".to_owned(),
        (_, true) => format!("some, {} too", first.tactics),
        (_, false) => format!("some, not {}", first.tactics),
    };
    Some(Listed {
        number: row.number,
        id: &row.id,
        kind,
        size: first.solution.map_or(first.nodes, |solution| solution.nodes) as f64,
        position,
        lines: [
            (std::slice::from_ref(&first.best), score(first.score)),
            // Best moves are alternatives and no line.
            (answer.bm.get(..1).unwrap_or_default(), expected(answer)),
        ],
        more: attempts(results),
    })
}

/// The answer in words.
fn expected(answer: &KnownAnswer) -> String {
    let named = |word: &str, list: &[String]| {
        if list.is_empty() { String::new() } else { format!("{word} {}", list.join(" ")) }
    };
    let mate = answer.dm.map_or_else(String::new, |dm| format!("mate within {dm}"));
    let parts = [named("bm", &answer.bm), named("am", &answer.am), mate];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

/// What all strategies found.
fn attempts(results: &[Attempt]) -> Markup {
    let columns = [
        ("strategy", Align::Left),
        ("solved", Align::Left),
        ("move", Align::Left),
        ("score", Align::Right),
        ("depth", Align::Right),
        ("nodes", Align::Right),
        ("to solution", Align::Right),
    ];
    let mut table = TextTable::new(String::new(), &columns);
    for attempt in results {
        table.push(vec![
            attempt.tactics.clone(),
            if attempt.solved { "yes" } else { "no" }.to_owned(),
            attempt.best.clone(),
            score(attempt.score),
            attempt.depth.to_string(),
            attempt.nodes.to_string(),
            attempt.solution.map_or_else(|| "-".to_owned(), |solution| solution.nodes.to_string()),
        ]);
    }
    table.bare()
}
