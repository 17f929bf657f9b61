//! `somatic xref`

use anyhow::bail;

use super::number::within;
use super::output::{print, print_line};
use super::position::{AnyPosition, PositionArgs};
use crate::game::{Notation, ValuePreset};
use crate::soma::explain::{default_width, explain};

/// Most entries that the look-ahead may try.
const MAX_WIDTH: u32 = 48;

/// Arguments of `xref`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
    /// What pieces are worth: the article's figures, those it prints, or the engine's own
    #[arg(long, value_name = "article|article-print|default", default_value = "default")]
    values: String,
    /// How many first moves are followed to the end of their lines; 1 is the article's
    /// greedy choice, which the article's values imply
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = within(1..=MAX_WIDTH))]
    width: Option<u32>,
}

/// Runs the command.
///
/// # Errors
/// Says what is wrong with the arguments.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let preset = match args.values.to_ascii_lowercase().as_str() {
        "article" => ValuePreset::Article,
        "article-print" => ValuePreset::ArticlePrint,
        "default" => ValuePreset::Default,
        _ => {
            bail!("--values {}: expected article, article-print or default", crate::game::quote(&args.values))
        }
    };
    let width = args.width.unwrap_or_else(|| default_width(preset));
    match args.position.read()? {
        AnyPosition::Shogi(position) => show(&*position, preset, width, args.json),
        AnyPosition::Chess(position) => show(&*position, preset, width, args.json),
    }
}

fn show<P: Notation>(position: &P, preset: ValuePreset, width: u32, json: bool) -> anyhow::Result<()> {
    let explanation = explain(position, preset, width);
    if json {
        return print_line(&serde_json::to_string(&explanation)?);
    }
    print(&format!(
        "{}\n{} {}\n\n{}",
        position.diagram(),
        P::POSITION_WORD,
        position.text(),
        explanation.to_text()
    ))
}
