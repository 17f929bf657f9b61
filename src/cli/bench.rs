//! `somatic bench`

use std::ops::ControlFlow;

use super::number::within;
use super::output::print_line;
use super::position::game;
use super::tactics;
use crate::game::MAX_PLY;
use crate::protocol::bench::{DEFAULT_DEPTH, run as bench};
use crate::protocol::position::GameKind;
use crate::search::horizon::Tactics;
use crate::{chess, shogi};

/// Arguments of `bench`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The strategy at the horizon
    #[arg(long, value_name = "T", default_value = Tactics::DEFAULT.name(), value_parser = tactics::one)]
    tactics: Tactics,
    /// The game
    #[arg(long, value_name = "shogi|chess")]
    game: Option<String>,
    /// Plies
    #[arg(long, value_name = "D", default_value_t = DEFAULT_DEPTH, allow_negative_numbers = true,
        value_parser = within(0..=MAX_PLY as u32))]
    depth: u32,
}

/// Runs the command.
///
/// # Errors
/// Says what is wrong with the arguments.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let mut failed = None;
    let mut each = |line: &str| match print_line(line) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            failed = Some(error);
            ControlFlow::Break(())
        }
    };
    let outcome = match game(args.game.as_deref())? {
        Some(GameKind::Chess) => bench::<chess::Position>(args.tactics, args.depth, &mut each),
        _ => bench::<shogi::Position>(args.tactics, args.depth, &mut each),
    };
    match failed {
        Some(error) => Err(error),
        None => print_line(&outcome.summary()),
    }
}
