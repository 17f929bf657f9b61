//! `xref --svg` and `--html`: what is drawn and written, and what is refused.

mod page;

use std::process::Stdio;

use roxmltree::{Document, Node};

use crate::cli::{good, run_with};
use crate::common::Folder;

/// The article's second example.
const EXAMPLE_2: &str = "4gg1nl/2s4k1/p4b1pp/3r1S3/9/3L2N2/PP1PPPPPP/4G1GK1/L5SNL w - 1";
/// Both sides hold something, a piece is promoted, several are tied, one is pinned.
const HANDS: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1";
const CHESS: &str = "r1bqk2r/pppp1ppp/2n2n2/2b1p1N1/2B1P3/8/PPPP1PPP/RNBQK2R w KQkq - 0 1";
/// The knight on e5 is pinned to its king and can be taken.
const PINNED: &str = "4k3/8/3p4/4n3/8/8/8/4RK2 b - - 0 1";

/// What `xref` draws of a position.
#[track_caller]
fn drawn(position: &str, options: &[&str]) -> String {
    let folder = Folder::new("svg");
    let file = folder.file("board.svg").display().to_string();
    let out = good(&[&["xref", position, "--svg", &file], options].concat());
    assert!(!out.contains("<svg"), "the text is printed, the picture is not");
    std::fs::read_to_string(file).expect("a picture")
}

fn has_class(node: &Node<'_, '_>, class: &str) -> bool {
    node.attribute("class").is_some_and(|all| all.split(' ').any(|one| one == class))
}

/// How many elements have a class.
fn count(picture: &str, class: &str) -> usize {
    let document = Document::parse(picture).expect("well-formed XML");
    document.descendants().filter(|node| has_class(node, class)).count()
}

/// The texts of the elements with a class.
fn texts(picture: &str, class: &str) -> Vec<String> {
    let document = Document::parse(picture).expect("well-formed XML");
    let found = document.descendants().filter(|node| has_class(node, class));
    found.map(|node| node.text().unwrap_or_default().to_owned()).collect()
}

#[test]
fn the_example_of_the_article() {
    let picture = drawn(EXAMPLE_2, &["--values", "article"]);
    let document = Document::parse(&picture).expect("well-formed XML");
    let root = document.root_element();
    assert_eq!((root.tag_name().name(), root.attribute("role")), ("svg", Some("img")));
    let title = root.children().find(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "title")));
    let title = title.and_then(|title| title.text());
    assert_eq!(
        title,
        Some("white to move; predicted line 6d4d 3f4d 4c8g+ pass pass, net -356 (article values)")
    );
    // Nine entries and the knight's capture, which is in a later table only.
    assert_eq!(count(&picture, "arrow"), 10);
    let titles: Vec<&str> = document
        .descendants()
        .filter(|node| has_class(node, "arrow"))
        .filter_map(|node| node.children().find_map(|child| child.text().map(str::trim)))
        .collect();
    assert!(titles.contains(&"r 6d x S 4d, white: capture, weight 1160"), "{titles:?}");
    assert!(titles.contains(&"2: 3f4d"), "{titles:?}");
    // Black's three, and the sign in the legend.
    assert_eq!(count(&picture, "other"), 4);
    // Numbers of the three moves, and the sign in the legend.
    let mut digits = texts(&picture, "digit");
    digits.sort();
    assert_eq!(digits, ["1", "1", "2", "3"]);
    assert_eq!(count(&picture, "tile"), 29);
    assert_eq!(texts(&picture, "kanji").iter().filter(|kanji| *kanji == "\u{98db}").count(), 1);
    // Every tile has its letter for readers without the font.
    assert_eq!(texts(&picture, "small").len(), 29);
    for word in ["9", "1", "a", "i", "white to move, nothing in hand", "black, nothing in hand"] {
        assert!(texts(&picture, "label").iter().any(|text| text == word), "{word}");
    }
    for word in ["capture", "promotion", "answer", "threat", "dashed: by black", "predicted line", "tie"] {
        assert!(texts(&picture, "key").iter().any(|text| text == word), "{word}");
    }
    // A heavier entry is drawn thicker.
    let width = |start: &str| {
        let arrow = document.descendants().filter(|node| has_class(node, "arrow")).find(|arrow| {
            arrow.children().any(|child| child.text().is_some_and(|text| text.starts_with(start)))
        });
        let shaft = arrow.and_then(|arrow| arrow.children().find(|child| has_class(child, "shaft")));
        shaft.and_then(|shaft| shaft.attribute("stroke-width")).and_then(|width| width.parse::<f32>().ok())
    };
    assert!(width("r 6d x S 4d") > width("b 4c-2e") && width("b 4c-2e") > width("S 4d-5c+"));
    assert_eq!(picture.matches("http").count(), 1, "the namespace alone");
}

#[test]
fn hands_promoted_pieces_and_letters() {
    let picture = drawn(HANDS, &["--look", "wide"]);
    assert!(texts(&picture, "kanji").iter().any(|kanji| kanji == "\u{3068}"));
    assert!(texts(&picture, "digit").contains(&"5".to_owned()), "five pawns in hand");
    assert!(count(&picture, "fork") > 0 && count(&picture, "tie") > 0);
    let letters = drawn(HANDS, &["--pieces", "Letters"]);
    assert_eq!(count(&letters, "kanji"), 0);
    assert!(letters.is_ascii(), "letters need no font");
    assert!(texts(&letters, "promoted").contains(&"+P".to_owned()));
    assert_eq!(count(&letters, "tile"), count(&picture, "tile"));
}

#[test]
fn chess_has_pieces_of_its_own() {
    let picture = drawn(CHESS, &[]);
    assert_eq!((count(&picture, "white"), count(&picture, "black")), (16, 16));
    assert_eq!((count(&picture, "tile"), count(&picture, "kanji"), count(&picture, "dark")), (0, 0, 1));
    assert!(texts(&picture, "key").contains(&"white to move".to_owned()));
    let letters = drawn(CHESS, &["--pieces", "letters"]);
    assert_eq!(texts(&letters, "letter").len(), 32);
    let pinned = drawn(PINNED, &[]);
    assert!(texts(&pinned, "key").contains(&"pin".to_owned()));
    assert!(pinned.contains("e5 is pinned by e1") && pinned.contains("e5 is pinned to e8"), "{pinned}");
}

/// Quiet, in check, mated, stalemate, no king of one side, in every look.
#[test]
fn every_position_is_drawn() {
    for position in [
        "startpos",
        "4k4/9/9/9/9/9/5n3/4r4/4K4 b - 1",
        "8k/8G/7G1/9/9/9/9/9/4K4 w - 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "4k3/P7/8/8/8/8/7p/4K3 w - - 0 1",
        "4k4/9/9/9/9/9/9/9/9 b RB2G2S2N2L9P 1",
    ] {
        for look in ["search", "wide", "article"] {
            let picture = drawn(position, &["--look", look]);
            assert_eq!(count(&picture, "ground"), 1, "{position}");
        }
    }
}

#[test]
fn boards_in_kanji() {
    let out = good(&["xref", HANDS, "--board", "kanji"]);
    let board = "\
white holds \u{91d1} \u{9280} \u{6842} \u{6b69}5
  9  8  7  6  5  4  3  2  1
+---------------------------+
|v\u{9999} \u{30fb} \u{30fb} \u{30fb} \u{30fb} \u{30fb} \u{30fb}v\u{6842}v\u{9999}|a
| \u{30fb} \u{30fb} \u{30fb} \u{30fb} \u{30fb} \u{3068} \u{30fb}v\u{91d1}v\u{7389}|b
";
    assert!(out.starts_with(board), "{out}");
    assert!(out.contains("+\nblack holds \u{98db} \u{91d1}\nwhite to move\nsfen "), "{out}");
    assert_eq!(good(&["xref", HANDS, "--board", "ascii"]), good(&["xref", HANDS]));
}

#[track_caller]
fn refused(arguments: &[&str], part: &str) {
    let run = run_with(arguments, b"");
    assert!(run.code == Some(2) && run.out.is_empty(), "{arguments:?}: {run:?}");
    assert!(run.err.starts_with("somatic: ") && run.err.lines().count() == 1, "{run:?}");
    assert!(run.err.contains(part), "{arguments:?}: {run:?}");
}

#[test]
fn wrong_options_are_refused() {
    let folder = Folder::new("refused");
    let new = folder.file("new.svg").display().to_string();
    let nowhere = folder.file("no/such.svg").display().to_string();
    refused(&["xref", "--svg", &new, "--pieces", "runes"], "--pieces 'runes': expected kanji or letters");
    refused(&["xref", "--pieces", "letters"], "--pieces 'letters': expected --svg or --html beside it");
    refused(&["xref", CHESS, "--svg", &new, "--pieces", "kanji"], "--pieces kanji: the pieces of chess");
    refused(&["xref", CHESS, "--board", "kanji"], "--board kanji: the pieces of chess have none");
    refused(&["xref", "--board", "braille"], "--board 'braille': expected ascii or kanji");
    refused(&["xref", "--board", "kanji", "--json"], "cannot be used with");
    refused(&["xref", "--svg"], "a value is required");
    refused(&["xref", "--svg", &new, "--html", &new], "another output is written there");
    refused(&["xref", "rubbish", "--svg", &new], "expected startpos");
    refused(&["xref", "--svg", &nowhere], "cannot write");
    assert!(folder.names().is_empty(), "{:?}", folder.names());
}

#[test]
fn files_are_not_written_over_unasked() {
    let folder = Folder::new("kept");
    for option in ["--svg", "--html"] {
        let kept = folder.write("kept", "mine").display().to_string();
        refused(&["xref", option, &kept], "expected --overwrite to write over it");
        assert_eq!(std::fs::read_to_string(&kept).expect("the file"), "mine");
        let json = good(&["xref", "--json", option, &kept, "--overwrite"]);
        assert_eq!(json, good(&["xref", "--json"]), "the output is what it is without");
        assert!(std::fs::read_to_string(&kept).expect("the file").contains("<svg"));
        std::fs::remove_file(&kept).expect("removed");
    }
    let full = crate::common::somatic()
        .args(["xref", "--svg", "/dev/full"])
        .stdin(Stdio::null())
        .output()
        .expect("it runs");
    assert_eq!(full.status.code(), Some(2));
}
