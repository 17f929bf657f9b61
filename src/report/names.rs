//! The moves and squares of an explanation as people write them.

use std::collections::BTreeMap;

use crate::explain::{EntryReport, Explanation, StepReport, TieReport};
use crate::lab::xref::Report;
use crate::records::input::AnyPosition;
use crate::records::notation::MoveNotation;

/// The names of the moves of both sides in a position.
#[derive(Clone, Debug)]
pub struct Names {
    notation: MoveNotation,
    /// Where the side to move has its moves, and where the other would have its own.
    own: AnyPosition,
    other: Option<AnyPosition>,
    /// The names of the entries of a table, by their text.
    by_text: BTreeMap<String, String>,
}

impl Names {
    /// Of a position.
    pub fn new(notation: MoveNotation, own: AnyPosition) -> Self {
        let other = own.passed(&[]);
        Self { notation, own, other, by_text: BTreeMap::new() }
    }

    /// Of a position with a table, where this side is to move.
    fn of_table<'a>(
        notation: MoveNotation,
        own: AnyPosition,
        entries: impl Iterator<Item = &'a EntryReport>,
        side: &str,
    ) -> Self {
        let mut names = Self::new(notation, own);
        for entry in entries {
            let name = names.of_entry(entry, entry.side == side);
            names.by_text.entry(entry.move_text.clone()).or_insert(name);
        }
        names
    }

    /// The name of a move, in USI or UCI text, of the side to move or of the other; nothing where it could not
    /// be played now.
    pub(crate) fn of_move(&self, text: &str, is_own: bool) -> Option<String> {
        let position = if is_own { Some(&self.own) } else { self.other.as_ref() };
        self.notation.line(position?, &[text]).pop()
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
        self.notation.square(self.own.kind().name(), text)
    }

    /// A move or a square in another's words.
    fn name(&self, text: &str) -> String {
        self.by_text.get(text).cloned().unwrap_or_else(|| self.square(text))
    }

    /// Gives entries their names, and the others that they tell of.
    fn name_entries(&self, entries: &mut [EntryReport], side: &str) {
        for entry in entries {
            let name = self.of_entry(entry, entry.side == side);
            (entry.move_text, entry.described) = (name.clone(), name);
            let others = [&mut entry.neutralises, &mut entry.waits_for].into_iter().flatten();
            let others = others.chain(entry.credits.iter_mut().map(|credit| &mut credit.from));
            for text in others.chain(entry.notes.iter_mut().map(|note| &mut note.with)) {
                *text = self.name(text);
            }
        }
    }

    fn name_ties(&self, ties: &mut [TieReport]) {
        for text in ties.iter_mut().flat_map(|tie| [&mut tie.piece, &mut tie.object]) {
            *text = self.square(text);
        }
    }
}

/// Moves from a position, an SFEN or a FEN, as people write them.
pub(super) fn written(position: &str, moves: &[impl AsRef<str>]) -> String {
    MoveNotation::current().line_from(position, moves).join(" ")
}

/// What a piece with these letters is called, alone and as a side's.
pub(crate) fn names_of_piece(letters: &str) -> (&'static str, &'static str) {
    match letters {
        "P" => ("pawn", "{side} pawn"),
        "L" => ("lance", "{side} lance"),
        "N" => ("knight", "{side} knight"),
        "S" => ("silver", "{side} silver"),
        "G" => ("gold", "{side} gold"),
        "B" => ("bishop", "{side} bishop"),
        "R" => ("rook", "{side} rook"),
        "Q" => ("queen", "{side} queen"),
        "+P" => ("promoted pawn", "{side} promoted pawn"),
        "+L" => ("promoted lance", "{side} promoted lance"),
        "+N" => ("promoted knight", "{side} promoted knight"),
        "+S" => ("promoted silver", "{side} promoted silver"),
        "+B" => ("horse", "{side} horse"),
        "+R" => ("dragon", "{side} dragon"),
        _ => ("king", "{side} king"),
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
    let mut report = report.clone();
    let told = &mut report.explanation;
    let start = AnyPosition::read(&told.position);
    if let (Some(notation), Some(start)) = (MoveNotation::of_tables(told.game), start) {
        in_words(told, notation, &start);
        for text in report.search.iter_mut().flat_map(|search| &mut search.quiet) {
            *text = notation.one(&start, text);
        }
    }
    report
}

fn in_words(told: &mut Explanation, notation: MoveNotation, start: &AnyPosition) {
    told.line = line(notation, start, &told.line);
    let side = told.iterations.first().map_or("", |first| first.side);
    let known = told.iterations.iter().take(1).flat_map(|first| &first.entries);
    let known = known.chain(told.wider.iter().flat_map(|wider| &wider.entries));
    let table = Names::of_table(notation, start.clone(), known, side);
    for (step, name) in told.steps.iter_mut().zip(&told.line) {
        rename(step, name, &table);
    }
    if let Some(wider) = &mut told.wider {
        table.name_entries(&mut wider.entries, side);
        table.name_ties(&mut wider.ties);
        wider.line = line(notation, start, &wider.line);
    }
    let mut at = Some(start.clone());
    for iteration in &mut told.iterations {
        let Some(position) = at else { break };
        at = position.after(&iteration.chosen);
        let table = Names::of_table(notation, position, iteration.entries.iter(), iteration.side);
        table.name_entries(&mut iteration.entries, iteration.side);
        table.name_ties(&mut iteration.ties);
        iteration.chosen = table.name(&iteration.chosen);
    }
}

/// A step of a line, whose move there has a name.
fn rename(step: &mut StepReport, name: &str, table: &Names) {
    if let Some(entry) = &mut step.entry {
        *entry = if step.does == "play" { name.to_owned() } else { table.name(entry) };
    }
    if let Some(answer) = &mut step.answer {
        name.clone_into(answer);
    }
}
