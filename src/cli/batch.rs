//! What all batch commands have in common: files, threads, shards, going on
//! after an interruption, a progress bar, bad lines.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};
use indicatif::{ProgressBar, ProgressStyle};

use crate::lab::batch::{Shard, catch_interrupts};
use crate::lab::input::{BadLine, PositionLine, Positions, count_positions};
use crate::lab::job::{self, Experiment, Outcome, Plan, Row, check_output};

/// Most threads.
pub const MAX_THREADS: i64 = 512;

/// Arguments of every batch command.
#[derive(Debug, clap::Args)]
pub struct BatchArgs {
    /// Files of positions, one a line: SFEN lines, EPD or FEN; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<String>,
    /// How many positions are worked on at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS))]
    pub threads: u16,
    /// Only part I of N: of the positions I, I + N, I + 2N, ...
    #[arg(long, value_name = "I/N", default_value = "1/1", value_parser = Shard::parse)]
    pub shard: Shard,
    /// Where to write what was found, one JSON object a line
    #[arg(long, value_name = "FILE")]
    pub jsonl: Option<PathBuf>,
    /// Go on after what the file of --jsonl holds already
    #[arg(long, requires = "jsonl")]
    pub resume: bool,
}

impl BatchArgs {
    fn plan(&self) -> Result<Plan> {
        if let Some(output) = &self.jsonl {
            check_output(output, &self.files)?;
        }
        Ok(Plan {
            threads: usize::from(self.threads),
            shard: self.shard,
            output: self.jsonl.clone(),
            resume: self.resume,
        })
    }

    /// How many of so many inputs are this run's.
    const fn share(&self, total: u64) -> u64 {
        (total + self.shard.count - self.shard.index) / self.shard.count
    }
}

/// Runs an experiment on inputs and says on the way how far it is, of so many
/// if that is known, and which lines are bad; `on_row` gets every row, those
/// read back included.
///
/// # Errors
/// If the output cannot be written or is not of this batch.
pub fn run<E: Experiment>(
    args: &BatchArgs,
    experiment: &E,
    inputs: impl Iterator<Item = Result<E::Input, BadLine>> + Send,
    total: impl FnOnce() -> Option<u64>,
    mut on_row: impl FnMut(&Row<E::Record>),
) -> Result<Outcome> {
    let plan = args.plan()?;
    catch_interrupts();
    let bar = progress_bar(|| total().map(|total| args.share(total)));
    let on_bad = |line: &BadLine| bar.suspend(|| eprintln!("{line}"));
    let outcome = job::run(&plan, experiment, inputs, on_bad, |row| {
        on_row(row);
        bar.inc(1);
    });
    bar.finish_and_clear();
    let outcome = outcome?;
    if outcome.interrupted {
        eprintln!("somatic: interrupted after {} positions", outcome.made + outcome.resumed);
    }
    Ok(outcome)
}

/// The same for an experiment on positions.
///
/// # Errors
/// See [`run`].
pub fn run_on_positions<E: Experiment<Input = PositionLine>>(
    args: &BatchArgs,
    experiment: &E,
    on_row: impl FnMut(&Row<E::Record>),
) -> Result<Outcome> {
    let total = || count_positions(&args.files);
    run(args, experiment, Positions::new(args.files.clone()), total, on_row)
}

/// How a command ends that met these bad lines.
///
/// # Errors
/// If there were any.
pub fn end(outcome: &Outcome) -> Result<()> {
    match outcome.bad {
        0 => Ok(()),
        1 => bail!("1 line could not be used"),
        bad => bail!("{bad} lines could not be used"),
    }
}

/// A bar on standard error, if that is a terminal.
fn progress_bar(total: impl FnOnce() -> Option<u64>) -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    if bar.is_hidden() {
        return bar;
    }
    let template = match total() {
        None => "{spinner} {pos} done, {per_sec}, {elapsed}",
        Some(total) => {
            bar.set_length(total);
            "{wide_bar} {pos}/{len}, {per_sec}, {elapsed}, {eta} left"
        }
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
