//! SOMA, 1961: one swap-off for each square.

use crate::game::{AttackMap, Board, Color, Geometry, SquareSet, Value, ValuePreset};

use crate::soma::exchange::{Chain, Exchange};

/// What SOMA's rule (Maynard Smith and Michie 1961), turned to the side to move, adds to the
/// evaluation of a board: the largest of the opponent's hanging pieces, minus the second
/// largest of one's own (the largest is moved away or made up for).
pub(crate) fn hanging_balance<B: Board>(
    board: &B,
    map: &AttackMap<B::Geometry>,
    preset: ValuePreset,
) -> Value {
    let values = B::Geometry::values(preset);
    let exchange = Exchange::new(map, values, map.pinned);
    let mut chain = Chain::new();
    let us = board.side_to_move();
    let mut loss = |sq, by| exchange.value(map.slot_on(sq), by, &mut chain);
    let king = |c: Color| board.pieces(c, B::Geometry::KING);
    let mut theirs = 0;
    for sq in (board.by_color(!us) & map.attacked[us] & !king(!us)).squares() {
        theirs = theirs.max(loss(sq, us));
    }
    let (mut first, mut second) = (0, 0);
    for sq in (board.by_color(us) & map.attacked[!us] & !king(us)).squares() {
        let loss = loss(sq, !us);
        second = second.max(loss.min(first));
        first = first.max(loss);
    }
    theirs - second
}
