//! The real program behind pipes: it greets, stops and leaves, and no input
//! breaks it. How fast it answers is measured by `cargo bench --bench answers`.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use somatic::game::{Notation, Position as _};
use somatic::protocol::{Uci, Usi};

use super::gui::Sample;

/// Longer than anything takes that ends at all.
const PATIENCE: Duration = Duration::from_mins(1);
/// More than an answer at once takes, with other tests run at the same time.
const SOON: Duration = Duration::from_secs(10);

/// The program with its pipes.
pub struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Option<JoinHandle<String>>,
    started: Instant,
}

impl Engine {
    pub fn start(arguments: &[&str]) -> Self {
        let mut command = crate::common::somatic();
        Self::run(command.args(arguments))
    }

    pub fn run(command: &mut Command) -> Self {
        let started = Instant::now();
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = child.stdout.take().expect("a pipe");
        let mut errors = child.stderr.take().expect("a pipe");
        let (send, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).split(b'\n') {
                let line = String::from_utf8(line.expect("output")).expect("text");
                if send.send(line).is_err() {
                    break;
                }
            }
        });
        let errors = std::thread::spawn(move || {
            let mut text = String::new();
            errors.read_to_string(&mut text).expect("text");
            text
        });
        Self { input: child.stdin.take(), child, lines, errors: Some(errors), started }
    }

    pub fn say(&mut self, line: &str) {
        self.write(format!("{line}\n").as_bytes());
    }

    /// Writes bytes; that nobody reads them any more is no matter here.
    pub fn write(&mut self, bytes: &[u8]) {
        if let Some(input) = &mut self.input {
            let _ = input.write_all(bytes).and_then(|()| input.flush());
        }
    }

    /// Takes lines until one begins with this word.
    #[track_caller]
    pub fn until(&mut self, word: &str) -> Vec<String> {
        let end = Instant::now() + PATIENCE;
        let mut lines = Vec::new();
        while lines.last().is_none_or(|line: &String| line.split(' ').next() != Some(word)) {
            match self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    assert!(!line.is_empty() && line.is_ascii() && !line.contains('\r'), "{line:?}");
                    lines.push(line);
                }
                Err(error) => {
                    let _ = self.child.kill();
                    let errors = std::mem::take(&mut self.errors).map(JoinHandle::join);
                    panic!("no {word}: {error}: {:?}, {errors:?}", lines.last())
                }
            }
        }
        lines
    }

    /// Waits for the end; it must be a good one, with nothing on stderr.
    /// Gives the time since the call.
    #[track_caller]
    pub fn leave(mut self) -> Duration {
        let start = Instant::now();
        while self.child.try_wait().expect("a child").is_none() {
            if start.elapsed() > PATIENCE {
                let _ = self.child.kill();
                panic!("it does not leave");
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        let time = start.elapsed();
        let status = self.child.wait().expect("a child");
        let errors = self.errors.take().and_then(|reader| reader.join().ok()).expect("a reader");
        assert!(status.success() && errors.is_empty(), "{status}: {errors}");
        time
    }

    /// Says the last word and waits for the end.
    #[track_caller]
    pub fn quit(mut self) -> Duration {
        self.say("quit");
        self.leave()
    }
}

#[test]
fn the_greeting_comes_at_once() {
    for arguments in [&["usi"][..], &["uci"], &[]] {
        for protocol in ["usi", "uci"] {
            if !arguments.is_empty() && arguments[0] != protocol {
                continue;
            }
            let mut engine = Engine::start(arguments);
            engine.say(protocol);
            let lines = engine.until(&format!("{protocol}ok"));
            let time = engine.started.elapsed();
            assert!(lines[0].starts_with("id name Somatic "), "{lines:?}");
            assert!(time < SOON, "{time:?}");
            engine.quit();
        }
    }
}

#[test]
fn the_first_known_word_chooses_the_game() {
    for (lines, end, expected) in [
        ("usi\n", "usiok", "lnsgkgsnl/"),
        ("uci\n", "uciok", "rnbqkbnr/"),
        ("\n  \r\nhello\nxboard\nuci\n", "uciok", "rnbqkbnr/"),
        ("hello usi\n", "usiok", "lnsgkgsnl/"),
        ("isready\n", "readyok", "lnsgkgsnl/"),
        ("position startpos\nisready\n", "readyok", "lnsgkgsnl/"),
        // Some programs ask and set options before they greet.
        ("isready\nsetoption name Threads value 1\nposition startpos\nisready\nuci\n", "uciok", "rnbqkbnr/"),
        ("isready\nsetoption name Hash value 3\nusi\n", "usiok", "lnsgkgsnl/"),
        ("setoption name Nonsense value 3\nd\n", "info", "lnsgkgsnl/"),
    ] {
        let mut engine = Engine::start(&[]);
        engine.write(lines.as_bytes());
        engine.until(end);
        engine.say("d");
        let board = engine.until("key");
        assert!(board.iter().any(|line| line.contains(expected)), "{lines:?}: {board:?}");
        engine.quit();
    }
    assert!(Engine::start(&[]).quit() < PATIENCE, "the last word may be the first");
}

#[test]
fn the_end_of_input_ends_it() {
    for before in
        ["", "usi\n", "isready\ngo infinite\n", "go ponder\n", "perft 3\n", "go nodes 500\n", "go mate"]
    {
        for arguments in [&["usi"][..], &["uci"], &[]] {
            let mut engine = Engine::start(arguments);
            engine.write(before.as_bytes());
            engine.input = None;
            let time = engine.leave();
            assert!(time < SOON, "{before:?}: {time:?}");
        }
    }
}

/// What a pipe asks for is answered although the pipe ends before the answer.
#[test]
fn an_answer_through_a_pipe() {
    for protocol in ["usi", "uci"] {
        for (asked, answer) in [
            ("position startpos\ngo depth 6\n", "bestmove "),
            ("go movetime 50", "bestmove "),
            ("go infinite\n", "bestmove "),
            ("go infinite\nstop\n", "bestmove "),
            ("go ponder btime 100 wtime 100\n", "bestmove "),
            ("perft 2\n", if protocol == "usi" { "900" } else { "400" }),
        ] {
            let mut engine = Engine::start(&[]);
            engine.write(format!("{protocol}\n{asked}").as_bytes());
            engine.input = None;
            let mut last = String::new();
            while let Ok(line) = engine.lines.recv_timeout(PATIENCE) {
                last = line;
            }
            assert!(last.starts_with(answer), "{protocol}, {asked:?}: {last}");
            engine.leave();
        }
        // `quit` waits for nothing.
        let mut engine = Engine::start(&[]);
        engine.write(format!("{protocol}\ngo depth 60\nquit\n").as_bytes());
        engine.input = None;
        assert!(engine.leave() < SOON);
    }
}

/// Nobody reads what it says: it leaves without a word.
#[test]
fn a_closed_output_ends_it() {
    for protocol in ["usi", "uci"] {
        for lines in [format!("{protocol}\nisready\n"), "isready\ngo infinite\n".to_owned()] {
            let mut child = crate::common::somatic()
                .arg(protocol)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .expect("the program starts");
            drop(child.stdout.take());
            let mut input = child.stdin.take().expect("a pipe");
            let _ = input.write_all(lines.as_bytes());
            let output = child.wait_with_output().expect("an end");
            assert!(output.status.success(), "{protocol}: {}", output.status);
            assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
            // Its input stays open until here.
            drop(input);
        }
    }
}

#[test]
fn quit_while_searching() {
    for (protocol, threads) in [("usi", 1), ("usi", 4), ("uci", 2)] {
        for search in ["go infinite", "go ponder", "go depth 60", "go btime 600000 wtime 600000"] {
            let mut engine = Engine::start(&[protocol]);
            engine.say(&format!("setoption name Threads value {threads}"));
            engine.say("isready");
            engine.until("readyok");
            engine.say(search);
            engine.until("info");
            let time = engine.quit();
            assert!(time < SOON, "{search}, {threads} threads: {time:?}");
        }
    }
}

#[test]
fn stop_is_answered_at_once() {
    for protocol in ["usi", "uci"] {
        for threads in [1, 2, 4] {
            let mut engine = Engine::start(&[protocol]);
            engine.say(&format!("setoption name Threads value {threads}"));
            engine.say("isready");
            engine.until("readyok");
            for _ in 0..5 {
                engine.say("go infinite");
                std::thread::sleep(Duration::from_millis(20));
                let start = Instant::now();
                engine.say("stop");
                engine.until("bestmove");
                assert!(start.elapsed() < SOON, "{threads} threads: {:?}", start.elapsed());
            }
            engine.quit();
        }
    }
}

/// The option starts that many searching threads.
#[cfg(target_os = "linux")]
#[test]
fn threads() {
    let running = |threads: usize| {
        let mut engine = Engine::start(&["usi"]);
        engine.say(&format!("setoption name Threads value {threads}"));
        engine.say("go infinite");
        engine.until("info");
        let tasks = std::fs::read_dir(format!("/proc/{}/task", engine.child.id())).expect("a process");
        let count = tasks.count();
        engine.quit();
        count
    };
    assert_eq!(running(4), running(1) + 3);
}

/// More threads than can be started are as many as can, said once.
#[cfg(target_os = "linux")]
#[test]
fn more_threads_than_can_be_started() {
    let mut command = crate::common::command("sh");
    let script = format!("ulimit -v 4000000 && exec '{}' usi", env!("CARGO_BIN_EXE_somatic"));
    let mut engine = Engine::run(command.args(["-c", &script]));
    engine.say("setoption name USI_Hash value 1");
    engine.say("setoption name Threads value 512");
    for said in [1, 0] {
        engine.say("go nodes 20000");
        let lines = engine.until("bestmove");
        let told = lines.iter().filter(|line| line.starts_with("info string only ")).count();
        assert!(told == said && lines.last().is_some_and(|best| best != "bestmove resign"), "{lines:?}");
    }
    engine.quit();
}

/// A table larger than the memory that is there is made smaller, and none is
/// written before it is used.
#[cfg(target_os = "linux")]
#[test]
fn a_table_larger_than_memory() {
    let mut engine = Engine::start(&["usi"]);
    engine.say("setoption name USI_Hash value 1048576");
    engine.say("isready");
    let lines = engine.until("readyok");
    assert!(
        lines.iter().any(|line| line.starts_with("info string no memory for 1048576 MiB, using ")),
        "{lines:?}"
    );
    engine.say("usinewgame");
    engine.say("go nodes 1000");
    engine.until("bestmove");
    let status = std::fs::read_to_string(format!("/proc/{}/status", engine.child.id())).expect("a process");
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB"));
    let resident: u64 = resident.and_then(|kib| kib.parse().ok()).expect("a size");
    assert!(resident < 400_000, "{resident} KiB for 1,000 nodes");
    engine.quit();
}

/// A table for which there is no memory is made smaller.
#[cfg(target_os = "linux")]
#[test]
fn no_memory_for_the_table() {
    let mut command = crate::common::command("sh");
    let script = format!("ulimit -v 4000000 && exec '{}' usi", env!("CARGO_BIN_EXE_somatic"));
    let mut engine = Engine::run(command.args(["-c", &script]));
    engine.say("setoption name USI_Hash value 1048576");
    engine.say("isready");
    let lines = engine.until("readyok");
    assert!(lines[0].starts_with("info string no memory for 1048576 MiB, using "), "{lines:?}");
    engine.say("go nodes 1000");
    engine.until("bestmove");
    engine.quit();
}

#[test]
fn lines_of_all_lengths_and_bytes() {
    for protocol in ["usi", "uci"] {
        let mut engine = Engine::start(&[protocol]);
        let long = "x ".repeat(1 << 19);
        for line in [
            long.clone(),
            format!("setoption name {long} value {long}"),
            format!("position startpos moves {long}"),
            format!("position {long}"),
            format!("go searchmoves {long} depth 1"),
            "1".repeat(1 << 20),
            format!("go depth {}", "1".repeat(1 << 20)),
            "/".repeat(1 << 20),
            format!("position sfen {}", "/".repeat(1 << 20)),
            format!("position fen {}", "8/".repeat(1 << 19)),
        ] {
            engine.say(&line);
            engine.say("stop");
            engine.say("isready");
            let answers = engine.until("readyok");
            assert!(answers.iter().all(|line| line.len() < 1000), "an answer as long as the question");
        }
        for bytes in [
            &b"\xff\xfe\x00\xc3\x28\n"[..],
            b"setoption name \xff value \xff\n",
            b"position sfen \xf0\x9f\x98\x80 b - 1\n",
            b"\0\0\0\0\n\x1b[31m\n\x0b\x0c\n",
            b"isready\r\nisready \t \r\n\r\n\n",
            &[b'\n'; 5000],
        ] {
            engine.write(bytes);
            engine.say("isready");
            engine.until("readyok");
        }
        // The last line needs no end.
        engine.write(b"quit");
        engine.input = None;
        engine.leave();
    }
}

/// A game of the program against itself as a GUI would run it.
fn game<D: Sample>(plies: usize) {
    let mut engine = Engine::start(&[D::NAME]);
    engine.say(D::NAME);
    engine.until(&format!("{}ok", D::NAME));
    engine.say("isready");
    engine.until("readyok");
    engine.say(D::NEW_GAME);
    let mut position = D::Game::start();
    let mut moves = String::new();
    let mut clock = [Duration::from_millis(600); 2];
    for ply in 0..plies {
        engine.say(&format!("position startpos moves{moves}"));
        let (first, second) = (clock[0].as_millis(), clock[1].as_millis());
        let (ours, theirs) = if D::NAME == "usi" { ("btime", "wtime") } else { ("wtime", "btime") };
        let start = Instant::now();
        engine.say(&format!("go {ours} {first} {theirs} {second} binc 20 winc 20"));
        let lines = engine.until("bestmove");
        let time = start.elapsed();
        let best = lines.last().and_then(|line| line.split(' ').nth(1)).expect("a move");
        if position.count_legal() == 0 || best == "win" || best == "resign" {
            break;
        }
        let m = position.parse_move(best).unwrap_or_else(|error| panic!("{best}: {error}"));
        position.do_move(m);
        moves = format!("{moves} {best}");
        let left = &mut clock[ply % 2];
        // Other tests may hold us up: a delay of theirs is not counted.
        *left = left.saturating_sub(time).max(Duration::from_millis(30)) + Duration::from_millis(20);
    }
    engine.say("gameover draw");
    engine.quit();
}

#[test]
fn a_game_of_shogi() {
    game::<Usi>(60);
}

#[test]
fn a_game_of_chess() {
    game::<Uci>(60);
}
