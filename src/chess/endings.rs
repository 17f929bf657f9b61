//! Endings that a search alone judges wrongly. Against a bare king the mate is further away than it
//! sees, and an evaluation by material is the same everywhere. Others are drawn however long it searches,
//! though one side is a piece ahead.
//!
//! CITE: Chess Programming Wiki, "Mop-up Evaluation" and "Draw Evaluation".

use crate::game::attack_map::{MAX_SLOTS, slots};
use crate::game::{AttackMap, Color, FULL_SCALE, Piece, PieceType, Square, SquareSet as _, Value};

use super::Chess;
use super::bitboard::Bitboard;
use super::features::steps;
use super::piece::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
use super::square::SIZE;

/// More pieces on the board, kings included, are no ending of this kind.
pub(crate) const MOST_PIECES: u32 = 5;

/// What a won ending is worth at least: more than a queen and a rook, so that nobody gives it away.
const WON: Value = 2_000;
/// For each step of the bare king away from the middle, by file and by rank.
const TO_THE_EDGE: Value = 10;
/// For each step of the bare king towards a corner that the bishop reaches, in place of that.
const TO_THE_CORNER: Value = 40;
/// For each step between the kings.
const APART: Value = 8;
/// A pawn in units of the evaluation.
const PAWN_VALUE: Value = 100;
/// A knight or bishop in pawns.
const MINOR: Value = 3;
/// A rook and a queen in pawns.
const MAJOR: [Value; 2] = [5, 9];

/// What it is worth to `us` that one side has nothing but its king and the other can mate; nothing
/// where that is not so, or where a pawn is left, which the search promotes.
pub(crate) fn against_bare_king(map: &AttackMap<Chess>, us: Color) -> Option<Value> {
    let pieces = || slots(map.present).map(|slot| (map.piece(slot), map.square(slot)));
    let strong =
        Color::ALL.into_iter().find(|&c| pieces().filter(|(piece, _)| piece.color() != c).count() == 1)?;
    let of = |pt| pieces().filter(move |(piece, _)| piece.piece_type() == pt);
    let squares = |pt| of(pt).map(|(_, sq)| sq);
    let is_light = |sq: Square| !Bitboard::DARK.contains(sq);
    let (rooks, queens) = (squares(ROOK).count(), squares(QUEEN).count());
    let (knights, bishops) = (squares(KNIGHT).count(), squares(BISHOP).count());
    let minor = knights + bishops;
    if rooks + queens + minor + 2 != pieces().count() {
        return None;
    }
    let both_colors = squares(BISHOP).any(is_light) && !squares(BISHOP).all(is_light);
    let by_corner = rooks + queens == 0 && knights == 1 && bishops == 1;
    let can_mate = rooks + queens > 0 || both_colors || knights > 0 && bishops > 0;
    if !can_mate {
        return None;
    }
    let king = |c: Color| of(KING).find(|&(piece, _)| piece == Piece::new(c, KING)).map(|(_, sq)| sq);
    let (ours, bare) = (king(strong)?, king(!strong)?);
    let place = |sq: Square| ((sq.index() % 8) as Value, (sq.index() / 8) as Value);
    let ((f, r), (of, or)) = (place(bare), place(ours));
    let edge = Value::midpoint((2 * f - 7).abs(), (2 * r - 7).abs());
    // 7 in the corners a1 and h8, 0 on the diagonal between the other two.
    let dark_corner = (7 - f - r).abs();
    let light_corner = (f - r).abs();
    let corner = if squares(BISHOP).any(is_light) { light_corner } else { dark_corner };
    let driven = if by_corner { TO_THE_CORNER * corner + TO_THE_EDGE * edge / 2 } else { TO_THE_EDGE * edge };
    let apart = APART * ((f - of).abs() + (r - or).abs());
    let value = WON + PAWN_VALUE * material(map, strong) + driven - apart;
    Some(if us == strong { value } else { -value })
}

/// The scale of a side without pawns that is ahead by a minor piece at most: rook and bishop against a rook.
const NO_PAWNS: Value = 8;
/// The scale of bishops of opposite colors and nothing but pawns.
const OPPOSITE_BISHOPS: Value = 16;
/// What each pawn of the stronger side adds to that.
const OPPOSITE_BISHOPS_PAWN: Value = 4;

/// What a side has on the board beside king and pawns, in pawns.
fn material(map: &AttackMap<Chess>, c: Color) -> Value {
    let count = |pt| count(map, c, pt);
    MINOR * (count(KNIGHT) + count(BISHOP)) + MAJOR[0] * count(ROOK) + MAJOR[1] * count(QUEEN)
}

/// How many pieces of a type a side has.
fn count(map: &AttackMap<Chess>, c: Color, pt: PieceType) -> Value {
    (map.of_type(pt) & map.side[c]).count_ones() as Value
}

/// What the opinion of a position is multiplied with where the stronger side cannot make use of its lead
/// ([`EvalWeights::scale_factor`]).
///
/// [`EvalWeights::scale_factor`]: crate::game::EvalWeights::scale_factor
#[inline]
pub(crate) fn scale_factor(map: &AttackMap<Chess>, strong: Color) -> Value {
    let pawns = count(map, strong, PAWN);
    let ours = material(map, strong);
    if pawns > 0 {
        return if ours <= MINOR && cannot_promote(map, strong) {
            0
        } else if only_opposite_bishops(map) {
            (OPPOSITE_BISHOPS + OPPOSITE_BISHOPS_PAWN * pawns).min(FULL_SCALE)
        } else {
            FULL_SCALE
        };
    }
    let knights = count(map, strong, KNIGHT);
    // One minor piece, or two knights, mate nobody.
    if ours == MINOR || knights == 2 && ours == 2 * MINOR {
        return 0;
    }
    if ours - material(map, !strong) <= MINOR { NO_PAWNS } else { FULL_SCALE }
}

/// Whether a side, which has a bishop at most beside its pawns, has those on one edge of the board and the other king
/// in the corner before them, where the bishop cannot chase it away.
///
/// CITE: Chess Programming Wiki, "Wrong Color Bishop".
#[inline]
fn cannot_promote(map: &AttackMap<Chess>, strong: Color) -> bool {
    let pawns = map.of_type(PAWN) & map.side[strong];
    let files = slots(pawns).map(|slot| map.square(slot).index() % SIZE);
    let Some(file) = [0, SIZE - 1].into_iter().find(|&edge| files.clone().all(|file| file == edge)) else {
        return false;
    };
    let rank = if strong == Color::White { SIZE - 1 } else { 0 };
    let corner = Square::new((rank * SIZE + file) as u8);
    let is_dark = |sq| Bitboard::DARK.contains(sq);
    let mut bishops = slots(map.of_type(BISHOP) & map.side[strong]);
    let king = map.king[!strong] as usize;
    bishops.all(|slot| is_dark(map.square(slot)) != is_dark(corner))
        && count(map, strong, KNIGHT) == 0
        && (king < MAX_SLOTS && steps(map.square(king).index(), corner.index()) <= 1)
}

/// Whether each side has one bishop beside its pawns, on squares of different colors.
#[inline]
fn only_opposite_bishops(map: &AttackMap<Chess>) -> bool {
    Color::ALL.iter().all(|&c| count(map, c, BISHOP) == 1)
        && Color::ALL.iter().all(|&c| material(map, c) == MINOR)
        && slots(map.of_type(BISHOP)).filter(|&slot| Bitboard::DARK.contains(map.square(slot))).count() == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;
    use crate::game::{Board as _, Geometry as _, Notation as _, ValuePreset};

    /// The map of a position, and whose turn it is.
    fn map(fen: &str) -> (AttackMap<Chess>, Color) {
        let position = Position::parse(fen).expect("a position");
        let mut map = AttackMap::new();
        map.build(&position, Chess::values(ValuePreset::Default));
        (map, position.side_to_move())
    }

    fn value(fen: &str) -> Option<Value> {
        let (map, us) = map(fen);
        against_bare_king(&map, us)
    }

    #[test]
    fn only_what_can_mate_counts_as_won() {
        for fen in [
            "8/8/8/4k3/8/8/8/KQ6 w - - 0 1",
            "8/8/8/4k3/8/8/8/KR6 w - - 0 1",
            "8/8/8/4k3/8/8/8/KBN5 w - - 0 1",
            "8/8/8/4k3/8/8/8/KBB5 w - - 0 1",
        ] {
            let white = value(fen).expect(fen);
            assert!(white > WON, "{fen}: {white}");
            assert_eq!(value(&fen.replace(" w ", " b ")), Some(-white), "{fen}");
        }
        for fen in [
            "8/8/8/4k3/8/8/8/KB1B4 w - - 0 1",
            "8/8/8/4k3/8/8/8/KNN5 w - - 0 1",
            "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
            "8/8/8/4k3/8/8/8/K7 w - - 0 1",
            "8/8/8/4kq2/8/8/8/KQ6 w - - 0 1",
        ] {
            assert_eq!(value(fen), None, "{fen}");
        }
    }

    #[test]
    fn a_lead_that_is_mostly_drawn_counts_less() {
        for (fen, expected) in [
            // Rook and bishop against a rook, with and without a pawn of the other side.
            ("8/8/5k2/2Rb4/3K4/1r6/8/8 b - - 9 61", NO_PAWNS),
            ("1b6/kP6/8/r7/4K3/8/1R6/8 b - - 39 74", NO_PAWNS),
            ("8/8/8/4k3/8/3r4/8/KQ6 w - - 0 1", FULL_SCALE),
            ("8/8/8/4k3/4p3/8/8/KB6 w - - 0 1", 0),
            ("8/8/8/4k3/4p3/8/8/KNN5 w - - 0 1", 0),
            ("8/8/8/4k3/8/8/8/KBN5 w - - 0 1", FULL_SCALE),
            ("8/8/8/4k3/4P3/8/8/KB6 w - - 0 1", FULL_SCALE),
            ("7b/8/3k2P1/5P2/4K3/5B2/8/8 w - - 31 76", 24),
            ("6b1/8/3k2P1/5P2/4K3/5B2/8/8 w - - 31 76", FULL_SCALE),
            ("7b/8/3k2P1/5P2/4K3/5B2/8/R6r w - - 31 76", FULL_SCALE),
            // Pawns of the edge, and a king in the corner that the bishop does not reach, or does.
            ("8/8/3b4/8/7p/6k1/8/6K1 b - - 0 1", 0),
            ("6k1/8/7P/7P/5K2/8/8/2B5 w - - 0 1", FULL_SCALE),
            ("6k1/8/7P/7P/5K2/8/8/3B4 w - - 0 1", 0),
            ("8/4k3/7P/7P/5K2/8/8/3B4 w - - 0 1", FULL_SCALE),
            ("6k1/8/7P/6P1/5K2/8/8/3B4 w - - 0 1", FULL_SCALE),
            ("1k6/8/P7/K7/8/8/8/8 w - - 0 1", 0),
            ("1k6/8/P7/K7/8/8/8/6N1 w - - 0 1", FULL_SCALE),
        ] {
            let (map, us) = map(fen);
            assert_eq!(scale_factor(&map, us), expected, "{fen}");
        }
    }

    #[test]
    fn the_right_corner_is_the_bishops() {
        // A bishop of the dark squares: a1 and h8.
        let at = |corner: &str| value(corner).expect("won");
        assert!(at("7k/8/8/8/3K4/8/3BN3/8 w - - 0 1") > at("k7/8/8/8/3K4/8/3BN3/8 w - - 0 1"));
        assert!(at("k7/8/8/8/3K4/8/3NB3/8 w - - 0 1") > at("7k/8/8/8/3K4/8/3NB3/8 w - - 0 1"));
    }
}
