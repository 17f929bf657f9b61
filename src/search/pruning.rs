//! Pruning of whole nodes, before any of their moves is searched to the depth
//! asked for.

use crate::game::see::see_ge;
use crate::game::{MAX_EVAL, Position, Value, is_mate};
use crate::soma::StaticEval;

use super::alpha_beta::NonPv;
use super::picker::{MovePicker, Ordering};
use super::static_eval::Statics;
use super::tt::{Bound, Entry};
use super::worker::Worker;

/// The depth from which a null move's cutoff is verified.
const NULL_VERIFY_DEPTH: i32 = 14;
/// By how many plies the search of ProbCut is shallower.
const PROBCUT_REDUCTION: i32 = 4;
/// Of reverse futility: by how much less a node must stand above beta where the last move has lowered the
/// evaluation for the side that played it.
const RFP_WORSENING: Value = 30;
/// Of razoring: how much further below alpha a node must stand, by depth squared.
const RAZOR_SLOPE: Value = 200;

/// A node outside the principal variation, not in check, before its moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeContext<'a> {
    /// Its static evaluation.
    pub(super) static_eval: &'a StaticEval,
    /// What the table knows of it.
    pub(super) entry: Option<Entry>,
    /// The window, one wide.
    pub(super) alpha: Value,
    /// See `alpha`.
    pub(super) beta: Value,
    /// Plies that are left.
    pub(super) depth: i32,
    /// Moves from the root.
    pub(super) ply: usize,
    /// Whether a move is expected to beat beta.
    pub(super) cut_node: bool,
    /// Whether the evaluation has risen since our last move.
    pub(super) improving: bool,
}

impl<P: Position> Worker<P> {
    /// Decides a node by its static evaluation, or after a look that is much
    /// shallower than asked for.
    pub(super) fn prune_node(&mut self, node: &NodeContext<'_>) -> Option<Value> {
        let &NodeContext { static_eval: now, alpha, beta, depth, ply, cut_node, improving, .. } = node;

        // Razoring: hopeless even with everything that stands open.
        if depth <= self.params.razor.depth
            && now.with_move() + self.params.razor.base + RAZOR_SLOPE * depth * depth <= alpha
        {
            let value = self.horizon(alpha, beta, ply);
            if value <= alpha {
                return Some(value);
            }
        }

        // Reverse futility: so good that even passing would hold.
        if let Some(margin) = self.reverse_futility_margin(now.eval, beta, depth, ply, improving) {
            let gains_count = depth <= self.params.rfp.gain_depth;
            let value = if gains_count { now.with_move() } else { now.without_gains() };
            if value - margin >= beta {
                return Some((2 * beta + value) / 3);
            }
        }

        // Null move: pass, and see whether the opponent can use it.
        if depth >= self.params.nmp.depth
            && now.with_move() >= beta
            && now.after_parry() >= beta - self.params.nmp.eval_divisor
            && !self.stack(ply).after_null
            && ply >= self.null_from
            && !is_mate(beta)
            && (!P::ZUGZWANG || self.position.has_pieces())
        {
            let more = ((now.after_parry() - beta) / self.params.nmp.eval_divisor).clamp(0, 3);
            let reduction = self.params.nmp.base + depth / self.params.nmp.divisor + more;
            if self.do_null_move(ply) {
                let extended = self.stack(ply).extended;
                self.stack(ply + 1).extended = extended;
                let value =
                    -self.alpha_beta::<NonPv>(-beta, -beta + 1, depth - reduction, ply + 1, !cut_node);
                self.position.undo_null_move();
                if self.is_stopped() {
                    return Some(0);
                }
                if value >= beta {
                    let value = if is_mate(value) { beta } else { value };
                    if self.null_from > 0 || depth < NULL_VERIFY_DEPTH {
                        return Some(value);
                    }
                    // Verified without null moves for the next plies.
                    self.null_from = ply + (3 * (depth - reduction) / 4).max(1) as usize;
                    let verified = self.alpha_beta::<NonPv>(beta - 1, beta, depth - reduction, ply, false);
                    self.null_from = 0;
                    if verified >= beta {
                        return Some(value);
                    }
                }
            }
        }
        if depth >= self.params.probcut.depth && !is_mate(beta) { self.prob_cut(node) } else { None }
    }

    /// How far above beta a node must stand for reverse futility; `None` where it does not prune.
    fn reverse_futility_margin(
        &mut self,
        eval: Value,
        beta: Value,
        depth: i32,
        ply: usize,
        improving: bool,
    ) -> Option<Value> {
        let before = self.stack(ply - 1).eval();
        let worsening = before.is_some_and(|before| eval > -before);
        let rfp = &self.params.rfp;
        (depth <= rfp.depth && !is_mate(beta))
            .then(|| rfp.margin * (depth - i32::from(improving)) - if worsening { RFP_WORSENING } else { 0 })
    }

    /// Reverse futility by the evaluation, corrected by `shift`, alone: so good that nothing in
    /// danger matters, and no assessment is needed. Of a node outside the principal variation, not in
    /// check. Gives what is known of the node, too.
    pub(super) fn prune_by_eval(
        &mut self,
        eval: Value,
        known: Option<Statics>,
        shift: Value,
        beta: Value,
        depth: i32,
        ply: usize,
    ) -> Option<(Value, Statics)> {
        if !self.strategy.verifies() || depth > self.params.rfp.depth || is_mate(beta) {
            return None;
        }
        let corrected = (eval + shift).clamp(-MAX_EVAL, MAX_EVAL);
        let depth = self.depth_in_hindsight(corrected, depth, ply);
        let improving = self.is_improving(corrected, ply);
        let margin = self.reverse_futility_margin(corrected, beta, depth, ply, improving)?;
        if corrected - margin < beta {
            return None;
        }
        let danger = self.danger(known);
        if corrected - danger - margin < beta {
            return None;
        }
        self.learn_from_eval(corrected, ply);
        Some(((2 * beta + corrected) / 3, Statics::Quiet { eval, danger }))
    }

    /// ProbCut: a capture that beats beta by a margin in a shallower search would most likely
    /// beat beta in the full one. `Some(0)` if the search was stopped.
    ///
    /// CITE: Buro, "ProbCut: An Effective Selective Extension of the Alpha-Beta Algorithm", 1995;
    /// with captures alone as in Stockfish.
    fn prob_cut(&mut self, node: &NodeContext<'_>) -> Option<Value> {
        let &NodeContext { static_eval: now, entry, beta, depth, ply, cut_node, .. } = node;
        let goal = beta + self.params.probcut.margin;
        let left = depth - PROBCUT_REDUCTION;
        if entry.is_some_and(|e| e.depth >= left && e.value < goal && e.bound != Bound::None) {
            return None;
        }
        let hash = entry.and_then(|e| self.position.from_raw(e.raw_move));
        let least = goal - now.eval;
        let mut picker = MovePicker::start(&self.position, hash, true, least >= 0);
        loop {
            let before = self.history.nothing_earlier();
            let order = Ordering::plain(&self.history, before, self.values);
            let m = picker.next(&self.position, &order)?;
            if !see_ge(&self.position, m, least, self.values) {
                continue;
            }
            self.prefetch_after(m);
            self.do_move(m, ply);
            let extended = self.stack(ply).extended;
            self.stack(ply).quiet = None;
            self.stack(ply + 1).extended = extended;
            let mut value = -self.horizon(-goal, -goal + 1, ply + 1);
            if value >= goal && left > 1 {
                value = -self.alpha_beta::<NonPv>(-goal, -goal + 1, left, ply + 1, !cut_node);
            }
            self.undo_move();
            if self.is_stopped() {
                return Some(0);
            }
            if value >= goal {
                let statics = entry.and_then(|e| e.statics);
                let raw_move = P::to_raw(m);
                let found = Entry { raw_move, value, depth: left + 1, bound: Bound::Lower, statics };
                self.store(self.position.key(), ply, &found);
                return Some(if is_mate(value) { value } else { value - self.params.probcut.margin });
            }
        }
    }
}
