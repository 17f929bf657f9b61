//! A batch command: inputs in, one JSON line each out, in shards, on several threads, and again after an
//! interruption.
//!
//! An output line is a [`Row`]: number and name of its input, then what the experiment found. With `resume` the
//! lines that the file holds already are read back beside the inputs they belong to and handed on like new ones, so
//! that a summary covers all of them and nothing is kept in memory.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use anyhow::{Context, Result, bail, ensure};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::batch::{self, Shard, lock};
use super::contender::{Contender, Programs};
use crate::files::Output;
use crate::game::quote;
use crate::lang::tr;
use crate::records::GameRecord;
use crate::records::bad_line::{BadLine, LineError};
use crate::records::input::{AnyPosition, PositionLine};

/// What every line of output begins with.
const BEGINS: &str = "{\"number\":";

/// How a batch is to be run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BatchPlan {
    /// Inputs worked on at the same time.
    pub threads: usize,
    /// The part of the inputs that is this run's.
    pub shard: Shard,
    /// Where the rows go.
    pub output: Option<PathBuf>,
    /// Whether to go on after what the output holds already.
    pub resume: bool,
}

/// What comes out of a file, one for each row.
pub trait Input: Send {
    /// Its number, its name, and where it stands.
    fn place(&self) -> Place<'_>;

    /// What is wrong with it, where a part of it can be used.
    fn flaw(&self) -> Option<&BadLine> {
        None
    }
}

/// What an input is known by.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// Its number among all inputs, from 1.
    pub number: u64,
    /// Its name.
    pub id: &'a str,
    /// Its file.
    pub file: &'a str,
    /// Its line.
    pub line: u64,
}

impl Input for PositionLine {
    fn place(&self) -> Place<'_> {
        Place { number: self.number, id: &self.id, file: &self.file, line: self.line }
    }
}

impl Input for GameRecord {
    fn place(&self) -> Place<'_> {
        Place { number: self.number, id: &self.id, file: &self.file, line: self.line }
    }

    fn flaw(&self) -> Option<&BadLine> {
        self.cut.as_ref()
    }
}

/// What is done with every input.
pub trait Experiment: Sync {
    /// What it is done with.
    type Input: Input;
    /// What is found. Written down it begins with the name of its input, `id`.
    type Record: Serialize + DeserializeOwned + Send;
    /// What a thread needs, made once.
    type Context;

    /// What the inputs are, in the plural.
    const INPUTS: &'static str = "positions";

    /// A thread's tools.
    fn context(&self) -> Self::Context;
    /// Who is asked about the position of an input: programs among them are tried before the first one of each game.
    fn asks<'a>(&'a self, _: &'a Self::Input) -> Option<(&'a [Contender], &'a AnyPosition)> {
        None
    }
    /// Whether an input can be used.
    ///
    /// # Errors
    /// Why it cannot.
    fn check(&self, _: &Self::Input) -> Result<(), LineError> {
        Ok(())
    }
    /// Does it; nothing if the user asked to stop on the way.
    fn work(&self, context: &mut Self::Context, input: Self::Input) -> Option<Self::Record>;
    /// Whether a record was made with these settings: all that results depend on is written in it.
    fn is_ours(&self, record: &Self::Record) -> bool;
    /// Whether a record is of this input, not of another of the same name.
    fn is_of(&self, record: &Self::Record, input: &Self::Input) -> bool;
}

/// What a line says of its input; the record is read apart: less code than for flattened records.
#[derive(Deserialize)]
struct Head {
    number: u64,
    id: String,
}

/// A line of output.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row<R> {
    /// The input's number among all inputs, from 1, whatever the shard.
    pub number: u64,
    /// What was found.
    #[serde(flatten)]
    pub record: R,
}

/// How a batch went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Inputs that were met, with those of other shards and those that could not be used.
    pub inputs: u64,
    /// Rows made.
    pub made: u64,
    /// Rows that were there already.
    pub resumed: u64,
    /// Inputs that could not be used.
    pub bad: u64,
    /// Whether the user ended it.
    pub interrupted: bool,
}

/// Runs an experiment on inputs. `on_bad` is told of what cannot be used, at once; `on_row` gets every row in the
/// order of the inputs, those already in the output included.
///
/// # Errors
/// If the output cannot be written, or is not of this batch, and what `on_row` says. What was written is whole lines.
pub fn run<E: Experiment>(
    plan: &BatchPlan,
    experiment: &E,
    inputs: impl Iterator<Item = Result<E::Input, BadLine>> + Send,
    on_bad: impl Fn(&BadLine) + Sync,
    mut on_row: impl FnMut(&Row<E::Record>) -> Result<()>,
) -> Result<Outcome> {
    let (met, bad) = (AtomicU64::new(0), AtomicU64::new(0));
    let count_bad = |line: &BadLine| {
        bad.fetch_add(1, Relaxed);
        on_bad(line);
    };
    let (mut tried, refused) = (Vec::new(), Mutex::new(None));
    let refusal = || lock(&refused).take().map_or(Ok(()), Err);
    let jobs = inputs.map_while(|input| {
        met.fetch_add(1, Relaxed);
        let ready = input.and_then(|input| {
            let Place { number, file, line, .. } = input.place();
            if !plan.shard.contains(number) {
                return Ok(None);
            }
            experiment.check(&input).map_err(|reason| BadLine { file: file.to_owned(), line, reason })?;
            input.flaw().into_iter().for_each(&count_bad);
            Ok(Some(input))
        });
        let ready = ready.unwrap_or_else(|line| {
            count_bad(&line);
            None
        });
        if let Some((contenders, position)) = ready.as_ref().and_then(|input| experiment.asks(input))
            && !tried.contains(&position.kind())
        {
            tried.push(position.kind());
            if let Err(error) = Programs::check(contenders, position) {
                *lock(&refused) = Some(error);
                return None;
            }
        }
        Some(ready)
    });
    let mut jobs = jobs.fuse().flatten().peekable();
    // What is missing for the first job is told before anything is written.
    jobs.peek();
    refusal()?;
    let mut outcome = Outcome::default();
    let mut output = match &plan.output {
        None => None,
        Some(path) if plan.resume => Some(Output::resume_lines(path, BEGINS, |line| {
            outcome.resumed += 1;
            let job = jobs.next();
            refusal()?;
            let row = read_row(experiment, line, job);
            on_row(&row.with_context(|| format!("line {}", outcome.resumed))?)
        })?),
        Some(path) => Some(Output::create(path)?),
    };
    let work = |context: &mut E::Context, input: E::Input| {
        let number = input.place().number;
        experiment.work(context, input).map(|record| Row { number, record })
    };
    let sink = |row: Row<E::Record>| {
        if let Some(output) = &mut output {
            output.append_line(&serde_json::to_string(&row)?)?;
        }
        outcome.made += 1;
        on_row(&row)
    };
    outcome.interrupted = !batch::run(jobs, plan.threads, || experiment.context(), work, sink)?;
    refusal()?;
    (outcome.inputs, outcome.bad) = (met.load(Relaxed), bad.load(Relaxed));
    Ok(outcome)
}

/// Reads a row that must belong to this input.
fn read_row<E: Experiment>(experiment: &E, line: &str, input: Option<E::Input>) -> Result<Row<E::Record>> {
    let input = input.context(tr!("there are no more inputs"))?;
    let Place { number, id, .. } = input.place();
    let of_this_command = || tr!("not a line of this command");
    let head: Head = serde_json::from_str(line).with_context(of_this_command)?;
    let record: E::Record = serde_json::from_str(line).with_context(of_this_command)?;
    ensure!(experiment.is_ours(&record), tr!("it was made with other settings"));
    if (head.number, &*head.id) != (number, id) {
        let (old, name, other) = (head.number, quote(&head.id), quote(id));
        bail!(tr!("it is of input {old} {name}, not of {number} {other}", old, name, number, other));
    }
    ensure!(experiment.is_of(&record, &input), tr!("it is of another input of this name"));
    Ok(Row { number, record })
}
