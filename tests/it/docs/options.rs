//! `docs/options.md` and `docs/options.ja.md` are generated from the options of both protocols.

use std::fmt::Write as _;

use somatic::protocol::{Dialect, OptionKind, OptionSpec, Uci, Usi};

use somatic::lang::{self, Language};

use super::check_generated;

const PATH: &str = "docs/options.md";
const OWN_PATH: &str = "docs/options.ja.md";
const HEAD: &str = "\
# Options

Names match without regard to case. A bad name or value is answered by `info string` and changes nothing.
The strategies of `Tactics` are explained in [method.md](method.md#strategies-at-the-horizon).

This page is generated from the program: `UPDATE_DOCS=1 cargo test --test it docs::options` writes it anew.
";

const OWN_HEAD: &str = "\
# オプション

[English](options.md)

名前の大文字と小文字は区別しません。名前や値が正しくなければ `info string` で知らせ、設定は変わりません。

このページはプログラムから生成されます: `UPDATE_DOCS=1 cargo test --test it docs::options`
";

/// Type, range and default.
fn kind(option: &OptionSpec, language: Language) -> [String; 3] {
    match option.kind {
        OptionKind::Check(default, _) => {
            ["check".to_owned(), "`true`, `false`".to_owned(), format!("`{default}`")]
        }
        OptionKind::Spin(default, min, max, _) => [
            "spin".to_owned(),
            match language {
                Language::English => format!("{min} to {max}"),
                Language::Japanese => format!("{min} から {max}"),
            },
            default.to_string(),
        ],
        OptionKind::Combo(default, all, _) => {
            let all: Vec<String> = all.iter().map(|value| format!("`{value}`")).collect();
            ["combo".to_owned(), all.join(", "), format!("`{default}`")]
        }
        OptionKind::Filename(_) | OptionKind::Text(_) => {
            let [path, empty] = match language {
                Language::English => ["a path", "empty"],
                Language::Japanese => ["パス", "空"],
            };
            let name = if matches!(option.kind, OptionKind::Text(_)) { "string" } else { "filename" };
            [name.to_owned(), path.to_owned(), empty.to_owned()]
        }
        OptionKind::Button => ["button".to_owned(), String::new(), String::new()],
    }
}

fn table<D: Dialect>(title: &str, language: Language) -> String {
    let (heads, or) = match language {
        Language::English => ("| name | type | values | default | what it does |", " or "),
        Language::Japanese => ("| 名前 | 型 | 値 | 既定値 | 説明 |", "、"),
    };
    let mut text = format!("\n## {title}\n\n{heads}\n|---|---|---|---|---|\n");
    for option in D::OPTIONS {
        let other =
            if option.alias == option.name { String::new() } else { format!("{or}`{}`", option.alias) };
        let [kind, values, default] = kind(option, language);
        writeln!(
            text,
            "| `{}`{other} | {kind} | {values} | {default} | {} |",
            option.name,
            lang::within(language, || lang::text(option.about))
        )
        .expect("text");
    }
    text
}

#[test]
fn the_page_is_what_the_program_generates() {
    let page = |head: &str, [shogi, chess]: [&str; 2], language| {
        format!("{head}{}{}", table::<Usi>(shogi, language), table::<Uci>(chess, language))
    };
    check_generated(PATH, &page(HEAD, ["Shogi (USI)", "Chess (UCI)"], Language::English));
    check_generated(OWN_PATH, &page(OWN_HEAD, ["将棋(USI)", "チェス(UCI)"], Language::Japanese));
}
