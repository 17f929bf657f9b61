//! `somatic review`

use std::path::PathBuf;

use super::batch::{self, BatchArgs, end, note};
use super::language::{on_output, shown, write_page};
use super::limits::TimeLimitArgs;
use super::output::{is_heard, show_prose};
use super::position::game;
use super::progress::Progress;
use crate::lab::review::ReviewSettings;
use crate::lab::searcher::Budget;
use crate::lang;
use crate::records::Records;
use crate::records::notation::MoveNotation;
use crate::records::position::GameKind;
use crate::report::game::page;
use crate::report::review as report;

/// Nodes of each search unless another limit is given.
const DEFAULT_NODES: u64 = 20_000;

/// Arguments of `review`.
#[derive(Debug, clap::Args)]
#[command(mut_arg("files", |arg| arg.help("Records of games: KIF, CSA, PGN, lines of USI or UCI; `-` is standard input")))]
#[command(mut_arg("threads", |arg| arg.help("Positions searched at the same time [default: one a core]")))]
#[command(mut_arg("shard", |arg| arg.help("Only part I of N: of the games I, I + N, I + 2N, ...")))]
#[command(mut_arg("jsonl", |arg| arg.help("Where to write what was found, one JSON object a game")))]
pub struct Args {
    #[command(flatten)]
    batch: BatchArgs,
    #[command(flatten)]
    limit: TimeLimitArgs,
    /// Table of each search in MiB
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// The game of lines that begin with `startpos`
    #[arg(long, value_name = "shogi|chess")]
    game: Option<String>,
    /// How moves are written for people: usi, uci, kif, western or san [default: by the language]
    #[arg(long, value_name = "NAME")]
    notation: Option<MoveNotation>,
    /// How many moves of each game are told of
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(0..=10_000))]
    top: u16,
    /// Write a page to step through the games, with their curves and mistakes
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// Says what is wrong with the arguments, or how many records are broken.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let startpos = game(args.game.as_deref())?.unwrap_or(GameKind::Shogi);
    let positions = args.batch.on_all_cores();
    args.batch.check_files(&[("--html", &args.html)])?;
    let progress = Progress::new(|| None);
    let settings = ReviewSettings {
        limit: args.limit.given().unwrap_or(Budget::Nodes(DEFAULT_NODES)),
        hash: args.hash as usize,
        threads: positions.threads.unwrap_or(1).into(),
        on_position: &|| progress.advance_by(1),
    };
    let most = usize::from(args.top);
    let written = || args.notation.unwrap_or_else(|| MoveNotation::of_language(lang::current()));
    // With a file to write the work goes on when nobody reads the tables any more.
    let (mut heard, writes) = (true, args.batch.jsonl.is_some() || args.html.is_some());
    let (mut games, mut told) = (Vec::new(), false);
    // Games one after the other: what is done at the same time is their positions.
    let batch = BatchArgs { threads: Some(1), ..positions };
    let records = Records::new(batch.files.clone(), startpos);
    let outcome = batch::run_with(&batch, &settings, records, &progress, |row| {
        let game = &row.record;
        if heard {
            let table = shown(&on_output(|| report::table(game, most, written())));
            let printed = progress.print(&format!("{table}\n{}\n\n", on_output(|| report::losses(game))));
            heard = if writes { is_heard(printed)? } else { printed.map(|()| true)? };
        }
        told = true;
        if args.html.is_some() {
            games.push(game.clone());
        }
        Ok(())
    })?;
    drop(progress);
    if let Some(path) = &args.html {
        write_page(path, page(&games, note(&outcome), written()))?;
    }
    if told && heard {
        show_prose(&format!("{}\n", on_output(report::legend)))?;
    }
    end(&outcome, "games")
}
