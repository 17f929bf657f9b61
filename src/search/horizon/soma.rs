//! SOMA, 1961: one swap-off for each square.

use crate::game::attack_map::slots;
use crate::game::{AttackMap, Board, Geometry, Position, SquareSet, Value, ValuePreset};

use super::Judgement;
use crate::search::worker::Worker;
use crate::soma::article::board::MiniBoard;
use crate::soma::article::view::View;

/// What SOMA's rule (Maynard Smith and Michie 1961), turned to the side to move, adds to the
/// evaluation of a board: the largest of the opponent's hanging pieces, minus the second
/// largest of one's own (the largest is moved away or made up for).
pub fn hanging_balance<B: Board>(board: &B, map: &AttackMap<B::Geometry>, preset: ValuePreset) -> Value {
    let values = B::Geometry::values(preset);
    let mini = MiniBoard::new(board);
    let view = View::new(&mini, map, values);
    let us = board.side_to_move();
    let mut theirs = 0;
    for sq in (board.by_color(!us) & map.attacked[us]).squares() {
        theirs = theirs.max(view.swap_off(sq, us));
    }
    let (mut first, mut second) = (0, 0);
    for slot in slots(map.side[us]) {
        let sq = map.square(slot);
        if !map.attacked[!us].contains(sq) {
            continue;
        }
        let loss = view.swap_off(sq, !us);
        if loss > first {
            second = first;
            first = loss;
        } else {
            second = second.max(loss);
        }
    }
    theirs - second
}

impl<P: Position> Worker<P> {
    /// The evaluation and SOMA's rule.
    pub(super) fn assess_by_soma(&mut self) -> Judgement {
        let eval = self.evaluate();
        let now = eval + hanging_balance(&self.position, &self.map, ValuePreset::Default);
        Judgement { now, ..Judgement::quiet(eval) }
    }
}
