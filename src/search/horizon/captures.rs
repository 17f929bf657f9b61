//! Every capture, stand pat as lower bound: the capture search of a simple
//! chess program.

use crate::eval::Evaluator;
use crate::game::{Position, Value};

use super::{Tactics, capture_list};
use crate::search::worker::Worker;

/// After Chess Bin, "Quiescence Search and Extensions": the evaluation is a
/// lower bound, every capture is tried, victims by value with a bonus for the
/// cheaper attacker. A line that is in check when its depth runs out is
/// searched one ply further, once.
#[derive(Debug)]
pub struct Captures;

impl<P: Position, E: Evaluator<P>> Tactics<P, E> for Captures {
    const NAME: &'static str = "captures";
    const EXTENDS_CHECK_ONCE: bool = true;

    fn new() -> Self {
        Self
    }

    fn resolve(worker: &mut Worker<P, E, Self>, alpha: Value, beta: Value, ply: usize) -> Value {
        search(worker, alpha, beta, ply)
    }
}

fn search<P: Position, E: Evaluator<P>>(
    worker: &mut Worker<P, E, Captures>,
    mut alpha: Value,
    beta: Value,
    ply: usize,
) -> Value {
    if let Some(value) = worker.enter_horizon(ply) {
        return value;
    }
    let Ok(moves) = capture_list(worker) else {
        return worker.no_moves(ply);
    };
    // Its model evaluates in check as well, once the extension is used up.
    let mut best = worker.judge_even_in_check();
    if best >= beta {
        return best;
    }
    alpha = alpha.max(best);
    for (_, m) in moves {
        worker.do_move(m, ply);
        let value = -search(worker, -beta, -alpha, ply + 1);
        worker.undo_move();
        if worker.is_stopped() {
            return best;
        }
        if value > best {
            best = value;
            if value > alpha {
                worker.note_pv(ply, P::to_raw(m), alpha, beta);
                alpha = value;
            }
            if value >= beta {
                break;
            }
        }
    }
    best
}
