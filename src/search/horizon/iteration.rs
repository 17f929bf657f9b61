//! The table made anew after its best entries.

use arrayvec::ArrayVec;

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
    /// The entries of each table that are followed.
    width: usize,
    /// The worker's count of nodes at which all lines end.
    until: u64,
}

impl Budget {
    /// So many tables on each line, from a count of nodes on.
    pub(super) const fn new(tables: u32, width: usize, nodes: u64) -> Self {
        Self { tables, width, until: nodes + MAX_MOVES }
    }

    /// What is left after one table.
    const fn next(self) -> Self {
        Self { tables: self.tables.saturating_sub(1), ..self }
    }
}

impl<P: Position> Worker<P> {
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
    pub(super) fn iterate(&mut self, alpha: Value, beta: Value, ply: usize, budget: Budget) -> Value {
        if let Some(value) = self.enter_horizon(ply) {
            return value;
        }
        if self.position.in_check() {
            return self.answer_check(alpha, beta, ply, |worker, alpha, beta, ply| {
                worker.iterate(alpha, beta, ply, budget.next())
            });
        }
        let now = self.static_eval_stored(ply);
        let is_last = budget.tables == 0 || self.counters.nodes >= budget.until;
        if is_last || self.is_far(&now, alpha, beta) {
            return now.with_move();
        }
        self.build_table();
        let width = budget.width.min(MAX_WIDTH);
        let moves: ArrayVec<P::Move, MAX_WIDTH> =
            self.assessor.gains(&self.position, &self.map).take(width).collect();
        if moves.is_empty() {
            return now.with_move();
        }
        let best = now.eval + self.params.lowered(now.parry);
        if best >= beta {
            return best;
        }
        let mut moves = moves.into_iter();
        self.best_of(
            |_| moves.next(),
            best,
            alpha.max(best),
            beta,
            ply,
            |worker, alpha, beta, ply| worker.iterate(alpha, beta, ply, budget.next()),
        )
    }
}
