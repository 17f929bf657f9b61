//! The scan of the board that every judged node needs, beside playing one
//! move and taking it back, and beside copying and reading a position.
//!
//! `cargo bench --bench attack_map`. An element is one position.

mod common;

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use somatic::game::attack_map::slots_on;
use somatic::game::{AttackMap, Game, Geometry, SquareSet, ValuePreset};
use somatic::{chess, shogi};

use common::{SAMPLE_SIZE, group, position, sample, some_moves};

fn bench_game<P: Game>(criterion: &mut Criterion) {
    let values = P::Geometry::values(ValuePreset::Default);
    let mut positions = sample::<P>();
    let moves = some_moves(&positions);
    let texts: Vec<String> = positions.iter().map(|p| p.text()).collect();
    let mut map = AttackMap::new();
    for p in &positions {
        map.build(p, values);
        for sq in p.occupied().squares() {
            let attackers = p.attackers_to(sq, p.occupied());
            assert_eq!(map.attackers(sq), slots_on::<P>(&map, attackers), "{sq:?} in {p:?}");
        }
    }
    let mut group = group(criterion, &format!("attack_map/{}", P::GAME));
    group.throughput(Throughput::Elements(SAMPLE_SIZE as u64));
    group.bench_function("build", |bencher| {
        bencher.iter(|| {
            for p in &positions {
                map.build(p, values);
                black_box(&map);
            }
        });
    });
    group.bench_function("made-move", |bencher| {
        bencher.iter(|| {
            for (p, &m) in positions.iter_mut().zip(&moves) {
                p.do_move(m);
                black_box(&mut *p).undo_move();
            }
        });
    });
    group.bench_function("clone", |bencher| {
        bencher.iter(|| {
            for p in &positions {
                black_box(p.clone());
            }
        });
    });
    group.bench_function("parse", |bencher| {
        bencher.iter(|| {
            for text in &texts {
                black_box(position::<P>(text));
            }
        });
    });
    group.finish();
}

fn main() {
    common::run(&[bench_game::<shogi::Position>, bench_game::<chess::Position>]);
}
