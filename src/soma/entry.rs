//! An entry of the table: something that a side may do, with what it wins.

use crate::game::Value;
use crate::game::attack_map::Slots;

/// The most entries; what comes later is dropped.
pub const MAX_ENTRIES: usize = 48;

/// Bits of an entry's number.
pub(crate) const ENTRY_BITS: u32 = MAX_ENTRIES.next_power_of_two().trailing_zeros();

/// A set of entries by number. Entries are numbered by falling value.
pub type EntrySet = u64;

/// Something a side may do.
#[derive(Clone, Copy, Debug, Default)]
pub struct Entry {
    /// What it is worth if the exchange it belongs to is then settled.
    pub value: Value,
    /// What it wins at once.
    pub first: Value,
    /// What is still lost if the other side spends a move on parrying it.
    pub residue: Value,
    /// Whether it belongs to the side to move at the root.
    pub is_ours: bool,
    /// The slot of the piece that moves; of the other side's drops `NO_SLOT`.
    pub mover: u8,
    /// The slot of the piece that is taken, or `NO_SLOT`.
    pub target: u8,
    /// The number of the square the piece goes to.
    pub to: u8,
    /// The tag of the entry that brings it to life, or 0 if it is alive.
    pub after: u8,
    /// Its own tag: not 0 if others wait for it.
    pub tag: u8,
    /// The piece whose leaving brings it to life (ties), as a set: one at most.
    pub waits_for: Slots,
    /// Pieces that can be taken no longer once it is played, as they are guarded.
    pub saves: Slots,
    /// Whether it counts when the rest is settled: one entry a target does.
    pub counts: bool,
}

/// The set of one entry.
#[inline]
pub(crate) const fn entry_bit(number: usize) -> EntrySet {
    1 << number
}
