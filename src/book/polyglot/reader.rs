//! A Polyglot book that is read where it lies.

use std::fs::File;
use std::io::{BufReader, Read as _, Seek as _, SeekFrom};
use std::path::Path;

use super::{ENTRY, Entry, PolyglotBuilder, polyglot_key};
use crate::book::{BookError, BookMove, OpeningBook};
use crate::chess::{Move, Position};
use crate::game::{Notation as _, Position as _};

/// How many places are looked at to see whether the book is sorted.
const SAMPLES: u64 = 64;
/// How many entries are looked at to see whether the file is a text.
const LOOKED_AT: u64 = 64;
/// How the engine's own files of games, nets and learning begin.
const OWN_FILES: &[u8] = b"SOMA";
/// The key of no position: of entries that hold the book's header instead, a text behind `@PG@`
/// (hgm.nubati.net/book_format.html), so that programs that do not know it never find it.
const HEADER_KEY: u64 = 0;

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
        let Ok(position) = Position::parse(position) else { return Ok(Vec::new()) };
        let mut found = self.find(polyglot_key(&position))?;
        found.sort_by_key(|entry| std::cmp::Reverse(entry.weight));
        let show = |entry: Entry| {
            let m = Move::from_raw(entry.packed)?;
            let text = if position.is_legal(m) { position.move_text(m) } else { m.to_string() };
            Some(BookMove { text, reply: None, value: 0, depth: 0, count: entry.weight.into() })
        };
        Ok(found.into_iter().filter_map(show).collect())
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
        if length == 0 || length % ENTRY as u64 != 0 || book.is_something_else()? {
            return Err(BookError::Polyglot);
        }
        Ok(book)
    }

    /// Whether the file begins as a text does, with letters alone, while entries of a book have
    /// zeros where nothing was learned; or as another file of this engine.
    fn is_something_else(&mut self) -> Result<bool, BookError> {
        let mut bytes = vec![0; (self.entries.min(LOOKED_AT) as usize) * ENTRY];
        self.file.seek(SeekFrom::Start(0))?;
        self.file.read_exact(&mut bytes)?;
        let is_text = !bytes.iter().any(|byte| byte.is_ascii_control() && !byte.is_ascii_whitespace());
        Ok(is_text || bytes.starts_with(OWN_FILES))
    }

    /// Shows all entries of a book but its header, sorted or not.
    pub(super) fn for_each(path: &Path, mut see: impl FnMut(Entry)) -> Result<(), BookError> {
        let mut book = Self::open_unsorted(path)?;
        book.file.seek(SeekFrom::Start(0))?;
        let mut reader = BufReader::new(book.file);
        let mut bytes = [0; ENTRY];
        for _ in 0..book.entries {
            reader.read_exact(&mut bytes)?;
            let entry = Entry::read(bytes);
            if entry.key != HEADER_KEY {
                see(entry);
            }
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
