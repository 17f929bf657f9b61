//! The record of a node: what SUPER-SOMA tells the search about it, found in
//! one pass over the attack map and a look-ahead over the table.

use arrayvec::ArrayVec;
use bitflags::bitflags;

use crate::game::attack_map::{MAX_SLOTS, NO_SLOT, Slots, bit, slots, slots_on};
use crate::game::{
    AttackMap, Board, ByColor, Color, Geometry, MAX_PIECE_TYPES, MoveParts, PieceType, PieceValues, Position,
    Square, SquareSet, Value,
};

use super::exchange::{Chain, Exchange};
use super::lookahead::{Choice, Horizon, Item, Table};
use super::{confidence, forks};

bitflags! {
    /// What the table contains; taken away one by one to measure what each
    /// is worth.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Features: u16 {
        /// Captures by pieces that are themselves threatened, and of pieces
        /// that threaten, even at a loss.
        const DESPERADOS = 1 << 0;
        /// What comes loose when a piece leaves its post.
        const TIES = 1 << 1;
        /// Promotions without a capture.
        const PROMOTIONS = 1 << 2;
        /// Whether a threatened piece can be saved at all.
        const ESCAPES = 1 << 3;
        /// Pinned pieces do not leave their line.
        const PINS = 1 << 4;
        /// Forks of the side to move.
        const FORKS = 1 << 5;
    }
}

impl Features {
    /// What is used unless another choice is made: all but forks.
    pub const USED: Self = Self::all().difference(Self::FORKS);
}

/// How a table is made and becomes a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// What the table contains.
    pub features: Features,
    /// How far the look-ahead over the table goes.
    pub horizon: Horizon,
    /// How far the replies that the table finds are believed, in thousandths:
    /// the rest of the weight lies on the largest gain that stands open.
    pub reply_trust: Value,
    /// What a fork wins of the piece that it attacks second, in thousandths.
    pub fork_share: Value,
}

impl Look {
    /// The one of the search. More depth or width does not bring the value
    /// nearer to the truth (`somatic accuracy`); the trust has the smallest
    /// mean error on the training half of labelled leaves, where it is the
    /// same for both games within a hundredth of the error. Between 300 and
    /// 600 the share of forks makes no difference there.
    pub const SEARCH: Self = Self {
        features: Features::USED,
        horizon: Horizon { depth: 2, width: 3 },
        reply_trust: 720,
        fork_share: 400,
    };
    /// The whole table, believed.
    pub const STUDY: Self = Self {
        features: Features::USED,
        horizon: Horizon { depth: 4, width: DEFAULT_WIDTH },
        reply_trust: WHOLE,
        fork_share: Self::SEARCH.fork_share,
    };
}

/// Thousandths.
pub(super) const WHOLE: Value = 1000;
/// The width unless another is asked for.
pub const DEFAULT_WIDTH: u32 = 5;
/// Guarded squares on which a promotion is tried.
const GUARDED_PROMOTIONS: usize = 3;

/// What SUPER-SOMA tells the search about a node. Values are seen from the
/// side to move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Record {
    /// What the side to move gains by the look-ahead.
    pub net: Value,
    /// The same, with the other side's replies believed only in part: a second
    /// threat is often met by the move that meets the first, by a check, or
    /// by a piece from the hand, of which the table knows nothing.
    pub value: Value,
    /// What it gains if it begins with a quiet answer, or passes where there
    /// is nothing to answer: mostly a loss.
    pub quiet: Value,
    /// How it begins.
    pub choice: Choice,
    /// Items of both sides that are open now.
    pub open: ByColor<u8>,
    /// 0 to 255.
    pub confidence: u8,
}

/// Builds records; the working memory is reused.
#[derive(Debug)]
pub struct Recorder<G: Geometry> {
    values: &'static PieceValues,
    /// The table of the last record.
    pub table: Table,
    /// The types that gain by promoting.
    promoting: ArrayVec<PieceType, MAX_PIECE_TYPES>,
    next_tag: u8,
    at_risk: [Value; MAX_SLOTS],
    game: std::marker::PhantomData<G>,
}

/// What is known about a board while its table is built.
#[derive(Clone, Copy)]
struct Scene<'a, G: Geometry, B> {
    board: &'a B,
    map: &'a AttackMap<G>,
    us: Color,
    features: Features,
}

impl<'a, G: Geometry, B> Scene<'a, G, B> {
    /// The pieces that may not leave their line.
    const fn pinned(&self) -> Slots {
        if self.features.contains(Features::PINS) { self.map.pinned } else { 0 }
    }

    /// The exchanges of the board.
    fn exchange(&self, values: &'a PieceValues) -> Exchange<'a, G> {
        Exchange::new(self.map, values, self.pinned())
    }
}

impl<G: Geometry> Recorder<G> {
    /// A recorder that counts with these values.
    pub fn new(values: &'static PieceValues) -> Self {
        Self {
            values,
            table: Table::new(),
            promoting: values.rising().iter().copied().filter(|&pt| values.promotion(pt) > 0).collect(),
            next_tag: 0,
            at_risk: [0; MAX_SLOTS],
            game: std::marker::PhantomData,
        }
    }

    /// The values it counts with.
    pub const fn values(&self) -> &'static PieceValues {
        self.values
    }

    /// The record of a board that is not in check and whose attacks have been
    /// scanned.
    pub fn record<B: Board<Geometry = G>>(&mut self, board: &B, map: &AttackMap<G>, look: &Look) -> Record {
        let scene = Scene { board, map, us: board.side_to_move(), features: look.features };
        self.fill(&scene);
        if look.features.contains(Features::FORKS) {
            let already = |slot| map.attacked[scene.us].contains(map.square(slot)) && self.at_risk[slot] > 0;
            let wanted = forks::Wanted { least: 0, promotions: false };
            if let Some(fork) = forks::all(board, map, self.values, scene.us, wanted, already).first() {
                self.table.add(fork.item(look.fork_share));
            }
        }
        if self.table.is_empty() {
            return Record { confidence: u8::MAX, ..Record::default() };
        }
        self.table.relate();
        let outcome = self.table.solve(true, look.horizon);
        let alive = self.table.alive();
        let mut open = ByColor([0; 2]);
        open[scene.us] = (alive & self.table.ours()).count_ones() as u8;
        open[!scene.us] = (alive & !self.table.ours()).count_ones() as u8;
        let mut record = Record {
            net: outcome.value,
            value: (look.reply_trust * outcome.value
                + (WHOLE - look.reply_trust) * self.table.largest_gain())
                / WHOLE,
            quiet: outcome.quiet,
            choice: outcome.choice,
            open,
            confidence: 0,
        };
        record.confidence = confidence::of_record(&record, scene.us, self.table.largest_gain(), self.values);
        record
    }

    /// The sum of switches of such a board: the table without a look-ahead.
    pub fn switch_sum<B: Board<Geometry = G>>(&mut self, board: &B, map: &AttackMap<G>) -> Value {
        self.fill(&Scene { board, map, us: board.side_to_move(), features: Features::USED });
        self.table.relate();
        self.table.switch_sum(true)
    }

    /// Fills the table with the items of both sides.
    fn fill<B: Board<Geometry = G>>(&mut self, scene: &Scene<'_, G, B>) {
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
    fn add_chain<B>(
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
                counts: counts || number > 0,
            });
            after = tag;
            taken = capture.slot;
        }
    }

    const fn new_tag(&mut self) -> u8 {
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
    fn able_to_promote<B>(&self, scene: &Scene<'_, G, B>) -> Slots {
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

    /// The legal quiet moves of the side to move that win more than `least`:
    /// forks, attacks on pieces that cannot leave, and promotions that are not
    /// tactical moves already; the most gainful first. Pieces that hang already
    /// are no targets.
    pub fn quiet_gains<P: Position<Geometry = G>>(
        &self,
        position: &P,
        map: &AttackMap<G>,
        least: Value,
    ) -> impl Iterator<Item = P::Move> {
        let us = position.side_to_move();
        let hang = map.attacked[us] & !map.attacked[!us];
        let wanted = forks::Wanted { least: least.max(0), promotions: true };
        let hangs = |slot| hang.contains(map.square(slot));
        let forks = forks::all(position, map, self.values, us, wanted, hangs);
        let parts = forks.into_iter().map(|fork| self.parts(map, &fork.item(WHOLE)));
        parts
            .map(|m| position.compose(m.from, m.to, m.piece, m.becomes))
            .filter(|&m| position.is_legal(m) && !position.is_tactical(m))
    }

    /// The move of an item of the last table, which must be open now.
    pub fn parts(&self, map: &AttackMap<G>, item: &Item) -> MoveParts {
        let mover = item.mover as usize;
        let to = Square::new(item.to);
        if map.present & bit(mover) == 0 {
            // The free slot of a type: a drop.
            let pt = G::DROPPABLE.iter().copied().find(|&pt| map.free_slot(pt) == mover);
            let pt = pt.unwrap_or(G::KING);
            return MoveParts { from: None, to, piece: pt, becomes: pt, captured: None };
        }
        let (piece, from) = (map.piece(mover), map.square(mover));
        let captured = (item.target != NO_SLOT).then(|| {
            let target = item.target as usize;
            (map.square(target), map.piece(target).piece_type())
        });
        MoveParts {
            from: Some(from),
            to,
            piece: piece.piece_type(),
            becomes: G::becomes(piece.piece_type(), piece.color(), from, to),
            captured,
        }
    }
}
