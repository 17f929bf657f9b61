//! The fast rules beside slow ones, on the positions of random games.

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;

use somatic::chess::square::{SQUARES, file, rank, relative_rank, square};
use somatic::chess::{Bitboard, Chess, Move, Position, piece};
use somatic::game::rng::Rng;
use somatic::game::{
    All, Board as _, Captures, Color, Evasions, GenType, Geometry as _, Key, MoveList, Notation as _, Piece,
    PieceType, Position as _, Quiets, Square, SquareSet as _,
};

use super::{STARTS, position};
use crate::common::in_parallel;

/// Random games from each start, and the plies of a game.
const GAMES: u64 = 12;
const PLIES: usize = 160;
/// How rarely the dear checks are made: once in so many positions.
const RARELY: usize = 16;

/// Prints the seed of a game that fails.
struct Seed<'a>(&'a str, u64);

impl Drop for Seed<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("in the random game from {} with seed {}", self.0, self.1);
        }
    }
}

/// The generated moves of a kind.
fn moves<G: GenType>(position: &Position) -> MoveList<Move> {
    let mut list = MoveList::new();
    position.generate::<G>(&mut list);
    list
}

/// The generated moves of a kind as a set; none may be generated twice.
#[track_caller]
fn set_of_moves<G: GenType>(position: &Position) -> HashSet<Move> {
    let list = moves::<G>(position);
    let set: HashSet<Move> = list.iter().copied().collect();
    assert_eq!(set.len(), list.len(), "a move twice in {position:?}");
    set
}

/// Keys and what positions they belong to.
type Seen = Mutex<(HashMap<Key, String>, HashMap<String, Key>)>;

#[test]
fn random_games() {
    let games: Vec<(&str, u64)> =
        STARTS.iter().flat_map(|&start| (0..GAMES).map(move |seed| (start, seed))).collect();
    let seen = Seen::default();
    in_parallel(&games, |&(start, seed)| play(start, seed, &seen));
    let (keys, texts) = seen.into_inner().expect("no thread panicked");
    assert_eq!(keys.len(), texts.len());
    assert!(keys.len() > 10_000, "{} positions", keys.len());
}

/// Plays a random game and checks everything on its way.
fn play(start: &str, seed: u64, seen: &Seen) {
    let _seed = Seed(start, seed);
    let mut rng = Rng::new(seed);
    let mut position = position(start);
    let first = position.clone();
    let mut plies = 0;
    while plies < PLIES {
        let legal = moves::<All>(&position);
        check_kinds(&position);
        check_texts(&position);
        check_board(&position, &mut rng);
        check_key(&position, seen);
        check_null_move(&mut position);
        for &m in &legal {
            check_move(&mut position, m);
        }
        if rng.below(RARELY) == 0 {
            check_raw(&position);
        }
        if legal.is_empty() {
            break;
        }
        position.do_move(legal[rng.below(legal.len())]);
        plies += 1;
    }
    for _ in 0..plies {
        position.undo_move();
    }
    assert!(position == first, "{position:?} is not {first:?}");
}

fn check_kinds(position: &Position) {
    let all = set_of_moves::<All>(position);
    assert_eq!(position.count_legal(), all.len(), "{position:?}");
    let captures = set_of_moves::<Captures>(position);
    let quiets = set_of_moves::<Quiets>(position);
    assert!(captures.is_disjoint(&quiets), "{position:?}");
    assert_eq!(&captures | &quiets, all, "{position:?}");
    for &m in &all {
        assert_eq!(position.is_tactical(m), captures.contains(&m), "{m} in {position:?}");
    }
    if position.in_check() {
        assert_eq!(set_of_moves::<Evasions>(position), all, "{position:?}");
        return;
    }
    let mut checks = MoveList::new();
    position.generate_quiet_checks(&mut checks);
    let expected = quiets.into_iter().filter(|&m| position.gives_check(m)).collect();
    assert_eq!(checks.into_iter().collect::<HashSet<_>>(), expected, "{position:?}");
}

/// The position and its moves survive being written and read.
fn check_texts(position: &Position) {
    let text = position.text();
    let mut again = super::position(&text);
    assert_eq!(again.text(), text);
    assert_eq!(again.key(), position.key(), "{text}");
    assert_eq!(again.game_ply(), position.game_ply(), "{text}");
    assert_eq!(moves::<All>(&again), moves::<All>(position), "{text}");
    for chess960 in [position.is_chess960(), true] {
        again.set_chess960(chess960);
        let mut written = HashSet::new();
        for m in moves::<All>(&again) {
            let text = again.move_text(m);
            assert_eq!(again.parse_move(&text), Ok(m), "{text} in {again:?}");
            assert!(written.insert(text), "{m} in {again:?}");
        }
    }
}

/// Steps and slides of white's pieces: files to the right, ranks up.
fn reach(pt: PieceType) -> (&'static [(i32, i32)], bool) {
    const STRAIGHT: &[(i32, i32)] = &[(0, 1), (1, 0), (0, -1), (-1, 0)];
    const DIAGONAL: &[(i32, i32)] = &[(1, 1), (1, -1), (-1, -1), (-1, 1)];
    const BOTH: &[(i32, i32)] = &[(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
    const LEAPS: &[(i32, i32)] = &[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    match Position::piece_text(pt) {
        "P" => (&[(1, 1), (-1, 1)], false),
        "N" => (LEAPS, false),
        "B" => (DIAGONAL, true),
        "R" => (STRAIGHT, true),
        "Q" => (BOTH, true),
        "K" => (BOTH, false),
        other => panic!("{other}"),
    }
}

/// The squares along a step, up to the first that is occupied.
fn walk(from: Square, step: (i32, i32), occupied: Bitboard, slides: bool) -> Bitboard {
    let (mut f, mut r) = (file(from) as i32 + step.0, rank(from) as i32 + step.1);
    let mut out = Bitboard::EMPTY;
    while (0..8).contains(&f) && (0..8).contains(&r) {
        let sq = square(f as usize, r as usize);
        out |= Bitboard::of(sq);
        if !slides || occupied.contains(sq) {
            break;
        }
        f += step.0;
        r += step.1;
    }
    out
}

/// What a piece attacks, by walking.
fn slow_attacks(piece: Piece, from: Square, occupied: Bitboard) -> Bitboard {
    let (steps, slides) = reach(piece.piece_type());
    let sign = if piece.color() == Color::White { 1 } else { -1 };
    steps.iter().fold(Bitboard::EMPTY, |set, &(df, dr)| set | walk(from, (df, dr * sign), occupied, slides))
}

/// Where a piece goes without capturing, by walking.
fn slow_quiets(piece: Piece, from: Square, occupied: Bitboard) -> Bitboard {
    if piece.piece_type() != piece::PAWN {
        return slow_attacks(piece, from, occupied) & !occupied;
    }
    let sign = if piece.color() == Color::White { 1 } else { -1 };
    let reach = if relative_rank(from, piece.color()) == 1 { 2 } else { 1 };
    walk(from, (0, sign), occupied, true)
        .squares()
        .filter(|&sq| rank(sq).abs_diff(rank(from)) <= reach && !occupied.contains(sq))
        .fold(Bitboard::EMPTY, |set, sq| set | Bitboard::of(sq))
}

fn any_square(rng: &mut Rng) -> Square {
    Square::new(rng.below(SQUARES) as u8)
}

/// Sets, attacks and attackers agree with looking at every square.
fn check_board(position: &Position, rng: &mut Rng) {
    let mut occupied = position.occupied();
    for sq in Bitboard::ALL.squares() {
        match position.piece_on(sq) {
            None => assert!(!occupied.contains(sq)),
            Some(piece) => {
                assert!(position.pieces(piece.color(), piece.piece_type()).contains(sq), "{position:?}");
                let (pt, c) = (piece.piece_type(), piece.color());
                assert_eq!(Chess::attacks_from(pt, c, sq, occupied), slow_attacks(piece, sq, occupied));
                assert_eq!(Chess::quiets_from(pt, c, sq, occupied), slow_quiets(piece, sq, occupied));
            }
        }
    }
    let pieces = |wanted: &dyn Fn(Piece, Square) -> bool| {
        position
            .occupied()
            .squares()
            .filter(|&sq| position.piece_on(sq).is_some_and(|piece| wanted(piece, sq)))
            .fold(Bitboard::EMPTY, |set, sq| set | Bitboard::of(sq))
    };
    for c in Color::ALL {
        let king = position.king(c).expect("a king");
        let checkers = pieces(&|piece, sq| {
            piece.color() != c && slow_attacks(piece, sq, position.occupied()).contains(king)
        });
        let expected = if c == position.side_to_move() { position.checkers() } else { Bitboard::EMPTY };
        assert_eq!(checkers, expected, "{position:?}");
    }
    for _ in 0..4 {
        let target = any_square(rng);
        let slow = pieces(&|piece, sq| slow_attacks(piece, sq, occupied).contains(target));
        assert_eq!(position.attackers_to(target, occupied), slow, "{position:?}");
        // The same with some squares cleared and some filled.
        occupied ^= Bitboard::of(any_square(rng)) | Bitboard::of(any_square(rng));
    }
}

/// What makes two positions the same: en passant only where it is legal.
fn identity(position: &Position) -> String {
    let taken = moves::<All>(position).iter().any(|&m| {
        let parts = position.parts(m);
        parts.captured.is_some_and(|(sq, _)| sq != parts.to)
    });
    let text = position.text();
    let mut fields: Vec<&str> = text.split(' ').take(4).collect();
    if !taken {
        fields[3] = "-";
    }
    fields.join(" ")
}

/// Near fifty moves the clock belongs to the key, before that by steps, the first of which is longer.
const NEAR: u32 = 60;
const STEP: u32 = 8;
const FIRST_STEP: u32 = 3 * STEP;

/// Equal positions have equal keys, different ones different keys.
fn check_key(position: &Position, seen: &Seen) {
    let text = position.text();
    let clock: u32 = text.split(' ').nth(4).and_then(|clock| clock.parse().ok()).expect("a clock");
    let clock = match clock {
        ..FIRST_STEP => 0,
        FIRST_STEP..NEAR => clock / STEP * STEP,
        NEAR.. => clock,
    };
    let text = format!("{} {clock}", identity(position));
    let mut seen = seen.lock().expect("no thread panicked");
    let key = position.key();
    assert_eq!(*seen.1.entry(text.clone()).or_insert(key), key, "{text}");
    let known = seen.0.entry(key).or_insert_with(|| text.clone());
    assert_eq!(*known, text);
}

fn check_null_move(position: &mut Position) {
    let before = position.clone();
    if position.do_null_move() {
        assert!(!before.in_check());
        assert_eq!(position.side_to_move(), !before.side_to_move());
        assert_ne!(position.key(), before.key());
        assert_eq!(position.en_passant(), None);
        assert_eq!(super::position(&position.text()).key(), position.key());
        position.undo_null_move();
    } else {
        assert!(before.in_check());
    }
    assert!(*position == before);
}

/// Whether nobody may castle or take in passing.
fn is_without_rights(position: &Position) -> bool {
    let text = position.text();
    let fields: Vec<&str> = text.split(' ').collect();
    fields[2..4] == ["-", "-"]
}

/// What is said of a legal move agrees with playing it.
fn check_move(position: &mut Position, m: Move) {
    let before = position.clone();
    let us = before.side_to_move();
    let shown = format!("{m} in {before:?}");
    assert!(before.is_legal(m), "{shown}");
    assert_eq!(before.from_raw(Position::to_raw(m)), Some(m), "{shown}");
    assert_ne!(Position::to_raw(m), 0);
    let parts = before.parts(m);
    let from = parts.from.expect("no drops");
    assert_eq!(before.piece_on(from), Some(Piece::new(us, parts.piece)), "{shown}");
    assert!(before.piece_to_index(m) < Position::PIECE_TO);
    assert_eq!(before.is_capture(m), parts.captured.is_some(), "{shown}");
    if let Some((sq, pt)) = parts.captured {
        assert_eq!(before.piece_on(sq), Some(Piece::new(!us, pt)), "{shown}");
    }
    let castles = before.by_color(us).contains(m.to());
    if castles {
        assert_eq!((parts.piece, parts.captured), (piece::KING, None), "{shown}");
    } else {
        assert_eq!(before.compose(parts.from, parts.to, parts.piece, parts.becomes), m, "{shown}");
        let reach = match parts.captured {
            Some(_) => Chess::attacks_from(parts.piece, us, from, before.occupied()),
            None => Chess::quiets_from(parts.piece, us, from, before.occupied()),
        };
        assert!(reach.contains(parts.to), "{shown}");
    }
    if parts.is_promotion() && parts.becomes == piece::QUEEN {
        assert_eq!(Chess::becomes(parts.piece, us, from, parts.to), piece::QUEEN, "{shown}");
    }

    position.do_move(m);
    assert_eq!(before.gives_check(m), position.in_check(), "{shown}");
    assert_eq!(position.piece_on(parts.to), Some(Piece::new(us, parts.becomes)), "{shown}");
    let taken = before.occupied().len() - position.occupied().len();
    assert_eq!(taken, u32::from(before.is_capture(m)), "{shown}");
    assert_eq!(position.game_ply(), before.game_ply() + 1, "{shown}");
    // But for castling and for the rights to castle and to take in passing.
    if is_without_rights(&before) && is_without_rights(position) {
        assert_eq!(before.key_after(m), position.key(), "{shown}");
    }
    position.undo_move();
    assert!(*position == before, "{shown}");
}

/// Of all numbers only the legal moves are taken for moves.
fn check_raw(position: &Position) {
    let found: HashSet<Move> = (0..=u16::MAX).filter_map(|raw| position.from_raw(raw)).collect();
    assert_eq!(found, set_of_moves::<All>(position), "{position:?}");
}

#[test]
fn moves_do_not_allocate() {
    let mut positions: Vec<Position> = STARTS.into_iter().map(position).collect();
    let used = allocation_counter::measure(|| {
        for position in &mut positions {
            for m in moves::<All>(position) {
                position.do_move(m);
                let _ =
                    (position.key(), position.count_legal(), position.repetition(1), position.is_rule_draw());
                if position.do_null_move() {
                    position.undo_null_move();
                }
                position.undo_move();
            }
        }
    });
    assert_eq!(used.count_total, 0);
}

#[test]
fn no_composed_move_is_too_strange_to_be_judged() {
    for start in STARTS {
        let position = position(start);
        let legal = set_of_moves::<All>(&position);
        for from in Bitboard::ALL.squares() {
            for to in Bitboard::ALL.without(from).squares() {
                for becomes in piece::ALL {
                    let m = position.compose(Some(from), to, piece::PAWN, becomes);
                    assert_eq!(position.is_legal(m), legal.contains(&m), "{m} in {start}");
                }
            }
        }
    }
}

#[test]
fn checks_that_are_easily_overlooked() {
    let check = |fen: &str, text: &str| {
        let position = position(fen);
        let m = position.parse_move(text).expect("a legal move");
        assert!(position.gives_check(m), "{text} in {fen}");
    };
    check("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1");
    check("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1");
    check("8/8/8/8/8/8/8/R3K2k w Q - 0 1", "e1c1");
    // En passant opens the rank, the file, a diagonal of the taken pawn.
    check("8/8/8/R2pP2k/8/8/8/4K3 w - d6 0 1", "e5d6");
    check("4k3/8/8/3pP3/8/8/8/4RK2 w - d6 0 1", "e5d6");
    check("8/5k2/8/3pP3/8/1B6/8/4K3 w - d6 0 1", "e5d6");
    check("8/4k3/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6");
    // Promotions: the piece counts, and the line behind the pawn.
    check("8/P7/2k5/8/8/8/8/4K3 w - - 0 1", "a7a8q");
    check("8/P1k5/8/8/8/8/8/4K3 w - - 0 1", "a7a8n");
    check("8/k1P4R/8/8/8/8/8/4K3 w - - 0 1", "c7c8r");
}

#[test]
fn parts_are_written_as_moves() {
    let check = |fen: &str, text: &str| {
        let position = position(fen);
        let m = position.parse_move(text).expect("a legal move");
        assert_eq!(Position::parts_text(&position.parts(m)), text);
    };
    check("4k3/P7/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1");
    check("4k3/P7/8/8/8/8/8/R3K3 w Q - 0 1", "a7a8n");
    check("4k3/P7/8/8/8/8/8/R3K3 w Q - 0 1", "a1a6");
}
