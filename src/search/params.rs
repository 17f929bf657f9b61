//! The parameters of the search, in one place.

use crate::game::Value;

/// Margins, reductions and switches. Depths are in plies, values in the units
/// of the evaluation (a pawn is about 90 in shogi, 100 in chess).
///
/// The defaults are starting points after the practice of the field (the
/// Chess Programming Wiki's pages of the same names, the open source shogi
/// engines' notes on margins), to be tuned on games of our own.
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    /// Half-width of the first aspiration window.
    pub aspiration: Value,
    /// The depth from which windows are tried.
    pub aspiration_depth: i32,
    /// Whether the transposition table may end a search.
    pub use_table: bool,
    /// Mate distance pruning.
    pub mate_distance: bool,

    /// Razoring: deepest depth, margin, margin by depth squared.
    pub razor_depth: i32,
    /// See `razor_depth`.
    pub razor_base: Value,
    /// See `razor_depth`.
    pub razor_slope: Value,

    /// Reverse futility: deepest depth, margin a ply.
    pub reverse_futility_depth: i32,
    /// See `reverse_futility_depth`.
    pub reverse_futility_margin: Value,

    /// Null move: smallest depth, base reduction, depths a further ply.
    pub null_depth: i32,
    /// See `null_depth`.
    pub null_base: i32,
    /// See `null_depth`.
    pub null_divisor: i32,
    /// Value above beta that reduces by one more ply.
    pub null_value_step: Value,
    /// The depth from which a null move's cutoff is verified.
    pub null_verify_depth: i32,

    /// Internal reduction without a hash move: smallest depth.
    pub iir_depth: i32,

    /// Late-move pruning: deepest depth, base count.
    pub late_depth: i32,
    /// See `late_depth`.
    pub late_base: i32,
    /// Futility of quiet moves: deepest depth, margin, margin a ply.
    pub futility_depth: i32,
    /// See `futility_depth`.
    pub futility_base: Value,
    /// See `futility_depth`.
    pub futility_slope: Value,
    /// Pruning by exchange: deepest depth, margin for quiet moves by depth
    /// squared, for captures by depth.
    pub see_depth: i32,
    /// See `see_depth`.
    pub see_quiet: Value,
    /// See `see_depth`.
    pub see_capture: Value,
    /// Quiet moves with less history than minus this by depth are dropped.
    pub history_slope: i32,

    /// Late-move reduction: smallest depth, and `base + ln d ln n / divisor`
    /// in hundredths.
    pub lmr_depth: i32,
    /// See `lmr_depth`.
    pub lmr_base: i32,
    /// See `lmr_depth`.
    pub lmr_divisor: i32,
    /// History that changes a reduction by one ply.
    pub lmr_history: i32,

    /// Singular extension: smallest depth, margin by depth in eighths.
    pub singular_depth: i32,
    /// See `singular_depth`.
    pub singular_margin: Value,

    /// Delta pruning at the horizon: what a capture must come within.
    pub delta_margin: Value,
    /// Whether captures that lose material are left out at the horizon.
    pub horizon_see: bool,
    /// Plies at the horizon in which checks are tried (`quiescence`).
    pub horizon_checks: i32,
    /// Plies at the horizon after which only recaptures are searched.
    pub horizon_recaptures: i32,
    /// Captures in a row after which `captures-only` evaluates all the same.
    pub captures_only_plies: i32,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            aspiration: 40,
            aspiration_depth: 4,
            use_table: true,
            mate_distance: true,
            razor_depth: 3,
            razor_base: 350,
            razor_slope: 200,
            reverse_futility_depth: 8,
            reverse_futility_margin: 80,
            null_depth: 3,
            null_base: 3,
            null_divisor: 4,
            null_value_step: 200,
            null_verify_depth: 14,
            iir_depth: 6,
            late_depth: 8,
            late_base: 3,
            futility_depth: 8,
            futility_base: 150,
            futility_slope: 120,
            see_depth: 8,
            see_quiet: 25,
            see_capture: 170,
            history_slope: 4000,
            lmr_depth: 2,
            lmr_base: 60,
            lmr_divisor: 230,
            lmr_history: 8192,
            singular_depth: 7,
            singular_margin: 12,
            delta_margin: 200,
            horizon_see: true,
            horizon_checks: 1,
            horizon_recaptures: 5,
            captures_only_plies: 6,
        }
    }
}

impl Params {
    /// No pruning, no reduction, no extension, no table: a search that must
    /// give plain negamax's value.
    pub fn plain() -> Self {
        const NEVER: i32 = i32::MAX;
        Self {
            aspiration_depth: NEVER,
            use_table: false,
            mate_distance: false,
            razor_depth: 0,
            reverse_futility_depth: 0,
            null_depth: NEVER,
            iir_depth: NEVER,
            late_depth: 0,
            futility_depth: 0,
            see_depth: 0,
            history_slope: 0,
            lmr_depth: NEVER,
            singular_depth: NEVER,
            delta_margin: crate::game::INFINITE,
            ..Self::default()
        }
    }
}
