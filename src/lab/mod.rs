//! The laboratory: every strategy measured against each other.
//!
//! Positions come from `input`, jobs run through `batch`. What an experiment
//! finds is plain data; `report` makes tables of it. Players meet in `arena`.

pub mod input;
pub mod batch;
pub mod openings;
pub mod records;
pub mod census;
pub mod arena;
