//! What each piece of a board is worth to an evaluation: the value with the
//! piece, less the value without it.

use crate::game::{
    AttackMap, BitboardOf, Board, Color, EvalWeights, Geometry, Notation, Piece, PieceType, Square,
    SquareSet, Value, ValuePreset,
};

use super::Evaluation;

/// A board with one piece taken away.
struct Without<'a, P> {
    board: &'a P,
    taken: Square,
}

impl<P: Board> Board for Without<'_, P> {
    type Geometry = P::Geometry;

    fn side_to_move(&self) -> Color {
        self.board.side_to_move()
    }

    fn by_color(&self, c: Color) -> BitboardOf<Self> {
        self.board.by_color(c) & !BitboardOf::<Self>::of(self.taken)
    }

    fn by_type(&self, pt: PieceType) -> BitboardOf<Self> {
        self.board.by_type(pt) & !BitboardOf::<Self>::of(self.taken)
    }

    fn piece_on(&self, sq: Square) -> Option<Piece> {
        self.board.piece_on(sq).filter(|_| sq != self.taken)
    }

    fn hand(&self, c: Color, pt: PieceType) -> u8 {
        self.board.hand(c, pt)
    }

    fn en_passant(&self) -> Option<(Square, Square)> {
        None
    }

    fn halfmove_clock(&self) -> u8 {
        self.board.halfmove_clock()
    }
}

/// Each piece's worth to its owner; of kings nothing is said.
pub fn pieces<P>(position: &P, evaluation: &Evaluation<P>) -> Vec<(Square, Value)>
where
    P: Board<Geometry: EvalWeights>,
{
    let values = P::Geometry::values(ValuePreset::Default);
    let mut map = AttackMap::new();
    map.build(position, values);
    let whole = evaluation.evaluate(position, &map);
    let mut worth = Vec::new();
    position.for_each_piece(|sq, piece| {
        if piece.piece_type() == P::Geometry::KING {
            return;
        }
        let without = Without { board: position, taken: sq };
        map.build(&without, values);
        let value = whole - evaluation.evaluate(&without, &map);
        worth.push((sq, if piece.color() == position.side_to_move() { value } else { -value }));
    });
    worth
}

/// The same as a board, seen from the side written in capitals: the piece and its worth.
pub fn board<P>(position: &P, evaluation: &Evaluation<P>) -> Vec<String>
where
    P: Notation<Geometry: EvalWeights>,
{
    let worth = pieces(position, evaluation);
    let at = |sq| P::Geometry::coordinates(sq);
    let squares: Vec<Square> = P::Geometry::all_squares().squares().collect();
    let size = squares.iter().map(|&sq| at(sq).0).max().unwrap_or(0) + 1;
    // Shogi counts files from the right and ranks from the top, chess the other way.
    let turned = P::CAPITALS == Color::White;
    let cell = |column: i32, row: i32| {
        let place = if turned { (column, size - 1 - row) } else { (size - 1 - column, row) };
        let sq = squares.iter().copied().find(|&sq| at(sq) == place)?;
        let piece = position.piece_on(sq)?;
        let letter = P::piece_text(piece.piece_type());
        let letter = if piece.color() == P::CAPITALS { letter.to_owned() } else { letter.to_lowercase() };
        let value = worth.iter().find(|(at, _)| *at == sq).map_or(String::new(), |(_, v)| v.to_string());
        Some(format!("{letter}{value:>5}"))
    };
    (0..size)
        .map(|row| {
            let cells =
                (0..size).map(|column| format!("{:>8}", cell(column, row).unwrap_or_else(|| ".".to_owned())));
            cells.collect::<String>()
        })
        .collect()
}
