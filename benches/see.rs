//! The static exchange evaluation of every capture of the sample.
//!
//! `cargo bench --bench see`. An element is one capture.

mod common;

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use somatic::game::see::{see, see_ge};
use somatic::game::{Game, Geometry, MoveList, ValuePreset};
use somatic::{chess, shogi};

use common::{captures, group, sample};

fn bench_game<P: Game>(criterion: &mut Criterion) {
    let values = P::Geometry::values(ValuePreset::Default);
    let cases: Vec<(P, MoveList<P::Move>)> =
        sample::<P>().into_iter().map(|p| (p.clone(), captures(&p))).collect();
    let mut count = 0;
    for (position, moves) in &cases {
        count += moves.len() as u64;
        for &m in moves {
            let value = see(position, m, values);
            assert!(see_ge(position, m, value, values), "{} in {position:?}", position.move_text(m));
        }
    }
    let mut group = group(criterion, &format!("see/{}", P::GAME));
    group.throughput(Throughput::Elements(count));
    group.bench_function("see", |bencher| {
        bencher.iter(|| {
            for (position, moves) in &cases {
                for &m in moves {
                    black_box(see(position, m, values));
                }
            }
        });
    });
    group.bench_function("see_ge-0", |bencher| {
        bencher.iter(|| {
            for (position, moves) in &cases {
                for &m in moves {
                    black_box(see_ge(position, m, 0, values));
                }
            }
        });
    });
    group.finish();
}

fn main() {
    common::run(&[bench_game::<shogi::Position>, bench_game::<chess::Position>]);
}
