//! The table as text, in the article's columns, no line wider than a terminal of
//! 80 columns.

use std::fmt::Write as _;

use super::{CreditReport, EntryReport, Explanation, Iteration, Look, StepReport, TieReport, Wider};

/// No line is wider, but for single words that are.
const WIDTH: usize = 80;

impl Explanation {
    /// The tables with their reasons, then line, numbers and confidence. `legend`
    /// is printed under every table.
    pub fn to_text(&self, legend: &str) -> String {
        let mut out = String::new();
        let is_search = self.look == Look::Search.name();
        for (number, iteration) in self.iterations.iter().enumerate() {
            if is_search {
                let _ = writeln!(out, "The search's table: {} to move", iteration.side);
            } else {
                let _ = writeln!(out, "Iteration {}: {} to move", number + 1, iteration.side);
            }
            write_table(&mut out, &iteration.entries);
            write_reasons(&mut out, iteration);
            out.push_str(legend);
            let parried = self.steps.first().filter(|step| step.does == "parry");
            let parry = parried.and_then(|step| step.entry.as_ref()).filter(|_| is_search);
            let _ = match parry {
                Some(threat) => writeln!(out, "Chosen: {}, to parry {threat}\n", iteration.chosen),
                None => writeln!(out, "Chosen: {}\n", iteration.chosen),
            };
        }
        if is_search {
            write_wrapped(&mut out, &format!("Line: {}", steps(&self.steps)), 2);
        } else {
            write_wrapped(&mut out, &format!("Line: {}", self.line.join(" ")), 2);
        }
        let _ = writeln!(out, "Net: {} ({} values)", self.net, self.values);
        let doubts =
            if self.doubts.is_empty() { String::new() } else { format!(" ({})", self.doubts.join(", ")) };
        let confidence = format!("confidence {} of 255{doubts}", self.confidence);
        if is_search {
            let _ = writeln!(out, "Value: {} (the net with its replies believed in part)", self.assessed);
            let _ = writeln!(out, "If the largest threat is parried: {}", self.if_we_parry);
            write_wrapped(&mut out, &format!("C{}", &confidence[1..]), 2);
        } else {
            write_wrapped(&mut out, &format!("Assessed: {}, {confidence}", self.assessed), 2);
        }
        if let Some(wider) = &self.wider {
            write_wider(&mut out, wider);
        }
        out
    }
}

/// What the steps of a line do, with their amounts.
fn steps(steps: &[StepReport]) -> String {
    if steps.is_empty() {
        return "pass".to_owned();
    }
    steps.iter().map(StepReport::describe).collect::<Vec<_>>().join(", ")
}

fn write_wider(out: &mut String, wider: &Wider) {
    let _ = writeln!(out, "\nNot counted: what only a wider look knows (--look wide)");
    if wider.is_empty() {
        let _ = writeln!(out, "nothing more");
    }
    if !wider.entries.is_empty() {
        write_table(out, &wider.entries);
    }
    write_ties(out, &wider.ties);
    write_wrapped(out, &format!("Its line: {}; net {}", wider.line.join(" "), wider.net), 2);
}

fn write_table(out: &mut String, entries: &[EntryReport]) {
    if entries.is_empty() {
        let _ = writeln!(out, "nothing tactical");
        return;
    }
    let width = entries.iter().map(|e| e.described.len()).max().unwrap_or(0).max("Move".len());
    let _ = writeln!(
        out,
        "BDRI+SRDX {:<width$} {:<5} {:>6} {:>6} {:>6} {:>6} Type of move",
        "Move", "Side", "Value", "1st", "Recap", "Weight"
    );
    for e in entries {
        let _ = writeln!(
            out,
            "{} {:<width$} {:<5} {:>6} {:>6} {:>6} {:>6} {}",
            e.columns,
            e.described,
            e.side,
            e.value,
            e.first,
            e.recapture,
            e.weight,
            e.type_of_move()
        );
    }
}

impl EntryReport {
    /// What the move does, and what it answers or waits for.
    pub fn type_of_move(&self) -> String {
        let promotes = self.described.ends_with('+') && self.kind != "promotion";
        match (&self.neutralises, &self.waits_for) {
            (Some(threat), _) => format!("{} {threat}", self.kind),
            (None, Some(first)) => format!("{} after {first}", self.kind),
            (None, None) if promotes => format!("{} and promotion", self.kind),
            (None, None) => self.kind.to_owned(),
        }
    }

    /// Who gives weight to it and why, and its other relations: a sentence each.
    pub fn reasons(&self) -> impl Iterator<Item = String> {
        let text = &self.move_text;
        let credits = self.credits.iter().map(move |credit| {
            let CreditReport { from, amount, reason, relation } = credit;
            format!("{from} gives {amount} to {text}: {reason} ({relation})")
        });
        let notes = self.notes.iter().map(move |note| {
            let beside = if note.with == *text { String::new() } else { format!(" beside {}", note.with) };
            format!("{text}{beside}: {} ({})", note.reason, note.relation)
        });
        credits.chain(notes)
    }
}

impl TieReport {
    /// It in words.
    pub fn describe(&self) -> String {
        format!("the piece on {} is tied to {} ({})", self.piece, self.object, self.amount)
    }
}

impl StepReport {
    /// What the step does, and what that changes.
    pub fn describe(&self) -> String {
        match (self.does, &self.entry) {
            ("parry", Some(entry)) => {
                let by = self.answer.as_ref().map_or_else(String::new, |answer| format!(" by {answer}"));
                let amount = if self.amount == 0 { String::new() } else { format!(" {:+}", self.amount) };
                format!("parry {entry}{by}{amount}")
            }
            (_, Some(entry)) => format!("{entry} {:+}", self.amount),
            _ => "pass".to_owned(),
        }
    }
}

fn write_reasons(out: &mut String, iteration: &Iteration) {
    for e in iteration.entries.iter().filter(|e| e.waits_for.is_none()) {
        for reason in e.reasons() {
            write_wrapped(out, &reason, 2);
        }
    }
    write_ties(out, &iteration.ties);
}

fn write_ties(out: &mut String, ties: &[TieReport]) {
    for tie in ties {
        let _ = writeln!(out, "{}", tie.describe());
    }
}

/// Writes words in lines of at most [`WIDTH`]; all but the first are indented.
fn write_wrapped(out: &mut String, text: &str, indent: usize) {
    let mut column = 0;
    for (number, word) in text.split(' ').enumerate() {
        let length = word.chars().count();
        if number > 0 && column + 1 + length > WIDTH {
            let _ = write!(out, "\n{:indent$}", "");
            column = indent;
        } else if number > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    out.push('\n');
}
