//! Basic mates are given before the fifty moves are over, against the best answers that the
//! program knows itself.

use crate::cli::good;
use crate::common::Folder;

/// Queen, rook, bishop and knight, two bishops, and a pawn that must be promoted first.
const WON: &str = "\
8/8/8/4k3/8/8/8/KQ6 w - - 0 1 ; id queen
8/8/8/4k3/8/8/8/KR6 w - - 0 1 ; id rook
8/8/8/4k3/8/8/8/KBN5 w - - 0 1 ; id bishop and knight
8/8/3k4/8/8/8/8/2BBK3 b - - 0 1 ; id bishops
4k3/8/4K3/4P3/8/8/8/8 w - - 0 1 ; id pawn
";

#[test]
fn basic_mates_are_given_within_fifty_moves() {
    let folder = Folder::new("endings");
    let openings = folder.write("won.epd", WON).to_string_lossy().into_owned();
    let results = folder.file("results.jsonl").to_string_lossy().into_owned();
    let games = WON.lines().count();
    let count = (2 * games).to_string();
    let words = ["match", "--game", "chess", "--openings", &openings, "--games", &count, "--nodes", "20000"];
    good(&[&words as &[&str], &["--no-adjudication", "--jsonl", &results]].concat());
    let text = std::fs::read_to_string(&results).expect("results");
    assert_eq!(text.lines().count(), 2 * games);
    for line in text.lines() {
        let game: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let moves = game["moves"].as_array().map_or(0, Vec::len);
        assert!(game["reason"] == "checkmate" && moves <= 100, "{line}");
    }
}

/// The laboratory counts material alone, also where the game is decided.
#[test]
fn material_stays_material() {
    use somatic::chess::Chess;
    use somatic::eval::{Evaluation, EvaluationKind};
    use somatic::game::{AttackMap, Geometry as _, ValuePreset};

    let position = super::position("8/8/8/4k3/8/8/8/KR6 w - - 0 1");
    let mut map = AttackMap::new();
    map.build(&position, Chess::values(ValuePreset::Default));
    let value = |kind| Evaluation::<somatic::chess::Position>::new(&kind).evaluate(&position, &map);
    assert_eq!(value(EvaluationKind::Material), 500);
    for kind in [EvaluationKind::BuiltIn, EvaluationKind::Standard] {
        assert!(value(kind.clone()) > 2_000, "{kind:?}");
    }
}

/// Rook and bishop against a rook, and bishops of both colors: hardly more than drawn, whoever is to move, and
/// `eval` says why.
#[test]
fn a_lead_that_is_mostly_drawn_is_said_to_be_so() {
    for (fen, most) in [
        ("8/8/5k2/2Rb4/3K4/1r6/8/8 b - - 9 61", 100),
        ("8/8/5k2/2Rb4/3K4/1r6/8/8 w - - 9 61", 100),
        ("7b/8/3k2P1/5P2/4K3/5B2/8/8 w - - 31 76", 300),
    ] {
        let out = good(&["eval", fen, "--eval", "formula"]);
        let value = |begin: &str| {
            let line =
                out.lines().find(|line| line.starts_with(begin)).unwrap_or_else(|| panic!("{begin}: {out}"));
            line.split(' ').nth(1).and_then(|word| word.parse::<i32>().ok()).expect("a number")
        };
        let (lead, counts) = (value("formula "), value("evaluation "));
        assert!(lead.abs() > 150, "{out}");
        assert!(counts.abs() < most && counts.abs() < lead.abs() / 2 && counts * lead >= 0, "{out}");
        assert!(out.contains("ending: mostly drawn, so "), "{out}");
    }
    assert!(!good(&["eval", "startpos", "--game", "chess"]).contains("ending: "));
    let shuffled = good(&["eval", "8/8/8/5n2/4Kp2/5P2/4k3/8 b - - 30 94"]);
    assert!(
        shuffled.contains("30 plies without a capture or a pawn's move, so 59 of 64 parts of "),
        "{shuffled}"
    );
    assert!(!shuffled.contains("ending: "), "{shuffled}");
}
