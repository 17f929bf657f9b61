//! SUPER-SOMA's table as pictures and as a page to step through.
//!
//! A `scene` is what one picture shows: a board, arrows, lines and numbers. `board`
//! draws what lies there (`pieces`), `arrows` what could happen, `page` puts pictures
//! and tables side by side, `lines` shows what two searches expect. The colors are those of the
//! [reports](super). Nothing here knows a game, and nothing is written anywhere.

mod scene;
mod pieces;
mod board;
mod arrows;
mod lines;
mod page;
mod live;
mod kit;
mod terminal;

use maud::{Markup, html};

use crate::explain::BoardReport;
use crate::game::Drawing;
use crate::lang::tr;
use crate::records::either::{of_either, of_game};
use crate::records::input::AnyPosition;

pub use kit::{Kit, kit};
pub use lines::sample as line_sample;
pub use live::letter;
pub(crate) use live::{LiveBoard, LiveParts, live_board, live_parts, live_tie};
pub(crate) use page::STYLE;
pub use page::{facts, page};
pub use pieces::Pieces;
pub use scene::svg;
pub use terminal::Letters;
pub(crate) use terminal::{paint, terminal_board};

/// What a page needs once for the boards of [`lines`]: the empty board and the pieces of the
/// game of a position.
pub fn figures(position: &str) -> Markup {
    let position = AnyPosition::read(position);
    position.map_or_else(|| html! {}, |position| of_game!(position.kind(), P => board::figures::<P>()))
}

/// What the page of a game must know of the game of a position, an SFEN or a FEN.
pub(crate) fn kit_of(position: &str) -> Option<Kit> {
    Some(of_game!(AnyPosition::read(position)?.kind(), P => kit::<P>()))
}

/// The board of a position, an SFEN or a FEN, with the first moves of two lines, in a page that has its
/// [`figures`]. Nothing where the text is no position.
pub fn lines(position: &str, moves: &[&[String]]) -> Markup {
    fn draw<P: Drawing>(position: &P, moves: &[&[String]]) -> Markup {
        let moves: Vec<_> = moves.iter().map(|line| lines::parts_of(position, line)).collect();
        let board = BoardReport::without_pins(position);
        lines::draw::<P>(&board, &moves, tr!("the lines of both on the board"))
    }
    let position = AnyPosition::read(position);
    position.map_or_else(|| html! {}, |position| of_either!(&position, position => draw(position, moves)))
}
