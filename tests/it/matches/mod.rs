//! The commands `match` and `tune`: games are the same however they are played, nothing
//! that was written is lost, and a bad opponent loses its game and no more.

mod files;
mod gauntlet;
pub mod opponents;
mod results;
mod trials;
mod tune;

use std::collections::BTreeMap;
use std::path::Path;
#[cfg(unix)]
use std::process::Child;
use std::process::{Command, Output};
#[cfg(unix)]
use std::time::{Duration, Instant};

use serde_json::Value;

/// The command `match` with these arguments, divided at blanks.
pub fn somatic(arguments: &str) -> Command {
    let mut command = crate::common::somatic();
    command.arg("match").args(arguments.split_whitespace());
    command
}

/// Runs it to a good end, and gives what it printed.
#[track_caller]
pub fn run(command: &mut Command) -> String {
    let output = command.output().expect("the program starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}: {}{}", output.status, text(&output.stdout), text(&output.stderr));
    assert!(output.stderr.is_empty(), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// Runs it to a bad end, and gives its one line of complaint.
#[track_caller]
pub fn complaint(arguments: &str) -> String {
    let Output { status, stderr, .. } = somatic(arguments).output().expect("the program starts");
    let text = String::from_utf8_lossy(&stderr).into_owned();
    assert_eq!(status.code(), Some(2), "{arguments}: {text}");
    assert_eq!(text.lines().count(), 1, "{arguments}: {text}");
    text
}

/// The games of a results file by number; every line must be whole, and no
/// game stand there twice. Times are left out: no two runs share them.
#[track_caller]
pub fn games(path: &Path) -> BTreeMap<u64, Value> {
    let text = std::fs::read_to_string(path).expect("a results file");
    assert!(text.is_empty() || text.ends_with('\n'), "half a line");
    let mut games = BTreeMap::new();
    for line in text.lines() {
        let mut game: Value = serde_json::from_str(line).expect(line);
        let times = game.as_object_mut().and_then(|fields| fields.remove("time_ms")).expect("times");
        assert_eq!(times.as_array().map(Vec::len), game["moves"].as_array().map(Vec::len));
        let number = game["number"].as_u64().expect("a number");
        assert!(games.insert(number, game).is_none(), "game {number} twice");
    }
    games
}

/// What a match says that is interrupted once its first game stands in the results.
#[cfg(unix)]
pub fn interrupted_after_a_game(child: Child, results: &Path) -> Output {
    let started = Instant::now();
    while std::fs::metadata(results).map_or(0, |file| file.len()) == 0 {
        assert!(started.elapsed() < Duration::from_mins(1), "no game ended");
        std::thread::sleep(Duration::from_millis(1));
    }
    // So that the next one has begun.
    std::thread::sleep(Duration::from_millis(50));
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupt.is_ok_and(|status| status.success()));
    child.wait_with_output().expect("an end")
}
