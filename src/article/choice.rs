//! B3: which row is played; and what may still be played, so that B5 comes to an end.

use std::cmp::Reverse;

use crate::game::{Board, Geometry, SquareSet};

use super::line::PredictedLine;
use super::outlook::outlook;
use super::table::FullTable;
use super::xref::{Flags, XrefRow};
use crate::soma::entry::EntryKind;

/// How many pieces each side may drop in answers on a predicted line.
const DROP_QUOTA: u8 = 2;

impl<G: Geometry> PredictedLine<G> {
    /// B3: the best row that may be played, or nothing for a pass.
    pub(super) fn choose(&self, table: &FullTable<G>) -> Option<usize> {
        let best = table.xref.best(self.board.side_to_move(), |e| self.may_play(e))?;
        if table.in_check {
            return Some(best);
        }
        let is_worth_it = table.xref.rows[best].weight > 0;
        self.keeps_the_move(table, best).or_else(|| is_worth_it.then_some(best))
    }

    /// An exchange that ends with the turn back where it was, to be played
    /// before the weightiest row because more is left open afterwards
    /// (greed by weight ignores who keeps the move).
    fn keeps_the_move(&self, table: &FullTable<G>, best: usize) -> Option<usize> {
        let rows = &table.xref.rows;
        let first = &rows[best];
        if first.is_mate() || first.flags.contains(Flags::SENTE) {
            return None;
        }
        let lasting = |row: &XrefRow| {
            row.side == first.side
                && row.is_gain()
                && row.flags.contains(Flags::SENTE)
                && (row.entry.value > 0 || row.flags.contains(Flags::DESPERADO))
                && self.may_play(row)
        };
        let (number, more) = (0..rows.len())
            .filter(|&i| lasting(&rows[i]))
            .map(|i| (i, outlook(&rows[i], &table.xref)))
            .max_by_key(|&(i, more)| (more, Reverse(i)))?;
        (more > outlook(first, &table.xref).max(0)).then_some(number)
    }

    /// Whether a row may still be played: a quiet answer only by a piece
    /// that has not made one, and no more drops than the quota.
    pub(super) fn may_play(&self, row: &XrefRow) -> bool {
        row.entry.kind != EntryKind::Neutralise
            || match row.parts.from {
                None => self.drops[row.side] < DROP_QUOTA,
                Some(from) => !self.spent.contains(from),
            }
    }

    /// Notes that a row is played.
    pub(super) fn note(&mut self, row: &XrefRow) {
        self.passes = 0;
        let to = G::Bitboard::of(row.parts.to);
        // A piece keeps its mark wherever it goes, and loses it when taken.
        let is_spent = row.entry.kind == EntryKind::Neutralise
            || row.parts.from.is_none_or(|from| self.spent.contains(from));
        self.drops[row.side] += u8::from(row.parts.from.is_none());
        self.spent &= !row.parts.from.map_or(to, |from| to | G::Bitboard::of(from));
        self.spent |= if is_spent { to } else { G::Bitboard::EMPTY };
    }
}
