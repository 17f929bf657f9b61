//! `somatic accuracy`

use std::path::PathBuf;

use anyhow::{Context as _, bail};

use super::lines::{Lines, Progress, tactics_list};
use super::output::print;
use crate::game::quote;
use crate::lab::batch::{catch_interrupts, run as run_batch};
use crate::lab::leaves::{Examiner, Half, Judged, LeafLines, Summary};
use crate::report::{Form, accuracy};
use crate::search::tactics::TacticsKind;

/// Arguments of `accuracy`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files of leaves from `label`; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// The strategies: `all`, or names with commas between them
    #[arg(long, value_name = "T", default_value = "all")]
    tactics: String,
    /// Which leaves
    #[arg(long, value_name = "test|train|all", default_value = "test")]
    split: String,
    /// Calls of each strategy on each leaf; the fastest is timed
    #[arg(long, value_name = "N", default_value_t = 3)]
    calls: u32,
    /// Write tables for a page
    #[arg(long)]
    markdown: bool,
    /// Write what each strategy says of each leaf
    #[arg(long, value_name = "FILE")]
    jsonl: Option<PathBuf>,
    /// List the leaves with the largest errors of a strategy
    #[arg(long, value_name = "N", default_value_t = 0)]
    worst: usize,
    /// The strategy whose errors are listed
    #[arg(long, value_name = "T", default_value = TacticsKind::DEFAULT.name())]
    of: String,
    /// Leaves judged at the same time; more than one disturbs the times
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
}

/// Runs the command.
///
/// # Errors
/// Says what is wrong with the arguments, or that lines were bad.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let kinds = tactics_list("--tactics", &args.tactics)?;
    let of = match tactics_list("--of", &args.of)?.as_slice() {
        [kind] => kinds.iter().position(|k| k == kind),
        _ => bail!("--of {}: expected one strategy", quote(&args.of)),
    };
    if args.worst > 0 && of.is_none() {
        bail!("--of {}: the strategy is not among --tactics", quote(&args.of));
    }
    let half = match args.split.as_str() {
        "all" => None,
        name => match Half::parse(name) {
            Some(half) => Some(half),
            None => bail!("--split {}: expected test, train or all", quote(name)),
        },
    };
    let mut lines = args.jsonl.as_ref().map(|path| Lines::create(Some(path))).transpose()?;
    catch_interrupts();
    let mut progress = Progress::new();
    let mut all: Vec<Judged> = Vec::new();
    run_batch(
        LeafLines::new(args.files.clone()),
        args.threads,
        || Examiner::new(kinds.clone(), args.calls),
        |examiner, leaf| match leaf {
            Ok(leaf) if half.is_none_or(|half| half == leaf.record.split) => Ok(examiner.examine(leaf)),
            Ok(_) => Ok(None),
            Err(bad) => Err(bad),
        },
        |judged| {
            progress.step();
            match judged {
                Ok(Some(judged)) => {
                    if let Some(lines) = &mut lines {
                        let text = serde_json::to_string(&judged).context("a leaf as text")?;
                        lines.write(&format!("{text}\n"))?;
                    }
                    all.push(judged);
                }
                Ok(None) => {}
                Err(bad) => progress.bad_line(&bad),
            }
            Ok(())
        },
    )?;
    let form = if args.markdown { Form::Markdown } else { Form::Text };
    let mut text = Vec::new();
    for game in ["shogi", "chess"] {
        let leaves: Vec<&Judged> = all.iter().filter(|leaf| leaf.game == game).collect();
        let Some(summary) = Summary::of(&leaves) else {
            continue;
        };
        text.extend(accuracy::tables(&summary).iter().map(|table| table.write(form)));
        if let Some(k) = of.filter(|_| args.worst > 0) {
            text.push(accuracy::worst(&leaves, k, args.worst).write(form));
        }
    }
    if text.is_empty() {
        text.push("no leaves with a truth\n".to_owned());
    }
    print(&text.join("\n"))?;
    progress.finish()
}
