//! A dialogue: what was said, what is being searched, what is to be answered.

mod book;
mod chores;
mod pondering;

use std::collections::VecDeque;
use std::fs::File;
use std::io::Write as _;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

use crate::eval::EvaluationKind;
use crate::game::{All, Board, MoveList, Notation, Position, quote};
use crate::lang::{self, tr};
use crate::search::{BestMove, Limits, Pool, STACK_BYTES, Shared};

use super::answer::{Alarm, Answer, Answering};
use super::command::{Command, Go, parse};
use super::dialect::Dialect;
use super::lock;
use super::options::{Effect, OptionError};
use super::output::{InfoReporter, best_move_text};
use super::settings::Settings;
use crate::records::position::parse_with;
use chores::Chore;
use pondering::Guess;

/// The engine's name, version and, unless it is built for tests, commit.
const ENGINE_NAME: &str = concat!("Somatic ", env!("SOMATIC_VERSION"));

/// What can happen in a dialogue.
#[expect(missing_debug_implementations, reason = "engines have nothing to show")]
pub enum Event<D: Dialect> {
    /// The GUI said something, and when.
    Line(String, Instant),
    /// The GUI will say no more.
    End,
    /// The search has a line for the GUI.
    Info(String),
    /// The search has its answer; its threads may still be stopping.
    Answer(Answer),
    /// All threads of the search have stopped; the engine comes back, with the
    /// answer if it has not been given.
    Done(Pool<D::Game>, Option<Answer>),
    /// The long work that a console word asked for is over.
    ChoreDone,
    /// An answer that was held back for the pace may be given.
    Rested,
}

/// Takes what happens on threads of the dialogue's own.
pub(crate) type Raise<D> = Arc<dyn Fn(Event<D>) + Send + Sync>;

/// A search that is under way, or that has ended and may not say so yet.
struct Search<P> {
    /// The position it was started on.
    root: P,
    limits: Limits,
    /// No `bestmove` before `stop` (or `ponderhit`).
    must_wait: bool,
    /// It has been told to stop.
    stopping: bool,
    /// What it found, held back.
    result: Option<Answer>,
    /// No `bestmove` before this.
    not_before: Instant,
    /// Answers in its place when the time is up.
    alarm: Option<Alarm>,
    /// What it only prepares for, in silence.
    guess: Option<Guess<P>>,
}

impl<P> Search<P> {
    fn new(root: P, limits: Limits, not_before: Instant) -> Self {
        let must_wait = limits.infinite || limits.ponder;
        Self { root, limits, must_wait, stopping: false, result: None, not_before, alarm: None, guess: None }
    }
}

/// A dialogue in one protocol.
#[expect(missing_debug_implementations, reason = "engines have nothing to show")]
pub struct Session<D: Dialect> {
    settings: Settings,
    position: D::Game,
    /// The position before the last move, if there is one and it is needed.
    before: Option<D::Game>,
    shared: Arc<Shared>,
    engine: Option<Pool<D::Game>>,
    /// Whether the engine no longer fits the settings.
    stale: bool,
    search: Option<Search<D::Game>>,
    /// Whether the engine is with a search: it comes back after the answer.
    is_lent: bool,
    /// A new game was announced while it was: it forgets the old one when it comes back.
    must_forget: bool,
    /// Long work that is no search, while it is under way.
    chore: Option<Chore>,
    /// Commands that wait for a search that was told to stop, for the engine to
    /// come back, or for a chore, and when they came.
    backlog: VecDeque<(Command, Instant)>,
    raise: Raise<D>,
    log: Option<File>,
    book: Option<D::Book>,
    /// Nothing more will be said to us: what is under way is the last.
    ending: bool,
    quit: bool,
}

impl<D: Dialect> Session<D> {
    /// A new dialogue; searches report to `raise`, which hands it on to
    /// [`Self::handle`]. Nothing heavy is done before `isready`.
    pub fn new(raise: Raise<D>) -> Self {
        Self {
            settings: Settings::of_gui::<D>(),
            position: D::Game::start(),
            before: None,
            shared: Arc::new(Shared::new(0)),
            engine: None,
            stale: true,
            search: None,
            is_lent: false,
            must_forget: false,
            chore: None,
            backlog: VecDeque::new(),
            raise,
            log: None,
            book: None,
            ending: false,
            quit: false,
        }
    }

    /// Whether the dialogue is over.
    pub const fn is_over(&self) -> bool {
        self.quit
    }

    /// Whether a search is under way.
    pub const fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    /// The position.
    pub const fn position(&self) -> &D::Game {
        &self.position
    }

    /// Handles what happened; `out` takes the lines of the answer.
    pub fn handle(&mut self, event: Event<D>, out: &mut dyn FnMut(&str)) {
        // Another handle of the file: the event may close the log or open another.
        let mut log = self.log.as_ref().and_then(|file| file.try_clone().ok());
        if let (Some(file), Event::Line(line, _)) = (&mut log, &event) {
            let _ = writeln!(file, "< {}", line.trim_end());
        }
        let mut tee = |line: &str| {
            // Some GUIs read ASCII only; what we quote may be anything.
            // Messages to a person are in the language that was asked for.
            let is_foreign = |c: char| !c.is_ascii() && lang::current() == lang::Language::English;
            let line = line.replace(is_foreign, "?");
            if let Some(file) = &mut log {
                let _ = writeln!(file, "> {line}");
            }
            out(&line);
        };
        match event {
            Event::Line(line, at) => {
                if let Some(command) = parse(&line, D::NAME, D::NEW_GAME) {
                    self.hear(command, at, &mut tee);
                }
            }
            Event::End => self.ending = true,
            Event::Info(line) => tee(&line),
            Event::Answer(answer) => self.finish(answer, &mut tee),
            Event::Rested => self.answer(&mut tee),
            Event::Done(engine, answer) => {
                self.engine = Some(engine);
                self.is_lent = false;
                if std::mem::take(&mut self.must_forget) {
                    self.new_game();
                }
                match answer {
                    Some(answer) => self.finish(answer, &mut tee),
                    None => self.catch_up(&mut tee),
                }
                self.go_on(&mut tee);
            }
            Event::ChoreDone => {
                self.chore = None;
                self.catch_up(&mut tee);
            }
        }
        if self.ending {
            self.wind_up(&mut tee);
        }
        if self.quit {
            self.shared.stop.store(true, Relaxed);
            self.stop_chore();
        }
    }

    /// Obeys a command, or keeps it until what must end first has ended.
    fn hear(&mut self, command: Command, at: Instant, out: &mut dyn FnMut(&str)) {
        let at_once = matches!(command, Command::Hello | Command::IsReady | Command::Quit);
        if (self.is_winding_down() || !self.backlog.is_empty()) && !at_once {
            if self.ends_chore(&command) {
                self.stop_chore();
            }
            return self.backlog.push_back((command, at));
        }
        self.obey(command, at, out);
    }

    /// Obeys a command, or gives it back to those that wait.
    fn obey(&mut self, command: Command, at: Instant, out: &mut dyn FnMut(&str)) {
        match command {
            Command::Hello => Self::hello(out),
            Command::IsReady => {
                if self.search.is_none() && !self.is_lent {
                    self.make_ready(out);
                }
                out("readyok");
            }
            Command::SetOption { ref name, .. } if self.is_coming_back() && is_button::<D>(name) => {
                self.backlog.push_front((command, at));
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref(), out),
            Command::NewGame if self.is_lent => self.must_forget = true,
            Command::NewGame => self.new_game(),
            Command::Position(words) => self.set_position(&words, out),
            Command::Go(go) => self.go(go, at, out),
            Command::Stop => self.stop(out),
            Command::PonderHit(go) => self.ponder_hit(&go, at, out),
            Command::Quit => self.quit = true,
            Command::Console(word, rest) => self.console(&word, &rest, out),
            Command::Unknown(word) => log::debug!("unknown command {}", quote(&word)),
        }
    }

    /// Whether what comes next has to wait.
    fn is_winding_down(&self) -> bool {
        self.chore.is_some() || self.search.as_ref().is_some_and(|search| search.stopping)
    }

    /// Whether the search has been answered, and its threads are still stopping.
    const fn is_coming_back(&self) -> bool {
        self.is_lent && self.search.is_none()
    }

    /// Ends the dialogue after the last line, once all that was asked for is answered: a search or a count
    /// with a limit goes on to its end, and a search that waits for a word is stopped, since none will come.
    fn wind_up(&mut self, out: &mut dyn FnMut(&str)) {
        if self.search.as_ref().is_some_and(|search| search.must_wait) {
            self.stop(out);
        }
        if self.chore.as_ref().is_some_and(|chore| chore.is_endless) {
            self.stop_chore();
        }
        self.quit |= self.search.is_none() && self.chore.is_none() && self.backlog.is_empty();
    }

    /// Obeys the commands that had to wait, up to one that has to wait again.
    fn catch_up(&mut self, out: &mut dyn FnMut(&str)) {
        while !self.is_winding_down()
            && !self.is_coming_back()
            && !self.quit
            && let Some((command, at)) = self.backlog.pop_front()
        {
            self.obey(command, at, out);
        }
        if self.backlog.iter().any(|(command, _)| self.ends_chore(command)) {
            // The chore just begun has been told to stop already.
            self.stop_chore();
        }
    }

    fn hello(out: &mut dyn FnMut(&str)) {
        out(&format!("id name {ENGINE_NAME}"));
        out("id author the Somatic developers");
        for option in D::OPTIONS {
            out(&option.to_string());
        }
        out(&format!("{}ok", D::NAME));
    }

    /// Makes table and workers fit the settings.
    fn make_ready(&mut self, out: &mut dyn FnMut(&str)) {
        if !self.stale && self.engine.is_some() {
            return;
        }
        self.stale = false;
        // The old table goes before the new one comes.
        self.engine = None;
        self.shared = Arc::new(Shared::new(0));
        self.shared = Arc::new(Shared::new(self.settings.hash));
        let (asked, had) = (self.settings.hash, self.shared.table.mebibytes());
        if had < asked {
            inform(out, &tr!("no memory for {asked} MiB, using {had}", asked, had));
        }
        let config = self.settings.config();
        let shared = Arc::clone(&self.shared);
        self.engine = Some(Pool::new(&self.position, shared, self.settings.threads, &config));
    }

    /// Forgets what searches have found.
    fn new_game(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.new_game();
            self.shared.table.clear();
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>, out: &mut dyn FnMut(&str)) {
        let before = self.settings.clone();
        let set = self.settings.set_by_name::<D>(name, value.unwrap_or(""));
        let now = &self.settings;
        self.stale |= (before.hash, before.threads, before.tactics) != (now.hash, now.threads, now.tactics)
            || before.evaluation != now.evaluation;
        let effect = match set {
            Ok(effect) => effect,
            // No other net than the one that was asked for is ever used in silence.
            Err(OptionError::File { name, reason }) => {
                return inform(out, &tr!("option {name}: {reason}; the built-in net is used", name, reason));
            }
            Err(error) => return inform(out, &error.to_string()),
        };
        match effect {
            Effect::Forget if self.search.is_some() => inform(out, tr!("not while searching")),
            Effect::Forget => self.new_game(),
            Effect::OpenBook => self.open_book(out),
            Effect::OpenLog => self.open_log(out),
            Effect::LoadNet if now.evaluation != EvaluationKind::BuiltIn => {
                let name = now.evaluation.describe::<<D::Game as Board>::Geometry>();
                inform(out, &tr!("evaluation: {name}", name));
            }
            Effect::SetRules => {
                let both = std::iter::once(&mut self.position).chain(&mut self.before);
                both.for_each(|position| D::configure(&self.settings, position));
            }
            Effect::None | Effect::Dialogue | Effect::LoadNet => {}
        }
    }

    fn open_log(&mut self, out: &mut dyn FnMut(&str)) {
        self.log = None;
        if self.settings.debug_log.is_empty() {
            return;
        }
        match File::options().create(true).append(true).open(&self.settings.debug_log) {
            Ok(file) => self.log = Some(file),
            Err(error) => {
                let (file, reason) = (quote(&self.settings.debug_log), lang::foreign(&error));
                inform(out, &tr!("cannot write {file}: {reason}", file, reason));
            }
        }
    }

    fn set_position(&mut self, words: &[String], out: &mut dyn FnMut(&str)) {
        let settings = &self.settings;
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut tell = |word: &str| inform(out, &tr!("position: {fault}", fault = word));
        match parse_with::<D::Game>(&words, |position| D::configure(settings, position), &mut tell) {
            Ok(position) => {
                self.position = position;
                self.before = settings.stochastic_ponder.then(|| self.before_last(&words)).flatten();
            }
            Err(error) => inform(out, &tr!("position: {fault}", fault = error)),
        }
    }

    fn go(&mut self, go: Go, at: Instant, out: &mut dyn FnMut(&str)) {
        if let Some(depth) = go.perft {
            return self.perft(depth, out);
        }
        // Every `go` is answered once, in order.
        self.stop(out);
        if self.is_winding_down() || self.is_coming_back() {
            // Before the lines that came after it.
            return self.backlog.push_front((Command::Go(go), at));
        }
        for word in &go.broken {
            inform(out, &tr!("go: {word} without a number", word));
        }
        if go.mate && D::HAS_MATE_SOLVER {
            return self.go_mate(&go, at, out);
        }
        if self.answer_by_book(&go, at, out) {
            return;
        }
        let limits = self.limits(&go, out);
        match self.before.clone().filter(|_| go.limits.ponder) {
            Some(before) => self.guess(before, limits, at, out),
            None => self.start(self.position.clone(), limits, None, at, out),
        }
    }

    fn limits(&self, go: &Go, out: &mut dyn FnMut(&str)) -> Limits {
        let mut search_moves = Vec::new();
        for text in &go.search_moves {
            match self.position.parse_move(text) {
                Ok(m) => search_moves.push(D::Game::to_raw(m)),
                Err(error) => inform(out, &format!("go: {error}")),
            }
        }
        let mut limits = Limits { search_moves, ..go.limits.clone() };
        let is_timed = limits.move_time.is_some() || limits.clock.is_some();
        if limits.depth.is_none() && limits.nodes.is_none() && !is_timed && !limits.infinite {
            limits.depth = go.mate_moves.map(|moves| mate_search_depth::<D>(moves));
        }
        let is_deep = limits.depth.is_some() || limits.nodes.is_some();
        let is_ended = D::LIMITS_END_INFINITE && (is_deep || limits.move_time.is_some());
        let is_unlimited = !is_deep && !is_timed;
        limits.infinite = limits.infinite && !is_ended || is_unlimited && !limits.ponder;
        if go.mate || go.mate_moves.is_some() {
            return self.settings.restrict(limits);
        }
        self.settings.restrict_play::<D>(limits, &self.position)
    }

    /// Searches a position; with a guess, in silence.
    fn start(
        &mut self,
        position: D::Game,
        mut limits: Limits,
        guess: Option<Guess<D::Game>>,
        at: Instant,
        out: &mut dyn FnMut(&str),
    ) {
        self.make_ready(out);
        let Some(engine) = self.engine.take() else { return };
        self.shared.stop.store(false, Relaxed);
        self.shared.pondering.store(limits.ponder, Relaxed);
        let draw_value = self.draw_value(&position, guess.is_some());
        let (raise, settings) = (Arc::clone(&self.raise), self.settings.clone());
        limits.asked_ago = at.elapsed();
        let (time, not_before) = settings.plan(&position, &limits, at);
        let deadline = time.deadline();
        let is_helped = settings.threads > 1;
        let mut lines =
            InfoReporter::<D>::new(position.clone(), settings, limits.multi_pv > 1, Arc::clone(&raise));
        lines.is_silent = guess.is_some();
        if guess.is_none()
            && let Some(line) = lines.end_of_game()
        {
            out(&line);
        }
        let answering = Arc::new(Answering::new(lines, is_helped));
        // Pondering has no limit before `ponderhit`.
        let alarm = (deadline.is_some() || limits.ponder).then(|| Alarm::new(&answering)).flatten();
        if let (Some(alarm), Some(deadline), false) = (&alarm, deadline, limits.ponder) {
            alarm.set(deadline);
        }
        let search = Search::new(position.clone(), limits.clone(), not_before);
        self.search = Some(Search { alarm, guess, ..search });
        // The engine comes back if no thread takes it.
        let lent = Arc::new(Mutex::new(Some(engine)));
        let taken = Arc::clone(&lent);
        let take = move || lock(&taken).take();
        let think = move || {
            let Some(mut engine) = take() else { return };
            let mut reporter = &*answering;
            let best = engine.search_here(&position, &limits, time, draw_value, &mut reporter);
            raise(Event::Done(engine, answering.take(best)));
        };
        let thread = thread::Builder::new().name("search".to_owned()).stack_size(STACK_BYTES);
        self.is_lent = true;
        if let Err(error) = thread.spawn(think) {
            inform(out, &tr!("cannot start a search: {reason}", reason = lang::foreign(&error)));
            self.engine = lock(&lent).take();
            self.is_lent = false;
            self.answer_unsearched(out);
        }
    }

    /// Answers for a search that could not be begun: with any move that was asked about.
    fn answer_unsearched(&mut self, out: &mut dyn FnMut(&str)) {
        let Some(search) = &mut self.search else { return };
        if let Some(guess) = search.guess.take() {
            search.root = guess.position;
        }
        let mut list = MoveList::new();
        search.root.generate::<All>(&mut list);
        let asked = search.limits.search_moves.first().copied();
        let raw = asked.or_else(|| list.first().map(|&m| D::Game::to_raw(m)));
        let best = raw.map_or(BestMove::None, |raw| BestMove::Move { raw, ponder: None });
        search.result = Some((best, None));
        search.alarm = None;
        self.answer(out);
    }

    /// The search has ended with this.
    fn finish(&mut self, result: Answer, out: &mut dyn FnMut(&str)) {
        if let Some(search) = &mut self.search {
            search.result = Some(result);
        }
        // An alarm may have answered for it.
        self.shared.stop.store(true, Relaxed);
        self.answer(out);
    }

    /// Says `bestmove` if the search has ended and may say so.
    fn answer(&mut self, out: &mut dyn FnMut(&str)) {
        let Some(search) = &self.search else { return };
        let (Some((best, score)), false) = (search.result, search.must_wait) else { return };
        if search.guess.is_some() || !search.stopping && self.rest(search.not_before) {
            return;
        }
        if self.settings.resigns::<D>(best, score) {
            out("bestmove resign");
        } else {
            out(&best_move_text::<D>(&search.root, &best));
        }
        self.search = None;
        self.shared.pondering.store(false, Relaxed);
        self.catch_up(out);
    }

    /// Whether it is too soon to answer; if so, the moment will be told of.
    fn rest(&self, until: Instant) -> bool {
        let left = until.saturating_duration_since(Instant::now());
        let raise = Arc::clone(&self.raise);
        let wait = move || {
            thread::sleep(left);
            raise(Event::Rested);
        };
        !left.is_zero() && thread::Builder::new().name("pace".to_owned()).spawn(wait).is_ok()
    }

    fn stop(&mut self, out: &mut dyn FnMut(&str)) {
        if let Some(search) = &mut self.search {
            search.must_wait = false;
            search.stopping = true;
            self.shared.stop.store(true, Relaxed);
            self.answer(out);
            self.go_on(out);
        }
    }
}

/// Plies that are enough for most mates in so many moves of the protocol: the
/// mate itself, and something for moves that the search reduces.
fn mate_search_depth<D: Dialect>(moves: u32) -> u32 {
    const REDUCED: u32 = 2;
    moves.saturating_mul(D::PLIES_A_MATE_MOVE.unsigned_abs()).saturating_add(REDUCED)
}

/// Says something to a person.
fn inform(out: &mut dyn FnMut(&str), text: &str) {
    out(&format!("info string {text}"));
}

/// Whether an option does something at once.
fn is_button<D: Dialect>(name: &str) -> bool {
    D::OPTIONS.iter().any(|option| option.is_named(name) && option.effect == Effect::Forget)
}
