//! The static exchange evaluation of one move: plain swap-off on its square,
//! without pins and ties, for ordering and pruning. (SUPER-SOMA's exchanges,
//! which mind both, are in `soma::exchange` and `soma::article`.)

use super::{Geometry, PieceType, PieceValues, Position, Square, SquareSet, Value};

/// More captures than one square can see.
const MAX_CAPTURES: usize = 40;

/// What a move wins by the exchange it starts, in the given values. A capture
/// wins board and hand value; promotions on the way count.
/// CITE: Chess Programming Wiki, "SEE - The Swap Algorithm".
///
/// ```
/// use somatic::chess::{Chess, Position};
/// use somatic::game::see::see;
/// use somatic::game::{Geometry, Notation, ValuePreset};
///
/// // The pawn on e5 is guarded by the knight.
/// //   . . . . k . . .
/// //   . . . n . . . .
/// //   . . . . . . . .
/// //   . . . . p . . .
/// //   . . . . . . . .
/// //   . . . N . . . .
/// //   . . . . . . . .
/// //   . . . . R . K .
/// let position = Position::parse("4k3/3n4/8/4p3/8/3N4/8/4R1K1 w - - 0 1").expect("a FEN");
/// let values = Chess::values(ValuePreset::Article);
/// let value = |text| see(&position, position.parse_move(text).expect("a legal move"), values);
/// assert_eq!(value("d3e5"), 100, "pawn, knight, and the rook takes the knight");
/// assert_eq!(value("e1e5"), 100 - 500 + 320, "pawn, rook, knight");
/// ```
pub fn see<P: Position>(position: &P, m: P::Move, values: &PieceValues) -> Value {
    let parts = position.parts(m);
    let mut occupied = position.occupied();
    if let Some(from) = parts.from {
        occupied = occupied.without(from);
    }
    let mut gains = [0; MAX_CAPTURES];
    gains[0] = values.board(parts.becomes) - values.board(parts.piece);
    if let Some((sq, pt)) = parts.captured {
        gains[0] += values.capture(pt);
        occupied = occupied.without(sq);
    }
    occupied |= <P::Geometry as Geometry>::Bitboard::of(parts.to);
    if parts.piece == P::Geometry::KING {
        // A legal king move is not recaptured.
        return gains[0];
    }

    let to = parts.to;
    let mut on_square = parts.becomes;
    let mut side = !position.side_to_move();
    let mut attackers = position.attackers_to(to, occupied) & occupied;
    let mut n = 1;
    while n < MAX_CAPTURES {
        let own = attackers & position.by_color(side);
        let Some((from, pt)) = cheapest(position, own, values) else {
            break;
        };
        if pt == P::Geometry::KING && !(attackers & position.by_color(!side)).is_empty() {
            break;
        }
        let becomes = P::Geometry::becomes(pt, side, from, to);
        gains[n] = values.capture(on_square) + values.board(becomes) - values.board(pt);
        n += 1;
        on_square = becomes;
        occupied = occupied.without(from);
        attackers = uncover(position, to, from, attackers, occupied);
        side = !side;
    }
    let reply = gains[1..n].iter().rev().fold(0, |rest, gain| (gain - rest).max(0));
    gains[0] - reply
}

/// Whether a move wins at least this much.
pub fn see_ge<P: Position>(position: &P, m: P::Move, threshold: Value, values: &PieceValues) -> bool {
    let parts = position.parts(m);
    let at_once = values.gain(&parts);
    if at_once < threshold {
        return false;
    }
    if at_once - values.capture(parts.becomes) >= threshold {
        return true;
    }
    see(position, m, values) >= threshold
}

/// The cheapest of a set of pieces.
#[inline]
fn cheapest<P: Position>(
    position: &P,
    set: <P::Geometry as Geometry>::Bitboard,
    values: &PieceValues,
) -> Option<(Square, PieceType)> {
    if set.is_empty() {
        return None;
    }
    values.rising().iter().find_map(|&pt| (set & position.by_type(pt)).first().map(|sq| (sq, pt)))
}

/// The attackers of a square after one of them has left: without it, and with
/// the slider that stood behind it.
#[inline]
fn uncover<P: Position>(
    position: &P,
    to: Square,
    left: Square,
    attackers: <P::Geometry as Geometry>::Bitboard,
    occupied: <P::Geometry as Geometry>::Bitboard,
) -> <P::Geometry as Geometry>::Bitboard {
    let mut attackers = attackers & occupied;
    let d = P::Geometry::direction(to, left) as usize;
    if d < super::rays::DIRECTIONS
        && let Some(sq) = P::Geometry::nearest(d, P::Geometry::ray(d, left) & occupied)
        && let Some(piece) = position.piece_on(sq)
    {
        let slides = P::Geometry::slide_directions(piece.piece_type(), piece.color());
        if (slides >> super::rays::opposite(d)) & 1 != 0 {
            attackers |= <P::Geometry as Geometry>::Bitboard::of(sq);
        }
    }
    attackers
}
