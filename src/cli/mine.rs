//! `somatic mine`

use std::collections::HashSet;

use super::batch::{self, BatchArgs, end};
use super::position::game;
use super::progress::Progress;
use super::tactics::{Several, several};
use crate::lab::arena::amount;
use crate::lab::job::Row;
use crate::lab::mine::{Criteria, GAIN, GAP, MARGIN, MineRecord, MineSettings, NODES, SEEN, games};
use crate::records::position::GameKind;
use crate::records::{Records, count_games};

/// No record is that long.
const MAX_PLY: i64 = 1_000_000;

/// Arguments of `mine`.
#[derive(Debug, clap::Args)]
#[command(mut_arg("files", |arg| arg.help("Records of games: USI lines, CSA, KIF or PGN; `-` is standard input")))]
#[command(mut_arg("threads", |arg| arg.help("How many games are worked on at the same time")))]
#[command(mut_arg("shard", |arg| arg.help("Only part I of N: of the games I, I + N, I + 2N, ...")))]
#[command(mut_arg("jsonl", |arg| arg.help("Where to write what was found, one JSON object a game")))]
pub struct Args {
    #[command(flatten)]
    batch: BatchArgs,
    /// The strategies that must agree, with commas between them
    #[arg(long, value_name = "T,...", default_value = "super-soma,quiescence", value_parser = several)]
    judges: Several,
    /// Moves made by each of them for a position
    #[arg(long, value_name = "N", default_value_t = NODES, value_parser = amount)]
    nodes: u64,
    /// What the best line must win, captures played out (a pawn is about 90)
    #[arg(long, value_name = "VALUE", default_value_t = GAIN)]
    gain: i32,
    /// By how much the best move must beat the second best
    #[arg(long, value_name = "VALUE", default_value_t = MARGIN)]
    margin: i32,
    /// Leave out what all judges see after so many plies; 0: nothing
    #[arg(long, value_name = "D", default_value_t = SEEN)]
    seen: u32,
    /// Moves of a game from a position that enters to the next one that may
    #[arg(long, value_name = "N", default_value_t = GAP)]
    gap: u32,
    /// Search positions after so many moves and later
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=MAX_PLY))]
    from_ply: u32,
    /// Print no more positions than this
    #[arg(long, value_name = "N")]
    count: Option<usize>,
    /// The game of lines that begin with `startpos`
    #[arg(long, value_name = "shogi|chess")]
    game: Option<String>,
    /// Table of each search in MiB; there is one for each judge, game and thread
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
}

/// Runs the command.
///
/// # Errors
/// Says what is wrong with the arguments or the files.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let criteria = Criteria {
        judges: Vec::new(),
        nodes: args.nodes,
        hash: args.hash as usize,
        gain: args.gain,
        margin: args.margin,
        seen: args.seen,
        gap: args.gap,
        from_ply: args.from_ply,
    };
    let settings = MineSettings::new(args.judges.0.clone(), criteria);
    let startpos = game(args.game.as_deref())?.unwrap_or(GameKind::Shogi);
    let mut suite = Suite { printed: HashSet::new(), most: args.count.unwrap_or(usize::MAX), searched: 0 };
    let records = games(Records::new(args.batch.files.clone(), startpos));
    let outcome = batch::run(
        &args.batch,
        &settings,
        records,
        count_games(&args.batch.files, startpos),
        |row, progress| suite.print(row, progress),
    )?;
    eprintln!("somatic: {} of {} positions", suite.printed.len(), suite.searched);
    end(&outcome, "games")
}

/// The words of a line that tell its position, without counters.
const WORDS: usize = 4;

/// What is printed.
struct Suite {
    /// The positions so far: games may share some.
    printed: HashSet<String>,
    most: usize,
    searched: u64,
}

impl Suite {
    fn print(&mut self, row: &Row<MineRecord>, progress: &Progress) -> anyhow::Result<()> {
        self.searched += u64::from(row.record.searched);
        for line in row.suite_lines() {
            let position = line.split(" bm ").next().unwrap_or_default();
            let words: Vec<&str> = position.split(' ').take(WORDS).collect();
            if self.printed.len() < self.most && self.printed.insert(words.join(" ")) {
                progress.print(&format!("{line}\n"))?;
            }
        }
        Ok(())
    }
}
