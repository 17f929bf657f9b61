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
mod facts;
mod lines;
mod page;
mod live;
mod terminal;

use maud::{Markup, html};

use crate::explain::{Look, explain};
use crate::game::{Drawing, ValuePreset};
use crate::records::input::{AnyPosition, read_line};

pub use facts::{Fact, facts};
pub use lines::{MOST_MOVES, sample as line_sample};
pub use live::{LiveBoard, LiveParts, Place, letter, live_board, live_parts, single_piece};
pub use page::{MARK, STYLE, explained, page};
pub use pieces::Pieces;
pub use scene::svg;
pub use terminal::{Letters, paint, terminal_board};

/// What SUPER-SOMA sees in a position, an SFEN or a FEN: a picture for a page that has its
/// [`figures`], or nothing where the text is no position.
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

/// What a page needs once for the boards of [`open`]: the empty board and the pieces of the
/// game of a position.
pub fn figures(position: &str) -> Markup {
    fn draw<P: Drawing>(_: &P) -> Markup {
        board::figures::<P>()
    }
    read_line(position, String::new).map_or_else(
        |_| html! {},
        |line| match line.position {
            AnyPosition::Shogi(position) => draw(&*position),
            AnyPosition::Chess(position) => draw(&*position),
        },
    )
}

/// What a page needs once for the legends of [`open`].
pub fn signs() -> Markup {
    html! {
        svg.unseen aria-hidden="true" { defs { (page::signs()) (lines::signs()) } }
    }
}

/// A position opened in a report.
#[derive(Clone, Debug)]
pub struct Opened {
    /// Its board with the lines of two searches, of each the first [`MOST_MOVES`] moves.
    pub board: Markup,
    /// What SUPER-SOMA sees: table, picture, line, as on the page of `xref`.
    pub table: Markup,
}

/// Opens a position, an SFEN or a FEN, in a page that has its [`figures`] and the
/// [`signs`]; `name` tells it
/// from the others of the page. Nothing where the text is no position.
pub fn open(position: &str, lines: &[&[String]], name: &str) -> Option<Opened> {
    fn draw<P: Drawing>(position: &P, moves: &[&[String]], name: &str) -> Option<Opened> {
        let told = explain(position, Look::Search, ValuePreset::Default, None);
        let moves: Vec<_> = moves.iter().map(|line| lines::parts_of(position, line)).collect();
        let board = &told.iterations.first()?.board;
        let title = "the lines of both on the board";
        Some(Opened {
            board: lines::draw::<P>(board, &moves, &page::board_name(name), title),
            table: page::opened::<P>(&told, name),
        })
    }
    match read_line(position, String::new).ok()?.position {
        AnyPosition::Shogi(position) => draw(&*position, lines, name),
        AnyPosition::Chess(position) => draw(&*position, lines, name),
    }
}
