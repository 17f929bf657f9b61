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
use super::piece::{BISHOP, DRAGON, HORSE, KING, KNIGHT, LANCE, PAWN, ROOK, SILVER};
use super::square::SQUARES;
use super::zobrist;

/// The slot of `by_type` that holds all pieces moving as golds.
const GOLDS: usize = 12;
/// A slot of `by_type` that belongs to no type: others count into it.
const NO_GROUP: usize = 15;
/// For each type number the slot of its group.
const GROUP: [usize; 16] = {
    let mut group = [NO_GROUP; 16];
    let mut k = 0;
    while k < 16 {
        if super::piece::moves_as_gold(PieceType::new(k as u8)) {
            group[k] = GOLDS;
        }
        k += 1;
    }
    group
};

/// A position without its history. Aligned to cache lines: it is copied with
/// every move.
#[derive(Clone, Copy)]
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
    pub const fn hand_of(&self, c: Color) -> Hand {
        self.hands[c.index()]
    }

    /// Puts a piece on an empty square; keys are the caller's business.
    #[inline]
    pub fn put(&mut self, piece: Piece, sq: Square) {
        self.flip(piece, Bitboard::of(sq));
        self.board[sq.index()] = Some(piece);
        if piece.piece_type() == KING {
            self.kings[piece.color().index()] = Some(sq);
        }
    }

    /// Takes a piece off the square on which another is about to be put.
    #[inline]
    pub fn replace(&mut self, piece: Piece, sq: Square) {
        self.flip(piece, Bitboard::of(sq));
    }

    /// Moves a piece to an empty square, where it becomes `after`.
    #[inline]
    pub fn shift(&mut self, piece: Piece, after: Piece, from: Square, to: Square) {
        let (left, entered) = (Bitboard::of(from), Bitboard::of(to));
        if piece == after {
            self.flip(piece, left | entered);
        } else {
            self.flip(piece, left);
            self.flip(after, entered);
        }
        self.board[from.index()] = None;
        self.board[to.index()] = Some(after);
        if piece.piece_type() == KING {
            self.kings[piece.color().index()] = Some(to);
        }
    }

    /// Changes in all sets whether a piece stands on these squares.
    #[inline]
    fn flip(&mut self, piece: Piece, bits: Bitboard) {
        let pt = piece.piece_type().index();
        self.by_color[piece.color().index()] ^= bits;
        self.by_type[pt] ^= bits;
        self.by_type[GROUP[pt]] ^= bits;
        self.occupied ^= bits;
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
    pub fn is_attacked(&self, sq: Square, by: Color, occupied: Bitboard) -> bool {
        !self.attackers_of(by, sq, occupied).is_empty()
    }

    /// The pieces of either side that stand alone between a king and a
    /// slider of the other side: moved off the line they expose that king.
    ///
    /// `blockers & own pieces` are pinned, `blockers & their pieces` discover
    /// a check when they are the slider's own.
    #[inline]
    pub fn blockers_for_king(&self, king_of: Color) -> Bitboard {
        let Some(king) = self.kings[king_of.index()] else {
            return Bitboard::EMPTY;
        };
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

    /// Whether a piece on `at` attacks `target` with these squares occupied.
    #[inline]
    pub fn piece_attacks(piece: Piece, at: Square, target: Square, occupied: Bitboard) -> bool {
        let (pt, c) = (piece.piece_type(), piece.color());
        if steps_from(pt, c, at).contains(target) {
            return true;
        }
        let slides = slide_directions(pt, c);
        if slides == 0 {
            return false;
        }
        let d = direction(at, target);
        d != NO_DIRECTION && (slides >> d) & 1 != 0 && (between(at, target) & occupied).is_empty()
    }

    /// The slider of `c` that attacks `target` through the square `through`,
    /// which is empty in `occupied`.
    #[inline]
    pub fn discovered_attacker(
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

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.by_color == other.by_color
            && self.by_type[..NO_GROUP] == other.by_type[..NO_GROUP]
            && self.occupied == other.occupied
            && self.checkers == other.checkers
            && self.board_key == other.board_key
            && self.hand_key == other.hand_key
            && self.hands == other.hands
            && self.board == other.board
            && self.kings == other.kings
            && self.stm == other.stm
            && self.captured == other.captured
            && self.last_move == other.last_move
            && self.plies_from_null == other.plies_from_null
            && self.checks == other.checks
    }
}
