//! The two protocols: scripts of lines in and lines out, USI and UCI side by
//! side.

mod gui;
mod dialogue;
mod options;
mod lines;
mod pipes;
