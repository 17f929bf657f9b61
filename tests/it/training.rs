//! Learning from self-play: records of games, nets, the trainer.

mod chess_features;
mod commands;
mod formats;
mod learning;
mod nets;
mod shogi_features;
pub mod records;
