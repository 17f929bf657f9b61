//! What a table promises beyond its largest entry, and the summary that an
//! assessment keeps of its first one.

use arrayvec::ArrayVec;

use crate::game::attack_map::{NO_SLOT, Slots, bit, slots};
use crate::game::{Color, PieceValues, Value};

use super::relations::Relations;
use super::xref::{Entry, MAX_ENTRIES, Xref, XrefFlags, switch_sum};
use super::{Assessment, AssessmentFlags, confidence};

impl Assessment {
    /// Notes what the first table shows: what stands open for both sides.
    pub(super) fn look_at(&mut self, xref: &Xref, relations: &Relations, us: Color, in_check: bool) {
        let own = open_gains(relations, us);
        let opp = open_gains(relations, !us);
        self.if_we_pass = switch_sum(&own, &opp, false);
        self.own = xref.threats(us).count() as u8;
        self.opp = xref.threats(!us).count() as u8;
        self.flags.set(AssessmentFlags::IN_CHECK, in_check);
        self.flags.set(AssessmentFlags::UNSTABLE, xref.entries.iter().any(Entry::is_mate));
        let threat = xref.threats(!us).max_by_key(|(_, e)| e.value);
        self.threat = threat.map(|(_, e)| (e.parts, e.value));
        self.upper = self.if_we_pass;
        for entry in xref.entries.iter().filter(|e| e.side == us) {
            self.upper = self.upper.max(outlook(entry, xref));
        }
    }

    /// Notes how the first choice was made.
    pub(super) fn note_choice(&mut self, xref: &Xref, chosen: &Entry) {
        let second = xref
            .entries
            .iter()
            .filter(|e| e.side == chosen.side && e.parts != chosen.parts)
            .map(|e| e.weight)
            .max()
            .unwrap_or(0);
        self.margin = chosen.weight - second;
        self.outlook = outlook(chosen, xref);
    }

    /// Notes what makes a step uncertain.
    pub(super) fn note_step(&mut self, entry: &Entry) {
        if entry.flags.contains(XrefFlags::PARTIAL) {
            self.flags |= AssessmentFlags::PARTIAL;
        }
        if entry.flags.contains(XrefFlags::CHECK) {
            self.flags |= AssessmentFlags::CHECK;
        }
        if entry.flags.contains(XrefFlags::DROP) {
            self.drops += 1;
        }
    }

    /// The value handed to the search: the plain net, but not below what
    /// declining everything keeps (the guard), and not above what the best
    /// entry promises together with what remains after it (the clamp).
    pub(super) fn finish(&mut self, values: &PieceValues) {
        self.assessed = self.net;
        if !self.flags.contains(AssessmentFlags::IN_CHECK) {
            let pawn = values.capture(values.rising()[0]);
            self.assessed = self.net.max(self.if_we_pass).min(self.upper + pawn);
        }
        self.confidence = confidence::of(self, values);
        if let Some(record) = &self.record {
            self.assessed = record.net;
            self.confidence = record.confidence;
        }
    }
}

/// What stands open for a side: what it could take on each square, and its
/// promotions.
fn open_gains(relations: &Relations, side: Color) -> ArrayVec<Value, MAX_ENTRIES> {
    let taken = slots(relations.threatened[!side]).map(|slot| relations.at_risk[slot]);
    let promoted = slots(relations.promoters[side]).map(|slot| relations.promotion[slot]);
    taken.chain(promoted).take(MAX_ENTRIES).collect()
}

/// What an own entry leads to if the rest of the table is then settled in
/// turns: what it wins, and the sum of switches over what its relations
/// leave, the recapture among them. If the exchange ends with the turn ours
/// again, the opponent may also play it out.
pub fn outlook(entry: &Entry, xref: &Xref) -> Value {
    let us = entry.side;
    let mut own: ArrayVec<Value, MAX_ENTRIES> = ArrayVec::new();
    // A piece is taken once, and takes once.
    let mut used = entry_slots(entry);
    for (_, other) in xref.threats(us).filter(|(_, e)| !e.is_mate()) {
        let slots = entry_slots(other);
        if used & slots == 0 {
            own.push(other.value);
            used |= slots;
        }
    }
    let mut opp: ArrayVec<Value, { MAX_ENTRIES + 1 }> = ArrayVec::new();
    for (number, threat) in xref.threats(!us) {
        let saved = entry.credits.iter().find(|c| c.from as usize == number).map_or(0, |c| c.amount);
        let gone = entry.target == threat.mover;
        if threat.value > saved && !gone {
            opp.push(threat.value - saved);
        }
    }
    let played_out = entry.value + switch_sum(&own, &opp, true);
    opp.push(-entry.recapture());
    let left = entry.first + switch_sum(&own, &opp, false);
    if entry.flags.contains(XrefFlags::SENTE) { left.min(played_out) } else { left }
}

/// The pieces that an entry uses up: the one that moves, the one it takes.
fn entry_slots(entry: &Entry) -> Slots {
    let of = |slot: u8| if slot == NO_SLOT { 0 } else { bit(slot as usize) };
    of(entry.mover) | of(entry.target)
}
