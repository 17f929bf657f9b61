//! `somatic xref`

use anyhow::bail;
use serde::Serialize;

use super::number::within;
use super::output::{print, print_line};
use super::position::{AnyPosition, PositionArgs};
use crate::game::{AttackMap, Geometry, Notation, Value, ValuePreset};
use crate::search::Params;
use crate::soma::Assessor;
use crate::soma::explain::{Explanation, default_width, explain};

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

/// What is printed with `--json`.
#[derive(Debug, Serialize)]
struct Report {
    #[serde(flatten)]
    explanation: Explanation,
    /// Nothing in check, where the search does not assess.
    search: Option<SearchView>,
}

/// What the search makes of a position, with its own shorter table; values
/// are added to the evaluation.
#[derive(Debug, Serialize)]
struct SearchView {
    /// What the look-ahead over the table wins.
    net: Value,
    /// The same, its replies believed in part: the static answer.
    believed: Value,
    /// What is kept by a quiet answer, or by passing.
    if_we_pass: Value,
    /// Where the capture search of the horizon stands pat.
    stand_pat: Value,
    /// How far outside the window the static answer must lie to be final.
    margin: Value,
    /// Own entries of the table that win something: what is at stake in the
    /// captures that a search inside the window tries.
    winning: Vec<String>,
    /// The quiet moves that it tries beside them.
    quiet: Vec<String>,
    /// 0 to 255.
    confidence: u8,
}

impl SearchView {
    fn new<P: Notation>(position: &P, preset: ValuePreset) -> Option<Self> {
        if position.in_check() {
            return None;
        }
        let params = Params::default();
        let values = P::Geometry::values(preset);
        let mut map = AttackMap::new();
        map.build(position, values);
        let mut assessor = Assessor::new(values);
        let record = assessor.assess(position, &map, &params.table_config());
        let own = assessor.table.entries().iter().filter(|entry| entry.is_ours && entry.after == 0);
        let winning = own.filter(|entry| entry.waits_for == 0 && entry.counts && entry.value > 0);
        let quiet = assessor.quiet_gains(position, &map, 0);
        Some(Self {
            net: record.net,
            believed: record.value,
            if_we_pass: record.if_we_parry,
            stand_pat: params.lowered(record.if_we_parry),
            margin: params.soma.window_margin,
            winning: winning.map(|entry| P::parts_text(&assessor.parts(&map, entry))).collect(),
            quiet: quiet.take(params.soma.table_moves as usize).map(|m| position.move_text(m)).collect(),
            confidence: record.confidence,
        })
    }

    fn to_text(&self) -> String {
        let winning = if self.winning.is_empty() { "nothing" } else { &self.winning.join(" ") };
        let tried = [&["captures".to_owned()], &self.quiet[..]].concat().join(", ");
        format!(
            "In the search: {:+} ({:+} with every reply believed), {:+} if we pass, winning entries: {winning}; confidence \
             {} of 255\nFinal where the window is more than {} away; elsewhere {tried} are searched from {:+}\n",
            self.believed, self.net, self.if_we_pass, self.confidence, self.margin, self.stand_pat
        )
    }
}

fn show<P: Notation>(position: &P, preset: ValuePreset, width: u32, json: bool) -> anyhow::Result<()> {
    let explanation = explain(position, preset, width);
    let search = SearchView::new(position, preset);
    if json {
        return print_line(&serde_json::to_string(&Report { explanation, search })?);
    }
    print(&format!(
        "{}\n{} {}\n\n{}{}",
        position.diagram(),
        P::POSITION_WORD,
        position.text(),
        explanation.to_text(),
        search.map_or_else(String::new, |view| view.to_text())
    ))
}
