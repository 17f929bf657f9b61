//! Moves as players outside Japan write them, in Hodges' notation: `P-7f`, `Sx5e+`, `G4i-5h`, `P*5e`.

use super::moves::Move;
use super::position::Position;
use crate::game::{All, MoveList, Notation as _, Position as _};

/// A legal move in Hodges' notation: the letter of the piece, the square it comes from where another of its kind
/// could go there too, `-`, `x` for a capture or `*` for a drop, the square, and `+` or `=` where it promotes or
/// could have.
///
/// ```
/// use somatic::game::Notation;
/// use somatic::shogi::{Position, western};
///
/// let position = Position::parse("startpos").unwrap_or_else(|_| Position::start());
/// let m = position.parse_move("7g7f").expect("a move");
/// assert_eq!(western(&position, m), "P-7f");
/// let m = position.parse_move("4i5h").expect("a move");
/// assert_eq!(western(&position, m), "G4i-5h");
/// ```
pub fn western(position: &Position, m: Move) -> String {
    let parts = position.parts(m);
    let (name, to) = (Position::piece_text(parts.piece), Position::square_text(parts.to));
    let Some(from) = parts.from else {
        return format!("{name}*{to}");
    };
    let mut list = MoveList::new();
    position.generate::<All>(&mut list);
    let alike = list.iter().map(|&other| position.parts(other));
    let alike: Vec<_> = alike
        .filter(|other| other.piece == parts.piece && other.to == parts.to && other.from.is_some())
        .collect();
    let is_other = alike.iter().any(|other| other.from != Some(from));
    let origin = if is_other { Position::square_text(from) } else { String::new() };
    let sign = if position.is_capture(m) { 'x' } else { '-' };
    let promotes = if parts.becomes != parts.piece {
        "+"
    } else if alike.iter().any(|other| other.from == Some(from) && other.becomes != other.piece) {
        "="
    } else {
        ""
    };
    format!("{name}{origin}{sign}{to}{promotes}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(sfen: &str, m: &str, expected: &str) {
        let position = Position::parse(sfen).expect("an SFEN");
        assert_eq!(western(&position, position.parse_move(m).expect("a move")), expected, "{m}");
    }

    #[test]
    fn captures_promotions_and_drops() {
        let sfen = "4k4/9/2p6/2S6/9/9/9/9/4K4 b G 1";
        check(sfen, "7d7c", "Sx7c=");
        check(sfen, "7d7c+", "Sx7c+");
        check(sfen, "7d6c+", "S-6c+");
        check(sfen, "G*5b", "G*5b");
        check("4k4/9/9/9/9/9/9/3G1G3/4K4 b - 1", "6h5h", "G6h-5h");
        check("4k4/9/9/9/9/9/9/3G1G3/4K4 b - 1", "6h7h", "G-7h");
        check("4k4/9/9/9/4+S4/9/9/9/4K4 b - 1", "5e5d", "+S-5d");
        // A pawn that must promote has no choice, and another piece on the way is no other of its kind.
        check("4k4/P8/9/9/9/9/9/9/4K4 b - 1", "9b9a+", "P-9a+");
    }
}
