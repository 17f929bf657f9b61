//! B1 and B2: what the entries of the table do to each other.

use crate::game::attack_map::bit;
use crate::game::{Board, Color, Geometry, MoveParts, PieceType, Square, SquareSet, Value};

use super::mate::mate_remains;
use super::scanned::ScannedBoard;
use super::threats::{Builder, Delayed};
use super::xref::{Credit, EntryKind, Xref, XrefEntry};
use crate::soma::exchange::Chain;
use crate::soma::relation::Relation;

impl<G: Geometry> Builder<'_, G> {
    /// B2: adds to an entry's weight what it saves of the other side's
    /// threats in the table. Each threat counts once. `after` is the board after
    /// the entry.
    pub(super) fn weigh(&self, xref: &Xref, entry: &mut XrefEntry, after: &ScannedBoard<G>) {
        for (number, threat) in xref.threats(!entry.side) {
            if let Some((amount, relation)) = self.credit(entry.side, &entry.parts, threat, after)
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
                let after = self.view.after(entry.side, &entry.parts);
                self.weigh(xref, &mut entry, &after);
                xref.entries[number] = entry;
            }
        }
    }

    /// How much of a threat a side's move saves, and why.
    pub(super) fn credit(
        &self,
        side: Color,
        m: &MoveParts,
        threat: &XrefEntry,
        after: &ScannedBoard<G>,
    ) -> Option<(Value, Relation)> {
        if threat.is_mate() {
            return Some((self.saved_of_mate(side, m, threat, after)?, Relation::MateStopped));
        }
        let attacker = self.view.map.square(threat.mover as usize);
        let captures_attacker = m.captured.is_some_and(|(sq, _)| sq == attacker);
        let attacks = after.map.attacks(after.map.slot_on(m.to));
        if threat.kind == EntryKind::Promotion {
            let targets = self.view.map.quiets(threat.mover as usize);
            let left = if captures_attacker {
                0
            } else if targets.contains(m.to) || !(targets & attacks).is_empty() {
                after.best_promotion(attacker).map_or(0, |(gain, _)| gain)
            } else {
                return None;
            };
            return Some((threat.value - left.min(threat.value), Relation::PromoterStopped));
        }
        let target = self.view.map.square(threat.target as usize);
        if m.from == Some(target) {
            return Some((threat.value, Relation::TargetMoves));
        }
        if threat.value <= 0 {
            return None;
        }
        let on_empty = !self.view.map.occupied.contains(m.to);
        let relation = if captures_attacker {
            Relation::AttackerCaptured
        } else if on_empty && G::between(attacker, target).contains(m.to) {
            Relation::LineBlocked
        } else if attacks.contains(target) {
            Relation::GuardAdded
        } else {
            let prize = pinned_to(after, m.to, attacker)?;
            let saved = saved_by_pin(after, threat, attacker, target);
            return Some((if prize == G::KING { saved } else { saved / 2 }, Relation::PinMade));
        };
        let left = after.swap_off(target, threat.side);
        let saved = if left == 0 || captures_attacker {
            threat.value - left.min(threat.value)
        } else {
            (self.relations.at_risk[target.index()] - left).clamp(0, threat.value)
        };
        Some((saved, relation))
    }

    /// What is saved of a threat of mate: nothing while the mate remains; all
    /// but what the mating capture still wins if not.
    fn saved_of_mate(
        &self,
        side: Color,
        m: &MoveParts,
        threat: &XrefEntry,
        after: &ScannedBoard<G>,
    ) -> Option<Value> {
        if after.checkers(!side) != 0 && side == self.us && self.delayed == Delayed::All {
            // A check gains time: what comes after it must be worth it.
            let first = self.view.values.gain(m);
            if first + self.after_best_reply(m, -first) <= 0 {
                return None;
            }
        } else if mate_remains(&after.board, threat.side) {
            return None;
        }
        let left = match threat.parts.captured {
            Some((sq, _)) if m.from != Some(sq) => after.swap_off(sq, threat.side),
            _ => 0,
        };
        Some(threat.value - left)
    }
}

/// What of a threat is saved by pinning its attacker: what the other attackers
/// cannot win.
fn saved_by_pin<G: Geometry>(
    after: &ScannedBoard<G>,
    threat: &XrefEntry,
    attacker: Square,
    target: Square,
) -> Value {
    let others = after.map.attackers(target) & !bit(after.map.slot_on(attacker));
    let mut chain = Chain::new();
    let victim = after.piece_at(target).piece_type();
    after.exchange().chain(target, victim, threat.side, others, None, &mut chain);
    threat.value - chain.first().map_or(0, |capture| capture.value.clamp(0, threat.value))
}

/// The piece behind another that a slider attacks, if it is the king or worth more:
/// what that one is pinned to.
fn pinned_to<G: Geometry>(after: &ScannedBoard<G>, slider: Square, pinned: Square) -> Option<PieceType> {
    let (piece, owner) =
        (after.piece_at(pinned).piece_type(), after.board.by_color(after.piece_at(pinned).color()));
    (through(after, slider, pinned) & owner)
        .squares()
        .map(|sq| after.piece_at(sq).piece_type())
        .find(|&pt| pt == G::KING || after.values.capture(pt) > after.values.capture(piece))
}

/// What a piece would attack besides if another that it attacks left.
pub(super) fn through<G: Geometry>(after: &ScannedBoard<G>, by: Square, other: Square) -> G::Bitboard {
    let (piece, attacks) = (after.piece_at(by), after.map.attacks(after.map.slot_on(by)));
    let lines = G::attacks_from(piece.piece_type(), piece.color(), by, after.map.occupied.without(other));
    if attacks.contains(other) { lines & !attacks } else { G::Bitboard::EMPTY }
}
