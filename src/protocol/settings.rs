//! The values of all options.

use std::time::Duration;

use crate::search::TimeOptions;
use crate::search::tactics::TacticsKind;
use crate::shogi::EnteringKingRule;

use super::options::{OptionId, OptionValue};

/// Default size of the transposition table in MiB.
pub const DEFAULT_HASH: usize = 64;
/// A resign value that is never reached.
pub const NEVER_RESIGN: i64 = 99_999;

/// What the user set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// Search threads.
    pub threads: usize,
    /// Best lines.
    pub multi_pv: usize,
    /// Strategy at the horizon.
    pub tactics: TacticsKind,
    /// Rule for declarations (shogi).
    pub entering_king_rule: EnteringKingRule,
    /// The game is drawn after this many moves; 0 for never.
    pub max_moves_to_draw: u32,
    /// Value of a draw for the side that plays black, in hundredths of a pawn.
    pub draw_value_black: i64,
    /// The same for white.
    pub draw_value_white: i64,
    /// Resign when this many hundredths of a pawn behind.
    pub resign_value: i64,
    /// About time.
    pub time: TimeOptions,
    /// Never search deeper; 0 for no limit.
    pub depth_limit: u32,
    /// Never search more nodes; 0 for no limit.
    pub nodes_limit: u64,
    /// Least time between two lines of thought.
    pub pv_interval: Duration,
    /// No bounds among the lines.
    pub consideration_mode: bool,
    /// Useless non-promotions at the root as well.
    pub all_moves: bool,
    /// The GUI analyses.
    pub analyse: bool,
    /// Castling as king takes rook (chess).
    pub chess960: bool,
    /// File for the dialogue; none if empty.
    pub debug_log: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hash: DEFAULT_HASH,
            threads: 1,
            multi_pv: 1,
            tactics: TacticsKind::DEFAULT,
            entering_king_rule: EnteringKingRule::default(),
            max_moves_to_draw: 0,
            draw_value_black: 0,
            draw_value_white: 0,
            resign_value: NEVER_RESIGN,
            time: TimeOptions::default(),
            depth_limit: 0,
            nodes_limit: 0,
            pv_interval: Duration::ZERO,
            consideration_mode: false,
            all_moves: false,
            analyse: false,
            chess960: false,
            debug_log: String::new(),
        }
    }
}

impl Settings {
    /// Sets an option to a value that has been checked against its range.
    pub fn set(&mut self, id: OptionId, value: &OptionValue) {
        let ms = |n: i64| Duration::from_millis(n.unsigned_abs());
        match (id, value) {
            (OptionId::Hash, &OptionValue::Number(n)) => self.hash = n.unsigned_abs() as usize,
            (OptionId::Threads, &OptionValue::Number(n)) => self.threads = n.unsigned_abs() as usize,
            (OptionId::MultiPv, &OptionValue::Number(n)) => self.multi_pv = n.unsigned_abs() as usize,
            (OptionId::MaxMovesToDraw, &OptionValue::Number(n)) => {
                self.max_moves_to_draw = n.unsigned_abs() as u32;
            }
            (OptionId::DrawValueBlack, &OptionValue::Number(n)) => self.draw_value_black = n,
            (OptionId::DrawValueWhite, &OptionValue::Number(n)) => self.draw_value_white = n,
            (OptionId::ResignValue, &OptionValue::Number(n)) => self.resign_value = n,
            (OptionId::NetworkDelay | OptionId::MoveOverhead, &OptionValue::Number(n)) => {
                self.time.network_delay = ms(n);
            }
            (OptionId::NetworkDelay2, &OptionValue::Number(n)) => self.time.network_delay2 = ms(n),
            (OptionId::MinimumThinkingTime, &OptionValue::Number(n)) => self.time.minimum = ms(n),
            (OptionId::SlowMover, &OptionValue::Number(n)) => self.time.slow_mover = n.unsigned_abs() as u32,
            (OptionId::RoundUpToFullSecond, &OptionValue::Bool(on)) => self.time.round_up = on,
            (OptionId::DepthLimit, &OptionValue::Number(n)) => self.depth_limit = n.unsigned_abs() as u32,
            (OptionId::NodesLimit, &OptionValue::Number(n)) => self.nodes_limit = n.unsigned_abs(),
            (OptionId::PvInterval, &OptionValue::Number(n)) => self.pv_interval = ms(n),
            (OptionId::ConsiderationMode, &OptionValue::Bool(on)) => self.consideration_mode = on,
            (OptionId::GenerateAllLegalMoves, &OptionValue::Bool(on)) => self.all_moves = on,
            (OptionId::AnalyseMode, &OptionValue::Bool(on)) => self.analyse = on,
            (OptionId::Chess960, &OptionValue::Bool(on)) => self.chess960 = on,
            (OptionId::DebugLogFile, OptionValue::Text(path)) => self.debug_log.clone_from(path),
            (OptionId::Tactics, OptionValue::Text(name)) => {
                self.tactics = TacticsKind::parse(name).unwrap_or(self.tactics);
            }
            (OptionId::EnteringKingRule, OptionValue::Text(name)) => {
                self.entering_king_rule = EnteringKingRule::parse(name).unwrap_or(self.entering_king_rule);
            }
            // Permission to ponder changes nothing here: a GUI asks by `go ponder`.
            _ => {}
        }
    }
}
