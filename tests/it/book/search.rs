//! Books made by search: what stands in them, the same after an interruption, in both games.

use std::collections::HashMap;
use std::path::Path;

use somatic::book::{Book, BookError, BookMove, OpeningBook as _, key};
use somatic::chess;
use somatic::game::{Notation as _, Position as _};
use somatic::shogi::Position;

use crate::cli::{good, run_with};
use crate::common::Folder;

/// All positions of a book with their moves.
fn all(path: &Path) -> HashMap<String, Vec<BookMove>> {
    let mut found = HashMap::new();
    let keep = |position: &str, moves| {
        found.insert(position.to_owned(), moves);
        Ok::<(), BookError>(())
    };
    Book::open_unsorted(path).and_then(|mut book| book.for_each(keep)).expect("a book");
    found
}

#[test]
fn moves_near_the_best_are_followed_and_values_carried_back() {
    let folder = Folder::new("book-search");
    let path = |name: &str| folder.file(name).display().to_string();
    let (book, rows) = (path("own.db"), path("own.jsonl"));
    let limits = ["--plies", "4", "--width", "3", "--margin", "150", "--nodes", "2000", "--hash", "1"];
    let ask = |out: &str, rows: &str, more: &[&str]| {
        good(&[&["book", "search", "--out", out, "--jsonl", rows], &limits[..], more].concat())
    };
    let said = ask(&book, &rows, &[]);
    let found = all(Path::new(&book));
    assert_eq!(said, format!("{book}: {} positions\n", found.len()));
    let whole = std::fs::read_to_string(&rows).expect("rows");
    assert_eq!(whole.lines().count(), found.len());
    let mut lookup = Book::open(Path::new(&book)).expect("sorted");
    let start = Position::start();
    // Replays the book: how many plies it is deep, and that a value is the opposite of what the
    // best answer is worth.
    let mut seen = 0;
    let mut level = vec![start];
    for ply in 0..4 {
        let mut next = Vec::new();
        for position in &level {
            let moves = lookup.look_up(&position.text()).expect("readable");
            assert!(!moves.is_empty() && moves.len() <= 3, "ply {ply}: {moves:?}");
            assert!(moves.windows(2).all(|pair| pair[0].value >= pair[1].value), "{moves:?}");
            assert!(moves[0].value - moves[moves.len() - 1].value <= 150);
            seen += 1;
            for m in moves {
                let mut after = position.clone();
                after.do_move(position.parse_move(&m.text).expect("legal"));
                let answers = lookup.look_up(&after.text()).expect("readable");
                let Some(best) = answers.first() else { continue };
                if ply < 3 {
                    let is_carried = |a: &BookMove| (m.value, m.depth) == (-best.value, a.depth + 1);
                    assert!(answers.iter().any(is_carried), "{m} before {answers:?}");
                }
                next.push(after);
            }
        }
        level = next;
    }
    assert!(seen > 10, "{seen}");
    // With several threads, and after an interruption, the same to the byte.
    let bytes = std::fs::read(&book).expect("a book");
    let (other, part) = (path("other.db"), path("other.jsonl"));
    ask(&other, &part, &["--threads", "3"]);
    assert_eq!(std::fs::read(&other).expect("a book"), bytes);
    assert_eq!(std::fs::read_to_string(&part).expect("rows"), whole);
    std::fs::write(&part, &whole[..whole.len() / 2]).expect("half of it");
    ask(&other, &part, &["--resume"]);
    assert_eq!(std::fs::read(&other).expect("a book"), bytes);
    assert_eq!(std::fs::read_to_string(&part).expect("rows"), whole);
    // A deeper book goes on from there.
    let deeper = good(&[
        "book", "search", "--out", &other, "--jsonl", &part, "--resume", "--plies", "5", "--width", "3",
        "--margin", "150", "--nodes", "2000", "--hash", "1",
    ]);
    assert!(all(Path::new(&other)).len() > found.len(), "{deeper}");
    assert!(std::fs::read_to_string(&part).expect("rows").starts_with(&whole));
    // What was searched otherwise is not taken.
    let run = run_with(
        &["book", "search", "--out", &other, "--jsonl", &part, "--resume", "--nodes", "9", "--width", "3"],
        b"",
    );
    assert!(run.code == Some(2) && run.err.contains("other settings"), "{run:?}");
    assert!(found.keys().all(|position| key(position) == position));
}

#[test]
fn of_chess_and_from_given_positions() {
    let folder = Folder::new("book-search-chess");
    let path = |name: &str| folder.file(name).display().to_string();
    let book = path("own.bin");
    let limits = ["--plies", "2", "--width", "2", "--nodes", "1000"];
    good(&[&["book", "search", "--out", &book], &limits[..]].concat());
    let shown = good(&["book", "show", &book]);
    let (best, weight) = shown.lines().next().expect("a move").split_once(' ').expect("its weight");
    assert_eq!(weight, "100");
    assert!(chess::Position::start().parse_move(best).is_ok());
    let positions = folder.write(
        "positions.epd",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n\n# a comment\nr3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\n",
    );
    let other = path("other.bin");
    let positions = positions.display().to_string();
    good(&[&["book", "search", &positions, "--out", &other], &limits[..]].concat());
    for fen in ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"] {
        assert!(!good(&["book", "show", &other, fen]).is_empty());
    }
    let mated = "R5k1/5ppp/8/8/8/8/8/7K b - - 1 1";
    for (arguments, expected) in [
        (&["book", "search", "--out", &book][..], "--overwrite"),
        (&["book", "search", "/no/such", "--out", &path("new.bin")], "no such file"),
        (&["book", "search", mated, "--out", &path("new.bin")], "the game is over"),
        (&["book", "search", &positions, "--out", &path("new.db")], "expected a position of shogi"),
        (&["book", "search", "--out", &path("new.db"), "--resume"], "--jsonl"),
        (&["book", "search", "--out", &path("new.db"), "--width", "0"], "--width"),
        (&["book", "search", "startpos", "moves", "7g7e", "--out", &path("new.db")], "move 1"),
    ] {
        let run = run_with(arguments, b"");
        assert!(
            run.code == Some(2) && run.out.is_empty() && run.err.contains(expected),
            "{arguments:?}: {run:?}"
        );
    }
    assert!(!Path::new(&path("new.db")).exists() && !Path::new(&path("new.bin")).exists());
}
