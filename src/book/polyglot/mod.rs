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
//! Moves are packed as [`Move::raw`](crate::chess::Move::raw) packs them. Castling is the king taking its own
//! rook. Positions are known by their keys alone: a FEN
//! leads to its entries, never an entry to its position.

mod builder;
mod key;
mod reader;

pub use builder::PolyglotBuilder;
pub use key::polyglot_key;
pub use reader::PolyglotBook;

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
