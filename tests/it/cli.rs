//! The command line, through the program itself: what is printed where, and
//! with which exit code.

mod positions;
mod commands;
mod xref;
mod json;
mod mate;
mod refused;
mod readers;
mod convert;
mod review;

use std::ffi::OsStr;
use std::io::Write as _;
use std::process::Stdio;

use crate::common;

/// The article's examples (`article.rs` checks every figure of them).
const EXAMPLE_1: &str = "8k/9/9/9/3n2r2/9/4PGB2/9/8K w - 1";
const EXAMPLE_2: &str = "4gg1nl/2s4k1/p4b1pp/3r1S3/9/3L2N2/PP1PPPPPP/4G1GK1/L5SNL w - 1";

/// What a run of the program left behind.
#[derive(Debug)]
pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// Runs the program with arguments and input.
pub fn run_with<S: AsRef<OsStr>>(arguments: &[S], input: &[u8]) -> Run {
    let mut child = common::somatic()
        .args(arguments)
        .env_remove("SOMATIC_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut stdin = child.stdin.take().expect("its input");
    let output = std::thread::scope(|scope| {
        // One that does not read all of it may end before.
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().expect("the program ends")
    });
    let text = |bytes| String::from_utf8(bytes).expect("what it says is text");
    Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// What it prints, if all is well.
#[track_caller]
pub fn good<S: AsRef<OsStr> + std::fmt::Debug>(arguments: &[S]) -> String {
    let run = run_with(arguments, b"");
    assert!(run.code == Some(0) && run.err.is_empty() && run.out.ends_with('\n'), "{arguments:?}: {run:?}");
    run.out
}

/// The words of a line.
fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// The last line.
#[track_caller]
pub fn last_line(out: &str) -> &str {
    out.lines().last().expect("a line")
}
