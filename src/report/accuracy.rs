//! The tables of `somatic accuracy`.

use super::table::Table;
use crate::lab::leaves::{Judged, Summary};

fn row<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_owned).to_vec()
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// All tables of a game, in their order.
pub fn tables(summary: &Summary) -> Vec<Table> {
    let mut out = vec![errors(summary), parts(summary)];
    if !summary.classes.is_empty() {
        out.push(classes(summary));
    }
    out
}

fn errors(summary: &Summary) -> Table {
    let (least, greatest) = summary.depths;
    let depth = if least == greatest { least.to_string() } else { format!("{least} to {greatest}") };
    let title = format!(
        "{}: {} leaves, truth by full width to depth {depth}, {} with a unique best move ({} tactical), \
         a pawn's exchange is {}.",
        summary.game, summary.count, summary.unique, summary.unique_tactical, summary.pawn
    );
    let head = row([
        "strategy", "mean", "median", "90 %", "bias", "within", "sign", "move", "tactical", "nodes", "us",
        "mates",
    ]);
    let rows = summary.errors.iter().map(|e| {
        vec![
            e.tactics.to_owned(),
            format!("{:.0}", e.mean),
            e.median.to_string(),
            e.ninety.to_string(),
            format!("{:+.0}", e.bias),
            percent(e.within),
            percent(e.sign),
            percent(e.first),
            percent(e.first_tactical),
            format!("{:.1}", e.nodes),
            format!("{:.2}", e.micros),
            e.decided.to_string(),
        ]
    });
    Table { title, head, rows: rows.collect() }
}

fn parts(summary: &Summary) -> Table {
    let mut head = row(["mean error by"]);
    let mut counts = row(["leaves"]);
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
    let mut rows = vec![counts];
    for (k, e) in summary.errors.iter().enumerate() {
        let mut cells = vec![e.tactics.to_owned()];
        cells.extend(summary.parts.iter().map(|part| format!("{:.0}", part.means[k])));
        rows.push(cells);
    }
    let title = format!(
        "{}: by squares on which a piece is lost by exchange, by a threat against the side to move, by pieces \
         in hand, by phase.",
        summary.game
    );
    Table { title, head, rows }
}

fn classes(summary: &Summary) -> Table {
    let falls = if summary.falls() { "fall" } else { "do not fall" };
    let title = format!("{}: errors {falls} with confidence.", summary.game);
    let rows = summary.classes.iter().map(|class| {
        vec![
            format!("{} to {}", class.from, class.to),
            class.count.to_string(),
            format!("{:.0}", class.mean),
            class.ninety.to_string(),
        ]
    });
    Table { title, head: row(["confidence", "leaves", "mean", "90 %"]), rows: rows.collect() }
}

/// The leaves about which a strategy, the `k`-th, is furthest off.
pub fn worst(leaves: &[&Judged], k: usize, count: usize) -> Table {
    let error = |leaf: &Judged| leaf.answers[k].value - leaf.truth.value;
    let mut leaves = leaves.to_vec();
    leaves.sort_by_key(|leaf| std::cmp::Reverse(error(leaf).abs()));
    let rows = leaves.iter().take(count).map(|leaf| {
        let answer = &leaf.answers[k];
        let or_dash = |text: Option<&str>| text.unwrap_or("-").to_owned();
        vec![
            leaf.id.clone(),
            format!("{:+}", error(leaf)),
            leaf.material.to_string(),
            answer.value.to_string(),
            or_dash(answer.first_move.as_deref()),
            answer.confidence.to_string(),
            leaf.truth.value.to_string(),
            leaf.truth.best.clone(),
            leaf.truth.margin.map_or_else(|| "-".to_owned(), |margin| margin.to_string()),
            leaf.position.clone(),
        ]
    });
    let tactics = leaves.first().map_or("", |leaf| leaf.answers[k].tactics);
    Table {
        title: format!("The largest errors of {tactics}."),
        head: row([
            "leaf",
            "error",
            "material",
            "value",
            "move",
            "confidence",
            "truth",
            "best",
            "margin",
            "position",
        ]),
        rows: rows.collect(),
    }
}
