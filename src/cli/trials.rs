//! `somatic match --trials`

use anyhow::{bail, ensure};

use super::batch::unused_lines;
use super::files::{Resume, check_inputs};
use super::language::{of_dialogue, on_output, shown};
use super::match_::{Args, plan, tell, with_files};
use super::output::{Interrupted, note, print};
use super::position::game;
use super::progress::Progress;
use crate::lab::arena::{Defaults, Queue, Standing, Trial, read_trials, recognize_game};
use crate::lab::batch::{catch_interrupts, is_interrupted, write_whole};
use crate::lang::{self, tr};
use crate::protocol::{Uci, Usi};
use crate::records::position::GameKind;
use crate::report::trials::table;

/// Runs the trials of a file.
pub fn run(args: &Args, file: &str) -> anyhow::Result<()> {
    let inputs = [std::slice::from_ref(&file.to_owned()), &args.openings.files].concat();
    check_inputs(&inputs)?;
    catch_interrupts();
    let is_chess = |file: &String| recognize_game(std::slice::from_ref(file)) == Some(GameKind::Chess);
    let (chess, shogi): (Vec<_>, Vec<_>) = args.openings.files.iter().cloned().partition(is_chess);
    let only_game = if shogi.is_empty() && !chess.is_empty() { GameKind::Chess } else { GameKind::Shogi };
    let (limits, common) = args.limits.sides()?;
    let defaults = Defaults {
        game: game(args.game.as_deref())?.unwrap_or(only_game),
        shogi: plan::<Usi>(args, Vec::new(), &shogi, u64::MAX)?,
        chess: plan::<Uci>(args, Vec::new(), &chess, u64::MAX)?,
        limits,
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
    let mut queue = Queue::open(&trials, &defaults.shogi.files)?;
    for (number, trial) in trials.iter().enumerate().take_while(|_| !is_interrupted()) {
        let (games, place) =
            (trial.plan.count(), format!("{}/{} {}: ", number + 1, trials.len(), trial.name));
        let progress = Progress::new(move || Some(games));
        queue.play(number, &mut |standing| tell(&progress, standing, &place))?;
        drop(progress);
        if let Some(path) = &args.table {
            let table = lang::within(of_dialogue(), || table(&trials, &queue.standings));
            write_whole(path, table.markdown())?;
        }
    }
    let standings = queue.standings;
    print(&shown(&on_output(|| table(&trials, &standings))))?;
    let is_over = |(trial, standing): (&Trial, &Standing)| {
        standing.decision().is_some() || standing.count() == trial.plan.count()
    };
    if is_interrupted() && !trials.iter().zip(&standings).all(is_over) {
        bail!(Interrupted { done: standings.iter().map(Standing::count).sum(), what: "games" });
    }
    unused_lines(bad.len() as u64)
}
