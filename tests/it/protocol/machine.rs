//! Random dialogues with a strict GUI: every `go` has one answer, in order and legal where it
//! was asked, and a search that must wait is silent until it may speak.

use std::collections::VecDeque;
use std::time::Duration;

use somatic::game::rng::Rng;
use somatic::game::{All, MoveList, Notation as _, Position as _};
use somatic::protocol::{Dialect as _, Uci, Usi};

use super::gui::{Gui, Sample};
use crate::fuzz::{CASES, SEED, asked};

/// Dialogues where nothing is said, and lines of one.
const FEW: u64 = 60;
const LINES: usize = 12;

/// An answer that the engine owes.
struct Owed<P> {
    /// The position that was asked about.
    root: P,
    /// Whether it is `checkmate`.
    is_mate: bool,
    /// Whether it may be given now; of a search without end only after a word of ours.
    is_free: bool,
    /// Whether a hit frees it.
    is_ponder: bool,
}

/// A dialogue and what should come of it.
struct Machine<D: Sample> {
    gui: Gui<D>,
    position: D::Game,
    owed: VecDeque<Owed<D::Game>>,
    /// What was said in this dialogue, for a message.
    said: Vec<String>,
}

impl<D: Sample> Machine<D> {
    fn new() -> Self {
        Self { gui: Gui::new(), position: D::Game::start(), owed: VecDeque::new(), said: Vec::new() }
    }

    /// Says a line; its answers are looked at.
    fn say(&mut self, line: &str) -> Vec<String> {
        self.said.push(line.to_owned());
        let lines = self.gui.say(line);
        self.hear(&lines);
        lines
    }

    /// Looks at what the engine says.
    fn hear(&mut self, lines: &[String]) {
        for line in lines {
            D::judge(line);
            let mut words = line.split(' ');
            let word = words.next().unwrap_or_default();
            if word != "bestmove" && word != "checkmate" {
                continue;
            }
            let said = self.said.join("\n");
            let owed = self.owed.pop_front().unwrap_or_else(|| panic!("{line}: nothing was asked\n{said}"));
            assert!(owed.is_free, "{line}: too early\n{said}");
            assert_eq!(word == "checkmate", owed.is_mate, "{line}\n{said}");
            let best = words.next().unwrap_or_default();
            let is_word = ["resign", "win", "(none)", "nomate", "timeout", "notimplemented"].contains(&best);
            assert!(is_word || owed.root.parse_move(best).is_ok(), "{line}: illegal\n{said}");
        }
    }

    /// All searches may answer now.
    fn free(&mut self) {
        self.owed.iter_mut().for_each(|owed| owed.is_free = true);
    }

    fn go(&mut self, words: &str, is_free: bool) {
        // The one before is stopped.
        self.free();
        let is_mate = words.starts_with("mate") && D::NAME == Usi::NAME;
        let is_ponder = words.starts_with("ponder");
        self.owed.push_back(Owed { root: self.position.clone(), is_mate, is_free, is_ponder });
        self.say(&format!("go {words}"));
    }

    /// Some legal moves from the start.
    fn set_position(&mut self, rng: &mut Rng) {
        let mut position = D::Game::start();
        let mut words = "position startpos".to_owned();
        for at in 0..rng.below(8) {
            let mut list = MoveList::new();
            position.generate::<All>(&mut list);
            if list.is_empty() {
                break;
            }
            let m = list[rng.below(list.len())];
            words += if at == 0 { " moves " } else { " " };
            words += &position.move_text(m);
            position.do_move(m);
        }
        self.position = position;
        self.say(&words);
    }

    fn step(&mut self, rng: &mut Rng) {
        match rng.below(16) {
            0..3 => self.set_position(rng),
            3 | 4 => self.go(&format!("nodes {}", 1 + rng.below(200)), true),
            5 => self.go(&format!("movetime {}", 1 + rng.below(4)), true),
            6 => self.go(&format!("depth {}", 1 + rng.below(4)), true),
            7 => self.go("infinite", false),
            8 => self.go("ponder btime 30 wtime 30 binc 5 winc 5", false),
            9 => self.go("mate 5", true),
            10 => {
                let word = ["stop", "gameover win"][rng.below(2)];
                if word == "stop" || D::NAME == Usi::NAME {
                    self.free();
                    self.say(word);
                }
            }
            11 => {
                if let Some(last) = self.owed.back_mut() {
                    last.is_free |= last.is_ponder;
                }
                self.say("ponderhit");
            }
            12 => {
                let lines = self.say("isready");
                assert_eq!(lines.iter().filter(|line| *line == "readyok").count(), 1, "{lines:?}");
            }
            13 => {
                let (name, values): (&str, &[&str]) =
                    [("MultiPV", &["1", "3"] as &[&str]), ("Threads", &["1", "2"])][rng.below(2)];
                self.say(&format!("setoption name {name} value {}", values[rng.below(values.len())]));
            }
            14 => {
                let line =
                    [D::NEW_GAME, "setoption name Clear Hash", "position startpos moves 5e5e"][rng.below(3)];
                self.say(line);
            }
            _ => {
                let lines = self.gui.listen(Duration::from_micros(rng.below(3000) as u64));
                self.hear(&lines);
            }
        }
    }

    /// A dialogue from beginning to end.
    fn run(&mut self, rng: &mut Rng) {
        for _ in 0..=rng.below(LINES) {
            self.step(rng);
        }
        self.free();
        self.say("stop");
        while let Some(owed) = self.owed.front() {
            let lines = self.gui.until(if owed.is_mate { "checkmate" } else { "bestmove" });
            self.hear(&lines);
        }
        let lines = self.gui.listen(Duration::ZERO);
        self.hear(&lines);
        self.said.clear();
    }
}

/// As many dialogues as are asked for.
fn dialogues<D: Sample>() {
    let mut rng = Rng::new(asked(SEED).unwrap_or(3));
    let mut machine = Machine::<D>::new();
    for _ in 0..asked(CASES).unwrap_or(FEW) {
        machine.run(&mut rng);
    }
}

both! { dialogues }
