//! A book that is read where it lies: by halving the file, so that one of gigabytes takes neither memory nor time. Of
//! one that is not sorted the places of its positions are noted first.
//!
//! What other programs write is taken as they write it: with a byte order mark or without the first line, any line
//! ends, comments of any length, positions in any order and more than once. A line that is no move is passed over and
//! told of; it costs the position none of its moves.

use std::fs::File;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{BufRead as _, BufReader, Seek as _, SeekFrom};
use std::path::Path;

use super::{
    BookBuilder, BookMove, FORMAT, HEADER, OpeningBook, POSITION_WORD, flip_move, flip_position, key,
};
use crate::lang::tr;

/// Bytes of a line that are looked at: more than any position or move has.
const LONGEST_LINE: usize = 4096;
/// Bytes that are read at once: a position with its moves.
const BUFFER: usize = 4096;
/// A book of no more bytes than this is read through to see whether it is sorted.
const READ_THROUGH: u64 = 8 << 20;
/// In how many places of a larger one it is looked, and how many positions of each.
const SAMPLES: u64 = 64;
const POSITIONS_A_SAMPLE: u32 = 4;
/// Lines that are no moves are told of up to this many a position.
const MOST_FAULTS: usize = 100;

/// Letters of a line that are shown.
const SHOWN: usize = 40;

/// Why a book cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// What the system says.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// It is not of this format.
    #[error("{}", tr!("not a book: expected a first line {header}", header = HEADER))]
    Header,
    /// It is no Polyglot book.
    #[error("{}", tr!("not a Polyglot book: expected entries of 16 bytes"))]
    Polyglot,
    /// It cannot be searched.
    #[error("{}", tr!("the book is not sorted: `somatic book merge` sorts it"))]
    Unsorted,
    /// Something in it is longer than anything that makes sense.
    #[error("byte {0}: the line is too long")]
    TooLong(u64),
    /// A line is neither a position nor a move.
    #[error("{}", tr!("byte {at}: no line of a book: {text}", at = .at, text = format_args!("'{}'", .text)))]
    Line {
        /// Where it begins.
        at: u64,
        /// How it begins.
        text: String,
    },
}

/// A book in a file.
#[derive(Debug)]
pub struct Book {
    reader: BufReader<File>,
    /// Where the line begins that is read next.
    at: u64,
    /// Where the positions begin, and the file ends.
    first: u64,
    end: u64,
    /// Where the positions of a book that is not sorted begin, by the hashes of their texts.
    places: Option<Vec<(u64, u64)>>,
    /// Lines that are no moves, of what was read last.
    faults: Vec<BookError>,
}

/// A position with its place, and the text that it is known by.
type Place = (u64, String);

impl OpeningBook for Book {
    type Builder = BookBuilder;

    fn open(path: &Path) -> Result<Self, BookError> {
        let mut book = Self::open_unsorted(path)?;
        if !book.is_sorted()? {
            book.places = Some(book.all_places()?);
        }
        Ok(book)
    }

    /// The position is seen from either side of the board.
    fn look_up(&mut self, sfen: &str) -> Result<Vec<BookMove>, BookError> {
        let moves = self.find(key(sfen))?;
        let Some(flipped) = flip_position(key(sfen)).filter(|_| moves.is_empty()) else { return Ok(moves) };
        let mut moves = self.find(&flipped)?;
        for m in &mut moves {
            m.text = flip_move(&m.text);
            m.reply = m.reply.as_deref().map(flip_move);
        }
        Ok(moves)
    }

    fn take_faults(&mut self) -> Vec<BookError> {
        std::mem::take(&mut self.faults)
    }
}

impl Book {
    /// Opens a book to be read from its beginning to its end.
    ///
    /// # Errors
    /// If it cannot be read or is no book.
    pub fn open_unsorted(path: &Path) -> Result<Self, BookError> {
        let file = File::open(path)?;
        let end = file.metadata()?.len();
        let reader = BufReader::with_capacity(BUFFER, file);
        let mut book = Self { reader, at: 0, first: 0, end, places: None, faults: Vec::new() };
        // The first line that says something: the format's name, or a position where that is missing.
        while let Some(line) = book.line()? {
            let text = line.text.trim_start_matches('\u{feff}');
            if text.starts_with(FORMAT) {
                book.first = book.at;
                return Ok(book);
            }
            if position_of(text).is_some() {
                book.first = line.at + (line.text.len() - text.len()) as u64;
                return if book.has_moves()? { Ok(book) } else { Err(BookError::Header) };
            }
            if !is_remark(text) {
                break;
            }
        }
        Err(BookError::Header)
    }

    /// Whether a move stands anywhere from here on: without the first line that alone tells a book from a file of
    /// positions.
    fn has_moves(&mut self) -> Result<bool, BookError> {
        while let Some(line) = self.line()? {
            if BookMove::parse(&line.text).is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Shows all positions of the book with their moves, in its order, and the lines of each that are no moves.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn for_each(
        &mut self,
        mut see: impl FnMut(&str, Vec<BookMove>, Vec<BookError>),
    ) -> Result<(), BookError> {
        let mut next = self.position_from(self.first)?;
        while let Some((_, position)) = next {
            let mut moves = Vec::new();
            next = self.moves(&mut moves)?;
            see(&position, moves, self.take_faults());
        }
        Ok(())
    }

    /// Whether each position stands behind all smaller ones; of a large book as far as a glance tells.
    fn is_sorted(&mut self) -> Result<bool, BookError> {
        let length = self.end - self.first;
        let (samples, positions) =
            if length <= READ_THROUGH { (1, u32::MAX) } else { (SAMPLES, POSITIONS_A_SAMPLE) };
        let mut last = String::new();
        for sample in 0..samples {
            let mut next = self.position_from(self.first + length / samples * sample)?;
            for _ in 0..positions {
                let Some((_, position)) = next else { break };
                if last > position {
                    return Ok(false);
                }
                last = position;
                next = self.next_position()?;
            }
        }
        Ok(true)
    }

    /// Where all positions begin, sorted by their hashes and then in the book's order.
    fn all_places(&mut self) -> Result<Vec<(u64, u64)>, BookError> {
        let mut places = Vec::new();
        let mut next = self.position_from(self.first)?;
        while let Some((at, position)) = next {
            places.push((hash(&position), at));
            next = self.next_position()?;
        }
        places.sort_unstable();
        Ok(places)
    }

    fn find(&mut self, wanted: &str) -> Result<Vec<BookMove>, BookError> {
        self.faults.clear();
        let mut moves = Vec::new();
        if let Some(places) = &self.places {
            let wanted_hash = hash(wanted);
            let from = places.partition_point(|&(hash, _)| hash < wanted_hash);
            let all = places.iter().skip(from).take_while(|&&(hash, _)| hash == wanted_hash);
            for at in all.map(|&(_, at)| at).collect::<Vec<_>>() {
                if self.position_from(at)?.is_some_and(|(_, found)| found == wanted) {
                    self.moves(&mut moves)?;
                }
            }
            return Ok(moves);
        }
        let (mut low, mut high) = (self.first, self.end);
        // The first position from `high` on is not below the one that is wanted, and all that begin before `low` are.
        while low < high {
            let middle = low.midpoint(high);
            match self.position_from(middle)? {
                Some((at, found)) if found.as_str() < wanted => low = at + 1,
                _ => high = middle,
            }
        }
        let mut next = self.position_from(low)?;
        while next.is_some_and(|(_, found)| found == wanted) {
            next = self.moves(&mut moves)?;
        }
        Ok(moves)
    }

    /// The first position whose line begins at this byte or later, and where.
    fn position_from(&mut self, at: u64) -> Result<Option<Place>, BookError> {
        let before = at.max(self.first + 1) - 1;
        self.reader.seek(SeekFrom::Start(before))?;
        self.at = before;
        if at > self.first {
            // What is left of the line before.
            self.line()?;
        }
        self.next_position()
    }

    /// The next position from here on, and where its line begins.
    fn next_position(&mut self) -> Result<Option<Place>, BookError> {
        while let Some(line) = self.line()? {
            if let Some(position) = position_of(&line.text) {
                return Ok(Some((line.at, position)));
            }
        }
        Ok(None)
    }

    /// Adds the moves from here on, up to the next position, which is given.
    fn moves(&mut self, moves: &mut Vec<BookMove>) -> Result<Option<Place>, BookError> {
        while let Some(line) = self.line()? {
            if let Some(position) = position_of(&line.text) {
                return Ok(Some((line.at, position)));
            }
            if is_remark(&line.text) {
                continue;
            }
            match BookMove::parse(&line.text) {
                Some(m) => BookMove::join(moves, m),
                None if self.faults.len() == MOST_FAULTS => {}
                None => self.faults.push(line.fault()),
            }
        }
        Ok(None)
    }

    /// The next line without its end, which is a line feed, a carriage return or both; nothing at
    /// the end of the file.
    fn line(&mut self) -> Result<Option<Line>, BookError> {
        let at = self.at;
        let mut bytes = Vec::new();
        let mut is_cut = false;
        loop {
            let buffer = self.reader.fill_buf()?;
            let end = buffer.iter().position(|&byte| matches!(byte, b'\n' | b'\r'));
            let part = buffer.get(..end.unwrap_or(buffer.len())).unwrap_or(buffer);
            let room = (LONGEST_LINE - bytes.len()).min(part.len());
            is_cut |= room < part.len();
            bytes.extend(part.iter().take(room));
            let used = part.len() + usize::from(end.is_some());
            self.reader.consume(used);
            self.at += used as u64;
            if end.is_some() || used == 0 {
                break;
            }
        }
        let text = || String::from_utf8_lossy(&bytes).trim().to_owned();
        Ok((self.at > at).then(|| Line { at, is_cut, text: text() }))
    }
}

/// A line, as far as it is looked at.
#[derive(Debug)]
struct Line {
    /// Where it begins.
    at: u64,
    /// Whether it is longer.
    is_cut: bool,
    text: String,
}

impl Line {
    /// That it is no line of a book.
    fn fault(&self) -> BookError {
        if self.is_cut {
            return BookError::TooLong(self.at);
        }
        // Nothing that a terminal would obey.
        let plain = |c: char| if c.is_ascii_graphic() || c == ' ' || c.is_alphanumeric() { c } else { '?' };
        BookError::Line { at: self.at, text: self.text.chars().take(SHOWN).map(plain).collect() }
    }
}

/// Whether a line says nothing to a program.
fn is_remark(line: &str) -> bool {
    line.is_empty() || line.starts_with('#') || line.starts_with("//")
}

/// The text of the position that a line begins: board, side and hands.
fn position_of(line: &str) -> Option<String> {
    let rest = line.strip_prefix(POSITION_WORD)?;
    if !rest.starts_with(char::is_whitespace) {
        return None;
    }
    Some(rest.split_ascii_whitespace().take(3).collect::<Vec<_>>().join(" "))
}

fn hash(position: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    position.hash(&mut hasher);
    hasher.finish()
}
