//! `somatic review`

use std::path::PathBuf;

use anyhow::bail;

use super::batch::part_of_the_work;
use super::files::{OverwriteArgs, Resume, check_inputs, nothing_in};
use super::language::{shown, write_page};
use super::limits::TimeLimitArgs;
use super::output::{Interrupted, is_heard, show_prose};
use super::position::game;
use super::progress::Progress;
use crate::lab::batch::{self, LineFile, is_interrupted};
use crate::lab::review::{ReviewSettings, review};
use crate::lab::searcher::Budget;
use crate::lang::tr;
use crate::records::Records;
use crate::records::position::GameKind;
use crate::report::{pages, review as report};

/// Nodes of each search unless another limit is given.
const DEFAULT_NODES: u64 = 20_000;

/// Arguments of `review`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Records of games: KIF, CSA, PGN, lines of USI or UCI; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    #[command(flatten)]
    limit: TimeLimitArgs,
    /// Table of each search in MiB
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// Positions searched at the same time [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The game of lines that begin with `startpos`
    #[arg(long, value_name = "shogi|chess")]
    game: Option<String>,
    /// How many moves of each game are told of
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(0..=10_000))]
    top: u16,
    /// Write one JSON object for each game
    #[arg(long, value_name = "FILE")]
    jsonl: Option<PathBuf>,
    /// Write a page with the curve of each game and its turning points
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    overwrite: OverwriteArgs,
}

/// Runs the command.
///
/// # Errors
/// Says what is wrong with the arguments, or how many records are broken.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let startpos = game(args.game.as_deref())?.unwrap_or(GameKind::Shogi);
    let settings = ReviewSettings {
        limit: args.limit.given().unwrap_or(Budget::Nodes(DEFAULT_NODES)),
        hash: args.hash as usize,
        threads: match args.threads {
            Some(threads) => threads.into(),
            None => std::thread::available_parallelism().map_or(1, |n| n.get()),
        },
    };
    check_inputs(&args.files)?;
    args.overwrite.check(&[("--jsonl", &args.jsonl), ("--html", &args.html)], &args.files, Resume::Never)?;
    let mut file = args.jsonl.as_deref().map(LineFile::create).transpose()?;
    let most = usize::from(args.top);

    batch::catch_interrupts();
    let progress = Progress::new(|| None);
    let (mut games, mut broken, mut met) = (Vec::new(), 0, false);
    // With a file to write the work goes on when nobody reads the tables any more.
    let (mut heard, writes) = (true, args.jsonl.is_some() || args.html.is_some());
    for found in Records::new(args.files.clone(), startpos) {
        met = true;
        let record = match found {
            Ok(record) => record,
            Err(bad) => {
                broken += 1;
                progress.complain(&bad.to_string());
                continue;
            }
        };
        if let Some(bad) = &record.cut {
            broken += 1;
            progress.complain(&bad.to_string());
        }
        let Some(game) = review(&record, &settings, || progress.advance_by(1))? else {
            break;
        };
        if let Some(file) = &mut file {
            file.append(&serde_json::to_string(&game)?)?;
        }
        let table = shown(&report::table(&game, most));
        if heard {
            heard = is_heard(progress.print(&format!("{table}\n{}\n\n", report::losses(&game))))?;
        }
        games.push(game);
        if !heard && !writes {
            return Ok(());
        }
    }
    drop(progress);

    if !met && !is_interrupted() {
        return Err(nothing_in(&args.files, "games"));
    }
    if let Some(path) = &args.html {
        write_page(path, pages::review(&games, most, part_of_the_work(is_interrupted())))?;
    }
    if !games.is_empty() && heard {
        show_prose(&format!("{}\n", report::legend()))?;
    }
    if is_interrupted() {
        bail!(Interrupted { done: games.len() as u64, what: "games" });
    }
    match broken {
        0 => Ok(()),
        1 => bail!(tr!("1 broken line or record in the files")),
        _ => bail!(tr!("{count} broken lines or records in the files", count = broken)),
    }
}
