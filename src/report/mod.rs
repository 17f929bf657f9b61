//! What experiments found, as tables for people.
//!
//! It computes nothing and prints nothing.

mod text;
mod table;
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
