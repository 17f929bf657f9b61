//! SOMA, 1961: one swap-off for each square.

use crate::eval::Evaluator;
use crate::game::attack_map::slots;
use crate::game::{AttackMap, Board, Position, Value, ValuePreset};

use super::{Judgement, Tactics};
use crate::search::worker::Worker;
use crate::soma::board::MiniBoard;
use crate::soma::view::View;

/// The rule of the chess program SOMA (Maynard Smith and Michie 1961), turned
/// to the side to move: plus the largest of the opponent's hanging pieces,
/// minus the second largest of one's own (the largest is moved away or made
/// up for).
#[derive(Debug)]
pub struct Soma;

/// What the rule adds to the evaluation of a board.
pub fn hanging_balance<B: Board>(board: &B, map: &AttackMap<B::Geometry>, preset: ValuePreset) -> Value {
    use crate::game::{Geometry, SquareSet};
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

impl<P: Position, E: Evaluator<P>> Tactics<P, E> for Soma {
    const NAME: &'static str = "soma";
    const ASSESSES: bool = true;

    fn new() -> Self {
        Self
    }

    fn assess(worker: &mut Worker<P, E, Self>) -> Judgement {
        let eval = worker.evaluate();
        let now = eval + hanging_balance(&worker.position, &worker.map, ValuePreset::Default);
        Judgement { eval, now, if_we_pass: eval, ..Judgement::quiet(eval) }
    }

    fn resolve(worker: &mut Worker<P, E, Self>, alpha: Value, beta: Value, ply: usize) -> Value {
        worker.evasions_or(alpha, beta, ply, |worker, _, _| worker.judge_cached(ply).now)
    }
}
