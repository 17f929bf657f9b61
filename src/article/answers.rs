//! The answers to a threat: run, block, defend, pin; and those to a check or a threat of
//! mate. Capturing the attacker is an entry of its own.

use arrayvec::ArrayVec;

use crate::game::{Geometry, MoveParts, SquareSet, Value};

use super::moves::any_move;
use super::table::Builder;
use super::xref::{Flags, MAX_ROWS, Xref, XrefRow};
use crate::soma::entry::EntryKind;
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
    best: ArrayVec<(Flags, XrefRow), MATE_ANSWERS>,
    /// The methods that save everything and cost nothing.
    pub complete: Flags,
    /// The least that the target loses by running.
    pub least_risk: Value,
}

impl Answers {
    /// Keeps an answer, in the place of a lighter one if there is no room. Of equals
    /// the one that gives check.
    fn keep(&mut self, method: Flags, row: XrefRow, most: usize) {
        let rank = |row: &XrefRow| (row.weight, row.flags.contains(Flags::CHECK), row.entry.value);
        if self.best.iter().filter(|(other, _)| *other == method).count() < most {
            let _ = self.best.try_push((method, row));
        } else if let Some((_, lightest)) =
            self.best.iter_mut().filter(|(other, _)| *other == method).min_by_key(|(_, other)| rank(other))
            && rank(lightest) < rank(&row)
        {
            *lightest = row;
        }
    }
}

/// How a move with this relation to a threat answers it.
fn method<G: Geometry>(relation: Relation, m: &MoveParts, threat: &MoveParts) -> Flags {
    let way = threat.from.map_or(G::Bitboard::EMPTY, |from| G::between(from, threat.to));
    match relation {
        Relation::TargetMoves => Flags::CAN_RUN,
        Relation::LineBlocked => Flags::CAN_BLOCK,
        Relation::PromoterStopped if m.to == threat.to || way.contains(m.to) => Flags::CAN_BLOCK,
        Relation::PromoterStopped | Relation::GuardAdded => Flags::CAN_DEFEND,
        _ => Flags::empty(),
    }
}

impl<G: Geometry> Builder<'_, G> {
    /// Concrete answers to the largest threats: for each method the one with the
    /// highest weight, by rising effort, and no further once a threat is
    /// answered completely.
    pub(super) fn add_answers(&self, xref: &mut Xref) {
        let mut threats: ArrayVec<(Value, usize), MAX_ROWS> =
            xref.threats(!self.us).map(|(i, threat)| (threat.entry.value, i)).collect();
        threats.sort_unstable_by(|a, b| b.cmp(a));
        for &(_, number) in threats.iter().take(ANSWERED_THREATS) {
            let found = self.answers(xref, number, true);
            for by in [Flags::CAN_RUN, Flags::CAN_BLOCK, Flags::CAN_DEFEND, Flags::empty()] {
                for (_, row) in found.best.iter().filter(|(method, _)| *method == by) {
                    xref.add(row.clone());
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
        let threat = &xref.rows[number];
        let most = if threat.is_mate() { MATE_ANSWERS } else { 1 };
        let safe_loss = self.view.values.capture(self.view.values.rising()[0]);
        let mut found = Answers { best: ArrayVec::new(), complete: Flags::empty(), least_risk: Value::MAX };
        let mut dropped = G::Bitboard::EMPTY;
        any_move(&self.view.board.with_turn(!threat.side), &mut |m| {
            if m.captured.is_some() || m.from.is_none() && dropped.contains(m.to) {
                return false;
            }
            let after = self.view.after(!threat.side, m);
            let mut row = XrefRow::new(self.view, !threat.side, EntryKind::Neutralise, *m);
            let Some((saved, relation)) = self.saved(&row, threat, &after) else { return false };
            if saved <= 0 && relation != Relation::TargetMoves {
                return false;
            }
            self.value(&mut row, &after);
            let method = method::<G>(relation, m, &threat.parts);
            if method == Flags::CAN_RUN {
                found.least_risk = found.least_risk.min(-row.entry.value);
            }
            // A quiet answer must not lose more than a pawn itself, unless it stops a
            // mate; what it leaves unguarded is in its value.
            let is_bold = row.entry.value < -safe_loss && after.swap_off(m.to, threat.side) > safe_loss;
            if saved <= 0 || is_bold && !threat.is_mate() {
                return false;
            }
            if m.from.is_none() {
                dropped |= G::Bitboard::of(m.to);
            }
            row.add_credits(self.credits(xref, &row, &after));
            if counts_threats {
                self.add_new_threats(&mut row, &after);
            }
            if saved >= threat.entry.value && row.entry.value >= 0 {
                found.complete |= method;
            }
            row.flags.set(Flags::PARTIAL, saved < threat.entry.value);
            row.neutralises = Some(number as u8);
            found.keep(method, row, most);
            false
        });
        found
    }

    /// Every legal answer to a check.
    pub(super) fn add_evasions(&self, xref: &mut Xref) {
        any_move(&self.view.board, &mut |m| {
            let after = self.view.after(self.us, m);
            let mut row = self.valued(EntryKind::Evasion, *m, &after);
            row.flags |= Flags::EVASION;
            row.add_credits(self.credits(xref, &row, &after));
            xref.add(row);
            false
        });
    }
}
