//! What a search may use up.

use std::time::Duration;

use crate::game::rng::Rng;
use crate::game::{ByColor, MAX_PLY, Value};

/// A game clock as the protocols send it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Clock {
    /// Main time left.
    pub left: ByColor<Duration>,
    /// Added after each move.
    pub increment: ByColor<Duration>,
    /// Time for each move once the main time is used up.
    pub byoyomi: Duration,
    /// Moves to the next time control; none for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// The limits of one search; the first that is reached ends it. Without any
/// it goes on until it is told to stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How long ago the search was asked for: the clock has run since then.
    pub asked_ago: Duration,
    /// Plies of iterative deepening.
    pub depth: Option<u32>,
    /// Moves made, summed over all threads.
    pub nodes: Option<u64>,
    /// Exactly this time.
    pub move_time: Option<Duration>,
    /// Time to be divided up.
    pub clock: Option<Clock>,
    /// Whatever the clock says. A search may still end by itself where nothing is left to find; the protocols
    /// then keep its answer until they are told to stop.
    pub infinite: bool,
    /// Think on the opponent's time: while [`pondering`](super::Shared::pondering) is set no limit ends the search.
    pub ponder: bool,
    /// Only these moves at the root, in 16 bits each; all if empty.
    pub search_moves: Vec<u16>,
    /// Also useless non-promotions at the root.
    pub all_moves: bool,
    /// Look on even when there is only one move to play.
    pub analyse: bool,
    /// How many best lines to find.
    pub multi_pv: usize,
    /// The game is a draw when [`game_ply`](crate::game::Position::game_ply) is beyond this; 0 for never.
    pub max_game_ply: u32,
    /// What chance adds to the moves at the root; nothing if none.
    pub luck: Option<Luck>,
}

/// Chance in the choice of a move. Each move at the root is worth more by a number of its own from 0 to
/// `most`, so that the move chosen is at most so much worse, in the eyes of the search, than the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Luck {
    /// Decides the numbers.
    pub seed: u64,
    /// The greatest.
    pub most: Value,
    /// How many moves are looked at, those with the greatest numbers; the others are overlooked.
    pub seen: usize,
}

impl Luck {
    /// The number of a move.
    pub fn of(self, raw: u16) -> Value {
        let most = usize::try_from(self.most).unwrap_or(0);
        Rng::new(self.seed ^ u64::from(raw)).below(most + 1) as Value
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            asked_ago: Duration::ZERO,
            depth: None,
            nodes: None,
            move_time: None,
            clock: None,
            infinite: false,
            ponder: false,
            search_moves: Vec::new(),
            all_moves: false,
            analyse: false,
            multi_pv: 1,
            max_game_ply: 0,
            luck: None,
        }
    }
}

impl Limits {
    /// A search to this depth.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A search of this many nodes, or of its first iteration if that takes more.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// A search of exactly this time.
    pub fn move_time(time: Duration) -> Self {
        Self { move_time: Some(time), ..Self::default() }
    }

    /// The depth to stop at.
    pub(crate) fn last_depth(&self) -> i32 {
        let most = MAX_PLY as u32 - 2;
        self.depth.unwrap_or(most).clamp(1, most) as i32
    }
}
