//! What experiments found, as text for people: tables.
//!
//! It computes nothing and prints nothing.

mod table;
pub mod accuracy;

pub use table::{Form, Table};
