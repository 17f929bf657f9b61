//! SUPER-SOMA's table as pictures and as a page to step through.
//!
//! A `scene` is what one picture shows: a board, arrows, lines and numbers. `board`
//! draws what lies there (`pieces`), `arrows` what could happen, `page` puts pictures
//! and tables side by side. The colors are those of the
//! [reports](super). Nothing here knows a game, and nothing is written anywhere.

mod scene;
mod pieces;
mod board;
mod arrows;
mod page;
mod terminal;

use crate::game::{Drawing, ValuePreset};
use crate::lab::input::{AnyPosition, read_line};
use crate::soma::explain::{Look, explain};

pub use page::{Fact, page};
pub use pieces::Pieces;
pub use scene::svg;
pub use terminal::{Letters, paint, terminal_board};

/// What SUPER-SOMA sees in a position, an SFEN or a FEN: a picture for a page, or nothing
/// where the text is no position.
pub fn of_text(position: &str) -> String {
    fn draw<P: Drawing>(position: &P) -> String {
        scene::inline::<P>(&explain(position, Look::Search, ValuePreset::Default, None))
    }
    read_line(position, String::new).map_or_else(
        |_| String::new(),
        |line| match line.position {
            AnyPosition::Shogi(position) => draw(&*position),
            AnyPosition::Chess(position) => draw(&*position),
        },
    )
}
