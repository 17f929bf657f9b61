//! SUPER-SOMA's table as pictures and as a page to step through.
//!
//! A `scene` is what one picture shows: a board, arrows, lines and numbers. `board`
//! draws what lies there (`pieces`), `arrows` what could happen, `page` puts pictures
//! and tables side by side. `palette` has all colors and the proof that they can be
//! told apart. Nothing here knows a game, and nothing is written anywhere.

mod palette;
mod scene;
mod pieces;
mod board;
mod arrows;
mod page;
mod terminal;

pub use page::{Fact, page};
pub use pieces::Pieces;
pub use scene::svg;
pub use terminal::{Letters, paint, terminal_board};
