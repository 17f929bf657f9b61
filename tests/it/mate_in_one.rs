//! Mate in one, as the search finds it at a glance.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use somatic::game::{All, Game, MoveList};
use somatic::search::horizon::Tactics;
use somatic::search::{SearchConfig, Shared, Worker};
use somatic::{chess, shogi};

use crate::common::{at_least, random_games};

fn found<P: Game>(text: &str) -> Option<String> {
    let position = P::parse(text).expect("a position");
    let shared = Arc::new(Shared::new(1));
    let mut worker = Worker::new(position, shared, &SearchConfig::new(Tactics::Quiescence));
    worker.static_eval();
    let m = worker.mate_in_one(0);
    assert_eq!(worker.position.text(), P::parse(text).expect("a position").text(), "the board changed");
    m.map(|m| worker.position.move_text(m))
}

#[test]
fn mates_next_to_the_king() {
    let by_gold = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
    assert_eq!(found::<shogi::Position>(by_gold).as_deref(), Some("G*5b"));
    let by_bishop = by_gold.replace('G', "B");
    assert_eq!(found::<shogi::Position>(&by_bishop), None);
    // On the board: the pawn goes where the gold guards it.
    let by_move = "4k4/9/3GP4/9/9/9/9/9/4K4 b - 1";
    assert_eq!(found::<shogi::Position>(by_move).as_deref(), Some("5c5b+"));
    // Somebody beside the king guards the square.
    let guarded = "3gk4/9/4P4/9/9/9/9/9/4K4 b G 1";
    assert_eq!(found::<shogi::Position>(guarded), None);
    let queen = "4k3/Q7/4K3/8/8/8/8/8 w - - 0 1";
    assert!(found::<chess::Position>(queen).is_some_and(|text| text.starts_with("a7")));
}

#[test]
fn a_pawn_must_not_be_dropped_for_mate() {
    let corner = "7lk/9/7G1/9/9/9/9/9/4K4 b P 1";
    assert_eq!(found::<shogi::Position>(corner), None);
    assert_eq!(found::<shogi::Position>(&corner.replace("b P", "b L")).as_deref(), Some("L*1b"));
}

#[test]
fn a_knight_mates_from_afar() {
    let smothered = "7lk/7nl/9/9/9/9/9/9/4K4 b N 1";
    assert_eq!(found::<shogi::Position>(smothered).as_deref(), Some("N*2c"));
    let with_air = "8k/7nl/9/9/9/9/9/9/4K4 b N 1";
    assert_eq!(found::<shogi::Position>(with_air), None);
}

/// Of the mates in one of random games so many are to be found, in percent.
fn check_game<P: Game>(percent: u64, wanted: u64) {
    let (mates, seen) = (AtomicU64::new(0), AtomicU64::new(0));
    random_games::<P, _>(wanted, 160, || {
        let shared = Arc::new(Shared::new(1));
        let mut worker = Worker::new(P::start(), shared, &SearchConfig::new(Tactics::Quiescence));
        let (mates, seen) = (&mates, &seen);
        move |position: &P, _| {
            if position.in_check() {
                return;
            }
            let mut list = MoveList::new();
            position.generate::<All>(&mut list);
            let mut after = position.clone();
            let all: Vec<P::Move> = list
                .into_iter()
                .filter(|&m| {
                    if !after.gives_check(m) {
                        return false;
                    }
                    after.do_move(m);
                    let mates = after.count_legal() == 0;
                    after.undo_move();
                    mates
                })
                .collect();
            worker.position = position.clone();
            worker.static_eval();
            let found = worker.mate_in_one(0);
            assert!(found.is_none_or(|m| all.contains(&m)), "{}: {found:?}", position.text());
            mates.fetch_add(u64::from(!all.is_empty()), Relaxed);
            seen.fetch_add(u64::from(found.is_some()), Relaxed);
        }
    });
    let (mates, seen) = (mates.into_inner(), seen.into_inner());
    eprintln!("measured: {}: {seen} of {mates} mates in one are found", P::GAME);
    assert!(mates > 0 && seen * 100 >= mates * percent, "{seen} of {mates}");
}

#[test]
fn what_is_found_in_random_games_of_shogi_mates() {
    check_game::<shogi::Position>(80, at_least(10_000));
}

#[test]
fn what_is_found_in_random_games_of_chess_mates() {
    check_game::<chess::Position>(45, at_least(10_000));
}
