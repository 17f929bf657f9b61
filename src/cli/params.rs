//! Parameters of the search as arguments.

use anyhow::{Context as _, bail};

use crate::game::parameters::ParamError;
use crate::game::quote;
use crate::lang::tr;
use crate::search::Params;

/// What is changed for all strategies.
#[derive(Debug, clap::Args)]
pub(crate) struct ParamArgs {
    /// Set a parameter of the search, for all strategies; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
}

impl ParamArgs {
    /// The parameters with these settings.
    pub fn params(&self) -> anyhow::Result<Params> {
        let mut params = Params::default();
        for text in &self.set {
            let no_field = || tr!("--set {text}: expected NAME=VALUE", text = quote(text));
            let (name, value) = text.split_once('=').with_context(no_field)?;
            match params.set(name, value) {
                Err(ParamError::Name) => {
                    bail!(tr!(
                        "--set {text}: expected one of {names}",
                        text = quote(name),
                        names = Params::NAMES.join(", ")
                    ))
                }
                other => other.with_context(|| format!("--set {}", quote(text)))?,
            }
        }
        Ok(params)
    }
}
