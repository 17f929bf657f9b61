//! Iterative deepening with aspiration windows, for one line or several.

use std::sync::atomic::Ordering::Relaxed;

use crate::game::{
    All, Captures, Declaration, Evasions, INFINITE, MAX_EVAL, MoveList, Position, Quiets, Value, is_mate,
    mate_in,
};

use super::alpha_beta::Root;
use super::limits::Limits;
use super::report::{BestMove, Bounded, Iteration, PvLine, Reporter};
use super::time::{TimeManager, TimeOptions};
use super::worker::{WON_BY_RULE, Worker};

/// The depth from which aspiration windows are tried.
const ASPIRATION_DEPTH: i32 = 4;

/// A move at the root, and what the search thinks of it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    /// The move in 16 bits.
    pub raw: u16,
    /// Its value in this iteration, or the last one's until it has been searched in this; minus infinity if it was
    /// not the best.
    pub score: Value,
    /// The value that its line had when it was found, in this iteration or the last.
    pub previous: Value,
    /// How to read the value.
    pub bound: Bounded,
    /// The deepest line looked at.
    pub sel_depth: usize,
    /// The line, this move first.
    pub pv: PvLine,
    /// Moves made below it.
    pub nodes: u64,
    /// What chance adds to its value, here and in `score` and `previous`.
    pub luck: Value,
}

impl RootMove {
    /// A value with what chance adds; mates are what they are.
    pub(super) fn with_luck(luck: Value, value: Value) -> Value {
        if is_mate(value) { value } else { (value + luck).min(MAX_EVAL) }
    }

    /// A value before chance has added to it.
    pub(super) fn without_luck(luck: Value, value: Value) -> Value {
        if is_mate(value) { value } else { (value - luck).max(-MAX_EVAL) }
    }

    /// The window for the value of a move before chance adds to it.
    pub(super) fn window(luck: Value, alpha: Value, beta: Value) -> (Value, Value) {
        let high = Self::without_luck(luck, beta);
        (Self::without_luck(luck, alpha).min(high - 1), high)
    }

    /// A move that was not searched yet.
    fn new(raw: u16, luck: Value) -> Self {
        let mut pv = PvLine::new();
        pv.push(raw);
        let (score, previous, bound) = (-INFINITE, -INFINITE, Bounded::Exact);
        Self { raw, score, previous, bound, sel_depth: 0, pv, nodes: 0, luck }
    }

    /// Notes the value with which the move is the best so far. Where it only says that the move
    /// is worse than expected, the line stays, and the value that was found with it.
    pub(super) fn note_best(
        &mut self,
        value: Value,
        alpha: Value,
        beta: Value,
        sel_depth: usize,
        pv: PvLine,
    ) {
        self.score = value;
        self.bound = if value >= beta {
            Bounded::Lower
        } else if value <= alpha {
            Bounded::Upper
        } else {
            Bounded::Exact
        };
        self.sel_depth = sel_depth;
        if value > alpha || self.pv.is_empty() {
            self.pv = pv;
            self.previous = value;
        }
    }
}

/// What a search is asked to do besides its limits.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Task {
    /// Whether this thread decides about time and reports.
    pub is_main: bool,
    /// A number that makes helping threads differ.
    pub number: usize,
}

impl<P: Position> Worker<P> {
    /// Searches the worker's position. Nothing is allocated on the way.
    pub fn search(
        &mut self,
        limits: &Limits,
        options: &TimeOptions,
        reporter: &mut dyn Reporter,
    ) -> BestMove {
        let time = TimeManager::new(limits, &self.position, options);
        self.shared.nodes.store(0, Relaxed);
        self.shared.begin(limits, time);
        self.search_as(limits, time, Task { is_main: true, number: 0 }, reporter)
    }

    /// Searches as one of several threads.
    pub(super) fn search_as(
        &mut self,
        limits: &Limits,
        time: TimeManager,
        task: Task,
        reporter: &mut dyn Reporter,
    ) -> BestMove {
        self.reset();
        self.is_main = task.is_main;
        self.node_limit = limits.nodes.unwrap_or(u64::MAX).max(1);
        self.max_game_ply = limits.max_game_ply;
        self.is_lucky = limits.luck.is_some();
        self.fill_root_moves(limits);
        // Who asks about some moves does not ask about others.
        if task.is_main && limits.search_moves.is_empty() {
            match self.position.declaration() {
                Some(Declaration::Declare) => {
                    Self::announce_win(&[], time, reporter);
                    return BestMove::Declare;
                }
                Some(Declaration::Play(m)) => {
                    let raw = P::to_raw(m);
                    Self::announce_win(&[raw], time, reporter);
                    return BestMove::Move { raw, ponder: None };
                }
                None => {}
            }
        }
        if self.root_moves.is_empty() {
            return BestMove::None;
        }
        self.deepen(limits, time, task, reporter);
        self.publish_nodes();
        let best = &self.root_moves[0];
        BestMove::Move { raw: best.raw, ponder: best.pv.get(1).copied() }
    }

    /// Tells of a win by the rules without mate: by a move, or by a declaration, which has no line and no depth.
    fn announce_win(pv: &[u16], time: TimeManager, reporter: &mut dyn Reporter) {
        reporter.on_iteration(&Iteration {
            depth: pv.len() as i32,
            sel_depth: pv.len(),
            time: time.elapsed(),
            nodes: 0,
            hashfull: 0,
            multi_pv: 1,
            more: false,
            score: WON_BY_RULE,
            bound: Bounded::Exact,
            pv,
        });
    }

    fn fill_root_moves(&mut self, limits: &Limits) {
        let mut list = MoveList::new();
        if limits.all_moves || !limits.search_moves.is_empty() {
            self.position.generate::<All>(&mut list);
        } else if self.position.in_check() {
            self.position.generate::<Evasions>(&mut list);
        } else {
            self.position.generate::<Captures>(&mut list);
            self.position.generate::<Quiets>(&mut list);
        }
        self.root_moves.clear();
        for m in list {
            let raw = P::to_raw(m);
            if limits.search_moves.is_empty() || limits.search_moves.contains(&raw) {
                self.root_moves.push(RootMove::new(raw, limits.luck.map_or(0, |luck| luck.of(raw))));
            }
        }
        if let Some(luck) = limits.luck.filter(|luck| luck.seen < self.root_moves.len()) {
            self.root_moves.sort_by_key(|root_move| -root_move.luck);
            self.root_moves.truncate(luck.seen);
        }
    }

    fn deepen(&mut self, limits: &Limits, time: TimeManager, task: Task, reporter: &mut dyn Reporter) {
        let lines = limits.multi_pv.clamp(1, self.root_moves.len());
        let mut stability = Stability::default();
        for depth in 1..=limits.last_depth() {
            self.root_depth = depth;
            // Helping threads leave out some depths, so that the threads
            // spread over the tree.
            if !task.is_main && (depth as usize + task.number).is_multiple_of(3) {
                continue;
            }
            for root_move in &mut self.root_moves {
                root_move.previous = root_move.score;
            }
            for index in 0..lines {
                self.pv_index = index;
                self.sel_depth = 0;
                self.aspire(depth, time, task, reporter);
                insertion_sort(&mut self.root_moves[..=index]);
                if self.is_stopped() {
                    break;
                }
            }
            self.publish_nodes();
            if task.is_main {
                self.report(depth, lines, time, reporter);
            }
            if self.is_stopped() {
                return;
            }
            let pondering = self.shared.pondering.load(Relaxed);
            if !task.is_main || limits.infinite || pondering {
                continue;
            }
            let best = &self.root_moves[0];
            let effort = best.nodes as f64 / self.counters.nodes.max(1) as f64;
            let scale = stability.update(best, depth, effort);
            // The first iteration may have taken more than all.
            let is_spent = self.counters.nodes >= self.node_limit;
            if is_spent || self.may_stop_early(limits, depth) || self.shared.time().should_stop(scale) {
                return;
            }
        }
    }

    /// Whether nothing more is to be learned: a single move under a clock, or
    /// a mate that a deeper search cannot shorten.
    fn may_stop_early(&self, limits: &Limits, depth: i32) -> bool {
        let only_move = self.root_moves.len() == 1 && limits.clock.is_some() && !limits.analyse;
        let best = &self.root_moves[0];
        let mate_seen = is_mate(best.score)
            && limits.multi_pv == 1
            && limits.depth.is_none()
            && limits.nodes.is_none()
            && depth > 2 * (mate_in(0) - best.score.abs()) + 2;
        only_move || mate_seen
    }

    /// One iteration for one line: a window around the last value, widened
    /// until the value lies inside.
    fn aspire(&mut self, depth: i32, time: TimeManager, task: Task, reporter: &mut dyn Reporter) {
        let previous = self.root_moves[self.pv_index].previous;
        let mut delta = self.params.aspiration.width;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= ASPIRATION_DEPTH && previous.abs() < INFINITE && !is_mate(previous) {
            alpha = (previous - delta).max(-INFINITE);
            beta = (previous + delta).min(INFINITE);
        }
        let mut lowered = 0;
        loop {
            let score = self.alpha_beta::<Root>(alpha, beta, (depth - lowered).max(1), 0, false);
            // Stable, so that moves that did not improve keep their order;
            // insertion sort, because the list is nearly sorted and a stable
            // library sort allocates.
            let from = self.pv_index;
            insertion_sort(&mut self.root_moves[from..]);
            if self.is_stopped() {
                return;
            }
            if score <= alpha {
                beta = alpha.midpoint(beta);
                alpha = (score - delta).max(-INFINITE);
                lowered = 0;
            } else if score >= beta {
                beta = (score + delta).min(INFINITE);
                lowered = (lowered + 1).min(3);
            } else {
                return;
            }
            delta += delta / 2;
            if is_mate(score) {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
            const REPORT_BOUNDS_AFTER_MS: u128 = 3_000;
            if task.is_main && time.elapsed().as_millis() >= REPORT_BOUNDS_AFTER_MS {
                self.publish_nodes();
                self.report_line(self.pv_index, depth, time, reporter, false);
            }
        }
    }

    fn report(&self, depth: i32, lines: usize, time: TimeManager, reporter: &mut dyn Reporter) {
        let is_known = |root_move: &RootMove| root_move.score.max(root_move.previous) > -INFINITE;
        let last = self.root_moves[..lines].iter().rposition(is_known);
        for index in 0..lines {
            self.report_line(index, depth, time, reporter, last.is_some_and(|last| index < last));
        }
    }

    fn report_line(
        &self,
        index: usize,
        depth: i32,
        time: TimeManager,
        reporter: &mut dyn Reporter,
        more: bool,
    ) {
        let root_move = &self.root_moves[index];
        // A line that was not the best now keeps the value with which it was found.
        let fresh = root_move.score > -INFINITE;
        let (score, depth) =
            if fresh { (root_move.score, depth) } else { (root_move.previous, (depth - 1).max(1)) };
        if score <= -INFINITE {
            return;
        }
        reporter.on_iteration(&Iteration {
            depth,
            sel_depth: root_move.sel_depth.max(1),
            time: time.elapsed(),
            nodes: self.shared.nodes.load(Relaxed),
            hashfull: self.shared.table.permille(),
            multi_pv: index + 1,
            more,
            score: RootMove::without_luck(root_move.luck, score),
            bound: root_move.bound,
            pv: &root_move.pv,
        });
    }
}

/// Sorts by falling score, equals keeping their order.
fn insertion_sort(moves: &mut [RootMove]) {
    for i in 1..moves.len() {
        let mut j = i;
        while j > 0 && moves[j - 1].score < moves[j].score {
            moves.swap(j - 1, j);
            j -= 1;
        }
    }
}

/// How settled the best move is, which stretches or shrinks the time for it.
#[derive(Debug, Default)]
struct Stability {
    best: u16,
    unchanged: i32,
    last_score: Option<Value>,
}

impl Stability {
    /// A factor for the usual share of the clock; `effort` is the part of all nodes that
    /// went into the best move: where it took nearly all of them, no other move is near.
    fn update(&mut self, best: &RootMove, depth: i32, effort: f64) -> f64 {
        /// Iterations with the same best move after which it is settled.
        const SETTLED_AFTER: i32 = 8;
        /// The share for a move that has just changed, and what is taken off once it is settled.
        const UNSETTLED: f64 = 1.2;
        const SETTLING: f64 = 0.4;
        /// A fall of the score by so much, from one iteration to the next, doubles the share;
        /// one step's fall and rise count no more than these.
        const DOUBLING_FALL: f64 = 400.0;
        const MOST_FALL: Value = 400;
        const MOST_RISE: Value = 80;
        /// What the part of the nodes that went into the best move is taken off, and how far
        /// the difference counts.
        const EFFORT: f64 = 1.6;
        const LEAST_BY_EFFORT: f64 = 0.6;
        const MOST_BY_EFFORT: f64 = 1.4;
        /// No scale before this depth.
        const EARLY_DEPTH: i32 = 6;
        if best.raw == self.best {
            self.unchanged += 1;
        } else {
            self.best = best.raw;
            self.unchanged = 0;
        }
        let fall = self.last_score.map_or(0, |last| (last - best.score).clamp(-MOST_RISE, MOST_FALL));
        self.last_score = Some(best.score);
        if depth < EARLY_DEPTH {
            return 1.0;
        }
        let settled = f64::from(self.unchanged.min(SETTLED_AFTER)) / f64::from(SETTLED_AFTER);
        let falling = 1.0 + f64::from(fall) / DOUBLING_FALL;
        let by_effort = (EFFORT - effort).clamp(LEAST_BY_EFFORT, MOST_BY_EFFORT);
        (UNSETTLED - SETTLING * settled) * falling * by_effort
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is reported of a move that was the best for a while is the value of its line, not
    /// that of an earlier one.
    #[test]
    fn a_line_keeps_the_value_with_which_it_was_found() {
        let mut root_move = RootMove::new(7, 0);
        let line: PvLine = [7, 8].into_iter().collect();
        root_move.note_best(300, 100, 1000, 3, line.clone());
        assert_eq!((root_move.score, root_move.previous, &root_move.pv), (300, 300, &line));
        let worse: PvLine = [7, 9].into_iter().collect();
        root_move.note_best(80, 100, 1000, 3, worse);
        assert_eq!((root_move.score, root_move.bound), (80, Bounded::Upper));
        assert_eq!((root_move.previous, &root_move.pv), (300, &line));
    }
}
