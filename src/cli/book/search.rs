//! `somatic book search`

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use super::{game_of, write};
use crate::book::Builder as _;
use crate::cli::batch::MAX_THREADS;
use crate::cli::files::{OverwriteArgs, Resume, check_inputs, nothing_in};
use crate::cli::limits::TimeLimitArgs;
use crate::cli::mate::is_position;
use crate::cli::output::{Interrupted, print_line};
use crate::cli::position::{self, PositionArgs};
use crate::cli::progress::Progress;
use crate::files::LineFile;
use crate::lab::arena::plies;
use crate::lab::batch::catch_interrupts;
use crate::lab::book_search::{BookSearch, BookSettings};
use crate::lab::searcher::Budget;
use crate::lang::tr;
use crate::protocol::{Dialect, Uci, Usi};
use crate::records::input::{AnyPosition, Positions};
use crate::records::position::GameKind;

/// Moves made by each search unless another limit is given.
const DEFAULT_NODES: u64 = 100_000;

/// Arguments of `book search`.
#[derive(Debug, clap::Args)]
pub(super) struct SearchArgs {
    /// Where to begin: a position, or files of positions, one a line; `-` is standard input
    #[arg(value_name = "POSITION|FILE", default_value = "startpos")]
    words: Vec<String>,
    /// The book to write: with the ending `.bin` in Polyglot's format, else in YaneuraOu's
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The game, where the ending does not tell
    #[arg(long, value_name = "shogi|chess")]
    game: Option<String>,
    /// Moves of each line of the book
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = plies)]
    plies: u32,
    /// Best lines of each position
    #[arg(long, value_name = "K", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=100))]
    width: u16,
    /// Keep and follow moves that are at most so much worse than the best, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 30, value_parser = clap::value_parser!(u16).range(0..=10_000))]
    margin: u16,
    #[command(flatten)]
    limit: TimeLimitArgs,
    /// Table of each thread in MiB
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// Positions searched at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS))]
    threads: u16,
    /// Where to write each position as soon as it is searched, one JSON object a line
    #[arg(long, value_name = "FILE")]
    jsonl: Option<PathBuf>,
    /// Go on after what the file of --jsonl holds already; more plies and another margin may be asked for
    #[arg(long, requires = "jsonl")]
    resume: bool,
    #[command(flatten)]
    overwrite: OverwriteArgs,
}

/// Runs the command.
pub(super) fn run(args: &SearchArgs) -> anyhow::Result<()> {
    let files = if is_position(&args.words) { &[][..] } else { &args.words };
    check_inputs(files)?;
    let resume = Resume::of(args.resume);
    // What is gone on with is the first output; the book is made anew from it.
    let outputs = [("--jsonl", &args.jsonl), ("--out", &Some(args.out.clone()))];
    args.overwrite.check(&outputs, files, resume)?;
    match game_of(args.game.as_deref(), &args.out)? {
        GameKind::Shogi => search::<Usi>(args, &starts(args, GameKind::Shogi)?),
        GameKind::Chess => search::<Uci>(args, &starts(args, GameKind::Chess)?),
    }
}

/// The texts of the positions to begin with.
fn starts(args: &SearchArgs, kind: GameKind) -> anyhow::Result<Vec<String>> {
    if is_position(&args.words) {
        let game = Some(kind.name().to_owned());
        return Ok(vec![match (PositionArgs { words: args.words.clone(), game }).read()? {
            position::AnyPosition::Shogi(position) => text_of::<Usi>(&position),
            position::AnyPosition::Chess(position) => text_of::<Uci>(&position),
        }]);
    }
    let mut found = Vec::new();
    for line in Positions::new(args.words.clone()) {
        let line = line.map_err(|bad| anyhow::anyhow!("{bad}"))?;
        let (kind_found, text) = match &line.position {
            AnyPosition::Shogi(position) => (GameKind::Shogi, text_of::<Usi>(position)),
            AnyPosition::Chess(position) => (GameKind::Chess, text_of::<Uci>(position)),
        };
        if kind_found != kind {
            bail!("{}:{}: expected a position of {}", line.file, line.line, kind.name());
        }
        found.push(text);
    }
    if found.is_empty() {
        return Err(nothing_in(&args.words, "positions"));
    }
    Ok(found)
}

fn text_of<D: Dialect>(position: &D::Game) -> String {
    crate::game::Notation::text(position)
}

fn search<D: Dialect>(args: &SearchArgs, starts: &[String]) -> anyhow::Result<()> {
    let mut search = BookSearch::<D>::new(BookSettings {
        budget: args.limit.given().unwrap_or(Budget::Nodes(DEFAULT_NODES)),
        width: args.width.into(),
        margin: args.margin.into(),
        plies: args.plies,
        hash: args.hash as usize,
        threads: args.threads.into(),
    });
    let mut file = match &args.jsonl {
        None => None,
        Some(path) if args.resume => {
            Some(LineFile::resume(path, "{\"position\":", |line| search.remember(line))?)
        }
        Some(path) => Some(LineFile::create(path)?),
    };
    catch_interrupts();
    let progress = Progress::new(|| None);
    let mut done = 0;
    let book = search.run(
        starts,
        |line| file.as_mut().map_or(Ok(()), |file| file.append(line)),
        |stage| {
            done = stage.done;
            progress.show_of(stage.done, stage.expected);
        },
    )?;
    drop(progress);
    let Some(book) = book else {
        bail!(Interrupted { done, what: "positions" });
    };
    if book.is_empty() {
        bail!(tr!("no moves for a book: the game is over"));
    }
    write(&book, &args.out)?;
    print_line(&format!("{}: {} positions", shown(&args.out), book.len())).context(tr!("standard output"))
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}
