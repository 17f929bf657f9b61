//! B3 and B5: which entry is played, and what may still be played.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use crate::game::{Board, ByColor, Geometry, Square, Value};

use super::outlook::outlook;
use super::resolve::MAX_LINE;
use super::threats::FullTable;
use super::xref::{EntryKind, Xref, XrefEntry, XrefFlags};

/// How many pieces each side may drop in answers on a predicted line.
const DROP_QUOTA: u8 = 2;
/// How many moves that win nothing at once each side may play on it.
const DELAYED_QUOTA: u8 = 1;

/// What the iteration must remember to end.
#[derive(Clone, Debug)]
pub struct Play {
    /// +1 when the side to move at the root is to move.
    pub sign: Value,
    /// How often in a row nobody played.
    pub passes: u8,
    drops: ByColor<u8>,
    delayed: ByColor<u8>,
    /// Squares of pieces that have made their quiet answer.
    spent: ArrayVec<Square, MAX_LINE>,
}

impl Default for Play {
    fn default() -> Self {
        Self::new()
    }
}

impl Play {
    /// Nothing has been played.
    pub fn new() -> Self {
        Self { sign: 1, passes: 0, drops: ByColor([0; 2]), delayed: ByColor([0; 2]), spent: ArrayVec::new() }
    }

    /// B3: the best entry that may be played, or nothing for a pass.
    pub fn choose<G: Geometry>(&self, table: &FullTable<G>) -> Option<usize> {
        let xref = &table.xref;
        let best = xref.best(table.view.board.side_to_move(), |e| self.may_play(e))?;
        if table.in_check {
            return Some(best);
        }
        self.keeps_the_move(xref, best).or_else(|| (xref.entries[best].weight > 0).then_some(best))
    }

    /// An exchange that ends with the turn back where it was, to be played
    /// before the weightiest entry because more is left open afterwards
    /// (greed by weight ignores who keeps the move).
    fn keeps_the_move(&self, xref: &Xref, best: usize) -> Option<usize> {
        let first = &xref.entries[best];
        if first.is_mate() || first.flags.contains(XrefFlags::SENTE) {
            return None;
        }
        let promised = outlook(first, xref);
        let lasting = |e: &XrefEntry| {
            e.side == first.side
                && e.is_gain()
                && e.flags.contains(XrefFlags::SENTE)
                && (e.value > 0 || e.flags.contains(XrefFlags::DESPERADO))
                && self.may_play(e)
        };
        let (number, more) = (0..xref.entries.len())
            .filter(|&i| lasting(&xref.entries[i]))
            .map(|i| (i, outlook(&xref.entries[i], xref)))
            .max_by_key(|&(i, more)| (more, Reverse(i)))?;
        (more > promised.max(0)).then_some(number)
    }

    /// Whether an entry may still be played: a quiet answer only by a piece
    /// that has not made one, no more drops than the quota, and one move that
    /// wins nothing at once.
    pub fn may_play(&self, e: &XrefEntry) -> bool {
        if e.flags.contains(XrefFlags::DELAYED) && self.delayed[e.side] >= DELAYED_QUOTA {
            return false;
        }
        e.kind != EntryKind::Neutralise
            || match e.parts.from {
                None => self.drops[e.side] < DROP_QUOTA,
                Some(from) => !self.spent.contains(&from),
            }
    }

    /// Notes that an entry is played.
    pub fn note(&mut self, entry: &XrefEntry) {
        self.sign = -self.sign;
        self.passes = 0;
        if entry.flags.contains(XrefFlags::DELAYED) {
            self.delayed[entry.side] += 1;
        }
        if let Some(from) = entry.parts.from {
            // A piece keeps its mark wherever it goes, and loses it when taken.
            let was_spent = self.spent.iter().position(|&sq| sq == from);
            if let Some(at) = was_spent {
                self.spent.remove(at);
            }
            self.spent.retain(|sq| *sq != entry.parts.to);
            if was_spent.is_some() || entry.kind == EntryKind::Neutralise {
                self.spend(entry.parts.to);
            }
        } else {
            self.drops[entry.side] += 1;
            self.spend(entry.parts.to);
        }
    }

    fn spend(&mut self, sq: Square) {
        let _ = self.spent.try_push(sq);
    }

    /// Notes a pass.
    pub const fn pass(&mut self) {
        self.sign = -self.sign;
        self.passes += 1;
    }
}
