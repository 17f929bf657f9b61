//! What a net reads of a side beside its pieces and how often squares are attacked: how its pawns stand, how many
//! squares its pieces can go to, how near they have come to the other side's king, which piece attacks or guards which,
//! and what stands behind that on a slider's line.
//!
//! CITE: Chess Programming Wiki, "Mobility", "Pawn Structure" and "King Safety".

use arrayvec::ArrayVec;

use crate::game::attack_map::slots;
use crate::game::{
    AttackMap, Board, Color, EvalWeights as _, Found, Geometry as _, MOST_PARTS, Piece, PieceType, Square,
    SquareSet as _, parts_of_set,
};

use super::Chess;
use super::attacks::{attacks_from, steps_from};
use super::bitboard::Bitboard;
use super::piece::{self, BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
use super::square::{SIZE, SQUARES};

/// The pieces whose squares are counted.
const MOBILE: [PieceType; 4] = [KNIGHT, BISHOP, ROOK, QUEEN];
/// How much each counts near the other side's king.
const NEAR_KING: [usize; MOBILE.len()] = [2, 2, 3, 5];
/// Counts that are told apart: a queen has 27 squares at most.
const COUNTS: usize = 32;
/// Squares for a check that are told apart.
const CHECK_COUNTS: usize = 4;
/// Ways in which a pawn stands: isolated, doubled, connected, opposed, backward, a candidate.
const SHAPES: usize = 1 << 6;
/// Ways of a passed pawn: blocked, guarded by a pawn, the next square attacked, the whole way free.
const PASSED_KINDS: usize = 1 << 4;

/// Piece types.
const TYPES: usize = piece::ALL.len();
/// Pieces of either side, by type.
const OCCUPANTS: usize = 2 * TYPES;
/// Sets of types.
const TYPE_SETS: usize = 1 << TYPES;
const _: () = assert!(TYPES <= MOST_PARTS);
/// Kinds of attacked pieces for each of these.
const BY_TYPE_SET: usize = 2 * OCCUPANTS;
/// Types of sliders: bishop, rook, queen.
const SLIDERS: usize = 3;
/// Each piece by its number, as a side sees it: by type, its own before the other's.
const OCCUPANT: [[u8; Piece::COUNT]; 2] = {
    let mut table = [[0; Piece::COUNT]; 2];
    let mut number = 0;
    while number < OCCUPANTS {
        let (place, side) = (number / 2, number % 2);
        let color = Color::from_index(side);
        table[side][Piece::new(color, piece::ALL[place]).index()] = 2 * place as u8;
        table[1 - side][Piece::new(color, piece::ALL[place]).index()] = 2 * place as u8 + 1;
        number += 1;
    }
    table
};

/// The first of where a piece can go, by type and number of squares.
const MOBILITY: usize = 0;
/// The first of a pawn, by rank and how it stands.
const SHAPE: usize = MOBILITY + MOBILE.len() * COUNTS;
/// The first of a passed pawn, by rank and how it stands.
const PASSED: usize = SHAPE + SIZE * SHAPES;
/// The first of how far the other side's king is from the square before a passed pawn, by rank.
const THEIR_KING: usize = PASSED + SIZE * PASSED_KINDS;
/// The first of how far its own king is.
const OWN_KING: usize = THEIR_KING + SIZE * SIZE;
/// The first of what attacks squares near the other side's king, added up.
const DANGER: usize = OWN_KING + SIZE * SIZE;
/// The first of squares from which a piece can give check and nobody takes it, by type and number.
const CHECKS: usize = DANGER + COUNTS;
/// The first of pieces of either side that it attacks or guards: by the types that do, the piece, and whether the other
/// side attacks or guards it, too.
const ATTACKS: usize = CHECKS + MOBILE.len() * CHECK_COUNTS;
/// The first of what its sliders would attack next if a piece before them left: by slider, that piece, and the next.
const BEHIND: usize = ATTACKS + TYPE_SETS * BY_TYPE_SET;
/// How many kinds of features there are.
pub(super) const COUNT: usize = BEHIND + SLIDERS * OCCUPANTS * OCCUPANTS;
/// How many of these files of version 4 have.
pub(super) const BEFORE_ATTACKS: usize = ATTACKS;

/// The squares beside those of a set.
const fn beside(set: u64) -> u64 {
    (set & !Bitboard::file(0).0) >> 1 | (set & !Bitboard::file(SIZE - 1).0) << 1
}

/// A set and all squares before it, as white sees the board.
const fn onward(set: u64) -> u64 {
    let set = set | set << SIZE;
    let set = set | set << (2 * SIZE);
    set | set << (4 * SIZE)
}

/// A set and all squares behind it.
const fn backward(set: u64) -> u64 {
    onward(set.swap_bytes()).swap_bytes()
}

/// Steps of a king between two squares.
pub(super) const fn steps(a: usize, b: usize) -> usize {
    let (files, ranks) = ((a % SIZE).abs_diff(b % SIZE), (a / SIZE).abs_diff(b / SIZE));
    if files > ranks { files } else { ranks }
}

/// 1 if a square is in a set.
const fn is_in(set: u64, sq: usize) -> usize {
    (set >> sq & 1) as usize
}

/// Finds the features of a side, each kind as often as it occurs.
#[inline]
pub(super) fn find<B: Board<Geometry = Chess>>(
    board: &B,
    map: &AttackMap<Chess>,
    side: Color,
    found: &mut Found<'_>,
) {
    // The board is turned so that the side moves up.
    let turned = |set: Bitboard| if side == Color::White { set.0 } else { set.0.swap_bytes() };
    let pawns = board.by_type(PAWN);
    let (own, other) = (turned(pawns & board.by_color(side)), turned(pawns & board.by_color(!side)));
    let by_other = beside(other >> SIZE);
    let guarded = turned(map.attacked[!side]);
    let kings = [side, !side].map(|c| board.king(c));
    let seen = |sq: Square| if side == Color::White { sq } else { Chess::flip(sq) };
    let places = kings.map(|king| king.map_or(0, |sq| seen(sq).index()));
    let occupied = turned(map.occupied);
    find_pawns(own, other, guarded, occupied, places, found);

    let their_king = kings[1];
    let zone = their_king.map_or(0, |king| turned(steps_from(KING, side, king)));
    // One rank more, before that king.
    let zone = zone | zone >> SIZE;
    let closed = turned(board.by_color(side));
    let mut danger = 0;
    let by_king = kings[0].map_or(0, |king| turned(steps_from(KING, side, king)));
    // What each type attacks, in the order of all types.
    let mut by_type = [beside(own << SIZE), 0, 0, 0, 0, by_king];
    for (number, &pt) in MOBILE.iter().enumerate() {
        let of_type = &mut by_type[number + 1];
        for slot in slots(map.side[side] & map.of_type(pt)) {
            let attacks = turned(map.attacks(slot));
            *of_type |= attacks;
            found.push(MOBILITY + number * COUNTS + (attacks & !closed & !by_other).count_ones() as usize);
            danger += if attacks & zone == 0 { 0 } else { NEAR_KING[number] };
        }
        if let Some(king) = their_king {
            let from = turned(attacks_from(pt, side, king, map.occupied));
            let checks = (from & *of_type & !closed & !guarded).count_ones() as usize;
            let kind = CHECKS + number * CHECK_COUNTS + checks.min(CHECK_COUNTS - 1);
            found.push_if(checks > 0, kind);
        }
    }
    found.push(DANGER + danger.min(COUNTS - 1));
    let attacked = by_type.iter().fold(0, |all, of| all | of) & occupied;
    for sq in Bitboard(attacked).squares() {
        let types = by_type.iter().rev().fold(0, |types, &of| 2 * types + is_in(of, sq.index()));
        let kind = types * BY_TYPE_SET + 2 * occupant(map, side, seen(sq)) + is_in(guarded, sq.index());
        found.push(ATTACKS + kind);
    }
    find_behind(map, side, found);
}

/// The piece on a square as a side sees it.
#[inline]
fn occupant(map: &AttackMap<Chess>, side: Color, sq: Square) -> usize {
    usize::from(OCCUPANT[side.index()][map.piece(map.slot_on(sq)).index()])
}

/// What a side's sliders see behind the pieces before them.
#[inline]
fn find_behind(map: &AttackMap<Chess>, side: Color, found: &mut Found<'_>) {
    for slider in slots(map.sliders & map.side[side]) {
        let first =
            BEHIND + (map.piece(slider).piece_type().index() - BISHOP.index()) * OCCUPANTS * OCCUPANTS;
        let from = map.square(slider);
        for sq in (map.attacks(slider) & map.occupied).squares() {
            let d = Chess::direction(from, sq) as usize;
            let behind = Chess::ray(d, sq) & map.occupied;
            let next = Chess::nearest(d, behind).unwrap_or(sq);
            let [met, next] = [sq, next].map(|sq| occupant(map, side, sq));
            found.push_if(!behind.is_empty(), first + met * OCCUPANTS + next);
        }
    }
}

/// Which features a kind shares what it learns with: of a set of types those of each.
pub(super) fn parts(kind: usize) -> ArrayVec<usize, MOST_PARTS> {
    parts_of_set(kind, ATTACKS..BEHIND, BY_TYPE_SET)
}

/// The features of a side's pawns, which move up.
#[inline]
fn find_pawns(
    own: u64,
    other: u64,
    attacked: u64,
    occupied: u64,
    [own_king, their_king]: [usize; 2],
    found: &mut Found<'_>,
) {
    let guarded = beside(own << SIZE);
    // Squares that a pawn of the other side has before it on its way.
    let met = backward(other >> SIZE);
    let doubled = own & backward(own >> SIZE);
    let isolated = own & !beside(onward(own) | backward(own));
    let connected = own & (guarded | beside(own));
    let opposed = own & met;
    let passed = own & !met & !beside(met) & !doubled;
    // The next square is attacked by a pawn, and none beside it or behind can guard it there.
    let stopped = beside(other >> SIZE) >> SIZE;
    let backward_ones = own & !beside(onward(own)) & stopped;
    let candidates = own & !met & !passed & beside(onward(own));
    let kinds = [isolated, doubled, connected, opposed, backward_ones, candidates];
    for sq in Bitboard(own).squares().map(Square::index) {
        let shape = kinds.iter().rev().fold(0, |shape, &set| 2 * shape + is_in(set, sq));
        found.push(SHAPE + sq / SIZE * SHAPES + shape);
    }
    for sq in Bitboard(passed).squares().map(Square::index) {
        let (rank, next) = (sq / SIZE, (sq + SIZE) % SQUARES);
        let is_free = onward(1 << next) & (attacked | occupied) == 0;
        let kind = is_in(occupied, next)
            | is_in(guarded, sq) << 1
            | is_in(attacked, next) << 2
            | usize::from(is_free) << 3;
        found.push(PASSED + rank * PASSED_KINDS + kind);
        found.push(THEIR_KING + rank * SIZE + steps(their_king, next));
        found.push(OWN_KING + rank * SIZE + steps(own_king, next));
    }
}
