//! A file that grows by whole lines.

use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::{Result, bail, ensure};

use crate::lang::tr;

use super::Output;

impl Output {
    /// An existing file to go on with, or a new one: each whole line is shown to `look`, and half a line at its
    /// end is dropped. All lines begin with the same text, by which half a first line is known as ours.
    ///
    /// # Errors
    /// If it cannot be read or written, or somebody is writing it; if it is none of ours; and what `look` says.
    pub fn resume_lines(path: &Path, begins: &str, mut look: impl FnMut(&str) -> Result<()>) -> Result<Self> {
        Self::resume(path, |file| {
            let mut length = 0;
            let mut reader = BufReader::new(file);
            let mut bytes = Vec::new();
            loop {
                bytes.clear();
                // A line of something else may have no end.
                if length == 0 && !is_beginning(reader.fill_buf()?, begins) {
                    bail!(tr!("not a line of this command"));
                }
                if reader.read_until(b'\n', &mut bytes)? == 0 || !bytes.ends_with(b"\n") {
                    return Ok(length);
                }
                length += bytes.len() as u64;
                let line = std::str::from_utf8(&bytes);
                ensure!(line.is_ok(), tr!("not a line of this command"));
                look(line.unwrap_or_default().trim_end())?;
            }
        })
    }

    /// Appends a line, or nothing.
    ///
    /// # Errors
    /// See [`Self::append`].
    pub fn append_line(&mut self, line: &str) -> Result<()> {
        self.append(format!("{line}\n").as_bytes())
    }
}

/// Whether a file that begins with these bytes begins with this text, as far as it goes.
fn is_beginning(bytes: &[u8], text: &str) -> bool {
    bytes.iter().zip(text.as_bytes()).all(|(a, b)| a == b)
}
