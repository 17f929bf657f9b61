//! What searches may use up, as arguments.

use std::time::Duration;

use anyhow::{Context as _, Result};

use crate::lab::arena::Limit;
use crate::lab::number::{amount, plies, within};
use crate::lab::searcher::Budget;
use crate::lang::tr;

/// Limits that give the same answer every time.
#[derive(Debug, clap::Args)]
pub(crate) struct LimitArgs {
    /// Plies of each search
    #[arg(long, value_name = "D", conflicts_with = "nodes", value_parser = plies)]
    depth: Option<u32>,
    /// Moves made by each search, which ends its first iteration in any case
    #[arg(long, value_name = "N", value_parser = amount)]
    nodes: Option<u64>,
}

impl LimitArgs {
    /// The limit given, if there is one.
    pub fn budget(&self) -> Option<Budget> {
        self.depth.map(Budget::Depth).or(self.nodes.map(Budget::Nodes))
    }
}

/// Milliseconds of a search unless another limit is given.
const DEFAULT_MOVE_TIME: u64 = 1_000;

/// The same, or a time.
#[derive(Debug, clap::Args)]
pub(crate) struct TimeLimitArgs {
    #[command(flatten)]
    limit: LimitArgs,
    /// Milliseconds for each search
    #[arg(long, value_name = "MS", conflicts_with_all = ["depth", "nodes"], value_parser = amount)]
    movetime: Option<u64>,
}

impl TimeLimitArgs {
    /// The limit given, or the usual time.
    pub fn budget(&self) -> Budget {
        self.given().unwrap_or(Budget::MoveTime(DEFAULT_MOVE_TIME))
    }

    /// The limit given, if there is one.
    pub fn given(&self) -> Option<Budget> {
        self.limit.budget().or(self.movetime.map(Budget::MoveTime))
    }
}

/// What every search has, and how it is told about.
#[derive(Debug, clap::Args)]
pub(crate) struct SearchArgs {
    /// Table of each search in MiB; there is one for each strategy and thread
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = within(1..=65_536_u32))]
    pub hash: u32,
    /// Write no times: with --depth or --nodes the same run then gives the same output, byte for byte
    #[arg(long)]
    pub no_times: bool,
}

/// What stands above the limits of one player.
pub const OWN: &str = "Limits of one player, in place of all the common ones";

/// Limits of both players, and of each: one that has any of its own has none of the others.
#[derive(Debug, clap::Args)]
pub(crate) struct MatchLimitArgs {
    /// Time for every move
    #[arg(long, value_name = "MS", value_parser = amount)]
    movetime: Option<u64>,
    /// Nodes for every move, for which the first iteration is ended in any case
    #[arg(long, value_name = "N", value_parser = amount)]
    nodes: Option<u64>,
    /// Depth of every search
    #[arg(long, value_name = "N", value_parser = plies)]
    depth: Option<u32>,
    /// A clock, in seconds, such as 10+0.1
    #[arg(long, value_name = "BASE+INC")]
    tc: Option<String>,
    /// Time for every move after the clock's (shogi)
    #[arg(long, value_name = "MS", value_parser = amount)]
    byoyomi: Option<u64>,
    /// As --movetime, for player A
    #[arg(long, value_name = "MS", value_parser = amount, help_heading = OWN)]
    a_movetime: Option<u64>,
    /// As --nodes, for player A
    #[arg(long, value_name = "N", value_parser = amount, help_heading = OWN)]
    a_nodes: Option<u64>,
    /// As --depth, for player A
    #[arg(long, value_name = "N", value_parser = plies, help_heading = OWN)]
    a_depth: Option<u32>,
    /// As --tc, for player A
    #[arg(long, value_name = "BASE+INC", help_heading = OWN)]
    a_tc: Option<String>,
    /// As --byoyomi, for player A
    #[arg(long, value_name = "MS", value_parser = amount, help_heading = OWN)]
    a_byoyomi: Option<u64>,
    /// As --movetime, for player B
    #[arg(long, value_name = "MS", value_parser = amount, help_heading = OWN)]
    b_movetime: Option<u64>,
    /// As --nodes, for player B
    #[arg(long, value_name = "N", value_parser = amount, help_heading = OWN)]
    b_nodes: Option<u64>,
    /// As --depth, for player B
    #[arg(long, value_name = "N", value_parser = plies, help_heading = OWN)]
    b_depth: Option<u32>,
    /// As --tc, for player B
    #[arg(long, value_name = "BASE+INC", help_heading = OWN)]
    b_tc: Option<String>,
    /// As --byoyomi, for player B
    #[arg(long, value_name = "MS", value_parser = amount, help_heading = OWN)]
    b_byoyomi: Option<u64>,
}

impl MatchLimitArgs {
    /// The own limits of A and B, as far as there are any, and the common one.
    pub fn sides(&self) -> Result<([Limit; 2], Limit)> {
        let limit = |movetime: Option<u64>, nodes, depth, tc: &Option<String>, byoyomi| {
            let mut limit =
                Limit { depth, nodes, move_time: movetime.map(Duration::from_millis), clock: None };
            limit.set_clock(tc.as_deref(), byoyomi).context(tr!("clock"))?;
            anyhow::Ok(limit)
        };
        let both = limit(self.movetime, self.nodes, self.depth, &self.tc, self.byoyomi)?;
        let a = limit(self.a_movetime, self.a_nodes, self.a_depth, &self.a_tc, self.a_byoyomi);
        let b = limit(self.b_movetime, self.b_nodes, self.b_depth, &self.b_tc, self.b_byoyomi);
        Ok(([a.context(tr!("player A"))?, b.context(tr!("player B"))?], both))
    }
}
