//! Attacks near the kings.
//!
//! For each king and each square of the board one table entry says what it is
//! worth that the square is attacked not at all, once, or more often, by each
//! side. The entries are filled from a formula; the idea that effects near
//! kings carry most of a shogi evaluation, and its shape (falling with
//! distance, saturating), are those of YaneuraOu's material evaluations,
//! levels 3 to 9.

use crate::game::attack_map::MapOf;
use crate::game::{Board, Color, EvalWeights, Geometry, MAX_SQUARES, SquareSet, Value};

/// Attacked 0, 1, 2 or more times by black, times the same by white.
pub const CLASSES: usize = 9;

/// What attacks on each square are worth to black, by the square of a king.
#[derive(Debug)]
pub struct EffectTable {
    /// For black's king, then for white's: by king square, square and class.
    by_king: [Vec<[i16; CLASSES]>; 2],
}

impl EffectTable {
    /// Fills the table from a game's formula.
    pub fn new<G: EvalWeights>() -> Self {
        let formula = G::effects();
        let mut by_king =
            [vec![[0; CLASSES]; MAX_SQUARES * MAX_SQUARES], vec![[0; CLASSES]; MAX_SQUARES * MAX_SQUARES]];
        for king in G::all_squares().squares() {
            for sq in G::all_squares().squares() {
                for class in 0..CLASSES {
                    let (by_black, by_white) = (class % 3, class / 3);
                    let value = formula.value::<G>(king, sq, by_black, by_white);
                    by_king[0][king.index() * MAX_SQUARES + sq.index()][class] = value as i16;
                    // The same for white's king, with the board turned round.
                    let (k, s) = (G::flip(king), G::flip(sq));
                    by_king[1][k.index() * MAX_SQUARES + s.index()][by_white + 3 * by_black] =
                        -(value as i16);
                }
            }
        }
        Self { by_king }
    }

    /// What attacks near both kings are worth to black: for black's king, and
    /// for white's.
    #[inline]
    pub fn evaluate<B: Board>(&self, board: &B, map: &MapOf<B>) -> [Value; 2]
    where
        B::Geometry: EvalWeights,
    {
        let classes = classes::<B>(map);
        let mut out = [0; 2];
        for c in Color::ALL {
            let Some(king) = board.king(c) else {
                continue;
            };
            let start = king.index() * MAX_SQUARES;
            let rows = &self.by_king[c.index()][start..start + MAX_SQUARES];
            out[c.index()] = rows
                .iter()
                .zip(&classes)
                .map(|(row, &class)| Value::from(row[class as usize % CLASSES]))
                .sum();
        }
        out
    }
}

/// The class of each square. Squares a game does not have are class 0, whose
/// value there is 0.
#[inline]
fn classes<B: Board>(map: &MapOf<B>) -> [u8; MAX_SQUARES] {
    let mut classes = [0; MAX_SQUARES];
    let mut add = |set: <B::Geometry as Geometry>::Bitboard, amount: u8| {
        for sq in set.squares() {
            classes[sq.index()] += amount;
        }
    };
    add(map.attacked[Color::Black], 1);
    add(map.attacked_twice[Color::Black], 1);
    add(map.attacked[Color::White], 3);
    add(map.attacked_twice[Color::White], 3);
    classes
}
