//! Mate in one, as the search finds it at a glance.

use std::sync::Arc;

use somatic::eval::Material;
use somatic::game::Game;
use somatic::search::tactics::Quiescence;
use somatic::search::{Params, Shared, Worker};
use somatic::{chess, shogi};

fn found<P: Game>(text: &str) -> Option<String> {
    let position = P::parse(text).expect("a position");
    let shared = Arc::new(Shared::new(1));
    let mut worker = Worker::<P, Material, Quiescence>::new(position, shared, Params::default());
    worker.judge();
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
