//! Somatic: a shogi and chess engine whose leaves are judged by SUPER-SOMA.
//!
//! Engines search captures at the end of a line until it is quiet. In shogi it
//! never gets quiet. SUPER-SOMA (Jeff Rollason, 2000 and 2006) assesses all
//! tactical moves of both sides in one table instead, without search. This
//! crate is that idea with a modern search around it, for two games.
//!
//! # Bird's-eye view
//!
//! A game says what a position is (`game` has the traits, `shogi` and `chess`
//! implement them). One scan of a position gives its attack map, which the
//! evaluation (`eval`) and SUPER-SOMA (`soma`) both read. One alpha-beta
//! (`search`) is compiled for each game; its strategy at the horizon and its
//! evaluation are chosen when a worker is made. `mate` proves and refutes mates by
//! checks alone. `records` reads and writes games and positions in files.
//! `article` is Rollason's method as a program to be read, and `explain` has
//! words for both: they are what `xref` shows.
//! `protocol` speaks USI and UCI;
//! `explore` serves a page in the browser; `cli` is the command line; `lang` has the messages in Japanese.
//!
//! # Entry points
//!
//! - a protocol: [`protocol::run`];
//! - one search: [`search::Worker::search`];
//! - one mate: [`mate::Solver::solve`];
//! - one assessment, explained: [`explain::explain`];
//! - what the search is told about a node: [`soma::Assessor::static_eval`].
//!
//! # Invariants
//!
//! `game` knows neither shogi nor chess. `search` knows neither. `soma` makes
//! no move on a real position and knows no search; `article` plays the article beside
//! it, and neither `soma` nor `search` knows of it. Only `protocol` and `cli`
//! print. Nothing is allocated in a search or an assessment. A test reads the
//! sources and keeps watch over who imports whom.

pub mod lang;
pub mod game;
pub mod files;
pub mod shogi;
pub mod chess;
pub mod eval;
pub mod soma;
pub mod article;
pub mod mate;
pub mod search;
pub mod book;
pub mod records;
pub mod protocol;
pub mod explain;
pub mod lab;
pub mod train;
pub mod report;
pub mod explore;
pub mod cli;
