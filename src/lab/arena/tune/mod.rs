//! Tuning: the parameters of the search are moved by the results of games of
//! the engine against itself (SPSA), or all of them measured at once.
//!
//! `range` says which parameters and between what bounds, `spsa` how results
//! move them, `screen` what they say of each: these know no games. `run` plays the games, in
//! batches, and writes their results down; whatever else is known of a tuning follows from them.

mod range;
mod run;
mod screen;
mod spsa;

pub use range::{Range, read_ranges};
pub use run::{Plan, Standing, Tuning, tune};
