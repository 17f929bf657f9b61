//! One ply of a shogi game: what lies where, and what follows from it.
//!
//! A state is plain data of seven cache lines. Playing a move copies it and
//! changes the copy, so that taking back costs nothing; that is faster than
//! undoing change by change, because the copy is a few wide loads and stores
//! and no load has to wait for narrow stores just made.

use crate::game::rays::{NO_DIRECTION, direction_of, opposite};
use crate::game::{Color, Key, Piece, PieceType, Square, SquareSet};

use super::attacks::{
    between, bishop_attacks, diagonals, direction, gold_attacks, lance_attacks, ray, ray_attacks,
    rook_attacks, slide_directions, steps_from, straights,
};
use super::bitboard::Bitboard;
use super::hand::Hand;
use super::moves::Move;
use super::piece::{BISHOP, DRAGON, HORSE, KING, KNIGHT, LANCE, PAWN, ROOK, SILVER, moves_as_gold, promote};
use super::square::SQUARES;
use super::zobrist;

/// The slot of `by_type` that holds all pieces moving as golds.
pub(super) const GOLDS: usize = 12;

/// A position without its history. Aligned to cache lines: it is copied with
/// every move.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct State {
    pub(super) by_type: [Bitboard; 16],
    pub(super) by_color: [Bitboard; 2],
    /// All pieces.
    pub occupied: Bitboard,
    /// The opponent's pieces that give check to the side to move.
    pub checkers: Bitboard,
    /// Key of the board and the side to move.
    pub board_key: Key,
    /// Key of both hands.
    pub hand_key: Key,
    /// Both hands.
    pub hands: [Hand; 2],
    pub(super) board: [Option<Piece>; SQUARES],
    pub(super) kings: [Option<Square>; 2],
    pub stm: Color,
    /// What the last move captured.
    pub captured: Option<Piece>,
    /// The last move; nothing for a pass and at the start.
    pub last_move: Option<Move>,
    /// Moves since the start or the last pass.
    pub plies_from_null: u16,
    /// How many checks in a row each side has given with its last moves.
    pub checks: [u16; 2],
}

impl State {
    /// An empty board.
    pub const fn empty(stm: Color) -> Self {
        Self {
            by_type: [Bitboard(0); 16],
            by_color: [Bitboard(0); 2],
            occupied: Bitboard(0),
            checkers: Bitboard(0),
            board_key: 0,
            hand_key: 0,
            hands: [Hand::EMPTY; 2],
            board: [None; SQUARES],
            kings: [None; 2],
            stm,
            captured: None,
            last_move: None,
            plies_from_null: 0,
            checks: [0; 2],
        }
    }

    /// The pieces of a side.
    #[inline]
    pub const fn by_color(&self, c: Color) -> Bitboard {
        self.by_color[c.index()]
    }

    /// The pieces of a type, both sides.
    #[inline]
    pub const fn by_type(&self, pt: PieceType) -> Bitboard {
        self.by_type[pt.index()]
    }

    /// The pieces of a side and type.
    #[inline]
    pub fn pieces(&self, c: Color, pt: PieceType) -> Bitboard {
        self.by_color(c) & self.by_type(pt)
    }

    /// The piece on a square.
    #[inline]
    pub const fn piece_on(&self, sq: Square) -> Option<Piece> {
        self.board[sq.index()]
    }

    /// The square of a side's king.
    #[inline]
    pub const fn king(&self, c: Color) -> Option<Square> {
        self.kings[c.index()]
    }

    /// The hand of a side.
    #[inline]
    pub(crate) const fn hand_of(&self, c: Color) -> Hand {
        self.hands[c.index()]
    }

    /// How many of an unpromoted type there are, promoted or not, on the board and in the hands.
    pub fn count(&self, pt: PieceType) -> u32 {
        let in_hand: u32 = self.hands.iter().map(|hand| u32::from(hand.count(pt))).sum();
        (self.by_type(pt) | self.by_type(promote(pt))).len() + in_hand
    }

    /// Puts a piece on an empty square; keys are the caller's business.
    pub fn put(&mut self, piece: Piece, sq: Square) {
        let (c, pt) = (piece.color().index(), piece.piece_type());
        let bit = Bitboard::of(sq);
        self.by_color[c] |= bit;
        self.by_type[pt.index()] |= bit;
        self.by_type[GOLDS] |= if_gold(pt, bit);
        self.occupied |= bit;
        self.board[sq.index()] = Some(piece);
        if pt == KING {
            self.kings[c] = Some(sq);
        }
    }

    /// All pieces of both sides that move as golds.
    #[inline]
    pub const fn golds(&self) -> Bitboard {
        self.by_type[GOLDS]
    }

    /// The pieces of one side that attack a square, with these squares
    /// occupied. Pins do not count.
    #[inline]
    pub fn attackers_of(&self, c: Color, sq: Square, occupied: Bitboard) -> Bitboard {
        // Looking from the square with the other side's eyes finds them.
        let back = !c;
        let t = |pt: PieceType| self.by_type[pt.index()];
        let mut found = (steps_from(PAWN, back, sq) & t(PAWN))
            | (steps_from(KNIGHT, back, sq) & t(KNIGHT))
            | (steps_from(SILVER, back, sq) & t(SILVER))
            | (gold_attacks(back, sq) & self.golds())
            | (steps_from(KING, back, sq) & (t(KING) | t(HORSE) | t(DRAGON)));
        let own = self.by_color[c.index()];
        let diagonal = (t(BISHOP) | t(HORSE)) & own;
        if !(diagonals(sq) & diagonal).is_empty() {
            found |= bishop_attacks(sq, occupied) & diagonal;
        }
        let straight = (t(ROOK) | t(DRAGON)) & own;
        if !(straights(sq) & straight).is_empty() {
            found |= rook_attacks(sq, occupied) & straight;
        }
        let lances = t(LANCE) & own;
        if !(straights(sq) & lances).is_empty() {
            found |= lance_attacks(back, sq, occupied) & lances;
        }
        found & own
    }

    /// Whether a side attacks a square, with these squares occupied.
    #[inline]
    pub(crate) fn is_attacked(&self, sq: Square, by: Color, occupied: Bitboard) -> bool {
        !self.attackers_of(by, sq, occupied).is_empty()
    }

    /// The pieces of either side that stand alone between a king and a
    /// slider of the other side: moved off the line they expose that king.
    ///
    /// `blockers & own pieces` are pinned, `blockers & their pieces` discover
    /// a check when they are the slider's own.
    #[inline]
    pub fn blockers_for_king(&self, king_of: Color) -> Bitboard {
        let Some(king) = self.kings[king_of.index()] else { return Bitboard::EMPTY };
        let mut blockers = Bitboard::EMPTY;
        let occupied = self.occupied;
        self.snipers(!king_of, king).for_each(|sniper| {
            let line = between(king, sniper) & occupied;
            if !line.has_many() {
                blockers |= line;
            }
        });
        blockers
    }

    /// The sliders of a side that would attack a square on an empty board.
    #[inline]
    fn snipers(&self, of: Color, sq: Square) -> Bitboard {
        let t = |pt: PieceType| self.by_type[pt.index()];
        let behind = match of {
            Color::Black => const { direction_of(0, 1) },
            Color::White => const { direction_of(0, -1) },
        };
        let lances = ray(behind, sq) & t(LANCE);
        (diagonals(sq) & (t(BISHOP) | t(HORSE)) | straights(sq) & (t(ROOK) | t(DRAGON)) | lances)
            & self.by_color[of.index()]
    }

    /// The slider of `c` that attacks `target` through the square `through`,
    /// which is empty in `occupied`.
    #[inline]
    pub(crate) fn discovered_attacker(
        &self,
        c: Color,
        through: Square,
        target: Square,
        occupied: Bitboard,
    ) -> Option<Square> {
        let d = direction(target, through);
        if d == NO_DIRECTION {
            return None;
        }
        // A piece about to leave `through` is still in `by_color`, not in `occupied`.
        let hit = ray_attacks(d as usize, target, occupied) & self.by_color[c.index()] & occupied;
        let sq = hit.first()?;
        let piece = self.board[sq.index()]?;
        let slides = slide_directions(piece.piece_type(), c);
        ((slides >> opposite(d as usize)) & 1 != 0).then_some(sq)
    }

    /// The board key recomputed from the pieces, to check the incremental one.
    pub fn slow_board_key(&self) -> Key {
        let side = if self.stm == Color::White { zobrist::SIDE } else { 0 };
        self.occupied
            .squares()
            .filter_map(|sq| self.board[sq.index()].map(|p| zobrist::board(p, sq)))
            .fold(side, |key, k| key ^ k)
    }

    /// The hand key recomputed, to check the incremental one.
    pub fn slow_hand_key(&self) -> Key {
        let mut key = 0;
        for c in Color::ALL {
            for pt in super::piece::HAND {
                let n = Key::from(self.hand_of(c).count(pt));
                key = zobrist::hand(c, pt).wrapping_mul(n).wrapping_add(key);
            }
        }
        key
    }
}

/// The set for a piece that moves as a gold, and none for another.
#[inline]
pub(super) const fn if_gold(pt: PieceType, set: Bitboard) -> Bitboard {
    if moves_as_gold(pt) { set } else { Bitboard(0) }
}
