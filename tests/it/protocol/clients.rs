//! What single clients want that no rule of a protocol says.

use std::time::Duration;

use somatic::protocol::{Uci, Usi};

use super::gui::Gui;

/// UCI: an infinite search ends when it is told to, whatever stands beside it.
#[test]
fn uci_infinite_with_a_limit() {
    let mut gui = Gui::<Uci>::new();
    for line in ["go infinite depth 2", "go infinite nodes 100", "go movetime 1 infinite"] {
        let mut lines = gui.say(line);
        lines.extend(gui.listen(Duration::from_millis(10)));
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{line}: {lines:?}");
        gui.until_stopped();
    }
}

/// `shogiarena run analyze --depth 2` says both, and waits for the answer.
#[test]
fn usi_infinite_with_a_limit() {
    let mut gui = Gui::<Usi>::new();
    for line in ["go depth 2 infinite", "go nodes 100 infinite", "go infinite movetime 1"] {
        assert!(gui.search(line).last().depth > 0, "{line}");
    }
    // While pondering the opponent is still to move.
    gui.quiet("go ponder depth 2 infinite");
    assert!(!gui.listen(Duration::from_millis(10)).iter().any(|line| line.starts_with("bestmove")));
    gui.until_stopped();
}

/// The clocks of `fastchess --compliance`: one side's alone, also of the side that is not to move.
#[test]
fn clocks_of_one_side() {
    let mut gui = Gui::<Uci>::new();
    for position in [
        "fen 3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27",
        "fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    ] {
        for line in ["go wtime 100", "go btime 100", "go btime 100 binc 100 wtime 100 winc 100"] {
            assert!(!gui.search_from(position, line).last().score.is_empty(), "{position}: {line}");
        }
    }
}
