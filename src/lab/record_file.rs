//! A file of games.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use super::batch::LineFile;
use crate::lang::tr;
use crate::records::{Form, GameRecord};

/// A file of games that grows by whole games.
#[derive(Debug)]
pub struct RecordFile {
    path: PathBuf,
    file: LineFile,
    form: Form,
    is_empty: bool,
}

impl RecordFile {
    /// A new file in the place of an old one.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn create(path: &Path, form: Form) -> Result<Self> {
        Ok(Self { path: path.to_owned(), file: LineFile::create(path)?, form, is_empty: true })
    }

    /// How the games are written.
    pub const fn form(&self) -> Form {
        self.form
    }

    /// Takes the place of another file.
    ///
    /// # Errors
    /// What the system says.
    pub fn rename(self, path: &Path) -> Result<Self> {
        std::fs::rename(&self.path, path)
            .with_context(|| tr!("cannot write {file}", file = path.display()))?;
        Ok(Self { path: path.to_owned(), ..self })
    }

    /// Whoever writes on into a file that was removed loses what he writes.
    ///
    /// # Errors
    /// If the file is not there.
    pub fn must_exist(&self) -> Result<()> {
        if !self.path.exists() {
            bail!(tr!("{file} has vanished", file = self.path.display()));
        }
        Ok(())
    }

    /// Appends a game, or nothing; says whether the encoding had all its letters.
    ///
    /// # Errors
    /// If it cannot be written; then the file ends where it did before.
    pub fn append(&mut self, record: &GameRecord) -> Result<bool> {
        let text = self.form.write(record).with_context(|| {
            format!("game {} cannot be written to {}", record.number, self.path.display())
        })?;
        let separator = if self.is_empty { "" } else { self.form.separator() };
        let (bytes, is_whole) = self.form.encode(format!("{separator}{text}"));
        self.file.append_bytes(&bytes)?;
        self.is_empty = false;
        Ok(is_whole)
    }
}
