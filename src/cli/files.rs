//! Files that a command reads and writes, looked at before any work begins.

use std::fs::{File, metadata};
use std::io::{ErrorKind, Read as _};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail, ensure};

use crate::files::check_room;
use crate::game::visible;
use crate::lang::{self, Language, tr};
use crate::records::Records;
use crate::report::trials;

/// What may become of files that hold something.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct OverwriteArgs {
    /// Write over output files that hold something already
    #[arg(long)]
    pub overwrite: bool,
}

/// An option that names a file to write, and the file if it was given.
pub type Output<'a> = (&'static str, &'a Option<PathBuf>);

impl OverwriteArgs {
    /// Refuses `-`, which is no file here, to write over an input, into one file by two options, where no file can
    /// be, and, unless told to, over a file that holds something. With `resume` the first file is gone on with and
    /// pages, tables and records are made anew from it; where it holds nothing there is nothing to make them from.
    pub fn check(self, outputs: &[Output<'_>], inputs: &[String], resume: Resume) -> Result<()> {
        let named: Vec<(&str, &Path)> =
            outputs.iter().filter_map(|(option, path)| Some((*option, path.as_deref()?))).collect();
        let resumed = outputs.first().and_then(|(_, path)| path.as_deref());
        let goes_on = resume == Resume::Asked && resumed.is_some_and(holds_something);
        for (i, &(option, path)) in named.iter().enumerate() {
            let name = format!("{option} {}", visible(&path.to_string_lossy()));
            if path == Path::new("-") {
                bail!(tr!("{name}: expected the name of a file, not standard output", name));
            }
            let is_input = inputs.iter().any(|input| is_same(Path::new(input), path));
            ensure!(!is_input, tr!("{name}: the output would write over an input", name));
            let is_taken = named.iter().take(i).any(|(_, other)| is_same(other, path));
            ensure!(!is_taken, tr!("{name}: another output is written there", name));
            // It would be a pity to learn that at the end of the work.
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            ensure!(folder.is_none_or(Path::is_dir), tr!("{name}: cannot write there: no such folder", name));
            ensure!(!path.is_dir(), tr!("{name}: cannot write there: a folder, expected a file", name));
            let is_renewed = goes_on && (i == 0 || is_made_again(path));
            if !self.overwrite && !is_renewed && holds_something(path) {
                let or = match resume {
                    Resume::Possible if i == 0 && resumed.is_some() => tr!(", or --resume to go on with it"),
                    _ => "",
                };
                bail!(tr!(
                    "{name}: the file holds something; expected --overwrite to write over it{or}",
                    name,
                    or
                ));
            }
            check_room(path)?;
        }
        Ok(())
    }
}

/// Whether a command goes on with what its first output holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Resume {
    /// It cannot.
    Never,
    /// It can, and is not asked to.
    Possible,
    /// It is asked to.
    Asked,
}

impl Resume {
    /// Of a command with the option `--resume`.
    pub const fn of(asked: bool) -> Self {
        if asked { Self::Asked } else { Self::Possible }
    }
}

/// Whether something would be lost if the file were written anew; a device loses nothing.
pub(crate) fn holds_something(path: &Path) -> bool {
    metadata(path).is_ok_and(|found| found.is_file() && found.len() > 0)
}

/// Whether two paths lead to the same file, be it there or not.
fn is_same(one: &Path, other: &Path) -> bool {
    one == other || place(one).zip(place(other)).is_some_and(|(one, other)| one == other)
}

/// Whether a file is a page or a table of trials, or has a game in it.
fn is_made_again(path: &Path) -> bool {
    let mut bytes = Vec::new();
    // What it must begin with is shorter; an error leaves nothing.
    let _ = File::open(path).and_then(|file| file.take(256).read_to_end(&mut bytes));
    let begin = String::from_utf8_lossy(&bytes);
    let is_page = begin.get(..PAGE.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(PAGE));
    let is_table = [Language::English, Language::Japanese]
        .into_iter()
        .any(|language| lang::within(language, || begin.lines().next() == Some(lang::text(trials::TITLE))));
    let game = || Records::new(vec![path.to_string_lossy().into_owned()], None).find_map(Result::ok);
    is_page || is_table || game().is_some_and(|game| !game.moves.is_empty())
}

/// How a page begins.
const PAGE: &str = "<!DOCTYPE html>";

/// Where a file is or would be, with all links followed.
fn place(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok().or_else(|| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        Some(folder.unwrap_or(Path::new(".")).canonicalize().ok()?.join(path.file_name()?))
    })
}

/// Says which of these files cannot be read, or holds nothing; `-` is standard input.
pub(crate) fn check_inputs(files: &[String]) -> Result<()> {
    for file in files.iter().filter(|file| *file != "-") {
        let wrong = match metadata(file) {
            Err(error) if error.kind() == ErrorKind::NotFound => tr!("no such file").to_owned(),
            Err(error) => lang::foreign(error),
            Ok(found) if found.is_dir() => tr!("a folder, expected a file").to_owned(),
            Ok(found) if found.is_file() && found.len() == 0 => tr!("the file is empty").to_owned(),
            // What is no plain file, such as a pipe, can be opened only once.
            Ok(found) if found.is_file() => match File::open(file) {
                Ok(_) => continue,
                Err(error) => lang::foreign(error),
            },
            Ok(_) => continue,
        };
        bail!("{}: {wrong}", visible(file));
    }
    Ok(())
}

/// The names of files, as errors have them.
pub(crate) fn names(files: &[String]) -> String {
    let name = |file: &String| if file == "-" { "standard input".to_owned() } else { visible(file) };
    files.iter().map(name).collect::<Vec<_>>().join(", ")
}

/// What a command says that found nothing to work on in its files.
pub(crate) fn nothing_in(files: &[String], what: &str) -> anyhow::Error {
    anyhow::anyhow!(tr!("no {what} in {files}", what = lang::text(what), files = names(files)))
}
