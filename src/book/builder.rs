//! A book that is being made, in memory, and written sorted.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use super::{Book, BookError, BookMove, Builder, HEADER, POSITION_WORD, key};
use crate::shogi::Move;

/// Positions with their moves.
#[derive(Clone, Debug, Default)]
pub struct BookBuilder {
    positions: BTreeMap<Box<str>, Box<[BookMove<Move>]>>,
}

impl Builder for BookBuilder {
    /// What is no move is passed over.
    fn add(&mut self, sfen: &str, new: BookMove) {
        let BookMove { text, reply, value, depth, count } = new;
        let Some(text) = Move::parse(&text) else { return };
        let reply = reply.and_then(|reply| Move::parse(&reply));
        let new = BookMove { text, reply, value, depth, count };
        match self.positions.get_mut(key(sfen)) {
            None => {
                self.positions.insert(key(sfen).into(), Box::new([new]));
            }
            Some(moves) => {
                let mut all = std::mem::take(moves).into_vec();
                // No room for more: most positions have one move.
                all.reserve_exact(1);
                BookMove::join(&mut all, new);
                *moves = all.into_boxed_slice();
            }
        }
    }

    fn add_book(&mut self, path: &Path, complain: &mut dyn FnMut(&BookError)) -> Result<(), BookError> {
        Book::open_unsorted(path)?.for_each(|sfen, moves, faults| {
            for m in moves {
                self.add(sfen, m);
            }
            faults.iter().for_each(&mut *complain);
        })
    }

    fn len(&self) -> usize {
        self.positions.len()
    }

    fn keep_played(&mut self, least: u64) {
        self.positions.retain(|_, moves| {
            if moves.iter().any(|m| m.count < least) {
                *moves = moves.iter().filter(|m| m.count >= least).cloned().collect();
            }
            !moves.is_empty()
        });
    }

    /// Positions by their texts, the moves of each by how often they were played, then by value.
    fn write(&self, out: &mut impl Write) -> std::io::Result<()> {
        let written = |&BookMove { text, reply, value, depth, count }: &BookMove<Move>| {
            let reply = reply.map(|reply| reply.to_string());
            BookMove { text: text.to_string(), reply, value, depth, count }
        };
        writeln!(out, "{HEADER}")?;
        for (position, moves) in &self.positions {
            writeln!(out, "{POSITION_WORD} {position} 1")?;
            let mut moves: Vec<BookMove> = moves.iter().map(written).collect();
            moves.sort_by(|a, b| {
                let order = |m: &BookMove| (Reverse(m.count), Reverse(m.value));
                order(a).cmp(&order(b)).then_with(|| a.text.cmp(&b.text))
            });
            for m in moves {
                writeln!(out, "{m}")?;
            }
        }
        Ok(())
    }
}
