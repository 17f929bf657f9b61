//! A board as it would be after one move, laid over the attack map of the
//! board before it. Questions about single squares are answered without
//! scanning the board again.

use arrayvec::ArrayVec;

use crate::game::attack_map::{SPARE_SLOT, Slots, bit, slots, slots_on};
use crate::game::rays::{DIRECTIONS, opposite};
use crate::game::{AttackMap, Board, Color, Geometry, MoveParts, Piece, PieceValues, Square, SquareSet};

use super::board::MiniBoard;

/// A piece on a square where it was not before.
#[derive(Clone, Copy, Debug)]
pub struct Arrival<G: Geometry> {
    /// The free slot of its type.
    pub slot: usize,
    /// Where it stands now.
    pub square: Square,
    /// What it is now.
    pub piece: Piece,
    /// What it attacks from there.
    pub attacks: G::Bitboard,
    /// Whether the square was empty, so that it may block lines.
    pub on_empty: bool,
}

/// The most pieces that can have arrived: a move, and an answer to it.
const MAX_ARRIVALS: usize = 2;

/// A board, or the same board with some pieces gone and a few arrived.
#[derive(Clone, Debug)]
pub struct View<'a, G: Geometry> {
    /// The board below.
    pub board: &'a MiniBoard<G>,
    /// Its attacks.
    pub map: &'a AttackMap<G>,
    /// What pieces are worth.
    pub values: &'a PieceValues,
    /// All pieces as they stand in the view.
    pub occupied: G::Bitboard,
    /// The pieces that left their squares, arrived ones included.
    pub gone: Slots,
    /// The pieces that arrived.
    pub arrivals: ArrayVec<Arrival<G>, MAX_ARRIVALS>,
}

impl<'a, G: Geometry> View<'a, G> {
    /// The board as it is.
    pub fn new(board: &'a MiniBoard<G>, map: &'a AttackMap<G>, values: &'a PieceValues) -> Self {
        Self { board, map, values, occupied: map.occupied, gone: 0, arrivals: ArrayVec::new() }
    }

    /// The board after a move of `us`.
    pub fn after(&self, us: Color, m: &MoveParts) -> Self {
        let mut view = self.clone();
        if let Some((sq, _)) = m.captured {
            view.remove(self.slot_at(sq));
        }
        if let Some(from) = m.from {
            view.remove(self.slot_at(from));
        }
        view.occupy(m.to, Piece::new(us, m.becomes));
        view
    }

    /// Lets a piece stand on a square, in the place of whatever was there.
    pub fn occupy(&mut self, sq: Square, piece: Piece) {
        self.occupied |= G::Bitboard::of(sq);
        self.arrivals.retain(|a| a.square != sq);
        let free = self.map.free_slot(piece.piece_type());
        let slot = if self.arrivals.iter().any(|a| a.slot == free) { SPARE_SLOT } else { free };
        self.gone &= !bit(slot);
        let arrival = Arrival {
            slot,
            square: sq,
            piece,
            attacks: G::attacks_from(piece.piece_type(), piece.color(), sq, self.occupied),
            on_empty: !self.map.occupied.contains(sq),
        };
        let kept = self.arrivals.try_push(arrival).is_ok();
        debug_assert!(kept, "more moves than a view can show");
    }

    /// The board without one piece.
    pub fn without(&self, slot: usize) -> Self {
        let mut view = self.clone();
        view.remove(slot);
        view
    }

    /// Takes a piece off its square.
    #[inline]
    pub fn remove(&mut self, slot: usize) {
        self.occupied = self.occupied.without(self.square(slot));
        self.gone |= bit(slot);
    }

    /// The view as a board of its own, a side to move; the hands are those of
    /// the board below.
    pub fn to_board(&self, us: Color) -> MiniBoard<G> {
        let mut board = self.board.with_turn(us);
        for left in slots(self.gone & self.map.present) {
            board.put(self.map.square(left), None);
        }
        for a in self.standing() {
            board.put(a.square, Some(a.piece));
        }
        board
    }

    /// Whether anything differs from the board below.
    #[inline]
    pub fn is_changed(&self) -> bool {
        self.gone != 0 || !self.arrivals.is_empty()
    }

    /// The arrived piece in a slot, if it is one.
    #[inline]
    fn arrival(&self, slot: usize) -> Option<&Arrival<G>> {
        self.arrivals.iter().find(|a| a.slot == slot)
    }

    /// The arrived pieces that still stand where they went.
    #[inline]
    fn standing(&self) -> impl Iterator<Item = &Arrival<G>> {
        self.arrivals.iter().filter(|a| self.gone & bit(a.slot) == 0)
    }

    /// Where a piece stands, or stood before it left.
    #[inline]
    pub fn square(&self, slot: usize) -> Square {
        self.arrival(slot).map_or_else(|| self.map.square(slot), |a| a.square)
    }

    /// The piece in a slot.
    #[inline]
    pub fn piece(&self, slot: usize) -> Piece {
        self.arrival(slot).map_or_else(|| self.map.piece(slot), |a| a.piece)
    }

    /// The slot of the piece on an occupied square.
    #[inline]
    pub fn slot_at(&self, sq: Square) -> usize {
        self.standing().find(|a| a.square == sq).map_or_else(|| self.map.slot_on(sq), |a| a.slot)
    }

    /// The piece on an occupied square.
    #[inline]
    pub fn piece_at(&self, sq: Square) -> Piece {
        self.piece(self.slot_at(sq))
    }

    /// The slots of a side, with the arrived pieces, and without regard to
    /// who has left.
    #[inline]
    pub fn side(&self, c: Color) -> Slots {
        let arrived =
            self.arrivals.iter().filter(|a| a.piece.color() == c).fold(0, |set, a| set | bit(a.slot));
        self.map.side[c] | arrived
    }

    /// The pieces that give check to a side's king.
    pub fn checkers(&self, us: Color) -> Slots {
        self.board.king(us).map_or(0, |king| self.attackers(king) & self.side(!us))
    }

    /// The pieces of both sides that attack a square. Pins do not count.
    pub fn attackers(&self, sq: Square) -> Slots {
        let below = if self.map.occupied.contains(sq) {
            self.map.attackers(sq)
        } else {
            slots_on::<MiniBoard<G>>(self.map, self.board.attackers_to(sq, self.map.occupied))
        };
        let mut found = below & !self.gone;
        if !self.is_changed() {
            return found;
        }
        for left in slots(self.gone) {
            if self.map.behind(left) != 0
                && let Some(slot) = self.uncovered(sq, self.map.square(left))
            {
                found |= bit(slot);
            }
        }
        for a in self.standing() {
            if a.on_empty {
                for slot in slots(found & self.map.sliders) {
                    if G::between(self.map.square(slot), sq).contains(a.square) {
                        found &= !bit(slot);
                    }
                }
            }
        }
        for a in self.standing() {
            if a.square != sq && self.still_attacks(a, sq) {
                found |= bit(a.slot);
            }
        }
        found
    }

    /// Whether an arrived piece attacks a square. A slider's lines may have
    /// been opened or closed since it arrived.
    #[inline]
    fn still_attacks(&self, a: &Arrival<G>, sq: Square) -> bool {
        let (pt, c) = (a.piece.piece_type(), a.piece.color());
        if !G::is_slider(pt) {
            return a.attacks.contains(sq);
        }
        G::attacks_from(pt, c, a.square, self.occupied).contains(sq)
    }

    /// The slider that attacks a square through another that has been left.
    #[inline]
    fn uncovered(&self, sq: Square, through: Square) -> Option<usize> {
        let d = G::direction(sq, through) as usize;
        if d >= DIRECTIONS
            || self.occupied.contains(through)
            || !(G::between(sq, through) & self.occupied).is_empty()
        {
            return None;
        }
        let slot = self.slot_at(G::nearest(d, G::ray(d, through) & self.occupied)?);
        let piece = self.piece(slot);
        let slides = G::slide_directions(piece.piece_type(), piece.color());
        ((slides >> opposite(d)) & 1 != 0).then_some(slot)
    }

    /// The slider that attacks a square through another that a piece has just
    /// left in an exchange.
    #[inline]
    pub fn uncovered_by(&self, sq: Square, left: usize) -> Option<usize> {
        if self.map.behind(left) == 0 && self.arrivals.is_empty() {
            return None;
        }
        self.uncovered(sq, self.square(left))
    }

    /// Whether a pinned piece may go to a square: its pinner is gone, or
    /// stands there, or the square lies on the line.
    #[inline]
    pub fn may_leave(&self, slot: usize, to: Square) -> bool {
        if self.map.pinned & bit(slot) == 0 {
            return true;
        }
        let pinner = self.map.pinner(slot) as usize;
        let at = self.map.square(pinner);
        if self.gone & bit(pinner) != 0 || at == to {
            return true;
        }
        let king = self.map.king[self.map.piece(slot).color()] as usize;
        G::between(at, self.map.square(king)).contains(to)
    }
}
