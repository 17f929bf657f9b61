//! What the pieces of shogi are worth: three tables, chosen at run time.

use arrayvec::ArrayVec;

use crate::game::{
    AttackMap, Board, ByColor, EffectFormula, EvalWeights, Features, MAX_PIECE_TYPES, MOST_PARTS, PieceType,
    PieceValues, Square, Value, ValuePreset,
};

use super::square::{SQUARES, file, rank};
use super::{Shogi, features};

/// The unpromoted type of each type number.
const BASE: [u8; MAX_PIECE_TYPES] = [0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7];
/// The promoted type of each type number, itself where there is none.
const PROMOTED: [u8; MAX_PIECE_TYPES] = [8, 9, 10, 11, 4, 13, 14, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// Values by type number: P L N S G B R K, then their promoted forms.
const fn table(board: [Value; MAX_PIECE_TYPES], hand: [Value; 7]) -> PieceValues {
    let mut in_hand = [0; MAX_PIECE_TYPES];
    let mut i = 0;
    while i < hand.len() {
        in_hand[i] = hand[i];
        i += 1;
    }
    PieceValues::new(board, in_hand, BASE, PROMOTED)
}

/// The article's values (Rollason 2006, section 2). It gives none for a
/// promoted silver; its figure of 20 for a promotion forces 220. The king is
/// counted once: it never joins a hand.
static ARTICLE: PieceValues = table(
    [52, 120, 120, 200, 220, 360, 480, 3999, 240, 230, 230, 220, 0, 460, 550, 0],
    [52, 120, 120, 200, 220, 360, 480],
);

/// The same with pawns worth nothing in hand (the article's 152 for `Bxp+`).
static ARTICLE_PRINT: PieceValues = table(
    [52, 120, 120, 200, 220, 360, 480, 3999, 240, 230, 230, 220, 0, 460, 550, 0],
    [0, 120, 120, 200, 220, 360, 480],
);

/// The engine's own values, in units of which a pawn in hand is 90: the scale
/// that shogi engines have used since Bonanza. A piece on the board counts a
/// tenth less than in hand, as it can no longer appear anywhere (YaneuraOu's
/// material evaluation, level 2).
static DEFAULT: PieceValues = table(
    [81, 284, 364, 446, 486, 770, 891, 15_000, 486, 486, 486, 486, 0, 850, 1256, 0],
    [90, 315, 405, 495, 540, 855, 990],
);

/// How attacks near a king count: the strengths are those of YaneuraOu's
/// material evaluation, level 4, to begin with.
static EFFECTS: EffectFormula =
    EffectFormula { own: 85.0, enemy: 98.0, many: 1.77, front: 1.2, beside: 0.8, behind: 0.8 };

impl EvalWeights for Shogi {
    const NET: &[u8] = include_bytes!("../eval/nets/shogi.net");
    const OUTPUT_BUCKETS: [u32; 3] = [38, 34, 30];
    const TEMPO: Value = 30;
    const FULL_PHASE: Value = 0;

    fn phase(_: PieceType) -> Value {
        0
    }

    fn placement(_: PieceType, _: Square) -> (Value, Value) {
        (0, 0)
    }

    fn flip(sq: Square) -> Square {
        Square::new((SQUARES - 1 - sq.index()) as u8)
    }

    fn coordinates(sq: Square) -> (i32, i32) {
        (file(sq) as i32, rank(sq) as i32)
    }

    const FEATURES: usize = features::COUNT;

    fn find_features<B: Board<Geometry = Self>>(
        board: &B,
        map: &AttackMap<Self>,
        features: &mut ByColor<Features>,
    ) {
        features::find(board, map, features);
    }

    fn feature_parts(kind: usize) -> ArrayVec<usize, MOST_PARTS> {
        features::parts(kind)
    }

    fn effects() -> &'static EffectFormula {
        &EFFECTS
    }
}

/// The values of a preset.
pub const fn preset(preset: ValuePreset) -> &'static PieceValues {
    match preset {
        ValuePreset::Article => &ARTICLE,
        ValuePreset::ArticlePrint => &ARTICLE_PRINT,
        ValuePreset::Default => &DEFAULT,
    }
}
