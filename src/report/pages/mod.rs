//! A page for each command that has `--html`: tables, plots, and positions with boards.

mod compare;
mod review;

pub use compare::compare;
pub use review::review;
