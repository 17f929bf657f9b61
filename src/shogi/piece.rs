//! The piece types of shogi.

use crate::game::PieceType;

/// Fuhyo.
pub const PAWN: PieceType = PieceType::new(0);
/// Kyosha.
pub const LANCE: PieceType = PieceType::new(1);
/// Keima.
pub const KNIGHT: PieceType = PieceType::new(2);
/// Ginsho.
pub(crate) const SILVER: PieceType = PieceType::new(3);
/// Kinsho.
pub(crate) const GOLD: PieceType = PieceType::new(4);
/// Kakugyo.
pub const BISHOP: PieceType = PieceType::new(5);
/// Hisha.
pub const ROOK: PieceType = PieceType::new(6);
/// Gyoku or osho.
pub const KING: PieceType = PieceType::new(7);
/// Promoted pawn (tokin).
pub(crate) const PRO_PAWN: PieceType = PieceType::new(8);
/// Promoted lance.
pub(crate) const PRO_LANCE: PieceType = PieceType::new(9);
/// Promoted knight.
pub(crate) const PRO_KNIGHT: PieceType = PieceType::new(10);
/// Promoted silver.
pub(crate) const PRO_SILVER: PieceType = PieceType::new(11);
/// Promoted bishop (ryuma).
pub const HORSE: PieceType = PieceType::new(13);
/// Promoted rook (ryuo).
pub(crate) const DRAGON: PieceType = PieceType::new(14);

/// All piece types.
pub const ALL: [PieceType; 14] = [
    PAWN, LANCE, KNIGHT, SILVER, GOLD, BISHOP, ROOK, KING, PRO_PAWN, PRO_LANCE, PRO_KNIGHT, PRO_SILVER,
    HORSE, DRAGON,
];

/// The types that can be held in hand, in the order of their numbers.
pub const HAND: [PieceType; 7] = [PAWN, LANCE, KNIGHT, SILVER, GOLD, BISHOP, ROOK];

/// Added to a type's number by promotion.
pub(super) const PROMOTED: u8 = 8;

/// How many of each unpromoted type a set has, by number.
pub(crate) const SET: [u8; 8] = [18, 4, 4, 4, 4, 2, 2, 2];

/// Whether the type is the promoted form of another.
#[inline]
pub const fn is_promoted(pt: PieceType) -> bool {
    pt.raw() & PROMOTED != 0
}

/// The types that can promote, as bits.
const PROMOTABLE: u16 = 0b0110_1111;

/// Whether the type can promote.
#[inline]
pub(crate) const fn can_promote(pt: PieceType) -> bool {
    (PROMOTABLE >> pt.raw()) & 1 != 0
}

/// The promoted form; the type itself if it has none.
#[inline]
pub const fn promote(pt: PieceType) -> PieceType {
    promote_if(pt, true)
}

/// The promoted form if it `promotes` and has one, without a branch.
#[inline]
pub(crate) const fn promote_if(pt: PieceType, promotes: bool) -> PieceType {
    let bit = (PROMOTABLE >> pt.raw()) as u8 & promotes as u8;
    PieceType::new(pt.raw() | (bit * PROMOTED))
}

/// The unpromoted form.
#[inline]
pub const fn unpromoted(pt: PieceType) -> PieceType {
    PieceType::new(pt.raw() & (PROMOTED - 1))
}

/// Whether the type moves as a gold does.
#[inline]
pub(crate) const fn moves_as_gold(pt: PieceType) -> bool {
    const GOLDS: u16 = 0b0000_1111_0001_0000;
    (GOLDS >> pt.raw()) & 1 != 0
}

/// The letters of each type number, as SFEN writes them for black.
const LETTERS: [&str; 16] =
    ["P", "L", "N", "S", "G", "B", "R", "K", "+P", "+L", "+N", "+S", "?", "+B", "+R", "?"];

/// The letters of a type, as SFEN writes them for black.
pub const fn text(pt: PieceType) -> &'static str {
    LETTERS[pt.index()]
}

/// The unpromoted type with this upper-case letter.
pub(crate) fn from_letter(letter: char) -> Option<PieceType> {
    "PLNSGBRK".find(letter).map(|i| PieceType::new(i as u8))
}
