//! What a net reads of a position: the rows of its table that are added up.
//!
//! There are two views, one for each side. A view sees the board turned to its
//! side and, if its king stands on the right half, mirrored. Each piece gives
//! one row: whose it is, its type, its square, and its class, that is how often
//! the other side attacks the square (not, once, more often) and how often its
//! own side guards it. Pieces in hand give a row by count. Each square next to
//! either king gives a row by its direction, who stands on it, and its class, and so
//! does each of the sixteen squares around those, unless it is empty and nobody
//! attacks it. Each king gives a row by its flight squares. Each piece that is
//! attacked gives a second row: whether a cheaper piece attacks it, whether it is
//! guarded, whether it is pinned. What else a game tells of a side, its features, gives a row each.

use arrayvec::ArrayVec;

use crate::game::attack_map::{AttackMap, MAX_SLOTS, MapOf, bit, slots};
use crate::game::{
    Board, ByColor, Color, EvalWeights, Features, Geometry, MAX_PIECE_TYPES, MAX_PIECES, MAX_SQUARES,
    MOST_FEATURES, Piece, Square, SquareSet,
};

use crate::eval::effects::{Classes, PADDED_SQUARES, SPREAD, classes};

/// Attacked 0, 1, 2 or more times, guarded 0, 1, 2 or more times.
pub const CLASSES: usize = 9;
/// Rows of pieces: whose and which, square, class.
pub(crate) const PIECE_ROWS: usize = Piece::COUNT * MAX_SQUARES * CLASSES;
/// Kinds of pieces in hand.
pub const HAND_KINDS: usize = 7;
/// Counts of one kind in hand, none included.
pub const HAND_COUNTS: usize = 19;
/// Rows of pieces in hand: whose, kind, count.
pub(crate) const HAND_ROWS: usize = 2 * HAND_KINDS * HAND_COUNTS;
/// Kinds of attacked pieces: by a cheaper piece or not, guarded or not, pinned or not.
pub const UNDER_KINDS: usize = 8;
/// Rows of attacked pieces: whose and which, kind.
pub(crate) const UNDER_ROWS: usize = Piece::COUNT * UNDER_KINDS;
/// Squares next to a king.
pub const NEAR: usize = 8;
/// Squares around those.
pub const WIDE: usize = 16;
/// Squares near a king as file and rank from it, the next ones first.
pub const AROUND: [(i32, i32); NEAR + WIDE] = [
    (-1, -1),
    (0, -1),
    (1, -1),
    (-1, 0),
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
    (-2, -2),
    (-1, -2),
    (0, -2),
    (1, -2),
    (2, -2),
    (-2, -1),
    (2, -1),
    (-2, 0),
    (2, 0),
    (-2, 1),
    (2, 1),
    (-2, 2),
    (-1, 2),
    (0, 2),
    (1, 2),
    (2, 2),
];
/// An empty square, one of a piece of the view's side, one of the other's.
const OCCUPANTS: usize = 3;
/// The number of a piece of the view's side.
const OWN: usize = 1;
/// The number of one of the other's.
const OTHER: usize = 2;
/// Who stands on a square near a king and the square's class, as one number.
pub const SQUARE_CODES: usize = OCCUPANTS * CLASSES;
/// Rows of squares near kings: whose king, direction, occupant, class.
pub(crate) const NEAR_ROWS: usize = 2 * NEAR * SQUARE_CODES;
/// Rows of the squares around those, the same way.
pub(crate) const WIDE_ROWS: usize = 2 * WIDE * SQUARE_CODES;
/// Flight squares of a king, none included.
pub const FLIGHTS: usize = NEAR + 1;
/// Rows of flight squares: whose king, how many.
pub(crate) const FLIGHT_ROWS: usize = 2 * FLIGHTS;
/// Kinds of features that a game may have of a side beside all these ([`EvalWeights::find_features`]).
pub const FEATURE_ROOM: usize = 8 << 10;
/// Rows of features: kind, of whom, as each view reads one of both.
pub(crate) const FEATURE_ROWS: usize = 2 * FEATURE_ROOM;
/// The first row of pieces in hand.
pub const FIRST_HAND: usize = PIECE_ROWS;
/// The first row of attacked pieces.
pub const FIRST_UNDER: usize = FIRST_HAND + HAND_ROWS;
/// The first row of squares next to kings.
pub const FIRST_NEAR: usize = FIRST_UNDER + UNDER_ROWS;
/// The first row of the squares around those.
pub const FIRST_WIDE: usize = FIRST_NEAR + NEAR_ROWS;
/// The first row of flight squares.
pub const FIRST_FLIGHT: usize = FIRST_WIDE + WIDE_ROWS;
/// The first row of features.
pub const FIRST_FEATURE: usize = FIRST_FLIGHT + FLIGHT_ROWS;
/// All rows.
pub const ROWS: usize = FIRST_FEATURE + FEATURE_ROWS;
/// A row of zeros, to fill lists up with.
pub const NO_ROW: u16 = ROWS as u16;
/// Room for rows: a power of two, so that any masked number is a place in it.
pub(crate) const ROOM: usize = 1 << 16;
const _: () = assert!(ROWS < ROOM);

/// The most rows of one view.
const MOST_ACTIVE: usize = 1 << 10;
const _: () =
    assert!(2 * MOST_FEATURES + 2 * MAX_PIECES + 2 * (NEAR + WIDE + 1) + 2 * HAND_KINDS <= MOST_ACTIVE);
/// Squares or pieces in a table that any byte is a place in.
const BYTE_ROOM: usize = 1 << u8::BITS;
/// What stands for a square beyond the board next to a king.
const OFF_BOARD_NEAR: u8 = u8::MAX;
/// What stands for one around those.
const OFF_BOARD_WIDE: u8 = u8::MAX - 1;
/// The code of a square beyond the board next to a king. Beyond those it has the code of an
/// empty square that nobody attacks: neither gives a row.
const OFF_CODE: u8 = SQUARE_CODES as u8;
/// Codes in a table that any code of five bits is a place in.
const CODE_ROOM: usize = 32;
const _: () = assert!((OFF_CODE as usize) < CODE_ROOM);
/// 1 if a king can go to a square next to it, by the square's code: a view's own
/// king, and the other's. Its own pieces and attacked squares are closed to it.
const IS_FLIGHT: [[u8; CODE_ROOM]; 2] = {
    let mut table = [[0; CODE_ROOM]; 2];
    let mut code = 0;
    while code < SQUARE_CODES {
        let (occupant, by_own, by_other) = (code / CLASSES, code % 3, code % CLASSES / 3);
        table[0][code] = (occupant != OWN && by_other == 0) as u8;
        table[1][code] = (occupant != OTHER && by_own == 0) as u8;
        code += 1;
    }
    table
};

/// What takes the rows of one view as they are found.
pub(crate) trait Sink {
    /// Takes a row, or nothing if it does not count: written so that no branch is needed, which
    /// would go another way in each position.
    fn push_if(&mut self, counts: bool, row: usize);

    /// Takes a row.
    #[inline]
    fn push(&mut self, row: usize) {
        self.push_if(true, row);
    }
}

/// The rows of one view of a position.
pub(crate) type Active = ArrayVec<u16, MOST_ACTIVE>;

impl Sink for Active {
    fn push_if(&mut self, counts: bool, row: usize) {
        debug_assert!(!counts || row < ROWS);
        if counts {
            Self::push(self, row as u16);
        }
    }
}

/// How a view sees the board, by color and by whether it is mirrored.
#[derive(Clone, Debug)]
struct View {
    /// Where the rows of each piece begin, less what its owner adds to the code of its square.
    first: [u16; BYTE_ROOM],
    /// The place of each square among the rows of a piece.
    place: [u16; BYTE_ROOM],
    /// The squares near each square in the order of [`AROUND`].
    near: [[u8; NEAR + WIDE]; BYTE_ROOM],
}

/// The inputs of a game's nets.
#[derive(Clone, Debug)]
pub struct Inputs {
    views: [[View; 2]; 2],
    /// For each color whether a king on a square has its view mirrored.
    mirrors: [[bool; BYTE_ROOM]; 2],
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
            let mut view =
                View { first: [0; BYTE_ROOM], place: [0; BYTE_ROOM], near: [[0; NEAR + WIDE]; BYTE_ROOM] };
            for of in Color::ALL {
                for &pt in G::PIECE_TYPES {
                    let turned = Piece::new(if of == c { Color::Black } else { Color::White }, pt);
                    let first = turned.index() * MAX_SQUARES * CLASSES;
                    let code = CLASSES * if of == c { OWN } else { OTHER };
                    view.first[Piece::new(of, pt).raw() as usize] = first.wrapping_sub(code) as u16;
                }
            }
            for &sq in &squares {
                let (file, rank) = seen(c, mirrored, sq);
                let find = |at| squares.iter().copied().find(|&sq| G::coordinates(sq) == at);
                let place = find((file, rank)).map_or(0, Square::index);
                view.place[sq.index()] = (place * CLASSES) as u16;
                for (i, (near, (df, dr))) in view.near[sq.index()].iter_mut().zip(AROUND).enumerate() {
                    let at = (file + df, rank + dr);
                    let neighbor = squares.iter().find(|&&sq| seen(c, mirrored, sq) == at);
                    let off_board = if i < NEAR { OFF_BOARD_NEAR } else { OFF_BOARD_WIDE };
                    *near = neighbor.map_or(off_board, |sq| sq.raw());
                }
            }
            view
        };
        let mut mirrors = [[false; BYTE_ROOM]; 2];
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
    pub fn active<P: Board<Geometry: EvalWeights>>(&self, position: &P, map: &MapOf<P>) -> [Active; 2] {
        self.find_active(position, map, &classes::<P>(map), Active::new)
    }

    /// Shows the same to a new sink for each view, where the class of each square is known.
    #[inline]
    pub(in crate::eval) fn find_active<P: Board<Geometry: EvalWeights>, S: Sink>(
        &self,
        position: &P,
        map: &MapOf<P>,
        classes: &Classes,
        sink: impl Fn() -> S,
    ) -> [S; 2] {
        let us = position.side_to_move();
        let kings = Color::ALL.map(|c| {
            let slot = map.king[c] as usize;
            (slot < MAX_SLOTS).then(|| map.square(slot))
        });
        let under = Color::ALL.map(|c| {
            let mut under = ArrayVec::<_, MAX_PIECES>::new();
            (position.by_color(c) & map.attacked[!c]).for_each(|sq| {
                let slot = map.slot_on(sq);
                under.push((map.piece(slot).index() * UNDER_KINDS + under_kind(map, slot)) as u8);
            });
            under
        });
        const { assert!(P::Geometry::FEATURES <= FEATURE_ROOM) }
        // Filled where they are: they are too long to be moved.
        let mut features = ByColor([Features::NONE; 2]);
        P::Geometry::find_features(position, map, &mut features);
        [us, !us].map(|view| {
            let at = view.index();
            let mirrored = kings[at].is_some_and(|sq| self.mirrors[at][sq.raw() as usize]);
            let bytes = |c| position.by_color(c).to_bits().to_le_bytes();
            let look = Look {
                view: &self.views[at][usize::from(mirrored)],
                codes: codes(&classes[at], bytes(view), bytes(!view)),
                turn: at * MAX_PIECE_TYPES,
            };
            // Apart from all else, so that it can stay in registers.
            let mut sink = sink();
            for slot in slots(map.present) {
                look.piece(&mut sink, map.piece(slot), map.square(slot));
            }
            for c in [us, !us] {
                let whose = usize::from(c != view);
                for (kind, &pt) in P::Geometry::DROPPABLE.iter().enumerate() {
                    let count = usize::from(position.hand(c, pt)).min(HAND_COUNTS - 1);
                    if count > 0 {
                        Look::hand(&mut sink, whose, kind, count);
                    }
                }
                if let Some(king) = kings[c.index()] {
                    look.near(&mut sink, whose, king);
                }
                for &kind in &under[c.index()] {
                    look.under(&mut sink, kind.into());
                }
                for &kind in features[c].kinds() {
                    sink.push(FIRST_FEATURE + 2 * usize::from(kind) + whose);
                }
            }
            sink
        })
    }
}

/// The kind of an attacked piece.
#[inline]
fn under_kind<G: Geometry>(map: &AttackMap<G>, slot: usize) -> usize {
    let piece = map.piece(slot);
    let attackers = map.attackers(map.square(slot));
    // Slots are numbered by rising value.
    let of_type = map.of_type(piece.piece_type());
    let cheaper = (of_type & of_type.wrapping_neg()).wrapping_sub(1);
    let by_cheaper = attackers & map.side[!piece.color()] & cheaper != 0;
    let is_guarded = attackers & map.side[piece.color()] != 0;
    let is_pinned = map.pinned & bit(slot) != 0;
    4 * usize::from(by_cheaper) + 2 * usize::from(is_guarded) + usize::from(is_pinned)
}

/// Who stands on each square and its class, as a number; eight squares at a time.
#[inline]
fn codes(classes: &[u8; PADDED_SQUARES], own: [u8; 16], other: [u8; 16]) -> [u8; BYTE_ROOM] {
    const BY_OWN: u64 = (OWN * CLASSES) as u64;
    const BY_OTHER: u64 = (OTHER * CLASSES) as u64;
    let mut codes = [0; BYTE_ROOM];
    codes[OFF_BOARD_NEAR as usize] = OFF_CODE;
    for (i, (code, class)) in codes.chunks_exact_mut(8).zip(classes.chunks_exact(8)).enumerate() {
        let class = class.try_into().map_or(0, u64::from_le_bytes);
        let sum = class + BY_OWN * SPREAD[own[i] as usize] + BY_OTHER * SPREAD[other[i] as usize];
        code.copy_from_slice(&sum.to_le_bytes());
    }
    codes
}

/// One view of a position while its rows are found.
struct Look<'a> {
    view: &'a View,
    codes: [u8; BYTE_ROOM],
    /// What turns a piece into one of the view's side or the other's.
    turn: usize,
}

impl Look<'_> {
    #[inline(always)]
    fn piece(&self, sink: &mut impl Sink, piece: Piece, sq: Square) {
        let [first, place] = [self.view.first[piece.raw() as usize], self.view.place[sq.raw() as usize]];
        let code = self.codes[sq.raw() as usize];
        sink.push(first.wrapping_add(place).wrapping_add(code.into()).into());
    }

    /// An attacked piece, by its number and kind.
    #[inline(always)]
    fn under(&self, sink: &mut impl Sink, kind: usize) {
        sink.push(FIRST_UNDER + (kind ^ (self.turn * UNDER_KINDS)));
    }

    #[inline(always)]
    fn hand(sink: &mut impl Sink, whose: usize, kind: usize, count: usize) {
        sink.push(FIRST_HAND + (whose * HAND_KINDS + kind) * HAND_COUNTS + count);
    }

    /// The squares near a king, and how many it can go to.
    #[inline(always)]
    fn near(&self, sink: &mut impl Sink, whose: usize, king: Square) {
        let (next, wide) = self.view.near[king.raw() as usize].split_at(NEAR);
        let first = FIRST_NEAR + whose * NEAR * SQUARE_CODES;
        let mut flights = 0;
        for (direction, &near) in next.iter().enumerate() {
            let code = self.codes[near as usize];
            sink.push_if(code != OFF_CODE, first + direction * SQUARE_CODES + code as usize);
            flights += IS_FLIGHT[whose][code as usize % CODE_ROOM];
        }
        sink.push(FIRST_FLIGHT + whose * FLIGHTS + flights as usize);
        let first = FIRST_WIDE + whose * WIDE * SQUARE_CODES;
        for (direction, &near) in wide.iter().enumerate() {
            let code = self.codes[near as usize];
            sink.push_if(code != 0, first + direction * SQUARE_CODES + code as usize);
        }
    }
}
