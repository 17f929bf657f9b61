//! What a table promises beyond its largest entry, and what a prediction keeps
//! of its first one.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use super::mate::MATE_GAIN;
use super::relations::Relations;
use super::threats::FullTable;
use super::xref::{MAX_ENTRIES, Xref, XrefEntry, XrefFlags};
use super::{Doubts, Prediction};
use crate::game::attack_map::{NO_SLOT, Slots, bit};
use crate::game::{Board, Color, Geometry, PieceValues, SquareSet, Value};
use crate::soma::look_ahead::switch_sum;

impl Prediction {
    /// Notes what the first table shows: what stands open for both sides.
    pub(super) fn look_at<G: Geometry>(&mut self, table: &FullTable<G>) {
        let FullTable { view, relations, xref, in_check } = table;
        let us = view.board.side_to_move();
        let own = relations.open_gains(us);
        let mut opp = relations.open_gains(!us);
        self.if_we_pass = switch_sum(&own, &opp, false);
        opp.sort_unstable_by_key(|&value| Reverse(value));
        self.assessment.if_we_parry = switch_sum(&own, opp.get(1..).unwrap_or_default(), false);
        self.assessment.open[us] = xref.threats(us).count() as u8;
        self.assessment.open[!us] = xref.threats(!us).count() as u8;
        self.assessment.largest_gain = own.iter().copied().max().unwrap_or(0);
        self.doubts.set(Doubts::IN_CHECK, *in_check);
        self.doubts.set(Doubts::UNSTABLE, xref.entries.iter().any(XrefEntry::is_mate));
    }

    /// How much the net may be wrong because the line settles nothing: by everything
    /// where a mate is near, by some pawns in check or where the line was cut.
    pub(super) fn unsettled(&self, values: &PieceValues) -> Value {
        const PAWNS: Value = 4;
        if self.doubts.contains(Doubts::UNSTABLE) {
            MATE_GAIN
        } else if self.doubts.intersects(Doubts::IN_CHECK | Doubts::TRUNCATED) {
            PAWNS * values.capture(values.rising()[0])
        } else {
            0
        }
    }

    /// Notes what makes a step uncertain.
    pub(super) fn note_step(&mut self, entry: &XrefEntry) {
        for (flag, doubt) in [
            (XrefFlags::PARTIAL, Doubts::PARTIAL),
            (XrefFlags::CHECK, Doubts::CHECK),
            (XrefFlags::DROP, Doubts::DROP),
        ] {
            self.doubts |= if entry.flags.contains(flag) { doubt } else { Doubts::empty() };
        }
    }
}

impl<G: Geometry> Relations<G> {
    /// What stands open for a side: what it could take on each square, and its
    /// promotions.
    fn open_gains(&self, side: Color) -> ArrayVec<Value, MAX_ENTRIES> {
        let taken = self.threatened[!side].squares();
        let promoted = self.promoters[side].iter().map(|(sq, _)| self.promotion[sq.index()]);
        taken.map(|sq| self.at_risk[sq.index()]).chain(promoted).take(MAX_ENTRIES).collect()
    }
}

/// What an own entry leads to if the rest of the table is then settled in
/// turns: what it wins, and the sum of switches over what its relations
/// leave, the recapture among them. If the exchange ends with the turn ours
/// again, the opponent may also play it out.
pub fn outlook(entry: &XrefEntry, xref: &Xref) -> Value {
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
        let saved = entry.saved(number);
        let gone = entry.target == threat.mover;
        if threat.value > saved && !gone {
            opp.push(threat.value - saved);
        }
    }
    let played_out = entry.value + switch_sum(&own, &opp, true);
    opp.push(entry.first - entry.value);
    let left = entry.first + switch_sum(&own, &opp, false);
    if entry.flags.contains(XrefFlags::SENTE) { left.min(played_out) } else { left }
}

/// The pieces that an entry uses up: the one that moves, the one it takes.
fn entry_slots(entry: &XrefEntry) -> Slots {
    let of = |slot: u8| if slot == NO_SLOT { 0 } else { bit(slot as usize) };
    of(entry.mover) | of(entry.target)
}
