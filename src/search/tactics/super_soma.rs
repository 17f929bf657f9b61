//! SUPER-SOMA: the whole board assessed statically, and verified where the
//! assessment is not sure.

use arrayvec::ArrayVec;

use crate::eval::Evaluator;
use crate::game::{Geometry, INFINITE, Position, Value, ValuePreset};

use super::{Judgement, Tactics};
use crate::search::tt::{Bound, Entry};
use crate::search::worker::Worker;
use crate::soma::lookahead::Choice;
use crate::soma::record::{DEFAULT_WIDTH, Features, Record, Recorder};

/// The static assessment of the whole board (Rollason 2000, 2006). It belongs
/// to every node and not to the horizon alone: evaluation plus net is the
/// static evaluation of the main search too.
///
/// At the horizon it answers at once where nothing of our own stands open, or
/// where the window is out of reach. Elsewhere the captures and promotions of
/// the table, and no others, are played and judged in turn; what a quiet
/// answer keeps is the lower bound.
#[derive(Debug)]
pub struct SuperSoma<G: Geometry> {
    recorder: Recorder<G>,
    /// The last record.
    last: Record,
}

/// Moves of the table that are verified at a node.
const MAX_VERIFIED: usize = 8;
/// Plies below the horizon after which the static answer stands.
const MAX_DEPTH: i32 = 8;

impl<P: Position, E: Evaluator<P>> Tactics<P, E> for SuperSoma<P::Geometry> {
    const NAME: &'static str = "super-soma";

    fn new() -> Self {
        let values = P::Geometry::values(ValuePreset::Default);
        Self { recorder: Recorder::new(values, Features::default()), last: Record::default() }
    }

    fn assess(worker: &mut Worker<P, E, Self>) -> Judgement {
        let eval = worker.evaluate();
        let found = worker.tactics.recorder.record(&worker.position, &worker.map, DEFAULT_WIDTH);
        worker.tactics.last = found;
        Judgement {
            eval,
            now: eval + found.net,
            if_we_pass: eval + found.quiet,
            confidence: found.confidence,
        }
    }

    fn first_move(worker: &Worker<P, E, Self>) -> Option<P::Move> {
        match worker.tactics.last.choice {
            Choice::Play(number) => playable(worker, number as usize),
            Choice::Pass | Choice::Parry(_) => None,
        }
    }

    fn resolve(worker: &mut Worker<P, E, Self>, alpha: Value, beta: Value, ply: usize) -> Value {
        verify(worker, alpha, beta, ply, 0)
    }
}

/// `depth` counts down from 0 with each ply below the horizon.
fn verify<P: Position, E: Evaluator<P>>(
    worker: &mut Worker<P, E, SuperSoma<P::Geometry>>,
    mut alpha: Value,
    beta: Value,
    ply: usize,
    depth: i32,
) -> Value {
    if worker.position.in_check() {
        return worker.evasions_or(alpha, beta, ply, |_, _, _| 0);
    }
    if let Some(value) = worker.enter_horizon(ply) {
        return value;
    }
    let key = worker.position.key();
    let entry = worker.probe(key, ply);
    if let Some(e) = entry
        && beta - alpha == 1
        && e.depth >= 0
        && match e.bound {
            Bound::Exact => true,
            Bound::Lower => e.value >= beta,
            Bound::Upper => e.value <= alpha,
            Bound::None => false,
        }
    {
        return e.value;
    }
    let stored = entry.and_then(|e| e.statics);
    let judgement = worker.judge_with(stored);
    let margin = worker.params.delta_margin;
    if judgement.now == judgement.if_we_pass
        || judgement.now - margin >= beta
        || judgement.now + margin <= alpha
        || depth <= -MAX_DEPTH
    {
        if stored.is_none() {
            worker.store_judgement(key, ply, &judgement);
        }
        return judgement.now;
    }
    if stored.is_some() {
        // The table is needed again, not only what was made of it.
        worker.judge();
    }
    let moves = open_moves(worker);
    let mut best = judgement.if_we_pass;
    let start = alpha;
    let mut best_move = 0;
    if best < beta {
        alpha = alpha.max(best);
        for &m in &moves {
            worker.do_move(m, ply);
            let value = -verify(worker, -beta, -alpha, ply + 1, depth - 1);
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
    }
    let bound = if best >= beta {
        Bound::Lower
    } else if best > start {
        Bound::Exact
    } else {
        Bound::Upper
    };
    let statics = Some(Worker::<P, E, SuperSoma<P::Geometry>>::static_part(&judgement));
    worker.store(key, ply, &Entry { raw_move: best_move, value: best, depth: 0, bound, statics });
    best
}

/// The moves of the table that the side to move could make now, by falling
/// value.
fn open_moves<P: Position, E: Evaluator<P>>(
    worker: &Worker<P, E, SuperSoma<P::Geometry>>,
) -> ArrayVec<P::Move, MAX_VERIFIED> {
    let recorder = &worker.tactics.recorder;
    let mut open = recorder.table.alive() & recorder.table.ours();
    let mut moves = ArrayVec::new();
    while open != 0 && !moves.is_full() {
        let number = open.trailing_zeros() as usize;
        open &= open - 1;
        if let Some(m) = playable(worker, number)
            && !moves.contains(&m)
        {
            moves.push(m);
        }
    }
    moves
}

/// An item of the table as a move, if it is legal.
fn playable<P: Position, E: Evaluator<P>>(
    worker: &Worker<P, E, SuperSoma<P::Geometry>>,
    number: usize,
) -> Option<P::Move> {
    let recorder = &worker.tactics.recorder;
    let parts = recorder.parts(&worker.map, &recorder.table.items()[number]);
    let m = worker.position.compose(parts.from, parts.to, parts.piece, parts.becomes);
    worker.position.is_legal(m).then_some(m)
}
