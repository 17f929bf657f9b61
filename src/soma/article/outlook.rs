//! What a table promises beyond its largest entry, and what a prediction keeps
//! of its first one.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use super::mate::MATE_GAIN;
use super::relations::Relations;
use super::threats::FullTable;
use super::xref::{MAX_ENTRIES, XrefEntry, XrefFlags};
use super::{Doubts, Prediction};
use crate::game::{Board, Color, Geometry, PieceValues, Square, SquareSet, Value};
use crate::soma::look_ahead::switch_sum;

impl Prediction {
    /// Notes what the first table shows: what stands open for both sides.
    pub(super) fn look_at<G: Geometry>(&mut self, table: &FullTable<G>) {
        let FullTable { view, relations, xref, in_check } = table;
        let us = view.board.side_to_move();
        let own = relations.open_gains(us, None);
        let mut opp = relations.open_gains(!us, None);
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
    /// What stands open for a side: what it could take on each square but one, and its
    /// promotions.
    fn open_gains(&self, side: Color, but: Option<Square>) -> ArrayVec<Value, MAX_ENTRIES> {
        let taken = self.threatened[!side].squares().filter(|&sq| Some(sq) != but);
        let promoted = self.promoters[side].iter().map(|(sq, _)| self.promotion[sq.index()]);
        taken.map(|sq| self.at_risk[sq.index()]).chain(promoted).take(MAX_ENTRIES).collect()
    }
}

impl<G: Geometry> FullTable<G> {
    /// What an entry leads to if what stands open after it is then settled in turns,
    /// the recapture and the threats of mate that it leaves among it. If the exchange
    /// ends with the turn back where it was, the opponent may also play it out.
    pub(super) fn outlook(&self, entry: &XrefEntry) -> Value {
        let us = entry.side;
        let open = Relations::risks(&self.view.after(us, &entry.parts));
        let own = open.open_gains(us, None);
        let mates = self.xref.threats(!us).filter(|(_, threat)| threat.is_mate());
        let mates: Value = mates.map(|(number, threat)| threat.value - entry.saved(number)).sum();
        let left = entry.first + switch_sum(&own, &open.open_gains(!us, None), false);
        let played_out = entry.value + switch_sum(&own, &open.open_gains(!us, Some(entry.parts.to)), true);
        let sente = entry.flags.contains(XrefFlags::SENTE);
        if sente { left.min(played_out) - mates } else { left - mates }
    }
}
