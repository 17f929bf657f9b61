//! The moves and squares of an explanation as people write them.

use std::collections::BTreeMap;

use crate::explain::{EntryReport, Explanation, Iteration, StepReport, TieReport};
use crate::lab::xref::Report;
use crate::records::input::{AnyPosition, read_line};
use crate::records::notation::MoveNotation;

/// The names of the moves of both sides in a position.
#[derive(Clone, Debug)]
pub struct Names {
    notation: MoveNotation,
    /// Where the side to move has its moves, and where the other would have its own.
    own: AnyPosition,
    other: Option<AnyPosition>,
}

impl Names {
    /// Of a position.
    pub fn new(notation: MoveNotation, own: AnyPosition) -> Self {
        let other = own.passed(&[]);
        Self { notation, own, other }
    }

    /// The name of a move, in USI or UCI text, of the side to move or of the other; nothing where it could not
    /// be played now.
    pub(crate) fn of_move(&self, text: &str, is_own: bool) -> Option<String> {
        let position = if is_own { Some(&self.own) } else { self.other.as_ref() };
        self.notation.line(position?, &[text.to_owned()]).pop()
    }

    /// The name of an entry. A move that waits for another, or would leave its king in check, has where it
    /// comes from in Japanese, and in other notations the article's name.
    pub(crate) fn of_entry(&self, entry: &EntryReport, is_own: bool) -> String {
        if let Some(name) = self.of_move(&entry.move_text, is_own) {
            return name;
        }
        let named = self.notation.unplayable(&self.own, is_own, &entry.parts);
        named.unwrap_or_else(|| entry.described.clone())
    }

    fn square(&self, text: &str) -> String {
        self.notation.square(self.own.game(), text)
    }

    /// The names of the entries of a table, by their text.
    fn of_table<'a>(&self, entries: impl Iterator<Item = &'a EntryReport>, side: &str) -> TableNames<'_> {
        let mut by_text = BTreeMap::new();
        for entry in entries {
            let name = self.of_entry(entry, entry.side == side);
            by_text.entry(entry.move_text.clone()).or_insert(name);
        }
        TableNames { names: self, by_text }
    }
}

struct TableNames<'a> {
    names: &'a Names,
    by_text: BTreeMap<String, String>,
}

impl TableNames<'_> {
    /// A move or a square in another's words.
    fn name(&self, text: &str) -> String {
        self.by_text.get(text).cloned().unwrap_or_else(|| self.names.square(text))
    }

    fn entries(&self, entries: &[EntryReport], side: &str) -> Vec<EntryReport> {
        entries.iter().map(|entry| self.entry(entry, entry.side == side)).collect()
    }

    fn entry(&self, entry: &EntryReport, is_own: bool) -> EntryReport {
        let name = self.names.of_entry(entry, is_own);
        let mut named = EntryReport { move_text: name.clone(), described: name, ..entry.clone() };
        for text in [&mut named.neutralises, &mut named.waits_for].into_iter().flatten() {
            *text = self.name(text);
        }
        for credit in &mut named.credits {
            credit.from = self.name(&credit.from);
        }
        for note in &mut named.notes {
            note.with = self.name(&note.with);
        }
        named
    }

    fn ties(&self, ties: &[TieReport]) -> Vec<TieReport> {
        let named = |tie: &TieReport| TieReport {
            piece: self.names.square(&tie.piece),
            object: self.names.square(&tie.object),
            ..tie.clone()
        };
        ties.iter().map(named).collect()
    }
}

/// A line from a position, its passes among the moves.
fn line(notation: MoveNotation, start: &AnyPosition, moves: &[String]) -> Vec<String> {
    let mut at = Some(start.clone());
    let mut names = Vec::new();
    for text in moves {
        names.push(match &at {
            Some(position) if text != "pass" => notation.one(position, text),
            _ => text.clone(),
        });
        at = at.and_then(|position| position.after(text));
    }
    names
}

/// What is known of a position with its moves as people write them: as [`MoveNotation::of_tables`] says.
pub fn named(report: &Report) -> Report {
    let told = &report.explanation;
    let read = read_line(&told.position, String::new).ok();
    let (Some(notation), Some(read)) = (MoveNotation::of_tables(told.game), read) else {
        return report.clone();
    };
    let start = read.position;
    let mut report = report.clone();
    if let Some(search) = &mut report.search {
        for text in &mut search.quiet {
            *text = notation.one(&start, text);
        }
    }
    report.explanation = in_words(told, notation, &start);
    report
}

fn in_words(told: &Explanation, notation: MoveNotation, start: &AnyPosition) -> Explanation {
    let mut out = told.clone();
    out.line = line(notation, start, &told.line);
    let first = Names::new(notation, start.clone());
    let side = told.iterations.first().map_or("", |first| first.side);
    let wider = told.wider.iter().flat_map(|wider| &wider.entries);
    let table =
        first.of_table(told.iterations.iter().take(1).flat_map(|first| &first.entries).chain(wider), side);
    for (step, name) in out.steps.iter_mut().zip(&out.line) {
        rename(step, name, &table);
    }
    if let (Some(wider), Some(new)) = (&told.wider, &mut out.wider) {
        new.entries = table.entries(&wider.entries, side);
        new.ties = table.ties(&wider.ties);
        new.line = line(notation, start, &wider.line);
    }
    let mut at = Some(start.clone());
    for (iteration, new) in told.iterations.iter().zip(&mut out.iterations) {
        let Some(position) = at else { break };
        at = position.after(&iteration.chosen);
        *new = in_table(iteration, &Names::new(notation, position));
    }
    out
}

fn in_table(iteration: &Iteration, names: &Names) -> Iteration {
    let table = names.of_table(iteration.entries.iter(), iteration.side);
    Iteration {
        entries: table.entries(&iteration.entries, iteration.side),
        ties: table.ties(&iteration.ties),
        chosen: table.name(&iteration.chosen),
        ..iteration.clone()
    }
}

/// A step of a line, whose move there has a name.
fn rename(step: &mut StepReport, name: &str, table: &TableNames<'_>) {
    match &mut step.entry {
        Some(entry) if step.does == "play" => name.clone_into(entry),
        Some(entry) => *entry = table.name(entry),
        None => {}
    }
    if let Some(answer) = &mut step.answer {
        name.clone_into(answer);
    }
}
