//! A queue of matches: the table is the same however the queue was played.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::{run, somatic};
use crate::common::Folder;

/// One trial that a test decides, one in the other game, one with games of its own.
const TRIALS: &str = "# a queue\n\
    resigns ; ; ResignValue=0 ; sprt=0,200 games=400 nodes=100\n\
    chess | soma;Tactics=soma;Tactics=stand-pat;game=chess;games=6 # a comment\n\
    delta ; horizon_delta=300 ; name=old\n";
const ARGUMENTS: &str = "--games 4 --nodes 150 --max-plies 30";

/// The games of a results file by trial and number, without times.
#[track_caller]
fn games(path: &Path) -> BTreeMap<(String, u64), Value> {
    let text = std::fs::read_to_string(path).expect("a results file");
    let mut games = BTreeMap::new();
    for line in text.lines() {
        let mut game: Value = serde_json::from_str(line).expect(line);
        game.as_object_mut().and_then(|fields| fields.remove("time_ms")).expect("times");
        let key =
            (game["trial"].as_str().expect("a trial").to_owned(), game["number"].as_u64().expect("a number"));
        assert!(games.insert(key.clone(), game).is_none(), "{key:?} twice");
    }
    games
}

/// A folder with a queue, and the arguments that play it.
fn queue(test: &str, text: &str) -> (Folder, String) {
    let folder = Folder::new(test);
    let file = folder.file("queue.txt");
    std::fs::write(&file, text).expect("a file");
    let arguments = format!("{ARGUMENTS} --trials {}", file.display());
    (folder, arguments)
}

#[test]
fn a_queue_ends_with_one_table() {
    let (folder, arguments) = queue("queue", TRIALS);
    let (results, markdown) = (folder.file("out.jsonl"), folder.file("table.md"));
    let table = run(somatic(&arguments).arg("--jsonl").arg(&results).arg("--table").arg(&markdown));
    let rows: Vec<Vec<&str>> = table
        .lines()
        .skip(2)
        .map(|line| line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect())
        .collect();
    assert!(table.starts_with("Trials: what A scored against B\n\n"), "{table}");
    assert_eq!(
        rows[0],
        ["trial", "game", "limit", "games", "W-D-L", "Elo (95 %)", "LLR", "bounds", "verdict"]
    );
    let names: Vec<&str> = rows.iter().map(|row| row[0]).collect();
    assert_eq!(names, ["trial", "resigns", "chess | soma", "delta"], "{table}");
    assert_eq!((rows[1][1], rows[1][2], rows[1][8]), ("shogi", "nodes 100", "accepted"), "{table}");
    assert_eq!((rows[2][1], rows[2][3], rows[2][7]), ("chess", "6", "-"), "{table}");
    assert_eq!((rows[3][2], rows[3][3]), ("nodes 150", "4"), "{table}");
    // Whoever resigns early wins nothing, and no game after the decision is counted.
    let decided: u64 = rows[1][3].parse().expect("a number of games");
    assert!(decided < 200 && rows[1][4].ends_with("-0"), "{table}");
    let markdown = std::fs::read_to_string(markdown).expect("a table");
    let lines: Vec<&str> = markdown.lines().collect();
    assert!(lines.len() == 7 && lines[3].starts_with("|---"), "{markdown}");
    assert!(lines[5].contains("chess \\| soma"), "{markdown}");
    assert_eq!(games(&results).len() as u64, decided + 6 + 4);
    // However many are played at once.
    let again = folder.file("again.jsonl");
    assert_eq!(run(somatic(&arguments).args(["--threads", "3", "--jsonl"]).arg(&again)), table);
}

#[test]
fn a_queue_that_was_cut_goes_on() {
    let (folder, arguments) = queue("queue-cut", TRIALS);
    let (whole, cut) = (folder.file("whole.jsonl"), folder.file("cut.jsonl"));
    let markdown = folder.file("table.md");
    let table = run(somatic(&arguments).arg("--jsonl").arg(&whole));
    let text = std::fs::read_to_string(&whole).expect("results");
    let lines: Vec<&str> = text.lines().collect();
    for kept in [1, lines.len() - 7, lines.len() - 1] {
        let half = &lines[kept][..lines[kept].len() / 2];
        std::fs::write(&cut, format!("{}\n{half}", lines[..kept].join("\n"))).expect("a file");
        assert_eq!(
            run(somatic(&arguments).args(["--resume", "--jsonl"]).arg(&cut).arg("--table").arg(&markdown)),
            table,
            "{kept} games kept"
        );
        assert_eq!(games(&cut), games(&whole));
    }
    // A table is made again, and nothing else that lies there.
    std::fs::write(&markdown, "| trial | of somebody else |\n").expect("a file");
    let refused =
        somatic(&arguments).args(["--resume", "--jsonl"]).arg(&cut).arg("--table").arg(&markdown).output();
    assert_eq!(refused.expect("a run").status.code(), Some(2));
}

#[test]
fn a_killed_queue_goes_on() {
    let (folder, arguments) = queue("queue-killed", TRIALS);
    let (whole, cut) = (folder.file("whole.jsonl"), folder.file("cut.jsonl"));
    let table = run(somatic(&arguments).arg("--jsonl").arg(&whole));
    let mut child =
        somatic(&arguments).arg("--jsonl").arg(&cut).stdout(Stdio::null()).spawn().expect("a child");
    let deadline = Instant::now() + Duration::from_secs(30);
    while std::fs::metadata(&cut).map_or(0, |file| file.len()) == 0 && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().expect("killed");
    child.wait().expect("gone");
    assert_eq!(run(somatic(&arguments).args(["--resume", "--jsonl"]).arg(&cut)), table);
    assert_eq!(games(&cut), games(&whole));
}

#[test]
fn bad_lines_of_a_queue_are_named_and_the_others_played() {
    let bad = [
        ("wrong option;Tactic=soma;", "player A: unknown option 'Tactic'"),
        ("two fields ; x=1", "expected NAME ; SPEC A ; SPEC B"),
        (" ; ; ", "expected a name"),
        ("good ; ;", "a second trial of the name 'good'"),
        ("no nodes ; ; ; nodes=0", "'nodes=0': expected a number above 0"),
        ("no field ; ; ; speed=5", "'speed=5': expected one of game, nodes"),
        ("no game ; ; ; game=go", "'game=go': expected shogi or chess"),
        ("no test ; ; ; sprt=5,0", "the smaller first"),
        ("no program ; ; cmd=/no/such/program", "cannot start"),
        ("no clock ; ; ; game=chess byoyomi=10", "byoyomi is for shogi"),
    ];
    let lines: Vec<&str> = ["good ; ;"].into_iter().chain(bad.iter().map(|(line, _)| *line)).collect();
    let (_folder, arguments) = queue("queue-bad", &lines.join("\n"));
    let output = somatic(&arguments).output().expect("the program starts");
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    for (i, (line, reason)) in bad.iter().enumerate() {
        let place = format!("queue.txt:{}: ", i + 2);
        let told = stderr.lines().find(|told| told.contains(&place));
        assert!(told.is_some_and(|told| told.contains(reason)), "{line}: {stderr}");
    }
    assert_eq!(stdout.lines().count(), 4, "{stdout}");
    assert!(stdout.contains("good   shogi  nodes 150"), "{stdout}");
}

#[test]
fn results_of_other_games_are_not_gone_on_with() {
    let (folder, arguments) = queue("queue-other", "one ; ; horizon_delta=1\ntwo ; ; horizon_delta=2\n");
    let results = folder.file("out.jsonl");
    run(somatic(&arguments).arg("--jsonl").arg(&results));
    let file = folder.file("queue.txt");
    let check = |text: &str, arguments: &str, reason: &str| {
        std::fs::write(&file, text).expect("a file");
        let all = format!("{arguments} --resume --jsonl {}", results.display());
        let told = super::complaint(&all);
        assert!(told.contains(reason), "{text}: {told}");
    };
    check("one ; ; horizon_delta=1\n", &arguments, "a game of 'two', which is none of the trials");
    check("one ; ; horizon_delta=3\ntwo ; ; horizon_delta=2\n", &arguments, "with --b 'horizon_delta=1'");
    // A match is not a queue.
    let one = "--games 4 --nodes 150 --max-plies 30 --b horizon_delta=1";
    check("", one, "a game of the trial 'one'");
    for (arguments, reason) in [
        ("--trials x --a Hash=1", "--trials"),
        ("--games 2 --nodes 5 --table x", "--trials"),
        ("--trials /no/such/file --nodes 5", "no such file"),
    ] {
        let told = somatic(arguments).output().expect("the program starts");
        let text = String::from_utf8_lossy(&told.stderr).into_owned();
        assert!(told.status.code() == Some(2) && text.contains(reason), "{arguments}: {text}");
    }
}
