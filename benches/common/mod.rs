//! What the benches share: the frame around them, and positions.

#![allow(dead_code, reason = "each bench uses its part")]

use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, SamplingMode};
use somatic::game::{All, Game, MoveList, Notation};
use somatic::lab::leaves::leaf_lines;

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

/// Positions at the horizon of real searches, none of them in check: every so many of those in `sfen`.
pub fn sample<P: Game>() -> Vec<P> {
    let file = format!("{}/sfen/{}/leaves.jsonl", env!("CARGO_MANIFEST_DIR"), P::GAME);
    let leaves: Vec<_> = leaf_lines(vec![file]).collect();
    let every = leaves.len() / SAMPLE_SIZE;
    let texts = leaves.into_iter().step_by(every).map(|leaf| leaf.expect("a leaf").record.position);
    texts.take(SAMPLE_SIZE).map(|text| position(&text)).collect()
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
