//! What analysis asks for: several lines, some moves only, how full the table
//! is.

use somatic::game::{All, MoveList, Notation as _, Position as _};
use somatic::protocol::{Uci, Usi};

use super::gui::{Answer, Gui, Info, Sample};

both! {
    ten_lines lines_of_some_moves some_moves_only hashfull every_size_of_the_table
}

/// The lines of the last iteration.
fn last_lines(answer: &Answer, count: usize) -> &[Info] {
    &answer.infos[answer.infos.len() - count..]
}

fn score(info: &Info) -> i64 {
    info.cp().unwrap_or_else(|| panic!("no score in centipawns: {}", info.line))
}

/// All legal moves as text.
fn legal_moves<D: Sample>(gui: &Gui<D>) -> Vec<String> {
    let position = gui.session.position();
    let mut all = MoveList::new();
    position.generate::<All>(&mut all);
    all.iter().map(|&m| position.move_text(m)).collect()
}

/// Every iteration ends with all lines in order, and together they cost about as much as ten
/// searches for one: 7 to 12 times the moves of one at depths 6 to 9 of two positions.
fn ten_lines<D: Sample>() {
    let mut gui = Gui::<D>::new();
    gui.quiet(&format!("setoption name {} value 16", D::HASH));
    gui.position(D::TEXT);
    let one = gui.search("go depth 7").last().nodes;
    gui.quiet("setoption name Clear Hash");
    gui.quiet("setoption name MultiPV value 10");
    let ten = gui.search("go depth 7");
    for depth in 1..=7 {
        let of_depth: Vec<&Info> =
            ten.infos.iter().filter(|info| info.depth == depth && !info.is_bound).collect();
        let numbers: Vec<usize> = of_depth.iter().map(|info| info.multi_pv).collect();
        assert_eq!(numbers, (1..=10).collect::<Vec<_>>(), "depth {depth}");
        assert!(of_depth.is_sorted_by_key(|info| std::cmp::Reverse(score(info))), "depth {depth}");
    }
    let last = last_lines(&ten, 10);
    let mut first_moves: Vec<&str> = last.iter().map(|info| info.pv[0].as_str()).collect();
    first_moves.sort_unstable();
    first_moves.dedup();
    assert_eq!(first_moves.len(), 10, "{last:?}");
    assert_eq!(ten.best, last[0].pv[0]);
    let cost = ten.last().nodes;
    assert!(cost < 14 * one, "{cost} nodes for ten lines, {one} for one");
}

/// No more lines than moves, and none of another move.
fn lines_of_some_moves<D: Sample>() {
    let mut gui = Gui::<D>::new();
    gui.quiet("setoption name MultiPV value 10");
    let some = D::MOVES[0];
    let texts = legal_moves(&gui);
    let three: Vec<&str> =
        [some].into_iter().chain(texts.iter().map(String::as_str).filter(|&t| t != some)).take(3).collect();
    // In any order, and said twice.
    let words = format!("{} {} {} {}", three[2], three[0], three[1], three[2]);
    let answer = gui.search(&format!("go searchmoves {words} depth 4"));
    let numbers: Vec<usize> =
        answer.infos.iter().filter(|info| info.depth == 4).map(|info| info.multi_pv).collect();
    assert_eq!(numbers, [1, 2, 3]);
    let mut found: Vec<&str> = last_lines(&answer, 3).iter().map(|info| info.pv[0].as_str()).collect();
    found.sort_unstable();
    let mut asked = three.clone();
    asked.sort_unstable();
    assert_eq!(found, asked);
}

/// The answer is the best of the moves that were named, also on the opponent's
/// time and behind other words; a move that is not legal is told.
fn some_moves_only<D: Sample>() {
    let mut gui = Gui::<D>::new();
    let (mate, best) = D::MATE;
    gui.position(mate);
    let texts = legal_moves(&gui);
    let others: Vec<&str> = texts.iter().map(String::as_str).filter(|&text| text != best).collect();
    for line in
        [format!("go depth 3 searchmoves {}", others[0]), format!("go searchmoves {} nodes 500", others[0])]
    {
        let answer = gui.search(&line);
        assert_eq!(answer.best, others[0], "{line}");
        assert!(answer.infos.iter().all(|info| info.pv[0] == others[0]));
    }
    assert_ne!(gui.search(&format!("go depth 3 searchmoves {}", others.join(" "))).best, best);
    assert_eq!(gui.search(&format!("go depth 3 searchmoves {} {best}", others[0])).best, best);
    gui.quiet(&format!("go ponder depth 3 searchmoves {}", others[0]));
    let mut lines = gui.say("ponderhit");
    if !lines.iter().any(|line| line.starts_with("bestmove")) {
        lines.extend(gui.until("bestmove"));
    }
    let answer = lines.last().expect("an answer");
    assert!(
        answer == &format!("bestmove {}", others[0])
            || answer.starts_with(&format!("bestmove {} ", others[0])),
        "{answer}"
    );
    gui.position("startpos");
    let lines = gui.say(&format!("go depth 2 searchmoves {} {}", D::ILLEGAL, D::MOVES[0]));
    assert!(lines[0].starts_with("info string go: ") && lines[0].contains(D::ILLEGAL), "{lines:?}");
    assert!(
        gui.until("bestmove")
            .last()
            .is_some_and(|line| line.starts_with(&format!("bestmove {}", D::MOVES[0])))
    );
}

/// In thousandths, of what the search under way has stored: it grows in a search,
/// begins anew in the next, and after forgetting there is nothing.
fn hashfull<D: Sample>() {
    let fullness = |answer: &Answer| -> Vec<u32> {
        let of_line = |info: &Info| {
            let (_, after) = info.line.split_once(" hashfull ").expect("how full it is");
            after.split(' ').next().and_then(|word| word.parse().ok()).expect("a number")
        };
        answer.infos.iter().map(of_line).collect()
    };
    let mut gui = Gui::<D>::new();
    gui.quiet("setoption name Tactics value stand-pat");
    gui.position(D::TEXT);
    let long = fullness(&gui.search("go nodes 60000"));
    assert!(long[0] < 20 && long.is_sorted() && long.iter().all(|&permille| permille <= 1000), "{long:?}");
    let most = long[long.len() - 1];
    assert!(most > 100, "{long:?}");
    let short = fullness(&gui.search("go nodes 200"));
    assert!(short[short.len() - 1] < most, "{short:?}");
    gui.quiet("setoption name Clear Hash");
    assert!(fullness(&gui.search("go depth 1"))[0] < 20);
}

/// What is asked for is what there is, whatever the number.
fn every_size_of_the_table<D: Sample>() {
    let mut gui = Gui::<D>::new();
    for mebibytes in [1, 2, 3, 7, 100, 1000, 1] {
        gui.quiet(&format!("setoption name {} value {mebibytes}", D::HASH));
        assert_eq!(gui.say("isready"), ["readyok"], "{mebibytes} MiB");
        gui.search("go depth 3");
    }
    for bad in ["0", "-1", "1048577", "99999999999999999999", "1.5"] {
        let complaint = gui.complaint(&format!("setoption name {} value {bad}", D::HASH));
        assert!(complaint.ends_with("expected a number from 1 to 1048576"), "{complaint}");
    }
    gui.search("go depth 3");
}
