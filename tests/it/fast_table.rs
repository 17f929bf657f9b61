//! The table that the search uses, on random positions of both games: what it
//! reads off one attack map is what boards on which the moves have been made
//! say, and its value is bounded by the material.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use somatic::article::board::MiniBoard;
use somatic::article::moves::is_legal;
use somatic::game::attack_map::{NO_SLOT, slots};
use somatic::game::{
    AttackMap, Board, Color, Game, Geometry, MoveParts, PieceValues, Square, SquareSet, Value, ValuePreset,
};
use somatic::soma::entry::Entry;
use somatic::soma::exchange::{Chain, Exchange};
use somatic::soma::{Assessment, Assessor, TableConfig};
use somatic::{chess, shogi};

use crate::common::{at_least, random_games};

/// How many positions of each game; `SOMATIC_DEEP` names a larger number.
const POSITIONS: u64 = 20_000;
/// Longest playout.
const PLIES: usize = 160;
/// Every so many positions the entries are compared with boards.
const COMPARED_EVERY: u64 = 4;
/// Of a hundred entries so many must agree.
const AGREEING: u64 = 99;

/// Captures, promotions and ties, which boards can tell.
const USED: TableConfig = TableConfig { ties: true, ..TableConfig::SHOGI };
/// All that there is.
const ALL: TableConfig = TableConfig { follow_ups: true, forks: true, ..USED };

/// How many entries were compared, and how many of them agreed.
#[derive(Default)]
struct Tally {
    compared: AtomicU64,
    agreed: AtomicU64,
}

/// What `by` gains by the exchange it starts on a square, by making every
/// capture on a board: the cheapest legal one first, and each side free to
/// stop after that. Nothing if there is no legal capture.
fn exchange<G: Geometry>(
    board: &MiniBoard<G>,
    values: &PieceValues,
    sq: Square,
    by: Color,
    first: Option<Square>,
) -> Option<Value> {
    let victim = board.piece_on(sq)?.piece_type();
    let board = board.with_turn(by);
    let attackers = board.attackers_to(sq, board.occupied()) & board.by_color(by);
    for &piece in values.rising() {
        for from in (attackers & board.by_type(piece)).squares() {
            let becomes = G::becomes(piece, by, from, sq);
            let m = MoveParts { from: Some(from), to: sq, piece, becomes, captured: Some((sq, victim)) };
            if first.is_some_and(|only| only != from) || !is_legal(&board, &m) {
                continue;
            }
            let gain = values.capture(victim) + values.board(becomes) - values.board(piece);
            let rest = exchange(&board.after(by, &m), values, sq, !by, None);
            return Some(gain - rest.map_or(0, |loss| loss.max(0)));
        }
    }
    None
}

/// What an entry that can be played at once, or once a guard has left, is
/// worth by boards.
fn by_boards<G: Geometry>(
    board: &MiniBoard<G>,
    map: &AttackMap<G>,
    values: &PieceValues,
    entry: &Entry,
) -> Option<Value> {
    let mover = map.piece(entry.mover as usize);
    let (by, piece, from) = (mover.color(), mover.piece_type(), map.square(entry.mover as usize));
    let to = Square::new(entry.to);
    if entry.target == NO_SLOT {
        let becomes = G::becomes(piece, by, from, to);
        let m = MoveParts { from: Some(from), to, piece, becomes, captured: None };
        let loss = exchange(&board.after(by, &m), values, to, !by, None);
        return Some(values.promotion(piece) - loss.map_or(0, |loss| loss.max(0)));
    }
    let left = slots(entry.waits_for).fold(board.clone(), |board, slot| board.without(map.square(slot)));
    exchange(&left, values, to, by, Some(from))
}

/// The record goes nowhere beyond the material, and what is passed over as
/// hopeless wins nothing.
fn check<P: Game>(position: &P, assessor: &mut Assessor<P::Geometry>, map: &mut AttackMap<P::Geometry>) {
    let values = assessor.values();
    map.build(position, values);
    let whole = assessor.assess(position, map, &ALL);
    let whole = [whole.net, whole.value, whole.if_we_parry, assessor.table.switch_sum(true)];
    let found = assessor.assess(position, map, &USED);
    let exchange = Exchange::new(map, values, map.pinned);
    let mut chain = Chain::new();
    let mut most = 0;
    for sq in map.occupied.squares() {
        let Some(piece) = position.piece_on(sq).filter(|piece| piece.piece_type() != P::Geometry::KING)
        else {
            continue;
        };
        let (pt, by) = (piece.piece_type(), !piece.color());
        most += values.capture(pt) + values.promotion(pt).max(0);
        if exchange.is_hopeless(sq, pt, map.attackers(sq), by) {
            exchange.chain(sq, pt, by, map.attackers(sq), None, &mut chain);
            assert!(chain.first().is_none_or(|c| c.value <= 0), "{}: {sq:?} {chain:?}", position.text());
        }
    }
    // Nor is anything passed over when a guard leaves.
    for slot in slots(map.present) {
        let (left, by) = (exchange.without(slot), !map.piece(slot).color());
        let guarded = map.attacks(slot) & position.by_color(!by) & map.attacked[by];
        for target in guarded.squares().map(|sq| map.slot_on(sq)) {
            let (sq, pt) = (map.square(target), map.piece(target).piece_type());
            if pt != P::Geometry::KING {
                let value = left.value(target, by, &mut chain);
                left.chain(sq, pt, by, left.attackers(sq), None, &mut chain);
                let whole = chain.first().map_or(0, |capture| capture.value.max(0));
                assert_eq!(value, whole, "{}: {slot} {target}", position.text());
            }
        }
    }
    let found = [found.net, found.value, found.if_we_parry, assessor.table.switch_sum(true)];
    for value in found.into_iter().chain(whole) {
        assert!(value.abs() <= most, "{}: {found:?} {whole:?}", position.text());
    }
}

/// Compares the entries of the last table with boards.
fn compare<P: Game>(
    position: &P,
    assessor: &Assessor<P::Geometry>,
    map: &AttackMap<P::Geometry>,
    tally: &Tally,
) {
    let board = MiniBoard::new(position);
    for entry in assessor.table.entries().iter().filter(|entry| entry.after == 0) {
        tally.compared.fetch_add(1, Relaxed);
        let agrees = by_boards(&board, map, assessor.values(), entry) == Some(entry.value);
        tally.agreed.fetch_add(u64::from(agrees), Relaxed);
    }
}

fn check_game<P: Game>() {
    let wanted = at_least(POSITIONS);
    let tally = Tally::default();
    random_games::<P, _>(wanted, PLIES, || {
        let mut assessor = Assessor::new(P::Geometry::values(ValuePreset::Default));
        let mut map = AttackMap::new();
        let tally = &tally;
        move |position, number| {
            if !position.in_check() {
                check(position, &mut assessor, &mut map);
                if number.is_multiple_of(COMPARED_EVERY) {
                    compare(position, &assessor, &map, tally);
                }
            }
        }
    });
    let (compared, agreed) = (tally.compared.into_inner(), tally.agreed.into_inner());
    eprintln!(
        "measured: {agreed} of {compared} entries agree, every {COMPARED_EVERY}th of {wanted} positions"
    );
    assert!(compared > wanted / COMPARED_EVERY, "too few entries to compare: {compared}");
    assert!(agreed * 100 >= compared * AGREEING, "only {agreed} of {compared} entries agree");
}

#[test]
fn the_fast_table_of_shogi_agrees_with_boards() {
    check_game::<shogi::Position>();
}

#[test]
fn the_fast_table_of_chess_agrees_with_boards() {
    check_game::<chess::Position>();
}

/// The record of a position with this configuration and its table.
fn record<P: Game>(
    position: &P,
    config: &TableConfig,
) -> (Assessment, Assessor<P::Geometry>, AttackMap<P::Geometry>) {
    let mut assessor = Assessor::<P::Geometry>::new(P::Geometry::values(ValuePreset::Default));
    let mut map = AttackMap::new();
    map.build(position, assessor.values());
    let found = assessor.assess(position, &map, config);
    (found, assessor, map)
}

/// The moves of the entries that are open and what they win, with this configuration.
fn entries<P: Game>(text: &str, config: &TableConfig) -> Vec<(String, Value)> {
    let position = P::parse(text).expect("a position");
    let (_, assessor, map) = record(&position, config);
    let text = |entry| P::parts_text(&assessor.parts(&map, entry));
    let open = assessor.table.entries().iter().filter(|entry| entry.after == 0 && entry.waits_for == 0);
    open.map(|entry| (text(entry), entry.value)).collect()
}

/// What the side to move gains with this configuration.
fn net<P: Game>(text: &str, config: &TableConfig) -> Value {
    record(&P::parse(text).expect("a position"), config).0.net
}

/// What the capture of a piece wins.
fn worth<P: Game>(letter: &str) -> Value {
    let pt = P::Geometry::PIECE_TYPES.iter().find(|&&pt| P::piece_text(pt) == letter);
    P::Geometry::values(ValuePreset::Default).capture(*pt.expect("a piece type"))
}

#[test]
fn forks_by_drops_and_by_moves() {
    let believed = |gain: Value| gain * TableConfig::FORK_SHARE / 1000;
    // The knight attacks gold and silver; the gold is saved.
    let both = "k8/3s1g3/9/9/9/9/9/9/8K b N 1";
    let silver = worth::<shogi::Position>("S");
    assert_eq!(entries::<shogi::Position>(both, &ALL), [("N*5d".to_owned(), believed(silver))]);
    assert_eq!(entries::<shogi::Position>(both, &USED), []);
    // Guarded, the silver costs the knight.
    let guarded = "k2l5/3s1g3/9/9/9/9/9/9/8K b N 1";
    let gain = silver - worth::<shogi::Position>("N");
    assert_eq!(entries::<shogi::Position>(guarded, &ALL), [("N*5d".to_owned(), believed(gain))]);
    // Where the knight would be taken there is no fork.
    let taken = "k8/3s1g3/4p4/9/9/9/9/9/8K b N 1";
    assert_eq!(entries::<shogi::Position>(taken, &ALL), []);
    // A knight that cannot leave, attacked by a pawn; but not where it could.
    let immobile = "k8/9/9/9/4n4/9/9/4G4/8K b P 1";
    let gain = worth::<shogi::Position>("N") - worth::<shogi::Position>("P");
    assert_eq!(entries::<shogi::Position>(immobile, &ALL), [("P*5f".to_owned(), believed(gain))]);
    let mobile = immobile.replace("4G4", "9");
    assert!(entries::<shogi::Position>(&mobile, &ALL).iter().all(|(text, _)| text != "P*5f"));
    // With check, by a move.
    let rook = worth::<chess::Position>("R");
    let check = "r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1";
    assert_eq!(entries::<chess::Position>(check, &ALL), [("b5c7".to_owned(), believed(rook))]);
    // Not by a pinned knight.
    let pinned = "r3k3/8/b7/1N6/8/3K4/8/8 w - - 0 1";
    assert!(entries::<chess::Position>(pinned, &ALL).iter().all(|(text, _)| text != "b5c7"));
}

#[test]
fn pins_can_be_left_out() {
    // The silver that guards the pawn is pinned by the rook.
    let pinned = "4k4/4s4/3p5/3L5/9/9/9/9/4R3K b - 1";
    let takes = |config| {
        let (_, value) = entries::<shogi::Position>(pinned, config)
            .into_iter()
            .find(|(text, _)| text.starts_with("6d6c"))?;
        Some(value)
    };
    let pawn = worth::<shogi::Position>("P");
    assert!(takes(&USED).is_some_and(|value| value >= pawn));
    assert!(takes(&TableConfig { pins: false, ..USED }).is_none_or(|value| value < pawn));
}

#[test]
fn what_follows_a_capture_counts() {
    let net = |text: &str, config| net::<chess::Position>(text, config);
    let whole = &TableConfig { follow_ups: true, ..USED };
    let (pawn, rook) = (worth::<chess::Position>("P"), worth::<chess::Position>("R"));
    // The knight takes with check, and then the rook.
    let check = "r3k3/2p5/8/1N6/8/8/8/4K3 w - - 0 1";
    assert_eq!((net(check, &USED), net(check, whole)), (pawn, pawn + rook));
    // Without check the rook leaves.
    let quiet = "r7/2p5/8/1N6/8/6k1/8/4K3 w - - 0 1";
    assert_eq!(net(quiet, whole), pawn);
    // Nor does anything follow where the knight is taken for it.
    let taken = "r3k3/2p5/8/1N2b3/8/8/8/4K3 w - - 0 1";
    assert_eq!(net(taken, whole), net(taken, &USED));
    // The bishop takes the pawn and guards the knight: both are won and kept.
    let guard = "r3k3/1b6/8/4p3/8/8/4K2B/N7 w - - 0 1";
    assert_eq!((net(guard, &USED), net(guard, whole)), (0, pawn));
    // A pawn takes the knight although it is guarded then.
    let cheap = "4k3/8/8/4p3/1p6/2N5/4K2B/8 w - - 0 1";
    assert_eq!((net(cheap, &USED), net(cheap, whole)), (0, 0));
}
