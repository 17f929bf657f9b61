//! Ties: what comes loose when a piece leaves its post.

use super::Context;
use crate::game::attack_map::{NO_SLOT, Slots, bit, slots, slots_on};
use crate::game::{BitboardOf, Board, ByColor, Color, Geometry, SquareSet, Value};
use crate::soma::Assessor;
use crate::soma::exchange::{Chain, Exchange};

/// Shows what may be won once a piece has left: of its own side what it guards and
/// is `endangered`, and of either side what it shields from a slider (relative
/// pins, discovered attacks), kings aside; with the exchange that wins it.
#[inline]
pub(crate) fn for_each_loose<B: Board>(
    exchange: &Exchange<'_, B::Geometry>,
    slot: usize,
    endangered: BitboardOf<B>,
    chain: &mut Chain,
    mut show: impl FnMut(usize, Color, Value, &Chain),
) {
    let map = exchange.map;
    let guarded = slots_on::<B>(map, map.attacks(slot) & endangered);
    let objects = (guarded | map.shielded(slot)) & !map.of_type(B::Geometry::KING);
    if objects == 0 {
        return;
    }
    let left = exchange.without(slot);
    for object in slots(objects) {
        let by = !map.piece(object).color();
        let value = left.value(object, by, chain);
        if value > 0 {
            show(object, by, value, chain);
        }
    }
}

impl<G: Geometry> Assessor<G> {
    /// What comes loose when a piece that acts, or is taken, leaves its post.
    pub(super) fn add_ties<B: Board<Geometry = G>>(&mut self, context: &Context<'_, G, B>) {
        let map = context.map;
        let mut chain = Chain::new();
        let endangered = ByColor(Color::ALL.map(|c| context.board.by_color(c) & map.attacked[!c]));
        let mut leaving: Slots = 0;
        for entry in self.table.entries() {
            leaving |= bit(entry.mover as usize);
            if entry.target != NO_SLOT {
                leaving |= bit(entry.target as usize);
            }
        }
        let exchange = context.exchange(self.values);
        for slot in slots(leaving) {
            let own = endangered[map.piece(slot).color()];
            for_each_loose::<B>(&exchange, slot, own, &mut chain, |object, by, value, chain| {
                let is_attacked = map.attacked[by].contains(map.square(object));
                let before = if is_attacked { self.at_risk[object] } else { 0 };
                if value > before {
                    self.add_chain(context, by, object, chain, before == 0, 0, bit(slot));
                }
            });
        }
    }
}
