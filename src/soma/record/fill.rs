//! What the table of a node contains: the exchanges, promotions, desperados and
//! ties of both sides, read off one attack map.

use crate::game::attack_map::{NO_SLOT, Slots, bit, slots, slots_on};
use crate::game::{AttackMap, Board, ByColor, Color, Geometry, PieceValues, Square, SquareSet, Value};

use super::exchange::{Chain, Exchange};
use super::items::Item;
use super::{Features, Recorder};

/// Guarded squares on which a promotion is tried.
const GUARDED_PROMOTIONS: usize = 3;

/// What is known about a board while its table is built.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a, G: Geometry, B> {
    pub(super) board: &'a B,
    pub(super) map: &'a AttackMap<G>,
    /// The side to move.
    pub(super) us: Color,
    features: Features,
}

impl<'a, G: Geometry, B: Board<Geometry = G>> Scene<'a, G, B> {
    /// A board whose attacks have been scanned.
    pub(super) fn new(board: &'a B, map: &'a AttackMap<G>, features: Features) -> Self {
        Self { board, map, us: board.side_to_move(), features }
    }

    /// The pieces that may not leave their line.
    fn pinned(&self) -> Slots {
        if self.features.contains(Features::PINS) { self.map.pinned } else { 0 }
    }

    /// The exchanges of the board.
    fn exchange(&self, values: &'a PieceValues) -> Exchange<'a, G> {
        Exchange::new(self.map, values, self.pinned())
    }
}

impl<G: Geometry> Recorder<G> {
    /// Fills the table with the items of both sides.
    pub(super) fn fill<B: Board<Geometry = G>>(&mut self, scene: &Scene<'_, G, B>) {
        self.table.clear();
        self.next_tag = 0;
        let mut attackers_of_threats = ByColor([0; 2]);
        let mut threatened = ByColor([0; 2]);
        let promotes = scene.features.contains(Features::PROMOTIONS);
        let able = if promotes { self.able_to_promote(scene) } else { 0 };
        for by in Color::ALL {
            self.add_exchanges(scene, by, &mut threatened, &mut attackers_of_threats);
            self.add_promotions(scene, by, able & scene.map.side[by]);
        }
        if self.table.is_empty() {
            return;
        }
        if scene.features.contains(Features::DESPERADOS) {
            for by in Color::ALL {
                self.add_desperados(scene, by, threatened[by], attackers_of_threats[!by]);
            }
        }
        if scene.features.contains(Features::TIES) {
            self.add_ties(scene);
        }
        if scene.features.contains(Features::FOLLOW_UPS) {
            self.add_follow_ups(scene);
        }
    }

    /// The exchanges that a side would start with profit.
    fn add_exchanges<B: Board<Geometry = G>>(
        &mut self,
        scene: &Scene<'_, G, B>,
        by: Color,
        threatened: &mut ByColor<Slots>,
        attackers_of_threats: &mut ByColor<Slots>,
    ) {
        let map = scene.map;
        let exchange = scene.exchange(self.values);
        let mut chain = Chain::new();
        for sq in (scene.board.by_color(!by) & map.attacked[by]).squares() {
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
                threatened[!by] |= bit(target);
                attackers_of_threats[by] |= bit(first.slot as usize);
                let residue = self.residue(scene, target, first.value, first.slot as usize);
                self.add_chain(scene, by, target, &chain, true, residue, 0);
            }
        }
    }

    /// Adds an exchange as items: each capture waits for the one before it.
    #[expect(clippy::too_many_arguments, reason = "all of them describe the one exchange")]
    fn add_chain<B: Board<Geometry = G>>(
        &mut self,
        scene: &Scene<'_, G, B>,
        by: Color,
        target: usize,
        chain: &Chain,
        counts: bool,
        residue: Value,
        waits_for: Slots,
    ) {
        let square = scene.map.square(target);
        let mut after = 0;
        let mut taken = target as u8;
        for (number, capture) in chain.iter().enumerate() {
            if number > 0 && capture.value <= 0 {
                break;
            }
            let goes_on = chain.get(number + 1).is_some_and(|next| next.value > 0);
            let tag = if goes_on { self.new_tag() } else { 0 };
            self.table.add(Item {
                value: capture.value,
                gain: capture.gain,
                residue: if number == 0 { residue } else { 0 },
                is_ours: (by == scene.us) == (number % 2 == 0),
                mover: capture.slot,
                target: taken,
                to: square.raw(),
                after,
                tag,
                waits_for: if number == 0 { waits_for } else { 0 },
                saves: 0,
                counts: counts || number > 0,
            });
            after = tag;
            taken = capture.slot;
        }
    }

    pub(super) const fn new_tag(&mut self) -> u8 {
        self.next_tag = self.next_tag.wrapping_add(1);
        if self.next_tag == 0 {
            self.next_tag = 1;
        }
        self.next_tag
    }

    /// What is still lost of a threatened piece when its owner spends a move
    /// on saving it: nothing if it can leave, and otherwise what a guard
    /// would not get back.
    fn residue<B: Board<Geometry = G>>(
        &self,
        scene: &Scene<'_, G, B>,
        target: usize,
        threat: Value,
        attacker: usize,
    ) -> Value {
        if !scene.features.contains(Features::ESCAPES) {
            return 0;
        }
        let map = scene.map;
        let piece = map.piece(target);
        let (owner, from) = (piece.color(), map.square(target));
        if scene.pinned() & bit(target) == 0 {
            let mut safe = map.quiets(target) & !map.attacked[!owner];
            // A slider looks through the piece that leaves.
            for slider in slots(map.behind(target) & map.side[!owner]) {
                let d = G::direction(map.square(slider), from) as usize;
                if d < crate::game::rays::DIRECTIONS {
                    safe &= !G::ray(d, from);
                }
            }
            if !safe.is_empty() {
                return 0;
            }
        }
        (threat - self.values.capture(map.piece(attacker).piece_type())).max(0)
    }

    /// Captures that pay by what they save: by threatened pieces, and of
    /// pieces that threaten.
    fn add_desperados<B: Board<Geometry = G>>(
        &mut self,
        scene: &Scene<'_, G, B>,
        by: Color,
        threatened: Slots,
        threatening: Slots,
    ) {
        if threatened == 0 && threatening == 0 {
            return;
        }
        let map = scene.map;
        let exchange = scene.exchange(self.values);
        let mut chain = Chain::new();
        // What a threatened piece attacks, and what threatens.
        let mut victims = G::Bitboard::EMPTY;
        for slot in slots(threatened) {
            victims |= map.attacks(slot);
        }
        for slot in slots(threatening) {
            victims |= G::Bitboard::of(map.square(slot));
        }
        for sq in (victims & scene.board.by_color(!by) & map.attacked[by]).squares() {
            let target = map.slot_on(sq);
            let pt = map.piece(target).piece_type();
            if pt == G::KING {
                continue;
            }
            let attackers = map.attackers(sq);
            let own = attackers & map.side[by];
            let mut movers = if threatening & bit(target) != 0 { own } else { own & threatened };
            // The first of a profitable exchange is there already.
            if self.at_risk[target] > 0 {
                movers &= !self.first_capturer(target);
            }
            for mover in slots(movers) {
                exchange.chain(sq, pt, by, attackers, Some(mover), &mut chain);
                if !chain.is_empty() {
                    self.add_chain(scene, by, target, &chain, false, 0, 0);
                }
            }
        }
    }

    /// The piece that starts the profitable exchange on a target.
    fn first_capturer(&self, target: usize) -> Slots {
        self.table
            .items()
            .iter()
            .find(|item| item.target as usize == target && item.after == 0 && item.counts)
            .map_or(0, |item| bit(item.mover as usize))
    }

    /// What comes loose when a piece that acts, or is taken, leaves its post.
    fn add_ties<B: Board<Geometry = G>>(&mut self, scene: &Scene<'_, G, B>) {
        let map = scene.map;
        let mut chain = Chain::new();
        let endangered = ByColor(Color::ALL.map(|c| scene.board.by_color(c) & map.attacked[!c]));
        let mut leaving: Slots = 0;
        for item in self.table.items() {
            leaving |= bit(item.mover as usize);
            if item.target != NO_SLOT {
                leaving |= bit(item.target as usize);
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
            let exchange = scene.exchange(self.values).without(slot);
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
                    self.add_chain(scene, by, object, &chain, before == 0, 0, bit(slot));
                }
            }
        }
    }

    /// Promotions that win something without taking.
    fn add_promotions<B: Board<Geometry = G>>(
        &mut self,
        scene: &Scene<'_, G, B>,
        by: Color,
        mut able: Slots,
    ) {
        let map = scene.map;
        let zone = G::promotion_zone(by);
        able &= map.sliders | slots_on::<B>(map, scene.board.by_color(by) & G::promotion_reach(by));
        if !zone.is_empty() && (map.attacked[by] & zone & !map.occupied).is_empty() {
            // None goes into the zone or within it; some may go out of it.
            able &= slots_on::<B>(map, scene.board.by_color(by) & zone);
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
                    .map(|sq| (gain - self.arrival_risk(scene, slot, sq), sq))
                    .max(),
            };
            if let Some((value, sq)) = best.filter(|&(value, _)| value > 0) {
                self.table.add(Item {
                    value,
                    gain: value,
                    is_ours: by == scene.us,
                    mover: slot as u8,
                    target: NO_SLOT,
                    to: sq.raw(),
                    counts: true,
                    ..Item::default()
                });
            }
        }
    }

    /// The pieces of both sides that gain by promoting and may leave their line.
    fn able_to_promote<B: Board<Geometry = G>>(&self, scene: &Scene<'_, G, B>) -> Slots {
        let found = self.promoting.iter().fold(0, |found, &pt| found | scene.map.of_type(pt));
        found & !scene.pinned()
    }

    /// What the other side gains on an empty square that a piece goes to,
    /// promoted.
    fn arrival_risk<B: Board<Geometry = G>>(
        &mut self,
        scene: &Scene<'_, G, B>,
        slot: usize,
        to: Square,
    ) -> Value {
        let map = scene.map;
        let by = map.piece(slot).color();
        let exchange = scene.exchange(self.values).without(slot);
        let around = scene.board.attackers_to(to, exchange.occupied) & exchange.occupied;
        let attackers = around.squares().fold(0, |set, sq| set | bit(map.slot_on(sq)));
        let becomes = G::becomes(map.piece(slot).piece_type(), by, map.square(slot), to);
        let mut chain = Chain::new();
        exchange.chain(to, becomes, !by, attackers, None, &mut chain);
        chain.first().map_or(0, |capture| capture.value.max(0))
    }
}
