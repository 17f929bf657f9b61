//! `somatic selfplay`

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};

use super::batch::MAX_THREADS;
use super::files::{OverwriteArgs, Resume, check_inputs};
use super::output::{Interrupted, note, print, print_line};
use super::position::game;
use super::progress::Progress;
use crate::eval::EvaluationKind;
use crate::game::{Color, Game};
use crate::lab::arena::{MatchGame, form_of, line};
use crate::lab::batch::{self, Shard, catch_interrupts};
use crate::lab::number::{amount, within};
use crate::lab::record_file::RecordFile;
use crate::lang::tr;
use crate::protocol::dialect::of_protocol;
use crate::records::either::of_game;
use crate::records::position::GameKind;
use crate::train::record::{self, Header, Reader, Writer};
use crate::train::selfplay::{SelfPlayer, match_record};

/// Arguments of `selfplay`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The file of games to write
    #[arg(long, value_name = "FILE", required_unless_present = "read")]
    out: Option<PathBuf>,
    /// How many games all shards have together
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = within(1..=u32::MAX))]
    games: u32,
    /// Nodes a move
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = amount)]
    nodes: u64,
    /// The game [default: shogi]
    #[arg(long, value_name = "shogi|chess")]
    game: Option<String>,
    /// The evaluation: a net's file, or `formula` [default: the built-in net]
    #[arg(long, value_name = "FILE", default_value = "", hide_default_value = true)]
    eval: String,
    /// Other openings
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = within(0..=u64::MAX))]
    seed: u64,
    /// Games at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within(1..=MAX_THREADS))]
    threads: u16,
    /// Only the I-th of N parts of all games
    #[arg(long, value_name = "I/N")]
    shard: Option<String>,
    /// Go on with the file
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    overwrite: OverwriteArgs,
    /// Read files instead: every move is checked; says what they hold
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = [
        "out", "games", "nodes", "game", "eval", "seed", "threads", "resume", "shard",
    ])]
    read: Vec<PathBuf>,
    /// With --read: print each game as a line of moves in the words of USI or UCI
    #[arg(long, requires = "read", conflicts_with = "out")]
    moves: bool,
    /// With --read: write the games for other programs; the name's ending tells how, as in `match --record`
    #[arg(long, value_name = "FILE", requires = "read", conflicts_with = "out")]
    record: Option<PathBuf>,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    if !args.read.is_empty() {
        return read(args);
    }
    let kind = game(args.game.as_deref())?.unwrap_or(GameKind::Shogi);
    of_game!(kind, P => play::<P>(args, kind))
}

fn play<P: Game>(args: &Args, kind: GameKind) -> anyhow::Result<()> {
    let path = args.out.as_ref().context(tr!("expected --out FILE"))?;
    let is_file = !args.eval.is_empty() && args.eval != EvaluationKind::FORMULA;
    let inputs = if is_file { vec![args.eval.clone()] } else { Vec::new() };
    check_inputs(&inputs)?;
    args.overwrite.check(&[("--out", &args.out)], &inputs, Resume::of(args.resume))?;
    let evaluation = EvaluationKind::load::<P::Geometry>(&args.eval).context("--eval")?;
    let shard = args.shard.as_deref().map(Shard::parse).transpose()?.unwrap_or_default();
    let fingerprint = Some(evaluation.fingerprint::<P::Geometry>());
    let header = Header { game: kind, seed: args.seed, nodes: args.nodes, shard, evaluation: fingerprint };
    catch_interrupts();
    let mut total = Total::default();
    let mut writer = if args.resume {
        Writer::resume(path, header, |game| total.add(game))?
    } else {
        Writer::create(path, header)?
    };
    let done = total.last;
    let share = shard.share(args.games.into());
    let progress = Progress::new(move || Some(share));
    progress.show(total.games, "");
    let is_whole = batch::run(
        (1..=args.games).filter(move |&n| n > done && shard.contains(n.into())),
        args.threads.into(),
        || SelfPlayer::<P>::new(header, evaluation.clone()),
        SelfPlayer::play,
        |game: record::Game| {
            writer.append(&game)?;
            total.add(&game);
            progress.show(total.games, &format!("{} positions", total.scores));
            Ok(())
        },
    )?;
    drop(progress);
    ensure!(is_whole, Interrupted { done: total.games, what: "games" });
    writer.finish()?;
    print_line(&format!("{}: {total}", path.display()))
}

/// What a file holds.
#[derive(Debug, Default)]
struct Total {
    games: u64,
    plies: u64,
    scores: u64,
    results: BTreeMap<&'static str, u64>,
    /// The number of the last game.
    last: u32,
}

impl Total {
    fn add(&mut self, game: &record::Game) {
        self.games += 1;
        self.plies += game.plies.len() as u64;
        self.scores += game.plies.iter().filter(|ply| ply.thought.score().is_some()).count() as u64;
        *self.results.entry(game.winner.map_or("draw", Color::name)).or_default() += 1;
        self.last = game.number;
    }
}

impl std::fmt::Display for Total {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} games, {} plies, {} scores", self.games, self.plies, self.scores)?;
        self.results.iter().try_for_each(|(result, games)| write!(f, ", {result} {games}"))
    }
}

/// Checks files, and tells what is in them.
fn read(args: &Args) -> anyhow::Result<()> {
    let inputs: Vec<String> = args.read.iter().map(|path| path.to_string_lossy().into_owned()).collect();
    check_inputs(&inputs)?;
    args.overwrite.check(&[("--record", &args.record)], &inputs, Resume::Never)?;
    let mut out = Out { moves: args.moves, record: None, damaged: 0 };
    if let (Some(path), [first, others @ ..]) = (&args.record, args.read.as_slice()) {
        let kind = Reader::open(first)?.header.game;
        for other in others {
            let is_same = Reader::open(other)?.header.game == kind;
            ensure!(is_same, tr!("--record {file}: expected files of one game", file = path.display()));
        }
        out.record = Some(RecordFile::create(path, form_of(path, kind)?)?);
    }
    for path in &args.read {
        let reader = Reader::open(path)?;
        let kind = reader.header.game;
        let total = of_protocol!(kind, D => check::<D>(path, reader, &mut out)?);
        if !args.moves {
            print_line(&format!("{}: {total}", path.display()))?;
        }
    }
    ensure!(out.damaged == 0, tr!("{count} damaged files", count = out.damaged));
    Ok(())
}

/// Where the games go that are read.
struct Out {
    /// Whether they are printed.
    moves: bool,
    /// The file for other programs.
    record: Option<RecordFile>,
    /// Files that are damaged.
    damaged: u32,
}

fn check<D: MatchGame>(path: &Path, mut reader: Reader, out: &mut Out) -> anyhow::Result<Total> {
    let mut total = Total::default();
    while let Some(game) = reader.next() {
        let read = game.and_then(|game| {
            let record = match_record::<D>(&reader.header, &game).map_err(|error| reader.fault(&error))?;
            Ok((game, record))
        });
        match read {
            Ok((game, record)) => {
                total.add(&game);
                if out.moves {
                    print(&line(&record, D::KIND)?)?;
                }
                out.record.as_mut().map_or(Ok(()), |file| file.append_game(&record))?;
            }
            Err(error) => {
                out.damaged += 1;
                note(&tr!(
                    "{error}; {games} whole games before it in {file}",
                    error,
                    games = total.games,
                    file = path.display()
                ));
                break;
            }
        }
    }
    Ok(total)
}
