//! Quiescence search, of the conventional rival and of SUPER-SOMA where its assessment
//! cannot decide.

use arrayvec::ArrayVec;

use crate::game::see::see_ge;
use crate::game::{INFINITE, MATE_IN_MAX_PLY, MAX_EVAL, MAX_PLY, MoveList, Position, Value, is_mate};

use crate::search::picker::{MovePicker, Ordering};
use crate::search::static_eval::Statics;
use crate::search::tt::{Bound, Entry};
use crate::search::worker::Worker;

/// The most quiet moves that are searched in a node below the horizon.
const MAX_QUIETS: usize = 4;

/// Quiet moves to search below the horizon.
type QuietMoves<P> = ArrayVec<<P as Position>::Move, MAX_QUIETS>;

/// What a node below the horizon is worth if nothing is played there.
#[derive(Clone, Copy, Debug)]
pub(super) enum StandPat {
    /// So much at least.
    AtLeast(Value),
    /// So much, and no search is needed.
    Is(Value),
}

/// A value above beta, half of the way towards it: how far above, a search this shallow does not know.
///
/// CITE: Stockfish (2023).
const fn towards(value: Value, beta: Value) -> Value {
    if value > beta && !is_mate(value) && !is_mate(beta) { value.midpoint(beta) } else { value }
}

impl<P: Position> Worker<P> {
    /// Searches captures and pawn promotions that do not lose material, with delta pruning,
    /// answers to a check (all in the first ply, then few that take nothing), checks in the
    /// first ply, and after a few plies only recaptures; over the table of the main search.
    /// `depth` counts down from 0 with each ply below the horizon. The value of standing pat is
    /// the evaluation, and for SUPER-SOMA see [`stand_pat_assessed`](Self::stand_pat_assessed).
    ///
    /// CITE: Chess Programming Wiki, "Quiescence Search".
    #[expect(clippy::too_many_lines, reason = "one search, step by step")]
    pub(super) fn quiesce(&mut self, mut alpha: Value, beta: Value, ply: usize, depth: i32) -> Value {
        debug_assert!(alpha < beta, "an empty window");
        if let Some(value) = self.enter_horizon(ply) {
            return value;
        }
        let in_check = self.position.in_check();
        let key = self.position.key();
        let table_depth = self.table_depth(depth);
        let entry = self.probe(key, ply, table_depth);
        if let Some(e) = entry
            && self.params.tt.used
            && beta - alpha == 1
            && e.depth >= table_depth
            && e.bound.decides(e.value, alpha, beta)
        {
            return e.value;
        }

        let mut best = -INFINITE;
        let mut statics = None;
        let mut futility = -INFINITE;
        if !in_check {
            let known = entry.and_then(|e| e.statics);
            let shift = self.correction_at(ply);
            let corrected = |value: Value| (value + shift).clamp(-MAX_EVAL, MAX_EVAL);
            let (stand, now_known) = self.stand_pat(known, alpha - shift, beta - shift, depth);
            if let Some(value) = self.find_mate(key, ply) {
                return value;
            }
            match stand {
                StandPat::Is(value) => {
                    if !known.is_some_and(|known| known.is_whole()) {
                        self.store_statics(key, ply, now_known);
                    }
                    return corrected(value);
                }
                StandPat::AtLeast(value) => best = corrected(value),
            }
            statics = Some(now_known);
            // What the table knows may be nearer to the truth.
            if let Some(e) = entry
                && self.params.tt.used
                && !is_mate(e.value)
                && (e.bound == Bound::Exact
                    || e.bound == Bound::Lower && e.value > best
                    || e.bound == Bound::Upper && e.value < best)
            {
                best = e.value;
            }
            if best >= beta || ply >= MAX_PLY - 1 {
                return towards(best, beta);
            }
            alpha = alpha.max(best);
            futility = best + self.params.horizon.delta;
        }

        let hash = entry.and_then(|e| self.position.from_raw(e.raw_move));
        let start = alpha;
        let mut best_move = 0;
        let mut tried = 0;
        // In check every answer is searched, but below the first ply only a few that take nothing.
        let evasions = if in_check && depth < 0 { self.params.horizon.evasions } else { i32::MAX };
        let mut searched = 0;
        let recaptures_only = depth <= -self.params.horizon.recaptures;
        let mut picker = MovePicker::start(&self.position, hash, true, self.params.horizon.see);
        let mut quiets = QuietMoves::<P>::new();
        let mut next_quiet = 0;
        let mut in_quiets = false;
        loop {
            let m = if in_quiets {
                let Some(&m) = quiets.get(next_quiet) else { break };
                next_quiet += 1;
                m
            } else {
                let next = {
                    let before = self.history.nothing_earlier();
                    let order = Ordering::plain(&self.history, before, self.values);
                    picker.next(&self.position, &order)
                };
                let Some(m) = next else {
                    if in_check || depth <= -self.quiet_plies() {
                        break;
                    }
                    in_quiets = true;
                    quiets = self.quiet_moves(depth, alpha - futility);
                    continue;
                };
                m
            };
            tried += 1;
            if searched >= evasions && best > -MATE_IN_MAX_PLY && !self.position.is_tactical(m) {
                continue;
            }
            if !in_check && !in_quiets {
                let parts = self.position.parts(m);
                if recaptures_only && self.last_to(ply) != Some(parts.to) {
                    continue;
                }
                let gain = self.values.gain(&parts);
                if futility + gain <= alpha && !self.position.gives_check(m) {
                    best = best.max(futility + gain);
                    continue;
                }
                if self.params.horizon.see && !see_ge(&self.position, m, 0, self.values) {
                    continue;
                }
            }
            searched += 1;
            self.prefetch_after(m);
            self.do_move(m, ply);
            let value = -self.quiesce(-beta, -alpha, ply + 1, depth - 1);
            self.undo_move();
            if self.is_stopped() {
                return best.max(-INFINITE + 1);
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = P::to_raw(m);
                    self.note_pv(ply, best_move, alpha, beta);
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                }
            }
        }
        if in_check && tried == 0 {
            return self.no_moves(ply);
        }
        best = towards(best, beta);
        let bound = if best >= beta {
            Bound::Lower
        } else if best > start {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let depth = self.table_depth(depth);
        self.store(key, ply, &Entry { raw_move: best_move, value: best, depth, bound, statics });
        best
    }

    /// The depth under which a node below the horizon is stored: with quiet moves,
    /// or without.
    const fn table_depth(&self, depth: i32) -> i32 {
        if depth > -self.quiet_plies() { 0 } else { -1 }
    }

    /// Quiet moves that give check and do not lose material.
    fn safe_checks(&self) -> QuietMoves<P> {
        let mut checks = MoveList::new();
        self.position.generate_quiet_checks(&mut checks);
        let is_safe = |&m: &P::Move| see_ge(&self.position, m, 0, self.values);
        checks.into_iter().filter(is_safe).take(MAX_QUIETS).collect()
    }

    /// What standing pat is worth at a node below the horizon, and what is known of its static
    /// evaluation then.
    fn stand_pat(
        &mut self,
        known: Option<Statics>,
        alpha: Value,
        beta: Value,
        depth: i32,
    ) -> (StandPat, Statics) {
        if self.strategy.verifies() {
            return self.stand_pat_assessed(known, alpha, beta, depth);
        }
        let statics = self.quiet_statics(known);
        (StandPat::AtLeast(statics.eval()), statics)
    }

    /// In how many plies moves that take nothing are searched as well.
    const fn quiet_plies(&self) -> i32 {
        let checks = self.params.horizon.checks;
        let table = self.params.horizon.quiet_plies;
        if self.strategy.verifies() && table > checks { table } else { checks }
    }

    /// Those moves: quiet moves of the table that win more than `least`, and checks.
    fn quiet_moves(&mut self, depth: i32, least: Value) -> QuietMoves<P> {
        let mut moves = QuietMoves::<P>::new();
        if self.strategy.verifies() && depth > -self.params.horizon.quiet_plies {
            self.build_map();
            let most = (self.params.horizon.quiet_moves as usize).min(MAX_QUIETS);
            moves.extend(self.assessor.quiet_gains(&self.position, &self.map, least).take(most));
        }
        if depth > -self.params.horizon.checks {
            for m in self.safe_checks() {
                if !moves.is_full() && !moves.contains(&m) {
                    moves.push(m);
                }
            }
        }
        moves
    }
}
