//! The values of all options.

use std::hash::{BuildHasher as _, RandomState};
use std::time::{Duration, Instant};

use crate::eval::EvaluationKind;
use crate::eval::net::LoadError;
use crate::game::rng::Rng;
use crate::game::{Board, ByColor, Key, Notation as _, Position, Value};
use crate::search::horizon::Tactics;
use crate::search::{BestMove, Delay, Limits, Luck, SearchConfig, TimeManager, TimeOptions};
use crate::shogi::EnteringKingRule;

use super::centipawns::ScoreUnit;
use super::dialect::Dialect;
use super::options::{Effect, OptionError, plain};
use super::strength::LEVELS;

/// Default size of the transposition table in MiB.
pub(crate) const DEFAULT_HASH: usize = 64;
/// The last move for which a book is asked unless told otherwise.
pub(crate) const DEFAULT_BOOK_MOVES: u32 = 16;
/// A resign value that is never reached.
pub(crate) const NEVER_RESIGN: i64 = 99_999;

/// The number of the next move, from 1, as the game's players count.
pub(crate) fn move_number<D: Dialect>(position: &D::Game) -> u32 {
    let start = D::Game::start().game_ply();
    position.game_ply().saturating_sub(start) / D::PLIES_A_MATE_MOVE.unsigned_abs() + 1
}

/// The lower of two limits.
pub(super) fn lower<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    one.into_iter().chain(other).min()
}

/// What the user set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// Search threads.
    pub threads: usize,
    /// What no search goes beyond: depth, nodes, the length of the game; and how many lines are found.
    pub limits: Limits,
    /// Strategy at the horizon.
    pub tactics: Tactics,
    /// The evaluation.
    pub evaluation: EvaluationKind,
    /// Rule for declarations (shogi).
    pub entering_king_rule: EnteringKingRule,
    /// Value of a draw for the engine by the side that it plays, in centipawns.
    pub draw_value: ByColor<i64>,
    /// What a centipawn means.
    pub score_unit: ScoreUnit,
    /// Resign when this many centipawns behind.
    pub resign_value: i64,
    /// About time.
    pub time: TimeOptions,
    /// Least time between two lines of thought.
    pub pv_interval: Duration,
    /// No bounds among the lines.
    pub consideration_mode: bool,
    /// Castling as king takes rook (chess).
    pub chess960: bool,
    /// Chances of a win, a draw and a loss in lines of thought (chess).
    pub show_wdl: bool,
    /// On the opponent's time think about all of its moves (shogi).
    pub stochastic_ponder: bool,
    /// Whether the book is asked.
    pub own_book: bool,
    /// The book's file; none if empty.
    pub book_file: String,
    /// The number of the last move for which it is asked.
    pub book_moves: u32,
    /// Whether to play no stronger than `elo`.
    pub limit_strength: bool,
    /// A strength, on the scale of [`Strength`](super::strength::Strength).
    pub elo: i64,
    /// A level of it; the last has no limit.
    pub skill: i64,
    /// Decides what chance decides; 0 for another number every time.
    pub seed: u64,
    /// By how much one of the first moves may be worse than the best, in centipawns.
    pub variety: i64,
    /// No move is said sooner.
    pub move_delay: Duration,
    /// File for the dialogue; none if empty.
    pub debug_log: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hash: DEFAULT_HASH,
            threads: 1,
            limits: Limits::default(),
            tactics: Tactics::DEFAULT,
            evaluation: EvaluationKind::default(),
            entering_king_rule: EnteringKingRule::default(),
            draw_value: ByColor::default(),
            score_unit: ScoreUnit::default(),
            resign_value: NEVER_RESIGN,
            time: TimeOptions::default(),
            pv_interval: Duration::ZERO,
            consideration_mode: false,
            chess960: false,
            show_wdl: false,
            stochastic_ponder: false,
            own_book: false,
            book_file: String::new(),
            book_moves: DEFAULT_BOOK_MOVES,
            limit_strength: false,
            elo: i64::MAX,
            skill: LEVELS,
            seed: 0,
            variety: 0,
            move_delay: Duration::ZERO,
            debug_log: String::new(),
        }
    }
}

impl Settings {
    /// What holds for a GUI before it sets anything: the default of each option.
    pub(crate) fn of_gui<D: Dialect>() -> Self {
        let usual = |ms: i64| Delay::Usual(Duration::from_millis(ms.unsigned_abs()));
        let [network_delay, network_delay2] = D::DELAYS.map(usual);
        let time = TimeOptions { network_delay, network_delay2, ..TimeOptions::default() };
        Self { time, ..Self::default() }
    }

    /// Sets an option of a dialect, by its name in any case, to a value that is written as text.
    pub(crate) fn set_by_name<D: Dialect>(&mut self, name: &str, text: &str) -> Result<Effect, OptionError> {
        let Some(option) = D::OPTIONS.iter().find(|option| option.is_named(name)) else {
            return Err(OptionError::Unknown(name.to_owned()));
        };
        option.kind.set(self, text).map_err(|expected| OptionError::Value {
            name: option.name.to_owned(),
            text: text.to_owned(),
            expected,
        })?;
        if option.effect == Effect::LoadNet {
            let loaded = EvaluationKind::load::<<D::Game as Board>::Geometry>(plain(text));
            self.evaluation = EvaluationKind::default();
            let file = |error: LoadError| OptionError::File { name: option.name, reason: error.to_string() };
            self.evaluation = loaded.map_err(file)?;
        }
        Ok(option.effect)
    }

    /// How workers are to search.
    pub fn config(&self) -> SearchConfig {
        SearchConfig { evaluation: self.evaluation.clone(), ..SearchConfig::new(self.tactics) }
    }

    /// The limits of a search with what the user set for every search.
    pub(crate) fn restrict(&self, limits: Limits) -> Limits {
        Limits {
            depth: lower(limits.depth, self.limits.depth),
            nodes: lower(limits.nodes, self.limits.nodes),
            all_moves: self.limits.all_moves,
            analyse: self.limits.analyse,
            multi_pv: self.limits.multi_pv,
            max_game_ply: self.limits.max_game_ply,
            ..limits
        }
    }

    /// The limits of a search for a move to be played: with the strength and the variety that were
    /// chosen. Who analyses sees all: without an end, or several lines.
    pub(crate) fn restrict_play<D: Dialect>(&self, limits: Limits, position: &D::Game) -> Limits {
        let mut limits = self.restrict(limits);
        if limits.infinite || limits.multi_pv > 1 {
            return limits;
        }
        let by_elo = self.limit_strength.then(|| D::STRENGTH.of_elo(self.elo));
        let levels = by_elo.into_iter().chain(D::STRENGTH.of_level(self.skill));
        let (mut most, mut seen) = (0, usize::MAX);
        if let Some(level) = levels.min_by_key(|level| (level.nodes, -level.spread)) {
            limits.nodes = lower(limits.nodes, Some(level.nodes));
            (most, seen) = (level.spread, level.seen());
        }
        if move_number::<D>(position) <= self.book_moves {
            most = most.max(self.score_unit.value::<D>(self.variety));
        }
        limits.luck = (most > 0).then(|| Luck { seed: self.seed_of(position.key()), most, seen });
        limits
    }

    /// Whether the same search of so many nodes may play another move the next time.
    pub(crate) const fn is_by_chance(&self) -> bool {
        self.limit_strength || self.skill < LEVELS || self.variety > 0 || self.threads > 1
    }

    /// The plan for a search that was asked for at a moment, and when its answer may be given: after the pace that
    /// was asked for, or the usual time for a move.
    pub(super) fn plan(
        &self,
        position: &impl Position,
        limits: &Limits,
        at: Instant,
    ) -> (TimeManager, Instant) {
        let time = TimeManager::new(limits, position, &self.time);
        let pace = time.usual().map_or(self.move_delay, |usual| usual.min(self.move_delay));
        (time, at + pace)
    }

    /// What decides about chance in a position.
    fn seed_of(&self, key: Key) -> u64 {
        match self.seed {
            0 => RandomState::new().hash_one(key),
            seed => Rng::new(seed ^ Rng::new(key).next_u64()).next_u64(),
        }
    }

    /// The value of a draw by the side that the engine plays.
    pub(crate) fn draw_value<D: Dialect>(&self) -> ByColor<Value> {
        ByColor(self.draw_value.0.map(|centipawns| self.score_unit.value::<D>(centipawns)))
    }

    /// Whether a search that ended so is a reason to resign.
    pub fn resigns<D: Dialect>(&self, best: BestMove, score: Option<Value>) -> bool {
        D::HAS_DECLARATIONS
            && self.resign_value < NEVER_RESIGN
            && best != BestMove::Declare
            && score.is_some_and(|s| i64::from(self.score_unit.centipawns::<D>(s)) <= -self.resign_value)
    }
}
