//! A book that is being made, in memory, and written sorted.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use super::{Book, BookError, BookMove, Builder, HEADER, POSITION_WORD, key};

/// Positions with their moves.
#[derive(Clone, Debug, Default)]
pub struct BookBuilder {
    positions: BTreeMap<String, Vec<BookMove>>,
}

impl Builder for BookBuilder {
    fn add(&mut self, sfen: &str, new: BookMove) {
        let moves = self.positions.entry(key(sfen).to_owned()).or_default();
        let Some(old) = moves.iter_mut().find(|old| old.text == new.text) else {
            moves.push(new);
            return;
        };
        let count = old.count.saturating_add(new.count);
        if new.depth > old.depth {
            *old = BookMove { reply: new.reply.or(old.reply.take()), ..new };
        } else if old.reply.is_none() {
            old.reply = new.reply;
        }
        old.count = count;
    }

    fn add_book(&mut self, path: &Path) -> Result<(), BookError> {
        Book::open_unsorted(path)?.for_each(|sfen, moves| {
            for m in moves {
                self.add(sfen, m);
            }
            Ok(())
        })
    }

    fn len(&self) -> usize {
        self.positions.len()
    }

    fn keep_played(&mut self, least: u64) {
        self.positions.retain(|_, moves| {
            moves.retain(|m| m.count >= least);
            !moves.is_empty()
        });
    }

    /// Positions by their texts, the moves of each by how often they were played, then by value.
    fn write(&self, out: &mut impl Write) -> std::io::Result<()> {
        writeln!(out, "{HEADER}")?;
        for (position, moves) in &self.positions {
            writeln!(out, "{POSITION_WORD}{position} 1")?;
            let mut moves: Vec<&BookMove> = moves.iter().collect();
            moves.sort_by_key(|m| (Reverse(m.count), Reverse(m.value), m.text.as_str()));
            for m in moves {
                writeln!(out, "{m}")?;
            }
        }
        Ok(())
    }
}
