//! Mate in one, found at a glance at the attack map of a node.
//!
//! Every node that is seen for the first time asks for it before anything is
//! pruned, the horizon included: a static evaluation knows nothing of mate. (The
//! practice of strong shogi engines, whose bitboard forms ask the same.)

use crate::game::attack_map::{NO_SLOT, slots};
use crate::game::{
    BitboardOf, Geometry, Key, MAX_PLY, PieceType, Position, Square, SquareSet, Value, is_mated, mate_in,
};

use super::tt::{Bound, Entry};
use super::worker::Worker;

/// How many squares next to the other king must be attacked so that checks are worth trying.
const KING_ATTACKS: i32 = 2;

/// What is around a king.
#[derive(Clone, Copy)]
struct Net<G: Geometry> {
    king: Square,
    /// Squares that the king could go to and that nobody attacks.
    free: G::Bitboard,
    /// All pieces but the king.
    occupied: G::Bitboard,
}

impl<P: Position> Worker<P> {
    /// The value of a mate in one, if the position is not in check and its
    /// attacks were scanned just now; stored, and noted as the best line.
    pub(super) fn find_mate(&mut self, key: Key, ply: usize) -> Option<Value> {
        // After the last move that counts the game is drawn.
        let is_last = self.max_game_ply > 0 && self.position.game_ply() >= self.max_game_ply;
        if !self.params.mate.in_one || self.mapped != Some(key) || is_last {
            return None;
        }
        let raw_move = P::to_raw(self.mate_in_one(ply)?);
        self.stack(ply + 1).pv.clear();
        self.extend_pv(ply, raw_move);
        let value = mate_in(ply + 1);
        let depth = MAX_PLY as i32;
        self.store(key, ply, &Entry { raw_move, value, depth, bound: Bound::Exact, statics: None });
        Some(value)
    }

    /// Whether the side to move attacks so many squares next to the other king
    /// that checks are worth trying; so it is taken to be where the attacks
    /// have not been scanned just now.
    pub(super) fn attacks_king(&self) -> bool {
        if self.mapped != Some(self.position.key()) {
            return true;
        }
        let us = self.position.side_to_move();
        let near = match self.map.king[!us] {
            NO_SLOT => BitboardOf::<P>::EMPTY,
            king => self.map.attacks(king as usize),
        };
        (near & self.map.attacked[us]).len() as i32 >= KING_ATTACKS
    }

    /// A move that mates at once: a check next to the king on a square that
    /// only the king guards, or a check by a piece that leaps, with every
    /// flight covered. Other mates are left to the search. The position is not
    /// in check, and the attack map is its own.
    pub fn mate_in_one(&mut self, ply: usize) -> Option<P::Move> {
        let (us, map) = (self.position.side_to_move(), &self.map);
        let slot = map.king[!us];
        if slot == NO_SLOT {
            return None;
        }
        let around = map.attacks(slot as usize);
        let own = self.position.by_color(us);
        let contact = around & map.attacked[us] & !map.attacked_twice[!us] & !own;
        let net = Net::<P::Geometry> {
            king: map.square(slot as usize),
            free: around & !self.position.by_color(!us) & !map.attacked[us],
            occupied: map.occupied.without(map.square(slot as usize)),
        };
        self.mate_by_contact(contact, net, ply).or_else(|| self.mate_by_leap(around, net, ply))
    }

    /// Drops and moves next to the king.
    fn mate_by_contact(
        &mut self,
        contact: BitboardOf<P>,
        net: Net<P::Geometry>,
        ply: usize,
    ) -> Option<P::Move> {
        let us = self.position.side_to_move();
        for to in contact.squares() {
            let is_empty = !self.map.occupied.contains(to);
            if is_empty {
                for &pt in P::Geometry::DROPPABLE {
                    if self.position.hand(us, pt) > 0
                        && let Some(m) = self.try_mate(None, to, pt, pt, net, ply)
                    {
                        return Some(m);
                    }
                }
            }
            if !self.map.attacked_twice[us].contains(to) {
                // The piece that goes there would be alone.
                continue;
            }
            for slot in slots(self.map.side[us]) {
                let (pt, from) = (self.map.piece(slot).piece_type(), self.map.square(slot));
                let reach = if is_empty { self.map.quiets(slot) } else { self.map.attacks(slot) };
                if pt == P::Geometry::KING || !reach.contains(to) {
                    continue;
                }
                let becomes = P::Geometry::becomes(pt, us, from, to);
                if let Some(m) = self.try_mate(Some(from), to, pt, becomes, net, ply) {
                    return Some(m);
                }
            }
        }
        None
    }

    /// Drops of pieces that leap, from where nobody takes them.
    fn mate_by_leap(&mut self, around: BitboardOf<P>, net: Net<P::Geometry>, ply: usize) -> Option<P::Move> {
        let us = self.position.side_to_move();
        for &pt in P::Geometry::DROPPABLE {
            if self.position.hand(us, pt) == 0 {
                continue;
            }
            let leaps = P::Geometry::steps_from(pt, !us, net.king) & !around;
            for to in (leaps & !self.map.occupied & !self.map.attacked[!us]).squares() {
                if let Some(m) = self.try_mate(None, to, pt, pt, net, ply) {
                    return Some(m);
                }
            }
        }
        None
    }

    /// The move, if it checks, covers what is free, is legal and mates.
    fn try_mate(
        &mut self,
        from: Option<Square>,
        to: Square,
        pt: PieceType,
        becomes: PieceType,
        net: Net<P::Geometry>,
        ply: usize,
    ) -> Option<P::Move> {
        if from.is_none() && !P::Geometry::may_mate_by_drop(pt) {
            return None;
        }
        let us = self.position.side_to_move();
        let occupied = from.map_or(net.occupied, |from| net.occupied.without(from));
        let attacks = P::Geometry::attacks_from(becomes, us, to, occupied);
        if !attacks.contains(net.king) || !(net.free.without(to) & !attacks).is_empty() {
            return None;
        }
        let m = self.position.compose(from, to, pt, becomes);
        if !self.position.is_legal(m) {
            return None;
        }
        self.do_move(m, ply);
        let mates = is_mated(&self.position);
        self.undo_move();
        mates.then_some(m)
    }
}
