//! The items of a table and their relations, as bit masks.
//!
//! Each entry becomes an *item*: somebody may play it for an immediate gain.
//! Playing an item removes others (their piece has moved, or is gone) and
//! brings others to life (the recapture; what the piece that moved had kept
//! guarded). [`lookahead`](super::lookahead) plays with them.
//!
//! Plain code: nothing here depends on the game, and it is compiled once.

use crate::game::Value;
use crate::game::attack_map::{MAX_SLOTS, NO_SLOT, Slots, slots};

/// The most items; what comes later is dropped.
pub const MAX_ITEMS: usize = 48;

/// Bits of an item's number.
const ITEM_BITS: u32 = MAX_ITEMS.next_power_of_two().trailing_zeros();

/// A set of items by number. Items are numbered by falling value.
pub type Items = u64;

/// Something a side may do.
#[derive(Clone, Copy, Debug, Default)]
pub struct Item {
    /// What it is worth if the exchange it belongs to is then settled.
    pub value: Value,
    /// What it wins at once.
    pub gain: Value,
    /// What is still lost if the other side spends a move on parrying it.
    pub residue: Value,
    /// Whether it belongs to the side to move at the root.
    pub is_ours: bool,
    /// The slot of the piece that moves; of the other side's drops [`NO_SLOT`].
    pub mover: u8,
    /// The slot of the piece that is taken, or [`NO_SLOT`].
    pub target: u8,
    /// The number of the square the piece goes to.
    pub to: u8,
    /// The tag of the item that brings it to life, or 0 if it is alive.
    pub after: u8,
    /// Its own tag: not 0 if others wait for it.
    pub tag: u8,
    /// The piece whose leaving brings it to life (ties), as a set: one at most.
    pub waits_for: Slots,
    /// Pieces that can be taken no longer once it is played, as they are guarded.
    pub saves: Slots,
    /// Whether it counts when the rest is settled: one item a target does.
    pub counts: bool,
}

/// The items of a position with their relations.
#[derive(Clone, Debug)]
pub struct Table {
    len: usize,
    pub(super) items: [Item; MAX_ITEMS],
    /// For each item those that its being played removes.
    pub(super) kills: [Items; MAX_ITEMS],
    /// For each item those that its being played brings to life.
    pub(super) wakes: [Items; MAX_ITEMS],
    /// For each item all that take what it takes.
    pub(super) rivals: [Items; MAX_ITEMS],
    /// For each item what it wins for the side to move at the root when it is
    /// settled in our turn, and in theirs.
    pub(super) swings: [[Value; 2]; MAX_ITEMS],
    /// For [`Table::relate`]; empty before and after.
    of_slot: [OfSlot; MAX_SLOTS],
    /// The items that a tag brings to life; also for [`Table::relate`] alone.
    of_tag: [Items; TAGS],
    /// The items before they are sorted.
    unsorted: [Item; MAX_ITEMS],
    pub(super) ours: Items,
    /// Those that count when the rest is settled.
    pub(super) counts: Items,
    pub(super) alive: Items,
}

/// How many tags there are.
const TAGS: usize = u8::MAX as usize + 1;

/// The items that a piece has to do with.
#[derive(Clone, Copy, Debug, Default)]
struct OfSlot {
    /// Those that it plays.
    moves: Items,
    /// Those that take it.
    is_taken: Items,
    /// Those that its leaving brings to life.
    wakes: Items,
}

#[inline]
const fn item_bit(number: usize) -> Items {
    1 << number
}

impl Table {
    /// No items.
    pub fn new() -> Self {
        Self {
            len: 0,
            items: [Item::default(); MAX_ITEMS],
            kills: [0; MAX_ITEMS],
            wakes: [0; MAX_ITEMS],
            rivals: [0; MAX_ITEMS],
            swings: [[0; 2]; MAX_ITEMS],
            of_slot: [OfSlot::default(); MAX_SLOTS],
            of_tag: [0; TAGS],
            unsorted: [Item::default(); MAX_ITEMS],
            ours: 0,
            counts: 0,
            alive: 0,
        }
    }

    /// Forgets all items.
    pub const fn clear(&mut self) {
        self.len = 0;
        self.ours = 0;
        self.counts = 0;
        self.alive = 0;
    }

    /// Adds an item, in any order; [`Table::relate`] must follow.
    pub const fn add(&mut self, item: Item) {
        debug_assert!(item.waits_for.count_ones() <= 1, "an item that waits for two");
        if self.len < MAX_ITEMS {
            self.items[self.len] = item;
            self.len += 1;
        }
    }

    /// An item, to add what its being played does.
    pub(super) const fn item_mut(&mut self, number: usize) -> &mut Item {
        &mut self.items[number]
    }

    /// The items.
    pub fn items(&self) -> &[Item] {
        &self.items[..self.len]
    }

    /// Whether nobody can do anything.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The items that are alive at the root.
    pub const fn alive(&self) -> Items {
        self.alive
    }

    /// The items of the side to move at the root.
    pub const fn ours(&self) -> Items {
        self.ours
    }

    /// The largest gain open to the side to move at the root, or 0.
    pub fn largest_gain(&self) -> Value {
        let own = self.alive & self.ours & self.counts;
        if own == 0 { 0 } else { self.items[own.trailing_zeros() as usize].value.max(0) }
    }

    /// The other side's largest open gain that takes a piece.
    pub fn largest_threat(&self) -> Option<&Item> {
        let mut rest = self.alive & !self.ours & self.counts;
        while rest != 0 {
            let item = &self.items[rest.trailing_zeros() as usize];
            if item.target != NO_SLOT {
                return Some(item);
            }
            rest &= rest - 1;
        }
        None
    }

    /// Sorts the items and finds their relations.
    pub fn relate(&mut self) {
        self.sort();
        let n = self.len;
        self.ours = 0;
        self.counts = 0;
        self.alive = 0;
        for i in 0..n {
            let item = &self.items[i];
            let bit = item_bit(i);
            self.of_slot[index(item.mover)].moves |= bit;
            self.of_slot[index(item.target)].is_taken |= bit;
            self.of_slot[index_of(item.waits_for)].wakes |= bit;
            self.of_tag[item.after as usize] |= bit;
            self.ours |= if item.is_ours { bit } else { 0 };
            self.counts |= if item.counts && item.value > 0 { bit } else { 0 };
            self.alive |= if item.after == 0 && item.waits_for == 0 { bit } else { 0 };
            self.swings[i] =
                if item.is_ours { [item.value, item.residue] } else { [-item.residue, -item.value] };
        }
        // What has no target, waits for nothing or comes after nothing.
        self.of_slot[NOBODY] = OfSlot::default();
        self.of_tag[0] = 0;
        for i in 0..n {
            let Item { mover, target, tag, saves, .. } = self.items[i];
            // The piece that moves does nothing else, unless it follows from
            // this, and is no longer where it was; what it takes neither acts
            // nor can be taken again.
            let own = self.of_slot[index(mover)];
            let taken = self.of_slot[index(target)];
            let gone = own.moves | taken.moves;
            // What is taken cannot use what its capture lays open.
            let woken = (own.wakes | taken.wakes) & !gone | self.of_tag[tag as usize];
            let wakes = woken & !item_bit(i);
            let gone = slots(saves).fold(gone, |gone, saved| gone | self.of_slot[saved].is_taken);
            self.wakes[i] = wakes;
            self.kills[i] = (own.is_taken | taken.is_taken | gone) & !wakes | item_bit(i);
            self.rivals[i] = taken.is_taken | item_bit(i);
        }
        // Left as it was found: most slots have nothing to do with an item.
        for item in &self.items[..n] {
            self.of_slot[index(item.mover)] = OfSlot::default();
            self.of_slot[index(item.target)] = OfSlot::default();
            self.of_slot[index_of(item.waits_for)] = OfSlot::default();
            self.of_tag[item.after as usize] = 0;
        }
    }

    /// Sorts the items by falling value, equal ones in the order in which they
    /// were added: each goes to the place that the number of those before it
    /// gives. That takes more comparisons than an insertion, but no branch that
    /// is hard to foresee.
    fn sort(&mut self) {
        /// As many as fit into one register.
        const LANES: usize = 8;
        /// So that a key is one word.
        const MOST: Value = Value::MAX >> ITEM_BITS;
        let n = self.len;
        self.unsorted[..n].copy_from_slice(&self.items[..n]);
        let mut keys = [Value::MIN; MAX_ITEMS];
        for (i, item) in self.unsorted[..n].iter().enumerate() {
            keys[i] = (item.value.clamp(-MOST, MOST) << ITEM_BITS) - i as Value;
        }
        for (i, &key) in keys[..n].iter().enumerate() {
            let mut before = [0; LANES];
            for others in keys[..n.next_multiple_of(LANES)].chunks_exact(LANES) {
                for (before, &other) in before.iter_mut().zip(others) {
                    *before += i32::from(other > key);
                }
            }
            let place = before.iter().sum::<i32>() as usize;
            self.items[place] = self.unsorted[i];
        }
    }
}

impl Default for Table {
    fn default() -> Self {
        Self::new()
    }
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

    /// A table of these items.
    pub(in super::super) fn table(items: &[Item]) -> Table {
        let mut table = Table::new();
        for &item in items {
            table.add(item);
        }
        table.relate();
        table
    }

    /// An item that counts and wins its whole value at once.
    pub(in super::super) fn item(is_ours: bool, value: Value, mover: u8, target: u8) -> Item {
        Item { value, gain: value, is_ours, mover, target, counts: true, ..Item::default() }
    }

    #[test]
    fn a_cleared_table_threatens_nothing() {
        let mut t = table(&[item(true, 400, 1, 11), item(false, 240, 12, 2)]);
        assert_eq!((t.largest_gain(), t.largest_threat().map(|item| item.target)), (400, Some(2)));
        t.clear();
        assert_eq!((t.largest_gain(), t.largest_threat().map(|item| item.target)), (0, None));
    }

    #[test]
    fn items_stand_by_falling_value_and_equal_ones_as_they_came() {
        // From no item to more than there is room for, negative and huge ones too.
        for n in 0..=MAX_ITEMS + 1 {
            let value = |i: usize| [0, 400, -560, 400, 90_000_000, 7, -90_000_000][i % 7];
            let items: Vec<Item> =
                (0..n).map(|i| Item { to: i as u8, ..item(true, value(i), 1, 11) }).collect();
            let mut expected = items[..n.min(MAX_ITEMS)].to_vec();
            expected.sort_by_key(|item| -item.value);
            let found = table(&items);
            let order = |items: &[Item]| items.iter().map(|item| (item.value, item.to)).collect::<Vec<_>>();
            assert_eq!(order(found.items()), order(&expected));
        }
    }

    #[test]
    fn relating_leaves_nothing_behind() {
        // The first item has the number of the one that is looked at later: what
        // is left of the others would show.
        let waiting = Item { waits_for: 1 << 11, ..item(true, 320, 2, 12) };
        let chained = Item { after: 1, ..item(false, 310, 13, NO_SLOT) };
        let mover = Item { tag: 1, ..item(true, 170, 1, 11) };
        let mut t = table(&[item(true, 900, 20, 21), waiting, chained, mover]);
        assert_eq!((t.kills[3], t.wakes[3]), (0b1000, 0b0110));
        t.clear();
        t.add(Item { tag: 1, ..item(true, 400, 1, 11) });
        t.add(item(false, 240, 12, 2));
        t.relate();
        assert_eq!((t.kills[0], t.wakes[0], t.kills[1], t.wakes[1]), (0b01, 0, 0b10, 0));
    }
}
