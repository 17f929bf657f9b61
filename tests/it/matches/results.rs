//! What matches in one process come to.

use super::{complaint, games, run, somatic};
use crate::common::Folder;

/// Settings with small tables, few nodes and short games.
const SHORT: &str = "--a Tactics=super-soma,Hash=1 --b Tactics=quiescence,Hash=1 --max-plies 30";

#[test]
fn games_at_fixed_nodes_do_not_depend_on_how_many_are_played_at_once() {
    for game in ["shogi", "chess"] {
        let folder = Folder::new(&format!("threads-{game}"));
        let (one, two) = (folder.file("one.jsonl"), folder.file("two.jsonl"));
        let common = format!("{SHORT} --game {game} --games 6 --nodes 300");
        run(somatic(&common).arg("--jsonl").arg(&one));
        run(somatic(&common).args(["--threads", "3", "--jsonl"]).arg(&two));
        let games = games(&one);
        assert_eq!(games, super::games(&two));
        assert_eq!(games.keys().copied().collect::<Vec<_>>(), (1..=6).collect::<Vec<u64>>());
        for (number, game) in &games {
            let first_has_a = game["first"] == "a";
            assert_eq!(first_has_a, number % 2 == 1, "colors are reversed in a pair");
            let pair = &games[&(2 * number.div_ceil(2))];
            assert_eq!(game["opening_moves"], pair["opening_moves"], "a pair shares its opening");
            assert_eq!(game["plies"].as_u64(), game["moves"].as_array().map(|moves| moves.len() as u64));
        }
        assert_ne!(games[&1]["opening_moves"], games[&3]["opening_moves"]);
    }
}

/// Chance is the match's: with the same seed a player on a level plays the same games, with another one others,
/// and in each game of a match others.
#[test]
fn what_players_leave_to_chance_repeats_with_the_seed() {
    let folder = Folder::new("chance");
    let play = |name: &str, seed: &str| {
        let file = folder.file(name);
        let levels =
            "--a Skill=2,Hash=1 --b Variety=300,Hash=1 --games 4 --nodes 100 --max-plies 16 --random-plies 0";
        run(somatic(levels).args(["--seed", seed, "--jsonl"]).arg(&file));
        games(&file)
    };
    let (first, again, other) = (play("first", "1"), play("again", "1"), play("other", "2"));
    assert_eq!(first, again);
    assert_ne!(first[&1]["moves"], other[&1]["moves"]);
    assert_ne!(first[&1]["moves"], first[&3]["moves"]);
}

/// Regression: corrections by the mates of earlier moves hid the way to the mate; after a promotion the queen gave
/// check until the game was drawn.
#[test]
fn a_bare_king_is_mated_soon_after_a_promotion() {
    let folder = Folder::new("bare-king");
    let results = folder.file("out.jsonl");
    let pawns = folder.write(
        "pawns.epd",
        "1K6/8/8/1k6/8/8/7P/8 w - - 0 1\n8/8/8/8/1P6/2k5/8/7K w - - 0 1\n8/8/8/6k1/8/8/P7/1K6 w - - 0 1\n",
    );
    let arguments =
        "--game chess --a Hash=16 --b Hash=16 --games 6 --nodes 5000 --no-adjudication --max-plies 60";
    run(somatic(arguments).arg("--openings").arg(&pawns).arg("--jsonl").arg(&results));
    for game in games(&results).values() {
        assert_eq!(game["reason"], "checkmate", "{game}");
    }
}

/// What is not known is not told.
#[test]
fn nothing_is_said_of_what_is_not_known() {
    let summary = run(&mut somatic("--a Hash=1 --b Hash=1 --games 2 --nodes 50 --max-plies 2 --no-times"));
    assert!(summary.contains("Elo +0.0, its error unknown"), "{summary}");
    let last = summary.lines().last().expect("B");
    assert!(last.split_whitespace().nth(6) == Some("-"), "no time: {last}");
    let gauntlet = "--a Hash=1 --b Hash=1 --against Hash=1 --games 4 --nodes 20 --max-plies 2 --sprt 0,10";
    let summary = run(&mut somatic(gauntlet));
    assert!(summary.contains(" after 1 units, undecided"), "{summary}");
}

#[test]
fn shards_are_parts_of_the_whole() {
    let folder = Folder::new("shards");
    let whole = folder.file("whole.jsonl");
    let common = format!("{SHORT} --games 7 --nodes 100");
    run(somatic(&common).arg("--jsonl").arg(&whole));
    let mut text = String::new();
    for shard in ["1/2", "2/2"] {
        let part = folder.file("part.jsonl");
        run(somatic(&common).args(["--overwrite", "--shard", shard, "--jsonl"]).arg(&part));
        text += &std::fs::read_to_string(&part).expect("a part");
    }
    let together = folder.file("together.jsonl");
    std::fs::write(&together, text).expect("a file");
    assert_eq!(games(&together), games(&whole));
    // All games are there: the sum is all that is left to do.
    let summary = run(somatic(&common).args(["--resume", "--jsonl"]).arg(&together));
    assert!(summary.contains("games         7 of 7"), "{summary}");
    assert_eq!(games(&together), games(&whole));
}

/// The engine in this process is the engine behind pipes.
#[test]
fn a_process_of_its_own_changes_nothing() {
    for (game, protocol, hash) in [("shogi", "usi", "USI_Hash"), ("chess", "uci", "Hash")] {
        let folder = Folder::new(&format!("pipes-{game}"));
        let (inside, outside) = (folder.file("inside.jsonl"), folder.file("outside.jsonl"));
        let common = format!("--game {game} --a Tactics=soma,Hash=1 --games 2 --nodes 400 --max-plies 24");
        run(somatic(&common).args(["--b", "Hash=1", "--jsonl"]).arg(&inside));
        let program = format!("cmd=\"{}\" {protocol};{hash}=1", env!("CARGO_BIN_EXE_somatic"));
        run(somatic(&common).args(["--b", &program, "--jsonl"]).arg(&outside));
        let (inside, outside) = (games(&inside), games(&outside));
        for (number, game) in &inside {
            for field in ["moves", "score", "result", "reason"] {
                assert_eq!(game[field], outside[number][field], "{field}");
            }
        }
    }
}

#[test]
fn a_handicap_is_a_limit_of_ones_own() {
    let folder = Folder::new("handicap");
    let results = folder.file("out.jsonl");
    let arguments = "--a Hash=1 --b Hash=1,name=slow --games 2 --nodes 600 --b-nodes 20 --max-plies 20";
    let summary = run(somatic(arguments).arg("--jsonl").arg(&results));
    for (_, game) in games(&results) {
        assert_eq!((&game["a"]["limit"], &game["b"]["limit"]), (&"nodes 600".into(), &"nodes 20".into()));
    }
    assert!(summary.contains("A  Hash=1: nodes 600") && summary.contains("B  slow: nodes 20"), "{summary}");
}

#[test]
fn a_clock_is_kept() {
    for limit in ["--movetime 5", "--tc 0.2+0.01", "--byoyomi 5"] {
        let summary = run(&mut somatic(&format!("--a Hash=1 --b Hash=1 --games 2 --max-plies 12 {limit}")));
        assert!(summary.contains("drawn by max-plies 2"), "{limit}: {summary}");
    }
}

#[test]
fn a_decided_test_ends_the_match() {
    // Whoever resigns at once loses all.
    let arguments = "--b Hash=1,ResignValue=0 --a Hash=1 --games 400 --nodes 100 --sprt 0,200 --threads 2";
    let summary = run(&mut somatic(arguments));
    assert!(summary.contains("H1 accepted"), "{summary}");
    let played = summary.lines().find_map(|line| line.strip_prefix("games ")).expect("a count").trim();
    assert!(
        played.split(' ').next().and_then(|n| n.parse::<u64>().ok()).is_some_and(|n| n < 200),
        "{played}"
    );
}

#[test]
fn bad_arguments_say_what_was_expected() {
    #[track_caller]
    fn check(arguments: &str, reason: &str) {
        let text = complaint(arguments);
        assert!(text.contains(reason), "{arguments}: {text}");
    }

    check("--nodes 1", "--games");
    check("--games 0 --nodes 1", "--games");
    check("--games 2", "expected a limit");
    check("--games 2 --a-nodes 5", "expected a limit");
    check("--games 2 --nodes 0", "above 0");
    check("--games 2 --movetime 5 --tc 1+1", "not both");
    check("--games 2 --game chess --byoyomi 5", "shogi");
    check("--games 2 --game go --nodes 5", "shogi or chess");
    check("--games 2 --nodes 5 --a Tactic=soma", "player A: unknown option 'Tactic'");
    check("--games 2 --nodes 5 --b cmd=/no/such/program", "--b: cannot start: '/no/such/program'");
    check("--games 2 --nodes 5 --sprt 5,0", "ELO0,ELO1");
    check("--games 2 --nodes 5 --sprt 0,1e300", "from -1000 to 1000");
    check("--games 18446744073709551615 --nodes 5", "expected 1 to 1000000000");
    check("--games 2 --nodes 5 --random-plies 4000000000", "expected 0 to 200");
    check("--games 2 --nodes 5 --timeout 18446744073709551615", "expected 1 to 10000000");
    check("--games 2 --nodes 5 --html -", "--html -: expected the name of a file");
    for own in ["nodes=5", "odds=2", "movetime=5"] {
        check(
            &format!("--games 2 --nodes 40 --b {own} --b-nodes 7"),
            "player B: expected a limit of its own in",
        );
    }
    check("--games 2 --depth 2 --b odds=2", "player B: expected nodes or a time beside odds");
    check("--games 2 --nodes 5 --shard 3/2", "--shard");
    check("--games 2 --nodes 5 --resume", "--jsonl");
    check("--games 2 --nodes 5 --record x.txt", ".usi or .sfen or .csa");
    check("--games 2 --nodes 5 --openings /no/such/file", "/no/such/file: no such file");
    check("--games 2 --nodes 5 --adjudicate-win 5", "CP,MOVES");
    check("--games 2 --nodes 5 --adjudicate-win 5,1 --no-adjudication", "--no-adjudication");
}

#[test]
fn a_player_that_cannot_be_is_named() {
    let dialogue = "is for a program that cmd names, such as cmd=somatic usi";
    for (player, reason) in [
        ("Tactic=soma", "Tactics,"),
        ("razor=1", "razor_depth, razor_base"),
        ("razor_depth=deep", "razor_depth: expected a whole number from 0 to"),
        ("Tactics=best", "expected one of stand-pat"),
        ("Hash=0", "expected a number from 1"),
        ("Hash", "expected Name=Value"),
        ("=1", "expected Name=Value"),
        ("Hash=1,hash=2", "twice"),
        ("cmd=a,cmd=b", "twice"),
        ("dir=/tmp", "cmd"),
        ("ask=eval", "cmd"),
        ("cmd=a,ask=eval", "is for compare"),
        ("BookFile=a.db", dialogue),
        ("usi_ownbook=true", dialogue),
        ("DebugLogFile=a.log", dialogue),
        ("odds=0", "expected how many times"),
        ("odds=2,nodes=5", "not both"),
        ("nodes=0", "'nodes=0': expected a number above 0"),
        ("cmd=", "expected a program"),
        ("cmd=\"a", "expected a program"),
    ] {
        let text = complaint(&format!("--games 2 --nodes 5 --a {player}"));
        assert!(text.contains("player A: ") && text.contains(reason), "{player}: {text}");
    }
}

#[test]
fn clocks_are_read_and_written() {
    let folder = Folder::new("clocks");
    for (given, written) in [
        ("--tc 10+0.1", "tc 10+0.1"),
        ("--tc 60", "tc 60+0"),
        ("--tc 60 --byoyomi 1000", "tc 60+0 byoyomi 1000"),
        ("--byoyomi 100", "tc 0+0 byoyomi 100"),
        ("--nodes 5 --depth 2", "nodes 5 depth 2"),
    ] {
        let results = folder.file("out.jsonl");
        let arguments = format!("--a depth=1,Hash=1 --b Hash=1 --games 1 --max-plies 0 {given} --overwrite");
        run(somatic(&arguments).arg("--jsonl").arg(&results));
        assert_eq!(games(&results)[&1]["b"]["limit"], written);
    }
    for bad in
        ["x", "1+", "+1", "-1", "1+-1", "0+0", "inf", "nan", "1e9", "1+1 --byoyomi 1", "1 --movetime 1"]
    {
        complaint(&format!("--games 2 --tc={bad}"));
    }
}
