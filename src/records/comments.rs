//! The remarks on a game.

use std::collections::BTreeMap;

use super::{LineError, MAX_RECORD_MOVES};

/// The most bytes that the remarks on one game may have: a file of nothing else would fill the memory.
pub(crate) const MAX_BYTES: usize = 1 << 22;

/// The remarks on a game: before the first move, and after each move. A remark
/// may have several lines, none of which ends with a blank.
#[derive(Clone, Debug, Default)]
pub struct Comments {
    /// By the moves before them.
    texts: BTreeMap<usize, String>,
    /// How much has been added, to stop in time.
    bytes: usize,
}

impl PartialEq for Comments {
    fn eq(&self, other: &Self) -> bool {
        self.said().eq(other.said())
    }
}

impl Eq for Comments {}

impl Comments {
    fn said(&self) -> impl Iterator<Item = (&usize, &String)> {
        self.texts.iter().filter(|(_, text)| !text.is_empty())
    }

    /// Adds lines to what is said after so many moves.
    ///
    /// # Errors
    /// If there is too much of it.
    pub fn add(&mut self, moves: usize, text: &str) -> Result<(), LineError> {
        if moves > MAX_RECORD_MOVES || text.len() > MAX_BYTES - self.bytes {
            return Err("the comments are too long".into());
        }
        self.bytes += text.len();
        let said = self.texts.entry(moves).or_default();
        for line in text.split('\n') {
            if !said.is_empty() {
                said.push('\n');
            }
            said.push_str(plain(line).trim_end());
        }
        Ok(())
    }

    /// What is said after so many moves; empty if nothing.
    pub fn after(&self, moves: usize) -> &str {
        self.texts.get(&moves).map_or("", String::as_str)
    }

    /// Forgets what is said after moves beyond these.
    pub fn truncate(&mut self, moves: usize) {
        self.texts.retain(|&after, _| after <= moves);
    }

    /// Forgets all of them.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}

/// A text that stands in one line.
pub fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
