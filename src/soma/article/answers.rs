//! The answers to a threat: run, block, defend; and the answers to a check or a
//! threat of mate. Capturing the attacker is an entry of its own.

use arrayvec::ArrayVec;

use crate::game::attack_map::NO_SLOT;
use crate::game::{Geometry, MoveParts, SquareSet, Value};

use super::moves::any_move;
use super::threats::Builder;
use super::xref::{EntryKind, MAX_ENTRIES, Xref, XrefEntry, XrefFlags};

/// How many threats get concrete answers, the largest first: more do
/// not change what can be saved with one move.
const ANSWERED_THREATS: usize = 4;
/// How many answers to a threat of mate are kept.
const MATE_ANSWERS: usize = 8;

/// How a threat is answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// The target leaves.
    Run,
    /// A piece goes between attacker and target, or onto the square of a promotion.
    Block,
    /// A piece guards the target, or the square of a promotion.
    Defend,
}

impl Method {
    /// All methods, by rising effort.
    pub const ALL: [Self; 3] = [Self::Run, Self::Block, Self::Defend];

    /// The flag that says the method works.
    pub const fn flag(self) -> XrefFlags {
        match self {
            Self::Run => XrefFlags::CAN_RUN,
            Self::Block => XrefFlags::CAN_BLOCK,
            Self::Defend => XrefFlags::CAN_DEFEND,
        }
    }
}

/// The answers to one threat by one method.
#[derive(Debug)]
pub(super) struct Answers {
    /// The best.
    pub best: Option<XrefEntry>,
    /// Whether one saves everything and costs nothing.
    pub complete: bool,
    /// The least that any answer loses by itself.
    pub least_risk: Value,
}

impl<G: Geometry> Builder<'_, G> {
    /// Concrete answers to the largest threats: for each the one with the
    /// highest weight. Methods are tried by rising effort, and no further
    /// once a single threat is answered completely.
    pub(super) fn add_answers(&self, xref: &mut Xref) {
        let mut threats: ArrayVec<(Value, usize), MAX_ENTRIES> =
            xref.threats(!self.us).map(|(i, e)| (e.value, i)).collect();
        threats.sort_unstable_by(|a, b| b.cmp(a));
        let alone = threats.len() == 1;
        for &(_, number) in threats.iter().take(ANSWERED_THREATS) {
            if xref.entries[number].is_mate() {
                self.add_mate_answers(xref, number);
                continue;
            }
            for method in Method::ALL {
                let found = self.answers(xref, number, method, true, alone);
                if let Some(mut best) = found.best {
                    best.neutralises = Some(number as u8);
                    xref.add(best);
                }
                if found.complete {
                    break;
                }
            }
        }
    }

    /// The best quiet answers to a threat of mate, each proven by looking for
    /// the mate again.
    fn add_mate_answers(&self, xref: &mut Xref, number: usize) {
        let mut kept: ArrayVec<XrefEntry, MATE_ANSWERS> = ArrayVec::new();
        any_move(&self.view.board, &mut |m| {
            if m.captured.is_some() {
                return false;
            }
            let after = self.view.after(self.us, m);
            let mut entry = self.evaluate(&after, EntryKind::Neutralise, *m);
            self.weigh(xref, &mut entry, &after);
            entry.neutralises = Some(number as u8);
            if entry.saved(number) > 0
                && let Err(full) = kept.try_push(entry)
            {
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

    /// The safe answers to a threat by one method; `counts_threats` credits the
    /// new threats that they make, and `first_will_do` ends with one that is
    /// complete.
    pub(super) fn answers(
        &self,
        xref: &Xref,
        number: usize,
        method: Method,
        counts_threats: bool,
        first_will_do: bool,
    ) -> Answers {
        let threat = &xref.entries[number];
        let safe_loss = self.view.values.capture(self.view.values.rising()[0]);
        let mut found = Answers { best: None, complete: false, least_risk: Value::MAX };
        self.for_each_answer(threat, method, &mut |parts| {
            let after = self.view.after(!threat.side, parts);
            let mut entry = self.evaluate(&after, EntryKind::Neutralise, *parts);
            found.least_risk = found.least_risk.min(-entry.value);
            // A quiet answer must not lose more than a pawn itself; what it
            // leaves unguarded is in its value.
            if entry.value < -safe_loss && after.swap_off(entry.parts.to, threat.side) > safe_loss {
                return false;
            }
            self.weigh(xref, &mut entry, &after);
            if counts_threats {
                self.add_new_threats(&mut entry, &after);
            }
            let saved = entry.saved(number);
            if saved <= 0 {
                return false;
            }
            found.complete |= saved >= threat.value && entry.value >= 0;
            entry.flags.set(XrefFlags::PARTIAL, saved < threat.value);
            // Of equals the one that gives check.
            let rank = |e: &XrefEntry| (e.weight, e.flags.contains(XrefFlags::CHECK), e.value);
            if found.best.as_ref().is_none_or(|b| rank(&entry) > rank(b)) {
                found.best = Some(entry);
            }
            found.complete && first_will_do
        });
        found
    }

    /// Shows the quiet moves of the side under threat that answer by one method. Of
    /// the pieces in hand the cheapest is tried on each square.
    fn for_each_answer(&self, threat: &XrefEntry, method: Method, show: &mut dyn FnMut(&MoveParts) -> bool) {
        let (board, map) = (&self.view.board, &self.view.map);
        let attacker = map.square(threat.mover as usize);
        let target = (threat.target != NO_SLOT).then(|| map.square(threat.target as usize));
        let point = target.unwrap_or(threat.parts.to);
        let mut between = G::between(attacker, point);
        if target.is_none() {
            between |= G::Bitboard::of(point);
        }
        let mut dropped = G::Bitboard::EMPTY;
        any_move(&board.with_turn(!threat.side), &mut |m| {
            let runs = m.from.is_some() && m.from == target;
            let answers = m.captured.is_none()
                && match method {
                    Method::Run => runs,
                    Method::Block => !runs && m.piece != G::KING && between.contains(m.to),
                    Method::Defend => !runs && self.guards_newly(threat, m, point),
                };
            if !answers || m.from.is_none() && dropped.contains(m.to) {
                return false;
            }
            if m.from.is_none() {
                dropped |= G::Bitboard::of(m.to);
            }
            show(m)
        });
    }

    /// Whether a quiet move attacks a square that its piece did not attack before.
    fn guards_newly(&self, threat: &XrefEntry, m: &MoveParts, point: crate::game::Square) -> bool {
        let map = &self.view.map;
        let occupied = m.from.map_or(map.occupied, |from| map.occupied.without(from));
        let did = m.from.is_some_and(|from| map.attacks(map.slot_on(from)).contains(point));
        !did && G::attacks_from(m.becomes, !threat.side, m.to, occupied).contains(point)
    }

    /// Every legal answer to a check.
    pub(super) fn add_evasions(&self, xref: &mut Xref) {
        any_move(&self.view.board, &mut |m| {
            let after = self.view.after(self.us, m);
            let mut entry = self.evaluate(&after, EntryKind::Evasion, *m);
            entry.flags |= XrefFlags::EVASION;
            self.weigh(xref, &mut entry, &after);
            xref.add(entry);
            false
        });
    }
}
