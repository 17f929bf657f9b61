//! Searches of the benchmark positions to a fixed depth with every strategy
//! at the horizon.
//!
//! `cargo bench --bench search`. An element is one node, a move made.

mod common;

use criterion::{Criterion, Throughput};
use std::ops::ControlFlow;

use somatic::game::Game;
use somatic::protocol::bench;
use somatic::search::SearchConfig;
use somatic::search::horizon::Tactics;
use somatic::{chess, shogi};

use common::group;

/// Plies.
const DEPTH: u32 = 5;

fn bench_game<P: Game>(criterion: &mut Criterion) {
    let mut group = group(criterion, &format!("search/{}", P::GAME));
    for kind in Tactics::ALL {
        let search = || bench::run::<P>(&SearchConfig::new(kind), DEPTH, &mut |_| ControlFlow::Continue(()));
        let nodes = search().nodes;
        group.throughput(Throughput::Elements(nodes));
        // The search alone is timed, not the making of its tables.
        group.bench_function(kind.name(), |bencher| {
            bencher.iter_custom(|runs| {
                let outcomes = (0..runs).map(|_| search());
                outcomes.inspect(|o| assert_eq!(o.nodes, nodes, "{}", kind.name())).map(|o| o.time).sum()
            });
        });
    }
    group.finish();
}

fn main() {
    common::run(&[bench_game::<shogi::Position>, bench_game::<chess::Position>]);
}
