//! The squares that pieces attack: steps from a table; slides cut from rays
//! in shogi, beside the magic tables of haitaka, and from the tables of
//! cozy-chess in chess.
//!
//! `cargo bench --bench attacks`. An element is one piece on one square.

mod common;

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use somatic::game::{Color, Game, Geometry, PieceType, Square, SquareSet};
use somatic::shogi::piece as shogi_piece;
use somatic::{chess, shogi};

use common::{SAMPLE_SIZE, group, sample};

/// Every square with the occupied squares of some positions; few enough to
/// stay in the fastest memory.
fn all_pairs<P: Game>() -> Vec<(Square, <P::Geometry as Geometry>::Bitboard)> {
    let squares = || P::Geometry::all_squares().squares();
    sample::<P>()
        .iter()
        .step_by(SAMPLE_SIZE / 10)
        .flat_map(|p| squares().map(|sq| (sq, p.occupied())))
        .collect()
}

/// The attacks of every piece type, checked against the pieces that would
/// take back from each attacked square.
fn bench_game<P: Game>(criterion: &mut Criterion) {
    let pairs = all_pairs::<P>();
    let mut group = group(criterion, &format!("attacks/{}", P::GAME));
    group.throughput(Throughput::Elements(pairs.len() as u64));
    for &pt in P::Geometry::PIECE_TYPES {
        check_backwards::<P>(pt, &pairs);
        group.bench_function(P::piece_text(pt), |bencher| {
            bencher.iter(|| {
                for &(from, occupied) in &pairs {
                    black_box(P::Geometry::attacks_from(pt, Color::Black, from, occupied));
                }
            });
        });
    }
    group.finish();
}

/// A black piece attacks a square if a white one attacks back from there.
fn check_backwards<P: Game>(pt: PieceType, pairs: &[(Square, <P::Geometry as Geometry>::Bitboard)]) {
    for &(from, occupied) in pairs {
        for to in P::Geometry::attacks_from(pt, Color::Black, from, occupied).squares() {
            let back = P::Geometry::attacks_from(pt, Color::White, to, occupied);
            assert!(back.contains(from), "{} from {from:?} to {to:?}", P::piece_text(pt));
        }
    }
}

/// The sliders of haitaka on the same squares.
fn bench_haitaka(criterion: &mut Criterion) {
    type Attacks = fn(haitaka::Color, haitaka::Square, haitaka::BitBoard) -> haitaka::BitBoard;
    const SLIDERS: [(PieceType, Attacks); 3] = [
        (shogi_piece::LANCE, haitaka::get_lance_moves),
        (shogi_piece::BISHOP, haitaka::get_bishop_moves),
        (shogi_piece::ROOK, haitaka::get_rook_moves),
    ];
    let ours = all_pairs::<shogi::Position>();
    let theirs: Vec<_> =
        ours.iter().map(|&(from, set)| (haitaka::Square::index(from.index()), their_set(set))).collect();
    let mut group = group(criterion, "attacks/haitaka");
    group.throughput(Throughput::Elements(ours.len() as u64));
    for (pt, attacks) in SLIDERS {
        for (&(from, occupied), &(their_from, their_occupied)) in ours.iter().zip(&theirs) {
            let expected = shogi::Shogi::attacks_from(pt, Color::Black, from, occupied);
            assert_eq!(their_set(expected), attacks(haitaka::Color::Black, their_from, their_occupied));
        }
        group.bench_function(shogi_piece::text(pt), |bencher| {
            bencher.iter(|| {
                for &(from, occupied) in &theirs {
                    black_box(attacks(haitaka::Color::Black, from, occupied));
                }
            });
        });
    }
    group.finish();
}

/// Both number squares file by file.
fn their_set(set: shogi::Bitboard) -> haitaka::BitBoard {
    haitaka::BitBoard::new(set.squares().fold(0, |bits, sq| bits | 1 << sq.index()))
}

fn main() {
    common::run(&[bench_game::<shogi::Position>, bench_haitaka, bench_game::<chess::Position>]);
}
