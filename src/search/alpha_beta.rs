//! The main search: principal-variation search with pruning, one function in
//! numbered steps.

use std::ops::ControlFlow;

use crate::game::see::see_ge;
use crate::game::{
    BitboardOf, INFINITE, MATE_IN_MAX_PLY, MAX_PLY, Position, SquareSet as _, Value, is_mate, mate_in,
    mated_in,
};

use super::deepening::RootMove;
use super::history::{CaptureKey, QuietKey};
use super::learn::Tried;
use super::picker::{MovePicker, Ordering};
use super::pruning::NodeContext;
use super::static_eval::{NodeEval, Statics};
use super::tt::{Bound, Entry};
use super::worker::Worker;

/// How many plies less deep than a node a bound may be that is above beta by a margin.
const TT_MARGIN_DEPTH: i32 = 2;
/// Futility of captures: the deepest depth.
const CAPTURE_FUTILITY_DEPTH: i32 = 6;
/// What the history of a capture adds to what it is believed to gain: its part in futility.
const CAPTURE_HISTORY_GAIN: i32 = 25;
/// The same to what it may lose.
const CAPTURE_HISTORY_LOSS: i32 = 100;
/// Pruning by SEE: the deepest depth.
const SEE_DEPTH: i32 = 8;
/// How many plies the depth of the stored value may be less than that of a node whose hash move is
/// tested for a singular extension.
const SINGULAR_STORED_DEPTH: i32 = 3;
/// By how much every other move must fall short for a third ply, where the move takes nothing.
const SINGULAR_TRIPLE: Value = 60;
/// By how many plies less a hash move is searched that is not singular and whose stored value
/// reaches beta.
const SINGULAR_LESS: i32 = 2;
/// The same where it does not, but the other side is expected to refute the node.
const SINGULAR_CUT_NODE: i32 = 1;

/// By how much less, in hundredths of a ply, a quiet move is reduced of the piece that the table of
/// SUPER-SOMA says is threatened.
const LMR_ESCAPE: i32 = 100;

/// More replies than this that failed high are many.
const MANY_CUTOFFS: i32 = 3;
/// The depth from which on moves behind one that raised alpha are searched as deep as it was.
const RAISED_END: i32 = 12;

/// The most plies that are believed to be left of a move, whatever its history: the square of it
/// times any parameter is a number of 32 bits.
const MOST_LEFT: i32 = 64;

/// What kind of node is searched, known when the function is compiled.
pub(crate) trait NodeType {
    /// On the principal variation, with an open window.
    const PV: bool;
    /// The root.
    const ROOT: bool;
}

/// The root.
#[derive(Debug)]
pub struct Root;
/// A node of the principal variation.
#[derive(Debug)]
pub(crate) struct Pv;
/// A node searched with a window of one.
#[derive(Debug)]
pub(crate) struct NonPv;

impl NodeType for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}
impl NodeType for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}
impl NodeType for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
}

impl<P: Position> Worker<P> {
    /// Searches the worker's position to a depth, `ply` moves from the root.
    #[expect(clippy::too_many_lines, reason = "one search, in numbered steps")]
    pub(super) fn alpha_beta<N: NodeType>(
        &mut self,
        mut alpha: Value,
        mut beta: Value,
        mut depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Value {
        debug_assert!(alpha < beta, "an empty window");
        debug_assert!(N::PV || alpha + 1 == beta, "a null window outside the principal variation");

        // Step 1. The horizon.
        let in_check = self.position.in_check();
        let mut extended = self.stack(ply).extended;
        if depth <= 0 {
            if !self.strategy.extends_check || !in_check || extended {
                return self.horizon(alpha, beta, ply);
            }
            (depth, extended) = (1, true);
        }
        self.stack(ply).pv.clear();
        self.sel_depth = self.sel_depth.max(ply);

        // Step 2. Ends of the game and of the search.
        if !N::ROOT {
            if self.is_stopped() {
                return 0;
            }
            if let Some(value) = self.game_end(ply) {
                return value;
            }
            if ply >= MAX_PLY - 1 {
                return self.evaluate();
            }
            // Mate distance pruning: no line from here is better or worse than a mate at once.
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        // Step 3. The transposition table.
        let key = self.position.key();
        let excluded = self.stack(ply).excluded;
        let entry = self.probe(key, ply, depth);
        if !N::PV
            && excluded == 0
            && let Some(e) = entry
            && e.depth >= depth
            && e.bound.decides(e.value, alpha, beta)
        {
            if e.value >= beta {
                self.learn_from_table(e.raw_move, depth, ply);
            }
            return e.value;
        }
        // A value so good that a few plies more would hardly change it.
        if !N::PV
            && excluded == 0
            && let Some(e) = entry
            && e.bound == Bound::Lower
            && e.depth >= depth - TT_MARGIN_DEPTH
            && e.value >= beta + self.params.tt.margin
            && !is_mate(e.value)
            && !is_mate(beta)
        {
            return beta + self.params.tt.margin;
        }
        let hash_move = if N::ROOT {
            Some(self.root_moves[self.pv_index].raw)
        } else {
            entry.map(|e| e.raw_move).filter(|&raw| raw != 0)
        };
        let hash_move = hash_move.and_then(|raw| self.position.from_raw(raw));

        // Step 4. The static evaluation, and mate in one.
        let mut node = None;
        if !in_check && excluded == 0 {
            node = match self.evaluate_node::<N>(key, entry.as_ref(), beta, depth, ply) {
                ControlFlow::Continue(node) => Some(node),
                ControlFlow::Break(value) => return value,
            };
        }
        if excluded == 0 {
            // A singular search of the same node keeps what stands there.
            self.stack(ply).static_eval = node.map(|node| node.corrected);
        }
        let static_eval = self.stack(ply).static_eval;
        let threatened = static_eval.and_then(|now| now.threatened);
        let mut improving = static_eval.is_some_and(|now| self.is_improving(now.eval, ply));
        if excluded == 0
            && let Some(now) = static_eval
        {
            depth = self.depth_in_hindsight(now.eval, depth, ply);
            self.learn_from_eval(now.eval, ply);
        }

        // Step 5. Pruning before any move.
        if !N::PV
            && excluded == 0
            && let Some(static_eval) = &static_eval
        {
            let node = NodeContext { static_eval, entry, alpha, beta, depth, ply, cut_node, improving };
            if let Some(value) = self.prune_node(&node) {
                return value;
            }
        }

        // What stands above beta is as good as rising.
        improving |= static_eval.is_some_and(|now| now.eval >= beta);

        // Step 6. Without a hash move the node is not worth its depth yet.
        if depth >= self.params.iir.depth && hash_move.is_none() && (N::PV || cut_node) {
            depth -= 1;
        }

        // Step 7. The moves.
        let start = alpha;
        let mut best = -INFINITE;
        let mut best_move = 0;
        let mut count = 0;
        let mut tried = Tried::default();
        let mut picker = MovePicker::new(&self.position, hash_move);
        let before = self.look_back(ply);
        let us = self.position.side_to_move();
        let threats = self.threats(in_check);
        let attacked = threats.unwrap_or(BitboardOf::<P>::EMPTY);
        let last_to = self.last_to(ply);
        let mut root_index = self.pv_index;
        let hash_tactical = hash_move.is_some_and(|m| self.position.is_tactical(m));
        self.stack(ply + 1).killers = [0; 2];
        self.stack(ply + 1).cutoffs = 0;
        self.stack(ply + 1).excluded = 0;
        loop {
            let m = if N::ROOT {
                let Some(root_move) = self.root_moves.get(root_index) else { break };
                root_index += 1;
                let Some(m) = self.position.from_raw(root_move.raw) else { continue };
                m
            } else {
                let killers = self.stack(ply).killers;
                let order = Ordering {
                    history: &self.history,
                    before,
                    killers,
                    values: self.values,
                    threatened,
                    escape_bonus: self.params.history.escape,
                    check_bonus: self.params.history.check,
                    attacked,
                };
                let Some(m) = picker.next(&self.position, &order) else { break };
                m
            };
            let raw = P::to_raw(m);
            if raw == excluded {
                continue;
            }
            count += 1;
            self.prefetch_after(m);
            let parts = self.position.parts(m);
            let tactical = self.position.is_tactical(m);
            let key_of_quiet = QuietKey::new(&self.position, m, attacked);
            let gives_check = self.position.gives_check(m);
            let escapes = threatened.is_some() && parts.from == threatened;
            let key_of_capture = tactical.then(|| CaptureKey::new(&self.position, m, &parts));
            let history = match key_of_capture {
                Some(key) => self.history.capture(key),
                None => self.history.quiet(key_of_quiet, before),
            };

            // Step 8. Pruning of single moves, once something is in hand.
            if !N::ROOT && best > -MATE_IN_MAX_PLY {
                let reduction =
                    self.reduction(depth, count, improving) - history * 100 / self.params.futility.history;
                let left = (depth - reduction / 100).clamp(1, MOST_LEFT);
                if !tactical && !gives_check && !escapes {
                    let limit = (self.params.lmp.base + depth * depth) / if improving { 1 } else { 2 };
                    if depth <= self.params.lmp.depth && count > limit {
                        picker.skip_quiets();
                        continue;
                    }
                    if depth <= self.params.lmp.depth && history < -self.params.history.prune * depth {
                        continue;
                    }
                    if let Some(now) = static_eval
                        && left <= self.params.futility.depth
                        && now.with_move() + self.params.futility.base + self.params.futility.slope * left
                            <= alpha
                    {
                        picker.skip_quiets();
                        continue;
                    }
                }
                if tactical
                    && !gives_check
                    && left <= CAPTURE_FUTILITY_DEPTH
                    && let Some(now) = static_eval
                    && now.with_move().max(now.eval)
                        + self.params.futility.capture_base
                        + self.params.futility.capture_slope * left
                        + self.values.gain(&parts)
                        + history / CAPTURE_HISTORY_GAIN
                        <= alpha
                {
                    continue;
                }
                let is_safe = !tactical && threats.is_some() && key_of_quiet.is_out_of_reach();
                if depth <= SEE_DEPTH && (picker.in_bad_captures() || !tactical) && !is_safe {
                    let threshold = if tactical {
                        -self.params.see.capture * depth - history / CAPTURE_HISTORY_LOSS
                    } else {
                        -self.params.see.quiet * left * left
                    };
                    if !see_ge(&self.position, m, threshold, self.values) {
                        continue;
                    }
                }
            }

            // Step 9. A hash move that is much better than all others is
            // searched deeper.
            let mut extension = 0;
            if !N::ROOT
                && depth >= self.params.singular.depth
                && Some(m) == hash_move
                && excluded == 0
                && let Some(e) = entry
                && e.bound != Bound::Upper
                && e.bound != Bound::None
                && e.depth >= depth - SINGULAR_STORED_DEPTH
                && !is_mate(e.value)
            {
                let bound = e.value - self.params.singular.margin * depth / 8;
                self.stack(ply).excluded = raw;
                let value = self.alpha_beta::<NonPv>(bound - 1, bound, (depth - 1) / 2, ply, cut_node);
                self.stack(ply).excluded = 0;
                if self.is_stopped() {
                    return 0;
                }
                if value < bound {
                    let below = bound - value;
                    let singular = &self.params.singular;
                    let double = below > if N::PV { singular.double_pv } else { singular.double };
                    let triple = !N::PV && !tactical && below > SINGULAR_TRIPLE;
                    extension = 1 + i32::from(double) + i32::from(triple);
                } else if value >= beta && !is_mate(value) {
                    // Several moves beat beta.
                    return value;
                } else if e.value >= beta {
                    extension = -SINGULAR_LESS;
                } else if cut_node {
                    extension = -SINGULAR_CUT_NODE;
                }
            }

            // Step 10. Play it and search on.
            let nodes_before = self.counters.nodes;
            let free = self.strategy.is_free(last_to, &parts);
            let mut new_depth = depth - i32::from(!free) + extension;
            self.do_move(m, ply);
            self.stack(ply).quiet = (!tactical).then_some(key_of_quiet);
            self.stack(ply + 1).extended = extended;
            let mut value = -INFINITE;
            let mut full_depth = !N::PV || count > 1;
            let mut was_reduced = false;
            // What chance adds to a root move, its window lacks.
            let luck = if N::ROOT { self.root_moves[root_index - 1].luck } else { 0 };
            let (low, high) = if N::ROOT { RootMove::window(luck, alpha, beta) } else { (alpha, beta) };
            if depth >= self.params.lmr.depth && count > 1 + i32::from(N::PV) {
                let mut reduction = self.reduction(depth, count, improving);
                reduction += if cut_node { self.params.lmr.cut_node } else { 0 };
                reduction -= if N::PV { self.params.lmr.pv } else { 0 };
                reduction -= if gives_check || in_check { self.params.lmr.check } else { 0 };
                reduction -= if tactical && !picker.in_bad_captures() { self.params.lmr.capture } else { 0 };
                reduction += if hash_tactical && !tactical { self.params.lmr.tt_capture } else { 0 };
                reduction +=
                    if self.stack(ply + 1).cutoffs > MANY_CUTOFFS { self.params.lmr.cutoffs } else { 0 };
                reduction -= if escapes { LMR_ESCAPE } else { 0 };
                let lmr = &self.params.lmr;
                let a_ply = if tactical { lmr.capture_history } else { lmr.history };
                reduction -= history * 100 / a_ply;
                let reduced = (new_depth - reduction / 100).clamp(1.min(new_depth), new_depth);
                self.stack(ply).reduction = new_depth - reduced;
                value = -self.alpha_beta::<NonPv>(-(low + 1), -low, reduced, ply + 1, true);
                self.stack(ply).reduction = 0;
                full_depth = value > low && reduced < new_depth;
                was_reduced = full_depth;
                if full_depth && value > best - luck + self.params.lmr.deeper {
                    new_depth += 1;
                }
            }
            if full_depth {
                value = -self.alpha_beta::<NonPv>(-(low + 1), -low, new_depth, ply + 1, !cut_node);
                if was_reduced && !tactical && !self.is_stopped() {
                    self.learn_from_second_search(key_of_quiet, before, new_depth, value > low);
                }
            }
            if N::PV && (count == 1 || value > low) {
                value = -self.alpha_beta::<Pv>(-high, -low, new_depth, ply + 1, false);
            }
            let value = if N::ROOT { RootMove::with_luck(luck, value) } else { value };
            self.undo_move();
            if self.is_stopped() {
                return if N::ROOT { best } else { 0 };
            }

            // Step 11. What it means.
            if N::ROOT {
                let nodes = self.counters.nodes - nodes_before;
                self.note_root_move(root_index - 1, value, alpha, beta, count, nodes);
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = raw;
                    if N::PV {
                        self.extend_pv(ply, raw);
                    }
                    if value >= beta {
                        self.stack(ply).cutoffs += 1;
                        break;
                    }
                    alpha = value;
                    // The moves behind it must be better still.
                    if !N::ROOT && depth > self.params.lmr.depth && depth < RAISED_END && !is_mate(value) {
                        depth -= 1;
                    }
                }
            }
            if raw != best_move {
                match key_of_capture {
                    Some(key) => tried.push_tactical(key),
                    None => tried.push_quiet(key_of_quiet),
                }
            }
        }

        // Step 12. No move at all.
        if count == 0 {
            return if excluded != 0 { alpha } else { self.no_moves(ply) };
        }

        // Step 13. Learn and remember.
        if !N::PV && excluded == 0 && best >= beta && !is_mate(best) && !is_mate(beta) {
            // Drawn towards beta, the more the shallower the search.
            best = (best * depth + beta) / (depth + 1);
        }
        if best >= beta {
            // A move teaches more where it was not foreseen.
            let surprise = static_eval.is_some_and(|now| now.eval <= start);
            self.learn(best_move, attacked, depth + i32::from(surprise), ply, before, &tried);
        } else if !N::PV && excluded == 0 {
            self.learn_from_fail_low(depth, ply);
        }
        // A value with luck in it is none of the position.
        let is_lucky = N::ROOT && self.is_lucky;
        if let Some(NodeEval { raw, places: Some(places), .. }) = node
            && !is_lucky
            && !self.is_tactical_raw(best_move)
            && !(best >= beta && best <= raw.with_move())
            && !(best <= start && best >= raw.with_move())
            && !is_mate(best)
        {
            self.correction.learn(us, places, depth, best - raw.with_move());
        }
        if excluded == 0 && !is_lucky && !(N::ROOT && self.pv_index > 0) {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > start {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let statics = node.map(|node| Statics::Whole(node.raw));
            self.store(key, ply, &Entry { raw_move: best_move, value: best, depth, bound, statics });
        }
        best
    }

    /// The depth that is left, changed where the parent's reduction turns out wrong.
    pub(super) fn depth_in_hindsight(&mut self, eval: Value, depth: i32, ply: usize) -> i32 {
        let reduced_by = if ply == 0 { 0 } else { self.stack(ply - 1).reduction };
        if reduced_by > 0
            && let Some(before) = self.stack(ply - 1).eval()
        {
            if reduced_by >= self.params.hindsight.depth && eval > -before {
                return depth + 1;
            }
            if depth >= 2 && eval + before > self.params.hindsight.margin {
                return depth - 1;
            }
        }
        depth
    }

    /// Whether the quiet evaluation has risen since our last move.
    pub(super) fn is_improving(&mut self, now: Value, ply: usize) -> bool {
        let earlier = if ply >= 2 { self.stack(ply - 2).eval() } else { None };
        let earlier = earlier.or_else(|| if ply >= 4 { self.stack(ply - 4).eval() } else { None });
        earlier.is_none_or(|eval| now > eval)
    }

    /// Late-move reduction in hundredths of a ply.
    fn reduction(&self, depth: i32, count: i32, improving: bool) -> i32 {
        let base = self.reductions[depth.clamp(0, 63) as usize][count.clamp(0, 63) as usize];
        base + if improving { 0 } else { base * self.params.lmr.worsening / 100 }
    }

    /// Puts a move before the best line of the next ply.
    pub(super) fn extend_pv(&mut self, ply: usize, raw: u16) {
        let mut pv = super::report::PvLine::new();
        pv.push(raw);
        pv.extend(self.stack(ply + 1).pv.iter().copied().take(MAX_PLY - 1));
        self.stack(ply).pv = pv;
    }

    /// Notes what the search of a root move gave.
    fn note_root_move(
        &mut self,
        index: usize,
        value: Value,
        alpha: Value,
        beta: Value,
        count: i32,
        nodes: u64,
    ) {
        self.root_moves[index].nodes += nodes;
        if count > 1 && value <= alpha {
            self.root_moves[index].score = -INFINITE;
            return;
        }
        self.extend_pv(0, self.root_moves[index].raw);
        let (pv, sel_depth) = (self.stack(0).pv.clone(), self.sel_depth + 1);
        self.root_moves[index].note_best(value, alpha, beta, sel_depth, pv);
    }

    /// Whether a move, if it is one, is a capture or promotion.
    fn is_tactical_raw(&self, raw: u16) -> bool {
        self.position.from_raw(raw).is_some_and(|m| self.position.is_tactical(m))
    }
}
