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

    /// The same with those of a table, where this side is to move.
    fn with_table<'a>(mut self, entries: impl Iterator<Item = &'a EntryReport>, side: &str) -> Self {
        for entry in entries {
            let name = self.of_entry(entry, entry.side == side);
            self.by_text.entry(entry.move_text.clone()).or_insert(name);
        }
        self
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
        let unplayable = || self.notation.unplayable(&self.own, is_own, &entry.parts);
        let name = self.of_move(&entry.move_text, is_own).or_else(unplayable);
        name.unwrap_or_else(|| entry.described.clone())
    }

    fn square(&self, text: &str) -> String {
        self.notation.square(self.own.kind().name(), text)
    }

    /// A move or a square in another's words.
    fn name(&self, text: &str) -> String {
        self.by_text.get(text).cloned().unwrap_or_else(|| self.square(text))
    }

    /// Gives entries their names, and the others that they tell of; and ties those of their squares.
    fn name_table(&self, entries: &mut [EntryReport], ties: &mut [TieReport], side: &str) {
        for entry in entries {
            let name = self.of_entry(entry, entry.side == side);
            (entry.move_text, entry.described) = (name.clone(), name);
            let others = [&mut entry.neutralises, &mut entry.waits_for].into_iter().flatten();
            let others = others.chain(entry.credits.iter_mut().map(|credit| &mut credit.from));
            for text in others.chain(entry.notes.iter_mut().map(|note| &mut note.with)) {
                *text = self.name(text);
            }
        }
        for text in ties.iter_mut().flat_map(|tie| [&mut tie.piece, &mut tie.object]) {
            *text = self.square(text);
        }
    }
}

/// Moves from a position, an SFEN or a FEN, as people write them.
pub(super) fn written(position: &str, moves: &[impl AsRef<str>]) -> String {
    MoveNotation::current().line_from(AnyPosition::read(position).as_ref(), moves).join(" ")
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
    let table = Names::new(notation, start.clone()).with_table(known, side);
    for (StepReport { does, entry, answer, .. }, name) in told.steps.iter_mut().zip(&told.line) {
        // The move of the step has its name by now.
        if let Some(entry) = entry {
            *entry = if *does == "play" { name.clone() } else { table.name(entry) };
        }
        if let Some(answer) = answer {
            answer.clone_from(name);
        }
    }
    if let Some(wider) = &mut told.wider {
        table.name_table(&mut wider.entries, &mut wider.ties, side);
        wider.line = line(notation, start, &wider.line);
    }
    let mut at = Some(start.clone());
    for iteration in &mut told.iterations {
        let Some(position) = at else { break };
        at = position.after(&iteration.chosen);
        let table = Names::new(notation, position).with_table(iteration.entries.iter(), iteration.side);
        table.name_table(&mut iteration.entries, &mut iteration.ties, iteration.side);
        iteration.chosen = table.name(&iteration.chosen);
    }
}
