//! Promotions without a capture.

use super::Context;
use crate::game::attack_map::{NO_SLOT, Slots, bit, slots, slots_on};
use crate::game::{Board, Color, Geometry, Square, SquareSet, Value};
use crate::soma::Assessor;
use crate::soma::entry::Entry;
use crate::soma::exchange::Chain;

/// Guarded squares on which a promotion is tried.
const GUARDED_PROMOTIONS: usize = 3;

impl<G: Geometry> Assessor<G> {
    /// Promotions that win something without taking.
    pub(super) fn add_promotions<B: Board<Geometry = G>>(
        &mut self,
        context: &Context<'_, G, B>,
        by: Color,
        mut able: Slots,
    ) {
        let map = context.map;
        let zone = G::promotion_zone(by);
        able &= map.sliders | slots_on::<B>(map, context.board.by_color(by) & G::promotion_reach(by));
        if !zone.is_empty() && (map.attacked[by] & zone & !map.occupied).is_empty() {
            // None goes into the zone or within it; some may go out of it.
            able &= slots_on::<B>(map, context.board.by_color(by) & zone);
        }
        for slot in slots(able) {
            let (pt, from) = (map.piece(slot).piece_type(), map.square(slot));
            let gain = self.values.promotion(pt);
            let mut to = map.quiets(slot);
            if !zone.is_empty() && !zone.contains(from) {
                to &= zone;
            }
            if to.is_empty() {
                continue;
            }
            let promotes = |sq: Square| G::becomes(pt, by, from, sq) != pt;
            let safe = (to & !map.attacked[!by]).squares().find(|&sq| promotes(sq));
            let best = match safe {
                Some(sq) => Some((gain, sq)),
                None => to
                    .squares()
                    .filter(|&sq| promotes(sq) && map.attacked_twice[by].contains(sq))
                    .take(GUARDED_PROMOTIONS)
                    .map(|sq| (gain - self.arrival_risk(context, slot, sq), sq))
                    .max(),
            };
            if let Some((value, sq)) = best.filter(|&(value, _)| value > 0) {
                self.table.add(Entry {
                    value,
                    first: value,
                    is_ours: by == context.us,
                    mover: slot as u8,
                    target: NO_SLOT,
                    to: sq.raw(),
                    counts: true,
                    ..Entry::default()
                });
            }
        }
    }

    /// The pieces of both sides that gain by promoting and may leave their line.
    pub(super) fn able_to_promote<B: Board<Geometry = G>>(&self, context: &Context<'_, G, B>) -> Slots {
        let found = self.promoting.iter().fold(0, |found, &pt| found | context.map.of_type(pt));
        found & !context.pinned()
    }

    /// What the other side gains on an empty square that a piece goes to,
    /// promoted.
    fn arrival_risk<B: Board<Geometry = G>>(
        &mut self,
        context: &Context<'_, G, B>,
        slot: usize,
        to: Square,
    ) -> Value {
        let map = context.map;
        let by = map.piece(slot).color();
        let exchange = context.exchange(self.values).without(slot);
        let around = context.board.attackers_to(to, exchange.occupied) & exchange.occupied;
        let attackers = around.squares().fold(0, |set, sq| set | bit(map.slot_on(sq)));
        let becomes = G::becomes(map.piece(slot).piece_type(), by, map.square(slot), to);
        let mut chain = Chain::new();
        exchange.chain(to, becomes, !by, attackers, None, &mut chain);
        chain.first().map_or(0, |capture| capture.value.max(0))
    }
}
