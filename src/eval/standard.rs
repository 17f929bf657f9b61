//! The evaluation of both games: material, placement, attacks near the kings.

use std::marker::PhantomData;

use crate::game::attack_map::{MapOf, slots};
use crate::game::{
    Board, Color, EvalWeights, Geometry, MAX_EVAL, MAX_SQUARES, Piece, PieceValues, SquareSet, Value,
    ValuePreset,
};

use super::Term;
use super::effects::{Classes, EffectTable, classes};

/// Material and placement of a piece on a square, opening and ending, from
/// black's view, by [`Piece::index`] and square.
type Placement = [[(i16, i16); SQUARE_ROOM]; Piece::COUNT];
/// A power of two, so that any masked number is a place in it.
const SQUARE_ROOM: usize = MAX_SQUARES.next_power_of_two();

/// A game's evaluation with its default values.
#[derive(Debug)]
pub struct Standard<P: Board> {
    values: &'static PieceValues,
    placement: Box<Placement>,
    effects: EffectTable,
    game: PhantomData<fn() -> P>,
}

impl<P: Board> Default for Standard<P>
where
    P::Geometry: EvalWeights,
{
    fn default() -> Self {
        Self::new()
    }
}

impl<P: Board> Standard<P>
where
    P::Geometry: EvalWeights,
{
    /// Material and placement on the board, for black less for white.
    #[inline]
    fn on_board(&self, map: &MapOf<P>) -> Value {
        let (mut opening, mut ending, mut phase) = (0, 0, 0);
        for slot in slots(map.present) {
            let piece = map.piece(slot);
            let (o, e) = self.placement[piece.index()][map.square(slot).index() % SQUARE_ROOM];
            opening += Value::from(o);
            ending += Value::from(e);
            phase += P::Geometry::phase(piece.piece_type());
        }
        let full = P::Geometry::FULL_PHASE;
        if full == 0 {
            return opening;
        }
        let phase = phase.min(full);
        (opening * phase + ending * (full - phase)) / full
    }

    /// What a side holds in hand.
    #[inline]
    fn in_hand<B: Board<Geometry = P::Geometry>>(&self, position: &B, c: Color) -> Value {
        P::Geometry::DROPPABLE
            .iter()
            .map(|&pt| Value::from(position.hand(c, pt)) * self.values.hand(pt))
            .sum()
    }

    /// With a game's default values.
    pub fn new() -> Self {
        let values = P::Geometry::values(ValuePreset::Default);
        let mut placement = Box::new([[(0, 0); SQUARE_ROOM]; Piece::COUNT]);
        for &pt in P::Geometry::PIECE_TYPES {
            let material = if pt == P::Geometry::KING { 0 } else { values.board(pt) };
            for sq in P::Geometry::all_squares().squares() {
                let (opening, ending) = P::Geometry::placement(pt, sq);
                let (o, e) = ((material + opening) as i16, (material + ending) as i16);
                placement[Piece::new(Color::Black, pt).index()][sq.index()] = (o, e);
                let flipped = P::Geometry::flip(sq);
                placement[Piece::new(Color::White, pt).index()][flipped.index()] = (-o, -e);
            }
        }
        Self { values, placement, effects: EffectTable::new::<P::Geometry>(), game: PhantomData }
    }

    /// The opinion of a position, seen from the side to move.
    pub fn evaluate<B: Board<Geometry = P::Geometry>>(&self, position: &B, map: &MapOf<B>) -> Value {
        self.evaluate_with(position, map, &classes::<B>(map))
    }

    /// The same where the class of each square is known.
    pub(super) fn evaluate_with<B: Board<Geometry = P::Geometry>>(
        &self,
        position: &B,
        map: &MapOf<B>,
        classes: &Classes,
    ) -> Value {
        let mut value =
            self.on_board(map) + self.in_hand(position, Color::Black) - self.in_hand(position, Color::White);
        let [black, white] = self.effects.evaluate(position, classes);
        value += black + white;
        if position.side_to_move() == Color::White {
            value = -value;
        }
        (value + P::Geometry::TEMPO).clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// The terms that make up the opinion.
    pub fn terms(&self, position: &P, map: &MapOf<P>) -> Vec<Term> {
        let on_board = self.on_board(map);
        let [black, white] = self.effects.evaluate(position, &classes::<P>(map));
        let tempo = |c| if position.side_to_move() == c { P::Geometry::TEMPO } else { 0 };
        vec![
            Term { name: "board", black: on_board.max(0), white: (-on_board).max(0) },
            Term {
                name: "hand",
                black: self.in_hand(position, Color::Black),
                white: self.in_hand(position, Color::White),
            },
            Term { name: "attacks near king", black, white: -white },
            Term { name: "tempo", black: tempo(Color::Black), white: tempo(Color::White) },
        ]
    }
}
