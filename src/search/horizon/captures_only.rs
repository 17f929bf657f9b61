//! Captures to the very end, without a stand pat.

use crate::eval::Evaluator;
use crate::game::{INFINITE, Position, Value};

use super::{Tactics, capture_list};
use crate::search::worker::Worker;

/// After "Quiet, Please!": every line is searched on through captures, and
/// evaluated only where no capture is left. Nobody may decline, so the value
/// is that of a game in which captures are compulsory.
///
/// In chess such a line ends by itself after at most thirty captures; in shogi
/// the captured pieces do not come back (no drop is a capture), so it ends
/// too, but late positions have dozens of captures at every step. A line is
/// therefore evaluated where it stands after
/// [`Params::captures_only_plies`](crate::search::Params::captures_only_plies)
/// captures below the horizon. Check means nothing special.
#[derive(Debug)]
pub struct CapturesOnly;

impl<P: Position, E: Evaluator<P>> Tactics<P, E> for CapturesOnly {
    const NAME: &'static str = "captures-only";

    fn new() -> Self {
        Self
    }

    fn resolve(worker: &mut Worker<P, E, Self>, alpha: Value, beta: Value, ply: usize) -> Value {
        let plies = worker.params.captures_only_plies;
        search(worker, alpha, beta, ply, plies)
    }
}

fn search<P: Position, E: Evaluator<P>>(
    worker: &mut Worker<P, E, CapturesOnly>,
    mut alpha: Value,
    beta: Value,
    ply: usize,
    plies: i32,
) -> Value {
    if let Some(value) = worker.enter_horizon(ply) {
        return value;
    }
    let Ok(moves) = capture_list(worker) else {
        return worker.no_moves(ply);
    };
    if moves.is_empty() || plies == 0 {
        return worker.judge_even_in_check();
    }
    let mut best = -INFINITE;
    for (_, m) in moves {
        worker.do_move(m, ply);
        let value = -search(worker, -beta, -alpha, ply + 1, plies - 1);
        worker.undo_move();
        if worker.is_stopped() {
            return best.max(-INFINITE + 1);
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
