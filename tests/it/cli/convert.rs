//! `somatic convert`: from every format into every other, through the program.

use std::path::Path;

use super::{good, run_with};
use crate::common::Folder;

const MOVES: &str = "7g7f 3c3d 8h2b+ 3a2b";

/// A folder with a file of two games in lines.
fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    let text = format!(
        "startpos moves {MOVES} ; id \"one\" ; black \"先 a\" ; white \"b\" ; result white ; comment 2 \"so\\nso\"\n\
         startpos moves 2g2f ; id \"two\"\n"
    );
    std::fs::write(folder.file("games.usi"), text).expect("a file");
    folder
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

#[test]
fn every_format_of_shogi_into_every_other() {
    let folder = folder("convert");
    let first = text(&folder.file("games.usi"));
    let lines = good(&["convert", &first, "--to", "usi"]);
    assert!(lines.starts_with(&format!("startpos moves {MOVES} ; id \"one\" ; black \"先 a\" ; white \"b\" ; comment 2 \"so\\nso\" ; result white\n")));
    let without_ids = |lines: &str| -> Vec<String> {
        let cut = |line: &str| {
            let (head, rest) = line.split_once(" ; id ").expect("an id");
            format!("{head}{}", rest.split_once(" ; ").map_or("", |(_, rest)| rest))
        };
        let plain = |line: &str| {
            // Each format has its own word for the end.
            let (head, rest) = line.split_once(" ; ending \"").unwrap_or((line, "\""));
            format!("{head}{}", rest.split_once('"').map_or("", |(_, rest)| rest))
        };
        lines.lines().map(|line| cut(&plain(line)).replace(" ; reason resignation", "")).collect()
    };
    let endings = ["usi", "sfen", "csa", "kif", "kifu", "ki2", "ki2u", "jkf"];
    for from in endings {
        let file = text(&folder.file(&format!("from.{from}")));
        assert_eq!(good(&["convert", &first, "--out", &file]), format!("{file}: 2 games\n"));
        for to in endings {
            let other = text(&folder.file(&format!("{from}-to.{to}")));
            good(&["convert", &file, "--out", &other]);
            let back = good(&["convert", &other, "--to", "usi"]);
            assert_eq!(without_ids(&back), without_ids(&lines), "{from} to {to}");
        }
    }
    let sjis = std::fs::read(folder.file("from.kif")).expect("a file");
    assert!(std::str::from_utf8(&sjis).is_err());
    let utf8 = std::fs::read_to_string(folder.file("from.kifu")).expect("UTF-8");
    assert!(utf8.starts_with("#KIF version=2.0 encoding=UTF-8\n手合割：平手\n先手：先 a\n"), "{utf8}");
    assert_eq!(good(&["convert", &first, "--to", "kif"]), utf8);
    let other = text(&folder.file("other.kif"));
    good(&["convert", &first, "--to", "kif", "--encoding", "utf-8", "--out", &other]);
    assert_eq!(std::fs::read_to_string(other).expect("UTF-8"), utf8);
}

#[test]
fn formats_of_chess() {
    let folder = Folder::new("convert-chess");
    let (pgn, uci) = (text(&folder.file("a.pgn")), text(&folder.file("a.uci")));
    let game = "[Event \"e\"]\n[White \"w\"]\n[Result \"0-1\"]\n\n1. e4 {x} e5 2. Ke2 0-1\n";
    std::fs::write(&pgn, format!("{game}\n{game}")).expect("a file");
    good(&["convert", &pgn, "--out", &uci]);
    let lines = std::fs::read_to_string(&uci).expect("lines");
    assert_eq!(lines.lines().count(), 2);
    assert!(lines.starts_with("fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4 e7e5 e1e2 ; id \"a.pgn:1\" ; white \"w\""));
    let back = good(&["convert", "--to", "pgn", &uci]);
    assert_eq!(back.matches("1. e4 {x} 1... e5 2. Ke2 0-1\n").count(), 2, "{back}");
    let line = good(&["convert", "--to", "uci", "--game", "chess", &uci]);
    assert_eq!(line, lines);
    let run = run_with(&["convert", "-", "--to", "pgn"], b"startpos moves e2e4\n");
    assert!(run.code == Some(0) && run.out.ends_with("\n1. e4 *\n"), "{run:?}");
}

#[test]
fn damaged_records_are_told_and_the_others_written() {
    let folder = Folder::new("convert-damaged");
    let file = text(&folder.file("bad.csa"));
    let good_game = "PI\n+\n+7776FU\n%TORYO\n";
    std::fs::write(&file, format!("{good_game}/\nPI\n+\n+2726FU\n-2726FU\n/\nP1 *\n/\n{good_game}"))
        .expect("a file");
    let run = run_with(&["convert", &file, "--to", "usi"], b"");
    assert_eq!(run.code, Some(2));
    let moves: Vec<&str> = run.out.lines().map(|line| line.split(" ;").next().unwrap_or("")).collect();
    assert_eq!(moves, ["startpos moves 7g7f", "startpos moves 2g2f", "startpos moves 7g7f"]);
    let errors: Vec<&str> = run.err.lines().collect();
    assert!(
        errors[0].contains("bad.csa:9: move 2: '-2726FU'") && errors[1].contains("bad.csa:11: "),
        "{errors:?}"
    );
    assert_eq!(errors[2..], ["somatic: 2 lines could not be used"]);
    // Neither is a game lost because another one is not of this format.
    let mixed = b"startpos moves 7g7f\nfen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1\nstartpos moves 2g2f\n";
    let run = run_with(&["convert", "-", "--to", "csa"], mixed);
    assert_eq!((run.code, run.out.matches("V2.2\n").count()), (Some(2), 2));
    assert!(run.err.starts_with("-:2: a game of chess\n"), "{}", run.err);
    let out = text(&folder.file("geta.kif"));
    let run = run_with(&["convert", "-", "--out", &out], "startpos ; black \"😀\"\n".as_bytes());
    assert_eq!(
        (run.code, run.err.as_str()),
        (
            Some(2),
            "-:1: not all letters are in Shift_JIS\nsomatic: 1 games have letters that Shift_JIS does not have\n"
        )
    );
}

#[test]
fn wrong_arguments_write_nothing() {
    let folder = folder("convert-wrong");
    let file = text(&folder.file("games.usi"));
    let (csa, txt) = (text(&folder.file("old.csa")), text(&folder.file("new.txt")));
    std::fs::write(&csa, "old").expect("a file");
    for (arguments, expected) in [
        (
            &["convert", &file][..],
            "expected --to and one of usi, sfen, csa, kif, kifu, ki2, ki2u, jkf, pgn, uci",
        ),
        (&["convert", &file, "--to", "doc"], "--to 'doc': expected one of usi"),
        (&["convert", &file, "--out", &txt], "the ending tells no format"),
        (&["convert", &file, "--out", &csa], "expected --overwrite"),
        (&["convert", &csa, "--out", &csa, "--overwrite"], "would write over an input"),
        (&["convert", &file, "--to", "csa", "--encoding", "latin"], "expected utf-8 or shift-jis"),
        (&["convert", &file, "--to", "usi", "--encoding", "shift-jis"], "only CSA, KIF and KI2"),
        (&["convert", "/no/such.kif", "--to", "usi"], "no such file"),
        (&["convert", "--to", "usi"], "FILE"),
        (&["convert", "-", "--to", "usi"], "no games in standard input"),
    ] {
        let run = run_with(arguments, b"");
        assert!(
            run.code == Some(2) && run.out.is_empty() && run.err.contains(expected),
            "{arguments:?}: {run:?}"
        );
        assert_eq!(run.err.lines().count(), 1, "{run:?}");
    }
    assert_eq!(std::fs::read_to_string(&csa).expect("a file"), "old");
    assert!(!Path::new(&txt).exists());
    good(&["convert", &file, "--out", &csa, "--overwrite"]);
}
