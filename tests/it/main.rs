//! All integration tests, linked once.

mod article;
mod chess;
mod common;
mod layering;
mod motifs;
mod oracles;
mod perft;
mod rules;
mod search;
