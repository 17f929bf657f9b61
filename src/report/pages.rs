//! What the pages of `--html` have in common: tables, plots, lists, and positions with boards.

use maud::{Markup, html};

use super::game::{self, Games};
use super::names::written;
use super::table::TextTable;
use super::{frame, picture, plot};
use crate::lang::tr;

pub use picture::figures;

const STYLE: &str = include_str!("list.css");
const MODULE: frame::Module = ("list", include_str!("list.js"));

/// A page; `note` says what is to be known first.
pub fn page(title: &str, note: &str, content: &Markup) -> String {
    page_of_games(title, note, content, &Games::default())
}

/// A page on which games can be opened; `content` has the [viewer](game::viewer) if there are any.
pub(crate) fn page_of_games(title: &str, note: &str, content: &Markup, games: &Games) -> String {
    let body = html! { (frame::report(title, note, content)) (games.data()) };
    let (mut styles, mut modules) = (vec![picture::STYLE, plot::STYLE, STYLE], Vec::new());
    if games.count() > 0 {
        styles.push(game::STYLE);
        modules.extend(game::MODULES);
    }
    modules.push(MODULE);
    frame::page(title, &styles, &modules, &body)
}

/// Tables, and what is said below them.
pub fn tables(tables: &[TextTable], lines: &[String]) -> Markup {
    html! {
        @for table in tables { (table.html()) }
        @if tables.is_empty() { p { (tr!("Nothing was counted.")) } }
        @for line in lines { p.faint { bdi { (line) } } }
    }
}

/// A position, an SFEN or a FEN, with what two searches expect there: whose line each is, and
/// its moves. The page has the [`figures`] of the game.
pub fn boards(position: &str, lines: [(&str, &[String]); 2], more: &Markup) -> Markup {
    html! {
        p { code { (position) } }
        div.both {
            figure { (picture::lines(position, lines.map(|(_, line)| line))) }
            div {
                dl.lines {
                    @for (number, (whose, line)) in lines.iter().enumerate() {
                        dt { (picture::line_sample(number)) (whose) }
                        dd { span.moves { (written(position, line)) } }
                    }
                }
                (more)
            }
        }
    }
}
