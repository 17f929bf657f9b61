//! Polyglot's key of a position.
//!
//! The random numbers are part of the format: a key is the exclusive or of some of them, so that whoever
//! reads or writes such books must have these very numbers.

use std::sync::LazyLock;

use crate::chess::square::{SQUARES, file};
use crate::chess::{Chess, Position, piece};
use crate::game::{Board as _, Color, Geometry as _, SquareSet as _};

/// For each piece on each square 768, kinds in the order black pawn, white pawn, black knight and
/// so on to the white king, squares from a1 rank by rank.
const PIECES: usize = 0;
/// For each right to castle: white short, white long, black short, black long.
const CASTLING: usize = 768;
/// For each file on which a pawn may be taken in passing.
const EN_PASSANT: usize = 772;
/// Where white is to move.
const TURN: usize = 780;

/// All of them, 781.
static RANDOM: LazyLock<Vec<u64>> = LazyLock::new(|| {
    let words = include_str!("keys.txt").split_ascii_whitespace();
    words.filter_map(|word| u64::from_str_radix(word, 16).ok()).collect()
});

/// Polyglot's key of a position.
///
/// ```
/// use somatic::book::polyglot_key;
/// use somatic::chess::Position;
/// use somatic::game::Notation;
///
/// assert_eq!(polyglot_key(&Position::start()), 0x463b96181691fc9c);
/// ```
pub fn polyglot_key(position: &Position) -> u64 {
    let random = |number: usize| RANDOM.get(number).copied().unwrap_or(0);
    let us = position.side_to_move();
    let mut key = if us == Color::White { random(TURN) } else { 0 };
    position.for_each_piece(|sq, piece| {
        let kind = piece::ALL.iter().position(|&pt| pt == piece.piece_type()).unwrap_or(0);
        let number = 2 * kind + usize::from(piece.color() == Color::White);
        key ^= random(PIECES + SQUARES * number + sq.index());
    });
    let rights = position.castling_rights().into_iter().enumerate();
    for (right, _) in rights.filter(|(_, may_castle)| *may_castle) {
        key ^= random(CASTLING + right);
    }
    // Only where a pawn stands beside that attacks the square behind the other, whether it is pinned or not.
    let takers = |to| Chess::steps_from(piece::PAWN, !us, to) & position.pieces(us, piece::PAWN);
    match position.en_passant() {
        Some((to, _)) if !takers(to).is_empty() => key ^ random(EN_PASSANT + file(to)),
        _ => key,
    }
}
