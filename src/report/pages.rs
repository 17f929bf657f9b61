//! What the pages of `--html` have in common: their style and script, tables, and what is said below them.

use maud::{Markup, html};

use super::game::{self, Games};
use super::table::TextTable;
use super::{frame, picture, plot};
use crate::lang::tr;

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
