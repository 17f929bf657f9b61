//! `somatic label`

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Context as _, bail};

use super::lines::{Lines, Progress};
use crate::lab::batch::{Shard, catch_interrupts, run as run_batch};
use crate::lab::leaves::{Flaw, Labeler, LeafLine, LeafLines, LeafRecord, TruthSettings};

/// Arguments of `label`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files of leaves from `sample`, or of positions; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// Plies of the truth
    #[arg(long, value_name = "D", default_value_t = 4)]
    depth: u32,
    /// Plies of the second opinion, which must be near
    #[arg(long, value_name = "D", default_value_t = 3)]
    second: u32,
    /// Moves after which a position is given up as too large
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    max_nodes: u64,
    /// The table of each search, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    hash: usize,
    /// Where to write the leaves, instead of standard output
    #[arg(long, value_name = "FILE")]
    jsonl: Option<PathBuf>,
    /// Go on with the file of an interrupted run
    #[arg(long)]
    resume: bool,
    /// Part I of N of the positions
    #[arg(long, value_name = "I/N")]
    shard: Option<String>,
    /// Positions searched at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
}

/// Runs the command.
///
/// # Errors
/// Says what is wrong with the arguments, or that lines were bad.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let settings =
        TruthSettings { depth: args.depth, second: args.second, max_nodes: args.max_nodes, hash: args.hash };
    if settings.depth == 0 || settings.second == 0 || settings.depth == settings.second {
        bail!("--depth {} --second {}: expected two depths from 1", settings.depth, settings.second);
    }
    let shard = args.shard.as_deref().map_or_else(|| Ok(Shard::default()), Shard::parse)?;
    let (mut lines, done) = if args.resume {
        Lines::resume(args.jsonl.as_ref())?
    } else {
        (Lines::create(args.jsonl.as_ref())?, Vec::new())
    };
    catch_interrupts();
    let mut count = Count::default();
    let mut progress = Progress::new();
    let mut done = done.into_iter();
    let jobs = LeafLines::new(args.files.clone())
        .filter(|leaf| leaf.as_ref().map_or(true, |leaf| shard.contains(leaf.number)))
        .map(|leaf| match leaf {
            Ok(leaf) => match done.next() {
                Some(text) => Job::Done(leaf.record.id, text),
                None => Job::Label(Box::new(leaf)),
            },
            Err(bad) => Job::Bad(bad),
        });
    run_batch(
        jobs,
        args.threads,
        || Labeler::new(settings),
        |labeler, job| match job {
            Job::Done(id, text) => Outcome::Done(id, text),
            Job::Label(leaf) => Outcome::New(labeler.label(*leaf)),
            Job::Bad(bad) => Outcome::Bad(bad),
        },
        |outcome| {
            progress.step();
            match outcome {
                Outcome::Bad(bad) => progress.bad_line(&bad),
                Outcome::Done(id, text) => {
                    let record = LeafLine::read(&text, String::new).map(|leaf| leaf.record);
                    match record {
                        Ok(record) if record.id != id => {
                            bail!("--resume: the file goes on with another position than '{id}'")
                        }
                        Ok(record) if settings.made(&record) => count.add(&record),
                        _ => bail!("--resume: '{id}' was labelled to other depths"),
                    }
                }
                Outcome::New(record) => {
                    count.add(&record);
                    let text = serde_json::to_string(&record).context("a leaf as text")?;
                    lines.write(&format!("{text}\n"))?;
                }
            }
            Ok(())
        },
    )?;
    lines.summarize(&count.text())?;
    progress.finish()
}

enum Job {
    /// The name of a leaf, and its line in the results.
    Done(String, String),
    Label(Box<LeafLine>),
    Bad(crate::lab::input::BadLine),
}

enum Outcome {
    Done(String, String),
    New(LeafRecord),
    Bad(crate::lab::input::BadLine),
}

/// How many were labelled, and how many of them cannot be used.
#[derive(Debug, Default)]
struct Count {
    all: u64,
    flawed: [u64; Flaw::ALL.len()],
    nodes: u64,
}

impl Count {
    fn add(&mut self, record: &LeafRecord) {
        self.all += 1;
        self.nodes += record.truth.as_ref().map_or(0, |truth| truth.nodes);
        if let Some(flaw) = record.flaw {
            self.flawed[flaw as usize] += 1;
        }
    }

    fn text(&self) -> String {
        let percent = |n: u64| 100.0 * n as f64 / self.all.max(1) as f64;
        let resolved = self.all - self.flawed.iter().sum::<u64>();
        let mut text = format!("{} leaves, resolved {resolved} ({:.1} %)", self.all, percent(resolved));
        for (flaw, &n) in Flaw::ALL.iter().zip(&self.flawed) {
            let _ = write!(text, ", {} {n} ({:.1} %)", flaw.name(), percent(n));
        }
        text + "\n"
    }
}
