//! The table as text, in the article's columns, and what their letters mean; no line wider than a terminal of
//! 80 columns.

use std::fmt::Write as _;

use console::{Alignment, pad_str};
use unicode_width::UnicodeWidthStr as _;

use super::{CreditReport, EntryReport, Explanation, Look, StepReport, TieReport, Wider};
use crate::lang::{self, tr};
use crate::soma::relation::Relation;

/// No line is wider, but for single words that are.
const WIDTH: usize = 80;

impl Explanation {
    /// The tables with their reasons, then line, numbers and confidence. `legend` is printed under every table.
    pub fn to_text(&self, legend: &str) -> String {
        let mut out = String::new();
        let is_search = self.look == Look::Search.name();
        for (number, iteration) in (1..).zip(&self.iterations) {
            let side = lang::text_of(self.game, iteration.side);
            let title = if is_search {
                tr!("The search's table: {side} to move", side)
            } else {
                tr!("Iteration {number}: {side} to move", number, side)
            };
            let _ = writeln!(out, "{title}");
            write_table(&mut out, self.game, &iteration.entries);
            let entries = iteration.entries.iter().filter(|e| e.waits_for.is_none());
            entries.flat_map(EntryReport::reasons).for_each(|reason| write_wrapped(&mut out, &reason));
            write_ties(&mut out, &iteration.ties);
            let chosen = word(&iteration.chosen);
            let chosen = match self.steps.first() {
                Some(StepReport { does: "parry", entry: Some(threat), .. }) => {
                    tr!("Chosen: {move}, to parry {threat}", move = chosen, threat)
                }
                _ => tr!("Chosen: {move}", move = chosen),
            };
            let _ = writeln!(out, "{legend}{chosen}\n");
        }
        let line = if is_search && !self.steps.is_empty() {
            self.steps.iter().map(StepReport::describe).collect::<Vec<_>>().join(tr!(", "))
        } else {
            moves(&self.line)
        };
        write_wrapped(&mut out, &tr!("Line: {line}", line));
        let values = lang::text(self.values);
        let _ = writeln!(out, "{}", tr!("Net: {net} ({values} values)", net = self.net, values));
        let doubts = match &self.doubts[..] {
            [] => String::new(),
            doubts => format!(" ({})", lang::list(doubts)),
        };
        let value = self.confidence;
        let sure = if is_search {
            let own =
                tr!("Value: {value} (the net with its replies believed in part)", value = self.assessed);
            let parried = tr!("If the largest threat is parried: {value}", value = self.if_we_parry);
            let _ = writeln!(out, "{own}\n{parried}");
            tr!("Confidence {value} of 255{doubts}", value, doubts)
        } else {
            let net = self.assessed;
            tr!("Assessed: {net}, confidence {value} of 255{doubts}", net, value, doubts)
        };
        write_wrapped(&mut out, &sure);
        if let Some(wider) = &self.wider {
            write_wider(&mut out, self.game, wider);
        }
        out
    }
}

/// A move, or that none is made.
fn word(text: &str) -> &str {
    if text == "pass" { tr!("pass") } else { text }
}

/// The moves of a line.
pub fn moves(line: &[String]) -> String {
    line.iter().map(|text| word(text)).collect::<Vec<_>>().join(" ")
}

fn write_wider(out: &mut String, game: &str, wider: &Wider) {
    let _ = writeln!(out, "\n{}", tr!("Not counted: what only a wider look knows (--look wide)"));
    if wider.is_empty() {
        let _ = writeln!(out, "{}", tr!("nothing more"));
    }
    if !wider.entries.is_empty() {
        write_table(out, game, &wider.entries);
    }
    write_ties(out, &wider.ties);
    write_wrapped(out, &tr!("Its line: {line}; net {net}", line = moves(&wider.line), net = wider.net));
}

fn write_table(out: &mut String, game: &str, entries: &[EntryReport]) {
    /// Least columns of a number and of a side.
    const NUMBER: usize = 6;
    const SIDE: usize = 5;
    if entries.is_empty() {
        let _ = writeln!(out, "{}", tr!("nothing tactical"));
        return;
    }
    let heads = [tr!("Value"), tr!("1st"), tr!("Recap"), tr!("Weight")];
    let (moves, sides) = (tr!("Move"), tr!("Side"));
    let of_moves = entries.iter().map(|e| e.described.width()).max().unwrap_or(0).max(moves.width());
    let mut row = |columns: &str, described: &str, side: &str, numbers: [String; 4], kind: &str| {
        let described = pad_str(described, of_moves, Alignment::Left, None);
        let side = pad_str(side, SIDE.max(sides.width()), Alignment::Left, None);
        let _ = write!(out, "{columns} {described} {side} ");
        for (number, head) in numbers.iter().zip(heads) {
            let _ = write!(out, "{} ", pad_str(number, NUMBER.max(head.width()), Alignment::Right, None));
        }
        let _ = writeln!(out, "{kind}");
    };
    row("BDRI+SRDX", moves, sides, heads.map(str::to_owned), tr!("Type of move"));
    for e in entries {
        let numbers = [e.value, e.first, e.recapture, e.weight].map(|number| number.to_string());
        row(&e.columns, &e.described, lang::text_of(game, e.side), numbers, &e.type_of_move());
    }
}

impl EntryReport {
    /// What the move does, and what it answers or waits for.
    pub(crate) fn type_of_move(&self) -> String {
        let promotes = self.parts.is_promotion() && self.kind != "promotion";
        let kind = lang::text(self.kind);
        match (&self.neutralises, &self.waits_for) {
            (Some(threat), _) => tr!("{kind} {threat}", kind, threat),
            (None, Some(first)) => tr!("{kind} after {move}", kind, move = first),
            (None, None) if promotes => tr!("{kind} and promotion", kind),
            (None, None) => kind.to_owned(),
        }
    }

    /// Who gives weight to it and why, and its other relations: a sentence each.
    pub fn reasons(&self) -> impl Iterator<Item = String> {
        let text = &self.move_text;
        let credits = self.credits.iter().map(move |credit| {
            let CreditReport { from, amount, reason, relation: rule } = credit;
            let reason = lang::text(reason);
            tr!("{from} gives {amount} to {move}: {reason} ({rule})", from, amount, move = text, reason, rule)
        });
        let notes = self.notes.iter().map(move |note| {
            let (reason, rule) = (lang::text(note.reason), note.relation);
            if note.with == *text {
                return tr!("{move}: {reason} ({rule})", move = text, reason, rule);
            }
            tr!("{move} beside {other}: {reason} ({rule})", move = text, other = note.with, reason, rule)
        });
        credits.chain(notes)
    }
}

impl TieReport {
    /// It in words.
    pub fn describe(&self) -> String {
        let Self { piece: square, object, amount, .. } = self;
        let object = if object == "mate" { tr!("mate") } else { object };
        tr!("the piece on {square} is tied to {object} ({amount})", square, object, amount)
    }
}

impl StepReport {
    /// What the step does, and what that changes.
    pub fn describe(&self) -> String {
        let amount = if self.amount == 0 { String::new() } else { format!(" {:+}", self.amount) };
        match (self.does, &self.entry, &self.answer) {
            ("parry", Some(entry), Some(answer)) => {
                tr!("parry {entry} by {move}{amount}", entry, move = answer, amount)
            }
            ("parry", Some(entry), None) => tr!("parry {entry}{amount}", entry, amount),
            (_, Some(entry), _) => format!("{entry} {:+}", self.amount),
            _ => tr!("pass").to_owned(),
        }
    }
}

fn write_ties(out: &mut String, ties: &[TieReport]) {
    for tie in ties {
        let _ = writeln!(out, "{}", tie.describe());
    }
}

/// Writes words in lines of at most [`WIDTH`]; all but the first are indented.
fn write_wrapped(out: &mut String, text: &str) {
    let mut words = text.split(' ');
    let mut line = words.next().unwrap_or_default().to_owned();
    for word in words {
        if line.width() + 1 + word.width() > WIDTH {
            let _ = writeln!(out, "{line}");
            line = format!("  {word}");
        } else {
            line = line + " " + word;
        }
    }
    let _ = writeln!(out, "{line}");
}

/// The columns of the flags, from left to right.
const FLAGS: &str = "\
B  the threat can be met by a block     S  it can be stopped completely
D  by a guard                           R  the target is tied to something
R  the target can run                   D  nothing is won at once
I  the target has no safe square        X  possible now
+  gives check
";

/// The legend: the flag columns `BDRI+SRDX`, then R1 to R13.
pub fn legend() -> String {
    let flags = FLAGS.lines().map(|line| format!("{}\n", lang::text(line)));
    let rules = Relation::rules().iter().map(|(name, reason)| format!("{name:<3} {}\n", lang::text(reason)));
    flags.chain(rules).collect()
}
