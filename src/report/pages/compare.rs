//! The page of `compare`.

use maud::{Markup, html};

use super::plots;
use super::positions::{Heads, Listed, list};
use crate::lab::compare_totals::{CompareGame, CompareTotals, Disagreement};
use crate::report::compare::{disagreement_title, legend, tables};
use crate::report::plot::Axis;
use crate::report::review::score;
use crate::report::table::{Align, TextTable};

/// A page with the tables, and each disagreement listed with its board; `note` says
/// what is to be known first.
pub fn compare(totals: &CompareTotals, note: &str) -> String {
    let heads = Heads { kind: "Differs", size: "Difference", lines: [totals.judged(), "Reference"] };
    let content = html! {
        @for table in tables(totals) { (table.html()) }
        p.faint { (legend(totals)) }
        @for game in &totals.games { (measures(totals, game)) }
        @for game in &totals.games {
            @let found = totals.disagreements().iter().filter(|found| found.game == game.game);
            h2 { (game.game) ": where they disagree" }
            p { (disagreement_title(totals, game)) }
            (list(&game.game, heads, &found.map(listed).collect::<Vec<_>>()))
        }
    };
    super::page("Strategies compared", note, &content)
}

/// Sizes of trees by depth, and how errors are spread.
fn measures(totals: &CompareTotals, game: &CompareGame) -> Markup {
    let named = || totals.settings.tactics.iter().map(|tactics| tactics.name()).zip(&game.strategies);
    let trees: Vec<(&str, Vec<(f64, f64)>)> =
        named().map(|(name, sums)| (name, (1..).map(f64::from).zip(sums.mean_trees()).collect())).collect();
    let depth = trees.iter().filter_map(|(_, line)| line.last()).map(|end| end.0).fold(2.0, f64::max);
    let nodes = Axis::log("nodes", trees.iter().flat_map(|(_, line)| line).map(|point| point.1));
    let tree = plots::curves(
        "Tree size by depth (geometric mean)",
        (Axis::whole("depth", 1.0, depth), nodes),
        trees,
    );
    let spread: Vec<_> = named().map(|(name, sums)| (name, &sums.errors)).collect();
    html! {
        h2 { (game.game) ": the trees, and the errors of each strategy" }
        (plots::row(&[tree]))
        (plots::errors(&spread))
    }
}

fn listed(found: &Disagreement) -> Listed<'_> {
    Listed {
        number: found.number,
        id: &found.id,
        kind: found.what().to_owned(),
        size: f64::from(found.answer.error),
        position: &found.position,
        lines: [
            (&found.answer.line, score(found.answer.score)),
            (&found.reference.line, score(found.reference.score)),
        ],
        more: answers(found),
    }
}

/// What all strategies say.
fn answers(found: &Disagreement) -> Markup {
    let columns = [
        ("strategy", Align::Left),
        ("move", Align::Left),
        ("score", Align::Right),
        ("error", Align::Right),
        ("depth", Align::Right),
        ("nodes", Align::Right),
    ];
    let mut table = TextTable::new(String::new(), &columns);
    for answer in &found.results {
        table.push(vec![
            answer.tactics.clone(),
            answer.best.clone(),
            score(answer.score),
            format!("{:+}", answer.error),
            answer.depth.to_string(),
            answer.nodes.to_string(),
        ]);
    }
    table.bare()
}
