//! Thinking on the opponent's time: nothing is answered before `ponderhit`, and
//! the clock runs from there.

use std::time::{Duration, Instant};

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
