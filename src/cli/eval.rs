//! `somatic eval`

use super::output::print;
use super::position::{AnyPosition, PositionArgs};
use crate::game::Game;
use crate::protocol::evaluation_lines;

/// Arguments of `eval`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
}

/// Runs the command.
///
/// # Errors
/// Says what is wrong with the arguments.
pub fn run(args: &Args) -> anyhow::Result<()> {
    match args.position.read()? {
        AnyPosition::Shogi(position) => show(&*position),
        AnyPosition::Chess(position) => show(&*position),
    }
}

fn show<P: Game>(position: &P) -> anyhow::Result<()> {
    print(&format!(
        "{}\n{} {}\n\n{}\n",
        position.diagram(),
        P::POSITION_WORD,
        position.text(),
        evaluation_lines(position).join("\n")
    ))
}
