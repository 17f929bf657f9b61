//! A3 and A4: the entries of the table, and what they do to each other (B1,
//! B2).
//!
//! Captures and promotions of both sides stand here. The place of forks,
//! attacks on immobile pieces, checks and mate threats is
//! `Builder::add_delayed`, which does not generate them yet.

use std::cell::OnceCell;

use arrayvec::ArrayVec;

use crate::game::attack_map::{NO_SLOT, Slots, bit, slots};
use crate::game::{Board, Color, Geometry, MoveParts, Square, SquareSet, Value};

use super::defence::{self, Method};
use super::relations::{Relations, best_promotion};
use super::view::View;
use super::xref::{Credit, Entry, EntryKind, Relation, Xref, XrefFlags};

/// How many threats get concrete answers, the largest first (6.2 of the
/// design: more do not change what can be saved with one move).
const ANSWERED_THREATS: usize = 4;

/// A search for answers to one threat by one method.
#[derive(Debug)]
struct AnswerSearch {
    /// The best answer so far.
    best: Option<Entry>,
    /// Whether an answer was found that saves everything and costs nothing.
    complete: bool,
    /// The least that any answer loses by itself.
    least_risk: Value,
    /// Whether the first complete answer is as good as any.
    first_will_do: bool,
}

impl AnswerSearch {
    const fn new(first_will_do: bool) -> Self {
        Self { best: None, complete: false, least_risk: Value::MAX, first_will_do }
    }
}

/// Fills the table for one board and side to move.
#[derive(Debug)]
pub struct Builder<'a, G: Geometry> {
    view: &'a View<'a, G>,
    relations: &'a Relations,
    us: Color,
    /// Whether to find the flags of all entries, which no choice needs.
    detail: bool,
}

impl<'a, G: Geometry> Builder<'a, G> {
    /// A builder for the side to move of the view's board.
    pub fn new(view: &'a View<'a, G>, relations: &'a Relations, detail: bool) -> Self {
        Self { view, relations, us: view.board.side_to_move(), detail }
    }

    /// The pieces that give check to the side to move.
    pub fn checkers(&self) -> Slots {
        match self.view.board.king(self.us) {
            Some(king) => self.view.map.attackers(king) & self.view.map.side[!self.us],
            None => 0,
        }
    }

    /// Fills the table.
    pub fn build(&self, xref: &mut Xref) {
        xref.entries.clear();
        let checkers = self.checkers();
        self.add_threats(xref);
        if checkers != 0 {
            self.add_evasions(xref, checkers);
        } else {
            self.add_captures(xref);
            self.add_promotions(xref, self.us);
            self.add_delayed(xref);
            self.add_answers(xref);
        }
        self.weigh_threats(xref);
        if self.detail {
            self.complete_flags(xref);
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

    fn add_if_useful(&self, xref: &mut Xref, mut entry: Entry) {
        self.weigh(xref, &mut entry);
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
                }
                xref.add(entry);
            }
        }
    }

    /// The place of forks, attacks on immobile pieces, checks and mate
    /// threats: moves that win nothing at once.
    #[expect(clippy::unused_self, reason = "the place of what is still to come")]
    const fn add_delayed(&self, _: &mut Xref) {}

    /// Concrete answers to the largest threats: for each the one with the
    /// highest weight. Methods are tried by rising effort, and no further
    /// once a single threat is answered completely.
    fn add_answers(&self, xref: &mut Xref) {
        let mut threats: ArrayVec<(Value, usize), { super::xref::MAX_ENTRIES }> =
            xref.threats(!self.us).map(|(i, e)| (e.value, i)).collect();
        threats.sort_unstable_by(|a, b| b.cmp(a));
        let alone = threats.len() == 1;
        for &(_, number) in threats.iter().take(ANSWERED_THREATS) {
            for method in Method::ALL {
                let mut search = AnswerSearch::new(alone);
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

    /// Looks for the best safe answer to a threat by one method.
    fn search_answers(&self, xref: &Xref, number: usize, method: Method, search: &mut AnswerSearch) {
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
            let saved = entry.credits.iter().find(|c| c.from as usize == number).map_or(0, |c| c.amount);
            if saved <= 0 {
                return;
            }
            search.complete |= saved >= threat.value && entry.value >= 0;
            entry.flags.set(XrefFlags::PARTIAL, saved < threat.value);
            let rank = |e: &Entry| (e.weight, e.value);
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
    fn capture(&self, side: Color, mover: usize, to: Square, taken: Square, around: Slots) -> Option<Entry> {
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
    fn evaluate(&self, side: Color, kind: EntryKind, parts: MoveParts, mover: u8, target: u8) -> Entry {
        self.evaluate_after(&self.view.after(side, &parts), kind, parts, mover, target)
    }

    /// The same with the board after the move at hand.
    fn evaluate_after(
        &self,
        after: &View<'_, G>,
        kind: EntryKind,
        parts: MoveParts,
        mover: u8,
        target: u8,
    ) -> Entry {
        let values = self.view.values;
        let side = after.piece_at(parts.to).color();
        let follow = after.follow_up(parts.to, !side, after.gone, self.relations);
        let mut entry = Entry::new(side, kind, parts, mover, target);
        let promotion = values.board(parts.becomes) - values.board(parts.piece);
        entry.first = parts.captured.map_or(0, |(_, pt)| values.capture(pt)) + promotion;
        entry.value = entry.first - follow.value;
        entry.weight = entry.value;
        entry.flags.set(XrefFlags::SENTE, follow.captures % 2 == 1);
        entry.flags.set(XrefFlags::CHECK, self.gives_check(after, side));
        entry
    }

    fn gives_check(&self, after: &View<'_, G>, side: Color) -> bool {
        match self.view.board.king(!side) {
            Some(king) if after.map.king[!side] != NO_SLOT => after.attackers(king) & after.side(side) != 0,
            _ => false,
        }
    }

    /// B2: adds to an entry's weight what it saves of the other side's
    /// threats in the table. Each threat counts once.
    fn weigh(&self, xref: &Xref, entry: &mut Entry) {
        self.weigh_after(xref, entry, None);
    }

    /// The same; `known` is the board after the move, where it is at hand.
    fn weigh_after(&self, xref: &Xref, entry: &mut Entry, known: Option<&View<'_, G>>) {
        let after = OnceCell::new();
        for (number, threat) in xref.threats(!entry.side) {
            let look = || match known {
                Some(view) => view,
                None => after.get_or_init(|| self.view.after(entry.side, &entry.parts)),
            };
            if let Some((amount, relation)) = self.credit(entry, threat, look)
                && amount > 0
            {
                entry.weight += amount;
                let _ = entry.credits.try_push(Credit { from: number as u8, amount, relation });
            }
        }
    }

    /// The threats get weights by the same rules, against our entries of
    /// positive value.
    fn weigh_threats(&self, xref: &mut Xref) {
        for number in 0..xref.entries.len() {
            if xref.entries[number].side != self.us {
                let mut entry = xref.entries[number].clone();
                self.weigh(xref, &mut entry);
                xref.entries[number] = entry;
            }
        }
    }

    /// How much of a threat a move saves, and why. `after` gives the board
    /// after the move, which few pairs need.
    fn credit<'v>(
        &self,
        entry: &Entry,
        threat: &Entry,
        after: impl FnOnce() -> &'v View<'v, G>,
    ) -> Option<(Value, Relation)>
    where
        'a: 'v,
    {
        let m = &entry.parts;
        let attacker = self.view.map.square(threat.mover as usize);
        let captures_attacker = m.captured.is_some_and(|(sq, _)| sq == attacker);
        if threat.kind == EntryKind::Promotion {
            if captures_attacker {
                return Some((threat.value, Relation::PromoterStopped));
            }
            return self.promotion_credit(m, threat, after());
        }
        let target = self.view.map.square(threat.target as usize);
        if m.from == Some(target) {
            return Some((threat.value, Relation::TargetMoves));
        }
        let after = after();
        let arrived = after.arrivals.last()?;
        let relation = if captures_attacker {
            Relation::AttackerCaptured
        } else if arrived.on_empty && G::between(attacker, target).contains(m.to) {
            Relation::LineBlocked
        } else if arrived.attacks.contains(target) {
            Relation::GuardAdded
        } else {
            return None;
        };
        let left = after.swap_off(target, threat.side);
        let saved = if left == 0 || captures_attacker {
            threat.value - left.min(threat.value)
        } else {
            (self.relations.at_risk[threat.target as usize] - left).clamp(0, threat.value)
        };
        Some((saved, relation))
    }

    fn promotion_credit(
        &self,
        m: &MoveParts,
        threat: &Entry,
        after: &View<'_, G>,
    ) -> Option<(Value, Relation)> {
        let arrived = after.arrivals.last()?;
        let promoter = threat.mover as usize;
        let from = self.view.map.square(promoter);
        let targets = G::quiets_from(threat.parts.piece, threat.side, from, self.view.occupied);
        if !targets.contains(m.to) && (targets & arrived.attacks).is_empty() {
            return None;
        }
        let left = best_promotion(after, promoter).map_or(0, |(gain, _)| gain);
        Some((threat.value - left.min(threat.value), Relation::PromoterStopped))
    }

    /// Finds the flags that only the printed table shows.
    fn complete_flags(&self, xref: &mut Xref) {
        for number in 0..xref.entries.len() {
            let entry = xref.entries[number].clone();
            if !entry.is_gain() {
                continue;
            }
            if entry.target != NO_SLOT && self.is_tied_down(entry.target as usize, !entry.side) {
                xref.entries[number].flags |= XrefFlags::TARGET_TIED;
            }
            // A capture that loses on its own is judged as if it were a threat.
            for method in Method::ALL {
                let mut search = AnswerSearch::new(false);
                self.search_answers(xref, number, method, &mut search);
                let flags = &mut xref.entries[number].flags;
                if search.complete {
                    flags.insert(method.flag() | XrefFlags::STOPPABLE);
                }
                if method == Method::Run && entry.target != NO_SLOT {
                    flags.set(XrefFlags::IMMOBILE, search.least_risk >= entry.first);
                }
            }
            let counter = (0..xref.entries.len()).any(|i| {
                let e = &xref.entries[i];
                e.side != entry.side && e.target == entry.mover && e.value >= 0
            });
            if counter {
                xref.entries[number].flags |= XrefFlags::STOPPABLE;
            }
        }
    }

    /// Whether a piece is tied to something of its own side.
    fn is_tied_down(&self, slot: usize, owner: Color) -> bool {
        self.relations.tied & bit(slot) != 0
            && self.relations.ties.iter().any(|tie| tie.piece as usize == slot && tie.gainer != owner)
    }
}
