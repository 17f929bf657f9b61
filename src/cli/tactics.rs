//! Strategies, their parameters, and other programs beside them, as arguments.

use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};

use super::match_::LONGEST_PATIENCE;
use crate::game::parameters::ParamError;
use crate::game::quote;
use crate::lab::contender::{Contender, Program, judged};
use crate::lab::number::{twice, within};
use crate::lang::tr;
use crate::search::Params;
use crate::search::horizon::Tactics;

/// Reads the name of a strategy.
pub fn one(text: &str) -> Result<Tactics> {
    Tactics::parse(text).with_context(|| {
        let names: Vec<&str> = Tactics::ALL.iter().map(|kind| kind.name()).collect();
        tr!("{text}: expected one of {names}", text = quote(text), names = names.join(", "))
    })
}

/// Several strategies, each once, in the order named.
#[derive(Clone, Debug)]
pub struct Several(pub Vec<Tactics>);

/// Reads names with commas between them, or `all`, which stands for these.
pub fn several(all: &'static [Tactics]) -> impl Fn(&str) -> Result<Several> + Clone {
    move |text| read(text, all)
}

fn read(text: &str, all: &[Tactics]) -> Result<Several> {
    if text.eq_ignore_ascii_case("all") {
        return Ok(Several(all.to_vec()));
    }
    let mut kinds = Vec::new();
    for name in text.split(',').map(str::trim) {
        ensure!(!name.eq_ignore_ascii_case("all"), tr!("all: expected alone, without other names"));
        let kind = one(name)?;
        ensure!(!kinds.contains(&kind), tr!("{name} is named twice", name = kind.name()));
        kinds.push(kind);
    }
    Ok(Several(kinds))
}

/// Other programs that are asked beside the strategies.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PlayerArgs {
    /// Another program beside the strategies, once for each: cmd=PROGRAM ARGUMENTS, and fields Name=Value
    ///
    /// As a player of `match`, a program of the game's protocol, USI or UCI: `name` is what reports call it, `dir`
    /// the folder it is started in, and other fields are its options: "cmd=/usr/games/stockfish,Hash=16". It is
    /// asked for a search with the same limit as all others, or for what `ask` says: `ask=depth N`, `ask=nodes N`,
    /// `ask=movetime MS`, `ask=byoyomi MS` for a program that knows no other time, or `ask=eval` for its opinion
    /// without a search, where it has a word for it. It is started once for each thread.
    #[arg(long, value_name = "SPEC")]
    player: Vec<String>,
    /// How long a program may be silent
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = within(1..=LONGEST_PATIENCE))]
    timeout: u64,
}

impl PlayerArgs {
    /// These strategies, and then the programs.
    pub fn beside(&self, strategies: &Several) -> Result<Vec<Contender>> {
        let mut all: Vec<Contender> = strategies.0.iter().copied().map(Contender::Strategy).collect();
        for text in &self.player {
            let program = Program::parse(text, Duration::from_secs(self.timeout)).context("--player")?;
            let one = Contender::Program(Box::new(program));
            let is_new = all.iter().all(|other| other.name() != one.name());
            ensure!(is_new, tr!("{name} is named twice", name = quote(one.name())));
            all.push(one);
        }
        Ok(all)
    }
}

/// The number of the one whose answers are told of: the one of this name, or else SUPER-SOMA or the first.
pub(crate) fn told_of(contenders: &[Contender], name: Option<&str>) -> Result<usize> {
    let Some(name) = name else { return Ok(judged(contenders)) };
    contenders.iter().position(|one| one.name() == name).with_context(|| {
        let names: Vec<&str> = contenders.iter().map(Contender::name).collect();
        tr!("--of {name}: expected one of {names}", name = quote(name), names = names.join(", "))
    })
}

/// What is changed for all strategies.
#[derive(Debug, clap::Args)]
pub(crate) struct ParamArgs {
    /// Set a parameter of the search, for all strategies; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
}

impl ParamArgs {
    /// The parameters with these settings.
    pub fn params(&self) -> Result<Params> {
        let mut params = Params::default();
        let mut known: Vec<&str> = Vec::new();
        for text in &self.set {
            let no_field = || tr!("--set {text}: expected NAME=VALUE", text = quote(text));
            let (name, value) = text.split_once('=').with_context(no_field)?;
            match params.set(name, value) {
                Err(ParamError::Name) => {
                    let (text, names) = (quote(name), Params::NAMES.join(", "));
                    bail!(tr!("--set {text}: expected one of {names}", text, names))
                }
                other => other.with_context(|| format!("--set {}", quote(text)))?,
            }
            ensure!(!known.contains(&name), twice(name).context("--set"));
            known.push(name);
        }
        Ok(params)
    }
}
