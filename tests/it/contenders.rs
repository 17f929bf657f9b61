//! Other programs asked beside the strategies: their answers stand in the same records, and what they do wrong is
//! counted and costs nothing else.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value as Json;

use crate::common::{Folder, somatic};
use crate::matches::opponents::{AT_ONCE, BEHAVIOUR, spec};

const SHOGI: &str = "sfen 4k4/9/4S4/9/9/9/9/9/4K4 b G 1 ; bm G*5b ;\n\
    sfen 8k/9/9/9/3n2r2/9/4PGB2/9/8K w - 1 ; bm 6e5g+ ;\n\
    sfen 4k4/9/9/9/9/9/9/9/4K4 b P 1 ; bm 5i5h ;\n";
const CHESS: &str = "4k3/8/8/3q4/8/2N5/8/4K3 w - - bm Nxd5;\n6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - bm Re8#;\n";

fn ask(arguments: &str, player: &str, input: &Path, output: &Path) -> Command {
    let mut command = somatic();
    command.args(arguments.split_whitespace()).args(["--player", player]).arg(input);
    command.arg("--jsonl").arg(output);
    command
}

#[track_caller]
fn good(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn rows(path: &Path) -> Vec<Json> {
    let text = std::fs::read_to_string(path).expect("rows");
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

const COMPARE: &str = "compare --tactics quiescence --depth 2 --hash 1 --no-times";

/// What such a program does instead of an answer stands in every record, and in the table.
#[track_caller]
fn check(behaviour: &str, reason: &str) {
    let folder = Folder::new("contender-fault");
    // Silence is waited for: at one position.
    let positions: Vec<&str> = SHOGI.lines().take(if reason == "hang" { 1 } else { 3 }).collect();
    let input = folder.write("in.sfen", &(positions.join("\n") + "\n"));
    for command in [COMPARE, "suite --tactics quiescence --depth 2 --hash 1 --no-times"] {
        let out = folder.file("out.jsonl");
        let player = format!("{};name=other", spec());
        let behaviour = format!("{AT_ONCE}{behaviour}");
        // Everything else has time; a machine may be busy.
        let timeout = ["--overwrite", "--timeout", if reason == "hang" { "3" } else { "60" }];
        let ran = ask(command, &player, &input, &out).args(timeout).env(BEHAVIOUR, behaviour).output();
        let text = good(&ran.expect("the program runs"));
        let faults = format!("shogi, faults of other: {} {reason} (first at ", positions.len());
        assert!(text.contains(&faults), "{text}");
        for row in rows(&out) {
            let [own, other] = row["results"].as_array().expect("results").as_slice() else {
                panic!("{row}")
            };
            assert!(own.get("fault").is_none() && !own["move"].as_str().expect("a move").is_empty(), "{row}");
            assert_eq!((&other["fault"]["reason"], &other["move"]), (&reason.into(), &"".into()), "{row}");
            // What it complains of is told, and does nothing to a terminal.
            let detail = other["fault"]["detail"].as_str().expect("a detail");
            assert_eq!(detail.ends_with("exit status: 3: out of ?luck"), reason == "crash", "{row}");
        }
    }
}

#[test]
fn what_a_program_does_wrong_is_counted() {
    check("cheat", "illegal");
    check("boast", "illegal");
    check("crash", "crash");
    check("hang", "hang");
    check("flood", "flood");
}

#[test]
fn a_program_answers_beside_the_strategies() {
    let folder = Folder::new("contender");
    let input = folder.write("in.sfen", SHOGI);
    let player = format!("{};name=other;ask=depth 1", spec());
    let whole = folder.file("whole.jsonl");
    let good_one =
        || ask(COMPARE, &player, &input, &whole).env(BEHAVIOUR, "good").args(["--of", "other"]).output();
    let text = good(&good_one().expect("it runs"));
    assert!(text.contains("faults") && text.contains("other plays another move"), "{text}");
    let found = rows(&whole);
    assert_eq!(found.len(), 3);
    for row in &found {
        assert_eq!(row["programs"], serde_json::json!([player]));
        let other = &row["results"][1];
        // The opponent says 7 centipawns, which are 8 of our units in shogi, and 3 nodes.
        assert_eq!(
            (&other["score"], &other["nodes"], &other["depth"]),
            (&8.into(), &3.into(), &1.into()),
            "{other}"
        );
        assert_eq!((&other["tree"], &other["line"][0]), (&serde_json::json!([3]), &other["move"]));
    }
    // The same on two threads, in parts, and never with another program's results.
    let all = std::fs::read(&whole).expect("rows");
    let two = folder.file("two.jsonl");
    good(
        &ask(COMPARE, &player, &input, &two)
            .args(["--threads", "2"])
            .env(BEHAVIOUR, "good")
            .output()
            .expect("it runs"),
    );
    assert_eq!(std::fs::read(&two).expect("rows"), all);
    let other = format!("{};name=other;ask=depth 2", spec());
    let mixed = ask(COMPARE, &other, &input, &whole)
        .arg("--resume")
        .env(BEHAVIOUR, "good")
        .output()
        .expect("it runs");
    let error = String::from_utf8_lossy(&mixed.stderr).into_owned();
    assert!(mixed.status.code() == Some(2) && error.contains("other settings"), "{error}");
    assert_eq!(std::fs::read(&whole).expect("rows"), all, "nothing is lost");
}

/// An opinion without a search is a score, and no move.
#[test]
fn an_opinion_is_asked_for() {
    let folder = Folder::new("contender-eval");
    let input = folder.write("in.sfen", SHOGI);
    let out = folder.file("out.jsonl");
    let player = format!("{};name=other;ask=eval", spec());
    let text = good(&ask(COMPARE, &player, &input, &out).env(BEHAVIOUR, "good").output().expect("it runs"));
    assert!(text.lines().any(|line| line.starts_with("other") && line.contains(" - ")), "{text}");
    // Black moves in the first position and in the third: 150 centipawns are 180 of our units.
    let scores: Vec<i64> = rows(&out).iter().filter_map(|row| row["results"][1]["score"].as_i64()).collect();
    assert_eq!(scores, [180, -180, 180]);
    let suite = ask("suite --depth 2", &player, &input, &folder.file("s.jsonl")).output().expect("it runs");
    assert!(String::from_utf8_lossy(&suite.stderr).contains("names no move"), "{suite:?}");
}

/// This engine's own opinion comes back as it prints it, but for the centipawns between, which are rounded.
#[test]
fn our_own_opinion_is_understood() {
    let folder = Folder::new("contender-own");
    for (protocol, input) in [("usi", SHOGI), ("uci", CHESS)] {
        let (input, out) = (folder.write("in.txt", input), folder.file("out.jsonl"));
        let player = format!("cmd=\"{}\" {protocol};ask=eval", env!("CARGO_BIN_EXE_somatic"));
        good(&ask(COMPARE, &player, &input, &out).arg("--overwrite").output().expect("it runs"));
        for row in rows(&out) {
            let position = row["position"].as_str().expect("a position");
            let printed = good(&somatic().args(["eval", position]).output().expect("it runs"));
            let last = printed.lines().last().and_then(|line| line.strip_prefix("evaluation "));
            let value = last.and_then(|rest| rest.split(' ').next()?.parse::<i64>().ok()).expect(&printed);
            let score = row["results"][1]["score"].as_i64().expect("a score");
            assert!((score - value).abs() <= 1, "{position}: {score}, {value} printed");
        }
    }
}

/// This engine in a process of its own, in chess, beside the same strategy here.
#[test]
fn a_program_of_chess_solves_a_suite() {
    let folder = Folder::new("contender-chess");
    let input = folder.write("in.epd", CHESS);
    let out = folder.file("out.jsonl");
    let player = format!("cmd=\"{}\" uci;name=self;Hash=1", env!("CARGO_BIN_EXE_somatic"));
    let suite = "suite --tactics super-soma --depth 3 --hash 1 --no-times";
    let text = good(&ask(suite, &player, &input, &out).output().expect("it runs"));
    assert!(text.contains("self"), "{text}");
    for row in rows(&out) {
        let [own, other] = row["results"].as_array().expect("results").as_slice() else { panic!("{row}") };
        assert_eq!((&own["move"], &own["solved"]), (&other["move"], &true.into()), "{row}");
        assert_eq!((&other["solved"], &other["fault"]), (&true.into(), &Json::Null), "{row}");
        assert!(
            other["solution"]["nodes"].as_u64().expect("nodes") <= other["nodes"].as_u64().expect("nodes")
        );
    }
}

/// Leaves are asked about as well; what is decided or failed is left out.
#[test]
fn a_program_is_asked_about_leaves() {
    let folder = Folder::new("contender-leaves");
    let out = folder.file("out.jsonl");
    let player = format!("cmd=\"{}\" uci;name=self;Hash=1", env!("CARGO_BIN_EXE_somatic"));
    let input = Path::new(env!("CARGO_MANIFEST_DIR")).join("sfen/chess/leaves.jsonl");
    let accuracy = "accuracy --tactics quiescence --calls 1 --shard 1/400 --no-times --of self --worst 1";
    let text = good(&ask(accuracy, &player, &input, &out).output().expect("it runs"));
    assert!(text.contains("within: errors") && text.contains("The largest errors of self."), "{text}");
    let found = rows(&out);
    assert!(!found.is_empty());
    for row in found {
        let answer = &row["answers"][1];
        assert!(answer["move"].is_string() && answer["nodes"].as_u64() > Some(0), "{answer}");
    }
}

/// A program of one game is found out at the first position of the other; what was answered before stays.
#[test]
fn a_program_must_play_both_games_of_an_input() {
    let folder = Folder::new("contender-both");
    let input = folder.write("in.txt", &format!("{SHOGI}{CHESS}"));
    let out = folder.file("out.jsonl");
    let player = format!("{};name=other", spec());
    let ran = ask(COMPARE, &player, &input, &out).args(["--timeout", "3"]).env(BEHAVIOUR, "good").output();
    let error = String::from_utf8_lossy(&ran.expect("it runs").stderr).into_owned();
    assert!(error.contains("player 'other': cannot start"), "{error}");
    assert_eq!(rows(&out).len(), 3, "the answers in shogi");
}

/// A program that cannot be had is found before older results are touched.
#[test]
fn a_program_that_is_not_there_costs_nothing() {
    let folder = Folder::new("contender-none");
    let input = folder.write("in.epd", CHESS);
    for player in ["cmd=/nowhere/engine", "cmd=true", "Hash=16", "cmd=a,ask=best"] {
        let out = folder.write("out.jsonl", "{\"number\":1,\"older\":true}\n");
        let ran =
            ask("compare --depth 1", player, &input, &out).arg("--overwrite").output().expect("it runs");
        let error = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert_eq!((ran.status.code(), error.lines().count()), (Some(2), 1), "{player}: {error}");
        assert_eq!(
            std::fs::read_to_string(&out).expect("rows"),
            "{\"number\":1,\"older\":true}\n",
            "{player}"
        );
    }
    let twice = ask("compare --depth 1", "cmd=a;name=quiescence", &input, &folder.file("x"))
        .output()
        .expect("it runs");
    assert!(String::from_utf8_lossy(&twice.stderr).contains("named twice"), "{twice:?}");
}

#[test]
fn what_is_asked_is_read() {
    let folder = Folder::new("contender-ask");
    let input = folder.write("in.epd", CHESS);
    let refused = |asked: &str| {
        let player = format!("cmd=/nowhere/engine;ask={asked}");
        let ran = ask("compare --depth 1", &player, &input, &folder.file("x")).output().expect("it runs");
        String::from_utf8_lossy(&ran.stderr).into_owned()
    };
    for good in ["eval", "depth 3", " nodes  5000 ", "movetime 10"] {
        assert!(refused(good).contains("cannot start"), "{good}: {}", refused(good));
    }
    for bad in ["depth", "depth 0", "depth 99999999999", "nodes -1", "nodes 1 2", "mate 3"] {
        assert!(refused(bad).contains("expected eval, depth N"), "{bad}: {}", refused(bad));
    }
}
