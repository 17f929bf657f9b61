//! Only captures back: the smallest capture search.

use crate::eval::Evaluator;
use crate::game::{MoveParts, Position, Square, Value};

use super::{Tactics, capture_list};
use crate::search::worker::Worker;

/// After H.G. Muller's micro-Max 3.2: at the horizon the evaluation is a lower
/// bound and only captures back onto the square of the last move are tried.
/// Such moves cost no depth anywhere in the tree, which makes this a
/// recapture extension too. As in its model, check means nothing special.
#[derive(Debug)]
pub struct Recapture;

impl<P: Position, E: Evaluator<P>> Tactics<P, E> for Recapture {
    const NAME: &'static str = "recapture";

    fn new() -> Self {
        Self
    }

    fn resolve(worker: &mut Worker<P, E, Self>, alpha: Value, beta: Value, ply: usize) -> Value {
        search(worker, alpha, beta, ply)
    }

    fn is_free(last_to: Option<Square>, parts: &MoveParts) -> bool {
        parts.captured.is_some() && last_to == Some(parts.to)
    }
}

fn search<P: Position, E: Evaluator<P>>(
    worker: &mut Worker<P, E, Recapture>,
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
    let mut best = worker.judge_even_in_check();
    if best >= beta {
        return best;
    }
    alpha = alpha.max(best);
    let Some(to) = worker.last_to(ply) else {
        return best;
    };
    for (_, m) in moves {
        if worker.position.parts(m).to != to {
            continue;
        }
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
