//! `somatic train`

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, bail, ensure};

use super::files::{OverwriteArgs, Resume, check_inputs, holds_something};
use super::output::{Interrupted, note, print_line};
use super::progress::Progress;
use crate::eval::net::{self, Net};
use crate::files::{Output, write_whole};
use crate::game::Game;
use crate::lab::number::within;
use crate::lang::tr;
use crate::protocol::interrupt::{catch_interrupts, is_interrupted};
use crate::records::either::of_game;
use crate::records::position::GameKind;
use crate::train::data::{Loaded, Loader, Target};
use crate::train::model::Decay;
use crate::train::record::Reader;
use crate::train::trainer::{Settings, Trainer, WARM_UP, loss_of_formula};

/// What stands for the net that the game brings along.
const BUILT_IN: &str = "built-in";
/// How what is known of a net begins, before the words of the command.
const MANIFEST: &str = "somatic ";

/// Arguments of `train`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Games of `selfplay`, all of one game
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The net to write; what is known of it goes to the same name with `.txt`, the state after each epoch to
    /// that with `.state` until the net is there
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Times that every position is learned
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = within(1..=u32::MAX))]
    epochs: u32,
    #[arg(long, value_name = "N", default_value_t = 4096, value_parser = within(1..=u32::MAX), help = batch_help())]
    batch: u32,
    /// Height of the learning rate
    #[arg(long, value_name = "X", default_value_t = 0.001, value_parser = within(1e-9_f32..=1.0))]
    rate: f32,
    /// Weight decay of what belongs to one piece, square and class
    #[arg(long, value_name = "X", default_value_t = 20.0, value_parser = within(0.0_f32..=1e6))]
    decay: f32,
    /// Weight decay of what all classes share, and what the squares of an area share
    #[arg(long, value_name = "X", default_value_t = 4.0, value_parser = within(0.0_f32..=1e6))]
    shared_decay: f32,
    #[arg(long, value_name = "X", value_parser = within(1.0_f32..=10_000.0), help = scale_help())]
    scale: Option<f32>,
    /// Weight of the next position's target against the own score
    #[arg(long, value_name = "X", default_value_t = 0.85, value_parser = within(0.0_f32..=1.0))]
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
    /// So many positions are enough: the game with which there are so many is the last, and is learned whole
    #[arg(long, value_name = "N", value_parser = within(0..=usize::MAX))]
    positions: Option<usize>,
    /// The same seed gives the same net
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = within(0..=u64::MAX))]
    seed: u64,
    /// Go on after the last whole epoch of a run that was ended
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    overwrite: OverwriteArgs,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let from = args.from.iter().filter(|from| from.as_os_str() != BUILT_IN);
    let inputs: Vec<String> =
        args.files.iter().chain(from).map(|path| path.to_string_lossy().into_owned()).collect();
    check_inputs(&inputs)?;
    if args.resume && !args.overwrite.overwrite && is_done(&args.out) {
        return print_line(&format!("{}: learned already; --overwrite learns it anew", args.out.display()));
    }
    // The state is what is gone on with.
    let outputs = [state_of(&args.out), args.out.clone(), manifest_of(&args.out)].map(Some);
    let outputs = outputs.each_ref().map(|path| ("--out", path));
    args.overwrite.check(&outputs, &inputs, Resume::of(args.resume))?;
    let first = args.files.first().context(tr!("expected files of games"))?;
    let kind = Reader::open(first)?.header.game;
    of_game!(kind, P => train::<P>(args, kind))
}

fn train<P: Game>(args: &Args, kind: GameKind) -> anyhow::Result<()> {
    let scale = args.scale.unwrap_or(usual_scale(kind));
    catch_interrupts();
    let begun = Instant::now();
    let first = args.from.as_deref().map(|path| first_net::<P>(path, args.formula)).transpose()?;
    let mut state = StateFile::open(args)?;
    let target = Target { scale, lambda: args.lambda, near: !args.no_near };
    let loader = Loader::<P>::new(target);
    let loaded = loader.load(kind, &args.files, args.positions.unwrap_or(usize::MAX))?;
    ensure!(!is_interrupted(), Interrupted { done: 0, what: "epochs" });
    for fault in &loaded.faults {
        note(&tr!("{fault}; the games before it are used", fault));
    }
    ensure!(loaded.training.positions > 0, tr!("no position to learn from"));
    let mut report = Report::default();
    report.say(&format!(
        "{} games, {} positions to learn from, {} held out, {:.1} s",
        loaded.games,
        loaded.training.positions,
        loaded.held_out.samples.len(),
        begun.elapsed().as_secs_f64()
    ))?;
    if !loaded.held_out.samples.is_empty() {
        report.say(&format!(
            "results of the held-out positions follow scores best at scale {:.0}",
            loaded.best_scale
        ))?;
    }
    let steps = loaded.training.positions.div_ceil(args.batch as usize) as u64 * u64::from(args.epochs);
    if steps <= WARM_UP.into() {
        report.say(&format!(
            "only {steps} of the {WARM_UP} steps in which the learning rate rises: hardly anything is learned; a \
             smaller --batch makes more steps"
        ))?;
    }
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
    report.say(&format!("formula: held-out loss {}", loss_of_formula(&loaded.held_out, scale)))?;
    let trainer = learn::<P>(&mut state, settings, target, first.as_deref(), &loaded, &mut report)?;
    let (weights, cut) = trainer.weights();
    if cut > 0 {
        report.say(&format!("{cut} weights were cut to their range"))?;
    }
    let bytes = net::write::<P::Geometry>(&weights);
    report.say(&format!("hash {:016x}, {} bytes", net::hash(&bytes), bytes.len()))?;
    write_whole(&args.out, &bytes)?;
    let text = format!("{MANIFEST}{}\n{settings:?}\n{target:?}\n{}", command_words(), report.0);
    write_whole(&manifest_of(&args.out), &text)?;
    // What was learned is kept until the net is there.
    let _ = std::fs::remove_file(&state.path);
    print_line(&format!("written: {}", args.out.display()))?;
    ensure!(loaded.faults.is_empty(), tr!("{count} damaged files", count = loaded.faults.len()));
    Ok(())
}

/// The scale of a game unless it is given.
const fn usual_scale(kind: GameKind) -> f32 {
    match kind {
        GameKind::Shogi => 1_300.0,
        GameKind::Chess => 250.0,
    }
}

fn batch_help() -> String {
    tr!("Positions a step; the learning rate rises during the first {most} steps", most = WARM_UP)
}

fn scale_help() -> String {
    let [shogi, chess] = [GameKind::Shogi, GameKind::Chess].map(usual_scale);
    tr!("The score whose expectation is 73 % [default: shogi {shogi}, chess {chess}]", shogi, chess)
}

/// The net to begin with.
fn first_net<P: Game>(path: &Path, beside_formula: bool) -> anyhow::Result<Arc<Net>> {
    let net = if path.as_os_str() == BUILT_IN {
        net::built_in::<P::Geometry>().context(tr!("--from: no net is built in"))?
    } else {
        Arc::new(Net::load::<P::Geometry>(path)?)
    };
    if beside_formula && !net.weights.beside_formula {
        bail!(tr!("--from: {net} stands alone; leave --formula out", net = net.name()));
    }
    Ok(net)
}

/// Where the state after each epoch is kept.
fn state_of(out: &Path) -> PathBuf {
    out.with_extension("state")
}

/// Where what is known of a net goes.
fn manifest_of(out: &Path) -> PathBuf {
    out.with_extension("txt")
}

/// Whether this command has learned the net that is there, by what is known of it.
fn is_done(out: &Path) -> bool {
    let is_whole = holds_something(out) && !state_of(out).exists();
    let manifest = std::fs::read_to_string(manifest_of(out)).unwrap_or_default();
    let command = manifest.lines().next().and_then(|line| line.strip_prefix(MANIFEST));
    is_whole && command.is_some_and(|command| setting_words(command).eq(setting_words(&command_words())))
}

/// The words of the command that runs.
fn command_words() -> String {
    std::env::args().skip(1).collect::<Vec<_>>().join(" ")
}

/// The words of a command but for those that say what becomes of files.
fn setting_words(command: &str) -> impl Iterator<Item = &str> {
    command.split(' ').filter(|word| !["--resume", "--overwrite"].contains(word))
}

/// The file of the state after each epoch, which no other process writes.
struct StateFile {
    path: PathBuf,
    file: Output,
    /// Whether it is to be gone on with.
    goes_on: bool,
}

impl StateFile {
    fn open(args: &Args) -> anyhow::Result<Self> {
        let path = state_of(&args.out);
        let goes_on = args.resume && path.exists();
        let whole = |file: &File| Ok(file.metadata()?.len());
        let file = if goes_on { Output::resume(&path, whole)? } else { Output::create_beside(&path)? };
        Ok(Self { path, file, goes_on })
    }

    /// Goes on with the state, if there is one.
    fn read(&self, trainer: &mut Trainer, what: &str) -> anyhow::Result<bool> {
        if self.goes_on {
            let say = || format!("--resume: {}", self.path.display());
            let cannot_read = || tr!("cannot read {file}", file = self.path.display());
            trainer.go_on(&File::open(&self.path).with_context(cannot_read)?, what).with_context(say)?;
        }
        Ok(self.goes_on)
    }

    fn write(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        // The first one waits for its place.
        if self.file.length() > 0 {
            return self.file.replace(bytes);
        }
        self.file.append(bytes)?;
        self.file.take_place()
    }
}

fn learn<P: Game>(
    state: &mut StateFile,
    settings: Settings,
    target: Target,
    first: Option<&Net>,
    loaded: &Loaded,
    report: &mut Report,
) -> anyhow::Result<Trainer> {
    let training = &loaded.training;
    let from = first.map_or_else(String::new, |net| format!(" from {}", net.name()));
    let prints = [training.fingerprint(), loaded.held_out.fingerprint()];
    let what = format!("{} {target:?} {prints:016x?}{from}", P::GAME);
    let mut trainer = Trainer::new::<P::Geometry>(settings);
    if let Some(net) = first {
        trainer.begin_with::<P::Geometry>(&net.weights);
        report.say(&format!("beginning{from}: held-out loss {}", trainer.loss(&loaded.held_out)))?;
    }
    if state.read(&mut trainer, &what)? {
        report.say(&format!("going on after epoch {}", trainer.epoch))?;
    }
    let begun = Instant::now();
    let positions = training.positions as u64 * u64::from(settings.epochs - trainer.epoch);
    let progress = Progress::new(move || Some(positions));
    while trainer.epoch < settings.epochs {
        let is_done = trainer.learn::<P>(training, |positions| {
            progress.advance_by(positions as u64);
            !is_interrupted()
        })?;
        ensure!(is_done, Interrupted { done: trainer.epoch.into(), what: "epochs" });
        let loss = trainer.loss(&loaded.held_out);
        let seconds = begun.elapsed().as_secs_f64();
        let line = format!("epoch {}: held-out loss {loss}, {seconds:.1} s", trainer.epoch);
        progress.print(&format!("{line}\n"))?;
        report.note(&line);
        state.write(&trainer.state(&what))?;
    }
    drop(progress);
    report.say(&format!("loss on what was learned {}", trainer.loss_of_games::<P>(training)?))?;
    Ok(trainer)
}

/// What is said, and goes into the manifest as well.
#[derive(Debug, Default)]
struct Report(String);

impl Report {
    fn say(&mut self, line: &str) -> anyhow::Result<()> {
        self.note(line);
        print_line(line)
    }

    /// Keeps what was said.
    fn note(&mut self, line: &str) {
        self.0 += line;
        self.0.push('\n');
    }
}
