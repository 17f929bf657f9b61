//! What a table promises beyond its weightiest row, and what a prediction keeps
//! of its first one.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use super::mate::MATE_GAIN;
use super::table::FullTable;
use super::ties::Stakes;
use super::xref::{Flags, MAX_ROWS, Xref, XrefRow};
use super::{Doubts, Prediction};
use crate::game::attack_map::{NO_SLOT, Slots, bit};
use crate::game::{Board, Color, Geometry, PieceValues, SquareSet, Value};
use crate::soma::entry::Entry;
use crate::soma::look_ahead::switch_sum;

impl Prediction {
    /// Notes what the first table shows: what stands open for both sides.
    pub(super) fn look_at<G: Geometry>(&mut self, table: &FullTable<G>) {
        let FullTable { view, stakes, xref, in_check } = table;
        let us = view.board.side_to_move();
        let own = stakes.open_gains(us);
        let mut opp = stakes.open_gains(!us);
        self.if_we_pass = switch_sum(&own, &opp, false);
        opp.sort_unstable_by_key(|&value| Reverse(value));
        self.assessment.if_we_parry = switch_sum(&own, opp.get(1..).unwrap_or_default(), false);
        self.assessment.open[us] = xref.threats(us).count() as u8;
        self.assessment.open[!us] = xref.threats(!us).count() as u8;
        self.assessment.largest_gain = own.iter().copied().max().unwrap_or(0);
        self.doubts.set(Doubts::IN_CHECK, *in_check);
        self.doubts.set(Doubts::UNSTABLE, xref.rows.iter().any(XrefRow::is_mate));
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
    pub(super) fn note_step(&mut self, row: &XrefRow) {
        for (flag, doubt) in
            [(Flags::PARTIAL, Doubts::PARTIAL), (Flags::CHECK, Doubts::CHECK), (Flags::DROP, Doubts::DROP)]
        {
            self.doubts |= if row.flags.contains(flag) { doubt } else { Doubts::empty() };
        }
    }
}

impl<G: Geometry> Stakes<G> {
    /// What stands open for a side: what it could take on each square, and its promotions.
    fn open_gains(&self, side: Color) -> ArrayVec<Value, MAX_ROWS> {
        let taken = self.threatened[!side].squares();
        let promoted = self.promoters[side].iter().map(|(sq, _)| self.promotion[sq.index()]);
        taken.map(|sq| self.at_risk[sq.index()]).chain(promoted).take(MAX_ROWS).collect()
    }
}

/// What an own row leads to if the rest of the table is then settled in
/// turns: what it wins, and the sum of switches over what its relations
/// leave, the recapture among them. If the exchange ends with the turn ours
/// again, the opponent may also play it out.
pub(crate) fn outlook(row: &XrefRow, xref: &Xref) -> Value {
    let us = row.side;
    let Entry { value, first, target, .. } = row.entry;
    let mut own: ArrayVec<Value, MAX_ROWS> = ArrayVec::new();
    // A piece is taken once, and takes once.
    let mut used = row_slots(row);
    for (_, other) in xref.threats(us).filter(|(_, e)| !e.is_mate()) {
        let slots = row_slots(other);
        if used & slots == 0 {
            own.push(other.entry.value);
            used |= slots;
        }
    }
    let mut opp: ArrayVec<Value, { MAX_ROWS + 1 }> = ArrayVec::new();
    for (number, threat) in xref.threats(!us) {
        let saved = row.saved(number);
        let gone = target == threat.entry.mover;
        if threat.entry.value > saved && !gone {
            opp.push(threat.entry.value - saved);
        }
    }
    let played_out = value + switch_sum(&own, &opp, true);
    opp.push(first - value);
    let left = first + switch_sum(&own, &opp, false);
    if row.flags.contains(Flags::SENTE) { left.min(played_out) } else { left }
}

/// The pieces that a row uses up: the one that moves, the one it takes.
fn row_slots(row: &XrefRow) -> Slots {
    let of = |slot: u8| if slot == NO_SLOT { 0 } else { bit(slot as usize) };
    of(row.entry.mover) | of(row.entry.target)
}
