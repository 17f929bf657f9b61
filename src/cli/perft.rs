//! `somatic perft`

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::output::print_line;
use super::position::PositionArgs;
use crate::game::{Game, perft as tree};
use crate::lab::number::within;
use crate::protocol::interrupt::end_when_interrupted;
use crate::protocol::{MAX_PERFT_DEPTH, perft};
use crate::records::either::of_either;

/// Arguments of `perft`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Plies
    #[arg(allow_negative_numbers = true, value_parser = within(0..=MAX_PERFT_DEPTH))]
    depth: u32,
    #[command(flatten)]
    position: PositionArgs,
    /// Also the count below each move
    #[arg(long)]
    divide: bool,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    end_when_interrupted();
    of_either!(&args.position.read()?, position => count(position.clone(), args))
}

fn count<P: Game>(mut position: P, args: &Args) -> anyhow::Result<()> {
    if !args.divide {
        return print_line(&tree::perft(&mut position, args.depth).to_string());
    }
    let stop = AtomicBool::new(false);
    let mut result = Ok(());
    perft(&position, args.depth, &stop, &mut |line| {
        if result.is_ok() {
            result = print_line(line);
            stop.store(result.is_err(), Relaxed);
        }
    });
    result
}
