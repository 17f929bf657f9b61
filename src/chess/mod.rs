//! The rules of chess and Chess960, over the crate cozy-chess.
//!
//! Knows the traits of `game` and nothing above them; nobody else knows
//! cozy-chess. Squares are numbered rank by rank (`square`), sets of squares
//! are 64 bits (`bitboard`), `attacks` says where pieces reach. A `position`
//! is a stack of boards: a move copies the last one and plays on the copy.
//! `movegen` lists legal moves, `inspect` looks at single ones. `draws`
//! decides games that do not end by mate.

pub mod square;
pub mod piece;
mod bitboard;
mod attacks;
mod moves;
mod position;
mod movegen;
mod inspect;
mod keys;
mod draws;
mod endings;
mod features;
mod fen;
mod uci;
mod san;
mod drawing;
mod values;

pub use bitboard::Bitboard;
pub use fen::START;
pub use moves::Move;
pub use position::Position;
pub use san::parse_san;
pub(crate) use san::{files_of_capture, letter_of, short_capture};

use std::sync::LazyLock;

use crate::game::rays::StepList;
use crate::game::{
    Board, Color, GameLength, Geometry, Key, Mating, MoveList, MoveParts, Notation, NotationError, Piece,
    PieceType, PieceValues, Repetition, Square, SquareSet, ValuePreset,
};

/// The shape of the chess board.
#[derive(Clone, Copy, Debug)]
pub struct Chess;

impl Geometry for Chess {
    type Bitboard = Bitboard;

    const PIECE_TYPES: &'static [PieceType] = &piece::ALL;
    const KING: PieceType = piece::KING;
    const DROPS: bool = false;
    const DROPPABLE: &'static [PieceType] = &[];

    fn values(preset: ValuePreset) -> &'static PieceValues {
        values::preset(preset)
    }

    #[inline]
    fn attacks_from(pt: PieceType, c: Color, from: Square, occupied: Bitboard) -> Bitboard {
        attacks::attacks_from(pt, c, from, occupied)
    }

    #[inline]
    fn quiets_of(pt: PieceType, c: Color, from: Square, attacks: Bitboard, occupied: Bitboard) -> Bitboard {
        match pt {
            piece::PAWN => attacks::pawn_steps(c, from, occupied),
            _ => attacks & !occupied,
        }
    }

    #[inline]
    fn steps_from(pt: PieceType, c: Color, from: Square) -> Bitboard {
        attacks::steps_from(pt, c, from)
    }

    #[inline]
    fn step_list_from(piece: Piece, from: Square) -> &'static StepList {
        attacks::step_list_from(piece, from)
    }

    #[inline]
    fn is_slider(pt: PieceType) -> bool {
        attacks::slide_directions(pt) != 0
    }

    #[inline]
    fn slide_directions(pt: PieceType, _: Color) -> u8 {
        attacks::slide_directions(pt)
    }

    #[inline]
    fn direction(from: Square, to: Square) -> u8 {
        attacks::direction(from, to)
    }

    #[inline]
    fn ray_from_number(direction: usize, from: u8) -> Bitboard {
        attacks::ray_from_number(direction, from)
    }

    #[inline]
    fn becomes(pt: PieceType, c: Color, _: Square, to: Square) -> PieceType {
        let arrives = square::relative_rank(to, c) == square::SIZE - 1;
        if pt == piece::PAWN && arrives { piece::QUEEN } else { pt }
    }

    #[inline]
    fn base(pt: PieceType) -> PieceType {
        pt
    }

    #[inline]
    fn promotion_zone(_: Color) -> Bitboard {
        Bitboard::EMPTY
    }

    #[inline]
    fn promotion_reach(c: Color) -> Bitboard {
        match c {
            Color::White => const { Bitboard::rank(square::SIZE - 2) },
            Color::Black => const { Bitboard::rank(1) },
        }
    }

    #[inline]
    fn drop_targets(_: PieceType, _: Color, _: Bitboard, _: Bitboard) -> Bitboard {
        Bitboard::EMPTY
    }

    #[inline]
    fn all_squares() -> Bitboard {
        Bitboard::ALL
    }

    #[inline]
    fn passed_over(pt: PieceType, from: Square, to: Square) -> Option<Square> {
        let (a, b) = (from.index(), to.index());
        (pt == piece::PAWN && a.abs_diff(b) == 2 * square::SIZE)
            .then(|| Square::new(usize::midpoint(a, b) as u8))
    }

    #[inline]
    fn runners<B: Board<Geometry = Self>>(board: &B) -> Bitboard {
        const NEAR: [Bitboard; 2] = [
            Bitboard(Bitboard::rank(1).0 | Bitboard::rank(2).0),
            Bitboard(Bitboard::rank(5).0 | Bitboard::rank(6).0),
        ];
        let [black, white] = [Color::Black, Color::White].map(|c| board.pieces(c, piece::PAWN));
        black & NEAR[0] | white & NEAR[1]
    }

    #[inline]
    fn attackers_to<B: Board<Geometry = Self>>(board: &B, sq: Square, occupied: Bitboard) -> Bitboard {
        attacks::attackers_to(board, sq, occupied)
    }
}

impl crate::game::Position for Position {
    type Move = Move;
    type CheckSquares = inspect::CheckSquares;

    const NO_MOVES_IS_LOSS: bool = false;
    const ZUGZWANG: bool = true;
    // Of several, the best in games with a clock (docs/data/trials.csv).
    const LENGTH: GameLength = GameLength { at_start: 140, falls_for: 90 };
    const PIECE_TO: usize = piece::KINDS * square::SQUARES;
    const STRUCTURES: &'static [&'static [PieceType]] = &[
        &[piece::PAWN],
        &[piece::KING, piece::KNIGHT, piece::BISHOP],
        &[piece::KING, piece::ROOK, piece::QUEEN],
    ];

    /// The clock of fifty moves belongs to the position: what a search found with one clock is not true with a very
    /// different one.
    #[inline]
    fn key(&self) -> Key {
        position::key_of(self.board()) ^ draws::clock_key(self.board().halfmove_clock())
    }

    #[inline]
    fn key_after(&self, m: Move) -> Key {
        keys::after(self.board(), m)
    }

    fn game_ply(&self) -> u32 {
        let black = u32::from(self.side_to_move() == Color::Black);
        2 * (u32::from(self.board().fullmove_number()) - 1) + black
    }

    #[inline]
    fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    #[inline]
    fn generate<G: crate::game::GenType>(&self, list: &mut MoveList<Move>) {
        movegen::generate::<G>(self.board(), list);
    }

    #[inline]
    fn count_legal(&self) -> usize {
        movegen::count(self.board())
    }

    #[inline]
    fn is_legal(&self, m: Move) -> bool {
        self.board().is_legal(m.to_cozy())
    }

    #[inline]
    fn gives_check(&self, m: Move) -> bool {
        self.checks(m)
    }

    #[inline]
    fn check_squares(&self) -> inspect::CheckSquares {
        self.squares_of_checks()
    }

    #[inline]
    fn gives_check_from(&self, m: Move, squares: &inspect::CheckSquares) -> bool {
        self.checks_from(m, squares)
    }

    #[inline]
    fn do_move(&mut self, m: Move) {
        self.play(m);
    }

    #[inline]
    fn undo_move(&mut self) {
        self.take_back();
    }

    fn do_null_move(&mut self) -> bool {
        self.pass()
    }

    fn undo_null_move(&mut self) {
        self.take_back();
    }

    fn repetition(&self, ply: usize) -> Repetition {
        self.find_repetition(ply, usize::MAX)
    }

    fn recurrence(&self, ply: usize) -> Repetition {
        self.find_repetition(ply, ply)
    }

    fn is_near_repetition(&self) -> bool {
        self.has_recurred()
    }

    fn is_rule_draw(&self) -> bool {
        self.is_drawn_by_rule()
    }

    fn is_rule_draw_within(&self, ply: usize) -> bool {
        self.is_drawn_within(ply)
    }

    #[inline]
    fn to_raw(m: Move) -> u16 {
        m.raw()
    }

    #[inline]
    fn from_raw(&self, raw: u16) -> Option<Move> {
        Move::from_raw(raw).filter(|&m| self.is_legal(m))
    }

    #[inline]
    fn origin(m: Move) -> Option<Square> {
        Some(m.from())
    }

    #[inline]
    fn destination(m: Move) -> Square {
        m.to()
    }

    #[inline]
    fn parts(&self, m: Move) -> MoveParts {
        self.take_apart(m)
    }

    #[inline]
    fn is_capture(&self, m: Move) -> bool {
        self.takes(m)
    }

    #[inline]
    fn is_tactical(&self, m: Move) -> bool {
        match m.promotion() {
            None => self.takes(m),
            Some(pt) => pt == piece::QUEEN,
        }
    }

    #[inline]
    fn piece_to_index(&self, m: Move) -> usize {
        position::type_on(self.board(), m.from()).index() * square::SQUARES + m.to().index()
    }

    fn compose(&self, from: Option<Square>, to: Square, piece: PieceType, becomes: PieceType) -> Move {
        debug_assert!(from.is_some(), "chess has no drops");
        // A promotion along a rank is never legal.
        let Some(from) = from else {
            return Move::promotion_to(piece::QUEEN, Square::new(to.raw() ^ 1), to);
        };
        if piece == becomes { Move::new(from, to) } else { Move::promotion_to(becomes, from, to) }
    }

    #[inline]
    fn has_pieces(&self) -> bool {
        self.has_officers(self.side_to_move())
    }
}

impl Notation for Position {
    const GAME: &'static str = "chess";
    const POSITION_WORD: &'static str = "fen";
    const CAPITALS: Color = Color::White;

    fn start() -> Self {
        // Readers of records begin with it for every game.
        static FIRST: LazyLock<Position> = LazyLock::new(|| match fen::parse(START, &mut |_| {}) {
            Ok(position) => position,
            Err(error) => unreachable!("{error}"),
        });
        FIRST.clone()
    }

    fn parse(text: &str) -> Result<Self, NotationError> {
        fen::parse(text, &mut |_| {})
    }

    fn parse_telling(text: &str, tell: &mut dyn FnMut(&str)) -> Result<Self, NotationError> {
        fen::parse(text, tell)
    }

    fn text(&self) -> String {
        fen::write(self)
    }

    fn parse_move(&self, text: &str) -> Result<Move, NotationError> {
        uci::parse_move(self, text)
    }

    fn move_text(&self, m: Move) -> String {
        uci::move_text(self, m)
    }

    fn parts_text(m: &MoveParts) -> String {
        uci::parts_text(m)
    }

    fn square_text(sq: Square) -> String {
        square::text(sq)
    }

    fn piece_text(pt: PieceType) -> &'static str {
        piece::text(pt)
    }

    fn diagram(&self) -> String {
        fen::diagram(self)
    }
}

/// Nothing is held in hand, and the rules say the rest.
impl Mating for Position {
    type Holding = ();

    fn holding(&self) {}

    fn holding_of_other(&self) {}

    fn holding_after(&self, _: Move) {}
}
