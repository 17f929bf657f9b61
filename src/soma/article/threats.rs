//! A3 and A4: the entries of the table, and what they do to each other (B1,
//! B2).
//!
//! Captures, promotions and mates of both sides stand here, and the answers.
//! What wins nothing at once is in `delayed`; what the entries do to each
//! other in `credits`.

use arrayvec::ArrayVec;

use crate::game::attack_map::{NO_SLOT, Slots, slots};
use crate::game::{Board, Color, Geometry, MoveParts, Square, SquareSet, Value};

use super::defence::{self, Method};
use super::mate::{MATE_GAIN, any_defence, is_mated, mate_in_one};
use super::relations::Relations;
use super::view::View;
use super::xref::{EntryKind, Xref, XrefEntry, XrefFlags};

/// How many threats get concrete answers, the largest first: more do
/// not change what can be saved with one move.
const ANSWERED_THREATS: usize = 4;

/// How many answers to a threat of mate are kept.
const MATE_ANSWERS: usize = 8;

/// Which moves that win nothing at once the table holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Delayed {
    /// None: on a predicted line they lead astray.
    None,
    /// All.
    All,
}

/// A search for answers to one threat by one method.
#[derive(Debug)]
pub(super) struct AnswerSearch {
    /// The best answer so far.
    pub best: Option<XrefEntry>,
    /// Whether an answer was found that saves everything and costs nothing.
    pub complete: bool,
    /// The least that any answer loses by itself.
    pub least_risk: Value,
    /// Whether the first complete answer is as good as any.
    first_will_do: bool,
    /// Whether new threats count.
    counts_threats: bool,
}

impl AnswerSearch {
    pub const fn new(first_will_do: bool, counts_threats: bool) -> Self {
        Self { best: None, complete: false, least_risk: Value::MAX, first_will_do, counts_threats }
    }
}

/// Fills the table for one board and side to move.
#[derive(Debug)]
pub struct Builder<'a, G: Geometry> {
    pub(super) view: &'a View<'a, G>,
    pub(super) relations: &'a Relations,
    pub(super) us: Color,
    pub(super) delayed: Delayed,
    /// Whether to find the flags of all entries, which no choice needs.
    detail: bool,
}

impl<'a, G: Geometry> Builder<'a, G> {
    /// A builder for the side to move of the view's board.
    pub fn new(view: &'a View<'a, G>, relations: &'a Relations, delayed: Delayed, detail: bool) -> Self {
        let us = view.board.side_to_move();
        Self { view, relations, us, delayed, detail }
    }

    /// The pieces that give check to the side to move.
    pub fn checkers(&self) -> Slots {
        self.view.checkers(self.us)
    }

    /// Fills the table.
    pub fn build(&self, xref: &mut Xref) {
        xref.entries.clear();
        let checkers = self.checkers();
        self.add_threats(xref);
        if checkers != 0 {
            self.add_evasions(xref, checkers);
        } else {
            self.add_mate(xref, !self.us);
            self.add_captures(xref);
            self.add_promotions(xref, self.us);
            self.add_mate(xref, self.us);
            self.add_delayed(xref);
            self.add_answers(xref);
        }
        self.weigh_threats(xref);
        if self.detail {
            self.complete_flags(xref);
            self.note_relations(xref);
        }
    }

    /// What the opponent threatens: for each of our pieces his best capture,
    /// and his promotions.
    fn add_threats(&self, xref: &mut Xref) {
        let them = !self.us;
        let map = self.view.map;
        for sq in (self.view.board.by_color(self.us) & map.attacked[them]).squares() {
            let target = map.slot_on(sq);
            let around = map.attackers(sq);
            // A swap-off of nothing may still be a threat if a guard is tied.
            if map.piece(target).piece_type() == G::KING
                || self.relations.at_risk[target] == 0
                    && around & map.side[self.us] & self.relations.tied == 0
            {
                continue;
            }
            let best = slots(around & map.side[them])
                .filter_map(|mover| self.capture(them, mover, sq, sq, around))
                .filter(|entry| entry.value > 0)
                .reduce(|best, entry| if entry.value > best.value { entry } else { best });
            if let Some(entry) = best {
                xref.add(entry);
            }
        }
        self.add_promotions(xref, them);
    }

    /// Our captures: the good ones, those of pieces that are themselves
    /// threatened, and those that answer a threat.
    fn add_captures(&self, xref: &mut Xref) {
        let map = self.view.map;
        for sq in (self.view.board.by_color(!self.us) & map.attacked[self.us]).squares() {
            if map.piece(map.slot_on(sq)).piece_type() == G::KING {
                continue;
            }
            let around = map.attackers(sq);
            for mover in slots(around & map.side[self.us]) {
                if let Some(entry) = self.capture(self.us, mover, sq, sq, around) {
                    self.add_if_useful(xref, entry);
                }
            }
        }
        if let Some((to, pawn)) = self.view.board.en_passant() {
            let taken = map.piece(map.slot_on(pawn)).piece_type();
            let around = self.view.attackers(to);
            for mover in slots(around & map.side[self.us]).filter(|&m| map.piece(m).piece_type() == taken) {
                if let Some(entry) = self.capture(self.us, mover, to, pawn, around) {
                    self.add_if_useful(xref, entry);
                }
            }
        }
    }

    fn add_if_useful(&self, xref: &mut Xref, mut entry: XrefEntry) {
        self.weigh(xref, &mut entry);
        self.add_new_threats(&mut entry);
        let desperado = self.relations.at_risk[entry.mover as usize] > 0;
        entry.flags.set(XrefFlags::DESPERADO, desperado);
        if entry.value > 0 || desperado || !entry.credits.is_empty() {
            xref.add(entry);
        }
    }

    fn add_promotions(&self, xref: &mut Xref, side: Color) {
        for mover in slots(self.relations.promoters[side]) {
            let piece = self.view.map.piece(mover).piece_type();
            let from = self.view.map.square(mover);
            let to = self.relations.promotes_on[mover];
            let parts = MoveParts {
                from: Some(from),
                to,
                piece,
                becomes: G::becomes(piece, side, from, to),
                captured: None,
            };
            let mut entry = self.evaluate(side, EntryKind::Promotion, parts, mover as u8, NO_SLOT);
            if entry.value > 0 {
                if side == self.us {
                    self.weigh(xref, &mut entry);
                    self.add_new_threats(&mut entry);
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
        let Some(parts) = mate_in_one(self.view.board, side) else { return };
        let mover = parts.from.map_or(NO_SLOT, |from| self.view.map.slot_on(from) as u8);
        let target = parts.captured.map_or(NO_SLOT, |(sq, _)| self.view.map.slot_on(sq) as u8);
        xref.entries.retain(|e| e.side != side || e.parts != parts);
        xref.add(self.evaluate(side, EntryKind::MateThreat, parts, mover, target));
    }

    /// Concrete answers to the largest threats: for each the one with the
    /// highest weight. Methods are tried by rising effort, and no further
    /// once a single threat is answered completely.
    fn add_answers(&self, xref: &mut Xref) {
        let mut threats: ArrayVec<(Value, usize), { super::xref::MAX_ENTRIES }> =
            xref.threats(!self.us).map(|(i, e)| (e.value, i)).collect();
        threats.sort_unstable_by(|a, b| b.cmp(a));
        let alone = threats.len() == 1;
        for &(_, number) in threats.iter().take(ANSWERED_THREATS) {
            if xref.entries[number].is_mate() {
                self.add_mate_answers(xref, number);
                continue;
            }
            for method in Method::ALL {
                let mut search = AnswerSearch::new(alone, true);
                self.search_answers(xref, number, method, &mut search);
                let complete = search.complete;
                if let Some(mut best) = search.best {
                    best.neutralises = Some(number as u8);
                    xref.add(best);
                }
                if complete {
                    break;
                }
            }
        }
    }

    /// The best quiet answers to a threat of mate, each proven by looking for
    /// the mate again.
    fn add_mate_answers(&self, xref: &mut Xref, number: usize) {
        let threat = xref.entries[number].parts;
        let mut kept: ArrayVec<XrefEntry, MATE_ANSWERS> = ArrayVec::new();
        any_defence(self.view.board, &threat, &mut |m| {
            let mover = m.from.map_or(NO_SLOT, |from| self.view.map.slot_on(from) as u8);
            let mut entry = self.evaluate(self.us, EntryKind::Neutralise, *m, mover, NO_SLOT);
            self.weigh(xref, &mut entry);
            entry.neutralises = Some(number as u8);
            if !entry.credits.iter().any(|c| c.from as usize == number) {
                return false;
            }
            if let Err(full) = kept.try_push(entry) {
                let entry = full.element();
                if let Some(lightest) = kept.iter_mut().min_by_key(|e| e.weight)
                    && lightest.weight < entry.weight
                {
                    *lightest = entry;
                }
            }
            false
        });
        for entry in kept {
            xref.add(entry);
        }
    }

    /// Looks for the best safe answer to a threat by one method.
    pub(super) fn search_answers(
        &self,
        xref: &Xref,
        number: usize,
        method: Method,
        search: &mut AnswerSearch,
    ) {
        let threat = &xref.entries[number];
        let safe_loss = self.view.values.capture(self.view.values.rising()[0]);
        defence::for_each_answer(self.view, threat, method, &mut |parts, mover| {
            if search.complete && search.first_will_do {
                return;
            }
            let after = self.view.after(!threat.side, &parts);
            let mut entry = self.evaluate_after(&after, EntryKind::Neutralise, parts, mover, NO_SLOT);
            search.least_risk = search.least_risk.min(-entry.value);
            // A quiet answer must not lose more than a pawn itself; what it
            // leaves unguarded is in its value.
            if entry.value < -safe_loss && after.swap_off(entry.parts.to, threat.side) > safe_loss {
                return;
            }
            self.weigh_after(xref, &mut entry, Some(&after));
            if search.counts_threats {
                self.add_new_threats(&mut entry);
            }
            let saved = entry.credits.iter().find(|c| c.from as usize == number).map_or(0, |c| c.amount);
            if saved <= 0 {
                return;
            }
            search.complete |= saved >= threat.value && entry.value >= 0;
            entry.flags.set(XrefFlags::PARTIAL, saved < threat.value);
            // Of equals the one that gives check.
            let rank = |e: &XrefEntry| (e.weight, e.flags.contains(XrefFlags::CHECK), e.value);
            if search.best.as_ref().is_none_or(|b| rank(&entry) > rank(b)) {
                search.best = Some(entry);
            }
        });
    }

    /// Every legal answer to a check.
    fn add_evasions(&self, xref: &mut Xref, checkers: Slots) {
        defence::for_each_evasion(self.view, self.us, checkers, &mut |parts, mover| {
            let target = parts.captured.map_or(NO_SLOT, |(sq, _)| self.view.map.slot_on(sq) as u8);
            let mut entry = self.evaluate(self.us, EntryKind::Evasion, parts, mover, target);
            entry.flags |= XrefFlags::EVASION;
            self.weigh(xref, &mut entry);
            xref.add(entry);
        });
    }

    /// A capture, if it is legal: `to` is where the taker goes, `taken` where
    /// the victim stands.
    fn capture(
        &self,
        side: Color,
        mover: usize,
        to: Square,
        taken: Square,
        around: Slots,
    ) -> Option<XrefEntry> {
        if !self.view.may_capture(mover, to, around) {
            return None;
        }
        let map = self.view.map;
        let target = map.slot_on(taken);
        let (piece, from) = (map.piece(mover).piece_type(), map.square(mover));
        let parts = MoveParts {
            from: Some(from),
            to,
            piece,
            becomes: G::becomes(piece, side, from, to),
            captured: Some((taken, map.piece(target).piece_type())),
        };
        Some(self.evaluate(side, EntryKind::Capture, parts, mover as u8, target as u8))
    }

    /// What a move is worth alone: what it wins at once, less the best that
    /// the other side makes of the square it went to and of what it left.
    pub(super) fn evaluate(
        &self,
        side: Color,
        kind: EntryKind,
        parts: MoveParts,
        mover: u8,
        target: u8,
    ) -> XrefEntry {
        self.evaluate_after(&self.view.after(side, &parts), kind, parts, mover, target)
    }

    /// The same with the board after the move at hand.
    pub(super) fn evaluate_after(
        &self,
        after: &View<'_, G>,
        kind: EntryKind,
        parts: MoveParts,
        mover: u8,
        target: u8,
    ) -> XrefEntry {
        let values = self.view.values;
        let side = after.piece_at(parts.to).color();
        let follow = after.follow_up(parts.to, !side, after.gone, self.relations);
        let mut entry = XrefEntry::new(side, kind, parts, mover, target);
        let promotion = values.board(parts.becomes) - values.board(parts.piece);
        entry.first = parts.captured.map_or(0, |(_, pt)| values.capture(pt)) + promotion;
        entry.value = entry.first - follow.value;
        entry.flags.set(XrefFlags::SENTE, follow.captures % 2 == 1);
        if self.gives_check(after, side) {
            entry.flags |= XrefFlags::CHECK;
            if is_mated(&self.view.board.after(side, &parts)) {
                entry.value = MATE_GAIN;
            }
        }
        entry.weight = entry.value;
        entry
    }

    fn gives_check(&self, after: &View<'_, G>, side: Color) -> bool {
        match self.view.board.king(!side) {
            Some(king) if after.map.king[!side] != NO_SLOT => after.attackers(king) & after.side(side) != 0,
            _ => false,
        }
    }
}
