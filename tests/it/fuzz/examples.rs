//! What the changed inputs begin with.

use std::io::Write as _;
use std::path::Path;

use somatic::book::{BookBuilder, BookMove, Builder as _, PolyglotBuilder};
use somatic::game::Game;
use somatic::lab::batch::Shard;
use somatic::records::position::GameKind;
use somatic::train::record::{Header, Writer};
use somatic::{chess, shogi};

use crate::common::Folder;
use crate::records::{pgn, shogi as shogi_records};

/// Lines of a file of this repository.
fn lines(file: &str, take: usize) -> Vec<Vec<u8>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("sfen").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.take(take).map(|line| line.as_bytes().to_vec()).collect()
}

/// Positions of a game, without what stands behind them.
pub fn positions(file: &str) -> Vec<Vec<u8>> {
    let bare = |line: Vec<u8>| line.split(|&b| b == b';').next().unwrap_or_default().to_vec();
    lines(file, 40).into_iter().map(bare).collect()
}

/// Lines of suites: positions with fields behind them.
pub fn suites() -> Vec<Vec<u8>> {
    let mut all = lines("shogi/tactics.sfen", 10);
    all.extend(lines("chess/tactics.epd", 10));
    all.push(b"startpos moves 7g7f 3c3d ; id \"a;b\" ; bm 2b8h+ 8h2b+".to_vec());
    all
}

/// Lines that a GUI says, none of which starts a search.
pub fn words(positions: &[&str]) -> Vec<Vec<u8>> {
    let others = [
        "usi",
        "uci",
        "isready",
        "setoption name MultiPV value 3",
        "setoption name Tactics value soma",
        "setoption name Clear Hash",
        "position startpos moves",
        "stop",
        "ponderhit",
        "gameover win",
        "d",
        "xref",
        "eval",
    ];
    others.iter().chain(positions).map(|line| line.as_bytes().to_vec()).collect()
}

/// A record of a game in each format, with the ending of its file; Japanese also in Shift JIS.
pub fn records() -> Vec<(&'static str, Vec<Vec<u8>>)> {
    let bytes = |text: &str| text.as_bytes().to_vec();
    let sjis = |text: &str| encoding_rs::SHIFT_JIS.encode(text).0.into_owned();
    let euc = |text: &str| encoding_rs::EUC_JP.encode(text).0.into_owned();
    let escaped = |text: &str| encoding_rs::ISO_2022_JP.encode(text).0.into_owned();
    let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    vec![
        ("csa", vec![bytes(shogi_records::CSA), sjis(shogi_records::CSA)]),
        ("kif", vec![bytes(shogi_records::KIF), sjis(shogi_records::KIF), bytes(shogi_records::PROBLEM)]),
        ("ki2", vec![bytes(shogi_records::KI2), sjis(shogi_records::KI2)]),
        ("jkf", vec![bytes(shogi_records::JKF)]),
        // Told by what stands in it.
        ("", vec![wide(shogi_records::KIF), escaped(shogi_records::KIF), euc(shogi_records::KIF)]),
        ("pgn", vec![bytes(pgn::GAME)]),
        (
            "usi",
            vec![
                bytes(
                    "startpos moves 7g7f 3c3d 8h2b+ resign ; id x ; times \"1 - 0.5\" ; comment 2 \"so\" ; head \"a:b\"\n",
                ),
                bytes("startpos moves e2e4 e7e5 ; id x ; result 1-0\n"),
            ],
        ),
    ]
}

/// Books: as we write them, and as others do.
pub fn books() -> Vec<Vec<u8>> {
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    let other = format!(
        "\u{feff}#YANEURAOU-DB2016 1.00\r\n# a remark\r\nsfen {start} w - 2\r\n3c3d none none none 2\r\n\
         sfen {start} b - 1\r\n2g2f 8c8d none none 5\r\n// a remark\r\n7g7f none 12 none 3\r\nsfen {start} b - 3\r\n7g7f\r\n"
    );
    vec![book(), other.into_bytes()]
}

/// A small book.
fn book() -> Vec<u8> {
    let mut book = BookBuilder::default();
    for line in positions("shogi/openings.sfen") {
        let sfen = String::from_utf8_lossy(&line).trim().trim_start_matches("sfen ").to_owned();
        let reply = Some("3c3d".to_owned());
        book.add(&sfen, BookMove { text: "7g7f".to_owned(), reply, value: 30, depth: 12, count: 5 });
        book.add(&sfen, BookMove { text: "2g2f".to_owned(), reply: None, value: -7, depth: 3, count: 1 });
    }
    let mut bytes = Vec::new();
    book.write(&mut bytes).expect("written");
    bytes.flush().expect("written");
    bytes
}

/// A book of chess.
pub fn polyglot() -> Vec<u8> {
    let mut book = PolyglotBuilder::default();
    for fen in positions("chess/openings.epd") {
        for (text, count) in [("e2e4", 7), ("g1f3", 2), ("e7e5", 1)] {
            let new = BookMove { text: text.to_owned(), reply: None, value: 0, depth: 0, count };
            book.add(&String::from_utf8_lossy(&fen), new);
        }
    }
    let mut bytes = Vec::new();
    book.write(&mut bytes).expect("written");
    bytes
}

/// Files of self-play of both games.
pub fn self_play() -> Vec<Vec<u8>> {
    fn file<P: Game>(game: GameKind) -> Vec<u8> {
        let folder = Folder::new("fuzz-games");
        let path = folder.file("games.bin");
        let header =
            Header { game, seed: 3, nodes: 30, shard: Shard { index: 1, count: 1 }, evaluation: Some(0) };
        let mut writer = Writer::create(&path, header).expect("a file");
        for game in crate::training::records::games::<P>(game, 2) {
            writer.append(&game).expect("written");
        }
        std::fs::read(&path).expect("a file")
    }
    vec![file::<shogi::Position>(GameKind::Shogi), file::<chess::Position>(GameKind::Chess)]
}

/// Nets of both games.
pub fn nets() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/eval/nets");
    let read = |name: &str| std::fs::read(folder.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
    vec![read("shogi.net"), read("chess.net")]
}

/// Lines of results of a match, to go on with.
pub fn results() -> Vec<Vec<u8>> {
    let folder = Folder::new("fuzz-results");
    let path = folder.file("results.jsonl");
    let out = path.to_string_lossy().into_owned();
    crate::cli::good(&["match", "--nodes", "30", "--games", "2", "--jsonl", &out]);
    let text = std::fs::read_to_string(&path).expect("results");
    vec![text.as_bytes().to_vec()]
}
