//! `somatic suite`

use std::path::PathBuf;

use anyhow::bail;

use super::batch::{self, BatchArgs, end, write_page};
use super::language::{on_output, print_tables};
use super::limits::{SearchArgs, TimeLimitArgs};
use super::output::{show, show_prose};
use super::tactics::{ParamArgs, PlayerArgs, Several, several};
use crate::lab::contender::Contender;
use crate::lab::suite::{SuiteSettings, SuiteTotals};
use crate::lang::tr;
use crate::report::suite;
use crate::search::horizon::Tactics;

/// Arguments of `suite`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    batch: BatchArgs,
    /// The strategies, with commas between them, or `all`
    #[arg(long, value_name = "T,...|all", default_value = "super-soma,quiescence",
        value_parser = several(Tactics::COMPARED))]
    tactics: Several,
    #[command(flatten)]
    players: PlayerArgs,
    #[command(flatten)]
    limit: TimeLimitArgs,
    #[command(flatten)]
    params: ParamArgs,
    /// A page with the tables
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    search: SearchArgs,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let contenders = args.players.beside(&args.tactics)?;
    if contenders.iter().any(|one| matches!(one, Contender::Program(program) if program.is_static())) {
        bail!(tr!("ask=eval: an opinion names no move, which is what a suite asks for"));
    }
    let settings = SuiteSettings {
        contenders,
        limit: args.limit.budget(),
        params: args.params.params()?,
        set: args.params.set.clone(),
        hash: args.search.hash as usize,
        times: !args.search.no_times,
    };
    let mut totals = SuiteTotals::new(settings.clone());
    args.batch.check_files(&[("--html", &args.html)])?;
    let outcome = batch::run_on_positions(&args.batch, &settings, |row| totals.add(row))?;
    let page = write_page(args.html.as_deref(), outcome.interrupted, |note| suite::page(&totals, note));
    print_tables(|| suite::tables(&totals))?;
    on_output(|| suite::unsolved(&totals)).iter().try_for_each(|line| show(&format!("{line}\n")))?;
    if !totals.games.is_empty() {
        show_prose(&format!("\n{}\n", on_output(|| suite::notes(&totals)).join("\n")))?;
    }
    page?;
    end(&outcome, "positions")
}
