//! Problems of the data folder, each answer replayed.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use somatic::game::{MoveList, Notation as _, Position as _};
use somatic::mate::{Solver, Verdict};
use somatic::records::input::{AnyPosition, PositionLine, read_line};

use super::{budget, check_line, oracle, said, texts};
use crate::common::{at_least, data_text, in_parallel, position};

/// The problems of a file, an even selection of at most so many.
fn problems(test: &str, file: &str, most: usize) -> Vec<PositionLine> {
    let Some(text) = data_text(test, file) else {
        return Vec::new();
    };
    let lines: Vec<&str> = text.lines().collect();
    let step = lines.len().div_ceil(most).max(1);
    lines.iter().step_by(step).map(|line| read_line(line, String::new).expect(line)).collect()
}

#[track_caller]
fn shogi(line: &PositionLine) -> &somatic::shogi::Position {
    match &line.position {
        AnyPosition::Shogi(position) => position,
        AnyPosition::Chess(_) => panic!("{}: chess", line.text),
    }
}

/// All are solved; the shortest mate is no longer than it is said to be, and begins
/// as one that is.
#[test]
fn known_mates_are_found() {
    let most = at_least(30) as usize;
    for plies in [1, 3, 5, 7, 9, 11] {
        let lines = problems("known_mates_are_found", &format!("shogi/mate{plies}.sfen"), most);
        in_parallel(&lines, |line| {
            let position = shogi(line);
            let mut solver = Solver::new(32);
            let answer = solver.solve(position, budget());
            let Verdict::Mate(moves) = &answer.verdict else {
                panic!("{}: {}", line.id, said(position, &answer));
            };
            check_line(position, moves);
            if plies > 5 {
                return;
            }
            let answer = solver.solve_shortest(position, budget());
            let Verdict::Mate(moves) = &answer.verdict else {
                panic!("{}: {}", line.id, said(position, &answer));
            };
            check_line(position, moves);
            assert!(answer.is_shortest && Some(moves.len() as u32) <= line.mate, "{}", line.id);
            assert!(line.best.contains(&texts(position, moves)[0]), "{}: {:?}", line.id, line.best);
        });
    }
}

/// After a wrong first move: the truth by looking at every position.
#[test]
fn wrong_moves_are_refuted() {
    let (compared, refuted) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let lines = problems("wrong_moves_are_refuted", "shogi/mate1.sfen", at_least(60) as usize);
    in_parallel(&lines, |line| {
        let position = shogi(line);
        let mut checks = MoveList::new();
        somatic::game::Mating::generate_all_checks(position, &mut checks);
        let wrong = checks.iter().find(|&&m| !line.best.contains(&position.move_text(m)));
        let Some(&wrong) = wrong else {
            return;
        };
        let mut after = position.clone();
        after.do_move(wrong);
        let mut answers = MoveList::new();
        after.generate::<somatic::game::All>(&mut answers);
        for &m in answers.iter().take(6) {
            after.do_move(m);
            let answer = Solver::new(4).solve_shortest(&after, budget());
            match &answer.verdict {
                Verdict::Mate(moves) => check_line(&after, moves),
                Verdict::NoMate => {
                    let is_mate = oracle::is_mate_within(&mut after.clone(), 3);
                    assert!(!is_mate, "{}", after.text());
                }
                Verdict::Open => {}
            }
            refuted.fetch_add(usize::from(answer.verdict == Verdict::NoMate), Relaxed);
            if let Some(truth) = oracle::is_mate(&after, 3_000) {
                assert_eq!(matches!(answer.verdict, Verdict::Mate(_)), truth, "{}", after.text());
                assert_eq!(answer.verdict == Verdict::NoMate, !truth, "{}", after.text());
                compared.fetch_add(1, Relaxed);
            }
            after.undo_move();
        }
    });
    let (compared, refuted) = (compared.into_inner(), refuted.into_inner());
    assert!(lines.is_empty() || compared > 0 && refuted > 20, "{compared} compared, {refuted} refuted");
}

/// The same problem without the attacker's king.
#[test]
fn problems_without_the_attackers_king() {
    for (sfen, plies) in [
        ("9/7bk/9/8G/9/9/9/9/9 b R 1", 0),
        ("8k/9/7S1/9/9/9/9/9/9 b G 1", 1),
        ("7kl/9/6GS1/9/9/9/9/9/9 b - 1", 1),
    ] {
        let position = position(sfen);
        let answer = Solver::new(4).solve_shortest(&position, budget());
        if let Verdict::Mate(line) = &answer.verdict {
            check_line(&position, line);
            assert_eq!(line.len(), plies, "{sfen}: {}", said(&position, &answer));
        } else {
            assert_eq!(plies, 0, "{sfen}: {}", said(&position, &answer));
        }
    }
}
