//! Learning from self-play: records of games, nets, the trainer.

mod commands;
mod formats;
mod learning;
mod nets;
mod features;
pub mod records;
