//! What schedulers and testing frameworks are told to do: the recipes of the
//! documents run for real where their programs are installed.
#![cfg(unix)]

use std::io::Write as _;
use std::process::{Command, Output};

use crate::cli::{good, last_line};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn run(command: &mut Command) -> Output {
    command.current_dir(ROOT).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// One recipe, or a line that says why it was left out.
fn recipe(kind: &str) {
    let output =
        run(crate::common::command("bash").args(["tests/recipes", env!("CARGO_BIN_EXE_somatic"), kind]));
    let (said, errors) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{said}{errors}");
    assert!(said.contains(", the same\n") || said.contains("skipped"), "{said}");
    for line in said.lines().filter(|line| line.contains("skipped")) {
        // Not `println`, which the test harness hides from a passing test.
        let _ = writeln!(std::io::stderr(), "{line}");
    }
}

#[test]
fn gnu_parallel_killed_and_resumed_gives_the_whole() {
    recipe("parallel");
}

#[test]
fn a_slurm_array_killed_and_resumed_gives_the_whole() {
    recipe("slurm");
}

/// OpenBench says `make -j EXE=NAME`, then `./NAME bench`, and reads the last
/// line; it sets `Hash` and `Threads`.
#[test]
fn openbench_finds_what_it_asks_for() {
    let out = good(&["bench", "--depth", "1"]);
    let words: Vec<&str> = last_line(&out).split(' ').collect();
    let [nodes, "nodes", nps, "nps"] = words[..] else {
        panic!("{words:?}");
    };
    assert!(nodes.parse::<u64>().is_ok() && nps.parse::<u64>().is_ok(), "{words:?}");
    if crate::common::command("make").arg("--version").output().is_err() {
        let _ = writeln!(std::io::stderr(), "skipped: OpenBench: make is not installed");
        return;
    }
    let output = run(crate::common::command("make").args(["-n", "-j", "EXE=tested-1a2b3c4d"]));
    let said = text(&output.stdout);
    assert!(output.status.success() && said.contains("cargo build --profile dist --locked\n"), "{said}");
    assert!(said.ends_with(" tested-1a2b3c4d\n"), "{said}");
}
