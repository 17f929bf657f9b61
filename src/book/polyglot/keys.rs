//! The random numbers of Polyglot's keys.
//!
//! They are part of the format: a key is the exclusive or of some of them, so that whoever reads
//! or writes such books must have these very numbers.

use std::sync::LazyLock;

/// For each piece on each square 768, kinds in the order black pawn, white pawn, black knight and
/// so on to the white king, squares from a1 rank by rank.
pub(super) const PIECES: usize = 0;
/// For each right to castle: white short, white long, black short, black long.
pub(super) const CASTLING: usize = 768;
/// For each file on which a pawn may be taken in passing.
pub(super) const EN_PASSANT: usize = 772;
/// Where white is to move.
pub(super) const TURN: usize = 780;

/// All of them, 781.
pub(super) static RANDOM: LazyLock<Vec<u64>> = LazyLock::new(|| {
    let words = include_str!("keys.txt").split_ascii_whitespace();
    words.filter_map(|word| u64::from_str_radix(word, 16).ok()).collect()
});
