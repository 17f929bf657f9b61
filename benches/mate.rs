//! Proofs and refutations of mates, and the generator of checks below them.
//!
//! `cargo bench --bench mate`. An element is a move made, or a position.

mod common;

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use somatic::game::{Game, MoveList};
use somatic::mate::{Budget, Solver, Verdict};
use somatic::{chess, shogi};

use common::{group, sample};

/// Positions and how many moves the line of mate has; 0 where it is no mate.
const SHOGI: [(&str, &str, usize); 4] = [
    ("two-rooks", "4k4/9/9/9/9/9/9/9/9 b 2R 1", 23),
    ("full-hand", "9/9/9/9/4k4/9/9/9/4K4 b 2R2B4G4S4N4L9P 1", 15),
    ("one-rook", "4k4/9/9/9/9/9/9/9/9 b R 1", 0),
    ("no-mate", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/9/9/4K4 b RB2G2S2N2L9P 1", 0),
];
const CHESS: [(&str, &str, usize); 2] = [
    ("queen", "7k/8/5K2/8/8/8/8/1Q6 w - - 0 1", 13),
    ("two-rooks-far", "4k3/8/8/8/8/8/8/K2R3R w - - 0 1", 0),
];

fn bench_solver<P: Game>(criterion: &mut Criterion, cases: &[(&str, &str, usize)]) {
    let mut group = group(criterion, &format!("mate/{}", P::GAME));
    let mut solver = Solver::new(64);
    let mut solve = |position: &P| solver.solve(position, Budget { nodes: u64::MAX, is_stopped: &|| false });
    for &(name, text, plies) in cases {
        let position = P::parse(text).expect("a position");
        let answer = solve(&position);
        let found = match &answer.verdict {
            Verdict::Mate(line) => line.len(),
            Verdict::NoMate => 0,
            Verdict::Open => panic!("{name}: not decided"),
        };
        assert_eq!(found, plies, "{name}");
        group.throughput(Throughput::Elements(answer.nodes));
        group.bench_function(name, |bencher| bencher.iter(|| black_box(solve(&position))));
    }
    group.finish();
}

fn bench_generator<P: Game>(criterion: &mut Criterion) {
    let positions = sample::<P>();
    let mut group = group(criterion, &format!("checks/{}", P::GAME));
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("generate", |bencher| {
        bencher.iter(|| {
            for position in &positions {
                let mut list = MoveList::new();
                position.generate_checks(&mut list);
                black_box(list.len());
            }
        });
    });
    group.finish();
}

fn main() {
    common::run(&[
        |criterion| bench_solver::<shogi::Position>(criterion, &SHOGI),
        |criterion| bench_solver::<chess::Position>(criterion, &CHESS),
        bench_generator::<shogi::Position>,
        bench_generator::<chess::Position>,
    ]);
}
