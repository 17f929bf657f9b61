//! Opening books of chess in Polyglot's format (hgm.nubati.net/book_format.html): entries of
//! sixteen bytes, sorted by the key of the position, numbers with the high byte first.
//!
//! ```text
//! 8 bytes  key of the position
//! 2 bytes  move: to file, to rank, from file, from rank, promotion; three bits each
//! 2 bytes  weight: how good the move is, beside the others; 0 is never played
//! 4 bytes  learned: not used here, written as 0
//! ```
//!
//! Moves are packed as [`Move::raw`](crate::chess::Move::raw) packs them. Castling is the king taking its own rook.
//! Positions are known by their keys alone: a FEN leads to its entries, never an entry to its position.

mod builder;
mod reader;

use std::sync::LazyLock;

pub use builder::PolyglotBuilder;
pub use reader::PolyglotBook;

use crate::chess::square::{SQUARES, file};
use crate::chess::{Chess, Position, piece};
use crate::game::{Board as _, Color, Geometry as _, SquareSet as _};

/// Bytes of an entry.
const ENTRY: usize = 16;

/// An entry, without what was learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    key: u64,
    packed: u16,
    weight: u16,
}

impl Entry {
    fn read(bytes: [u8; ENTRY]) -> Self {
        let number = u128::from_be_bytes(bytes);
        Self { key: (number >> 64) as u64, packed: (number >> 48) as u16, weight: (number >> 32) as u16 }
    }

    fn bytes(self) -> [u8; ENTRY] {
        let number =
            u128::from(self.key) << 64 | u128::from(self.packed) << 48 | u128::from(self.weight) << 32;
        number.to_be_bytes()
    }
}

/// For each piece on each square 768, kinds in the order black pawn, white pawn, black knight and
/// so on to the white king, squares from a1 rank by rank.
const PIECES: usize = 0;
/// For each right to castle: white short, white long, black short, black long.
const CASTLING: usize = 768;
/// For each file on which a pawn may be taken in passing.
const EN_PASSANT: usize = 772;
/// Where white is to move.
const TURN: usize = 780;

/// Polyglot's random numbers, 781, which are part of the format: a key is the exclusive or of some of them.
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
