//! Attacks near the kings.
//!
//! For each king and each square of the board one table entry says what it is
//! worth that the square is attacked not at all, once, or more often, by each
//! side. The entries are filled from a formula; the idea that effects near
//! kings carry most of a shogi evaluation, and its shape (falling with
//! distance, saturating), are those of YaneuraOu's material evaluations,
//! levels 3 to 9.

use crate::game::attack_map::MapOf;
use crate::game::{Board, Color, EvalWeights, Geometry, LargePages, MAX_SQUARES, Square, SquareSet, Value};

/// Attacked 0, 1, 2 or more times by black, times the same by white.
const CLASSES: usize = 9;
/// Entries a row: a power of two, so that any class byte is a place in it.
const ROW: usize = 16;
/// Squares in whole groups of eight.
pub(super) const PADDED_SQUARES: usize = MAX_SQUARES.next_multiple_of(8);

/// What attacks on each square are worth to black, by the square of a king.
#[derive(Debug)]
pub(crate) struct EffectTable {
    /// For black's king, then for white's: by king square, square and class.
    by_king: LargePages<[i16; ROW]>,
}

/// Where the rows of a king on this square begin.
const fn first_row(c: Color, king: Square) -> usize {
    (c.index() * MAX_SQUARES + king.index()) * MAX_SQUARES
}

impl EffectTable {
    /// Fills the table from a game's formula.
    pub fn new<G: EvalWeights>() -> Self {
        let formula = G::effects();
        let mut by_king = LargePages::<[i16; ROW]>::zeroed(2 * MAX_SQUARES * MAX_SQUARES);
        for king in G::all_squares().squares() {
            for sq in G::all_squares().squares() {
                for class in 0..CLASSES {
                    let (by_black, by_white) = (class % 3, class / 3);
                    let value = formula.value::<G>(king, sq, by_black, by_white);
                    by_king[first_row(Color::Black, king) + sq.index()][class] = value as i16;
                    // The same for white's king, with the board turned round.
                    let (k, s) = (G::flip(king), G::flip(sq));
                    by_king[first_row(Color::White, k) + s.index()][by_white + 3 * by_black] =
                        -(value as i16);
                }
            }
        }
        Self { by_king }
    }

    /// What attacks near both kings are worth to black: for black's king, and
    /// for white's.
    #[inline]
    pub fn evaluate<B: Board>(&self, board: &B, [classes, _]: &Classes) -> [Value; 2] {
        let mut out = [0; 2];
        for c in Color::ALL {
            let Some(king) = board.king(c) else { continue };
            let start = first_row(c, king);
            let rows = &self.by_king[start..start + MAX_SQUARES];
            out[c.index()] =
                rows.iter().zip(classes).map(|(row, &class)| Value::from(row[class as usize % ROW])).sum();
        }
        out
    }
}

/// The class of each square, as black counts them and as white does.
pub(super) type Classes = [[u8; PADDED_SQUARES]; 2];

/// Each bit of a byte as a byte of its own.
pub(super) static SPREAD: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte] |= ((byte >> bit) as u64 & 1) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// The class of each square, eight squares at a time: attacks of black and three
/// times those of white, and the other way round. Squares a game does not
/// have are class 0, whose value there is 0.
#[inline]
pub(super) fn classes<B: Board>(map: &MapOf<B>) -> Classes {
    let bytes = |set: <B::Geometry as Geometry>::Bitboard| set.to_bits().to_le_bytes();
    let black = [bytes(map.attacked[Color::Black]), bytes(map.attacked_twice[Color::Black])];
    let white = [bytes(map.attacked[Color::White]), bytes(map.attacked_twice[Color::White])];
    let mut classes = [[0; PADDED_SQUARES]; 2];
    let [first, second] = &mut classes;
    for (i, (one, other)) in first.chunks_exact_mut(8).zip(second.chunks_exact_mut(8)).enumerate() {
        let spread = |of: &[[u8; 16]; 2]| SPREAD[of[0][i] as usize] + SPREAD[of[1][i] as usize];
        let (black, white) = (spread(&black), spread(&white));
        one.copy_from_slice(&(black + 3 * white).to_le_bytes());
        other.copy_from_slice(&(white + 3 * black).to_le_bytes());
    }
    classes
}
