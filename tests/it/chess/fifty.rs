//! Searches at the border of fifty moves.

use somatic::protocol::Uci;

use crate::common::data_text;
use crate::protocol::gui::Gui;

/// Says the lines of a script one by one, each `go` answered before the next line; the best moves
/// with the last scores.
fn answers(script: &str) -> Vec<(String, String)> {
    let mut gui = Gui::<Uci>::new();
    let mut found = Vec::new();
    for line in script.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if line.starts_with("go") {
            let answer = gui.search(line);
            found.push((answer.best.clone(), answer.last().score.clone()));
        } else {
            gui.say(line);
        }
    }
    found
}

/// The same position with one clock and then with another, in one session.
fn with_clocks(board: &str, first: u32, then: u32) -> String {
    let go = |clock| format!("position fen {board} - - {clock} 120\ngo depth 12\n");
    go(first) + &go(then)
}

/// A draw by an old clock that stands in the table is not believed where the clock is another.
#[test]
fn a_draw_by_another_clock_is_not_believed() {
    if let Some(script) = data_text("a_draw_by_another_clock_is_not_believed", "records/uci_fifty_stale.uci")
    {
        let found = answers(&script);
        assert_eq!((found[0].1.as_str(), found[1].1.as_str()), ("cp 0", "mate 2"));
    }
    for (board, first, then) in [
        ("7k/8/5K2/8/8/8/8/R7 w", 98, 90),
        ("7k/8/5K2/8/8/8/8/R7 w", 99, 0),
        ("r7/8/8/8/8/5k2/8/7K b", 98, 95),
    ] {
        let found = answers(&with_clocks(board, first, then));
        assert_eq!((found[0].1.as_str(), found[1].1.as_str()), ("cp 0", "mate 2"), "{board} {first} {then}");
    }
}

/// After fifty moves without a claim the game goes on: nothing is given away because all seems drawn.
#[test]
fn after_fifty_moves_nothing_is_given_away() {
    if let Some(script) = data_text("after_fifty_moves_nothing_is_given_away", "records/uci_after_fifty.uci")
    {
        let best = &answers(&script)[0].0;
        assert!(!["f8f1", "f8d8"].contains(&best.as_str()), "{best}");
    }
    let mate = answers("position fen 7k/8/5K2/8/8/8/8/R7 w - - 100 120\ngo depth 8");
    assert_eq!(mate[0].1, "mate 2");
    let mate = answers("position fen 7k/8/8/5K2/8/8/8/R7 w - - 149 150 moves f5f6\ngo depth 1");
    assert_eq!(mate.len(), 1);
    // Reached by moves, by the other side, with a queen at stake.
    for (position, losing) in [
        ("fen 8/4k3/5r2/8/8/8/8/3RK3 b - - 98 80 moves f6f8 e1e2 e7e8 e2e1", ["f8f1", "f8d8"]),
        ("fen 3rk3/8/8/8/8/8/8/4KR2 w - - 100 80", ["f1f8", "f1d1"]),
        ("fen 4kq2/8/8/8/8/8/8/3QK3 b - - 130 80", ["f8f1", "f8f2"]),
    ] {
        let best = &answers(&format!("position {position}\ngo depth 8"))[0].0;
        assert!(!losing.contains(&best.as_str()), "{position}: {best}");
    }
}
