//! The search: what it must not change, and that it repeats itself.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use somatic::game::rng::Rng;
use somatic::game::{All, ByColor, Game, MATE, MoveList, Notation as _, Value};
use somatic::protocol::bench;
use somatic::search::horizon::{CapturePolicy, Horizon, Tactics};
use somatic::search::{
    BestMove, Clock, Iteration, Limits, Params, Pool, Reporter, SearchConfig, Shared, Silent, TimeOptions,
    Worker, negamax,
};
use somatic::{chess, shogi};

/// A position some random moves from the start, or from a given text.
fn random_position<P: Game>(from: Option<&str>, plies: usize, seed: u64) -> P {
    let mut position = from.map_or_else(P::start, |text| P::parse(text).expect("a position"));
    let mut rng = Rng::new(seed);
    for _ in 0..plies {
        let mut list = MoveList::new();
        position.generate::<All>(&mut list);
        if list.is_empty() {
            break;
        }
        position.do_move(list[rng.below(list.len())]);
    }
    position
}

/// Remembers the last score.
#[derive(Default)]
struct Last(Option<Value>);

impl Reporter for Last {
    fn on_iteration(&mut self, iteration: &Iteration<'_>) {
        self.0 = Some(iteration.score);
    }
}

/// A pool searches as often as it is asked.
#[test]
fn a_pool_searches_again() {
    let position = shogi::Position::start();
    for threads in [1, 2] {
        let mut pool = Pool::new(&position, Arc::new(Shared::new(1)), threads, &SearchConfig::default());
        for _ in 0..2 {
            let (limits, time) = (Limits::nodes(3_000), TimeOptions::default());
            let best = pool.search(&position, &limits, &time, ByColor([0; 2]), &mut Silent);
            assert!(matches!(best, BestMove::Move { .. }), "{best:?}");
            // Of two threads the other one may have done the most.
            assert!(threads == 2 || pool.counters().nodes >= 2_000, "{}", pool.counters().nodes);
        }
    }
}

/// No clock is too long.
#[test]
fn an_endless_clock_is_divided() {
    let position = chess::Position::start();
    let clock = Clock {
        left: ByColor([Duration::MAX; 2]),
        increment: ByColor([Duration::MAX; 2]),
        ..Clock::default()
    };
    for clock in [clock, Clock { byoyomi: Duration::MAX, ..clock }] {
        let limits = Limits { clock: Some(clock), ..Limits::depth(1) };
        worker(&position, Tactics::SuperSoma, Params::default()).search(
            &limits,
            &TimeOptions::default(),
            &mut Silent,
        );
    }
}

fn worker<P: Game>(position: &P, tactics: Tactics, params: Params) -> Worker<P> {
    let config = SearchConfig { params, ..SearchConfig::new(tactics) };
    Worker::new(position.clone(), Arc::new(Shared::new(1)), &config)
}

/// Search without pruning gives plain negamax's value.
#[track_caller]
fn check_equal<P: Game>(position: &P, tactics: Tactics, depth: u32, seed: u64) {
    let mut config = SearchConfig { params: Params::plain(), ..SearchConfig::new(tactics) };
    if tactics == Tactics::CapturesOnly {
        // Compulsory captures without a window are many.
        config.strategy.horizon = Horizon::Captures(CapturePolicy::compulsory(3));
    }
    let worker = || Worker::new(position.clone(), Arc::new(Shared::new(1)), &config);
    let plain = negamax(&mut worker(), depth as i32);
    let mut last = Last::default();
    worker().search(&Limits::depth(depth), &TimeOptions::default(), &mut last);
    assert_eq!(last.0, Some(plain), "{} at depth {depth} (seed {seed}): {}", tactics.name(), position.text());
}

fn check_strategies<P: Game>(from: Option<&str>, depth: u32, plies: usize, games: u64) {
    for seed in 0..games {
        let position: P = random_position(from, plies, seed);
        let mut list = MoveList::new();
        position.generate::<All>(&mut list);
        if list.is_empty() {
            continue;
        }
        for tactics in Tactics::ALL {
            check_equal(&position, tactics, depth, seed);
        }
    }
}

#[test]
fn without_pruning_shogi_is_plain_negamax() {
    check_strategies::<shogi::Position>(None, 2, 40, 12);
    check_strategies::<shogi::Position>(None, 1, 120, 12);
    check_strategies::<shogi::Position>(Some("k8/9/3g5/4s2b1/4P2P1/9/9/3R5/K8 b P 1"), 3, 0, 1);
    check_strategies::<shogi::Position>(Some("4k4/3s5/4g4/5s3/9/6N2/9/4R4/8K b - 1"), 3, 2, 4);
}

#[test]
fn without_pruning_chess_is_plain_negamax() {
    check_strategies::<chess::Position>(None, 2, 20, 12);
    check_strategies::<chess::Position>(None, 3, 40, 3);
    check_strategies::<chess::Position>(Some("6k1/5ppp/8/3n4/1b2B3/2N5/1P3PPP/6K1 w - - 0 1"), 3, 2, 4);
}

/// One thread searches node for node the same, and every strategy differently.
fn check_signature<P: Game>(depth: u32) {
    let mut counts = Vec::new();
    for kind in Tactics::ALL {
        let first =
            bench::run::<P>(&SearchConfig::new(kind), depth, &mut |_| ControlFlow::Continue(())).nodes;
        let second =
            bench::run::<P>(&SearchConfig::new(kind), depth, &mut |_| ControlFlow::Continue(())).nodes;
        assert_eq!(first, second, "{}", kind.name());
        assert!(first > 100, "{}: {first} nodes", kind.name());
        counts.push(first);
    }
    counts.sort_unstable();
    counts.dedup();
    assert_eq!(counts.len(), Tactics::ALL.len(), "two strategies with the same count");
}

#[test]
fn searches_repeat_node_for_node() {
    check_signature::<shogi::Position>(5);
    check_signature::<chess::Position>(5);
}

#[test]
fn the_node_limit_is_kept() {
    let position = shogi::Position::parse_start();
    let search = |limits: &Limits| {
        let mut w = worker::<shogi::Position>(&position, Tactics::Quiescence, Params::default());
        let best = w.search(limits, &TimeOptions::default(), &mut Silent);
        assert!(matches!(best, BestMove::Move { .. }), "{limits:?}: {best:?}");
        w.counters.nodes
    };
    // The first iteration ends whatever the limit.
    let least = search(&Limits::depth(1));
    for nodes in [1, 10, 1_000, 12_345] {
        let made = search(&Limits::nodes(nodes));
        assert!(made <= nodes.max(least), "{made} of {nodes} nodes");
    }
}

trait Start {
    fn parse_start() -> Self;
}

impl<P: Game> Start for P {
    fn parse_start() -> Self {
        P::start()
    }
}

/// Mates are found, with their distance.
#[track_caller]
fn check_mate<P: Game>(text: &str, depth: u32, plies: i32, first: &str) {
    let position = P::parse(text).expect("a position");
    let mut last = Last::default();
    let mut w = worker(&position, Tactics::SuperSoma, Params::default());
    let best = w.search(&Limits::depth(depth), &TimeOptions::default(), &mut last);
    assert_eq!(last.0, Some(MATE - plies), "{text}");
    let BestMove::Move { raw, .. } = best else {
        panic!("{best:?} in {text}");
    };
    let m = position.from_raw(raw).expect("a legal move");
    assert_eq!(position.move_text(m), first, "{text}");
}

#[test]
fn mates_are_found() {
    check_mate::<shogi::Position>("4k4/9/4S4/9/9/9/9/9/4K4 b G 1", 4, 1, "G*5b");
    check_mate::<chess::Position>("6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1", 4, 1, "e1e8");
}

/// After start-up neither an assessment nor a search allocates.
fn check_allocations<P: Game>(text: &str) {
    for tactics in Tactics::ALL {
        check_strategy_allocations::<P>(tactics, text);
    }
}

fn check_strategy_allocations<P: Game>(tactics: Tactics, text: &str) {
    let position = P::parse(text).expect("a position");
    let mut w = worker(&position, tactics, Params::default());
    let limits = Limits::depth(6);
    let options = TimeOptions::default();
    let counted = allocation_counter::measure(|| {
        w.search(&limits, &options, &mut Silent);
    });
    assert!(w.counters.nodes > 100, "{}: only {} nodes", tactics.name(), w.counters.nodes);
    assert_eq!(counted.count_total, 0, "{} allocates while searching {text}", tactics.name());
    if !position.in_check() {
        let counted = allocation_counter::measure(|| {
            w.static_eval();
        });
        assert_eq!(counted.count_total, 0, "{} allocates while judging {text}", tactics.name());
    }
}

#[test]
fn nothing_is_allocated_on_the_way() {
    let shogi_text = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1";
    check_allocations::<shogi::Position>(shogi_text);
    let chess_text = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    check_allocations::<chess::Position>(chess_text);
}

/// The article's iteration does not allocate either.
#[test]
fn the_whole_assessment_allocates_nothing() {
    use somatic::article::predict;
    use somatic::game::{Board, Geometry, ValuePreset};
    fn check<P: Game>(text: &str, width: u32) {
        let position = P::parse(text).expect("a position");
        let values = <P as Board>::Geometry::values(ValuePreset::Article);
        let counted = allocation_counter::measure(|| {
            assert!(!predict(&position, values, width).line.is_empty());
        });
        assert_eq!(counted.count_total, 0, "width {width}: {text}");
    }
    for width in [1, 5] {
        check::<shogi::Position>("4gg1nl/2s4k1/p4b1pp/3r1S3/9/3L2N2/PP1PPPPPP/4G1GK1/L5SNL w - 1", width);
        check::<chess::Position>("3q2k1/5ppp/5n2/6B1/4p3/2N5/4QPPP/6K1 w - - 0 1", width);
    }
}

#[test]
fn a_search_that_is_stopped_still_answers() {
    let position = shogi::Position::parse_start();
    let shared = Arc::new(Shared::new(1));
    let mut w = Worker::new(position, Arc::clone(&shared), &SearchConfig::new(Tactics::Quiescence));
    shared.stop.store(true, Relaxed);
    let best = w.search(&Limits::default(), &TimeOptions::default(), &mut Silent);
    assert!(matches!(best, BestMove::Move { .. }));
}

/// No value that can be set divides by zero or overflows.
#[test]
fn extreme_parameters_are_survived() {
    let position: shogi::Position = random_position(None, 60, 1);
    for name in Params::NAMES {
        for text in ["0", "1", "2", "32000", "false", "true"] {
            let mut params = Params::default();
            if params.set(name, text).is_err() {
                continue;
            }
            let shared = Arc::new(Shared::new(1));
            let config = SearchConfig { params, ..SearchConfig::default() };
            let mut worker = Worker::new(position.clone(), Arc::clone(&shared), &config);
            let found = worker.search(&Limits::nodes(1_000), &TimeOptions::default(), &mut Silent);
            assert!(matches!(found, BestMove::Move { .. }), "{name} = {text}");
        }
    }
    for (name, text) in [
        ("nmp_divisor", "0"),
        ("aspiration_width", "1"),
        ("razor_base", "-1"),
        ("xref_reply_trust", "2000000"),
    ] {
        assert!(Params::default().set(name, text).is_err(), "{name} = {text}");
    }
}

/// History can add many plies to the depth that a move is judged by.
#[test]
fn extreme_parameters_are_survived_together() {
    let mut params = Params::default();
    for (name, text) in [("futility_history", "1"), ("see_quiet", "96003")] {
        params.set(name, text).expect("a value");
    }
    let shared = Arc::new(Shared::new(1));
    let config = SearchConfig { params, ..SearchConfig::default() };
    let position: shogi::Position = random_position(None, 60, 1);
    let mut worker = Worker::new(position, shared, &config);
    let found = worker.search(&Limits::nodes(20_000), &TimeOptions::default(), &mut Silent);
    assert!(matches!(found, BestMove::Move { .. }));
}

#[test]
fn a_value_of_a_game_stands_unless_another_was_given() {
    let gain_depth = |params: Params| params.of_game::<chess::Chess>().rfp.gain_depth;
    let shogi = Params::default().rfp.gain_depth;
    let chess = gain_depth(Params::default());
    assert_ne!(shogi, chess);
    assert_eq!(gain_depth(Params::default().with(|p| p.rfp.gain_depth = 5)), 5);
    let mut params = Params::default();
    params.set("rfp_gain_depth", &shogi.to_string()).expect("a value");
    assert_eq!(gain_depth(params), shogi);
}
