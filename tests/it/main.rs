//! All integration tests, linked once.

mod chess;
mod common;
mod layering;
mod oracles;
mod perft;
mod rules;
