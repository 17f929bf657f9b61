//! The parameters of the search, in one place.

use crate::game::{Geometry, INFINITE, Value};
use crate::lang::tr;
use crate::soma::{Features, LookAhead, TableConfig};

/// The largest value of every parameter that is a number: no product of one
/// with a squared depth or a value overflows.
const MOST: i32 = 3 * INFINITE;
/// A margin that nothing reaches.
const OFF: i32 = MOST;
/// Deeper than every search.
const NEVER: i32 = i32::MAX;

/// Whether the table of the search of shogi has something.
const fn in_shogi(feature: Features) -> bool {
    Features::SHOGI.contains(feature)
}

/// Whether that of chess has.
const fn in_chess(feature: Features) -> bool {
    Features::CHESS.contains(feature)
}

/// Declares the parameters once: for each group its name, type and purpose, and for each
/// parameter name, type, default, what games decided for chess where it is another value, and
/// the least value where it is not 0.
macro_rules! parameters {
    ($(
        $(#[$group_doc:meta])*
        $group:ident: $Group:ident {
            $(
                $(#[$doc:meta])*
                $name:ident: $type:ty = $default:expr $(, chess $chess:expr)? $(, least $least:expr)?;
            )*
        }
    )*) => {
        /// Margins, reductions and switches. Depths are in plies, values in the units
        /// of the evaluation (a pawn is about 90 in shogi, 100 in chess).
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Params {
            $($(#[$group_doc])* pub $group: $Group,)*
            /// Those of [`Params::NAMES`] that were given a value of their own, a bit each.
            given: u128,
        }

        $(
            $(#[$group_doc])*
            #[derive(Clone, Debug, PartialEq)]
            pub struct $Group {
                $($(#[$doc])* pub $name: $type,)*
            }

            impl Default for $Group {
                fn default() -> Self {
                    Self { $($name: $default,)* }
                }
            }
        )*

        impl Params {
            /// The names of all parameters, as [`Params::set`] knows them.
            pub const NAMES: &[&str] = &[$($(stringify!($name),)*)*];

            /// Sets a parameter by its name.
            ///
            /// # Errors
            /// If there is no such parameter, or the text is no value of it or
            /// out of its range.
            pub fn set(&mut self, name: &str, text: &str) -> Result<(), ParamError> {
                match name {
                    $($(stringify!($name) => {
                        let least = 0 $(+ $least)?;
                        self.$group.$name = Parameter::read(text, least)
                            .ok_or_else(|| <$type>::refuse(stringify!($name), least))?;
                        self.given |= bit_of(stringify!($name));
                    })*)*
                    _ => return Err(ParamError::Name),
                }
                Ok(())
            }

            /// These with some changed. Those that have another value then count as given; to give
            /// one the value that it has, use [`Params::set`].
            #[must_use]
            pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
                let before = self.clone();
                change(&mut self);
                $($(if self.$group.$name != before.$group.$name {
                    self.given |= bit_of(stringify!($name));
                })*)*
                self
            }

            /// These for a game: where games decided for another value in it, that value, unless
            /// the parameter was given one by [`Params::set`] or [`Params::with`].
            #[must_use]
            pub fn of_game<G: Geometry>(mut self) -> Self {
                if !G::DROPS {
                    $($($(if self.given & bit_of(stringify!($name)) == 0 {
                        self.$group.$name = $chess;
                    })?)*)*
                }
                self
            }

            /// The value of a parameter as text that [`Params::set`] reads.
            pub fn get(&self, name: &str) -> Option<String> {
                match name {
                    $($(stringify!($name) => Some(self.$group.$name.to_string()),)*)*
                    _ => None,
                }
            }
        }
    };
}

/// The bit of a parameter in a set of them.
fn bit_of(name: &str) -> u128 {
    const { assert!(Params::NAMES.len() <= u128::BITS as usize) };
    Params::NAMES.iter().position(|&known| known == name).map_or(0, |at| 1 << at)
}

/// Why a parameter cannot be set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParamError {
    /// There is none with this name.
    #[error("{}", tr!("no parameter of the search has this name"))]
    Name,
    /// The text is not `true` or `false`.
    #[error("{}", tr!("{name}: expected true or false", name = .0))]
    Switch(&'static str),
    /// The text is not a whole number from this least value to the largest.
    #[error("{}", tr!("{name}: expected a whole number from {least} to {most}", name = .0, least = .1, most = MOST))]
    Number(&'static str, i32),
}

/// A type of parameter.
trait Parameter: Sized {
    /// Reads a value that is not below `least`.
    fn read(text: &str, least: i32) -> Option<Self>;
    /// Why a text was not read.
    fn refuse(name: &'static str, least: i32) -> ParamError;
}

impl Parameter for i32 {
    fn read(text: &str, least: i32) -> Option<Self> {
        text.parse().ok().filter(|value| (least..=MOST).contains(value))
    }

    fn refuse(name: &'static str, least: i32) -> ParamError {
        ParamError::Number(name, least)
    }
}

impl Parameter for u32 {
    fn read(text: &str, least: i32) -> Option<Self> {
        i32::read(text, least)?.try_into().ok()
    }

    fn refuse(name: &'static str, least: i32) -> ParamError {
        ParamError::Number(name, least)
    }
}

impl Parameter for bool {
    fn read(text: &str, _: i32) -> Option<Self> {
        text.parse().ok()
    }

    fn refuse(name: &'static str, _: i32) -> ParamError {
        ParamError::Switch(name)
    }
}

parameters! {
    /// The main search. The margins are starting points after the practice of the field
    /// (the Chess Programming Wiki's pages of the same names), tuned on games of our own.
    tree: TreeParams {
        /// Half-width of the first aspiration window.
        aspiration: Value = 80, chess 33, least 2;
        /// The depth from which windows are tried.
        aspiration_depth: i32 = 4;
        /// Razoring: the deepest depth.
        razor_depth: i32 = 3;
        /// Razoring: how far below alpha a node must stand, at depth 0.
        razor_base: Value = 315, chess 380;
        /// Razoring: what is added to that, by depth squared.
        razor_slope: Value = 200;
        /// Reverse futility: the deepest depth.
        reverse_futility_depth: i32 = 8;
        /// Reverse futility: how far above beta a node must stand, for each ply of depth.
        reverse_futility_margin: Value = 100, chess 82;
        /// Reverse futility: by how much less where the last move has lowered the evaluation for
        /// the side that played it.
        reverse_futility_worsening: Value = 30;
        /// Null move: the smallest depth.
        null_depth: i32 = 3;
        /// Null move: by how many plies its search is reduced at least.
        null_base: i32 = 4;
        /// Null move: so many plies of depth reduce by a further ply.
        null_divisor: i32 = 3, least 1;
        /// Value above beta that reduces by one more ply.
        null_value_step: Value = 165, chess 202, least 1;
        /// The depth from which a null move's cutoff is verified.
        null_verify_depth: i32 = 14;
        /// ProbCut: the smallest depth.
        probcut_depth: i32 = 5;
        /// ProbCut: how far above beta a capture must come in a search that is
        /// `probcut_reduction` plies shallower.
        probcut_margin: Value = 230, chess 309;
        /// ProbCut: by how many plies its search is shallower.
        probcut_reduction: i32 = 4;
        /// Internal reduction without a hash move: smallest depth.
        iir_depth: i32 = 6, chess 5;
        /// Late-move pruning: the deepest depth.
        late_depth: i32 = 10, chess 8;
        /// Late-move pruning: how many moves are searched beside depth squared.
        late_base: i32 = 5, chess 6;
        /// Futility of quiet moves: the deepest depth.
        futility_depth: i32 = 7, chess 8;
        /// Futility of quiet moves: what one is believed to gain, at depth 0.
        futility_base: Value = 164, chess 206;
        /// Futility of quiet moves: what is added to that for each ply of depth.
        futility_slope: Value = 92, chess 114;
        /// Futility, and moves that lose material: the history that adds a ply to the depth by
        /// which they are judged.
        futility_history: i32 = 3000, chess 4500, least 1;
        /// Futility of captures: the deepest depth.
        capture_futility_depth: i32 = 6;
        /// Futility of captures: what one is believed to gain beside what it takes, at depth 0.
        capture_futility_base: Value = 150, chess 206;
        /// Futility of captures: what is added to that for each ply of depth.
        capture_futility_slope: Value = 194, chess 232;
        /// Pruning by SEE: the deepest depth.
        see_depth: i32 = 8;
        /// Pruning by SEE: what a quiet move may lose, by depth squared.
        see_quiet: Value = 45, chess 37;
        /// Pruning by SEE: what a capture may lose, for each ply of depth.
        see_capture: Value = 298, chess 148;
        /// Quiet moves with less history than minus this by depth are dropped.
        history_slope: i32 = 3448, chess 3782;
        /// Late-move reduction: the smallest depth.
        lmr_depth: i32 = 2;
        /// Late-move reduction: what every one begins with, in hundredths of a ply.
        lmr_base: i32 = 75, chess 57;
        /// Late-move reduction: what the product of the logarithms of depth and move number is
        /// divided by, in hundredths.
        lmr_divisor: i32 = 268, chess 224, least 1;
        /// History that changes a reduction by one ply.
        lmr_history: i32 = 9000, chess 8976, least 1;
        /// The same of captures.
        lmr_capture_history: i32 = 3600, chess 8976, least 1;
        /// How many plies deeper than the first move a late move may be searched whose reduction
        /// is below 0.
        lmr_extension: i32 = 0;
        /// Changes of a reduction in hundredths of a ply: more where the other side is
        /// expected to refute the move.
        lmr_cut_node: i32 = 193, chess 132;
        /// Less on the principal variation.
        lmr_pv: i32 = 122, chess 91;
        /// Less for moves that give check or answer one.
        lmr_check: i32 = 105, chess 106;
        /// Less for captures that lose nothing.
        lmr_capture: i32 = 77, chess 102;
        /// More for quiet moves where the hash move is a capture or promotion.
        lmr_hash_capture: i32 = 81, chess 103;
        /// More where several replies to earlier moves of the node failed high: it is hard to
        /// do better than they did.
        lmr_cutoffs: i32 = 112, chess 116;
        /// More where the evaluation has not risen, in percent of the reduction.
        lmr_worsening: i32 = 77, chess 38;
        /// What a cutoff adds to the history of its move: by depth squared.
        history_bonus_square: i32 = 18, chess 16;
        /// What is added to that for each ply of depth.
        history_bonus_linear: i32 = 150, chess 66;
        /// The most that one cutoff adds.
        history_bonus_max: i32 = 1654, chess 1776;

        /// Singular extension: the smallest depth.
        singular_depth: i32 = 7;
        /// Singular extension: how far all other moves must stay below the stored value, in
        /// eighths for each ply of depth.
        singular_margin: Value = 12;
        /// How many plies the depth of the stored value may be less than that of the node.
        singular_stored_depth: i32 = 3;
        /// By how much every other move must fall short of that for a second ply.
        singular_double: Value = 31, chess 24;
        /// The same on the principal variation.
        singular_double_pv: Value = 181, chess OFF;
        /// By how much every other move must fall short of that for a third ply, where the move
        /// takes nothing.
        singular_triple: Value = 60;
        /// By how many plies less a hash move is searched that is not singular and whose stored
        /// value reaches beta.
        singular_less: i32 = 2;
        /// The same where it does not, but the other side is expected to refute the node.
        singular_cut_node: i32 = 1;
        /// A stored lower bound so far above beta decides a node that is up to
        /// `table_margin_depth` plies deeper than it.
        table_margin: Value = 407, chess 374;
        /// The plies of `table_margin`.
        table_margin_depth: i32 = 4;
        /// A node whose move was reduced by so many plies is searched one ply deeper if the
        /// evaluation has risen for the side to move since.
        hindsight_depth: i32 = 4, chess 3;
        /// A reduced node is searched one ply less deep if its evaluation and that before the
        /// move add up to so much: the move lost it.
        hindsight_margin: Value = 209, chess 228;
        /// A reduced search whose value beats the best by so much is repeated a ply deeper.
        lmr_deeper: Value = 84, chess 72;
        /// What the second search of a reduced quiet move adds to or takes from its continuation
        /// histories, in percent of the bonus of a cutoff.
        lmr_bonus: i32 = 125, chess 98;
        /// The earlier moves that a continuation history looks back on: the last, the second
        /// last, and those four and six plies ago.
        history_plies: i32 = 4;
        /// Whether the histories tell apart if a move leaves an attacked square, and if it goes
        /// to one.
        history_attacks: bool = true;
        /// What a quiet move that the table knows to beat beta gains in its history, in percent
        /// of the bonus of a cutoff.
        table_bonus: i32 = 44;
        /// What the change of the evaluation by a quiet move adds to the move's history, in
        /// percent of it.
        eval_history: i32 = 40, chess 106;
        /// Whether a value above beta outside the principal variation is drawn towards beta, the
        /// more the shallower its search.
        blend_fail_high: bool = true;
        /// What a check that loses no material gets beside its history when moves are ordered.
        check_bonus: i32 = 12_000, chess 7254;
        /// What a quiet move gains in its history if every reply to it failed, in percent of the
        /// bonus of a cutoff.
        fail_low_bonus: i32 = 80, chess 53;
        /// What the quiet moves before the one that cut off lose, in percent of its bonus.
        history_malus: i32 = 125, chess 94;
        /// Whether the evaluation counts as rising where nothing is known of earlier plies.
        improving_unknown: bool = true;
        /// Correction history: how far the mean error of the static judgement in nodes with the
        /// same pieces of a group in their places is believed, in percent.
        correction_structure: i32 = 36, chess 20;
        /// The same after the same two moves.
        correction_moves: i32 = 30, chess 18;
        /// The same with the same pieces in hand.
        correction_hands: i32 = 27, chess 20;
    }

    /// The capture search below the horizon, of the conventional rival and of super-soma.
    horizon: HorizonParams {
        /// Delta pruning at the horizon: what a capture must come within.
        delta_margin: Value = 262, chess 198;
        /// Whether captures that lose material are left out at the horizon.
        horizon_see: bool = true;
        /// Plies at the horizon in which checks are tried (`quiescence`, `super-soma`).
        horizon_checks: i32 = 1;
        /// Plies at the horizon after which only recaptures are searched.
        horizon_recaptures: i32 = 3, chess 5;
    }

    /// What super-soma does beside it, above and below the horizon.
    soma: SomaParams {
        /// The smallest threat found by the assessment (`super-soma`) that
        /// counts in the main search.
        threat_value: Value = 138, chess 148;
        /// What a quiet move of the threatened piece gets beside its history when moves are
        /// ordered.
        escape_bonus: i32 = 9500, chess 12_477;
        /// By how much less such a move is reduced, in hundredths of a ply.
        escape_reduction: i32 = 100;
        /// Reverse futility: the deepest depth at which own gains count, which have to be played
        /// yet.
        gain_depth: i32 = 6, chess 3;
        /// Plies of the horizon in which the record of all exchanges is always made; in those
        /// below not where the evaluation is above the window by more than the second largest
        /// piece in danger.
        record_plies: i32 = 0, chess 1;
        /// How far outside the window the assessment must lie to stand without a
        /// search (`super-soma`).
        window_margin: Value = 165, chess 166;
        /// How many squares next to the other king must be attacked so that the
        /// assessment does not answer at once below the window: checks are tried.
        attacked_squares: i32 = 2;
        /// How far what is lost by passing counts against standing pat at the
        /// horizon (`super-soma`), in thousandths.
        stand_trust: Value = 340, chess 450;
        /// Plies at the horizon in which it does, and in which the assessment
        /// answers at once far outside the window.
        stand_plies: i32 = 2;
        /// Plies below the horizon that are searched where the assessment is in
        /// doubt (`super-soma`); the one below them is assessed, or evaded.
        verify_plies: i32 = 2, chess 4;
        /// Plies of them in which the quiet moves of the table are tried: forks, attacks on
        /// pieces that cannot leave, promotions.
        table_plies: i32 = 1, chess 3;
        /// How many of them are tried in each ply; beside checks at most 4 in all.
        table_moves: i32 = 2;
        /// Plies of the look-ahead over the table of a node (`super-soma`).
        lookahead_depth: u32 = TableConfig::SHOGI.look_ahead.depth;
        /// Items tried at each ply of it.
        lookahead_width: u32 = TableConfig::SHOGI.look_ahead.width;
        /// How far the replies it finds are believed, in thousandths.
        reply_trust: Value = TableConfig::SHOGI.reply_trust;
        /// What a fork wins of the piece that it attacks second, in thousandths.
        fork_share: Value = TableConfig::SHOGI.fork_share;
        /// The same of a fork that the other side threatens.
        fork_threat_share: Value = TableConfig::SHOGI.fork_threat_share;
    }

    /// What only serves experiments: parts to switch off, and the strategies for study.
    experiment: ExperimentParams {
        /// Whether the transposition table may end a search.
        use_table: bool = true;
        /// Whether a value of the table counts only for a node of the very depth that it
        /// was searched to, so that the depth of a search is what its value depends on.
        exact_depth: bool = false;
        /// Mate distance pruning.
        mate_distance: bool = true;
        /// Whether a node that is seen for the first time is asked for mate in one.
        mate_in_one: bool = true;
        /// Reverse futility: whether the horizon must agree.
        reverse_futility_verify: bool = false;
        /// Whether the main search judges by the assessment, and not by the
        /// evaluation alone.
        assess_tree: bool = true;
        /// Captures in a row after which `captures-only` evaluates all the same.
        captures_only_plies: i32 = 6;
        /// Whether the table knows ties: pieces that guard something ([`Features::TIES`]).
        table_ties: bool = in_shogi(Features::TIES), chess in_chess(Features::TIES);
        /// Whether it has promotions that take nothing ([`Features::PROMOTIONS`]).
        table_promotions: bool = in_shogi(Features::PROMOTIONS), chess in_chess(Features::PROMOTIONS);
        /// Whether it asks if a threatened piece can be saved ([`Features::ESCAPES`]).
        table_escapes: bool = in_shogi(Features::ESCAPES), chess in_chess(Features::ESCAPES);
        /// Whether it has captures by pieces that are lost anyway ([`Features::DESPERADOS`]).
        table_desperados: bool = in_shogi(Features::DESPERADOS), chess in_chess(Features::DESPERADOS);
        /// Whether it knows pins ([`Features::PINS`]).
        table_pins: bool = in_shogi(Features::PINS), chess in_chess(Features::PINS);
        /// Whether it knows what follows a capture ([`Features::FOLLOW_UPS`]): where moves
        /// verify the answer that does not bring it nearer to the truth.
        table_follow_ups: bool = in_shogi(Features::FOLLOW_UPS), chess in_chess(Features::FOLLOW_UPS);
        /// Whether it has forks ([`Features::FORKS`]): in the search they cost more time than
        /// they are worth.
        table_forks: bool = in_shogi(Features::FORKS), chess in_chess(Features::FORKS);
        /// The same of `super-soma-static`.
        static_depth: u32 = TableConfig::STATIC.look_ahead.depth;
        /// The same of `super-soma-static`.
        static_trust: Value = TableConfig::STATIC.reply_trust;
        /// Whether `super-soma-static`, which tries no moves but the table's, has
        /// [`Features::FOUND_BY_MOVES`] all the same.
        static_table: bool = true;
        /// How many tables `super-soma-static` makes anew on a line.
        iterations: u32 = 2;
        /// The entries of each table that it does so for.
        iteration_width: u32 = 2;
    }
}

impl Params {
    /// No pruning, no reduction, no extension, no table: a search that must
    /// give plain negamax's value.
    pub fn plain() -> Self {
        Self::default().unpruned().with(|params| {
            params.tree.aspiration_depth = NEVER;
            params.horizon.delta_margin = INFINITE;
            params.soma.window_margin = INFINITE;
            params.soma.record_plies = NEVER;
            params.experiment.use_table = false;
            params.experiment.mate_distance = false;
            params.experiment.mate_in_one = false;
        })
    }

    /// The same without pruning, reductions, extensions and corrections above the horizon:
    /// every move is searched to the depth.
    #[must_use]
    pub fn unpruned(self) -> Self {
        self.with(|Self { tree, .. }| {
            tree.razor_depth = 0;
            tree.reverse_futility_depth = 0;
            tree.null_depth = NEVER;
            tree.probcut_depth = NEVER;
            tree.blend_fail_high = false;
            tree.iir_depth = NEVER;
            tree.late_depth = 0;
            tree.futility_depth = 0;
            tree.capture_futility_depth = 0;
            tree.see_depth = 0;
            tree.lmr_depth = NEVER;
            tree.singular_depth = NEVER;
            tree.table_margin = OFF;
            tree.hindsight_depth = OFF;
            tree.hindsight_margin = OFF;
            tree.correction_structure = 0;
            tree.correction_moves = 0;
            tree.correction_hands = 0;
        })
    }

    /// By how much standing pat at the horizon is lowered where parrying loses
    /// something: not above 0.
    pub const fn lowered(&self, if_we_parry: Value) -> Value {
        if if_we_parry < 0 { if_we_parry * self.soma.stand_trust / 1000 } else { 0 }
    }

    /// Whether judgements are corrected at all.
    pub const fn corrects(&self) -> bool {
        let tree = &self.tree;
        tree.correction_structure > 0 || tree.correction_moves > 0 || tree.correction_hands > 0
    }

    /// What a cutoff at a depth adds to the history of the move that gave it.
    pub fn history_bonus(&self, depth: i32) -> i32 {
        let tree = &self.tree;
        (depth * depth * tree.history_bonus_square + depth * tree.history_bonus_linear)
            .min(tree.history_bonus_max)
    }

    /// So many percent of it, however many.
    pub fn share_of_bonus(&self, depth: i32, percent: i32) -> i32 {
        let share = i64::from(self.history_bonus(depth)) * i64::from(percent) / 100;
        share.min(MOST.into()) as i32
    }

    /// How the table of a node is made and becomes a value.
    pub fn table_config(&self) -> TableConfig {
        let mut features = Features::empty();
        features.set(Features::TIES, self.experiment.table_ties);
        features.set(Features::PROMOTIONS, self.experiment.table_promotions);
        features.set(Features::ESCAPES, self.experiment.table_escapes);
        features.set(Features::DESPERADOS, self.experiment.table_desperados);
        features.set(Features::PINS, self.experiment.table_pins);
        features.set(Features::FOLLOW_UPS, self.experiment.table_follow_ups);
        features.set(Features::FORKS, self.experiment.table_forks);
        let look_ahead = LookAhead { depth: self.soma.lookahead_depth, width: self.soma.lookahead_width };
        TableConfig {
            features,
            look_ahead,
            reply_trust: self.soma.reply_trust,
            fork_share: self.soma.fork_share,
            fork_threat_share: self.soma.fork_threat_share,
        }
    }

    /// The same where only moves of the table are tried after it.
    pub fn static_table_config(&self) -> TableConfig {
        let mut config = self.table_config();
        config.look_ahead.depth = self.experiment.static_depth;
        config.reply_trust = self.experiment.static_trust;
        if self.experiment.static_table {
            config.features |= Features::FOUND_BY_MOVES;
        }
        config
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_set_by_name() {
        let mut params = Params::default();
        assert_eq!(params.set("razor_depth", "5"), Ok(()));
        assert_eq!(params.tree.razor_depth, 5);
        assert_eq!(params.set("horizon_see", "false"), Ok(()));
        assert!(!params.horizon.horizon_see);
        assert_eq!(params.set("razor", "5"), Err(ParamError::Name));
        assert_eq!(params.set("razor_depth", "x"), Err(ParamError::Number("razor_depth", 0)));
        assert_eq!(params.set("horizon_see", "1"), Err(ParamError::Switch("horizon_see")));
        assert!(Params::NAMES.contains(&"delta_margin"));
    }
}
