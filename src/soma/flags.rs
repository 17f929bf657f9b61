//! The flags that only the printed table shows: how a threat can be answered.

use crate::game::attack_map::{NO_SLOT, bit};
use crate::game::{Color, Geometry};

use super::defence::Method;
use super::threats::{AnswerSearch, Builder};
use super::xref::{Xref, XrefFlags};

impl<G: Geometry> Builder<'_, G> {
    /// Finds the flags that only the printed table shows.
    pub(super) fn complete_flags(&self, xref: &mut Xref) {
        for number in 0..xref.entries.len() {
            let entry = xref.entries[number].clone();
            if !entry.is_gain() {
                continue;
            }
            if entry.target != NO_SLOT && self.is_tied_down(entry.target as usize, !entry.side) {
                xref.entries[number].flags |= XrefFlags::TARGET_TIED;
            }
            // A capture that loses on its own is judged as if it were a threat.
            for method in Method::ALL {
                let mut search = AnswerSearch::new(false, false);
                self.search_answers(xref, number, method, &mut search);
                let flags = &mut xref.entries[number].flags;
                if search.complete {
                    flags.insert(method.flag() | XrefFlags::STOPPABLE);
                }
                if method == Method::Run && entry.target != NO_SLOT {
                    flags.set(XrefFlags::IMMOBILE, search.least_risk >= entry.first);
                }
            }
            let counter = (0..xref.entries.len()).any(|i| {
                let e = &xref.entries[i];
                e.side != entry.side && e.target == entry.mover && e.value >= 0
            });
            if counter {
                xref.entries[number].flags |= XrefFlags::STOPPABLE;
            }
        }
    }

    /// Whether a piece is tied to something of its own side.
    fn is_tied_down(&self, slot: usize, owner: Color) -> bool {
        self.relations.tied & bit(slot) != 0
            && self.relations.ties.iter().any(|tie| tie.piece as usize == slot && tie.gainer != owner)
    }
}
