//! Learning an evaluation from games that the engine plays against itself.
//!
//! `selfplay` plays games from random openings and `record` keeps them, moves and scores, a few bytes a ply. `data`
//! makes samples of them, `trainer` lets a `model` learn them. What a net reads of a position is in `eval`.

pub mod record;
pub mod selfplay;
pub mod data;
pub mod model;
pub mod trainer;
