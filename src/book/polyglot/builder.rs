//! A Polyglot book that is being made, in memory, and written sorted.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use super::{Entry, Placement, PolyglotBook};
use crate::book::{BookError, BookMove, Builder};

/// Keys of positions with their moves, packed, and how often each was played.
#[derive(Clone, Debug, Default)]
pub struct PolyglotBuilder {
    positions: BTreeMap<u64, Vec<(u16, u64)>>,
}

impl PolyglotBuilder {
    fn add_packed(&mut self, key: u64, packed: u16, count: u64) {
        let moves = self.positions.entry(key).or_default();
        match moves.iter_mut().find(|(own, _)| *own == packed) {
            Some((_, own)) => *own = own.saturating_add(count),
            None => moves.push((packed, count)),
        }
    }
}

impl Builder for PolyglotBuilder {
    /// The position is given as FEN. What is none, or no move, is passed over; values and depths
    /// have no place in the format.
    fn add(&mut self, position: &str, new: BookMove) {
        if let Some(placement) = Placement::parse(position)
            && let Some(packed) = placement.pack(&new.text)
        {
            self.add_packed(placement.key(), packed, new.count);
        }
    }

    fn add_book(&mut self, path: &Path) -> Result<(), BookError> {
        PolyglotBook::for_each(path, |entry| self.add_packed(entry.key, entry.packed, entry.weight.into()))
    }

    fn len(&self) -> usize {
        self.positions.len()
    }

    fn keep_played(&mut self, least: u64) {
        self.positions.retain(|_, moves| {
            moves.retain(|&(_, count)| count >= least);
            !moves.is_empty()
        });
    }

    /// Where a count has no room in sixteen bits, those of its position become smaller in
    /// proportion; none becomes 0 that was not.
    fn write(&self, out: &mut impl Write) -> std::io::Result<()> {
        const MOST: u64 = u16::MAX as u64;
        for (&key, moves) in &self.positions {
            let mut moves = moves.clone();
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
