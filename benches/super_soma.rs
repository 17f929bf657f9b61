//! What a leaf costs: the attack map alone, with the sum of switches, with
//! the whole record of SUPER-SOMA; and on the same leaves the static exchange
//! of every capture, a conventional quiescence search, and one move played
//! and taken back.
//!
//! `cargo bench --bench super_soma`. An element is one position.

mod common;

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, Throughput};
use somatic::game::see::see;
use somatic::game::{AttackMap, Game, Geometry, Value, ValuePreset};
use somatic::search::horizon::Tactics;
use somatic::search::{Params, SearchConfig, Shared, Worker};
use somatic::soma::{Assessor, TableConfig};
use somatic::{chess, shogi};

use common::{SAMPLE_SIZE, captures, group, sample, some_moves};

/// A worker without a table, so that no call profits from the one before it.
fn worker<P: Game>(position: &P) -> Worker<P> {
    let params = Params::default().with(|p| p.tt.used = false);
    let config = SearchConfig { params, ..SearchConfig::new(Tactics::Quiescence) };
    Worker::new(position.clone(), Arc::new(Shared::new(1)), &config)
}

/// The value of a position as a leaf of this worker.
fn leaf_value<P: Game>(worker: &mut Worker<P>, position: &mut P) -> Value {
    std::mem::swap(&mut worker.position, position);
    let value = worker.leaf(None, 0);
    std::mem::swap(&mut worker.position, position);
    value
}

fn bench_game<P: Game>(criterion: &mut Criterion) {
    let values = P::Geometry::values(ValuePreset::Default);
    let mut positions = sample::<P>();
    let moves = some_moves(&positions);
    let mut map = AttackMap::new();
    let mut assessor = Assessor::new(values);
    let mut worker = worker(&positions[0]);
    for p in &mut positions {
        map.build(p, values);
        assessor.assess(p, &map, &TableConfig::of_game::<P::Geometry>());
        let switch_sum = assessor.table.switch_sum(true);
        assert_eq!(assessor.switch_sum(p, &map), switch_sum, "{p:?}");
        let before = p.clone();
        assert_eq!(leaf_value(&mut worker, p), leaf_value(&mut worker, p), "{p:?}");
        assert_eq!(p.text(), before.text());
    }

    let mut group = group(criterion, &format!("super_soma/{}", P::GAME));
    group.throughput(Throughput::Elements(SAMPLE_SIZE as u64));
    group.bench_function("map", |bencher| {
        bencher.iter(|| {
            for p in &positions {
                map.build(p, values);
                black_box(&map);
            }
        });
    });
    group.bench_function("map+switch-sum", |bencher| {
        bencher.iter(|| {
            for p in &positions {
                map.build(p, values);
                black_box(assessor.switch_sum(p, &map));
            }
        });
    });
    group.bench_function("map+record", |bencher| {
        bencher.iter(|| {
            for p in &positions {
                map.build(p, values);
                black_box(assessor.static_eval(p, &map, &TableConfig::of_game::<P::Geometry>(), 0));
            }
        });
    });
    group.bench_function("see-of-captures", |bencher| {
        bencher.iter(|| {
            for p in &positions {
                for m in captures(p) {
                    black_box(see(p, m, values));
                }
            }
        });
    });
    group.bench_function("quiescence", |bencher| {
        bencher.iter(|| {
            for p in &mut positions {
                black_box(leaf_value(&mut worker, p));
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
    group.finish();
}

fn main() {
    common::run(&[bench_game::<shogi::Position>, bench_game::<chess::Position>]);
}
