//! Verdicts beside exhaustive searches, and what the rules demand.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use somatic::game::rng::Rng;
use somatic::game::{Game, MoveList, Notation as _};
use somatic::mate::{Budget, FirstMoves, Solver, Verdict, is_mate};
use somatic::{chess, shogi};

use super::{budget, check_line, oracle, read, said, solver};
use crate::common::{at_least, in_parallel, position, random_games};

#[track_caller]
fn check<P: Game>(text: &str, expected: &str) {
    let position = read::<P>(text);
    let answer = solver().solve_shortest(&position, budget());
    assert_eq!(said(&position, &answer), expected, "{text}");
}

#[test]
fn small_mates() {
    // Without the attacker's king, with it, and with the sides exchanged.
    check::<shogi::Position>("4k4/9/4P4/9/9/9/9/9/9 b G 1", "G*5b");
    check::<shogi::Position>("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b");
    check::<shogi::Position>("9/9/9/9/9/9/4p4/9/4K4 w g 1", "G*5h");
    check::<chess::Position>("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "a1a8");
    // Nothing to mate, nothing to mate with, and a side that is mated.
    check::<shogi::Position>("9/9/9/9/9/9/9/9/4K4 b RBGSNLP 1", "no mate");
    check::<shogi::Position>("4k4/9/9/9/9/9/9/9/4K4 b - 1", "no mate");
    check::<shogi::Position>("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 2", "no mate");
    check::<chess::Position>("R5k1/5ppp/8/8/8/8/8/7K b - - 1 1", "no mate");
}

#[test]
fn a_pawn_is_not_dropped_for_mate() {
    check::<shogi::Position>("7lk/9/7G1/9/9/9/9/9/4K4 b P 1", "no mate");
    check::<shogi::Position>("7lk/9/7G1/9/9/9/9/9/4K4 b L 1", "L*1b");
}

/// With more in hand it is still mate, also where the table knows the smaller hand.
#[test]
fn what_mates_with_less_mates_with_more() {
    for hand in ["G", "2G", "GS", "RBGSNLP", "2R2B4G4S4N4L16P"] {
        let text = format!("4k4/9/4P4/9/9/9/9/9/9 b {hand} 1");
        let position = position(&text);
        let answer = solver().solve_shortest(&position, budget());
        assert_eq!(said(&position, &answer).split(' ').count(), 1, "{text}");
    }
}

/// Checks that never end are no mate, which is known for good, not for one line only; the
/// others end in a mate.
#[test]
fn endless_checks_are_no_mate() {
    fn check<P: Game>(texts: &[&str]) {
        for text in texts {
            let position = read::<P>(text);
            let truth = oracle::is_mate(&position, 60_000).expect("a small graph");
            let answer = solver().solve(&position, budget());
            assert_eq!(matches!(answer.verdict, Verdict::Mate(_)), truth, "{text}");
            assert_eq!(answer.verdict == Verdict::NoMate, !truth, "{text}");
        }
    }
    check::<chess::Position>(&["6k1/8/8/8/8/8/8/K6R w - - 0 1", "7k/8/5K2/8/8/8/8/1Q6 w - - 0 1"]);
}

/// Positions of random games, wherever a check is possible.
fn compare_with_truth<P: Game>(wanted: u64, largest: usize) {
    let (compared, mates) = (AtomicU64::new(0), AtomicU64::new(0));
    random_games::<P, _>(wanted, 200, || {
        let mut solver = Solver::new(4);
        let (compared, mates) = (&compared, &mates);
        move |position: &P, _| {
            let mut checks = MoveList::new();
            position.generate_all_checks(&mut checks);
            if checks.is_empty() {
                return;
            }
            let answer = solver.solve_shortest(position, budget());
            if let Verdict::Mate(line) = &answer.verdict {
                check_line(position, line);
                mates.fetch_add(1, Relaxed);
                let plies = line.len();
                if answer.is_shortest && (3..=5).contains(&plies) {
                    assert!(!oracle::is_mate_within(&mut position.clone(), plies - 2), "{}", position.text());
                }
            }
            if let Some(truth) = oracle::is_mate(position, largest) {
                compared.fetch_add(1, Relaxed);
                assert_eq!(matches!(answer.verdict, Verdict::Mate(_)), truth, "{}", position.text());
                assert_eq!(answer.verdict == Verdict::NoMate, !truth, "{}", position.text());
            }
        }
    });
    let (compared, mates) = (compared.into_inner(), mates.into_inner());
    assert!(compared > wanted / 200 && mates > 0, "{compared} compared, {mates} mates of {wanted} positions");
}

#[test]
fn verdicts_agree_with_exhaustive_search() {
    compare_with_truth::<shogi::Position>(at_least(1_000), 1_500);
    compare_with_truth::<chess::Position>(at_least(1_000), 1_500);
}

/// A problem with a king in the corner, few pieces, and a pawn in hand: where drops that may
/// not mate, and pieces that had better not promote, are met soon.
fn corner(rng: &mut Rng) -> String {
    let mut board = [[' '; 9]; 9];
    board[rng.below(2)][7 + rng.below(2)] = 'k';
    for (pieces, most, ranks) in [("plnsg", 3, 3), ("RBPPGSNL", 4, 5)] {
        for _ in 0..=rng.below(most) {
            let letter = pieces.as_bytes()[rng.below(pieces.len())] as char;
            let square = &mut board[rng.below(ranks)][4 + rng.below(5)];
            if *square == ' ' {
                *square = letter;
            }
        }
    }
    let rank = |rank: &[char; 9]| {
        let mut text: String = rank.iter().collect();
        for n in (1..=9).rev() {
            text = text.replace(&" ".repeat(n), &n.to_string());
        }
        text
    };
    let ranks: Vec<String> = board.iter().map(rank).collect();
    format!("{} b P 1", ranks.join("/"))
}

#[test]
fn problems_in_the_corner_agree_with_plain_search() {
    const PLIES: usize = 5;
    let seeds: Vec<u64> = (0..at_least(2_000)).collect();
    let (mates, refuted) = (AtomicU64::new(0), AtomicU64::new(0));
    in_parallel(&seeds, |&seed| {
        let text = corner(&mut Rng::new(seed));
        let Ok(position) = shogi::Position::parse(&text) else {
            return;
        };
        let answer = Solver::new(1).solve_shortest(&position, budget());
        let plies = match &answer.verdict {
            Verdict::Mate(line) => {
                check_line(&position, line);
                line.len()
            }
            _ => usize::MAX,
        };
        let truth = oracle::is_mate_within(&mut position.clone(), PLIES);
        assert_eq!(plies <= PLIES, truth, "{text}: {}", said(&position, &answer));
        mates.fetch_add(u64::from(truth), Relaxed);
        refuted.fetch_add(u64::from(answer.verdict == Verdict::NoMate), Relaxed);
    });
    let (mates, refuted) = (mates.into_inner(), refuted.into_inner());
    assert!(mates > 20 && refuted > 200, "{mates} mates, {refuted} refuted");
}

/// Every first move is judged as the position after it.
#[test]
fn all_first_moves() {
    let position = position("4k4/9/4P4/9/9/9/9/9/9 b GS 1");
    let FirstMoves { verdicts, nodes } = solver().solve_all(&position, budget());
    let mating: Vec<String> = verdicts
        .iter()
        .filter(|(_, verdict)| matches!(verdict, Verdict::Mate(line) if line.len() == 1))
        .map(|&(m, _)| position.move_text(m))
        .collect();
    assert_eq!(mating, ["G*5b"]);
    assert!(verdicts.len() > 3 && nodes > 0);
    for (m, verdict) in &verdicts {
        assert_ne!(*verdict, Verdict::Open);
        if let Verdict::Mate(line) = verdict {
            assert_eq!(line[0], *m);
            check_line(&position, line);
        }
    }
}

#[test]
fn a_budget_is_kept() {
    let position = shogi::Position::start();
    let hard = read::<shogi::Position>("9/9/4k4/9/9/9/9/9/4K4 b 2R2B4G4S4N4L9P 1");
    for position in [&position, &hard] {
        let answer = solver().solve(position, Budget { nodes: 10, is_stopped: &|| false });
        assert!(answer.nodes <= 200, "{} nodes", answer.nodes);
    }
    let answer = solver().solve(&hard, Budget { nodes: u64::MAX, is_stopped: &|| true });
    assert!(answer.nodes < 10_000);
}

/// The replay believes nothing.
#[test]
fn false_lines_are_seen() {
    let position = position("4k4/9/4P4/9/9/9/9/9/9 b GS 1");
    let line = |text: &str| -> Vec<shogi::Move> {
        text.split_whitespace().map(|m| shogi::Move::parse(m).expect("a move")).collect()
    };
    assert!(is_mate(&position, &line("G*5b")));
    for bad in ["", "S*5b", "S*4b 5a4b", "G*5b 5a6a", "G*6b", "G*9i", "P*5b", "S*4b 5a9i G*5b"] {
        assert!(!is_mate(&position, &line(bad)), "{bad}");
    }
}

/// Small tables forget, and err in nothing.
#[test]
fn a_full_table_errs_in_nothing() {
    let texts = ["4k4/9/9/9/9/9/9/9/9 b 2R2G 1", "4k4/9/4P4/9/9/9/9/9/9 b GS 1"];
    in_parallel(&texts, |text| {
        let position = position(text);
        let answer = Solver::new(1).solve(&position, budget());
        if let Verdict::Mate(line) = &answer.verdict {
            check_line(&position, line);
        }
    });
}
