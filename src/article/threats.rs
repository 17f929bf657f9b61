//! A3 and A4: the captures, promotions and mates of both sides.
//!
//! What answers them is in `answers`, what wins nothing at once in `delayed`;
//! what the entries do to each other in `credits`.

use crate::game::{Board, Color, Geometry, MoveParts, PieceValues, SquareSet, Value};

use super::board::MiniBoard;
use super::mate::{MATE_GAIN, is_mated, mate_in_one};
use super::moves::any_move;
use super::relations::Relations;
use super::scanned::ScannedBoard;
use super::xref::{EntryKind, Xref, XrefEntry, XrefFlags};

/// Which moves that win nothing at once the table holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Delayed {
    /// None: on a predicted line they lead astray.
    None,
    /// All.
    All,
}

/// The table of a board with what it was made of.
#[derive(Clone, Debug)]
pub struct FullTable<G: Geometry> {
    /// The board.
    pub view: ScannedBoard<G>,
    /// What stands at risk on it.
    pub relations: Relations<G>,
    /// The entries.
    pub xref: Xref,
    /// Whether the side to move is in check.
    pub in_check: bool,
}

impl<G: Geometry> FullTable<G> {
    /// The table of a board; `detail` adds the flags and notes that no choice needs.
    pub fn new(board: MiniBoard<G>, values: &'static PieceValues, delayed: Delayed, detail: bool) -> Self {
        let view = ScannedBoard::new(board, values);
        let relations = Relations::of(&view);
        let in_check = view.checkers(view.board.side_to_move()) != 0;
        let mut xref = Xref::default();
        let builder = Builder::new(&view, &relations, delayed);
        builder.build(&mut xref, in_check);
        if detail {
            builder.complete_flags(&mut xref);
            builder.note_relations(&mut xref);
        }
        Self { view, relations, xref, in_check }
    }

    /// The weightiest quiet answer of the side to move to a move of the other side.
    pub fn answer_to(&self, threat: &MoveParts) -> Option<MoveParts> {
        let us = self.view.board.side_to_move();
        let threat = self.xref.find(!us, threat)?;
        let answer = self.xref.best(us, |e| e.neutralises == Some(threat as u8))?;
        Some(self.xref.entries[answer].parts)
    }
}

/// Fills the table for one board and side to move.
#[derive(Debug)]
pub(super) struct Builder<'a, G: Geometry> {
    pub(super) view: &'a ScannedBoard<G>,
    pub(super) relations: &'a Relations<G>,
    pub(super) us: Color,
    pub(super) delayed: Delayed,
}

impl<'a, G: Geometry> Builder<'a, G> {
    /// A builder for the side to move of a board.
    pub(super) fn new(view: &'a ScannedBoard<G>, relations: &'a Relations<G>, delayed: Delayed) -> Self {
        Self { view, relations, us: view.board.side_to_move(), delayed }
    }

    /// Fills the table.
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

    /// What the opponent threatens: for each of our pieces his best capture,
    /// and his promotions.
    fn add_threats(&self, xref: &mut Xref) {
        self.for_each_capture(!self.us, |entry, _| {
            match xref.entries.iter_mut().find(|other| other.target == entry.target) {
                Some(best) if entry.value > best.value => *best = entry,
                None if entry.value > 0 => _ = xref.add(entry),
                _ => {}
            }
        });
        self.add_promotions(xref, !self.us);
    }

    /// Our captures: the good ones, those of pieces that are themselves
    /// threatened, and those that answer a threat.
    fn add_captures(&self, xref: &mut Xref) {
        self.for_each_capture(self.us, |mut entry, after| {
            self.weigh(xref, &mut entry, after);
            self.add_new_threats(&mut entry, after);
            let desperado = self.risk_of_mover(&entry) > 0;
            entry.flags.set(XrefFlags::DESPERADO, desperado);
            if entry.value > 0 || desperado || !entry.credits.is_empty() {
                xref.add(entry);
            }
        });
    }

    /// Shows all legal captures of a side, with the boards after them.
    fn for_each_capture(&self, side: Color, mut show: impl FnMut(XrefEntry, &ScannedBoard<G>)) {
        any_move(&self.view.board.with_turn(side), &mut |m| {
            if m.captured.is_some() {
                let after = self.view.after(side, m);
                show(self.evaluate(&after, EntryKind::Capture, *m), &after);
            }
            false
        });
    }

    fn add_promotions(&self, xref: &mut Xref, side: Color) {
        for &(from, to) in &self.relations.promoters[side] {
            let parts = MoveParts::of_piece::<G>(self.view.piece_at(from), from, to, None);
            let after = self.view.after(side, &parts);
            let mut entry = self.evaluate(&after, EntryKind::Promotion, parts);
            if entry.value > 0 {
                if side == self.us {
                    self.weigh(xref, &mut entry, &after);
                    self.add_new_threats(&mut entry, &after);
                }
                xref.add(entry);
            }
        }
    }

    /// A mate in one of a side, unless one of its captures or promotions
    /// mates already.
    fn add_mate(&self, xref: &mut Xref, side: Color) {
        if xref.entries.iter().any(|e| e.side == side && e.is_mate()) {
            return;
        }
        let Some(parts) = mate_in_one(&self.view.board, side) else { return };
        xref.entries.retain(|e| e.side != side || e.parts != parts);
        xref.add(self.evaluate(&self.view.after(side, &parts), EntryKind::MateThreat, parts));
    }

    /// What a move is worth alone: what it wins at once, less the best that
    /// the other side makes of the square it went to and of what it left.
    pub(super) fn evaluate(&self, after: &ScannedBoard<G>, kind: EntryKind, parts: MoveParts) -> XrefEntry {
        let side = !after.board.side_to_move();
        let left = [parts.from, parts.captured.map(|(sq, _)| sq)];
        let left = left.into_iter().flatten().fold(G::Bitboard::EMPTY, |set, sq| set | G::Bitboard::of(sq));
        let follow = after.follow_up(parts.to, left, self.relations);
        let mut entry = XrefEntry::new(side, kind, parts, &self.view.map);
        entry.first = self.view.values.gain(&parts);
        entry.value = entry.first - follow.value;
        entry.flags.set(XrefFlags::SENTE, follow.captures % 2 == 1);
        if after.checkers(!side) != 0 {
            entry.flags |= XrefFlags::CHECK;
            if is_mated(&after.board) {
                entry.value = MATE_GAIN;
            }
        }
        entry.weight = entry.value;
        entry
    }

    /// What could be won of the piece that an entry moves.
    pub(super) fn risk_of_mover(&self, entry: &XrefEntry) -> Value {
        entry.parts.from.map_or(0, |from| self.relations.at_risk[from.index()])
    }
}
