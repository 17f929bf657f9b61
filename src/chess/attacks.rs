//! Where pieces attack.
//!
//! Steps come from a table by piece and square, slides from the magic tables
//! of cozy-chess, which take any set of occupied squares. The rays are our
//! own: they name the blockers of a line.
//!
//! `game::rays` numbers a board file by file, chess numbers its squares rank
//! by rank; so a ray's "file step" is a step of the rank here.

use cozy_chess::{get_bishop_moves, get_rook_moves};

use crate::game::rays::{
    DIRECTIONS, NO_DIRECTION, StepList, direction_of, direction_table, opposite, ray_table, step_lists,
};
use crate::game::{Board, Color, Piece, PieceType, Square, SquareSet};

use super::Chess;
use super::bitboard::Bitboard;
use super::piece::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
use super::square::{SIZE, SQUARES, relative_rank, to_cozy};

/// Rows of the ray table: the squares, and one empty row beyond them.
const ROWS: usize = SQUARES + 1;

static RAYS: [[u64; ROWS]; DIRECTIONS] = narrow(&ray_table::<SIZE, SIZE, ROWS>());
static DIRECTION: [[u8; SQUARES]; SQUARES] = direction_table::<SIZE, SIZE, SQUARES>();

/// A table of sets in the width of this board.
const fn narrow<const COLUMNS: usize, const LINES: usize>(
    wide: &[[u128; COLUMNS]; LINES],
) -> [[u64; COLUMNS]; LINES] {
    let mut table = [[0; COLUMNS]; LINES];
    let mut at = 0;
    while at < LINES * COLUMNS {
        table[at / COLUMNS][at % COLUMNS] = wide[at / COLUMNS][at % COLUMNS] as u64;
        at += 1;
    }
    table
}

/// The squares beyond a square in a direction, to the edge.
#[inline]
pub fn ray(direction: usize, from: Square) -> Bitboard {
    ray_from_number(direction, from.raw())
}

/// The same from the square with this number; no square from beyond the board.
#[inline]
pub(crate) fn ray_from_number(direction: usize, from: u8) -> Bitboard {
    Bitboard(RAYS[direction][(from as usize).min(SQUARES)])
}

/// The direction from one square to another, or [`NO_DIRECTION`].
#[inline]
pub fn direction(from: Square, to: Square) -> u8 {
    DIRECTION[from.index() % SQUARES][to.index() % SQUARES]
}

/// The squares strictly between two squares of a line.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    let d = direction(a, b);
    if d == NO_DIRECTION {
        return Bitboard::EMPTY;
    }
    ray(d as usize, a) & ray(opposite(d as usize), b)
}

/// Steps as (file, rank).
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
const STRAIGHT: [(i32, i32); 4] = [(0, 1), (1, 0), (-1, 0), (0, -1)];
const KNIGHT_STEPS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
/// Where a white pawn captures.
const PAWN_STEPS: [(i32, i32); 2] = [(-1, 1), (1, 1)];

/// Directions as bits.
const fn bits(steps: &[(i32, i32)]) -> u8 {
    let mut out = 0;
    let mut i = 0;
    while i < steps.len() {
        out |= 1 << direction_of(steps[i].1, steps[i].0);
        i += 1;
    }
    out
}

/// The directions in which a piece slides, as bits.
#[inline]
pub const fn slide_directions(pt: PieceType) -> u8 {
    match pt {
        BISHOP => const { bits(&DIAGONAL) },
        ROOK => const { bits(&STRAIGHT) },
        QUEEN => const { bits(&DIAGONAL) | bits(&STRAIGHT) },
        _ => 0,
    }
}

/// The steps of each piece, by [`Piece::index`] and square.
#[expect(clippy::large_stack_arrays, reason = "only while the program is compiled")]
const fn step_table() -> [[u128; SQUARES]; Piece::COUNT] {
    let mut table = [[0; SQUARES]; Piece::COUNT];
    let mut c = 0;
    while c < 2 {
        let color = Color::from_index(c);
        let sign = if c == Color::White.index() { 1 } else { -1 };
        let mut sq = 0;
        while sq < SQUARES {
            table[Piece::new(color, PAWN).index()][sq] = leap(sq, &PAWN_STEPS, sign);
            table[Piece::new(color, KNIGHT).index()][sq] = leap(sq, &KNIGHT_STEPS, sign);
            table[Piece::new(color, KING).index()][sq] =
                leap(sq, &DIAGONAL, sign) | leap(sq, &STRAIGHT, sign);
            sq += 1;
        }
        c += 1;
    }
    table
}

/// The same in the width of this board.
static STEPS: [[u64; SQUARES]; Piece::COUNT] = narrow(&step_table());

/// The squares that steps from a square lead to; `sign` turns them round.
const fn leap(sq: usize, steps: &[(i32, i32)], sign: i32) -> u128 {
    let mut out = 0;
    let mut i = 0;
    while i < steps.len() {
        let file = (sq % SIZE) as i32 + steps[i].0;
        let rank = (sq / SIZE) as i32 + steps[i].1 * sign;
        if file >= 0 && file < SIZE as i32 && rank >= 0 && rank < SIZE as i32 {
            out |= 1 << (rank as usize * SIZE + file as usize);
        }
        i += 1;
    }
    out
}

/// The attacks of a piece that do not slide.
#[inline]
pub fn steps_from(pt: PieceType, c: Color, from: Square) -> Bitboard {
    Bitboard(STEPS[Piece::new(c, pt).index()][from.index() % SQUARES])
}

/// The same as lists of squares.
static STEP_LISTS: [[StepList; SQUARES]; Piece::COUNT] = step_lists(&step_table());

/// The squares of [`steps_from`].
#[inline]
pub(crate) fn step_list_from(piece: Piece, from: Square) -> &'static StepList {
    &STEP_LISTS[piece.index()][from.index() % SQUARES]
}

/// The diagonals through a square, up to the nearest pieces.
#[inline]
pub(crate) fn bishop_attacks(from: Square, occupied: Bitboard) -> Bitboard {
    get_bishop_moves(to_cozy(from), occupied.into()).into()
}

/// The file and rank through a square, up to the nearest pieces.
#[inline]
pub(crate) fn rook_attacks(from: Square, occupied: Bitboard) -> Bitboard {
    get_rook_moves(to_cozy(from), occupied.into()).into()
}

/// The squares a piece attacks, blockers included.
#[inline]
pub fn attacks_from(pt: PieceType, c: Color, from: Square, occupied: Bitboard) -> Bitboard {
    match pt {
        BISHOP => bishop_attacks(from, occupied),
        ROOK => rook_attacks(from, occupied),
        QUEEN => bishop_attacks(from, occupied) | rook_attacks(from, occupied),
        _ => steps_from(pt, c, from),
    }
}

/// The squares a pawn can step to: one forward, or two from its start.
#[inline]
pub(crate) fn pawn_steps(c: Color, from: Square, occupied: Bitboard) -> Bitboard {
    let one = forward(c, Bitboard::of(from)) & !occupied;
    if relative_rank(from, c) == 1 { one | forward(c, one) & !occupied } else { one }
}

/// Every square one step forward.
#[inline]
const fn forward(c: Color, set: Bitboard) -> Bitboard {
    match c {
        Color::White => Bitboard(set.0 << SIZE),
        Color::Black => Bitboard(set.0 >> SIZE),
    }
}

/// The pieces of both sides that attack a square, with these squares occupied.
#[inline]
pub fn attackers_to<B: Board<Geometry = Chess>>(board: &B, sq: Square, occupied: Bitboard) -> Bitboard {
    let t = |pt: PieceType| board.by_type(pt);
    // Looking from the square with the other side's eyes finds the pawns.
    (steps_from(PAWN, Color::Black, sq) & board.pieces(Color::White, PAWN))
        | (steps_from(PAWN, Color::White, sq) & board.pieces(Color::Black, PAWN))
        | (steps_from(KNIGHT, Color::White, sq) & t(KNIGHT))
        | (steps_from(KING, Color::White, sq) & t(KING))
        | (bishop_attacks(sq, occupied) & (t(BISHOP) | t(QUEEN)))
        | (rook_attacks(sq, occupied) & (t(ROOK) | t(QUEEN)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::square::{file, rank, square};
    use crate::game::Geometry as _;
    use crate::game::rng::Rng;

    /// Attacks by walking from square to square.
    fn slow_ray(step: (i32, i32), from: Square, occupied: Bitboard) -> Bitboard {
        let (mut f, mut r) = (file(from) as i32 + step.0, rank(from) as i32 + step.1);
        let mut out = Bitboard::EMPTY;
        while (0..8).contains(&f) && (0..8).contains(&r) {
            let sq = square(f as usize, r as usize);
            out |= Bitboard::of(sq);
            if occupied.contains(sq) {
                break;
            }
            f += step.0;
            r += step.1;
        }
        out
    }

    #[test]
    fn rays_agree_with_walking() {
        let mut rng = Rng::new(2);
        for _ in 0..2000 {
            let occupied = Bitboard(rng.next_u64() & rng.next_u64());
            let from = Square::new(rng.below(SQUARES) as u8);
            for step in DIAGONAL.into_iter().chain(STRAIGHT) {
                let d = direction_of(step.1, step.0);
                let walked = slow_ray(step, from, occupied);
                assert_eq!(ray(d, from), slow_ray(step, from, Bitboard::EMPTY));
                let blocker = Chess::nearest(d, ray(d, from) & occupied);
                assert_eq!(blocker, (walked & occupied).first());
                if let Some(blocker) = blocker {
                    assert_eq!(direction(from, blocker) as usize, d);
                    assert_eq!(between(from, blocker), walked.without(blocker));
                }
            }
        }
    }
}
