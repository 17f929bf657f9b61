//! A file that grows by whole lines.

use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::{Result, bail, ensure};

use crate::lang::tr;

use super::Output;

/// A file that grows by whole lines and nothing else.
#[derive(Debug)]
pub struct LineFile(Output);

impl LineFile {
    /// A new file. What stands there stays until the first line is written.
    ///
    /// # Errors
    /// If it cannot be written, or somebody is writing it.
    pub fn create(path: &Path) -> Result<Self> {
        Output::create(path).map(Self)
    }

    /// A new file. What stands there stays until [`Self::take_place`].
    pub(crate) fn create_beside(path: &Path) -> Result<Self> {
        Output::create_beside(path).map(Self)
    }

    /// See [`Output::take_place`].
    ///
    /// # Errors
    /// What the system says.
    pub fn take_place(&mut self) -> Result<()> {
        self.0.take_place()
    }

    /// An existing file to go on with, or a new one: each whole line is shown to `look`, and half a line at its
    /// end is dropped. All lines begin with the same text, by which half a first line is known as ours.
    ///
    /// # Errors
    /// If it cannot be read or written, or somebody is writing it; if it is none of ours; and what `look` says.
    pub fn resume(path: &Path, begins: &str, mut look: impl FnMut(&str) -> Result<()>) -> Result<Self> {
        let read = |file: &std::fs::File| {
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
        };
        Output::resume(path, read).map(Self)
    }

    /// Appends a line, or nothing.
    ///
    /// # Errors
    /// See [`Output::append`].
    pub fn append(&mut self, line: &str) -> Result<()> {
        self.0.append(format!("{line}\n").as_bytes())
    }

    /// Appends whole lines in any encoding.
    pub(crate) fn append_bytes(&mut self, lines: &[u8]) -> Result<()> {
        debug_assert!(lines.ends_with(b"\n"), "whole lines");
        self.0.append(lines)
    }
}

/// Whether a file that begins with these bytes begins with this text, as far as it goes.
fn is_beginning(bytes: &[u8], text: &str) -> bool {
    bytes.iter().zip(text.as_bytes()).all(|(a, b)| a == b)
}
