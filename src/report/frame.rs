//! The frame of every page: its head, the style and the colors that all share, and what
//! keeps it from loading anything. What stands in it is the pages' concern.

use std::fmt::Write as _;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::palette::{page_variables, picture_style};
use crate::game::visible;
use crate::lang;

/// A module of a page: its name, and its source in JavaScript.
pub(crate) type Module = (&'static str, &'static str);

/// What all other modules use.
pub(crate) const DOM: Module = ("dom", include_str!("web/dom.js"));

/// Nothing is loaded, and nothing sent.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// The style that all pages share.
pub fn style() -> String {
    picture_style() + &page_variables() + include_str!("frame.css")
}

/// A page of its own. `title` may be anybody's text; `styles` come after the common style,
/// `modules`, which may use [`DOM`], at the end of the page.
pub(crate) fn page(title: &str, styles: &[&str], modules: &[Module], body: &Markup) -> String {
    let title = visible(title);
    let page = html! {
        (DOCTYPE)
        html lang=(lang::current().code()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { (title) }
                style { (PreEscaped(style())) @for style in styles { (PreEscaped(style)) } }
            }
            body {
                (body)
                @let words = lang::words();
                @if words.len() > 2 { script #words type="application/json" { (PreEscaped(words)) } }
                script { (PreEscaped(joined(&[&[DOM], modules].concat()))) }
            }
        }
    }
    .into_string();
    close_shapes(page) + "\n"
}

/// Modules as one script, those that they use before them: each is a function that returns what it exports, and has the
/// others that it imports, a line each, as constants.
fn joined(modules: &[Module]) -> String {
    let mut out = "'use strict';\n".to_owned();
    for (name, source) in modules {
        let mut exports = Vec::new();
        let resolve = |line: &str| {
            if let Some((names, module)) =
                line.strip_prefix("import ").and_then(|it| it.split_once(" from './"))
            {
                let (names, module) = (names.trim_start_matches("* as "), module.trim_end_matches(".js';"));
                return format!("const {names} = module_{module};\n");
            }
            let own = line.strip_prefix("export ");
            let word = own.and_then(|own| own.trim_start_matches("async ").split([' ', '(', ';']).nth(1));
            exports.extend(word.map(|word| format!("get {word}() {{ return {word}; }}")));
            format!("{}\n", own.unwrap_or(line))
        };
        let body: String = source.lines().map(resolve).collect();
        let exports = exports.join(", ");
        let _ = writeln!(out, "const module_{name} = (function () {{\n{body}return {{ {exports} }};\n}}());");
    }
    out
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
