//! `somatic convert`

use std::path::PathBuf;

use anyhow::{Context as _, bail, ensure};

use super::batch::{each_game, unused_lines};
use super::files::{OverwriteArgs, Resume, check_inputs, nothing_in};
use super::output::{print_bytes, print_line};
use super::position::game;
use crate::game::quote;
use crate::lab::record_file::RecordFile;
use crate::lang::tr;
use crate::records::{Encoding, Form, Format};

/// Arguments of `convert`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Records of games: USI or UCI lines, CSA, KIF, KI2, JKF or PGN; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// The format to write: usi, sfen, csa, kif, kifu, ki2, ki2u or jkf for shogi, pgn or uci for chess [default: the ending of --out]
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,
    /// The file to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Letters of CSA, KIF and KI2: utf-8 or shift-jis [default: shift-jis for kif and ki2, utf-8 for all others]
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,
    /// The game of lines that begin with `startpos`
    #[arg(long, value_name = "shogi|chess")]
    game: Option<String>,
    /// Name lines that are not understood, though no move is lost by them
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    overwrite: OverwriteArgs,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let form = form(args)?;
    let startpos = game(args.game.as_deref())?.unwrap_or(form.game);
    check_inputs(&args.files)?;
    args.overwrite.check(&[("--out", &args.out)], &args.files, Resume::Never)?;
    let mut file = args.out.as_deref().map(|path| RecordFile::later(path, form));
    let (mut separator, mut lossy, encoding) = ("", 0_u64, form.encoding.name());
    let (games, bad) = each_game(&args.files, startpos, form.game, args.strict, |record, progress| {
        let is_whole = if let Some(file) = &mut file {
            file.append(record)?
        } else {
            let (bytes, is_whole) = form.encode(format!("{separator}{}", form.write(record)?));
            separator = form.separator();
            print_bytes(&bytes)?;
            is_whole
        };
        if !is_whole {
            lossy += 1;
            let told = tr!("not all letters are in {encoding}", encoding);
            progress.complain(&format!("{}:{}: {told}", record.file, record.line));
        }
        Ok(())
    })?;
    ensure!(games > 0 || bad > 0, nothing_in(&args.files, "games"));
    if let Some(path) = &args.out {
        print_line(&format!("{}: {games} games", path.display()))?;
    }
    ensure!(
        lossy == 0,
        tr!("{count} games have letters that {encoding} does not have", count = lossy, encoding)
    );
    unused_lines(bad)
}

/// How the games are to be written.
fn form(args: &Args) -> anyhow::Result<Form> {
    let formats = Form::names(None).join(", ");
    let mut form = match (&args.to, &args.out) {
        (Some(name), _) => Form::named(name)
            .with_context(|| tr!("--to {text}: expected one of {formats}", text = quote(name), formats))?,
        (None, Some(path)) => Form::of_file(path).with_context(|| {
            let path = path.display();
            format!("--out {path}: the ending tells no format; expected --to and one of {formats}")
        })?,
        (None, None) => bail!(tr!("expected --to and one of {formats}, or --out FILE", formats)),
    };
    if args.to.is_some() && args.out.is_none() {
        // What follows in a pipe reads UTF-8.
        form.encoding = Encoding::Utf8;
    }
    if let Some(name) = &args.encoding {
        form.encoding = Encoding::parse(name)
            .with_context(|| tr!("--encoding {text}: expected utf-8 or shift-jis", text = quote(name)))?;
        if form.encoding != Encoding::Utf8 && !matches!(form.format, Format::Csa | Format::Kif | Format::Ki2)
        {
            bail!(tr!("--encoding {text}: only CSA, KIF and KI2 are written so", text = quote(name)));
        }
    }
    Ok(form)
}
