//! The whole dialogue of a GUI, command by command.

use std::time::{Duration, Instant};

use somatic::game::Notation;
use somatic::protocol::{Event, Uci, Usi};

use super::gui::{Answer, Gui, Sample};

both! {
    the_greeting readiness every_form_of_position bad_positions every_form_of_go going_at_once
    held_back_until_stop go_while_searching stops_in_a_row the_end_of_a_game a_side_that_has_lost only_these_moves
    what_is_not_understood words_for_people long_work leaving the_last_line_is_answered strategies_and_lines_between_searches
    settings_between_searches
}

const SOON: Duration = Duration::from_secs(10);

fn the_greeting<D: Sample>() {
    let mut gui = Gui::<D>::new();
    let lines = gui.say(D::NAME);
    for line in &lines {
        D::judge(line);
    }
    assert!(lines[0].starts_with("id name Somatic "), "{lines:?}");
    assert!(lines[1].starts_with("id author "), "{lines:?}");
    assert_eq!(lines.last(), Some(&format!("{}ok", D::NAME)));
    let options = &lines[2..lines.len() - 1];
    assert!(options.len() >= 8 && options.iter().all(|line| line.starts_with("option name ")), "{lines:?}");
    // It may be asked for again, and with words before it.
    assert_eq!(gui.say(&format!("hello\t{} \r", D::NAME)), lines);
}

fn readiness<D: Sample>() {
    let mut gui = Gui::<D>::new();
    assert_eq!(gui.say("isready"), ["readyok"]);
    gui.quiet("go infinite");
    for _ in 0..3 {
        let lines = gui.say("isready");
        assert_eq!(lines, ["readyok"], "while searching");
        assert!(gui.session.is_searching());
        gui.listen(Duration::from_millis(5));
    }
    gui.quiet("stop");
    gui.until("bestmove");
    assert_eq!(gui.say("isready"), ["readyok"]);
}

fn every_form_of_position<D: Sample>() {
    let mut gui = Gui::<D>::new();
    let start = D::Game::start().text();
    let [first, second] = D::MOVES;
    let text = D::TEXT;
    for (words, expected) in [
        ("startpos".to_owned(), start.clone()),
        ("startpos moves".to_owned(), start.clone()),
        ("startpos moves ".to_owned(), start),
        (format!("startpos moves {first} {second}"), after::<D>(&[first, second])),
        (format!(" startpos\tmoves  {first} \r"), after::<D>(&[first])),
        (text.to_owned(), D::WRITTEN.to_owned()),
        (format!("{text} moves"), D::WRITTEN.to_owned()),
        (format!("{} {}", D::Game::POSITION_WORD, D::WRITTEN), D::WRITTEN.to_owned()),
    ] {
        gui.position("startpos moves");
        gui.position(&words);
        assert_eq!(gui.session.position().text(), expected, "position {words}");
    }
}

/// The text of the position after moves from the start.
fn after<D: Sample>(moves: &[&str]) -> String {
    use somatic::game::Position as _;
    let mut position = D::Game::start();
    for text in moves {
        let m = position.parse_move(text).expect("a legal move");
        position.do_move(m);
    }
    position.text()
}

fn bad_positions<D: Sample>() {
    let mut gui = Gui::<D>::new();
    gui.position(D::TEXT);
    let [first, second] = D::MOVES;
    let word = D::Game::POSITION_WORD;
    for words in [
        String::new(),
        "moves".to_owned(),
        "startpos startpos".to_owned(),
        format!("startpos {first}"),
        format!("startpos moves {}", D::ILLEGAL),
        format!("startpos moves {first} {second} {first}"),
        "startpos moves rubbish".to_owned(),
        "startpos moves \u{5c06}\u{68cb}".to_owned(),
        word.to_owned(),
        format!("{word} {word}"),
        format!("{word} 9/9/9/9/9/9/9/9 b"),
        format!("{word} /////// - - -"),
        format!("{word} {} {}", D::WRITTEN, "9".repeat(500)),
        "shogi".to_owned(),
    ] {
        let text = gui.complaint(&format!("position {words}"));
        D::judge(&text);
        assert!(text.len() < 200, "{text}");
        assert_eq!(gui.session.position().text(), D::WRITTEN, "position {words}");
    }
    assert_ne!(gui.search("go nodes 100").best, "(none)");
}

fn every_form_of_go<D: Sample>() {
    let mut gui = Gui::<D>::new();
    let [first, _] = D::MOVES;
    for (line, longest) in [
        ("go depth 3", SOON),
        ("go depth 0", SOON),
        ("go nodes 1", SOON),
        ("go nodes 0", SOON),
        ("go nodes 2000", SOON),
        ("go movetime 30", SOON),
        ("go movetime 0", SOON),
        ("go movetime -5", SOON),
        ("go btime 0 wtime 0 byoyomi 40", SOON),
        ("go btime 1000 wtime 1000 binc 10 winc 10", SOON),
        ("go btime 1000 wtime 1000 movestogo 1", SOON),
        ("go btime 300 wtime 300 byoyomi 30 binc 10 winc 10", SOON),
        ("go rtime 5 btime 100 foo wtime 100 bar", SOON),
        ("go movetime 99999999999999999999999 nodes 500", SOON),
        ("go depth 99999999999999999999999 nodes 500", SOON),
        (
            "go btime 9223372036854775807 wtime 9223372036854775807 binc 18446744073709551615 movestogo 0 nodes 500",
            SOON,
        ),
        ("go movetime 10000 depth 2", SOON),
    ] {
        for position in ["startpos", &format!("startpos moves {first}")] {
            let answer = gui.search_from(position, line);
            assert!(answer.time < longest, "{line}: {:?}", answer.time);
            assert!(gui.listen(Duration::from_millis(1)).is_empty(), "{line}: more than one answer");
        }
    }
    // A word without its number is said and skipped.
    gui.position("startpos");
    assert_eq!(gui.say("go depth x nodes 500"), ["info string go: depth without a number"]);
    gui.until("bestmove");
}

/// The limits are kept, not only obeyed somehow.
fn going_at_once<D: Sample>() {
    let mut gui = Gui::<D>::new();
    let answer = gui.search("go depth 4");
    assert_eq!(answer.last().depth, 4);
    let answer = gui.search("go nodes 3000");
    assert!((2000..=3000).contains(&answer.last().nodes), "{}", answer.last().line);
    let answer = gui.search("go movetime 100");
    assert!(answer.time >= Duration::from_millis(80), "{:?}", answer.time);
    for line in ["go btime 0 wtime 0 byoyomi 0", "go btime 0 wtime 0", "go btime 0 wtime 0 binc 0 winc 0"] {
        let time = gui.search(line).time;
        assert!(time < SOON, "{line}: {time:?}");
    }
}

fn held_back_until_stop<D: Sample>() {
    let mut gui = Gui::<D>::new();
    let [first, _] = D::MOVES;
    let (mate, winner) = D::MATE;
    for position in ["startpos".to_owned(), mate.to_owned(), D::ONLY_MOVE.0.to_owned(), D::MATED.to_owned()] {
        for line in [
            "go infinite",
            "go",
            "go infinite btime 0 wtime 0",
            "go ponder depth 2",
            "go ponder nodes 100",
            "go ponder movetime 1",
            "go ponder btime 0 wtime 0 byoyomi 0",
            "go ponder",
            "go ponder infinite",
        ] {
            gui.position(&position);
            let root = gui.session.position().clone();
            let mut lines = gui.say(line);
            lines.extend(gui.listen(Duration::from_millis(10)));
            assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{position}: {line}: {lines:?}");
            let start = Instant::now();
            lines.extend(gui.until_stopped());
            assert!(start.elapsed() < SOON, "{line}: stopped after {:?}", start.elapsed());
            let answer = Answer::new::<D>(&root, &lines, start.elapsed());
            if position == mate {
                assert_eq!(answer.best, winner, "{line}");
            }
            gui.quiet("stop");
        }
    }
    gui.position(&format!("startpos moves {first}"));
    gui.search("go depth 1");
}

fn go_while_searching<D: Sample>() {
    let mut gui = Gui::<D>::new();
    let [first, second] = D::MOVES;
    // Every `go` is answered, in order, each from its own position.
    let mut lines = gui.say("go infinite");
    for line in [
        "position startpos",
        &format!("go nodes 1000 searchmoves {first}"),
        &format!("position startpos moves {first}"),
        &format!("go infinite searchmoves {second}"),
        "position startpos",
        "go infinite",
        &format!("go depth 2 searchmoves {first}"),
    ] {
        lines.extend(gui.say(line));
    }
    let end = Instant::now() + SOON;
    while Instant::now() < end && gui.session.is_searching() {
        lines.extend(gui.listen(Duration::from_millis(5)));
    }
    let best: Vec<&str> =
        lines.iter().filter_map(|line| line.strip_prefix("bestmove ")?.split(' ').next()).collect();
    assert_eq!(best.len(), 5, "{lines:?}");
    assert_eq!([best[1], best[2], best[4]], [first, second, first]);
}

/// A GUI that does not wait for the answer to its `stop`.
fn stops_in_a_row<D: Sample>() {
    let mut gui = Gui::<D>::new();
    let mut lines = Vec::new();
    const ROUNDS: usize = 20;
    for round in 0..ROUNDS {
        for line in ["position startpos", "go infinite", "stop", "stop", D::NEW_GAME] {
            lines.extend(gui.say(line));
        }
        if round % 2 == 1 {
            lines.extend(gui.say("go ponder btime 60000 wtime 60000"));
            lines.extend(gui.say("isready"));
            lines.extend(gui.say("gameover lose"));
        }
    }
    let end = Instant::now() + 10 * SOON;
    while Instant::now() < end && gui.session.is_searching() {
        lines.extend(gui.listen(Duration::from_millis(5)));
    }
    let count = |word: &str| lines.iter().filter(|line| line.starts_with(word)).count();
    assert_eq!(count("bestmove"), ROUNDS + ROUNDS / 2, "{lines:?}");
    assert_eq!(count("readyok"), ROUNDS / 2);
    assert!(gui.listen(Duration::from_millis(20)).is_empty());
}

fn the_end_of_a_game<D: Sample>() {
    let mut gui = Gui::<D>::new();
    for word in ["gameover win", "gameover lose", "gameover draw", "gameover"] {
        gui.quiet(word);
        gui.quiet("go ponder");
        gui.quiet(word);
        gui.until("bestmove");
        gui.quiet(word);
        gui.quiet("go infinite");
        gui.quiet("stop");
        gui.quiet(word);
        gui.until("bestmove");
        gui.quiet(D::NEW_GAME);
        assert!(gui.listen(Duration::from_millis(5)).is_empty(), "idle after {word}");
    }
}

fn a_side_that_has_lost<D: Sample>() {
    let mut gui = Gui::<D>::new();
    for line in ["go depth 3", "go btime 0 wtime 0", "go movetime 20", "go nodes 10"] {
        let answer = gui.search_from(D::MATED, line);
        assert_eq!(answer.best, D::NO_MOVE, "{line}");
        // Clients of analysis take the score of every position for granted.
        assert_eq!(answer.last().mate(), Some(0), "{line}");
        assert_eq!(answer.infos.len(), 1, "{line}");
    }
}

fn only_these_moves<D: Sample>() {
    let mut gui = Gui::<D>::new();
    let [first, _] = D::MOVES;
    let answer = gui.search_from("startpos", &format!("go depth 3 searchmoves {first}"));
    assert_eq!(answer.best, first);
    let answer = gui.search(&format!("go searchmoves {first} depth 2"));
    assert_eq!(answer.best, first);
    // What cannot be played is said, and left out.
    let lines = gui.say(&format!("go depth 2 searchmoves {} rubbish {first}", D::ILLEGAL));
    assert!(lines.len() == 2 && lines.iter().all(|line| line.starts_with("info string go: ")), "{lines:?}");
    let lines = gui.until("bestmove");
    assert!(lines.last().is_some_and(|line| line.starts_with(&format!("bestmove {first}"))), "{lines:?}");
}

fn what_is_not_understood<D: Sample>() {
    let mut gui = Gui::<D>::new();
    for line in [
        "",
        " \t \r",
        "hello",
        "debug on",
        "register later",
        "xboard",
        "usi2 uci3",
        "\u{feff}",
        "\u{65e5}\u{672c} \u{8a9e}",
        "\0\0\0",
        "setoptions",
        "STOP",
    ] {
        gui.quiet(line);
    }
    gui.quiet(&"x".repeat(1 << 20));
    // A known word after unknown ones counts.
    assert_eq!(gui.say("joho isready"), ["readyok"]);
}

fn words_for_people<D: Sample>() {
    let mut gui = Gui::<D>::new();
    gui.position(D::TEXT);
    let lines = gui.say("d");
    assert!(lines.contains(&format!("{} {}", D::Game::POSITION_WORD, D::WRITTEN)), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("key ")), "{lines:?}");
    assert!(gui.say("eval").last().is_some_and(|line| line.starts_with("eval = ")));
    assert!(!gui.say("xref").is_empty());
    gui.position("startpos");
    gui.quiet(&format!("moves {}", D::MOVES.join(" ")));
    assert_eq!(gui.session.position().text(), after::<D>(&D::MOVES));
    gui.complaint("moves rubbish");
    // They are only known at the beginning of a line.
    gui.quiet("hello d");
}

/// `perft` and `bench` run beside the dialogue.
fn long_work<D: Sample>() {
    let mut gui = Gui::<D>::new();
    // The last line may be heard before the end of the work is: what follows then waits for its turn.
    let mut answer = |line: &str, is_last: fn(&str) -> bool| {
        let mut lines = gui.say(line);
        while !lines.last().is_some_and(|line| is_last(line)) {
            lines.extend(gui.listen(Duration::from_millis(5)));
        }
        lines
    };
    let mut count = |line: &str| answer(line, |last| last.parse::<u64>().is_ok());
    let list = count("perft 1");
    assert_eq!(list.last().and_then(|n| n.parse().ok()), Some(list.len() - 1));
    assert_eq!(count("perft 0"), ["1"]);
    let expected = if D::NAME == "usi" { "719731" } else { "197281" };
    assert_eq!(count("perft 4").last().map(String::as_str), Some(expected));
    assert_eq!(count("go perft 4").last().map(String::as_str), Some(expected));
    for wrong in ["perft", "perft x", "perft 1000", "go perft 99999999999999999999"] {
        assert_eq!(answer(wrong, |last| last.starts_with("info string ")).len(), 1, "{wrong}");
    }

    // It can be stopped, and what is said meanwhile is not lost.
    gui.quiet("go perft 100");
    assert_eq!(gui.say("isready"), ["readyok"]);
    gui.quiet(&format!("position startpos moves {}", D::MOVES[0]));
    gui.quiet("go depth 1");
    gui.quiet("stop");
    let lines = gui.until("bestmove");
    assert_eq!(lines[0], "info string perft: stopped");
    assert_eq!(gui.session.position().text(), after::<D>(&[D::MOVES[0]]));

    // One that was told to stop before it began.
    for line in ["perft 100", "perft 100", "position startpos", "stop", "go depth 1"] {
        gui.quiet(line);
    }
    let lines = gui.until("bestmove");
    assert_eq!(lines.iter().filter(|line| line.contains("stopped")).count(), 2, "{lines:?}");

    // So can the benchmark, between two positions.
    for line in ["bench", "go depth 1", "stop"] {
        gui.quiet(line);
    }
    assert_eq!(gui.until("bestmove")[0], "info string bench: stopped");

    gui.quiet("go infinite");
    gui.complaint("perft 5");
    gui.complaint("bench");
    gui.quiet("quit");
}

fn leaving<D: Sample>() {
    for prepare in ["", "go infinite", "go ponder", "go depth 50", "perft 40", "bench"] {
        for last in ["quit", "please quit now"] {
            let mut gui = Gui::<D>::new();
            gui.quiet(prepare);
            gui.quiet(last);
            assert!(gui.session.is_over(), "{prepare}, {last}");
        }
    }
}

/// Nothing more is said: what was asked for is answered, and then it is over.
fn the_last_line_is_answered<D: Sample>() {
    for (asked, answer) in [
        (&["go depth 3"][..], &["bestmove"][..]),
        (&["go infinite"], &["bestmove"]),
        (&["go ponder depth 1"], &["bestmove"]),
        (&["go infinite", "go depth 2", "go infinite"], &["bestmove"; 3]),
        (&["go depth 60", "stop", "isready", "go nodes 500"], &["readyok", "bestmove", "bestmove"]),
        (&["perft 3", "go depth 1"], &["perft", "bestmove"]),
        (&["go perft 2"], &["perft"]),
        (&["bench"], &["bench"]),
        (&["go infinite", "quit"], &[]),
        (&[], &[]),
    ] {
        let mut gui = Gui::<D>::new();
        let mut lines = Vec::new();
        for line in asked {
            lines.extend(gui.say(line));
        }
        gui.session.handle(Event::End, &mut |line| lines.push(line.to_owned()));
        let end = Instant::now() + Duration::from_mins(1);
        while !gui.session.is_over() {
            assert!(Instant::now() < end, "{asked:?}: {lines:?}");
            lines.extend(gui.listen(Duration::from_millis(5)));
        }
        let kind = |line: &String| match line.split(' ').next() {
            Some(word) if word.parse::<u64>().is_ok() => {
                Some(if line.ends_with(" nps") { "bench" } else { "perft" })
            }
            Some("bestmove") => Some("bestmove"),
            Some("readyok") => Some("readyok"),
            _ => None,
        };
        assert_eq!(lines.iter().filter_map(kind).collect::<Vec<_>>(), answer, "{asked:?}: {lines:?}");
    }
}

fn strategies_and_lines_between_searches<D: Sample>() {
    let mut gui = Gui::<D>::new();
    // Whatever net is built in.
    assert_eq!(gui.say("setoption name EvalFile value formula"), ["info string evaluation: formula"]);
    gui.position(D::TEXT);
    let mut nodes = Vec::new();
    for tactics in [
        "stand-pat", "recapture", "captures", "captures-only", "quiescence", "soma", "super-soma",
        "super-soma-static",
    ] {
        gui.quiet(&format!("setoption name Tactics value {tactics}"));
        gui.quiet("setoption name MultiPV value 1");
        let one = gui.search("go depth 6");
        assert!(one.infos.iter().all(|info| info.multi_pv == 1 && !info.line.contains("multipv")));
        nodes.push(one.last().nodes);
        gui.quiet("setoption name multipv value 3");
        let three = gui.search("go depth 4");
        let numbers: Vec<usize> = three.infos.iter().map(|info| info.multi_pv).collect();
        assert_eq!(numbers, [1, 2, 3].repeat(4), "{tactics}");
        let last = &three.infos[three.infos.len() - 3..];
        assert!(last[0].pv[0] != last[1].pv[0] && last[1].pv[0] != last[2].pv[0], "{tactics}: {last:?}");
        assert!(last.iter().all(|info| info.line.contains(&format!(" multipv {} ", info.multi_pv))));
    }
    nodes.sort_unstable();
    nodes.dedup();
    assert_eq!(nodes.len(), 8, "each strategy searches its own tree");
    // More lines than moves.
    gui.quiet("setoption name MultiPV value 200");
    let answer = gui.search_from(D::ONLY_MOVE.0, "go depth 2");
    assert!(answer.infos.iter().all(|info| info.multi_pv == 1));
}

/// What is set while it thinks holds for the next search.
fn settings_between_searches<D: Sample>() {
    let mut gui = Gui::<D>::new();
    gui.quiet("go infinite");
    gui.quiet(&format!("setoption name {} value 2", D::HASH));
    gui.quiet("setoption name Threads value 2");
    gui.quiet("setoption name MultiPV value 2");
    gui.quiet("setoption name Tactics value soma");
    gui.quiet("stop");
    let lines = gui.until("bestmove");
    assert!(!lines.iter().any(|line| line.contains("multipv")), "{lines:?}");
    let answer = gui.search("go depth 3");
    assert!(answer.infos.iter().any(|info| info.multi_pv == 2));
}

/// USI's question for a mate is answered by its own word, once; UCI's is a search.
#[test]
fn the_question_for_a_mate() {
    let mut gui = Gui::<Usi>::new();
    let (tsume, line) = ("sfen 4k4/9/4P4/9/9/9/9/9/9 b GS 1", "checkmate G*5b");
    for go in ["go mate infinite", "go mate 60000", "go mate", "go mate nodes 1000"] {
        for (position, expected) in [
            (Usi::MATE.0, format!("checkmate {}", Usi::MATE.1).as_str()),
            (tsume, line),
            ("startpos", "checkmate nomate"),
            (Usi::MATED, "checkmate nomate"),
            ("sfen 9/9/9/9/9/9/9/9/4K4 b G 1", "checkmate nomate"),
        ] {
            gui.position(position);
            gui.quiet(go);
            assert_eq!(gui.until("checkmate"), [expected], "{go} at {position}");
            assert!(gui.listen(Duration::from_millis(1)).is_empty(), "{go}: more than one answer");
            gui.quiet("stop");
        }
    }
    // Asked while it searches it ends the search, and its answer comes second, as that of any `go`.
    gui.position("startpos");
    gui.quiet("go infinite");
    gui.quiet("go mate 100");
    gui.quiet("go nodes 100");
    let lines = gui.until("checkmate");
    let words = lines.iter().filter_map(|line| line.split(' ').next());
    let answers: Vec<&str> = words.filter(|word| *word != "info").collect();
    assert_eq!(answers, ["bestmove", "checkmate"], "{lines:?}");
    gui.until("bestmove");

    let mut gui = Gui::<Uci>::new();
    let answer = gui.search_from(Uci::MATE.0, "go mate 1");
    assert_eq!((answer.best.as_str(), answer.last().mate()), (Uci::MATE.1, Some(1)));
    let answer = gui.search_from("startpos", "go mate 2");
    assert!(answer.time < SOON, "a mate that is not there ends the search: {:?}", answer.time);
    gui.search("go mate 5 nodes 1000");
    gui.search("go mate 5 movetime 10");
}

/// So much in hand that the proof takes long.
const LONG_PROOF: &str = "sfen 9/9/4k4/9/9/9/9/9/4K4 b 2B4N4L9P2r4g4s9p 1";

/// A proof that is not found ends by its limits, by a word, or by the next question.
#[test]
fn the_proof_of_a_mate_ends() {
    let mut gui = Gui::<Usi>::new();
    gui.position(LONG_PROOF);
    let answers = |gui: &mut Gui<Usi>| {
        let start = Instant::now();
        assert_eq!(gui.until("checkmate"), ["checkmate timeout"]);
        assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
    };
    for go in
        ["go mate 20", "go mate 0", "go mate infinite nodes 500", "go mate movetime 5", "go mate nodes 0"]
    {
        gui.quiet(go);
        answers(&mut gui);
    }
    for stop in ["stop", "gameover lose"] {
        gui.quiet("go mate infinite");
        gui.quiet(stop);
        answers(&mut gui);
        assert!(gui.listen(Duration::from_millis(1)).is_empty());
    }
    // Every `go` is answered once, in order, whatever comes while it is at work.
    gui.quiet("go mate infinite");
    assert_eq!(gui.say("isready"), ["readyok"]);
    gui.quiet("position startpos");
    gui.quiet("go mate infinite");
    gui.quiet("usinewgame");
    gui.quiet("go nodes 50");
    answers(&mut gui);
    assert_eq!(gui.until("checkmate"), ["checkmate nomate"]);
    gui.until("bestmove");
}

/// The clock runs from the moment a line is heard, however late it is obeyed:
/// here the time for the move is long over.
#[test]
fn a_move_is_timed_from_when_it_was_asked_for() {
    let mut gui = Gui::<Usi>::new();
    let Some(before) = Instant::now().checked_sub(Duration::from_mins(2)) else {
        return;
    };
    for line in ["go btime 0 wtime 0 byoyomi 60000", "go movetime 60000"] {
        let start = Instant::now();
        gui.session.handle(Event::Line(line.to_owned(), before), &mut |line| panic!("{line}"));
        gui.until("bestmove");
        assert!(start.elapsed() < SOON, "{line}: {:?}", start.elapsed());
    }
}

/// `stop` in the millisecond after `go`.
#[test]
fn a_stop_that_comes_at_once() {
    let mut gui = Gui::<Usi>::new();
    for _ in 0..50 {
        gui.quiet("go btime 600000 wtime 600000");
        let start = Instant::now();
        gui.quiet("stop");
        gui.until("bestmove");
        assert!(start.elapsed() < SOON);
    }
}

/// A new game that is announced while a search runs begins when it has ended, with
/// nothing remembered.
#[test]
fn a_new_game_during_a_search() {
    let mut gui = Gui::<Uci>::new();
    let fresh = gui.search("go depth 7").last().nodes;
    assert_ne!(gui.search("go depth 7").last().nodes, fresh, "it remembers");
    gui.quiet("ucinewgame");
    assert_eq!(gui.search("go depth 7").last().nodes, fresh);
    for _ in 0..20 {
        gui.quiet("go infinite");
        gui.quiet("ucinewgame");
        gui.until_stopped();
        assert_eq!(gui.search("go depth 7").last().nodes, fresh);
    }
}
