//! The tables of `somatic accuracy`.

use super::table::{Align, TextTable};
use crate::game::Value;
use crate::lab::leaves::{ErrorTotals, Judged};

/// An empty table: the first column is text, the others are numbers.
fn numbers(title: String, names: &[&str]) -> TextTable {
    let align = |i| if i == 0 { Align::Left } else { Align::Right };
    let columns: Vec<(&str, Align)> = names.iter().enumerate().map(|(i, &name)| (name, align(i))).collect();
    TextTable::new(title, &columns)
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// All tables of a game, in their order.
pub fn tables(summary: &ErrorTotals) -> Vec<TextTable> {
    let mut out = vec![errors(summary), parts(summary)];
    if !summary.classes.is_empty() {
        out.push(classes(summary));
    }
    out
}

fn errors(summary: &ErrorTotals) -> TextTable {
    let (least, greatest) = summary.depths;
    let depth = if least == greatest { least.to_string() } else { format!("{least} to {greatest}") };
    let title = format!(
        "{}: {} leaves, truth by full width to depth {depth}, {} with a unique best move ({} tactical), \
         a pawn's exchange is {}.",
        summary.game, summary.count, summary.unique, summary.unique_tactical, summary.pawn
    );
    let mut table = numbers(
        title,
        &[
            "strategy", "mean", "median", "90 %", "bias", "within", "sign", "move", "tactical", "nodes",
            "us", "mates",
        ],
    );
    for e in &summary.errors {
        table.push(vec![
            e.tactics.clone(),
            format!("{:.0}", e.mean),
            e.median.to_string(),
            e.ninety.to_string(),
            format!("{:+.0}", e.bias),
            percent(e.within),
            percent(e.sign),
            percent(e.first),
            percent(e.first_tactical),
            format!("{:.1}", e.nodes),
            e.micros.map_or_else(|| "-".to_owned(), |micros| format!("{micros:.2}")),
            e.decided.to_string(),
        ]);
    }
    table
}

fn parts(summary: &ErrorTotals) -> TextTable {
    let mut head = vec!["mean error by".to_owned()];
    let mut counts = vec!["leaves".to_owned()];
    let mut axis = "";
    for part in &summary.parts {
        // The axis is named once, before its first part.
        head.push(if part.axis == axis {
            part.name.to_owned()
        } else {
            format!("{} {}", part.axis, part.name)
        });
        axis = part.axis;
        counts.push(part.count.to_string());
    }
    let title = format!(
        "{}: by squares on which a piece is lost by exchange, by a threat against the side to move, by pieces \
         in hand, by phase.",
        summary.game
    );
    let mut table = numbers(title, &head.iter().map(String::as_str).collect::<Vec<_>>());
    table.push(counts);
    for (k, e) in summary.errors.iter().enumerate() {
        let mut cells = vec![e.tactics.clone()];
        cells.extend(summary.parts.iter().map(|part| format!("{:.0}", part.means[k])));
        table.push(cells);
    }
    table
}

fn classes(summary: &ErrorTotals) -> TextTable {
    let falls = if summary.falls() { "fall" } else { "do not fall" };
    let title = format!("{}: errors {falls} with confidence.", summary.game);
    let mut table = numbers(title, &["confidence", "leaves", "mean", "90 %"]);
    for class in &summary.classes {
        table.push(vec![
            format!("{} to {}", class.from, class.to),
            class.count.to_string(),
            format!("{:.0}", class.mean),
            class.ninety.to_string(),
        ]);
    }
    table
}

/// By how much a strategy, the `k`-th, is off.
fn error(leaf: &Judged, k: usize) -> Value {
    leaf.answers[k].value - leaf.truth.value
}

/// The leaves about which a strategy, the `k`-th, is furthest off: at most so many.
pub fn worst_leaves<'a>(leaves: &[&'a Judged], k: usize, count: usize) -> Vec<&'a Judged> {
    let mut leaves = leaves.to_vec();
    leaves.sort_by_key(|leaf| std::cmp::Reverse(error(leaf, k).abs()));
    leaves.truncate(count);
    leaves
}

/// The same as a table.
pub fn worst(leaves: &[&Judged], k: usize, count: usize) -> TextTable {
    let leaves = worst_leaves(leaves, k, count);
    let tactics = leaves.first().map_or("", |leaf| leaf.answers[k].tactics.as_str());
    let mut table = TextTable::new(
        format!("The largest errors of {tactics}."),
        &[
            ("leaf", Align::Left),
            ("error", Align::Right),
            ("material", Align::Right),
            ("value", Align::Right),
            ("move", Align::Left),
            ("confidence", Align::Right),
            ("truth", Align::Right),
            ("best", Align::Left),
            ("margin", Align::Right),
            ("position", Align::Left),
        ],
    );
    for leaf in leaves {
        let answer = &leaf.answers[k];
        let or_dash = |text: Option<&str>| text.unwrap_or("-").to_owned();
        table.push(vec![
            leaf.id.clone(),
            format!("{:+}", error(leaf, k)),
            leaf.material.to_string(),
            answer.value.to_string(),
            or_dash(answer.first_move.as_deref()),
            answer.confidence.to_string(),
            leaf.truth.value.to_string(),
            leaf.truth.best.clone(),
            leaf.truth.margin.map_or_else(|| "-".to_owned(), |margin| margin.to_string()),
            leaf.position.clone(),
        ]);
    }
    table
}
