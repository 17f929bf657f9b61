//! `somatic census`

use std::path::PathBuf;

use super::batch::{self, BatchArgs, end, write_page};
use super::language::print_tables;
use super::output::print_line;
use super::position::game;
use crate::lab::census::{ARTICLE_PLY, CensusSettings, CensusTotals};
use crate::lab::number::within;
use crate::records::{Records, count_games};
use crate::report::census;

/// No record is that long.
const MAX_PLY: u32 = 1_000_000;

/// Arguments of `census`.
#[derive(Debug, clap::Args)]
#[command(mut_arg("files", |arg| arg.help("Records of games: USI or UCI lines, CSA, KIF, KI2, JKF or PGN; `-` is standard input")))]
#[command(mut_arg("threads", |arg| arg.help("Games counted at the same time [default: one a core]")))]
#[command(mut_arg("shard", |arg| arg.help("Only part I of N: of the games I, I + N, I + 2N, ...")))]
#[command(mut_arg("jsonl", |arg| arg.help("Where to write what was found, one JSON object a game")))]
pub struct Args {
    #[command(flatten)]
    batch: BatchArgs,
    /// Count positions after so many moves and later
    #[arg(long, value_name = "N", default_value_t = ARTICLE_PLY, value_parser = within(0..=MAX_PLY))]
    from_ply: u32,
    /// The game of lines that begin with `startpos`
    #[arg(long, value_name = "shogi|chess")]
    game: Option<String>,
    /// A page with the tables
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print one JSON object instead of the tables
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let startpos = game(args.game.as_deref())?;
    args.batch.check_files(&[("--html", &args.html)])?;
    let files = &args.batch.files;
    let mut totals = CensusTotals::new(args.from_ply);
    let outcome = batch::run(
        &args.batch.on_all_cores(),
        &CensusSettings { from_ply: args.from_ply },
        Records::new(files.clone(), startpos),
        count_games(files, startpos),
        |row, _| {
            totals.add(&row.record);
            Ok(())
        },
    )?;
    totals.broken = outcome.bad;
    let page = write_page(args.html.as_deref(), outcome.interrupted, |note| census::page(&totals, note));
    if args.json {
        print_line(&serde_json::to_string(&totals)?)?;
    } else if !totals.is_empty() {
        print_tables(|| census::tables(&totals))?;
    }
    page?;
    end(&outcome, "games")
}
