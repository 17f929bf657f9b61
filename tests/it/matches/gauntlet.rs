//! `match --against`: A and B play the same strangers, and what is shown is the difference.

use std::process::Stdio;

#[cfg(unix)]
use super::interrupted_after_a_game;
use super::{complaint, games, run, somatic};
use crate::common::Folder;

/// B resigns at once, so that it scores nothing against anybody.
const ARGUMENTS: &str = "--a Hash=1 --b Hash=1,ResignValue=0,name=meek --nodes 60 --max-plies 12 --games 16 \
    --against Hash=1,Tactics=stand-pat,name=plain --against Hash=1,odds=2,name=patient";

/// What is shown above the table of the players, in which times stand.
fn timeless(told: &str) -> &str {
    told.split("as black").next().unwrap_or_default()
}

#[test]
fn both_play_the_same_strangers_from_the_same_openings() {
    let folder = Folder::new("gauntlet");
    let (results, page) = (folder.file("out.jsonl"), folder.file("out.html"));
    let told = run(somatic(ARGUMENTS).arg("--jsonl").arg(&results).arg("--html").arg(&page));
    let games = games(&results);
    assert_eq!(games.len(), 16);
    for unit in 0..4_u64 {
        let of_unit: Vec<_> = (1..=4).map(|game| &games[&(4 * unit + game)]).collect();
        let stranger = ["plain", "patient"][unit as usize % 2];
        let text = |game: usize, field: &str| of_unit[game][field].as_str().unwrap_or_default();
        let name = |game: usize, side: &str| of_unit[game][side]["name"].as_str().unwrap_or_default();
        assert_eq!([0, 1, 2, 3].map(|game| text(game, "stranger")), ["b", "b", "a", "a"]);
        assert_eq!([0, 1, 2, 3].map(|game| name(game, "a")), ["Hash=1", "Hash=1", stranger, stranger]);
        assert_eq!([0, 1, 2, 3].map(|game| name(game, "b")), [stranger, stranger, "meek", "meek"]);
        // A, then B begins from the same opening.
        assert_eq!([0, 1, 2, 3].map(|game| text(game, "first")), ["a", "b", "b", "a"]);
        for game in &of_unit {
            assert_eq!(game["opening_moves"], games[&(8 * (unit / 2) + 1)]["opening_moves"]);
        }
        let limit = if unit % 2 == 0 { "nodes 60" } else { "nodes 120" };
        assert_eq!(
            (&of_unit[0]["b"]["limit"], &of_unit[2]["b"]["limit"]),
            (&limit.into(), &"nodes 60".into())
        );
    }
    assert_ne!(games[&1]["opening_moves"], games[&9]["opening_moves"]);
    for line in
        ["A  Hash=1: nodes 60", "D  patient: nodes 120", "scored more than B in 4 units of four games"]
    {
        assert!(told.contains(line), "{line}: {told}");
    }
    for name in ["C plain: nodes 60", "D patient: nodes 120"] {
        let row = told.lines().find_map(|line| line.strip_prefix(name)).expect(name);
        let mut words = row.split_whitespace().filter_map(|word| word.parse::<f64>().ok());
        let [units, a, b] = [words.next(), words.next(), words.next()].map(|word| word.expect(row));
        assert!((units - 2.0).abs() < 1e-9 && a > b, "{told}");
    }
    let page = std::fs::read_to_string(page).expect("a page");
    assert!(page.contains("D patient") && page.contains("C won"), "the strangers stand on the page");
    // However many are played at once.
    assert_eq!(timeless(&run(somatic(ARGUMENTS).args(["--threads", "3"]))), timeless(&told));
}

#[test]
fn a_gauntlet_goes_on_and_parts_make_the_whole() {
    let folder = Folder::new("gauntlet-cut");
    let (whole, cut) = (folder.file("whole.jsonl"), folder.file("cut.jsonl"));
    let told = run(somatic(ARGUMENTS).arg("--jsonl").arg(&whole));
    let text = std::fs::read_to_string(&whole).expect("results");
    std::fs::write(&cut, &text[..text.len() / 2]).expect("half of it");
    let again = format!("{ARGUMENTS} --resume --jsonl {}", cut.display());
    assert_eq!(timeless(&run(&mut somatic(&again))), timeless(&told));
    assert_eq!(games(&cut), games(&whole));
    // Units stay together.
    let mut joined = std::collections::BTreeMap::new();
    for shard in ["1/3", "2/3", "3/3"] {
        let part = folder.file("part.jsonl");
        run(somatic(ARGUMENTS).args(["--overwrite", "--shard", shard, "--jsonl"]).arg(&part));
        let part = games(&part);
        assert_eq!(part.len() % 4, 0, "{shard}");
        joined.extend(part);
    }
    assert_eq!(joined, games(&whole));
    // Another stranger is another gauntlet.
    let other = again.replace("Tactics=stand-pat,", "");
    assert!(complaint(&other).contains("was played with --against 'Hash=1,Tactics=stand-pat,name=plain'"));
    assert!(complaint(&again.replace("--against Hash=1,odds=2,name=patient", "")).contains("--against"));
}

#[test]
fn a_test_of_the_difference_ends_a_gauntlet() {
    let folder = Folder::new("gauntlet-sprt");
    let queue = folder.file("queue.txt");
    let line = "meek ; Hash=1 ; Hash=1,ResignValue=0 ; against=Hash=1,odds=2 ; against=Hash=1 ; games=2000 sprt=0,200\n";
    std::fs::write(&queue, line).expect("a file");
    let arguments = format!("--nodes 60 --max-plies 8 --trials {}", queue.display());
    let told = run(&mut somatic(&arguments));
    let row: Vec<&str> = told.lines().last().expect("a row").split_whitespace().collect();
    assert!(row.contains(&"accepted"), "{told}");
    let games: u64 =
        row[row.iter().position(|word| word.ends_with("-0")).expect("W-D-L") - 1].parse().expect("games");
    assert!(games < 400 && games.is_multiple_of(4), "{told}");
    assert_eq!(run(somatic(&arguments).args(["--threads", "3"])), told);
}

#[test]
fn a_stranger_that_cannot_play_is_named() {
    let check = |text: &str, reason: &str| {
        let told = complaint(&format!("--games 4 --nodes 5 --against {text}"));
        assert!(told.contains(reason), "{told}");
    };
    check("Tactic=soma", "player C: unknown option 'Tactic'");
    check("odds=none", "odds 'none': expected how many times");
    check("odds=2,nodes=5", "not both");
    check("cmd=/no/such/program", "--against");
    check("byoyomi=5 --game chess", "player C: byoyomi is for shogi");
}

/// A stranger that hangs keeps nobody from ending the gauntlet.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_gauntlet() {
    let folder = Folder::new("gauntlet-interrupt");
    let results = folder.file("out.jsonl");
    // The first game is over after a move, the second begins with the stranger's long think.
    let child =
        somatic("--a Hash=1 --b Hash=1 --games 400 --nodes 50 --max-plies 1 --against Hash=1,movetime=60000")
            .arg("--jsonl")
            .arg(&results)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a child");
    let output = interrupted_after_a_game(child, &results);
    assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(told.contains("games         1 of 400"), "{told}");
}
