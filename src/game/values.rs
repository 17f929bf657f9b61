//! What pieces are worth: one table, chosen at run time, read by exchanges,
//! by SUPER-SOMA and by the evaluation.

use super::{MAX_PIECE_TYPES, MoveParts, PieceType, Value, named};

/// The values of a game's piece types. Build it with [`PieceValues::new`],
/// which derives the exchange values from the board and hand values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceValues {
    /// Worth of the piece on the board.
    board: [Value; MAX_PIECE_TYPES],
    /// Worth in hand of the piece as it is when captured (unpromoted);
    /// zero where captured pieces leave the game.
    hand: [Value; MAX_PIECE_TYPES],
    /// What the capture of the piece wins ([`PieceValues::capture`]).
    capture: [Value; MAX_PIECE_TYPES],
    /// What its promotion wins ([`PieceValues::promotion`]).
    promotion: [Value; MAX_PIECE_TYPES],
    /// The piece types from the cheapest to the dearest ([`PieceValues::rising`]).
    rising: [PieceType; MAX_PIECE_TYPES],
    /// How many of `rising` are piece types of the game.
    types: usize,
}

impl PieceValues {
    /// Derives all tables from the values on the board and in hand; `base`
    /// is the piece type that the taker receives, `promoted` what a piece
    /// becomes (itself where it cannot promote). A number without a value on
    /// the board is no piece type of the game.
    pub const fn new(
        board: [Value; MAX_PIECE_TYPES],
        hand: [Value; MAX_PIECE_TYPES],
        base: [u8; MAX_PIECE_TYPES],
        promoted: [u8; MAX_PIECE_TYPES],
    ) -> Self {
        let mut capture = [0; MAX_PIECE_TYPES];
        let mut promotion = [0; MAX_PIECE_TYPES];
        let mut rising = [PieceType::new(0); MAX_PIECE_TYPES];
        let mut types = 0;
        let mut k = 0;
        while k < MAX_PIECE_TYPES {
            capture[k] = board[k] + hand[base[k] as usize];
            promotion[k] = board[promoted[k] as usize] - board[k];
            if board[k] > 0 {
                rising[types] = PieceType::new(k as u8);
                types += 1;
            }
            k += 1;
        }
        // Insertion sort: stable, and short enough for constant evaluation.
        let mut i = 1;
        while i < types {
            let mut j = i;
            while j > 0 && capture[rising[j - 1].index()] > capture[rising[j].index()] {
                let other = rising[j - 1];
                rising[j - 1] = rising[j];
                rising[j] = other;
                j -= 1;
            }
            i += 1;
        }
        Self { board, hand, capture, promotion, rising, types }
    }

    /// Worth of the piece on the board.
    #[inline]
    pub const fn board(&self, pt: PieceType) -> Value {
        self.board[pt.index()]
    }

    /// Worth in hand of an unpromoted piece.
    #[inline]
    pub const fn hand(&self, pt: PieceType) -> Value {
        self.hand[pt.index()]
    }

    /// The swing of capturing the piece: its owner loses the board value, and
    /// the taker gains the hand value of what he receives (`g(x)`).
    #[inline]
    pub const fn capture(&self, pt: PieceType) -> Value {
        self.capture[pt.index()]
    }

    /// What the piece gains by promoting (`d(x)`); zero where it cannot.
    #[inline]
    pub const fn promotion(&self, pt: PieceType) -> Value {
        self.promotion[pt.index()]
    }

    /// What a move wins at once: the swing of the capture, and the promotion.
    #[inline]
    pub fn gain(&self, m: &MoveParts) -> Value {
        m.captured.map_or(0, |(_, pt)| self.capture(pt)) + self.board(m.becomes) - self.board(m.piece)
    }

    /// The piece types of the game by rising [`PieceValues::capture`]: the
    /// order in which attackers take part in an exchange.
    #[inline]
    pub fn rising(&self) -> &[PieceType] {
        &self.rising[..self.types]
    }
}

named! {
    /// A choice among the value tables of a game.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum ValuePreset {
        /// The values of Rollason's article of 2006, everything captured counted
        /// on the board and in hand.
        Article = "article",
        /// The same with a pawn in hand worth nothing, as some of the article's
        /// printed figures have it.
        ArticlePrint = "article-print",
        /// The engine's own values.
        #[default]
        Default = "default",
    }
}
