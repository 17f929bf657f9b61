//! What the pieces of chess are worth: two tables, chosen at run time.

use arrayvec::ArrayVec;

use crate::game::{
    AttackMap, Board, ByColor, Color, EffectFormula, EvalWeights, Features, MAX_PIECE_TYPES, MOST_PARTS,
    PieceType, PieceValues, Square, Value, ValuePreset,
};

use super::Chess;
use super::draws::damped;
use super::endings::{self, MOST_PIECES, against_bare_king};
use super::features;
use super::piece::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};

/// A captured piece is taken as what it is: nothing reverts to a base type.
const BASE: [u8; MAX_PIECE_TYPES] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
/// The promoted type of each type number, itself where there is none.
const PROMOTED: [u8; MAX_PIECE_TYPES] = {
    let mut promoted = BASE;
    promoted[PAWN.index()] = QUEEN.raw();
    promoted
};

/// Values of P N B R Q, and of the king; nothing comes back from the hand.
const fn table(board: [Value; 5], king: Value) -> PieceValues {
    let [p, n, b, r, q] = board;
    let board = [p, n, b, r, q, 0, 0, king, 0, 0, 0, 0, 0, 0, 0, 0];
    PieceValues::new(board, [0; MAX_PIECE_TYPES], BASE, PROMOTED)
}

/// Worth of the king: more than everything else together.
const KING_VALUE: Value = 20_000;

/// The textbook's values, in hundredths of a pawn: the chess counterpart of
/// the article's table for shogi.
static ARTICLE: PieceValues = table([100, 320, 330, 500, 900], KING_VALUE);

/// The engine's own values, in hundredths of a pawn.
static DEFAULT: PieceValues = table([100, 320, 330, 500, 950], KING_VALUE);

/// The values of a preset.
pub const fn preset(preset: ValuePreset) -> &'static PieceValues {
    match preset {
        // Without hands the two readings of the article are one.
        ValuePreset::Article | ValuePreset::ArticlePrint => &ARTICLE,
        ValuePreset::Default => &DEFAULT,
    }
}

/// How attacks near a king count. First guesses, small beside material.
static EFFECTS: EffectFormula =
    EffectFormula { own: 8.0, enemy: 14.0, many: 1.6, front: 1.0, beside: 1.0, behind: 0.8 };

/// Twice the distance of a square from the middle of the board, by file and rank.
const fn off_center(sq: Square) -> (Value, Value) {
    let (file, rank) = (sq.index() as Value % 8, sq.index() as Value / 8);
    ((2 * file - 7).abs(), (2 * rank - 7).abs())
}

impl EvalWeights for Chess {
    const NET: &[u8] = include_bytes!("../eval/nets/chess.net");
    const OUTPUT_BUCKETS: [u32; 3] = [26, 18, 10];
    const TEMPO: Value = 10;
    const FULL_PHASE: Value = 24;

    fn phase(pt: PieceType) -> Value {
        match pt {
            KNIGHT | BISHOP => 1,
            ROOK => 2,
            QUEEN => 4,
            _ => 0,
        }
    }

    /// Simple shapes rather than tables: pawns gain by advancing, pieces by
    /// standing near the middle, the king by hiding until the ending.
    fn placement(pt: PieceType, sq: Square) -> (Value, Value) {
        let (df, dr) = off_center(sq);
        // Black looks towards rank 1: its home is rank 8.
        let advanced = 7 - sq.index() as Value / 8;
        match pt {
            PAWN => {
                let center = if df <= 1 { 4 * (advanced - 1).min(3) } else { 0 };
                ((advanced - 1) * 2 + center - df, (advanced - 1) * (advanced - 1) * 3)
            }
            KNIGHT => (20 - 4 * (df + dr), 12 - 3 * (df + dr)),
            BISHOP => (10 - 2 * (df + dr) - if advanced == 0 { 6 } else { 0 }, 6 - (df + dr)),
            ROOK => (if advanced == 6 { 18 } else { 4 - df }, if advanced == 6 { 12 } else { 0 }),
            QUEEN => (2 - i32::midpoint(df, dr), 10 - 2 * (df + dr)),
            KING => (-16 * advanced.min(4) + 6 * (df - 3), 24 - 4 * (df + dr)),
            _ => (0, 0),
        }
    }

    fn flip(sq: Square) -> Square {
        // Mirrored, not turned: king and queen keep their sides.
        Square::new(sq.raw() ^ 0b11_1000)
    }

    fn coordinates(sq: Square) -> (i32, i32) {
        ((sq.index() % 8) as i32, (sq.index() / 8) as i32)
    }

    const ENDING_PIECES: u32 = MOST_PIECES;
    const FEATURES: usize = features::COUNT;
    const FEATURES_BEFORE: [usize; 2] = [features::BEFORE_ATTACKS, features::COUNT];

    fn find_features<B: Board<Geometry = Self>>(
        board: &B,
        map: &AttackMap<Self>,
        features: &mut ByColor<Features>,
    ) {
        for side in Color::ALL {
            features[side].fill(|found| features::find(board, map, side, found));
        }
    }

    fn feature_parts(kind: usize) -> ArrayVec<usize, MOST_PARTS> {
        features::parts(kind)
    }

    fn ending(map: &AttackMap<Self>, us: Color) -> Option<Value> {
        against_bare_king(map, us)
    }

    fn scale_factor(map: &AttackMap<Self>, halfmove_clock: u8, strong: Color) -> Value {
        damped(endings::scale_factor(map, strong), halfmove_clock)
    }

    fn effects() -> &'static EffectFormula {
        &EFFECTS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::piece::ALL;

    #[test]
    fn captures_count_the_board_value_and_pawns_promote_to_queens() {
        for of in [ValuePreset::Article, ValuePreset::ArticlePrint, ValuePreset::Default] {
            let values = preset(of);
            for pt in ALL {
                assert_eq!(values.capture(pt), values.board(pt));
                let gain = if pt == PAWN { values.board(QUEEN) - values.board(PAWN) } else { 0 };
                assert_eq!(values.promotion(pt), gain);
            }
            let all_others = 8 * values.board(QUEEN) + 8 * values.board(QUEEN);
            assert!(values.board(KING) > all_others);
        }
    }
}
