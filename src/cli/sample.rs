//! `somatic sample`

use std::path::PathBuf;

use anyhow::Context as _;

use super::batch::{self, BatchArgs, MAX_THREADS, end};
use super::files::{OverwriteArgs, Resume};
use super::limits::LimitArgs;
use super::output::{note, print, print_line};
use crate::lab::batch::write_whole;
use crate::lab::leaves::{Phase, Quota, SampleSettings};
use crate::lab::number::{amount, within};
use crate::lab::searcher::Budget;
use crate::lang::tr;

/// Nodes of a search that is looked at, unless told otherwise.
const NODES: u64 = 20_000;

/// Arguments of `sample`.
#[derive(Debug, clap::Args)]
#[command(mut_arg("nodes", |arg| arg.help("Nodes of a search that is looked at [default: 20000]")))]
#[command(mut_arg("depth", |arg| arg.help("Plies of a search that is looked at, in place of --nodes")))]
pub struct Args {
    /// Files of positions, each the beginning of a game; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// Leaves to keep, the same number of each phase
    #[arg(long, value_name = "N", default_value_t = 3_000, value_parser = within(1..=100_000_000_usize))]
    count: usize,
    /// Where the random numbers begin
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within(0..=u64::MAX))]
    seed: u64,
    #[command(flatten)]
    limit: LimitArgs,
    /// Moves that a game is played on from its line, at most
    #[arg(long, value_name = "N", default_value_t = 120, value_parser = within(0..=100_000_usize))]
    plies: usize,
    /// Nodes for a move of a game
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = amount)]
    play_nodes: u64,
    /// Positions of a game that are searched, the strategies taking turns
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = within(1..=100_000_usize))]
    searches: usize,
    /// Leaves kept of a search
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = within(1..=100_000_usize))]
    keep: usize,
    /// The share of games whose leaves are marked `test`, the rest being `train`
    #[arg(long, value_name = "X", default_value_t = 0.5, value_parser = within(0.0..=1.0))]
    test_share: f64,
    /// Where to write the leaves, instead of standard output
    #[arg(long, value_name = "FILE")]
    jsonl: Option<PathBuf>,
    /// Games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within(1..=MAX_THREADS))]
    threads: u16,
    #[command(flatten)]
    overwrite: OverwriteArgs,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let limits = args.limit.budget().unwrap_or(Budget::Nodes(NODES)).limits();
    let &Args { seed, plies, play_nodes, searches, keep, test_share, .. } = args;
    let settings = SampleSettings { seed, limits, plies, play_nodes, searches, keep, test_share };
    args.overwrite.check(&[("--jsonl", &args.jsonl)], &args.files, Resume::Never)?;
    let batch = BatchArgs { files: args.files.clone(), threads: Some(args.threads), ..BatchArgs::default() };
    let mut quota = Quota::new(args.count, args.seed);
    let outcome = batch::run_on_positions(&batch, &settings, |row| quota.offer(&row.record))?;
    let found = Phase::ALL.map(|phase| {
        let (seen, kept) = quota.of(phase);
        format!("{} {kept} of {seen}", phase.name())
    });
    let summary = format!("leaves kept: {}", found.join(", "));
    let mut text = String::new();
    for record in quota.finish() {
        text += &serde_json::to_string(&record).context(tr!("a leaf as text"))?;
        text.push('\n');
    }
    match &args.jsonl {
        Some(path) => {
            write_whole(path, &text)?;
            print_line(&summary)?;
        }
        None => {
            print(&text)?;
            note(&summary);
        }
    }
    end(&outcome, "games")
}
