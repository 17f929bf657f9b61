//! SUPER-SOMA's table as pictures and as a page to step through.
//!
//! A `scene` is what one picture shows: a board, arrows, lines and numbers. `board` draws what lies there (`pieces`),
//! `arrows` what could happen, `page` puts pictures and tables side by side, `lines` shows what two searches expect.
//! The colors are those of the [reports](super). Nothing here knows a game, and nothing is written anywhere.

mod scene;
mod pieces;
mod board;
mod arrows;
mod lines;
mod page;
mod live;
mod terminal;

pub(crate) use lines::{boards, figures};
pub use live::{kit, letter};
pub(crate) use live::{live_board, live_table, live_tie, object};
pub use page::page;
pub(crate) use page::{MARK, STYLE};
pub use pieces::Pieces;
pub use scene::svg;
pub use terminal::Letters;
pub(crate) use terminal::{paint, terminal_board};
