//! Promotions without a capture.

use super::Context;
use crate::game::attack_map::{NO_SLOT, Slots, slots, slots_on};
use crate::game::{Board, Color, Geometry, Square, SquareSet, Value};
use crate::soma::Assessor;
use crate::soma::entry::{Entry, EntryKind};
use crate::soma::exchange::{Chain, Exchange};

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
        if able == 0 {
            return;
        }
        let exchange = context.exchange(self.values);
        for slot in slots(able) {
            if let Some((value, sq)) = best(context.board, &exchange, slot) {
                self.table.add(Entry {
                    kind: EntryKind::Promotion,
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
}

/// What a piece that may leave its line gains by promoting without a capture, less
/// what is lost where it arrives, and where; nothing if it gains nothing.
#[inline]
pub(crate) fn best<B: Board>(
    board: &B,
    exchange: &Exchange<'_, B::Geometry>,
    slot: usize,
) -> Option<(Value, Square)> {
    let map = exchange.map;
    let (piece, from) = (map.piece(slot), map.square(slot));
    let (pt, by) = (piece.piece_type(), piece.color());
    let zone = B::Geometry::promotion_zone(by);
    let gain = exchange.values.promotion(pt);
    let mut to = map.quiets(slot);
    if !zone.is_empty() && !zone.contains(from) {
        to &= zone;
    }
    if to.is_empty() {
        return None;
    }
    let promotes = |sq: Square| B::Geometry::becomes(pt, by, from, sq) != pt;
    let safe = (to & !map.attacked[!by]).squares().find(|&sq| promotes(sq));
    let best = match safe {
        Some(sq) => Some((gain, sq)),
        None => to
            .squares()
            .filter(|&sq| promotes(sq) && map.attacked_twice[by].contains(sq))
            .take(GUARDED_PROMOTIONS)
            .map(|sq| (gain - arrival_risk(board, exchange, slot, sq), sq))
            .max(),
    };
    best.filter(|&(value, _)| value > 0)
}

/// What the other side gains on an empty square that a piece goes to, promoted.
fn arrival_risk<B: Board>(board: &B, exchange: &Exchange<'_, B::Geometry>, slot: usize, to: Square) -> Value {
    let (map, exchange) = (exchange.map, exchange.without(slot));
    let by = map.piece(slot).color();
    let around = board.attackers_to(to, exchange.occupied) & exchange.occupied;
    let attackers = slots_on::<B>(map, around);
    let becomes = B::Geometry::becomes(map.piece(slot).piece_type(), by, map.square(slot), to);
    let mut chain = Chain::new();
    exchange.chain(to, becomes, !by, attackers, None, &mut chain);
    chain.first().map_or(0, |capture| capture.value.max(0))
}
