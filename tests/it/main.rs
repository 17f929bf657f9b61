//! All integration tests, linked once.

mod article;
mod chess;
mod cli;
mod common;
mod layering;
mod motifs;
mod oracles;
mod perft;
mod protocol;
mod rules;
mod search;
