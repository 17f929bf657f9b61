//! What a match writes: whole lines, that it can go on from and that others
//! can read.

use std::process::Stdio;
use std::time::{Duration, Instant};

use somatic::records::input::positions;
use somatic::records::position::GameKind;
use somatic::records::{Header, Records};

#[cfg(unix)]
use super::interrupted_after_a_game;
use super::{games, run, somatic};
use crate::common::Folder;
#[cfg(target_os = "linux")]
use crate::common::peak_memory;

const MATCH: &str =
    "--a Tactics=soma,Hash=1 --b Tactics=captures,Hash=1 --games 6 --nodes 200 --max-plies 30";

#[test]
fn a_truncated_file_is_made_whole() {
    let folder = Folder::new("truncated");
    let (whole, cut) = (folder.file("whole.jsonl"), folder.file("cut.jsonl"));
    let (record, again) = (folder.file("whole.csa"), folder.file("cut.csa"));
    run(somatic(MATCH).arg("--jsonl").arg(&whole).arg("--record").arg(&record));
    let text = std::fs::read_to_string(&whole).expect("results");
    let lines: Vec<&str> = text.lines().collect();
    // Two games and a half, and games on record that the results know nothing of.
    let half = format!("{}\n{}\n{}", lines[0], lines[1], &lines[2][..lines[2].len() / 2]);
    std::fs::write(&cut, half).expect("a file");
    std::fs::copy(&record, &again).expect("a file");
    let resumed = run(somatic(MATCH).args(["--resume", "--jsonl"]).arg(&cut).arg("--record").arg(&again));
    assert_eq!(games(&cut), games(&whole));
    let moves = |path| -> Vec<String> {
        let text = std::fs::read_to_string(path).expect("a record");
        text.lines().filter(|line| !line.starts_with('T')).map(str::to_owned).collect()
    };
    assert_eq!(moves(&again), moves(&record));
    // Once more: nothing is left, nothing changes but the time of day.
    let before = std::fs::read_to_string(&cut).expect("results");
    assert_eq!(run(somatic(MATCH).args(["--resume", "--jsonl"]).arg(&cut)), resumed);
    assert_eq!(std::fs::read_to_string(&cut).expect("results"), before);
}

#[test]
fn a_killed_match_goes_on() {
    let folder = Folder::new("killed");
    let (whole, cut) = (folder.file("whole.jsonl"), folder.file("cut.jsonl"));
    let arguments = "--game chess --a Hash=1 --b Hash=1,Tactics=captures --games 10 --nodes 400 --threads 2";
    run(somatic(arguments).arg("--jsonl").arg(&whole));
    let mut child =
        somatic(arguments).arg("--jsonl").arg(&cut).stdout(Stdio::null()).spawn().expect("a child");
    let deadline = Instant::now() + Duration::from_mins(1);
    while std::fs::metadata(&cut).map_or(0, |file| file.len()) == 0 && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().expect("killed");
    child.wait().expect("gone");
    run(somatic(arguments).args(["--resume", "--jsonl"]).arg(&cut));
    assert_eq!(games(&cut), games(&whole));
}

#[test]
fn another_match_is_not_gone_on_with() {
    let folder = Folder::new("other");
    let results = folder.file("out.jsonl");
    run(somatic(MATCH).arg("--jsonl").arg(&results));
    let path = results.display();
    #[track_caller]
    fn check(arguments: &str, reason: &str) {
        let text = super::complaint(arguments);
        assert!(text.contains(reason), "{arguments}: {text}");
    }

    let resume = format!("--resume --jsonl {path}");
    check(&format!("{resume} {}", MATCH.replace("Tactics=soma", "Tactics=stand-pat")), "with --a");
    check(&format!("{resume} {}", MATCH.replace("nodes 200", "nodes 201")), "nodes 200");
    check(&format!("{resume} {}", MATCH.replace("games 6", "games 4")), "none of the games");
    check(&format!("{resume} {MATCH} --seed 2"), "another --seed");
    check(&format!("{resume} {MATCH} --random-plies 3"), "another opening");
    check(&format!("{resume} {MATCH} --game chess"), "a game of 'shogi'");
    // Regression: games with other rules stood side by side in one file.
    check(
        &format!("{resume} {}", MATCH.replace("max-plies 30", "max-plies 31")),
        "with other rules: max-plies 30",
    );
    for rules in ["--no-adjudication", "--adjudicate-win 100,1", "--adjudicate-draw 5,3,0", "--margin 1"] {
        check(&format!("{resume} {MATCH} {rules}"), "with other rules: max-plies 30");
    }
    std::fs::write(&results, "{}\n").expect("a file");
    check(&format!("{resume} {MATCH}"), "not a line of this command");
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_is_finished() {
    let folder = Folder::new("interrupt");
    let results = folder.file("out.jsonl");
    // The first game is over after a move, the second begins with a long think.
    let arguments = "--a Hash=1 --b Hash=1 --games 2 --max-plies 1 --a-depth 1 --b-movetime 600000";
    let started = Instant::now();
    let child = somatic(arguments)
        .arg("--jsonl")
        .arg(&results)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a child");
    let output = interrupted_after_a_game(child, &results);
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(said, "somatic: interrupted after 1 games: this is a part of the work\n");
    let summary = String::from_utf8_lossy(&output.stdout);
    assert!(summary.contains("games         1 of 2"), "{summary}");
    assert_eq!(games(&results).len(), 1);
    assert!(started.elapsed() < Duration::from_mins(1));
}

#[test]
fn a_file_that_vanishes_ends_the_match() {
    let folder = Folder::new("vanished");
    let results = folder.file("out.jsonl");
    let child = somatic("--a Hash=1 --b Hash=1 --games 1000000 --max-plies 1 --depth 1")
        .arg("--jsonl")
        .arg(&results)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a child");
    while std::fs::metadata(&results).map_or(0, |file| file.len()) == 0 {
        std::thread::sleep(Duration::from_millis(1));
    }
    std::fs::remove_file(&results).expect("removed");
    let output = child.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(2));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.lines().count() == 1 && stderr.contains("has vanished"), "{stderr}");
}

#[test]
fn games_are_written_as_others_read_them() {
    let folder = Folder::new("records");
    let openings = folder.file("openings.sfen");
    let sfen = "ln1gk1snl/1r1s2gb1/p2ppp1pp/2p3p2/1p7/P6R1/1PPPPPP1P/1BG3S2/LNS1KG1NL b P 17";
    std::fs::write(&openings, format!("# two\nsfen {sfen}\nstartpos moves 7g7f 3c3d\n")).expect("a file");
    let lines = folder.file("games.usi");
    let arguments = "--a Hash=1 --b Hash=1 --games 4 --nodes 100 --max-plies 10";
    run(somatic(arguments).arg("--openings").arg(&openings).arg("--record").arg(&lines));
    let name = lines.display().to_string();
    let read: Vec<_> = positions(vec![name]).collect::<Result<_, _>>().expect("positions");
    assert_eq!(read.len(), 4);
    assert_eq!(read[0].id, "game 1");
    assert!(read[0].text.starts_with(&format!("sfen {sfen} moves ")), "{}", read[0].text);
    assert!(read[2].text.starts_with("startpos moves 7g7f 3c3d "), "{}", read[2].text);
    assert!(read[0].other.contains(&("reason".to_owned(), "max-plies".to_owned())));

    let csa = folder.file("games.csa");
    run(somatic(arguments).arg("--openings").arg(&openings).arg("--record").arg(&csa));
    let text = std::fs::read_to_string(&csa).expect("a record");
    let games: Vec<&str> = text.split("/\n").collect();
    assert_eq!(games.len(), 4);
    assert!(games[0].starts_with("V2.2\nN+Hash=1\nN-Hash=1\n"), "{}", games[0]);
    assert!(games[0].contains("P1-KY-KE * -KI-OU * -GI-KE-KY\n"), "{}", games[0]);
    assert!(games[0].contains("P+00FU\n+\n") && games[0].ends_with("%MAX_MOVES\n"), "{}", games[0]);
    assert!(games[2].contains("PI\n+\n+7776FU\n-3334FU\n+"), "{}", games[2]);

    let kif = folder.file("games.kif");
    run(somatic(arguments).arg("--openings").arg(&openings).arg("--record").arg(&kif));
    let read = Records::new(vec![kif.display().to_string()], GameKind::Shogi);
    let read: Vec<_> = read.collect::<Result<_, _>>().expect("games");
    assert_eq!((read.len(), read[0].moves.len(), &read[0].cut), (4, 10, &None));
    assert_eq!(read[0].header(&Header::Event), Some("somatic match, game 1"));
    assert!(read[0].comments.after(1).starts_with("* ") && read[0].times[0].is_some());

    let pgn = folder.file("games.pgn");
    let arguments = "--game chess --a Hash=1 --b Hash=1 --games 1 --nodes 100 --max-plies 2 --random-plies 0";
    run(somatic(arguments).arg("--record").arg(&pgn));
    let text = std::fs::read_to_string(&pgn).expect("a record");
    assert!(text.starts_with("[Event \"somatic match\"]\n"), "{text}");
    assert!(text.contains("[Result \"1/2-1/2\"]\n") && text.contains("\n\n1. "), "{text}");
    assert!(text.contains(" 1... ") && text.ends_with("{max-plies} 1/2-1/2\n"), "{text}");
}

/// Regression: positions that stand there twice, and few random moves, gave the same games again without a word.
#[test]
fn openings_that_come_again() {
    let folder = Folder::new("repeats");
    let twice = folder.write("twice.sfen", "startpos\nstartpos\nstartpos moves 7g7f\nstartpos\n");
    let two =
        run(somatic("--a Hash=1 --b Hash=1 --games 6 --depth 1 --max-plies 2").arg("--openings").arg(&twice));
    assert!(two.contains("games         6 of 6, 2 openings, which repeat"), "{two}");
    let said = |arguments: &str| {
        let output = somatic(&format!("--b Hash=1 --max-plies 2 --random-plies 0 {arguments}")).output();
        String::from_utf8(output.expect("the program starts").stderr).expect("text")
    };
    let note = "2 of 3 openings come again: without a clock their games are only played once more\n";
    assert_eq!(said("--a Hash=1 --games 6 --depth 1"), note);
    for other in [
        "--a Hash=1 --games 6 --movetime 1",
        "--a Hash=1,Skill=3 --games 6 --depth 1",
        "--a Hash=1 --games 2 --depth 1",
    ] {
        assert_eq!(said(other), "", "{other}");
    }
    assert_eq!(said("--a Hash=1 --games 2 --depth 1 --shard 2/2"), "no games in part 2/2\n");
}

#[test]
fn bad_openings_are_named_and_passed_over() {
    let folder = Folder::new("openings");
    let openings = folder.file("bad.sfen");
    std::fs::write(&openings, "nonsense\nstartpos moves 7g7f\nstartpos moves 7g7e\n").expect("a file");
    let output = somatic("--a Hash=1 --b Hash=1 --games 6 --nodes 50 --max-plies 4")
        .arg("--openings")
        .arg(&openings)
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(2));
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(stdout.contains("games         6 of 6, 1 openings, which repeat"), "{stdout}");
    let places: Vec<&str> = stderr.lines().collect();
    assert_eq!(places.len(), 3, "{stderr}");
    assert_eq!(places[2], "somatic: 2 lines could not be used");
    assert!(places[0].contains("bad.sfen:1: ") && places[1].contains("bad.sfen:3: "), "{stderr}");
}

/// Regression: a list of all games was made before the first one.
#[cfg(target_os = "linux")]
#[test]
fn a_match_takes_no_memory_for_games_to_come() {
    let folder = Folder::new("memory");
    let results = folder.file("out.jsonl");
    let mut child = somatic("--a Hash=1 --b Hash=1 --games 1000000000 --max-plies 1 --depth 1")
        .arg("--jsonl")
        .arg(&results)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("a child");
    let started = Instant::now();
    while std::fs::metadata(&results).map_or(0, |file| file.len()) == 0 {
        assert!(started.elapsed() < Duration::from_mins(1), "no game ended");
        std::thread::sleep(Duration::from_millis(1));
    }
    let kilobytes = peak_memory(child.id()).expect("a process");
    child.kill().expect("killed");
    child.wait().expect("gone");
    assert!(kilobytes < 300_000, "{kilobytes} kB");
}

#[test]
fn help_states_the_rules_of_the_code() {
    use somatic::lab::arena::MatchGame as _;
    use somatic::protocol::{Uci, Usi};
    let help = run(somatic("--help").env("COLUMNS", "100"));
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let [shogi, chess] = [Usi::ADJUDICATION, Uci::ADJUDICATION].map(|rules| rules.win.expect("a rule"));
    assert!(help.contains(&format!("[shogi: {shogi}; chess: {chess}]")), "{help}");
    let chess = Uci::ADJUDICATION.draw.expect("a rule");
    assert!(help.contains(&format!("[shogi: never; chess: {chess}]")), "{help}");
}

/// The openings of the first pairs of a match: their names, where they start, and their moves.
fn openings_of(lines: &str, pairs: usize) -> Vec<(String, String, Vec<String>)> {
    let folder = Folder::new("opening-lines");
    let (openings, results) = (folder.write("openings.txt", lines), folder.file("out.jsonl"));
    let arguments = format!("--a Hash=1 --b Hash=1 --games {} --depth 1 --max-plies 1", 2 * pairs);
    run(somatic(&arguments).arg("--openings").arg(&openings).arg("--jsonl").arg(&results));
    let games = games(&results);
    let of_pair = |pair: usize| {
        let game = &games[&(2 * pair as u64 + 1)];
        let text = |field: &str| game[field].as_str().expect(field).to_owned();
        let moves = game["opening_moves"].as_array().expect("moves").iter();
        let moves = moves.map(|m| m.as_str().expect("a move").to_owned()).collect();
        (text("opening"), text("start"), moves)
    };
    (0..pairs).map(of_pair).collect()
}

#[test]
fn lines_become_openings() {
    let start = somatic::shogi::START;
    let lines = format!("startpos moves 7g7f 3c3d ; id \"x\"\n{start}\n4k4/9/9/9/9/9/9/9/4K4 b P\n");
    let expected = [
        ("x", "startpos", &["7g7f", "3c3d"][..]),
        ("openings.txt:2", "startpos", &[]),
        ("openings.txt:3", "sfen 4k4/9/9/9/9/9/9/9/4K4 b P 1", &[]),
    ];
    for (found, (id, start, moves)) in openings_of(&lines, 3).into_iter().zip(expected) {
        assert_eq!((found.0.as_str(), found.1.as_str()), (id, start));
        assert_eq!(found.2, moves);
    }
}

/// Regression: in a match of more pairs than openings the same games were
/// played again at fixed nodes, and counted as if they were new.
#[test]
fn openings_that_come_again_go_on_differently() {
    let found = openings_of("startpos moves 7g7f\nstartpos moves 2g2f\n", 20);
    let mut moves: Vec<_> = found.into_iter().map(|(.., moves)| moves).collect();
    for (pair, own) in moves.iter().enumerate() {
        assert_eq!(own[0], ["7g7f", "2g2f"][pair % 2]);
        assert_eq!(own.len(), if pair < 2 { 1 } else { 3 });
    }
    moves.sort();
    moves.dedup();
    assert_eq!(moves.len(), 20);
}

#[test]
fn what_is_no_opening_says_why() {
    let folder = Folder::new("no-opening");
    for (line, reason) in [
        ("hello", "neither"),
        (somatic::shogi::START, "FEN"),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "over already"),
        ("startpos moves e2e5", "e2e5"),
    ] {
        let openings = folder.write("openings.txt", line);
        let arguments = format!("--game chess --games 2 --nodes 5 --openings {}", openings.display());
        let text = super::complaint(&arguments);
        assert!(text.contains("no opening of chess: ") && text.contains(reason), "{line}: {text}");
    }
}
