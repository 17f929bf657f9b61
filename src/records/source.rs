//! The lines of one file, with a look ahead, and the encodings they come in.

use std::collections::VecDeque;

use encoding_rs::{SHIFT_JIS, WINDOWS_1252};

use super::bad_line::LineError;
use super::input::{Line, Lines};

/// The lines of a file; some may be looked at before they are taken.
#[derive(Debug)]
pub struct Source {
    /// The file's name.
    pub file: String,
    lines: Lines,
    ahead: VecDeque<Line>,
}

impl Source {
    /// The lines of a file; `-` is standard input.
    pub fn open(file: String) -> Self {
        Self { lines: Lines::new(vec![file.clone()]), file, ahead: VecDeque::new() }
    }

    /// The lines of a text, with a name in place of a file's.
    pub fn of_text(name: &str, text: String) -> Self {
        Self { file: name.to_owned(), lines: Lines::of_text(name, text), ahead: VecDeque::new() }
    }

    /// The next line.
    pub fn next(&mut self) -> Option<Line> {
        self.ahead.pop_front().or_else(|| self.read())
    }

    /// The line that comes so many lines after the next.
    pub fn peek(&mut self, distance: usize) -> Option<&Line> {
        while self.ahead.len() <= distance {
            let line = self.read()?;
            self.ahead.push_back(line);
        }
        self.ahead.get(distance)
    }

    /// Gives a line, or what is left of it, back.
    pub fn give_back(&mut self, line: Line) {
        self.ahead.push_front(line);
    }

    fn read(&mut self) -> Option<Line> {
        const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();
        let mut line = self.lines.next()?;
        if line.line == 1
            && let Ok(bytes) = &mut line.bytes
            && bytes.starts_with(BYTE_ORDER_MARK)
        {
            bytes.drain(..BYTE_ORDER_MARK.len());
        }
        Some(line)
    }
}

/// The text of a line of a shogi record: UTF-8 or Shift_JIS. The lines of
/// such a record that matter are never good text in both.
///
/// # Errors
/// Why the line could not be read.
pub fn japanese(line: &Line) -> Result<String, LineError> {
    let bytes = line.bytes.as_ref().map_err(Clone::clone)?;
    std::str::from_utf8(bytes).map(str::to_owned).or_else(|_| {
        let text = SHIFT_JIS.decode_without_bom_handling_and_without_replacement(bytes);
        text.map(|text| text.into_owned()).ok_or(LineError::NotJapanese)
    })
}

/// The text of a line of a chess record: UTF-8, or the Latin letters that the
/// standard of PGN (1994, section 4.1) prescribes.
///
/// # Errors
/// Why the line could not be read.
pub fn western(line: &Line) -> Result<String, LineError> {
    let bytes = line.bytes.as_ref().map_err(Clone::clone)?;
    Ok(std::str::from_utf8(bytes)
        .map_or_else(|_| WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned(), str::to_owned))
}
