//! The table XREF: all tactical moves of both sides, what each is worth alone,
//! and what it is worth by its influence on the others (B1, B2).

use arrayvec::ArrayVec;
use bitflags::bitflags;

use crate::game::attack_map::NO_SLOT;
use crate::game::{AttackMap, Color, Geometry, MoveParts, Square, Value};

use super::mate::MATE_GAIN;
use crate::soma::relation::Relation;

/// The most entries a table holds; what comes later is dropped.
pub const MAX_ENTRIES: usize = 64;
/// The most credits that are noted for one entry.
const MAX_CREDITS: usize = 16;
/// One note for each relation that adds no weight.
pub const MAX_NOTES: usize = 5;

/// Stands for an entry's own number until it is in the table.
pub const OWN_NUMBER: u8 = u8::MAX;

/// What a tactical move does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntryKind {
    /// Takes a piece.
    Capture,
    /// Promotes without taking.
    Promotion,
    /// Answers a threat without a gain of its own.
    Neutralise,
    /// Answers a check.
    Evasion,
    /// Attacks two pieces at once.
    Fork,
    /// Threatens what cannot be parried: attacks a piece that cannot leave, or
    /// promotes next.
    Immobile,
    /// Mates, or threatens to.
    MateThreat,
    /// Gives check.
    Check,
}

impl EntryKind {
    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Capture => "capture",
            Self::Promotion => "promotion",
            Self::Neutralise => "neutralise",
            Self::Evasion => "evasion",
            Self::Fork => "fork",
            Self::Immobile => "immobile",
            Self::MateThreat => "mate-threat",
            Self::Check => "check",
        }
    }
}

bitflags! {
    /// What can be said of an entry. The first nine are the columns
    /// `BDRI+SRDX` of the article's table.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
    pub struct XrefFlags: u16 {
        /// A safe piece can go between attacker and target.
        const CAN_BLOCK = 1 << 0;
        /// One safe move guards the target so that nothing is won.
        const CAN_DEFEND = 1 << 1;
        /// The target has a safe square to go to.
        const CAN_RUN = 1 << 2;
        /// The target has no square where it would lose less.
        const IMMOBILE = 1 << 3;
        /// The move gives check.
        const CHECK = 1 << 4;
        /// The threat can be answered completely.
        const STOPPABLE = 1 << 5;
        /// The target is tied, so that running costs something.
        const TARGET_TIED = 1 << 6;
        /// Nothing is won at once.
        const DELAYED = 1 << 7;
        /// The move is possible now.
        const ACTIVE = 1 << 8;
        /// The exchange ends with the starter to move again.
        const SENTE = 1 << 9;
        /// The mover is itself under threat.
        const DESPERADO = 1 << 10;
        /// The move answers a check.
        const EVASION = 1 << 11;
        /// The move is a drop.
        const DROP = 1 << 12;
        /// The move answers its threat only in part.
        const PARTIAL = 1 << 13;
    }
}

impl XrefFlags {
    /// The article's columns, in its order and letters.
    pub fn columns(self) -> String {
        const COLUMNS: [(XrefFlags, char); 9] = [
            (XrefFlags::CAN_BLOCK, 'b'),
            (XrefFlags::CAN_DEFEND, 'd'),
            (XrefFlags::CAN_RUN, 'r'),
            (XrefFlags::IMMOBILE, 'i'),
            (XrefFlags::CHECK, '+'),
            (XrefFlags::STOPPABLE, 's'),
            (XrefFlags::TARGET_TIED, 'r'),
            (XrefFlags::DELAYED, 'd'),
            (XrefFlags::ACTIVE, 'x'),
        ];
        COLUMNS.iter().map(|&(flag, letter)| if self.contains(flag) { letter } else { '-' }).collect()
    }
}

/// What one entry adds to the weight of another.
#[derive(Clone, Copy, Debug)]
pub struct Credit {
    /// The entry that is answered, by its number in the table.
    pub from: u8,
    /// How much of its value is saved.
    pub amount: Value,
    /// Why.
    pub relation: Relation,
}

/// A relation to another entry that adds no weight.
#[derive(Clone, Copy, Debug)]
pub struct Note {
    /// The other entry, or the same one, by its number in the table.
    pub with: u8,
    /// What it is.
    pub relation: Relation,
}

/// One tactical move.
#[derive(Clone, Debug)]
pub struct XrefEntry {
    /// Whose move it is.
    pub side: Color,
    /// What it does.
    pub kind: EntryKind,
    /// The move.
    pub parts: MoveParts,
    /// The slot of the moving piece, or [`NO_SLOT`] for a drop.
    pub mover: u8,
    /// The slot of the piece it takes, or [`NO_SLOT`].
    pub target: u8,
    /// What the exchange it starts is worth to its side (`Val`).
    pub value: Value,
    /// What it wins at once.
    pub first: Value,
    /// Value plus what it saves elsewhere.
    pub weight: Value,
    /// The entry it answers, by its number in the table.
    pub neutralises: Option<u8>,
    /// What is known of it.
    pub flags: XrefFlags,
    /// What it gains from its influence on other entries.
    pub credits: ArrayVec<Credit, MAX_CREDITS>,
    /// Relations that its value counts already or that only order the moves;
    /// only in a table with all details.
    pub notes: ArrayVec<Note, MAX_NOTES>,
}

impl XrefEntry {
    /// A move that has not been weighed, on the board of a map.
    pub fn new<G: Geometry>(side: Color, kind: EntryKind, parts: MoveParts, map: &AttackMap<G>) -> Self {
        let slot = |sq: Option<Square>| sq.map_or(NO_SLOT, |sq| map.slot_on(sq) as u8);
        let (mover, target) = (slot(parts.from), slot(parts.captured.map(|(sq, _)| sq)));
        let mut flags = XrefFlags::ACTIVE;
        flags.set(XrefFlags::DROP, parts.from.is_none());
        Self {
            side,
            kind,
            parts,
            mover,
            target,
            value: 0,
            first: 0,
            weight: 0,
            neutralises: None,
            flags,
            credits: ArrayVec::new(),
            notes: ArrayVec::new(),
        }
    }

    /// How much it saves of the entry with this number.
    pub fn saved(&self, number: usize) -> Value {
        self.credits.iter().find(|c| c.from as usize == number).map_or(0, |c| c.amount)
    }

    /// Whether it takes a piece or promotes: a gain in itself.
    pub const fn is_gain(&self) -> bool {
        matches!(self.kind, EntryKind::Capture | EntryKind::Promotion)
    }

    /// Whether it is a threat that the other side would want to answer.
    pub const fn is_threat(&self) -> bool {
        let at_once = self.is_gain()
            || matches!(self.kind, EntryKind::MateThreat) && !self.flags.contains(XrefFlags::DELAYED);
        at_once && self.value > 0
    }

    /// Whether it mates, or cannot be answered but by giving up everything.
    pub const fn is_mate(&self) -> bool {
        self.value > MATE_GAIN / 2
    }
}

/// The table.
#[derive(Clone, Debug, Default)]
pub struct Xref {
    /// All entries: first the threats of the side not to move.
    pub entries: ArrayVec<XrefEntry, MAX_ENTRIES>,
}

impl Xref {
    /// Adds an entry, unless the same move is there already for the same
    /// side; gives its number.
    pub fn add(&mut self, mut entry: XrefEntry) -> Option<usize> {
        if self.find(entry.side, &entry.parts).is_some() {
            return None;
        }
        let number = self.entries.len();
        for credit in entry.credits.iter_mut().filter(|c| c.from == OWN_NUMBER) {
            credit.from = number as u8;
        }
        self.entries.try_push(entry).ok().map(|()| number)
    }

    /// The number of a side's entry with this move.
    pub fn find(&self, side: Color, parts: &MoveParts) -> Option<usize> {
        self.entries.iter().position(|e| {
            e.side == side
                && e.parts.from == parts.from
                && e.parts.to == parts.to
                && e.parts.piece == parts.piece
                && e.parts.becomes == parts.becomes
        })
    }

    /// The threats of a side: its entries of positive value, with their
    /// numbers.
    pub fn threats(&self, side: Color) -> impl Iterator<Item = (usize, &XrefEntry)> {
        self.entries.iter().enumerate().filter(move |(_, e)| e.side == side && e.is_threat())
    }

    /// The best entry of a side by the order of B3: weight, then a gain
    /// before a quiet answer, then value, then the cheaper mover; of equals
    /// the first.
    pub fn best(&self, side: Color, allowed: impl Fn(&XrefEntry) -> bool) -> Option<usize> {
        // A drop costs nothing that stands on the board.
        let cheaper = |e: &XrefEntry| if e.mover == NO_SLOT { 1 } else { -i32::from(e.mover) };
        let rank = |e: &XrefEntry| (e.weight, e.is_gain(), e.value, cheaper(e));
        (0..self.entries.len())
            .filter(|&i| self.entries[i].side == side && allowed(&self.entries[i]))
            .max_by(|&a, &b| rank(&self.entries[a]).cmp(&rank(&self.entries[b])).then(b.cmp(&a)))
    }
}
