//! The frame of every page: its head, the style and the colors that all share, and what
//! keeps it from loading anything. What stands in it is the pages' concern.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::palette::{page_variables, picture_style};
use crate::game::visible;
use crate::lang;

const STYLE: &str = include_str!("frame.css");

/// Nothing is loaded, and nothing sent.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// The style that all pages share.
pub fn style() -> String {
    [&picture_style(), &page_variables(), STYLE].concat()
}

/// A page of its own. `title` may be anybody's text; `styles` come after the common style,
/// `scripts` at the end of the page.
pub fn page(title: &str, styles: &[&str], scripts: &[&str], body: &Markup) -> String {
    let title = visible(title);
    let page = html! {
        (DOCTYPE)
        html lang=(lang::current().code()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { (title) }
                style {
                    (PreEscaped(style()))
                    @for style in styles { (PreEscaped(style)) }
                }
            }
            body {
                (body)
                @if !scripts.is_empty() {
                    @let words = lang::words();
                    @if words.len() > 2 { script #words type="application/json" { (PreEscaped(words)) } }
                    script { @for script in scripts { (PreEscaped(script)) } }
                }
            }
        }
    }
    .into_string();
    close_shapes(page) + "\n"
}

/// Closes the shapes of pictures where they begin: a report has many thousands of them.
/// Nobody's text is touched, as its brackets are escaped.
fn close_shapes(page: String) -> String {
    ["path", "use", "circle", "rect", "line"]
        .iter()
        .fold(page, |page, shape| page.replace(&format!("\"></{shape}>"), "\"/>"))
}

/// The body of a report: its title, what is to be known first, and the rest.
pub fn report(title: &str, note: &str, content: &Markup) -> Markup {
    html! {
        header { h1 dir="auto" { (visible(title)) } }
        @if !note.is_empty() { p { strong { (note) } } }
        main { (content) }
    }
}
