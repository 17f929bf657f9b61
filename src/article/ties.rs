//! A2: what each piece stands to lose, and which pieces are tied.
//!
//! A piece is *tied* when its leaving would lose something: an own piece it
//! defends, a valuable piece it shields from a slider (a relative pin), a
//! square on which it stops a promotion, its king that would be mated. The same list holds discovered
//! attacks, where the leaving wins something. (A piece that shields its king
//! is pinned absolutely and simply may not leave: `AttackMap::pinned`.)

use arrayvec::ArrayVec;

use crate::game::attack_map::{NO_SLOT, bit, slots};
use crate::game::{Board, ByColor, Color, Geometry, MAX_SQUARES, Square, SquareSet, Value};

use super::board::MiniBoard;
use super::mate::{MATE_GAIN, mate_in_one};
use super::scan::ScannedBoard;
use crate::soma::entry::{Entry, EntryKind};
use crate::soma::exchange::Chain;
use crate::soma::providers::{promotions, ties};

const MAX_TIES: usize = 64;

/// What happens to an object when a piece leaves its post.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tie {
    /// Where the piece stands that is tied, or that discovers an attack.
    pub piece: Square,
    /// Where the piece stands that could then be taken, or that could promote.
    pub object: Square,
    /// How much more the gainer could win there.
    pub amount: Value,
    /// Who would win it.
    pub gainer: Color,
    /// Where it would be won: the object's square, or where it promotes.
    pub on: Square,
    /// What happens there.
    pub kind: TieKind,
}

impl Tie {
    /// What is won when the tied piece has left, as an entry that waits for that.
    pub fn entry<G: Geometry>(&self, view: &ScannedBoard<G>) -> Entry {
        let object = view.map.slot_on(self.object) as u8;
        let (kind, mover, target) = match self.kind {
            TieKind::Promotion => (EntryKind::Promotion, object, NO_SLOT),
            TieKind::Capture => (EntryKind::Capture, NO_SLOT, object),
            TieKind::Mate => (EntryKind::MateThreat, NO_SLOT, object),
        };
        Entry {
            kind,
            value: self.amount,
            first: self.amount,
            is_ours: self.gainer == view.board.side_to_move(),
            mover,
            target,
            to: self.on.raw(),
            waits_for: bit(view.map.slot_on(self.piece)),
            ..Entry::default()
        }
    }
}

/// What a tie prevents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TieKind {
    /// The object is taken.
    Capture,
    /// The object promotes.
    Promotion,
    /// The king, which is the object, is mated.
    Mate,
}

/// What is at stake on a board: what each piece risks and promises where it stands, and
/// what its leaving would cost or win.
#[derive(Clone, Debug)]
pub(crate) struct Stakes<G: Geometry> {
    /// What the other side gains by starting the exchange on a square.
    pub at_risk: [Value; MAX_SQUARES],
    /// What the piece on a square gains by promoting without a capture, less its
    /// risk on arrival; 0 when it cannot or should not.
    pub promotion: [Value; MAX_SQUARES],
    /// Pieces with a positive `at_risk`.
    pub threatened: ByColor<G::Bitboard>,
    /// Pieces with a positive `promotion`, and where they promote best.
    pub promoters: ByColor<ArrayVec<(Square, Square), MAX_TIES>>,
    /// All ties and discoveries.
    pub ties: ArrayVec<Tie, MAX_TIES>,
    /// The pieces named in `ties`.
    pub tied: G::Bitboard,
}

impl<G: Geometry> Stakes<G> {
    /// Finds all that is at stake on a board.
    pub fn of(view: &ScannedBoard<G>) -> Self {
        let mut found = Self {
            at_risk: [0; MAX_SQUARES],
            promotion: [0; MAX_SQUARES],
            threatened: ByColor([G::Bitboard::EMPTY; 2]),
            promoters: ByColor([ArrayVec::new(), ArrayVec::new()]),
            ties: ArrayVec::new(),
            tied: G::Bitboard::EMPTY,
        };
        for c in Color::ALL {
            found.find_risks(view, c);
            found.find_promotions(view, c);
        }
        found.find_ties(view);
        for c in Color::ALL {
            found.find_promotion_guards(view, c);
            found.find_mate_guards(view, c);
        }
        found
    }

    /// What the owner of a tied piece loses when it captures on a square: the
    /// largest of its ties to objects elsewhere.
    pub(crate) fn tie_cost(&self, piece: Square, owner: Color, to: Square) -> Value {
        if !self.tied.contains(piece) {
            return 0;
        }
        let elsewhere = |tie: &&Tie| tie.piece == piece && tie.gainer != owner && tie.on != to;
        self.ties.iter().filter(elsewhere).map(|tie| tie.amount).max().unwrap_or(0)
    }

    /// What each piece of a side stands to lose on its square.
    fn find_risks(&mut self, view: &ScannedBoard<G>, c: Color) {
        for sq in (view.board.by_color(c) & view.map.attacked[!c]).squares() {
            let risk = view.swap_off(sq, !c);
            if risk > 0 {
                self.at_risk[sq.index()] = risk;
                self.threatened[c] |= G::Bitboard::of(sq);
            }
        }
    }

    /// What each piece of a side gains by promoting next.
    fn find_promotions(&mut self, view: &ScannedBoard<G>, c: Color) {
        for sq in view.board.by_color(c).squares() {
            if let Some((gain, to)) = view.best_promotion(sq) {
                self.promotion[sq.index()] = gain;
                let _ = self.promoters[c].try_push((sq, to));
            }
        }
    }

    /// Guards, relative pins and discovered attacks: what can be won when a piece
    /// has left, and could not before.
    fn find_ties(&mut self, view: &ScannedBoard<G>) {
        let map = &view.map;
        let mut chain = Chain::new();
        let endangered = ByColor(Color::ALL.map(|c| view.board.by_color(c) & map.attacked[!c]));
        for slot in slots(map.present & !map.of_type(G::KING)) {
            let (piece, own) = (map.square(slot), endangered[map.piece(slot).color()]);
            let exchange = view.exchange();
            ties::for_each_loose::<MiniBoard<G>>(
                &exchange,
                slot,
                own,
                &mut chain,
                |object, gainer, value, _| {
                    let on = map.square(object);
                    let amount = value - self.at_risk[on.index()];
                    if amount > 0 {
                        self.push(Tie { piece, object: on, amount, gainer, on, kind: TieKind::Capture });
                    }
                },
            );
        }
    }

    /// Pieces that alone keep a piece of the other side from promoting.
    fn find_promotion_guards(&mut self, view: &ScannedBoard<G>, c: Color) {
        let map = &view.map;
        let guarded_once = map.attacked[!c] & !map.attacked_twice[!c];
        for slot in slots(map.side[c] & !map.pinned) {
            let (pt, object) = (map.piece(slot).piece_type(), map.square(slot));
            let amount = view.values.promotion(pt);
            if amount <= 0 || self.promotion[object.index()] > 0 {
                continue;
            }
            for on in (map.quiets(slot) & guarded_once).squares() {
                let guard = view.attackers(on) & map.side[!c];
                let is_king = guard & map.of_type(G::KING) != 0;
                if G::becomes(pt, c, object, on) != pt && guard.is_power_of_two() && !is_king {
                    let piece = map.square(guard.trailing_zeros() as usize);
                    self.push(Tie { piece, object, amount, gainer: c, on, kind: TieKind::Promotion });
                }
            }
        }
    }

    /// Pieces that alone keep their king from being mated at once.
    fn find_mate_guards(&mut self, view: &ScannedBoard<G>, c: Color) {
        let (board, map) = (&view.board, &view.map);
        let Some(king) = board.king(c) else { return };
        if board.is_in_check(c) || mate_in_one(board, !c).is_some() {
            return;
        }
        for slot in slots(map.side[c] & !bit(map.king[c] as usize)) {
            let piece = map.square(slot);
            let may_leave =
                !(map.attacks(slot) & map.occupied).is_empty() || map.attacked[!c].contains(piece);
            let without = board.without(piece);
            if may_leave && !without.is_in_check(c) && mate_in_one(&without, !c).is_some() {
                let tie =
                    Tie { piece, object: king, amount: MATE_GAIN, gainer: !c, on: king, kind: TieKind::Mate };
                self.push(tie);
            }
        }
    }

    fn push(&mut self, tie: Tie) {
        if self.ties.try_push(tie).is_ok() {
            self.tied |= G::Bitboard::of(tie.piece);
        }
    }
}

impl<G: Geometry> ScannedBoard<G> {
    /// The best promotion without a capture of the piece on a square, if any gains:
    /// what it gains after the exchange where it arrives, and that square.
    pub(crate) fn best_promotion(&self, sq: Square) -> Option<(Value, Square)> {
        let slot = self.map.slot_on(sq);
        let can =
            self.values.promotion(self.map.piece(slot).piece_type()) > 0 && self.map.pinned & bit(slot) == 0;
        if can { promotions::best(&self.board, &self.exchange(), slot) } else { None }
    }
}
