//! How fast the program greets, stops and leaves, as a GUI sees it: medians
//! and the longest of some tries, in milliseconds.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// Tries behind each figure.
const TRIES: usize = 20;
/// How long a search runs before it is stopped.
const THINKING: Duration = Duration::from_millis(20);

/// The program with its pipes.
struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Engine {
    fn start(protocol: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_somatic"))
            .arg(protocol)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take().expect("a pipe");
        let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        Self { child, input, lines }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the program listens");
    }

    /// Reads until a line begins with this word.
    fn until(&mut self, word: &str) {
        for line in &mut self.lines {
            if line.expect("text").split(' ').next() == Some(word) {
                return;
            }
        }
        panic!("no {word}");
    }

    /// Sets the threads and waits for the table.
    fn ready(&mut self, threads: usize) {
        self.say(&format!("setoption name Threads value {threads}"));
        self.say("isready");
        self.until("readyok");
    }

    /// Says the last word and waits for the end.
    fn quit(&mut self) {
        self.say("quit");
        self.child.wait().expect("an end");
    }
}

/// Prints a figure: the middle one of some times, and the longest.
fn report(what: &str, once: impl FnMut() -> Duration) {
    let mut times: Vec<Duration> = std::iter::repeat_with(once).take(TRIES).collect();
    times.sort_unstable();
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    println!("{what:<36} {:7.2} ms, longest {:7.2} ms", ms(times[TRIES / 2]), ms(times[TRIES - 1]));
}

fn main() {
    for protocol in ["usi", "uci"] {
        report(&format!("{protocol}: start to {protocol}ok"), || {
            let start = Instant::now();
            let mut engine = Engine::start(protocol);
            engine.say(protocol);
            engine.until(&format!("{protocol}ok"));
            let time = start.elapsed();
            engine.quit();
            time
        });
        for threads in [1, 2, 4] {
            let mut engine = Engine::start(protocol);
            engine.ready(threads);
            report(&format!("{protocol}: stop to bestmove, {threads} threads"), || {
                engine.say("go infinite");
                std::thread::sleep(THINKING);
                let start = Instant::now();
                engine.say("stop");
                engine.until("bestmove");
                start.elapsed()
            });
            engine.quit();
        }
        report(&format!("{protocol}: quit while searching"), || {
            let mut engine = Engine::start(protocol);
            engine.ready(1);
            engine.say("go infinite");
            engine.until("info");
            let start = Instant::now();
            engine.quit();
            start.elapsed()
        });
    }
}
