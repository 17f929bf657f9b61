//! The flags that only the printed table shows: how a
//! threat can be answered, and what its pieces are tied to.

use crate::game::Geometry;

use super::table::Builder;
use super::xref::{Credit, Flags, Xref, XrefRow};
use crate::soma::entry::EntryKind;
use crate::soma::relation::Relation;

impl<G: Geometry> Builder<'_, G> {
    /// Finds the flags that only the printed table shows.
    pub(super) fn complete_flags(&self, xref: &mut Xref) {
        for number in 0..xref.rows.len() {
            let found = match xref.rows[number].entry.kind {
                EntryKind::Capture | EntryKind::Promotion => self.flags_of_gain(xref, number),
                EntryKind::MateThreat => stopped_by_some(xref, number),
                _ => Flags::empty(),
            };
            xref.rows[number].flags |= found;
        }
    }

    /// The flags of a capture or promotion. One that loses on its own is judged as if it were a threat.
    fn flags_of_gain(&self, xref: &Xref, number: usize) -> Flags {
        let row = &xref.rows[number];
        let mut flags = Flags::empty();
        flags.set(Flags::DESPERADO, self.risk_of_mover(row) > 0);
        let found = self.answers(xref, number, false);
        flags |= found.complete;
        let mut least_risk = found.least_risk;
        if let Some((target, _)) = row.parts.captured {
            // The target may also leave by taking something.
            for capture in xref.rows.iter().filter(|r| r.entry.mover == row.entry.target && r.is_gain()) {
                least_risk = least_risk.min(-capture.entry.value);
            }
            let threat = if row.entry.value > 0 { row.entry.value } else { row.entry.first };
            flags.set(Flags::CAN_RUN, least_risk <= 0 || flags.contains(Flags::CAN_RUN));
            flags.set(Flags::IMMOBILE, least_risk >= threat);
            // To something of its own side.
            let ties = &self.stakes.ties;
            let is_tied = ties.iter().any(|tie| tie.piece == target && tie.gainer == row.side);
            flags.set(Flags::TARGET_TIED, is_tied);
        }
        let answered = flags.intersects(Flags::CAN_BLOCK | Flags::CAN_DEFEND | Flags::CAN_RUN);
        let countered =
            |r: &XrefRow| r.side != row.side && r.entry.target == row.entry.mover && r.entry.value >= 0;
        flags.set(Flags::STOPPABLE, answered || xref.rows.iter().any(countered));
        flags | stopped_by_some(xref, number)
    }
}

/// `STOPPABLE` if some row is credited with stopping this one, a mate.
fn stopped_by_some(xref: &Xref, number: usize) -> Flags {
    let stops = |c: &Credit| c.from as usize == number && c.relation == Relation::MateStopped;
    let is_stopped = xref.rows.iter().any(|row| row.credits.iter().any(stops));
    if is_stopped { Flags::STOPPABLE } else { Flags::empty() }
}
