//! All integration tests, linked once.

mod common;
mod layering;
mod oracles;
mod perft;
mod rules;
