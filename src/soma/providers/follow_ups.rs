//! What comes after a capture or a promotion that is not answered on its
//! square: what the piece attacks from where it arrives, and what it guards.
//!
//! A piece that captures with check, or attacks another one, keeps the move:
//! the other side has to answer, or loses more. A piece that arrives as a guard
//! takes a threat away. Both are changes that one entry makes to others
//! (article, B2).

use super::Context;
use crate::game::attack_map::bit;
use crate::game::{Board, Geometry, Square, SquareSet, Value};
use crate::soma::Assessor;
use crate::soma::entry::{Entry, EntryKind};

/// What a check counts: more than all that a capture wins in either game, so
/// that it is answered first.
const CHECK: Value = 10_000;

impl<G: Geometry> Assessor<G> {
    /// Adds what follows the entries that stand alone.
    pub(super) fn add_follow_ups<B: Board<Geometry = G>>(&mut self, context: &Context<'_, G, B>) {
        for number in 0..self.table.entries().len() {
            let entry = &self.table.entries()[number];
            if entry.after == 0 && entry.tag == 0 && entry.waits_for == 0 {
                self.add_follow_up(context, number);
            }
        }
    }

    fn add_follow_up<B: Board<Geometry = G>>(&mut self, context: &Context<'_, G, B>, number: usize) {
        let map = context.map;
        let entry = self.table.entries()[number];
        let slot = entry.mover as usize;
        let (piece, from, to) = (map.piece(slot), map.square(slot), Square::new(entry.to));
        let by = piece.color();
        let becomes = G::becomes(piece.piece_type(), by, from, to);
        let attacks = G::attacks_from(becomes, by, to, map.occupied.without(from));

        let guarded = attacks & context.board.by_color(by).without(from) & map.attacked[!by];
        let saved = guarded.squares().map(|sq| (sq, map.slot_on(sq)));
        let saves = saved.filter(|&(sq, saved)| self.is_saved_by_a_guard(context, sq, saved));
        self.table.entry_mut(number).saves = saves.fold(0, |saves, (_, saved)| saves | bit(saved));

        let mut tag = 0;
        for sq in (attacks & context.board.by_color(!by)).squares() {
            let target = map.slot_on(sq);
            let pt = map.piece(target).piece_type();
            let value = if pt == G::KING {
                CHECK
            } else if map.attacked[!by].contains(sq) {
                self.values.capture(pt) - self.values.capture(becomes)
            } else {
                self.values.capture(pt)
            };
            let before = if map.attacked[by].contains(sq) { self.at_risk[target] } else { 0 };
            if value <= before {
                continue;
            }
            if tag == 0 {
                tag = self.new_tag();
                self.table.entry_mut(number).tag = tag;
            }
            self.table.add(Entry {
                kind: if pt == G::KING { EntryKind::Check } else { EntryKind::Capture },
                value,
                first: value,
                is_ours: by == context.us,
                mover: entry.mover,
                target: target as u8,
                to: sq.raw(),
                after: tag,
                counts: before == 0,
                ..Entry::default()
            });
        }
    }

    /// Whether nothing is won any more by taking a piece once it is guarded: it
    /// is worth no more than the cheapest that takes it.
    fn is_saved_by_a_guard<B: Board<Geometry = G>>(
        &self,
        context: &Context<'_, G, B>,
        sq: Square,
        slot: usize,
    ) -> bool {
        let map = context.map;
        let owner = map.piece(slot).color();
        let risk = self.at_risk[slot];
        let taker = (map.attackers(sq) & map.side[!owner]).trailing_zeros() as usize;
        let pt = map.piece(taker).piece_type();
        risk > 0 && (pt == G::KING || self.values.capture(pt) >= risk)
    }
}
