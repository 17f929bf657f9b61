//! The rules of shogi, complete and our own.
//!
//! Knows the traits of `game` and nothing above them. Squares are numbered
//! file by file (`square`), sets of squares are 81 bits of a `u128`
//! (`bitboard`), slides are cut from rays (`attacks`). A `position` is a
//! stack of `state`s: `make_move` copies the last one and changes the copy.
//! `movegen` generates legal moves set by set, `legality` judges single
//! ones. `repetition` and `declaration` decide games that do
//! not end by mate.

pub mod square;
pub mod piece;
pub mod notation;
mod bitboard;
mod attacks;
mod features;
mod hand;
mod moves;
mod zobrist;
mod state;
mod position;
mod make_move;
mod movegen;
mod checks;
mod legality;
mod mating;
mod repetition;
mod declaration;
mod sfen;
mod western;
mod drawing;
mod values;

pub use bitboard::Bitboard;
pub use declaration::EnteringKingRule;
pub use hand::Hand;
pub(crate) use movegen::Counter;
pub use moves::Move;
pub use position::Position;
pub use sfen::START;
pub use western::western;

use crate::game::rays::StepList;
use crate::game::{
    All, Board as _, Color, Declaration, GameLength, Geometry, Key, MoveList, MoveParts, Notation,
    NotationError, Piece, PieceType, PieceValues, Repetition, Square, SquareSet, ValuePreset,
};

/// The shape of the shogi board.
#[derive(Clone, Copy, Debug)]
pub struct Shogi;

impl Geometry for Shogi {
    type Bitboard = Bitboard;

    const PIECE_TYPES: &'static [PieceType] = &piece::ALL;
    const KING: PieceType = piece::KING;
    const DROPS: bool = true;
    const DROPPABLE: &'static [PieceType] = &piece::HAND;

    fn values(preset: ValuePreset) -> &'static PieceValues {
        values::preset(preset)
    }

    #[inline]
    fn attacks_from(pt: PieceType, c: Color, from: Square, occupied: Bitboard) -> Bitboard {
        attacks::attacks_from(pt, c, from, occupied)
    }

    #[inline]
    fn quiets_of(_: PieceType, _: Color, _: Square, attacks: Bitboard, occupied: Bitboard) -> Bitboard {
        attacks & !occupied
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
        attacks::slide_directions(pt, Color::Black) != 0
    }

    #[inline]
    fn slide_directions(pt: PieceType, c: Color) -> u8 {
        attacks::slide_directions(pt, c)
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
    fn becomes(pt: PieceType, c: Color, from: Square, to: Square) -> PieceType {
        let ends = Bitboard::of(from) | Bitboard::of(to);
        piece::promote_if(pt, !(ends & movegen::zone(c)).is_empty())
    }

    #[inline]
    fn base(pt: PieceType) -> PieceType {
        piece::unpromoted(pt)
    }

    #[inline]
    fn promotion_zone(c: Color) -> Bitboard {
        movegen::zone(c)
    }

    #[inline]
    fn promotion_reach(c: Color) -> Bitboard {
        movegen::near_zone(c)
    }

    #[inline]
    fn drop_targets(pt: PieceType, c: Color, empty: Bitboard, own_pawns: Bitboard) -> Bitboard {
        let targets = empty & !movegen::dead_ranks(pt, c);
        if pt == piece::PAWN { targets & !own_pawns.fill_files() } else { targets }
    }

    #[inline]
    fn all_squares() -> Bitboard {
        Bitboard::ALL
    }

    #[inline]
    fn may_mate_by_drop(pt: PieceType) -> bool {
        pt != piece::PAWN
    }

    #[inline]
    fn attackers_to<B: crate::game::Board<Geometry = Self>>(
        board: &B,
        sq: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        attacks::attackers_to(board, sq, occupied)
    }
}

/// Piece kinds that [`crate::game::Position::piece_to_index`] tells apart:
/// fourteen on the board (numbers below 15) and seven drops.
const HISTORY_KINDS: usize = 15 + 7;

impl crate::game::Position for Position {
    type Move = Move;
    type CheckSquares = checks::CheckSquares;

    const NO_MOVES_IS_LOSS: bool = true;
    const ZUGZWANG: bool = false;
    // Of several, the best in games with a clock (docs/data/trials.csv).
    const LENGTH: GameLength = GameLength { at_start: 180, falls_for: 140 };
    const PIECE_TO: usize = HISTORY_KINDS * square::SQUARES;
    const STRUCTURES: &'static [&'static [PieceType]] = &[
        &[piece::PAWN],
        &[piece::KING, piece::GOLD, piece::SILVER],
        &[piece::ROOK, piece::DRAGON, piece::BISHOP, piece::HORSE],
    ];

    #[inline]
    fn key(&self) -> Key {
        self.state().board_key ^ self.state().hand_key
    }

    fn hand_key(&self) -> Key {
        self.state().hand_key
    }

    #[inline]
    fn key_after(&self, m: Move) -> Key {
        self.state().key_after(m)
    }

    fn game_ply(&self) -> u32 {
        self.first_ply + self.states.ply() as u32
    }

    #[inline]
    fn in_check(&self) -> bool {
        !self.state().checkers.is_empty()
    }

    fn generate<G: crate::game::GenType>(&self, list: &mut MoveList<Move>) {
        self.state().generate_to::<G, _>(list);
    }

    fn generate_quiet_checks(&self, list: &mut MoveList<Move>) {
        self.state().generate_quiet_checks(list);
    }

    fn count_legal(&self) -> usize {
        let mut counter = Counter::default();
        self.state().generate_to::<All, _>(&mut counter);
        counter.0
    }

    #[inline]
    fn is_legal(&self, m: Move) -> bool {
        self.state().is_legal_move(m)
    }

    #[inline]
    fn gives_check(&self, m: Move) -> bool {
        self.state().move_gives_check(m)
    }

    #[inline]
    fn check_squares(&self) -> checks::CheckSquares {
        self.state().check_squares()
    }

    #[inline]
    fn gives_check_from(&self, m: Move, squares: &checks::CheckSquares) -> bool {
        self.state().gives_check_from(m, squares)
    }

    #[inline(always)]
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
        self.take_back_pass();
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

    fn declaration(&self) -> Option<Declaration<Move>> {
        self.find_declaration()
    }

    #[inline]
    fn to_raw(m: Move) -> u16 {
        m.raw()
    }

    #[inline]
    fn from_raw(&self, raw: u16) -> Option<Move> {
        Move::from_raw(raw).filter(|&m| self.state().is_legal_move(m))
    }

    #[inline]
    fn origin(m: Move) -> Option<Square> {
        (!m.is_drop()).then(|| m.from())
    }

    #[inline]
    fn destination(m: Move) -> Square {
        m.to()
    }

    #[inline]
    fn parts(&self, m: Move) -> MoveParts {
        let to = m.to();
        if m.is_drop() {
            let piece = m.dropped();
            return MoveParts { from: None, to, piece, becomes: piece, captured: None };
        }
        let from = m.from();
        let piece = self.piece_on(from).map_or(piece::PAWN, |p| p.piece_type());
        MoveParts {
            from: Some(from),
            to,
            piece,
            becomes: if m.is_promotion() { piece::promote(piece) } else { piece },
            captured: self.piece_on(to).map(|p| (to, p.piece_type())),
        }
    }

    #[inline]
    fn is_capture(&self, m: Move) -> bool {
        self.piece_on(m.to()).is_some()
    }

    #[inline]
    fn is_tactical(&self, m: Move) -> bool {
        self.is_capture(m)
            || m.is_promotion() && self.piece_on(m.from()).is_some_and(|p| p.piece_type() == piece::PAWN)
    }

    #[inline]
    fn piece_to_index(&self, m: Move) -> usize {
        let kind = if m.is_drop() {
            15 + m.dropped().index()
        } else {
            self.piece_on(m.from()).map_or(0, |p| p.piece_type().index())
        };
        kind * square::SQUARES + m.to().index()
    }

    fn compose(&self, from: Option<Square>, to: Square, piece: PieceType, becomes: PieceType) -> Move {
        match from {
            None => Move::drop(piece, to),
            Some(from) if piece == becomes => Move::new(from, to),
            Some(from) => Move::promotion(from, to),
        }
    }
}

impl Notation for Position {
    const GAME: &'static str = "shogi";
    const POSITION_WORD: &'static str = "sfen";
    const CAPITALS: Color = Color::Black;

    fn start() -> Self {
        match sfen::parse(START) {
            Ok(position) => position,
            Err(error) => unreachable!("{error}"),
        }
    }

    fn parse(text: &str) -> Result<Self, NotationError> {
        sfen::parse(text)
    }

    fn text(&self) -> String {
        sfen::write(self)
    }

    fn parse_move(&self, text: &str) -> Result<Move, NotationError> {
        let no_move = || NotationError::NoMove { text: text.to_owned(), notation: "USI move" };
        let m = Move::parse(text).ok_or_else(no_move)?;
        if self.state().is_legal_move(m) {
            Ok(m)
        } else {
            Err(NotationError::Illegal { text: m.to_string(), position: self.text() })
        }
    }

    fn move_text(&self, m: Move) -> String {
        m.to_string()
    }

    fn parts_text(m: &MoveParts) -> String {
        match m.from {
            None => Move::drop(m.piece, m.to),
            Some(from) if m.is_promotion() => Move::promotion(from, m.to),
            Some(from) => Move::new(from, m.to),
        }
        .to_string()
    }

    fn square_text(sq: Square) -> String {
        square::text(sq)
    }

    fn piece_text(pt: PieceType) -> &'static str {
        piece::text(pt)
    }

    fn diagram(&self) -> String {
        sfen::diagram(self)
    }
}
