//! The lines of one file, with a look ahead.

use std::collections::VecDeque;

use super::bad_line::LineError;
use super::input::{Line, Lines};

/// The lines of a file; some may be looked at before they are taken.
#[derive(Debug)]
pub(crate) struct Source {
    pub file: String,
    lines: Lines,
    ahead: VecDeque<Line>,
    open: Option<OpenLine>,
}

/// A line that is read bit by bit: it may hold several records.
#[derive(Debug)]
pub(crate) struct OpenLine {
    /// Its number, from 1.
    pub line: u64,
    text: String,
    /// How many bytes of it have been read.
    read: usize,
}

impl OpenLine {
    /// What has not been read.
    pub fn rest(&self) -> &str {
        self.text.get(self.read..).unwrap_or_default()
    }

    /// Whether nothing has been read.
    pub const fn is_whole(&self) -> bool {
        self.read == 0
    }

    /// So many bytes at its end have not been read.
    pub fn leave(&mut self, bytes: usize) {
        self.read = self.text.len().saturating_sub(bytes);
    }
}

impl Source {
    /// The lines of a file; `-` is standard input.
    pub fn open(file: String) -> Self {
        Self { lines: Lines::new(vec![file.clone()]), file, ahead: VecDeque::new(), open: None }
    }

    /// The lines of a text, with a name in place of a file's.
    pub(crate) fn of_text(name: &str, text: String) -> Self {
        let lines = Lines::of_text(name, text);
        Self { file: name.to_owned(), lines, ahead: VecDeque::new(), open: None }
    }

    pub fn next(&mut self) -> Option<Line> {
        self.ahead.pop_front().or_else(|| self.lines.next())
    }

    /// The line that comes so many lines after the next.
    pub(crate) fn peek(&mut self, distance: usize) -> Option<&Line> {
        while self.ahead.len() <= distance {
            let line = self.lines.next()?;
            self.ahead.push_back(line);
        }
        self.ahead.get(distance)
    }

    /// The next line of which this is true.
    pub fn find(&mut self, is_it: impl Fn(&Line) -> bool) -> Option<Line> {
        std::iter::from_fn(|| self.next()).find(is_it)
    }

    /// Gives a line, or what is left of it, back.
    pub(crate) fn give_back(&mut self, line: Line) {
        self.ahead.push_front(line);
    }

    /// The line that was given back open, else the next one, or its number and why it cannot be read.
    pub(crate) fn next_open(&mut self) -> Option<Result<OpenLine, (u64, LineError)>> {
        if let Some(open) = self.open.take() {
            return Some(Ok(open));
        }
        let Line { line, text, .. } = self.next()?;
        Some(text.map(|text| OpenLine { line, text, read: 0 }).map_err(|reason| (line, reason)))
    }

    /// Gives a line back of which there is more to read.
    pub(crate) fn give_back_open(&mut self, line: OpenLine) {
        self.open = Some(line);
    }
}
