//! What a net reads of a side beside its pieces and how often squares are attacked: what stands around its king, which
//! piece attacks or guards which and what stands behind that on a slider's line, how many squares its pieces can go to,
//! with which it can check, and the files on which it can drop a pawn.

use arrayvec::ArrayVec;

use crate::game::attack_map::{MAX_SLOTS, SQUARE_ROOM, slots};
use crate::game::rays::DIRECTIONS;
use crate::game::{
    AttackMap, Board, ByColor, Color, EvalWeights as _, Features, Found, Geometry as _, MAX_PIECE_TYPES,
    MOST_PARTS, Piece, PieceType, Square, SquareSet as _, parts_of_set,
};

use super::Shogi;
use super::attacks::{bishop_attacks, lance_attacks, rook_attacks, steps_from};
use super::bitboard::Bitboard;
use super::piece::{self, BISHOP, DRAGON, GOLD, HORSE, KING, KNIGHT, LANCE, PAWN, ROOK, SILVER};
use super::square::{SIZE, SQUARES};

/// Kinds of pieces: those that move as a gold are one.
const KINDS: usize = 10;
/// Pieces of either side, by kind.
const OCCUPANTS: usize = 2 * KINDS;
/// The kind of each type number.
const KIND: [usize; MAX_PIECE_TYPES] = [0, 1, 2, 3, 4, 5, 6, 7, 4, 4, 4, 4, 0, 8, 9, 0];

/// What attacks, by groups: pawns; lances and knights; silvers; what moves as a gold; bishops and horses; rooks and
/// dragons; the king. Each type number's group as a bit.
const GROUP: [u8; MAX_PIECE_TYPES] = [1, 2, 2, 4, 8, 16, 32, 64, 8, 8, 8, 8, 0, 16, 32, 0];
/// How many groups there are.
const GROUPS: usize = 7;
/// Sets of groups.
const GROUP_SETS: usize = 1 << GROUPS;
const _: () = assert!(GROUPS <= MOST_PARTS);
/// Kinds of attacked pieces for each of these.
const BY_GROUP_SET: usize = 2 * OCCUPANTS;
/// Kinds of sliders: lance; bishop and horse; rook and dragon.
const SLIDERS: usize = 3;
/// The kind of each type number that slides.
const SLIDER: [usize; MAX_PIECE_TYPES] = [0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 1, 2, 0];

/// The pieces whose squares are counted.
const MOBILE: [PieceType; 7] = [LANCE, KNIGHT, SILVER, BISHOP, ROOK, HORSE, DRAGON];
/// Where the counts of each type number begin.
const MOBILITY_OF: [usize; MAX_PIECE_TYPES] = {
    let mut first = [0; MAX_PIECE_TYPES];
    let mut number = 0;
    while number < MOBILE.len() {
        first[MOBILE[number].index()] = number * COUNTS;
        number += 1;
    }
    first
};
/// Counts that are told apart.
const COUNTS: usize = 24;
/// The pieces that can check by a move.
const CHECKING: [PieceType; 9] = [PAWN, LANCE, KNIGHT, SILVER, GOLD, BISHOP, ROOK, HORSE, DRAGON];
/// Squares for a check that are told apart.
const CHECK_COUNTS: usize = 4;
/// How far from a king pieces are told apart, in files and ranks.
const REACH: usize = 2;
/// Squares of such a square.
const AROUND: usize = (2 * REACH + 1) * (2 * REACH + 1);
/// Counts of pawns in hand that are told apart.
const PAWN_COUNTS: usize = 3;

/// The first of where a piece can go, by type and number of squares.
const MOBILITY: usize = 0;
/// The first of squares from which a piece can give check and nobody takes it, by type and number.
const CHECKS: usize = MOBILITY + MOBILE.len() * COUNTS;
/// The first of those where a piece can be dropped.
const DROPS: usize = CHECKS + CHECKING.len() * CHECK_COUNTS;
/// The first of files without a pawn of its own, by pawns in hand.
const FILES: usize = DROPS + piece::HAND.len() * CHECK_COUNTS;
/// The first of pieces near its king, by place and piece.
const NEAR: usize = FILES + PAWN_COUNTS * (SIZE + 1);
/// The first of pieces of either side that it attacks or guards: by the groups that do, the piece, and whether the other
/// side attacks or guards it, too.
const ATTACKS: usize = NEAR + AROUND * OCCUPANTS;
/// The first of what its sliders would attack next if a piece before them left: by slider, that piece, and the next.
const BEHIND: usize = ATTACKS + GROUP_SETS * BY_GROUP_SET;
/// How many kinds of features there are.
pub(super) const COUNT: usize = BEHIND + SLIDERS * OCCUPANTS * OCCUPANTS;

/// Each piece by its number, as a side sees it: by kind, its own before the other's.
const OCCUPANT: [[u8; Piece::COUNT]; 2] = {
    let mut table = [[0; Piece::COUNT]; 2];
    let mut number = 0;
    while number < 2 * piece::ALL.len() {
        let (pt, side) = (piece::ALL[number / 2], number % 2);
        let color = Color::from_index(side);
        table[side][Piece::new(color, pt).index()] = 2 * KIND[pt.index()] as u8;
        table[1 - side][Piece::new(color, pt).index()] = 2 * KIND[pt.index()] as u8 + 1;
        number += 1;
    }
    table
};

/// Beyond the squares near a king.
const FAR: u8 = u8::MAX;
/// The place of each square among those near a king, by the king's square: mirrored for a king on the right half.
static PLACE: [[u8; SQUARE_ROOM]; SQUARES] = {
    let mut table = [[FAR; SQUARE_ROOM]; SQUARES];
    let mut at = 0;
    while at < SQUARES * SQUARES {
        let (king, sq) = (at / SQUARES, at % SQUARES);
        let (king_file, king_rank, file, rank) = (king / SIZE, king % SIZE, sq / SIZE, sq % SIZE);
        let is_near = king_file.abs_diff(file) <= REACH && king_rank.abs_diff(rank) <= REACH;
        if is_near && king != sq {
            let files =
                if king_file > SIZE / 2 { king_file + REACH - file } else { file + REACH - king_file };
            table[king][sq] = (files * (2 * REACH + 1) + rank + REACH - king_rank) as u8;
        }
        at += 1;
    }
    table
};
/// Without a king nothing is near it.
static NOWHERE: [u8; SQUARE_ROOM] = [FAR; SQUARE_ROOM];

/// Finds the features of both sides, each kind as often as it occurs.
#[inline]
pub(super) fn find<B: Board<Geometry = Shogi>>(
    board: &B,
    map: &AttackMap<Shogi>,
    features: &mut ByColor<Features>,
) {
    // The group of each slot as a bit; beyond the last slot none.
    let mut group = [0; MAX_SLOTS + 1];
    for slot in slots(map.present) {
        group[slot] = GROUP[map.piece(slot).piece_type().index()];
    }
    for side in Color::ALL {
        features[side].fill(|found| {
            find_pieces(map, side, &group, found);
            find_behind(map, side, found);
            find_mobility(board, map, side, found);
            find_checks(board, map, side, found);
            let files = SIZE - board.pieces(side, PAWN).fill_files().len() as usize / SIZE;
            let in_hand = usize::from(board.hand(side, PAWN)).min(PAWN_COUNTS - 1);
            found.push(FILES + in_hand * (SIZE + 1) + files);
        });
    }
}

/// Of each piece its place near a side's king, and by which groups that side attacks or guards it.
#[inline(always)]
fn find_pieces(map: &AttackMap<Shogi>, side: Color, group: &[u8; MAX_SLOTS + 1], found: &mut Found<'_>) {
    let (own, other) = (map.side[side], map.side[!side]);
    let king = usize::from(map.king[side]);
    let places = if king < MAX_SLOTS { &PLACE[seen(side, map.square(king)).index()] } else { &NOWHERE };
    for slot in slots(map.present) {
        let sq = map.square(slot);
        let met = occupant(map, side, slot);
        let place = places[usize::from(seen(side, sq).raw())];
        found.push_if(place != FAR, NEAR + usize::from(place) * OCCUPANTS + met);
        let attackers = map.attackers(sq);
        let (mut rest, mut set) = (attackers & own, 0);
        // Few pieces are attacked by more: three at once need no branch.
        for _ in 0..3 {
            set |= group[rest.trailing_zeros() as usize];
            rest &= rest.wrapping_sub(1);
        }
        set = slots(rest).fold(set, |set, slot| set | group[slot]);
        let kind = usize::from(set) * BY_GROUP_SET + 2 * met + usize::from(attackers & other != 0);
        found.push_if(set != 0, ATTACKS + kind);
    }
}

/// What stands behind each piece as a side's sliders see it.
#[inline(always)]
fn find_behind(map: &AttackMap<Shogi>, side: Color, found: &mut Found<'_>) {
    for slider in slots(map.sliders & map.side[side]) {
        let pt = map.piece(slider).piece_type();
        let (from, by) = (map.square(slider), SLIDER[pt.index()] * OCCUPANTS);
        for d in 0..DIRECTIONS {
            if Shogi::slide_directions(pt, side) >> d & 1 == 0 {
                continue;
            }
            let on_line = Shogi::ray(d, from) & map.occupied;
            let Some(sq) = Shogi::nearest(d, on_line) else { continue };
            let beyond = Shogi::ray(d, sq) & on_line;
            let next = Shogi::nearest(d, beyond).unwrap_or(sq);
            let [met, next] = [sq, next].map(|sq| occupant(map, side, map.slot_on(sq)));
            found.push_if(!beyond.is_empty(), BEHIND + (by + met) * OCCUPANTS + next);
        }
    }
}

/// To how many squares a side's pieces can go that no pawn attacks.
#[inline(always)]
fn find_mobility<B: Board<Geometry = Shogi>>(
    board: &B,
    map: &AttackMap<Shogi>,
    side: Color,
    found: &mut Found<'_>,
) {
    let open = !(board.by_color(side) | board.pieces(!side, PAWN).forward(!side));
    for slot in slots(MOBILE.iter().fold(0, |all, &pt| all | map.of_type(pt)) & map.side[side]) {
        let count = (map.attacks(slot) & open).len() as usize;
        let first = MOBILITY + MOBILITY_OF[map.piece(slot).piece_type().index()];
        found.push(first + count.min(COUNTS - 1));
    }
}

/// From how many squares each type of a side can check and nobody takes it: by moves, and by drops.
#[inline(always)]
fn find_checks<B: Board<Geometry = Shogi>>(
    board: &B,
    map: &AttackMap<Shogi>,
    side: Color,
    found: &mut Found<'_>,
) {
    let Some(king) = board.king(!side) else { return };
    let safe = !(board.by_color(side) | map.attacked[!side]);
    let pawns = board.pieces(side, PAWN);
    let (bishop, rook) = (bishop_attacks(king, map.occupied), rook_attacks(king, map.occupied));
    for (number, &pt) in CHECKING.iter().enumerate() {
        let by = map.side[side] & map.of_type(pt);
        let is_in_hand = number < piece::HAND.len() && board.hand(side, pt) > 0;
        if by == 0 && !is_in_hand {
            continue;
        }
        let from = safe
            & match pt {
                LANCE => lance_attacks(!side, king, map.occupied),
                BISHOP => bishop,
                ROOK => rook,
                HORSE => bishop | steps_from(KING, side, king),
                DRAGON => rook | steps_from(KING, side, king),
                _ => steps_from(pt, !side, king),
            };
        if from.is_empty() {
            continue;
        }
        let reached = slots(by).fold(Bitboard::EMPTY, |all, slot| all | map.attacks(slot)) & from;
        let checks = (reached.len() as usize).min(CHECK_COUNTS - 1);
        found.push_if(checks > 0, CHECKS + number * CHECK_COUNTS + checks);
        if is_in_hand {
            let to = Shogi::drop_targets(pt, side, from & !map.occupied, pawns);
            let checks = (to.len() as usize).min(CHECK_COUNTS - 1);
            found.push_if(checks > 0, DROPS + number * CHECK_COUNTS + checks);
        }
    }
}

/// A piece as a side sees it.
#[inline]
fn occupant(map: &AttackMap<Shogi>, side: Color, slot: usize) -> usize {
    usize::from(OCCUPANT[side.index()][map.piece(slot).index()])
}

/// A square as a side sees it, which moves to lower ranks.
#[inline]
fn seen(side: Color, sq: Square) -> Square {
    if side == Color::Black { sq } else { Shogi::flip(sq) }
}

/// Which features a kind shares what it learns with: of a set of groups those of each.
pub(super) fn parts(kind: usize) -> ArrayVec<usize, MOST_PARTS> {
    parts_of_set(kind, ATTACKS..BEHIND, BY_GROUP_SET)
}
