//! The static exchange evaluation of one move: plain swap-off on its square,
//! without pins and ties, for ordering and pruning. (SUPER-SOMA's exchanges,
//! which mind both, are in `soma::exchange` and `article`.)

use super::{
    BitboardOf, Color, Geometry, MoveParts, PieceType, PieceValues, Position, Square, SquareSet, Value,
};

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
    let mut gains = [0; MAX_CAPTURES];
    let mut n = 0;
    for (gain, place) in Recaptures::new(position, &parts, values).zip(&mut gains) {
        *place = gain;
        n += 1;
    }
    values.gain(&parts) - gains[..n].iter().rev().fold(0, |rest, gain| (gain - rest).max(0))
}

/// Whether a move wins at least this much. Where the piece that moved could be lost without falling below that, what
/// the taker gains by promoting is not looked at, for speed; elsewhere it says what [`see`] says.
pub fn see_ge<P: Position>(position: &P, m: P::Move, threshold: Value, values: &PieceValues) -> bool {
    let parts = position.parts(m);
    let at_once = values.gain(&parts);
    if at_once < threshold {
        return false;
    }
    if at_once - values.capture(parts.becomes) >= threshold {
        return true;
    }
    // Followed only as far as it is open who prevails. What is won beyond the threshold if the
    // exchange ends here; the other side must win more.
    let mut beyond = at_once - threshold;
    let mut gains = Recaptures::new(position, &parts, values);
    while let Some(gain) = gains.next() {
        let short = gain - beyond;
        if short <= 0 {
            return true;
        }
        // Now as much must be won back.
        let Some(gain) = gains.next().filter(|&gain| gain >= short) else { return false };
        beyond = gain - short;
    }
    true
}

/// The captures on the square of a move after it, each by the cheapest piece that
/// may: what each wins at once.
struct Recaptures<'a, P: Position> {
    position: &'a P,
    values: &'a PieceValues,
    to: Square,
    on_square: PieceType,
    side: Color,
    attackers: BitboardOf<P>,
    occupied: BitboardOf<P>,
    /// Whose leaving may still bring an attacker.
    left: Option<Square>,
}

impl<'a, P: Position> Recaptures<'a, P> {
    fn new(position: &'a P, parts: &MoveParts, values: &'a PieceValues) -> Self {
        let mut occupied = position.occupied();
        if let Some(from) = parts.from {
            occupied = occupied.without(from);
        }
        if let Some((sq, _)) = parts.captured {
            occupied = occupied.without(sq);
        }
        occupied |= BitboardOf::<P>::of(parts.to);
        // A legal king move is not recaptured.
        let attackers = if parts.piece == P::Geometry::KING {
            BitboardOf::<P>::EMPTY
        } else {
            position.attackers_to(parts.to, occupied) & occupied
        };
        let (to, on_square, side) = (parts.to, parts.becomes, !position.side_to_move());
        Self { position, values, to, on_square, side, attackers, occupied, left: None }
    }
}

impl<P: Position> Iterator for Recaptures<'_, P> {
    type Item = Value;

    #[inline]
    fn next(&mut self) -> Option<Value> {
        let (position, values) = (self.position, self.values);
        if let Some(left) = self.left {
            self.attackers = uncover(position, self.to, left, self.attackers, self.occupied);
        }
        let own = self.attackers & position.by_color(self.side);
        let (from, pt) = cheapest(position, own, values)?;
        if pt == P::Geometry::KING && !(self.attackers & position.by_color(!self.side)).is_empty() {
            return None;
        }
        let becomes = P::Geometry::becomes(pt, self.side, from, self.to);
        let gain = values.capture(self.on_square) + values.board(becomes) - values.board(pt);
        self.on_square = becomes;
        self.occupied = self.occupied.without(from);
        self.left = Some(from);
        self.side = !self.side;
        Some(gain)
    }
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
