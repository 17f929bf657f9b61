//! Where pieces attack.
//!
//! Steps come from a table by piece and square. Slides follow one ray at a
//! time: the ray is intersected with the occupied squares and cut behind the
//! nearest of them. On this board that beats 128-bit magic multiplication,
//! and the blockers a ray names are what pins, x-rays and discovered attacks
//! need.

use crate::game::rays::{
    self, DIRECTIONS, NO_DIRECTION, StepList, direction_of, direction_table, is_rising, ray_table, step_lists,
};
use crate::game::{Board, Color, Piece, PieceType, Square, SquareSet};

use super::Shogi;
use super::bitboard::Bitboard;
use super::piece::{
    BISHOP, DRAGON, GOLD, HORSE, KING, KNIGHT, LANCE, PAWN, PRO_KNIGHT, PRO_LANCE, PRO_PAWN, PRO_SILVER,
    ROOK, SILVER, moves_as_gold,
};
use super::square::{SIZE, SQUARES, square};

/// Rows of the ray table: the squares, and one empty row that a blocker
/// search without blocker ends on.
const ROWS: usize = SQUARES + 1;

static RAYS: [[u128; ROWS]; DIRECTIONS] = ray_table::<SIZE, SIZE, ROWS>();
static DIRECTION: [[u8; SQUARES]; SQUARES] = direction_table::<SIZE, SIZE, SQUARES>();

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
    DIRECTION[from.index()][to.index()]
}

/// The squares strictly between two squares of a line.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    let d = direction(a, b);
    if d == NO_DIRECTION {
        return Bitboard(0);
    }
    Bitboard(RAYS[d as usize][a.index()] & RAYS[rays::opposite(d as usize)][b.index()])
}

/// The squares a slider reaches in a direction, the first blocker included.
#[inline]
pub(crate) fn ray_attacks(direction: usize, from: Square, occupied: Bitboard) -> Bitboard {
    let ray = RAYS[direction][from.index()];
    let blockers = ray & occupied.0;
    if is_rising(direction) {
        // All bits up to the lowest blocker; all bits when there is none.
        Bitboard(ray & (blockers ^ blockers.wrapping_sub(1)))
    } else {
        // No falling ray leads on from square 0, so bit 0 serves as "none".
        let nearest = 127 - (blockers | 1).leading_zeros() as usize;
        Bitboard(ray & !RAYS[direction][nearest])
    }
}

/// Directions as bits, from black's view and white's.
const fn bits(steps: &[(i32, i32)], white: bool) -> u8 {
    let mut out = 0;
    let mut i = 0;
    while i < steps.len() {
        let (df, dr) = steps[i];
        out |= 1 << direction_of(df, if white { -dr } else { dr });
        i += 1;
    }
    out
}

const DIAGONAL: [(i32, i32); 4] = [(1, -1), (1, 1), (-1, -1), (-1, 1)];
const STRAIGHT: [(i32, i32); 4] = [(0, -1), (0, 1), (1, 0), (-1, 0)];
const SILVER_STEPS: [(i32, i32); 5] = [(0, -1), (1, -1), (-1, -1), (1, 1), (-1, 1)];
const GOLD_STEPS: [(i32, i32); 6] = [(0, -1), (1, -1), (-1, -1), (1, 0), (-1, 0), (0, 1)];
const KNIGHT_STEPS: [(i32, i32); 2] = [(1, -2), (-1, -2)];

/// The directions in which each piece slides, by [`Piece::index`].
static SLIDES: [u8; Piece::COUNT] = {
    let mut table = [0; Piece::COUNT];
    let mut c = 0;
    while c < 2 {
        let at = c * 16;
        table[at + LANCE.index()] = bits(&[(0, -1)], c == 1);
        table[at + BISHOP.index()] = bits(&DIAGONAL, false);
        table[at + HORSE.index()] = bits(&DIAGONAL, false);
        table[at + ROOK.index()] = bits(&STRAIGHT, false);
        table[at + DRAGON.index()] = bits(&STRAIGHT, false);
        c += 1;
    }
    table
};

/// The steps of each piece, by [`Piece::index`] and square.
static STEPS: [[u128; SQUARES]; Piece::COUNT] = {
    let mut table = [[0; SQUARES]; Piece::COUNT];
    let mut piece = 0;
    while piece < Piece::COUNT {
        let pt = PieceType::new((piece & 15) as u8);
        let white = piece >= 16;
        let steps: &[(i32, i32)] = if moves_as_gold(pt) {
            &GOLD_STEPS
        } else if pt.raw() == PAWN.raw() {
            &[(0, -1)]
        } else if pt.raw() == KNIGHT.raw() {
            &KNIGHT_STEPS
        } else if pt.raw() == SILVER.raw() {
            &SILVER_STEPS
        } else if pt.raw() == HORSE.raw() {
            &STRAIGHT
        } else if pt.raw() == DRAGON.raw() {
            &DIAGONAL
        } else {
            &[]
        };
        let king = pt.raw() == KING.raw();
        let mut sq = 0;
        while sq < SQUARES {
            let mut i = 0;
            while i < steps.len() {
                let (df, dr) = steps[i];
                table[piece][sq] |= step(sq, df, if white { -dr } else { dr });
                i += 1;
            }
            let mut d = 0;
            while king && d < 4 {
                table[piece][sq] |=
                    step(sq, DIAGONAL[d].0, DIAGONAL[d].1) | step(sq, STRAIGHT[d].0, STRAIGHT[d].1);
                d += 1;
            }
            sq += 1;
        }
        piece += 1;
    }
    table
};

/// The bit of the square a step leads to, if it is on the board.
const fn step(sq: usize, df: i32, dr: i32) -> u128 {
    let f = (sq / SIZE) as i32 + df;
    let r = (sq % SIZE) as i32 + dr;
    if f < 0 || f >= SIZE as i32 || r < 0 || r >= SIZE as i32 {
        return 0;
    }
    1 << (f as usize * SIZE + r as usize)
}

/// The bits of [`steps_from`], for tables.
pub(crate) const fn step_bits(pt: PieceType, c: Color, from: Square) -> u128 {
    STEPS[c.index() * 16 + pt.index()][from.index()]
}

/// The attacks of a piece that do not slide.
#[inline]
pub fn steps_from(pt: PieceType, c: Color, from: Square) -> Bitboard {
    Bitboard(STEPS[Piece::new(c, pt).index()][from.index()])
}

/// The same as lists of squares.
static STEP_LISTS: [[StepList; SQUARES]; Piece::COUNT] = step_lists(&STEPS);

/// The squares of [`steps_from`].
#[inline]
pub(crate) fn step_list_from(piece: Piece, from: Square) -> &'static StepList {
    &STEP_LISTS[piece.index()][from.index()]
}

/// The directions in which a piece slides, as bits.
#[inline]
pub fn slide_directions(pt: PieceType, c: Color) -> u8 {
    SLIDES[Piece::new(c, pt).index()]
}

/// How a square lies as seen from another: next to it in one of the eight
/// directions, farther in that direction, where a knight jumps, or otherwise.
type Bearing = u8;
/// Added to the direction of a square that is not next to the other.
const FAR: Bearing = DIRECTIONS as Bearing;
/// The first of the numbers for knights: black's, then white's.
const JUMP: Bearing = 2 * FAR;
/// No piece goes from the one to the other.
const OUT_OF_REACH: Bearing = JUMP + 2;

/// How the second square lies as seen from the first.
static BEARING: [[Bearing; SQUARES]; SQUARES] = {
    let mut table = [[OUT_OF_REACH; SQUARES]; SQUARES];
    let direction = direction_table::<SIZE, SIZE, SQUARES>();
    let mut from = 0;
    while from < SQUARES {
        let mut to = 0;
        while to < SQUARES {
            let bit = 1 << to;
            if direction[from][to] != NO_DIRECTION {
                let is_next = STEPS[KING.index()][from] & bit != 0;
                table[from][to] = direction[from][to] + if is_next { 0 } else { FAR };
            }
            let mut c = 0;
            while c < 2 {
                if STEPS[c * 16 + KNIGHT.index()][from] & bit != 0 {
                    table[from][to] = JUMP + c as Bearing;
                }
                c += 1;
            }
            to += 1;
        }
        from += 1;
    }
    table
};

/// The bearings that each piece can reach, as bits, by [`Piece::index`].
static REACH: [u32; Piece::COUNT] = {
    let mut reach = [0; Piece::COUNT];
    let mut piece = 0;
    while piece < Piece::COUNT {
        let slides = SLIDES[piece] as u32;
        reach[piece] = slides | slides << FAR;
        // From the middle of the board every step is possible.
        let center = square(SIZE / 2, SIZE / 2).index();
        let mut to = 0;
        while to < SQUARES {
            if STEPS[piece][center] & (1 << to) != 0 {
                reach[piece] |= 1 << BEARING[center][to];
            }
            to += 1;
        }
        piece += 1;
    }
    reach
};

/// Whether a piece attacks a square, with these squares occupied.
#[inline]
pub fn reaches(piece: Piece, from: Square, to: Square, occupied: Bitboard) -> bool {
    let bearing = BEARING[from.index()][to.index()];
    if (REACH[piece.index()] >> bearing) & 1 == 0 {
        return false;
    }
    if !(FAR..JUMP).contains(&bearing) {
        return true;
    }
    let d = (bearing - FAR) as usize;
    RAYS[d][from.index()] & RAYS[rays::opposite(d)][to.index()] & occupied.0 == 0
}

/// The diagonals through a square, up to the nearest pieces.
#[inline]
pub(crate) fn bishop_attacks(from: Square, occupied: Bitboard) -> Bitboard {
    const D: [usize; 4] =
        [direction_of(1, -1), direction_of(1, 1), direction_of(-1, -1), direction_of(-1, 1)];
    Bitboard(
        ray_attacks(D[0], from, occupied).0
            | ray_attacks(D[1], from, occupied).0
            | ray_attacks(D[2], from, occupied).0
            | ray_attacks(D[3], from, occupied).0,
    )
}

/// The file and rank through a square, up to the nearest pieces.
#[inline]
pub(crate) fn rook_attacks(from: Square, occupied: Bitboard) -> Bitboard {
    const D: [usize; 4] = [direction_of(0, 1), direction_of(1, 0), direction_of(-1, 0), direction_of(0, -1)];
    Bitboard(
        ray_attacks(D[0], from, occupied).0
            | ray_attacks(D[1], from, occupied).0
            | ray_attacks(D[2], from, occupied).0
            | ray_attacks(D[3], from, occupied).0,
    )
}

/// The file in front of a square, up to the nearest piece.
#[inline]
pub(crate) fn lance_attacks(c: Color, from: Square, occupied: Bitboard) -> Bitboard {
    match c {
        Color::Black => ray_attacks(const { direction_of(0, -1) }, from, occupied),
        Color::White => ray_attacks(const { direction_of(0, 1) }, from, occupied),
    }
}

/// The squares a piece attacks, blockers included.
#[inline]
pub fn attacks_from(pt: PieceType, c: Color, from: Square, occupied: Bitboard) -> Bitboard {
    let steps = steps_from(pt, c, from);
    match pt {
        LANCE => lance_attacks(c, from, occupied),
        BISHOP | HORSE => Bitboard(steps.0 | bishop_attacks(from, occupied).0),
        ROOK | DRAGON => Bitboard(steps.0 | rook_attacks(from, occupied).0),
        _ => steps,
    }
}

/// The diagonals through a square to the edge.
#[inline]
pub fn diagonals(sq: Square) -> Bitboard {
    Bitboard(LINES[0][sq.index()])
}

/// The file and rank through a square to the edge.
#[inline]
pub fn straights(sq: Square) -> Bitboard {
    Bitboard(LINES[1][sq.index()])
}

/// Diagonals and straights through each square.
static LINES: [[u128; SQUARES]; 2] = {
    let table = ray_table::<SIZE, SIZE, ROWS>();
    let mut lines = [[0; SQUARES]; 2];
    let mut sq = 0;
    while sq < SQUARES {
        let mut i = 0;
        while i < 4 {
            lines[0][sq] |= table[direction_of(DIAGONAL[i].0, DIAGONAL[i].1)][sq];
            lines[1][sq] |= table[direction_of(STRAIGHT[i].0, STRAIGHT[i].1)][sq];
            i += 1;
        }
        sq += 1;
    }
    lines
};

/// The pieces of both sides that attack a square on any board of shogi.
#[inline]
pub fn attackers_to<B: Board<Geometry = Shogi>>(board: &B, sq: Square, occupied: Bitboard) -> Bitboard {
    let t = |pt: PieceType| board.by_type(pt);
    let golds = t(GOLD) | t(PRO_PAWN) | t(PRO_LANCE) | t(PRO_KNIGHT) | t(PRO_SILVER);
    let mut found = Bitboard(0);
    for c in Color::ALL {
        // Looking from the square with the other side's eyes finds them.
        let back = !c;
        let steps = (steps_from(PAWN, back, sq) & t(PAWN))
            | (steps_from(KNIGHT, back, sq) & t(KNIGHT))
            | (steps_from(SILVER, back, sq) & t(SILVER))
            | (gold_attacks(back, sq) & golds);
        found |= steps & board.by_color(c);
        let lances = t(LANCE) & board.by_color(c);
        if !(straights(sq) & lances).is_empty() {
            found |= lance_attacks(back, sq, occupied) & lances;
        }
    }
    found |= steps_from(KING, Color::Black, sq) & (t(KING) | t(HORSE) | t(DRAGON));
    let diagonal = t(BISHOP) | t(HORSE);
    if !(diagonals(sq) & diagonal).is_empty() {
        found |= bishop_attacks(sq, occupied) & diagonal;
    }
    let straight = t(ROOK) | t(DRAGON);
    if !(straights(sq) & straight).is_empty() {
        found |= rook_attacks(sq, occupied) & straight;
    }
    found
}

/// The attacks of a gold, the commonest step.
#[inline]
pub(crate) fn gold_attacks(c: Color, from: Square) -> Bitboard {
    steps_from(GOLD, c, from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rng::Rng;

    #[test]
    fn pieces_reach_what_they_attack() {
        let mut rng = Rng::new(3);
        for from in Bitboard::ALL.squares() {
            let sparse = rng.next_u64() & rng.next_u64();
            let occupied =
                Bitboard((u128::from(sparse) << 17 | u128::from(rng.next_u64())) & Bitboard::ALL.0);
            for (c, pt) in Color::ALL.into_iter().flat_map(|c| super::super::piece::ALL.map(|pt| (c, pt))) {
                let attacked = attacks_from(pt, c, from, occupied);
                for to in Bitboard::ALL.squares() {
                    let reached = reaches(Piece::new(c, pt), from, to, occupied);
                    assert_eq!(reached, attacked.contains(to), "{c:?} {pt:?} from {from:?} to {to:?}");
                }
            }
        }
    }

    #[test]
    fn between_is_open_at_both_ends() {
        let (a, b) = (square(1, 1), square(5, 5));
        assert_eq!(between(a, b).len(), 3);
        assert_eq!(between(a, b), between(b, a));
        assert!(between(square(0, 0), square(1, 2)).is_empty());
    }
}
