//! Material alone: what the laboratory measures assessments against.

use crate::game::attack_map::{MapOf, slots};
use crate::game::{Board, Color, Geometry, PieceValues, Value, ValuePreset};

/// The engine's own piece values on the board and in hand, and nothing else.
#[derive(Debug)]
pub struct Material {
    values: &'static PieceValues,
}

impl Material {
    /// With a game's default values.
    pub fn new<G: Geometry>() -> Self {
        Self { values: G::values(ValuePreset::Default) }
    }

    fn of<P: Board>(&self, position: &P, map: &MapOf<P>, c: Color) -> Value {
        let board: Value = slots(map.side[c])
            .map(|slot| map.piece(slot).piece_type())
            .filter(|&pt| pt != P::Geometry::KING)
            .map(|pt| self.values.board(pt))
            .sum();
        let hand: Value = P::Geometry::DROPPABLE
            .iter()
            .map(|&pt| Value::from(position.hand(c, pt)) * self.values.hand(pt))
            .sum();
        board + hand
    }

    /// The opinion of a position, seen from the side to move.
    pub fn evaluate<P: Board>(&self, position: &P, map: &MapOf<P>) -> Value {
        let us = position.side_to_move();
        self.of(position, map, us) - self.of(position, map, !us)
    }
}
