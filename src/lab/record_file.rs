//! A file of games.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::files::Output;
use crate::records::{Form, GameRecord};

/// A file of games that grows by whole games.
#[derive(Debug)]
pub(crate) struct RecordFile {
    path: PathBuf,
    file: Output,
    form: Form,
    is_empty: bool,
}

impl RecordFile {
    /// A new file. What stands there stays until the first game is written.
    pub fn create(path: &Path, form: Form) -> Result<Self> {
        Ok(Self { path: path.to_owned(), file: Output::create(path)?, form, is_empty: true })
    }

    /// How the games are written.
    pub const fn form(&self) -> Form {
        self.form
    }

    /// The same, but what stands there stays until [`Self::take_place`].
    pub(crate) fn create_beside(path: &Path, form: Form) -> Result<Self> {
        Ok(Self { file: Output::create_beside(path)?, path: path.to_owned(), form, is_empty: true })
    }

    /// Takes the place of what stood there.
    pub fn take_place(&mut self) -> Result<()> {
        self.file.take_place()
    }

    /// Appends a game, or nothing; says whether the encoding had all its letters.
    pub fn append(&mut self, record: &GameRecord) -> Result<bool> {
        let text = self.form.write(record).with_context(|| {
            format!("game {} cannot be written to {}", record.number, self.path.display())
        })?;
        let separator = if self.is_empty { "" } else { self.form.separator() };
        let (bytes, is_whole) = self.form.encode(format!("{separator}{text}"));
        self.file.append(&bytes)?;
        self.is_empty = false;
        Ok(is_whole)
    }
}
