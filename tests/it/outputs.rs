//! Results of batches: the old ones stay until there are new ones, nobody writes into what another writes, and
//! what is not ours is not gone on with.

use somatic::files::Output;

use crate::common::{Folder, run_words};

const ONE: &str = "sfen 4k4/9/4S4/9/9/9/9/9/4K4 b G 1 ; bm G*5b ; dm 1\n";

/// Commands that go on with what a file holds, quick to run.
fn batches(folder: &Folder) -> Vec<String> {
    let suite = folder.write("suite.epd", ONE).display().to_string();
    let games = folder.write("games.usi", "startpos moves 7g7f 3c3d\n").display().to_string();
    vec![
        format!("suite --depth 1 --hash 1 {suite} --jsonl"),
        format!("compare --depth 1 --hash 1 {suite} --jsonl"),
        format!("mate --hash 1 {suite} --jsonl"),
        format!("label --depth 2 --second 1 {suite} --jsonl"),
        format!("census --from-ply 0 {games} --jsonl"),
        "match --a Hash=1 --b Hash=1 --games 2 --max-plies 1 --depth 1 --jsonl".to_owned(),
        "tune --set razor_base=0..800 --games 2 --nodes 5 --max-plies 1 --out".to_owned(),
    ]
}

#[test]
fn a_foreign_file_is_not_gone_on_with() {
    let folder = Folder::new("foreign");
    for command in batches(&folder) {
        for foreign in
            ["my notes, one line without an end", "notes\n", "{\"json\": 1}\n", "\u{1}\n{\"number\":1"]
        {
            let path = folder.write("notes.txt", foreign).display().to_string();
            let (code, out, error) = run_words(&format!("{command} {path} --resume"));
            assert_eq!((code, out.as_str(), error.lines().count()), (Some(2), "", 1), "{command}: {error}");
            assert_eq!(std::fs::read_to_string(&path).expect("a file"), foreign, "{command}");
        }
    }
}

#[test]
fn half_a_line_is_dropped_and_what_is_not_ours_is_kept() {
    let folder = Folder::new("lines");
    let mut lines = Vec::new();
    for (before, whole) in [("- one\n- two\n- thr", 2), ("- one", 0), ("-", 0), ("", 0)] {
        let path = folder.write("out.jsonl", before);
        lines.clear();
        let file = Output::resume_lines(&path, "- ", |line| {
            lines.push(line.to_owned());
            Ok(())
        });
        file.expect("resumed").append_line("- three").expect("appended");
        assert_eq!(lines, ["- one", "- two"][..whole]);
        let text = std::fs::read_to_string(&path).expect("text");
        assert_eq!(text.lines().count(), whole + 1);
        assert!(text.ends_with("- three\n"), "{text}");
    }
    for foreign in ["my notes", "notes\n", "\n", "\u{feff}- one\n"] {
        let path = folder.write("out.jsonl", foreign);
        Output::resume_lines(&path, "- ", |_| Ok(())).expect_err(foreign);
        assert_eq!(std::fs::read_to_string(&path).expect("text"), foreign);
    }
}

/// Old results are there until the first new one is.
#[test]
fn old_results_outlive_a_run_that_comes_to_nothing() {
    let folder = Folder::new("outlive");
    let bad = folder.write("bad.epd", "nonsense\n").display().to_string();
    let old = "old results\n";
    for command in [
        format!("suite --depth 1 --hash 1 {bad} --jsonl"),
        format!("compare --depth 1 --hash 1 {bad} --jsonl"),
        "match --a Hash=1 --b cmd=/no/such/program --games 2 --depth 1 --jsonl".to_owned(),
        "match --a Hash=1 --b eval=/no/such.net --games 2 --depth 1 --jsonl".to_owned(),
    ] {
        let path = folder.write("old.jsonl", old).display().to_string();
        let (code, _, error) = run_words(&format!("{command} {path} --overwrite"));
        assert_eq!(code, Some(2), "{command}: {error}");
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), old, "{command}");
        assert!(!folder.names().iter().any(|name| name.contains("new")), "{command}: {:?}", folder.names());
    }
}

#[test]
fn a_second_writer_is_refused() {
    let folder = Folder::new("two-writers");
    for command in batches(&folder) {
        for goes_on in [true, false] {
            let path = folder.write("out.jsonl", if goes_on { "" } else { "old" });
            let held =
                if goes_on { Output::resume_lines(&path, "", |_| Ok(())) } else { Output::create(&path) };
            let mut held = held.expect("a file");
            for how in ["--resume", "--overwrite"] {
                let (code, out, error) = run_words(&format!("{command} {} {how}", path.display()));
                assert_eq!(
                    (code, out.as_str(), error.lines().count()),
                    (Some(2), "", 1),
                    "{command}: {error}"
                );
                assert!(error.contains("another process is writing it"), "{command}: {error}");
            }
            held.append_line("new").expect("written");
            assert_eq!(std::fs::read_to_string(&path).expect("a file"), "new\n", "{command}");
        }
    }
}

#[cfg(unix)]
#[test]
fn files_are_written_through_links() {
    let folder = Folder::new("link");
    let suite = folder.write("suite.epd", ONE);
    for (option, begins) in [("--html", "<!DOCTYPE html>"), ("--jsonl", "{\"number\":1,")] {
        let (file, link) =
            (folder.write(&format!("file{option}"), "old"), folder.file(&format!("link{option}")));
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        let words =
            format!("suite --depth 1 --hash 1 {} --overwrite {option} {}", suite.display(), link.display());
        let (code, _, error) = run_words(&words);
        assert_eq!(code, Some(0), "{error}");
        assert!(link.is_symlink(), "{option}");
        assert!(std::fs::read_to_string(&file).expect("a file").starts_with(begins), "{option}");
    }
}

/// A position costs the same nodes whatever was searched before it.
#[test]
fn mates_are_repeatable() {
    const POSITION: &str = "sfen lnk6/1r1sG4/2pp2+N2/1p1spP1p1/p1R5P/6pbp/PPPPG4/2S2L3/LN1GK4 w BG3Psnlp 120";
    let folder = Folder::new("mates");
    let lines = [POSITION; 8].join("\n");
    let file = folder.write("eight.sfen", &lines);
    let path = folder.file("out.jsonl");
    let arguments = format!("mate {} --nodes 60000 --no-times --jsonl {}", file.display(), path.display());
    assert_eq!(run_words(&arguments).0, Some(0));
    let text = std::fs::read_to_string(&path).expect("rows");
    let nodes = |line: &str| serde_json::from_str::<serde_json::Value>(line).expect("JSON")["nodes"].clone();
    let all: Vec<_> = text.lines().map(nodes).collect();
    assert_eq!(all.len(), 8);
    assert!(all.iter().all(|nodes| *nodes == all[0]), "{all:?}");
}

/// What is no plain file is written to as it is, whatever its name is.
#[cfg(unix)]
#[test]
fn results_go_to_a_pipe() {
    let folder = Folder::new("pipe");
    let suite = folder.write("suite.epd", ONE);
    let (code, out, error) =
        run_words(&format!("suite --depth 1 --hash 1 {} --jsonl /dev/stdout", suite.display()));
    assert_eq!(code, Some(0), "{error}");
    assert!(out.contains("{\"number\":1,"), "{out}");
}

/// What results depend on is written down, the input among it.
#[test]
fn another_input_or_setting_is_not_gone_on_with() {
    let folder = Folder::new("mixed");
    let other = "sfen 4k4/9/9/9/9/9/9/9/4K4 b RB 1 ; bm B*5e ; dm 1 ; id \"one\"\n";
    let one = format!("{} ; id \"one\"\n", ONE.trim_end());
    let (moves, others) = ("startpos moves 7g7f 3c3d ; id one\n", "startpos moves 2g2f 8c8d ; id one\n");
    for (command, before, after, options) in [
        ("suite --depth 1 --hash 1", one.as_str(), other, ""),
        ("compare --depth 1 --hash 1", &one, other, ""),
        ("mate --hash 1", &one, other, ""),
        ("label --depth 2 --second 1 --hash 1", &one, other, ""),
        ("review --nodes 10 --hash 1", moves, others, ""),
        ("suite --depth 1 --hash 1", &one, &one, "--set rfp_margin=50"),
        ("mate --hash 1", &one, &one, "--all"),
        ("label --depth 2 --second 1 --hash 1", &one, &one, "--max-nodes 77"),
        ("label --depth 2 --second 1", &one, &one, "--hash 2"),
        ("census", moves, moves, "--from-ply 1"),
        ("review --nodes 10", moves, moves, "--hash 1"),
    ] {
        let input = folder.write("input", before);
        let out = folder.file("out.jsonl");
        let run = |options: &str| {
            run_words(&format!("{command} {} --jsonl {} {options}", input.display(), out.display()))
        };
        assert_eq!(run("--overwrite").0, Some(0), "{command}");
        let rows = std::fs::read_to_string(&out).expect("rows");
        assert_eq!(run("--resume").0, Some(0), "{command}: its own results");
        folder.write("input", after);
        let (code, _, error) =
            run_words(&format!("{command} {} --jsonl {} {options} --resume", input.display(), out.display()));
        assert_eq!((code, error.lines().count()), (Some(2), 1), "{command} {options}: {error}");
        assert_eq!(std::fs::read_to_string(&out).expect("rows"), rows, "{command} {options}");
    }
}

/// The most memory that the program has at one time, in kB.
#[cfg(target_os = "linux")]
fn peak_of(arguments: &[&str]) -> u64 {
    let mut child = crate::common::command(env!("CARGO_BIN_EXE_somatic"))
        .args(arguments)
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("the program runs");
    let mut most = 0;
    while child.try_wait().expect("a child").is_none() {
        most = most.max(crate::common::peak_memory(child.id()).unwrap_or(0));
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(child.wait().expect("an end").success());
    most
}

/// A review takes memory in proportion to the game: with a copy of the game for each ply, this one took
/// gigabytes.
#[cfg(target_os = "linux")]
#[test]
fn a_long_game_is_reviewed_in_little_memory() {
    let folder = Folder::new("long");
    let moves = ["2h3h", "8b7b", "3h2h", "7b8b"].repeat(750).join(" ");
    let game = folder.write("long.usi", &format!("startpos moves {moves}\n")).display().to_string();
    let most = peak_of(&["review", "--nodes", "1", "--hash", "1", "--threads", "1", "--top", "0", &game]);
    assert!((1..200_000).contains(&most), "{most} kB");
}

/// So does reading a record: a KIF of this length took 430 MB.
#[cfg(target_os = "linux")]
#[test]
fn a_long_record_is_read_in_little_memory() {
    use std::fmt::Write as _;

    let folder = Folder::new("long-record");
    let moves = ["３八飛(28)", "７二飛(82)", "２八飛(38)", "８二飛(72)"];
    let mut record = "手合割：平手\n手数----指手---------消費時間--\n".to_owned();
    for (number, text) in (1..=9_996).zip(moves.into_iter().cycle()) {
        let _ = writeln!(record, "{number:4} {text}   ( 0:01/00:00:01)");
    }
    let game = folder.write("long.kifu", &record).display().to_string();
    let most = peak_of(&["convert", &game, "--to", "usi"]);
    assert!((1..100_000).contains(&most), "{most} kB");
}

#[test]
fn the_old_file_stays_until_there_is_something_new() {
    let folder = Folder::new("old");
    let path = folder.write("out", "old");
    let text = || std::fs::read_to_string(&path).expect("text");
    drop(Output::create(&path).expect("a file"));
    assert_eq!(text(), "old");
    // What a killed run left is no hindrance.
    folder.write("out.somatic-new", "half a line");
    let mut out = Output::create(&path).expect("a file");
    assert_eq!(text(), "old");
    out.append(b"new\n").expect("written");
    assert_eq!(text(), "new\n");
    drop(out);
    let mut out = Output::create_beside(&path).expect("a file");
    out.append(b"newest\n").expect("written");
    assert_eq!(text(), "new\n");
    out.take_place().expect("renamed");
    assert_eq!(text(), "newest\n");
    drop(out);
    assert_eq!(folder.names().len(), 1);
}
