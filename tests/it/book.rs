//! Opening books: found in a large file, seen from both sides, made, merged,
//! shown, played from.

use std::collections::HashSet;
use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

use somatic::book::{
    Book, BookBuilder, BookMove, Builder as _, HEADER, OpeningBook as _, flip_move, flip_position, key,
};
use somatic::game::{All, Board as _, MoveList, Notation as _, Position as _, rng::Rng};
use somatic::protocol::Usi;
use somatic::shogi::Position;

use crate::cli::{good, run_with};
use crate::common::{Folder, data};
use crate::protocol::gui::Gui;

mod polyglot;

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

fn book_move(text: &str, count: u64) -> BookMove {
    BookMove { text: text.to_owned(), reply: None, value: 0, depth: 0, count }
}

/// Positions of random games, each with a legal move.
fn random_positions(count: usize) -> Vec<(String, String)> {
    let mut rng = Rng::new(7);
    let mut found = Vec::with_capacity(count);
    let mut position = Position::start();
    while found.len() < count {
        let mut list = MoveList::new();
        position.generate::<All>(&mut list);
        if list.is_empty() || position.game_ply() > 60 {
            position = Position::start();
            continue;
        }
        let m = list[rng.below(list.len())];
        found.push((position.text(), position.move_text(m)));
        position.do_move(m);
    }
    found
}

fn write(book: &BookBuilder, path: &Path) {
    let mut file = std::io::BufWriter::new(std::fs::File::create(path).expect("a file"));
    book.write(&mut file).expect("written");
    file.flush().expect("written");
}

#[test]
fn every_position_of_a_large_book_is_found() {
    let folder = Folder::new("book-large");
    let path = folder.file("large.db");
    let all = random_positions(110_000);
    let mut builder = BookBuilder::default();
    for (sfen, text) in &all {
        builder.add(sfen, book_move(text, 1));
    }
    assert!(builder.len() >= 100_000, "{}", builder.len());
    write(&builder, &path);
    let mut book = Book::open(&path).expect("a book");
    let keys: HashSet<&str> = all.iter().map(|(sfen, _)| key(sfen)).collect();
    for (sfen, text) in all.iter().step_by(10) {
        let moves = book.look_up(sfen).expect("readable");
        assert!(moves.iter().any(|m| m.text == *text), "{sfen}: {text} among {moves:?}");
        // The number of the move does not matter, nor the side of the board.
        let again = book.look_up(&format!("{} 999", key(sfen))).expect("readable");
        assert_eq!(again, moves);
        let flipped = flip_position(key(sfen)).expect("a position");
        if keys.contains(flipped.as_str()) {
            // It stands there itself, with moves of its own.
            continue;
        }
        let moves = book.look_up(&flipped).expect("readable");
        assert!(moves.iter().any(|m| m.text == flip_move(text)), "{sfen}: {text} among {moves:?}");
    }
    assert_eq!(book.look_up("4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1").expect("readable"), []);
    let mut count = 0;
    book.for_each(|_, _, _| count += 1).expect("readable");
    assert_eq!(count, builder.len());
}

#[test]
fn a_flipped_position_is_the_same_with_colors_exchanged() {
    for (sfen, text) in random_positions(2_000) {
        let flipped = flip_position(key(&sfen)).expect("a position");
        assert_eq!(flip_position(&flipped).as_deref(), Some(key(&sfen)));
        let (one, other) =
            (Position::parse(&sfen).expect("one"), Position::parse(&flipped).expect("another"));
        assert_eq!(key(&other.text()), flipped, "as we write it");
        assert_eq!(one.side_to_move(), !other.side_to_move());
        assert_eq!(one.count_legal(), other.count_legal());
        assert!(other.parse_move(&flip_move(&text)).is_ok(), "{text} in {sfen}");
    }
}

/// A book as other programs write them: a byte order mark, comments, CR LF, numbers of moves or
/// none, lines without counts.
#[test]
fn a_book_by_another_program() {
    let folder = Folder::new("book-other");
    let text = format!(
        "\u{feff}#YANEURAOU-DB2016 1.00\r\n# NOE:3\r\nsfen 4k4/9/9/9/9/9/9/9/4K4 b G 33\r\nG*5b none 30000 5\r\n\
         sfen 4k4/9/9/9/9/9/9/9/4K4 b P\r\nP*5b none\r\n\r\nsfen {START}\r\n2g2f 8c8d 41 20 7\r\n// a remark\r\n7g7f none -3\r\n"
    );
    let path = folder.write("other.db", &text);
    let mut book = Book::open(&path).expect("a book");
    let moves: Vec<String> = book.look_up(START).expect("readable").iter().map(ToString::to_string).collect();
    assert_eq!(moves, ["2g2f 8c8d 41 20 7", "7g7f none -3 0 1"]);
    let after = START.replace(" b ", " w ");
    let flipped = book.look_up(&after).expect("readable");
    assert_eq!(flipped[0].to_string(), "8c8d 2g2f 41 20 7");
    assert_eq!(book.look_up("4k4/9/9/9/9/9/9/9/4K4 b G 1").expect("readable")[0].text, "G*5b");
    let bare = &book.look_up("4k4/9/9/9/9/9/9/9/4K4 b P 9").expect("readable")[0];
    assert_eq!(bare.to_string(), "P*5b none 0 0 1");
}

#[test]
fn files_that_are_no_books() {
    let folder = Folder::new("book-bad");
    let error = |text: &str| Book::open(&folder.write("bad.db", text)).expect_err(text).to_string();
    assert!(error("hello\n").contains("not a book"));
    assert!(error("").contains("not a book"));
    assert!(error(&"x".repeat(100_000)).contains("not a book"));
    // Positions alone, without the first line of a book.
    let positions = format!("# two\nsfen {START} ; bm 7g7f\n\nsfen {START} moves 7g7f\n");
    assert!(error(&positions).contains("not a book"));
    // A book without positions knows none.
    let path = folder.write("bad.db", &format!("{HEADER}\n"));
    assert_eq!(Book::open(&path).expect("a book").look_up(START).expect("readable"), []);
}

/// What a book of this text knows of the start position, and what is told of its lines.
fn start_moves(text: &str) -> (Vec<String>, Vec<String>) {
    let folder = Folder::new("book-text");
    let mut book = Book::open(&folder.write("text.db", text)).expect("a book");
    let moves = book.look_up(START).expect("readable").iter().map(ToString::to_string).collect();
    (moves, book.take_faults().iter().map(ToString::to_string).collect())
}

/// ShogiHome writes `none` for a value or depth that it does not know.
#[test]
fn a_book_by_shogihome() {
    if let Some(path) = data("a_book_by_shogihome", "records/yane_none.db") {
        let shown = good(&["book", "show", &path.display().to_string(), "startpos"]);
        assert_eq!(shown, "2g2f 8c8d 0 0 5\n7g7f none 12 0 3\n");
    }
    for (line, expected) in [
        ("2g2f 8c8d none none 5", "2g2f 8c8d 0 0 5"),
        ("2g2f none none 7 none", "2g2f none 0 7 1"),
        ("2g2f none -12 none", "2g2f none -12 0 1"),
        ("2g2f resign 0.5 9 2 what else is known", "2g2f none 0 9 2"),
        ("2g2f none 99999999999 -1 -1", "2g2f none 2147483647 0 0"),
    ] {
        assert_eq!(start_moves(&format!("{HEADER}\nsfen {START}\n{line}\n")).0, [expected], "{line}");
    }
}

/// A line that is no move is told of, and those around it count.
#[test]
fn a_bad_line_costs_no_other_line() {
    let bad = ["hello", "7g7", "0a1b none 0 0 1", "\u{3042}", "7g7f+x"];
    let text = format!("{HEADER}\nsfen {START}\n2g2f\n{}\n7g7f\n{}\n", bad.join("\n"), "x".repeat(10_000));
    let (moves, faults) = start_moves(&text);
    assert_eq!(moves, ["2g2f none 0 0 1", "7g7f none 0 0 1"]);
    assert_eq!(faults.len(), bad.len() + 1);
    assert!(faults[0].ends_with("no line of a book: 'hello'"), "{faults:?}");
    assert!(faults[5].contains("too long"), "{faults:?}");
    let folder = Folder::new("book-bad-line");
    let path = folder.write("bad.db", &text).display().to_string();
    let all = folder.file("all.db").display().to_string();
    for arguments in [&["book", "show", &path][..], &["book", "merge", &path, "--out", &all]] {
        let run = run_with(arguments, b"");
        assert_eq!(run.code, Some(2));
        assert!(run.err.contains("'hello'") && run.err.contains("6 lines could not be used"), "{run:?}");
    }
    assert_eq!(good(&["book", "show", &all]), "2g2f none 0 0 1\n7g7f none 0 0 1\n");
}

/// Comments of any length, line ends of every kind, a byte order mark, no first line.
#[test]
fn books_in_every_dress() {
    let long = "\u{3042}".repeat(40_000);
    let text = format!(
        "{HEADER}\n# {long}\nsfen {START}\n// {long}\n2g2f 8c8d 41 20 7\n#{long}\n7g7f none -3 0 1 {long}\n# {long}\n"
    );
    for ends in ["\n", "\r\n", "\r", "\n\n"] {
        for start in
            [HEADER, "#YANEURAOU-DB2016 1.00 of another program", "", "# a remark", "\u{feff}", "\u{feff}\n"]
        {
            let text = text.replacen(HEADER, start, 1).replace('\n', ends);
            let (moves, faults) = start_moves(&text);
            assert_eq!(moves, ["2g2f 8c8d 41 20 7", "7g7f none -3 0 1"], "{start:?} {ends:?}");
            assert_eq!(faults, [""; 0], "{start:?} {ends:?}");
        }
    }
    let blanks = format!("{HEADER}\n sfen\t{}\n  2g2f  8c8d\t41 20 7\n", START.replace(' ', "  "));
    assert_eq!(start_moves(&blanks).0, ["2g2f 8c8d 41 20 7"]);
}

/// Positions in any order and more than once: as after `book merge`.
#[test]
fn books_that_are_not_sorted() {
    let unsorted = format!(
        "{HEADER}\nsfen {START}\n2g2f none 10 5 3\n7g7f\nsfen 4k4/9/9/9/9/9/9/9/4K4 b G 1\nG*5b\nsfen {}3\n7g7f 3c3d 8 9 1\n\
         2g2f 8c8d 99 1 1\n9g9f\n",
        START.trim_end_matches('1')
    );
    let expected = ["2g2f 8c8d 10 5 4", "7g7f 3c3d 8 9 2", "9g9f none 0 0 1"];
    assert_eq!(start_moves(&unsorted).0, expected);
    let sorted = format!(
        "{HEADER}\nsfen {START}\n2g2f none 10 5 3\n7g7f\nsfen {START}\n7g7f 3c3d 8 9 1\n2g2f 8c8d 99 1 1\n9g9f\n"
    );
    assert_eq!(start_moves(&sorted).0, expected);
    // Of any size.
    let folder = Folder::new("book-unsorted");
    let all = random_positions(100_000);
    let lines = all.iter().map(|(sfen, m)| format!("sfen {sfen}\n{m} none 0 0 1\n"));
    let text = format!("{HEADER}\n{}", lines.collect::<String>());
    assert!(text.len() > 8 << 20);
    let mut book = Book::open(&folder.write("large.db", &text)).expect("a book");
    for (sfen, m) in all.iter().step_by(100) {
        let moves = book.look_up(sfen).expect("readable");
        assert!(moves.iter().any(|found| found.text == *m), "{sfen}: {m} among {moves:?}");
    }
}

#[test]
fn made_merged_and_shown() {
    let folder = Folder::new("book-cli");
    let path = |name: &str| folder.file(name).display().to_string();
    let games = "startpos moves 7g7f 3c3d 2g2f\nstartpos moves 7g7f 8c8d\nstartpos moves 2g2f 8c8d\n";
    std::fs::write(folder.file("games.usi"), games).expect("a file");
    let (records, book, more) = (path("games.usi"), path("one.db"), path("all.db"));
    let said = good(&["book", "make", &records, "--out", &book]);
    assert_eq!(said, format!("{book}: 4 positions of 3 games\n"));
    assert_eq!(good(&["book", "show", &book]), "7g7f 3c3d 0 0 2\n2g2f 8c8d 0 0 1\n");
    let other = format!(
        "{HEADER}\nsfen {START}\n2g2f none 55 9 4\nsfen 4k4/9/9/9/9/9/9/9/4K4 b G 1\nG*5b none 9 9 1\n"
    );
    let other = folder.write("other.db", &other).display().to_string();
    // Not sorted.
    assert_eq!(good(&["book", "show", &other]), "2g2f none 55 9 4\n");
    assert_eq!(good(&["book", "merge", &book, &other, "--out", &more]), format!("{more}: 5 positions\n"));
    assert_eq!(good(&["book", "show", &more, "startpos"]), "2g2f 8c8d 55 9 5\n7g7f 3c3d 0 0 2\n");
    good(&["book", "make", &records, "--out", &book, "--least", "2", "--plies", "1", "--overwrite"]);
    assert_eq!(good(&["book", "show", &book]), "7g7f 3c3d 0 0 2\n");
    let kept = std::fs::read(&more).expect("a book");
    let positions = folder.write("one.sfen", &format!("sfen {START}\n")).display().to_string();
    let bare = folder.write("bare.db", &format!("{HEADER}\nsfen {START}\n")).display().to_string();
    for (arguments, expected) in [
        (&["book", "make", &records, "--out", &more][..], "--overwrite"),
        (&["book", "make", "/no/such", "--out", &more], "no such file"),
        (&["book", "make", &records, "--out", &path("new.db"), "--least", "9"], "no moves for a book"),
        (&["book", "merge", &records, "--out", &path("new.db")], "not a book"),
        (&["book", "merge", &positions, "--out", &more, "--overwrite"], "not a book"),
        (&["book", "merge", &bare, "--out", &more, "--overwrite"], "no moves for a book"),
        (&["book", "show", &positions, "startpos"], "not a book"),
        (&["book", "show", &book, "startpos", "moves", "9g9f"], "the position is not in the book"),
        (&["book", "show", &book, "--game", "chess"], "not a Polyglot book"),
        (&["book"], "expected one of make, merge, show"),
    ] {
        let run = run_with(arguments, b"");
        assert!(
            run.code == Some(2) && run.out.is_empty() && run.err.contains(expected),
            "{arguments:?}: {run:?}"
        );
    }
    assert!(!Path::new(&path("new.db")).exists());
    assert_eq!(std::fs::read(&more).expect("a book"), kept);
}

/// Off by default; not in analysis or for some moves; up to a move; while pondering held back until the opponent moves.
#[test]
fn moves_of_the_book_are_played() {
    let folder = Folder::new("book-play");
    let text = format!("{HEADER}\nsfen {START}\n1a1b none 0 0 9\n9g9f 1c1d 0 0 1\n");
    let path = folder.write("play.db", &text);
    let mut gui = Gui::<Usi>::new();
    gui.quiet(&format!("setoption name BookFile value {}", path.display()));
    gui.position("startpos");
    assert_ne!(gui.search("go depth 1").best, "9g9f", "off by default");
    gui.quiet("setoption name USI_OwnBook value true");
    // The first move that is legal, with the reply.
    let answer = ["info string book: 9g9f 1c1d 0 0 1", "bestmove 9g9f ponder 1c1d"];
    for line in ["go btime 60000 wtime 60000", "go depth 1", "go nodes 10", "go movetime 100"] {
        assert_eq!(gui.say(line), answer, "{line}");
    }
    gui.position("sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 2");
    assert_eq!(gui.say("go depth 1")[1], "bestmove 1c1d ponder 9g9f", "from the other side");
    // At the pace that was asked for.
    gui.quiet("setoption name MoveDelay value 300");
    let begun = std::time::Instant::now();
    assert_eq!(gui.search("go depth 1").best, "1c1d");
    assert!(begun.elapsed().as_millis() >= 300, "{:?}", begun.elapsed());
    gui.quiet("setoption name MoveDelay value 0");
    gui.position("startpos");
    for end in ["ponderhit", "stop"] {
        assert_eq!(gui.say("go ponder btime 60000 wtime 60000"), answer[..1], "{end}");
        assert!(gui.listen(Duration::from_millis(20)).is_empty(), "{end}");
        assert_eq!(gui.say(end), answer[1..], "{end}");
    }
    for line in ["go infinite", "go searchmoves 2g2f depth 1"] {
        let mut lines = gui.say(line);
        lines.extend(gui.until("info"));
        assert!(!lines.iter().any(|line| line.contains("book")), "{line}: {lines:?}");
        lines.extend(gui.say("stop"));
        if !lines.iter().any(|line| line.starts_with("bestmove")) {
            gui.until("bestmove");
        }
    }
    gui.quiet("setoption name BookMoves value 0");
    assert!(!gui.search("go depth 1").infos.is_empty());
    gui.quiet("setoption name BookMoves value 1");
    assert_eq!(gui.say("go depth 1"), answer);
    gui.position("startpos moves 2g2f");
    assert!(!gui.search("go depth 1").infos.is_empty());
    // A file that is none: said, and none is used.
    gui.position("startpos");
    let complaint = gui.complaint("setoption name BookFile value /no/such/book.db");
    assert!(complaint.contains("none is used"), "{complaint}");
    assert!(!gui.search("go depth 1").infos.is_empty());
    gui.quiet("setoption name BookFile value <empty>");
}
