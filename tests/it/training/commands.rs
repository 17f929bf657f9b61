//! The commands `selfplay` and `train` through the real program: nothing of the user's is lost, and what is gone
//! on with is what was begun.

use std::process::Stdio;

use somatic::train::record::Reader;

use crate::common::{Folder, run_words};

/// Runs it to a good end, and gives what it printed.
#[track_caller]
fn good(arguments: &str) -> String {
    let (code, out, error) = run_words(arguments);
    assert_eq!((code, error.as_str()), (Some(0), ""), "{arguments}");
    out
}

/// It is refused in one line that says this.
#[track_caller]
fn refused(arguments: &str, reason: &str) {
    let (code, _, error) = run_words(arguments);
    assert_eq!((code, error.lines().count()), (Some(2), 1), "{arguments}: {error}");
    assert!(error.contains(reason), "{arguments}: {error}");
}

/// A file of a few games of self-play.
fn games(folder: &Folder, name: &str) -> String {
    let path = folder.file(name).display().to_string();
    good(&format!("selfplay --out {path} --games 60 --nodes 30"));
    path
}

/// Regression: `train` wrote over and removed `NAME.state` beside `--out NAME.net`, be it an input or a user's file.
#[test]
fn training_takes_no_file_that_is_not_its_own() {
    let folder = Folder::new("train-state");
    let input = games(&folder, "games.state");
    let before = std::fs::read(&input).expect("games");
    let out = |name: &str| folder.file(name).display().to_string();
    refused(&format!("train {input} --out {} --epochs 1", out("games.net")), "would write over an input");
    refused(
        &format!("train {input} --out {} --epochs 1 --overwrite", out("games.net")),
        "would write over an input",
    );
    let own = folder.write("my.state", "precious\n");
    let command = format!("train {input} --out {} --epochs 1", out("my.net"));
    refused(&command, "the file holds something; expected --overwrite to write over it, or --resume");
    refused(&format!("{command} --resume"), "no state of a learning");
    assert_eq!(std::fs::read_to_string(&own).expect("a file"), "precious\n");
    for name in ["net.state", "net.txt"] {
        refused(&format!("train {input} --out {} --epochs 1", out(name)), "another output is written there");
    }
    std::fs::remove_file(own).expect("removed");
    good(&command);
    assert_eq!(std::fs::read(&input).expect("games"), before);
    assert!(
        !folder.names().contains("my.state") && folder.names().contains("my.net"),
        "{:?}",
        folder.names()
    );
    // A net that is begun with, or that plays, is an input.
    let net = out("my.net");
    let bytes = std::fs::read(&net).expect("a net");
    let input_error = "would write over an input";
    refused(&format!("train {input} --from {net} --out {net} --epochs 1 --overwrite"), input_error);
    refused(&format!("selfplay --eval {net} --out {net} --games 1 --overwrite"), input_error);
    let play = "match --b Hash=1 --games 2 --depth 1 --max-plies 2 --overwrite";
    refused(&format!("{play} --a eval={net} --jsonl {net}"), input_error);
    let trials = folder.write("trials.txt", &format!("one ; eval={net} ; \n")).display().to_string();
    refused(&format!("match --trials {trials} --games 2 --depth 1 --overwrite --jsonl {net}"), input_error);
    refused(
        &format!("tune --set razor_base=0..800 --games 2 --base eval={net} --out {net} --overwrite"),
        input_error,
    );
    assert_eq!(std::fs::read(&net).expect("a net"), bytes);
}

/// Regression: `--rate nan` wrote a net of no numbers, with exit code 0.
#[test]
fn numbers_of_a_training_are_finite_and_in_their_ranges() {
    let folder = Folder::new("train-nan");
    let input = games(&folder, "few.bin");
    let out = folder.file("x.net").display().to_string();
    for option in [
        "--rate nan", "--rate 1e30", "--rate 0", "--decay nan", "--decay inf", "--shared-decay nan",
        "--lambda nan", "--lambda 1.1", "--scale nan", "--scale inf",
    ] {
        refused(&format!("train {input} --out {out} --epochs 1 {option}"), "expected ");
    }
    refused("tune --set razor_base=0..800 --games 2 --rate nan", "expected ");
    assert!(!folder.names().contains("x.net"));
}

/// What a learning depends on is compared when it is gone on with.
#[cfg(unix)]
#[test]
fn another_learning_is_not_gone_on_with() {
    let folder = Folder::new("train-resume");
    let input = games(&folder, "games.bin");
    let (whole, parts) = (folder.file("whole.net"), folder.file("parts.net"));
    let epochs = |epochs: u32, out: &std::path::Path, more: &str| {
        format!("train {input} --epochs {epochs} --out {} --positions 200 {more}", out.display())
    };
    let command = |out: &std::path::Path, more: &str| epochs(200, out, more);
    // Ended in the middle, after an epoch at least.
    let child = crate::common::somatic()
        .args(command(&parts, "").split_whitespace())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a child");
    while !folder.names().contains("parts.state") {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let kill = std::process::Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    assert!(kill.is_ok_and(|status| status.success()));
    let output = child.wait_with_output().expect("an end");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("interrupted after ") && said.contains(" epochs"), "{said}");
    let state = std::fs::read(folder.file("parts.state")).expect("a state");
    for other in ["--lambda 0.5", "--no-near", "--rate 0.002", "--positions 100"] {
        let all = command(&parts, "--resume").replace("--positions 200", other);
        let more = if other.starts_with("--pos") { String::new() } else { " --positions 200".to_owned() };
        refused(&(all + &more), "it is of another learning");
    }
    assert_eq!(std::fs::read(folder.file("parts.state")).expect("a state"), state);
    refused(&command(&parts, ""), "or --resume to go on with it");
    good(&epochs(2, &whole, ""));
    good(&epochs(2, &parts, "--overwrite"));
    // A run that has come to its end is not run again.
    let said = good(&epochs(2, &parts, "--resume"));
    assert!(said.ends_with("parts.net: learned already; --overwrite learns it anew\n"), "{said}");
    refused(&epochs(3, &parts, "--resume"), "expected --overwrite");
    let [whole, parts] = [whole, parts].map(|path| std::fs::read(path).expect("a net"));
    assert_eq!(whole, parts);
}

/// One game in twenty is held out: of six perhaps none, and then no loss is told.
#[test]
fn without_a_game_held_out_no_loss_is_known() {
    let folder = Folder::new("none-held-out");
    let (games, net) = (folder.file("few.bin"), folder.file("few.net"));
    good(&format!("selfplay --games 6 --nodes 50 --out {}", games.display()));
    let said = good(&format!("train {} --epochs 1 --out {}", games.display(), net.display()));
    assert!(said.contains(" 0 held out") && !said.contains("0.00000"), "{said}");
    assert!(said.contains("epoch 1: held-out loss not known, as no position is held out"), "{said}");
}

/// Regression: with two threads games were lost for good, and the exit code after Ctrl-C was 0.
#[cfg(unix)]
#[test]
fn interrupted_self_play_goes_on_without_a_gap() {
    let folder = Folder::new("selfplay-interrupted");
    let (whole, parts) = (folder.file("whole.bin"), folder.file("parts.bin"));
    let command = |path: &std::path::Path| {
        format!("selfplay --games 96 --nodes 150 --threads 2 --out {}", path.display())
    };
    good(&command(&whole));
    let mut interrupts = 0;
    for attempt in 0..40 {
        let child = crate::common::somatic()
            .args(format!("{} --resume", command(&parts)).split_whitespace())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a child");
        std::thread::sleep(std::time::Duration::from_millis(60 + 10 * (attempt % 7)));
        let _ = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        let output = child.wait_with_output().expect("an end");
        let said = String::from_utf8_lossy(&output.stderr);
        // Before its handler stands the signal ends it at once.
        match output.status.code() {
            Some(0) => break,
            Some(130) => assert!(said.contains("interrupted after "), "{said}"),
            None => {}
            code => panic!("{code:?}: {said}"),
        }
        interrupts += 1;
        let numbers: Vec<u32> = match Reader::open(&parts) {
            Ok(reader) => reader.map(|game| game.expect("a whole game").number).collect(),
            Err(_) => Vec::new(),
        };
        assert_eq!(numbers, (1..=numbers.len() as u32).collect::<Vec<_>>());
    }
    assert!(interrupts > 0);
    good(&format!("{} --resume", command(&parts)));
    assert_eq!(std::fs::read(&parts).expect("games"), std::fs::read(&whole).expect("games"));
}

/// Regression: what is for reading was passed over where games were played, and the other way round.
#[test]
fn files_of_self_play_are_written_or_read() {
    let folder = Folder::new("selfplay-usage");
    let [new, record] = ["new.bin", "new.usi"].map(|name| folder.file(name).display().to_string());
    for reading in ["--moves".to_owned(), format!("--record {record}")] {
        refused(&format!("selfplay --out {new} --games 1 --nodes 5 {reading}"), "cannot be used with");
        refused(&format!("selfplay {reading}"), "required arguments were not provided");
    }
    assert!(folder.names().is_empty(), "{:?}", folder.names());
    let path = folder.file("s.bin").display().to_string();
    good(&format!("selfplay --out {path} --games 1 --nodes 5"));
    for playing in ["--games 1", "--nodes 5", "--game shogi", "--eval formula", "--seed 1", "--threads 1"] {
        refused(&format!("selfplay --read {path} {playing}"), "cannot be used with");
    }
    good(&format!("selfplay --read {path} --record {record} --moves"));
    good(&format!("selfplay --read {path} --record {record} --overwrite"));
}

#[test]
fn self_play_with_other_settings_is_not_gone_on_with() {
    let folder = Folder::new("selfplay-settings");
    let path = folder.file("s.bin").display().to_string();
    good(&format!("selfplay --out {path} --games 4 --nodes 20"));
    let before = std::fs::read(&path).expect("games");
    for (other, reason) in [
        ("--eval formula", "made with another evaluation"),
        ("--nodes 21", "made with --game shogi --seed 1 --nodes 20"),
        ("--seed 2", "made with --game shogi --seed 1"),
        ("--game chess", "made with --game shogi"),
        ("--shard 1/2", "--shard 1/1"),
    ] {
        let command = format!("selfplay --out {path} --games 8 --nodes 20 --resume {other}");
        let last_wins = command.replace("--nodes 20 --resume --nodes", "--resume --nodes");
        refused(&last_wins, reason);
    }
    refused(
        &format!("selfplay --out {path} --games 4 --nodes 20 --eval /no/such.net --overwrite"),
        "no such",
    );
    assert_eq!(std::fs::read(&path).expect("games"), before);
    let _held = somatic::files::Output::resume(std::path::Path::new(&path), |_| Ok(before.len() as u64));
    refused(&format!("selfplay --out {path} --games 8 --nodes 20 --resume"), "another process");
    refused(&format!("selfplay --out {path} --games 8 --nodes 20 --overwrite"), "another process");
}
