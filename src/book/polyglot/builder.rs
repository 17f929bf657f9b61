//! A Polyglot book that is being made, in memory, and written sorted.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use super::{Entry, PolyglotBook, polyglot_key};
use crate::book::{BookError, BookMove, Builder};
use crate::chess::{Move, Position};
use crate::game::Notation as _;

/// How often each move was played: by the key of its position and the move, packed.
#[derive(Clone, Debug, Default)]
pub struct PolyglotBuilder {
    counts: BTreeMap<(u64, u16), u64>,
}

impl PolyglotBuilder {
    fn add_packed(&mut self, key: u64, packed: u16, count: u64) {
        let own = self.counts.entry((key, packed)).or_default();
        *own = own.saturating_add(count);
    }

    /// The positions, each with its moves and their counts.
    fn positions(&self) -> impl Iterator<Item = (u64, Vec<(u16, u64)>)> {
        let mut all = self.counts.iter().map(|(&(key, packed), &count)| (key, (packed, count))).peekable();
        std::iter::from_fn(move || {
            let (key, first) = all.next()?;
            let others = std::iter::from_fn(|| all.next_if(|&(other, _)| other == key));
            Some((key, std::iter::once(first).chain(others.map(|(_, m)| m)).collect()))
        })
    }
}

impl Builder for PolyglotBuilder {
    /// The position is given as FEN. What is none, or no move, is passed over; values and depths
    /// have no place in the format.
    fn add(&mut self, position: &str, new: BookMove) {
        let Ok(position) = Position::parse(position) else { return };
        if let Some(m) = position.parse_move(&new.text).ok().or_else(|| Move::parse(&new.text)) {
            self.add_packed(polyglot_key(&position), m.raw(), new.count);
        }
    }

    fn add_book(&mut self, path: &Path, _: &mut dyn FnMut(&BookError)) -> Result<(), BookError> {
        PolyglotBook::for_each(path, |entry| self.add_packed(entry.key, entry.packed, entry.weight.into()))
    }

    fn len(&self) -> usize {
        self.positions().count()
    }

    fn keep_played(&mut self, least: u64) {
        self.counts.retain(|_, &mut count| count >= least);
    }

    /// Where a count has no room in sixteen bits, those of its position become smaller in
    /// proportion; none becomes 0 that was not.
    fn write(&self, out: &mut impl Write) -> std::io::Result<()> {
        const MOST: u64 = u16::MAX as u64;
        for (key, mut moves) in self.positions() {
            moves.sort_by_key(|&(packed, count)| (Reverse(count), packed));
            let most = moves.first().map_or(0, |&(_, count)| count).max(MOST);
            for (packed, count) in moves {
                let shrunk = (u128::from(count) * u128::from(MOST) / u128::from(most)) as u16;
                let weight = shrunk.max(u16::from(count > 0));
                out.write_all(&Entry { key, packed, weight }.bytes())?;
            }
        }
        Ok(())
    }
}
