//! The lines of text files, whatever their encoding and their line ends.
//!
//! A file is looked at once, by its first block: a mark of UTF-8 or UTF-16, the escapes of ISO-2022-JP, else
//! what most of its lines with other letters than ASCII's can be: UTF-8, Shift_JIS, EUC-JP, or in a PGN Latin
//! letters. Then every line is given in UTF-8. A byte that fits nothing spoils a letter, never the line. A
//! file that is no text is told once, as what it is.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::VecDeque;
use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Stdin};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{EUC_JP, Encoding, ISO_2022_JP, SHIFT_JIS, UTF_16BE, UTF_16LE, WINDOWS_1252};
use encoding_rs_io::DecodeReaderBytesBuilder;

use super::{BadLine, LineError};

/// Longest line that is read, and with it the largest game that is written in one; a longer one is an error.
pub(super) const LONGEST_LINE: usize = 1 << 25;
/// How much of a file is looked at to tell its encoding.
const BLOCK: usize = 1 << 16;
/// What some programs write first.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();
/// The end of a text, where files once had to have one.
const END_OF_TEXT: u8 = 0x1a;

/// The lines of several files, one after the other, read as they are asked for.
pub struct Lines {
    files: std::vec::IntoIter<String>,
    open: Option<Open>,
}

impl fmt::Debug for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lines").finish_non_exhaustive()
    }
}

/// A line with its place.
#[derive(Clone, Debug)]
pub struct Line {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u64,
    /// The text without the line's end, or why it could not be read.
    pub text: Result<String, LineError>,
    /// How many bytes of it are done with: a line may hold several records.
    done: usize,
}

impl Line {
    /// The text, or what is left of it.
    ///
    /// # Errors
    /// Why the line could not be read.
    pub fn text(&self) -> Result<&str, LineError> {
        let text = self.text.as_deref().map_err(Clone::clone)?;
        Ok(text.get(self.done..).unwrap_or_default())
    }

    /// Whether nothing of it is done with.
    pub(super) const fn is_whole(&self) -> bool {
        self.done == 0
    }

    /// Only so many bytes at its end are left.
    pub(super) fn leave(&mut self, bytes: usize) {
        self.done = self.text.as_ref().map_or(0, String::len).saturating_sub(bytes);
    }

    /// The line as one that could not be used.
    pub fn bad(&self, reason: impl Into<LineError>) -> BadLine {
        BadLine { file: self.file.clone(), line: self.line, reason: reason.into() }
    }
}

impl Lines {
    /// The lines of these files; `-` is standard input.
    pub fn new(files: Vec<String>) -> Self {
        Self { files: files.into_iter(), open: None }
    }

    /// The lines of a text; the name stands in place of a file's.
    pub(crate) fn of_text(name: &str, text: String) -> Self {
        let text = Box::new(std::io::Cursor::new(text.into_bytes()));
        // Reading from memory does not fail.
        let open = Open::new(name.to_owned(), text).ok();
        Self { files: Vec::new().into_iter(), open }
    }
}

impl Iterator for Lines {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        loop {
            if let Some(line) = self.open.as_mut().and_then(Open::next) {
                return Some(line);
            }
            let file = self.files.next()?;
            match Open::file(file.clone()) {
                Ok(open) => self.open = Some(open),
                Err(reason) => return Some(Line { file, line: 0, text: Err(reason), done: 0 }),
            }
        }
    }
}

/// The lines of one file; some may be looked at before they are taken.
#[derive(Debug)]
pub(crate) struct Source {
    pub file: String,
    lines: Lines,
    ahead: VecDeque<Line>,
}

impl Source {
    pub fn open(file: String) -> Self {
        Self { lines: Lines::new(vec![file.clone()]), file, ahead: VecDeque::new() }
    }

    /// The lines of a text, with a name in place of a file's.
    pub(crate) fn of_text(name: &str, text: String) -> Self {
        let lines = Lines::of_text(name, text);
        Self { file: name.to_owned(), lines, ahead: VecDeque::new() }
    }

    /// The line that comes so many lines after the next.
    pub(crate) fn peek(&mut self, distance: usize) -> Option<&Line> {
        while self.ahead.len() <= distance {
            let line = self.lines.next()?;
            self.ahead.push_back(line);
        }
        self.ahead.get(distance)
    }

    /// Gives a line, or what is left of it, back.
    pub(crate) fn give_back(&mut self, line: Line) {
        self.ahead.push_front(line);
    }
}

impl Iterator for Source {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        self.ahead.pop_front().or_else(|| self.lines.next())
    }
}

/// Whether a read of standard input has not ended yet.
static WAITS: AtomicBool = AtomicBool::new(false);

/// Whether standard input is waited for, which may be silent for ever.
pub(crate) fn waits_for_input() -> bool {
    WAITS.load(Relaxed)
}

/// Standard input.
struct Input(Stdin);

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        WAITS.store(true, Relaxed);
        let read = self.0.read(buffer);
        WAITS.store(false, Relaxed);
        read
    }
}

/// A file that is being read.
struct Open {
    file: String,
    line: u64,
    reader: Box<dyn BufRead + Send>,
    letters: Letters,
    /// Whether the last line ended with a carriage return: a line feed that follows belongs to it.
    after_return: bool,
    /// Whether the file has ended, or the system has failed.
    is_over: bool,
}

impl Open {
    fn file(file: String) -> Result<Self, LineError> {
        let reader: Box<dyn Read + Send> =
            if file == "-" { Box::new(Input(std::io::stdin())) } else { Box::new(File::open(&file)?) };
        Self::new(file, Box::new(BufReader::with_capacity(BLOCK, reader)))
    }

    fn new(file: String, mut reader: Box<dyn BufRead + Send>) -> Result<Self, LineError> {
        let block = reader.fill_buf()?;
        let wide = wide(block);
        let letters = Letters::of(if wide.is_some() { b"" } else { block });
        if let Some(what) = document(block, wide.is_some()) {
            return Err(LineError::Document(what));
        }
        if let Some(encoding) = wide {
            let decoder = DecodeReaderBytesBuilder::new().encoding(Some(encoding)).build(reader);
            reader = Box::new(BufReader::new(decoder));
        }
        Ok(Self { file, line: 0, reader, letters, after_return: false, is_over: false })
    }

    fn next(&mut self) -> Option<Line> {
        if self.is_over {
            return None;
        }
        let mut bytes = Vec::new();
        self.line += 1;
        let text = match self.read(&mut bytes) {
            Ok(None) => {
                self.is_over = true;
                return None;
            }
            Ok(Some(true)) => {
                // Files that were put together have it in the middle.
                if bytes.starts_with(BYTE_ORDER_MARK) {
                    bytes.drain(..BYTE_ORDER_MARK.len());
                }
                if bytes.last() == Some(&END_OF_TEXT) {
                    bytes.pop();
                }
                Ok(self.letters.decode(bytes))
            }
            Ok(Some(false)) => Err(LineError::TooLong),
            Err(error) => {
                self.is_over = true;
                Err(error.into())
            }
        };
        Some(Line { file: self.file.clone(), line: self.line, text, done: 0 })
    }

    /// Reads a line; nothing at the end of the file, and whether all of it was taken.
    fn read(&mut self, bytes: &mut Vec<u8>) -> std::io::Result<Option<bool>> {
        let mut is_whole = true;
        let mut is_end = true;
        loop {
            let buffer = match self.reader.fill_buf() {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                buffer => buffer?,
            };
            let skipped = usize::from(self.after_return && buffer.first() == Some(&b'\n'));
            let Some(rest) = buffer.get(skipped..).filter(|_| !buffer.is_empty()) else {
                return Ok((!is_end).then_some(is_whole));
            };
            self.after_return = false;
            is_end &= rest.is_empty();
            let end = memchr::memchr2(b'\n', b'\r', rest);
            let part = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
            is_whole &= bytes.len() + part.len() <= LONGEST_LINE;
            if is_whole {
                bytes.extend_from_slice(part);
            }
            self.after_return = end.and_then(|at| rest.get(at)) == Some(&b'\r');
            let used = skipped + part.len() + usize::from(end.is_some());
            self.reader.consume(used);
            if end.is_some() {
                return Ok(Some(is_whole));
            }
        }
    }
}

/// How the letters of a file are written that are not ASCII's.
#[derive(Debug)]
struct Letters {
    /// Whether most lines with such letters are UTF-8.
    is_utf8: bool,
    /// What the others are; nothing as long as there was none.
    other: Option<&'static Encoding>,
    is_western: bool,
}

impl Letters {
    fn of(block: &[u8]) -> Self {
        let whole = memchr::memrchr2(b'\n', b'\r', block).and_then(|at| block.get(..at)).unwrap_or(block);
        let mut letters = Self { is_utf8: true, other: None, is_western: is_pgn(block) };
        let mut good = 0;
        let mut bad = Vec::new();
        for line in whole.split(|&byte| byte == b'\n' || byte == b'\r').filter(|line| !line.is_ascii()) {
            match std::str::from_utf8(line) {
                Ok(_) => good += 1,
                Err(_) => bad.push(line),
            }
        }
        letters.is_utf8 = good >= bad.len();
        if !letters.is_utf8 {
            letters.other = Some(letters.guess(&bad));
        }
        letters
    }

    /// The encoding of lines that are not UTF-8.
    fn guess(&self, lines: &[&[u8]]) -> &'static Encoding {
        if self.is_western {
            return WINDOWS_1252;
        }
        let fits = |encoding| lines.iter().filter(|line| decoded(encoding, line).is_some()).count();
        let is_euc = match fits(EUC_JP).cmp(&fits(SHIFT_JIS)) {
            Ordering::Greater => true,
            Ordering::Less => false,
            Ordering::Equal => {
                let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
                for line in lines {
                    detector.feed(line, false);
                }
                detector.feed(b"", true);
                detector.guess(None, Utf8Detection::Deny) == EUC_JP
            }
        };
        if is_euc { EUC_JP } else { SHIFT_JIS }
    }

    /// The text of a line.
    fn decode(&mut self, bytes: Vec<u8>) -> String {
        let bytes = match String::from_utf8(bytes) {
            Ok(text) if self.is_utf8 || text.is_ascii() => return text,
            Ok(text) => text.into_bytes(),
            Err(error) => error.into_bytes(),
        };
        let is_utf8 = std::str::from_utf8(&bytes).is_ok();
        let lossy = String::from_utf8_lossy(&bytes);
        // One bad byte in a line of UTF-8. Japanese letters have three bytes there; two
        // that fit are an accident in another encoding.
        let is_bad = |letter: &char| *letter == char::REPLACEMENT_CHARACTER;
        let bad = lossy.chars().filter(is_bad).count();
        let least = if self.is_western { '\u{80}' } else { '\u{800}' };
        let good = lossy.chars().filter(|letter| *letter >= least && !is_bad(letter)).count();
        if self.is_utf8 && good > bad {
            return lossy.into_owned();
        }
        let guess = self.other.unwrap_or_else(|| self.guess(&[&bytes]));
        let others = [SHIFT_JIS, EUC_JP].into_iter().filter(|_| !self.is_western && !is_utf8);
        let found = std::iter::once(guess).chain(others).find_map(|encoding| decoded(encoding, &bytes));
        match found {
            Some(text) => {
                self.other = Some(guess);
                text.into_owned()
            }
            None if is_utf8 => lossy.into_owned(),
            None => guess.decode_without_bom_handling(&bytes).0.into_owned(),
        }
    }
}

/// Whether a text begins as PGN does, or has a tag of it in a line of its own.
fn is_pgn(block: &[u8]) -> bool {
    let is_tag = |line: &[u8]| match line.trim_ascii() {
        [b'[', letter, .., b'"', b']'] => letter.is_ascii_alphabetic(),
        _ => false,
    };
    block.starts_with(b"[") || block.split(|&byte| byte == b'\n' || byte == b'\r').any(is_tag)
}

fn decoded<'b>(encoding: &'static Encoding, bytes: &'b [u8]) -> Option<Cow<'b, str>> {
    encoding.decode_without_bom_handling_and_without_replacement(bytes)
}

/// The encoding of a file whose bytes are not lines of bytes.
fn wide(block: &[u8]) -> Option<&'static Encoding> {
    if let Some((encoding, _)) = Encoding::for_bom(block) {
        return (encoding != encoding_rs::UTF_8).then_some(encoding);
    }
    let zeros = |first: usize| block.iter().skip(first).step_by(2).filter(|&&byte| byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    let some = block.len() / 20 + 1;
    if odd > some && odd > 8 * even {
        return Some(UTF_16LE);
    }
    if even > some && even > 8 * odd {
        return Some(UTF_16BE);
    }
    let escapes: [&[u8]; 3] = [b"\x1b$B", b"\x1b$@", b"\x1b(J"];
    let is_escaped =
        block.is_ascii() && escapes.iter().any(|&escape| memchr::memmem::find(block, escape).is_some());
    is_escaped.then_some(ISO_2022_JP)
}

/// What a file is that is no text, by how it begins; zeros tell only where no letter has any.
fn document(block: &[u8], is_wide: bool) -> Option<&'static str> {
    const BEGINNINGS: [(&[u8], &str); 20] = [
        (b"\xd0\xcf\x11\xe0", "an Office document (Word, Excel)"),
        (b"%PDF", "a PDF document"),
        (b"{\\rtf", "an RTF document"),
        (b"\x89PNG", "a picture"),
        (b"\xff\xd8\xff", "a picture"),
        (b"GIF8", "a picture"),
        (b"\x1f\x8b", "a gzip archive"),
        (b"7z\xbc\xaf", "a 7z archive"),
        (b"Rar!", "a RAR archive"),
        (b"\x28\xb5\x2f\xfd", "a zstd archive"),
        (b"SQLite format", "a database (SQLite)"),
        (b"\x7fELF", "a program"),
        (b"MZ\x90", "a program"),
        (b"<!DOCTYPE", "a page (HTML)"),
        (b"<!doctype", "a page (HTML)"),
        (b"<html", "a page (HTML)"),
        (b"<?xml", "an XML document"),
        (b"(;", "a record in SGF"),
        (b"#YANEURAOU-DB", "an opening book"),
        (b"SOMANET", "a net"),
    ];
    let begins = |with: &[u8]| block.starts_with(with);
    let holds = |word: &[u8]| memchr::memmem::find(block, word).is_some();
    if begins(b"PK\x03\x04") {
        return Some(match () {
            () if holds(b"word/") => "a Word document",
            () if holds(b"xl/") => "an Excel document",
            () => "a zip archive",
        });
    }
    if block.get(2..5) == Some(b"-lh") {
        return Some("an LHA archive");
    }
    let known = BEGINNINGS.iter().find(|(beginning, _)| begins(beginning)).map(|(_, what)| *what);
    let zeros = memchr::memchr_iter(0, block).count();
    known.or_else(|| (!is_wide && zeros > block.len() / 100 + 1).then_some("a binary file"))
}

/// Whether these are plain files, all of them.
pub(crate) fn can_be_read_twice(files: &[String]) -> bool {
    files.iter().all(|file| std::fs::metadata(file).is_ok_and(|found| found.is_file()))
}

/// Whether a line says nothing: it is empty or a comment.
pub(crate) fn is_blank(text: &str) -> bool {
    let text = text.trim();
    text.is_empty() || text.starts_with('#')
}

/// A line without its comment, which a `#` begins that begins a word outside quotation marks; behind `bm` it is a
/// mate in so many moves.
pub(crate) fn uncommented(line: &str) -> &str {
    let (mut is_quoted, mut last) = (false, ' ');
    let begins = |&(at, letter): &(usize, char)| {
        is_quoted ^= letter == '"';
        let begins_word = std::mem::replace(&mut last, letter).is_whitespace();
        letter == '#' && begins_word && !is_quoted && !line.split_at_checked(at).is_some_and(is_mate)
    };
    line.char_indices().find(begins).and_then(|(at, _)| line.get(..at)).unwrap_or(line)
}

/// Whether what follows is a mate in so many moves, `#N`.
fn is_mate((before, after): (&str, &str)) -> bool {
    let is_named = before.trim_end().strip_suffix("bm").is_some_and(|rest| rest.ends_with([' ', '\t', ';']));
    is_named && after.trim_start_matches('#').starts_with(|c: char| c.is_ascii_digit() || c == '-')
}

/// The name of a position that has none: file and line.
pub(crate) fn default_id(file: &str, line: u64) -> String {
    let name = std::path::Path::new(file).file_name().map_or_else(|| file.into(), |n| n.to_string_lossy());
    format!("{name}:{line}")
}
