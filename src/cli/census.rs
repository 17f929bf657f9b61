//! `somatic census`

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use anyhow::{Context, bail};

use super::batch::part_of_the_work;
use super::files::{OverwriteArgs, Resume, check_inputs, nothing_in};
use super::language::write_page;
use super::output::{Interrupted, print_line, show};
use super::position::game;
use super::progress::Progress;
use crate::lab::batch::{self, LineFile, Shard};
use crate::lab::census::{ARTICLE_PLY, CensusTotals, Counted, Counter, GameCensus};
use crate::lang::tr;
use crate::records::position::GameKind;
use crate::records::{Found, Records, count_games};
use crate::report::{census, pages};

/// No record is that long.
const MAX_PLY: i64 = 1_000_000;

/// Arguments of `census`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Records of games: USI lines, CSA, KIF or PGN; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// Count positions after so many moves and later
    #[arg(long, value_name = "N", default_value_t = ARTICLE_PLY, value_parser = clap::value_parser!(u32).range(..=MAX_PLY))]
    from_ply: u32,
    /// The game of lines that begin with `startpos`
    #[arg(long, value_name = "shogi|chess")]
    game: Option<String>,
    /// Games counted at the same time [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Only the I-th part of N of the games
    #[arg(long, value_name = "I/N")]
    shard: Option<String>,
    /// Write one JSON object for each game
    #[arg(long, value_name = "FILE")]
    jsonl: Option<PathBuf>,
    /// A page with the tables and plots
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Go on with the file of --jsonl: games that stand in it are not counted again
    #[arg(long, requires = "jsonl")]
    resume: bool,
    #[command(flatten)]
    overwrite: OverwriteArgs,
    /// Print one JSON object instead of the tables
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// Says what is wrong with the arguments, or how many lines of the files are
/// broken.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let shard = args.shard.as_deref().map(Shard::parse).transpose()?.unwrap_or_default();
    let startpos = game(args.game.as_deref())?.unwrap_or(GameKind::Shogi);
    let threads = match args.threads {
        Some(threads) => threads.into(),
        None => std::thread::available_parallelism().map_or(1, |n| n.get()),
    };
    check_inputs(&args.files)?;
    args.overwrite.check(
        &[("--jsonl", &args.jsonl), ("--html", &args.html)],
        &args.files,
        Resume::of(args.resume),
    )?;
    let mut summary = CensusTotals::new(args.from_ply);
    let (mut file, mut done) = open(args, &mut summary)?;
    let mut counted: u64 = done.values().sum();

    batch::catch_interrupts();
    let total = count_games(&args.files, startpos);
    let progress = Progress::new(move || total().map(|total| shard.share(total)));
    progress.advance_by(counted);
    let met = AtomicU64::new(0);
    let records = Records::new(args.files.clone(), startpos).inspect(|_| {
        met.fetch_add(1, Relaxed);
    });
    let jobs = records.filter(|found| is_ours(found, &shard) && !is_done(found, &mut done));
    let sink = |outcome: Counted| {
        if let Some(bad) = outcome.bad {
            summary.broken += 1;
            progress.complain(&bad.to_string());
        }
        if let Some(game) = outcome.game {
            if let Some(file) = &mut file {
                file.append(&serde_json::to_string(&game)?)?;
            }
            summary.add(&game);
            counted += 1;
            progress.advance_by(1);
        }
        Ok(())
    };
    batch::run(
        jobs,
        threads,
        || Counter::new(args.from_ply),
        |counter, found| Some(counter.count(found)),
        sink,
    )?;
    drop(progress);

    if met.into_inner() == 0 && !batch::is_interrupted() {
        return Err(nothing_in(&args.files, "games"));
    }
    if let Some(path) = &args.html {
        write_page(path, pages::census(&summary, part_of_the_work(batch::is_interrupted())))?;
    }
    if args.json {
        print_line(&serde_json::to_string(&summary)?)?;
    } else if !summary.is_empty() {
        show(&census::text(&summary))?;
    }
    if batch::is_interrupted() {
        bail!(Interrupted { done: counted, what: "games" });
    }
    if summary.broken > 0 {
        bail!(tr!("{count} broken lines or records in the files", count = summary.broken));
    }
    Ok(())
}

/// How often each game stands in a file already, by name.
type Done = HashMap<String, u64>;

/// The file to write, and what stands in it, which is added to the summary.
fn open(args: &Args, summary: &mut CensusTotals) -> anyhow::Result<(Option<LineFile>, Done)> {
    let mut done = Done::new();
    let Some(path) = &args.jsonl else {
        return Ok((None, done));
    };
    if !args.resume {
        return Ok((Some(LineFile::create(path)?), done));
    }
    let file = LineFile::resume(path, "{\"id\":", |line| {
        let game: GameCensus = serde_json::from_str(line)
            .with_context(|| tr!("--resume: {file} holds no census", file = path.display()))?;
        if game.from_ply != args.from_ply {
            bail!(tr!(
                "--resume: {file} was made with --from-ply {ply}",
                file = path.display(),
                ply = game.from_ply
            ));
        }
        *done.entry(game.id.clone()).or_default() += 1;
        summary.broken += u64::from(game.cut.is_some());
        summary.add(&game);
        Ok(())
    })?;
    Ok((Some(file), done))
}

/// Whether a game belongs to the shard. A line without a game is told by
/// every shard, since it belongs to none.
fn is_ours(found: &Found, shard: &Shard) -> bool {
    found.as_ref().map_or(true, |record| shard.contains(record.number))
}

/// Whether a game was counted before.
fn is_done(found: &Found, done: &mut Done) -> bool {
    let Some(left) = found.as_ref().ok().and_then(|record| done.get_mut(&record.id)) else {
        return false;
    };
    let is_done = *left > 0;
    *left = left.saturating_sub(1);
    is_done
}
