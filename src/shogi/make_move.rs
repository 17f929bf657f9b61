//! Playing moves and taking them back.

use crate::game::{Color, Key, Piece, PieceType, Square, SquareSet};

use super::attacks::reaches;
use super::bitboard::Bitboard;
use super::moves::Move;
use super::piece::{KING, unpromoted};
use super::position::Position;
use super::state::{GOLDS, State, if_gold};
use super::zobrist;

impl Position {
    /// Plays a legal move.
    #[inline(always)]
    pub(super) fn play(&mut self, m: Move) {
        let (before, next) = self.states.advance();
        match before.stm {
            Color::Black => next.follow(before, Color::Black, m),
            Color::White => next.follow(before, Color::White, m),
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
    /// The key after a legal move.
    #[inline]
    pub(super) fn key_after(&self, m: Move) -> Key {
        let (us, to) = (self.stm, m.to());
        let key = self.board_key ^ zobrist::SIDE;
        if m.is_drop() {
            let hand = self.hand_key.wrapping_sub(zobrist::hand(us, m.dropped()));
            return key ^ zobrist::board(Piece::new(us, m.dropped()), to) ^ hand;
        }
        let Some(piece) = self.piece_on(m.from()) else { return key };
        let becomes = PieceType::new(piece.piece_type().raw() | m.promotion_bit());
        let (taken, hand) = match self.piece_on(to) {
            None => (0, self.hand_key),
            Some(taken) => {
                let gained = zobrist::hand(us, unpromoted(taken.piece_type()));
                (zobrist::board(taken, to), self.hand_key.wrapping_add(gained))
            }
        };
        key ^ zobrist::board(piece, m.from()) ^ zobrist::board(Piece::new(us, becomes), to) ^ taken ^ hand
    }

    /// Becomes what follows from `before` by a legal move of `us`, the side
    /// to move; what it was is written over.
    ///
    /// Field by field: this way the compiler copies with a few wide loads and
    /// stores instead of calling a function, and what is computed from
    /// `before` does not wait for a store just made.
    #[inline(always)]
    fn follow(&mut self, before: &Self, us: Color, m: Move) {
        let to = m.to();
        let entered = Bitboard::of(to);
        // Read before the board is copied, which is then copied once.
        let captured = before.piece_on(to);
        let origin = if m.is_drop() { None } else { before.piece_on(m.from()) };
        self.by_type = before.by_type;
        self.board = before.board;
        self.hands = before.hands;
        self.kings = before.kings;
        let mut board_key = before.board_key ^ zobrist::SIDE;
        let mut hand_key = before.hand_key;
        let mut own = before.by_color[us.index()];
        let mut theirs = before.by_color[(!us).index()];

        let moved = if m.is_drop() {
            let pt = m.dropped();
            let piece = Piece::new(us, pt);
            hand_key = hand_key.wrapping_sub(zobrist::hand(us, pt));
            self.hands[us.index()].remove(pt);
            own |= entered;
            self.by_type[pt.index()] ^= entered;
            self.by_type[GOLDS] ^= if_gold(pt, entered);
            board_key ^= zobrist::board(piece, to);
            piece
        } else {
            let from = m.from();
            let Some(piece) = origin else {
                debug_assert!(false, "no piece on the origin of {m}");
                *self = *before;
                return;
            };
            let pt = piece.piece_type();
            let becomes = PieceType::new(pt.raw() | m.promotion_bit());
            let after = Piece::new(us, becomes);
            let left = Bitboard::of(from);
            let mut golds = if_gold(pt, left) ^ if_gold(becomes, entered);
            if let Some(captured) = captured {
                let pt = captured.piece_type();
                let gained = unpromoted(pt);
                theirs ^= entered;
                self.by_type[pt.index()] ^= entered;
                golds ^= if_gold(pt, entered);
                board_key ^= zobrist::board(captured, to);
                hand_key = hand_key.wrapping_add(zobrist::hand(us, gained));
                self.hands[us.index()].add(gained);
            }
            own ^= left | entered;
            self.by_type[pt.index()] ^= left;
            self.by_type[becomes.index()] ^= entered;
            self.by_type[GOLDS] ^= golds;
            self.board[from.index()] = None;
            if pt == KING {
                self.kings[us.index()] = Some(to);
            }
            board_key ^= zobrist::board(piece, from) ^ zobrist::board(after, to);
            after
        };

        self.board[to.index()] = Some(moved);
        self.by_color[us.index()] = own;
        self.by_color[(!us).index()] = theirs;
        self.occupied = own | theirs;
        self.board_key = board_key;
        self.hand_key = hand_key;
        self.stm = !us;
        self.captured = captured;
        self.last_move = Some(m);
        self.plies_from_null = before.plies_from_null.wrapping_add(1);
        let checkers = match before.king(!us) {
            Some(king) => self.new_checkers(moved, m, king),
            None => Bitboard::EMPTY,
        };
        self.checkers = checkers;
        self.checks = before.checks;
        let count = &mut self.checks[us.index()];
        *count = if checkers.is_empty() { 0 } else { count.wrapping_add(1) };
        debug_assert_eq!(self.board_key, self.slow_board_key());
        debug_assert_eq!(self.hand_key, self.slow_hand_key());
    }

    /// The checkers after a move: the piece that moved, and the slider that
    /// its leaving uncovered.
    #[inline(always)]
    fn new_checkers(&self, moved: Piece, m: Move, king: Square) -> Bitboard {
        let occupied = self.occupied;
        let to = m.to();
        let mut checkers = Bitboard::EMPTY;
        if reaches(moved, to, king, occupied) {
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
