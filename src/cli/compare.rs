//! `somatic compare`

use std::path::PathBuf;

use super::batch::{self, BatchArgs, end, write_page};
use super::language::{on_output, print_tables};
use super::limits::{LimitArgs, SearchArgs};
use super::output::show_prose;
use super::tactics::{PlayerArgs, Several, one, several, told_of};
use crate::game::MAX_PLY;
use crate::lab::compare::{CompareSettings, CompareTotals};
use crate::lab::number::{plies, within};
use crate::lab::searcher::Budget;
use crate::report::compare;
use crate::search::horizon::Tactics;

/// Plies unless another limit is given.
const DEFAULT_DEPTH: u32 = 5;
/// By how many plies the reference looks further.
const REFERENCE_PLIES: u32 = 2;
/// How many times the nodes the reference gets where nodes are the limit.
const REFERENCE_FACTOR: u64 = 16;

/// Arguments of `compare`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    batch: BatchArgs,
    /// The strategies, with commas between them, or `all`; ratios are to the first
    #[arg(long, value_name = "A,B,...|all", default_value = "super-soma,quiescence",
        value_parser = several(Tactics::COMPARED))]
    tactics: Several,
    #[command(flatten)]
    players: PlayerArgs,
    #[command(flatten)]
    limit: LimitArgs,
    /// Plies of the search that judges; two more than --depth, or sixteen times --nodes, if not given
    #[arg(long, value_name = "DEPTH", value_parser = plies)]
    reference: Option<u32>,
    /// The strategy of the search that judges
    #[arg(long, value_name = "T", default_value = Tactics::Quiescence.name(), value_parser = one)]
    reference_tactics: Tactics,
    /// A page with the tables and the disagreements
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// How many disagreements with the reference are listed
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = within(0..=10_000_u16))]
    top: u16,
    /// Whose disagreements are listed: a strategy, or the name of a player [default: super-soma, or the first]
    #[arg(long, value_name = "NAME")]
    of: Option<String>,
    #[command(flatten)]
    search: SearchArgs,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let limit = args.limit.budget().unwrap_or(Budget::Depth(DEFAULT_DEPTH));
    let deeper = match limit {
        Budget::Depth(depth) => Budget::Depth((depth + REFERENCE_PLIES).min(MAX_PLY as u32 - 2)),
        Budget::Nodes(nodes) => Budget::Nodes(nodes.saturating_mul(REFERENCE_FACTOR)),
        Budget::MoveTime(ms) => Budget::MoveTime(ms),
    };
    let contenders = args.players.beside(&args.tactics)?;
    let settings = CompareSettings {
        judged: told_of(&contenders, args.of.as_deref())?,
        contenders,
        limit,
        reference_tactics: args.reference_tactics,
        reference_limit: args.reference.map_or(deeper, Budget::Depth),
        hash: args.search.hash as usize,
        times: !args.search.no_times,
    };
    args.batch.check_files(&[("--html", &args.html)])?;
    let mut totals = CompareTotals::new(settings.clone(), usize::from(args.top));
    let outcome = batch::run_on_positions(&args.batch, &settings, |row| totals.add(row))?;
    let page = write_page(args.html.as_deref(), outcome.interrupted, |note| compare::page(&totals, note));
    print_tables(|| compare::tables(&totals))?;
    if !totals.disagreements.is_empty() {
        print_tables(|| vec![compare::disagreements(&totals, None)])?;
    }
    if !totals.games.is_empty() {
        show_prose(&format!("{}\n", on_output(|| compare::notes(&totals)).join("\n")))?;
    }
    page?;
    end(&outcome, "positions")
}
