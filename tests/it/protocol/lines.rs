//! What the engine says while it searches. The GUI checks each line: its
//! fields and their order, that it can be played, that a mate's line ends in
//! mate, and that the last one begins with the best move.

use std::time::Duration;

use somatic::game::Notation as _;
use somatic::protocol::{Uci, Usi};

use super::gui::{Gui, Sample};
use crate::common;

const TACTICS: [&str; 8] = [
    "stand-pat", "recapture", "captures", "captures-only", "quiescence", "soma", "super-soma",
    "super-soma-static",
];

/// The distance of a mate as the protocol counts it.
#[track_caller]
fn check_mate<D: Sample>(position: &str, distance: i64) {
    let mut gui = Gui::<D>::new();
    gui.quiet("setoption name Tactics value quiescence");
    let answer = gui.search_from(position, "go depth 8");
    assert_eq!(answer.last().mate(), Some(distance), "{}", answer.last().line);
}

#[test]
fn usi_counts_a_mate_in_plies() {
    const THREE: &str = "sfen 8k/9/9/6G2/9/9/9/9/K8 b 2G 1";
    check_mate::<Usi>(Usi::MATE.0, 1);
    check_mate::<Usi>(THREE, 3);
    check_mate::<Usi>(&format!("{THREE} moves G*2c"), -2);
}

#[test]
fn uci_counts_a_mate_in_moves() {
    check_mate::<Uci>(Uci::MATE.0, 1);
    check_mate::<Uci>("fen 2rr2k1/5ppp/8/8/8/8/3Q1PPP/3R2K1 w - - 0 1", 2);
    check_mate::<Uci>("fen 2rQ2k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1", -1);
}

/// Searches that end by themselves, and one that is stopped.
fn search_all_ways<D: Sample>(gui: &mut Gui<D>, position: &str) {
    for line in ["go depth 4", "go nodes 1500", "go movetime 3"] {
        gui.search_from(position, line);
    }
    let root = gui.session.position().clone();
    gui.quiet("go infinite");
    let mut lines = gui.listen(Duration::from_millis(3));
    lines.extend(gui.until_stopped());
    super::gui::Answer::new::<D>(&root, &lines, Duration::ZERO);
}

/// Every strategy, with several lines and several threads.
fn search_everything<D: Sample>(positions: &[String]) {
    for (lines, threads) in [(1, 1), (1, 2), (3, 1), (4, 3)] {
        let mut gui = Gui::<D>::new();
        gui.quiet(&format!("setoption name MultiPV value {lines}"));
        gui.quiet(&format!("setoption name Threads value {threads}"));
        for tactics in TACTICS {
            gui.quiet(&format!("setoption name Tactics value {tactics}"));
            for position in positions {
                search_all_ways(&mut gui, position);
            }
        }
    }
}

/// Some positions of a file of suites.
fn positions(test: &str, file: &str, take: usize) -> Vec<String> {
    let text = common::data_text(test, file).unwrap_or_default();
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).take(take);
    if file.starts_with("chess") {
        let four = |line: &str| line.split_whitespace().take(4).collect::<Vec<_>>().join(" ");
        lines.map(|line| format!("fen {}", four(line))).collect()
    } else {
        lines.map(|line| line.split(" ;").next().unwrap_or(line).to_owned()).collect()
    }
}

#[test]
fn every_line_of_shogi_can_be_played() {
    let mut all: Vec<String> =
        ["startpos", Usi::TEXT, Usi::MATE.0, Usi::ONLY_MOVE.0].map(str::to_owned).to_vec();
    for (file, take) in
        [("mate1", 4), ("mate3", 6), ("mate5", 6), ("mate9", 3), ("openings_ply24_dev2000", 3)]
    {
        all.extend(positions("lines of shogi", &format!("shogi/{file}.sfen"), take));
    }
    search_everything::<Usi>(&all);
}

#[test]
fn every_line_of_chess_can_be_played() {
    let mut all: Vec<String> =
        ["startpos", Uci::TEXT, Uci::MATE.0, Uci::ONLY_MOVE.0].map(str::to_owned).to_vec();
    for (file, take) in [("mate1", 4), ("mate2", 6), ("mate3", 6), ("mate5", 3), ("endgames_dev500", 6)] {
        all.extend(positions("lines of chess", &format!("chess/{file}.epd"), take));
    }
    search_everything::<Uci>(&all);
}

/// Mates of the data folder that any search of some nodes finds, and whose
/// shortest length is known.
#[test]
fn known_mates() {
    let mut gui = Gui::<Usi>::new();
    for position in positions("known mates", "shogi/mate1.sfen", 200) {
        let answer = gui.search_from(&position, "go depth 3");
        assert_eq!(answer.last().mate(), Some(1), "{position}");
    }
    let mut gui = Gui::<Uci>::new();
    for (moves, take) in [(1, 200), (2, 60)] {
        for position in positions("known mates", &format!("chess/mate{moves}.epd"), take) {
            let answer = gui.search_from(&position, &format!("go mate {moves}"));
            let distance = answer.last().mate();
            assert!(distance.is_none_or(|distance| distance >= moves), "{position}: {distance:?}");
            assert!(moves > 1 || distance == Some(1), "{position}: {distance:?}");
        }
    }
}

/// Castling rights that nobody can have are dropped with a word; the position is taken, and not
/// the old one kept.
#[test]
fn castling_rights_without_a_rook_are_dropped() {
    let mut gui = Gui::<Uci>::new();
    for (fen, written, words) in [
        ("4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 4),
        ("4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 1),
        ("r3k2r/8/8/8/8/8/4K3/R6R w KQkq - 0 1", "r3k2r/8/8/8/8/8/4K3/R6R w kq - 0 1", 2),
    ] {
        let told = gui.say(&format!("position fen {fen}"));
        assert_eq!(told.len(), words, "{told:?}");
        assert!(told[0].starts_with("info string position: FEN: castling "), "{told:?}");
        assert_eq!(gui.session.position().text(), written);
    }
    gui.position("fen 4k3/8/8/8/8/8/8/4K2R w K - 151 200");
    assert_eq!(gui.session.position().text(), "4k3/8/8/8/8/8/8/4K2R w K - 100 200");
}

/// A line of millions of moves is refused before memory is taken for them.
#[test]
fn a_position_with_more_moves_than_any_game() {
    let mut gui = Gui::<Usi>::new();
    let cycle = ["2h3h", "8b7b", "3h2h", "7b8b"];
    let moves = |count: usize| cycle.into_iter().cycle().take(count).collect::<Vec<_>>().join(" ");
    gui.position(&format!("startpos moves {}", moves(10_000)));
    let before = gui.session.position().text();
    let complaint = gui.complaint(&format!("position startpos moves {}", moves(2_100_000)));
    assert!(complaint.contains("more than 10000 moves"), "{complaint}");
    assert_eq!(gui.session.position().text(), before);
}
