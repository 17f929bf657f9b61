//! Endings against a bare king, which a search alone does not win: the mate is further away than it
//! sees, and an evaluation by material is the same everywhere.
//!
//! CITE: Chess Programming Wiki, "Mop-up Evaluation".

use crate::game::attack_map::slots;
use crate::game::{AttackMap, Color, Piece, Square, SquareSet as _, Value};

use super::Chess;
use super::bitboard::Bitboard;
use super::piece::{BISHOP, KING, KNIGHT, QUEEN, ROOK};

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

    #[test]
    fn the_right_corner_is_the_bishops() {
        // A bishop of the dark squares: a1 and h8.
        let at = |corner: &str| value(corner).expect("won");
        assert!(at("7k/8/8/8/3K4/8/3BN3/8 w - - 0 1") > at("k7/8/8/8/3K4/8/3BN3/8 w - - 0 1"));
        assert!(at("k7/8/8/8/3K4/8/3NB3/8 w - - 0 1") > at("7k/8/8/8/3K4/8/3NB3/8 w - - 0 1"));
    }
}
