//! `somatic book`

use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};

use super::batch::{each_game, unused_lines};
use super::files::{OverwriteArgs, Resume, check_inputs, nothing_in};
use super::language::on_output;
use super::output::{note, print_line};
use super::position::{PositionArgs, game};
use super::progress::Progress;
use crate::book::{BookError, BookMove, Builder, OpeningBook};
use crate::files::Output;
use crate::game::{Notation as _, visible};
use crate::lab::number::within;
use crate::lang::tr;
use crate::protocol::dialect::of_protocol;
use crate::protocol::{Dialect, Uci, Usi};
use crate::records::GameRecord;
use crate::records::input::AnyPosition;
use crate::records::position::GameKind;

/// The ending of a Polyglot book's name.
const POLYGLOT: &str = "bin";
/// How the words of a start position begin, which tell no game.
const START: &str = "startpos";
/// What a book must have at least one of.
const MOVES: &str = "moves for a book";

/// A book of the game of a protocol that is being made.
type Making<D> = <<D as Dialect>::Book as OpeningBook>::Builder;

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
    /// Records of games: USI or UCI lines, CSA, KIF, KI2, JKF or PGN; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// The book to write: with the ending `.bin` in Polyglot's format, else in YaneuraOu's
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The game, where the ending does not tell
    #[arg(long, value_name = "shogi|chess")]
    game: Option<String>,
    /// How many moves of each game
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = within(0..=usize::MAX))]
    plies: usize,
    /// How often a move must have been played
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within(0..=u64::MAX))]
    least: u64,
    #[command(flatten)]
    overwrite: OverwriteArgs,
}

#[derive(Debug, clap::Args)]
struct MergeArgs {
    /// The books; what stands twice is counted together, and the deeper value stays
    #[arg(value_name = "BOOK", required = true)]
    files: Vec<String>,
    /// The book to write: with the ending `.bin` in Polyglot's format, else in YaneuraOu's
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The game, where the ending does not tell
    #[arg(long, value_name = "shogi|chess")]
    game: Option<String>,
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

pub fn run(args: &Args) -> anyhow::Result<()> {
    match &args.action {
        Action::Make(args) => make(args),
        Action::Merge(args) => merge(args),
        Action::Show(args) => show(args),
    }
}

/// The game of a book: the one that is named, else that of its format, which the ending tells.
fn game_of(named: Option<&str>, book: &Path) -> anyhow::Result<GameKind> {
    let is_polyglot = book.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(POLYGLOT));
    let by_ending = if is_polyglot { GameKind::Chess } else { GameKind::Shogi };
    Ok(game(named)?.unwrap_or(by_ending))
}

fn make(args: &MakeArgs) -> anyhow::Result<()> {
    check_inputs(&args.files)?;
    args.overwrite.check(&[("--out", &Some(args.out.clone()))], &args.files, Resume::Never)?;
    let kind = game_of(args.game.as_deref(), &args.out)?;
    of_protocol!(kind, D => make_of::<D>(args, kind))
}

fn make_of<D: Dialect>(args: &MakeArgs, kind: GameKind) -> anyhow::Result<()> {
    let mut book = Making::<D>::default();
    let (games, bad) =
        each_game(&args.files, kind, kind, false, |record, _| add_game::<D>(record, args.plies, &mut book))?;
    book.keep_played(args.least);
    ensure!(!book.is_empty(), nothing_in(&args.files, MOVES));
    write(&book, &args.out)?;
    let (file, count) = (args.out.display(), book.len());
    print_line(&on_output(|| tr!("{file}: {count} positions of {games} games", file, count, games)))?;
    unused_lines(bad)
}

fn add_game<D: Dialect>(record: &GameRecord, plies: usize, book: &mut Making<D>) -> anyhow::Result<()> {
    let mut played: Vec<(String, String)> = Vec::new();
    record.replay(|position: &D::Game, m| {
        if played.len() <= plies {
            played.push((position.text(), position.move_text(m)));
        }
    })?;
    for (number, (position, text)) in played.iter().enumerate().take(plies) {
        let reply = played.get(number + 1).map(|(_, text)| text.clone());
        book.add(position, BookMove { text: text.clone(), reply, value: 0, depth: 0, count: 1 });
    }
    Ok(())
}

fn merge(args: &MergeArgs) -> anyhow::Result<()> {
    check_inputs(&args.files)?;
    args.overwrite.check(&[("--out", &Some(args.out.clone()))], &args.files, Resume::Never)?;
    of_protocol!(game_of(args.game.as_deref(), &args.out)?, D => merge_of::<D>(args))
}

fn merge_of<D: Dialect>(args: &MergeArgs) -> anyhow::Result<()> {
    let mut book = Making::<D>::default();
    let mut bad = 0;
    let progress = Progress::new(|| None);
    for file in &args.files {
        let mut complain = |fault: &BookError| {
            bad += 1;
            progress.complain(&format!("{}: {fault}", visible(file)));
        };
        book.add_book(Path::new(file), &mut complain).with_context(|| file.clone())?;
    }
    drop(progress);
    ensure!(!book.is_empty(), nothing_in(&args.files, MOVES));
    write(&book, &args.out)?;
    let (file, count) = (args.out.display(), book.len());
    print_line(&on_output(|| tr!("{file}: {count} positions", file, count)))?;
    unused_lines(bad)
}

/// Writes a book, whole or not at all.
fn write(book: &impl Builder, path: &Path) -> anyhow::Result<()> {
    let mut file = Output::create_beside(path)?;
    let mut out = BufWriter::new(&mut file);
    let written = book.write(&mut out).and_then(|()| out.flush());
    drop(out);
    written.with_context(|| tr!("cannot write {file}", file = path.display()))?;
    file.take_place()
}

fn show(args: &ShowArgs) -> anyhow::Result<()> {
    check_inputs(std::slice::from_ref(&args.file))?;
    let path = Path::new(&args.file);
    let words = &args.position;
    let is_silent = words.game.is_none() && words.words.first().is_none_or(|word| word.starts_with(START));
    let position = if is_silent {
        let game = Some(game_of(None, path)?.name().to_owned());
        PositionArgs { words: words.words.clone(), game }.read()?
    } else {
        words.read()?
    };
    match position {
        AnyPosition::Shogi(position) => show_of::<Usi>(path, &position),
        AnyPosition::Chess(position) => show_of::<Uci>(path, &position),
    }
}

fn show_of<D: Dialect>(path: &Path, position: &D::Game) -> anyhow::Result<()> {
    let name = || path.display().to_string();
    let mut book = D::Book::open(path).with_context(name)?;
    let moves = book.look_up(&position.text()).with_context(name)?;
    ensure!(!moves.is_empty(), tr!("{position}: the position is not in the book", position = name()));
    moves.iter().try_for_each(|m| print_line(&D::Book::describe(m)))?;
    let faults = book.take_faults();
    for fault in &faults {
        note(&format!("{}: {fault}", visible(&name())));
    }
    unused_lines(faults.len() as u64)
}
