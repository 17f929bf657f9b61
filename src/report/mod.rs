//! What experiments found, as tables and pages for people.
//!
//! A command's rows are described once, as the columns of a `table`: text, Markdown and HTML are made
//! from that. It computes nothing and prints nothing. `pages` is what pages have in common, `palette` has all colors and the proof that
//! they can be told apart, `frame` what all pages share.

mod palette;
mod text;
mod table;
pub mod frame;
pub mod game;
mod plot;
pub(crate) mod pages;
pub mod accuracy;
pub mod census;
pub mod compare;
pub mod matches;
pub mod record;
pub mod review;
pub mod suite;
pub mod mate;
pub mod names;
pub mod trials;
pub(crate) mod tune;
pub mod why;
pub mod picture;

pub use table::{Columns, TextTable};
pub use text::fit;
