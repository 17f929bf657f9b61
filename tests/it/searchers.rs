//! Searches of positions of either game, as the laboratory asks for them.

use somatic::game::MATE;
use somatic::lab::searcher::{Budget, Found, Searchers};
use somatic::records::input::{AnyPosition, read_line};
use somatic::search::SearchConfig;
use somatic::search::horizon::Tactics;

fn read(text: &str) -> AnyPosition {
    read_line(text, String::new).expect(text).position
}

fn search(position: &AnyPosition) -> Found {
    let mut searchers = Searchers::new(1, SearchConfig::default());
    searchers.search(Tactics::SuperSoma, position, Budget::Depth(3)).expect("a search")
}

#[test]
fn a_declaration_needs_no_search() {
    let text = "sfen 1K1S5/GGGSSL3/PPPPPP3/9/9/9/9/9/8k b 2R2BN 1";
    let position = read(text);
    assert!(position.is_open());
    let found = search(&position);
    assert_eq!((found.best.as_str(), found.nodes, found.line.len()), ("win", 0, 1));
    assert_eq!(position.move_text("win"), Ok("win".to_owned()));
}

/// Without a move there is nothing to search: a loss, or a draw.
#[test]
fn a_position_without_moves_is_no_win() {
    for (text, score) in [
        ("sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", -MATE),
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", -MATE),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0),
    ] {
        let found = search(&read(text));
        assert_eq!((found.score, found.best.as_str(), found.line.len()), (score, "", 0), "{text}");
    }
}

#[test]
fn moves_are_read_in_every_way() {
    let chess = read("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for text in ["O-O", "0-0!", "e1g1", "e1h1"] {
        assert_eq!(chess.move_text(text).as_deref(), Ok("e1g1"), "{text}");
    }
    assert!(chess.move_text("Qd1").is_err());
    assert_eq!(read("startpos").move_text("7g7f").as_deref(), Ok("7g7f"));
    assert!(!read("sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1").is_open());
}
