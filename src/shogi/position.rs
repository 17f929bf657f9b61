//! A shogi position with its history.

use crate::game::{Board, Color, Key, Piece, PieceType, Plies, Square, SquareSet};

use super::Shogi;
use super::bitboard::Bitboard;
use super::declaration::EnteringKingRule;
use super::hand::Hand;
use super::moves::Move;
use super::state::State;

/// A position with its history.
pub struct Position {
    /// The state of each ply since the first position.
    pub(super) states: Plies<State>,
    /// The board key of each ply, close together for the repetition scan.
    pub(super) keys: Plies<Key>,
    /// The ply number of the first position, as SFEN counts: 1 at the start.
    pub(super) first_ply: u32,
    pub(super) rule: EnteringKingRule,
    /// Entering-king points of the pieces missing from the first position,
    /// which the handicap rules credit to white.
    pub(super) missing_points: u32,
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Self { states: self.states.clone(), keys: self.keys.clone(), ..*self }
    }

    /// Keeps the memory of the history.
    fn clone_from(&mut self, source: &Self) {
        let Self { states, keys, first_ply, rule, missing_points } = self;
        states.clone_from(&source.states);
        keys.clone_from(&source.keys);
        (*first_ply, *rule, *missing_points) = (source.first_ply, source.rule, source.missing_points);
    }
}

impl Position {
    /// The position of a state, as the first of a game.
    pub(super) fn first(state: &State, first_ply: u32) -> Self {
        let mut position = Self {
            states: Plies::new(*state),
            keys: Plies::new(state.board_key),
            first_ply,
            rule: EnteringKingRule::default(),
            missing_points: 0,
        };
        position.missing_points = position.count_missing_points();
        position
    }

    /// The state of this ply.
    #[inline]
    pub(super) fn state(&self) -> &State {
        self.states.last()
    }

    /// The hand of a side.
    #[inline]
    pub(crate) fn hand_of(&self, c: Color) -> Hand {
        self.state().hand_of(c)
    }

    /// The opponent's pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.state().checkers
    }

    /// The pieces of either side that stand alone between a king and a
    /// slider of the other side.
    pub fn blockers_for_king(&self, king_of: Color) -> Bitboard {
        self.state().blockers_for_king(king_of)
    }

    /// The pieces of one side that attack a square, with these squares
    /// occupied. Pins do not count.
    pub fn attackers_of(&self, c: Color, sq: Square, occupied: Bitboard) -> Bitboard {
        self.state().attackers_of(c, sq, occupied)
    }

    /// The last move, unless it was a pass or there was none.
    pub fn last_move(&self) -> Option<Move> {
        self.state().last_move
    }

    /// Chooses the entering-king rule.
    pub const fn set_entering_king_rule(&mut self, rule: EnteringKingRule) {
        self.rule = rule;
    }

    /// The board key recomputed from the pieces, to check the incremental one.
    pub fn slow_board_key(&self) -> Key {
        self.state().slow_board_key()
    }

    /// The hand key recomputed, to check the incremental one.
    pub fn slow_hand_key(&self) -> Key {
        self.state().slow_hand_key()
    }
}

impl Board for Position {
    type Geometry = Shogi;

    #[inline]
    fn side_to_move(&self) -> Color {
        self.state().stm
    }

    #[inline]
    fn by_color(&self, c: Color) -> Bitboard {
        self.state().by_color(c)
    }

    #[inline]
    fn by_type(&self, pt: PieceType) -> Bitboard {
        self.state().by_type(pt)
    }

    #[inline]
    fn piece_on(&self, sq: Square) -> Option<Piece> {
        self.state().piece_on(sq)
    }

    #[inline]
    fn for_each_piece(&self, mut f: impl FnMut(Square, Piece)) {
        let state = self.state();
        state.occupied.for_each(|sq| {
            if let Some(piece) = state.piece_on(sq) {
                f(sq, piece);
            }
        });
    }

    #[inline]
    fn hand(&self, c: Color, pt: PieceType) -> u8 {
        self.hand_of(c).count(pt)
    }

    #[inline]
    fn en_passant(&self) -> Option<(Square, Square)> {
        None
    }

    #[inline]
    fn occupied(&self) -> Bitboard {
        self.state().occupied
    }

    #[inline]
    fn king(&self, c: Color) -> Option<Square> {
        self.state().king(c)
    }
}

impl PartialEq for Position {
    /// Whether board, hands, side to move and history are the same.
    fn eq(&self, other: &Self) -> bool {
        self.states == other.states && self.first_ply == other.first_ply
    }
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", crate::game::Notation::text(self))
    }
}
