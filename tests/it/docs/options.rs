//! `docs/options.md` is generated from the options of both protocols.

use std::fmt::Write as _;

use somatic::protocol::{Dialect, OptionKind, OptionSpec, Uci, Usi};

use super::{Page, UPDATE, root};

const PATH: &str = "docs/options.md";
const HEAD: &str = "\
# Options

Names match without regard to case. A bad name or value is answered by `info string` and changes nothing.
The strategies of `Tactics` are explained in [method.md](method.md#strategies-at-the-horizon).

This page is generated from the program: `UPDATE_DOCS=1 cargo test --test it docs::options` writes it anew.
";

/// Type, range and default.
fn kind(option: &OptionSpec) -> [String; 3] {
    match option.kind {
        OptionKind::Check(default) => {
            ["check".to_owned(), "`true`, `false`".to_owned(), format!("`{default}`")]
        }
        OptionKind::Spin(default, min, max) => {
            ["spin".to_owned(), format!("{min} to {max}"), default.to_string()]
        }
        OptionKind::Combo(default, all) => {
            let all: Vec<String> = all.iter().map(|value| format!("`{value}`")).collect();
            ["combo".to_owned(), all.join(", "), format!("`{default}`")]
        }
        OptionKind::Filename => ["filename".to_owned(), "a path".to_owned(), "empty".to_owned()],
        OptionKind::Text => ["string".to_owned(), "a path".to_owned(), "empty".to_owned()],
        OptionKind::Button => ["button".to_owned(), String::new(), String::new()],
    }
}

fn table<D: Dialect>(title: &str) -> String {
    let mut text =
        format!("\n## {title}\n\n| name | type | values | default | what it does |\n|---|---|---|---|---|\n");
    for option in D::OPTIONS {
        let other =
            if option.alias == option.name { String::new() } else { format!(" or `{}`", option.alias) };
        let [kind, values, default] = kind(option);
        writeln!(text, "| `{}`{other} | {kind} | {values} | {default} | {} |", option.name, option.about)
            .expect("text");
    }
    text
}

#[test]
fn the_page_is_what_the_program_generates() {
    let page = format!("{HEAD}{}{}", table::<Usi>("Shogi (USI)"), table::<Uci>("Chess (UCI)"));
    if std::env::var_os(UPDATE).is_some() {
        std::fs::write(root().join(PATH), &page).expect("the page is written");
    }
    let written = Page::read(PATH).text;
    for (is, should) in written.lines().zip(page.lines()) {
        assert_eq!(is, should, "{PATH}; UPDATE_DOCS=1 writes it anew");
    }
    assert_eq!(written.lines().count(), page.lines().count(), "{PATH}; UPDATE_DOCS=1 writes it anew");
}
