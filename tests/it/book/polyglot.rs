//! Books of chess in Polyglot's format: keys, moves, look-up, made, merged, shown, played from.

use std::path::Path;

use somatic::book::{Builder as _, OpeningBook as _, PolyglotBook, PolyglotBuilder, polyglot_key};
use somatic::chess::Position;
use somatic::game::{All, MoveList, Notation as _, Position as _, rng::Rng};
use somatic::protocol::{Uci, Usi};

use super::book_move;
use crate::cli::{good, run_with};
use crate::common::{Folder, data};
use crate::protocol::gui::Gui;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn key(fen: &str) -> u64 {
    polyglot_key(&Position::parse(fen).expect(fen))
}

/// The first four are examples of the format's description; all were computed by python-chess 1.11
/// as well.
#[test]
fn keys_of_positions() {
    for (fen, expected) in [
        (START, 0x463b96181691fc9c),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c9b50fd114196),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a48b5a8e47ff78),
        ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c8123ea7b067637),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 0xfda239cc692a6053),
        ("r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1", 0x516fc9d8c4a8976a),
        ("4k3/P6P/8/8/8/8/p6p/4K3 b - - 0 1", 0xdca928ff7c08d6cd),
        // The pawn on b5 is pinned, and counts all the same.
        ("8/8/8/KPp4r/8/8/8/4k3 w - c6 0 1", 0x3d665cc1f5da1059),
        ("4k3/8/8/8/6pP/8/8/4K3 b - h3 0 1", 0x855dd67d91afd9d7),
        // Chess960, rooks named by their files.
        ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", 0x0cad19b91c203984),
    ] {
        assert_eq!(key(fen), expected, "{fen}");
        let position = Position::parse(fen).expect(fen);
        assert_eq!(key(&position.text()), expected, "{fen} as we write it");
    }
    // Nobody stands beside: on the other side of the board is not beside.
    assert_eq!(key("4k3/8/8/8/P7/7p/8/4K3 b - a3 0 1"), key("4k3/8/8/8/P7/7p/8/4K3 b - - 0 1"));
    assert_eq!(key("4k3/8/8/p7/7P/8/8/4K3 b - h3 0 1"), key("4k3/8/8/p7/7P/8/8/4K3 b - - 0 1"));
}

/// Positions of random games, each with a legal move.
fn random_positions(count: usize) -> Vec<(String, String)> {
    let mut rng = Rng::new(9);
    let mut found = Vec::with_capacity(count);
    let mut position = Position::start();
    while found.len() < count {
        let mut list = MoveList::new();
        position.generate::<All>(&mut list);
        if list.is_empty() || position.game_ply() > 200 {
            position = Position::start();
            continue;
        }
        let m = list[rng.below(list.len())];
        found.push((position.text(), position.move_text(m)));
        position.do_move(m);
    }
    found
}

fn write(book: &PolyglotBuilder, path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    book.write(&mut bytes).expect("written");
    std::fs::write(path, &bytes).expect("a file");
    bytes
}

#[test]
fn every_position_of_a_large_book_is_found() {
    let folder = Folder::new("polyglot-large");
    let path = folder.file("large.bin");
    let all = random_positions(60_000);
    let mut builder = PolyglotBuilder::default();
    for (fen, text) in &all {
        builder.add(fen, book_move(text, 3));
    }
    assert!(builder.len() > 50_000, "{}", builder.len());
    let bytes = write(&builder, &path);
    let mut book = PolyglotBook::open(&path).expect("a book");
    for (fen, text) in all.iter().step_by(5) {
        let moves = book.look_up(fen).expect("readable");
        assert!(moves.iter().any(|m| m.text == *text && m.count >= 3), "{fen}: {text} among {moves:?}");
    }
    assert_eq!(book.look_up("8/8/8/8/8/k7/8/K7 w - - 0 1").expect("readable"), []);
    // What was read is written again, byte for byte.
    let mut again = PolyglotBuilder::default();
    again.add_book(&path, &mut |_| {}).expect("a book");
    assert_eq!(write(&again, &folder.file("again.bin")), bytes);
}

#[test]
fn moves_that_are_written_in_a_way_of_their_own() {
    let folder = Folder::new("polyglot-moves");
    let path = folder.file("moves.bin");
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let promotion = "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    let chess960 = "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1";
    let mut builder = PolyglotBuilder::default();
    for (number, (fen, text)) in [
        (castling, "e1g1"),
        (castling, "e1c1"),
        (castling, "e1f1"),
        (promotion, "a7b8n"),
        (promotion, "a7a8q"),
        (chess960, "e1g1"),
        // Neither is a move.
        (promotion, "a7a8x"),
        (castling, "hello"),
    ]
    .into_iter()
    .enumerate()
    {
        builder.add(fen, book_move(text, 100 - number as u64));
    }
    let bytes = write(&builder, &path);
    assert_eq!(bytes.len(), 6 * 16);
    // In octal: king from e1 (04) takes the rook on h1 (07).
    let packed = |number: usize| u16::from_be_bytes([bytes[16 * number + 8], bytes[16 * number + 9]]);
    assert!((0..6).any(|number| packed(number) == 0o407));
    assert!(
        (0..6).any(|number| packed(number) == 0o16071),
        "a7 is 60, b8 71, promotion to a knight 1, in octal"
    );
    let mut book = PolyglotBook::open(&path).expect("a book");
    let mut texts = |fen: &str| -> Vec<String> {
        book.look_up(fen).expect("readable").into_iter().map(|m| m.text).collect()
    };
    assert_eq!(texts(castling), ["e1g1", "e1c1", "e1f1"]);
    assert_eq!(texts(promotion), ["a7b8n", "a7a8q"]);
    assert_eq!(texts(chess960), ["e1g1"]);
}

/// A header as the format's description has it: a text in entries with the key 0.
fn header(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    for chunk in text.as_bytes().chunks(8) {
        bytes.extend([0; 8]);
        bytes.extend(chunk.iter().copied().chain([0; 8]).take(8));
    }
    bytes
}

fn entry(key: u64, packed: u16, weight: u16) -> Vec<u8> {
    [&key.to_be_bytes()[..], &packed.to_be_bytes(), &weight.to_be_bytes(), &[0; 4]].concat()
}

#[test]
fn books_with_the_standard_header() {
    if let Some(path) = data("books_with_the_standard_header", "records/polyglot_header.bin") {
        let shown = good(&["book", "show", &path.display().to_string(), "startpos"]);
        assert_eq!(shown, "e2e4 5\nd2d4 3\n");
    }
    let folder = Folder::new("polyglot-header");
    let path = folder.file("header.bin");
    for text in [
        "@PG@\n1.0\n1\nnormal\n",
        "@PG@\n1.0\n2\n1\nnormal\nmade for a test, with a longer remark\n",
        "@PG@\n",
    ] {
        let start = key(START);
        let bytes = [header(text), entry(start, 0o1434, 5), entry(start, 0o1333, 3)].concat();
        std::fs::write(&path, &bytes).expect("a file");
        let moves = PolyglotBook::open(&path).expect("a book").look_up(START).expect("readable");
        let found: Vec<(&str, u64)> = moves.iter().map(|m| (m.text.as_str(), m.count)).collect();
        assert_eq!(found, [("e2e4", 5), ("d2d4", 3)], "{text:?}");
        // The header is no position.
        let mut builder = PolyglotBuilder::default();
        builder.add_book(&path, &mut |_| {}).expect("a book");
        assert_eq!(builder.len(), 1);
    }
}

/// Keys are random: those of the first entries may be letters, and `book make` writes such books.
#[test]
fn books_that_begin_with_letters() {
    let folder = Folder::new("polyglot-letters");
    let path = folder.file("letters.bin");
    for (key, packed, weight) in [
        (u64::from_be_bytes(*b"abcdefgh"), 0o1434, 1),
        (u64::from_be_bytes(*b"[Event x"), 0x2a2a, 0x2020),
        (u64::from_be_bytes(*b"#YANEURA"), 0o707, u16::from_be_bytes(*b"OU")),
    ] {
        std::fs::write(&path, entry(key, packed, weight)).expect("a file");
        assert!(PolyglotBook::open(&path).is_ok());
    }
    let mut text = "[Event \"?\"]\n\n1. e4 e5 { \u{e9} } *\n".repeat(16);
    text.truncate(text.len() / 16 * 16);
    std::fs::write(&path, text).expect("a file");
    assert!(PolyglotBook::open(&path).is_err());
}

#[test]
fn counts_that_are_too_large() {
    let folder = Folder::new("polyglot-counts");
    let mut builder = PolyglotBuilder::default();
    for (text, count) in [("e2e4", 1_000_000), ("d2d4", 500_000), ("a2a3", 1), ("b2b3", 0)] {
        builder.add(START, book_move(text, count));
    }
    let path = folder.file("counts.bin");
    write(&builder, &path);
    let moves = PolyglotBook::open(&path).expect("a book").look_up(START).expect("readable");
    let counts: Vec<(&str, u64)> = moves.iter().map(|m| (m.text.as_str(), m.count)).collect();
    assert_eq!(counts, [("e2e4", 65_535), ("d2d4", 32_767), ("a2a3", 1), ("b2b3", 0)]);
}

#[test]
fn files_that_are_no_books() {
    let folder = Folder::new("polyglot-bad");
    let path = folder.file("bad.bin");
    let error = |bytes: &[u8]| {
        std::fs::write(&path, bytes).expect("a file");
        PolyglotBook::open(&path).expect_err("no book").to_string()
    };
    assert!(error(b"").contains("not a Polyglot book"));
    assert!(error(&[200; 17]).contains("not a Polyglot book"));
    assert!(error(b"#YANEURAOU-DB2016 1.00\nsfen etc.").contains("not a Polyglot book"));
    assert!(error(&[&b"SOMAGAME"[..], &[2, 0, 1, 0, 0, 0, 0, 0]].concat()).contains("not a Polyglot book"));
    let unsorted: Vec<u8> =
        [0x90_u8, 0x10].iter().flat_map(|&first| [[first; 8], [0; 8]]).flatten().collect();
    assert!(error(&unsorted).contains("not sorted"));
}

#[test]
fn made_merged_and_shown() {
    let folder = Folder::new("polyglot-cli");
    let path = |name: &str| folder.file(name).display().to_string();
    let games = "startpos moves e2e4 e7e5 g1f3\nstartpos moves e2e4 c7c5\nstartpos moves d2d4\n";
    std::fs::write(folder.file("games.uci"), games).expect("a file");
    let (records, book, all) = (path("games.uci"), path("one.bin"), path("all.bin"));
    let said = good(&["book", "make", &records, "--out", &book]);
    assert_eq!(said, format!("{book}: 3 positions of 3 games\n"));
    assert_eq!(good(&["book", "show", &book]), "e2e4 2\nd2d4 1\n");
    assert_eq!(good(&["book", "show", &book, "startpos", "moves", "e2e4"]), "c7c5 1\ne7e5 1\n");
    assert_eq!(good(&["book", "merge", &book, &book, "--out", &all]), format!("{all}: 3 positions\n"));
    assert_eq!(good(&["book", "show", &all, START]), "e2e4 4\nd2d4 2\n");
    good(&["book", "make", &records, "--out", &all, "--least", "2", "--overwrite"]);
    assert_eq!(good(&["book", "show", &all]), "e2e4 2\n");
    // A name with another ending, and the game by its name.
    let odd = path("odd.book");
    good(&["book", "make", &records, "--out", &odd, "--game", "chess"]);
    assert_eq!(good(&["book", "show", &odd, "--game", "chess"]), "e2e4 2\nd2d4 1\n");
    for (arguments, expected) in [
        (&["book", "make", &records, "--out", &book][..], "--overwrite"),
        (&["book", "merge", &records, "--out", &path("new.bin")], "not a Polyglot book"),
        (&["book", "show", &odd], "not a book"),
        (&["book", "show", &book, "startpos", "moves", "a2a3"], "the position is not in the book"),
        (&["book", "show", &book, "--game", "shogi"], "not a book"),
        (&["book", "make", &records, "--out", &path("new.bin"), "--game", "go"], "expected shogi or chess"),
    ] {
        let run = run_with(arguments, b"");
        assert!(
            run.code == Some(2) && run.out.is_empty() && run.err.contains(expected),
            "{arguments:?}: {run:?}"
        );
    }
    assert!(!Path::new(&path("new.bin")).exists());
}

#[test]
fn moves_of_the_book_are_played() {
    let folder = Folder::new("polyglot-play");
    let path = folder.file("play.bin");
    let mut builder = PolyglotBuilder::default();
    // Illegal moves are passed over, and those that weigh nothing.
    builder.add(START, book_move("e1e3", 9));
    builder.add(START, book_move("a2a4", 5));
    builder.add(START, book_move("h2h4", 0));
    let castling = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
    builder.add(castling, book_move("e1c1", 1));
    let unwanted = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    builder.add(unwanted, book_move("e1d1", 0));
    write(&builder, &path);
    let mut gui = Gui::<Uci>::new();
    gui.quiet(&format!("setoption name BookFile value {}", path.display()));
    gui.position("startpos");
    assert_ne!(gui.search("go depth 1").best, "a2a4", "off by default");
    gui.quiet("setoption name OwnBook value true");
    let answer = ["info string book: a2a4 5", "bestmove a2a4"];
    for line in ["go wtime 60000 btime 60000", "go depth 1", "go movetime 100"] {
        assert_eq!(gui.say(line), answer, "{line}");
    }
    gui.position(&format!("fen {castling}"));
    assert_eq!(gui.say("go depth 1")[1], "bestmove e1c1");
    gui.quiet("setoption name UCI_Chess960 value true");
    assert_eq!(gui.say("go depth 1")[1], "bestmove e1a1");
    gui.quiet("setoption name UCI_Chess960 value false");
    gui.position(&format!("fen {unwanted}"));
    assert!(!gui.search("go depth 1").infos.is_empty(), "a weight of 0 is never played");
    // Moves are counted as players of chess do.
    gui.quiet("setoption name BookMoves value 1");
    gui.position("startpos");
    assert_eq!(gui.say("go depth 1"), answer);
    gui.position("startpos moves g1f3 g8f6 f3g1 f6g8");
    assert!(!gui.search("go depth 1").infos.is_empty());
    gui.quiet("setoption name BookMoves value 3");
    assert_eq!(gui.say("go depth 1"), answer);
    let complaint = gui.complaint("setoption name BookFile value /no/such/book.bin");
    assert!(complaint.contains("none is used"), "{complaint}");
    // Each protocol has the format of its game.
    let mut gui = Gui::<Usi>::new();
    let complaint = gui.complaint(&format!("setoption name BookFile value {}", path.display()));
    assert!(complaint.contains("not a book"), "{complaint}");
}
