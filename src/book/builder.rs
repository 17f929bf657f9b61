//! A book that is being made, in memory, and written sorted.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::num::NonZeroU32;
use std::path::Path;

use super::{Book, BookError, BookMove, Builder, HEADER, POSITION_WORD, key};

/// Positions with their moves.
#[derive(Clone, Debug, Default)]
pub struct BookBuilder {
    positions: BTreeMap<Box<str>, Box<[BookMove<Name>]>>,
    names: Names,
}

/// The number of a move's text, from 1.
type Name = NonZeroU32;

/// Texts of moves, each kept once: there are few, and a book repeats them.
#[derive(Clone, Debug, Default)]
struct Names {
    texts: Vec<Box<str>>,
    numbers: HashMap<Box<str>, Name>,
}

impl Names {
    fn number(&mut self, text: &str) -> Name {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        let number = Name::MIN.saturating_add(self.texts.len() as u32);
        self.texts.push(text.into());
        self.numbers.insert(text.into(), number);
        number
    }

    fn text(&self, number: Name) -> &str {
        self.texts.get(number.get() as usize - 1).map_or("", |text| text)
    }
}

impl Builder for BookBuilder {
    fn add(&mut self, sfen: &str, new: BookMove) {
        let new = BookMove {
            text: self.names.number(&new.text),
            reply: new.reply.map(|reply| self.names.number(&reply)),
            value: new.value,
            depth: new.depth,
            count: new.count,
        };
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
            Ok(())
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
        let named = |m: &BookMove<Name>| BookMove {
            text: self.names.text(m.text).to_owned(),
            reply: m.reply.map(|reply| self.names.text(reply).to_owned()),
            value: m.value,
            depth: m.depth,
            count: m.count,
        };
        writeln!(out, "{HEADER}")?;
        for (position, moves) in &self.positions {
            writeln!(out, "{POSITION_WORD} {position} 1")?;
            let mut moves: Vec<BookMove> = moves.iter().map(named).collect();
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
