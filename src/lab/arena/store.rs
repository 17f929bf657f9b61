//! The files of a match: results as JSON lines, and games in a format that
//! others read.
//!
//! The results are what counts. A game is written there first and then to the
//! games; when a match is taken up again the games are written anew from the
//! results, so that whatever was half done in between is made good.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::files::LineFile;
use crate::game::NotationError;
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
    results: Option<LineFile>,
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
                        None => again.insert(GameFile::new::<D>(RecordFile::create_beside(path, form)?)),
                        Some(games) => games,
                    };
                    again.append(record)
                })?;
                Some(file)
            }
            Some(path) => Some(LineFile::create(path)?),
        };
        let games = match (to_write, again) {
            (_, Some(mut again)) => {
                again.file.take_place()?;
                Some(again)
            }
            (Some((path, form)), None) => Some(GameFile::new::<D>(RecordFile::create(path, form)?)),
            (None, None) => None,
        };
        Ok(Self { results, games })
    }

    /// Writes a game.
    ///
    /// # Errors
    /// If it cannot be written; what was written before stays.
    pub fn append(&mut self, record: &GameRecord) -> Result<()> {
        if let Some(file) = &mut self.results {
            file.append(&serde_json::to_string(record)?)?;
        }
        if let Some(games) = &mut self.games {
            games.append(record)?;
        }
        Ok(())
    }
}

/// What every line of results begins with: more than one field can be the first.
const BEGINS: &str = "{\"";

/// Opens a file of results to go on with; `look` sees the games that it holds.
///
/// # Errors
/// If it cannot be read or written, or holds something else.
pub fn resume_results(path: &Path, mut look: impl FnMut(&GameRecord) -> Result<()>) -> Result<LineFile> {
    let mut number = 0;
    LineFile::resume(path, BEGINS, |line| {
        number += 1;
        let place = || format!("{}:{number}", path.display());
        let record: GameRecord = serde_json::from_str(line).with_context(place)?;
        look(&record).with_context(place)
    })
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
        Ok(Self::new::<D>(RecordFile::create(path, form_of::<D>(path)?)?))
    }

    fn new<D: MatchGame>(file: RecordFile) -> Self {
        Self { file, readable: readable::<D> }
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
