//! Mates that the ordinary search finds: announced with the distance that the line has, which ends
//! in mate. The GUI checks every line of thought for that.

use somatic::protocol::{Uci, Usi};
use somatic::records::input::{AnyPosition, PositionLine, read_line};

use super::gui::{Gui, Sample};
use crate::common::data_text;

/// Enough for short mates.
const GO: &str = "go nodes 50000";
/// Enough for those with a handful of pieces, too: where every move wins, the search comes to them late.
const GO_FEW_PIECES: &str = "go nodes 300000";

/// Positions with the distance of the mate, as the protocol counts it.
fn own<D: Sample>(positions: &[(&str, i64)]) {
    let mut gui = Gui::<D>::new();
    for &(position, distance) in positions {
        let answer = gui.search_from(position, GO_FEW_PIECES);
        assert_eq!(answer.last().mate(), Some(distance), "{position}: {}", answer.last().line);
    }
}

#[test]
fn short_mates_of_both_games_and_both_sides() {
    own::<Usi>(&[
        ("sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1", 1),
        ("sfen 4k4/9/9/9/9/9/3g5/9/4K4 w G2r 1", 3),
        ("sfen 7nk/9/6+P2/9/9/9/9/9/4K4 w 2g 1", 5),
    ]);
    own::<Uci>(&[
        ("fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", 1),
        ("fen 7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 2),
        // The side to move is mated.
        ("fen 7k/8/6K1/8/8/8/8/R7 b - - 0 1", -1),
        ("fen 7k/8/5K2/8/8/8/8/5R2 b - - 0 1", -3),
    ]);
}

/// An even selection of the problems in a file, with the length that they are said to have.
fn problems(file: &str) -> Vec<PositionLine> {
    const MOST: usize = 8;
    let Some(text) = data_text("known_mates_are_announced", file) else {
        return Vec::new();
    };
    let lines: Vec<&str> = text.lines().collect();
    let step = lines.len().div_ceil(MOST).max(1);
    lines.iter().step_by(step).map(|line| read_line(line, String::new).expect(line)).collect()
}

/// How many of the problems of a file are announced as mates; none of them longer than it may be.
fn announced<D: Sample>(file: &str) -> (usize, usize) {
    let mut gui = Gui::<D>::new();
    let lines = problems(file);
    let count = lines.iter().filter(|line| {
        assert_eq!(matches!(line.position, AnyPosition::Shogi(_)), D::HAS_MATE_SOLVER, "{}", line.id);
        let word = <D::Game as somatic::game::Notation>::POSITION_WORD;
        let text = line.text.strip_prefix(word).unwrap_or(&line.text).trim().to_owned();
        let answer = gui.search_from(&format!("{word} {text}"), GO);
        !answer.last().is_bound && answer.last().mate().is_some_and(|distance| distance > 0)
    });
    (count.count(), lines.len())
}

#[test]
fn known_mates_are_announced() {
    for file in ["shogi/mate3.sfen", "shogi/mate5.sfen", "shogi/mate7.sfen"] {
        let (found, all) = announced::<Usi>(file);
        assert!(found * 2 >= all, "{file}: {found} of {all}");
    }
    for file in ["chess/mate2.epd", "chess/mate3.epd", "chess/mate4.epd"] {
        let (found, all) = announced::<Uci>(file);
        assert!(found * 2 >= all, "{file}: {found} of {all}");
    }
}
