//! The census, on positions where the squares can be counted by hand, and the
//! command that prints it.

use serde_json::{Value, json};
use somatic::lab::census::{CensusTotals, GameCensus};
use somatic::records::Records;
use somatic::records::position::GameKind;

use crate::records::TempFile;

/// The article's second example (White to move): Black's lance takes the rook
/// on 6d, his silver the bishop on 4c or promotes on 5c; White's bishop takes
/// the pawn on 8g. Then rook takes silver: the knight takes the rook on 4d, or
/// the bishop, if it were White's move, the pawn on 8g. Then the knight takes.
const SHOGI: &str =
    "sfen 4gg1nl/2s4k1/p4b1pp/3r1S3/9/3L2N2/PP1PPPPPP/4G1GK1/L5SNL w - 1 moves 6d4d 3f4d ; id shogi\n";

/// Both pawns can take; then one has taken; then there are only kings, and
/// then a rook takes nothing.
const CHESS: &str = "\
[White \"A\"]
[FEN \"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1\"]

1.exd5 Kd7 1-0

[FEN \"7k/P7/8/8/8/8/4r3/4K3 w - - 0 1\"]

1. Kxe2 Kg7 2. a8=Q Kd3 *
";

fn count(ending: &str, content: &str, from_ply: u32) -> Vec<GameCensus> {
    let file = TempFile::new(ending, content.as_bytes());
    let records = Records::new(vec![file.path()], GameKind::Shogi);
    records.flatten().map(|record| GameCensus::new(&record, from_ply)).collect()
}

#[test]
fn squares_are_counted_as_by_hand() {
    let games = count("usi", SHOGI, 0);
    assert_eq!(games.len(), 1);
    let game = &games[0];
    assert_eq!((game.id.as_str(), game.game.as_str(), game.plies), ("shogi", "shogi", 2));
    assert_eq!(game.all.side_to_move, [1, 1, 1]);
    assert_eq!(game.all.opponent, [3, 1, 0]);
    assert_eq!(game.all.either, [4, 2, 1]);
    assert_eq!(game.in_check, [0; 0]);
    // The silver that promotes on 5c takes nothing there.
    assert_eq!(game.captures.side_to_move, [1, 1, 1]);
    assert_eq!(game.captures.opponent, [2, 1, 0]);
    assert_eq!(game.captures.either, [3, 2, 1]);

    let games = count("pgn", CHESS, 0);
    assert_eq!(games[0].all.side_to_move, [1, 0, 0]);
    assert_eq!(games[0].all.opponent, [1, 0, 0]);
    assert_eq!(games[0].all.either, [2, 0, 0]);
    // In check the rook can be taken, not the pawn be promoted.
    assert_eq!(games[1].all.side_to_move, [1, 0, 1, 0]);
    assert_eq!(games[1].all.opponent, [0, 1, 0, 0]);
    // Later the pawn can promote, which is no capture.
    assert_eq!(games[1].captures.either, [1, 0, 0, 0]);
    assert_eq!((games[1].in_check.as_slice(), games[1].plies), ([0].as_slice(), 3));
    assert!(games[1].cut.as_ref().is_some_and(|reason| {
        reason.starts_with("move 4: 'Kd3' is not legal in Q7/6k1/8/8/8/8/4K3/8 b - - 0 2")
    }));
}

#[test]
fn only_positions_from_a_ply_on_are_counted() {
    let whole = count("pgn", CHESS, 0);
    for from_ply in 0..6 {
        for (game, whole) in count("pgn", CHESS, from_ply).iter().zip(&whole) {
            let skipped = (from_ply as usize).min(whole.all.either.len());
            assert_eq!(game.all.either, whole.all.either[skipped..]);
            assert!(game.in_check.iter().all(|&ply| ply >= from_ply));
        }
    }
}

#[test]
fn plies_are_those_of_the_position_text() {
    let game = &count("usi", &SHOGI.replace("w - 1", "w - 50"), 50)[0];
    assert_eq!((game.first_ply, game.all.either.as_slice()), (49, [2, 1].as_slice()));
    let game = &count("pgn", &CHESS.replace("0 1", "0 26"), 51)[0];
    assert_eq!((game.first_ply, game.all.either.as_slice()), (50, [0, 0].as_slice()));
    let mut summary = CensusTotals::new(0);
    for game in count("usi", &SHOGI.replace("w - 1", "w - 50"), 0) {
        summary.add(&game);
    }
    let bands: Vec<_> =
        summary.shogi.expect("games").bands.iter().map(|b| (b.from_ply, b.positions)).collect();
    assert_eq!(bands, [(0, 1), (50, 2)]);
}

#[test]
fn the_summary_adds_up() {
    let mut summary = CensusTotals::new(0);
    count("usi", SHOGI, 0).iter().chain(&count("pgn", CHESS, 0)).for_each(|game| summary.add(game));
    let shogi = summary.shogi.as_ref().expect("games of shogi");
    assert_eq!((shogi.games, shogi.positions, shogi.in_check), (1, 3, 0));
    assert_eq!(shogi.all.either, [3, 2, 1, 1, 0, 0, 0, 0]);
    assert_eq!(shogi.all.opponent, [2, 1, 1, 0, 0, 0, 0, 0]);
    assert_eq!(shogi.captures.either, [3, 2, 1, 0, 0, 0, 0, 0]);
    assert_eq!((shogi.bands.len(), shogi.bands[0].positions, shogi.bands[0].to_ply), (1, 3, 49));
    let chess = summary.chess.as_ref().expect("games of chess");
    assert_eq!((chess.games, chess.positions, chess.in_check), (2, 7, 1));
    let text = somatic::report::census::tables(&summary)[0].text(None);
    assert!(text.contains("shogi: 1 games, 3 positions from ply 0 on, 0 of them in check"), "{text}");
    let row = text.lines().find(|line| line.starts_with("at least 2")).expect("a row");
    assert_eq!(
        row.split("  ").filter(|cell| !cell.is_empty()).map(str::trim).collect::<Vec<_>>(),
        ["at least 2", "66.7 %", "66.7 %", "0.0 %", "33.3 %", "over 55 %"]
    );
}

fn census(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = crate::common::somatic().arg("census").args(arguments).output();
    let output = output.expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn the_command_counts_and_names_what_is_broken() {
    let (shogi, chess) = (TempFile::new("usi", SHOGI.as_bytes()), TempFile::new("pgn", CHESS.as_bytes()));
    let files = [shogi.path(), chess.path()];
    let (code, out, error) = census(&["--from-ply", "0", "--json", &files[0], &files[1]]);
    assert_eq!(code, Some(2));
    let summary: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(summary["shogi"]["either"], json!([3, 2, 1, 1, 0, 0, 0, 0]));
    assert_eq!((&summary["broken"], &summary["chess"]["games"]), (&json!(1), &json!(2)));
    let place = format!("{}:8: move 4: 'Kd3' is not legal in Q7/6k1/8/8/8/8/4K3/8 b - - 0 2\n", files[1]);
    assert_eq!(error, format!("{place}somatic: 1 line could not be used\n"));

    let (code, out, _) = census(&[&files[0]]);
    assert_eq!(code, Some(0));
    assert!(out.starts_with("shogi: 1 games, 0 positions from ply 50 on"), "{out}");
    let (code, _, error) = census(&["/nonexistent.csa"]);
    assert_eq!((code, error.as_str()), (Some(2), "somatic: /nonexistent.csa: no such file\n"));
    for bad in [["--shard", "0/2"].as_slice(), &["--from-ply", "x"], &["--resume"], &["--game", "go"]] {
        let (code, _, error) = census(&[&[files[0].as_str()], bad].concat());
        assert!(code == Some(2) && error.starts_with("somatic: ") && error.lines().count() == 1, "{error}");
    }
}

#[test]
fn threads_shards_and_interruptions_change_nothing() {
    let line = |n: u32| {
        format!("startpos moves 7g7f 3c3d 8h2b+{} ; id {n}", if n.is_multiple_of(2) { " 3a2b" } else { "" })
    };
    let games = (0..20).map(line).collect::<Vec<_>>().join("\n");
    let file = TempFile::new("usi", games.as_bytes());
    let lines = |arguments: &[&str], out: &TempFile| {
        let path = [file.path(), out.path()];
        let (code, _, error) =
            census(&[&["--from-ply", "0", "--jsonl", &path[1], &path[0]], arguments].concat());
        assert_eq!(code, Some(0), "{error}");
        std::fs::read_to_string(&out.0).expect("the output")
    };
    let out = TempFile::new("jsonl", b"");
    let all = lines(&["--threads", "1"], &out);
    assert_eq!(all.lines().count(), 20);
    assert_eq!(lines(&["--threads", "3", "--overwrite"], &out), all);
    let second: Vec<&str> = all.lines().skip(1).step_by(3).collect();
    assert_eq!(lines(&["--shard", "2/3", "--overwrite"], &out).lines().collect::<Vec<_>>(), second);

    // The file ends in the middle of a line.
    let end = all.lines().take(7).map(|line| line.len() + 1).sum::<usize>() + 10;
    let half = TempFile::new("jsonl", &all.as_bytes()[..end]);
    assert_eq!(lines(&["--resume"], &half), all);
    assert_eq!(lines(&["--resume"], &half), all);
    let (code, _, error) = census(&["--resume", "--jsonl", &half.path(), &file.path()]);
    assert_eq!((code, error.lines().count()), (Some(2), 1), "another --from-ply: {error}");
}
