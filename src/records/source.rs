//! The lines of one file, with a look ahead.

use std::collections::VecDeque;

use super::input::{Line, Lines};

/// The lines of a file; some may be looked at before they are taken.
#[derive(Debug)]
pub(crate) struct Source {
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
    pub(crate) fn of_text(name: &str, text: String) -> Self {
        let lines = Lines::of_text(name, text);
        Self { file: name.to_owned(), lines, ahead: VecDeque::new() }
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
}
