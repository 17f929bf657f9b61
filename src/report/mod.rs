//! What experiments found, as tables and pages for people.
//!
//! It computes nothing and prints nothing. `palette` has all colors and the proof that
//! they can be told apart, `frame` what all pages share.

mod palette;
mod text;
mod table;
pub mod frame;
mod plot;
pub mod pages;
pub mod accuracy;
pub mod census;
pub mod compare;
pub mod matches;
pub mod review;
pub mod suite;
pub mod mate;
pub mod trials;
pub mod picture;

pub use table::{Align, TextTable};
pub use text::fit;
