//! Forks in the fast table: moves and drops of the side to move after which
//! one piece attacks two, the king among them or not (article, A4).
//!
//! [`delayed`](super::delayed) finds them with every reply tried. Here the
//! piece must arrive where nobody takes it, and what it wins is what it attacks
//! second: the other side saves the dearest.

use arrayvec::ArrayVec;

use crate::game::attack_map::{MAX_SLOTS, NO_SLOT, bit, slots};
use crate::game::{AttackMap, Board, Color, Geometry, PieceType, PieceValues, Square, SquareSet, Value};

use super::lookahead::Item;
use super::record::WHOLE;

/// Pieces that are attacked at most, the king and the dearest.
const MAX_TARGETS: usize = 6;
/// Cheaper pieces are no targets, in pawns' exchanges.
const LEAST_PAWNS: Value = 2;

/// A piece worth attacking.
#[derive(Clone, Copy, Debug)]
struct Target {
    square: Square,
    worth: Value,
    is_guarded: bool,
}

/// Squares from which a type of piece attacks two targets, with what it wins
/// by it, the largest gain first.
type Gains<G> = ArrayVec<(Value, <G as Geometry>::Bitboard), MAX_TARGETS>;

/// A fork: what it wins, where to, and the slot of the piece that moves or, for
/// a drop, the free slot of its type.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fork {
    pub(super) gain: Value,
    to: Square,
    mover: usize,
}

impl Fork {
    /// As an item of the side to move that wins a share, in thousandths.
    pub(super) fn item(&self, share: Value) -> Item {
        let value = self.gain * share / WHOLE;
        Item {
            value,
            gain: value,
            is_ours: true,
            mover: self.mover as u8,
            target: NO_SLOT,
            to: self.to.raw(),
            counts: true,
            ..Item::default()
        }
    }
}

/// What is known while forks are looked for.
#[derive(Debug)]
struct Finder<'a, G: Geometry> {
    map: &'a AttackMap<G>,
    values: &'a PieceValues,
    by: Color,
    targets: ArrayVec<Target, MAX_TARGETS>,
    /// Empty squares on which the piece that arrives is not taken.
    safe: G::Bitboard,
    best: Option<Fork>,
}

/// The most gainful fork of a side, if it has one. Pieces that are lost
/// `already` are no targets.
pub(super) fn best<G: Geometry, B: Board<Geometry = G>>(
    board: &B,
    map: &AttackMap<G>,
    values: &PieceValues,
    by: Color,
    already: impl Fn(usize) -> bool,
) -> Option<Fork> {
    let targets = targets(map, values, by, already);
    if targets.len() < 2 {
        return None;
    }
    let mut finder = Finder { map, values, by, targets, safe: safe(map, by), best: None };
    for &pt in G::DROPPABLE.iter().filter(|&&pt| board.hand(by, pt) > 0) {
        let to = G::drop_targets(pt, by, finder.safe, board.pieces(by, pt));
        let gains = finder.gains(pt);
        finder.note(&gains, to, map.free_slot(pt));
    }
    finder.moves();
    finder.best
}

/// The king and the dearest pieces that are not lost already, by falling worth.
fn targets<G: Geometry>(
    map: &AttackMap<G>,
    values: &PieceValues,
    by: Color,
    already: impl Fn(usize) -> bool,
) -> ArrayVec<Target, MAX_TARGETS> {
    let mut targets = ArrayVec::new();
    let king = map.king[!by];
    if king != NO_SLOT {
        // The king has to answer.
        let square = map.square(king as usize);
        targets.push(Target { square, worth: Value::MAX, is_guarded: false });
    }
    let least = LEAST_PAWNS * values.capture(values.rising()[0]);
    let mut rest = map.side[!by];
    while rest != 0 && !targets.is_full() {
        let slot = MAX_SLOTS - 1 - rest.leading_zeros() as usize;
        rest &= !bit(slot);
        let worth = values.capture(map.piece(slot).piece_type());
        if worth < least {
            break;
        }
        if slot != king as usize && !already(slot) {
            let square = map.square(slot);
            targets.push(Target { square, worth, is_guarded: map.attacked[!by].contains(square) });
        }
    }
    targets
}

/// Empty squares that the other side does not attack, or its king alone while
/// we guard them.
fn safe<G: Geometry>(map: &AttackMap<G>, by: Color) -> G::Bitboard {
    let mut safe = !map.attacked[!by];
    if map.king[!by] != NO_SLOT {
        let king = map.attacks(map.king[!by] as usize);
        safe |= king & !map.attacked_twice[!by] & map.attacked[by];
    }
    safe & !map.occupied & G::all_squares()
}

impl<G: Geometry> Finder<'_, G> {
    /// Where a piece of this type attacks two targets.
    fn gains(&self, pt: PieceType) -> Gains<G> {
        let own = self.values.capture(pt);
        let mut gains = Gains::<G>::new();
        let mut once = G::Bitboard::EMPTY;
        for target in &self.targets {
            let gain = target.worth - if target.is_guarded { own } else { 0 };
            if gain <= 0 {
                continue;
            }
            let from = G::attacks_from(pt, !self.by, target.square, self.map.occupied) & self.safe;
            let twice = once & from;
            if !twice.is_empty() {
                gains.push((gain, twice));
            }
            once |= from;
        }
        gains
    }

    /// Notes the best of a piece's forks.
    fn note(&mut self, gains: &Gains<G>, to: G::Bitboard, mover: usize) {
        for &(gain, squares) in gains {
            if self.best.is_some_and(|best| best.gain >= gain) {
                continue;
            }
            if let Some(to) = (squares & to).first() {
                self.best = Some(Fork { gain, to, mover });
            }
        }
    }

    /// Forks by pieces on the board.
    fn moves(&mut self) {
        let map = self.map;
        let zone = G::promotion_zone(self.by);
        let mut last = None;
        let (mut plain, mut promoted) = (Gains::<G>::new(), Gains::<G>::new());
        for slot in slots(map.side[self.by] & !map.pinned) {
            let (pt, from) = (map.piece(slot).piece_type(), map.square(slot));
            if pt == G::KING {
                continue;
            }
            if last != Some(pt) {
                last = Some(pt);
                plain = self.gains(pt);
                let becomes = zone.first().map_or(pt, |sq| G::becomes(pt, self.by, sq, sq));
                promoted = if becomes == pt { plain.clone() } else { self.gains(becomes) };
            }
            if plain.is_empty() && promoted.is_empty() {
                continue;
            }
            let to = map.quiets(slot) & self.safe;
            let promoting = if zone.contains(from) { to } else { to & zone };
            self.note(&promoted, promoting, slot);
            self.note(&plain, to & !promoting, slot);
        }
    }
}
