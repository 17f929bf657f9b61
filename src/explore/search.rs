//! The search that runs: one at a time, in a thread of its own. It ends when another is
//! asked for, when nobody asks for it any longer, or when its time is over.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::http::{Refusal, bad};
use super::question::GameText;
use super::views::points;
use crate::game::{ByColor, Game, Value};
use crate::lab::batch::lock;
use crate::lab::searcher::line_text;
use crate::lang::tr;
use crate::records::either::of_either;
use crate::records::input::AnyPosition;
use crate::records::notation::MoveNotation;
use crate::records::position::GameKind;
use crate::search::{
    BestMove, Bounded, Iteration, Limits, Pool, Reporter, STACK_BYTES, SearchConfig, Shared, TimeManager,
};
use crate::{chess, shogi};

/// A search that nobody has asked about for so long ends.
const SILENCE: Duration = Duration::from_secs(5);
/// No search goes on for longer.
const LONGEST: Duration = Duration::from_mins(10);
const MOST_LINES: usize = 8;

/// With what positions are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchSettings {
    /// Table in MiB.
    pub hash: usize,
    /// Threads.
    pub threads: usize,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct SearchQuestion {
    #[serde(flatten)]
    game: GameText,
    /// How many best lines are wanted.
    lines: usize,
}

/// What a search has found so far.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct SearchAnswer {
    id: u64,
    is_running: bool,
    depth: i32,
    nodes: u64,
    /// Milliseconds.
    time: u64,
    /// How full the table is, in thousandths.
    hashfull: u32,
    /// The best first.
    lines: Vec<BestLine>,
}

/// A line that a search expects.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct BestLine {
    depth: i32,
    /// From the side to move, in the engine's units; a mate in n plies is 32000 - n.
    score: Value,
    /// `exact`, `lower` or `upper`.
    bound: &'static str,
    /// The points that the side to move can expect, in parts of a thousand.
    points: u32,
    moves: Vec<String>,
    /// The same as people write them.
    names: Vec<String>,
}

impl BestLine {
    /// Of a search of a position, with its exact score.
    pub fn new(position: &AnyPosition, depth: i32, score: Value, moves: Vec<String>) -> Self {
        let (points, names) = (points(position, score), MoveNotation::current().line(position, &moves));
        Self { depth, score, bound: "exact", points, moves, names }
    }
}

/// Runs searches, one at a time.
#[derive(Debug)]
pub(crate) struct Searcher {
    settings: SearchSettings,
    last: AtomicU64,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    job: Option<Job>,
    /// The engine of the last search, which remembers.
    engine: Option<Engine>,
}

#[derive(Debug)]
struct Job {
    id: u64,
    shared: Arc<Shared>,
    found: Arc<Mutex<SearchAnswer>>,
    asked: Instant,
    thread: JoinHandle<Engine>,
}

/// The workers of the game that was asked about last.
#[derive(Debug)]
struct Engine {
    kind: GameKind,
    shared: Arc<Shared>,
    threads: usize,
    shogi: Option<Pool<shogi::Position>>,
    chess: Option<Pool<chess::Position>>,
}

impl Engine {
    /// Searches until it is stopped.
    fn search(&mut self, position: &AnyPosition, limits: &Limits, found: &Mutex<SearchAnswer>) {
        of_either!(position, self, (own, pool) => {
            let shared = Arc::clone(&self.shared);
            let pool = pool.get_or_insert_with(|| Pool::new(own, shared, self.threads, &SearchConfig::default()));
            let mut listener = Listener { own, position, found };
            pool.search_here(own, limits, TimeManager::unlimited(), ByColor([0; 2]), &mut listener);
        });
    }
}

/// Writes down what a search says.
struct Listener<'a, P> {
    own: &'a P,
    position: &'a AnyPosition,
    found: &'a Mutex<SearchAnswer>,
}

impl<P: Game> Reporter for Listener<'_, P> {
    fn on_iteration(&mut self, iteration: &Iteration<'_>) {
        let mut found = lock(self.found);
        found.depth = iteration.depth;
        found.nodes = iteration.nodes;
        found.time = iteration.time.as_millis() as u64;
        found.hashfull = iteration.hashfull;
        let bound = match iteration.bound {
            Bounded::Exact => "exact",
            Bounded::Lower => "lower",
            Bounded::Upper => "upper",
        };
        let moves = line_text(self.own, iteration.pv);
        let line = BestLine::new(self.position, iteration.depth, iteration.score, moves);
        let number = iteration.multi_pv.max(1);
        if found.lines.len() < number {
            found.lines.resize_with(number, BestLine::default);
        }
        found.lines[number - 1] = BestLine { bound, ..line };
    }

    fn on_best_move(&mut self, best: BestMove) {
        if best == BestMove::Declare {
            let moves = vec!["win".to_owned()];
            let line = BestLine { points: 1000, bound: "exact", moves, ..BestLine::default() };
            lock(self.found).lines = vec![line];
        }
    }
}

impl Searcher {
    /// Nothing runs at first, and no memory is taken.
    pub fn new(settings: SearchSettings) -> Self {
        Self { settings, last: AtomicU64::new(0), state: Mutex::default() }
    }

    /// Ends the search that runs and begins this one.
    pub fn start(&self, question: &SearchQuestion) -> Result<SearchAnswer, Refusal> {
        let lines = question.lines;
        if !(1..=MOST_LINES).contains(&lines) {
            return Err(bad(tr!("{lines} lines: expected 1 to {most}", lines, most = MOST_LINES)));
        }
        let position = question.game.position()?;
        let kind = position.kind();
        let mut state = lock(&self.state);
        state.stop_if(|_| true);
        let engine = state.engine.take().filter(|engine| engine.kind == kind);
        let SearchSettings { hash, threads } = self.settings;
        let new = || Engine { kind, shared: Arc::new(Shared::new(hash)), threads, shogi: None, chess: None };
        let mut engine = engine.unwrap_or_else(new);
        let id = self.last.fetch_add(1, Relaxed) + 1;
        let limits = Limits { analyse: true, multi_pv: lines, ..Limits::move_time(LONGEST) };
        let found = Arc::new(Mutex::new(SearchAnswer { id, is_running: true, ..SearchAnswer::default() }));
        let shared = Arc::clone(&engine.shared);
        shared.stop.store(false, Relaxed);
        let listener = Arc::clone(&found);
        let work = move || {
            engine.search(&position, &limits, &listener);
            lock(&listener).is_running = false;
            engine
        };
        let thread = Builder::new().name("search".to_owned()).stack_size(STACK_BYTES).spawn(work);
        let failed = |fault| Refusal::new(503, tr!("no thread for the search: {fault}", fault));
        let thread = thread.map_err(failed)?;
        let answer = lock(&found).clone();
        state.job = Some(Job { id, shared, found, asked: Instant::now(), thread });
        Ok(answer)
    }

    /// What the search with this number has found so far. Another number has ended.
    pub fn poll(&self, id: u64) -> SearchAnswer {
        let mut state = lock(&self.state);
        match state.job.as_mut().filter(|job| job.id == id) {
            Some(job) => {
                job.asked = Instant::now();
                lock(&job.found).clone()
            }
            None => SearchAnswer { id, ..SearchAnswer::default() },
        }
    }

    /// Ends the search with this number, if it is the one that runs.
    pub fn stop(&self, id: u64) {
        lock(&self.state).stop_if(|job| job.id == id);
    }

    /// Ends a search that nobody asks about any longer. To be called from time to time.
    pub fn tick(&self) {
        lock(&self.state).stop_if(|job| job.asked.elapsed() > SILENCE);
    }

    /// Ends the search, whichever it is.
    pub fn end(&self) {
        lock(&self.state).stop_if(|_| true);
    }
}

impl State {
    /// Ends the search that runs, if it is such a one, and takes its engine back.
    fn stop_if(&mut self, is_such: impl FnOnce(&Job) -> bool) {
        if let Some(job) = self.job.take_if(|job| is_such(job)) {
            job.shared.stop.store(true, Relaxed);
            self.engine = job.thread.join().ok();
        }
    }
}
