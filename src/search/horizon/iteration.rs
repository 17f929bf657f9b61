//! The table made anew after its best entries.

use arrayvec::ArrayVec;

use super::SuperSoma;
use crate::eval::Evaluator;
use crate::game::{Position, Value};
use crate::search::worker::Worker;

/// The most entries that are followed from one table.
const MAX_WIDTH: usize = 16;

/// Moves made in one call after which every table is the last of its line.
const MAX_MOVES: u64 = 4096;

/// What an iteration may still do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// Tables more on the line.
    tables: u32,
    /// The worker's count of nodes at which all lines end.
    until: u64,
}

impl Budget {
    /// So many tables on each line, from a count of nodes on.
    pub(super) const fn new(tables: u32, nodes: u64) -> Self {
        Self { tables, until: nodes + MAX_MOVES }
    }

    /// What is left after one table.
    const fn next(self) -> Self {
        Self { tables: self.tables.saturating_sub(1), ..self }
    }
}

/// The article's iteration (B3 to B5): the best entry of the table is played,
/// the table is made anew for the other side, and so on, here for as many tables
/// as the budget allows and for some of the best entries of each. A side may
/// also pass, and keeps what is left of its own after the other side's largest
/// gain.
///
/// Only moves of the table are played and every line ends in the assessment, so
/// that a few tables answer what a capture search makes ten moves for. In check
/// every answer is tried. Far outside a window nothing is played.
///
/// It ends: a line has no more tables than the budget, but for answers to checks
/// that give check themselves, which the largest ply ends; and once the moves of
/// the budget are made, no table is followed any more.
pub(super) fn iterate<P: Position, E: Evaluator<P>, const STATIC: bool>(
    worker: &mut Worker<P, E, SuperSoma<P::Geometry, STATIC>>,
    mut alpha: Value,
    beta: Value,
    ply: usize,
    budget: Budget,
) -> Value {
    if let Some(value) = worker.enter_horizon(ply) {
        return value;
    }
    if worker.position.in_check() {
        return worker.answer_check(alpha, beta, ply, |worker, alpha, beta, ply| {
            iterate(worker, alpha, beta, ply, budget.next())
        });
    }
    let judgement = worker.judge_cached(ply);
    let is_last = budget.tables == 0 || worker.counters.nodes >= budget.until;
    if is_last || SuperSoma::is_far(worker, &judgement, alpha, beta) {
        return judgement.now;
    }
    if judgement.confidence.is_none() {
        // It came from the transposition table, which keeps no entries.
        worker.judge();
    }
    let SuperSoma { recorder, last } = &worker.tactics;
    let width = (worker.params.iteration_width as usize).min(MAX_WIDTH);
    let moves: ArrayVec<P::Move, MAX_WIDTH> =
        recorder.gains(&worker.position, &worker.map, last.choice).take(width).collect();
    if moves.is_empty() {
        return judgement.now;
    }
    let mut best = judgement.eval + worker.params.lowered(judgement.if_we_pass - judgement.eval);
    for m in moves {
        alpha = alpha.max(best);
        if best >= beta {
            break;
        }
        worker.do_move(m, ply);
        let value = -iterate(worker, -beta, -alpha, ply + 1, budget.next());
        worker.undo_move();
        if worker.is_stopped() {
            break;
        }
        if value > best {
            best = value;
            if value > alpha {
                worker.note_pv(ply, P::to_raw(m), alpha, beta);
            }
        }
    }
    best
}
