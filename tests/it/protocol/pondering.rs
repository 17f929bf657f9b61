//! Thinking on the opponent's time: nothing is answered before `ponderhit`, and
//! the clock runs from there.

use std::time::{Duration, Instant};

use somatic::game::Notation as _;
use somatic::protocol::{Uci, Usi};

use super::gui::{Gui, Sample};

both! {
    held_back_until_ponderhit a_ponderhit_starts_the_clock a_clock_on_ponderhit
}

const SOON: Duration = Duration::from_secs(10);

fn held_back_until_ponderhit<D: Sample>() {
    let mut gui = Gui::<D>::new();
    gui.quiet("ponderhit");
    for (line, hit) in [
        ("go ponder depth 3", "ponderhit"),
        ("go ponder nodes 300", "ponderhit"),
        ("go ponder movetime 20", "ponderhit"),
        ("go ponder btime 100 wtime 100 byoyomi 20", "ponderhit"),
        ("go ponder btime 0 wtime 0 byoyomi 0", "ponderhit"),
        ("go ponder", "ponderhit btime 0 wtime 0 byoyomi 20"),
        ("go ponder btime 900000 wtime 900000", "ponderhit btime 0 wtime 0 byoyomi 20"),
    ] {
        gui.quiet(line);
        let before = gui.listen(Duration::from_millis(20));
        assert!(!before.iter().any(|line| line.starts_with("bestmove")), "{line}: {before:?}");
        let start = Instant::now();
        let after = gui.say(hit);
        if !after.iter().any(|line| line.starts_with("bestmove")) {
            gui.until("bestmove");
        }
        assert!(start.elapsed() < SOON, "{line}, {hit}: {:?}", start.elapsed());
        assert!(!gui.session.is_searching());
        // A hit that comes late, or twice, is no harm.
        gui.quiet(hit);
    }
    // Without a clock it goes on until told.
    gui.quiet("go ponder");
    gui.quiet("ponderhit");
    let lines = gui.listen(Duration::from_millis(20));
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    gui.quiet("stop");
    gui.until("bestmove");
    // And so does an infinite search, whatever it is told of the opponent.
    gui.quiet("go ponder infinite");
    gui.quiet("ponderhit");
    gui.quiet("stop");
    gui.until("bestmove");
}

/// The time of the move is counted from the hit on.
fn a_ponderhit_starts_the_clock<D: Sample>() {
    let mut gui = Gui::<D>::new();
    gui.position(&format!("startpos moves {}", D::MOVES[0]));
    gui.quiet("go ponder btime 0 wtime 0 byoyomi 150");
    gui.listen(Duration::from_millis(200));
    let start = Instant::now();
    gui.quiet("ponderhit");
    gui.until("bestmove");
    assert!(start.elapsed() >= Duration::from_millis(100), "{:?}", start.elapsed());
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
}

/// A new clock on the hit replaces the old one, side by side.
fn a_clock_on_ponderhit<D: Sample>() {
    let mut gui = Gui::<D>::new();
    // The side to move has no time left when the hit comes.
    let (us, them) = if D::NAME == "usi" { ("wtime", "btime") } else { ("btime", "wtime") };
    gui.position(&format!("startpos moves {}", D::MOVES[0]));
    // It may come before the search has begun.
    for wait in [0, 10] {
        gui.quiet("go ponder btime 3600000 wtime 3600000");
        gui.listen(Duration::from_millis(wait));
        let start = Instant::now();
        gui.quiet(&format!("ponderhit {them} 3600000 {us} 0"));
        gui.until("bestmove");
        assert!(start.elapsed() < SOON, "{wait}: {:?}", start.elapsed());
    }
    // The clock is that of the side that is searched for, whatever is set up since.
    gui.quiet(&format!("go ponder {them} 3600000 {us} 0"));
    gui.position("startpos");
    let start = Instant::now();
    gui.quiet("ponderhit");
    gui.until("bestmove");
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
}

/// The best move, and how many lines of thought came before it.
#[track_caller]
fn answer(gui: &mut Gui<Usi>, mut lines: Vec<String>) -> (String, usize) {
    if !lines.iter().any(|line| line.starts_with("bestmove")) {
        lines.extend(gui.until("bestmove"));
    }
    let (last, before) = lines.split_last().expect("a line");
    assert!(before.iter().all(|line| line.starts_with("info ")), "{lines:?}");
    let best = last.split(' ').nth(1).expect("a move").to_owned();
    let root = gui.session.position();
    assert!(root.parse_move(&best).is_ok(), "{last}: illegal in {}", root.text());
    (best, before.len())
}

/// With `Stochastic_Ponder` it thinks about the position before the move that is
/// expected, says nothing of that, and answers for the position that was sent.
#[test]
fn pondering_before_the_move() {
    for threads in [1, 2] {
        let mut gui = Gui::<Usi>::new();
        gui.quiet("setoption name Stochastic_Ponder value true");
        gui.quiet(&format!("setoption name Threads value {threads}"));
        gui.say("isready");
        gui.position("startpos moves 7g7f 3c3d");
        // Hit: a clock, another clock, limits; with and without a wait.
        for (line, hit) in [
            ("go ponder btime 0 wtime 0 byoyomi 60", "ponderhit"),
            ("go ponder btime 900000 wtime 900000", "ponderhit btime 0 wtime 0 byoyomi 60"),
            ("go ponder depth 3", "ponderhit"),
            ("go ponder nodes 300", "ponderhit"),
        ] {
            for wait in [0, 30] {
                gui.quiet(line);
                assert!(gui.listen(Duration::from_millis(wait)).is_empty(), "{line}: not in silence");
                let lines = gui.say(hit);
                let (_, thoughts) = answer(&mut gui, lines);
                assert!(thoughts > 0, "{line}");
                assert!(!gui.session.is_searching());
            }
        }
        // Missed: one answer all the same, and at once.
        for wait in [0, 30] {
            gui.quiet("go ponder btime 900000 wtime 900000");
            gui.listen(Duration::from_millis(wait));
            let start = Instant::now();
            let lines = gui.say("stop");
            answer(&mut gui, lines);
            assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
            assert!(gui.listen(Duration::from_millis(5)).is_empty());
        }
        // A hit and a stop right behind it; a `go` instead of either; twice the hit.
        gui.quiet("go ponder btime 900000 wtime 900000");
        gui.quiet("ponderhit");
        gui.quiet("ponderhit");
        let lines = gui.say("stop");
        answer(&mut gui, lines);
        gui.quiet("go ponder btime 900000 wtime 900000");
        gui.quiet("go nodes 200");
        let lines = gui.until("bestmove");
        answer(&mut gui, lines);
        let lines = gui.until("bestmove");
        answer(&mut gui, lines);
        gui.quiet("go ponder infinite");
        gui.quiet("ponderhit");
        gui.listen(Duration::from_millis(20));
        let lines = gui.say("stop");
        answer(&mut gui, lines);
        // Before the first move there is nothing to guess about.
        gui.position("startpos");
        gui.quiet("go ponder depth 2");
        assert!(gui.until("info")[0].starts_with("info depth 1 "));
        let lines = gui.say("ponderhit");
        answer(&mut gui, lines);
    }
}

/// What was found on the opponent's time serves the answer to another move.
#[test]
fn pondering_before_the_move_fills_the_table() {
    let nodes = |ponders: bool| {
        let mut gui = Gui::<Usi>::new();
        gui.quiet("setoption name USI_Hash value 16");
        gui.say("setoption name EvalFile value formula");
        gui.quiet("setoption name Stochastic_Ponder value true");
        gui.quiet("setoption name NodesLimit value 20000");
        gui.say("isready");
        if ponders {
            // A poor move is expected.
            gui.position("startpos moves 7g7f 9c9d");
            gui.quiet("go ponder btime 900000 wtime 900000");
            gui.listen(Duration::from_secs(2));
            gui.until_stopped();
        }
        gui.position("startpos moves 7g7f 3c3d");
        gui.search("go depth 8").last().nodes
    };
    let (with, without) = (nodes(true), nodes(false));
    assert!(with < without, "{with} and {without} nodes");
}

/// The end of input answers what was asked for.
#[test]
fn pondering_before_the_move_at_the_end_of_input() {
    let mut gui = Gui::<Usi>::new();
    gui.quiet("setoption name Stochastic_Ponder value true");
    gui.position("startpos moves 7g7f");
    gui.quiet("go ponder btime 900000 wtime 900000");
    let lines = gui.end();
    answer(&mut gui, lines);
    assert!(gui.session.is_over());
}
