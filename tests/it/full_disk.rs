//! A disk that fills up: one clear line, nothing half-written, and the run can
//! be gone on with when there is room again.

#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::Command;

use somatic::train::record::Reader;

use crate::common::{Folder, on_small_disk};

/// What the system says where a file may not grow.
const NO_ROOM: &str = "File too large";

/// Runs it to a bad end; its one line must name the file and say that there is no room.
#[track_caller]
fn fails(mut command: Command, arguments: &str, file: &Path) {
    let output = command.args(arguments.split_whitespace()).output().expect("the program starts");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{arguments}: {error}");
    let says_why = [NO_ROOM, "No space left"].iter().any(|why| error.contains(why));
    assert!(error.contains(&file.display().to_string()) && says_why, "{arguments}: {error}");
}

fn program() -> Command {
    crate::common::somatic()
}

/// Runs it to a good end, and gives what it printed.
#[track_caller]
fn run(arguments: &str) -> String {
    let output = program().args(arguments.split_whitespace()).output().expect("the program starts");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && error.is_empty(), "{arguments}: {error}");
    String::from_utf8(output.stdout).expect("text")
}

fn bytes(path: &Path) -> Vec<u8> {
    std::fs::read(path).expect("a file")
}

#[test]
fn selfplay_keeps_whole_games_and_goes_on() {
    let folder = Folder::new("selfplay");
    let (whole, path) = (folder.file("whole.bin"), folder.file("games.bin"));
    let arguments = |path: &Path| format!("selfplay --games 20 --nodes 20 --out {}", path.display());
    run(&arguments(&whole));
    assert!(bytes(&whole).len() > 3_000, "there is more than fits");
    fails(on_small_disk(2), &arguments(&path), &path);
    let kept = Reader::open(&path).expect("a header").collect::<Result<Vec<_>, _>>().expect("whole games");
    assert!(!kept.is_empty() && kept.len() < 20, "{} games", kept.len());
    run(&format!("{} --resume", arguments(&path)));
    assert_eq!(bytes(&path), bytes(&whole));
    // No room for the first byte.
    fails(on_small_disk(0), &arguments(&folder.file("none.bin")), &folder.file("none.bin"));
    run(&format!("{} --resume", arguments(&folder.file("none.bin"))));
    assert_eq!(bytes(&folder.file("none.bin")), bytes(&whole));
}

#[test]
fn games_for_others_are_whole() {
    let folder = Folder::new("record");
    let (binary, usi) = (folder.file("games.bin"), folder.file("games.usi"));
    run(&format!("selfplay --games 12 --nodes 20 --out {}", binary.display()));
    fails(
        on_small_disk(2),
        &format!("selfplay --read {} --record {}", binary.display(), usi.display()),
        &usi,
    );
    let text = std::fs::read_to_string(&usi).expect("a file");
    assert!(!text.is_empty() && text.ends_with('\n'), "{text}");
    assert!(text.lines().count() < 12);
}

#[test]
fn matches_keep_whole_games_and_go_on() {
    let folder = Folder::new("match");
    let game = "match --a Hash=1 --b Hash=1 --games 6 --max-plies 6 --depth 1";
    let arguments = |name: &str| {
        let (results, record) = (folder.file(&format!("{name}.jsonl")), folder.file(&format!("{name}.usi")));
        format!("{game} --jsonl {} --record {}", results.display(), record.display())
    };
    let table = run(&arguments("whole"));
    assert!(bytes(&folder.file("whole.jsonl")).len() > 2_500, "there is more than fits");
    let results = folder.file("cut.jsonl");
    fails(on_small_disk(2), &arguments("cut"), &results);
    let text = std::fs::read_to_string(&results).expect("a file");
    assert!(!text.is_empty() && text.ends_with('\n') && text.lines().count() < 6, "{text}");
    let games = |table: &str| table.lines().next().map(str::to_owned);
    assert_eq!(games(&run(&format!("{} --resume", arguments("cut")))), games(&table));
    assert_eq!(bytes(&folder.file("cut.usi")), bytes(&folder.file("whole.usi")));
    let expected = ["cut.jsonl", "cut.usi", "whole.jsonl", "whole.usi"].map(str::to_owned);
    assert_eq!(folder.names(), expected.into());
}

/// Regression: where the page found no room the result of all games was lost.
#[test]
fn what_was_found_is_printed_though_the_page_finds_no_room() {
    let folder = Folder::new("page");
    let suite = folder.write("suite.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n");
    let page = folder.file("page.html");
    for arguments in [
        "match --b Hash=1 --games 2 --depth 1 --max-plies 2".to_owned(),
        format!("suite --depth 1 --hash 1 {}", suite.display()),
    ] {
        let mut command = on_small_disk(0);
        let output =
            command.args(arguments.split_whitespace()).arg("--html").arg(&page).output().expect("a program");
        let (told, error) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.code() == Some(2) && error.contains("page.html"), "{error}");
        assert!(told.lines().count() > 2, "{told}");
    }
}

#[test]
fn results_of_a_batch_say_that_there_is_no_room() {
    let folder = Folder::new("batch");
    let suite = folder.write("suite.sfen", "startpos\nstartpos moves 7g7f\n");
    let full = Path::new("/dev/full");
    fails(program(), &format!("compare --depth 1 --hash 1 --jsonl /dev/full {}", suite.display()), full);
}

#[test]
fn what_was_learned_is_not_lost() {
    let folder = Folder::new("train");
    let (games, net) = (folder.file("games.bin"), folder.file("my.net"));
    run(&format!("selfplay --games 30 --nodes 20 --out {}", games.display()));
    let arguments = format!("train {} --epochs 1 --out {}", games.display(), net.display());
    // No room for the state after the first epoch.
    fails(on_small_disk(100), &arguments, &folder.file("my.state"));
    assert_eq!(folder.names(), ["games.bin"].map(str::to_owned).into());
    // Room for the state, but not for the net.
    std::os::unix::fs::symlink("/dev/full", &net).expect("a link");
    fails(program(), &arguments, &net);
    assert_eq!(folder.names(), ["games.bin", "my.net", "my.state"].map(str::to_owned).into());
    std::fs::remove_file(&net).expect("removed");
    let out = run(&format!("{arguments} --resume"));
    assert!(out.contains("going on after epoch 1") && !out.contains("epoch 1: "), "{out}");
    assert_eq!(folder.names(), ["games.bin", "my.net", "my.txt"].map(str::to_owned).into());
}
