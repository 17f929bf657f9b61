//! Nets: the value against a slow one, symmetry, files.

use somatic::eval::net::inputs::{
    CLASSES, FIRST_FEATURE, FIRST_FLIGHT, FIRST_HAND, FIRST_NEAR, FIRST_UNDER, FIRST_WIDE, FLIGHTS,
    HAND_COUNTS, HAND_KINDS, NO_ROW, ROWS, SQUARE_CODES, UNDER_KINDS,
};
use somatic::eval::net::{
    self, BUCKETS, LINEAR, LINEAR_ONE, MAX_OUTPUT, Net, NetError, ONE, OUTPUT_ONE, Output, Row, WIDTH,
    Weights,
};
use somatic::eval::{EvaluationKind, Standard};
use somatic::game::rng::Rng;
use somatic::game::{
    AttackMap, BitboardOf, Color, EvalWeights, Game, Geometry, MAX_EVAL, MAX_SQUARES, Notation as _, Square,
    SquareSet, Value, ValuePreset,
};
use somatic::{chess, shogi};

use super::{chess_features, shogi_features};
use crate::common::{Folder, random_games};

/// A net of random numbers, large enough that neurons reach both of their ends.
fn random_net<G: EvalWeights>(seed: u64) -> Net {
    let mut rng = Rng::new(seed);
    let mut weights = Weights::zero();
    let mut number = |most: i32| (rng.below(2 * most as usize + 1) as i32 - most) as i16;
    for row in &mut weights.rows[..ROWS] {
        *row = Row(std::array::from_fn(|_| number(300)));
    }
    weights.bias = Row(std::array::from_fn(|_| number(1_000)));
    for output in &mut weights.output {
        output.rows = std::array::from_fn(|_| {
            Row(std::array::from_fn(|i| if i == LINEAR { 0 } else { number(i32::from(MAX_OUTPUT)) }))
        });
        output.bias = number(999).into();
    }
    let bytes = net::write::<G>(&weights);
    Net::read::<G>(&bytes).expect("what was written can be read")
}

/// The value by the book: squares walked one by one, attacks counted piece by
/// piece, sums without bounds.
fn slow<P: Game>(weights: &Weights, position: &P) -> Value {
    let us = position.side_to_move();
    let pieces = position.occupied().len();
    let bucket = (0..3).filter(|&n| pieces < P::Geometry::OUTPUT_BUCKETS[n]).count();
    let output = &weights.output[bucket];
    let mut value = f64::from(output.bias) / f64::from(LINEAR_ONE);
    for (view, c) in [us, !us].into_iter().enumerate() {
        let mut sum: [i64; WIDTH] = weights.bias.0.map(i64::from);
        for row in slow_rows(position, c) {
            for (s, w) in sum.iter_mut().zip(&weights.rows[row].0) {
                *s += i64::from(*w);
            }
        }
        assert!(sum.iter().all(|s| s.abs() < 32_000), "the test's sums fit");
        let linear = sum[LINEAR] as f64 / f64::from(LINEAR_ONE);
        value += if view == 0 { linear } else { -linear };
        for (s, w) in sum.iter().zip(&output.rows[view].0) {
            let x = (*s as f64 / f64::from(ONE)).clamp(0.0, 1.0);
            value += x * x * f64::from(*w) / f64::from(OUTPUT_ONE);
        }
    }
    (value as Value).clamp(-MAX_EVAL, MAX_EVAL)
}

/// The kind of the piece on a square, if it is attacked.
fn slow_under<P: Game>(position: &P, sq: Square) -> Option<usize> {
    let piece = position.piece_on(sq)?;
    let attackers = position.attackers_to(sq, position.occupied());
    let (own, other) = (position.by_color(piece.color()), position.by_color(!piece.color()));
    let rising = P::Geometry::values(ValuePreset::Default).rising();
    let worth = |at: Square| {
        let piece = position.piece_on(at).expect("an attacker");
        rising.iter().position(|&pt| pt == piece.piece_type())
    };
    let cheapest = (attackers & other).squares().map(worth).min()?;
    let is_pinned = position.king(piece.color()).is_some_and(|king| {
        let with = position.attackers_to(king, position.occupied());
        let without = position.attackers_to(king, position.occupied() & !BitboardOf::<P>::of(sq));
        king != sq && !(without & !with & other).is_empty()
    });
    let kinds = [cheapest < worth(sq), !(attackers & own).is_empty(), is_pinned];
    Some(kinds.iter().fold(0, |sum, &kind| 2 * sum + usize::from(kind)))
}

fn slow_rows<P: Game>(position: &P, c: Color) -> Vec<usize> {
    let squares: Vec<Square> = P::Geometry::all_squares().squares().collect();
    let files = if squares.len() == MAX_SQUARES { 9 } else { 8 };
    let turned = |sq: Square| if c == Color::Black { sq } else { P::Geometry::flip(sq) };
    let mirrored =
        position.king(c).is_some_and(|king| P::Geometry::coordinates(turned(king)).0 >= (files + 1) / 2);
    let seen = |sq: Square| {
        let (file, rank) = P::Geometry::coordinates(turned(sq));
        (if mirrored { files - 1 - file } else { file }, rank)
    };
    let at = |place| squares.iter().copied().find(|&sq| P::Geometry::coordinates(sq) == place);
    let class = |sq: Square| {
        let by = |side| {
            (position.attackers_to(sq, position.occupied()) & position.by_color(side)).len().min(2) as usize
        };
        by(c) + 3 * by(!c)
    };
    let occupant = |sq| match position.piece_on(sq) {
        None => 0,
        Some(piece) if piece.color() == c => 1,
        Some(_) => 2,
    };
    let mut rows = Vec::new();
    for &sq in &squares {
        if let Some(piece) = position.piece_on(sq) {
            let kind = piece.piece_type().index() + if piece.color() == c { 0 } else { 16 };
            let place = at(seen(sq)).expect("a square");
            rows.push((kind * MAX_SQUARES + place.index()) * CLASSES + class(sq));
            if let Some(under) = slow_under(position, sq) {
                rows.push(FIRST_UNDER + kind * UNDER_KINDS + under);
            }
        }
    }
    for (whose, side) in [c, !c].into_iter().enumerate() {
        for (kind, &pt) in P::Geometry::DROPPABLE.iter().enumerate() {
            match position.hand(side, pt) {
                0 => {}
                n => rows.push(FIRST_HAND + (whose * HAND_KINDS + kind) * HAND_COUNTS + usize::from(n)),
            }
        }
        let Some(king) = position.king(side) else { continue };
        let (mut next, mut wide, mut flights) = (0, 0, 0);
        for dr in -2..=2_i32 {
            for df in -2..=2_i32 {
                let (first, direction, count) = match df.abs().max(dr.abs()) {
                    0 => continue,
                    1 => (FIRST_NEAR, &mut next, 8),
                    _ => (FIRST_WIDE, &mut wide, 16),
                };
                let place = (seen(king).0 + df, seen(king).1 + dr);
                if let Some(sq) = squares.iter().copied().find(|&sq| seen(sq) == place) {
                    let (occupant, class) = (occupant(sq), class(sq));
                    if first == FIRST_NEAR || (occupant, class) != (0, 0) {
                        let code = occupant * CLASSES + class;
                        rows.push(first + (whose * count + *direction) * SQUARE_CODES + code);
                    }
                    let attackers = position.attackers_to(sq, position.occupied());
                    let is_closed = position.piece_on(sq).is_some_and(|piece| piece.color() == side)
                        || !(attackers & position.by_color(!side)).is_empty();
                    flights += usize::from(first == FIRST_NEAR && !is_closed);
                }
                *direction += 1;
            }
        }
        rows.push(FIRST_FLIGHT + whose * FLIGHTS + flights);
        let text = position.text();
        let features = if P::Geometry::DROPS {
            shogi_features::slow(&shogi::Position::parse(&text).expect("a position of shogi"), side)
        } else {
            chess_features::slow(&chess::Position::parse(&text).expect("a position of chess"), side)
        };
        rows.extend(features.into_iter().map(|kind| FIRST_FEATURE + 2 * kind + whose));
    }
    rows
}

fn value<P: Game>(net: &Net, position: &P) -> Value {
    let mut map = AttackMap::new();
    map.build(position, P::Geometry::values(ValuePreset::Default));
    net.evaluate(position, &map)
}

#[test]
fn the_value_is_that_of_a_slow_net() {
    fn check<P: Game>() {
        let net = random_net::<P::Geometry>(1);
        random_games::<P, _>(2_000, 150, || {
            |position: &P, number| {
                let (fast, slow) = (value(&net, position), slow(&net.weights, position));
                assert!((fast - slow).abs() <= 62, "{number}: {fast} and {slow} in {}", position.text());
            }
        });
    }
    check::<shogi::Position>();
    check::<chess::Position>();
}

/// The rounding of each neuron is the only difference: with whole squares there is none.
#[test]
fn the_linear_column_is_exact() {
    let mut weights = random_net::<shogi::Shogi>(2).weights;
    weights.output = [Output::ZERO; BUCKETS];
    let bytes = net::write::<shogi::Shogi>(&weights);
    let net = Net::read::<shogi::Shogi>(&bytes).expect("a net");
    random_games::<shogi::Position, _>(300, 100, || {
        |position: &shogi::Position, _| assert_eq!(value(&net, position), slow(&net.weights, position))
    });
}

#[test]
fn both_sides_are_judged_alike() {
    fn check<P: Game>(pairs: &[(&str, &str)]) {
        let net = random_net::<P::Geometry>(3);
        for (one, other) in pairs {
            let [one, other] = [one, other].map(|text| P::parse(text).expect("a position"));
            assert_eq!(value(&net, &one), value(&net, &other), "{}", one.text());
        }
    }
    // Turned round with the other side to move; mirrored, with kings off the middle.
    check::<shogi::Position>(&[
        ("8k/9/9/9/3n2r2/9/4PGB2/9/8K w P 1", "k8/9/2bgp4/9/2R2N3/9/9/9/K8 b p 1"),
        ("8k/9/9/9/3n2r2/9/4PGB2/9/8K w P 1", "k8/9/9/9/2r2n3/9/2BGP4/9/K8 w P 1"),
    ]);
    check::<chess::Position>(&[
        ("r5k1/5ppp/8/8/2B5/8/5PPP/6K1 w - - 0 1", "6k1/5ppp/8/2b5/8/8/5PPP/R5K1 b - - 0 1"),
        ("r5k1/5ppp/8/8/2B5/8/5PPP/6K1 w - - 0 1", "1k5r/ppp5/8/8/5B2/8/PPP5/1K6 w - - 0 1"),
    ]);
}

#[test]
fn a_net_that_is_no_net_is_refused() {
    #[track_caller]
    fn check(bytes: &[u8], expected: &NetError) {
        assert_eq!(net::read::<shogi::Shogi>(bytes).as_ref(), Err(expected));
    }
    let good = net::write::<shogi::Shogi>(&random_net::<shogi::Shogi>(4).weights);
    assert!(net::read::<shogi::Shogi>(&good).is_ok());
    let with = |at: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[at] = byte;
        bytes
    };
    check(&[], &NetError::Magic);
    check(&good[..20], &NetError::Magic);
    check(&with(0, b'X'), &NetError::Magic);
    check(&with(8, 9), &NetError::Version(9));
    check(&with(10, 64), &NetError::Width(64));
    check(&with(15, 3), &NetError::Buckets(3));
    let length = |found| NetError::Length { found, expected: good.len() };
    check(&good[..good.len() - 1], &length(good.len() - 1));
    check(&[&good[..], &[0]].concat(), &length(good.len() + 1));
    for at in [14, 16, 24, 32, 100, good.len() / 2, good.len() - 1] {
        check(&with(at, good[at] ^ 1), &NetError::Hash);
    }
    let chess = net::write::<chess::Chess>(&Weights::zero());
    check(&chess, &NetError::Game);
    // The first weight of a neuron.
    let mut bytes = good.clone();
    bytes[160..162].copy_from_slice(&i16::MIN.to_le_bytes());
    let sum = net::hash(&bytes);
    bytes[24..32].copy_from_slice(&sum.to_le_bytes());
    check(&bytes, &NetError::Range);
}

/// Nets of versions 4 and 5 have fewer features.
#[test]
fn nets_of_versions_4_and_5_are_read() {
    fn check<G: EvalWeights>(seed: u64) {
        for (version, known) in (4..).zip(G::FEATURES_BEFORE) {
            let mut weights = random_net::<G>(seed).weights;
            weights.rows[FIRST_FEATURE + 2 * known..].fill(Row::ZERO);
            let new = net::write::<G>(&weights);
            let (before, features) = new.split_at(new.len() - 2 * 2 * WIDTH * G::FEATURES);
            let (own, other) = features.split_at(features.len() / 2);
            let known = 2 * WIDTH * known;
            let mut old = [before, &own[..known], &other[..known]].concat();
            old[8] = version;
            let sum = net::hash(&old);
            old[24..32].copy_from_slice(&sum.to_le_bytes());
            assert_eq!(net::read::<G>(&old), Ok(weights));
        }
    }
    check::<chess::Chess>(8);
    check::<shogi::Shogi>(8);
}

/// A net of version 3 has no rows of features.
#[test]
fn nets_of_version_3_are_read() {
    fn check<G: EvalWeights>(mut weights: Weights) {
        weights.rows[FIRST_FEATURE..].fill(Row::ZERO);
        let new = net::write::<G>(&weights);
        let mut old = new[..new.len() - 2 * 2 * WIDTH * G::FEATURES].to_vec();
        old[8] = 3;
        let sum = net::hash(&old);
        old[24..32].copy_from_slice(&sum.to_le_bytes());
        assert_eq!(net::read::<G>(&old), Ok(weights));
    }
    check::<chess::Chess>(random_net::<chess::Chess>(7).weights);
    check::<shogi::Shogi>(random_net::<shogi::Shogi>(7).weights);
}

/// A net of version 2 has no rows of attacked pieces, wider squares and flights.
#[test]
fn nets_of_version_2_are_read() {
    const HEADER: usize = 32;
    let mut weights = random_net::<chess::Chess>(6).weights;
    weights.rows[FIRST_UNDER..FIRST_NEAR].fill(Row::ZERO);
    weights.rows[FIRST_WIDE..].fill(Row::ZERO);
    let new = net::write::<chess::Chess>(&weights);
    let mut old = new[..new.len() - rows_since_version_2()].to_vec();
    old[8] = 2;
    let sum = net::hash(&old);
    old[24..HEADER].copy_from_slice(&sum.to_le_bytes());
    assert_eq!(net::read::<chess::Chess>(&old), Ok(weights));
}

/// Bytes of the rows that nets of chess have since version 3.
fn rows_since_version_2() -> usize {
    let under = 2 * chess::Chess::PIECE_TYPES.len() * UNDER_KINDS;
    2 * WIDTH * (under + FIRST_FEATURE - FIRST_WIDE + 2 * chess::Chess::FEATURES)
}

/// A net of version 1 has one set of weights for the whole game.
#[test]
fn nets_of_version_1_are_read() {
    const HEADER: usize = 32;
    const BIASES: usize = 64;
    const ROW: usize = 2 * WIDTH;
    let mut weights = random_net::<chess::Chess>(5).weights;
    weights.output = [weights.output[1]; BUCKETS];
    weights.rows[FIRST_UNDER..FIRST_NEAR].fill(Row::ZERO);
    weights.rows[FIRST_WIDE..].fill(Row::ZERO);
    let new = net::write::<chess::Chess>(&weights);
    let (bias, rest) = new[HEADER + BIASES..].split_at(ROW);
    let (set, rows) = (&rest[..2 * ROW], &rest[2 * BUCKETS * ROW..rest.len() - rows_since_version_2()]);
    let mut old = [&new[..HEADER], bias, set, rows].concat();
    (old[8], old[15]) = (1, 0);
    old[16..20].copy_from_slice(&weights.output[0].bias.to_le_bytes());
    let sum = net::hash(&old);
    old[24..HEADER].copy_from_slice(&sum.to_le_bytes());
    assert_eq!(net::read::<chess::Chess>(&old), Ok(weights));
}

#[test]
fn a_file_that_cannot_be_used_is_named() {
    let folder = Folder::new("nets");
    let path = folder.file("short.net");
    std::fs::write(&path, b"SOMANET1").expect("written");
    for name in [path.to_string_lossy().into_owned(), "/does/not/exist".to_owned()] {
        let error = EvaluationKind::load::<shogi::Shogi>(&name).expect_err("no net").to_string();
        assert!(error.starts_with(&name) && !error.contains('\n'), "{error}");
    }
    assert_eq!(EvaluationKind::load::<shogi::Shogi>("formula").ok(), Some(EvaluationKind::Standard));
    assert_eq!(EvaluationKind::load::<shogi::Shogi>("").ok(), Some(EvaluationKind::BuiltIn));
}

/// A net that is built in can be read.
#[test]
fn built_in_nets_are_whole() {
    fn check<P: Game>() {
        if !P::Geometry::NET.is_empty() {
            assert_eq!(net::read::<P::Geometry>(P::Geometry::NET).err(), None);
        }
        let _ = Standard::<P>::new();
        assert!(usize::from(NO_ROW) >= ROWS);
    }
    check::<shogi::Position>();
    check::<chess::Position>();
}

/// A file is looked at before it is read: what never begins or never ends is no net.
#[cfg(unix)]
#[test]
fn what_is_no_file_is_refused_at_once() {
    let error = |path: &str| Net::load::<shogi::Shogi>(path.as_ref()).expect_err(path);
    assert!(error("/dev/zero").to_string().contains("expected a file"));
    let folder = Folder::new("net-size");
    let large = folder.file("large.net");
    std::fs::File::create(&large).expect("a file").set_len(1 << 34).expect("a hole");
    assert!(error(&large.display().to_string()).to_string().contains("no net of this engine"));
}
