//! The record of a node: what SUPER-SOMA tells the search about it, found in
//! one pass over the attack map and a look-ahead over the table.
//!
//! `fill` reads the table's items off the map, each with the [`exchange`] that
//! it starts, and `follow_ups` adds what comes after it; [`items`] sorts and
//! relates them; [`lookahead`] plays with them, and `confidence` says how far to
//! trust what it finds. `forks` are the quiet moves that win something.

use arrayvec::ArrayVec;
use bitflags::bitflags;

use crate::game::attack_map::{MAX_SLOTS, NO_SLOT, bit, slots};
use crate::game::{
    AttackMap, Board, ByColor, Color, Geometry, MAX_PIECE_TYPES, MoveParts, PieceType, PieceValues, Position,
    Square, SquareSet, Value,
};

pub mod exchange;
pub mod items;
pub mod lookahead;
mod confidence;
mod fill;
mod follow_ups;
mod forks;

use fill::Scene;
use items::{Item, Table};
use lookahead::{Choice, Horizon};

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
        /// Forks of both sides.
        const FORKS = 1 << 5;
        /// What a piece that captures or promotes attacks and guards from where
        /// it arrives.
        const FOLLOW_UPS = 1 << 6;
    }
}

impl Features {
    /// What the search uses: all but forks and what follows, which moves find.
    pub const USED: Self = Self::all().difference(Self::FORKS.union(Self::FOLLOW_UPS));
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
    /// The same of a fork by the other side, which has yet to get the move.
    pub fork_threat_share: Value,
}

impl Look {
    /// The one of the search. More depth or width does not bring the value
    /// nearer to the truth (`somatic accuracy`); the trust has the smallest
    /// mean error on the training half of labelled leaves, where it is the
    /// same for both games within a hundredth of the error. The shares of forks
    /// hardly matter there between 300 and 600; the smaller the first, the more
    /// the value is below the truth.
    pub const SEARCH: Self = Self {
        features: Features::USED,
        horizon: Horizon { depth: 2, width: 3 },
        reply_trust: 720,
        fork_share: 450,
        fork_threat_share: 300,
    };
    /// Plies of the look-ahead where only moves of the table are tried after it.
    /// One more than in the search leaves the mean error on the training half as it
    /// is, and makes the bias smaller.
    pub const STATIC_DEPTH: u32 = 3;
    /// The trust there. The mean error is the same from 500 to 720; the
    /// smaller the trust, the smaller the bias.
    pub const STATIC_TRUST: Value = 500;
    /// The whole table, believed.
    pub const STUDY: Self = Self {
        features: Features::USED,
        horizon: Horizon { depth: 4, width: DEFAULT_WIDTH },
        reply_trust: WHOLE,
        ..Self::SEARCH
    };
}

/// Thousandths.
pub(super) const WHOLE: Value = 1000;
/// The width unless another is asked for.
pub const DEFAULT_WIDTH: u32 = 5;

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
        self.fill(&Scene::new(board, map, look.features));
        let us = board.side_to_move();
        if look.features.contains(Features::FORKS) {
            self.add_forks(board, map, look);
        }
        if self.table.is_empty() {
            return Record { confidence: u8::MAX, ..Record::default() };
        }
        self.table.relate();
        let outcome = self.table.solve(true, look.horizon);
        let alive = self.table.alive();
        let mut open = ByColor([0; 2]);
        open[us] = (alive & self.table.ours()).count_ones() as u8;
        open[!us] = (alive & !self.table.ours()).count_ones() as u8;
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
        record.confidence = confidence::of(&record, us, self.table.largest_gain(), self.values);
        record
    }

    /// The most gainful fork of each side.
    fn add_forks<B: Board<Geometry = G>>(&mut self, board: &B, map: &AttackMap<G>, look: &Look) {
        let us = board.side_to_move();
        let wanted = forks::Wanted { least: 0, promotions: false, only_best: true };
        for by in Color::ALL {
            let already = |slot| map.attacked[by].contains(map.square(slot)) && self.at_risk[slot] > 0;
            if let Some(fork) = forks::all(board, map, self.values, by, wanted, already).first() {
                let item = if by == us {
                    fork.item(look.fork_share)
                } else {
                    let item = fork.item(look.fork_threat_share);
                    // Both sides' drops of a type would be played by one slot.
                    let is_drop = map.present & bit(item.mover as usize) == 0;
                    Item { is_ours: false, mover: if is_drop { NO_SLOT } else { item.mover }, ..item }
                };
                self.table.add(item);
            }
        }
    }

    /// The sum of switches of such a board: the table without a look-ahead.
    pub fn switch_sum<B: Board<Geometry = G>>(&mut self, board: &B, map: &AttackMap<G>) -> Value {
        self.fill(&Scene::new(board, map, Features::USED));
        self.table.relate();
        self.table.switch_sum(true)
    }

    /// The legal moves of the entries of the last table by which the side to move
    /// wins something now: the `choice` of the look-ahead first, then by falling
    /// value.
    pub fn gains<P: Position<Geometry = G>>(
        &self,
        position: &P,
        map: &AttackMap<G>,
        choice: Choice,
    ) -> impl Iterator<Item = P::Move> {
        let items = self.table.items();
        let first = if let Choice::Play(number) = choice { Some(number as usize) } else { None };
        let own = self.table.alive() & self.table.ours();
        let others = slots(own).take_while(|&i| items[i].value > 0).filter(move |&i| Some(i) != first);
        let numbers = first.into_iter().chain(others);
        numbers.filter_map(|i| self.legal_move(position, map, &items[i]))
    }

    /// The move of an item of the last table, if it is legal.
    pub fn legal_move<P: Position<Geometry = G>>(
        &self,
        position: &P,
        map: &AttackMap<G>,
        item: &Item,
    ) -> Option<P::Move> {
        let parts = self.parts(map, item);
        let m = position.compose(parts.from, parts.to, parts.piece, parts.becomes);
        position.is_legal(m).then_some(m)
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
        let wanted = forks::Wanted { least: least.max(0), promotions: true, only_best: false };
        let hangs = |slot| hang.contains(map.square(slot));
        let forks = forks::all(position, map, self.values, us, wanted, hangs);
        let moves = forks.into_iter().filter_map(|fork| self.legal_move(position, map, &fork.item(WHOLE)));
        moves.filter(|&m| !position.is_tactical(m))
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
