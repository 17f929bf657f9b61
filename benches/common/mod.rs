//! What the benches share: the frame around them, and positions.

#![allow(dead_code, reason = "each bench uses its part")]

use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, SamplingMode};
use somatic::game::rng::Rng;
use somatic::game::{All, Game, MoveList, Notation};
use somatic::{chess, shogi};

/// The position with the most legal moves.
pub const MOST_MOVES: &str = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";
/// Matsuri: every kind of move at once.
pub const MATSURI: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1";
/// Kiwipete: castling, pins, promotions and captures in passing.
pub const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Runs benches with the arguments of the command line.
pub fn run(benches: &[fn(&mut Criterion)]) {
    let mut criterion = Criterion::default().configure_from_args();
    for bench in benches {
        bench(&mut criterion);
    }
    criterion.final_summary();
}

/// A group whose samples all take the same time, however long one run is.
pub fn group<'a>(criterion: &'a mut Criterion, name: &str) -> BenchmarkGroup<'a, WallTime> {
    /// Samples of a benchmark.
    const SAMPLES: usize = 20;
    /// How long one sample takes, unless one run takes longer.
    const SAMPLE: Duration = Duration::from_millis(150);
    let mut group = criterion.benchmark_group(name);
    group
        .sampling_mode(SamplingMode::Flat)
        .sample_size(SAMPLES)
        .warm_up_time(SAMPLE)
        .measurement_time(SAMPLE * SAMPLES as u32);
    group
}

/// The position of a good SFEN or FEN.
#[track_caller]
pub fn position<P: Notation>(text: &str) -> P {
    match P::parse(text) {
        Ok(position) => position,
        Err(error) => panic!("{text}: {error}"),
    }
}

/// How many positions [`sample`] gives.
pub const SAMPLE_SIZE: usize = 200;

/// Positions of random games that like to capture, none of them in check or
/// at the end of its game: the same in every run.
pub fn sample<P: Game>() -> Vec<P> {
    /// The shortest game, and by how much the longest is longer.
    const PLIES: (usize, usize) = (6, 50);
    let starts = match P::GAME {
        "shogi" => [shogi::START, MATSURI],
        _ => [chess::START, KIWIPETE],
    };
    let mut rng = Rng::new(1);
    let mut found: Vec<P> = Vec::with_capacity(SAMPLE_SIZE);
    while found.len() < SAMPLE_SIZE {
        let mut position: P = position(starts[found.len() % starts.len()]);
        for _ in 0..PLIES.0 + rng.below(PLIES.1) {
            let Some(m) = random_move(&position, &mut rng) else {
                break;
            };
            position.do_move(m);
        }
        if !position.in_check() && position.count_legal() > 0 {
            found.push(self::position(&position.text()));
        }
    }
    found
}

/// A random legal move, if there is one; every second time a capture.
fn random_move<P: Game>(position: &P, rng: &mut Rng) -> Option<P::Move> {
    let mut moves = MoveList::new();
    position.generate::<All>(&mut moves);
    let captures: MoveList<P::Move> = moves.iter().copied().filter(|&m| position.is_capture(m)).collect();
    let choice = if captures.is_empty() || rng.below(2) == 0 { &moves } else { &captures };
    choice.get(rng.below(choice.len())).copied()
}

/// The legal captures of a position that is not in check.
pub fn captures<P: Game>(position: &P) -> MoveList<P::Move> {
    let mut moves = MoveList::new();
    position.generate::<somatic::game::Captures>(&mut moves);
    moves.into_iter().filter(|&m| position.is_capture(m)).collect()
}

/// For each position a legal move, the middle one of its list.
pub fn some_moves<P: Game>(positions: &[P]) -> Vec<P::Move> {
    let middle = |position: &P| {
        let mut moves = MoveList::new();
        position.generate::<All>(&mut moves);
        moves[moves.len() / 2]
    };
    positions.iter().map(middle).collect()
}
