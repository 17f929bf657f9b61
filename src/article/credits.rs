//! B1 and B2: who gives weight to whom.
//!
//! A row begins with the value of its exchange (B1). To this comes what its move saves
//! of the other side's threats (B2), each threat once:
//!
//! | | the threat is met because |
//! |---|---|
//! | R1 | its target is the piece that moves |
//! | R2 | its attacker is captured |
//! | R3 | its line is blocked |
//! | R4 | its target gets a guard |
//! | R5 | it is a promotion, and is prevented |
//! | R6 | its attacker is pinned |
//! | R10 | it is a mate, and is prevented |
//!
//! Who moves and who is taken tells of R1, R2 and a captured promoter
//! ([`Entry::relation_to`](crate::soma::entry::Entry::relation_to), as in the table that
//! plays). The others need the board after the move.

use crate::game::attack_map::bit;
use crate::game::{AttackMap, Board, Geometry, PieceType, Square, SquareSet, Value};

use super::mate::mate_remains;
use super::scan::ScannedBoard;
use super::table::{Builder, Delayed};
use super::xref::{Credit, Credits, Xref, XrefRow};
use crate::soma::entry::EntryKind;
use crate::soma::exchange::Chain;
use crate::soma::relation::Relation;

impl<G: Geometry> Builder<'_, G> {
    /// B2: what a row saves of the other side's threats in the table. `after` is the board after its move.
    pub(super) fn credits(&self, xref: &Xref, row: &XrefRow, after: &ScannedBoard<G>) -> Credits {
        let mut credits = Credits::new();
        for (number, threat) in xref.threats(!row.side) {
            if let Some((amount, relation)) = self.saved(row, threat, after)
                && amount > 0
            {
                let _ = credits.try_push(Credit { from: number as u8, amount, relation });
            }
        }
        credits
    }

    /// The threats get weights by the same rules, against our rows of positive value.
    pub(super) fn weigh_threats(&self, xref: &mut Xref) {
        for number in 0..xref.rows.len() {
            let row = &xref.rows[number];
            if row.side != self.us {
                let after = self.view.after(row.side, &row.parts);
                let credits = self.credits(xref, row, &after);
                xref.rows[number].add_credits(credits);
            }
        }
    }

    /// How much of a threat a row's move saves, and why; nothing if it has nothing to do with it.
    pub(super) fn saved(
        &self,
        row: &XrefRow,
        threat: &XrefRow,
        after: &ScannedBoard<G>,
    ) -> Option<(Value, Relation)> {
        if threat.is_mate() {
            return Some((self.saved_of_mate(row, threat, after)?, Relation::MateStopped));
        }
        let by_pieces = row.entry.relation_to(&threat.entry);
        let relation = by_pieces.or_else(|| self.relation_on_board(row, threat, after))?;
        let whole = threat.entry.value;
        let saved = match relation {
            Relation::TargetMoves => whole,
            // Who took the promoter has prevented all of it.
            Relation::PromoterStopped if by_pieces.is_some() => whole,
            Relation::PromoterStopped => {
                let promoter = self.view.map.square(threat.entry.mover as usize);
                whole - after.best_promotion(promoter).map_or(0, |(gain, _)| gain).min(whole)
            }
            _ if whole <= 0 => return None,
            Relation::PinMade => saved_by_pin(after, row, threat, &self.view.map)?,
            _ => {
                let target = self.view.map.square(threat.entry.target as usize);
                let left = after.swap_off(target, threat.side);
                if left == 0 || relation == Relation::AttackerCaptured {
                    whole - left.min(whole)
                } else {
                    (self.stakes.at_risk[target.index()] - left).clamp(0, whole)
                }
            }
        };
        Some((saved, relation))
    }

    /// R3 to R6, as the board after a row's move tells.
    fn relation_on_board(
        &self,
        row: &XrefRow,
        threat: &XrefRow,
        after: &ScannedBoard<G>,
    ) -> Option<Relation> {
        let (map, to) = (&self.view.map, row.parts.to);
        let attacks = after.map.attacks(after.map.slot_on(to));
        if threat.entry.kind == EntryKind::Promotion {
            let squares = map.quiets(threat.entry.mover as usize);
            let is_met = squares.contains(to) || !(squares & attacks).is_empty();
            return is_met.then_some(Relation::PromoterStopped);
        }
        let attacker = map.square(threat.entry.mover as usize);
        let target = map.square(threat.entry.target as usize);
        if !map.occupied.contains(to) && G::between(attacker, target).contains(to) {
            Some(Relation::LineBlocked)
        } else if attacks.contains(target) {
            Some(Relation::GuardAdded)
        } else {
            pinned_to(after, to, attacker).map(|_| Relation::PinMade)
        }
    }

    /// R10: what is saved of a mate: nothing while it remains; all but what the mating
    /// capture still wins if not.
    fn saved_of_mate(&self, row: &XrefRow, threat: &XrefRow, after: &ScannedBoard<G>) -> Option<Value> {
        let m = &row.parts;
        if after.checkers(threat.side) != 0 && row.side == self.us && self.delayed == Delayed::All {
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
        Some(threat.entry.value - left)
    }
}

/// R6: what of a threat is saved by pinning its attacker: what the other attackers
/// cannot win, all of it by a pin to the king and half by another.
fn saved_by_pin<G: Geometry>(
    after: &ScannedBoard<G>,
    row: &XrefRow,
    threat: &XrefRow,
    before: &AttackMap<G>,
) -> Option<Value> {
    let attacker = before.square(threat.entry.mover as usize);
    let target = before.square(threat.entry.target as usize);
    let prize = pinned_to(after, row.parts.to, attacker)?;
    let others = after.map.attackers(target) & !bit(after.map.slot_on(attacker));
    let mut chain = Chain::new();
    let victim = after.piece_at(target).piece_type();
    after.exchange().chain(target, victim, threat.side, others, None, &mut chain);
    let left = chain.first().map_or(0, |capture| capture.value.clamp(0, threat.entry.value));
    let saved = threat.entry.value - left;
    Some(if prize == G::KING { saved } else { saved / 2 })
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
