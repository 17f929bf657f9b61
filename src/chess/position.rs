//! A chess position with its history.

use cozy_chess::{Board as CozyBoard, get_pawn_attacks};

use crate::game::{Board, Color, Key, Piece, PieceType, Plies, Square, SquareSet};

use super::Chess;
use super::bitboard::Bitboard;
use super::moves::Move;
use super::piece;
use super::square::{self, SIZE, SQUARES};

/// One ply of a game. Aligned to cache lines: it is copied with every move.
#[derive(Clone, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Ply {
    pub board: CozyBoard,
    /// The ply after the last pass, or of the first position.
    pub since_pass: u32,
}

/// A position with its history.
#[derive(PartialEq)]
pub struct Position {
    /// The plies since the first position.
    plies: Plies<Ply>,
    chess960: bool,
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Self { plies: self.plies.clone(), chess960: self.chess960 }
    }

    /// Keeps the memory of the history.
    fn clone_from(&mut self, source: &Self) {
        self.plies.clone_from(&source.plies);
        self.chess960 = source.chess960;
    }
}

impl Position {
    /// The position of a board, as the first of a game.
    pub(super) fn first(board: CozyBoard) -> Self {
        let chess960 = !has_usual_castling(&board);
        Self { plies: Plies::new(Ply { board, since_pass: 0 }), chess960 }
    }

    /// The board of this ply.
    #[inline]
    pub(super) fn board(&self) -> &CozyBoard {
        &self.plies.last().board
    }

    /// The board so many plies ago.
    #[inline]
    pub(super) fn board_before(&self, plies: usize) -> &CozyBoard {
        &self.plies.before(plies).board
    }

    /// How many moves in a row led here that were neither captures nor pawn
    /// moves nor passes: how far back an equal position can lie.
    #[inline]
    pub(super) fn reversible_plies(&self) -> usize {
        let now = self.plies.last();
        usize::from(now.board.halfmove_clock()).min(self.plies.ply() - now.since_pass as usize)
    }

    /// Whether castling is written as the king taking its own rook, as
    /// Chess960 needs it. On from the start if a king or rook that may castle
    /// does not stand where chess has it.
    pub const fn is_chess960(&self) -> bool {
        self.chess960
    }

    /// Chooses how castling is written.
    pub const fn set_chess960(&mut self, chess960: bool) {
        self.chess960 = chess960;
    }

    /// Whether each right to castle is left: white's short and long, then black's.
    pub(crate) fn castling_rights(&self) -> [bool; 4] {
        let [white, black] = cozy_chess::Color::ALL.map(|c| *self.board().castle_rights(c));
        [white.short, white.long, black.short, black.long].map(|rook| rook.is_some())
    }

    /// The opponent's pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.board().checkers().into()
    }

    /// Plays a legal move.
    #[inline]
    pub(super) fn play(&mut self, m: Move) {
        debug_assert!(self.board().is_legal(m.to_cozy()), "{m} in {self:?}");
        let (before, next) = self.plies.advance();
        *next = before.clone();
        next.board.play_unchecked(m.to_cozy());
    }

    /// Passes. Not possible in check.
    pub(super) fn pass(&mut self) -> bool {
        let Some(board) = self.board().null_move() else { return false };
        let since_pass = self.plies.ply() as u32 + 1;
        *self.plies.advance().1 = Ply { board, since_pass };
        true
    }

    /// Takes the last move or pass back.
    #[inline]
    pub(super) fn take_back(&mut self) {
        self.plies.take_back();
    }
}

/// The key of a board. A pawn that just made a double step counts only if it
/// can be taken in passing: otherwise the position is the same without (FIDE
/// Laws, article 9.2.3).
#[inline]
pub(super) fn key_of(board: &CozyBoard) -> Key {
    match board.en_passant() {
        None => board.hash(),
        Some(_) if can_take_in_passing(board) => board.hash(),
        Some(_) => board.hash_without_ep(),
    }
}

/// Whether a legal move takes in passing.
fn can_take_in_passing(board: &CozyBoard) -> bool {
    let Some(to) = en_passant_target(board) else { return false };
    let us = board.side_to_move();
    let takers =
        get_pawn_attacks(square::to_cozy(to), !us) & board.colored_pieces(us, cozy_chess::Piece::Pawn);
    takers
        .iter()
        .any(|from| board.is_legal(cozy_chess::Move { from, to: square::to_cozy(to), promotion: None }))
}

/// The square behind the pawn that just made a double step.
#[inline]
pub(super) fn en_passant_target(board: &CozyBoard) -> Option<Square> {
    let rank = match board.side_to_move() {
        cozy_chess::Color::White => 5,
        cozy_chess::Color::Black => 2,
    };
    board.en_passant().map(|file| square::square(file as usize, rank))
}

/// Whether all castling rights are those of kings on file e and rooks on
/// files a and h.
fn has_usual_castling(board: &CozyBoard) -> bool {
    use cozy_chess::File;
    cozy_chess::Color::ALL.into_iter().all(|c| {
        let rights = board.castle_rights(c);
        rights.short.is_none_or(|file| file == File::H)
            && rights.long.is_none_or(|file| file == File::A)
            && (*rights == cozy_chess::CastleRights::EMPTY || board.king(c).file() == File::E)
    })
}

impl Board for Position {
    type Geometry = Chess;

    #[inline]
    fn side_to_move(&self) -> Color {
        piece::from_cozy_color(self.board().side_to_move())
    }

    #[inline]
    fn by_color(&self, c: Color) -> Bitboard {
        self.board().colors(piece::to_cozy_color(c)).into()
    }

    #[inline]
    fn by_type(&self, pt: PieceType) -> Bitboard {
        match piece::to_cozy(pt) {
            Some(piece) => self.board().pieces(piece).into(),
            None => Bitboard::EMPTY,
        }
    }

    #[inline]
    fn piece_on(&self, sq: Square) -> Option<Piece> {
        let bit = Bitboard::of(sq);
        let c = if (self.by_color(Color::White) & bit).is_empty() {
            if (self.by_color(Color::Black) & bit).is_empty() {
                return None;
            }
            Color::Black
        } else {
            Color::White
        };
        Some(Piece::new(c, type_on(self.board(), sq)))
    }

    #[inline]
    fn hand(&self, _: Color, _: PieceType) -> u8 {
        0
    }

    #[inline]
    fn halfmove_clock(&self) -> u8 {
        self.board().halfmove_clock()
    }

    #[inline]
    fn en_passant(&self) -> Option<(Square, Square)> {
        let to = en_passant_target(self.board())?;
        // The two lie on both sides of the line between ranks 3 and 4, or 5
        // and 6: their numbers differ in the bit of 8.
        Some((to, Square::new(to.raw() ^ SIZE as u8)))
    }

    #[inline]
    fn occupied(&self) -> Bitboard {
        self.board().occupied().into()
    }
}

/// The type of the piece on an occupied square. Its number is put together
/// bit by bit, which needs no branch.
#[inline]
pub(super) fn type_on(board: &CozyBoard, sq: Square) -> PieceType {
    use cozy_chess::Piece::{Bishop, King, Knight, Queen, Rook};
    let at = sq.index() % SQUARES;
    let bit = |set: cozy_chess::BitBoard| (set.0 >> at) as u8 & 1;
    let [knights, bishops, rooks, queens, kings] =
        [Knight, Bishop, Rook, Queen, King].map(|piece| board.pieces(piece));
    let ones = knights | rooks | kings;
    let twos = bishops | rooks | kings;
    let fours = queens | kings;
    PieceType::new(bit(ones) | bit(twos) << 1 | bit(fours) << 2)
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", crate::game::Notation::text(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Notation, Position as _};

    #[test]
    fn long_games_can_be_taken_back() {
        const PLIES: u32 = 2001;
        let mut p = Position::start();
        let first = p.clone();
        let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
        for text in shuffle.into_iter().cycle().take(PLIES as usize) {
            let m = p.parse_move(text).expect("a legal move");
            p.do_move(m);
        }
        assert_eq!(p.game_ply(), PLIES);
        for _ in 0..PLIES {
            p.undo_move();
        }
        assert!(p == first);
    }

    #[test]
    fn en_passant_names_the_taker_and_the_pawn() {
        let squares = |fen: &str| {
            let p = Position::parse(fen).expect("a legal FEN");
            p.en_passant().map(|(to, pawn)| [square::text(to), square::text(pawn)])
        };
        let black = squares("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
        assert_eq!(black, Some(["e3".to_owned(), "e4".to_owned()]));
        let white = squares("4k3/8/8/Pp6/8/8/8/4K3 w - b6 0 1");
        assert_eq!(white, Some(["b6".to_owned(), "b5".to_owned()]));
        assert_eq!(squares("4k3/8/8/Pp6/8/8/8/4K3 w - - 0 1"), None);
    }
}
