//! The command `tune`: a tuning is the same however it was played, and follows
//! what wins.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use somatic::lab::arena::tune::Range;
use somatic::search::Params;

use super::run;
use crate::common::Folder;

const ARGUMENTS: &str = "--set horizon_delta=0..400 --set lmr_base=0..200 --games 24 --nodes 100 --batch 4 \
    --max-plies 30 --seed 3";

/// The command `tune` with these arguments, divided at blanks.
fn tune(arguments: &str) -> Command {
    let mut command = crate::common::somatic();
    command.arg("tune").args(arguments.split_whitespace());
    command
}

#[test]
fn a_tuning_is_the_same_however_it_is_played() {
    for game in ["shogi", "chess"] {
        let folder = Folder::new(&format!("tune-{game}"));
        let (whole, cut) = (folder.file("whole.jsonl"), folder.file("cut.jsonl"));
        let arguments = format!("{ARGUMENTS} --game {game}");
        let summary = run(tune(&arguments).arg("--out").arg(&whole));
        assert!(summary.starts_with("games  24 of 24, nodes 100\n"), "{summary}");
        let last = summary.lines().last().expect("a line");
        assert!(last.starts_with("horizon_delta=") && last.contains(",lmr_base="), "{summary}");
        assert_eq!(run(tune(&arguments).args(["--threads", "3"])), summary, "games at once");
        let text = std::fs::read_to_string(&whole).expect("an output");
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        assert_eq!(lines.len(), 1 + 3, "what is tuned, and a line a batch");
        for kept in 0..lines.len() {
            let half = &lines[kept][..lines[kept].len() / 2];
            std::fs::write(&cut, lines[..kept].concat() + half).expect("a file");
            assert_eq!(
                run(tune(&arguments).args(["--resume", "--out"]).arg(&cut)),
                summary,
                "{kept} lines kept"
            );
            assert_eq!(std::fs::read(&cut).expect("an output"), text_of(&whole));
        }
    }
}

fn text_of(path: &std::path::Path) -> Vec<u8> {
    std::fs::read(path).expect("an output")
}

#[test]
fn a_screening_is_the_same_however_it_is_played() {
    let folder = Folder::new("tune-screen");
    let (whole, cut) = (folder.file("whole.jsonl"), folder.file("cut.jsonl"));
    let arguments = format!("{ARGUMENTS} --screen");
    let summary = run(tune(&arguments).arg("--out").arg(&whole));
    assert!(summary.contains("most against least, Elo (95 %)\n"), "{summary}");
    for (name, bounds) in [("horizon_delta", ["0", "400"]), ("lmr_base", ["0", "200"])] {
        let row = summary.lines().find(|line| line.starts_with(name)).expect("a row");
        let fields: Vec<&str> = row.split_whitespace().collect();
        assert_eq!(fields[2..4], bounds, "{row}");
        assert!(fields[4].parse::<f64>().is_ok() && fields[5] == "+-", "{row}");
    }
    assert_eq!(run(tune(&arguments).args(["--threads", "3"])), summary, "games at once");
    let text = std::fs::read_to_string(&whole).expect("an output");
    std::fs::write(&cut, &text[..text.len() - 10]).expect("a file");
    assert_eq!(run(tune(&arguments).args(["--resume", "--out"]).arg(&cut)), summary);
    assert_eq!(text_of(&cut), text_of(&whole));
}

#[test]
fn switches_are_screened_at_equal_time() {
    let summary =
        run(&mut tune("--set horizon_see=false..true --movetime 1 --games 4 --max-plies 10 --screen"));
    assert!(summary.starts_with("games  4 of 4, movetime 1\n"), "{summary}");
    let row = summary.lines().find(|line| line.starts_with("horizon_see")).expect("a row");
    let fields: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(fields[1..4], ["true", "false", "true"], "{row}");
}

#[test]
fn a_killed_tuning_goes_on() {
    let folder = Folder::new("tune-killed");
    let (whole, cut) = (folder.file("whole.jsonl"), folder.file("cut.jsonl"));
    let summary = run(tune(ARGUMENTS).arg("--out").arg(&whole));
    let mut child = tune(ARGUMENTS).arg("--out").arg(&cut).stdout(Stdio::null()).spawn().expect("a child");
    let deadline = Instant::now() + Duration::from_secs(30);
    let lines = || std::fs::read_to_string(&cut).map_or(0, |text| text.lines().count());
    while lines() < 2 && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().expect("killed");
    child.wait().expect("gone");
    assert_eq!(run(tune(ARGUMENTS).args(["--resume", "--out"]).arg(&cut)), summary);
    assert_eq!(text_of(&cut), text_of(&whole));
}

#[test]
fn parameters_come_from_a_file_as_well() {
    let folder = Folder::new("tune-file");
    let file = folder.file("ranges.txt");
    std::fs::write(&file, "# two\nhorizon_delta=0..400\nnonsense\nlmr_base=0..200 # hundredths\n")
        .expect("a file");
    let arguments = ARGUMENTS.replace("--set horizon_delta=0..400 --set lmr_base=0..200", "");
    let output =
        tune(&format!("{arguments} --params {}", file.display())).output().expect("the program starts");
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(stdout, run(&mut tune(ARGUMENTS)));
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr.contains("ranges.txt:3: 'nonsense': expected NAME=MIN..MAX"), "{stderr}");
}

#[test]
fn bad_arguments_say_what_was_expected() {
    #[track_caller]
    fn check(arguments: &str, reason: &str) {
        let output = tune(arguments).output().expect("the program starts");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments}: {text}");
        assert!(text.lines().count() == 1 && text.contains(reason), "{arguments}: {text}");
    }

    check("--games 2", "--set NAME=MIN..MAX or --params FILE");
    check("--games 1 --set horizon_delta=0..400", "--games");
    check("--games 3 --set horizon_delta=0..400", "--games 3: expected an even number");
    check("--games 2 --set horizon_delta=400", "NAME=MIN..MAX");
    let before = Params::default().horizon.delta;
    check(
        &format!("--games 2 --set horizon_delta=0..{}", before - 1),
        &format!("horizon_delta is {before} before: expected a range that holds it"),
    );
    check("--games 2 --set horizon_delta=0..400 --set horizon_delta=0..500", "stands twice");
    check("--games 2 --set horizon_see=0..1", "horizon_see is a switch: expected false..true");
    check("--games 2 --set horizon_see=false..true", "--screen");
    check("--games 2 --set horizon_delta=0..400 --nodes 5 --movetime 5", "--movetime");
    check("--games 2 --set horizon_delta=0..400 --base cmd=x", "--base: expected this engine");
    check("--games 2 --set horizon_delta=0..400 --rate 0", "--rate");
    check("--games 2 --set horizon_delta=0..400 --rate 0.01 --screen", "--screen");
    check("--games 2 --set horizon_delta=0..400 --resume", "--out");
    let folder = Folder::new("tune-other");
    let out = folder.file("out.jsonl");
    run(tune(ARGUMENTS).arg("--out").arg(&out));
    let resume = format!("--resume --out {}", out.display());
    check(&format!("{resume} {}", ARGUMENTS.replace("--seed 3", "--seed 4")), "another tuning");
    check(&format!("{resume} {ARGUMENTS} --base Tactics=soma"), "another tuning");
    let longer = ARGUMENTS.replace("--max-plies 30", "--max-plies 31");
    check(&format!("{resume} {longer}"), "another tuning");
    check(&format!("{resume} {ARGUMENTS} --screen"), "another tuning");
}

#[test]
fn ranges_are_read() {
    let range = Range { name: "razor_base".to_owned(), min: 100, max: 600 };
    assert_eq!(Range::parse("razor_base=100..600").ok().as_ref(), Some(&range));
    assert_eq!(Range::parse(" Razor_Base = 100 .. 600 ").ok(), Some(range));
    let switch = Range::parse("xref_ties = false..true").expect("a switch");
    assert_eq!((switch.min, switch.max, switch.text_of(0).as_str()), (0, 1, "false"));
}

#[test]
fn what_is_no_range_says_why() {
    for (text, reason) in [
        ("razor_base", "NAME=MIN..MAX"),
        ("razor_base=1.5..2", "whole numbers"),
        ("razor_base=false..true", "whole numbers"),
        ("razor_base=5..5", "MIN below MAX"),
        ("razor=1..2", "unknown parameter 'razor'; expected one of aspiration"),
        ("tt_used=0..1", "tt_used is a switch: expected false..true"),
        ("tt_used=true..false", "false..true"),
        ("nmp_divisor=0..8", "nmp_divisor: expected a whole number from 1"),
    ] {
        let error = Range::parse(text).expect_err(text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}
