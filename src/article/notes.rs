//! B2: the relations that add no weight but explain it. R7, R8, R9 and R13 are in the
//! value already, R11 only orders the moves.
//! They stand apart from the credits, so that value and credits add up to the
//! weight.

use arrayvec::ArrayVec;

use crate::game::{Geometry, Square};

use super::table::Builder;
use super::ties::Tie;
use super::xref::{Flags, MAX_NOTES, Note, Xref, XrefRow};
use crate::soma::relation::Relation;

impl<G: Geometry> Builder<'_, G> {
    /// Notes these relations, of each rule one.
    pub(super) fn note_relations(&self, xref: &mut Xref) {
        for number in 0..xref.rows.len() {
            let row = &xref.rows[number];
            let mut notes: ArrayVec<Note, MAX_NOTES> = ArrayVec::new();
            let mut note = |with: Option<usize>, relation| {
                notes.extend(with.map(|with| Note { with: with as u8, relation }));
            };
            if row.is_gain() {
                note(self.guard_removed(xref, row), Relation::GuardRemoved);
                let is_broken = self.tie_in(row, Relation::DutyBroken).is_some();
                note(is_broken.then_some(number), Relation::DutyBroken);
                note(other_gain(&xref.rows, row, Relation::AttackerSpent), Relation::AttackerSpent);
                let earlier = if row.is_threat() { &xref.rows[..number] } else { &[] };
                note(other_gain(earlier, row, Relation::SameTarget), Relation::SameTarget);
            }
            if row.flags.contains(Flags::CHECK) {
                note(suspended(xref, row), Relation::CheckFirst);
            }
            xref.rows[number].notes = notes;
        }
    }

    /// What comes loose elsewhere by a row's move, by this rule: where, if it does.
    fn tie_in(&self, row: &XrefRow, rule: Relation) -> Option<Square> {
        let ties = self.stakes.ties.iter().filter(|tie| tie.on != row.parts.to);
        let by_rule = |tie: &&Tie| row.entry.relation_to(&tie.entry(self.view)) == Some(rule);
        ties.into_iter().find(by_rule).map(|tie| tie.object)
    }

    /// R7: the captured piece guarded something; the row that takes this,
    /// or the capture itself if nothing in the table does yet.
    fn guard_removed(&self, xref: &Xref, row: &XrefRow) -> Option<usize> {
        let object = self.tie_in(row, Relation::GuardRemoved)?;
        let takes = |other: &XrefRow| {
            other.side == row.side
                && other.parts.captured.is_some_and(|(sq, _)| sq == object)
                && other.parts != row.parts
        };
        xref.rows.iter().position(takes).or_else(|| xref.find(row.side, &row.parts))
    }
}

/// R9, R13: the first of these rows that is a gain in this relation to a row.
fn other_gain(rows: &[XrefRow], row: &XrefRow, rule: Relation) -> Option<usize> {
    rows.iter().position(|other| {
        other.is_threat() && other.parts != row.parts && row.entry.relation_to(&other.entry) == Some(rule)
    })
}

/// R11: the largest threat that a check puts off and does not answer.
fn suspended(xref: &Xref, row: &XrefRow) -> Option<usize> {
    xref.threats(!row.side)
        .filter(|(number, _)| !row.credits.iter().any(|c| c.from as usize == *number))
        .max_by_key(|(_, threat)| threat.entry.value)
        .map(|(number, _)| number)
}
