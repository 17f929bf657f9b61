//! Ties: what comes loose when a piece leaves its post.

use super::Context;
use crate::game::attack_map::{NO_SLOT, Slots, bit, slots, slots_on};
use crate::game::{Board, ByColor, Color, Geometry, SquareSet};
use crate::soma::Assessor;
use crate::soma::exchange::Chain;

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
            let owner = map.piece(slot).color();
            // Own pieces that it guards and that are attacked.
            let guarded = map.attacks(slot) & endangered[owner];
            let mut objects = slots_on::<B>(map, guarded);
            // Pieces that it shields from a slider of the other side.
            objects |= map.shielded(slot);
            if objects == 0 {
                continue;
            }
            let exchange = context.exchange(self.values).without(slot);
            for object in slots(objects) {
                let piece = map.piece(object);
                if piece.piece_type() == G::KING {
                    continue;
                }
                let by = !piece.color();
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
