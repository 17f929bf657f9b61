//! What a search for mate has found, in a table of fixed size.
//!
//! An entry belongs to a board, and to the attacker's hand. Entries of one
//! board lie within a short window, so that what was found with one hand is
//! used for others: a proof for those that hold more, a refutation for those
//! that hold less. When a window is full, the entry that cost least gives way.

use zerocopy::{FromBytes, FromZeros, Immutable, IntoBytes, KnownLayout};

use crate::game::{Holding, Key, LargePages};

use super::number::{INFINITE, Number, Plies};

/// Entries that are looked through for one board.
const WINDOW: usize = 16;
const MEBIBYTE: usize = 1 << 20;

/// What is known of a position with one hand of the attacker.
#[derive(Clone, Copy, Debug, FromBytes, IntoBytes, Immutable, KnownLayout)]
#[repr(C)]
struct Entry {
    key: Key,
    /// Moves made to find it.
    work: u64,
    /// The attacker's hand: what was held, or the need of a proof, or the limit
    /// of a refutation.
    hand: u32,
    pn: Number,
    dn: Number,
    /// Plies to mate of a proof; plies within which a refutation holds.
    plies: Plies,
    /// The search that wrote it; 0 for none.
    age: u16,
}

/// What the table says of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Known<H> {
    /// Mate in this many plies, with this in hand.
    Proven(Plies, H),
    /// No mate within this many plies, with up to this in hand.
    Refuted(Plies, H),
    /// Proof and disproof number as far as they are known.
    Open(Number, Number),
    /// Nothing, except that the numbers are at least these.
    Unknown(Number, Number),
}

/// A table of proofs, refutations and numbers.
#[derive(Debug)]
pub struct Table {
    entries: LargePages<Entry>,
    /// Starts of windows.
    starts: u64,
    age: u16,
}

impl Table {
    /// A table of this many MiB, or of as many as there is memory for.
    pub fn new(mebibytes: usize) -> Self {
        let mut bytes = mebibytes.max(1).saturating_mul(MEBIBYTE);
        loop {
            let count = (bytes / size_of::<Entry>()).clamp(2 * WINDOW, u32::MAX as usize);
            match LargePages::try_zeroed(count) {
                Ok(entries) => return Self { entries, starts: (count - WINDOW) as u64, age: 1 },
                Err(_) if count > 2 * WINDOW => bytes /= 2,
                Err(error) => panic!("no memory for a table of mates: {error}"),
            }
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.age = self.age.wrapping_add(1);
        if self.age == 0 {
            self.entries.fill(Entry::new_zeroed());
            self.age = 1;
        }
    }

    fn window(&self, key: Key) -> usize {
        (((key >> 32) * self.starts) >> 32) as usize
    }

    /// What is known of a board with this in the attacker's hand, if mate
    /// within so many plies is asked for.
    #[inline]
    pub fn look<H: Holding>(&self, key: Key, hand: H, within: Plies) -> Known<H> {
        let (mut pn, mut dn) = (0, 0);
        let mut is_open = false;
        let start = self.window(key);
        for entry in self.entries.iter().skip(start).take(WINDOW) {
            if entry.age != self.age {
                break;
            }
            if entry.key != key {
                continue;
            }
            let other = H::from_bits(entry.hand);
            if entry.pn == 0 {
                if hand.is_at_least(other) && entry.plies <= within {
                    return Known::Proven(entry.plies, other);
                }
            } else if entry.dn == 0 {
                if other.is_at_least(hand) && entry.plies >= within {
                    return Known::Refuted(entry.plies, other);
                }
            } else {
                // With more in hand a mate is not harder to find, with less not easier.
                is_open |= other == hand;
                if other.is_at_least(hand) {
                    pn = pn.max(entry.pn);
                }
                if hand.is_at_least(other) {
                    dn = dn.max(entry.dn);
                }
            }
        }
        if is_open { Known::Open(pn, dn) } else { Known::Unknown(pn, dn) }
    }

    /// The shortest known mate of a board with this in the attacker's hand.
    pub fn shortest<H: Holding>(&self, key: Key, hand: H) -> Option<Plies> {
        let start = self.window(key);
        let window = self.entries.iter().skip(start).take(WINDOW);
        window
            .filter(|entry| entry.age == self.age && entry.key == key && entry.pn == 0)
            .filter(|entry| hand.is_at_least(H::from_bits(entry.hand)))
            .map(|entry| entry.plies)
            .min()
    }

    /// Writes down that it is mate with this in hand.
    pub(crate) fn store_proof<H: Holding>(&mut self, key: Key, need: H, plies: Plies, work: u64) {
        self.store(key, need, (0, INFINITE), plies, work, |entry| {
            entry.pn == 0 && entry.hand == need.to_bits() && entry.plies >= plies
        });
    }

    /// Writes down that it is no mate within so many plies with up to this in hand.
    pub(crate) fn store_refutation<H: Holding>(&mut self, key: Key, limit: H, plies: Plies, work: u64) {
        self.store(key, limit, (INFINITE, 0), plies, work, |entry| {
            entry.dn == 0 && entry.hand == limit.to_bits() && entry.plies <= plies
        });
    }

    /// Writes down how far the search has come.
    pub(crate) fn store_numbers<H: Holding>(&mut self, key: Key, hand: H, pn: Number, dn: Number, work: u64) {
        self.store(key, hand, (pn, dn), 0, work, |entry| {
            entry.pn != 0 && entry.dn != 0 && entry.hand == hand.to_bits()
        });
    }

    /// Writes an entry in the place of one that it replaces, of none, or of the
    /// one that cost least.
    fn store<H: Holding>(
        &mut self,
        key: Key,
        hand: H,
        (pn, dn): (Number, Number),
        plies: Plies,
        work: u64,
        is_replaced: impl Fn(&Entry) -> bool,
    ) {
        let (start, age) = (self.window(key), self.age);
        let Some(window) = self.entries.get_mut(start..start + WINDOW) else { return };
        let mut place = 0;
        for (i, entry) in window.iter().enumerate() {
            if entry.age != age || entry.key == key && is_replaced(entry) {
                place = i;
                break;
            }
            if entry.work < window[place].work {
                place = i;
            }
        }
        let entry = &mut window[place];
        let same = entry.age == age && entry.key == key;
        let work = if same { work.saturating_add(entry.work) } else { work };
        *entry = Entry { key, hand: hand.to_bits(), pn, dn, work, plies, age };
    }
}
