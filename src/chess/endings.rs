//! Endings that a search alone judges wrongly. Against a bare king the mate is further away than it
//! sees, and an evaluation by material is the same everywhere. Others are drawn however long it searches,
//! though one side is a piece ahead.
//!
//! CITE: Chess Programming Wiki, "Mop-up Evaluation" and "Draw Evaluation".

use crate::game::attack_map::slots;
use crate::game::{AttackMap, Color, Piece, Square, SquareSet as _, Value, WHOLE_LEAD};

use super::Chess;
use super::bitboard::Bitboard;
use super::piece::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};

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
    let material = 100 * (9 * queens + 5 * rooks + 3 * minor) as Value;
    let value = WON + material + driven - apart;
    Some(if us == strong { value } else { -value })
}

/// A side without pawns that is not ahead by more than a piece of three pawns: rook and bishop against a rook.
const NO_PAWNS: Value = 8;
/// Bishops of both colors and nothing but pawns: with none, and for each pawn of the side that is ahead.
const OPPOSITE_BISHOPS: [Value; 2] = [16, 4];

/// How much of its lead a side can make use of ([`EvalWeights::usable_lead`]).
///
/// [`EvalWeights::usable_lead`]: crate::game::EvalWeights::usable_lead
#[inline]
pub(crate) fn usable_lead(map: &AttackMap<Chess>, ahead: Color) -> Value {
    let count = |c, pt| (map.of_type(pt) & map.side[c]).count_ones() as Value;
    let pawns = count(ahead, PAWN);
    let two_bishops = count(Color::Black, BISHOP) == 1 && count(Color::White, BISHOP) == 1;
    if pawns > 0 && !two_bishops {
        return WHOLE_LEAD;
    }
    let minor = |c| count(c, KNIGHT) + count(c, BISHOP);
    let major = |c| 5 * count(c, ROOK) + 9 * count(c, QUEEN);
    let material = |c| 3 * minor(c) + major(c);
    if pawns > 0 {
        let dark =
            slots(map.of_type(BISHOP)).filter(|&slot| Bitboard::DARK.contains(map.square(slot))).count();
        let alone = material(ahead) == 3 && material(!ahead) == 3;
        return if alone && dark == 1 {
            (OPPOSITE_BISHOPS[0] + OPPOSITE_BISHOPS[1] * pawns).min(WHOLE_LEAD)
        } else {
            WHOLE_LEAD
        };
    }
    // One piece, or two knights, mate nobody.
    if major(ahead) == 0 && (minor(ahead) == 1 || minor(ahead) == 2 && count(ahead, BISHOP) == 0) {
        return 0;
    }
    if material(ahead) - material(!ahead) <= 3 { NO_PAWNS } else { WHOLE_LEAD }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;
    use crate::game::{Board as _, Geometry as _, Notation as _, ValuePreset};

    fn value(fen: &str) -> Option<Value> {
        let position = Position::parse(fen).expect("a position");
        let mut map = AttackMap::new();
        map.build(&position, Chess::values(ValuePreset::Default));
        against_bare_king(&map, position.side_to_move())
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

    fn usable(fen: &str) -> Value {
        let position = Position::parse(fen).expect("a position");
        let mut map = AttackMap::new();
        map.build(&position, Chess::values(ValuePreset::Default));
        usable_lead(&map, position.side_to_move())
    }

    #[test]
    fn a_lead_that_is_mostly_drawn_counts_less() {
        for (fen, expected) in [
            // Rook and bishop against a rook, with and without a pawn of the other side.
            ("8/8/5k2/2Rb4/3K4/1r6/8/8 b - - 9 61", NO_PAWNS),
            ("1b6/kP6/8/r7/4K3/8/1R6/8 b - - 39 74", NO_PAWNS),
            ("8/8/8/4k3/8/3r4/8/KQ6 w - - 0 1", WHOLE_LEAD),
            ("8/8/8/4k3/4p3/8/8/KB6 w - - 0 1", 0),
            ("8/8/8/4k3/4p3/8/8/KNN5 w - - 0 1", 0),
            ("8/8/8/4k3/8/8/8/KBN5 w - - 0 1", WHOLE_LEAD),
            ("8/8/8/4k3/4P3/8/8/KB6 w - - 0 1", WHOLE_LEAD),
            ("7b/8/3k2P1/5P2/4K3/5B2/8/8 w - - 31 76", 24),
            ("6b1/8/3k2P1/5P2/4K3/5B2/8/8 w - - 31 76", WHOLE_LEAD),
            ("7b/8/3k2P1/5P2/4K3/5B2/8/R6r w - - 31 76", WHOLE_LEAD),
        ] {
            assert_eq!(usable(fen), expected, "{fen}");
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
