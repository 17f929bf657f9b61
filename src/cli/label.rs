//! `somatic label`

use anyhow::ensure;

use super::batch::{self, BatchArgs, end};
use super::output::{note, print_line};
use crate::lab::leaves::{Flaw, LeafRecord, TruthSettings, leaf_lines};
use crate::lab::number::{amount, plies, within};
use crate::lang::tr;
use crate::records::input::count_positions;

/// Arguments of `label`.
#[derive(Debug, clap::Args)]
#[command(mut_arg("files", |arg| arg.help("Files of leaves from `sample`, or of positions; `-` is standard input")))]
#[command(mut_arg("jsonl", |arg| arg.help("Where to write the leaves, instead of standard output")))]
pub struct Args {
    #[command(flatten)]
    batch: BatchArgs,
    /// Plies of the truth
    #[arg(long, value_name = "D", default_value_t = 4, value_parser = plies)]
    depth: u32,
    /// Plies of the second opinion, which must be near
    #[arg(long, value_name = "D", default_value_t = 3, value_parser = plies)]
    second: u32,
    /// Moves after which a position is given up as too large
    #[arg(long, value_name = "N", default_value_t = 20_000_000, value_parser = amount)]
    max_nodes: u64,
    /// The table of each search, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = within(1..=65_536_usize))]
    hash: usize,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let Args { depth, second, max_nodes, hash, .. } = *args;
    ensure!(depth != second, tr!("--depth {depth} --second {second}: expected two depths", depth, second));
    let settings = TruthSettings { depth, second, max_nodes, hash };
    let mut count = Count::default();
    let to_file = args.batch.jsonl.is_some();
    let files = args.batch.files.clone();
    let leaves = leaf_lines(files.clone());
    let outcome = batch::run(
        &args.batch,
        &settings,
        leaves,
        move || count_positions(&files),
        |row, progress| {
            count.add(&row.record);
            if to_file { Ok(()) } else { progress.print(&(serde_json::to_string(row)? + "\n")) }
        },
    )?;
    if to_file {
        print_line(&count.text())?;
    } else {
        note(&count.text());
    }
    end(&outcome, "leaves")
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
        let flaws = Flaw::ALL.iter().zip(&self.flawed);
        let flaws = flaws.map(|(flaw, &n)| format!("{} {n} ({:.1} %)", flaw.name(), percent(n)));
        let flaws = flaws.collect::<Vec<_>>().join(", ");
        format!("{} leaves, resolved {resolved} ({:.1} %)\n{flaws}", self.all, percent(resolved))
    }
}
