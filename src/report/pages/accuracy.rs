//! The page of `accuracy`.

use maud::{Markup, html};

use super::plots;
use super::positions::{Heads, Listed, list};
use crate::lab::leaves::{ErrorTotals, Judged};
use crate::report::accuracy::{tables, worst_leaves};
use crate::report::plot::{Axis, Mark, Plot, SIZE};
use crate::report::table::{Align, TextTable};

/// A page with the tables and plots of each game, and the leaves about which a strategy,
/// the `k`-th, is furthest off; `note` says what is to be known first.
pub fn accuracy(all: &[Judged], k: usize, most: usize, note: &str) -> String {
    let content = html! {
        @for game in ["shogi", "chess"] {
            @let leaves: Vec<&Judged> = all.iter().filter(|leaf| leaf.game == game).collect();
            @if let Some(totals) = ErrorTotals::of(&leaves) {
                @for table in tables(&totals) { (table.html()) }
                (errors(&totals))
                (worst(&totals, &leaves, k, most))
            }
        }
    };
    super::page("The strategies and the truth", note, &content)
}

fn errors(totals: &ErrorTotals) -> Markup {
    let spread: Vec<_> = totals.errors.iter().map(|e| (e.tactics.as_str(), &e.histogram)).collect();
    let is_timed = totals.errors.iter().all(|e| !e.times.is_empty());
    let times = Axis::log("microseconds", totals.errors.iter().flat_map(|e| e.times.iter().copied()));
    let calls = totals
        .errors
        .iter()
        .map(|e| (e.tactics.as_str(), plots::shares_up_to(&e.times, e.times.len() as u64, times.to)));
    let calls =
        plots::curves("Time a call", (times, Axis::linear("% answered within", 0.0, 100.0)), calls.collect());
    html! {
        h2 { (totals.game) ": the errors of each strategy" }
        (plots::errors(&spread))
        h2 { (totals.game) ": time, and what confidence is worth" }
        (plots::row(&[is_timed.then_some(calls), confidence(totals)].into_iter().flatten().collect::<Vec<_>>()))
    }
}

/// The mean error and the ninth of ten by confidence, where a strategy has one.
fn confidence(totals: &ErrorTotals) -> Option<Plot<'static>> {
    let classes = &totals.classes;
    let most = classes.iter().map(|class| f64::from(class.ninety)).fold(1.0, f64::max);
    let middle = |from: u8, to: u8| f64::midpoint(f64::from(from), f64::from(to));
    let mean = classes.iter().map(|class| (f64::from(class.from), f64::from(class.to) + 1.0, class.mean));
    let ninety = classes.iter().map(|class| (middle(class.from, class.to), f64::from(class.ninety)));
    (!classes.is_empty()).then(|| Plot {
        title: "Confidence against error",
        x: Axis::linear("confidence", 0.0, 256.0),
        y: Axis::linear("size of the error", 0.0, most * 1.05),
        marks: vec![Mark::Bars(0, mean.collect()), Mark::Line(2, ninety.collect())],
        dots: Vec::new(),
        keys: vec!["mean", "", "nine of ten are not larger"],
        size: SIZE,
    })
}

fn worst(totals: &ErrorTotals, leaves: &[&Judged], k: usize, most: usize) -> Markup {
    let tactics = totals.errors.get(k).map_or("", |errors| errors.tactics.as_str());
    let found = worst_leaves(leaves, k, most);
    let firsts: Vec<Vec<String>> =
        found.iter().map(|leaf| leaf.answers[k].first_move.iter().cloned().collect()).collect();
    let listed: Vec<Listed<'_>> = found
        .iter()
        .zip(&firsts)
        .zip(1..)
        .map(|((leaf, first), number)| Listed {
            number,
            id: &leaf.id,
            kind: leaf.phase.name().to_owned(),
            size: f64::from(leaf.answers[k].value - leaf.truth.value),
            position: &leaf.position,
            lines: [
                (first, format!("{:+}", leaf.answers[k].value)),
                (std::slice::from_ref(&leaf.truth.best), format!("{:+}", leaf.truth.value)),
            ],
            more: answers(leaf),
        })
        .collect();
    let heads = Heads { kind: "Phase", size: "Error", lines: [tactics, "Truth"] };
    html! {
        h2 { (totals.game) ": the largest errors of " (tactics) }
        p { "Values count material alone, from the side to move; the " (listed.len()) " with the largest error." }
        (list(&totals.game, heads, &listed))
    }
}

/// What all strategies say of a leaf.
fn answers(leaf: &Judged) -> Markup {
    let columns = [
        ("strategy", Align::Left),
        ("move", Align::Left),
        ("value", Align::Right),
        ("error", Align::Right),
        ("confidence", Align::Right),
        ("nodes", Align::Right),
        ("us", Align::Right),
    ];
    let mut table = TextTable::new(String::new(), &columns);
    for answer in &leaf.answers {
        table.push(vec![
            answer.tactics.clone(),
            answer.first_move.clone().unwrap_or_else(|| "-".to_owned()),
            format!("{:+}", answer.value),
            format!("{:+}", answer.value - leaf.truth.value),
            answer.confidence.to_string(),
            answer.nodes.to_string(),
            answer.time_us.map_or_else(|| "-".to_owned(), |micros| format!("{micros:.1}")),
        ]);
    }
    html! {
        (table.bare())
        p.faint { "Material as it stands: " (leaf.material) "; truth by full width to depth " (leaf.truth.depth) "." }
    }
}
