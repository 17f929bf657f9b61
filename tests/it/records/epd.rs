//! Lines of positions: Extended Position Description, as other programs write it, and those of shogi.

use somatic::chess::{Position, parse_san};
use somatic::game::Notation as _;
use somatic::records::input::{AnyPosition, PositionLine, read_line};

use crate::common::data_text;

#[track_caller]
fn read(line: &str) -> (Position, PositionLine) {
    let read = read_line(line, || "here".to_owned()).unwrap_or_else(|error| panic!("{line}: {error}"));
    match &read.position {
        AnyPosition::Chess(position) => ((**position).clone(), read),
        AnyPosition::Shogi(_) => panic!("{line}: shogi"),
    }
}

/// The moves of a field in UCI text.
#[track_caller]
fn moves(position: &Position, list: &[String]) -> Vec<String> {
    let text = |m: &String| position.move_text(parse_san(position, m).unwrap_or_else(|e| panic!("{m}: {e}")));
    list.iter().map(text).collect()
}

const BOARD: &str = "6k1/5ppp/8/8/8/8/8/R6K w - -";

/// Mates in place of moves, commas, numbers and UCI moves.
#[test]
fn best_moves_in_all_forms() {
    if let Some(text) = data_text("best_moves_in_all_forms", "records/epd_bm_mate.epd") {
        for line in text.lines() {
            let (position, read) = read(line);
            let best = moves(&position, &read.best);
            let is_right = best.first().is_some_and(|m| m == "a1a8") || read.mate == Some(1);
            assert!(is_right, "{line}: {best:?} {:?}", read.mate);
        }
    }
    for (field, best, mate) in [
        ("bm #1", &[][..], Some(1)),
        ("bm #12; id \"x\"", &[], Some(12)),
        ("bm Ra8+, Kg1", &["a1a8", "h1g1"], None),
        ("bm Ra8,Kg1,Kg2", &["a1a8", "h1g1", "h1g2"], None),
        ("bm 1. Ra8", &["a1a8"], None),
        ("bm 12.Ra8 12... Kg1", &["a1a8", "h1g1"], None),
        ("bm a1a8 h1g1", &["a1a8", "h1g1"], None),
        ("bm Ra8#!", &["a1a8"], None),
        ("dm 1; bm Ra8", &["a1a8"], Some(1)),
    ] {
        let (position, read) = read(&format!("{BOARD} {field}"));
        assert_eq!(moves(&position, &read.best), best, "{field}");
        assert_eq!(read.mate, mate, "{field}");
    }
    // A mate that the side to move suffers is no answer of ours, and no fault.
    let (_, read) = read(&format!("{BOARD} bm #-3; id \"m\""));
    assert_eq!((read.best.len(), read.mate, read.id.as_str()), (0, None, "m"));
}

#[test]
fn names_and_counters_in_all_forms() {
    for (fields, id, text) in [
        ("hmvc 3; fmvn 20; bm Ra8; id \"m7\"", "m7", format!("{BOARD} 3 20")),
        ("fmvn 20", "here", format!("{BOARD} 0 20")),
        ("bm Ra8; hmvc 7;", "here", format!("{BOARD} 7 1")),
        ("bm Ra8 ;id\"m12\"", "m12", BOARD.to_owned()),
        ("3 8 bm #1; id \"m2\"; hmvc 9", "m2", format!("{BOARD} 3 8")),
        ("id \"a; b\"; c0 \"x \\\"y\\\" z\";", "a; b", BOARD.to_owned()),
    ] {
        let (position, read) = read(&format!("{BOARD} {fields}"));
        assert_eq!((read.id.as_str(), &read.text), (id, &text), "{fields}");
        let counters = if text == BOARD { " 0 1" } else { "" };
        assert_eq!(position.text(), format!("{text}{counters}"), "{fields}");
    }
}

#[test]
fn lines_of_shogi() {
    let read = |text: &str| read_line(text, || "here".to_owned()).expect("a line");
    let line = read("sfen 4k4/9/4S4/9/9/9/9/9/4K4 b G 1 ; bm G*5b G*5a ; dm 1 ; pv G*5b ; id \"a; b\" ;");
    assert_eq!(line.best, ["G*5b", "G*5a"]);
    assert_eq!((line.mate, line.id.as_str()), (Some(1), "a; b"));
    assert_eq!(line.other, [("pv".to_owned(), "G*5b".to_owned())]);
    assert_eq!(read("startpos moves 7g7f 3c3d").id, "here");
    assert!(matches!(read("4k4/9/4S4/9/9/9/9/9/4K4 b G 1").position, AnyPosition::Shogi(_)));
}

/// A `#` that begins a word begins a comment, but not in quotation marks, and not the number of a mate.
#[test]
fn comments_behind_lines() {
    let shogi = "sfen 4k4/9/4S4/9/9/9/9/9/4K4 b G 1";
    for (text, best, mate, id) in [
        (format!("{shogi} # end"), &[][..], None, "here"),
        (format!("{shogi} #end ; bm G*5a"), &[], None, "here"),
        (format!("{shogi} ; bm G*5b # \"end ; dm 3"), &["G*5b"], None, "here"),
        (format!("{shogi} ; bm G*5b ; id \"a # b\" ; dm 1 # end"), &["G*5b"], Some(1), "a # b"),
        (format!("{shogi} moves G*5b # end"), &[], None, "here"),
        ("startpos moves 7g7f # note".to_owned(), &[], None, "here"),
        (format!("{BOARD} # note"), &[], None, "here"),
        (format!("{BOARD} 3 20 # note"), &[], None, "here"),
        (format!("{BOARD} bm Ra8# Kg1 # note; dm 1"), &["Ra8#", "Kg1"], None, "here"),
        (format!("{BOARD} bm #1 # note; dm 2"), &[], Some(1), "here"),
        (format!("{BOARD} dm 2 ;bm #1; id \"#1 a\" # note"), &[], Some(1), "#1 a"),
    ] {
        let line = read_line(&text, || "here".to_owned()).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((line.mate, line.id.as_str()), (mate, id), "{text}");
        assert_eq!(line.best, best, "{text}");
        assert!(line.other.is_empty() && !line.text.contains('#'), "{text}: {line:?}");
    }
}

#[test]
fn lines_of_chess() {
    let (_, line) = read("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";");
    assert_eq!((line.best.as_slice(), line.id.as_str()), (["Qd1+".to_owned()].as_slice(), "BK.01"));
    let (_, line) = read("4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66");
    assert_eq!(line.other[1], ("D2".to_owned(), "66".to_owned()));
    assert_eq!(line.text, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    read("fen 4k3/8/8/8/8/8/8/4K2R w K - 3 9 moves e1e2");
}

#[test]
fn broken_lines_say_why() {
    for (text, reason) in [
        ("hello", "neither"),
        ("sfen 4k4/9/4S4/9/9/9/9/9/4K4 b", "hands missing"),
        ("startpos moves 7g7e", "move 1"),
        ("4k4/9/4S4/9/9/9/9/9/4K4 b G 1 ; dm x", "dm"),
    ] {
        let error = read_line(text, String::new).expect_err(text);
        assert!(error.to_string().contains(reason), "{text}: {error}");
    }
}
