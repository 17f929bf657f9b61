//! The transposition table: shared by all threads, without locks.
//!
//! An entry is two words written and read without order. The first carries
//! the upper bits of the position's key combined with a digest of the rest,
//! so that a torn entry, half one thread's and half another's, does not match
//! (after Hyatt and Mann, "A lock-less transposition table implementation",
//! 2002).

use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

use memmap2::MmapMut;
use self_cell::{MutBorrow, self_cell};
use zerocopy::{FromBytes, IntoBytes, KnownLayout};

use crate::game::{Key, MATE_IN_MAX_PLY, MAX_SQUARES, Square, Value, map_zeroed};

use super::memory::mebibytes_for_table;
use super::prefetch::prefetch;
use super::static_eval::Statics;
use crate::soma::StaticEval;

/// How a stored value bounds the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// Only the static part of the entry means anything.
    None = 0,
    /// The true value is not below it: a fail high.
    Lower = 1,
    /// The true value is not above it: a fail low.
    Upper = 2,
    /// It is the true value.
    Exact = 3,
}

impl Bound {
    /// Whether a value with this bound lies outside the window, or is exact: then it is
    /// the answer of a node that has been searched deep enough.
    #[inline]
    pub const fn decides(self, value: Value, alpha: Value, beta: Value) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => value >= beta,
            Self::Upper => value <= alpha,
            Self::None => false,
        }
    }

    const fn from_bits(bits: u64) -> Self {
        match bits & 3 {
            0 => Self::None,
            1 => Self::Lower,
            2 => Self::Upper,
            _ => Self::Exact,
        }
    }
}

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move in 16 bits, or 0.
    pub raw_move: u16,
    /// The value, mates counted from this node.
    pub value: Value,
    /// How deep it was searched.
    pub depth: i32,
    /// How the value is to be read.
    pub bound: Bound,
    /// The static evaluation, if there is one (there is none in check).
    pub statics: Option<Statics>,
}

/// Entries a cluster: as many as fit into a cache line.
const CLUSTER: usize = 4;
/// Bits of the generation counter.
const AGE_BITS: u32 = 5;
/// Depth is stored with this added, so that the horizon's fit.
const DEPTH_OFFSET: i32 = 8;
/// The upper bits of a key, which choose the cluster: there are never more clusters than these can tell apart.
const UPPER_BITS: u32 = 36;
/// Of the bits below, so many are kept.
const KEY_BITS: u32 = 24;
/// Marks an entry without static part; no evaluation has this value.
const NO_STATICS: i16 = i16::MIN;

#[derive(Debug, FromBytes, IntoBytes, KnownLayout)]
#[repr(C)]
struct Slot {
    /// Key bits combined with a digest (24), gain (16), parry or what is in danger (16), mark (8).
    head: AtomicU64,
    /// Move (16), value (16), eval (16), depth (8), bound (2), age (5), used (1).
    body: AtomicU64,
}

/// The entries of a cache line.
#[derive(Debug, FromBytes, IntoBytes, KnownLayout)]
#[repr(C, align(64))]
struct Cluster([Slot; CLUSTER]);

/// Clusters in memory of their own.
type Clusters<'a> = &'a [Cluster];

self_cell!(
    struct Memory {
        owner: MutBorrow<MmapMut>,
        #[covariant]
        dependent: Clusters,
    }
);

impl Memory {
    /// Room for so many clusters, all zero.
    fn zeroed(clusters: usize) -> io::Result<Self> {
        let bytes = map_zeroed(clusters * size_of::<Cluster>())?;
        Self::try_new(MutBorrow::new(bytes), |bytes| {
            let all = <[Cluster]>::mut_from_prefix_with_elems(bytes.borrow_mut(), clusters);
            all.map(|(all, _)| &*all).map_err(|_| io::ErrorKind::InvalidData.into())
        })
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Memory").field(&self.borrow_dependent().len()).finish()
    }
}

/// The table.
#[derive(Debug)]
pub struct TranspositionTable {
    memory: Memory,
    age: AtomicU8,
    /// Whether nothing has been stored: then there is nothing to forget, and no
    /// page need be touched for it.
    is_clean: AtomicBool,
}

/// Everything but the key bits of the head.
const REST: u64 = (1 << (64 - KEY_BITS)) - 1;

/// The key bits of a head whose other contents are these.
const fn signature(key: Key, rest: u64, body: u64) -> u64 {
    let mixed = (rest ^ body).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (key ^ mixed) >> (64 - KEY_BITS)
}

impl TranspositionTable {
    /// A table of this many MiB, at least one cluster; smaller where there is
    /// no memory for it.
    ///
    /// # Panics
    /// If there is no memory at all.
    pub fn new(mebibytes: usize) -> Self {
        let there = mebibytes_for_table().unwrap_or(usize::MAX);
        let mut count = (mebibytes.min(there).saturating_mul(1 << 20) / size_of::<Cluster>()).max(1);
        let memory = loop {
            match Memory::zeroed(count) {
                Ok(memory) => break memory,
                Err(error) if count == 1 => panic!("no memory for a table: {error}"),
                Err(_) => count /= 2,
            }
        };
        Self { memory, age: AtomicU8::new(0), is_clean: AtomicBool::new(true) }
    }

    /// The size in MiB.
    pub fn mebibytes(&self) -> usize {
        size_of_val(self.clusters()) >> 20
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.age.store(0, Relaxed);
        if self.is_clean.swap(true, Relaxed) {
            return;
        }
        for slot in self.clusters().iter().flat_map(|cluster| &cluster.0) {
            slot.head.store(0, Relaxed);
            slot.body.store(0, Relaxed);
        }
    }

    /// A new search begins: older entries give way first.
    pub(crate) fn new_search(&self) {
        self.age.store((self.age.load(Relaxed) + 1) & ((1 << AGE_BITS) - 1), Relaxed);
    }

    #[inline]
    fn clusters(&self) -> &[Cluster] {
        self.memory.borrow_dependent()
    }

    #[inline]
    fn cluster(&self, key: Key) -> &[Slot; CLUSTER] {
        let clusters = self.clusters();
        let index = (u128::from(key) * clusters.len() as u128) >> 64;
        &clusters[index as usize].0
    }

    /// Fetches what is known of a position into the cache, to be asked for soon.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        prefetch(self.cluster(key));
    }

    /// What is known of a position `ply` moves from the root.
    #[inline]
    pub(crate) fn probe(&self, key: Key, ply: usize) -> Option<Entry> {
        let key_bits = key << UPPER_BITS;
        for slot in self.cluster(key) {
            let (head, body) = (slot.head.load(Relaxed), slot.body.load(Relaxed));
            if body & 1 != 0 && head >> (64 - KEY_BITS) == signature(key_bits, head & REST, body) {
                return Some(unpack(head, body, ply));
            }
        }
        None
    }

    /// Stores what was found of a position.
    pub fn store(&self, key: Key, ply: usize, entry: &Entry) {
        if self.is_clean.load(Relaxed) {
            self.is_clean.store(false, Relaxed);
        }
        let key_bits = key << UPPER_BITS;
        let age = u64::from(self.age.load(Relaxed));
        let mut replace = &self.cluster(key)[0];
        let mut least = i32::MAX;
        for slot in self.cluster(key) {
            let (head, body) = (slot.head.load(Relaxed), slot.body.load(Relaxed));
            if body & 1 == 0 {
                replace = slot;
                break;
            }
            if head >> (64 - KEY_BITS) == signature(key_bits, head & REST, body) {
                let old = unpack(head, body, ply);
                // Keep a much deeper entry of this search, and the old move.
                let same_age = age_of(body) == age;
                if same_age && entry.bound != Bound::Exact && entry.depth + 3 < old.depth {
                    return;
                }
                let raw_move = if entry.raw_move == 0 { old.raw_move } else { entry.raw_move };
                write(slot, key_bits, ply, &Entry { raw_move, ..*entry }, age);
                return;
            }
            let years = (age + (1 << AGE_BITS) - age_of(body)) & ((1 << AGE_BITS) - 1);
            let worth = depth_of(body) - 4 * years as i32;
            if worth < least {
                least = worth;
                replace = slot;
            }
        }
        write(replace, key_bits, ply, entry, age);
    }

    /// How full the table is with entries of this search, in thousandths.
    pub fn permille(&self) -> u32 {
        const SAMPLE: usize = 250;
        let age = u64::from(self.age.load(Relaxed));
        let slots = self.clusters().iter().take(SAMPLE).flat_map(|cluster| &cluster.0);
        let (mut used, mut all) = (0, 0);
        for slot in slots {
            let body = slot.body.load(Relaxed);
            used += u32::from(body & 1 != 0 && age_of(body) == age);
            all += 1;
        }
        used * 1000 / all.max(1)
    }
}

const fn age_of(body: u64) -> u64 {
    (body >> 1) & ((1 << AGE_BITS) - 1)
}

const fn depth_of(body: u64) -> i32 {
    ((body >> 8) & 0xff) as i32 - DEPTH_OFFSET
}

fn unpack(head: u64, body: u64, ply: usize) -> Entry {
    let eval = (body >> 16) as i16;
    Entry {
        raw_move: (body >> 48) as u16,
        value: from_table(Value::from((body >> 32) as i16), ply),
        depth: depth_of(body),
        bound: Bound::from_bits(body >> 6),
        statics: (eval != NO_STATICS).then(|| unpack_statics(Value::from(eval), head)),
    }
}

/// The mark of a node that has not been assessed.
const QUIET: u8 = 0;
/// That of one where no piece is threatened; that of others is one more than its square.
const NO_THREAT: u8 = u8::MAX;

fn unpack_statics(eval: Value, head: u64) -> Statics {
    let parry = Value::from((head >> 8) as i16);
    let threatened = match head as u8 {
        QUIET => return Statics::Quiet { eval, danger: parry },
        mark if mark as usize <= MAX_SQUARES => Some(Square::new(mark - 1)),
        _ => None,
    };
    Statics::Whole(StaticEval { eval, gain: Value::from((head >> 24) as i16), parry, threatened })
}

/// The evaluation, and what is kept beside it in the lower bits of the head.
fn pack_statics(statics: Option<Statics>) -> (i16, u64) {
    let word = |v: Value| u64::from(v.clamp(-32_767, 32_767) as i16 as u16);
    match statics {
        None => (NO_STATICS, 0),
        Some(Statics::Quiet { eval, danger }) => (eval as i16, word(danger) << 8 | u64::from(QUIET)),
        Some(Statics::Whole(StaticEval { eval, gain, parry, threatened })) => {
            let mark = threatened.map_or(NO_THREAT, |square| square.raw() + 1);
            (eval as i16, word(gain) << 24 | word(parry) << 8 | u64::from(mark))
        }
    }
}

fn write(slot: &Slot, key_bits: Key, ply: usize, entry: &Entry, age: u64) {
    let (eval, rest) = pack_statics(entry.statics);
    let depth = (entry.depth + DEPTH_OFFSET).clamp(0, 255) as u64;
    let body = u64::from(entry.raw_move) << 48
        | u64::from(to_table(entry.value, ply) as i16 as u16) << 32
        | u64::from(eval as u16) << 16
        | depth << 8
        | (entry.bound as u64) << 6
        | age << 1
        | 1;
    slot.head.store(signature(key_bits, rest, body) << (64 - KEY_BITS) | rest, Relaxed);
    slot.body.store(body, Relaxed);
}

/// Mates are stored as distances from the node, not from the root.
const fn to_table(value: Value, ply: usize) -> Value {
    if value >= MATE_IN_MAX_PLY {
        value + ply as Value
    } else if value <= -MATE_IN_MAX_PLY {
        value - ply as Value
    } else {
        value
    }
}

const fn from_table(value: Value, ply: usize) -> Value {
    if value >= MATE_IN_MAX_PLY {
        value - ply as Value
    } else if value <= -MATE_IN_MAX_PLY {
        value + ply as Value
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{mate_in, rng::Rng};

    #[test]
    fn what_is_stored_is_found() {
        let table = TranspositionTable::new(1);
        let mut rng = Rng::new(5);
        for i in 0..1000 {
            let key = rng.next_u64();
            let entry = Entry {
                raw_move: rng.next_u64() as u16 | 1,
                value: rng.below(60_000) as Value - 30_000,
                depth: rng.below(100) as i32 - 3,
                bound: Bound::from_bits(1 + rng.next_u64() % 3),
                statics: match i % 4 {
                    0 => None,
                    1 => Some(Statics::Quiet {
                        eval: rng.below(60_000) as Value - 30_000,
                        danger: rng.below(20_000) as Value,
                    }),
                    _ => Some(Statics::Whole(StaticEval {
                        eval: rng.below(60_000) as Value - 30_000,
                        gain: rng.below(20_000) as Value - 10_000,
                        parry: -(rng.below(20_000) as Value),
                        threatened: (i % 4 > 2).then(|| Square::new(rng.below(MAX_SQUARES) as u8)),
                    })),
                },
            };
            table.store(key, 0, &entry);
            assert_eq!(table.probe(key, 0), Some(entry));
        }
    }

    #[test]
    fn what_is_forgotten_is_not_found() {
        let table = TranspositionTable::new(1);
        let entry = Entry { raw_move: 7, value: 1, depth: 3, bound: Bound::Exact, statics: None };
        for _ in 0..2 {
            table.clear();
            assert_eq!(table.probe(42, 0), None);
            table.store(42, 0, &entry);
            assert_eq!(table.probe(42, 0), Some(entry));
        }
    }

    #[test]
    fn mates_are_kept_as_distances() {
        let table = TranspositionTable::new(1);
        let entry = Entry { raw_move: 7, value: mate_in(9), depth: 3, bound: Bound::Exact, statics: None };
        table.store(42, 4, &entry);
        assert_eq!(table.probe(42, 2).map(|e| e.value), Some(mate_in(7)));
    }

    #[test]
    fn other_keys_do_not_match() {
        let table = TranspositionTable::new(1);
        let entry = Entry { raw_move: 7, value: 1, depth: 3, bound: Bound::Exact, statics: None };
        table.store(1 << 10, 0, &entry);
        assert_eq!(table.probe(1 << 11, 0), None);
    }

    /// Every size is what was asked for, and the part that is used is told right.
    #[test]
    fn sizes_and_fullness() {
        for mebibytes in [1, 3, 10] {
            let table = TranspositionTable::new(mebibytes);
            assert_eq!(table.mebibytes(), mebibytes);
            let mut rng = Rng::new(1);
            let slots = (mebibytes << 20) / size_of::<Slot>();
            let entry = Entry { raw_move: 1, value: 0, depth: 1, bound: Bound::Exact, statics: None };
            assert_eq!(table.permille(), 0);
            for _ in 0..slots / 4 {
                table.store(rng.next_u64(), 0, &entry);
            }
            // Some clusters of four are asked to hold more.
            assert!((200..=270).contains(&table.permille()), "{}", table.permille());
            for _ in 0..8 * slots {
                table.store(rng.next_u64(), 0, &entry);
            }
            assert!(table.permille() > 990, "{}", table.permille());
            table.new_search();
            assert_eq!(table.permille(), 0, "what an earlier search stored");
            table.store(rng.next_u64(), 0, &entry);
            assert!(table.permille() <= 1);
        }
    }
}
