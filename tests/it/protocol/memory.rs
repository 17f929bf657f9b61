//! What the program does when memory ends.

use std::io::Write as _;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::common::command;

/// What it said with so many KiB of address space, and its exit code.
fn run(kibibytes: u32, protocol: &str, lines: &str) -> (Option<i32>, String, String) {
    let script = format!("ulimit -v {kibibytes}; exec \"$0\" {protocol}");
    let mut child = command("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_somatic")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell");
    // A program that has ended already hears nothing.
    let _ = child.stdin.take().expect("a pipe").write_all(lines.as_bytes());
    let patience = Instant::now() + Duration::from_mins(1);
    while child.try_wait().expect("a child").is_none() {
        if Instant::now() > patience {
            let _ = child.kill();
            panic!("{protocol} hangs with {kibibytes} KiB");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let output = child.wait_with_output().expect("its output");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// Every `go` is answered, or the program ends with a word; it never waits for ever.
#[test]
fn go_is_answered_or_the_program_ends_with_a_word() {
    let mut answered = 0;
    for kibibytes in (100_000..=500_000).step_by(40_000) {
        for (protocol, moves) in [("usi", "7g7f"), ("uci", "e2e4")] {
            let lines = format!(
                "{protocol}\nisready\nposition startpos\ngo movetime 50\nisready\nposition startpos moves {moves}\ngo depth 2\n"
            );
            let (code, out, err) = run(kibibytes, protocol, &lines);
            let count = out.lines().filter(|line| line.starts_with("bestmove ")).count();
            if code == Some(0) {
                assert_eq!(count, 2, "{kibibytes} KiB: {out}{err}");
                answered += 1;
            } else {
                assert!(
                    err.contains("somatic: ") || err.contains("memory"),
                    "{kibibytes} KiB: {code:?} {out}{err}"
                );
            }
        }
    }
    assert!(answered > 0, "nothing was ever answered");
}
