//! Forks at a glance: quiet moves and drops of the side to move after which
//! one piece attacks two, the king among them or not, or one that cannot
//! leave (article, A4).
//!
//! `article::delayed` finds them with every reply tried. Here the
//! piece must arrive where nobody takes it, and what it wins is what it attacks
//! second, as the other side saves the dearest; of a piece that cannot leave,
//! what is more than the attacker's own worth, as it may still be guarded.

use arrayvec::ArrayVec;

use crate::game::attack_map::{MAX_SLOTS, NO_SLOT, bit, slots};
use crate::game::{AttackMap, Board, Color, Geometry, PieceType, PieceValues, Square, SquareSet, Value};

use crate::soma::config::WHOLE;
use crate::soma::entry::{Entry, EntryKind};

/// Pieces that are attacked at most, the king and the dearest.
const MAX_TARGETS: usize = 10;
/// Cheaper pieces are no targets, in pawns' exchanges.
const LEAST_PAWNS: Value = 2;

/// A piece worth attacking.
#[derive(Clone, Copy, Debug)]
struct Target {
    square: Square,
    worth: Value,
    is_guarded: bool,
    /// Whether it cannot go to an empty square where nobody takes it.
    is_immobile: bool,
}

/// The most forks of a side that are told.
const MAX_FORKS: usize = 8;

/// Forks, the most gainful first.
pub(crate) type Forks = ArrayVec<Fork, MAX_FORKS>;

/// Squares from which a type of piece attacks two targets, or one that cannot
/// leave, with what it wins by it, the largest gain first.
type Gains<G> = ArrayVec<(Value, <G as Geometry>::Bitboard), { 2 * MAX_TARGETS }>;

/// A fork: what it wins, where to, and the slot of the piece that moves or, for
/// a drop, the free slot of its type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fork {
    gain: Value,
    to: Square,
    mover: usize,
}

impl Fork {
    /// As an entry of the side to move that wins a share, in thousandths.
    pub(crate) fn entry(&self, share: Value) -> Entry {
        let value = self.gain * share / WHOLE;
        Entry {
            kind: EntryKind::Fork,
            value,
            first: value,
            is_ours: true,
            mover: self.mover as u8,
            target: NO_SLOT,
            to: self.to.raw(),
            counts: true,
            ..Entry::default()
        }
    }
}

/// What is looked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    /// It wins more than this, which is not below 0.
    pub(crate) least: Value,
    /// Whether promotions that capture nothing are wanted too.
    pub(crate) promotions: bool,
    /// Whether the most gainful one is enough; equal ones may be told besides.
    pub(crate) only_best: bool,
}

/// What is known while forks are looked for.
#[derive(Debug)]
struct Finder<'a, G: Geometry> {
    map: &'a AttackMap<G>,
    values: &'a PieceValues,
    by: Color,
    wanted: Wanted,
    targets: ArrayVec<Target, MAX_TARGETS>,
    /// Empty squares on which the piece that arrives is not taken.
    safe: G::Bitboard,
    found: Forks,
}

/// The most gainful forks of a side, one for each piece and gain. Pieces that
/// are lost `already` are no targets.
pub(crate) fn all<G: Geometry, B: Board<Geometry = G>>(
    board: &B,
    map: &AttackMap<G>,
    values: &PieceValues,
    by: Color,
    wanted: Wanted,
    already: impl Fn(usize) -> bool,
) -> Forks {
    let targets = targets(map, values, by, already);
    let safe = safe(map, by);
    let mut finder = Finder { map, values, by, wanted, targets, safe, found: Forks::new() };
    if finder.most() <= wanted.least && !wanted.promotions {
        return finder.found;
    }
    for &pt in G::DROPPABLE.iter().filter(|&&pt| board.hand(by, pt) > 0) {
        let to = G::drop_targets(pt, by, finder.safe, board.pieces(by, pt));
        let mut gains = Gains::<G>::new();
        finder.add_gains(pt, to, &mut gains);
        finder.note_all(&gains, to, map.free_slot(pt));
    }
    for &pt in values.rising().iter().filter(|&&pt| pt != G::KING) {
        finder.moves(pt);
    }
    finder.found
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
        targets.push(Target { square, worth: Value::MAX, is_guarded: false, is_immobile: false });
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
            let is_guarded = map.attacked[!by].contains(square);
            let is_immobile = !map.can_leave(slot, map.pinned);
            targets.push(Target { square, worth, is_guarded, is_immobile });
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
    /// No fork wins more: the second target, or one that cannot leave.
    fn most(&self) -> Value {
        let second = self.targets.get(1).map_or(0, |target| target.worth);
        let immobile = self.targets.iter().filter(|target| target.is_immobile);
        immobile.map(|target| target.worth).fold(second, Value::max)
    }

    /// Where a piece of this type that may go to one of these squares wins
    /// something.
    fn add_gains(&self, pt: PieceType, reach: G::Bitboard, gains: &mut Gains<G>) {
        if reach.is_empty() {
            return;
        }
        let own = self.values.capture(pt);
        let mut note = |gain, squares: G::Bitboard| {
            if gain > self.wanted.least && !squares.is_empty() {
                let place = gains.partition_point(|&(other, _)| other >= gain);
                gains.insert(place, (gain, squares));
            }
        };
        let mut once = G::Bitboard::EMPTY;
        let slides = G::is_slider(pt);
        for target in &self.targets {
            // They stand by falling worth: what follows wins no more.
            if target.worth <= self.wanted.least {
                break;
            }
            let gain = target.worth - if target.is_guarded { own } else { 0 };
            if gain <= 0 {
                continue;
            }
            let attacks = if slides {
                G::attacks_from(pt, !self.by, target.square, self.map.occupied)
            } else {
                G::steps_from(pt, !self.by, target.square)
            };
            let from = attacks & reach;
            if from.is_empty() {
                continue;
            }
            if target.is_immobile {
                note(target.worth - own, from);
            }
            note(gain, once & from);
            once |= from;
        }
    }

    /// Notes a piece's forks.
    fn note_all(&mut self, gains: &Gains<G>, to: G::Bitboard, mover: usize) {
        for &(gain, squares) in gains {
            self.note(gain, squares & to, mover);
        }
    }

    /// Notes what a piece wins on one of these squares.
    fn note(&mut self, gain: Value, squares: G::Bitboard, mover: usize) {
        let place = self.found.partition_point(|fork| fork.gain >= gain);
        if place == MAX_FORKS {
            return;
        }
        if let Some(to) = squares.first() {
            self.found.truncate(MAX_FORKS - 1);
            self.found.insert(place, Fork { gain, to, mover });
            if self.wanted.only_best {
                self.wanted.least = self.found[0].gain;
            }
        }
    }

    /// What pieces of a type on the board win.
    fn moves(&mut self, pt: PieceType) {
        let (map, by, safe) = (self.map, self.by, self.safe);
        let zone = G::promotion_zone(by);
        let movers = map.of_type(pt) & map.side[by] & !map.pinned;
        if movers == 0 {
            return;
        }
        // Where a piece goes without promoting, where it promotes, and to what.
        let reach = |slot| {
            let to = map.quiets(slot) & safe;
            let promoting = if zone.contains(map.square(slot)) { to } else { to & zone };
            let becomes = promoting.first().map_or(pt, |to| G::becomes(pt, by, map.square(slot), to));
            if becomes == pt { (to, G::Bitboard::EMPTY, pt) } else { (to & !promoting, promoting, becomes) }
        };
        let (mut stays, mut promotes, mut promoted) = (G::Bitboard::EMPTY, G::Bitboard::EMPTY, pt);
        for (to, and_promotes, becomes) in slots(movers).map(reach) {
            stays |= to;
            promotes |= and_promotes;
            if becomes != pt {
                promoted = becomes;
            }
        }
        let (mut plain, mut promoting) = (Gains::<G>::new(), Gains::<G>::new());
        self.add_gains(pt, stays, &mut plain);
        self.add_gains(promoted, promotes, &mut promoting);
        let promotion = if self.wanted.promotions { self.values.promotion(pt) } else { 0 };
        if plain.is_empty() && promoting.is_empty() && promotion <= self.wanted.least {
            return;
        }
        for slot in slots(movers) {
            let (to, and_promotes, _) = reach(slot);
            if promotion > self.wanted.least {
                self.note(promotion, and_promotes, slot);
            }
            self.note_all(&promoting, and_promotes, slot);
            self.note_all(&plain, to, slot);
        }
    }
}
