//! A3: the exchange on one square, capture by capture (static exchange
//! evaluation, SEE), minding pins, x-rays and promotions.
//!
//! They are followed on a board with some pieces taken away, straight from its
//! attack map.
//!
//! CITE: D. and K. Spracklen, "First steps in computer chess programming", BYTE
//! 3(10), 1978: the swap algorithm of Sargon.

use arrayvec::ArrayVec;

use crate::game::attack_map::{Slots, bit, slots};
use crate::game::rays::{DIRECTIONS, opposite};
use crate::game::{AttackMap, Color, Geometry, PieceType, PieceValues, Square, SquareSet, Value};

/// More captures than are ever worth following on one square.
const MAX_CAPTURES: usize = 24;

/// One capture of an exchange.
#[derive(Clone, Copy, Debug)]
pub struct Capture {
    /// The slot of the piece that captures.
    pub slot: u8,
    /// What it wins at once, promotion included.
    pub gain: Value,
    /// What the capturer's side gains from here on if both sides are free to
    /// stop; positive if the capture is worth making.
    pub value: Value,
}

/// The captures of an exchange in their order.
pub type Chain = ArrayVec<Capture, MAX_CAPTURES>;

/// Follows exchanges on a board with some pieces gone.
///
/// ```
/// use somatic::chess::{Chess, Position};
/// use somatic::game::{AttackMap, Color, Geometry, Notation, SquareSet, ValuePreset};
/// use somatic::soma::exchange::{Chain, Exchange};
///
/// let drawn = [
///     "  a  b  c  d  e  f  g  h",
///     "  .  .  .  .  k  .  .  .  8",
///     "  .  .  .  .  .  .  .  .  7",
///     "  .  .  .  p  .  .  .  .  6",
///     "  .  .  .  .  p  .  .  .  5",
///     "  .  .  .  .  .  .  .  .  4",
///     "  .  .  .  .  .  N  .  .  3",
///     "  .  .  .  .  .  .  .  .  2",
///     "  .  .  .  .  K  .  .  .  1",
/// ];
/// let position = Position::parse("4k3/8/3p4/4p3/8/5N2/8/4K3 w - -")?;
/// assert!(position.diagram().starts_with(&drawn.join("\n")));
/// let values = Chess::values(ValuePreset::Article);
/// let mut map = AttackMap::new();
/// map.build(&position, values);
/// let slot = |text| {
///     let square = map.occupied.squares().find(|&sq| Position::square_text(sq) == text);
///     map.slot_on(square.unwrap())
/// };
/// // The knight wins a pawn and is lost for it: White need not begin.
/// let exchange = Exchange::new(&map, values, map.pinned);
/// let mut chain = Chain::new();
/// assert_eq!(exchange.value(slot("e5"), Color::White, &mut chain), 0);
/// // Without the pawn that guards, it wins the pawn.
/// let unguarded = exchange.without(slot("d6"));
/// assert_eq!(unguarded.value(slot("e5"), Color::White, &mut chain), 100);
/// assert_eq!(chain.len(), 1);
/// # Ok::<(), somatic::game::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Exchange<'a, G: Geometry> {
    /// The attacks.
    pub map: &'a AttackMap<G>,
    /// What pieces are worth.
    pub values: &'a PieceValues,
    /// Pieces that may not leave their line.
    pinned: Slots,
    /// Pieces that may not capture everywhere: those that are pinned, and kings.
    bound: Slots,
    /// Pieces that have left their squares.
    pub gone: Slots,
    /// Sliders that stood behind one of those.
    pub opened: Slots,
    /// Pieces on their squares.
    pub occupied: G::Bitboard,
}

impl<'a, G: Geometry> Exchange<'a, G> {
    /// On the board of a map, with these pieces pinned.
    pub fn new(map: &'a AttackMap<G>, values: &'a PieceValues, pinned: Slots) -> Self {
        let bound = pinned | map.of_type(G::KING);
        Self { map, values, pinned, bound, gone: 0, opened: 0, occupied: map.occupied }
    }

    /// On the same board without a piece.
    #[inline]
    pub fn without(&self, slot: usize) -> Self {
        let mut other = *self;
        other.remove(slot);
        other.opened |= self.map.behind(slot);
        other
    }

    #[inline]
    fn remove(&mut self, slot: usize) {
        self.gone |= bit(slot);
        self.occupied = self.occupied.without(self.map.square(slot));
    }

    /// The attackers of an occupied square, with the sliders that stand
    /// behind pieces that are gone.
    #[inline]
    pub fn attackers(&self, sq: Square) -> Slots {
        let mut found = self.map.attackers(sq) & !self.gone;
        if self.opened != 0 {
            for left in slots(self.gone) {
                if let Some(slot) = self.uncovered(sq, left) {
                    found |= bit(slot);
                }
            }
        }
        found
    }

    /// The slider that attacks a square through the square of a piece that
    /// has left.
    #[inline]
    fn uncovered(&self, sq: Square, left: usize) -> Option<usize> {
        let through = self.map.square(left);
        let d = G::direction(sq, through) as usize;
        if d >= DIRECTIONS || !(G::between(sq, through) & self.occupied).is_empty() {
            return None;
        }
        let slot = self.map.slot_on(G::nearest(d, G::ray(d, through) & self.occupied)?);
        let piece = self.map.piece(slot);
        let slides = G::slide_directions(piece.piece_type(), piece.color());
        ((slides >> opposite(d)) & 1 != 0).then_some(slot)
    }

    /// Whether an attacker may legally capture on a square.
    #[inline]
    pub(crate) fn may_capture(&self, slot: usize, sq: Square, attackers: Slots) -> bool {
        if self.pinned & bit(slot) != 0 {
            let pinner = self.map.pinner(slot) as usize;
            return self.gone & bit(pinner) != 0 || self.map.square(pinner) == sq;
        }
        let piece = self.map.piece(slot);
        piece.piece_type() != G::KING || attackers & self.map.side[!piece.color()] == 0
    }

    /// Whether a look at the first capture and its answer shows that the side
    /// that would capture does not profit from capturing on a square:
    /// what the cheapest answer wins and may lose again is as much. If so,
    /// [`Exchange::chain`] finds no profit either; it may where this is false.
    #[inline]
    pub fn is_hopeless(&self, sq: Square, victim: PieceType, attackers: Slots, by: Color) -> bool {
        let own = attackers & self.map.side[by];
        let other = attackers & !own;
        if own == 0 || other == 0 {
            return own == 0;
        }
        let (first, answer) = (own.trailing_zeros() as usize, other.trailing_zeros() as usize);
        let (pt, back) = (self.map.piece(first).piece_type(), self.map.piece(answer).piece_type());
        let is_pinned = (bit(first) | bit(answer)) & self.pinned != 0;
        // A slider behind the first might answer instead.
        let is_open = self.map.behind(first) & self.map.side[!by] != 0;
        if is_pinned || is_open || pt == G::KING || back == G::KING {
            return false;
        }
        let becomes = G::becomes(pt, by, self.map.square(first), sq);
        let back = G::becomes(back, !by, self.map.square(answer), sq);
        let gain = self.values.capture(victim) + self.values.board(becomes) - self.values.board(pt);
        // Who could take a third time, and what that could win.
        let behind = (self.map.behind(first) | self.map.behind(answer)) & self.map.side[by];
        let third = slots((own | behind) & !bit(first))
            .map(|slot| self.values.promotion(self.map.piece(slot).piece_type()).max(0))
            .max()
            .map_or(0, |promotion| self.values.capture(back) + promotion);
        gain <= self.values.capture(becomes) - third
    }

    /// The exchange that `by` starts on a square, with a certain piece or
    /// with the cheapest. Empty if nobody may capture.
    pub fn chain(
        &self,
        sq: Square,
        mut victim: PieceType,
        by: Color,
        mut attackers: Slots,
        mut first: Option<usize>,
        chain: &mut Chain,
    ) {
        chain.clear();
        let (mut board, mut side) = (*self, by);
        while let Some(slot) = board.capturer(first.take(), side, sq, attackers) {
            let (gain, becomes) = board.win(slot, sq, victim);
            if chain.try_push(Capture { slot: slot as u8, gain, value: 0 }).is_err() {
                break;
            }
            victim = becomes;
            attackers = attackers & !bit(slot) | board.leave(slot, sq);
            side = !side;
        }
        let mut rest = 0;
        for capture in chain.iter_mut().rev() {
            capture.value = capture.gain - rest;
            rest = capture.value.max(0);
        }
    }

    /// Who captures: a certain piece if it may, or the cheapest of a side's that
    /// may.
    #[inline]
    pub(crate) fn capturer(
        &self,
        forced: Option<usize>,
        side: Color,
        sq: Square,
        attackers: Slots,
    ) -> Option<usize> {
        if let Some(slot) = forced {
            return Some(slot).filter(|&slot| self.may_capture(slot, sq, attackers));
        }
        let own = attackers & self.map.side[side];
        // Mostly no piece is bound by anything.
        if own & self.bound == 0 {
            return slots(own).next();
        }
        slots(own).find(|&slot| self.may_capture(slot, sq, attackers))
    }

    /// What a capture wins at once, promotion included, and what stands on the
    /// square then.
    #[inline]
    fn win(&self, slot: usize, sq: Square, victim: PieceType) -> (Value, PieceType) {
        let piece = self.map.piece(slot);
        let pt = piece.piece_type();
        let becomes = G::becomes(pt, piece.color(), self.map.square(slot), sq);
        (self.values.capture(victim) + self.values.board(becomes) - self.values.board(pt), becomes)
    }

    /// Takes the capturer off its square; gives the slider that attacks through it.
    #[inline]
    fn leave(&mut self, slot: usize, sq: Square) -> Slots {
        self.remove(slot);
        if self.map.behind(slot) | self.opened == 0 {
            return 0;
        }
        self.uncovered(sq, slot).map_or(0, bit)
    }

    /// What `by` gains by starting the exchange on the square of a piece; `chain`
    /// is empty where the first two captures show that it is nothing.
    pub fn value(&self, target: usize, by: Color, chain: &mut Chain) -> Value {
        let sq = self.map.square(target);
        let victim = self.map.piece(target).piece_type();
        let attackers = self.attackers(sq);
        // That ignores x-ray attackers through a square that has been left.
        let is_hopeless = self.opened == 0 && self.is_hopeless(sq, victim, attackers, by);
        if is_hopeless || attackers & self.map.side[by] == 0 {
            chain.clear();
            return 0;
        }
        self.chain(sq, victim, by, attackers, None, chain);
        chain.first().map_or(0, |capture| capture.value.max(0))
    }
}
