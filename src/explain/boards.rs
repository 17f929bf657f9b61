//! The boards that tables are made of, as plain data for pictures.

use crate::game::attack_map::{NO_SLOT, slots};
use crate::game::{AttackMap, Board, ByColor, Color, Geometry, Piece, PieceType, Square};

/// What lies on a board, in the hands, and is pinned.
#[derive(Clone, Debug)]
pub struct BoardReport {
    /// The side to move.
    pub side: Color,
    /// Pieces with their squares.
    pub pieces: Vec<(Square, Piece)>,
    /// What each side holds and how many of it, the strongest first.
    pub hands: ByColor<Vec<(PieceType, u8)>>,
    /// Pieces that shield their king and may not leave, each with the slider that pins it.
    pub pins: Vec<(Square, Square)>,
}

impl BoardReport {
    /// Of a board and its attacks.
    pub(super) fn new<B: Board>(board: &B, map: &AttackMap<B::Geometry>) -> Self {
        let pinned = slots(map.pinned).filter(|&slot| map.pinner(slot) != NO_SLOT);
        let pins = pinned.map(|slot| (map.square(slot), map.square(map.pinner(slot) as usize))).collect();
        Self { pins, ..Self::without_pins(board) }
    }

    /// The same where nobody has looked for pins.
    pub(crate) fn without_pins<B: Board>(board: &B) -> Self {
        let mut pieces = Vec::new();
        board.for_each_piece(|sq, piece| pieces.push((sq, piece)));
        let held = |c: Color| {
            let types = B::Geometry::DROPPABLE.iter().rev();
            types.map(|&pt| (pt, board.hand(c, pt))).filter(|&(_, count)| count > 0).collect()
        };
        let hands = ByColor(Color::ALL.map(held));
        Self { side: board.side_to_move(), pieces, hands, pins: Vec::new() }
    }

    /// Which sides hold something.
    pub fn holds(&self) -> ByColor<bool> {
        ByColor(Color::ALL.map(|c| !self.hands[c].is_empty()))
    }

    /// The piece on a square.
    pub fn piece_on(&self, sq: Square) -> Option<Piece> {
        self.pieces.iter().find(|(other, _)| *other == sq).map(|&(_, piece)| piece)
    }
}
