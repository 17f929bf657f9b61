//! Single moves: whether they are legal, and whether they give check.

use crate::game::{Color, Square, SquareSet};

use super::attacks::{attacks_from, between, direction, ray, reaches, steps_from};
use super::bitboard::Bitboard;
use super::movegen::{dead_ranks, zone};
use super::moves::Move;
use super::piece::{KING, PAWN, can_promote, promote};
use super::state::State;
use crate::game::Piece;

impl State {
    /// Whether a move, from wherever it comes, is legal here.
    pub(crate) fn is_legal_move(&self, m: Move) -> bool {
        let us = self.stm;
        let to = m.to();
        let checkers = self.checkers;
        if m.is_drop() {
            let pt = m.dropped();
            if !self.hand_of(us).has(pt) || self.piece_on(to).is_some() || dead_ranks(pt, us).contains(to) {
                return false;
            }
            if pt == PAWN {
                let file = Bitboard::file(super::square::file(to));
                if !(file & self.pieces(us, PAWN)).is_empty() {
                    return false;
                }
            }
            if !self.answers_check(us, to, checkers) {
                return false;
            }
            return pt != PAWN || !self.is_drop_pawn_mate(to);
        }

        let from = m.from();
        let Some(piece) = self.piece_on(from).filter(|p| p.color() == us) else { return false };
        let pt = piece.piece_type();
        let own = self.by_color(us);
        if own.contains(to) || !attacks_from(pt, us, from, self.occupied).contains(to) {
            return false;
        }
        if m.is_promotion() {
            if !can_promote(pt) || !(zone(us).contains(from) || zone(us).contains(to)) {
                return false;
            }
        } else if dead_ranks(pt, us).contains(to) {
            return false;
        }
        if pt == KING {
            return !self.is_attacked(to, !us, self.occupied ^ Bitboard::of(from));
        }
        self.answers_check(us, to, checkers) && self.keeps_pin(us, from, to)
    }

    /// Whether a move of another piece than the king to `to` deals with the
    /// checks given: all of them when there are none.
    fn answers_check(&self, us: Color, to: Square, checkers: Bitboard) -> bool {
        let Some(checker) = checkers.first() else { return true };
        if checkers.has_many() {
            return false;
        }
        to == checker || self.king(us).is_none_or(|king| between(king, checker).contains(to))
    }

    /// Whether a piece that goes from `from` to `to` leaves its king covered.
    fn keeps_pin(&self, us: Color, from: Square, to: Square) -> bool {
        if !self.blockers_for_king(us).contains(from) {
            return true;
        }
        self.king(us).is_none_or(|king| ray(direction(king, from) as usize, king).contains(to))
    }

    /// Whether a legal move gives check.
    pub(crate) fn move_gives_check(&self, m: Move) -> bool {
        let us = self.stm;
        let Some(king) = self.king(!us) else { return false };
        let to = m.to();
        if m.is_drop() {
            let occupied = self.occupied | Bitboard::of(to);
            return reaches(Piece::new(us, m.dropped()), to, king, occupied);
        }
        let from = m.from();
        let Some(piece) = self.piece_on(from) else { return false };
        let after = if m.is_promotion() { Piece::new(us, promote(piece.piece_type())) } else { piece };
        let occupied = (self.occupied & !Bitboard::of(from)) | Bitboard::of(to);
        reaches(after, to, king, occupied) || self.discovered_attacker(us, from, king, occupied).is_some()
    }

    /// Whether a pawn dropped on this square by the side to move mates, which
    /// the rules forbid (uchifuzume). The square must be empty.
    pub(crate) fn is_drop_pawn_mate(&self, to: Square) -> bool {
        let us = self.stm;
        let them = !us;
        let Some(king) = self.king(them) else { return false };
        if !steps_from(PAWN, us, to).contains(king) {
            return false;
        }
        let occupied = self.occupied | Bitboard::of(to);
        // Could a piece take the pawn? A pinned one only along its line.
        let pinned = self.blockers_for_king(them);
        let takers = self.attackers_of(them, to, occupied) & !Bitboard::of(king);
        if takers
            .squares()
            .any(|from| !pinned.contains(from) || ray(direction(king, from) as usize, king).contains(to))
        {
            return false;
        }
        // Could the king step aside, or take the pawn itself?
        let without_king = occupied ^ Bitboard::of(king);
        let steps = steps_from(KING, them, king) & !self.by_color(them);
        steps.squares().all(|sq| self.is_attacked(sq, us, without_king))
    }
}
