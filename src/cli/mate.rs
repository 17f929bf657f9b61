//! `somatic mate`

use super::batch::{self, BatchArgs, end};
use super::language::on_output;
use super::output::show_prose;
use crate::lab::mate::{DEFAULT_NODES, MateSettings, MateTotals};
use crate::lab::number::{amount, within};
use crate::mate::DEFAULT_MEBIBYTES;
use crate::records::input::{PositionLine, count_positions, positions, read_line};
use crate::records::position::GameKind;
use crate::report::mate;

/// Name of the position that the command line holds.
const TYPED: &str = "position";

/// Arguments of `mate`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    batch: BatchArgs,
    /// Moves that the search of a position may make; 1000000 unless another limit is given
    #[arg(long, value_name = "N", value_parser = amount)]
    nodes: Option<u64>,
    /// Milliseconds that the search of a position may take
    #[arg(long, visible_alias = "time", value_name = "MS", value_parser = amount)]
    movetime: Option<u64>,
    /// Table of each thread in MiB
    #[arg(long, value_name = "MB", default_value_t = DEFAULT_MEBIBYTES as u32, value_parser = within(1..=65_536_u32))]
    hash: u32,
    /// Judge every check that may begin a mate; they share the budget
    #[arg(long, conflicts_with = "shortest")]
    all: bool,
    /// Look for shorter mates until there is none or the budget is used up
    #[arg(long)]
    shortest: bool,
    /// Write no times: with --nodes the same run then gives the same output, byte for byte
    #[arg(long)]
    no_times: bool,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let &Args { movetime, hash, all, shortest, no_times, .. } = args;
    let nodes = args.nodes.or(movetime.is_none().then_some(DEFAULT_NODES));
    let settings = MateSettings { nodes, movetime, hash: hash as usize, all, shortest, times: !no_times };
    let mut totals = MateTotals::default();
    let typed = typed_position(&args.batch.files)?;
    let named = typed.is_none();
    let batch =
        BatchArgs { files: if named { args.batch.files.clone() } else { Vec::new() }, ..args.batch.clone() };
    let files = batch.files.clone();
    let inputs = typed.map(Ok).into_iter().chain(positions(files.clone()));
    let total = move || if files.is_empty() { Some(1) } else { count_positions(&files) };
    let outcome = batch::run(&batch, &settings, inputs, total, |row, progress| {
        totals.add(row);
        progress.show_text(&on_output(|| mate::answer(row, named)))
    })?;
    if named && totals.positions() > 0 {
        show_prose(&format!("{}\n", on_output(|| mate::summary(&totals, settings.times))))?;
    }
    end(&outcome, "positions")
}

/// The position that the words are, if they have the form of one.
fn typed_position(words: &[String]) -> anyhow::Result<Option<PositionLine>> {
    if !is_position(words) {
        return Ok(None);
    }
    let mut position = read_line(&words.join(" "), || TYPED.to_owned())?;
    (position.number, position.line) = (1, 1);
    position.file = TYPED.to_owned();
    Ok(Some(position))
}

/// Whether words that may name files are a position instead.
fn is_position(words: &[String]) -> bool {
    let text = words.join(" ");
    let parts: Vec<&str> = text.split_ascii_whitespace().collect();
    // A path may have as many slashes as a board.
    let is_file = parts.len() == 1 && std::path::Path::new(&text).is_file();
    !is_file && (parts.first() == Some(&"startpos") || GameKind::recognize(&parts).is_some())
}
