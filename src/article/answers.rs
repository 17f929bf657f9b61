//! The answers to a threat: run, block, defend, pin; and those to a check or a threat of
//! mate. Capturing the attacker is an entry of its own.

use arrayvec::ArrayVec;

use crate::game::{Geometry, MoveParts, SquareSet, Value};

use super::moves::any_move;
use super::threats::Builder;
use super::xref::{EntryKind, MAX_ENTRIES, Xref, XrefEntry, XrefFlags};
use crate::soma::relation::Relation;

/// How many threats get concrete answers, the largest first: more do
/// not change what can be saved with one move.
const ANSWERED_THREATS: usize = 4;
/// How many answers to a threat of mate are kept; of the others one by each method.
const MATE_ANSWERS: usize = 8;

/// The answers to one threat. A method is named by the flag that says that it works:
/// run, block or defend; pins and what stops a mate have none.
#[derive(Debug)]
pub(super) struct Answers {
    /// The weightiest.
    best: ArrayVec<(XrefFlags, XrefEntry), MATE_ANSWERS>,
    /// The methods that save everything and cost nothing.
    pub complete: XrefFlags,
    /// The least that the target loses by running.
    pub least_risk: Value,
}

impl Answers {
    /// Keeps an answer, in the place of a lighter one if there is no room. Of equals
    /// the one that gives check.
    fn keep(&mut self, method: XrefFlags, entry: XrefEntry, most: usize) {
        let rank = |e: &XrefEntry| (e.weight, e.flags.contains(XrefFlags::CHECK), e.value);
        if self.best.iter().filter(|(other, _)| *other == method).count() < most {
            let _ = self.best.try_push((method, entry));
        } else if let Some((_, lightest)) =
            self.best.iter_mut().filter(|(other, _)| *other == method).min_by_key(|(_, e)| rank(e))
            && rank(lightest) < rank(&entry)
        {
            *lightest = entry;
        }
    }
}

/// How a move with this relation to a threat answers it.
fn method<G: Geometry>(relation: Relation, m: &MoveParts, threat: &MoveParts) -> XrefFlags {
    let way = threat.from.map_or(G::Bitboard::EMPTY, |from| G::between(from, threat.to));
    match relation {
        Relation::TargetMoves => XrefFlags::CAN_RUN,
        Relation::LineBlocked => XrefFlags::CAN_BLOCK,
        Relation::PromoterStopped if m.to == threat.to || way.contains(m.to) => XrefFlags::CAN_BLOCK,
        Relation::PromoterStopped | Relation::GuardAdded => XrefFlags::CAN_DEFEND,
        _ => XrefFlags::empty(),
    }
}

impl<G: Geometry> Builder<'_, G> {
    /// Concrete answers to the largest threats: for each method the one with the
    /// highest weight, by rising effort, and no further once a threat is
    /// answered completely.
    pub(super) fn add_answers(&self, xref: &mut Xref) {
        let mut threats: ArrayVec<(Value, usize), MAX_ENTRIES> =
            xref.threats(!self.us).map(|(i, e)| (e.value, i)).collect();
        threats.sort_unstable_by(|a, b| b.cmp(a));
        for &(_, number) in threats.iter().take(ANSWERED_THREATS) {
            let found = self.answers(xref, number, true);
            for by in [XrefFlags::CAN_RUN, XrefFlags::CAN_BLOCK, XrefFlags::CAN_DEFEND, XrefFlags::empty()] {
                for (_, entry) in found.best.iter().filter(|(method, _)| *method == by) {
                    xref.add(entry.clone());
                }
                if found.complete.intersects(by) {
                    break;
                }
            }
        }
    }

    /// The safe quiet answers to a threat; `counts_threats` credits the new threats that
    /// they make. Of the pieces in hand the cheapest is tried on each square.
    pub(super) fn answers(&self, xref: &Xref, number: usize, counts_threats: bool) -> Answers {
        let threat = &xref.entries[number];
        let most = if threat.is_mate() { MATE_ANSWERS } else { 1 };
        let safe_loss = self.view.values.capture(self.view.values.rising()[0]);
        let mut found =
            Answers { best: ArrayVec::new(), complete: XrefFlags::empty(), least_risk: Value::MAX };
        let mut dropped = G::Bitboard::EMPTY;
        any_move(&self.view.board.with_turn(!threat.side), &mut |m| {
            if m.captured.is_some() || m.from.is_none() && dropped.contains(m.to) {
                return false;
            }
            let after = self.view.after(!threat.side, m);
            let Some((saved, relation)) = self.credit(!threat.side, m, threat, &after) else {
                return false;
            };
            if saved <= 0 && relation != Relation::TargetMoves {
                return false;
            }
            let mut entry = self.evaluate(&after, EntryKind::Neutralise, *m);
            let method = method::<G>(relation, m, &threat.parts);
            if method == XrefFlags::CAN_RUN {
                found.least_risk = found.least_risk.min(-entry.value);
            }
            // A quiet answer must not lose more than a pawn itself, unless it stops a
            // mate; what it leaves unguarded is in its value.
            let is_bold = entry.value < -safe_loss && after.swap_off(m.to, threat.side) > safe_loss;
            if saved <= 0 || is_bold && !threat.is_mate() {
                return false;
            }
            if m.from.is_none() {
                dropped |= G::Bitboard::of(m.to);
            }
            self.weigh(xref, &mut entry, &after);
            if counts_threats {
                self.add_new_threats(&mut entry, &after);
            }
            if saved >= threat.value && entry.value >= 0 {
                found.complete |= method;
            }
            entry.flags.set(XrefFlags::PARTIAL, saved < threat.value);
            entry.neutralises = Some(number as u8);
            found.keep(method, entry, most);
            false
        });
        found
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
