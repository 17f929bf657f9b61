//! `somatic review`

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context as _, bail};

use super::batch::{self, BatchArgs, end, write_page};
use super::files::names;
use super::language::on_output;
use super::limits::TimeLimitArgs;
use super::output::{is_heard, show_prose, width};
use super::position::game;
use super::progress::Progress;
use crate::lab::batch::{is_interrupted, lock};
use crate::lab::number::within;
use crate::lab::record_file::RecordFile;
use crate::lab::review::{GameReview, ReviewSettings};
use crate::lab::searcher::Budget;
use crate::lang::tr;
use crate::records::bad_line::{BadLine, LineError};
use crate::records::{Form, Found, GameRecord, Records};
use crate::report::fit;
use crate::report::game::page;
use crate::report::record::annotated;
use crate::report::review as report;

/// Seconds of each search unless another limit is given.
const DEFAULT_SECONDS: f64 = 1.0;

/// Arguments of `review`.
#[derive(Debug, clap::Args)]
#[command(mut_arg("files", |arg| arg.help("Records of games: KIF, KI2, JKF, CSA, PGN, lines of USI or UCI; `-` is standard input")))]
#[command(mut_arg("threads", |arg| arg.help("Positions searched at the same time [default: one a core]")))]
#[command(mut_arg("shard", |arg| arg.help("Only part I of N: of the games I, I + N, I + 2N, ...")))]
#[command(mut_arg("jsonl", |arg| arg.help("Where to write what was found, one JSON object a game")))]
pub struct Args {
    #[command(flatten)]
    batch: BatchArgs,
    #[command(flatten)]
    limit: TimeLimitArgs,
    /// Table of each search in MiB
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = within(1..=65_536_u32))]
    hash: u32,
    /// Seconds for a position; a quarter of it at first, four times as much where points were lost [default: 1]
    #[arg(long, value_name = "S", conflicts_with_all = ["depth", "nodes", "movetime"], value_parser = seconds)]
    seconds_per_move: Option<f64>,
    /// The game of lines that begin with `startpos`; or which game of the files, from 1
    #[arg(long, value_name = "shogi|chess|N")]
    game: Vec<String>,
    /// How many moves of each game are told of
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = within(0..=10_000_u16))]
    top: u16,
    /// Search the mistakes (?, ??) once more at ten times the limit, and say how many stand
    #[arg(long)]
    recheck: bool,
    /// Write a page to step through the games, with their curves and mistakes
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the games with scores, lines and reasons; the ending tells the format: kif, csa, usi, pgn
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// The file of games with what was seen in them.
struct Annotated {
    file: RecordFile,
    /// The games as they were read, until they have been reviewed.
    originals: Arc<Mutex<BTreeMap<u64, GameRecord>>>,
}

impl Annotated {
    fn new(path: &Path) -> anyhow::Result<Self> {
        let form = Form::of_file(path).with_context(|| {
            let (path, formats) = (path.display(), Form::names(None).join(", "));
            tr!("--record {path}: the ending tells no format; expected one of {formats}", path, formats)
        })?;
        Ok(Self { file: RecordFile::later(path, form), originals: Arc::default() })
    }

    /// Writes a game.
    fn write(&mut self, game: &GameReview, number: u64) -> anyhow::Result<()> {
        let Some(original) = lock(&self.originals).remove(&number) else { return Ok(()) };
        self.file.append(&annotated(&original, game, self.file.form.format)).map(|_| ())
    }
}

/// A game that is to be written, or why it cannot be: it is not one of the format's.
fn writable(found: Found, form: Form) -> Found {
    let record = found?;
    if record.game == form.game {
        return Ok(record);
    }
    let reason =
        LineError::Field { name: "game", value: record.game.name().to_owned(), expected: form.game.name() };
    Err(BadLine { file: record.file, line: record.line, reason })
}

/// A time in seconds.
fn seconds(text: &str) -> anyhow::Result<f64> {
    let seconds = text.parse().ok().filter(|seconds| (0.001..=86_400.0).contains(seconds));
    seconds.context(tr!("expected seconds, from 0.001 to 86400"))
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let (mut startpos, mut number) = (None, None);
    for which in &args.game {
        match which.parse::<u64>() {
            Ok(which) if which > 0 => number = Some(which),
            Ok(_) => bail!(tr!("--game {text}: expected the number of a game, from 1", text = which)),
            Err(_) => startpos = game(Some(which))?,
        }
    }
    let positions = args.batch.on_all_cores();
    args.batch.check_files(&[("--html", &args.html), ("--record", &args.record)])?;
    let mut annotated = args.record.as_deref().map(Annotated::new).transpose()?;
    let progress = Progress::new(|| None);
    let seconds = args.seconds_per_move.unwrap_or(DEFAULT_SECONDS);
    let milliseconds = Budget::MoveTime((seconds * 1_000.0).round().max(1.0) as u64);
    let part = Mutex::new(None);
    let settings = ReviewSettings {
        limit: args.limit.given().unwrap_or(milliseconds),
        hash: args.hash as usize,
        threads: positions.threads.unwrap_or(1).into(),
        rechecks: args.recheck,
        on_work: &|pieces| progress.add(pieces),
        on_done: &|pieces| progress.advance_by(pieces),
        on_part: &|game| *lock(&part) = Some(game),
    };
    let most = usize::from(args.top);
    // With a file to write the work goes on when nobody reads the tables any more.
    let (mut heard, writes) = (true, args.batch.jsonl.is_some() || args.html.is_some());
    let mut standing = (0, 0);
    let (mut games, mut told) = (Vec::new(), false);
    // Games one after the other: what is done at the same time is their positions.
    let batch = BatchArgs { threads: Some(1), ..positions };
    let read = AtomicU64::new(0);
    let is_wanted = |found: &Found| {
        let Some(number) = number else { return true };
        let here = found.as_ref().map_or(0, |record| record.number);
        read.fetch_max(here, Relaxed);
        here == number
    };
    let records = Records::new(batch.files.clone(), startpos).filter(is_wanted);
    let written = annotated.as_ref().map(|annotated| (Arc::clone(&annotated.originals), annotated.file.form));
    let records = records.map(|found| {
        let Some((originals, form)) = &written else { return found };
        let record = writable(found, *form)?;
        lock(originals).insert(record.number, record.clone());
        Ok(record)
    });
    let outcome = batch::run_with(&batch, &settings, records, &progress, |row| {
        let game = &row.record;
        if heard {
            let table = on_output(|| report::mistakes(game, most, width()));
            let (why, losses) = on_output(|| (report::why(game, most), report::losses(game)));
            let below = fit(&format!("{why}{losses}\n\n"), width());
            let printed = progress.print(&format!("{table}\n{below}"));
            heard = if writes { is_heard(printed)? } else { printed.map(|()| true)? };
        }
        told = true;
        let (hold, checked) = game.standing();
        standing = (standing.0 + hold, standing.1 + checked);
        if let Some(annotated) = &mut annotated {
            on_output(|| annotated.write(game, row.number))?;
        }
        if args.html.is_some() {
            games.push(game.clone());
        }
        Ok(())
    });
    let has_fewer = |number: &u64| (1..*number).contains(&read.load(Relaxed)) && !is_interrupted();
    if let Some(number) = number.filter(has_fewer) {
        bail!(tr!("no game {number} in {files}", number, files = names(&batch.files)));
    }
    let outcome = outcome?;
    drop(progress);
    games.extend(part.into_inner().unwrap_or_else(PoisonError::into_inner));
    write_page(args.html.as_deref(), outcome.interrupted, |note| page(&games, note))?;
    if args.recheck && heard {
        let (hold, all) = standing;
        let said = on_output(|| {
            tr!("{hold} of {all} mistakes still lose at least half as much at ten times the limit", hold, all)
        });
        show_prose(&format!("{said}\n"))?;
    }
    if told && heard {
        show_prose(&format!("{}\n", on_output(report::legend)))?;
    }
    end(&outcome, "games")
}
