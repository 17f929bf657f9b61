//! `somatic bench`

use std::ops::ControlFlow;

use anyhow::Context as _;

use super::output::print_line;
use super::position::game;
use super::tactics;
use crate::eval::EvaluationKind;
use crate::game::Game;
use crate::lab::number::plies;
use crate::protocol::bench::{DEFAULT_DEPTH, run as bench};
use crate::protocol::interrupt::end_when_interrupted;
use crate::records::either::of_game;
use crate::records::position::GameKind;
use crate::search::SearchConfig;
use crate::search::horizon::Tactics;

/// Arguments of `bench`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The strategy at the horizon
    #[arg(long, value_name = "T", default_value = Tactics::DEFAULT.name(), value_parser = tactics::one)]
    tactics: Tactics,
    /// The game [default: shogi]
    #[arg(long, value_name = "shogi|chess")]
    game: Option<String>,
    /// The evaluation: a net's file, or `formula` [default: the built-in net]
    #[arg(long, value_name = "FILE", default_value = "", hide_default_value = true)]
    eval: String,
    /// Plies
    #[arg(long, value_name = "D", default_value_t = DEFAULT_DEPTH, allow_negative_numbers = true,
        value_parser = plies)]
    depth: u32,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    end_when_interrupted();
    let mut printed = Ok(());
    let mut each = |line: &str| {
        printed = print_line(line);
        if printed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let kind = game(args.game.as_deref())?.unwrap_or(GameKind::Shogi);
    let outcome = of_game!(kind, P => bench::<P>(&config::<P>(args)?, args.depth, &mut each));
    printed?;
    print_line(&outcome.summary())
}

fn config<P: Game>(args: &Args) -> anyhow::Result<SearchConfig> {
    let evaluation = EvaluationKind::load::<P::Geometry>(&args.eval).context("--eval")?;
    Ok(SearchConfig { evaluation, ..SearchConfig::new(args.tactics) })
}
