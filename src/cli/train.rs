//! `somatic train`

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, bail};

use super::files::{OverwriteArgs, Resume, check_inputs};
use super::output::{note, print_line};
use crate::eval::net::{self, Net};
use crate::game::Game;
use crate::lab::batch::{catch_interrupts, is_interrupted, write_whole};
use crate::lang::tr;
use crate::records::position::GameKind;
use crate::train::data::{Loaded, Loader, Target};
use crate::train::model::Decay;
use crate::train::record::Reader;
use crate::train::trainer::{Settings, Trainer, loss_of_formula};
use crate::{chess, shogi};

/// Arguments of `train`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Games of `selfplay`, all of one game
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The net to write; what is known of it goes to the same name with `.txt`
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Times that every position is learned
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// Positions a step
    #[arg(long, value_name = "N", default_value_t = 4096, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// Height of the learning rate
    #[arg(long, value_name = "X", default_value_t = 0.001)]
    rate: f32,
    /// Weight decay of what belongs to one piece, square and class
    #[arg(long, value_name = "X", default_value_t = 20.0)]
    decay: f32,
    /// Weight decay of what all classes share, and what the squares of an area share
    #[arg(long, value_name = "X", default_value_t = 4.0)]
    shared_decay: f32,
    /// The score whose expectation is 73 % [default: shogi 1300, chess 250]
    #[arg(long, value_name = "X")]
    scale: Option<f32>,
    /// Weight of the next position's target against the own score
    #[arg(long, value_name = "X", default_value_t = 0.85)]
    lambda: f32,
    /// Begin with this net, or `built-in`, instead of random weights
    #[arg(long, value_name = "NET")]
    from: Option<PathBuf>,
    /// Learn beside the formula instead of in its place
    #[arg(long)]
    formula: bool,
    /// Learn without SUPER-SOMA's net: for strategies that have none
    #[arg(long)]
    no_table: bool,
    /// Read nothing of the squares near the kings
    #[arg(long)]
    no_near: bool,
    /// At most so many positions
    #[arg(long, value_name = "N")]
    positions: Option<usize>,
    /// The same seed gives the same net
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Go on after the last whole epoch of a run that was ended
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    overwrite: OverwriteArgs,
}

/// Runs the command.
///
/// # Errors
/// Says what is wrong with the arguments or the files, or how many of them are
/// damaged.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let inputs: Vec<String> = args.files.iter().map(|path| path.to_string_lossy().into_owned()).collect();
    check_inputs(&inputs)?;
    let (net, manifest) = (Some(args.out.clone()), Some(args.out.with_extension("txt")));
    args.overwrite.check(&[("--out", &net), ("--out", &manifest)], &inputs, Resume::of(args.resume))?;
    let Some(first) = args.files.first() else {
        bail!(tr!("expected files of games"));
    };
    match Reader::open(first)?.header.game {
        GameKind::Shogi => train::<shogi::Position>(args, GameKind::Shogi),
        GameKind::Chess => train::<chess::Position>(args, GameKind::Chess),
    }
}

fn train<P: Game>(args: &Args, kind: GameKind) -> anyhow::Result<()> {
    let scale = args.scale.unwrap_or(match kind {
        GameKind::Shogi => 1300.0,
        GameKind::Chess => 250.0,
    });
    if !(1.0..=10_000.0).contains(&scale) || !(0.0..=1.0).contains(&args.lambda) {
        bail!(tr!("expected --scale from 1 to 10000 and --lambda from 0 to 1"));
    }
    let begun = Instant::now();
    let target = Target { scale, lambda: args.lambda, near: !args.no_near };
    let loader = Loader::<P>::new(target);
    let loaded = loader.load(kind, &args.files, args.positions.unwrap_or(usize::MAX))?;
    for fault in &loaded.faults {
        note(&format!("{fault}; the games before it are used"));
    }
    if loaded.training.samples.is_empty() {
        bail!(tr!("no position to learn from"));
    }
    let mut report = Report::default();
    report.say(&format!(
        "{} games, {} positions to learn from, {} held out, {:.1} s",
        loaded.games,
        loaded.training.samples.len(),
        loaded.held_out.samples.len(),
        begun.elapsed().as_secs_f64()
    ))?;
    report.say(&format!("results follow scores best at scale {:.0}", loaded.best_scale))?;
    let settings = Settings {
        epochs: args.epochs,
        batch: args.batch as usize,
        rate: args.rate,
        decay: Decay { own: args.decay, shared: args.shared_decay },
        scale,
        beside_formula: args.formula,
        with_net: !args.no_table,
        seed: args.seed,
    };
    let first = args.from.as_deref().map(|path| first_net::<P>(path, args.formula)).transpose()?;
    report.say(&format!("formula: held-out loss {}", loss_of_formula(&loaded.held_out, scale)))?;
    let Some(trainer) = learn::<P>(args, settings, first.as_deref(), &loaded, &mut report)? else {
        eprintln!("interrupted; go on with --resume");
        return Ok(());
    };
    let (weights, cut) = trainer.weights();
    if cut > 0 {
        report.say(&format!("{cut} weights were cut to their range"))?;
    }
    let bytes = net::write::<P::Geometry>(&weights);
    report.say(&format!("hash {:016x}, {} bytes", net::hash(&bytes), bytes.len()))?;
    write_whole(&args.out, &bytes)?;
    let command = std::env::args().skip(1).collect::<Vec<_>>().join(" ");
    let text = format!("somatic {command}\n{settings:?}\n{target:?}\n{}", report.text);
    write_whole(&args.out.with_extension("txt"), &text)?;
    // What was learned is kept until the net is there.
    let _ = std::fs::remove_file(state_of(args));
    print_line(&format!("written: {}", args.out.display()))?;
    if !loaded.faults.is_empty() {
        bail!(tr!("{count} damaged files", count = loaded.faults.len()));
    }
    Ok(())
}

/// The net to begin with.
fn first_net<P: Game>(path: &Path, beside_formula: bool) -> anyhow::Result<Arc<Net>> {
    let net = if path.as_os_str() == "built-in" {
        net::built_in::<P::Geometry>().context(tr!("--from: no net is built in"))?
    } else {
        Arc::new(Net::load::<P::Geometry>(path)?)
    };
    match (net.weights.beside_formula, beside_formula) {
        (true, false) => {
            bail!(tr!("--from: {net} stands beside the formula; add --formula", net = net.name()))
        }
        (false, true) => bail!(tr!("--from: {net} stands alone; leave --formula out", net = net.name())),
        _ => Ok(net),
    }
}

/// Where the state after each epoch is kept.
fn state_of(args: &Args) -> PathBuf {
    args.out.with_extension("state")
}

fn learn<P: Game>(
    args: &Args,
    settings: Settings,
    first: Option<&Net>,
    loaded: &Loaded,
    report: &mut Report,
) -> anyhow::Result<Option<Trainer>> {
    let state = state_of(args);
    let from = first.map_or_else(String::new, |net| format!(" from {}", net.name()));
    let what = format!("{} {}{from}", P::GAME, loaded.training.samples.len());
    let mut trainer = Trainer::new::<P::Geometry>(settings);
    if let Some(net) = first {
        trainer.begin_with(&net.weights);
        report.say(&format!("beginning{from}: held-out loss {}", trainer.loss(&loaded.held_out)))?;
    }
    if args.resume && state.exists() {
        let say = || tr!("cannot read {file}", file = state.display());
        if !trainer.load(&state, &what).with_context(say)? {
            bail!(tr!("--resume: {file} is of another learning", file = state.display()));
        }
        report.say(&format!("going on after epoch {}", trainer.epoch))?;
    }
    catch_interrupts();
    let begun = Instant::now();
    while trainer.epoch < settings.epochs {
        trainer.learn(&loaded.training, |_| {});
        let loss = trainer.loss(&loaded.held_out);
        let seconds = begun.elapsed().as_secs_f64();
        report.say(&format!("epoch {}: held-out loss {loss}, {seconds:.1} s", trainer.epoch))?;
        trainer.save(&state, &what)?;
        if is_interrupted() && trainer.epoch < settings.epochs {
            return Ok(None);
        }
    }
    report.say(&format!("loss on what was learned {}", trainer.loss(&loaded.training)))?;
    Ok(Some(trainer))
}

/// What is said, and goes into the manifest as well.
#[derive(Debug, Default)]
struct Report {
    text: String,
}

impl Report {
    fn say(&mut self, line: &str) -> anyhow::Result<()> {
        self.text.push_str(line);
        self.text.push('\n');
        print_line(line)
    }
}
