//! The other end of the dialogue: another program plays, and we are its GUI.
//!
//! The program is trusted with nothing. Whatever it does, a call here ends in time and in bounded memory,
//! with an answer or with a [`Fault`]; whether an answer is a legal move is for the caller to judge.

mod group;
mod process;
mod words;

use std::marker::PhantomData;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::game::quote;
use crate::lang::{self, tr};
use crate::search::Limits;

use super::dialect::Dialect;
use super::options::OptionError;
pub(crate) use group::kill_all;
use process::Process;
pub use words::Said;
use words::{Announced, Thought, Values, announced, evaluation, go, read_info, reply};

/// A mate in no moves, in centipawns; a mate in `n` of the protocol's moves is worth `n` less.
pub const MATE_CENTIPAWNS: i32 = 100_000;

/// How long a program that was told to stop may take to say its move.
const STOP_GRACE: Duration = Duration::from_secs(1);
/// Options of USI that a GUI may set without their having been announced.
const UNANNOUNCED: [&str; 2] = ["USI_Hash", "USI_Ponder"];

/// A program to be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The program's file, or its name on the search path.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The folder it runs in; ours if there is none.
    pub folder: Option<PathBuf>,
}

/// What a program did that ends the dialogue with it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It could not be started, or does not speak the protocol.
    #[error("{}", tr!("cannot start: {reason}", reason = .0))]
    Start(String),
    /// It has no such option.
    #[error("{0}")]
    Option(String),
    /// It ended, or closed its input or output.
    #[error("{0}")]
    Crash(String),
    /// It did not answer in time.
    #[error("{0}")]
    Hang(String),
    /// It said more than anybody would read.
    #[error("{}", tr!("more than {count} MiB of output for one answer", count = process::MOST_OUTPUT >> 20))]
    Flood,
    /// Nothing: we were told to stop.
    #[error("{}", tr!("interrupted"))]
    Interrupted,
}

/// What a player decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Play this, in the protocol's words; not checked.
    Move(String),
    /// Give up.
    Resign,
    /// Claim the win by declaration; not checked.
    Win,
}

/// A move and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What is played.
    pub reply: Reply,
    /// Time from the question to the answer.
    pub time: Duration,
    /// Moves made in the search, if it was told.
    pub nodes: Option<u64>,
    /// Centipawns for the side to move, if it was told; mates as [`MATE_CENTIPAWNS`] less the distance.
    pub score: Option<i32>,
    /// The last that was told of each depth, as far as it was told.
    pub steps: Vec<Said>,
}

/// A program that plays.
#[derive(Debug)]
pub(crate) struct Client<D> {
    process: Process,
    options: Vec<Announced>,
    /// How long it may be silent where no clock runs.
    patience: Duration,
    stop: Arc<AtomicBool>,
    dialect: PhantomData<D>,
}

impl<D: Dialect> Client<D> {
    /// Starts a program and greets it. `stop`, once set, ends every wait.
    pub fn start(launch: &Launch, patience: Duration, stop: Arc<AtomicBool>) -> Result<Self, Fault> {
        if let Some(folder) = launch.folder.as_ref().filter(|folder| !folder.is_dir()) {
            return Err(Fault::Start(tr!("no folder {name}", name = quote(&folder.to_string_lossy()))));
        }
        let process = Process::start(launch)
            .map_err(|error| Fault::Start(format!("{}: {}", quote(&launch.program), lang::foreign(error))))?;
        let mut client = Self { process, options: Vec::new(), patience, stop, dialect: PhantomData };
        client.greet().map_err(|fault| match fault {
            Fault::Interrupted => fault,
            fault => Fault::Start(format!("{}: {fault}", quote(&launch.program))),
        })?;
        Ok(client)
    }

    fn greet(&mut self) -> Result<(), Fault> {
        self.process.listen();
        self.process.say(D::NAME)?;
        let deadline = Instant::now() + self.patience;
        let (word, protocol) = (format!("{}ok", D::NAME), D::NAME.to_uppercase());
        let no_greeting = tr!("no {word}: does it speak {protocol}?", word, protocol);
        loop {
            let (_, line) = self.hear(deadline, &no_greeting)?;
            if line.strip_suffix("ok").is_some_and(|word| word == D::NAME) {
                return Ok(());
            }
            self.options.extend(announced(&line));
        }
    }

    /// Sets an option that the program has announced, by its name in any case.
    pub(crate) fn set_option(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        let line = match self.option(name) {
            Some(Announced { name, values: Values::None }) => format!("setoption name {name}"),
            Some(Announced { name, values }) => {
                if let Some(expected) = values.refuse(value) {
                    let error = OptionError::Value { name: name.clone(), text: value.to_owned(), expected };
                    return Err(Fault::Option(error.to_string()));
                }
                format!("setoption name {name} value {value}")
            }
            None if D::HAS_DECLARATIONS && UNANNOUNCED.contains(&name) => {
                format!("setoption name {name} value {value}")
            }
            None => {
                let names: Vec<&str> = self.options.iter().map(|option| option.name.as_str()).collect();
                let (name, names) = (quote(name), names.join(", "));
                return Err(Fault::Option(tr!("it has no option {name}; it has {names}", name, names)));
            }
        };
        self.process.say(&line)
    }

    fn option(&self, name: &str) -> Option<&Announced> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Whether the program has announced an option.
    pub(crate) fn has_option(&self, name: &str) -> bool {
        self.option(name).is_some()
    }

    /// Waits until the program is ready.
    pub(crate) fn wait_ready(&mut self) -> Result<(), Fault> {
        self.process.listen();
        self.process.say("isready")?;
        let deadline = Instant::now() + self.patience;
        while self.hear(deadline, &tr!("no {word}", word = "readyok"))?.1 != "readyok" {}
        Ok(())
    }

    /// Announces a new game and waits until the program is ready for it.
    pub(crate) fn new_game(&mut self) -> Result<(), Fault> {
        self.process.say(D::NEW_GAME)?;
        self.wait_ready()
    }

    /// Asks for a move. `position` is all that follows that word. A program that is silent for longer than
    /// `patience` is told to stop; when it then answers, the time says that it was late.
    pub fn think(&mut self, position: &str, limits: &Limits, patience: Duration) -> Result<Answer, Fault> {
        let start = self.ask(position, &go(limits))?;
        let mut deadline = start + patience;
        let mut told_to_stop = false;
        let mut thought = Thought::default();
        loop {
            let (when, line) = match self.hear(deadline, &tr!("no {word}", word = "bestmove")) {
                Err(Fault::Hang(_)) if !told_to_stop => {
                    told_to_stop = true;
                    self.process.say("stop")?;
                    deadline = Instant::now() + STOP_GRACE;
                    continue;
                }
                heard => heard?,
            };
            let mut words = line.split_ascii_whitespace();
            match words.next() {
                Some("info") => read_info(words, &mut thought),
                Some("bestmove") => {
                    let Thought { nodes, score, steps } = thought;
                    let time = when.saturating_duration_since(start);
                    return Ok(Answer { reply: reply(words.next()), time, nodes, score, steps });
                }
                _ => {}
            }
        }
    }

    /// Asks for the program's opinion of a position without a search, by the word `eval`, which no protocol
    /// has but many programs: centipawns for the side to move, which `is_first` or not, and the time
    /// that it took; nothing if it has no opinion.
    pub fn evaluate(&mut self, position: &str, is_first: bool) -> Result<(Option<i32>, Duration), Fault> {
        let start = self.ask(position, "eval")?;
        // The text has no end of its own.
        self.process.say("isready")?;
        let deadline = start + self.patience;
        let mut found = None;
        loop {
            let (when, line) = self.hear(deadline, tr!("no readyok behind eval"))?;
            if line == "readyok" {
                return Ok((found, when.saturating_duration_since(start)));
            }
            found = evaluation(&line, is_first).or(found);
        }
    }

    /// Tells the program how the game ended: `win`, `lose` or `draw`. UCI has no word for it.
    pub(crate) fn game_over(&mut self, result: &str) {
        if D::HAS_DECLARATIONS {
            // One that has gone meanwhile is found out in the next game.
            let _ = self.process.say(&format!("gameover {result}"));
        }
    }

    /// Asks something about a position; gives the moment.
    fn ask(&mut self, position: &str, question: &str) -> Result<Instant, Fault> {
        self.process.listen();
        self.process.say(&format!("position {position}"))?;
        let start = Instant::now();
        self.process.say(question)?;
        Ok(start)
    }

    fn hear(&mut self, deadline: Instant, missing: &str) -> Result<(Instant, String), Fault> {
        self.process.hear(deadline, &self.stop, missing)
    }
}

impl<D> Drop for Client<D> {
    fn drop(&mut self) {
        // The process ends it if the word does not.
        let _ = self.process.say("quit");
    }
}
