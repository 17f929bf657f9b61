//! What all batch commands have in common: files, threads, shards, going on after an interruption, bad lines, pages.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail, ensure};

use super::files::{Output, OverwriteArgs, Resume, check_inputs, nothing_in};
use super::output::Interrupted;
use super::progress::Progress;
use crate::lab::batch::{Shard, catch_interrupts, is_interrupted, write_whole};
use crate::lab::job::{self, BatchPlan, Experiment, Outcome, Row};
use crate::lab::number::within;
use crate::lang::{self, tr};
pub(crate) use crate::protocol::dialect::MAX_THREADS;
use crate::records::bad_line::BadLine;
use crate::records::input::{PositionLine, count_positions, positions};
use crate::records::position::GameKind;
use crate::records::{GameRecord, Records, count_games};

/// Arguments of every batch command.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct BatchArgs {
    /// Files of positions, one a line: SFEN lines, EPD or FEN; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<String>,
    /// How many positions are worked on at the same time [default: 1]
    #[arg(long, value_name = "N", value_parser = within(1..=MAX_THREADS))]
    pub threads: Option<u16>,
    /// Only part I of N: of the positions I, I + N, I + 2N, ...
    #[arg(long, value_name = "I/N", default_value = "1/1", value_parser = Shard::parse)]
    pub shard: Shard,
    /// Where to write what was found, one JSON object a line
    #[arg(long, value_name = "FILE")]
    pub jsonl: Option<PathBuf>,
    /// Go on after what the file of --jsonl holds already
    #[arg(long, requires = "jsonl")]
    pub resume: bool,
    #[command(flatten)]
    pub overwrite: OverwriteArgs,
}

impl BatchArgs {
    /// Looks at the files before any work begins: these outputs, and its own.
    pub(crate) fn check_files(&self, outputs: &[Output<'_>]) -> Result<()> {
        check_inputs(&self.files)?;
        let outputs = [&[("--jsonl", &self.jsonl)], outputs].concat();
        self.overwrite.check(&outputs, &self.files, Resume::of(self.resume))
    }

    /// The same with a thread a core, unless so many were asked for.
    #[must_use]
    pub(crate) fn on_all_cores(&self) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let threads = self.threads.unwrap_or(u16::try_from(cores).unwrap_or(u16::MAX));
        Self { threads: Some(threads), ..self.clone() }
    }

    fn plan(&self) -> Result<BatchPlan> {
        self.check_files(&[])?;
        Ok(BatchPlan {
            threads: usize::from(self.threads.unwrap_or(1)),
            shard: self.shard,
            output: self.jsonl.clone(),
            resume: self.resume,
        })
    }
}

/// Runs an experiment on inputs and says on the way how far it is, of so many if that is known, and which lines are
/// bad; `on_row` gets every row, those read back included.
pub fn run<E: Experiment>(
    args: &BatchArgs,
    experiment: &E,
    inputs: impl Iterator<Item = Result<E::Input, BadLine>> + Send,
    total: impl FnOnce() -> Option<u64> + Send + 'static,
    mut on_row: impl FnMut(&Row<E::Record>, &Progress) -> Result<()>,
) -> Result<Outcome> {
    let shard = args.shard;
    let progress = Progress::new(move || total().map(|total| shard.share(total)));
    run_with(args, experiment, inputs, &progress, |row| {
        on_row(row, &progress)?;
        progress.advance_by(1);
        Ok(())
    })
}

/// The same beside a bar that others move.
pub fn run_with<E: Experiment>(
    args: &BatchArgs,
    experiment: &E,
    inputs: impl Iterator<Item = Result<E::Input, BadLine>> + Send,
    progress: &Progress,
    on_row: impl FnMut(&Row<E::Record>) -> Result<()>,
) -> Result<Outcome> {
    let plan = args.plan()?;
    catch_interrupts();
    let on_bad = |line: &BadLine| progress.complain(&line.to_string());
    let outcome = job::run(&plan, experiment, inputs, on_bad, on_row)?;
    ensure!(outcome.inputs > 0 || outcome.interrupted, nothing_in(&args.files, E::INPUTS));
    let Outcome { inputs, made, resumed, bad, interrupted } = outcome;
    if made + resumed == 0 && inputs > bad && !interrupted {
        progress.complain(&nothing_in_part(E::INPUTS, args.shard));
    }
    Ok(outcome)
}

/// The same for an experiment on positions.
pub(crate) fn run_on_positions<E: Experiment<Input = PositionLine>>(
    args: &BatchArgs,
    experiment: &E,
    mut on_row: impl FnMut(&Row<E::Record>),
) -> Result<Outcome> {
    let files = args.files.clone();
    let total = move || count_positions(&files);
    run(args, experiment, positions(args.files.clone()), total, |row, _| {
        on_row(row);
        Ok(())
    })
}

/// Shows the games of files that are of one game, and says which of the others, and which lines, cannot be used;
/// with `strict` also which are odd. Gives how many games were shown, and how many lines are bad.
pub fn each_game(
    files: &[String],
    startpos: GameKind,
    wanted: GameKind,
    strict: bool,
    mut each: impl FnMut(&GameRecord, &Progress) -> Result<()>,
) -> Result<(u64, u64)> {
    catch_interrupts();
    let progress = Progress::new(count_games(files, Some(startpos)));
    let (mut games, mut bad) = (0, 0);
    let mut complain = |line: String| {
        bad += 1;
        progress.complain(&line);
    };
    for found in Records::new(files.to_vec(), startpos) {
        ensure!(!is_interrupted(), Interrupted { done: games, what: "games" });
        let record = match found {
            Ok(record) => record,
            Err(broken) => {
                complain(broken.to_string());
                continue;
            }
        };
        let odd = record.odd.iter().filter(|_| strict);
        let cut = record.cut.iter().chain(&record.cut_variations);
        cut.chain(odd).for_each(|line| complain(line.to_string()));
        if record.game == wanted {
            each(&record, &progress)?;
            games += 1;
        } else {
            complain(format!(
                "{}:{}: {}",
                record.file,
                record.line,
                tr!("a game of {game}", game = lang::text(record.game.name()))
            ));
        }
        progress.advance_by(1);
    }
    Ok((games, bad))
}

/// That a part has none of these.
pub(crate) fn nothing_in_part(what: &str, Shard { index, count }: Shard) -> String {
    tr!("no {what} in part {part}", what = lang::text(what), part = format_args!("{index}/{count}"))
}

/// Writes the page that is asked for; it is told what it is to say first of work that the user ended.
pub fn write_page(
    html: Option<&Path>,
    interrupted: bool,
    page: impl FnOnce(&'static str) -> String,
) -> Result<()> {
    let note = if interrupted { tr!("Interrupted: a part of the work.") } else { "" };
    html.map_or(Ok(()), |path| write_whole(path, page(note)))
}

/// How a command ends that did its work, or a part of it.
pub fn end(outcome: &Outcome, what: &'static str) -> Result<()> {
    ensure!(!outcome.interrupted, Interrupted { done: outcome.made + outcome.resumed, what });
    unused_lines(outcome.bad)
}

/// How a command ends that passed over so many lines of its inputs.
pub(crate) fn unused_lines(count: u64) -> Result<()> {
    match count {
        0 => Ok(()),
        1 => bail!(tr!("1 line could not be used")),
        _ => bail!(tr!("{count} lines could not be used", count)),
    }
}
