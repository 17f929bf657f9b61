//! The search for mates: its generator, its verdicts beside exhaustive searches,
//! and problems with known answers.

mod generator;
mod oracle;
mod problems;
mod verdicts;

use somatic::game::{Game, MoveList};
use somatic::mate::{Budget, Solved, Solver, Verdict};

/// Moves that are enough for everything here.
const NODES: u64 = 1_000_000;

/// A solver with a small table.
fn solver() -> Solver {
    Solver::new(16)
}

fn budget() -> Budget<'static> {
    Budget { nodes: NODES, is_stopped: &|| false }
}

#[track_caller]
fn read<P: Game>(text: &str) -> P {
    match P::parse(text) {
        Ok(position) => position,
        Err(error) => panic!("{text}: {error}"),
    }
}

/// The verdict as text: the line, `no mate` or `open`.
fn said<P: Game>(position: &P, answer: &Solved<P::Move>) -> String {
    match &answer.verdict {
        Verdict::Mate(line) => {
            check_line(position, line);
            texts(position, line).join(" ")
        }
        Verdict::NoMate => "no mate".to_owned(),
        Verdict::Open => "open".to_owned(),
    }
}

fn texts<P: Game>(position: &P, line: &[P::Move]) -> Vec<String> {
    let mut position = position.clone();
    let play = |&m: &P::Move| {
        let text = position.move_text(m);
        position.do_move(m);
        text
    };
    line.iter().map(play).collect()
}

/// Replays a line of mate by the rules alone.
#[track_caller]
fn check_line<P: Game>(position: &P, line: &[P::Move]) {
    let mut now = position.clone();
    assert_eq!(line.len() % 2, 1, "{}", position.text());
    for (i, &m) in line.iter().enumerate() {
        let mut legal = MoveList::new();
        now.generate::<somatic::game::All>(&mut legal);
        assert!(legal.contains(&m), "{}: move {i} of {:?}", position.text(), texts(position, line));
        now.do_move(m);
        assert!(i % 2 == 1 || now.in_check(), "{}: move {i} gives no check", position.text());
    }
    assert!(now.in_check() && now.count_legal() == 0, "{}: no mate at the end", position.text());
}
