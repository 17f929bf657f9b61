//! A setting of this engine as a player, in this process.

use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use std::time::Instant;

use crate::game::{MATE, Notation, Position, Value, is_mate};
use crate::protocol::client::{Answer, Fault, MATE_CENTIPAWNS, Reply};
use crate::protocol::{Dialect, ScoreUnit, Settings};
use crate::search::{BestMove, Bounded, Iteration, Params, Pool, Reporter, SearchConfig, Shared};

use super::halt::Halt;
use super::player::{Player, Turn};

/// The engine with a table of its own.
#[derive(Debug)]
pub struct Internal<D: Dialect> {
    settings: Settings,
    shared: Arc<Shared>,
    engine: Pool<D::Game>,
    halt: Arc<Halt>,
}

impl<D: Dialect> Internal<D> {
    /// An engine with these settings, searching with these parameters.
    pub fn new(settings: &Settings, params: &Params, halt: &Arc<Halt>) -> Self {
        let shared = Arc::new(Shared::new(settings.hash));
        halt.watch(&shared);
        let start = D::Game::start();
        let config = SearchConfig { params: params.clone(), ..settings.config() };
        let engine = Pool::new(&start, Arc::clone(&shared), settings.threads, &config);
        Self { settings: settings.clone(), shared, engine, halt: Arc::clone(halt) }
    }

    /// Searches with other parameters from now on.
    pub fn set_params(&mut self, params: &Params) {
        self.engine.set_params(params);
    }
}

impl<D: Dialect> Player<D::Game> for Internal<D> {
    fn prepare(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    fn new_game(&mut self, _: &D::Game) -> Result<(), Fault> {
        self.engine.new_game();
        self.shared.table.clear();
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_, D::Game>) -> Result<Answer, Fault> {
        let mut position = turn.position.clone();
        D::configure(&self.settings, &mut position);
        let limits = self.settings.restrict::<D>(turn.limits.clone());
        let draw_value = self.settings.draw_value::<D>();
        self.shared.stop.store(false, SeqCst);
        if self.halt.is_set() {
            return Err(Fault::Interrupted);
        }
        let mut last = LastScore(None);
        let start = Instant::now();
        let best = self.engine.search_here(&position, &limits, &self.settings.time, draw_value, &mut last);
        let time = start.elapsed();
        if self.halt.is_set() {
            return Err(Fault::Interrupted);
        }
        let reply = match best {
            _ if self.settings.resigns::<D>(best, last.0) => Reply::Resign,
            BestMove::Declare => Reply::Win,
            // The referee asks only where there is a legal move.
            BestMove::None => return Err(Fault::Crash("the search ended without a move".to_owned())),
            BestMove::Move { raw, .. } => {
                let text = turn.position.from_raw(raw).map(|m| turn.position.move_text(m));
                Reply::Move(text.unwrap_or_default())
            }
        };
        let nodes = self.shared.nodes.load(SeqCst).max(self.engine.counters().nodes);
        Ok(Answer { reply, time, nodes: Some(nodes), score: last.0.map(centipawns::<D>) })
    }

    fn game_over(&mut self, _: &str) {}
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

/// Remembers the newest score of the best line.
struct LastScore(Option<Value>);

impl Reporter for LastScore {
    fn on_iteration(&mut self, iteration: &Iteration<'_>) {
        if iteration.multi_pv == 1 && iteration.bound == Bounded::Exact {
            self.0 = Some(iteration.score);
        }
    }
}
