//! `somatic review`: games move by move.

use serde_json::Value as Json;

use super::{good, run_with, words};
use crate::common::Folder;

/// White's queen takes a guarded pawn, and mate follows two moves later.
const BLUNDER: &str = "[White \"<script>alert(1)</script>\"]\n[Black \"b & c\"]\n[Result \"0-1\"]\n\n\
                       1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 4. f3 Qh4+ 5. Ke2 Nd4+ 0-1\n";

fn text(path: &std::path::Path) -> String {
    path.display().to_string()
}

#[test]
fn a_lost_queen_is_the_turning_point() {
    let folder = Folder::new("review");
    let game = text(&folder.write("game.pgn", BLUNDER));
    let (jsonl, html) = (text(&folder.file("out.jsonl")), text(&folder.file("out.html")));
    let out = good(&["review", "--nodes", "2000", "--top", "1", "--jsonl", &jsonl, "--html", &html, &game]);
    let row = out.lines().find(|line| line.contains("Qxf7+")).expect("the move");
    assert!(row.starts_with("3. Qxf7+??  white"), "as players count: {row}");
    assert!(row.contains("black Kxf7 +"), "what hangs after it: {row}");

    let line: Json = serde_json::from_str(&std::fs::read_to_string(&jsonl).expect("a file")).expect("JSON");
    let plies = line["plies"].as_array().expect("plies");
    assert_eq!((plies.len(), &line["result"], &line["cut"]), (11, &Json::from("black"), &Json::Null));
    for (number, ply) in plies.iter().enumerate() {
        assert_eq!(ply["ply"], number);
        assert_eq!(ply["move"].is_null(), number == 10, "{ply}");
        assert_eq!(ply["lost"].is_null(), number == 10, "{ply}");
        assert!(ply["points"].as_u64().is_some_and(|points| points <= 1000), "{ply}");
        if ply["move"] == ply["best"] {
            assert_eq!(ply["lost"], 0, "{ply}");
        }
        // What a move turned out to keep its side had before it.
        if let Some(next) = plies.get(number + 1) {
            let of = |ply: &Json| ply["points"].as_u64().expect("points");
            let kept = 1000 - of(next);
            assert!(of(ply) >= kept, "{ply}");
            assert!(ply["move"] == ply["best"] || ply["lost"] == of(ply) - kept, "{ply}");
        }
    }
    let most = plies.iter().max_by_key(|ply| ply["lost"].as_u64()).expect("a ply");
    assert_eq!(most["move"], "h5f7");

    let page = std::fs::read_to_string(&html).expect("a page");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("\"Qxf7+\""), "moves as people write them");
    assert!(!page.contains("<script>alert") && page.contains("\\u003cscript>alert"), "names are text");
    assert!(!page.contains("https:"), "self-contained");

    // The same again, byte by byte; with any number of threads.
    let again = text(&folder.file("again.jsonl"));
    good(&["review", "--nodes", "2000", "--threads", "3", "--jsonl", &again, &game]);
    assert_eq!(std::fs::read(&again).expect("a file"), std::fs::read(&jsonl).expect("a file"));
}

#[test]
fn a_game_that_is_over_needs_no_search() {
    let folder = Folder::new("review-over");
    let game = text(&folder.write("mate.usi", "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1 moves G*5b\n"));
    let jsonl = text(&folder.file("out.jsonl"));
    good(&["review", "--depth", "2", "--jsonl", &jsonl, &game]);
    let line: Json = serde_json::from_str(&std::fs::read_to_string(&jsonl).expect("a file")).expect("JSON");
    let plies = &line["plies"];
    assert_eq!(
        (&plies[0]["best"], &plies[0]["points"], &plies[0]["lost"]),
        (&"G*5b".into(), &1000.into(), &0.into())
    );
    assert_eq!(
        (&plies[1]["best"], &plies[1]["score"], &plies[1]["points"]),
        (&Json::Null, &(-32000).into(), &0.into())
    );
}

#[test]
fn bad_input() {
    let folder = Folder::new("review-bad");
    let game = text(&folder.write("game.usi", "startpos moves 7g7f 7g7f\nstartpos moves 2g2f\n"));
    let run = run_with(&["review", "--nodes", "50", &game], b"");
    assert_eq!(run.code, Some(2));
    assert!(
        run.err.contains("game.usi:1: ") && run.err.ends_with("somatic: 1 line could not be used\n"),
        "{run:?}"
    );
    assert_eq!(run.out.matches("points given away").count(), 2, "the rest is told: {run:?}");
    let full = text(&folder.write("full.jsonl", "something\n"));
    for (options, part) in [
        (format!("review --jsonl {full} {game}"), "expected --overwrite"),
        (format!("review --html {game} {game}"), "would write over an input"),
        (format!("review --nodes 5 --movetime 5 {game}"), "cannot be used with"),
        (format!("review {game}.none"), "no such file"),
    ] {
        let run = run_with(&words(&options), b"");
        assert!(
            run.code == Some(2) && run.err.contains(part) && run.err.lines().count() == 1,
            "{options}: {run:?}"
        );
    }
    let empty = text(&folder.write("empty.usi", "# nothing\n"));
    assert!(run_with(&["review", &empty], b"").err.contains("no games in"), "an empty file");
}

#[test]
fn mistakes_have_reasons_and_are_checked() {
    let folder = Folder::new("review-why");
    let game = text(&folder.write("game.pgn", BLUNDER));
    let out = good(&["review", "--nodes", "2000", "--recheck", &game]);
    // What else the line of the search wins and gives is added up.
    let line = "3. Qxf7+??  The exchange on f7 loses: Kxf7 wins a queen ";
    assert!(out.contains(line), "{out}");
    assert!(out.contains("mistakes still lose at least half as much at ten times the limit"), "{out}");
    let japanese = good(&["--lang", "ja", "review", "--nodes", "2000", &game]);
    assert!(japanese.contains("f7での交換は損です"), "{japanese}");
}

/// Of each mistake something is said: where no reason is known, what comes next.
#[test]
fn no_mistake_is_passed_over() {
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/sfen/shogi/games.usi");
    let out = good(&["review", "--nodes", "500", "--game", "1", games]);
    let rows = out.lines().skip(3).take_while(|line| !line.is_empty());
    let names: Vec<&str> = rows.filter_map(|row| Some(row.split_once("  ")?.0)).collect();
    let told = |name: &&str| {
        out.lines().any(|line| line.split_once("  ").is_some_and(|it| it.0 == *name && line.ends_with('.')))
    };
    assert!(names.len() > 2 && names.iter().all(told), "{out}");
    assert!(out.contains("  The answer: ") && out.contains(" Better was: "), "{out}");
}

/// Players of chess count moves of both sides as one, and mates by them; the files that can be read are named.
#[test]
fn a_game_is_told_as_players_count() {
    let folder = Folder::new("review-counts");
    let game =
        "[White \"W\"]\n[Black \"B\"]\n[SetUp \"1\"]\n[FEN \"6k1/5ppp/8/8/8/8/1q5P/R6K w - - 0 1\"]\n\n";
    let game = text(&folder.write("game.pgn", &format!("{game}1. h3 Qxa1+ 2. Kh2 *\n")));
    let page = text(&folder.file("page.html"));
    let out = good(&["review", "--nodes", "2000", "--html", &page, &game]);
    assert!(out.contains("game.pgn:1: W \u{2013} B, 2 moves, "), "{out}");
    let row = out.lines().find(|line| line.starts_with("1. h3??  white")).expect("the mistake");
    assert!(row.contains(" Ra8+  mate in 2  black Qxa1+ +500"), "three plies: {row}");
    let page = std::fs::read_to_string(&page).expect("a page");
    assert!(page.contains("\"title\":[\"W \u{2013} B, 2 moves, "), "no file is named");
    let mated = text(&folder.write("mated.pgn", "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# *\n"));
    let out = good(&["review", "--nodes", "2000", &mated]);
    let row = out.lines().find(|line| line.starts_with("3... Nf6??  black")).expect("the mistake");
    assert!(row.contains("  white Qxf7# mate, black Nxh5 +950"), "a mate has no worth: {row}");
    let help = good(&["review", "--help"]);
    assert!(help.contains("KI2, JKF"), "{help}");
}

/// However little another move gives away, a mate in one is told of; where nothing is, that is said.
#[test]
fn a_game_without_mistakes_is_told() {
    let folder = Folder::new("review-none");
    let game = text(&folder.write("mate.usi", "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b 2R2B4G 1 moves 5i5h 5a6a\n"));
    let out = good(&["review", "--nodes", "2000", &game]);
    assert!(out.contains("There was mate in 1: "), "{out}");
    let game = text(&folder.write("one.usi", "startpos moves 7g7f\n"));
    let out = good(&["review", "--nodes", "500", &game]);
    assert!(out.contains(", 1 move, ") && out.contains("No move gave away 5 points or more."), "{out}");
    assert!(!out.contains("hung before  "), "{out}");
}

/// A move beside which all others are blunders has a sign, but not where it takes what moved before it.
#[test]
fn the_only_good_move_has_a_sign() {
    let folder = Folder::new("review-only");
    let only = |moves: &str| {
        let game = "[SetUp \"1\"]\n[FEN \"3r2k1/5ppp/8/8/3Q4/8/5PPP/6K1 w - - 0 1\"]\n\n";
        let game = text(&folder.write("game.pgn", &format!("{game}{moves} *\n")));
        let jsonl = text(&folder.file("out.jsonl"));
        good(&["review", "--nodes", "2000", "--overwrite", "--jsonl", &jsonl, &game]);
        let line = std::fs::read_to_string(&jsonl).expect("a file");
        let found: Json = serde_json::from_str(&line).expect("JSON");
        found["plies"][1].get("only").cloned()
    };
    assert_eq!(only("1. h3 Rxd4 2. Kh2"), Some(true.into()));
    assert_eq!(only("1. Qd5 Rxd5 2. h3"), None, "it takes what moved");
    assert_eq!(only("1. Qe3 g6 2. h3"), None, "others are as good");
}

#[test]
fn records_hold_what_was_seen() {
    let folder = Folder::new("review-record");
    let review = |game: &str, record: &str| {
        let record = text(&folder.file(record));
        good(&["review", "--nodes", "1000", "--record", &record, game]);
        std::fs::read_to_string(&record).expect("a record")
    };
    let game = text(&folder.write("game.pgn", BLUNDER));
    // Lines are broken where they are long.
    let written = review(&game, "out.pgn").replace('\n', " ");
    assert!(written.contains("3. Qxf7+ $4 {[%eval -"), "{written}");
    assert!(written.contains("(3. ") && written.contains("{The exchange on f7 loses:"), "{written}");
    let moves = |file: &str| good(&["convert", file, "--to", "uci"]).split(" ; ").next().map(str::to_owned);
    assert_eq!(moves(&text(&folder.file("out.pgn"))), moves(&game), "read back by ourselves");

    // White loses his bishop for a pawn.
    let game = "startpos moves 7g7f 3c3d 2g2f 2b7g+ 8h7g 8c8d\n";
    let game = text(&folder.write("game.usi", game));
    let kif = review(&game, "out.kifu");
    assert!(
        kif.contains("\n*#評価値=") && kif.contains("\n*#読み筋=▲") && kif.contains("変化：4手"),
        "{kif}"
    );
    // What answers the move on its square is written by that, in records and in text.
    assert!(kif.contains("\n*#読み筋=▲同　"), "{kif}");
    let japanese = good(&["--lang", "ja", "review", "--nodes", "1000", &game]);
    assert!(japanese.contains("：▲同　") && !japanese.contains("：▲７七"), "{japanese}");
    let csa = review(&game, "out.csa");
    assert!(csa.contains("\n'** ") && csa.contains(" +8877"), "{csa}");
    let lines = review(&game, "out.usi");
    assert!(lines.contains("#評価値="), "{lines}");

    // Of another game nothing is written, and it is said.
    let record = text(&folder.file("none.pgn"));
    let run = run_with(&["review", "--nodes", "100", "--record", &record, &game], b"");
    assert!(run.code == Some(2) && run.out.is_empty(), "{run:?}");
    assert!(run.err.contains("game.usi:1: game 'shogi': expected chess"), "{run:?}");
    let run = run_with(&["review", "--record", "out.xyz", &game], b"");
    assert!(run.code == Some(2) && run.err.lines().count() == 1, "{run:?}");
}

#[test]
fn one_game_of_a_file_is_chosen() {
    let folder = Folder::new("review-game");
    let games = text(&folder.write("games.usi", "startpos moves 7g7f\nstartpos moves 2g2f 8c8d\n"));
    let out = good(&["review", "--nodes", "100", "--game", "2", &games]);
    assert!(out.contains("games.usi:2: ") && !out.contains("games.usi:1: "), "{out}");
    let run = run_with(&["review", "--nodes", "100", "--game", "3", &games], b"");
    assert!(run.code == Some(2) && run.err.contains("no game 3 in "), "{run:?}");
    // Another fault is told as that.
    let rows = text(&folder.file("rows.jsonl"));
    good(&["review", "--nodes", "100", "--game", "2", "--jsonl", &rows, &games]);
    let run =
        run_with(&["review", "--nodes", "200", "--game", "2", "--jsonl", &rows, "--resume", &games], b"");
    assert!(run.code == Some(2) && run.err.contains("other settings"), "{run:?}");
    assert_eq!(run_with(&["review", "--seconds-per-move", "0", &games], b"").code, Some(2));
}
