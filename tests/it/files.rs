//! Files that commands read and write: nothing is lost unasked, and what is
//! missing or empty is one line.

use std::path::Path;

use crate::common::{Folder, run_words};

/// Writes a file, and gives its path as text.
fn write(folder: &Folder, name: &str, text: &str) -> String {
    folder.write(name, text).display().to_string()
}

/// It is refused: exit code 2, nothing printed, one line that says this.
#[track_caller]
fn refused(arguments: &str, part: &str) {
    let (code, out, error) = run_words(arguments);
    assert_eq!((code, out.as_str()), (Some(2), ""), "{arguments}: {error}");
    assert!(error.starts_with("somatic: ") && error.contains(part), "{arguments}: {error}");
    assert_eq!(error.lines().count(), 1, "{arguments}: {error}");
}

/// Commands that write files, with their inputs, quick to run.
fn writers(folder: &Folder) -> Vec<(String, &'static str)> {
    let suite = write(folder, "suite.epd", "sfen 4k4/9/4S4/9/9/9/9/9/4K4 b G 1 ; bm G*5b ; dm 1\n");
    let games = write(folder, "games.usi", "startpos moves 7g7f 3c3d\n");
    let quick = "--depth 1 --hash 1";
    vec![
        (format!("suite {quick} {suite}"), "--jsonl"),
        (format!("compare {quick} {suite}"), "--jsonl"),
        (format!("compare {quick} {suite}"), "--html"),
        (format!("suite {quick} {suite}"), "--html"),
        (format!("census --from-ply 0 {games}"), "--html"),
        ("match --a Hash=1 --b Hash=1 --games 1 --max-plies 1 --depth 1".to_owned(), "--html"),
        (format!("label --depth 2 --second 1 {suite}"), "--jsonl"),
        (format!("census --from-ply 0 {games}"), "--jsonl"),
        (format!("sample --count 1 --plies 2 --nodes 10 {games}"), "--jsonl"),
        ("match --a Hash=1 --b Hash=1 --games 1 --max-plies 1 --depth 1".to_owned(), "--jsonl"),
        ("match --a Hash=1 --b Hash=1 --games 1 --max-plies 1 --depth 1".to_owned(), "--record"),
    ]
}

#[test]
fn results_are_not_written_over_unasked() {
    let folder = Folder::new("overwrite");
    for (command, option) in writers(&folder) {
        let old = "what was there\n";
        let path = write(&folder, "out.usi", old);
        let line = format!("{command} {option} {path}");
        refused(&line, &format!("{option} {path}: the file holds something"));
        // Only results are gone on with.
        let goes_on = option == "--jsonl" && !command.starts_with("sample");
        assert_eq!(run_words(&line).2.contains("or --resume"), goes_on, "{line}");
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), old, "{command}");
        let (code, _, error) = run_words(&format!("{command} --overwrite {option} {path}"));
        assert_eq!(code, Some(0), "{command}: {error}");
        assert!(!std::fs::read_to_string(&path).expect("a file").contains(old), "{command}");
        // An empty file holds nothing.
        let path = write(&folder, "empty.usi", "");
        assert_eq!(run_words(&format!("{command} {option} {path}")).0, Some(0), "{command}");
    }
    // A device loses nothing.
    #[cfg(unix)]
    for (command, _) in writers(&folder).iter().filter(|(_, option)| *option == "--jsonl") {
        assert_eq!(run_words(&format!("{command} --jsonl /dev/null")).0, Some(0), "{command}");
    }
}

/// What is gone on with is not written over; what is made from it is.
#[test]
fn going_on_writes_over_nothing_else() {
    let folder = Folder::new("resume");
    let play = "match --a Hash=1 --b Hash=1 --games 2 --max-plies 1 --depth 1";
    let (results, record) = (write(&folder, "out.jsonl", ""), write(&folder, "games.usi", ""));
    assert_eq!(run_words(&format!("{play} --jsonl {results} --record {record}")).0, Some(0));
    assert_eq!(run_words(&format!("{play} --resume --jsonl {results} --record {record}")).0, Some(0));
    // Results that hold nothing are no reason to lose the games on record.
    let nothing = write(&folder, "nothing.jsonl", "");
    let before = std::fs::read_to_string(&record).expect("a file");
    refused(&format!("{play} --resume --jsonl {nothing} --record {record}"), "--record");
    assert_eq!(std::fs::read_to_string(&record).expect("a file"), before);
    refused(&format!("{play} --jsonl {nothing} --record {nothing}"), "another output");
    let suite = write(&folder, "suite.epd", "startpos\n");
    refused(&format!("compare --depth 1 {suite} --html {suite} --overwrite"), "would write over an input");
}

/// Names from files are shown with their control characters written out.
#[test]
fn control_characters_are_shown_and_not_sent() {
    let folder = Folder::new("control");
    let evil = "a\u{1b}[31mb\u{7}\u{9b}2J";
    let suite = format!("sfen 4k4/9/4S4/9/9/9/9/9/4K4 b G 1 ; bm 5c4b ; id \"{evil}\"\n");
    let suite = write(&folder, "suite.epd", &suite.repeat(2));
    let other = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1";
    let compared = write(&folder, "compared.epd", &format!("{other} ; id \"{evil}\"\n"));
    let page = folder.file("page.html").display().to_string();
    for command in [
        format!("suite --depth 1 --hash 1 {suite}"),
        format!("compare --depth 1 --reference 4 --tactics stand-pat --hash 1 --html {page} {compared}"),
    ] {
        let (_, out, error) = run_words(&command);
        let said = out + &error + &std::fs::read_to_string(&page).unwrap_or_default();
        assert!(said.chars().all(|c| c == '\n' || !c.is_control()), "{command}: {said:?}");
        assert!(said.contains("\\u{1b}[31mb\\u{7}"), "{command}: {said}");
    }
}

/// Marks that turn the direction of text, and what a terminal obeys, in files of every kind: nothing of it
/// reaches a terminal.
#[test]
fn no_text_of_a_file_reaches_a_terminal_as_it_is() {
    const EVIL: &str = "\u{1b}]0;owned\u{7}\u{1b}[31m \u{202e}d\u{2066}x\u{9b}2J\u{200f}";
    let folder = Folder::new("terminal");
    let line = format!("sfen 4k4/9/4S4/9/9/9/9/9/4K4 b G 1 ; bm G*5b ; dm 1 ; id \"{EVIL}\"\n");
    let suite = write(&folder, "suite.epd", &format!("{line}{EVIL}\nstartpos moves {EVIL}\n"));
    let games = write(&folder, "games.usi", &format!("startpos moves 7g7f ; id \"{EVIL}\"\n{EVIL}\n"));
    let pgn = write(&folder, "games.pgn", &format!("[White \"{EVIL}\"]\n\n1. e4 {{{EVIL}}} e5 {EVIL} 1-0\n"));
    let book = write(
        &folder,
        "book.db",
        &format!(
            "#YANEURAOU-DB2016 1.00\nsfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n{EVIL} x y z 1\n"
        ),
    );
    let merged = folder.file("merged.db").display().to_string();
    let trials = write(&folder, "trials.txt", &format!("{EVIL}\n"));
    for command in [
        format!("suite --depth 1 --hash 1 {suite}"),
        format!("compare --depth 1 --hash 1 {suite}"),
        format!("mate --hash 1 {suite}"),
        format!("label --depth 2 --second 1 {suite}"),
        format!("accuracy --split all {suite}"),
        format!("sample --count 1 --plies 2 --nodes 10 {suite}"),
        format!("census --from-ply 0 {games} {pgn}"),
        format!("review --nodes 10 {games} {pgn}"),
        format!("convert --to kif {pgn}"),
        format!("convert --to pgn {games}"),
        format!("book make {games} --out {merged} --overwrite"),
        format!("book merge {book} --out {merged} --overwrite"),
        format!("book show {book} startpos"),
        format!("match --a Hash=1 --b Hash=1 --games 2 --depth 1 --max-plies 1 --openings {suite}"),
        format!("match --trials {trials}"),
        format!("tune --params {trials} --games 2"),
        format!("xref {EVIL}"),
        EVIL.to_owned(),
        format!("suite --{EVIL}"),
        format!("eval --eval {EVIL}"),
    ] {
        let (_, out, error) = run_words(&command);
        let harmful = |c: &char| c.is_control() && *c != '\n' || "\u{202e}\u{2066}\u{200f}".contains(*c);
        let said = out + &error;
        assert!(!said.is_empty(), "{command}");
        assert_eq!(said.chars().find(harmful), None, "{command}: {said:?}");
    }
}

const READERS: [&str; 8] = [
    "suite --depth 1",
    "compare --depth 1",
    "label",
    "accuracy",
    "sample",
    "census",
    "match --games 2 --depth 1 --max-plies 1 --openings",
    "suite --depth 1 --jsonl never-written.jsonl",
];

#[test]
fn a_missing_or_empty_file_is_one_line() {
    let folder = Folder::new("missing");
    let good = write(&folder, "good.txt", "startpos moves 7g7f ; bm 3c3d\n");
    let empty = write(&folder, "empty.txt", "");
    let silent = write(&folder, "silent.txt", "# nothing but a comment\n\n");
    for command in &READERS[..7] {
        refused(&format!("{command} {silent}"), &silent);
        if !command.starts_with("match") {
            refused(&format!("{command} -"), "in standard input");
        }
    }
    for command in READERS {
        refused(&format!("{command} no-such.file"), "no-such.file: no such file");
        refused(&format!("{command} {empty}"), &format!("{empty}: the file is empty"));
        refused(&format!("{command} {}", folder.file("").display()), "a folder");
        if !command.starts_with("match") {
            refused(&format!("{command} {good} no-such.file"), "no-such.file: no such file");
        }
    }
    assert!(!Path::new("never-written.jsonl").exists());
}
