//! A book that is read where it lies: by halving the file, so that one of
//! gigabytes takes neither memory nor time.

use std::fs::File;
use std::io::{BufRead, BufReader, Read as _, Seek as _, SeekFrom};
use std::path::Path;

use super::{BookBuilder, BookMove, HEADER, OpeningBook, POSITION_WORD, flip_move, flip_position, key};
use crate::lang::tr;

/// No line of a book is longer.
const LONGEST_LINE: u64 = 4096;
/// Bytes that are read at once: a position with its moves.
const BUFFER: usize = 4096;
/// How many places are looked at to see whether the book is sorted.
const SAMPLES: u64 = 64;

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
    #[error("{}", tr!("byte {at}: no line of a book: {text}", at = .at, text = .text))]
    Line {
        /// Where it begins.
        at: u64,
        /// The line.
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
}

impl OpeningBook for Book {
    type Builder = BookBuilder;

    fn open(path: &Path) -> Result<Self, BookError> {
        let mut book = Self::open_unsorted(path)?;
        let mut last: Option<String> = None;
        for sample in 0..SAMPLES {
            let at = book.first + (book.end - book.first) / SAMPLES * sample;
            let Some((_, found)) = book.position_from(at)? else {
                break;
            };
            if last.is_some_and(|last| last > found) {
                return Err(BookError::Unsorted);
            }
            last = Some(found);
        }
        Ok(book)
    }

    /// The position is seen from either side of the board.
    fn look_up(&mut self, sfen: &str) -> Result<Vec<BookMove>, BookError> {
        let moves = self.find(key(sfen))?;
        let Some(flipped) = flip_position(key(sfen)).filter(|_| moves.is_empty()) else {
            return Ok(moves);
        };
        let mut moves = self.find(&flipped)?;
        for m in &mut moves {
            m.text = flip_move(&m.text);
            m.reply = m.reply.as_deref().map(flip_move);
        }
        Ok(moves)
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
        let mut book = Self { reader: BufReader::with_capacity(BUFFER, file), at: 0, first: 0, end };
        let header = book.line().map_err(|error| if error.is_io() { error } else { BookError::Header })?;
        if !header.is_some_and(|line| line.trim_start_matches('\u{feff}').starts_with("#YANEURAOU-DB")) {
            return Err(BookError::Header);
        }
        book.first = book.at;
        Ok(book)
    }

    /// Shows all positions of the book with their moves, in its order.
    ///
    /// # Errors
    /// If it cannot be read or is damaged, and what `see` says.
    pub fn for_each<E: From<BookError>>(
        &mut self,
        mut see: impl FnMut(&str, Vec<BookMove>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut next = self.position_from(self.first)?;
        while let Some((_, position)) = next {
            let (moves, after) = self.moves()?;
            see(&position, moves)?;
            next = after;
        }
        Ok(())
    }

    fn find(&mut self, wanted: &str) -> Result<Vec<BookMove>, BookError> {
        let (mut low, mut high) = (self.first, self.end);
        // The first position from `high` on is not below the one that is wanted,
        // and all that begin before `low` are.
        while low < high {
            let middle = low.midpoint(high);
            match self.position_from(middle)? {
                Some((at, found)) if found.as_str() < wanted => low = at + 1,
                _ => high = middle,
            }
        }
        match self.position_from(low)? {
            Some((_, found)) if found == wanted => Ok(self.moves()?.0),
            _ => Ok(Vec::new()),
        }
    }

    /// The first position whose line begins at this byte or later, and where.
    fn position_from(&mut self, at: u64) -> Result<Option<(u64, String)>, BookError> {
        let before = at.max(self.first + 1) - 1;
        self.reader.seek(SeekFrom::Start(before))?;
        self.at = before;
        if at > self.first {
            // What is left of the line before.
            self.line()?;
        }
        loop {
            let begin = self.at;
            let Some(line) = self.line()? else {
                return Ok(None);
            };
            if let Some(position) = line.strip_prefix(POSITION_WORD) {
                return Ok(Some((begin, key(position).to_owned())));
            }
        }
    }

    /// The moves from here on, up to the next position, which is given too.
    #[expect(clippy::type_complexity, reason = "the moves, and what ends them")]
    fn moves(&mut self) -> Result<(Vec<BookMove>, Option<(u64, String)>), BookError> {
        let mut moves = Vec::new();
        loop {
            let at = self.at;
            let Some(line) = self.line()? else {
                return Ok((moves, None));
            };
            if let Some(position) = line.strip_prefix(POSITION_WORD) {
                return Ok((moves, Some((at, key(position).to_owned()))));
            }
            if line.is_empty() || line.starts_with('#') || line.starts_with("//") {
                continue;
            }
            let shorten = || line.chars().take(40).collect();
            moves.push(BookMove::parse(&line).ok_or_else(|| BookError::Line { at, text: shorten() })?);
        }
    }

    /// The next line without its end; nothing at the end of the file.
    fn line(&mut self) -> Result<Option<String>, BookError> {
        let mut bytes = Vec::new();
        let read = (&mut self.reader).take(LONGEST_LINE).read_until(b'\n', &mut bytes)? as u64;
        if read == LONGEST_LINE && !bytes.ends_with(b"\n") {
            return Err(BookError::TooLong(self.at));
        }
        self.at += read;
        Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).trim().to_owned()))
    }
}

impl BookError {
    const fn is_io(&self) -> bool {
        matches!(self, Self::Io(_))
    }
}
