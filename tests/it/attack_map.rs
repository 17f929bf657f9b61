//! The attack map on random positions of both games: what a scan, or the scan of what has
//! changed, finds is what looking at each square and each piece alone finds.

use somatic::game::attack_map::{NO_SLOT, Slots, bit, slots, slots_on};
use somatic::game::rays::NO_DIRECTION;
use somatic::game::rng::Rng;
use somatic::game::see::{see, see_ge};
use somatic::game::{
    All, AttackMap, Color, Game, Geometry, MoveList, Notation, Quiets, Square, SquareSet, ValuePreset,
};
use somatic::{chess, shogi};

use crate::common::{at_least, random_games};

/// How many positions of each game; `SOMATIC_DEEP` names a larger number.
const POSITIONS: u64 = 20_000;
/// Longest playout.
const PLIES: usize = 160;

/// What a piece attacks with these squares occupied.
fn attacks<P: Game>(
    position: &P,
    sq: Square,
    occupied: <P::Geometry as Geometry>::Bitboard,
) -> <P::Geometry as Geometry>::Bitboard {
    let piece = position.piece_on(sq).expect("a piece");
    P::Geometry::attacks_from(piece.piece_type(), piece.color(), sq, occupied)
}

/// Every piece has its slot, by rising value, and its attacks.
fn check_pieces<P: Game>(position: &P, map: &AttackMap<P::Geometry>) {
    let values = P::Geometry::values(ValuePreset::Default);
    let mut worth = 0;
    let mut seen = <P::Geometry as Geometry>::Bitboard::EMPTY;
    for slot in slots(map.present) {
        let (sq, piece) = (map.square(slot), map.piece(slot));
        assert_eq!(position.piece_on(sq), Some(piece), "{}", position.text());
        assert_eq!(map.slot_on(sq), slot);
        assert_eq!(map.side[piece.color()] & bit(slot), bit(slot));
        assert!(values.capture(piece.piece_type()) >= worth, "{}: {slot}", position.text());
        worth = values.capture(piece.piece_type());
        seen |= <P::Geometry as Geometry>::Bitboard::of(sq);
        assert_eq!(map.attacks(slot), attacks(position, sq, map.occupied), "{}: {sq:?}", position.text());
    }
    assert_eq!((seen, map.occupied), (position.occupied(), position.occupied()));
    assert_eq!(map.side[Color::Black] & map.side[Color::White], 0);
    for c in Color::ALL {
        let king = position.king(c).map_or(NO_SLOT, |sq| map.slot_on(sq) as u8);
        assert_eq!(map.king[c], king);
    }
}

/// Who attacks what, and how often.
fn check_squares<P: Game>(position: &P, map: &AttackMap<P::Geometry>) {
    for sq in map.occupied.squares() {
        let around = position.attackers_to(sq, map.occupied);
        assert_eq!(map.attackers(sq), slots_on::<P>(map, around), "{}: {sq:?}", position.text());
    }
    for c in Color::ALL {
        for sq in P::Geometry::all_squares().squares() {
            let count = slots(map.side[c]).filter(|&slot| map.attacks(slot).contains(sq)).count();
            assert_eq!(map.attacked[c].contains(sq), count > 0, "{}: {sq:?}", position.text());
            assert_eq!(map.attacked_twice[c].contains(sq), count > 1, "{}: {sq:?}", position.text());
        }
    }
}

/// Behind whom sliders stand, what they would see if it left, and who is bound
/// to its king.
fn check_lines<P: Game>(position: &P, map: &AttackMap<P::Geometry>) {
    let mut pinned: Slots = 0;
    for first in slots(map.present) {
        let sq = map.square(first);
        let (mut behind, mut shielded) = (0, 0);
        for slider in slots(map.sliders & !bit(first)) {
            let from = map.square(slider);
            if !map.attacks(slider).contains(sq) {
                continue;
            }
            let more = attacks(position, from, map.occupied.without(sq)) & !map.attacks(slider);
            let d = P::Geometry::direction(from, sq);
            let piece = map.piece(slider);
            let slides = P::Geometry::slide_directions(piece.piece_type(), piece.color());
            behind |= if d != NO_DIRECTION && (slides >> d) & 1 != 0 { bit(slider) } else { 0 };
            for second in slots(slots_on::<P>(map, more & map.occupied)) {
                shielded |= bit(second);
                let owner = map.piece(first).color();
                if map.king[owner] == second as u8 && piece.color() != owner {
                    pinned |= bit(first);
                    assert_eq!(map.pinner(first), slider as u8, "{}", position.text());
                }
            }
        }
        assert_eq!(map.behind(first), behind, "{}: {sq:?}", position.text());
        assert_eq!(map.shielded(first), shielded, "{}: {sq:?}", position.text());
    }
    assert_eq!(map.pinned, pinned, "{}", position.text());
}

/// A quiet move between squares that the other side does not attack loses nothing by exchange.
fn check_moves_out_of_reach<P: Game>(position: &P, map: &AttackMap<P::Geometry>) {
    if position.in_check() {
        return;
    }
    let feared = map.attacked[!position.side_to_move()];
    let values = P::Geometry::values(ValuePreset::Default);
    let mut moves = MoveList::new();
    position.generate::<Quiets>(&mut moves);
    for m in moves {
        let is_reached = |sq| feared.contains(sq);
        if !P::origin(m).is_some_and(is_reached) && !is_reached(P::destination(m)) {
            assert!(see_ge(position, m, 0, values), "{}: {}", position.text(), position.move_text(m));
        }
    }
}

/// An exchange that is followed only as far as needed answers as one that is followed to its end;
/// what is won even if the piece is lost for nothing is not followed at all.
fn check_thresholds<P: Game>(position: &P) {
    let values = P::Geometry::values(ValuePreset::Default);
    let mut moves = MoveList::new();
    position.generate::<All>(&mut moves);
    for m in moves {
        let (won, parts) = (see(position, m, values), position.parts(m));
        let kept = values.gain(&parts) - values.capture(parts.becomes);
        for threshold in [won - 1, won, won + 1, 0] {
            let expected = won >= threshold || kept >= threshold;
            let text = || format!("{}: {} {threshold}", position.text(), position.move_text(m));
            assert_eq!(see_ge(position, m, threshold, values), expected, "{}", text());
        }
    }
}

/// Two maps walk through each game: one with every move, one that often stays
/// behind.
fn check_game<P: Game>() {
    random_games(at_least(POSITIONS), PLIES, || {
        let mut rng = Rng::new(12);
        let mut map = AttackMap::<P::Geometry>::new();
        let mut behind = map.clone();
        move |position: &P, _| {
            let values = P::Geometry::values(ValuePreset::Default);
            map.update(position, values);
            check_map(position, &map);
            check_moves_out_of_reach(position, &map);
            check_thresholds(position);
            if rng.below(3) == 0 {
                behind.update(position, values);
                check_map(position, &behind);
            }
        }
    });
}

/// The slots of a map are those of one made for this position alone.
fn check_slots<P: Game>(position: &P, map: &AttackMap<P::Geometry>) {
    let mut alone = AttackMap::new();
    alone.build(position, P::Geometry::values(ValuePreset::Default));
    for sq in position.occupied().squares() {
        assert_eq!(map.slot_on(sq), alone.slot_on(sq), "{}: {sq:?}", position.text());
    }
    for &pt in P::Geometry::PIECE_TYPES {
        assert_eq!(map.free_slot(pt), alone.free_slot(pt), "{}: {pt:?}", position.text());
    }
}

fn check_map<P: Game>(position: &P, map: &AttackMap<P::Geometry>) {
    check_slots(position, map);
    check_pieces(position, map);
    check_squares(position, map);
    check_lines(position, map);
}

#[test]
fn maps_of_random_shogi_are_right() {
    check_game::<shogi::Position>();
}

#[test]
fn maps_of_random_chess_are_right() {
    check_game::<chess::Position>();
}

#[test]
fn maps_of_few_pieces_are_right() {
    let mut map = AttackMap::new();
    for text in ["4k4/9/3GP4/9/9/9/9/9/4K4 b - 1", "4k4/9/9/9/4g4/4P4/9/9/4K4 b - 1"] {
        let position = shogi::Position::parse(text).expect("an SFEN");
        map.update(&position, shogi::Shogi::values(ValuePreset::Default));
        check_map(&position, &map);
    }
}
