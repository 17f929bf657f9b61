//! `sample`, `label` and `accuracy`, through the program.

use std::process::Output;
use std::sync::Arc;

use serde_json::Value as Json;
use somatic::game::{EvalWeights, Game, Notation, Position as _};
use somatic::lab::leaves::{Half, Phase, full_width, leaf_lines};
use somatic::records::input::AnyPosition;
use somatic::search::horizon::Tactics;
use somatic::search::{SearchConfig, Shared, Worker, negamax};
use somatic::{chess, shogi};

use crate::common::Folder;

/// Writes a file, and gives its path as text.
fn write(folder: &Folder, name: &str, text: &str) -> String {
    folder.write(name, text).display().to_string()
}

/// The path of a file, as text.
fn path(folder: &Folder, name: &str) -> String {
    folder.file(name).display().to_string()
}

/// What a file holds.
fn text_of(folder: &Folder, name: &str) -> String {
    std::fs::read_to_string(folder.file(name)).expect("a file")
}

fn run(args: &[&str]) -> Output {
    crate::common::somatic().args(args).output().expect("the program")
}

#[track_caller]
fn run_well(args: &[&str]) -> String {
    let output = run(args);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {error}");
    String::from_utf8(output.stdout).expect("text")
}

fn json_lines(text: &str) -> Vec<Json> {
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

const GAMES: &str = "\
startpos moves 7g7f 3c3d 2g2f 8c8d ; id \"a\"
startpos moves 2g2f 8c8d 7g7f 8d8e ; id \"b\"
startpos moves 7g7f 8c8d 6g6f 3c3d ; id \"c\"
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4 e7e5 ; id \"d\"
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves d2d4 d7d5 ; id \"e\"
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves c2c4 e7e5 ; id \"f\"
";

#[test]
fn samples_do_not_depend_on_threads_and_games_are_not_split() {
    let folder = Folder::new("sample");
    let games = write(&folder, "games.txt", GAMES);
    let draw = |threads: &str, seed: &str| {
        let out = path(&folder, "out.jsonl");
        let quick = ["--count", "40", "--plies", "30", "--play-nodes", "100", "--nodes", "600"];
        let args = [
            &["sample", &games, "--overwrite", "--jsonl", &out, "--threads", threads, "--seed", seed],
            &quick[..],
        ];
        run_well(&args.concat());
        text_of(&folder, "out.jsonl")
    };
    let text = draw("1", "1");
    assert_eq!(draw("3", "1"), text, "three threads");
    assert_ne!(draw("1", "2"), text, "another seed");

    let leaves = json_lines(&text);
    assert!(leaves.len() > 12, "{}", leaves.len());
    let of = |leaf: &Json, field: &str| leaf["source"][field].as_str().expect(field).to_owned();
    for leaf in &leaves {
        let halves = leaves.iter().filter(|other| of(other, "id") == of(leaf, "id")).map(|l| &l["split"]);
        assert!(halves.into_iter().all(|half| half == &leaf["split"]), "a game in both halves");
    }
    for tactics in ["super-soma", "quiescence"] {
        assert!(leaves.iter().any(|leaf| of(leaf, "tactics") == tactics), "{tactics}");
    }
    let mut keys = Vec::new();
    for leaf in leaf_lines(vec![path(&folder, "out.jsonl")]) {
        let leaf = leaf.expect("a leaf");
        let (in_check, key) = match &leaf.position {
            AnyPosition::Shogi(position) => (position.in_check(), position.key()),
            AnyPosition::Chess(position) => (position.in_check(), position.key()),
        };
        assert!(!in_check, "{}", leaf.record.position);
        keys.push((leaf.record.source.expect("a source").id, key));
    }
    let all = keys.len();
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), all, "a leaf twice in a game");
}

#[test]
fn all_for_judging_or_all_for_fitting() {
    let folder = Folder::new("halves");
    let games = write(&folder, "games.txt", GAMES);
    for (share, half) in [("0", "train"), ("1", "test")] {
        let quick = ["--count", "9", "--plies", "4", "--play-nodes", "50", "--depth", "2"];
        let args = [&["sample", &games, "--test-share", share], &quick[..]];
        let leaves = json_lines(&run_well(&args.concat()));
        assert!(!leaves.is_empty() && leaves.iter().all(|leaf| leaf["split"] == half), "{share}");
    }
}

/// A hanging rook, which every capture search sees; a pawn that will fork two
/// rooks, which takes three plies to see; a gold that can be taken for
/// nothing; a mate; a check.
const KNOWN: &str = "\
4k3/8/8/3r4/4P3/8/8/4K3 w - - id \"rook\";
k7/8/3r1r2/8/4P3/8/6PP/6NK w - - id \"fork\";
4k4/9/9/9/4g4/4P4/9/9/4K4 b - 1 ; id \"gold\"
6k1/5ppp/8/8/8/8/8/R3K3 w - - id \"mate\";
4k3/8/8/8/8/8/4r3/4K3 w - - id \"check\";
";

#[test]
fn truth_of_known_positions() {
    let folder = Folder::new("truth");
    let known = write(&folder, "known.txt", KNOWN);
    let out = path(&folder, "out.jsonl");
    let summary = run_well(&["label", &known, "--jsonl", &out]);
    assert!(summary.starts_with("5 leaves, resolved 3 (60.0 %)\nunresolved 0 (0.0 %), mate 1"), "{summary}");
    let leaves = json_lines(&text_of(&folder, "out.jsonl"));
    let truth = |i: usize| &leaves[i]["truth"];
    assert_eq!((&truth(0)["value"], &truth(0)["best"]), (&100.into(), &"e4d5".into()));
    assert_eq!(truth(0)["unique"], true);
    assert_eq!((&truth(1)["value"], &truth(1)["best"]), (&20.into(), &"e4e5".into()));
    assert_eq!(leaves[1]["second"]["value"], 20);
    // Two golds are swapped for nothing: the pawn's side has one in hand.
    assert_eq!((&truth(2)["value"], &truth(2)["best"]), (&(81 + 540).into(), &"5f5e".into()));
    assert_eq!((&leaves[3]["flaw"], &leaves[3]["resolved"]), (&"mate".into(), &false.into()));
    assert_eq!((&leaves[4]["flaw"], &leaves[4]["truth"]), (&"in-check".into(), &Json::Null));

    let answers = path(&folder, "answers.jsonl");
    run_well(&["accuracy", &out, "--split", "all", "--jsonl", &answers, "--calls", "1"]);
    let answers = json_lines(&text_of(&folder, "answers.jsonl"));
    assert_eq!(answers.len(), 3);
    for answer in answers[1]["answers"].as_array().expect("answers") {
        // Who tries forks sees a part of it.
        let knows_forks = ["super-soma", "super-soma-static"].map(Json::from).contains(&answer["tactics"]);
        let value = answer["value"].as_i64().expect("a value");
        assert!(if knows_forks { (-379..20).contains(&value) } else { value == -380 }, "{answer}");
    }
    for answer in answers[0]["answers"].as_array().expect("answers") {
        let blind = ["stand-pat", "recapture"].map(Json::from).contains(&answer["tactics"]);
        assert_eq!(answer["value"], if blind { -400 } else { 100 }, "{answer}");
    }
    assert_eq!(answers[0]["set"], Json::Null);

    // With recaptures only, nothing is taken after a quiet move.
    let blind = path(&folder, "blind.jsonl");
    let set = ["--tactics", "quiescence", "--set", "horizon_recaptures=0", "--set", "horizon_checks=0"];
    run_well(&[&["accuracy", &out, "--split", "all", "--jsonl", &blind], &set[..]].concat());
    let answers = json_lines(&text_of(&folder, "blind.jsonl"));
    assert_eq!(answers[0]["answers"][0]["value"], -400);
    assert_eq!(answers[0]["set"], Json::from(vec!["horizon_recaptures=0", "horizon_checks=0"]));
    // Behind as many plies as the truth, what closes its lines finds it.
    let far = path(&folder, "far.jsonl");
    let set = ["horizon_see=false", "horizon_delta=32001", "horizon_checks=0", "horizon_recaptures=32001"];
    let set = set.map(|text| ["--set", text]).concat();
    let ask =
        ["accuracy", &out, "--split", "all", "--jsonl", &far, "--tactics", "quiescence", "--plies", "4"];
    run_well(&[&ask[..], &set[..]].concat());
    let answers = json_lines(&text_of(&folder, "far.jsonl"));
    for (answer, truth) in answers.iter().zip((0..3).map(truth)) {
        assert_eq!((&answer["plies"], &answer["answers"][0]["value"]), (&4.into(), &truth["value"]));
        assert_eq!(answer["answers"][0]["move"], truth["best"]);
    }
    assert_eq!(answers.len(), 3);
    let nearer = ["accuracy", &out, "--split", "all", "--jsonl", &far, "--tactics", "quiescence", "--resume"];
    assert_eq!(run(&[&nearer[..], &set[..]].concat()).status.code(), Some(2));
    // Answers with other settings are not gone on with.
    let other =
        ["accuracy", &out, "--split", "all", "--jsonl", &blind, "--tactics", "quiescence", "--resume"];
    assert_eq!(run(&other).status.code(), Some(2));
}

/// Labels are what searches without windows or table say.
#[track_caller]
fn check_labels<P: Game>(texts: &[&str], [depth, second]: [u32; 2]) {
    let folder = Folder::new("exact");
    let file = write(&folder, "leaves.txt", &(texts.join("\n") + "\n"));
    let depths = ["--depth", &depth.to_string(), "--second", &second.to_string()];
    let leaves = json_lines(&run_well(&[&["label", &file], &depths[..]].concat()));
    assert_eq!(leaves.len(), texts.len());
    for (text, leaf) in texts.iter().zip(leaves) {
        let plain = |depth: u32| {
            let config =
                SearchConfig::material(Tactics::Quiescence, full_width().with(|p| p.tt.used = false));
            let position = P::parse(text).expect(text);
            negamax(&mut Worker::new(position, Arc::new(Shared::new(1)), &config), depth as i32)
        };
        assert_eq!(leaf["truth"]["value"], plain(depth), "{text}");
        assert_eq!(leaf["second"]["value"], plain(second), "{text}");
    }
}

#[test]
fn truth_is_the_value_of_plain_negamax() {
    let shogi = [
        "4gg1nl/2s4k1/p4b1pp/3r1S3/9/3L2N2/PP1PPPPPP/4G1GK1/L5SNL w -",
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg",
        "ln1g5/1r2S1k2/p2pppn2/2ps2p2/1p7/2P6/PPSPPPPLP/2G2K1pr/LN4G1b w BGSLPnp",
    ];
    check_labels::<shogi::Position>(&shogi, [2, 1]);
    let chess = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -",
    ];
    check_labels::<chess::Position>(&chess, [2, 1]);
    // The table knows this line deeper than it is asked for, and used to say so.
    check_labels::<chess::Position>(&["7k/7p/6p1/7q/2p2K1b/7P/3Rp3/6R1 b - -"], [4, 3]);
}

#[test]
fn too_large_and_shallow() {
    let folder = Folder::new("large");
    let known = write(&folder, "known.txt", KNOWN);
    let leaves = json_lines(&run_well(&["label", &known, "--max-nodes", "100"]));
    assert_eq!(leaves[1]["flaw"], "too-large");
    // One ply sees nothing of the fork, three do.
    let leaves = json_lines(&run_well(&["label", &known, "--depth", "3", "--second", "1"]));
    assert_eq!((&leaves[1]["flaw"], &leaves[1]["second"]["value"]), (&"unresolved".into(), &(-380).into()));
}

#[test]
fn interrupted_and_divided_labels_are_the_whole() {
    let folder = Folder::new("resume");
    let text = KNOWN.repeat(3);
    let known = write(&folder, "known.txt", &text);
    let label = |out: &str, more: &[&str]| {
        let out = path(&folder, out);
        let args = [&["label", &known, "--depth", "2", "--second", "1", "--jsonl", &out], more];
        (run_well(&args.concat()), std::fs::read(&out).expect("a file"))
    };
    let (summary, whole) = label("whole.jsonl", &[]);
    for cut in [0, 1, 150, whole.len() / 2, whole.len() - 1, whole.len()] {
        std::fs::write(path(&folder, "cut.jsonl"), &whole[..cut]).expect("a file");
        let (again, resumed) = label("cut.jsonl", &["--resume", "--threads", "2"]);
        assert!(resumed == whole && again == summary, "cut after {cut} bytes");
    }
    let mut parts: Vec<String> = Vec::new();
    for shard in ["1/4", "2/4", "3/4", "4/4"] {
        let (_, part) = label("part.jsonl", &["--overwrite", "--shard", shard]);
        parts.extend(String::from_utf8(part).expect("text").lines().map(str::to_owned));
    }
    let mut lines: Vec<String> = String::from_utf8(whole).expect("text").lines().map(str::to_owned).collect();
    lines.sort();
    parts.sort();
    assert_eq!(lines, parts);
    // Results of something else are not gone on with.
    write(&folder, "cut.jsonl", &format!("{}\n", lines.last().expect("a line")));
    let out = path(&folder, "cut.jsonl");
    let output = run(&["label", &known, "--jsonl", &out, "--resume"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("other settings"));
    assert_eq!(text_of(&folder, "cut.jsonl").lines().count(), 1);
}

/// A leaf of chess with a truth.
fn leaf(id: &str, position: &str, split: &str, value: i32, best: &str, more: &str) -> String {
    format!(
        r#"{{"id":"{id}","game":"chess","position":"{position}","phase":"endgame","split":"{split}","truth":{{"depth":4,"value":{value},"best":"{best}",{more},"nodes":1}},"second":{{"depth":3,"value":{value}}},"resolved":true}}"#
    ) + "\n"
}

/// Four leaves of which material says -400, 0, 100, 100, and the truth 100,
/// 0, 200, 50; and some that do not count.
fn labelled() -> String {
    let rook = "4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1";
    let even = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1";
    let pawn = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let flat = r#""margin":0,"unique":false"#;
    leaf("a", rook, "test", 100, "e4d5", r#""margin":500,"unique":true"#)
        + &leaf("b", even, "test", 0, "e2e4", flat)
        + &leaf("c", pawn, "test", 200, "e2e4", r#""margin":100,"unique":true"#)
        + &leaf("d", pawn, "test", 50, "e2e4", flat)
        + &leaf("e", pawn, "train", 9000, "e2e4", flat)
        + &leaf("f", pawn, "test", 9000, "e2e4", flat).replace(r#""resolved":true"#, r#""resolved":false"#)
        + pawn
        + "\n"
}

#[test]
fn figures_computed_by_hand() {
    let folder = Folder::new("figures");
    let file = write(&folder, "leaves.jsonl", &labelled());
    let text = run_well(&["accuracy", &file, "--tactics", "stand-pat,captures"]);
    let row = |name: &str| -> Vec<String> {
        let line = text.lines().find(|line| line.starts_with(name)).expect(name);
        line.split_whitespace().map(str::to_owned).collect()
    };
    assert!(text.starts_with("chess: 4 leaves"), "{text}");
    assert!(text.contains("2 with a unique best move (1 tactical), a pawn's exchange is 100."), "{text}");
    // Errors -500, 0, -100, 50.
    let expected = ["162", "50", "500", "-138", "75.0", "%", "50.0", "%", "-", "-", "0.0"];
    assert_eq!(row("stand-pat")[1..12], expected, "{text}");
    // It takes the rook: errors 0, 0, -100, 50.
    let expected = ["38", "0", "100", "-12", "100.0", "%", "75.0", "%", "50.0", "%", "100.0", "%"];
    assert_eq!(row("captures")[1..13], expected, "{text}");

    let text = run_well(&["accuracy", &file, "--tactics", "stand-pat", "--markdown", "--split", "all"]);
    assert!(text.contains("| stand-pat |"), "{text}");
    let worst = ["--tactics", "stand-pat", "--worst", "1", "--of", "stand-pat"];
    let text = run_well(&[&["accuracy", &file], &worst[..]].concat());
    assert!(text.lines().any(|line| line.starts_with("a ") && line.contains("-500")), "{text}");
}

#[test]
fn bad_lines_are_named_and_the_rest_goes_on() {
    let folder = Folder::new("bad");
    let text = format!("{KNOWN}{{\"id\":1}}\nnonsense\n4k3/8/8/8/8/8/4P3/4K3 w - -\n");
    let known = write(&folder, "known.txt", &text);
    for args in [
        ["label", &known, "--depth", "2", "--second", "1"],
        ["label", &known, "--depth", "1", "--second", "2"],
    ] {
        let output = run(&args);
        assert_eq!(output.status.code(), Some(2));
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains("known.txt:6: ") && error.contains("known.txt:7: 'nonsense'"), "{error}");
        assert!(error.contains("somatic: 2 lines could not be used"), "{error}");
        assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 6);
    }
    let flat = r#""margin":0,"unique":false"#;
    let one = leaf("a", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "test", 0, "e2e4", flat);
    let (half, none) = (write(&folder, "half.jsonl", &one), write(&folder, "none.txt", "startpos\n"));
    for (args, expected) in [
        (vec!["accuracy", &half, "--split", "train"], "--split train: none of the leaves with a truth in"),
        (vec!["accuracy", &none], "no leaves with a truth in"),
        (vec!["sample", "nowhere.txt"], "nowhere.txt: no such file"),
        (vec!["sample", &known, "--test-share", "2"], "0 to 1"),
        (vec!["sample", &known, "--depth", "1", "--nodes", "5"], "--depth"),
        (vec!["label", &known, "--depth", "3"], "two depths"),
        (vec!["label", &known, "--resume"], "--jsonl"),
        (vec!["label", &known, "--shard", "5/4"], "I/N"),
        (vec!["accuracy", &known, "--tactics", "best"], "super-soma"),
        (vec!["accuracy", &known, "--split", "half"], "test, train or all"),
        (vec!["accuracy", &known, "--tactics", "soma", "--of", "super-soma"], "expected one of soma"),
        (vec!["accuracy", &known, "--set", "margin"], "NAME=VALUE"),
        (vec!["accuracy", &known, "--set", "margin=3"], "horizon_delta"),
        (vec!["accuracy", &known, "--set", "horizon_delta=x"], "whole number"),
    ] {
        let output = run(&args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains(expected), "{args:?}: {error}");
    }
}

#[test]
fn positions_are_of_a_phase() {
    #[track_caller]
    fn check<P: Notation<Geometry: EvalWeights>>(text: &str, expected: Phase) {
        assert_eq!(Phase::of(&P::parse(text).expect(text)), expected, "{text}");
    }
    check::<shogi::Position>(shogi::START, Phase::Opening);
    check::<shogi::Position>("4k4/9/9/9/9/9/9/9/4K4 b 2P 1", Phase::Opening);
    check::<shogi::Position>("4k4/+P8/9/9/9/9/9/9/4K4 b Pp 1", Phase::Middle);
    check::<shogi::Position>("4k4/+P8/9/9/9/9/9/9/4K4 b 5Prb 1", Phase::Middle);
    check::<shogi::Position>("4k4/+P8/9/9/9/9/9/9/4K4 b 5Pr2b 1", Phase::Endgame);
    check::<chess::Position>(chess::START, Phase::Opening);
    check::<chess::Position>("r1bqkbnr/8/8/8/8/8/8/R1BQKB1R w - - 0 1", Phase::Opening);
    check::<chess::Position>("r2qkb1r/8/8/8/8/8/8/R1BQK2R w - - 0 1", Phase::Middle);
    check::<chess::Position>("4k3/8/8/8/8/8/8/R1BQ1K2 w - - 0 1", Phase::Endgame);
}

#[test]
fn games_are_shared_out() {
    let test = |share| (0..10_000).filter(|&key| Half::of(key, share) == Half::Test).count();
    assert_eq!((test(0.0), test(1.0)), (0, 10_000));
    assert!((4_800..5_200).contains(&test(0.5)), "{}", test(0.5));
}

const LEAF: &str = r#"{"id":"a","game":"shogi","position":"4k4/9/9/9/9/9/9/9/4K4 b P 1","last":"5i","phase":"opening","split":"test","source":{"tactics":"soma","id":"x:1","ply":7}}"#;

#[test]
fn leaves_are_written_as_they_were_read() {
    let folder = Folder::new("leaf");
    let file = write(&folder, "leaves.jsonl", &format!("{LEAF}\n4k4/9/9/9/9/9/9/9/4K4 b P 1\n"));
    let found: Vec<_> = leaf_lines(vec![file]).collect::<Result<_, _>>().expect("leaves");
    assert_eq!(serde_json::to_string(&found[0].record).expect("text"), LEAF);
    assert_eq!(found[0].last_to.map(shogi::Position::square_text).as_deref(), Some("5i"));
    assert_eq!((found[1].record.id.as_str(), found[1].record.phase), ("leaves.jsonl:2", Phase::Opening));
}

#[test]
fn broken_leaves_say_why() {
    let folder = Folder::new("broken-leaves");
    for (text, reason) in [
        ("{".to_owned(), "EOF"),
        (LEAF.replace("shogi", "go"), "expected shogi or chess"),
        (LEAF.replace("4k4/9/9", "4k4/9"), "position"),
        (LEAF.replace("5i", "5j"), "expected a square"),
        (LEAF.replace("\"opening\"", "\"late\""), "late"),
        ("hello".to_owned(), "neither"),
    ] {
        let file = write(&folder, "leaves.jsonl", &text);
        let error = leaf_lines(vec![file]).next().expect("a line").expect_err(&text);
        assert!(error.to_string().contains(reason), "{text}: {error}");
    }
}
