//! Captures: the exchanges that win something, and those of pieces that have
//! nothing to lose.

use super::Context;
use crate::game::attack_map::{Slots, bit, slots};
use crate::game::{Board, ByColor, Color, Geometry, SquareSet, Value};
use crate::soma::Assessor;
use crate::soma::exchange::Chain;

impl<G: Geometry> Assessor<G> {
    /// The exchanges that a side would start with profit.
    pub(super) fn add_exchanges<B: Board<Geometry = G>>(
        &mut self,
        context: &Context<'_, G, B>,
        by: Color,
        threatened: &mut ByColor<Slots>,
        attackers_of_threats: &mut ByColor<Slots>,
    ) {
        let map = context.map;
        let exchange = context.exchange(self.values);
        let mut chain = Chain::new();
        for sq in (context.board.by_color(!by) & map.attacked[by]).squares() {
            let target = map.slot_on(sq);
            let pt = map.piece(target).piece_type();
            self.at_risk[target] = 0;
            if pt == G::KING {
                continue;
            }
            let attackers = map.attackers(sq);
            if exchange.is_hopeless(sq, pt, attackers, by) {
                continue;
            }
            exchange.chain(sq, pt, by, attackers, None, &mut chain);
            if let Some(first) = chain.first().filter(|c| c.value > 0) {
                self.at_risk[target] = first.value;
                self.first_taker[target] = bit(first.slot as usize);
                threatened[!by] |= bit(target);
                attackers_of_threats[by] |= bit(first.slot as usize);
                let residue = self.residue(context, target, first.value, first.slot as usize);
                self.add_chain(context, by, target, &chain, true, residue, 0);
            }
        }
    }

    /// What is still lost of a threatened piece when its owner spends a move
    /// on saving it: nothing if it can leave, and otherwise what a guard
    /// would not get back.
    fn residue<B: Board<Geometry = G>>(
        &self,
        context: &Context<'_, G, B>,
        target: usize,
        threat: Value,
        attacker: usize,
    ) -> Value {
        if !context.config.escapes {
            return 0;
        }
        if context.map.can_leave(target, context.pinned()) {
            return 0;
        }
        (threat - self.values.capture(context.map.piece(attacker).piece_type())).max(0)
    }

    /// Captures that pay by what they save: by threatened pieces of pieces that
    /// threaten.
    pub(super) fn add_desperados<B: Board<Geometry = G>>(
        &mut self,
        context: &Context<'_, G, B>,
        by: Color,
        threatened: Slots,
        threatening: Slots,
    ) {
        if threatened == 0 {
            return;
        }
        let map = context.map;
        let exchange = context.exchange(self.values);
        let mut chain = Chain::new();
        for target in slots(threatening) {
            let (sq, pt) = (map.square(target), map.piece(target).piece_type());
            let attackers = map.attackers(sq);
            let mut movers = attackers & threatened;
            if pt == G::KING || movers == 0 {
                continue;
            }
            // The first of a profitable exchange is there already.
            if self.at_risk[target] > 0 {
                movers &= !self.first_taker[target];
            }
            for mover in slots(movers) {
                exchange.chain(sq, pt, by, attackers, Some(mover), &mut chain);
                if !chain.is_empty() {
                    self.add_chain(context, by, target, &chain, false, 0, 0);
                }
            }
        }
    }
}
