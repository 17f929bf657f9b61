//! The wide look, told: all entries, and the article's iteration.

use serde::Serialize;

use super::{BoardReport, EntryReport, Explanation, Iteration, Look, StepReport, TieReport};
use crate::article::line::predict_observed;
use crate::article::table::FullTable;
use crate::article::ties::TieKind;
use crate::article::xref::{Flags, XrefRow};
use crate::article::{Doubts, Prediction};
use crate::game::{Board, Color, Geometry, Notation, Value, ValuePreset};
use crate::soma::entry::EntryKind;

/// What only the wide look knows: printed below the search's table, and not counted in its numbers.
#[derive(Clone, Debug, Serialize)]
pub struct Wider {
    /// The moves that the search's table does not hold, by falling weight.
    pub entries: Vec<EntryReport>,
    /// The ties that it does not hold.
    pub ties: Vec<TieReport>,
    /// The line that the wide look predicts.
    pub line: Vec<String>,
    /// What that line wins.
    pub net: Value,
}

impl Wider {
    /// What it knows beyond the entries and ties of the search's table.
    pub(super) fn beyond(known: &[EntryReport], tied: &[TieReport], mut wide: Explanation) -> Self {
        let is_known = |e: &EntryReport| {
            known.iter().any(|k| k.waits_for.is_none() && (k.side, &k.move_text) == (e.side, &e.move_text))
        };
        let Iteration { mut entries, mut ties, .. } = wide.iterations.swap_remove(0);
        entries.retain(|e| !is_known(e));
        ties.retain(|tie| tied.iter().all(|t| (&t.piece, &t.object) != (&tie.piece, &tie.object)));
        Self { entries, ties, line: wide.line, net: wide.net }
    }

    /// Whether it knows of nothing more.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.ties.is_empty()
    }

    /// The gains that the table does not hold.
    fn gains(&self) -> impl Iterator<Item = &EntryReport> {
        self.entries.iter().filter(|e| e.kind != EntryKind::Neutralise.name() && e.value > 0)
    }

    /// How much the search's table may be wrong by what it does not look for: the largest such gain of the side to move
    /// or mate by the other, or half of what the two nets differ by.
    pub(super) fn overlooked(&self, us: Color, net: Value) -> Value {
        let counts = |e: &&EntryReport| e.side == us.name() || e.kind == EntryKind::MateThreat.name();
        let most = self.gains().filter(counts).map(|e| e.value).max().unwrap_or(0);
        most.max((self.net - net).abs() / 2)
    }

    /// What the search's table does not look for and is there, in words.
    pub(super) fn doubts(&self) -> Vec<&'static str> {
        const KINDS: [(EntryKind, &str); 5] = [
            (EntryKind::Capture, "a capture is not in the table"),
            (EntryKind::Promotion, "a promotion is not in the table"),
            (EntryKind::Fork, "a fork is not in the table"),
            (EntryKind::Immobile, "an attack on a piece that cannot leave is not in the table"),
            (EntryKind::MateThreat, "a threat of mate is not in the table"),
        ];
        let stands = |kind: EntryKind| self.gains().any(|e| e.kind == kind.name());
        KINDS.into_iter().filter(|&(kind, _)| stands(kind)).map(|(_, text)| text).collect()
    }
}

/// Predicts and tells of all tables; `width` first moves are followed to the end of
/// their lines. The first table comes with it.
pub(super) fn explain<P: Notation>(
    position: &P,
    look: Look,
    preset: ValuePreset,
    width: u32,
) -> (Explanation, Option<FullTable<P::Geometry>>) {
    let (mut iterations, mut steps, mut sign) = (Vec::new(), Vec::new(), 1);
    let (mut first, mut end) = (None, None);
    let mut observe = |table: &FullTable<P::Geometry>, chosen: Option<usize>| {
        let row = chosen.map(|number| &table.xref.rows[number]);
        steps.push(StepReport {
            does: if row.is_some() { "play" } else { "pass" },
            entry: row.map(|row| P::parts_text(&row.parts)),
            answer: None,
            amount: row.map_or(0, |row| sign * row.entry.first),
            parts: row.map(|row| row.parts),
            before: Some(BoardReport::without_pins(&table.view.board)),
        });
        sign = -sign;
        iterations.push(tell::<P>(table, row));
        end = table.view.board.clone().after_if_possible(row.map(|row| &row.parts));
        first.get_or_insert_with(|| table.clone());
    };
    let values = P::Geometry::values(preset);
    let prediction = predict_observed(position, values, width, Some(&mut observe));
    // A side that is mated does not pass.
    steps.truncate(prediction.line.len());
    let told = Explanation {
        game: P::GAME,
        position: position.text(),
        values: preset.name(),
        look: look.name(),
        iterations,
        line: steps.iter().map(StepReport::as_move).collect(),
        steps,
        end: end.as_ref().map(BoardReport::without_pins),
        net: prediction.assessment.net,
        assessed: prediction.assessment.value,
        if_we_parry: prediction.assessment.if_we_parry,
        confidence: prediction.assessment.confidence,
        doubts: doubts(&prediction),
        wider: None,
    };
    (told, first)
}

/// What speaks against trusting a prediction, in words.
fn doubts(found: &Prediction) -> Vec<&'static str> {
    let has = |doubt| found.doubts.contains(doubt);
    let several = found.assessment.open.0.iter().any(|&open| open > 1);
    let all = [
        (has(Doubts::IN_CHECK), "the side to move is in check"),
        (several, "several tactical moves stand open"),
        (has(Doubts::PARTIAL), "a threat was answered only in part"),
        (has(Doubts::CHECK), "a check occurs in the line"),
        (has(Doubts::DROP), "a drop occurs in the line"),
        (has(Doubts::TRUNCATED), "the line was cut"),
        (has(Doubts::UNSTABLE), "a mate is near"),
    ];
    all.into_iter().filter_map(|(holds, text)| holds.then_some(text)).collect()
}

/// A table in words, and what was chosen from it.
fn tell<P: Notation>(table: &FullTable<P::Geometry>, chosen: Option<&XrefRow>) -> Iteration {
    let FullTable { view, stakes, xref, .. } = table;
    let mut rows: Vec<&XrefRow> = xref.rows.iter().collect();
    // Evasions stand before everything else.
    rows.sort_by_key(|row| (!row.flags.contains(Flags::EVASION), -row.weight));
    let ties = stakes.ties.iter().filter(|tie| view.piece_at(tie.piece).color() != tie.gainer);
    let ties = ties.map(|tie| TieReport {
        piece: P::square_text(tie.piece),
        object: if tie.kind == TieKind::Mate { "mate".to_owned() } else { P::square_text(tie.on) },
        amount: tie.amount,
        between: (tie.piece, tie.object),
    });
    Iteration {
        side: view.board.side_to_move().name(),
        entries: rows.into_iter().map(|row| EntryReport::of::<P>(row, xref)).collect(),
        ties: ties.collect(),
        chosen: chosen.map_or_else(|| "pass".to_owned(), |row| P::parts_text(&row.parts)),
        board: BoardReport::new(&view.board, &view.map),
    }
}
