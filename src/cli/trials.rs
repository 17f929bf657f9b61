//! `somatic match --trials`

use anyhow::ensure;

use super::files::{Resume, check_inputs};
use super::language::{of_dialogue, on_output, shown};
use super::match_::{Args, end, plan, play, with_files};
use super::output::{note, print};
use super::position::game;
use crate::lab::arena::{Defaults, Standing, read_trials, recognize_game};
use crate::lab::batch::{catch_interrupts, write_whole};
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
    let write = |standings: &[Standing]| {
        let Some(path) = &args.table else { return Ok(()) };
        write_whole(path, lang::within(of_dialogue(), || table(&trials, standings)).markdown())
    };
    let queue = play(args, &trials, None, |_| (), write)?;
    print(&shown(&on_output(|| table(&trials, &queue.standings))))?;
    end(&queue, bad.len())
}
