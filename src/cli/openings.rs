//! `somatic openings`

use std::collections::HashSet;
use std::num::NonZeroU64;

use anyhow::bail;

use super::output::print_line;
use super::position::game;
use crate::game::{EvalWeights, Game};
use crate::lab::batch::{self, catch_interrupts};
use crate::lab::openings::{Maker, Settings};
use crate::protocol::position::GameKind;
use crate::{chess, shogi};

/// Arguments of `openings`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// How many to try; duplicates are left out
    #[arg(long, value_name = "N", default_value = "100")]
    count: NonZeroU64,
    /// The game
    #[arg(long, value_name = "shogi|chess")]
    game: Option<String>,
    /// Random moves from the start position
    #[arg(long, value_name = "N", default_value_t = 6)]
    random_plies: u32,
    /// Moves that a search then chooses
    #[arg(long, value_name = "N", default_value_t = 10)]
    played_plies: u32,
    /// Nodes for each of these moves
    #[arg(long, value_name = "N", default_value = "2000")]
    nodes: NonZeroU64,
    /// Nodes for judging the result
    #[arg(long, value_name = "N", default_value = "50000")]
    judge_nodes: NonZeroU64,
    /// How much better a side may stand (a pawn is about 90)
    #[arg(long, value_name = "VALUE", default_value_t = 80)]
    limit: i32,
    /// The same seed gives the same openings
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Openings made at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
}

/// Most moves of one kind: longer ones are games, not openings.
const MAX_PLIES: u32 = 200;

/// Runs the command.
///
/// # Errors
/// Says what is wrong with the arguments.
pub fn run(args: &Args) -> anyhow::Result<()> {
    if args.random_plies > MAX_PLIES || args.played_plies > MAX_PLIES {
        bail!("--random-plies, --played-plies: expected at most {MAX_PLIES}");
    }
    match game(args.game.as_deref())? {
        Some(GameKind::Chess) => make::<chess::Position>(args),
        _ => make::<shogi::Position>(args),
    }
}

fn make<P: Game<Geometry: EvalWeights>>(args: &Args) -> anyhow::Result<()> {
    let settings = Settings {
        random_plies: args.random_plies,
        played_plies: args.played_plies,
        nodes: args.nodes.get(),
        judge_nodes: args.judge_nodes.get(),
        limit: args.limit,
        seed: args.seed,
    };
    catch_interrupts();
    let mut seen = HashSet::new();
    batch::run(
        1..=args.count.get(),
        args.threads,
        || Maker::<P>::new(settings),
        |maker, number| maker.make(number),
        |opening| match opening {
            Some(opening) if seen.insert(opening.key()) => print_line(&line(&opening)),
            _ => Ok(()),
        },
    )
}

/// A line of a file of positions: an SFEN with its word, or a bare FEN.
fn line<P: Game>(opening: &P) -> String {
    if P::POSITION_WORD == "sfen" { format!("sfen {}", opening.text()) } else { opening.text() }
}
