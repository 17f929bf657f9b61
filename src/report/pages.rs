//! What reports of strategies have in common, and of other programs beside them: what is said below their tables, and
//! the pages of `--html`.

use maud::{Markup, html};

use super::game::{self, Games};
use super::table::TextTable;
use super::{frame, picture, plot};
use crate::game::visible;
use crate::lab::contender::{Contender, Faults};
use crate::lang::{self, tr};

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

/// The names of those that were asked, each with its figures.
pub fn named<'a, S>(all: &'a [Contender], figures: &'a [S]) -> impl Iterator<Item = (&'a str, &'a S)> {
    all.iter().map(Contender::name).zip(figures)
}

/// What is to be said below tables: what each program did instead of answers, by game and name, how the columns
/// are to be read, and how the figures of programs are.
pub fn notes<'a>(
    all: impl Iterator<Item = (&'a str, &'a str, &'a Faults)>,
    legend: String,
    has_programs: bool,
) -> Vec<String> {
    let of_programs = tr!(
        "Programs: their centipawns are taken for those that this engine shows, and turned into its units; 0 nodes \
         or depth where they do not tell; faults: how often there was no answer (an illegal move, an end, \
         silence), which count in no other column but as not solved and as no right move"
    );
    let told = all.filter_map(|(game, name, found)| faults(game, name, found));
    told.chain([legend]).chain(has_programs.then(|| of_programs.to_owned())).collect()
}

/// What a program did instead of answers, with the first place of each kind; nothing if it always answered.
fn faults(game: &str, name: &str, faults: &Faults) -> Option<String> {
    let kinds = faults.0.iter().map(|(reason, fault)| {
        let (reason, id, detail) = (lang::text(reason.name()), visible(&fault.id), visible(&fault.detail));
        tr!("{count} {reason} (first at {id}: {detail})", count = fault.count, reason, id, detail)
    });
    let list = kinds.collect::<Vec<_>>().join(", ");
    (!list.is_empty()).then(|| tr!("{game}, faults of {name}: {list}", game = lang::text(game), name, list))
}
