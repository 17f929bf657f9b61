//! The files of a match: results as JSON lines, and games in a format that
//! others read.
//!
//! The results are what counts. A game is written there first and then to the
//! games; when a match is taken up again the games are written anew from the
//! results, so that whatever was half done in between is made good.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::lab::batch::LineFile;

use super::record::GameRecord;
use super::sport::{Format, MatchGame};

/// Where a match is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    /// The results, one JSON object a game.
    pub results: Option<PathBuf>,
    /// The games, in the format that the name's ending tells.
    pub games: Option<PathBuf>,
    /// Whether to go on with what the results hold.
    pub resume: bool,
}

/// The files of a match that is being played.
#[derive(Debug)]
pub struct Store {
    results: Option<(PathBuf, LineFile)>,
    games: Option<Games>,
}

#[derive(Debug)]
struct Games {
    path: PathBuf,
    file: LineFile,
    format: Format,
    is_empty: bool,
}

impl Store {
    /// Opens the files, and gives the games that the results hold already;
    /// `check` may refuse one.
    ///
    /// # Errors
    /// If a file cannot be read or written, or holds something else.
    pub fn open<D: MatchGame>(
        files: &Files,
        mut check: impl FnMut(&GameRecord) -> Result<()>,
    ) -> Result<(Self, Vec<GameRecord>)> {
        // All that can be wrong is found before anything is written.
        let format = files.games.as_deref().map(format_of::<D>).transpose()?;
        let mut records = Vec::new();
        let results = match &files.results {
            None if files.resume => bail!("--resume needs --jsonl FILE to go on with"),
            None => None,
            Some(path) if files.resume => {
                let (file, lines) = LineFile::resume(path)?;
                for (i, line) in lines.iter().enumerate() {
                    let place = || format!("{}:{}", path.display(), i + 1);
                    let record: GameRecord = serde_json::from_str(line).with_context(place)?;
                    check(&record).with_context(place)?;
                    records.push(record);
                }
                Some((path.clone(), file))
            }
            Some(path) => Some((path.clone(), LineFile::create(path)?)),
        };
        let games = match (&files.games, format) {
            (Some(path), Some(format)) => Some(Games::create(path, format, &records)?),
            _ => None,
        };
        Ok((Self { results, games }, records))
    }

    /// Writes a game.
    ///
    /// # Errors
    /// If it cannot be written; what was written before stays.
    pub fn append(&mut self, record: &GameRecord) -> Result<()> {
        if let Some((path, file)) = &mut self.results {
            must_exist(path)?;
            file.append(&format!("{}\n", serde_json::to_string(record)?))?;
        }
        if let Some(games) = &mut self.games {
            must_exist(&games.path)?;
            games.append(record)?;
        }
        Ok(())
    }
}

/// Whoever writes on into a file that was removed loses what he writes.
fn must_exist(path: &Path) -> Result<()> {
    if !path.exists() {
        bail!("{} has vanished", path.display());
    }
    Ok(())
}

fn format_of<D: MatchGame>(path: &Path) -> Result<Format> {
    let extension = path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    match D::FORMATS.iter().find(|format| format.extension == extension) {
        Some(format) => Ok(*format),
        None => {
            let all: Vec<&str> = D::FORMATS.iter().map(|format| format.extension).collect();
            bail!("--record {}: expected a name that ends in .{}", path.display(), all.join(" or ."))
        }
    }
}

impl Games {
    /// A file of these games, which appears whole in the place of an old one.
    fn create(path: &Path, format: Format, records: &[GameRecord]) -> Result<Self> {
        let say = || format!("cannot write {}", path.display());
        if records.is_empty() {
            return Ok(Self { path: path.to_owned(), file: LineFile::create(path)?, format, is_empty: true });
        }
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".new");
        let new = path.with_file_name(name);
        let mut games = Self { path: new.clone(), file: LineFile::create(&new)?, format, is_empty: true };
        for record in records {
            games.append(record)?;
        }
        drop(games);
        std::fs::rename(&new, path).with_context(say)?;
        let (file, _) = LineFile::resume(path)?;
        Ok(Self { path: path.to_owned(), file, format, is_empty: false })
    }

    fn append(&mut self, record: &GameRecord) -> Result<()> {
        let text = (self.format.write)(record).with_context(|| {
            format!("game {} cannot be written to {}", record.number, self.path.display())
        })?;
        let separator = if self.is_empty { "" } else { self.format.separator };
        self.file.append(&format!("{separator}{text}"))?;
        self.is_empty = false;
        Ok(())
    }
}
