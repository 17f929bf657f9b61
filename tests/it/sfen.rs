//! The files of `sfen/`: every line is read by our own readers, every answer
//! is a legal move, every file is told of in the README beside them.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use somatic::book::{Book, OpeningBook as _, PolyglotBook};
use somatic::game::{Notation as _, Position as _};
use somatic::lab::leaves::leaf_lines;
use somatic::records::Records;
use somatic::records::input::positions;
use somatic::records::position::GameKind;
use somatic::{chess, shogi};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/sfen");

/// The data files of a game.
fn files(game: &str) -> Vec<PathBuf> {
    let folder = std::fs::read_dir(Path::new(FOLDER).join(game)).expect("a folder");
    let mut files: Vec<PathBuf> = folder.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

fn name(path: &Path) -> String {
    path.file_name().expect("a name").to_string_lossy().into_owned()
}

/// How many positions, games or leaves there are, all of this game.
fn count(path: &Path, game: GameKind) -> usize {
    let list = vec![path.to_string_lossy().into_owned()];
    let mut ids = HashSet::new();
    let ending = path.extension().expect("an ending").to_string_lossy().into_owned();
    match ending.as_str() {
        "sfen" | "epd" => {
            for line in positions(list) {
                let line = line.unwrap_or_else(|bad| panic!("{bad}"));
                assert_eq!(line.position.kind(), game, "{}", line.id);
                for text in line.best.iter().chain(&line.avoid) {
                    line.position.move_text(text).unwrap_or_else(|error| panic!("{}: {error}", line.id));
                }
                assert!(ids.insert(line.id.clone()), "{} twice", line.id);
            }
        }
        "usi" | "csa" | "pgn" => {
            for record in Records::new(list, game) {
                let record = record.unwrap_or_else(|bad| panic!("{bad}"));
                assert_eq!((record.game, &record.cut), (game, &None), "{}", record.id);
                assert!(record.moves.len() > 10 && record.result.is_some(), "{}", record.id);
                assert!(ids.insert(record.id.clone()), "{} twice", record.id);
            }
        }
        "jsonl" => {
            for leaf in leaf_lines(list) {
                let leaf = leaf.unwrap_or_else(|bad| panic!("{bad}"));
                assert_eq!(GameKind::parse(&leaf.record.game), Some(game), "{}", leaf.record.id);
                assert!(leaf.record.resolved.is_some(), "{}: no label", leaf.record.id);
                assert!(ids.insert(leaf.record.id.clone()), "{} twice", leaf.record.id);
            }
        }
        "db" => {
            let mut book = Book::open(path).expect("a book");
            let read = book.for_each(|sfen, moves, faults| {
                let position = shogi::Position::parse(&format!("{sfen} 1")).expect("a position");
                assert!(faults.is_empty() && !moves.is_empty(), "{sfen}");
                for m in moves {
                    position.parse_move(&m.text).unwrap_or_else(|error| panic!("{sfen}: {error}"));
                }
                assert!(ids.insert(sfen.to_owned()), "{sfen} twice");
            });
            read.expect("all of it is read");
        }
        "bin" => {
            let mut book = PolyglotBook::open(path).expect("a book");
            let mut ahead = vec![chess::Position::start()];
            while let Some(position) = ahead.pop() {
                for m in book.look_up(&position.text()).expect("it is read") {
                    let (mut after, fen) = (position.clone(), position.text());
                    after.do_move(after.parse_move(&m.text).unwrap_or_else(|error| panic!("{fen}: {error}")));
                    if ids.insert(after.text()) {
                        ahead.push(after);
                    }
                }
            }
        }
        _ => panic!("{}: no reader is known", path.display()),
    }
    ids.len()
}

#[test]
fn every_line_is_read() {
    let readme = std::fs::read_to_string(Path::new(FOLDER).join("README.md")).expect("the README");
    for (folder, game) in [("shogi", GameKind::Shogi), ("chess", GameKind::Chess)] {
        for path in files(folder) {
            assert!(count(&path, game) > 0, "{}: empty", path.display());
            assert!(readme.contains(&format!("{folder}/{}", name(&path))), "{}: not told of", path.display());
        }
    }
}

#[test]
fn there_is_enough_of_each_kind() {
    let at_least = |file: &str, game, least: usize| {
        let found = count(&Path::new(FOLDER).join(file), game);
        assert!(found >= least, "{file}: {found}");
    };
    at_least("shogi/openings.sfen", GameKind::Shogi, 200);
    at_least("chess/openings.epd", GameKind::Chess, 200);
    at_least("shogi/openings_match.sfen", GameKind::Shogi, 1_000);
    at_least("chess/openings_match.epd", GameKind::Chess, 1_000);
    at_least("shogi/games.usi", GameKind::Shogi, 40);
    at_least("chess/games.pgn", GameKind::Chess, 40);
    at_least("shogi/tactics.sfen", GameKind::Shogi, 200);
    at_least("chess/tactics.epd", GameKind::Chess, 200);
    at_least("shogi/leaves.jsonl", GameKind::Shogi, 2_000);
    at_least("chess/leaves.jsonl", GameKind::Chess, 2_000);
}

/// What is measured on must not be what was looked at before: the openings of
/// matches are all different, and none stands in another file.
#[test]
fn openings_of_matches_stand_nowhere_else() {
    let without_counters = |text: &str, fields: usize| -> String {
        text.split(' ').filter(|word| *word != "sfen").take(fields).collect::<Vec<_>>().join(" ")
    };
    // Board, side and hands; board, side, castling and en passant.
    for (folder, openings, fields) in
        [("shogi", "openings_match.sfen", 3), ("chess", "openings_match.epd", 4)]
    {
        let mut known = HashSet::new();
        for path in files(folder) {
            let list = vec![path.to_string_lossy().into_owned()];
            match path.extension().and_then(|ending| ending.to_str()) {
                Some("sfen" | "epd") if name(&path) != openings => {
                    known.extend(positions(list).map(|line| line.expect("a line").position.text()));
                }
                Some("jsonl") => {
                    known.extend(leaf_lines(list).map(|leaf| leaf.expect("a leaf").position.text()));
                }
                _ => {}
            }
        }
        let known: HashSet<String> = known.iter().map(|text| without_counters(text, fields)).collect();
        assert!(known.len() > 1_000, "the other files were not found");
        let path = Path::new(FOLDER).join(folder).join(openings).to_string_lossy().into_owned();
        let mut seen = HashSet::new();
        for line in positions(vec![path]) {
            let line = line.unwrap_or_else(|bad| panic!("{bad}"));
            let text = without_counters(&line.position.text(), fields);
            assert!(line.position.is_open(), "{}: the game is over", line.id);
            assert!(!known.contains(&text), "{} stands in another file", line.id);
            assert!(seen.insert(text), "{} stands there twice", line.id);
        }
    }
}

/// The same games in two formats.
#[test]
fn the_games_are_the_same_in_both_formats() {
    let moves = |file: &str| -> Vec<Vec<u16>> {
        let path = Path::new(FOLDER).join(file).to_string_lossy().into_owned();
        Records::new(vec![path], GameKind::Shogi).map(|game| game.expect("a game").moves).collect()
    };
    assert_eq!(moves("shogi/games.usi"), moves("shogi/games.csa"));
}

/// Nothing tells where the files were made.
#[test]
fn no_path_of_a_machine() {
    for path in files("shogi").into_iter().chain(files("chess")) {
        let bytes = std::fs::read(&path).expect("a file");
        let text = String::from_utf8_lossy(&bytes);
        for word in ["/tmp", "/home", "/root", "/work"] {
            assert!(!text.contains(word), "{}: {word}", path.display());
        }
    }
}
