//! A file that grows by whole pieces, or lines.

use std::fs::{File, remove_file, rename};
use std::io::{BufRead as _, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};

use crate::lang::tr;

use super::{beside, is_device, open_locked, shown, target};

/// A file that grows by whole pieces and nothing else.
#[derive(Debug)]
pub struct Output {
    /// As the user named it.
    path: PathBuf,
    file: File,
    place: Place,
    /// Bytes of whole pieces.
    length: u64,
}

/// Where the pieces go.
#[derive(Debug)]
enum Place {
    /// To the file itself.
    Own,
    /// To what is no plain file.
    Device,
    /// To a new file, which is to take the place of the old one: with the first piece, or when told.
    Beside { new: PathBuf, target: PathBuf, waits: bool, old: Option<File> },
    /// The same after it did. The lock of the old file keeps those away who opened it before.
    Replaced { _old: Option<File> },
}

impl Output {
    /// A new file. What stands there stays until the first piece is written.
    ///
    /// # Errors
    /// If it cannot be written, or somebody is writing it.
    pub fn create(path: &Path) -> Result<Self> {
        Self::open(path, false).with_context(|| tr!("cannot write {file}", file = shown(path)))
    }

    /// A new file. What stands there stays until [`Self::take_place`].
    ///
    /// # Errors
    /// See [`Self::create`].
    pub fn create_beside(path: &Path) -> Result<Self> {
        Self::open(path, true).with_context(|| tr!("cannot write {file}", file = shown(path)))
    }

    fn open(path: &Path, waits: bool) -> Result<Self> {
        if is_device(path) {
            let file = File::options().write(true).open(path)?;
            return Ok(Self { path: path.to_owned(), file, place: Place::Device, length: 0 });
        }
        let (path, target) = (path.to_owned(), target(path));
        let mut old = None;
        if !waits || target.exists() {
            let file = open_locked(&target)?;
            if file.metadata()?.len() == 0 && !waits {
                return Ok(Self { path, file, place: Place::Own, length: 0 });
            }
            old = Some(file);
        }
        Self::open_beside(path, target, waits, old)
    }

    /// A new file beside the one that is to have its place.
    fn open_beside(path: PathBuf, target: PathBuf, waits: bool, old: Option<File>) -> Result<Self> {
        let new = beside(&target);
        // What a run left there that was killed is emptied.
        let file = open_locked(&new)?;
        file.set_len(0)?;
        if let Some(old) = &old {
            let _ = file.set_permissions(old.metadata()?.permissions());
        }
        Ok(Self { path, file, place: Place::Beside { new, target, waits, old }, length: 0 })
    }

    /// An existing file to go on with, or a new one: `look` reads the whole pieces that it holds and gives
    /// their length; what stands behind them is cut off.
    ///
    /// # Errors
    /// If it cannot be read or written, somebody is writing it, and what `look` says; then nothing is cut.
    pub fn resume(path: &Path, look: impl FnOnce(&File) -> Result<u64>) -> Result<Self> {
        let resume = || {
            ensure!(!is_device(path), tr!("expected a file"));
            let file = open_locked(&target(path))?;
            let length = look(&file)?;
            let mut out = Self { path: path.to_owned(), file, place: Place::Own, length };
            out.cut()?;
            Ok(out)
        };
        resume().with_context(|| tr!("cannot go on with {file}", file = shown(path)))
    }

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
                let is_ours = |bytes: &[u8]| bytes.iter().zip(begins.as_bytes()).all(|(a, b)| a == b);
                ensure!(length > 0 || is_ours(reader.fill_buf()?), tr!("not a line of this command"));
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

    /// Cuts off what is not a whole piece.
    fn cut(&mut self) -> std::io::Result<()> {
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::Start(self.length)).map(|_| ())
    }

    /// Bytes of whole pieces.
    pub const fn length(&self) -> u64 {
        self.length
    }

    /// Puts something else in the place of all that it holds, which stands there until then. Nobody can lock the
    /// file meanwhile.
    ///
    /// # Errors
    /// If it cannot be written; then what it held stays.
    pub fn replace(&mut self, content: &[u8]) -> Result<()> {
        let (path, target) = (self.path.clone(), target(&self.path));
        let mut next = Self::open_beside(path, target, true, None)
            .with_context(|| tr!("cannot write {file}", file = shown(&self.path)))?;
        next.append(content)?;
        next.take_place()?;
        *self = next;
        Ok(())
    }

    /// Appends a piece, all of it or nothing.
    ///
    /// # Errors
    /// If it cannot be written; then the file ends where it did before. Or if the file is not there any more:
    /// whoever writes on into a file that was removed loses what he writes.
    pub fn append(&mut self, piece: &[u8]) -> Result<()> {
        if !matches!(self.place, Place::Device | Place::Beside { .. }) && !self.path.exists() {
            bail!(tr!("{file} has vanished", file = shown(&self.path)));
        }
        let written = self.file.write_all(piece).and_then(|()| self.file.flush());
        if let Err(error) = written {
            let _ = self.cut();
            return Err(error).with_context(|| tr!("cannot write {file}", file = shown(&self.path)));
        }
        self.length += piece.len() as u64;
        match self.place {
            Place::Beside { waits: false, .. } => self.take_place(),
            _ => Ok(()),
        }
    }

    /// Appends a line, or nothing.
    ///
    /// # Errors
    /// See [`Self::append`].
    pub fn append_line(&mut self, line: &str) -> Result<()> {
        self.append(format!("{line}\n").as_bytes())
    }

    /// Takes the place of what stood there.
    ///
    /// # Errors
    /// What the system says.
    pub fn take_place(&mut self) -> Result<()> {
        let Place::Beside { new, target, old, .. } = &mut self.place else { return Ok(()) };
        rename(new, target).with_context(|| tr!("cannot write {file}", file = shown(&self.path)))?;
        self.place = Place::Replaced { _old: old.take() };
        Ok(())
    }
}

/// A piece that is written in parts, to a file that waits for its place.
impl Write for &mut Output {
    fn write(&mut self, part: &[u8]) -> std::io::Result<usize> {
        let written = self.file.write(part)?;
        self.length += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if let Place::Beside { new, .. } = &self.place {
            let _ = remove_file(new);
        }
    }
}
