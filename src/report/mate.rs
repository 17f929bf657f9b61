//! What `mate` found, as text.

use crate::game::visible;
use crate::lab::job::Row;
use crate::lab::mate::{Decision, FirstMove, MateRecord, MateTotals, distance};

/// The game in which a mate problem is one of checks alone.
const SHOGI: &str = "shogi";

/// The answer for a position; where there are several, behind the position's name.
pub fn answer(row: &Row<MateRecord>, named: bool) -> String {
    let record = &row.record;
    let mut text = if named { format!("{}: ", visible(&row.id)) } else { String::new() };
    text += &match (record.result, record.distance()) {
        (Decision::Mate, Some(distance)) => format!("mate in {distance}: {}", record.line.join(" ")),
        (Decision::NoMate, _) => refuted(&record.game).to_owned(),
        _ => "not decided".to_owned(),
    };
    let mut remarks = vec![format!("{} nodes", record.nodes)];
    remarks.extend(record.time_ms.map(|time| format!("{time:.1} ms")));
    remarks.extend(record.shortest.map(|proven| match proven {
        true => "the shortest".to_owned(),
        false => "not proven to be the shortest".to_owned(),
    }));
    text += &format!(" ({})\n", remarks.join(", "));
    for first in record.first_moves.iter().flatten() {
        text += &format!("  {}\n", first_move(&record.game, first));
    }
    text
}

/// What is said where there is no mate by a chain of checks. A mate problem of shogi
/// (tsume) asks for nothing else; in chess there may be a mate with quiet moves.
fn refuted(game: &str) -> &'static str {
    if game == SHOGI { "no mate" } else { "no mate by checks" }
}

/// How a first move was judged.
fn first_move(game: &str, first: &FirstMove) -> String {
    let judged = match first.result {
        Decision::Mate => {
            format!("mate in {}: {}", distance(game, first.line.len()), first.line.join(" "))
        }
        Decision::NoMate => refuted(game).to_owned(),
        Decision::Open => "not decided".to_owned(),
    };
    format!("{}: {judged}", first.text)
}

/// The sums of a run in one line.
pub fn summary(totals: &MateTotals, times: bool) -> String {
    let time = if times { format!(", {:.2} s", totals.time_ms / 1_000.0) } else { String::new() };
    format!(
        "{} positions: {} mate, {} no mate, {} not decided; {} nodes{time}",
        totals.positions(),
        totals.mates,
        totals.refuted,
        totals.open,
        totals.nodes,
    )
}
