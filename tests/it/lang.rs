//! Messages in Japanese: the catalogue, and what the program says in which language.

mod catalogue;
mod program;
