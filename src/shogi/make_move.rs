//! Playing moves and taking them back.

use crate::game::{Color, Piece, Square, SquareSet};

use super::bitboard::Bitboard;
use super::moves::Move;
use super::piece::{promote, unpromoted};
use super::position::Position;
use super::state::State;
use super::zobrist;

impl Position {
    /// Plays a legal move.
    #[inline]
    pub(super) fn play(&mut self, m: Move) {
        let (before, next) = self.states.advance();
        *next = *before;
        match next.stm {
            Color::Black => next.play_for(Color::Black, m),
            Color::White => next.play_for(Color::White, m),
        }
        let (_, key) = self.keys.advance();
        *key = next.board_key;
    }

    /// Takes the last move back.
    #[inline]
    pub(super) fn take_back(&mut self) {
        debug_assert!(self.state().last_move.is_some(), "no move to take back");
        self.states.take_back();
        self.keys.take_back();
    }

    /// Passes. Not possible in check.
    pub(super) fn pass(&mut self) -> bool {
        if !self.checkers().is_empty() {
            return false;
        }
        let (before, next) = self.states.advance();
        *next = State {
            board_key: before.board_key ^ zobrist::SIDE,
            captured: None,
            last_move: None,
            plies_from_null: 0,
            checks: [0; 2],
            stm: !before.stm,
            ..*before
        };
        let (_, key) = self.keys.advance();
        *key = next.board_key;
        true
    }

    /// Takes a pass back.
    pub(super) fn take_back_pass(&mut self) {
        debug_assert!(self.state().last_move.is_none(), "no pass to take back");
        self.states.take_back();
        self.keys.take_back();
    }
}

impl State {
    /// Plays a legal move of `us`, the side to move.
    #[inline(always)]
    fn play_for(&mut self, us: Color, m: Move) {
        let to = m.to();
        let mut board_key = self.board_key ^ zobrist::SIDE;
        let mut captured = None;

        let moved = if m.is_drop() {
            let piece = Piece::new(us, m.dropped());
            self.hand_key = self.hand_key.wrapping_sub(zobrist::hand(us, m.dropped()));
            self.hands[us.index()].remove(m.dropped());
            self.put(piece, to);
            board_key ^= zobrist::board(piece, to);
            piece
        } else {
            let from = m.from();
            let Some(piece) = self.piece_on(from) else {
                debug_assert!(false, "no piece on the origin of {m}");
                return;
            };
            captured = self.piece_on(to);
            if let Some(captured) = captured {
                let gained = unpromoted(captured.piece_type());
                self.replace(captured, to);
                board_key ^= zobrist::board(captured, to);
                self.hand_key = self.hand_key.wrapping_add(zobrist::hand(us, gained));
                self.hands[us.index()].add(gained);
            }
            let after = if m.is_promotion() { Piece::new(us, promote(piece.piece_type())) } else { piece };
            self.shift(piece, after, from, to);
            board_key ^= zobrist::board(piece, from) ^ zobrist::board(after, to);
            after
        };

        self.board_key = board_key;
        self.stm = !us;
        self.captured = captured;
        self.last_move = Some(m);
        self.plies_from_null = self.plies_from_null.wrapping_add(1);
        self.checkers = match self.king(!us) {
            Some(king) => self.new_checkers(moved, m, king),
            None => Bitboard::EMPTY,
        };
        let count = &mut self.checks[us.index()];
        *count = if self.checkers.is_empty() { 0 } else { count.wrapping_add(1) };
        debug_assert_eq!(self.board_key, self.slow_board_key());
        debug_assert_eq!(self.hand_key, self.slow_hand_key());
        debug_assert_eq!(self.occupied, self.by_color(Color::Black) | self.by_color(Color::White));
    }

    /// The checkers after a move: the piece that moved, and the slider that
    /// its leaving uncovered.
    #[inline(always)]
    fn new_checkers(&self, moved: Piece, m: Move, king: Square) -> Bitboard {
        let occupied = self.occupied;
        let to = m.to();
        let mut checkers = Bitboard::EMPTY;
        if Self::piece_attacks(moved, to, king, occupied) {
            checkers |= Bitboard::of(to);
        }
        if !m.is_drop()
            && let Some(sq) = self.discovered_attacker(moved.color(), m.from(), king, occupied)
        {
            checkers |= Bitboard::of(sq);
        }
        checkers
    }
}
