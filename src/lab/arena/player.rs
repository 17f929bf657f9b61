//! Players: what a referee asks of one; a setting of this engine, in this process; another program, started when it
//! is needed and again after it has failed.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::game::MatchGame;
use crate::game::rng::Rng;
use crate::game::{Board as _, MATE, MAX_EVAL, MAX_PLY, Notation, Position, Value, is_mate};
use crate::lab::batch::lock;
use crate::lang::tr;
use crate::protocol::client::{Answer, Client, Fault, Launch, MATE_CENTIPAWNS, Reply};
use crate::protocol::solo::LastScore;
use crate::protocol::{Dialect, ScoreUnit, Settings};
use crate::search::{BestMove, Limits, Params, Pool, SearchConfig, Shared, TimeManager};

/// The moment when a player is to move.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a, P> {
    /// The position, with its history.
    pub position: &'a P,
    /// The same as the protocols write it: how the game began, and its moves.
    pub text: &'a str,
    /// What the player may use.
    pub limits: &'a Limits,
    /// How long a program may think before it is told to stop.
    pub patience: Duration,
}

/// One who plays games of a match, one after the other.
pub trait Player<P>: Send {
    /// Makes itself ready for its first game, which may begin from this position.
    fn prepare(&mut self, _start: &P) -> Result<(), Fault> {
        Ok(())
    }

    /// Forgets the last game; another begins from this position. `chance` decides what is left to chance.
    fn new_game(&mut self, start: &P, chance: u64) -> Result<(), Fault>;

    /// Chooses a move, which nobody has checked. One that does not answer may do so in the next game.
    fn think(&mut self, turn: &Turn<'_, P>) -> Result<Answer, Fault>;

    /// Learns how the game ended: `win`, `lose` or `draw`.
    fn game_over(&mut self, _result: &str) {}
}

/// The engine with a table of its own.
#[derive(Debug)]
pub struct Internal<D: Dialect> {
    settings: Settings,
    /// Whether its `Seed` leaves all to chance, which is the match's: that can be repeated.
    is_by_chance: bool,
    shared: Arc<Shared>,
    engine: Pool<D::Game>,
    halt: Arc<Halt>,
}

impl<D: Dialect> Internal<D> {
    /// An engine with these settings, searching with these parameters.
    pub fn new(settings: &Settings, params: &Params, halt: &Arc<Halt>) -> Self {
        let shared = Arc::new(Shared::new(settings.hash));
        lock(&halt.searches).push(Arc::clone(&shared));
        let start = D::Game::start();
        let config = SearchConfig { params: params.clone(), ..settings.config() };
        let engine = Pool::new(&start, Arc::clone(&shared), settings.threads, &config);
        let is_by_chance = settings.seed == 0;
        Self { settings: settings.clone(), is_by_chance, shared, engine, halt: Arc::clone(halt) }
    }

    /// Searches with other parameters from now on.
    pub(crate) fn set_params(&mut self, params: &Params) {
        self.engine.set_params(params);
    }
}

impl<D: Dialect> Player<D::Game> for Internal<D> {
    fn new_game(&mut self, _: &D::Game, chance: u64) -> Result<(), Fault> {
        if self.is_by_chance {
            self.settings.seed = Rng::new(chance).next_u64().max(1);
        }
        self.engine.new_game();
        self.shared.table.clear();
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_, D::Game>) -> Result<Answer, Fault> {
        let mut position = turn.position.clone();
        D::configure(&self.settings, &mut position);
        let limits = self.settings.restrict_play::<D>(turn.limits.clone(), &position);
        let draw_value = self.settings.draw_value::<D>();
        self.shared.stop.store(false, SeqCst);
        if self.halt.is_set() {
            return Err(Fault::Interrupted);
        }
        let mut last = LastScore::default();
        let start = Instant::now();
        let plan = TimeManager::new(&limits, &position, &self.settings.time);
        let best = self.engine.search_here(&position, &limits, plan, draw_value, &mut last);
        let time = start.elapsed();
        if self.halt.is_set() {
            return Err(Fault::Interrupted);
        }
        let reply = match best {
            _ if self.settings.resigns::<D>(best, last.exact) => Reply::Resign,
            BestMove::Declare => Reply::Win,
            // The referee asks only where there is a legal move.
            BestMove::None => return Err(Fault::Crash("the search ended without a move".to_owned())),
            BestMove::Move { raw, .. } => {
                let text = turn.position.from_raw(raw).map(|m| turn.position.move_text(m));
                Reply::Move(text.unwrap_or_default())
            }
        };
        let nodes = self.shared.nodes.load(SeqCst).max(self.engine.counters().nodes);
        let score = last.exact.map(centipawns::<D>);
        Ok(Answer { reply, time, nodes: Some(nodes), score, steps: Vec::new() })
    }
}

/// A score in centipawns, mates as a client's answers have them.
pub fn centipawns<D: Dialect>(score: Value) -> i32 {
    if !is_mate(score) {
        return ScoreUnit::default().centipawns::<D>(score);
    }
    let plies = (MATE - score.abs()).max(1);
    let distance = (plies + D::PLIES_A_MATE_MOVE - 1) / D::PLIES_A_MATE_MOVE;
    (MATE_CENTIPAWNS - distance) * score.signum()
}

/// The value that another program's centipawns are for this engine, the other way round: they are taken for
/// what this engine shows. A mate ends with the side to move's opponent mated, or with itself.
pub fn value<D: Dialect>(centipawns: i32) -> Value {
    let distance = MATE_CENTIPAWNS - centipawns.abs();
    if distance >= MATES {
        return ScoreUnit::default().value::<D>(centipawns.into()).clamp(-MAX_EVAL, MAX_EVAL);
    }
    let plies = distance * D::PLIES_A_MATE_MOVE;
    // Whoever mates moves last.
    let plies = if centipawns > 0 { plies - (D::PLIES_A_MATE_MOVE - 1) } else { plies };
    (MATE - plies.clamp(1, MAX_PLY as i32 - 1)) * centipawns.signum()
}

/// The greatest distance of a mate in centipawns.
pub(super) const MATES: i32 = 1_000;

/// The option by which UCI programs learn that castling is king takes rook.
const CHESS960: &str = "UCI_Chess960";

/// A program with its options.
#[derive(Debug)]
pub struct External<D: MatchGame> {
    launch: Launch,
    options: Vec<(String, String)>,
    patience: Duration,
    halt: Arc<Halt>,
    client: Option<Client<D>>,
    is_chess960: bool,
}

impl<D: MatchGame> External<D> {
    /// A program that is not started yet. Where no clock runs it may be silent for so long.
    pub fn new(launch: &Launch, options: &[(String, String)], patience: Duration, halt: &Arc<Halt>) -> Self {
        Self {
            launch: launch.clone(),
            options: options.to_vec(),
            patience,
            halt: Arc::clone(halt),
            client: None,
            is_chess960: false,
        }
    }

    /// The program, running.
    fn client(&mut self) -> Result<&mut Client<D>, Fault> {
        if let Some(running) = self.client.take() {
            return Ok(self.client.insert(running));
        }
        self.is_chess960 = false;
        let mut client = Client::start(&self.launch, self.patience, self.halt.flag())?;
        for (name, value) in &self.options {
            client.set_option(name, value)?;
        }
        client.wait_ready()?;
        Ok(self.client.insert(client))
    }

    /// Ends the program if it failed.
    fn settle<T>(&mut self, result: Result<T, Fault>) -> Result<T, Fault> {
        if result.is_err() {
            self.client = None;
        }
        result
    }

    /// The program's opinion of a position without a search, and the time that it took.
    pub fn evaluate(&mut self, position: &D::Game, text: &str) -> Result<(Option<i32>, Duration), Fault> {
        let is_first = position.side_to_move() == D::FIRST;
        let found = self.begin(position).and_then(|()| self.client()?.evaluate(text, is_first));
        self.settle(found)
    }

    fn begin(&mut self, start: &D::Game) -> Result<(), Fault> {
        self.can_play(start)?;
        // A program that has just been started has been told nothing yet.
        let (is_chess960, was) = (D::is_chess960(start), self.is_chess960);
        let client = self.client()?;
        if is_chess960 != was {
            client.set_option(CHESS960, &is_chess960.to_string())?;
        }
        client.new_game()?;
        self.is_chess960 = is_chess960;
        Ok(())
    }

    /// Whether the program, which is started, can begin from this position.
    fn can_play(&mut self, start: &D::Game) -> Result<(), Fault> {
        if self.client()?.has_option(CHESS960) || !D::is_chess960(start) {
            return Ok(());
        }
        Err(Fault::Option(tr!("it does not play Chess960: it has no option {name}", name = CHESS960)))
    }
}

impl<D: MatchGame> Player<D::Game> for External<D> {
    fn prepare(&mut self, start: &D::Game) -> Result<(), Fault> {
        self.can_play(start)
    }

    fn new_game(&mut self, start: &D::Game, _: u64) -> Result<(), Fault> {
        let begun = self.begin(start);
        self.settle(begun)
    }

    fn think(&mut self, turn: &Turn<'_, D::Game>) -> Result<Answer, Fault> {
        let answer = self.client().and_then(|client| {
            let answer = client.think(turn.text, turn.limits, turn.patience)?;
            let is_timed = turn.limits.clock.is_some() || turn.limits.move_time.is_some();
            if !is_timed && answer.time > turn.patience {
                return Err(Fault::Hang("no bestmove before it was told to stop".to_owned()));
            }
            Ok(answer)
        });
        self.settle(answer)
    }

    fn game_over(&mut self, result: &str) {
        if let Some(client) = &mut self.client {
            client.game_over(result);
        }
    }
}

/// A signal that ends every game of a match at once.
#[derive(Debug, Default)]
pub struct Halt {
    flag: Arc<AtomicBool>,
    /// Those that the signal ends.
    searches: Mutex<Vec<Arc<Shared>>>,
}

impl Halt {
    /// Ends the games. To be repeated until they have ended.
    pub fn stop(&self) {
        self.flag.store(true, SeqCst);
        for shared in lock(&self.searches).iter() {
            shared.stop.store(true, SeqCst);
        }
    }

    /// Whether the games are to end.
    pub(crate) fn is_set(&self) -> bool {
        self.flag.load(SeqCst)
    }

    /// The signal, for those who wait for other programs.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }
}
