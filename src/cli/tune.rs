//! `somatic tune`

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, bail, ensure};

use super::batch::{MAX_THREADS, unused_lines};
use super::files::{OverwriteArgs, Resume, check_inputs};
use super::match_::{OpeningArgs, with_files};
use super::output::{Interrupted, note, show};
use super::progress::Progress;
use crate::lab::arena::tune::{Plan, Range, Tuning, read_ranges, tune};
use crate::lab::arena::{GameRules, Limit, MOST_GAMES, MatchGame, Spec};
use crate::lab::batch::{catch_interrupts, is_interrupted};
use crate::lab::number::{amount, within};
use crate::lang::tr;
use crate::protocol::dialect::of_protocol;
use crate::report::tune::summary;

/// Arguments of `tune`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A parameter of the search and its bounds, such as razor_base=0..800, or with --screen a switch, such as
    /// horizon_see=false..true; may be given often
    #[arg(long, value_name = "NAME=MIN..MAX")]
    set: Vec<String>,
    /// A file of such parameters, one a line; `#` begins a comment
    #[arg(long, value_name = "FILE")]
    params: Option<String>,
    /// How many games; games 2k - 1 and 2k share an opening and the two sets of parameters, with colors reversed
    #[arg(long, value_name = "N", value_parser = within(2..=MOST_GAMES))]
    games: u64,
    /// Nodes for every move, for which the first iteration is ended in any case
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = amount)]
    nodes: u64,
    /// Milliseconds for every move, in place of nodes: then what takes time counts as well, and the same seed does not
    /// give the same games again
    #[arg(long, value_name = "MS", conflicts_with = "nodes", value_parser = amount)]
    movetime: Option<u64>,
    /// The game, where the openings do not tell [default: shogi]
    #[arg(long, value_name = "shogi|chess")]
    game: Option<String>,
    /// The engine to begin with, as in `match --a`; what is tuned begins with its values. Without a Hash its table
    /// has 2 MiB
    #[arg(long, value_name = "SPEC", default_value = "")]
    base: String,
    #[command(flatten)]
    openings: OpeningArgs,
    /// The same seed gives the same tuning, whatever --threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within(0..=u64::MAX))]
    seed: u64,
    /// Games at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within(1..=MAX_THREADS))]
    threads: u16,
    /// Pairs of games that are played before the parameters move; at least as many as threads keep all of them busy
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = within(1..=u16::MAX))]
    batch: u16,
    /// How far results move parameters at the end: gain over squared step (r_end of Fishtest)
    #[arg(long, value_name = "R", default_value_t = 0.002, value_parser = within(1e-9..=1.0))]
    rate: f64,
    /// Move nothing, but measure all parameters at once: each stands at MIN or MAX by lot, and at the other bound for
    /// the other player
    #[arg(long, conflicts_with = "rate")]
    screen: bool,
    /// A draw after so many moves of the players
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = within(0..=u32::MAX))]
    max_plies: u32,
    /// Where it stands after every batch of games, one JSON object a line
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Go on with what the file of --out holds
    #[arg(long, requires = "out")]
    resume: bool,
    #[command(flatten)]
    overwrite: OverwriteArgs,
}

/// By so much a move may be late: how long it took is not what is measured.
const UNMINDED: Duration = Duration::from_hours(1);

pub fn run(args: &Args) -> anyhow::Result<()> {
    let inputs: Vec<String> = args.params.iter().chain(&args.openings.files).cloned().collect();
    check_inputs(&inputs)?;
    of_protocol!(args.openings.game(args.game.as_deref())?, D => run_game::<D>(args, &inputs))
}

fn run_game<D: MatchGame>(args: &Args, inputs: &[String]) -> anyhow::Result<()> {
    let (mut ranges, mut bad) = args.params.as_deref().map(read_ranges).unwrap_or_default();
    for text in &args.set {
        ranges.push(Range::parse(text).context("--set")?);
    }
    ensure!(
        args.games.is_multiple_of(2),
        tr!("--games {count}: expected an even number, as games are played in pairs", count = args.games)
    );
    let pairs = args.games / 2;
    let openings = args.openings.read::<D>(&args.openings.files, pairs, args.seed)?;
    bad.extend(openings.bad.iter().cloned());
    for line in &bad {
        note(&line.to_string());
    }
    let base = Spec::parse_small::<D>(&args.base).and_then(Spec::unlimited).context("--base")?;
    let inputs = with_files(inputs, [&base]);
    args.overwrite.check(&[("--out", &args.out)], &inputs, Resume::of(args.resume))?;
    let plan = Plan {
        base,
        ranges,
        limit: match args.movetime.map(Duration::from_millis) {
            Some(time) => Limit { move_time: Some(time), ..Limit::default() },
            None => Limit { nodes: Some(args.nodes), ..Limit::default() },
        },
        openings,
        pairs,
        batch: u64::from(args.batch),
        r_end: args.rate,
        screen: args.screen,
        seed: args.seed,
        threads: usize::from(args.threads),
        rules: GameRules {
            max_plies: args.max_plies as usize,
            margin: UNMINDED,
            adjudication: D::ADJUDICATION,
            ..GameRules::default()
        },
        output: args.out.clone().map(|path| (path, args.resume)),
    };
    catch_interrupts();
    let progress = Progress::new(move || Some(2 * pairs));
    let tuning = tune::<D>(&plan, &mut |tuning, games| progress.show(games, &first_values(tuning)))?;
    drop(progress);
    show(&summary(&plan, &tuning))?;
    if is_interrupted() && tuning.pairs < pairs {
        bail!(Interrupted { done: 2 * tuning.pairs, what: "games" });
    }
    unused_lines(bad.len() as u64)
}

/// Parameters shown beside the bar.
const SHOWN: usize = 4;

fn first_values(tuning: &Tuning) -> String {
    let first = tuning.standings().take(SHOWN);
    let shown: Vec<String> = first
        .map(|s| match s.effect {
            Some(effect) => format!("{} {:+.0}", s.range.name, effect.elo),
            None => format!("{} {:.1}", s.range.name, s.value),
        })
        .collect();
    shown.join(", ")
}
