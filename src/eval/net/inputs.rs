//! What a net reads of a position: the rows of its table that are added up.
//!
//! There are two views, one for each side. A view sees the board turned to its
//! side and, if its king stands on the right half, mirrored. Each piece gives
//! one row: whose it is, its type, its square, and its class, that is how often
//! the other side attacks the square (not, once, more often) and how often its
//! own side guards it. Pieces in hand give a row by count. Each square next to
//! either king gives a row by its direction, who stands on it, and its class.

use crate::game::attack_map::{MAX_SLOTS, MapOf, slots};
use crate::game::{
    Board, Color, EvalWeights, Geometry, MAX_PIECE_TYPES, MAX_SQUARES, Piece, Square, SquareSet,
};

use crate::eval::effects::{Classes, PADDED_SQUARES, SPREAD, classes};

/// Attacked 0, 1, 2 or more times, guarded 0, 1, 2 or more times.
pub const CLASSES: usize = 9;
/// Rows of pieces: whose and which, square, class.
pub const PIECE_ROWS: usize = Piece::COUNT * MAX_SQUARES * CLASSES;
/// Kinds of pieces in hand.
pub const HAND_KINDS: usize = 7;
/// Counts of one kind in hand, none included.
pub const HAND_COUNTS: usize = 19;
/// Rows of pieces in hand: whose, kind, count.
pub const HAND_ROWS: usize = 2 * HAND_KINDS * HAND_COUNTS;
/// Squares next to a king, as file and rank from it.
const NEAR: [(i32, i32); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
/// An empty square, one of a piece of the view's side, one of the other's.
const OCCUPANTS: usize = 3;
/// Rows of squares near kings: whose king, direction, occupant, class.
pub const NEAR_ROWS: usize = 2 * NEAR.len() * OCCUPANTS * CLASSES;
/// The first row of pieces in hand.
pub const FIRST_HAND: usize = PIECE_ROWS;
/// The first row of squares near kings.
pub const FIRST_NEAR: usize = FIRST_HAND + HAND_ROWS;
/// All rows.
pub const ROWS: usize = FIRST_NEAR + NEAR_ROWS;
/// A row of zeros, to fill lists up with.
pub const NO_ROW: u16 = ROWS as u16;
/// Room for rows: a power of two, so that any masked number is a place in it.
pub const ROOM: usize = 1 << 15;
const _: () = assert!(ROWS < ROOM);

/// Room for the rows of one view; a power of two.
const MOST_ACTIVE: usize = 128;
/// Lists of rows are filled up to whole groups of so many.
pub const GROUP: usize = 4;
/// Squares in a table that any masked number is a place in.
const SQUARE_ROOM: usize = 128;
/// What stands for a square beyond the board.
const OFF_BOARD: u8 = u8::MAX;

/// The rows of one view of a position.
#[derive(Clone, Debug)]
pub struct Active {
    rows: [u16; MOST_ACTIVE],
    len: usize,
}

impl Active {
    const fn new() -> Self {
        Self { rows: [NO_ROW; MOST_ACTIVE], len: 0 }
    }

    #[inline]
    fn push(&mut self, row: usize) {
        self.push_if(true, row);
    }

    /// Written without a branch, which would go another way in each position.
    #[inline]
    fn push_if(&mut self, counts: bool, row: usize) {
        debug_assert!(!counts || row < ROWS && self.len < MOST_ACTIVE - GROUP);
        self.rows[self.len % MOST_ACTIVE] = if counts { row as u16 } else { NO_ROW };
        self.len += usize::from(counts);
    }

    /// The rows, with rows of zeros behind them up to a whole group.
    #[inline]
    pub fn padded(&self) -> &[u16] {
        let len = self.len.next_multiple_of(GROUP).min(MOST_ACTIVE);
        &self.rows[..len]
    }

    /// The rows.
    pub fn rows(&self) -> &[u16] {
        &self.rows[..self.len.min(MOST_ACTIVE)]
    }
}

/// How a view sees the board, by color and by whether it is mirrored.
#[derive(Clone, Debug)]
struct View {
    /// The place of each square among the rows of a piece.
    place: [u16; SQUARE_ROOM],
    /// The squares next to each square in the order of [`NEAR`].
    near: [[u8; NEAR.len()]; SQUARE_ROOM],
}

/// The inputs of a game's nets.
#[derive(Clone, Debug)]
pub struct Inputs {
    views: [[View; 2]; 2],
    /// For each color whether a king on a square has its view mirrored.
    mirrors: [[bool; SQUARE_ROOM]; 2],
}

impl Inputs {
    /// The inputs of a game.
    pub fn new<G: EvalWeights>() -> Self {
        let squares: Vec<Square> = G::all_squares().squares().collect();
        let files = squares.iter().map(|&sq| G::coordinates(sq).0).max().unwrap_or(0) + 1;
        let seen = |c: Color, mirrored: bool, sq: Square| {
            let sq = if c == Color::Black { sq } else { G::flip(sq) };
            let (file, rank) = G::coordinates(sq);
            (if mirrored { files - 1 - file } else { file }, rank)
        };
        let view = |c: Color, mirrored: bool| {
            let mut view = View { place: [0; SQUARE_ROOM], near: [[OFF_BOARD; NEAR.len()]; SQUARE_ROOM] };
            for &sq in &squares {
                let (file, rank) = seen(c, mirrored, sq);
                let find = |at| squares.iter().copied().find(|&sq| G::coordinates(sq) == at);
                let place = find((file, rank)).map_or(0, Square::index);
                view.place[sq.index()] = (place * CLASSES) as u16;
                for (near, (df, dr)) in view.near[sq.index()].iter_mut().zip(NEAR) {
                    let at = (file + df, rank + dr);
                    let neighbor = squares.iter().find(|&&sq| seen(c, mirrored, sq) == at);
                    *near = neighbor.map_or(OFF_BOARD, |sq| sq.raw());
                }
            }
            view
        };
        let mut mirrors = [[false; SQUARE_ROOM]; 2];
        for c in Color::ALL {
            for &sq in &squares {
                mirrors[c.index()][sq.index()] = seen(c, false, sq).0 > (files - 1) / 2;
            }
        }
        let views = Color::ALL.map(|c| [view(c, false), view(c, true)]);
        Self { views, mirrors }
    }

    /// The rows of both views of a position: of the side to move, and of the
    /// other.
    #[inline]
    pub fn active<P: Board>(&self, position: &P, map: &MapOf<P>) -> [Active; 2] {
        self.active_with(position, map, &classes::<P>(map))
    }

    /// The same where the class of each square is known.
    #[inline]
    pub(in crate::eval) fn active_with<P: Board>(
        &self,
        position: &P,
        map: &MapOf<P>,
        classes: &Classes,
    ) -> [Active; 2] {
        let us = position.side_to_move();
        let kings = Color::ALL.map(|c| {
            let slot = map.king[c] as usize;
            (slot < MAX_SLOTS).then(|| map.square(slot))
        });
        let look = |c: Color| {
            let at = c.index();
            let mirrored = kings[at].is_some_and(|sq| self.mirrors[at][sq.index() % SQUARE_ROOM]);
            let view = &self.views[at][usize::from(mirrored)];
            let bytes = |c| position.by_color(c).to_bits().to_le_bytes();
            Look {
                view,
                places: places(view, &classes[at]),
                codes: codes(&classes[at], bytes(c), bytes(!c)),
                turn: at * MAX_PIECE_TYPES,
                active: Active::new(),
            }
        };
        let mut looks = [look(us), look(!us)];
        for slot in slots(map.present) {
            let (piece, sq) = (map.piece(slot).index(), map.square(slot).index());
            for look in &mut looks {
                look.piece(piece, sq);
            }
        }
        for (mine, c) in [us, !us].into_iter().enumerate() {
            for (kind, &pt) in P::Geometry::DROPPABLE.iter().enumerate() {
                let count = usize::from(position.hand(c, pt)).min(HAND_COUNTS - 1);
                if count > 0 {
                    for (at, look) in looks.iter_mut().enumerate() {
                        look.hand(mine ^ at, kind, count);
                    }
                }
            }
            if let Some(king) = kings[c.index()] {
                for (at, look) in looks.iter_mut().enumerate() {
                    look.near(mine ^ at, king);
                }
            }
        }
        looks.map(|look| look.active)
    }
}

/// The place of each square among the rows of a piece, its class included.
#[inline]
fn places(view: &View, classes: &[u8; PADDED_SQUARES]) -> [u16; SQUARE_ROOM] {
    let mut places = [0; SQUARE_ROOM];
    for ((sum, &place), &class) in places.iter_mut().zip(&view.place).zip(classes) {
        *sum = place + u16::from(class);
    }
    places
}

/// Who stands on each square and its class, as a number; eight squares at a time.
#[inline]
fn codes(classes: &[u8; PADDED_SQUARES], own: [u8; 16], other: [u8; 16]) -> [u8; SQUARE_ROOM] {
    const OWN: u64 = CLASSES as u64;
    let mut codes = [0; SQUARE_ROOM];
    for (i, (code, class)) in codes.chunks_exact_mut(8).zip(classes.chunks_exact(8)).enumerate() {
        let class = class.try_into().map_or(0, u64::from_le_bytes);
        let sum = class + OWN * SPREAD[own[i] as usize] + 2 * OWN * SPREAD[other[i] as usize];
        code.copy_from_slice(&sum.to_le_bytes());
    }
    codes
}

/// One view of a position while its rows are found.
struct Look<'a> {
    view: &'a View,
    places: [u16; SQUARE_ROOM],
    codes: [u8; SQUARE_ROOM],
    /// What turns a piece into one of the view's side or the other's.
    turn: usize,
    active: Active,
}

impl Look<'_> {
    #[inline]
    fn piece(&mut self, piece: usize, sq: usize) {
        let first = (piece ^ self.turn) * (MAX_SQUARES * CLASSES);
        self.active.push(first + self.places[sq % SQUARE_ROOM] as usize);
    }

    #[inline]
    fn hand(&mut self, whose: usize, kind: usize, count: usize) {
        self.active.push(FIRST_HAND + (whose * HAND_KINDS + kind) * HAND_COUNTS + count);
    }

    /// The squares next to a king.
    #[inline]
    fn near(&mut self, whose: usize, king: Square) {
        let first = FIRST_NEAR + whose * NEAR.len() * OCCUPANTS * CLASSES;
        for (direction, &near) in self.view.near[king.index() % SQUARE_ROOM].iter().enumerate() {
            let code = self.codes[near as usize % SQUARE_ROOM] as usize;
            self.active.push_if(near != OFF_BOARD, first + direction * OCCUPANTS * CLASSES + code);
        }
    }
}
