//! Ties: what comes loose when a piece leaves its post.

use super::Context;
use crate::game::attack_map::{NO_SLOT, Slots, bit, slots, slots_on};
use crate::game::{AttackMap, BitboardOf, Board, ByColor, Color, Geometry, SquareSet};
use crate::soma::Assessor;
use crate::soma::exchange::Chain;

/// The pieces that may be taken once a piece has left: those of its own side that
/// it guards and that are `endangered`, and those of either side that it shields
/// from a slider (relative pins, discovered attacks). Kings aside.
pub(in crate::soma) fn objects<B: Board>(
    map: &AttackMap<B::Geometry>,
    slot: usize,
    endangered: BitboardOf<B>,
) -> Slots {
    let guarded = slots_on::<B>(map, map.attacks(slot) & endangered);
    (guarded | map.shielded(slot)) & !map.of_type(B::Geometry::KING)
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
        for slot in slots(leaving) {
            let objects = objects::<B>(map, slot, endangered[map.piece(slot).color()]);
            if objects == 0 {
                continue;
            }
            let exchange = context.exchange(self.values).without(slot);
            for object in slots(objects) {
                let by = !map.piece(object).color();
                let value = exchange.value(object, by, &mut chain);
                let before =
                    if map.attacked[by].contains(map.square(object)) { self.at_risk[object] } else { 0 };
                if value > before {
                    self.add_chain(context, by, object, &chain, before == 0, 0, bit(slot));
                }
            }
        }
    }
}
