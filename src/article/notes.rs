//! Relations that add no weight but explain it: they are in the value
//! already, or only order the moves (R7, R8, R9, R11, R13).
//! They stand apart from the credits, so that value and credits add up to the
//! weight.

use crate::game::Geometry;
use crate::game::attack_map::NO_SLOT;

use super::threats::Builder;
use super::xref::{MAX_NOTES, Note, Xref, XrefEntry, XrefFlags};
use crate::soma::relation::Relation;

impl<G: Geometry> Builder<'_, G> {
    /// Notes these relations on the own and the other side's gains.
    pub(super) fn note_relations(&self, xref: &mut Xref) {
        for number in 0..xref.entries.len() {
            let entry = &xref.entries[number];
            let mut notes: [Option<(usize, Relation)>; MAX_NOTES] = [None; MAX_NOTES];
            if entry.is_gain() {
                notes[0] = self.guard_removed(xref, entry).map(|from| (from, Relation::GuardRemoved));
                notes[1] = self.duty_broken(entry).then_some((number, Relation::DutyBroken));
                notes[2] = spent(xref, entry).map(|from| (from, Relation::AttackerSpent));
                notes[3] = same_target(xref, number).map(|from| (from, Relation::SameTarget));
            }
            if entry.flags.contains(XrefFlags::CHECK) {
                notes[4] = suspended(xref, entry).map(|from| (from, Relation::CheckFirst));
            }
            xref.entries[number].notes = notes
                .into_iter()
                .flatten()
                .map(|(from, relation)| Note { with: from as u8, relation })
                .collect();
        }
    }

    /// R7: the captured piece guarded something; the entry that takes this,
    /// or the capture itself if nothing in the table does yet.
    fn guard_removed(&self, xref: &Xref, entry: &XrefEntry) -> Option<usize> {
        let taken = |e: &XrefEntry| e.parts.captured.map(|(sq, _)| sq);
        let tie = self.relations.ties.iter().find(|tie| {
            Some(tie.piece) == taken(entry) && tie.gainer == entry.side && tie.on != entry.parts.to
        })?;
        let takes =
            |e: &XrefEntry| e.side == entry.side && taken(e) == Some(tie.object) && e.parts != entry.parts;
        xref.entries.iter().position(takes).or_else(|| xref.find(entry.side, &entry.parts))
    }

    /// R8: the mover leaves something that it guards.
    fn duty_broken(&self, entry: &XrefEntry) -> bool {
        entry.parts.from.is_some_and(|from| self.relations.tie_cost(from, entry.side, entry.parts.to) > 0)
    }
}

/// R9: another gain that the same piece could have made.
fn spent(xref: &Xref, entry: &XrefEntry) -> Option<usize> {
    let other = |e: &XrefEntry| {
        e.side == entry.side && e.mover == entry.mover && e.is_threat() && e.parts != entry.parts
    };
    if entry.mover == NO_SLOT { None } else { xref.entries.iter().position(other) }
}

/// R11: the largest threat that a check puts off and does not answer.
fn suspended(xref: &Xref, entry: &XrefEntry) -> Option<usize> {
    xref.threats(!entry.side)
        .filter(|(number, _)| !entry.credits.iter().any(|c| c.from as usize == *number))
        .max_by_key(|(_, threat)| threat.value)
        .map(|(number, _)| number)
}

/// R13: an earlier gain on the same target, which is not added to this one.
fn same_target(xref: &Xref, number: usize) -> Option<usize> {
    let entry = &xref.entries[number];
    let target = Some(entry.target).filter(|&target| target != NO_SLOT)?;
    (0..number).find(|&i| {
        let other = &xref.entries[i];
        other.side == entry.side && other.target == target && other.is_threat() && entry.is_threat()
    })
}
