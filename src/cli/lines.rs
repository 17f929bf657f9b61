//! What the commands share that work on many positions: where the results go,
//! what has been done before, how far it has got, and which lines were bad.

use std::path::PathBuf;

use anyhow::bail;
use indicatif::{ProgressBar, ProgressStyle};

use super::output::print;
use crate::game::quote;
use crate::lab::batch::{LineFile, is_interrupted};
use crate::lab::input::BadLine;
use crate::search::tactics::TacticsKind;

/// The strategies that an option names: `all`, or names with commas between
/// them.
///
/// # Errors
/// If a name is not known, or there is none.
pub fn tactics_list(option: &str, text: &str) -> anyhow::Result<Vec<TacticsKind>> {
    if text == "all" {
        return Ok(TacticsKind::ALL.to_vec());
    }
    let named = |name: &str| match TacticsKind::parse(name.trim()) {
        Some(kind) => Ok(kind),
        None => {
            let names: Vec<&str> = TacticsKind::ALL.iter().map(|kind| kind.name()).collect();
            bail!("{option} {}: expected all, or some of {}", quote(name), names.join(", "))
        }
    };
    text.split(',').map(named).collect()
}

/// Where the lines of results go: to a file, or to standard output.
#[derive(Debug)]
pub struct Lines(Option<LineFile>);

impl Lines {
    /// To a new file, or to standard output.
    ///
    /// # Errors
    /// If the file cannot be created.
    pub fn create(path: Option<&PathBuf>) -> anyhow::Result<Self> {
        path.map(|path| LineFile::create(path)).transpose().map(Self)
    }

    /// To a file that may hold the results of an interrupted run: the results
    /// go after its whole lines, which are returned.
    ///
    /// # Errors
    /// If there is no file to resume, or it cannot be read and written.
    pub fn resume(path: Option<&PathBuf>) -> anyhow::Result<(Self, Vec<String>)> {
        let Some(path) = path else {
            bail!("--resume needs --jsonl FILE");
        };
        let (file, lines) = LineFile::resume(path)?;
        Ok((Self(Some(file)), lines))
    }

    /// Writes whole lines.
    ///
    /// # Errors
    /// What the system says.
    pub fn write(&mut self, text: &str) -> anyhow::Result<()> {
        match &mut self.0 {
            Some(file) => file.append(text),
            None => print(text),
        }
    }

    /// Tells people how it went: on standard output, or on stderr if the
    /// results went there.
    ///
    /// # Errors
    /// What the system says.
    pub fn summarize(&self, text: &str) -> anyhow::Result<()> {
        if self.0.is_some() {
            return print(text);
        }
        eprint!("{text}");
        Ok(())
    }
}

/// How far a batch has got: a bar if stderr is a terminal, and bad lines.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    bad: u64,
}

impl Progress {
    /// Nothing done yet, of a number that is not known.
    pub fn new() -> Self {
        let bar = ProgressBar::new_spinner();
        let style = ProgressStyle::with_template("{spinner} {pos} done, {elapsed}, {per_sec}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        Self { bar, bad: 0 }
    }

    /// One more is done.
    pub fn step(&self) {
        self.bar.inc(1);
    }

    /// Reports a line that could not be read.
    pub fn bad_line(&mut self, line: &BadLine) {
        self.bad += 1;
        self.bar.suspend(|| eprintln!("somatic: {line}"));
    }

    /// Takes the bar away.
    ///
    /// # Errors
    /// If lines were bad, or the user interrupted.
    pub fn finish(self) -> anyhow::Result<()> {
        self.bar.finish_and_clear();
        if self.bad > 0 {
            let lines = if self.bad == 1 { "line" } else { "lines" };
            bail!("{} {lines} could not be read", self.bad);
        }
        if is_interrupted() {
            bail!("interrupted");
        }
        Ok(())
    }
}
