//! A Polyglot book that is read where it lies.

use std::fs::File;
use std::io::{BufReader, Read as _, Seek as _, SeekFrom};
use std::path::Path;

use super::{ENTRY, Entry, Placement, PolyglotBuilder};
use crate::book::{BookError, BookMove, OpeningBook};

/// How many places are looked at to see whether the book is sorted.
const SAMPLES: u64 = 64;

/// A Polyglot book in a file.
#[derive(Debug)]
pub struct PolyglotBook {
    file: File,
    /// How many entries it has.
    entries: u64,
}

impl OpeningBook for PolyglotBook {
    type Builder = PolyglotBuilder;

    /// The position is given as FEN; the moves come by weight, the heaviest first.
    fn look_up(&mut self, position: &str) -> Result<Vec<BookMove>, BookError> {
        let Some(placement) = Placement::parse(position) else {
            return Ok(Vec::new());
        };
        let mut found = self.find(placement.key())?;
        found.sort_by_key(|entry| std::cmp::Reverse(entry.weight));
        let show = |entry: Entry| BookMove {
            text: placement.unpack(entry.packed),
            reply: None,
            value: 0,
            depth: 0,
            count: entry.weight.into(),
        };
        Ok(found.into_iter().map(show).collect())
    }

    fn open(path: &Path) -> Result<Self, BookError> {
        let mut book = Self::open_unsorted(path)?;
        let mut last = 0;
        for sample in 0..SAMPLES.min(book.entries) {
            let key = book.entry(book.entries / SAMPLES.min(book.entries) * sample)?.key;
            if key < last {
                return Err(BookError::Unsorted);
            }
            last = key;
        }
        Ok(book)
    }

    /// A weight of 0 says never.
    fn is_played(m: &BookMove) -> bool {
        m.count > 0
    }

    /// The move and its weight.
    fn describe(m: &BookMove) -> String {
        format!("{} {}", m.text, m.count)
    }
}

impl PolyglotBook {
    fn open_unsorted(path: &Path) -> Result<Self, BookError> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        let mut book = Self { file, entries: length / ENTRY as u64 };
        // A text is none, whatever its length: its first bytes are letters.
        let is_text = |entry: Entry| entry.bytes().iter().take(12).all(|byte| byte.is_ascii());
        if length == 0 || length % ENTRY as u64 != 0 || is_text(book.entry(0)?) {
            return Err(BookError::Polyglot);
        }
        Ok(book)
    }

    /// How many entries there are.
    pub const fn len(&self) -> u64 {
        self.entries
    }

    /// Whether there are none; such a file is no book.
    pub const fn is_empty(&self) -> bool {
        self.entries == 0
    }

    /// Shows all entries of a book, sorted or not.
    pub(super) fn for_each(path: &Path, mut see: impl FnMut(Entry)) -> Result<(), BookError> {
        let mut book = Self::open_unsorted(path)?;
        book.file.seek(SeekFrom::Start(0))?;
        let mut reader = BufReader::new(book.file);
        let mut bytes = [0; ENTRY];
        for _ in 0..book.entries {
            reader.read_exact(&mut bytes)?;
            see(Entry::read(bytes));
        }
        Ok(())
    }

    fn entry(&mut self, number: u64) -> Result<Entry, BookError> {
        let mut bytes = [0; ENTRY];
        if number < self.entries {
            self.file.seek(SeekFrom::Start(number * ENTRY as u64))?;
            self.file.read_exact(&mut bytes)?;
        }
        Ok(Entry::read(bytes))
    }

    /// The entries with a key, in the book's order.
    fn find(&mut self, key: u64) -> Result<Vec<Entry>, BookError> {
        let (mut low, mut high) = (0, self.entries);
        while low < high {
            let middle = low.midpoint(high);
            if self.entry(middle)?.key < key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let mut found = Vec::new();
        while low < self.entries {
            let entry = self.entry(low)?;
            if entry.key != key {
                break;
            }
            found.push(entry);
            low += 1;
        }
        Ok(found)
    }
}
