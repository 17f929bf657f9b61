//! A move in parts.

use super::{Geometry, Piece, PieceType, Square};

/// A move taken apart, for those who know no game's move type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveParts {
    /// Where the piece comes from; nothing for a drop.
    pub from: Option<Square>,
    /// Where it goes.
    pub to: Square,
    /// What moves, as it was before the move.
    pub piece: PieceType,
    /// What stands there afterwards.
    pub becomes: PieceType,
    /// What is captured, and where it stood (not on `to` when taken in passing).
    pub captured: Option<(Square, PieceType)>,
}

impl MoveParts {
    /// The move of a piece, promoted wherever the rules allow it.
    #[inline]
    pub(crate) fn of_piece<G: Geometry>(
        piece: Piece,
        from: Square,
        to: Square,
        captured: Option<(Square, PieceType)>,
    ) -> Self {
        let becomes = G::becomes(piece.piece_type(), piece.color(), from, to);
        Self { from: Some(from), to, piece: piece.piece_type(), becomes, captured }
    }

    /// The drop of a piece.
    #[inline]
    pub(crate) const fn drop_on(pt: PieceType, to: Square) -> Self {
        Self { from: None, to, piece: pt, becomes: pt, captured: None }
    }

    /// Whether the piece promotes.
    #[inline]
    pub fn is_promotion(&self) -> bool {
        self.piece != self.becomes
    }
}
