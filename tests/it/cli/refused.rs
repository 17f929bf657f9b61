//! Bad input: one line `somatic: ...` on stderr that says what was expected,
//! exit code 2, nothing on stdout.

use std::ffi::OsStr;

use super::{run_with, words};

/// The one line.
#[track_caller]
fn refused<S: AsRef<OsStr> + std::fmt::Debug>(arguments: &[S]) -> String {
    const LONGEST: usize = 400;
    let run = run_with(arguments, b"");
    let shown: String = format!("{arguments:?}").chars().take(LONGEST).collect();
    assert!(run.code == Some(2) && run.out.is_empty(), "{shown}: {run:?}");
    assert!(run.err.starts_with("somatic: ") && run.err.ends_with('\n'), "{shown}: {run:?}");
    let line = run.err.trim_end_matches('\n');
    assert!(line.len() < LONGEST && !line.contains(char::is_control), "{shown}: {run:?}");
    let parts: Vec<&str> = line.split(": ").collect();
    assert!(
        parts.iter().enumerate().all(|(i, part)| !parts[..i].contains(part)),
        "said twice: {shown}: {run:?}"
    );
    line.to_owned()
}

/// Words with spaces between them, and what the complaint contains.
#[track_caller]
fn check(cases: &[(&str, &str)]) {
    for (line, expected) in cases {
        let said = refused(&words(line));
        assert!(said.contains(expected), "{line}: {said}");
    }
}

#[test]
fn positions() {
    const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    for command in ["xref", "eval", "perft 1"] {
        check(&[
            (&format!("{command} "), "'': expected startpos, an SFEN or a FEN"),
            (&format!("{command} rubbish b - 1"), "'rubbish b - 1': expected startpos, an SFEN or a FEN"),
            (&format!("{command} moves 7g7f"), "'moves 7g7f': expected startpos"),
        ]);
    }
    check(&[
        ("xref Startpos", "'Startpos': expected startpos, an SFEN or a FEN"),
        ("xref startpos startpos", "position: unexpected words after startpos"),
        ("xref startpos 7g7f", "position: unexpected words after startpos"),
        ("xref sfen", "position: SFEN: empty text"),
        ("xref sfen startpos", "position: SFEN: side to move missing"),
        ("xref fen startpos", "position: FEN: "),
        ("xref fen", "position: FEN: empty text"),
        (&format!("xref sfen sfen {START} b - 1"), "SFEN: side to move is 'lnsgkgsnl/"),
        (&format!("xref fen {START} b - 1"), "FEN: rank 8: 'l' is no piece"),
        (&format!("xref {START}"), "SFEN: side to move missing"),
        (&format!("xref {START} x - 1"), "SFEN: side to move is 'x', expected b or w"),
        (&format!("xref {START} b"), "SFEN: hands missing, write - for none"),
        (&format!("xref {START} b P 1"), "SFEN: 19 of P, a set has 18"),
        (&format!("xref {START} b - -1"), "SFEN: move number is '-1', expected 0 to 65535"),
        (&format!("xref {START} b - 65536"), "SFEN: move number is '65536', expected 0 to 65535"),
        (&format!("xref {START} b - 1 2"), "SFEN: unexpected '2' after the move number"),
        ("xref 9/9/9/9/9/9/9/9/9 b - 1", "SFEN: no king on the board"),
        ("xref 4k4/9/9/9/9/9/9/9/4K4 b +P 1", "SFEN: hands: '+' is no piece in hand"),
        ("xref 4k4/9/9/9/9/9/9/9/4K4 b 2+p 1", "SFEN: hands: '+' is no piece in hand"),
        ("xref 4k4/9/9/9/9/9/9/9/4K4 b K 1", "SFEN: hands: 'K' is no piece in hand"),
        ("xref 4k4/9/9/9/9/9/9/9/4K4 b 99999P 1", "SFEN: hands: '99999P' is no number of pieces"),
        ("xref 4k4/4R4/9/9/9/9/9/9/4K4 b - 1", "SFEN: black is to move and could capture the king on 5a"),
        ("xref 8/8/8/8/8/8/8/8 w - -", "FEN: no white king"),
        ("xref 4k3/8/8/8/8/8/8/4K3 w - - -1 1", "FEN: half-move clock is '-1', expected a number"),
        ("xref --game chess sfen 9 b", "--game chess: the position has the form of an SFEN"),
        ("xref --game shogi 8/8/8/8/8/8/8/8 w", "--game shogi: the position has the form of a FEN"),
        ("xref --game chess rubbish", "position: FEN: "),
        ("xref --game go", "--game 'go': expected shogi or chess"),
        ("perft 1 --game", "a value is required for '--game <shogi|chess>'"),
    ]);
}

#[test]
fn moves() {
    check(&[
        ("xref startpos moves 7g7f 7g7f", "position: move 2: 7g7f is not legal in lnsgkgsnl/"),
        ("xref startpos moves 7g7f 3c3d rubbish 8h2b+", "position: move 3: 'rubbish' is no USI move"),
        ("xref startpos moves 7g7f moves 3c3d", "position: move 2: 'moves' is no USI move"),
        ("xref startpos moves e2e4", "position: move 1: 'e2e4' is no USI move"),
        (
            "eval --game chess startpos moves e2e4 e2e4 e7e5",
            "position: move 2: e2e4 is not legal in rnbqkbnr/",
        ),
        ("perft 1 --game chess startpos moves 7g7f", "position: move 1: '7g7f' is no UCI move"),
        ("xref startpos moves 0000", "'0000' is no USI move"),
        ("xref startpos moves pass", "'pass' is no USI move"),
        ("xref startpos moves -1", "'-1' is no USI move"),
    ]);
}

#[test]
fn numbers() {
    check(&[
        ("perft", "<DEPTH>"),
        ("perft x", "invalid value 'x' for '<DEPTH>': expected 0 to 128"),
        ("perft -1", "invalid value '-1' for '<DEPTH>': expected 0 to 128"),
        ("perft 129", "expected 0 to 128"),
        ("perft 1.5", "expected 0 to 128"),
        ("perft 99999999999999999999999", "expected 0 to 128"),
        ("perft startpos 3", "invalid value 'startpos' for '<DEPTH>': expected 0 to 128"),
        ("xref --width 0", "invalid value '0' for '--width <N>': expected 1 to 48"),
        ("xref --width 49", "expected 1 to 48"),
        ("xref --width 4294967295", "expected 1 to 48"),
        ("xref --width 4294967297", "expected 1 to 48"),
        ("xref --width -1", "invalid value '-1' for '--width <N>': expected 1 to 48"),
        ("xref --width=", "--width <N>"),
        ("xref startpos --width", "--width <N>"),
        ("bench --depth -1", "invalid value '-1' for '--depth <D>': expected 1 to 126"),
        ("bench --depth 4294967295", "expected 1 to 126"),
        ("bench --depth x", "expected 1 to 126"),
        ("openings --count 0", "invalid value '0' for '--count <N>': expected a number above 0"),
        ("openings --seed 18446744073709551616", "expected 0 to 18446744073709551615"),
        ("compare x --top 18446744073709551615", "'--top <N>': expected 0 to 10000"),
        ("review x --top 18446744073709551616", "'--top <N>': expected 0 to 10000"),
        ("accuracy x --worst 18446744073709551615", "'--worst <N>': expected 0 to 65535"),
        ("explore --port 65536", "'--port <N>': expected 0 to 65535"),
    ]);
}

#[test]
fn names() {
    check(&[
        ("rubbish", "'rubbish'; expected one of usi, uci, xref"),
        ("", "''; expected one of usi, uci, xref"),
        ("help rubbish", "'rubbish'; expected one of usi, uci, xref"),
        ("book rubbish", "'rubbish'; expected one of make, merge, show"),
        ("book", "a command is missing; expected one of make, merge, show"),
        ("suite x.epd --tactics soma,all", "all: expected alone"),
        ("review x.pgn --game 0", "--game 0: expected the number of a game, from 1"),
        ("--rubbish", "'--rubbish' found; usage: somatic"),
        ("xref --rubbish", "'--rubbish' found; usage: somatic xref [OPTIONS] [POSITION]..."),
        ("xref startpos --json=yes", "'yes' for '--json' found"),
        ("xref --json --json", "'--json' cannot be used multiple times; usage: somatic xref"),
        ("xref --values rubbish", "--values 'rubbish': expected article, article-print or default"),
        ("usi rubbish", "'rubbish' found; usage: somatic usi"),
        ("bench startpos", "'startpos' found; usage: somatic bench"),
        ("bench --game go", "--game 'go': expected shogi or chess"),
        ("bench --eval no.net", "--eval: no.net: "),
        ("bench --eval Cargo.toml", "--eval: Cargo.toml: "),
        (
            "bench --tactics rubbish",
            "expected one of stand-pat, recapture, captures, captures-only, quiescence, soma, super-soma",
        ),
    ]);
}

/// What is repeated of the arguments is short and on one line.
#[test]
fn hostile_text() {
    const ESCAPE: &str = "\u{1b}[31m\n\nUsage: red\r\u{7f}\u{9b}";
    let long = "9".repeat(100_000);
    for text in [ESCAPE, &long, "\u{5c06}\u{68cb}", "'; rm -rf \"$HOME\" #", "%s%n{}{0}"] {
        for arguments in [
            &[text][..],
            &["xref", text],
            &["xref", &format!("--values={text}")],
            &["xref", &format!("--width={text}")],
            &["xref", &format!("--json={text}")],
            &["xref", "--game", text],
            &["xref", "startpos", "moves", "7g7f", text],
            &["xref", "sfen", text],
            &["xref", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL", "b", text],
            &["perft", text],
            &["perft", "1", &format!("--{text}")],
            &["bench", text],
            &["usi", text],
            &["help", text],
        ] {
            refused(arguments);
        }
    }
}

/// A megabyte of words.
#[cfg(unix)]
#[test]
fn a_megabyte() {
    const PART: usize = 100_000;
    for part in ["x".repeat(PART), "9/".repeat(PART / 2), "7g7f ".repeat(PART / 5), " ".repeat(PART)] {
        let parts = vec![part.as_str(); 10];
        refused(&[&["xref"], &parts[..]].concat());
        refused(&[&["eval", "sfen"], &parts[..]].concat());
        refused(&[&["perft", "1", "startpos", "moves", "x"], &parts[..]].concat());
        refused(&parts);
    }
}

/// The name under which it was started does not matter.
#[cfg(unix)]
#[test]
fn another_name() {
    use std::os::unix::process::CommandExt as _;

    for name in ["", "a b", "\u{1b}[31m"] {
        let mut command = crate::common::somatic();
        let output = command.arg0(name).args(["xref", "--rubbish"]).output().expect("the program runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.ends_with("; usage: somatic xref [OPTIONS] [POSITION]...\n"), "{said}");
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text() {
    use std::os::unix::ffi::OsStrExt as _;

    let bytes = OsStr::from_bytes(b"\xff\xfe7g7f");
    for before in [
        "",
        "xref",
        "xref startpos moves",
        "xref --values",
        "xref --width",
        "perft",
        "bench --tactics",
        "usi",
    ] {
        let arguments: Vec<&OsStr> =
            before.split_whitespace().map(OsStr::new).chain(std::iter::once(bytes)).collect();
        refused(&arguments);
    }
}
