//! Learning from self-play: records of games, nets, the trainer.

mod learning;
mod nets;
mod records;
