//! `somatic book`

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use super::batch::unused_lines;
use super::files::{OverwriteArgs, Resume, check_inputs, nothing_in};
use super::output::{Interrupted, print_line};
use super::position::{AnyPosition, PositionArgs};
use super::progress::Progress;
use crate::book::{Book, BookBuilder, BookError, BookMove};
use crate::game::Notation as _;
use crate::lab::batch::{catch_interrupts, is_interrupted};
use crate::lab::records::{GameRecord, Records, count_games};
use crate::protocol::position::GameKind;
use crate::shogi::Position;

/// Arguments of `book`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// Make a book of the moves that were played in records of games
    Make(MakeArgs),
    /// Write several books as one, sorted
    Merge(MergeArgs),
    /// Show what a book knows of a position
    Show(ShowArgs),
}

#[derive(Debug, clap::Args)]
struct MakeArgs {
    /// Records of games of shogi: USI lines, CSA or KIF; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// The book to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many moves of each game
    #[arg(long, value_name = "N", default_value_t = 30)]
    plies: usize,
    /// How often a move must have been played
    #[arg(long, value_name = "N", default_value_t = 1)]
    least: u64,
    #[command(flatten)]
    overwrite: OverwriteArgs,
}

#[derive(Debug, clap::Args)]
struct MergeArgs {
    /// The books; what stands twice is counted together, and the deeper value stays
    #[arg(value_name = "BOOK", required = true)]
    files: Vec<String>,
    /// The book to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    overwrite: OverwriteArgs,
}

#[derive(Debug, clap::Args)]
struct ShowArgs {
    /// The book
    #[arg(value_name = "BOOK")]
    file: String,
    #[command(flatten)]
    position: PositionArgs,
}

/// Runs the command.
///
/// # Errors
/// Says what is wrong with the arguments or the files.
pub fn run(args: &Args) -> anyhow::Result<()> {
    match &args.action {
        Action::Make(args) => make(args),
        Action::Merge(args) => merge(args),
        Action::Show(args) => show(args),
    }
}

fn make(args: &MakeArgs) -> anyhow::Result<()> {
    check_inputs(&args.files)?;
    args.overwrite.check(&[("--out", &Some(args.out.clone()))], &args.files, Resume::Never)?;
    catch_interrupts();
    let progress = Progress::new(count_games(&args.files, GameKind::Shogi));
    let mut book = BookBuilder::default();
    let (mut games, mut bad) = (0, 0);
    for found in Records::new(args.files.clone(), GameKind::Shogi) {
        if is_interrupted() {
            bail!(Interrupted { done: games, what: "games" });
        }
        match found {
            Ok(record) if record.game == GameKind::Shogi => {
                if let Some(broken) = &record.cut {
                    bad += 1;
                    progress.complain(&broken.to_string());
                }
                add_game(&record, args.plies, &mut book)?;
                games += 1;
                progress.advance_by(1);
            }
            Ok(record) => {
                bad += 1;
                progress.complain(&format!("{}:{}: a game of chess", record.file, record.line));
            }
            Err(broken) => {
                bad += 1;
                progress.complain(&broken.to_string());
            }
        }
    }
    drop(progress);
    book.keep_played(args.least);
    if book.is_empty() {
        return Err(nothing_in(&args.files, "moves for a book"));
    }
    write(&book, &args.out)?;
    print_line(&format!("{}: {} positions of {games} games", args.out.display(), book.len()))?;
    unused_lines(bad)
}

fn add_game(record: &GameRecord, plies: usize, book: &mut BookBuilder) -> anyhow::Result<()> {
    let mut played: Vec<(String, String)> = Vec::new();
    record.replay(|position: &Position, m| {
        if played.len() <= plies {
            played.push((position.text(), position.move_text(m)));
        }
    })?;
    for (number, (sfen, text)) in played.iter().enumerate().take(plies) {
        let reply = played.get(number + 1).map(|(_, text)| text.clone());
        book.add(sfen, BookMove { text: text.clone(), reply, value: 0, depth: 0, count: 1 });
    }
    Ok(())
}

fn merge(args: &MergeArgs) -> anyhow::Result<()> {
    check_inputs(&args.files)?;
    args.overwrite.check(&[("--out", &Some(args.out.clone()))], &args.files, Resume::Never)?;
    let mut book = BookBuilder::default();
    for file in &args.files {
        let add = |sfen: &str, moves: Vec<BookMove>| {
            for m in moves {
                book.add(sfen, m);
            }
            Ok::<(), BookError>(())
        };
        Book::open_unsorted(Path::new(file))
            .and_then(|mut book| book.for_each(add))
            .with_context(|| file.clone())?;
    }
    write(&book, &args.out)?;
    print_line(&format!("{}: {} positions", args.out.display(), book.len()))
}

/// Writes a book, whole or not at all.
fn write(book: &BookBuilder, path: &Path) -> anyhow::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let new = path.with_file_name(name);
    let say = || format!("cannot write {}", path.display());
    let mut out = BufWriter::new(File::create(&new).with_context(say)?);
    let written = book.write(&mut out).and_then(|()| out.flush()).and_then(|()| std::fs::rename(&new, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&new);
    }
    written.with_context(say)
}

fn show(args: &ShowArgs) -> anyhow::Result<()> {
    check_inputs(std::slice::from_ref(&args.file))?;
    let AnyPosition::Shogi(position) = args.position.read()? else {
        bail!("expected a position of shogi");
    };
    let mut book = Book::open(Path::new(&args.file)).with_context(|| args.file.clone())?;
    let moves = book.look_up(&position.text()).with_context(|| args.file.clone())?;
    if moves.is_empty() {
        bail!("{}: the position is not in the book", args.file);
    }
    moves.iter().try_for_each(|m| print_line(&m.to_string()))
}
