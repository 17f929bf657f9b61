//! Checks are generated alone: the same as the legal moves that give check.

use std::collections::BTreeSet;

use somatic::game::{
    All, Board as _, Captures, Color, Evasions, Game, Geometry as _, Mating as _, MoveList, Notation as _,
    Quiets,
};
use somatic::shogi::Position;
use somatic::{chess, shogi};

use crate::common::{at_least, position, random_games};

fn set<P: Game>(list: &MoveList<P::Move>) -> BTreeSet<u16> {
    let set: BTreeSet<u16> = list.iter().map(|&m| P::to_raw(m)).collect();
    assert_eq!(set.len(), list.len(), "a move twice");
    set
}

/// Of these moves those that give check.
fn checks_of<P: Game>(position: &P, list: &MoveList<P::Move>) -> BTreeSet<u16> {
    list.iter().filter(|&&m| position.gives_check(m)).map(|&m| P::to_raw(m)).collect()
}

fn check<P: Game>(position: &P) -> usize {
    let mut list = MoveList::new();
    position.generate::<All>(&mut list);
    let all = checks_of(position, &list);
    let mut useful = MoveList::new();
    if position.in_check() {
        position.generate::<Evasions>(&mut useful);
    } else {
        position.generate::<Captures>(&mut useful);
        position.generate::<Quiets>(&mut useful);
    }
    let useful = checks_of(position, &useful);

    let (mut fast, mut fast_all) = (MoveList::new(), MoveList::new());
    position.generate_checks(&mut fast);
    position.generate_all_checks(&mut fast_all);
    assert_eq!(set::<P>(&fast_all), all, "{}", position.text());
    if P::Geometry::DROPS {
        assert_eq!(set::<P>(&fast), useful, "{}", position.text());
    }
    for &m in &fast_all {
        let mut after = position.clone();
        let (key, hand) = (after.board_key_after(m), position.holding_after(m));
        after.do_move(m);
        assert_eq!((key, hand), (after.board_key(), after.holding_of_other()), "{}", position.text());
        assert_eq!(after.count_answers() == 0, after.count_legal() == 0, "{}", after.text());
    }
    all.len()
}

#[test]
fn checks_are_the_legal_moves_that_give_check() {
    random_games::<Position, _>(at_least(20_000), 200, || {
        |position: &Position, _| {
            check(position);
            if let Some(tsume) = without_king(position) {
                check(&tsume);
            }
        }
    });
    random_games::<chess::Position, _>(at_least(4_000), 120, || {
        |position: &chess::Position, _| {
            check(position);
        }
    });
}

/// The position without the king of the side to move, as in a problem of mate.
fn without_king(position: &Position) -> Option<Position> {
    let us = position.side_to_move();
    position.king(us)?;
    let text = position.text();
    let (board, rest) = text.split_once(' ')?;
    let king = if us == Color::Black { 'K' } else { 'k' };
    let mut out = String::new();
    for letter in board.chars() {
        let last = out.chars().last().and_then(|last| last.to_digit(10));
        let empty = if letter == king { Some(1) } else { letter.to_digit(10) };
        match (last, empty) {
            (Some(last), Some(empty)) => {
                out.pop();
                out += &(last + empty).to_string();
            }
            (None, Some(empty)) => out += &empty.to_string(),
            (_, None) => out.push(letter),
        }
    }
    Position::parse(&format!("{out} {rest}")).ok()
}

#[test]
fn every_kind_of_check() {
    // A double check, a discovered one by the king, one that answers a check, promotions with check
    // and without, drops of every kind.
    for (sfen, count) in [
        ("4k4/9/4S4/9/9/9/9/9/4R4 b 2G 1", 15),
        ("4k4/9/9/9/4K4/9/9/9/4R4 b - 1", 6),
        ("9/9/4k4/9/9/9/9/9/4K4 b RBGSNLP 1", 46),
        ("k8/9/P8/9/9/9/9/9/9 b - 1", 2),
        ("k8/9/P8/1N7/9/9/9/9/9 b - 1", 3),
    ] {
        let found = check(&position(sfen));
        assert_eq!(found, count, "{sfen}");
    }
}

#[test]
fn a_drop_that_may_not_mate_is_reported() {
    let mut list = MoveList::new();
    let forbidden = |sfen: &str, list: &mut MoveList<shogi::Move>| {
        list.clear();
        position(sfen).generate_checks(list)
    };
    assert!(forbidden("7lk/9/7G1/9/9/9/9/9/4K4 b P 1", &mut list));
    assert!(!list.iter().any(|m| m.is_drop()));
    assert!(!forbidden("8k/9/7G1/9/9/9/9/9/4K4 b P 1", &mut list), "the king steps aside");
    assert!(list.iter().any(|m| m.is_drop()));
}
