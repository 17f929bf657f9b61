//! A file of games.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::files::Output;
use crate::records::{Form, GameRecord};

/// A file of games that grows by whole games.
#[derive(Debug)]
pub(crate) struct RecordFile {
    /// Where it is.
    pub path: PathBuf,
    /// How the games are written.
    pub form: Form,
    file: Option<Output>,
    is_empty: bool,
}

impl RecordFile {
    /// A file that is made when there is a game to write.
    pub fn later(path: &Path, form: Form) -> Self {
        Self { path: path.to_owned(), form, file: None, is_empty: true }
    }

    /// A new file. What stands there stays until the first game is written.
    pub fn create(path: &Path, form: Form) -> Result<Self> {
        Ok(Self { file: Some(Output::create(path)?), ..Self::later(path, form) })
    }

    /// The same, but what stands there stays until [`Self::take_place`].
    pub(crate) fn create_beside(path: &Path, form: Form) -> Result<Self> {
        Ok(Self { file: Some(Output::create_beside(path)?), ..Self::later(path, form) })
    }

    /// Takes the place of what stood there.
    pub fn take_place(&mut self) -> Result<()> {
        self.file.as_mut().map_or(Ok(()), Output::take_place)
    }

    /// Appends a game, or nothing; says whether the encoding had all its letters.
    pub fn append(&mut self, record: &GameRecord) -> Result<bool> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(Output::create(&self.path)?),
        };
        let text = self.form.write(record).with_context(|| {
            format!("game {} cannot be written to {}", record.number, self.path.display())
        })?;
        let separator = if self.is_empty { "" } else { self.form.separator() };
        let (bytes, is_whole) = self.form.encode(format!("{separator}{text}"));
        file.append(&bytes)?;
        self.is_empty = false;
        Ok(is_whole)
    }
}
