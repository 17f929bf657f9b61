//! What `mate` found, as text.

use super::names::written;
use crate::game::visible;
use crate::lab::job::Row;
use crate::lab::mate::{Decision, FirstMove, MateRecord, MateTotals, distance};
use crate::lang::tr;

/// The game in which a mate problem is one of checks alone.
const SHOGI: &str = "shogi";

/// The answer for a position; where there are several, behind the position's name.
pub fn answer(row: &Row<MateRecord>, named: bool) -> String {
    let record = &row.record;
    let name = if named { format!("{}: ", visible(&row.record.id)) } else { String::new() };
    let mut remarks = vec![tr!("{nodes} nodes", nodes = record.nodes)];
    remarks.extend(record.time_ms.map(|time| tr!("{count} ms", count = format_args!("{time:.1}"))));
    let shortest = |it| if it { tr!("the shortest") } else { tr!("not proven to be the shortest") };
    remarks.extend(record.shortest.map(|it| shortest(it).to_owned()));
    let first = |first: &FirstMove| {
        let text = written(&record.position, &[&first.text]);
        format!("  {text}: {}\n", judged(record, first.result, &first.line))
    };
    let firsts: String = record.first_moves.iter().flatten().map(first).collect();
    let judged = judged(record, record.result, &record.line);
    format!("{name}{judged} ({})\n{firsts}", remarks.join(tr!(", ")))
}

/// A result with its line.
fn judged(record: &MateRecord, result: Decision, line: &[String]) -> String {
    match result {
        Decision::Mate => {
            let (count, line) = (distance(&record.game, line.len()), written(&record.position, line));
            tr!("mate in {count}: {line}", count, line)
        }
        // A mate problem of shogi (tsume) asks for nothing else; in chess there may be a mate with quiet moves.
        Decision::NoMate if record.game == SHOGI => tr!("no mate").to_owned(),
        Decision::NoMate => tr!("no mate by checks").to_owned(),
        Decision::Open => tr!("not decided").to_owned(),
    }
}

/// The sums of a run in one line.
pub fn summary(totals: &MateTotals, times: bool) -> String {
    let time = if times { format!(", {:.2} s", totals.time_ms / 1_000.0) } else { String::new() };
    tr!(
        "{count} positions: {mate} mate, {no} no mate, {open} not decided; {nodes} nodes{time}",
        count = totals.positions(),
        mate = totals.mates,
        no = totals.refuted,
        open = totals.open,
        nodes = totals.nodes,
        time
    )
}
