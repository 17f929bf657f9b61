//! An entry of XREF, the table: a tactical move, with what it wins, and what it does
//! to the other entries as far as their pieces tell.

use super::relation::Relation;
use crate::game::attack_map::{NO_SLOT, Slots, bit};
use crate::game::{Value, named};

/// The most entries; what comes later is dropped.
pub(crate) const MAX_ENTRIES: usize = 48;

/// What a mate counts: more than all pieces together. It ranks moves and is never a score.
pub const MATE_GAIN: Value = 20_000;

/// The tag that an entry waits for whose value was found by playing it on the board: the look-ahead
/// does not play it.
pub(crate) const PLAYED: u8 = u8::MAX;

/// Bits of an entry's number.
pub(crate) const ENTRY_BITS: u32 = MAX_ENTRIES.next_power_of_two().trailing_zeros();

/// A set of entries by number. Entries are numbered by falling value.
pub(crate) type EntrySet = u64;

named! {
    /// What a tactical move does.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum EntryKind {
        /// Takes a piece.
        #[default]
        Capture = "capture",
        /// Promotes without taking.
        Promotion = "promotion",
        /// Answers a threat without a gain of its own.
        Neutralise = "neutralise",
        /// Answers a check.
        Evasion = "evasion",
        /// Attacks two pieces at once.
        Fork = "fork",
        /// Threatens what cannot be parried: attacks a piece that cannot leave, or
        /// promotes next.
        Immobile = "immobile",
        /// Mates, or threatens to.
        MateThreat = "mate-threat",
        /// Gives check.
        Check = "check",
    }
}

/// A tactical move of either side, or what follows from one.
///
/// The table that plays holds nothing else; the [`article`](crate::article) keeps
/// weight, credits and flags beside it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Entry {
    /// What the move does.
    pub kind: EntryKind,
    /// What it is worth if the exchange it belongs to is then settled.
    pub value: Value,
    /// What it wins at once.
    pub first: Value,
    /// What is still lost if the other side spends a move on parrying it.
    pub residue: Value,
    /// Whether it belongs to the side to move at the root.
    pub is_ours: bool,
    /// The slot of the piece that moves; of the other side's drops `NO_SLOT`.
    pub mover: u8,
    /// The number of the type that the other side drops.
    pub dropped: u8,
    /// The slot of the piece that is taken, or `NO_SLOT`.
    pub target: u8,
    /// The number of the square the piece goes to.
    pub to: u8,
    /// The tag of the entry that brings it to life, or 0 if it is alive.
    pub after: u8,
    /// Its own tag: not 0 if others wait for it.
    pub tag: u8,
    /// The piece whose leaving brings it to life (ties), as a set: one at most.
    pub waits_for: Slots,
    /// Pieces that can be taken no longer once it is played, as they are guarded.
    pub saves: Slots,
    /// Whether it counts when the rest is settled: one entry a target does.
    pub counts: bool,
}

impl Entry {
    /// How its being played changes another entry, as far as the pieces of the two tell:
    /// who moves, who is taken, and whose leaving is waited for (B2). These are R1, R2,
    /// R5, R7 to R9 and R13, and of R12 the attack that is discovered; the others need a board.
    ///
    /// What follows from the entry itself, such as the recapture, is in no relation to it.
    pub const fn relation_to(&self, other: &Self) -> Option<Relation> {
        let is_own = self.is_ours == other.is_ours;
        if other.after != 0 && other.after == self.tag {
            return None;
        }
        // Who is gone, or has made his move, makes no other.
        if is_own && same(other.mover, self.mover) {
            return Some(Relation::AttackerSpent);
        }
        if !is_own && same(other.mover, self.target) {
            return Some(if other.target == NO_SLOT {
                Relation::PromoterStopped
            } else if same(other.target, self.mover) {
                Relation::TargetMoves
            } else {
                Relation::AttackerCaptured
            });
        }
        // What a piece kept guarded or shut in until it left, or was taken.
        if other.waits_for & slot_bit(self.mover) != 0 {
            return Some(if is_own { Relation::NewThreats } else { Relation::DutyBroken });
        }
        if other.waits_for & slot_bit(self.target) != 0 {
            return if is_own { Some(Relation::GuardRemoved) } else { None };
        }
        // Who is no longer where the other entry strikes.
        if !is_own && same(other.target, self.mover) {
            return Some(Relation::TargetMoves);
        }
        if is_own && same(other.target, self.target) {
            return Some(Relation::SameTarget);
        }
        None
    }
}

/// Whether two slots are those of one piece.
const fn same(a: u8, b: u8) -> bool {
    a == b && a != NO_SLOT
}

/// A slot as a set; of [`NO_SLOT`] the empty one.
const fn slot_bit(slot: u8) -> Slots {
    if slot == NO_SLOT { 0 } else { bit(slot as usize) }
}

/// The set of one entry.
#[inline]
pub(crate) const fn entry_bit(number: usize) -> EntrySet {
    1 << number
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each rule that pieces alone decide. We have the pieces 1 and 2, they 11, 12 and 13.
    #[test]
    fn who_moves_is_taken_or_leaves_tells_the_rule() {
        let takes = |is_ours, mover, target| Entry { is_ours, mover, target, ..Entry::default() };
        let waits =
            |is_ours, mover, target, piece| Entry { waits_for: bit(piece), ..takes(is_ours, mover, target) };
        let promotes = |mover| Entry { kind: EntryKind::Promotion, ..takes(false, mover, NO_SLOT) };
        let ours = takes(true, 1, 11);
        for (other, rule) in [
            (takes(false, 12, 1), Some(Relation::TargetMoves)),
            (takes(false, 11, 2), Some(Relation::AttackerCaptured)),
            // Of two rules that hold, the threat is met by the first.
            (takes(false, 11, 1), Some(Relation::TargetMoves)),
            (promotes(11), Some(Relation::PromoterStopped)),
            (waits(true, 2, 13, 11), Some(Relation::GuardRemoved)),
            (waits(false, 13, 2, 1), Some(Relation::DutyBroken)),
            (waits(true, 2, 13, 1), Some(Relation::NewThreats)),
            (takes(true, 1, 12), Some(Relation::AttackerSpent)),
            (takes(true, 2, 11), Some(Relation::SameTarget)),
            // Nothing to do with each other.
            (takes(false, 12, 2), None),
            (takes(true, 2, 12), None),
            (promotes(12), None),
            // What waits for a piece of theirs to leave gains nothing by its capture here.
            (waits(false, 13, 2, 11), None),
        ] {
            assert_eq!(ours.relation_to(&other), rule, "{other:?}");
        }
        // A recapture follows from the capture.
        let capture = Entry { tag: 3, ..ours };
        let recapture = Entry { after: 3, ..takes(false, 12, 1) };
        assert_eq!(capture.relation_to(&recapture), None);
        // Drops are of no piece.
        let drop = |is_ours| takes(is_ours, NO_SLOT, NO_SLOT);
        assert_eq!(drop(true).relation_to(&drop(true)), None);
        assert_eq!(drop(true).relation_to(&drop(false)), None);
    }
}
