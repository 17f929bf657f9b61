//! The table XREF: all entries of both sides, and their relations (B1, B2) as
//! bit masks.
//!
//! Playing an entry removes others (their piece has moved, or is gone) and
//! brings others to life (the recapture; what the piece that moved had kept
//! guarded). [`look_ahead`](super::look_ahead) plays with them.
//!
//! Plain code: nothing here depends on the game, and it is compiled once.

use super::entry::{ENTRY_BITS, Entry, EntrySet, MAX_ENTRIES, entry_bit};
use super::relation::Relation;
use crate::game::Value;
use crate::game::attack_map::{MAX_SLOTS, NO_SLOT, Slots, slots};

/// The entries of a position with their relations.
///
/// ```
/// use somatic::soma::entry::Entry;
/// use somatic::soma::relation::Relation;
/// use somatic::soma::table::Table;
/// use somatic::soma::{Choice, LookAhead};
///
/// let takes = |is_ours, value, mover, target| Entry {
///     is_ours,
///     value,
///     first: value,
///     mover,
///     target,
///     counts: true,
///     ..Entry::default()
/// };
/// // Their lance 11 attacks our rook 1, which may take the silver 12 that attacks
/// // our bishop 2.
/// let mut table = Table::new();
/// table.add(takes(false, 960, 11, 1));
/// table.add(takes(false, 740, 12, 2));
/// table.add(takes(true, 400, 1, 12));
/// table.relate();
/// // By falling value they are numbered 0, 1 and 2. The capture ends both threats.
/// assert_eq!(table.relation(2, 0), Some(Relation::TargetMoves));
/// assert_eq!(table.relation(2, 1), Some(Relation::AttackerCaptured));
/// let found = table.solve(true, LookAhead { depth: 2, width: 3 });
/// assert_eq!((found.value, found.choice), (400, Choice::Play(2)));
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    len: usize,
    pub(super) entries: [Entry; MAX_ENTRIES],
    /// For each entry those that its being played removes.
    pub(super) kills: [EntrySet; MAX_ENTRIES],
    /// For each entry those that its being played brings to life.
    pub(super) wakes: [EntrySet; MAX_ENTRIES],
    /// For each entry all that take what it takes.
    pub(super) rivals: [EntrySet; MAX_ENTRIES],
    /// For each entry what it wins for the side to move at the root when it is
    /// settled in our turn, and in theirs.
    pub(super) swings: [[Value; 2]; MAX_ENTRIES],
    /// For [`Table::relate`]; empty before and after.
    by_slot: [BySlot; MAX_SLOTS],
    /// The entries that a tag brings to life; also for [`Table::relate`] alone.
    by_tag: [EntrySet; TAGS],
    /// The entries before they are sorted.
    unsorted: [Entry; MAX_ENTRIES],
    pub(super) ours: EntrySet,
    /// Those that count when the rest is settled.
    pub(super) counts: EntrySet,
    pub(super) alive: EntrySet,
}

/// How many tags there are.
const TAGS: usize = u8::MAX as usize + 1;

/// The entries that a piece has to do with.
#[derive(Clone, Copy, Debug, Default)]
struct BySlot {
    /// Those that it plays.
    moves: EntrySet,
    /// Those that take it.
    is_taken: EntrySet,
    /// Those that its leaving brings to life.
    wakes: EntrySet,
}

impl Table {
    /// No entries.
    pub fn new() -> Self {
        Self {
            len: 0,
            entries: [Entry::default(); MAX_ENTRIES],
            kills: [0; MAX_ENTRIES],
            wakes: [0; MAX_ENTRIES],
            rivals: [0; MAX_ENTRIES],
            swings: [[0; 2]; MAX_ENTRIES],
            by_slot: [BySlot::default(); MAX_SLOTS],
            by_tag: [0; TAGS],
            unsorted: [Entry::default(); MAX_ENTRIES],
            ours: 0,
            counts: 0,
            alive: 0,
        }
    }

    /// Forgets all entries.
    pub const fn clear(&mut self) {
        self.len = 0;
        self.ours = 0;
        self.counts = 0;
        self.alive = 0;
    }

    /// Adds an entry, in any order; [`Table::relate`] must follow.
    pub const fn add(&mut self, entry: Entry) {
        debug_assert!(entry.waits_for.count_ones() <= 1, "an entry that waits for two");
        if self.len < MAX_ENTRIES {
            self.entries[self.len] = entry;
            self.len += 1;
        }
    }

    /// Takes away the entries that are not wanted; [`Table::relate`] must follow.
    pub(super) fn retain(&mut self, wanted: impl Fn(&Entry) -> bool) {
        let mut kept = 0;
        for number in 0..self.len {
            if wanted(&self.entries[number]) {
                self.entries[kept] = self.entries[number];
                kept += 1;
            }
        }
        self.len = kept;
    }

    /// An entry, to add what its being played does.
    pub(super) const fn entry_mut(&mut self, number: usize) -> &mut Entry {
        &mut self.entries[number]
    }

    /// The entries.
    pub fn entries(&self) -> &[Entry] {
        &self.entries[..self.len]
    }

    /// Whether nobody can do anything.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The entries that are alive at the root.
    pub const fn alive(&self) -> EntrySet {
        self.alive
    }

    /// The entries of the side to move at the root.
    pub const fn ours(&self) -> EntrySet {
        self.ours
    }

    /// The largest gain open to the side to move at the root, or 0.
    pub(crate) fn largest_gain(&self) -> Value {
        let own = self.alive & self.ours & self.counts;
        if own == 0 { 0 } else { self.entries[own.trailing_zeros() as usize].value.max(0) }
    }

    /// The other side's largest open gain that takes a piece.
    pub(crate) fn largest_threat(&self) -> Option<&Entry> {
        let mut rest = self.alive & !self.ours & self.counts;
        while rest != 0 {
            let entry = &self.entries[rest.trailing_zeros() as usize];
            if entry.target != NO_SLOT {
                return Some(entry);
            }
            rest &= rest - 1;
        }
        None
    }

    /// Those that count when the rest is settled: one a target.
    pub const fn counting(&self) -> EntrySet {
        self.counts
    }

    /// By which rule playing one entry changes another, if it does (B2). Asked for
    /// by those who explain the table; in play the sets are enough, and they decide
    /// whether it does. What they remove for no reason of the pieces is guarded now.
    pub fn relation(&self, played: usize, other: usize) -> Option<Relation> {
        let (removed, woken) =
            (self.kills[played] & entry_bit(other) != 0, self.wakes[played] & entry_bit(other) != 0);
        if played == other || !removed && !woken {
            return None;
        }
        let by_pieces = self.entries[played].relation_to(&self.entries[other]);
        by_pieces.or_else(|| removed.then_some(Relation::GuardAdded))
    }

    /// Sorts the entries and finds their relations.
    pub fn relate(&mut self) {
        self.sort();
        let n = self.len;
        self.ours = 0;
        self.counts = 0;
        self.alive = 0;
        for i in 0..n {
            let entry = &self.entries[i];
            let bit = entry_bit(i);
            self.by_slot[index(entry.mover)].moves |= bit;
            self.by_slot[index(entry.target)].is_taken |= bit;
            self.by_slot[index_of(entry.waits_for)].wakes |= bit;
            self.by_tag[entry.after as usize] |= bit;
            // Without branches, which nobody could foresee.
            self.ours |= set_if(entry.is_ours, i);
            self.counts |= set_if(entry.counts, i) & set_if(entry.value > 0, i);
            self.alive |= set_if(entry.after == 0, i) & set_if(entry.waits_for == 0, i);
            let ours = Value::from(entry.is_ours);
            let wins = |mine: Value, theirs: Value| mine * ours - theirs * (1 - ours);
            self.swings[i] = [wins(entry.value, entry.residue), wins(entry.residue, entry.value)];
        }
        // What has no target, waits for nothing or comes after nothing.
        self.by_slot[NOBODY] = BySlot::default();
        self.by_tag[0] = 0;
        for i in 0..n {
            let Entry { mover, target, tag, saves, .. } = self.entries[i];
            // The piece that moves does nothing else, unless it follows from
            // this, and is no longer where it was; what it takes neither acts
            // nor can be taken again.
            let own = self.by_slot[index(mover)];
            let taken = self.by_slot[index(target)];
            let gone = own.moves | taken.moves;
            // What is taken cannot use what its capture lays open.
            let woken = (own.wakes | taken.wakes) & !gone | self.by_tag[tag as usize];
            let wakes = woken & !entry_bit(i);
            let gone = slots(saves).fold(gone, |gone, saved| gone | self.by_slot[saved].is_taken);
            self.wakes[i] = wakes;
            self.kills[i] = (own.is_taken | taken.is_taken | gone) & !wakes | entry_bit(i);
            self.rivals[i] = taken.is_taken | entry_bit(i);
        }
        // Only the cells that were used are reset.
        for entry in &self.entries[..n] {
            self.by_slot[index(entry.mover)] = BySlot::default();
            self.by_slot[index(entry.target)] = BySlot::default();
            self.by_slot[index_of(entry.waits_for)] = BySlot::default();
            self.by_tag[entry.after as usize] = 0;
        }
    }

    /// Sorts the entries by falling value, equal ones in the order in which they
    /// were added: each goes to the place that the number of those before it
    /// gives. That takes more comparisons than an insertion, but no branch that
    /// is hard to foresee.
    fn sort(&mut self) {
        /// As many as fit into one register.
        const LANES: usize = 8;
        /// So that a key is one word.
        const MOST: Value = Value::MAX >> ENTRY_BITS;
        let n = self.len;
        let mut keys = [Value::MIN; MAX_ENTRIES];
        for (i, entry) in self.entries[..n].iter().enumerate() {
            self.unsorted[i] = *entry;
            keys[i] = (entry.value.clamp(-MOST, MOST) << ENTRY_BITS) - i as Value;
        }
        for (i, &key) in keys[..n].iter().enumerate() {
            let mut before = [0; LANES];
            for others in keys[..n.next_multiple_of(LANES)].chunks_exact(LANES) {
                for (before, &other) in before.iter_mut().zip(others) {
                    *before += i32::from(other > key);
                }
            }
            let place = before.iter().sum::<i32>() as usize;
            self.entries[place] = self.unsorted[i];
        }
    }
}

impl Default for Table {
    fn default() -> Self {
        Self::new()
    }
}

/// The set of one entry, or the empty one.
#[inline]
const fn set_if(is_in: bool, number: usize) -> EntrySet {
    (is_in as EntrySet) << number
}

/// The place of a slot in an array; [`NO_SLOT`] has one that no piece uses.
#[inline]
const fn index(slot: u8) -> usize {
    slot as usize & (MAX_SLOTS - 1)
}

/// The place of the one slot of a set, or that of nobody.
#[inline]
fn index_of(set: Slots) -> usize {
    (set.trailing_zeros() as usize).min(NOBODY)
}

/// The place that no piece uses.
const NOBODY: usize = index(NO_SLOT);

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A table of these entries.
    pub(crate) fn table(entries: &[Entry]) -> Table {
        let mut table = Table::new();
        for &entry in entries {
            table.add(entry);
        }
        table.relate();
        table
    }

    /// An entry that counts and wins its whole value at once.
    pub(crate) fn entry(is_ours: bool, value: Value, mover: u8, target: u8) -> Entry {
        Entry { value, first: value, is_ours, mover, target, counts: true, ..Entry::default() }
    }

    #[test]
    fn a_cleared_table_threatens_nothing() {
        let mut t = table(&[entry(true, 400, 1, 11), entry(false, 240, 12, 2)]);
        assert_eq!((t.largest_gain(), t.largest_threat().map(|entry| entry.target)), (400, Some(2)));
        t.clear();
        assert_eq!((t.largest_gain(), t.largest_threat().map(|entry| entry.target)), (0, None));
    }

    #[test]
    fn items_stand_by_falling_value_and_equal_ones_as_they_came() {
        // From no entry to more than there is room for, negative and huge ones too.
        for n in 0..=MAX_ENTRIES + 1 {
            let value = |i: usize| [0, 400, -560, 400, 90_000_000, 7, -90_000_000][i % 7];
            let entries: Vec<Entry> =
                (0..n).map(|i| Entry { to: i as u8, ..entry(true, value(i), 1, 11) }).collect();
            let mut expected = entries[..n.min(MAX_ENTRIES)].to_vec();
            expected.sort_by_key(|entry| -entry.value);
            let found = table(&entries);
            let order =
                |entries: &[Entry]| entries.iter().map(|entry| (entry.value, entry.to)).collect::<Vec<_>>();
            assert_eq!(order(found.entries()), order(&expected));
        }
    }

    #[test]
    fn relating_leaves_nothing_behind() {
        // The first entry has the number of the one that is looked at later: what
        // is left of the others would show.
        let waiting = Entry { waits_for: 1 << 11, ..entry(true, 320, 2, 12) };
        let chained = Entry { after: 1, ..entry(false, 310, 13, NO_SLOT) };
        let mover = Entry { tag: 1, ..entry(true, 170, 1, 11) };
        let mut t = table(&[entry(true, 900, 20, 21), waiting, chained, mover]);
        assert_eq!((t.kills[3], t.wakes[3]), (0b1000, 0b0110));
        t.clear();
        t.add(Entry { tag: 1, ..entry(true, 400, 1, 11) });
        t.add(entry(false, 240, 12, 2));
        t.relate();
        assert_eq!((t.kills[0], t.wakes[0], t.kills[1], t.wakes[1]), (0b01, 0, 0b10, 0));
    }
}
