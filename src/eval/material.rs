//! Material alone: what the laboratory measures assessments against.

use crate::game::attack_map::{MapOf, slots};
use crate::game::{Board, Color, Geometry, PieceValues, Value, ValuePreset};

use super::{Evaluator, Term};

/// The engine's own piece values on the board and in hand, and nothing else.
#[derive(Debug)]
pub struct Material {
    values: &'static PieceValues,
}

impl Material {
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
}

impl<P: Board + Send + 'static> Evaluator<P> for Material
where
    P::Geometry: 'static,
{
    fn new() -> Self {
        Self { values: P::Geometry::values(ValuePreset::Default) }
    }

    fn evaluate(&self, position: &P, map: &MapOf<P>) -> Value {
        let us = position.side_to_move();
        self.of(position, map, us) - self.of(position, map, !us)
    }

    fn terms(&self, position: &P, map: &MapOf<P>) -> Vec<Term> {
        vec![Term {
            name: "material",
            black: self.of(position, map, Color::Black),
            white: self.of(position, map, Color::White),
        }]
    }
}
