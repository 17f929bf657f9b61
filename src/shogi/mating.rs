//! What a search for mate asks of shogi.

use crate::game::{
    All, Board as _, Color, Evasions, Key, Mating, MoveList, Piece, PieceType, Square, SquareSet,
};

use super::attacks::between;
use super::bitboard::Bitboard;
use super::hand::Hand;
use super::movegen::Sink;
use super::moves::Move;
use super::piece::{HAND, SET, unpromoted};
use super::position::Position;
use super::zobrist;

impl Mating for Position {
    type Holding = Hand;

    #[inline]
    fn board_key(&self) -> Key {
        self.state().board_key
    }

    #[inline]
    fn board_key_after(&mut self, m: Move) -> Key {
        let (state, to) = (self.state(), m.to());
        let key = state.board_key ^ zobrist::SIDE;
        if m.is_drop() {
            return key ^ zobrist::board(Piece::new(state.stm, m.dropped()), to);
        }
        let Some(piece) = state.piece_on(m.from()) else {
            debug_assert!(false, "no piece on the origin of {m}");
            return key;
        };
        let becomes = PieceType::new(piece.piece_type().raw() | m.promotion_bit());
        let captured = state.piece_on(to).map_or(0, |captured| zobrist::board(captured, to));
        let after = Piece::new(state.stm, becomes);
        key ^ captured ^ zobrist::board(piece, m.from()) ^ zobrist::board(after, to)
    }

    #[inline]
    fn holding(&self) -> Hand {
        self.hand_of(self.side_to_move())
    }

    #[inline]
    fn holding_of_other(&self) -> Hand {
        self.hand_of(!self.side_to_move())
    }

    #[inline]
    fn holding_after(&self, m: Move) -> Hand {
        let mut hand = self.hand_of(self.side_to_move());
        if m.is_drop() {
            hand.remove(m.dropped());
        } else if let Some(captured) = self.piece_on(m.to()) {
            hand.add(unpromoted(captured.piece_type()));
        }
        hand
    }

    #[inline]
    fn generate_checks(&self, list: &mut MoveList<Move>) -> bool {
        self.state().generate_checks::<Evasions>(list)
    }

    #[inline]
    fn generate_all_checks(&self, list: &mut MoveList<Move>) {
        self.state().generate_checks::<All>(list);
    }

    #[inline]
    fn count_answers(&self) -> usize {
        let mut answers = Answers::default();
        self.state().generate_to::<Evasions, _>(&mut answers);
        answers.moves + answers.drops.len() as usize
    }

    #[inline]
    fn need_before(&self, m: Move, mut after: Hand) -> Hand {
        if m.is_drop() {
            after.add(m.dropped());
        } else if let Some(captured) = self.piece_on(m.to()) {
            let pt = unpromoted(captured.piece_type());
            if after.has(pt) {
                after.remove(pt);
            }
        }
        after
    }

    #[inline]
    fn limit_before(&self, m: Move, mut after: Hand) -> Hand {
        if m.is_drop() {
            let pt = m.dropped();
            if after.count(pt) < SET[pt.index()] {
                after.add(pt);
            }
        } else if let Some(captured) = self.piece_on(m.to()) {
            let pt = unpromoted(captured.piece_type());
            debug_assert!(after.has(pt), "a limit below what is held");
            if after.has(pt) {
                after.remove(pt);
            }
        }
        after
    }

    fn need_of_answers(&self) -> Hand {
        let state = self.state();
        let (defender, attacker) = (self.holding(), self.holding_of_other());
        let (Some(king), Some(checker)) = (state.king(state.stm), state.checkers.first()) else {
            return Hand::EMPTY;
        };
        if state.checkers.has_many() || between(king, checker).is_empty() {
            return Hand::EMPTY;
        }
        let missing = HAND.into_iter().filter(|&pt| !defender.has(pt));
        missing.fold(Hand::EMPTY, |need, pt| need.with_all_of(pt, attacker))
    }

    fn limit_of_checks(&self) -> Hand {
        let hand = self.holding();
        let held = HAND.into_iter().filter(|&pt| hand.has(pt));
        held.fold(Hand::EMPTY, |limit, pt| limit.with_all_of(pt, Hand::WHOLE_SET))
    }

    fn limit_before_answer(&self, m: Move, mut after: Hand) -> Hand {
        if m.is_drop() {
            let pt = m.dropped();
            // With all of them the attacker would leave nothing to drop.
            let both = self.holding().count(pt) + self.holding_of_other().count(pt);
            while after.count(pt) >= both {
                after.remove(pt);
            }
        }
        after
    }
}

/// Counts answers to a check.
#[derive(Default)]
struct Answers {
    moves: usize,
    drops: Bitboard,
}

impl Sink for Answers {
    #[inline]
    fn piece(&mut self, _: Square, to: Bitboard, _: bool) {
        self.moves += to.len() as usize;
    }

    #[inline]
    fn pawns(&mut self, _: Color, to: Bitboard, _: bool) {
        self.moves += to.len() as usize;
    }

    #[inline]
    fn drops(&mut self, _: PieceType, to: Bitboard) {
        self.drops |= to;
    }
}
