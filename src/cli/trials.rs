//! `somatic match --trials`

use std::path::PathBuf;

use anyhow::bail;

use super::batch::unused_lines;
use super::files::{Resume, check_inputs};
use super::language::{of_dialogue, on_output, shown};
use super::match_::{Args, openings, rules, tell, with_files};
use super::output::{Interrupted, note, print};
use super::position::game;
use super::progress::Progress;
use crate::lab::arena::{
    Defaults, Follower, GameDefaults, MatchGame, Sprt, Standing, Trial, play_trials, read_trials,
    recognize_game,
};
use crate::lab::batch::{Shard, catch_interrupts, is_interrupted, write_whole};
use crate::lang::{self, tr};
use crate::protocol::{Uci, Usi};
use crate::records::bad_line::BadLine;
use crate::records::position::GameKind;
use crate::report::trials::table;

/// Runs the trials of a file.
pub fn run(args: &Args, file: &str) -> anyhow::Result<()> {
    let inputs = [std::slice::from_ref(&file.to_owned()), &args.openings].concat();
    check_inputs(&inputs)?;
    if args.resume && args.jsonl.is_none() {
        bail!(tr!("--resume needs --jsonl FILE to go on with"));
    }
    catch_interrupts();
    let mut bad = Vec::new();
    let is_chess = |file: &String| recognize_game(std::slice::from_ref(file)) == Some(GameKind::Chess);
    let (chess, shogi): (Vec<_>, Vec<_>) = args.openings.iter().cloned().partition(is_chess);
    let only_game = if shogi.is_empty() && !chess.is_empty() { GameKind::Chess } else { GameKind::Shogi };
    let (limits, common) = args.limits.sides()?;
    let defaults = Defaults {
        game: game(args.game.as_deref())?.unwrap_or(only_game),
        shogi: defaults::<Usi>(args, &shogi, &mut bad)?,
        chess: defaults::<Uci>(args, &chess, &mut bad)?,
        games: args.games,
        seed: args.seed,
        limits,
        common,
        against: args.against.clone(),
        sprt: args.sprt.as_deref().map(Sprt::parse).transpose()?,
        shard: args.shard.as_deref().map(Shard::parse).transpose()?.unwrap_or_default(),
        threads: usize::from(args.threads),
    };
    let (trials, bad_trials) = read_trials(file, &defaults);
    bad.extend(bad_trials);
    for line in &bad {
        note(&line.to_string());
    }
    if trials.is_empty() {
        bail!(tr!("{file}: no trial", file));
    }
    let outputs = [("--jsonl", &args.jsonl), ("--table", &args.table)];
    let inputs = with_files(&inputs, trials.iter().flat_map(|trial| &trial.plan.players));
    args.overwrite.check(&outputs, &inputs, Resume::of(args.resume))?;
    let results = args.jsonl.as_deref().map(|path| (path, args.resume));
    let mut watcher = Watcher { trials: &trials, table: args.table.clone(), progress: None };
    let standings = play_trials(&trials, results, &mut watcher)?;
    drop(watcher);
    print(&shown(&on_output(|| table(&trials, &standings))))?;
    let is_over = |(trial, standing): (&Trial, &Standing)| {
        standing.decision().is_some() || standing.count() == trial.plan.count()
    };
    if is_interrupted() && !trials.iter().zip(&standings).all(is_over) {
        bail!(Interrupted { done: standings.iter().map(Standing::count).sum(), what: "games" });
    }
    unused_lines(bad.len() as u64)
}

/// What holds for the trials of a game.
fn defaults<D: MatchGame>(
    args: &Args,
    files: &[String],
    bad: &mut Vec<BadLine>,
) -> anyhow::Result<GameDefaults> {
    let openings = openings::<D>(args, files, u64::MAX)?;
    bad.extend(openings.bad.iter().cloned());
    Ok(GameDefaults { openings, rules: rules::<D>(args)? })
}

/// Shows how far the trials are, and writes their table.
struct Watcher<'a> {
    trials: &'a [Trial],
    table: Option<PathBuf>,
    /// The trial that is being played.
    progress: Option<(usize, Progress)>,
}

impl Follower for Watcher<'_> {
    fn on_game(&mut self, number: usize, standing: &Standing) {
        let trial = &self.trials[number];
        let shown = self.progress.take().filter(|(shown, _)| *shown == number);
        let (_, progress) = shown.unwrap_or_else(|| {
            let games = trial.plan.count();
            (number, Progress::new(move || Some(games)))
        });
        tell(&progress, standing, &format!("{}/{} {}: ", number + 1, self.trials.len(), trial.name));
        self.progress = Some((number, progress));
    }

    fn on_trial(&mut self, _: usize, standings: &[Standing]) -> anyhow::Result<()> {
        self.progress = None;
        match &self.table {
            Some(path) => {
                let table = lang::within(of_dialogue(), || table(self.trials, standings));
                write_whole(path, table.markdown())
            }
            None => Ok(()),
        }
    }
}
