//! `somatic match`

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail, ensure};

use super::batch::{MAX_THREADS, nothing_in_part, unused_lines, write_page};
use super::files::{OverwriteArgs, Resume, check_inputs};
use super::language::{of_dialogue, on_output, shown};
use super::limits::MatchLimitArgs;
use super::openings::MAX_PLIES;
use super::output::{Interrupted, note, print, show};
use super::position::game;
use super::progress::Progress;
use crate::game::Notation as _;
use crate::lab::arena::{
    Adjudication, Defaults, EndRule, Files, GameRecord, GameRules, History, Limit, MOST_GAMES, MatchGame,
    Openings, Plan, Queue, Spec, Sprt, Standing, Trial, form_of, players, read_trials, recognize_game,
};
use crate::lab::batch::{Shard, catch_interrupts, is_interrupted, write_whole};
use crate::lab::number::within;
use crate::lang::{self, tr};
use crate::protocol::dialect::of_protocol;
use crate::protocol::{Uci, Usi};
use crate::records::Form;
use crate::records::position::GameKind;
use crate::report::matches;
use crate::report::trials::table;

/// The longest that a program may be silent, in seconds.
pub(super) const LONGEST_PATIENCE: u64 = 10_000_000;

/// Arguments of `match`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Player A: fields Name=Value with commas between them; nothing is this engine as it is
    ///
    /// Without `cmd` the player is this engine, and the fields are its options by the names of the protocol, or
    /// parameters of its search: "Tactics=soma,Hash=16,horizon_delta=300" (a wrong name shows all of them). With
    /// `cmd=PROGRAM ARGUMENTS` it is that program (no shell; double quotes hold blanks together), started in the
    /// folder `dir`, and the other fields are its options: "cmd=/usr/games/gnuchess --uci,Hash=16". `name` is what
    /// reports call it. A SPEC with a semicolon is divided at semicolons instead, so that values may contain commas.
    #[arg(long, value_name = "SPEC", default_value = "")]
    a: String,
    /// Player B
    #[arg(long, value_name = "SPEC", default_value = "")]
    b: String,
    /// A stranger that A and B both play in place of each other; may stand several times
    ///
    /// A SPEC as of --a. It plays with the limit of all, unless it has one of its own (nodes=N, movetime=MS,
    /// depth=N, tc=BASE+INC, byoyomi=MS) or odds=F, which are F times that limit. Four games are a unit: A, then B
    /// plays a pair against the same stranger from the same opening, and strangers take turns. The score, its
    /// interval and --sprt are of what A has more than B in these units
    #[arg(long, value_name = "SPEC")]
    against: Vec<String>,
    /// A queue of matches: `NAME ; SPEC A ; SPEC B` a line, and fields of its own behind a further semicolon
    ///
    /// The fields are game=shogi|chess, games=N, sprt=ELO0,ELO1 and nodes=N, movetime=MS, depth=N, tc=BASE+INC
    /// or byoyomi=MS, in place of what the options say for all: "check ; horizon_checks=2 ; ; game=chess sprt=0,5";
    /// `against=SPEC`, alone between semicolons, is a stranger as of --against.
    /// `#` begins a comment. The matches are played one after the other; all games go to --jsonl, each with the
    /// name of its trial, and --resume goes on where a run was ended. Without a clock players have a table of
    /// 2 MiB unless their SPEC says otherwise. At the end a table: a difference of ELO1 is accepted or rejected
    #[arg(long, value_name = "FILE", conflicts_with_all = ["a", "b", "record"])]
    trials: Option<String>,
    /// Where the table of the trials goes as Markdown
    #[arg(long, value_name = "FILE", requires = "trials")]
    table: Option<PathBuf>,
    /// How many games; games 2k - 1 and 2k share an opening, with colors reversed
    #[arg(
        long, value_name = "N", required_unless_present = "trials",
        value_parser = within(1..=MOST_GAMES)
    )]
    games: Option<u64>,
    #[command(flatten)]
    openings: OpeningArgs,
    /// Other random moves, and another choice where a player leaves it to chance (Skill, Variety)
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within(0..=u64::MAX))]
    seed: u64,
    /// The game, where the openings do not tell [default: shogi]
    #[arg(long, value_name = "shogi|chess")]
    game: Option<String>,
    #[command(flatten)]
    limits: MatchLimitArgs,
    /// Games at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within(1..=MAX_THREADS))]
    threads: u16,
    /// Only the I-th of N parts of all pairs
    #[arg(long, value_name = "I/N")]
    shard: Option<String>,
    /// Stop when it is decided which Elo difference A has (logistic, 5 % risk of either error)
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// Results, one JSON object a game
    #[arg(long, value_name = "FILE")]
    jsonl: Option<PathBuf>,
    /// Games, in the format of the name: .usi, .sfen, .csa, .kif (Shift_JIS), .kifu (UTF-8); .pgn, .uci
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// A page with the score, its course and the games
    #[arg(long, value_name = "FILE", conflicts_with = "trials")]
    html: Option<PathBuf>,
    /// Write no times of moves: at fixed nodes or depth the same match then gives the same results, byte for byte
    #[arg(long)]
    no_times: bool,
    /// Go on with what the results hold
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    overwrite: OverwriteArgs,
    /// A draw after so many moves of the players
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = within(0..=u32::MAX))]
    max_plies: u32,
    /// How late a move may be; what is late is not taken from the clock, which ends at 0
    #[arg(long, value_name = "MS", default_value_t = 200, value_parser = within(0..=u64::MAX))]
    margin: u64,
    /// How long a program may take to start, and to think where no clock runs
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = within(1..=LONGEST_PATIENCE))]
    timeout: u64,
    /// Play every game to its end
    #[arg(long)]
    no_adjudication: bool,
    #[arg(long, value_name = "CP,MOVES", conflicts_with = "no_adjudication", help = win_help())]
    adjudicate_win: Option<String>,
    #[arg(long, value_name = "CP,MOVES,PLY", conflicts_with = "no_adjudication", help = draw_help())]
    adjudicate_draw: Option<String>,
}

/// What games begin with.
#[derive(Debug, clap::Args)]
pub(super) struct OpeningArgs {
    /// Positions to begin with, one a line; random moves if there are none
    ///
    /// Where there are more pairs than positions, these come again, with two random moves behind them. A position
    /// that stands there twice counts once.
    #[arg(long = "openings", value_name = "FILE")]
    pub files: Vec<String>,
    /// Without openings: how many random moves begin a pair of games
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = within(0..=MAX_PLIES))]
    random_plies: u32,
}

impl OpeningArgs {
    /// The game: the one that is named, else that of the first position.
    pub fn game(&self, named: Option<&str>) -> Result<GameKind> {
        Ok(game(named)?.or_else(|| recognize_game(&self.files)).unwrap_or(GameKind::Shogi))
    }

    /// So many positions of these files, or random moves if there are none.
    pub fn read<D: MatchGame>(&self, files: &[String], enough: u64, seed: u64) -> Result<Openings> {
        if files.is_empty() {
            return Ok(Openings::random(seed, self.random_plies));
        }
        let openings = Openings::read::<D::Game>(files, enough);
        if openings.count().is_none() {
            let reason = openings.bad.first().map_or_else(|| files.join(" "), ToString::to_string);
            bail!(tr!("no opening of {game}: {reason}", game = lang::text(D::Game::GAME), reason));
        }
        Ok(openings)
    }
}

/// What a rule is unless it is given; `never` where there is none.
fn usual(rule: Option<impl ToString>) -> String {
    rule.map_or_else(|| tr!("never").to_owned(), |rule| rule.to_string())
}

fn win_help() -> String {
    let [shogi, chess] = [Usi::ADJUDICATION, Uci::ADJUDICATION].map(|rules| usual(rules.win));
    tr!("Won when both players say so for so many moves each [shogi: {shogi}; chess: {chess}]", shogi, chess)
}

fn draw_help() -> String {
    let [shogi, chess] = [Usi::ADJUDICATION, Uci::ADJUDICATION].map(|rules| usual(rules.draw));
    tr!("Drawn when both say so, from a ply of the game on [shogi: {shogi}; chess: {chess}]", shogi, chess)
}

pub fn run(args: &Args) -> Result<()> {
    if let Some(file) = &args.trials {
        return run_trials(args, file);
    }
    check_inputs(&args.openings.files)?;
    of_protocol!(args.openings.game(args.game.as_deref())?, D => run_game::<D>(args))
}

fn run_game<D: MatchGame>(args: &Args) -> Result<()> {
    let (own, common) = args.limits.sides()?;
    let players = players(&args.a, &args.b, &args.against, own, Limit::default(), |text, own| {
        Spec::parse::<D>(text)?.with_own::<D>(&own, &common)
    })?;
    let outputs = [("--jsonl", &args.jsonl), ("--record", &args.record), ("--html", &args.html)];
    let openings = &args.openings.files;
    args.overwrite.check(&outputs, &with_files(openings, &players), Resume::of(args.resume))?;
    let plan = plan::<D>(args, players, openings, args.games.unwrap_or_default().div_ceil(2))?;
    let form = |path: PathBuf| form_of(&path, D::KIND).map(|form| (path, form));
    let games = args.record.clone().map(form).transpose()?;
    for line in &plan.openings.bad {
        note(&line.to_string());
    }
    note_odd(&plan);
    catch_interrupts();
    let mut history = History::default();
    let keep = |record: &GameRecord| {
        if args.html.is_some() {
            history.add(record);
        }
    };
    let alone = [Trial { name: None, plan }];
    let queue = play(args, &alone, games, keep, |_| Ok(()))?;
    let ([Trial { plan, .. }], standing) = (&alone, &queue.standings[0]);
    let is_part = is_interrupted() && !queue.is_over();
    let of_page = |note: &'static str| matches::page::<D>(plan, standing, &history, note);
    let page = write_page(args.html.as_deref(), is_part, of_page);
    show(&on_output(|| matches::summary(plan, standing)))?;
    page?;
    end(&queue, plan.openings.bad.len())
}

/// Says of a match that it has no games, or how many of its openings come again: the same games are played once more,
/// and prove nothing.
fn note_odd(plan: &Plan) {
    if plan.count() == 0 {
        note(&nothing_in_part("games", plan.shard));
    }
    let (repeats, count) = plan.repeats();
    if repeats > 0 {
        note(&tr!(
            "{repeats} of {count} openings come again: without a clock their games are only played once more",
            repeats,
            count
        ));
    }
}

/// Runs the trials of a file.
fn run_trials(args: &Args, file: &str) -> Result<()> {
    let inputs = [std::slice::from_ref(&file.to_owned()), &args.openings.files].concat();
    check_inputs(&inputs)?;
    catch_interrupts();
    let is_chess = |file: &String| recognize_game(std::slice::from_ref(file)) == Some(GameKind::Chess);
    let (chess, shogi): (Vec<_>, Vec<_>) = args.openings.files.iter().cloned().partition(is_chess);
    let only_game = if shogi.is_empty() && !chess.is_empty() { GameKind::Chess } else { GameKind::Shogi };
    let (own, common) = args.limits.sides()?;
    let defaults = Defaults {
        game: game(args.game.as_deref())?.unwrap_or(only_game),
        shogi: plan::<Usi>(args, Vec::new(), &shogi, u64::MAX)?,
        chess: plan::<Uci>(args, Vec::new(), &chess, u64::MAX)?,
        limits: own.map(|own| if own.is_none() { common } else { own }),
        common,
        against: args.against.clone(),
    };
    let (trials, bad_trials) = read_trials(file, &defaults);
    let bad = [&defaults.shogi.openings.bad[..], &defaults.chess.openings.bad, &bad_trials].concat();
    for line in &bad {
        note(&line.to_string());
    }
    ensure!(!trials.is_empty(), tr!("{file}: no trial", file));
    let outputs = [("--jsonl", &args.jsonl), ("--table", &args.table)];
    let inputs = with_files(&inputs, trials.iter().flat_map(|trial| &trial.plan.players));
    args.overwrite.check(&outputs, &inputs, Resume::of(args.resume))?;
    let write = |standings: &[Standing]| {
        let Some(path) = &args.table else { return Ok(()) };
        write_whole(path, lang::within(of_dialogue(), || table(&trials, standings)).markdown())
    };
    for trial in &trials {
        note_odd(&trial.plan);
    }
    let queue = play(args, &trials, None, |_| (), write)?;
    print(&shown(&on_output(|| table(&trials, &queue.standings))))?;
    end(&queue, bad.len())
}

/// Plays matches one after the other and shows how far each is; `look` sees all games, those that the results hold
/// included, and `after` how all matches stand after each of them.
fn play<'a>(
    args: &Args,
    trials: &'a [Trial],
    games: Option<(PathBuf, Form)>,
    mut look: impl FnMut(&GameRecord),
    after: impl Fn(&[Standing]) -> Result<()>,
) -> Result<Queue<'a>> {
    let files = Files { results: args.jsonl.clone(), games, resume: args.resume };
    let mut queue = Queue::open(trials, &files, &mut look)?;
    for (number, trial) in trials.iter().enumerate().take_while(|_| !is_interrupted()) {
        let name = trial.name.as_ref();
        let place = name.map_or_else(String::new, |name| format!("{}/{} {name}: ", number + 1, trials.len()));
        let games = trial.plan.count();
        let progress = Progress::new(move || Some(games));
        queue.play(number, &mut |record, standing| {
            look(record);
            tell(&progress, standing, &place);
        })?;
        drop(progress);
        after(&queue.standings)?;
    }
    Ok(queue)
}

/// How the command ends after these matches, where so many lines of its files are bad.
fn end(queue: &Queue<'_>, bad: usize) -> Result<()> {
    let done = queue.standings.iter().map(Standing::count).sum();
    ensure!(!is_interrupted() || queue.is_over(), Interrupted { done, what: "games" });
    unused_lines(bad as u64)
}

/// A match of these players from the first positions of these files, so many.
fn plan<D: MatchGame>(args: &Args, players: Vec<Spec>, openings: &[String], enough: u64) -> Result<Plan> {
    Ok(Plan {
        game: D::KIND,
        players,
        openings: args.openings.read::<D>(openings, enough, args.seed)?,
        games: args.games.unwrap_or_default(),
        seed: args.seed,
        shard: args.shard.as_deref().map(Shard::parse).transpose()?.unwrap_or_default(),
        threads: usize::from(args.threads),
        rules: GameRules {
            max_plies: args.max_plies as usize,
            margin: Duration::from_millis(args.margin),
            patience: Duration::from_secs(args.timeout),
            adjudication: adjudication::<D>(args)?,
            times: !args.no_times,
        },
        sprt: args.sprt.as_deref().map(Sprt::parse).transpose()?,
    })
}

/// These inputs, and what the players read.
pub(super) fn with_files<'a>(inputs: &[String], specs: impl IntoIterator<Item = &'a Spec>) -> Vec<String> {
    let files = specs.into_iter().flat_map(Spec::files).map(|path| path.to_string_lossy().into_owned());
    inputs.iter().cloned().chain(files).collect()
}

fn adjudication<D: MatchGame>(args: &Args) -> Result<Adjudication> {
    if args.no_adjudication {
        return Ok(Adjudication::default());
    }
    let win = args.adjudicate_win.as_deref().map(EndRule::win).transpose()?;
    let draw = args.adjudicate_draw.as_deref().map(EndRule::draw).transpose()?;
    Ok(Adjudication { win: win.or(D::ADJUDICATION.win), draw: draw.or(D::ADJUDICATION.draw) })
}

/// Shows how far a match is; `before` stands before that.
fn tell(progress: &Progress, standing: &Standing, before: &str) {
    let [losses, draws, wins] = standing.games().0;
    let elo = standing.estimate().map(|(estimate, _)| estimate).filter(|e| e.error.is_finite());
    let elo = elo.map_or_else(String::new, |e| format!("  Elo {:+.0} +- {:.0}", e.elo, e.error));
    progress.show(standing.count(), &format!("{before}+{wins} ={draws} -{losses}{elo}"));
}
