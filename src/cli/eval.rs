//! `somatic eval`

use anyhow::Context as _;

use super::language::on_output;
use super::output::print;
use super::position::PositionArgs;
use super::xref::default_letters;
use crate::eval::EvaluationKind;
use crate::game::{Drawing, Game};
use crate::protocol::evaluation_lines;
use crate::records::either::of_either;
use crate::report::picture::terminal_board;

/// Arguments of `eval`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The evaluation: a net's file, or `formula` [default: the built-in net]
    #[arg(long, value_name = "FILE", default_value = "", hide_default_value = true)]
    eval: String,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    of_either!(&args.position.read()?, position => show(position, &args.eval))
}

fn show<P: Game + Drawing>(position: &P, eval: &str) -> anyhow::Result<()> {
    let kind = EvaluationKind::load::<P::Geometry>(eval).context("--eval")?;
    let (board, lines) =
        on_output(|| (terminal_board(position, default_letters::<P>()), evaluation_lines(position, &kind).0));
    print(&format!("{board}\n{} {}\n\n{}\n", P::POSITION_WORD, position.text(), lines.join("\n")))
}
