//! The small board that SUPER-SOMA plays its predicted moves on (B4). The
//! real position is never touched.

use crate::game::{Board, Color, Geometry, MAX_PIECE_TYPES, MoveParts, Piece, PieceType, Square, SquareSet};

/// What lies on a board, copied from a position: sets, hands, and no history.
#[derive(Clone, Debug)]
pub struct MiniBoard<G: Geometry> {
    by_type: [G::Bitboard; MAX_PIECE_TYPES],
    by_color: [G::Bitboard; 2],
    hands: [[u8; 8]; 2],
    stm: Color,
    en_passant: Option<(Square, Square)>,
}

impl<G: Geometry> MiniBoard<G> {
    /// Copies what lies on a board.
    pub fn new<B: Board<Geometry = G>>(board: &B) -> Self {
        let mut by_type = [G::Bitboard::EMPTY; MAX_PIECE_TYPES];
        for &pt in G::PIECE_TYPES {
            by_type[pt.index()] = board.by_type(pt);
        }
        let mut hands = [[0; 8]; 2];
        for c in Color::ALL {
            for &pt in G::DROPPABLE {
                hands[c.index()][pt.index() & 7] = board.hand(c, pt);
            }
        }
        let by_color = [board.by_color(Color::Black), board.by_color(Color::White)];
        Self { by_type, by_color, hands, stm: board.side_to_move(), en_passant: board.en_passant() }
    }

    /// Plays a move of the side to move, taken apart; it must be possible.
    pub fn play(&mut self, m: &MoveParts) {
        let us = self.stm;
        if let Some((sq, pt)) = m.captured {
            self.flip(!us, pt, sq);
            if G::DROPS {
                self.hands[us.index()][G::base(pt).index() & 7] += 1;
            }
        }
        match m.from {
            Some(from) => self.flip(us, m.piece, from),
            None => {
                let held = &mut self.hands[us.index()][m.piece.index() & 7];
                *held = held.saturating_sub(1);
            }
        }
        self.flip(us, m.becomes, m.to);
        let passed = m.from.and_then(|from| G::passed_over(m.piece, from, m.to));
        self.en_passant = passed.map(|sq| (sq, m.to));
        self.stm = !us;
    }

    /// The board after a move of a side, whoever is to move.
    pub fn after(&self, us: Color, m: &MoveParts) -> Self {
        let mut board = self.clone();
        board.stm = us;
        board.play(m);
        board
    }

    /// The board after a move of the side to move, or after a pass; nothing where the
    /// pieces are not there any more.
    pub(crate) fn after_if_possible(mut self, m: Option<&MoveParts>) -> Option<Self> {
        let Some(m) = m else {
            self.pass();
            return Some(self);
        };
        let own = m.from.is_none_or(|from| self.piece_on(from) == Some(Piece::new(self.stm, m.piece)));
        let taken = m.captured.is_none_or(|(sq, pt)| self.piece_on(sq) == Some(Piece::new(!self.stm, pt)));
        let arrives = m.captured.is_some() || self.piece_on(m.to).is_none();
        (own && taken && arrives).then(|| self.after(self.stm, m))
    }

    /// The board with a side to move; what could be taken in passing stays
    /// only for the side that is to move anyway.
    pub fn with_turn(&self, us: Color) -> Self {
        let mut board = self.clone();
        if board.stm != us {
            board.pass();
        }
        board
    }

    /// Whether a side's king is attacked.
    pub fn is_in_check(&self, c: Color) -> bool {
        self.king(c)
            .is_some_and(|king| !(self.attackers_to(king, self.occupied()) & self.by_color(!c)).is_empty())
    }

    /// Passes.
    pub fn pass(&mut self) {
        self.stm = !self.stm;
        self.en_passant = None;
    }

    /// The board without the piece on a square.
    pub fn without(&self, sq: Square) -> Self {
        let mut board = self.clone();
        if let Some(piece) = self.piece_on(sq) {
            board.flip(piece.color(), piece.piece_type(), sq);
        }
        board
    }

    fn flip(&mut self, c: Color, pt: PieceType, sq: Square) {
        let set = G::Bitboard::of(sq);
        self.by_type[pt.index()] ^= set;
        self.by_color[c.index()] ^= set;
    }
}

impl<G: Geometry> Board for MiniBoard<G> {
    type Geometry = G;

    #[inline]
    fn side_to_move(&self) -> Color {
        self.stm
    }

    #[inline]
    fn by_color(&self, c: Color) -> G::Bitboard {
        self.by_color[c.index()]
    }

    #[inline]
    fn by_type(&self, pt: PieceType) -> G::Bitboard {
        self.by_type[pt.index()]
    }

    fn piece_on(&self, sq: Square) -> Option<Piece> {
        let c = Color::ALL.into_iter().find(|&c| self.by_color(c).contains(sq))?;
        G::PIECE_TYPES.iter().find(|&&pt| self.by_type(pt).contains(sq)).map(|&pt| Piece::new(c, pt))
    }

    #[inline]
    fn hand(&self, c: Color, pt: PieceType) -> u8 {
        if G::DROPS { self.hands[c.index()][pt.index() & 7] } else { 0 }
    }

    #[inline]
    fn en_passant(&self) -> Option<(Square, Square)> {
        self.en_passant
    }
}
