//! SUPER-SOMA: the whole board assessed statically, and searched where the
//! assessment cannot decide.

use crate::eval::Evaluator;
use crate::game::{Geometry, Position, Value, ValuePreset};

use super::{Judgement, MAX_QUIETS, QuietMoves, Stand, Tactics, iteration, quiescence};
use crate::search::params::Params;
use crate::search::tt::StaticPart;
use crate::search::worker::Worker;
use crate::soma::record::lookahead::Choice;
use crate::soma::record::{Record, Recorder};

/// The static assessment of the whole board (Rollason 2000, 2006). It belongs
/// to every node and not to the horizon alone: evaluation plus net, its
/// replies believed in part, is the static evaluation of the main search too.
///
/// At the horizon it answers at once where it lies well outside the window;
/// below it only if few squares next to the other king are attacked, because
/// of checks, and of mates behind them, it knows nothing.
/// Inside, where its error would decide, a search of a few plies verifies it:
/// captures that do not lose material, checks, and the quiet moves of the table
/// (forks, attacks on pieces that cannot leave, promotions). It starts
/// from the quiet evaluation, as own gains must not be counted twice, less a
/// part of what passing would lose, of which a capture search knows nothing;
/// and where it ends the assessment has the last word. With `STATIC` nothing is
/// searched: the table is made anew after its best entries as in the article
/// ([`iteration`]), and it also knows what a search would find, forks and what
/// follows a capture.
#[derive(Debug)]
pub struct SuperSoma<G: Geometry, const STATIC: bool = false> {
    pub(super) recorder: Recorder<G>,
    /// The last record.
    pub(super) last: Record,
}

impl<G: Geometry, const STATIC: bool> SuperSoma<G, STATIC> {
    /// Whether an assessment decides a node because it lies well outside the
    /// window; below it only if few squares next to the other king are attacked.
    pub(super) fn is_far<P: Position<Geometry = G>, E: Evaluator<P>>(
        worker: &Worker<P, E, Self>,
        judgement: &Judgement,
        alpha: Value,
        beta: Value,
    ) -> bool {
        let (now, margin) = (judgement.now, worker.params.window_margin);
        beta - alpha == 1 && (now - margin >= beta || now + margin <= alpha && !worker.attacks_king())
    }
}

impl<P: Position, E: Evaluator<P>, const STATIC: bool> Tactics<P, E> for SuperSoma<P::Geometry, STATIC> {
    const NAME: &'static str = if STATIC { "super-soma-static" } else { "super-soma" };
    const ASSESSES: bool = true;

    fn new() -> Self {
        let values = P::Geometry::values(ValuePreset::Default);
        Self { recorder: Recorder::new(values), last: Record::default() }
    }

    fn assess(worker: &mut Worker<P, E, Self>) -> Judgement {
        let eval = worker.evaluate();
        let look = if STATIC { worker.params.static_look() } else { worker.params.look() };
        let found = worker.tactics.recorder.record(&worker.position, &worker.map, &look);
        worker.tactics.last = found;
        let threat = worker.tactics.recorder.table.largest_threat();
        let threatened = threat
            .filter(|item| item.value >= worker.params.threat_value)
            .map(|item| worker.map.square(item.target as usize));
        Judgement {
            eval,
            now: eval + found.value,
            if_we_pass: eval + found.quiet,
            confidence: Some(found.confidence),
            threatened,
        }
    }

    fn first_move(worker: &Worker<P, E, Self>) -> Option<P::Move> {
        let recorder = &worker.tactics.recorder;
        let Choice::Play(number) = worker.tactics.last.choice else {
            return None;
        };
        recorder.legal_move(&worker.position, &worker.map, recorder.table.items().get(number as usize)?)
    }

    fn quiet_plies(params: &Params) -> i32 {
        params.table_plies.max(params.horizon_checks)
    }

    fn quiet_moves(worker: &mut Worker<P, E, Self>, depth: i32, least: Value) -> QuietMoves<P> {
        let mut moves = QuietMoves::<P>::new();
        if depth > -worker.params.table_plies {
            worker.build_map();
            let position = &worker.position;
            let most = (worker.params.table_moves as usize).min(MAX_QUIETS);
            moves.extend(worker.tactics.recorder.quiet_gains(position, &worker.map, least).take(most));
        }
        if depth > -worker.params.horizon_checks {
            for m in quiescence::safe_checks(worker) {
                if !moves.is_full() && !moves.contains(&m) {
                    moves.push(m);
                }
            }
        }
        moves
    }

    fn resolve(worker: &mut Worker<P, E, Self>, alpha: Value, beta: Value, ply: usize) -> Value {
        if STATIC {
            let budget = iteration::Budget::new(worker.params.iterations, worker.counters.nodes);
            return iteration::iterate(worker, alpha, beta, ply, budget);
        }
        quiescence::search(worker, alpha, beta, ply, 0)
    }

    fn stand_pat(
        worker: &mut Worker<P, E, Self>,
        stored: Option<StaticPart>,
        alpha: Value,
        beta: Value,
        depth: i32,
    ) -> Stand {
        let params = &worker.params;
        let is_last = depth <= -params.verify_plies;
        if !is_last && depth <= -params.stand_plies {
            return Stand::of(worker.evaluate_with(stored));
        }
        let judgement = worker.judge_with(stored);
        let is_final = is_last || Self::is_far(worker, &judgement, alpha, beta);
        Stand {
            value: judgement.eval + worker.params.lowered(judgement.if_we_pass - judgement.eval),
            answer: is_final.then_some(judgement.now),
            statics: Worker::<P, E, Self>::static_part(&judgement),
        }
    }
}
