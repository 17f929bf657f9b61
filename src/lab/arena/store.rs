//! The files of a match: results as JSON lines, and games in a format that
//! others read.
//!
//! The results are what counts. A game is written there first and then to the
//! games; when a match is taken up again the games are written anew from the
//! results, so that whatever was half done in between is made good.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::game::NotationError;
use crate::lab::batch::LineFile;
use crate::lab::record_file::RecordFile;
use crate::lang::tr;
use crate::records::{self, Form, Format};

use super::game::MatchGame;
use super::readable::readable;
use super::record::GameRecord;

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
    games: Option<GameFile>,
}

/// A file of games in a format that others read.
#[derive(Debug)]
pub struct GameFile {
    file: RecordFile,
    readable: Readable,
}

/// Makes a game one that any program can be told of.
type Readable = fn(&GameRecord) -> Result<records::GameRecord, NotationError>;

impl Store {
    /// Opens the files; `look` sees each game that the results hold already,
    /// and may refuse it. None of them is kept in memory.
    ///
    /// # Errors
    /// If a file cannot be read or written, or holds something else.
    pub fn open<D: MatchGame>(
        files: &Files,
        mut look: impl FnMut(&GameRecord) -> Result<()>,
    ) -> Result<Self> {
        // All that can be wrong is found before anything is written.
        let form = files.games.as_deref().map(form_of::<D>).transpose()?;
        let to_write = files.games.as_deref().zip(form);
        let mut again = None;
        let results = match &files.results {
            None if files.resume => bail!(tr!("--resume needs --jsonl FILE to go on with")),
            None => None,
            Some(path) if files.resume => {
                let file = resume_results(path, |record| {
                    look(record)?;
                    let Some((path, form)) = to_write else {
                        return Ok(());
                    };
                    let again = match &mut again {
                        None => again.insert(GameFile::with_form::<D>(&new_name(path), form)?),
                        Some(games) => games,
                    };
                    again.append(record)
                })?;
                Some((path.clone(), file))
            }
            Some(path) => Some((path.clone(), LineFile::create(path)?)),
        };
        let games = match (to_write, again) {
            (Some((path, _)), Some(again)) => Some(again.rename(path)?),
            (Some((path, form)), None) => Some(GameFile::with_form::<D>(path, form)?),
            (None, _) => None,
        };
        Ok(Self { results, games })
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
            games.file.must_exist()?;
            games.append(record)?;
        }
        Ok(())
    }
}

/// Opens a file of results to go on with; `look` sees the games that it holds.
///
/// # Errors
/// If it cannot be read or written, or holds something else.
pub fn resume_results(path: &Path, mut look: impl FnMut(&GameRecord) -> Result<()>) -> Result<LineFile> {
    let mut number = 0;
    LineFile::resume_with(path, |line| {
        number += 1;
        let place = || format!("{}:{number}", path.display());
        let record: GameRecord = serde_json::from_str(line).with_context(place)?;
        look(&record).with_context(place)
    })
}

/// The name of a file that is to take the place of this one.
fn new_name(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    path.with_file_name(name)
}

/// Whoever writes on into a file that was removed loses what he writes.
///
/// # Errors
/// If the file is not there.
pub fn must_exist(path: &Path) -> Result<()> {
    if !path.exists() {
        bail!(tr!("{file} has vanished", file = path.display()));
    }
    Ok(())
}

fn form_of<D: MatchGame>(path: &Path) -> Result<Form> {
    match Form::of_file(path).filter(|form| form.game == D::KIND) {
        Some(form) => Ok(form),
        None => {
            let all = Form::names(Some(D::KIND));
            bail!(tr!(
                "--record {file}: expected a name that ends in .{ending}",
                file = path.display(),
                ending = all.join(" or .")
            ))
        }
    }
}

impl GameFile {
    /// A new file in the format that the name's ending tells.
    ///
    /// # Errors
    /// If it tells none for this game, or the file cannot be created.
    pub fn create<D: MatchGame>(path: &Path) -> Result<Self> {
        Self::with_form::<D>(path, form_of::<D>(path)?)
    }

    fn with_form<D: MatchGame>(path: &Path, form: Form) -> Result<Self> {
        Ok(Self { file: RecordFile::create(path, form)?, readable: readable::<D> })
    }

    /// Takes the place of another file.
    fn rename(self, path: &Path) -> Result<Self> {
        Ok(Self { file: self.file.rename(path)?, ..self })
    }

    /// Appends a game, or nothing.
    ///
    /// # Errors
    /// If it cannot be written; then the file ends where it did before.
    pub fn append(&mut self, record: &GameRecord) -> Result<()> {
        let mut game =
            (self.readable)(record).with_context(|| format!("game {} is damaged", record.number))?;
        // A line is for programs: position, moves, players and result.
        if self.file.form().format == Format::Lines {
            game.comments.clear();
        }
        // A name in letters of the world is no reason to lose a game.
        self.file.append(&game).map(|_| ())
    }
}
