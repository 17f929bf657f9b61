//! Plain negamax: the slow and obvious search that the search without pruning
//! must agree with.

use crate::game::{Captures, Evasions, INFINITE, MAX_PLY, MoveList, Position, Quiets, Value};

use super::worker::Worker;

/// The value of the worker's position by searching every move to a depth, no
/// table, no pruning but of moves that cannot change that value whatever they
/// are worth (Knuth and Moore 1975); the strategy takes over at the horizon
/// with an open window. Use with [`super::Params::plain`].
pub fn negamax<P: Position>(worker: &mut Worker<P>, depth: i32) -> Value {
    worker.reset();
    visit(worker, [-INFINITE, INFINITE], depth, 0, false)
}

/// The value, where it lies between `alpha` and `beta`; else a bound beyond the same end.
fn visit<P: Position>(
    worker: &mut Worker<P>,
    [alpha, beta]: [Value; 2],
    depth: i32,
    ply: usize,
    extended: bool,
) -> Value {
    let in_check = worker.position.in_check();
    let (mut depth, mut extended) = (depth, extended);
    if depth <= 0 {
        if !worker.strategy.extends_check || !in_check || extended {
            return worker.search_horizon(-INFINITE, INFINITE, ply);
        }
        (depth, extended) = (1, true);
    }
    if let Some(value) = worker.game_end(ply) {
        return value;
    }
    assert!(ply + 1 < MAX_PLY, "plain negamax is for small depths");
    let mut list = MoveList::new();
    if in_check {
        worker.position.generate::<Evasions>(&mut list);
    } else {
        worker.position.generate::<Captures>(&mut list);
        worker.position.generate::<Quiets>(&mut list);
    }
    let mut best = -INFINITE;
    for m in list {
        let free = worker.strategy.is_free(worker.last_to(ply), &worker.position.parts(m));
        worker.do_move(m, ply);
        let window = [-beta, -alpha.max(best)];
        let value = -visit(worker, window, depth - i32::from(!free), ply + 1, extended);
        worker.undo_move();
        best = best.max(value);
        if best >= beta {
            break;
        }
    }
    if best == -INFINITE { worker.no_moves(ply) } else { best }
}
