//! What searches may use up, as arguments.

use crate::game::MAX_PLY;
use crate::lab::searcher::Budget;

/// Limits that give the same answer every time.
#[derive(Debug, clap::Args)]
pub struct LimitArgs {
    /// Plies of each search
    #[arg(long, value_name = "D", conflicts_with = "nodes",
          value_parser = clap::value_parser!(u32).range(1..MAX_PLY as i64 - 1))]
    depth: Option<u32>,
    /// Moves made by each search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

impl LimitArgs {
    /// The limit given, if there is one.
    pub fn budget(&self) -> Option<Budget> {
        self.depth.map(Budget::Depth).or(self.nodes.map(Budget::Nodes))
    }
}

/// What every search has, and how it is told about.
#[derive(Debug, clap::Args)]
pub struct SearchArgs {
    /// Table of each search in MiB; there is one for each strategy and thread
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// Write no times: with --depth or --nodes the same run then gives the same output, byte for byte
    #[arg(long)]
    no_times: bool,
}

impl SearchArgs {
    /// Table size in MiB.
    pub const fn mebibytes(&self) -> usize {
        self.hash as usize
    }

    /// Whether times are written.
    pub const fn times(&self) -> bool {
        !self.no_times
    }
}
