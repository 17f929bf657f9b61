//! What experiments found, as tables for people.
//!
//! It computes nothing and prints nothing.

pub mod accuracy;
