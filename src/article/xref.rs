//! The table XREF: a row for each tactical move of either side, with what it is worth
//! alone (B1) and by its influence on the others (B2).

use arrayvec::ArrayVec;
use bitflags::bitflags;

use crate::game::attack_map::NO_SLOT;
use crate::game::{Board, Color, Geometry, MoveParts, Square, Value};

use super::mate::MATE_GAIN;
use super::scan::ScannedBoard;
use crate::soma::entry::{Entry, EntryKind};
use crate::soma::relation::Relation;

/// The most entries a table holds; what comes later is dropped.
pub(crate) const MAX_ROWS: usize = 64;
/// The most credits that are noted for one row.
const MAX_CREDITS: usize = 16;
/// One note for each relation that adds no weight.
pub(crate) const MAX_NOTES: usize = 5;

/// Stands for a row's own number until it is in the table.
pub(crate) const OWN_NUMBER: u8 = u8::MAX;

bitflags! {
    /// What can be said of a row. The first nine are the columns `BDRI+SRDX` of the article's table.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
    pub(crate) struct Flags: u16 {
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

impl Flags {
    /// The article's columns, in its order and letters.
    pub fn columns(self) -> String {
        const COLUMNS: [(Flags, char); 9] = [
            (Flags::CAN_BLOCK, 'b'),
            (Flags::CAN_DEFEND, 'd'),
            (Flags::CAN_RUN, 'r'),
            (Flags::IMMOBILE, 'i'),
            (Flags::CHECK, '+'),
            (Flags::STOPPABLE, 's'),
            (Flags::TARGET_TIED, 'r'),
            (Flags::DELAYED, 'd'),
            (Flags::ACTIVE, 'x'),
        ];
        COLUMNS.iter().map(|&(flag, letter)| if self.contains(flag) { letter } else { '-' }).collect()
    }
}

/// What the other rows add to the weight of one.
pub type Credits = ArrayVec<Credit, MAX_CREDITS>;

/// What one row adds to the weight of another.
#[derive(Clone, Copy, Debug)]
pub struct Credit {
    /// The row that is answered, by its number in the table.
    pub from: u8,
    /// How much of its value is saved.
    pub amount: Value,
    pub relation: Relation,
}

/// A relation to another row that adds no weight.
#[derive(Clone, Copy, Debug)]
pub struct Note {
    /// The other row, or the same one, by its number in the table.
    pub with: u8,
    pub relation: Relation,
}

/// A row of the table: a tactical move, and beside it what only the article asks of one.
#[derive(Clone, Debug)]
pub(crate) struct XrefRow {
    /// What it does, with whom, and what it wins: `value` is what the exchange that it
    /// starts is worth to its side, `first` what it wins at once.
    pub entry: Entry,
    pub side: Color,
    pub parts: MoveParts,
    /// Its value, and what it saves elsewhere.
    pub weight: Value,
    /// The row it answers, by its number in the table.
    pub neutralises: Option<u8>,
    pub flags: Flags,
    /// What it gains from its influence on other rows.
    pub credits: Credits,
    /// Relations that its value counts already or that only order the moves;
    /// only in a table with all details.
    pub notes: ArrayVec<Note, MAX_NOTES>,
}

impl XrefRow {
    /// A move that has not been valued or weighed, on a board whose attacks are scanned.
    pub fn new<G: Geometry>(view: &ScannedBoard<G>, side: Color, kind: EntryKind, parts: MoveParts) -> Self {
        let slot = |sq: Option<Square>| sq.map_or(NO_SLOT, |sq| view.map.slot_on(sq) as u8);
        let entry = Entry {
            kind,
            is_ours: side == view.board.side_to_move(),
            mover: slot(parts.from),
            target: slot(parts.captured.map(|(sq, _)| sq)),
            to: parts.to.raw(),
            counts: true,
            ..Entry::default()
        };
        let mut flags = Flags::ACTIVE;
        flags.set(Flags::DROP, parts.from.is_none());
        Self {
            entry,
            side,
            parts,
            weight: 0,
            neutralises: None,
            flags,
            credits: Credits::new(),
            notes: ArrayVec::new(),
        }
    }

    /// B2: adds what it saves of other rows to its weight.
    pub(crate) fn add_credits(&mut self, credits: impl IntoIterator<Item = Credit>) {
        for credit in credits {
            self.weight += credit.amount;
            let _ = self.credits.try_push(credit);
        }
    }

    /// How much it saves of the row with this number.
    pub fn saved(&self, number: usize) -> Value {
        self.credits.iter().find(|c| c.from as usize == number).map_or(0, |c| c.amount)
    }

    /// Whether it takes a piece or promotes: a gain in itself.
    pub(crate) const fn is_gain(&self) -> bool {
        matches!(self.entry.kind, EntryKind::Capture | EntryKind::Promotion)
    }

    /// Whether it is a threat that the other side would want to answer.
    pub(crate) const fn is_threat(&self) -> bool {
        let at_once = self.is_gain()
            || matches!(self.entry.kind, EntryKind::MateThreat) && !self.flags.contains(Flags::DELAYED);
        at_once && self.entry.value > 0
    }

    /// Whether it mates, or cannot be answered but by giving up everything.
    pub const fn is_mate(&self) -> bool {
        self.entry.value > MATE_GAIN / 2
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Xref {
    /// All rows: first the threats of the side not to move.
    pub rows: ArrayVec<XrefRow, MAX_ROWS>,
}

impl Xref {
    /// Adds a row, unless the same move is there already for the same side; gives its number.
    pub fn add(&mut self, mut row: XrefRow) -> Option<usize> {
        if self.find(row.side, &row.parts).is_some() {
            return None;
        }
        let number = self.rows.len();
        for credit in row.credits.iter_mut().filter(|c| c.from == OWN_NUMBER) {
            credit.from = number as u8;
        }
        self.rows.try_push(row).ok().map(|()| number)
    }

    /// The number of a side's row with this move.
    pub fn find(&self, side: Color, parts: &MoveParts) -> Option<usize> {
        let is_it = |m: &MoveParts| {
            m.from == parts.from && m.to == parts.to && m.piece == parts.piece && m.becomes == parts.becomes
        };
        self.rows.iter().position(|row| row.side == side && is_it(&row.parts))
    }

    /// The threats of a side: its gains of positive value, with their numbers.
    pub fn threats(&self, side: Color) -> impl Iterator<Item = (usize, &XrefRow)> {
        self.rows.iter().enumerate().filter(move |(_, row)| row.side == side && row.is_threat())
    }

    /// The best row of a side by the order of B3: weight, then a gain
    /// before a quiet answer, then value, then the cheaper mover; of equals
    /// the first.
    pub fn best(&self, side: Color, allowed: impl Fn(&XrefRow) -> bool) -> Option<usize> {
        // A drop costs nothing that stands on the board.
        let cheaper = |mover| if mover == NO_SLOT { 1 } else { -i32::from(mover) };
        let rank = |row: &XrefRow| (row.weight, row.is_gain(), row.entry.value, cheaper(row.entry.mover));
        let own = (0..self.rows.len()).filter(|&i| self.rows[i].side == side && allowed(&self.rows[i]));
        own.max_by(|&a, &b| rank(&self.rows[a]).cmp(&rank(&self.rows[b])).then(b.cmp(&a)))
    }
}
