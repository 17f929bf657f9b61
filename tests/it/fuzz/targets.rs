//! What is fuzzed, a test each.

use somatic::book::{Book, Builder as _, OpeningBook as _, PolyglotBook, PolyglotBuilder};
use somatic::eval::net;
use somatic::files::Output;
use somatic::game::{All, Board, EvalWeights, Game, MoveList};
use somatic::lab::arena::{GameRecord, tune::read_ranges};
use somatic::protocol::{Uci, Usi};
use somatic::records::input::{AnyPosition, read_line};
use somatic::records::position::GameKind;
use somatic::train::record::Reader;
use somatic::{chess, shogi};

use super::{examples, survives};
use crate::protocol::gui::{Gui, Sample};
use crate::records::{TempFile, found, moves};

/// A position that was accepted can be written, read again and played on.
fn check_position<P: Game>(position: &P) {
    let text = position.text();
    let again = P::parse(&text).unwrap_or_else(|e| panic!("{text} was written and is refused: {e}"));
    assert_eq!(again.text(), text);
    assert_eq!(again.key(), position.key(), "{text}");
    let mut list = MoveList::new();
    position.generate::<All>(&mut list);
    for m in list {
        let mut next = position.clone();
        next.do_move(m);
        assert_eq!(
            P::parse(&next.text()).map(|p| p.key()),
            Ok(next.key()),
            "{text} {}",
            position.move_text(m)
        );
    }
}

fn parse<P: Game>(bytes: &[u8]) {
    if let Ok(position) = P::parse(&String::from_utf8_lossy(bytes)) {
        check_position(&position);
    }
}

#[test]
fn sfen() {
    survives(&examples::positions("shogi/openings.sfen"), 1, parse::<shogi::Position>);
}

#[test]
fn fen() {
    survives(&examples::positions("chess/openings.epd"), 1, parse::<chess::Position>);
}

#[test]
fn lines_of_suites() {
    survives(&examples::suites(), 1, |bytes| {
        if let Ok(line) = read_line(&String::from_utf8_lossy(bytes), || "id".to_owned()) {
            match &line.position {
                AnyPosition::Shogi(position) => check_position(&**position),
                AnyPosition::Chess(position) => check_position(&**position),
            }
        }
    });
}

/// A session that hears a line and is as sane as before.
fn hear<D: Sample>(positions: &[&str]) {
    let gui = std::cell::RefCell::new(Gui::<D>::new());
    survives(&examples::words(positions), 1, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        let mut gui = gui.borrow_mut();
        let costly = ["go", "bench", "perft", "Hash", "Threads", "File"];
        for line in text.lines().filter(|line| !costly.iter().any(|word| line.contains(word))) {
            gui.say(line);
        }
        assert_eq!(gui.say("isready"), ["readyok"]);
    });
}

#[test]
fn lines_of_usi() {
    hear::<Usi>(&[
        "position startpos moves 7g7f 3c3d 8h2b+ 3a2b",
        "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves 7g7f",
        "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3gs4n4l10p 7",
    ]);
}

#[test]
fn lines_of_uci() {
    hear::<Uci>(&[
        "position startpos moves e2e4 e7e5 g1f3 b8c6",
        "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 20 moves e1g1 e8c8",
        "position fen 4k3/P7/8/8/8/8/7p/4K3 b - - 99 100 moves h2h1n",
    ]);
}

#[test]
fn records_of_games() {
    for (ending, examples) in examples::records() {
        let read = |bytes: &[u8]| {
            for record in found(ending, bytes).into_iter().chain(found("", bytes)).flatten() {
                moves(&record);
            }
        };
        survives(&examples, 2, read);
    }
}

#[test]
fn books() {
    let wanted = examples::positions("shogi/openings.sfen");
    survives(&examples::books(), 2, |bytes| {
        let file = TempFile::new("db", bytes);
        if let Ok(mut book) = Book::open_unsorted(&file.0) {
            let _ = book.for_each(|_, _, _| {});
        }
        if let Ok(mut book) = Book::open(&file.0) {
            for sfen in wanted.iter().take(3) {
                let _ = book.look_up(&String::from_utf8_lossy(sfen));
            }
        }
    });
}

#[test]
fn books_of_polyglot() {
    let wanted = examples::positions("chess/openings.epd");
    survives(&[examples::polyglot()], 2, |bytes| {
        let file = TempFile::new("bin", bytes);
        if let Ok(mut book) = PolyglotBook::open(&file.0) {
            for fen in wanted.iter().take(3) {
                let _ = book.look_up(&String::from_utf8_lossy(fen));
            }
        }
        let mut builder = PolyglotBuilder::default();
        if builder.add_book(&file.0, &mut |_| {}).is_ok() {
            let mut again = Vec::new();
            builder.write(&mut again).expect("written");
            // Sorted and without repetitions: what was read once is read again as it is.
            let file = TempFile::new("bin", &again);
            let mut same = PolyglotBuilder::default();
            if same.add_book(&file.0, &mut |_| {}).is_ok() {
                assert_eq!(same.len(), builder.len());
                assert!(PolyglotBook::open(&file.0).is_ok());
            }
        }
    });
}

#[test]
fn files_of_self_play() {
    fn replay<P: Game>(reader: Reader) {
        for game in reader.flatten() {
            let _ = game.replay::<P>(|_, _| {});
        }
    }
    survives(&examples::self_play(), 2, |bytes| {
        let file = TempFile::new("bin", bytes);
        if let Ok(reader) = Reader::open(&file.0) {
            match reader.header.game {
                GameKind::Shogi => replay::<shogi::Position>(reader),
                GameKind::Chess => replay::<chess::Position>(reader),
            }
        }
    });
}

/// Where the hash of a net stands.
const HASH: std::ops::Range<usize> = 24..32;

#[test]
fn nets() {
    type Shogi = <shogi::Position as Board>::Geometry;
    type Chess = <chess::Position as Board>::Geometry;
    fn check<G: EvalWeights>(bytes: &[u8]) {
        if let Ok(weights) = net::read::<G>(bytes) {
            assert!(
                net::read::<G>(&net::write::<G>(&weights)).as_ref() == Ok(&weights),
                "written and read again"
            );
        }
    }
    survives(&examples::nets(), 15, |bytes| {
        check::<Shogi>(bytes);
        check::<Chess>(bytes);
        // With a hash that is right more of the file is looked at.
        let mut bytes = bytes.to_vec();
        if bytes.len() >= HASH.end {
            let hash = net::hash(&bytes).to_le_bytes();
            bytes[HASH].copy_from_slice(&hash);
            check::<Shogi>(&bytes);
            check::<Chess>(&bytes);
        }
    });
}

#[test]
fn results_to_go_on_with() {
    survives(&examples::results(), 2, |bytes| {
        let file = TempFile::new("jsonl", bytes);
        let _ = Output::resume_lines(&file.0, "", |line| {
            let record: GameRecord = serde_json::from_str(line)?;
            assert!(!serde_json::to_string(&record)?.is_empty());
            Ok(())
        });
    });
}

#[test]
fn files_of_ranges() {
    let ranges = b"# two of them\nlmr_base=20..100\nfutility_slope=50..150\n".to_vec();
    survives(&[ranges], 1, |bytes| {
        let file = TempFile::new("txt", bytes);
        read_ranges(&file.path());
    });
}
