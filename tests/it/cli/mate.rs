//! `somatic mate`: answers for one position and for files, JSON lines, bad input.

use serde_json::Value as Json;

use super::{good, last_line, run_with, words};
use crate::common::Folder;

/// A gold or a silver to drop; only the gold mates.
const TSUME: &str = "4k4/9/4P4/9/9/9/9/9/9 b GS 1";

#[test]
fn a_position_is_answered_in_one_line() {
    for (line, expected) in [
        (format!("mate {TSUME}"), "mate in 1: G*5b ("),
        (format!("mate sfen {TSUME} --shortest"), "mate in 1: G*5b ("),
        (format!("mate --movetime 60000 sfen {TSUME}"), "mate in 1: G*5b ("),
        (format!("mate {TSUME} moves S*4b 5a4b"), "no mate ("),
        ("mate startpos".to_owned(), "no mate ("),
        ("mate fen 6k1/5ppp/8/8/8/8/8/R6K w - -".to_owned(), "mate in 1: Ra8# ("),
        ("mate 6k1/8/8/8/8/8/8/KQ6 w - - --nodes 10".to_owned(), "not decided ("),
        ("mate 6k1/8/8/8/8/8/8/K6R w - -".to_owned(), "no mate by checks ("),
    ] {
        let out = good(&words(&line));
        assert!(
            out.starts_with(expected) && out.lines().count() == 1 && out.contains(" nodes, "),
            "{line}: {out}"
        );
    }
    assert!(good(&words(&format!("mate {TSUME} --shortest"))).ends_with("the shortest)\n"));
    let quoted = good(&["mate", &format!("sfen {TSUME}"), "--no-times"]);
    assert!(!quoted.contains("ms"), "{quoted}");
}

#[test]
fn every_first_move_is_judged() {
    let out = good(&words(&format!("mate {TSUME} --all")));
    assert!(out.contains("\n  G*5b: mate in 1: G*5b\n") && out.contains("\n  S*5b: no mate\n"), "{out}");
    assert!(out.contains("\n  P-5b=: no mate\n") && out.contains("\n  P-5b+: no mate\n"), "{out}");
}

#[test]
fn a_file_is_answered_position_by_position() {
    let folder = Folder::new("mate");
    let text = format!(
        "# two\nsfen {TSUME} ; id \"gold\"\n6k1/5ppp/8/8/8/8/8/R6K w - - bm Ra8#; id \"back rank\";\n"
    );
    let file = folder.write("in.sfen", &text);
    let (file, rows) = (file.to_string_lossy().into_owned(), folder.file("rows.jsonl"));
    let out = good(&["mate", "--no-times", "--jsonl", &rows.to_string_lossy(), &file]);
    assert!(
        out.starts_with("gold: mate in 1: G*5b (") && out.contains("\nback rank: mate in 1: Ra8# ("),
        "{out}"
    );
    assert!(last_line(&out).starts_with("2 positions: 2 mate, 0 no mate, 0 not decided; "), "{out}");

    let whole = std::fs::read_to_string(&rows).expect("rows");
    let first: Json = serde_json::from_str(whole.lines().next().expect("a row")).expect("JSON");
    for (field, value) in [
        ("number", Json::from(1)),
        ("id", "gold".into()),
        ("game", "shogi".into()),
        ("position", TSUME.into()),
        ("node_limit", 1_000_000.into()),
        ("time_limit", Json::Null),
        ("hash", 64.into()),
        ("result", "mate".into()),
        ("plies", 1.into()),
        ("line", vec!["G*5b"].into()),
        ("shortest", Json::Null),
        ("first_moves", Json::Null),
        ("time_ms", Json::Null),
    ] {
        assert_eq!(first[field], value, "{field}");
    }
    assert!(first["nodes"].as_u64().is_some_and(|nodes| nodes > 0));

    // The rest after an interruption makes the same file.
    std::fs::write(&rows, &whole[..whole.len() - 9]).expect("a part");
    let jsonl = rows.to_string_lossy().into_owned();
    good(&["mate", "--no-times", "--resume", "--jsonl", &jsonl, &file]);
    assert_eq!(std::fs::read_to_string(&rows).expect("rows"), whole);
    let other = run_with(&["mate", "--no-times", "--shortest", "--resume", "--jsonl", &jsonl, &file], b"");
    assert!(other.code == Some(2) && other.err.contains("other settings"), "{other:?}");
}

#[test]
fn a_bad_line_is_named_and_the_rest_goes_on() {
    let run = run_with(&["mate", "-"], format!("nonsense\nsfen {TSUME}\n").as_bytes());
    assert_eq!(run.code, Some(2));
    assert!(run.out.contains("mate in 1: G*5b") && run.err.contains("'nonsense'"), "{run:?}");
}

#[test]
fn bad_input_is_refused() {
    for (line, expected) in [
        ("mate", "<POSITION|FILE>"),
        ("mate no-such-file", "no-such-file: no such file"),
        ("mate sfen", "SFEN: empty text"),
        ("mate 9/9/9/9/9/9/9/9/9 b - 1", "SFEN: no king on the board"),
        ("mate startpos moves 7g7e", "move 1"),
        ("mate startpos --nodes 0", "a number above 0"),
        ("mate startpos --movetime x", "a number above 0"),
        ("mate startpos --nodes 100000000000000000000", "expected 1 to 18446744073709551615"),
        ("mate startpos --hash 0", "expected 1 to 65536"),
        ("mate startpos --all --shortest", "cannot be used with"),
        ("mate startpos --resume", "--jsonl"),
    ] {
        let run = run_with(&words(line), b"");
        assert!(run.code == Some(2) && run.out.is_empty(), "{line}: {run:?}");
        assert!(run.err.starts_with("somatic: ") && run.err.contains(expected), "{line}: {run:?}");
        assert_eq!(run.err.lines().count(), 1, "{line}: {run:?}");
    }
}
