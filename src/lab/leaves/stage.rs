//! Which part of a game a position belongs to, and which half of the data.

use serde::{Deserialize, Serialize};

use crate::game::zobrist::split_mix;
use crate::game::{Board, Color, EvalWeights, Geometry, Key, SquareSet, named};

named! {
    /// The part of a game.
    ///
    /// In shogi by the pieces in hand and the promoted ones on the board, of both sides: opening up to 2, endgame
    /// from 9. In chess by the officers left (a minor counts 1, a rook 2, a queen 4, all together 24): opening from
    /// 20, endgame up to 8.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Phase {
        /// Little has been exchanged.
        #[default]
        Opening = "opening",
        /// Between the two.
        Middle = "middle",
        /// Much has been exchanged.
        Endgame = "endgame",
    }
}

/// Pieces in hand or promoted up to which shogi is in its opening.
const SHOGI_OPENING: i32 = 2;
/// From how many on it is in its endgame.
const SHOGI_ENDGAME: i32 = 9;
/// The sum of phases from which chess is in its opening.
const CHESS_OPENING: i32 = 20;
/// Up to which it is in its endgame.
const CHESS_ENDGAME: i32 = 8;

impl Phase {
    /// The phase of a position.
    pub fn of<B: Board<Geometry: EvalWeights>>(board: &B) -> Self {
        let on_board = |count: fn(_) -> i32| {
            let types = B::Geometry::PIECE_TYPES.iter();
            types.map(|&pt| board.by_type(pt).len() as i32 * count(pt)).sum::<i32>()
        };
        if B::Geometry::DROPS {
            let changed = in_hand(board) as i32 + on_board(|pt| i32::from(B::Geometry::base(pt) != pt));
            match changed {
                ..=SHOGI_OPENING => Self::Opening,
                SHOGI_ENDGAME.. => Self::Endgame,
                _ => Self::Middle,
            }
        } else {
            match on_board(B::Geometry::phase) {
                CHESS_OPENING.. => Self::Opening,
                ..=CHESS_ENDGAME => Self::Endgame,
                _ => Self::Middle,
            }
        }
    }
}

/// The pieces that both sides hold in hand.
pub(crate) fn in_hand<B: Board>(board: &B) -> u32 {
    let held = |c| B::Geometry::DROPPABLE.iter().map(move |&pt| u32::from(board.hand(c, pt)));
    Color::ALL.into_iter().flat_map(held).sum()
}

/// What a leaf may be used for: fitting, or judging what was fitted. All leaves of a game are on the same side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Half {
    /// For fitting.
    #[default]
    Train,
    /// For judging.
    Test,
}

impl Half {
    /// The half of a game that began with the position of this key, when this share of the games is for judging. It
    /// depends on nothing else, so that no game is on both sides, whatever file it is read from.
    pub fn of(key: Key, test_share: f64) -> Self {
        let (_, mixed) = split_mix(key);
        let unit = (mixed >> 11) as f64 / (1_u64 << 53) as f64;
        if unit < test_share { Self::Test } else { Self::Train }
    }
}
