//! The conventional rival: quiescence search in its best form.

use crate::eval::Evaluator;
use crate::game::see::see_ge;
use crate::game::{INFINITE, MAX_PLY, MoveList, Position, Value, is_mate};

use super::{MAX_QUIETS, QuietMoves, Tactics};
use crate::search::picker::{MovePicker, Ordering};
use crate::search::tt::{Bound, Entry};
use crate::search::worker::Worker;

/// After the Chess Programming Wiki, "Quiescence Search": the evaluation is a
/// lower bound except in check, where every answer is searched; captures and
/// pawn promotions that do not lose material; delta pruning; checks in the
/// first ply; after a few plies only recaptures. It uses the same table as
/// the main search.
#[derive(Debug)]
pub struct Quiescence;

impl<P: Position, E: Evaluator<P>> Tactics<P, E> for Quiescence {
    const NAME: &'static str = "quiescence";

    fn new() -> Self {
        Self
    }

    fn resolve(worker: &mut Worker<P, E, Self>, alpha: Value, beta: Value, ply: usize) -> Value {
        search(worker, alpha, beta, ply, 0)
    }
}

/// The capture search, for every strategy that ends in one. `depth` counts
/// down from 0 with each ply below the horizon.
#[expect(clippy::too_many_lines, reason = "one search, step by step")]
pub(super) fn search<P: Position, E: Evaluator<P>, T: Tactics<P, E>>(
    worker: &mut Worker<P, E, T>,
    mut alpha: Value,
    beta: Value,
    ply: usize,
    depth: i32,
) -> Value {
    debug_assert!(alpha < beta, "an empty window");
    if let Some(value) = worker.enter_horizon(ply) {
        return value;
    }
    let in_check = worker.position.in_check();
    let key = worker.position.key();
    let entry = worker.probe(key, ply);
    if let Some(e) = entry
        && worker.params.use_table
        && beta - alpha == 1
        && e.depth >= table_depth(worker, depth)
        && match e.bound {
            Bound::Exact => true,
            Bound::Lower => e.value >= beta,
            Bound::Upper => e.value <= alpha,
            Bound::None => false,
        }
    {
        return e.value;
    }

    let mut best = -INFINITE;
    let mut statics = None;
    let mut futility = -INFINITE;
    if !in_check {
        let stored = entry.and_then(|e| e.statics);
        let stand = T::stand_pat(worker, stored, alpha, beta, depth);
        if let Some(value) = worker.find_mate(key, ply) {
            return value;
        }
        if let Some(value) = stand.answer {
            if !stored.is_some_and(|s| s.is_assessed()) {
                worker.store_statics(key, ply, stand.statics);
            }
            return value;
        }
        statics = Some(stand.statics);
        best = stand.value;
        // What the table knows may be nearer to the truth.
        if let Some(e) = entry
            && worker.params.use_table
            && !is_mate(e.value)
            && (e.bound == Bound::Exact
                || e.bound == Bound::Lower && e.value > best
                || e.bound == Bound::Upper && e.value < best)
        {
            best = e.value;
        }
        if best >= beta || ply >= MAX_PLY - 1 {
            return best;
        }
        alpha = alpha.max(best);
        futility = best + worker.params.delta_margin;
    }

    let hash = entry.and_then(|e| worker.position.from_raw(e.raw_move));
    let start = alpha;
    let mut best_move = 0;
    let mut tried = 0;
    let recaptures_only = depth <= -worker.params.horizon_recaptures;
    let mut picker = MovePicker::start(&worker.position, hash, true);
    let mut quiets = QuietMoves::<P>::new();
    let mut next_quiet = 0;
    let mut in_quiets = false;
    loop {
        let m = if in_quiets {
            let Some(&m) = quiets.get(next_quiet) else {
                break;
            };
            next_quiet += 1;
            m
        } else {
            let next = {
                let order = Ordering::plain(&worker.history, [None; 2], worker.values);
                picker.next(&worker.position, &order)
            };
            let Some(m) = next else {
                if in_check || depth <= -T::quiet_plies(&worker.params) {
                    break;
                }
                in_quiets = true;
                quiets = T::quiet_moves(worker, depth, alpha - futility);
                continue;
            };
            m
        };
        tried += 1;
        if !in_check && !in_quiets {
            let parts = worker.position.parts(m);
            if recaptures_only && worker.last_to(ply) != Some(parts.to) {
                continue;
            }
            let gain = parts.captured.map_or(0, |(_, pt)| worker.values.capture(pt))
                + worker.values.board(parts.becomes)
                - worker.values.board(parts.piece);
            if futility + gain <= alpha && !worker.position.gives_check(m) {
                best = best.max(futility + gain);
                continue;
            }
            if worker.params.horizon_see && !see_ge(&worker.position, m, 0, worker.values) {
                continue;
            }
        }
        worker.do_move(m, ply);
        let value = -search(worker, -beta, -alpha, ply + 1, depth - 1);
        worker.undo_move();
        if worker.is_stopped() {
            return best.max(-INFINITE + 1);
        }
        if value > best {
            best = value;
            if value > alpha {
                best_move = P::to_raw(m);
                worker.note_pv(ply, best_move, alpha, beta);
                if value >= beta {
                    break;
                }
                alpha = value;
            }
        }
    }
    if in_check && tried == 0 {
        return worker.no_moves(ply);
    }
    let bound = if best >= beta {
        Bound::Lower
    } else if best > start {
        Bound::Exact
    } else {
        Bound::Upper
    };
    let depth = table_depth(worker, depth);
    worker.store(key, ply, &Entry { raw_move: best_move, value: best, depth, bound, statics });
    best
}

/// The depth under which a node below the horizon is stored: with quiet moves,
/// or without.
fn table_depth<P: Position, E: Evaluator<P>, T: Tactics<P, E>>(worker: &Worker<P, E, T>, depth: i32) -> i32 {
    if depth > -T::quiet_plies(&worker.params) { 0 } else { -1 }
}

/// Quiet moves that give check and do not lose material.
pub(super) fn safe_checks<P: Position, E: Evaluator<P>, T: Tactics<P, E>>(
    worker: &Worker<P, E, T>,
) -> QuietMoves<P> {
    let mut checks = MoveList::new();
    worker.position.generate_quiet_checks(&mut checks);
    let is_safe = |&m: &P::Move| see_ge(&worker.position, m, 0, worker.values);
    checks.into_iter().filter(is_safe).take(MAX_QUIETS).collect()
}
