//! All integration tests, linked once.

mod article;
mod attack_map;
mod census;
mod batch;
mod bounds;
mod chess;
mod cli;
mod common;
mod layering;
mod matches;
mod mate_in_one;
mod mine;
mod fast_table;
mod leaves;
mod motifs;
mod one_table;
mod oracles;
mod perft;
mod protocol;
mod records;
mod relations;
mod rules;
mod search;
mod sfen;
mod strategies;
mod symmetry;
