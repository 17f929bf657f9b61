//! Readers that go away: no error, no panic, not a word.

use std::io::pipe;
use std::process::Stdio;

use super::words;

/// A pipe that nobody reads any more.
fn closed() -> Stdio {
    let (reader, writer) = pipe().expect("a pipe");
    drop(reader);
    writer.into()
}

#[test]
fn a_closed_output_is_no_error() {
    for arguments in [
        "xref", "xref --json", "xref --game chess", "eval", "perft 2", "perft 4 --divide", "bench --depth 1",
        "--help", "--version", "help xref",
    ] {
        let mut command = crate::common::somatic();
        let output = command
            .args(words(arguments))
            .stdin(Stdio::null())
            .stdout(closed())
            .stderr(Stdio::piped())
            .output()
            .expect("the program runs");
        assert!(output.status.success(), "{arguments}: {}", output.status);
        assert!(output.stderr.is_empty(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

/// The complaint is lost, the exit code is not.
#[test]
fn a_closed_stderr_is_no_panic() {
    for arguments in ["rubbish", "xref rubbish", "xref --rubbish", "perft x", "bench --tactics rubbish"] {
        let mut command = crate::common::somatic();
        let status = command
            .args(words(arguments))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(closed())
            .status()
            .expect("the program runs");
        assert_eq!(status.code(), Some(2), "{arguments}");
    }
}
