//! The eight directions of a board and the squares along them.
//!
//! Squares are numbered file by file; a step along a file changes the number
//! by one. Both games build their tables here, at compile time.

/// The eight directions. The first four lead to higher square numbers, the
/// last four to lower ones; `d` and `7 - d` are opposite.
pub(crate) const DIRECTIONS: usize = 8;

/// File and rank steps of each direction, for a board numbered `file * HEIGHT + rank`.
const STEPS: [(i32, i32); DIRECTIONS] =
    [(0, 1), (1, -1), (1, 0), (1, 1), (-1, -1), (-1, 0), (-1, 1), (0, -1)];

/// Whether the direction leads to higher square numbers, so that the nearest
/// blocker is the lowest set bit.
#[inline]
pub(crate) const fn is_rising(direction: usize) -> bool {
    direction < DIRECTIONS / 2
}

/// The direction back.
#[inline]
pub const fn opposite(direction: usize) -> usize {
    DIRECTIONS - 1 - direction
}

/// The direction with these steps of file and rank, if it is one.
pub(crate) const fn direction_of(file_step: i32, rank_step: i32) -> usize {
    let mut d = 0;
    while d < DIRECTIONS {
        if STEPS[d].0 == file_step && STEPS[d].1 == rank_step {
            return d;
        }
        d += 1;
    }
    panic!("not a direction")
}

/// The most squares that a piece steps to.
pub(crate) const MAX_STEPS: usize = 8;

/// The squares a piece steps to, as numbers; beyond the last one numbers that
/// no square has, all different.
pub(crate) type StepList = [u8; MAX_STEPS];

/// The lists of sets of squares.
pub(crate) const fn step_lists<const ROWS: usize, const COLUMNS: usize>(
    sets: &[[u128; COLUMNS]; ROWS],
) -> [[StepList; COLUMNS]; ROWS] {
    let mut lists = [[[0; MAX_STEPS]; COLUMNS]; ROWS];
    let mut at = 0;
    while at < ROWS * COLUMNS {
        let mut set = sets[at / COLUMNS][at % COLUMNS];
        let list = &mut lists[at / COLUMNS][at % COLUMNS];
        let mut i = 0;
        while i < MAX_STEPS {
            list[i] = if set == 0 { u8::MAX - i as u8 } else { set.trailing_zeros() as u8 };
            set &= set.wrapping_sub(1);
            i += 1;
        }
        at += 1;
    }
    lists
}

/// No direction: two squares that share no line.
pub const NO_DIRECTION: u8 = 8;

/// The squares beyond each square in each direction, as bits. One more row
/// of empty rays stands at the end for "no blocker".
pub(crate) const fn ray_table<const FILES: usize, const RANKS: usize, const ROWS: usize>()
-> [[u128; ROWS]; DIRECTIONS] {
    let mut table = [[0u128; ROWS]; DIRECTIONS];
    let mut d = 0;
    while d < DIRECTIONS {
        let (df, dr) = STEPS[d];
        let mut sq = 0;
        while sq < FILES * RANKS {
            let mut f = (sq / RANKS) as i32 + df;
            let mut r = (sq % RANKS) as i32 + dr;
            while f >= 0 && f < FILES as i32 && r >= 0 && r < RANKS as i32 {
                table[d][sq] |= 1 << (f as usize * RANKS + r as usize);
                f += df;
                r += dr;
            }
            sq += 1;
        }
        d += 1;
    }
    table
}

/// The direction from one square to another, or [`NO_DIRECTION`].
pub(crate) const fn direction_table<const FILES: usize, const RANKS: usize, const ROWS: usize>()
-> [[u8; ROWS]; ROWS] {
    let mut table = [[NO_DIRECTION; ROWS]; ROWS];
    let mut d = 0;
    while d < DIRECTIONS {
        let (df, dr) = STEPS[d];
        let mut sq = 0;
        while sq < FILES * RANKS {
            let mut f = (sq / RANKS) as i32 + df;
            let mut r = (sq % RANKS) as i32 + dr;
            while f >= 0 && f < FILES as i32 && r >= 0 && r < RANKS as i32 {
                table[sq][f as usize * RANKS + r as usize] = d as u8;
                f += df;
                r += dr;
            }
            sq += 1;
        }
        d += 1;
    }
    table
}
