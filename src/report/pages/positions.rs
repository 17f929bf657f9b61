//! A list of positions in a report: rows to sort and to filter, each with its board, the
//! lines of both sides of the comparison, and the page of `xref` folded away below it.
//! Without its script all of it can be read, in the order in which it was written.

use maud::{Markup, html};

use crate::game::visible;
use crate::report::picture::{self, Opened};

/// The style of lists.
pub const STYLE: &str = include_str!("positions.css");
/// What sorts and filters, opens and steps.
pub const SCRIPT: &str = include_str!("positions.js");

/// Letters of a name that a row shows; all of them stand below it.
const SHOWN: usize = 60;

/// What the columns of a list are called.
#[derive(Clone, Copy, Debug)]
pub struct Heads<'a> {
    /// What a position is filed under.
    pub kind: &'a str,
    /// The number by which positions are picked.
    pub size: &'a str,
    /// Whose the two lines are.
    pub lines: [&'a str; 2],
}

/// A position of a list.
#[derive(Clone, Debug)]
pub struct Listed<'a> {
    /// Its number.
    pub number: u64,
    /// Its name, which may be anybody's text.
    pub id: &'a str,
    /// What it is filed under.
    pub kind: String,
    /// The number by which it is picked.
    pub size: f64,
    /// The SFEN or FEN.
    pub position: &'a str,
    /// What the two sides of the comparison expect: moves, and a value.
    pub lines: [(&'a [String], String); 2],
    /// What else there is to say.
    pub more: Markup,
}

/// Draws a list; `name` tells it from the others of the page.
pub fn list(name: &str, heads: Heads<'_>, positions: &[Listed<'_>]) -> Markup {
    html! {
        @if positions.is_empty() { p { "There are none." } } @else {
            @if let Some(first) = positions.first() { (picture::figures(first.position)) }
            div.list-tools data-for=(name) data-kind=(heads.kind) data-size=(heads.size) {}
            table.list id=(name) {
                thead {
                    tr {
                        th.n.roomy scope="col" { "Number" }
                        th scope="col" { "Name" }
                        th.roomy scope="col" { (heads.kind) }
                        th.n scope="col" { (heads.size) }
                        @for line in heads.lines {
                            th scope="col" { (line) }
                            th.n.roomy scope="col" { "Value" }
                        }
                    }
                }
                @for listed in positions { (row(name, heads, listed)) }
            }
            p.faint { "The arrows of what SUPER-SOMA sees:" }
            (picture::explained())
        }
    }
}

fn row(list: &str, heads: Heads<'_>, listed: &Listed<'_>) -> Markup {
    let name = format!("{list}-{}", listed.number);
    let id = visible(listed.id);
    let moves = [0, 1].map(|number| listed.lines[number].0);
    html! {
        tbody.item data-kind=(listed.kind) data-size=(listed.size) {
            tr.head {
                td.n.roomy { (listed.number) }
                td.id { a href={ "#" (name) } { bdi { (cut(&id)) } } }
                td.roomy { (listed.kind) }
                td.n data-v=(listed.size) { (listed.size) }
                @for (line, value) in &listed.lines {
                    td.move { (line.first().map_or("-", String::as_str)) }
                    td.n.roomy data-v=(number(value)) { (value) }
                }
            }
            tr.more {
                td colspan="8" {
                    details id=(name) {
                        summary { "Board and table" }
                        @if id.chars().count() > SHOWN { p.name { bdi { (id) } } }
                        (opened(&name, heads, listed, picture::open(listed.position, &moves, &name)))
                    }
                }
            }
        }
    }
}

fn opened(name: &str, heads: Heads<'_>, listed: &Listed<'_>, opened: Option<Opened>) -> Markup {
    html! {
        p { code { (listed.position) } }
        div.both {
            @if let Some(opened) = &opened { figure { (opened.board) } }
            div {
                dl.lines {
                    @for (number, ((line, value), head)) in listed.lines.iter().zip(heads.lines).enumerate() {
                        dt { (picture::line_sample(number)) (head) }
                        dd { strong { (value) } " " span.moves { (line.join(" ")) } }
                    }
                }
                (listed.more)
            }
        }
        @if let Some(opened) = opened {
            details.xref id={ (name) "x" } { summary { "What SUPER-SOMA sees" } (opened.table) }
        }
    }
}

/// The beginning of a long name.
pub fn cut(id: &str) -> String {
    match id.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}\u{2026}", &id[..at]),
        None => id.to_owned(),
    }
}

/// What a value is sorted by: a mate stands beyond all others.
fn number(value: &str) -> f64 {
    const MATE: f64 = 1e6;
    let last = |text: &str| text.trim().parse().unwrap_or(0.0);
    match (value.strip_prefix("mate "), value.strip_prefix("mated ")) {
        (Some(plies), _) => MATE - last(plies),
        (_, Some(plies)) => last(plies) - MATE,
        _ => last(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_beyond_all_values() {
        let sorted = ["mated 2", "mated 8", "-300", "", "+20", "mate 9", "mate 1"].map(number);
        assert!(sorted.is_sorted(), "{sorted:?}");
    }

    #[test]
    fn long_names_are_cut_between_letters() {
        assert_eq!(cut("short"), "short");
        let long = "\u{5c06}".repeat(61);
        assert_eq!(cut(&long).chars().count(), 61);
        assert!(cut(&long).ends_with('\u{2026}'));
    }
}
