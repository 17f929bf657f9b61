//! A2: what each piece stands to lose, and which pieces are tied.
//!
//! A piece is *tied* when its leaving would lose something: an own piece it
//! defends, a valuable piece it shields from a slider (a relative pin), a
//! square on which it stops a promotion, its king that would be mated. The same list holds discovered
//! attacks, where the leaving wins something. (A piece that shields its king
//! is pinned absolutely and simply may not leave: `AttackMap::pinned`.)

use arrayvec::ArrayVec;

use crate::game::attack_map::{MAX_SLOTS, NO_SLOT, Slots, bit, slots};
use crate::game::{Board, ByColor, Color, Geometry, MoveParts, Square, SquareSet, Value};

use super::board::MiniBoard;
use super::mate::{MATE_GAIN, mate_in_one};
use super::view::View;
use crate::soma::providers::ties::objects;

/// The most ties kept.
const MAX_TIES: usize = 64;

/// What happens to an object when a piece leaves its post.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tie {
    /// The slot of the piece that is tied, or that discovers an attack.
    pub piece: u8,
    /// The slot of the piece that could then be taken, or that could promote.
    pub object: u8,
    /// How much more the gainer could win there.
    pub amount: Value,
    /// Who would win it.
    pub gainer: Color,
    /// Where it would be won: the object's square, or where it promotes.
    pub on: Square,
    /// What happens there.
    pub kind: TieKind,
}

/// What a tie prevents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieKind {
    /// The object is taken.
    Capture,
    /// The object promotes.
    Promotion,
    /// The king, which is the object, is mated.
    Mate,
}

/// What stands at risk on a board, and why.
#[derive(Clone, Debug)]
pub struct Relations {
    /// For each piece what the other side gains by starting the exchange on
    /// its square.
    pub at_risk: [Value; MAX_SLOTS],
    /// For each piece what it gains by promoting without a capture, less its
    /// risk on arrival; 0 when it cannot or should not.
    pub promotion: [Value; MAX_SLOTS],
    /// Where each piece promotes best; only where `promotion` is positive.
    pub promotes_on: [Square; MAX_SLOTS],
    /// Pieces with a positive `at_risk`.
    pub threatened: ByColor<Slots>,
    /// Pieces with a positive `promotion`.
    pub promoters: ByColor<Slots>,
    /// All ties and discoveries.
    pub ties: ArrayVec<Tie, MAX_TIES>,
    /// The pieces named in `ties`.
    pub tied: Slots,
}

impl Relations {
    /// No relations, to be filled by [`Relations::find`].
    pub fn new() -> Self {
        Self {
            at_risk: [0; MAX_SLOTS],
            promotion: [0; MAX_SLOTS],
            promotes_on: [Square::new(0); MAX_SLOTS],
            threatened: ByColor([0; 2]),
            promoters: ByColor([0; 2]),
            ties: ArrayVec::new(),
            tied: 0,
        }
    }

    /// Finds all relations of a board.
    pub fn find<G: Geometry>(&mut self, view: &View<'_, G>) {
        self.at_risk = [0; MAX_SLOTS];
        self.promotion = [0; MAX_SLOTS];
        self.threatened = ByColor([0; 2]);
        self.promoters = ByColor([0; 2]);
        self.ties.clear();
        self.tied = 0;
        for c in Color::ALL {
            self.find_risks(view, c);
            self.find_promotions(view, c);
        }
        self.find_ties(view);
        for c in Color::ALL {
            self.find_promotion_guards(view, c);
            self.find_mate_guards(view, c);
        }
    }

    /// What the owner of a tied piece loses when it captures on a square: the
    /// largest of its ties to objects elsewhere.
    pub fn tie_cost(&self, slot: usize, owner: Color, to: Square) -> Value {
        if self.tied & bit(slot) == 0 {
            return 0;
        }
        self.ties
            .iter()
            .filter(|tie| tie.piece as usize == slot && tie.gainer != owner && tie.on != to)
            .map(|tie| tie.amount)
            .max()
            .unwrap_or(0)
    }

    /// What each piece of a side stands to lose on its square.
    fn find_risks<G: Geometry>(&mut self, view: &View<'_, G>, c: Color) {
        let targets = view.board.by_color(c) & view.map.attacked[!c];
        for sq in targets.squares() {
            let risk = view.swap_off(sq, !c);
            if risk > 0 {
                let slot = view.map.slot_on(sq);
                self.at_risk[slot] = risk;
                self.threatened[c] |= bit(slot);
            }
        }
    }

    /// What each piece of a side gains by promoting next.
    fn find_promotions<G: Geometry>(&mut self, view: &View<'_, G>, c: Color) {
        for slot in slots(view.map.side[c]) {
            let pt = view.map.piece(slot).piece_type();
            if view.values.promotion(pt) <= 0 {
                continue;
            }
            if let Some((gain, to)) = best_promotion(view, slot) {
                self.promotion[slot] = gain;
                self.promotes_on[slot] = to;
                self.promoters[c] |= bit(slot);
            }
        }
    }

    /// Guards, relative pins and discovered attacks: what can be won when a piece
    /// has left, and could not before.
    fn find_ties<G: Geometry>(&mut self, view: &View<'_, G>) {
        let map = view.map;
        let endangered = ByColor(Color::ALL.map(|c| view.board.by_color(c) & map.attacked[!c]));
        for piece in slots(map.present & !map.of_type(G::KING)) {
            let owner = map.piece(piece).color();
            for object in slots(objects::<MiniBoard<G>>(map, piece, endangered[owner])) {
                let (gainer, on) = (!map.piece(object).color(), map.square(object));
                let amount = view.without(piece).swap_off(on, gainer) - self.at_risk[object];
                if amount > 0 {
                    self.push(Tie {
                        piece: piece as u8,
                        object: object as u8,
                        amount,
                        gainer,
                        on,
                        kind: TieKind::Capture,
                    });
                }
            }
        }
    }

    /// Pieces that alone keep a piece of the other side from promoting.
    fn find_promotion_guards<G: Geometry>(&mut self, view: &View<'_, G>, c: Color) {
        let guarded_once = view.map.attacked[!c] & !view.map.attacked_twice[!c];
        for slot in slots(view.map.side[c] & !self.promoters[c]) {
            let (piece, from) = (view.map.piece(slot), view.map.square(slot));
            let gain = view.values.promotion(piece.piece_type());
            if gain <= 0 {
                continue;
            }
            let targets = G::quiets_from(piece.piece_type(), c, from, view.occupied) & guarded_once;
            for to in targets.squares() {
                if G::becomes(piece.piece_type(), c, from, to) == piece.piece_type()
                    || !view.may_leave(slot, to)
                {
                    continue;
                }
                let guards = view.attackers(to) & view.map.side[!c];
                if guards.count_ones() != 1 {
                    continue;
                }
                let guard = guards.trailing_zeros() as usize;
                if view.map.piece(guard).piece_type() != G::KING {
                    self.push(Tie {
                        piece: guard as u8,
                        object: slot as u8,
                        amount: gain,
                        gainer: c,
                        on: to,
                        kind: TieKind::Promotion,
                    });
                }
            }
        }
    }

    /// Pieces that alone keep their king from being mated at once.
    fn find_mate_guards<G: Geometry>(&mut self, view: &View<'_, G>, c: Color) {
        let king = view.map.king[c];
        if king == NO_SLOT || view.board.is_in_check(c) || mate_in_one(view.board, !c).is_some() {
            return;
        }
        for guard in slots(view.map.side[c] & !bit(king as usize)) {
            let sq = view.map.square(guard);
            let may_leave =
                !(view.map.attacks(guard) & view.occupied).is_empty() || view.map.attacked[!c].contains(sq);
            if !may_leave {
                continue;
            }
            let without = view.board.without(sq);
            if !without.is_in_check(c) && mate_in_one(&without, !c).is_some() {
                self.push(Tie {
                    piece: guard as u8,
                    object: king,
                    amount: MATE_GAIN,
                    gainer: !c,
                    on: view.map.square(king as usize),
                    kind: TieKind::Mate,
                });
            }
        }
    }

    fn push(&mut self, tie: Tie) {
        if self.ties.try_push(tie).is_ok() {
            self.tied |= bit(tie.piece as usize);
        }
    }
}

impl Default for Relations {
    fn default() -> Self {
        Self::new()
    }
}

/// The best promotion of a piece without a capture, if any gains: what it
/// gains after the exchange on the square of arrival, and that square.
pub fn best_promotion<G: Geometry>(view: &View<'_, G>, slot: usize) -> Option<(Value, Square)> {
    let piece = view.map.piece(slot);
    let (pt, c) = (piece.piece_type(), piece.color());
    let from = view.map.square(slot);
    let full = view.values.promotion(pt);
    let mut targets = G::quiets_from(pt, c, from, view.occupied);
    if !G::promotion_zone(c).is_empty() && !G::promotion_zone(c).contains(from) {
        targets &= G::promotion_zone(c);
    }
    let mut best: Option<(Value, Square)> = None;
    for to in targets.squares() {
        let becomes = G::becomes(pt, c, from, to);
        if becomes == pt || !view.may_leave(slot, to) {
            continue;
        }
        let m = MoveParts { from: Some(from), to, piece: pt, becomes, captured: None };
        let gain = full - view.after(c, &m).swap_off(to, !c);
        if gain > best.map_or(0, |(gain, _)| gain) {
            best = Some((gain, to));
            if gain == full {
                break;
            }
        }
    }
    best
}
