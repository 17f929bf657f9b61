//! `somatic bench`

use anyhow::bail;

use super::output::print_line;
use super::position::game;
use crate::protocol::bench::{DEFAULT_DEPTH, run as bench};
use crate::protocol::position::GameKind;
use crate::search::tactics::TacticsKind;
use crate::{chess, shogi};

/// Arguments of `bench`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The strategy at the horizon
    #[arg(long, value_name = "T", default_value = TacticsKind::DEFAULT.name())]
    tactics: String,
    /// The game
    #[arg(long, value_name = "shogi|chess")]
    game: Option<String>,
    /// Plies
    #[arg(long, value_name = "D", default_value_t = DEFAULT_DEPTH)]
    depth: u32,
}

/// Runs the command.
///
/// # Errors
/// Says what is wrong with the arguments.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let Some(tactics) = TacticsKind::parse(&args.tactics) else {
        let names: Vec<&str> = TacticsKind::ALL.iter().map(|kind| kind.name()).collect();
        bail!("--tactics {}: expected one of {}", crate::game::quote(&args.tactics), names.join(", "));
    };
    let mut failed = None;
    let mut each = |line: &str| {
        if let Err(error) = print_line(line) {
            failed.get_or_insert(error);
        }
    };
    let outcome = match game(args.game.as_deref())? {
        Some(GameKind::Chess) => bench::<chess::Position>(tactics, args.depth, &mut each),
        _ => bench::<shogi::Position>(tactics, args.depth, &mut each),
    };
    match failed {
        Some(error) => Err(error),
        None => print_line(&outcome.summary()),
    }
}
