//! The parameters of the search, group by group. The margins of the main search are starting
//! points after the practice of the field (the Chess Programming Wiki's pages of the same names),
//! tuned on games of our own.

use super::OFF;
use crate::game::Value;
use crate::game::parameters::parameters;

parameters! {
    /// Aspiration windows of iterative deepening.
    aspiration: AspirationParams {
        /// Half-width of the first window; it grows by half each time the value lies outside.
        width: Value = 180, chess 25, least 2, by "SPSA, then screened";
    }

    /// Razoring: a node that stands hopelessly below alpha is searched by the horizon alone.
    razor: RazorParams {
        /// The greatest depth left at which it is done, in plies.
        depth: i32 = 3, by "by hand";
        /// How far below alpha a node must stand, at depth 0; by 200 times the depth squared more.
        base: Value = 260, chess 445, by "SPSA, then screened";
    }

    /// Reverse futility pruning: a node so far above beta that even passing would hold is not searched.
    rfp: RfpParams {
        /// The greatest depth left at which it is done, in plies.
        depth: i32 = 8, chess 6, by "by hand; chess: screened";
        /// How far above beta a node must stand, for each ply of depth.
        margin: Value = 122, chess 82, by "SPSA, then screened";
        /// The deepest depth at which own gains of the table count, which have to be played yet.
        gain_depth: i32 = 7, chess 3, by "screened; chess: trial";
    }

    /// Null-move pruning: a node that is above beta even after a pass is not searched.
    nmp: NmpParams {
        /// The least depth left at which it is done, in plies.
        depth: i32 = 3, by "by hand";
        /// By how many plies the search after the pass is reduced at least.
        base: i32 = 4, by "trial, with others";
        /// So many plies of depth reduce it by a further ply.
        divisor: i32 = 3, least 1, by "trial, with others";
        /// So much value above beta reduces it by a further ply.
        eval_divisor: Value = 165, chess 240, least 1, by "SPSA, then screened";
    }

    /// ProbCut: a capture that beats beta by a margin in a shallower search cuts the node off.
    probcut: ProbcutParams {
        /// The least depth left at which it is done, in plies.
        depth: i32 = 5, by "by hand";
        /// How far above beta the capture must come.
        margin: Value = 230, chess 309, by "SPSA";
    }

    /// Internal iterative reduction.
    iir: IirParams {
        /// The smallest depth at which a node without a hash move is searched a ply less deep.
        depth: i32 = 6, chess 5, by "by hand; chess: screened";
    }

    /// Late-move pruning: after enough quiet moves the rest is dropped.
    lmp: LmpParams {
        /// The greatest depth left at which it is done, in plies.
        depth: i32 = 10, chess 8, by "screened; chess: by hand";
        /// How many moves are searched beside depth squared.
        base: i32 = 5, chess 4, by "SPSA, then screened";
    }

    /// Futility pruning: moves that cannot be expected to reach alpha are dropped. The depth is that
    /// which late-move reduction leaves.
    futility: FutilityParams {
        /// Quiet moves: the deepest depth.
        depth: i32 = 7, chess 8, by "screened; chess: by hand";
        /// Quiet moves: what one is believed to gain, at depth 0.
        base: Value = 164, chess 206, by "SPSA; chess: SPSA, then trial";
        /// Quiet moves: what is added to that for each ply of depth.
        slope: Value = 86, chess 114, by "SPSA, then screened; chess: SPSA";
        /// The history that adds a ply to that depth, here and where moves that lose material are
        /// dropped.
        history: i32 = 3000, chess 4500, least 1, by "screened, then trial; chess: screened";
        /// Captures: what one is believed to gain beside what it takes, at depth 0.
        capture_base: Value = 150, chess 206, by "SPSA";
        /// Captures: what is added to that for each ply of depth.
        capture_slope: Value = 194, chess 232, by "SPSA";
    }

    /// Pruning by static exchange evaluation: moves that lose too much material are dropped.
    see: SeeParams {
        /// What a quiet move may lose, by depth squared.
        quiet: Value = 45, chess 29, by "SPSA, then screened";
        /// What a capture may lose, for each ply of depth.
        capture: Value = 298, chess 116, by "SPSA; chess: SPSA, then screened";
    }

    /// Late-move reduction, in hundredths of a ply.
    lmr: LmrParams {
        /// The least depth left at which it is done, in plies.
        depth: i32 = 2, by "by hand";
        /// What every reduction begins with.
        base: i32 = 75, chess 57, by "SPSA; chess: SPSA, then screened";
        /// What the product of the logarithms of depth and move number is divided by.
        divisor: i32 = 268, chess 224, least 1, by "SPSA, then screened; chess: SPSA";
        /// History of a quiet move that changes it by one ply.
        history: i32 = 10_300, chess 7700, least 1, by "SPSA, then screened";
        /// The same for a capture: history that changes it by one ply.
        capture_history: i32 = 3600, chess 8976, least 1, by "screened, then trial; chess: SPSA";
        /// More where the other side is expected to refute the move.
        cut_node: i32 = 193, chess 132, by "SPSA";
        /// Less on the principal variation.
        pv: i32 = 122, chess 91, by "SPSA, then screened; chess: SPSA";
        /// Less for moves that give check or answer one.
        check: i32 = 98, chess 106, by "SPSA, then screened; chess: SPSA";
        /// Less for captures that lose nothing.
        capture: i32 = 77, chess 102, by "SPSA";
        /// More for quiet moves where the hash move is a capture or promotion.
        tt_capture: i32 = 81, chess 103, by "SPSA";
        /// More where several replies to earlier moves of the node failed high: it is hard to
        /// do better than they did.
        cutoffs: i32 = 122, chess 116, by "SPSA, then screened; chess: SPSA";
        /// More where the evaluation has not risen, in percent of the reduction.
        worsening: i32 = 77, chess 38, by "SPSA, then screened; chess: SPSA";
        /// A reduced search whose value beats the best by so much is repeated a ply deeper.
        deeper: Value = 84, chess 50, by "SPSA; chess: SPSA, then screened";
    }

    /// Singular extensions: a hash move that is better than all others is searched deeper.
    singular: SingularParams {
        /// The least depth left at which it is done, in plies.
        depth: i32 = 7, by "by hand";
        /// How far all other moves must stay below the stored value, in eighths for each ply of
        /// depth.
        margin: Value = 12, by "by hand";
        /// By how much they must fall short of that for a second ply.
        double: Value = 31, chess 24, by "trial, then screened; chess: trial";
        /// The same on the principal variation; in chess never.
        double_pv: Value = 181, chess OFF, by "screened, then trial; chess: trial";
    }

    /// Changes of the depth where the parent's reduction turns out wrong.
    hindsight: HindsightParams {
        /// A node whose move was reduced by so many plies is searched one ply deeper if the
        /// evaluation has risen for the side to move since.
        depth: i32 = 4, chess 3, by "trial, then screened; chess: trial";
        /// A reduced node is searched one ply less deep if its evaluation and that before the
        /// move add up to so much: the move lost it.
        margin: Value = 196, chess 228, by "SPSA, then screened; chess: SPSA";
    }

    /// Histories of moves, which order and prune them, and what is added to them in the order.
    history: HistoryParams {
        /// Quiet moves with less history than minus this by depth are dropped.
        prune: i32 = 3448, chess 4550, by "SPSA; chess: SPSA, then screened";
        /// What a cutoff adds to the history of its move: by depth squared.
        bonus_square: i32 = 18, chess 16, by "SPSA, then screened; chess: SPSA";
        /// What is added to that for each ply of depth.
        bonus_linear: i32 = 150, chess 66, by "SPSA, then screened; chess: SPSA";
        /// The most that one cutoff adds.
        bonus_max: i32 = 1654, chess 1776, by "SPSA";
        /// What the quiet moves before the one that cut off lose, in percent of its bonus.
        malus: i32 = 116, chess 94, by "SPSA, then screened; chess: SPSA";
        /// What a quiet move gains if every reply to it failed, in percent of the bonus of a cutoff.
        fail_low: i32 = 80, chess 53, by "SPSA, then screened; chess: SPSA";
        /// What a quiet move that the transposition table knows to beat beta gains, in percent of
        /// the bonus of a cutoff.
        tt_bonus: i32 = 44, by "SPSA";
        /// What the quiet move before such a move loses of its continuation histories, in percent of that bonus.
        tt_malus: i32 = 0, chess 40, by "trial; chess: screened, then trial";
        /// What the second search of a reduced quiet move adds to or takes from its continuation
        /// histories, in percent of the bonus of a cutoff.
        second_search: i32 = 125, chess 98, by "SPSA, then screened; chess: SPSA";
        /// What the change of the evaluation by a quiet move adds to its history, in percent of it.
        eval: i32 = 40, chess 106, by "SPSA";
        /// What a check that loses no material gets in the order of moves.
        check: i32 = 12_000, chess 7254, by "SPSA, then screened; chess: SPSA";
        /// What a quiet move of the piece gets there that the table of SUPER-SOMA says is threatened.
        escape: i32 = 9500, chess 12_477, by "SPSA, then screened; chess: SPSA";
    }

    /// Correction history: how far the mean error of the static evaluation in nodes alike is
    /// believed, in percent.
    correction: CorrectionParams {
        /// Nodes with the same pieces of a group in their places.
        structure: i32 = 36, chess 28, by "SPSA, then screened";
        /// Nodes after the same two moves.
        moves: i32 = 35, chess 18, by "SPSA, then screened; chess: SPSA";
        /// Nodes with the same pieces in hand.
        hands: i32 = 27, chess 20, by "SPSA, then screened; chess: SPSA";
    }

    /// The transposition table.
    tt: TtParams {
        /// A stored lower bound so far above beta decides a node that is a few plies deeper than it.
        margin: Value = 440, chess 374, by "SPSA, then screened; chess: SPSA";
        /// Whether the table is used; without it a search may be compared with plain negamax.
        used: bool = true, by "for experiments";
        /// Whether a value counts only for a node of the very depth that it was searched to: then a
        /// value depends on the depth alone, as labelled leaves need it.
        exact_depth: bool = false, by "for experiments";
    }

    /// Mate in one.
    mate: MateParams {
        /// Whether a node that is seen for the first time is asked for it.
        in_one: bool = true, by "trial";
    }

    /// The search below the horizon: of captures and checks in `quiescence` and `super-soma`, and
    /// what the latter's assessment decides without it.
    horizon: HorizonParams {
        /// Delta pruning: what a capture must come within.
        delta: Value = 262, chess 167, by "SPSA; chess: SPSA, then screened";
        /// Whether captures that lose material are left out.
        see: bool = true, by "by hand";
        /// Plies in which checks are tried.
        checks: i32 = 1, by "by hand";
        /// In check, below the first ply: how many moves are searched before answers that take
        /// nothing are left out, unless all lead to mate.
        evasions: i32 = 4, by "screened, then leaves";
        /// Plies after which only recaptures are searched.
        recaptures: i32 = 3, chess 5, by "screened; chess: by hand";
        /// How far outside the window the assessment must lie to stand without a search. Where the
        /// evaluation lies so far below it that even the largest piece that can be taken would not
        /// reach this, or above the window by more than the second largest piece in danger, there is
        /// no assessment at all.
        window: Value = 165, chess 166, by "SPSA, then screened; chess: SPSA";
        /// How far what is lost by passing counts against standing pat, in thousandths.
        stand_trust: Value = 340, chess 450, by "SPSA, then screened; chess: SPSA";
        /// Plies in which it does, and in which the assessment answers at once far outside the
        /// window.
        stand_plies: i32 = 2, by "leaves and trial";
        /// Plies that are searched where the assessment is in doubt; the one below them is
        /// assessed, or evaded.
        verify_plies: i32 = 2, chess 4, by "screened at equal time; chess: leaves and trial";
        /// Plies in which the quiet moves of the table are tried: forks, attacks on pieces that
        /// cannot leave, promotions.
        quiet_plies: i32 = 1, chess 3, by "screened at equal time; chess: leaves and trial";
        /// How many of them are tried in each ply; beside checks at most 4 in all.
        quiet_moves: i32 = 2, by "leaves and trial";
    }
}
