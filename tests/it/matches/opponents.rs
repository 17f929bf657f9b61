//! Opponents that misbehave: this test program itself, started by the match
//! to play.

use std::io::{BufRead, Write};

use somatic::game::{All, MoveList, Notation, Position as _};
use somatic::shogi;

use super::{games, run, somatic};
use crate::common::Folder;

/// How an opponent behaves; not set where the tests are run.
pub const BEHAVIOUR: &str = "SOMATIC_TEST_OPPONENT";
/// What stands before a behaviour that is shown from the first move on.
pub const AT_ONCE: &str = "at once ";
/// Its last good move of a game.
const GOOD_MOVES: usize = 2;

/// No test, but the opponent: plays the first legal move, and after some good
/// moves does what the variable says.
#[test]
fn opponent() {
    let Ok(behaviour) = std::env::var(BEHAVIOUR) else {
        return;
    };
    let (behaviour, good_moves) = match behaviour.strip_prefix(AT_ONCE) {
        Some(behaviour) => (behaviour.to_owned(), 0),
        None => (behaviour, GOOD_MOVES),
    };
    // Behind whatever the test harness has written.
    println!("\nid name {behaviour}");
    let mut position = shogi::Position::start();
    let mut moves = 0;
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("a line");
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first() {
            Some(&"usi") if behaviour == "mute" => {}
            Some(&"usi") => println!("option name Style type string default\nusiok"),
            Some(&"isready") => println!("readyok"),
            Some(&"usinewgame") => moves = 0,
            Some(&"position") => {
                position = somatic::records::position::parse(&words[1..]).expect("a position");
            }
            Some(&"eval") if behaviour == "good" => println!("Final evaluation: +1.50 (white side)"),
            Some(&"go") => {
                moves += 1;
                if moves > good_moves {
                    misbehave(&behaviour);
                }
                let mut list = MoveList::new();
                position.generate::<All>(&mut list);
                let best = list.first().map_or_else(|| "resign".to_owned(), |&m| position.move_text(m));
                println!("info depth 1 score cp 7 nodes 3 pv {best}\nbestmove {best}");
            }
            Some(&"quit") => break,
            _ => {}
        }
    }
    // Without the harness's last words.
    std::process::exit(0);
}

fn misbehave(behaviour: &str) {
    let mut out = std::io::stdout().lock();
    match behaviour {
        "crash" => {
            eprintln!("out of \u{1b}luck");
            std::process::exit(3)
        }
        "hang" => loop {
            std::thread::park();
        },
        "cheat" => {
            let _ = writeln!(out, "bestmove 5i5a");
        }
        "boast" => {
            let _ = writeln!(out, "bestmove win");
        }
        "flood" => while writeln!(out, "info string {}", "blah ".repeat(100)).is_ok() {},
        "endless line" => while write!(out, "info string {}", "blah ".repeat(100)).is_ok() {},
        "noise" => {
            // Nothing of this is wrong.
            let _ = writeln!(out, "\n\u{7f}\nbest\nnobestmove 1a1b\ninfo\ninfo score cp\nreadyok\nusiok");
            let _ = writeln!(out, "info string {}", "x".repeat(100_000));
        }
        _ => {}
    }
}

/// Such an opponent as a player.
pub fn spec() -> String {
    let program = std::env::current_exe().expect("this program");
    format!("cmd=\"{}\" --exact matches::opponents::opponent --nocapture", program.display())
}

/// Plays two games against such an opponent and checks how they end.
#[track_caller]
fn check(behaviour: &str, result: &str, reason: &str) {
    let folder = Folder::new(&behaviour.replace(' ', "-"));
    let results = folder.file("out.jsonl");
    let opponent = format!("{};Style=odd;name=opponent", spec());
    let arguments =
        "--a Hash=1 --games 2 --max-plies 12 --threads 2 --a-nodes 50 --b-movetime 2000 --margin 2000";
    let summary =
        run(somatic(arguments).env(BEHAVIOUR, behaviour).args(["--b", &opponent, "--jsonl"]).arg(&results));
    let games = games(&results);
    assert_eq!(games.len(), 2, "{summary}");
    // One side wins all, or none: no figure is endless.
    assert!(!summary.contains("inf") && !summary.contains("NaN"), "{summary}");
    for game in games.values() {
        assert_eq!((&game["result"], &game["reason"]), (&result.into(), &reason.into()), "{game}");
        if reason != "max-plies" {
            assert_eq!(game["plies"].as_u64().map(|n| n / 2), Some(GOOD_MOVES as u64), "{game}");
        }
        let side = usize::from(game["first"] == "a");
        assert_eq!((&game["score"][side], &game["nodes"][side]), (&7.into(), &3.into()), "{game}");
    }
}

#[test]
fn a_good_opponent_plays() {
    check("good", "draw", "max-plies");
    check("noise", "draw", "max-plies");
}

#[test]
fn an_opponent_that_crashes_loses_its_game() {
    check("crash", "a", "crash");
}

#[test]
fn an_opponent_that_hangs_loses_its_game() {
    check("hang", "a", "hang");
}

#[test]
fn an_opponent_that_cheats_loses_its_game() {
    check("cheat", "a", "illegal");
    check("boast", "a", "illegal");
}

#[test]
fn an_opponent_that_floods_loses_its_game() {
    check("flood", "a", "flood");
    check("endless line", "a", "flood");
}

#[test]
fn an_opponent_that_does_not_greet_or_lacks_an_option_is_an_error() {
    let complain = |behaviour: &str, option: &str| {
        let opponent = format!("{}{option}", spec());
        let output = somatic("--games 2 --nodes 5 --timeout 1 --a Hash=1")
            .env(BEHAVIOUR, behaviour)
            .args(["--b", &opponent])
            .output()
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let text = complain("mute", "");
    assert!(text.starts_with("somatic: --b: cannot start: ") && text.contains("no usiok"), "{text}");
    let text = complain("good", ";Skill=3");
    assert_eq!(text, "somatic: --b: it has no option 'Skill'; it has Style\n");
    let text = complain("good", ";dir=no such folder");
    assert_eq!(text, "somatic: --b: cannot start: no folder 'no such folder'\n");
}

/// A program of chess that answers no question, and writes down what it is told.
#[cfg(unix)]
const SCRIPT: &str = r#"while read -r line; do
    echo "$line" >> "$0.log"
    case "$line" in
        uci) echo "$OPTION"; echo uciok ;;
        isready) echo readyok ;;
        go*) [ -e "$0.died" ] || { : > "$0.died"; exit 1; }; echo "bestmove (none)" ;;
        quit) exit ;;
    esac
done
"#;

/// Regression: a program that was started again learned no more that the game is Chess960; one that does not play it
/// lost its games, and values were not compared with what it announces.
#[cfg(unix)]
#[test]
fn a_program_learns_of_chess960_each_time_that_it_is_started() {
    let folder = Folder::new("chess960-again");
    let script = folder.write("program.sh", SCRIPT);
    let openings = folder.write("one.epd", "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w KQkq - 0 1\n");
    let played = |option: &str, fields: &str| {
        let mut command = somatic("--a Hash=1 --games 4 --nodes 10 --max-plies 6");
        command.env("OPTION", option).arg("--openings").arg(&openings);
        command
            .args(["--b", &format!("cmd=sh \"{}\"{fields}", script.display())])
            .output()
            .expect("a program")
    };
    let announced = "option name UCI_Chess960 type check default false";
    assert_eq!(played(announced, "").status.code(), Some(0));
    let log = std::fs::read_to_string(folder.file("program.sh.log")).expect("what it was told");
    let starts: Vec<&str> = log.split("uci\nisready\n").skip(1).collect();
    assert_eq!(starts.len(), 2, "{log}");
    assert!(starts.iter().all(|told| told.starts_with("setoption name UCI_Chess960 value true\n")), "{log}");
    for (option, fields, reason) in [
        ("", "", "it does not play Chess960: it has no option UCI_Chess960"),
        (
            "option name Skill Level type spin min 0 max 20",
            ";Skill Level=70",
            "'70' is no value, expected a number from 0 to 20",
        ),
    ] {
        let output = played(option, fields);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && text.contains(reason), "{text}");
    }
}

/// The test opponent behind a script that starts a helper, which holds the opponent's pipes, and writes down its
/// number.
#[cfg(unix)]
fn opponent_with_helper(folder: &Folder) -> String {
    let script = folder.write("wrap.sh", "sleep 1000 &\necho $! >> \"$0.helpers\"\nexec \"$@\"\n");
    let program = std::env::current_exe().expect("this program");
    format!(
        "cmd=sh \"{}\" \"{}\" --exact matches::opponents::opponent --nocapture;name=opponent",
        script.display(),
        program.display()
    )
}

/// The helpers that were started, and whether any of them is still there.
#[cfg(unix)]
fn helpers(folder: &Folder) -> (usize, bool) {
    let text = std::fs::read_to_string(folder.file("wrap.sh.helpers")).unwrap_or_default();
    // A process that has ended may wait for somebody to ask how.
    let lives = |id: &str| {
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        stat.contains("(sleep)") && !stat.contains(") Z")
    };
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(2);
    while text.lines().any(lives) && std::time::Instant::now() < deadline {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    (text.lines().count(), text.lines().any(lives))
}

/// Regression: a helper that held the pipe of a program made a hang of its crash, and outlived it.
#[cfg(unix)]
#[test]
fn what_an_opponent_has_started_ends_with_it() {
    for (behaviour, reason) in [("crash", "crash"), ("good", "max-plies")] {
        let folder = Folder::new(&format!("helper-{behaviour}"));
        let results = folder.file("out.jsonl");
        run(somatic("--a Hash=1 --games 2 --max-plies 12 --a-nodes 50 --b-movetime 60000")
            .env(BEHAVIOUR, behaviour)
            .args(["--b", &opponent_with_helper(&folder), "--jsonl"])
            .arg(&results));
        for game in games(&results).values() {
            assert_eq!(game["reason"], reason, "{game}");
        }
        let (started, left) = helpers(&folder);
        assert!(started > 0 && !left, "{behaviour}: {started} helpers");
    }
}

/// Regression: signals other than Ctrl-C ended the match and left its programs running.
#[cfg(unix)]
#[test]
fn a_signal_that_ends_a_match_ends_its_opponents() {
    for (signal, behaviour) in [("TERM", "hang"), ("HUP", "hang"), ("QUIT", "hang"), ("INT", "mute")] {
        let folder = Folder::new(&format!("signal-{signal}"));
        let child = somatic("--a Hash=1 --games 2 --a-nodes 50 --b-movetime 60000 --timeout 60")
            .env(BEHAVIOUR, behaviour)
            .args(["--b", &opponent_with_helper(&folder)])
            .stdin(std::process::Stdio::null())
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("a child");
        while !folder.file("wrap.sh.helpers").exists() {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        std::thread::sleep(std::time::Duration::from_millis(300));
        let begun = std::time::Instant::now();
        let kill = std::process::Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
        assert!(kill.is_ok_and(|status| status.success()));
        let output = child.wait_with_output().expect("an end");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{signal}: {said}");
        assert!(said.contains("interrupted after 0 games"), "{signal}: {said}");
        assert!(begun.elapsed() < std::time::Duration::from_secs(20), "{signal}");
        let (started, left) = helpers(&folder);
        assert!(started > 0 && !left, "{signal}: {started} helpers");
    }
}
