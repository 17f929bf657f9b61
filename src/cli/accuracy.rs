//! `somatic accuracy`

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use anyhow::bail;

use super::batch::{self, BatchArgs, end, write_page};
use super::files::names;
use super::language::{on_output, shown};
use super::output::{print, show_prose};
use super::tactics::{ParamArgs, PlayerArgs, Several, several, told_of};
use crate::game::quote;
use crate::lab::batch::is_interrupted;
use crate::lab::leaves::{AccuracySettings, ErrorTotals, Half, Judged, LeafLine, leaf_lines};
use crate::lab::number::within;
use crate::lang::tr;
use crate::report::{TextTable, accuracy};
use crate::search::horizon::Tactics;

/// Leaves of each game on a page.
const ON_A_PAGE: u16 = 20;

/// Arguments of `accuracy`.
#[derive(Debug, clap::Args)]
#[command(mut_arg("files", |arg| arg.help("Files of leaves from `label`; `-` is standard input")))]
#[command(mut_arg("threads", |arg| arg.help("Leaves judged at the same time; more than one disturbs the times [default: 1]")))]
#[command(mut_arg("jsonl", |arg| arg.help("Write what each strategy says of each leaf")))]
pub struct Args {
    #[command(flatten)]
    batch: BatchArgs,
    /// The strategies: `all`, or names with commas between them
    #[arg(long, value_name = "T,...|all", default_value = "all", value_parser = several(&Tactics::ALL))]
    tactics: Several,
    #[command(flatten)]
    players: PlayerArgs,
    /// Which leaves
    #[arg(long, value_name = "test|train|all", default_value = "test")]
    split: String,
    /// Calls of each strategy on each leaf; the fastest is timed
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = within(1..=1_000_000_u32))]
    calls: u32,
    /// Write no times: the same run then gives the same output, byte for byte
    #[arg(long)]
    no_times: bool,
    /// Search so many plies first, all moves and nothing pruned
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = within(0..=100_u32))]
    plies: u32,
    #[command(flatten)]
    params: ParamArgs,
    /// A page with the tables, plots and the leaves with the largest errors
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write tables as Markdown
    #[arg(long)]
    markdown: bool,
    /// List the leaves with the largest errors of a strategy; a page lists 20 unless told otherwise
    #[arg(long, value_name = "N", value_parser = within(0..=u16::MAX))]
    worst: Option<u16>,
    /// Whose errors are listed: a strategy, or the name of a player [default: super-soma, or the first]
    #[arg(long, value_name = "NAME")]
    of: Option<String>,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let settings = AccuracySettings {
        contenders: args.players.beside(&args.tactics)?,
        calls: if args.no_times { 1 } else { args.calls },
        times: !args.no_times,
        plies: args.plies,
        params: args.params.params()?,
        set: args.params.set.clone(),
    };
    let of = told_of(&settings.contenders, args.of.as_deref())?;
    let half = match args.split.as_str() {
        "all" => None,
        "test" => Some(Half::Test),
        "train" => Some(Half::Train),
        other => bail!(tr!("--split {text}: expected test, train or all", text = quote(other))),
    };
    args.batch.check_files(&[("--html", &args.html)])?;
    let mut all: Vec<Judged> = Vec::new();
    let (wanted, others) = (AtomicU64::new(0), AtomicU64::new(0));
    let leaves = leaf_lines(args.batch.files.clone()).filter(|leaf| {
        let Ok(LeafLine { record, .. }) = leaf else { return true };
        let is_wanted = half.is_none_or(|half| half == record.split);
        if record.is_resolved() {
            (if is_wanted { &wanted } else { &others }).fetch_add(1, Relaxed);
        }
        record.is_resolved() && is_wanted
    });
    let outcome = batch::run(
        &args.batch,
        &settings,
        leaves,
        || None,
        |row, _| {
            all.push(row.record.clone());
            Ok(())
        },
    );
    if wanted.into_inner() == 0 && others.into_inner() > 0 && !is_interrupted() {
        let (text, files) = (&args.split, names(&args.batch.files));
        bail!(tr!(
            "--split {text}: none of the leaves with a truth in {files} are of this half",
            text,
            files
        ));
    }
    let outcome = outcome?;
    let most = usize::from(args.worst.unwrap_or(ON_A_PAGE));
    let page =
        write_page(args.html.as_deref(), outcome.interrupted, |note| accuracy::page(&all, of, most, note));
    let write = |table: &TextTable| if args.markdown { table.markdown() } else { shown(table) };
    let (mut text, mut summaries) = (Vec::new(), Vec::new());
    for game in ["shogi", "chess"] {
        let leaves: Vec<&Judged> = all.iter().filter(|leaf| leaf.game == game).collect();
        let Some(summary) = ErrorTotals::of(&leaves) else { continue };
        text.extend(on_output(|| accuracy::tables(&summary)).iter().map(write));
        if let Some(most) = args.worst.filter(|&most| most > 0) {
            text.push(write(&on_output(|| accuracy::worst(&leaves, of, most.into()))));
        }
        summaries.push(summary);
    }
    print(&text.join("\n"))?;
    if !args.markdown && !summaries.is_empty() {
        show_prose(&format!("\n{}\n", on_output(|| accuracy::notes(&summaries)).join("\n")))?;
    }
    page?;
    end(&outcome, "leaves")
}
