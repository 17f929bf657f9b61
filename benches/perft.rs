//! Leaves of the tree of legal moves, useless non-promotions included, beside
//! the crates rsshogi, haitaka and cozy-chess. *Counted*: the length of the
//! last move list; *made*: a `do_move` for every leaf.
//!
//! `cargo bench --bench perft`. Elements a second are leaves a second.

mod common;

use criterion::{Criterion, Throughput};
use rsshogi::board::{Move32List, generate_legal_all_move32};
use somatic::game::perft::{perft, perft_made};
use somatic::{chess, shogi};

use common::{KIWIPETE, MATSURI, MOST_MOVES, group, position};

/// A position, and how deep it is counted.
struct Case {
    name: &'static str,
    text: &'static str,
    counted: Depth,
    made: Depth,
}

/// Plies, and the leaves at their end.
struct Depth {
    plies: u32,
    leaves: u64,
}

const SHOGI: [Case; 3] = [
    Case {
        name: "start",
        text: shogi::START,
        counted: Depth { plies: 5, leaves: 19_861_490 },
        made: Depth { plies: 4, leaves: 719_731 },
    },
    Case {
        name: "593-moves",
        text: MOST_MOVES,
        counted: Depth { plies: 3, leaves: 53_393_368 },
        made: Depth { plies: 2, leaves: 105_677 },
    },
    Case {
        name: "matsuri",
        text: MATSURI,
        counted: Depth { plies: 3, leaves: 4_809_015 },
        made: Depth { plies: 3, leaves: 4_809_015 },
    },
];

const CHESS: [Case; 2] = [
    Case {
        name: "start",
        text: chess::START,
        counted: Depth { plies: 5, leaves: 4_865_609 },
        made: Depth { plies: 5, leaves: 4_865_609 },
    },
    Case {
        name: "kiwipete",
        text: KIWIPETE,
        counted: Depth { plies: 4, leaves: 4_085_603 },
        made: Depth { plies: 4, leaves: 4_085_603 },
    },
];

/// Times ways to the same number of leaves, after seeing that they agree.
fn compare(
    criterion: &mut Criterion,
    name: &str,
    depth: &Depth,
    ways: &mut [(&str, &mut dyn FnMut(u32) -> u64)],
) {
    let mut group = group(criterion, name);
    group.throughput(Throughput::Elements(depth.leaves));
    for (engine, leaves) in ways {
        assert_eq!(leaves(depth.plies), depth.leaves, "{name}: {engine}");
        group.bench_function(*engine, |bencher| bencher.iter(|| leaves(depth.plies)));
    }
    group.finish();
}

fn bench_shogi(criterion: &mut Criterion) {
    for case in &SHOGI {
        let mut ours: shogi::Position = position(case.text);
        let mut rsshogi = rsshogi::board::position_from_sfen(case.text).expect("the same SFEN");
        let haitaka = haitaka::Board::from_sfen(case.text).expect("the same SFEN");
        let mut lists: Vec<Move32List> = (0..case.made.plies).map(|_| Move32List::new()).collect();
        compare(
            criterion,
            &format!("perft/shogi/counted/{}", case.name),
            &case.counted,
            &mut [
                ("somatic", &mut |plies| perft(&mut ours, plies)),
                ("rsshogi", &mut |plies| rsshogi_counted(&rsshogi, plies)),
                ("haitaka", &mut |plies| haitaka_leaves::<true>(&haitaka, plies)),
            ],
        );
        compare(
            criterion,
            &format!("perft/shogi/made/{}", case.name),
            &case.made,
            &mut [
                ("somatic", &mut |plies| perft_made(&mut ours, plies)),
                ("rsshogi", &mut |_| rsshogi_made(&mut rsshogi, &mut lists)),
                ("haitaka", &mut |plies| haitaka_leaves::<false>(&haitaka, plies)),
            ],
        );
    }
}

fn bench_chess(criterion: &mut Criterion) {
    for case in &CHESS {
        let mut ours: chess::Position = position(case.text);
        let cozy: cozy_chess::Board = case.text.parse().expect("the same FEN");
        compare(
            criterion,
            &format!("perft/chess/counted/{}", case.name),
            &case.counted,
            &mut [
                ("somatic", &mut |plies| perft(&mut ours, plies)),
                ("cozy-chess", &mut |plies| cozy_leaves::<true>(&cozy, plies)),
            ],
        );
        compare(
            criterion,
            &format!("perft/chess/made/{}", case.name),
            &case.made,
            &mut [
                ("somatic", &mut |plies| perft_made(&mut ours, plies)),
                ("cozy-chess", &mut |plies| cozy_leaves::<false>(&cozy, plies)),
            ],
        );
    }
}

/// Its own perft, which lists the last moves and does not play them.
fn rsshogi_counted(position: &rsshogi::board::Position, plies: u32) -> u64 {
    rsshogi::board::perft::perft(position, plies as u8).expect("it cannot fail").nodes
}

/// One list a ply, as its own perft has them.
fn rsshogi_made(position: &mut rsshogi::board::Position, lists: &mut [Move32List]) -> u64 {
    let Some((list, deeper)) = lists.split_last_mut() else {
        return 1;
    };
    list.clear();
    generate_legal_all_move32(position, list);
    let mut leaves = 0;
    for &m in list.iter() {
        position.apply_move32(m);
        leaves += rsshogi_made(position, deeper);
        position.undo_move32(m).expect("the move just played");
    }
    leaves
}

/// Leaves by a crate whose boards are copied and which hands out its moves in
/// sets; `COUNTED`: the last moves are not played.
macro_rules! by_copying {
    ($leaves:ident, $board:ty) => {
        fn $leaves<const COUNTED: bool>(board: &$board, plies: u32) -> u64 {
            if plies == 0 {
                return 1;
            }
            let mut leaves = 0;
            board.generate_moves(|moves| {
                if COUNTED && plies == 1 {
                    leaves += moves.into_iter().len() as u64;
                } else {
                    for m in moves {
                        let mut next = board.clone();
                        next.play_unchecked(m);
                        leaves += $leaves::<COUNTED>(&next, plies - 1);
                    }
                }
                false
            });
            leaves
        }
    };
}

by_copying!(haitaka_leaves, haitaka::Board);
by_copying!(cozy_leaves, cozy_chess::Board);

fn main() {
    common::run(&[bench_shogi, bench_chess]);
}
