//! `mine`, through the program: what enters, what does not, in parts and
//! again after an interruption, and that `suite` reads it.

use serde_json::Value as Json;

use crate::records::TempFile;

/// A pawn forks two rooks and takes one; then nothing is to be won.
const FORK: &str = "fen k7/8/3r1r2/8/4P3/8/6PP/6NK w - - 0 1 moves e4e5 f6f8 e5d6 a8b7 g1f3 ; id \"fork\"\n";
/// A gold stands to be taken; it is, by a pawn.
const GOLD: &str = "sfen 4k4/9/9/9/4g4/4P4/9/9/4K4 b - 1 moves 5f5e 5a5b ; id \"gold\"\n";
const QUICK: &str = "--nodes 3000 --hash 1";

fn somatic(arguments: &str, files: &[&str]) -> (bool, String, String) {
    let output =
        crate::common::somatic().args(arguments.split_whitespace()).args(files).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.success(), text(output.stdout), text(output.stderr))
}

#[track_caller]
fn mine(games: &str, more: &str) -> String {
    let file = TempFile::new("usi", games.as_bytes());
    let (good, out, error) = somatic(&format!("mine {QUICK} {more}"), &[&file.path()]);
    assert!(good, "{error}");
    out
}

#[test]
fn what_wins_material_enters() {
    let both = FORK.to_owned() + GOLD;
    let suite = mine(&both, "--seen 0");
    let lines: Vec<&str> = suite.lines().map(|line| line.split(", margin").next().unwrap_or(line)).collect();
    let parts: Vec<(&str, &str)> = lines.iter().filter_map(|line| line.split_once("gain ")).collect();
    let [(fork, rook), (gold, won)] = parts[..] else { panic!("{lines:?}") };
    assert_eq!(fork, "k7/8/3r1r2/8/4P3/8/6PP/6NK w - - bm e5; id \"fork ply 0\"; c0 \"");
    assert_eq!(gold, "sfen 4k4/9/9/9/4g4/4P4/9/9/4K4 b - 1 ; bm 5f5e ; id \"gold ply 0\" ; c0 \"");
    assert_eq!(rook, "400");
    // The gold counts 1026, a tenth less when it is dropped; what becomes of the pawns is
    // a matter of the evaluation.
    let won: i32 = won.parse().expect("a number");
    assert!((850..=1026).contains(&won), "{won}");
    assert!(
        mine(FORK, "--seen 0 --gap 1").contains("bm exd6; id \"fork ply 2\""),
        "the next may enter as well"
    );
    assert_eq!(mine(&both, "--seen 60"), "", "everything is seen by then");
    assert_eq!(mine(&both, "--seen 0 --gain 2000"), "");
    assert_eq!(mine(&both, "--seen 0 --margin 9000"), "");
    assert_eq!(mine(&both, "--seen 0 --count 1").lines().count(), 1);
    assert_eq!(mine(&FORK.repeat(2), "--seen 0").lines().count(), 1, "no position twice");
    assert_eq!(mine(&both, "--seen 0 --from-ply 50"), "");
}

/// Positions of the games in `sfen` at whose end, with 2,000 nodes, a judge
/// had found another move than at the last whole depth.
const DOUBTFUL: [&str; 8] = [
    "sfen 2k2g1nl/l1sbg1s2/p1NpPppp1/2P1p4/P1Bn1P2p/2r6/3P2PPP/LS2GR1S1/3GK2NL w 3p 52 moves",
    "sfen ln1k2G2/1rs2g3/2p1psn2/p2p1g1rl/5p2P/P1PP2PB1/2B1PP1P1/2S2KpS1/LN1G3NL b 3Pp 65 moves",
    "sfen l+Rs1kg2l/1s2g1s+N1/1pp1ppnp1/p2R4p/9/2P3P1P/PP2PPN2/4G1S2/1+b1G1K2L b 3Pbnlp 57 moves",
    "sfen ln7/1sr1kg2l/pp1pp1nsp/3g1p3/2p4rP/P3B1P2/BPPPPP1P1/2S2GK2/LN1G2SNL w Pp 40 moves",
    "sfen lngk3nl/2s1gr1s1/2pp5/4p1pPp/pp1P1P3/2PB2PpP/PP1GPp3/2S1R2SL/L1+b1KG1N1 w n 56 moves",
    "sfen ln2k1gn+B/1rgs1s1P1/p1p3p+Pl/4pp2p/1p1p5/P1PG5/+sP1PKPP1P/6SR1/1+b3G1NL b Nlp 49 moves",
    "sfen 1ns1kg2l/l8/3g1pn2/1rppp1R1p/p8/2PPP3P/P2S1PPB1/2+p1G1Sp1/LN2K3L b Sbgn3p 55 moves",
    "sfen 1ns5l/l8/3gk4/2ppppN1p/p8/2PPP3P/P1n2PP2/3SG3B/+r1G2K1+lL b GNPrb2s4p 91 moves",
];

/// A position does not enter where a judge changed its mind in the end, and
/// the depth from which all see the move is one that was searched.
#[test]
fn a_move_given_up_in_the_end_keeps_a_position_out() {
    let file = TempFile::new("usi", (DOUBTFUL.join("\n") + "\n").as_bytes());
    let (good, out, error) = somatic("mine --nodes 2000", &[&file.path()]);
    assert!(good && error.contains(" of 8 positions"), "{error}");
    for line in out.lines() {
        let depth = line.split("depth ").nth(1).and_then(|rest| rest.split('"').next()?.parse().ok());
        assert!(depth.is_some_and(|depth: u32| (1..60).contains(&depth)), "{line}");
    }
}

#[test]
fn parts_make_the_whole() {
    let games = TempFile::new("usi", (FORK.to_owned() + GOLD).repeat(3).as_bytes());
    let rows = TempFile::new("jsonl", b"");
    let run = |more: &str| {
        let arguments = format!("mine {QUICK} --seen 0 {more} --jsonl {}", rows.path());
        let (good, out, error) = somatic(&arguments, &[&games.path()]);
        assert!(good, "{error}");
        (out, std::fs::read_to_string(rows.path()).expect("rows"))
    };
    let (suite, whole) = run("");
    assert_eq!((suite.lines().count(), whole.lines().count()), (2, 6));
    let row: Json = serde_json::from_str(whole.lines().next().expect("a row")).expect("JSON");
    assert_eq!((&row["id"], &row["game"], &row["searched"]), (&"fork".into(), &"chess".into(), &1.into()));
    assert_eq!(row["criteria"]["judges"], Json::from(vec!["super-soma", "quiescence"]));
    assert_eq!((&row["found"][0]["best"], &row["found"][0]["bm"]), (&"e4e5".into(), &"e5".into()));

    std::fs::write(rows.path(), &whole[..whole.len() / 2]).expect("half of it");
    assert_eq!(run("--resume --threads 3"), (suite, whole.clone()));
    let mut joined: Vec<String> = Vec::new();
    for shard in ["1/4", "2/4", "3/4", "4/4"] {
        joined.extend(run(&format!("--overwrite --shard {shard}")).1.lines().map(str::to_owned));
    }
    let mut lines: Vec<&str> = whole.lines().collect();
    lines.sort_unstable();
    joined.sort();
    assert_eq!(joined, lines);
    let (good, _, error) =
        somatic(&format!("mine {QUICK} --seen 1 --resume --jsonl {}", rows.path()), &[&games.path()]);
    assert!(!good && error.contains("other settings"), "{error}");
}

#[test]
fn a_broken_record_is_used_up_to_where_it_breaks() {
    let games = TempFile::new("usi", FORK.replace("a8b7", "a8a1").as_bytes());
    let (good, out, error) = somatic(&format!("mine {QUICK} --seen 0"), &[&games.path()]);
    assert!(!good && error.contains(":1: move 4: ") && error.contains("1 line could not be used"), "{error}");
    assert!(out.contains("bm e5;"), "{out}");
}

#[test]
fn suites_are_read_and_solved() {
    let suite = TempFile::new("epd", mine(&(FORK.to_owned() + GOLD), "--seen 0").as_bytes());
    let (good, out, error) = somatic("suite --tactics super-soma --nodes 3000", &[&suite.path()]);
    assert!(good, "{error}");
    assert_eq!(out.matches("100.0%").count(), 2, "{out}");
}
