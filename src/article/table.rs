//! A3, A4, B1 and B2 in their order: the table of a board, row by row.
//!
//! Here are the captures, promotions and mates of both sides. What answers them is in
//! `answers`, what wins nothing at once in `delayed`; what the rows do to each other in
//! `credits` and `notes`.

use crate::game::{Board, Color, Geometry, MoveParts, PieceValues, SquareSet, Value};

use super::board::MiniBoard;
use super::mate::{MATE_GAIN, is_mated, mate_in_one};
use super::moves::any_move;
use super::scan::ScannedBoard;
use super::ties::Stakes;
use super::xref::{Flags, Xref, XrefRow};
use crate::soma::entry::EntryKind;

/// Which moves that win nothing at once the table holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Delayed {
    /// None: on a predicted line they lead astray.
    None,
    /// All.
    All,
}

/// The table of a board with what it was made of.
#[derive(Clone, Debug)]
pub(crate) struct FullTable<G: Geometry> {
    pub view: ScannedBoard<G>,
    pub stakes: Stakes<G>,
    pub xref: Xref,
    pub in_check: bool,
}

impl<G: Geometry> FullTable<G> {
    /// The table of a board; `detail` adds the flags and notes that no choice needs.
    pub fn new(board: MiniBoard<G>, values: &'static PieceValues, delayed: Delayed, detail: bool) -> Self {
        let view = ScannedBoard::new(board, values);
        let stakes = Stakes::of(&view);
        let in_check = view.checkers(view.board.side_to_move()) != 0;
        let mut xref = Xref::default();
        let builder = Builder::new(&view, &stakes, delayed);
        builder.build(&mut xref, in_check);
        if detail {
            builder.complete_flags(&mut xref);
            builder.note_relations(&mut xref);
        }
        Self { view, stakes, xref, in_check }
    }

    /// The weightiest quiet answer of the side to move to a move of the other side: one that is in
    /// the table as such, or a check or fork that saves something besides.
    pub(crate) fn answer_to(&self, threat: &MoveParts) -> Option<MoveParts> {
        let us = self.view.board.side_to_move();
        let threat = self.xref.find(!us, threat)?;
        let answers =
            |e: &XrefRow| e.neutralises == Some(threat as u8) || !e.is_gain() && e.saved(threat) > 0;
        let answer = self.xref.best(us, answers)?;
        Some(self.xref.rows[answer].parts)
    }
}

/// Fills the table for one board and side to move.
#[derive(Debug)]
pub(super) struct Builder<'a, G: Geometry> {
    pub(super) view: &'a ScannedBoard<G>,
    pub(super) stakes: &'a Stakes<G>,
    pub(super) us: Color,
    pub(super) delayed: Delayed,
}

impl<'a, G: Geometry> Builder<'a, G> {
    /// A builder for the side to move of a board.
    pub(super) fn new(view: &'a ScannedBoard<G>, stakes: &'a Stakes<G>, delayed: Delayed) -> Self {
        Self { view, stakes, us: view.board.side_to_move(), delayed }
    }

    fn build(&self, xref: &mut Xref, in_check: bool) {
        self.add_threats(xref);
        if in_check {
            self.add_evasions(xref);
        } else {
            self.add_mate(xref, !self.us);
            self.add_captures(xref);
            self.add_promotions(xref, self.us);
            self.add_mate(xref, self.us);
            self.add_delayed(xref);
            self.add_answers(xref);
        }
        self.weigh_threats(xref);
    }

    /// What the opponent threatens: for each of our pieces his best capture, and his promotions.
    fn add_threats(&self, xref: &mut Xref) {
        self.for_each_capture(!self.us, |row, _| {
            match xref.rows.iter_mut().find(|other| other.entry.target == row.entry.target) {
                Some(best) if row.entry.value > best.entry.value => *best = row,
                None if row.entry.value > 0 => _ = xref.add(row),
                _ => {}
            }
        });
        self.add_promotions(xref, !self.us);
    }

    /// Our captures: the good ones, those of pieces that are themselves
    /// threatened, and those that answer a threat.
    fn add_captures(&self, xref: &mut Xref) {
        self.for_each_capture(self.us, |mut row, after| {
            row.add_credits(self.credits(xref, &row, after));
            self.add_new_threats(&mut row, after);
            let desperado = self.risk_of_mover(&row) > 0;
            row.flags.set(Flags::DESPERADO, desperado);
            if row.entry.value > 0 || desperado || !row.credits.is_empty() {
                xref.add(row);
            }
        });
    }

    /// Shows all legal captures of a side, with the boards after them.
    fn for_each_capture(&self, side: Color, mut show: impl FnMut(XrefRow, &ScannedBoard<G>)) {
        any_move(&self.view.board.with_turn(side), &mut |m| {
            if m.captured.is_some() {
                let after = self.view.after(side, m);
                show(self.valued(EntryKind::Capture, *m, &after), &after);
            }
            false
        });
    }

    fn add_promotions(&self, xref: &mut Xref, side: Color) {
        for &(from, to) in &self.stakes.promoters[side] {
            let parts = MoveParts::of_piece::<G>(self.view.piece_at(from), from, to, None);
            let after = self.view.after(side, &parts);
            let mut row = self.valued(EntryKind::Promotion, parts, &after);
            if row.entry.value > 0 {
                if side == self.us {
                    row.add_credits(self.credits(xref, &row, &after));
                    self.add_new_threats(&mut row, &after);
                }
                xref.add(row);
            }
        }
    }

    /// A mate in one of a side, unless one of its captures or promotions mates already.
    fn add_mate(&self, xref: &mut Xref, side: Color) {
        if xref.rows.iter().any(|e| e.side == side && e.is_mate()) {
            return;
        }
        let Some(parts) = mate_in_one(&self.view.board, side) else { return };
        xref.add(self.valued(EntryKind::MateThreat, parts, &self.view.after(side, &parts)));
    }

    /// A3 and B1: a move with what it is worth alone.
    pub(super) fn valued(&self, kind: EntryKind, parts: MoveParts, after: &ScannedBoard<G>) -> XrefRow {
        let mut row = XrefRow::new(self.view, !after.board.side_to_move(), kind, parts);
        self.value(&mut row, after);
        row
    }

    /// A3 and B1: what a row's move is worth alone: what it wins at once, less the best
    /// that the other side makes of the square it went to and of what it left.
    pub(super) fn value(&self, row: &mut XrefRow, after: &ScannedBoard<G>) {
        let parts = &row.parts;
        let left = [parts.from, parts.captured.map(|(sq, _)| sq)];
        let left = left.into_iter().flatten().fold(G::Bitboard::EMPTY, |set, sq| set | G::Bitboard::of(sq));
        let follow = after.follow_up(parts.to, left, self.stakes);
        row.entry.first = self.view.values.gain(parts);
        row.entry.value = row.entry.first - follow.value;
        row.flags.set(Flags::SENTE, follow.captures % 2 == 1);
        if after.checkers(!row.side) != 0 {
            row.flags |= Flags::CHECK;
            if is_mated(&after.board) {
                row.entry.value = MATE_GAIN;
            }
        }
        row.weight = row.entry.value;
    }

    /// What could be won of the piece that a row moves.
    pub(super) fn risk_of_mover(&self, row: &XrefRow) -> Value {
        row.parts.from.map_or(0, |from| self.stakes.at_risk[from.index()])
    }
}
