//! The flags that only the printed table shows: how a
//! threat can be answered, and what its pieces are tied to.

use crate::game::{Color, Geometry, Square, SquareSet};

use super::threats::Builder;
use super::xref::{Credit, EntryKind, Xref, XrefEntry, XrefFlags};
use crate::soma::relation::Relation;

impl<G: Geometry> Builder<'_, G> {
    /// Finds the flags that only the printed table shows.
    pub(super) fn complete_flags(&self, xref: &mut Xref) {
        for number in 0..xref.entries.len() {
            let entry = &xref.entries[number];
            let found = match entry.kind {
                EntryKind::Capture | EntryKind::Promotion => self.flags_of_gain(xref, number),
                EntryKind::MateThreat => stopped_by_some(xref, number),
                _ => XrefFlags::empty(),
            };
            xref.entries[number].flags |= found;
        }
    }

    /// The flags of a capture or promotion. One that loses on its own is
    /// judged as if it were a threat.
    fn flags_of_gain(&self, xref: &Xref, number: usize) -> XrefFlags {
        let entry = &xref.entries[number];
        let mut flags = XrefFlags::empty();
        flags.set(XrefFlags::DESPERADO, self.risk_of_mover(entry) > 0);
        let found = self.answers(xref, number, false);
        flags |= found.complete;
        let mut least_risk = found.least_risk;
        if let Some((target, _)) = entry.parts.captured {
            // The target may also leave by taking something.
            for capture in xref.entries.iter().filter(|e| e.mover == entry.target && e.is_gain()) {
                least_risk = least_risk.min(-capture.value);
            }
            let threat = if entry.value > 0 { entry.value } else { entry.first };
            flags.set(XrefFlags::CAN_RUN, least_risk <= 0 || flags.contains(XrefFlags::CAN_RUN));
            flags.set(XrefFlags::IMMOBILE, least_risk >= threat);
            flags.set(XrefFlags::TARGET_TIED, self.is_tied_down(target, !entry.side));
        }
        let answered = flags.intersects(XrefFlags::CAN_BLOCK | XrefFlags::CAN_DEFEND | XrefFlags::CAN_RUN);
        let countered = |e: &XrefEntry| e.side != entry.side && e.target == entry.mover && e.value >= 0;
        flags.set(XrefFlags::STOPPABLE, answered || xref.entries.iter().any(countered));
        flags | stopped_by_some(xref, number)
    }

    /// Whether a piece is tied to something of its own side.
    fn is_tied_down(&self, piece: Square, owner: Color) -> bool {
        self.relations.tied.contains(piece)
            && self.relations.ties.iter().any(|tie| tie.piece == piece && tie.gainer != owner)
    }
}

/// `STOPPABLE` if some entry is credited with stopping this one, a mate.
fn stopped_by_some(xref: &Xref, number: usize) -> XrefFlags {
    let stops = |c: &Credit| c.from as usize == number && c.relation == Relation::MateStopped;
    let is_stopped = xref.entries.iter().any(|e| e.credits.iter().any(stops));
    if is_stopped { XrefFlags::STOPPABLE } else { XrefFlags::empty() }
}
