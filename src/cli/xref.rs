//! `somatic xref`

use std::path::PathBuf;

use anyhow::{Context as _, bail};

use super::files::{OverwriteArgs, Resume};
use super::language::{of_output, on_output};
use super::output::{print_line, show_in_color};
use super::position::PositionArgs;
use crate::explain::{Look, legend};
use crate::game::{Drawing, Geometry as _, ValuePreset, quote};
use crate::lab::batch::write_whole;
use crate::lab::number::within;
use crate::lab::xref::Report;
use crate::lang::{self, Language, tr};
use crate::records::either::of_either;
use crate::report::names::named;
use crate::report::picture::{Letters, Pieces, page, paint, svg, terminal_board};

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
    /// What the search knows, everything, or everything by the article's greedy choice,
    /// which the article's values imply [default: search]
    #[arg(long, value_name = "search|wide|article")]
    look: Option<String>,
    /// What pieces are worth: the article's figures, those it prints, or the engine's own
    /// [default: the engine's own; with --look article the article's]
    #[arg(long, value_name = "article|article-print|default")]
    values: Option<String>,
    /// A legend of flags and relations under every table, and not only at the end
    #[arg(long)]
    legend: bool,
    /// How many entries the search's look-ahead tries at each ply; in the other looks how
    /// many first moves are followed to the end of their lines
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = within(1..=MAX_WIDTH))]
    width: Option<u32>,
    #[command(flatten)]
    drawing: DrawingArgs,
}

/// What is drawn, and how.
#[derive(Debug, clap::Args)]
struct DrawingArgs {
    /// A picture of the board with the entries of the first table as arrows
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// A page on which to step through tables and line, with a picture of each
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// How pieces are drawn there; in chess they have shapes unless letters are asked for
    #[arg(long, value_name = "kanji|letters")]
    pieces: Option<String>,
    /// How the printed board is written [default: kanji for who reads Japanese, else ascii]
    #[arg(long, value_name = "ascii|kanji", conflicts_with = "json")]
    board: Option<String>,
    #[command(flatten)]
    overwrite: OverwriteArgs,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let look = args.look.as_deref().map(parse_look).transpose()?;
    let preset = args.values.as_deref().map(parse_values).transpose()?;
    let preset = preset.unwrap_or(match look {
        Some(Look::Article) => ValuePreset::Article,
        _ => ValuePreset::Default,
    });
    let look = look.unwrap_or_else(|| Look::of(preset));
    let DrawingArgs { svg, html, overwrite, .. } = &args.drawing;
    overwrite.check(&[("--svg", svg), ("--html", html)], &[], Resume::Never)?;
    of_either!(&args.position.read()?, position => show(position, look, preset, args))
}

fn parse_look(text: &str) -> anyhow::Result<Look> {
    Look::parse(text)
        .with_context(|| tr!("--look {text}: expected search, wide or article", text = quote(text)))
}

fn parse_values(text: &str) -> anyhow::Result<ValuePreset> {
    ValuePreset::parse(text).with_context(|| {
        tr!("--values {text}: expected article, article-print or default", text = quote(text))
    })
}

impl DrawingArgs {
    /// How pieces are drawn.
    fn pieces<P: Drawing>(&self) -> anyhow::Result<Pieces> {
        let Some(text) = &self.pieces else { return Ok(Pieces::Figures) };
        if self.svg.is_none() && self.html.is_none() {
            bail!(tr!("--pieces {text}: expected --svg or --html beside it", text = quote(text)));
        }
        match text.to_ascii_lowercase().as_str() {
            "letters" => Ok(Pieces::Letters),
            "kanji" if has_kanji::<P>() => Ok(Pieces::Figures),
            "kanji" => bail!(tr!(
                "--pieces kanji: the pieces of {game} have none; expected letters",
                game = lang::text(P::GAME)
            )),
            _ => bail!(tr!("--pieces {text}: expected kanji or letters", text = quote(text))),
        }
    }

    /// How the printed board is written.
    fn letters<P: Drawing>(&self) -> anyhow::Result<Letters> {
        match self.board.as_ref().map(|text| text.to_ascii_lowercase()).as_deref() {
            None => Ok(default_letters::<P>()),
            Some("ascii") => Ok(Letters::Ascii),
            Some("kanji") if has_kanji::<P>() => Ok(Letters::Kanji),
            Some("kanji") => bail!(tr!(
                "--board kanji: the pieces of {game} have none; expected ascii",
                game = lang::text(P::GAME)
            )),
            Some(other) => bail!(tr!("--board {text}: expected ascii or kanji", text = quote(other))),
        }
    }

    /// Writes the files that are asked for.
    fn write<P: Drawing>(&self, report: &Report, pieces: Pieces) -> anyhow::Result<()> {
        if self.svg.is_none() && self.html.is_none() {
            return Ok(());
        }
        let report = named(report);
        if let Some(path) = &self.svg {
            write_whole(path, svg::<P>(&report.explanation, pieces))?;
        }
        if let Some(path) = &self.html {
            let title = tr!("SUPER-SOMA: a position of {game}", game = lang::text(P::GAME));
            write_whole(path, page::<P>(&report, pieces, &title))?;
        }
        Ok(())
    }
}

/// Whether a game's pieces have names in Kanji.
fn has_kanji<P: Drawing>() -> bool {
    P::figure(P::Geometry::KING).kanji().is_some()
}

fn show<P: Drawing>(position: &P, look: Look, preset: ValuePreset, args: &Args) -> anyhow::Result<()> {
    let (pieces, letters) = (args.drawing.pieces::<P>()?, args.drawing.letters::<P>()?);
    let report = Report::new(position, look, preset, args.width);
    args.drawing.write::<P>(&report, pieces)?;
    if args.json {
        return print_line(&serde_json::to_string(&report)?);
    }
    on_output(|| {
        let report = named(&report);
        let legend = legend();
        let (under_each, at_end) = if args.legend { (legend.as_str(), "") } else { ("", legend.as_str()) };
        let text = format!(
            "{}\n{} {}\n\n{}{}\n{at_end}",
            terminal_board(position, letters),
            P::POSITION_WORD,
            position.text(),
            report.explanation.to_text(under_each),
            report.search.map_or_else(String::new, |search| search.to_text())
        );
        show_in_color(&text, paint)
    })
}

/// How boards are printed unless told: whoever reads Japanese reads the pieces.
pub(super) fn default_letters<P: Drawing>() -> Letters {
    let is_kanji = has_kanji::<P>() && of_output() == Language::Japanese;
    if is_kanji { Letters::Kanji } else { Letters::Ascii }
}
