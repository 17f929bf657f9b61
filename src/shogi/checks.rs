//! Moves that give check, without listing the others first: the quiet ones for
//! a search, and all of them for a search for mate.

use crate::game::{
    Color, GenKind, GenType, MAX_PIECE_TYPES, MoveList, Piece, PieceType, Quiets, Square, SquareSet,
};

use super::attacks::{attacks_from, between, direction, ray, step_bits, steps_from};
use super::bitboard::Bitboard;
use super::movegen::{Sink, dead_ranks, useless_ranks, zone};
use super::moves::Move;
use super::piece::{
    BISHOP, DRAGON, GOLD, HAND, HORSE, KING, KNIGHT, LANCE, PAWN, ROOK, SILVER, can_promote, promote,
};
use super::square::SQUARES;
use super::state::State;

impl State {
    /// Appends the legal moves of the kind [`Quiets`] that give check, in the
    /// order in which that kind lists them. Not to be asked for in check.
    pub fn generate_quiet_checks(&self, list: &mut MoveList<Move>) {
        let us = self.stm;
        let Some(king) = self.king(!us) else { return };
        let uncovering = self.blockers_for_king(!us) & self.by_color(us);
        self.generate_to::<Quiets, _>(&mut ChecksOnly { state: self, us, king, uncovering, list });
    }
}

/// From where the pieces of the side to move would give check.
#[derive(Clone, Copy, Debug)]
pub struct CheckSquares {
    /// The squares from which a piece attacks the other side's king.
    by_type: [Bitboard; MAX_PIECE_TYPES],
    /// Pieces that stand before a slider of their own.
    uncovering: Bitboard,
}

impl State {
    /// From where the pieces of the side to move would give check; a position without the other
    /// side's king has no such squares.
    pub fn check_squares(&self) -> CheckSquares {
        let us = self.stm;
        let mut by_type = [Bitboard::EMPTY; MAX_PIECE_TYPES];
        let Some(king) = self.king(!us) else {
            return CheckSquares { by_type, uncovering: Bitboard::EMPTY };
        };
        for pt in [PAWN, LANCE, KNIGHT, SILVER, GOLD, BISHOP, ROOK, HORSE, DRAGON] {
            by_type[pt.index()] = attacks_from(pt, !us, king, self.occupied);
        }
        for pt in [PAWN, LANCE, KNIGHT, SILVER] {
            by_type[promote(pt).index()] = by_type[GOLD.index()];
        }
        CheckSquares { by_type, uncovering: self.blockers_for_king(!us) & self.by_color(us) }
    }

    /// Whether a legal move gives check, by these squares. A piece that moves away along the line of
    /// its own attack gives check already.
    #[inline]
    pub fn gives_check_from(&self, m: Move, squares: &CheckSquares) -> bool {
        let reaches = |pt: PieceType| squares.by_type[pt.index()].contains(m.to());
        if m.is_drop() {
            return reaches(m.dropped());
        }
        let Some(piece) = self.piece_on(m.from()) else { return false };
        let pt = piece.piece_type();
        reaches(if m.is_promotion() { promote(pt) } else { pt })
            || squares.uncovering.contains(m.from()) && self.move_gives_check(m)
    }
}

/// Lets through only what gives check.
struct ChecksOnly<'a> {
    state: &'a State,
    us: Color,
    /// The other side's king.
    king: Square,
    /// Pieces of the side to move that stand before a slider of their own.
    uncovering: Bitboard,
    list: &'a mut MoveList<Move>,
}

impl ChecksOnly<'_> {
    /// From where a piece of the type attacks the king. The piece that moves
    /// may be in its own way only if it gives check already.
    #[inline]
    fn direct(&self, pt: PieceType) -> Bitboard {
        attacks_from(pt, !self.us, self.king, self.state.occupied)
    }

    /// Where a piece uncovers a check by going.
    #[inline]
    fn uncovered(&self, from: Square) -> Bitboard {
        if self.uncovering.contains(from) {
            !ray(direction(self.king, from) as usize, self.king)
        } else {
            Bitboard::EMPTY
        }
    }
}

impl Sink for ChecksOnly<'_> {
    #[inline]
    fn piece(&mut self, from: Square, to: Bitboard, is_promotion: bool) {
        if to.is_empty() {
            return;
        }
        let Some(piece) = self.state.piece_on(from) else { return };
        let pt = piece.piece_type();
        let checks = self.direct(if is_promotion { promote(pt) } else { pt }) | self.uncovered(from);
        self.list.piece(from, to & checks, is_promotion);
    }

    #[inline]
    fn pawns(&mut self, c: Color, to: Bitboard, is_promotion: bool) {
        let mut checks = self.direct(if is_promotion { promote(PAWN) } else { PAWN });
        (self.uncovering & self.state.by_type(PAWN))
            .for_each(|from| checks |= Bitboard::of(from).forward(c) & self.uncovered(from));
        self.list.pawns(c, to & checks, is_promotion);
    }

    #[inline]
    fn drops(&mut self, pt: PieceType, to: Bitboard) {
        self.list.drops(pt, to & self.direct(pt));
    }
}

/// From where a step of a piece may come to give check to a king, by
/// [`Piece::index`] and the king's square: where none stands there is nothing to
/// generate.
static CANDIDATES: [[u128; SQUARES]; Piece::COUNT] = {
    let mut table = [[0; SQUARES]; Piece::COUNT];
    let mut at = 0;
    while at < Piece::COUNT {
        let c = Color::from_index(at / 16);
        let pt = PieceType::new((at % 16) as u8);
        let mut king = 0;
        while king < SQUARES {
            table[at][king] = candidates(c, pt, Square::new(king as u8));
            king += 1;
        }
        at += 1;
    }
    table
};

/// From where a piece that does not slide can go in one step to where it gives
/// check, promoted or not.
const fn candidates(c: Color, pt: PieceType, king: Square) -> u128 {
    let mut from = origins(c, pt, step_bits(pt, c.opposite(), king));
    if can_promote(pt) {
        let promoted = step_bits(GOLD, c.opposite(), king);
        from |= origins(c, pt, promoted & zone(c).0) | origins(c, pt, promoted) & zone(c).0;
    }
    from
}

/// From where a piece that does not slide goes to one of these squares.
const fn origins(c: Color, pt: PieceType, mut to: u128) -> u128 {
    let mut from = 0;
    while to != 0 {
        from |= step_bits(pt, c.opposite(), Square::new(to.trailing_zeros() as u8));
        to &= to - 1;
    }
    from
}

impl State {
    /// Appends the legal moves that give check: with [`GenKind::All`] every one, with
    /// another kind without useless non-promotions. Says whether a pawn's drop was
    /// left out because it would have mated.
    pub fn generate_checks<G: GenType>(&self, list: &mut MoveList<Move>) -> bool {
        let us = self.stm;
        let Some(king) = self.king(!us) else { return false };
        let checks = Checks::new(self, us, king);
        checks.by_king(list);
        if self.checkers.has_many() {
            return false;
        }
        let forbidden = checks.by_drops(list);
        checks.by_steps::<G>(list);
        checks.by_slides::<G>(list);
        forbidden
    }
}

/// What the generator of all checks looks at.
struct Checks<'a> {
    state: &'a State,
    us: Color,
    /// The other side's king.
    king: Square,
    /// Where a piece may go that is no king: anywhere, or where it answers a check.
    targets: Bitboard,
    /// Where a piece may be dropped.
    empty: Bitboard,
    /// Pieces of the side to move that stand before a slider of their own.
    uncovering: Bitboard,
    /// Pieces of the side to move that stand before a slider of the other's.
    pinned: Bitboard,
}

impl<'a> Checks<'a> {
    fn new(state: &'a State, us: Color, king: Square) -> Self {
        let own = state.by_color(us);
        let (targets, empty) = match (state.checkers.first(), state.king(us)) {
            (Some(checker), Some(own_king)) => {
                let line = between(own_king, checker);
                (line | state.checkers, line)
            }
            _ => (Bitboard::ALL & !own, Bitboard::ALL & !state.occupied),
        };
        let uncovering = state.blockers_for_king(!us) & own;
        let pinned = state.blockers_for_king(us) & own;
        Self { state, us, king, targets, empty, uncovering, pinned }
    }

    /// The king's moves off a line on which a slider waits behind it.
    fn by_king(&self, list: &mut MoveList<Move>) {
        let Some(from) = self.state.king(self.us).filter(|&from| self.uncovering.contains(from)) else {
            return;
        };
        let own = self.state.by_color(self.us);
        let line = ray(direction(self.king, from) as usize, self.king);
        let occupied = self.state.occupied ^ Bitboard::of(from);
        let to = steps_from(KING, self.us, from) & !own & !line;
        to.for_each(|to| {
            if !self.state.is_attacked(to, !self.us, occupied) {
                list.push(Move::new(from, to));
            }
        });
    }

    /// Drops; whether a pawn's was left out because it would have mated.
    fn by_drops(&self, list: &mut MoveList<Move>) -> bool {
        let hand = self.state.hand_of(self.us);
        if hand.is_empty() || self.empty.is_empty() {
            return false;
        }
        let mut forbidden = false;
        for pt in HAND.into_iter().filter(|&pt| hand.has(pt)) {
            let mut to = self.direct(pt) & self.empty & !dead_ranks(pt, self.us);
            if pt == PAWN {
                to = self.state.pawn_drop_targets(self.us, to);
                forbidden = to.first().is_some_and(|to| self.state.is_drop_pawn_mate(to));
                if forbidden {
                    continue;
                }
            }
            list.drops(pt, to);
        }
        forbidden
    }

    /// Moves of pieces that do not slide.
    fn by_steps<G: GenType>(&self, list: &mut MoveList<Move>) {
        let own = self.state.by_color(self.us);
        for pt in [PAWN, KNIGHT, SILVER] {
            let candidates = Bitboard(CANDIDATES[Piece::new(self.us, pt).index()][self.king.index()]);
            let from = own & self.state.by_type(pt) & (candidates | self.uncovering);
            from.for_each(|from| self.piece::<G>(pt, from, list));
        }
        let candidates = Bitboard(CANDIDATES[Piece::new(self.us, GOLD).index()][self.king.index()]);
        let from = own & self.state.golds() & (candidates | self.uncovering);
        from.for_each(|from| self.piece::<G>(GOLD, from, list));
    }

    /// Moves of pieces that slide.
    fn by_slides<G: GenType>(&self, list: &mut MoveList<Move>) {
        let own = self.state.by_color(self.us);
        for pt in [LANCE, BISHOP, ROOK, HORSE, DRAGON] {
            (own & self.state.by_type(pt)).for_each(|from| self.piece::<G>(pt, from, list));
        }
    }

    /// Moves of one piece.
    #[inline]
    fn piece<G: GenType>(&self, pt: PieceType, from: Square, list: &mut MoveList<Move>) {
        let mut to = attacks_from(pt, self.us, from, self.state.occupied) & self.targets;
        if self.pinned.contains(from)
            && let Some(king) = self.state.king(self.us)
        {
            to &= ray(direction(king, from) as usize, king);
        }
        if to.is_empty() {
            return;
        }
        let uncovered = if self.uncovering.contains(from) {
            !ray(direction(self.king, from) as usize, self.king)
        } else {
            Bitboard::EMPTY
        };
        let promoting = match can_promote(pt) {
            true if zone(self.us).contains(from) => to,
            true => to & zone(self.us),
            false => Bitboard::EMPTY,
        };
        if !promoting.is_empty() {
            list.piece(from, promoting & (self.direct(promote(pt)) | uncovered), true);
        }
        let useless = match pt {
            _ if G::KIND == GenKind::All => dead_ranks(pt, self.us),
            PAWN | BISHOP | ROOK => promoting,
            LANCE | KNIGHT => useless_ranks(pt, self.us),
            _ => Bitboard::EMPTY,
        };
        let staying = to & !useless;
        if !staying.is_empty() {
            list.piece(from, staying & (self.direct(pt) | uncovered), false);
        }
    }

    /// From where a piece of the type attacks the king.
    #[inline]
    fn direct(&self, pt: PieceType) -> Bitboard {
        attacks_from(pt, !self.us, self.king, self.state.occupied)
    }
}
