//! The table as text, in the article's columns.

use std::fmt::Write as _;

use super::{EntryReport, Explanation, Iteration};

impl Explanation {
    /// All iterations with their tables and reasons, then line, net and
    /// confidence.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        for (number, iteration) in self.iterations.iter().enumerate() {
            let _ = writeln!(out, "Iteration {}: {} to move", number + 1, iteration.side);
            write_table(&mut out, iteration);
            write_reasons(&mut out, iteration);
            let _ = writeln!(out, "Chosen: {}\n", iteration.chosen);
        }
        let _ = writeln!(out, "Line: {}", self.line.join(" "));
        let _ = writeln!(out, "Net: {} ({} values)", self.net, self.values);
        let doubts =
            if self.doubts.is_empty() { String::new() } else { format!(" ({})", self.doubts.join(", ")) };
        let _ = writeln!(out, "Assessed: {}, confidence {} of 255{doubts}", self.assessed, self.confidence);
        out
    }
}

fn write_table(out: &mut String, iteration: &Iteration) {
    if iteration.entries.is_empty() {
        let _ = writeln!(out, "  nothing tactical");
        return;
    }
    let width = iteration.entries.iter().map(|e| e.described.len()).max().unwrap_or(0).max("Move".len());
    let _ = writeln!(
        out,
        "  BDRI+SRDX  {:<width$}  {:<6} {:>6} {:>6} {:>9}  {:<10} {:>6}  Type of move",
        "Move", "Side", "Value", "1st", "Recapture", "Neutralise", "Weight"
    );
    for e in &iteration.entries {
        let neutralises = e.neutralises.as_deref().unwrap_or("");
        let _ = writeln!(
            out,
            "  {}  {:<width$}  {:<6} {:>6} {:>6} {:>9}  {neutralises:<10} {:>6}  {}",
            e.columns,
            e.described,
            e.side,
            e.value,
            e.first,
            e.recapture,
            e.weight,
            type_of_move(e)
        );
    }
}

fn type_of_move(e: &EntryReport) -> String {
    let promotes = e.described.ends_with('+') && e.kind != "promotion";
    if promotes { format!("{} and promotion", e.kind) } else { e.kind.to_owned() }
}

fn write_reasons(out: &mut String, iteration: &Iteration) {
    for e in &iteration.entries {
        for credit in &e.credits {
            let _ = writeln!(
                out,
                "  {} gives {} to {}: {} ({})",
                credit.from, credit.amount, e.move_text, credit.reason, credit.relation
            );
        }
        for note in &e.notes {
            let beside =
                if note.with == e.move_text { String::new() } else { format!(" beside {}", note.with) };
            let _ = writeln!(out, "  {}{beside}: {} ({})", e.move_text, note.reason, note.relation);
        }
    }
    for tie in &iteration.ties {
        let _ = writeln!(out, "  the piece on {} is tied to {} ({})", tie.piece, tie.object, tie.amount);
    }
}
