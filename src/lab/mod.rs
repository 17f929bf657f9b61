//! The laboratory: every strategy measured against each other.
//!
//! Positions and games come from `records`; jobs run through `batch`. A batch command is an
//! [`Experiment`](job::Experiment), run by [`job::run`]. What an experiment finds is plain data; `report` makes
//! tables of it. Players meet in `arena`.

pub(crate) mod number;
pub mod histogram;
pub mod batch;
pub mod record_file;
pub mod job;
pub mod contender;
pub mod searcher;
pub mod suite;
pub mod mate;
pub mod compare;
pub mod census;
pub mod openings;
pub mod review;
pub mod xref;
pub mod arena;
pub mod leaves;
