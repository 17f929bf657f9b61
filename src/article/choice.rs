//! B3 and B5: which entry is played, and what may still be played.

use std::cmp::Reverse;

use crate::game::{Board, Geometry, SquareSet};

use super::outlook::outlook;
use super::resolve::PredictedLine;
use super::threats::FullTable;
use super::xref::{EntryKind, XrefEntry, XrefFlags};

/// How many pieces each side may drop in answers on a predicted line.
const DROP_QUOTA: u8 = 2;

impl<G: Geometry> PredictedLine<G> {
    /// B3: the best entry that may be played, or nothing for a pass.
    pub(super) fn choose(&self, table: &FullTable<G>) -> Option<usize> {
        let best = table.xref.best(self.board.side_to_move(), |e| self.may_play(e))?;
        if table.in_check {
            return Some(best);
        }
        let is_worth_it = table.xref.entries[best].weight > 0;
        self.keeps_the_move(table, best).or_else(|| is_worth_it.then_some(best))
    }

    /// An exchange that ends with the turn back where it was, to be played
    /// before the weightiest entry because more is left open afterwards
    /// (greed by weight ignores who keeps the move).
    fn keeps_the_move(&self, table: &FullTable<G>, best: usize) -> Option<usize> {
        let entries = &table.xref.entries;
        let first = &entries[best];
        if first.is_mate() || first.flags.contains(XrefFlags::SENTE) {
            return None;
        }
        let lasting = |e: &XrefEntry| {
            e.side == first.side
                && e.is_gain()
                && e.flags.contains(XrefFlags::SENTE)
                && (e.value > 0 || e.flags.contains(XrefFlags::DESPERADO))
                && self.may_play(e)
        };
        let (number, more) = (0..entries.len())
            .filter(|&i| lasting(&entries[i]))
            .map(|i| (i, outlook(&entries[i], &table.xref)))
            .max_by_key(|&(i, more)| (more, Reverse(i)))?;
        (more > outlook(first, &table.xref).max(0)).then_some(number)
    }

    /// Whether an entry may still be played: a quiet answer only by a piece
    /// that has not made one, and no more drops than the quota.
    pub(super) fn may_play(&self, e: &XrefEntry) -> bool {
        e.kind != EntryKind::Neutralise
            || match e.parts.from {
                None => self.drops[e.side] < DROP_QUOTA,
                Some(from) => !self.spent.contains(from),
            }
    }

    /// Notes that an entry is played.
    pub(super) fn note(&mut self, entry: &XrefEntry) {
        self.passes = 0;
        let to = G::Bitboard::of(entry.parts.to);
        // A piece keeps its mark wherever it goes, and loses it when taken.
        let is_spent = entry.kind == EntryKind::Neutralise
            || entry.parts.from.is_none_or(|from| self.spent.contains(from));
        self.drops[entry.side] += u8::from(entry.parts.from.is_none());
        self.spent &= !entry.parts.from.map_or(to, |from| to | G::Bitboard::of(from));
        self.spent |= if is_spent { to } else { G::Bitboard::EMPTY };
    }
}
