//! `somatic openings`

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::{bail, ensure};

use super::batch::MAX_THREADS;
use super::output::Interrupted;
use super::position::game;
use super::progress::Progress;
use crate::game::Game;
use crate::lab::batch::{self, catch_interrupts, is_interrupted};
use crate::lab::number::{amount, within};
use crate::lab::openings::{Maker, OpeningSettings};
use crate::lang::tr;
use crate::records::either::of_game;
use crate::records::position::GameKind;

/// Arguments of `openings`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// How many; no position comes twice
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = amount)]
    count: u64,
    /// The game [default: shogi]
    #[arg(long, value_name = "shogi|chess")]
    game: Option<String>,
    /// Random moves from the start position
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = within(0..=MAX_PLIES))]
    random_plies: u32,
    /// Moves that a search then chooses
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = within(0..=MAX_PLIES))]
    played_plies: u32,
    /// Nodes for each of these moves
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = amount)]
    nodes: u64,
    /// Nodes for judging the result
    #[arg(long, value_name = "N", default_value_t = 50_000, value_parser = amount)]
    judge_nodes: u64,
    /// How much better a side may stand in the end (a pawn is about 90)
    #[arg(long, value_name = "VALUE", default_value_t = 80, value_parser = within(0..=30_000))]
    limit: i32,
    /// The same seed gives the same openings
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = within(0..=u64::MAX))]
    seed: u64,
    /// Openings made at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within(1..=MAX_THREADS))]
    threads: u16,
}

/// Most moves of one kind: longer ones are games, not openings.
pub(super) const MAX_PLIES: u32 = 200;

/// Attempts for each opening asked for, before giving up.
const MAX_ATTEMPTS: u64 = 200;

pub fn run(args: &Args) -> anyhow::Result<()> {
    of_game!(game(args.game.as_deref())?.unwrap_or(GameKind::Shogi), P => make::<P>(args))
}

fn make<P: Game>(args: &Args) -> anyhow::Result<()> {
    let &Args { random_plies, played_plies, nodes, judge_nodes, limit, seed, .. } = args;
    let settings = OpeningSettings { random_plies, played_plies, nodes, judge_nodes, limit, seed };
    catch_interrupts();
    let count = args.count;
    let mut seen = HashSet::new();
    let enough = AtomicBool::new(false);
    let attempts = (1..=count.saturating_mul(MAX_ATTEMPTS)).take_while(|_| !enough.load(Relaxed));
    let progress = Progress::new(move || Some(count));
    batch::run(
        attempts,
        args.threads.into(),
        || Maker::<P>::new(settings),
        |maker, number| Some(maker.make(number)),
        |opening| match opening {
            // Those begun while the last one was made are too many.
            Some(opening) if (seen.len() as u64) < count && seen.insert(opening.key()) => {
                enough.store(seen.len() as u64 == count, Relaxed);
                progress.advance_by(1);
                progress.print(&format!("{}\n", line(&opening)))
            }
            _ => Ok(()),
        },
    )?;
    drop(progress);
    let made = seen.len() as u64;
    ensure!(made == count || !is_interrupted(), Interrupted { done: made, what: "openings" });
    if made < count {
        bail!(tr!(
            "only {made} of {count} openings after {most} attempts for each; expected a larger --limit, \
             or other --random-plies",
            made,
            count,
            most = MAX_ATTEMPTS
        ));
    }
    Ok(())
}

/// A line of a file of positions: an SFEN with its word, or a bare FEN.
fn line<P: Game>(opening: &P) -> String {
    if P::POSITION_WORD == "sfen" { format!("sfen {}", opening.text()) } else { opening.text() }
}
