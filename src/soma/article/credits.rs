//! B1 and B2: what the entries of the table do to each other.

use std::cell::OnceCell;

use crate::game::attack_map::bit;
use crate::game::rays::DIRECTIONS;
use crate::game::{Board, Geometry, MoveParts, SquareSet, Value};

use super::mate::mate_remains;
use super::relations::best_promotion;
use super::threats::{Builder, Delayed};
use super::view::{Arrival, View};
use super::xref::{Credit, EntryKind, Xref, XrefEntry, XrefFlags};
use crate::soma::relation::Relation;

impl<'a, G: Geometry> Builder<'a, G> {
    /// B2: adds to an entry's weight what it saves of the other side's
    /// threats in the table. Each threat counts once.
    pub(super) fn weigh(&self, xref: &Xref, entry: &mut XrefEntry) {
        self.weigh_after(xref, entry, None);
    }

    /// The same; `known` is the board after the move, where it is at hand.
    pub(super) fn weigh_after(&self, xref: &Xref, entry: &mut XrefEntry, known: Option<&View<'_, G>>) {
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
    pub(super) fn weigh_threats(&self, xref: &mut Xref) {
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
        entry: &XrefEntry,
        threat: &XrefEntry,
        after: impl FnOnce() -> &'v View<'v, G>,
    ) -> Option<(Value, Relation)>
    where
        'a: 'v,
    {
        let m = &entry.parts;
        if threat.is_mate() {
            return self.mate_credit(entry, threat, after());
        }
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
        } else if pins(after, arrived, threat.mover as usize) {
            return Some((self.saved_by_pin(after, threat), Relation::PinMade));
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

    /// What is saved of a threat of mate: nothing while the mate remains; all
    /// but what the mating capture still wins if not.
    fn mate_credit(
        &self,
        entry: &XrefEntry,
        threat: &XrefEntry,
        after: &View<'_, G>,
    ) -> Option<(Value, Relation)> {
        if entry.flags.contains(XrefFlags::CHECK) && entry.side == self.us && self.delayed == Delayed::All {
            // A check gains time: what comes after it must be worth it.
            if entry.first + self.after_best_reply(&entry.parts, -entry.first) <= 0 {
                return None;
            }
        } else if mate_remains(&self.view.board.after(entry.side, &entry.parts), threat.side) {
            return None;
        }
        let left = match threat.parts.captured {
            Some((sq, _)) if entry.parts.from != Some(sq) => after.swap_off(sq, threat.side),
            _ => 0,
        };
        Some((threat.value - left, Relation::MateStopped))
    }

    /// What of a threat is saved by pinning its attacker: what the other
    /// attackers cannot win, and half of it if the pin is not to the king.
    fn saved_by_pin(&self, after: &View<'_, G>, threat: &XrefEntry) -> Value {
        let target = self.view.map.square(threat.target as usize);
        let attacker = threat.mover as usize;
        let others = after.attackers(target) & !bit(attacker);
        let left = if others & after.side(threat.side) == 0 {
            0
        } else {
            after.swap_off_with(target, after.piece_at(target), threat.side, others)
        };
        let saved = threat.value - left.min(threat.value);
        if is_pinned_to_king(after, attacker) { saved } else { saved / 2 }
    }

    fn promotion_credit(
        &self,
        m: &MoveParts,
        threat: &XrefEntry,
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
}

/// Whether an arrived slider has a piece between itself and one that is worth
/// more, or the king.
fn pins<G: Geometry>(after: &View<'_, G>, arrived: &Arrival<G>, attacker: usize) -> bool {
    let at = after.map.square(attacker);
    let owner = after.map.piece(attacker).color();
    let d = G::direction(arrived.square, at) as usize;
    let slides = G::slide_directions(arrived.piece.piece_type(), arrived.piece.color());
    if d >= DIRECTIONS || (slides >> d) & 1 == 0 || !arrived.attacks.contains(at) {
        return false;
    }
    G::nearest(d, G::ray(d, at) & after.occupied).is_some_and(|behind| {
        let piece = after.piece_at(behind);
        let values = after.values;
        piece.color() == owner
            && (piece.piece_type() == G::KING
                || values.capture(piece.piece_type())
                    > values.capture(after.map.piece(attacker).piece_type()))
    })
}

/// Whether a piece stands between its king and the piece that arrived last.
fn is_pinned_to_king<G: Geometry>(after: &View<'_, G>, slot: usize) -> bool {
    let owner = after.map.piece(slot).color();
    match (after.board.king(owner), after.arrivals.last()) {
        (Some(king), Some(arrived)) => G::between(arrived.square, king).contains(after.map.square(slot)),
        _ => false,
    }
}
