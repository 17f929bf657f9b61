//! Strategies as arguments.

use anyhow::{Result, bail};

use crate::game::quote;
use crate::lang::tr;
use crate::search::horizon::Tactics;

/// Reads the name of a strategy.
///
/// # Errors
/// Names those there are.
pub fn one(text: &str) -> Result<Tactics> {
    let Some(kind) = Tactics::parse(text) else {
        let names: Vec<&str> = Tactics::ALL.iter().map(|kind| kind.name()).collect();
        bail!(tr!("{text}: expected one of {names}", text = quote(text), names = names.join(", ")));
    };
    Ok(kind)
}

/// Several strategies, each once, in the order named.
#[derive(Clone, Debug)]
pub struct Several(pub Vec<Tactics>);

/// Reads names with commas between them, or `all` for the seven strategies.
///
/// # Errors
/// Says what is wrong with them.
pub fn several(text: &str) -> Result<Several> {
    read(text, Tactics::COMPARED)
}

/// The same, but `all` stands for the variants as well.
///
/// # Errors
/// Says what is wrong with them.
pub fn every(text: &str) -> Result<Several> {
    read(text, &Tactics::ALL)
}

fn read(text: &str, all: &[Tactics]) -> Result<Several> {
    if text.eq_ignore_ascii_case("all") {
        return Ok(Several(all.to_vec()));
    }
    let mut kinds = Vec::new();
    for name in text.split(',') {
        let kind = one(name.trim())?;
        if kinds.contains(&kind) {
            bail!(tr!("{name} is named twice", name = kind.name()));
        }
        kinds.push(kind);
    }
    Ok(Several(kinds))
}
