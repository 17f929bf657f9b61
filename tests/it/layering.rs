//! The layers of the crate: reads the sources and names every import that a
//! layer must not have. The rules are those of the crate's documentation,
//! here as data.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// A layer and the layers it may import, besides itself.
struct Layer {
    name: &'static str,
    may_import: &'static [&'static str],
}

const LAYERS: [Layer; 19] = [
    Layer { name: "lang", may_import: &[] },
    Layer { name: "game", may_import: &[] },
    Layer { name: "files", may_import: &["game"] },
    Layer { name: "shogi", may_import: &["game"] },
    Layer { name: "chess", may_import: &["game"] },
    Layer { name: "eval", may_import: &["game"] },
    Layer { name: "soma", may_import: &["game"] },
    Layer { name: "article", may_import: &["game", "soma"] },
    Layer { name: "explain", may_import: &["game", "soma", "article"] },
    Layer { name: "mate", may_import: &["game"] },
    Layer { name: "book", may_import: &["game", "shogi", "chess"] },
    Layer { name: "records", may_import: &["game", "shogi", "chess"] },
    Layer { name: "search", may_import: &["game", "eval", "soma"] },
    Layer {
        name: "protocol",
        may_import: &[
            "lang", "game", "shogi", "chess", "eval", "soma", "explain", "mate", "book", "records", "search",
        ],
    },
    Layer {
        name: "lab",
        may_import: &[
            "game", "files", "shogi", "chess", "eval", "soma", "article", "explain", "mate", "book",
            "records", "search", "protocol",
        ],
    },
    Layer {
        name: "train",
        may_import: &[
            "game", "files", "shogi", "chess", "eval", "soma", "records", "search", "protocol", "lab",
        ],
    },
    Layer { name: "report", may_import: &["lab", "explain", "records", "soma", "game"] },
    Layer {
        name: "explore",
        may_import: &[
            "lang", "game", "shogi", "chess", "eval", "soma", "explain", "records", "search", "protocol",
            "lab", "report",
        ],
    },
    Layer {
        name: "cli",
        may_import: &[
            "lang", "game", "files", "shogi", "chess", "eval", "soma", "explain", "mate", "book", "records",
            "search", "protocol", "lab", "train", "report", "explore",
        ],
    },
];

/// What every layer may import: messages are written where they are made.
const FOR_ALL: &str = "lang";

/// The only layer that may use an external crate.
const ONE_USER: [(&str, &str); 5] = [
    ("cozy_chess", "chess"),
    ("clap", "cli"),
    ("maud", "report"),
    ("httparse", "explore"),
    ("plotters", "report"),
];
/// The layers that may print.
const PRINTERS: [&str; 2] = ["protocol", "cli"];
/// The layers that may know the time of day, and the one file below them.
const CLOCKS: [&str; 5] = ["protocol", "lab", "report", "explore", "cli"];
const TIME_MANAGER: &str = "src/search/time.rs";

/// They panic where nobody reads any more, and a panic ends the program; the script of the build may.
const PRINT_MACROS: [&str; 5] = ["print", "println", "eprint", "eprintln", "dbg"];
const STREAMS: [&str; 2] = ["stdout", "stderr"];
const CLOCK_TYPES: [&str; 2] = ["Instant", "SystemTime"];

#[test]
fn layers_import_only_what_they_may() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    collect(&root.join("src"), &mut files);
    assert!(files.len() > 50, "the sources were not found");
    let mut found = Vec::new();
    for path in &files {
        let text = std::fs::read_to_string(path).expect("a source file");
        let name = path.strip_prefix(root).expect("a file of the package");
        found.extend(violations(&name.to_string_lossy().replace('\\', "/"), &text));
    }
    assert!(found.is_empty(), "forbidden imports:\n{}", found.join("\n"));
}

/// How often the files of a layer name another one.
fn counts() -> BTreeMap<(String, String), usize> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    collect(&root.join("src"), &mut files);
    let mut counts = BTreeMap::new();
    for path in &files {
        let text = std::fs::read_to_string(path).expect("a source file");
        let name = path.strip_prefix(root).expect("a file of the package").to_string_lossy().into_owned();
        let home = module_of(&name);
        let Some(layer) = home.first().filter(|_| name.matches('/').count() > 1) else { continue };
        for (_, import) in imports(&home, &tokens(&text)) {
            if import != *layer && LAYERS.iter().any(|other| other.name == import) {
                *counts.entry((layer.clone(), import)).or_default() += 1;
            }
        }
    }
    counts
}

/// The picture of `docs/structure.md`: a row for each folder, a column for each that it
/// may import; filled where it does.
fn picture() -> String {
    const CELL: usize = 26;
    const LEFT: usize = 84;
    const TOP: usize = 84;
    let counts = counts();
    let size = LAYERS.len() * CELL;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        LEFT + size + 8,
        TOP + size + 8
    );
    let mut add = |line: String| writeln!(svg, "{line}").expect("a string");
    for (at, layer) in LAYERS.iter().enumerate() {
        let middle = at * CELL + CELL / 2;
        let (x, y) = (LEFT + middle, TOP + middle);
        let name = layer.name;
        add(format!("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{name}</text>", LEFT - 6, y + 4));
        add(format!("<text transform=\"translate({} {}) rotate(-60)\">{name}</text>", x + 2, TOP - 6));
        add(format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#ddd\"/>",
            LEFT + at * CELL,
            TOP + at * CELL
        ));
        for (column, other) in LAYERS.iter().enumerate().filter(|(column, _)| *column != at) {
            let may = layer.may_import.contains(&other.name) || other.name == FOR_ALL;
            let does = counts.contains_key(&(name.to_owned(), other.name.to_owned()));
            if may {
                let fill = if does { "#1f77b4" } else { "none" };
                add(format!(
                    "<circle cx=\"{}\" cy=\"{y}\" r=\"7\" fill=\"{fill}\" stroke=\"#1f77b4\"><title>{name} {} {}</title></circle>",
                    LEFT + column * CELL + CELL / 2,
                    if does { "imports" } else { "may import" },
                    other.name
                ));
            }
        }
    }
    svg + "</svg>\n"
}

#[test]
fn the_picture_of_the_folders_is_up_to_date() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/img/folders.svg");
    let wanted = picture();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&file, &wanted).expect("the picture is written");
    }
    let found = std::fs::read_to_string(&file).expect("docs/img/folders.svg");
    assert!(found == wanted, "docs/img/folders.svg is not up to date; UPDATE_DOCS=1 writes it anew");
}

#[test]
fn every_folder_of_the_sources_is_a_known_layer() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for entry in std::fs::read_dir(src).expect("the sources") {
        let entry = entry.expect("a folder entry");
        if entry.path().is_dir() {
            let name = entry.file_name().to_string_lossy().into_owned();
            assert!(LAYERS.iter().any(|layer| layer.name == name), "no rule for the folder {name}");
        }
    }
}

/// The rules must be able to fail: a bad source and what is found in it.
#[test]
fn forbidden_imports_are_found() {
    #[track_caller]
    fn check(file: &str, text: &str, expected: &[&str]) {
        assert_eq!(violations(file, text), expected, "{file}:\n{text}");
    }

    check("src/soma/xref.rs", "use crate::game::Value;\nuse crate::lang::tr;\n", &[]);
    check("src/lang/mod.rs", "use crate::game::Value;\n", &["src/lang/mod.rs:1: lang imports game"]);
    check("src/soma/xref.rs", "use crate::search::Limits;\n", &["src/soma/xref.rs:1: soma imports search"]);
    check("src/soma/xref.rs", "use crate::article::Step;\n", &["src/soma/xref.rs:1: soma imports article"]);
    check(
        "src/search/horizon/soma.rs",
        "use std::{io, fmt};\nuse crate::{\n    game::{All, chess},\n    shogi,\n    protocol::{Usi, Uci},\n};\n",
        &[
            "src/search/horizon/soma.rs:4: search imports shogi",
            "src/search/horizon/soma.rs:5: search imports protocol",
        ],
    );
    // Paths in code, and upwards from an inner module.
    check(
        "src/eval/mod.rs",
        "fn f() -> i32 { crate::soma::net() }",
        &["src/eval/mod.rs:1: eval imports soma"],
    );
    check("src/eval/mod.rs", "use super::soma::Net;", &["src/eval/mod.rs:1: eval imports soma"]);
    check(
        "src/search/horizon/mod.rs",
        "use super::super::{eval, chess};",
        &["src/search/horizon/mod.rs:1: search imports chess"],
    );
    check("src/search/horizon/mod.rs", "use super::chess;\nuse self::chess;", &[]);
    check(
        "src/game/see.rs",
        "mod tests {\n    use super::super::super::shogi::Move;\n}",
        &["src/game/see.rs:2: game imports shogi"],
    );
    check("src/game/see.rs", "mod tests {\n    use super::super::shogi::Move;\n}", &[]);
    check("src/game/see.rs", "use crate::*;", &["src/game/see.rs:1: game imports *"]);
    check("src/game/see.rs", "use somatic::eval;", &["src/game/see.rs:1: game imports eval"]);
    // Text is not code.
    check(
        "src/game/see.rs",
        "//! [`crate::search`]\n/* crate::eval /* println!() */ */\nconst S: &str = \"crate::eval \\\" println!()\";\n\
         const R: &str = r#\"crate::eval \" \"#;\nfn f<'a>(c: &'a char) { g('\"', b'\\'', crate::soma::X) }\n",
        &["src/game/see.rs:5: game imports soma"],
    );
    // Foreign crates, printing, clocks.
    check("src/shogi/mod.rs", "use cozy_chess::Board;", &["src/shogi/mod.rs:1: shogi uses cozy_chess"]);
    check("src/chess/mod.rs", "use cozy_chess::Board;", &[]);
    check("src/protocol/run.rs", "use clap::Args;", &["src/protocol/run.rs:1: protocol uses clap"]);
    check(
        "src/search/pool.rs",
        "fn f() { println!(\"\"); }",
        &["src/search/pool.rs:1: search prints: println"],
    );
    check("src/soma/view.rs", "let out = std::io::stderr();", &["src/soma/view.rs:1: soma prints: stderr"]);
    check("src/protocol/run.rs", "std::io::stdout()", &[]);
    check("src/cli/label.rs", "eprintln!();", &["src/cli/label.rs:1: cli prints: eprintln"]);
    check("src/search/pool.rs", "let now = Instant::now();", &["src/search/pool.rs:1: search reads a clock"]);
    check("src/search/time.rs", "let now = Instant::now();", &[]);
    check("src/report/svg.rs", "use crate::shogi;", &["src/report/svg.rs:1: report imports shogi"]);
    check("src/main.rs", "fn main() { somatic::cli::main() }", &[]);
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of the sources") {
        let path = entry.expect("a folder entry").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    files.sort();
}

/// What is forbidden in a source file, each with file, line and import.
fn violations(file: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let home = module_of(file);
    let Some(layer) = home.first().and_then(|name| LAYERS.iter().find(|layer| layer.name == name)) else {
        // `main.rs` and `lib.rs` belong to no layer.
        return found;
    };
    let tokens = tokens(text);
    let mut say = |line: usize, what: String| found.push(format!("{file}:{line}: {} {what}", layer.name));
    for (line, import) in imports(&home, &tokens) {
        if import != layer.name && import != FOR_ALL && !layer.may_import.contains(&import.as_str()) {
            say(line, format!("imports {import}"));
        }
    }
    for (i, token) in tokens.iter().enumerate() {
        let next = tokens.get(i + 1).map_or("", |token| token.text);
        let text = token.text;
        if next == "::" && ONE_USER.iter().any(|&(name, user)| name == text && user != layer.name) {
            say(token.line, format!("uses {text}"));
        }
        let by_macro = PRINT_MACROS.contains(&text) && next == "!";
        let by_stream = STREAMS.contains(&text) && next == "(" && !PRINTERS.contains(&layer.name);
        if by_macro || by_stream {
            say(token.line, format!("prints: {text}"));
        }
        if CLOCK_TYPES.contains(&text)
            && next == "::"
            && !CLOCKS.contains(&layer.name)
            && file != TIME_MANAGER
        {
            say(token.line, "reads a clock".to_owned());
        }
    }
    found
}

/// The module that a file holds: `src/search/horizon/soma.rs` is
/// `search::horizon::soma`.
fn module_of(file: &str) -> Vec<String> {
    let inner = file.trim_start_matches("src/").trim_end_matches(".rs");
    let mut parts: Vec<String> = inner.split('/').map(str::to_owned).collect();
    if parts.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
        parts.pop();
    }
    parts
}

/// A piece of code that matters here: a word, `::`, or a sign.
#[derive(Clone, Copy, Debug)]
struct Token<'a> {
    text: &'a str,
    line: usize,
}

/// The code of a source text without comments, strings and characters.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let bytes = text.as_bytes();
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    let mut out: Vec<Token<'_>> = Vec::new();
    let (mut at, mut line) = (0, 1);
    while at < bytes.len() {
        let rest = &text[at..];
        let raw_string = out.last().is_some_and(|last| ["r", "br"].contains(&last.text))
            && (rest.starts_with('"') || rest.starts_with('#'));
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block_comment(rest)
        } else if raw_string {
            let hashes = rest.len() - rest.trim_start_matches('#').len();
            let end = format!("\"{}", "#".repeat(hashes));
            rest[hashes + 1..].find(&end).map_or(rest.len(), |found| hashes + 1 + found + end.len())
        } else if rest.starts_with('"') {
            quoted(rest, b'"')
        } else if rest.starts_with('\'') {
            character(rest)
        } else if is_word(bytes[at]) {
            let length = rest.bytes().position(|byte| !is_word(byte)).unwrap_or(rest.len());
            out.push(Token { text: &rest[..length], line });
            length
        } else if rest.starts_with("::") {
            out.push(Token { text: "::", line });
            2
        } else {
            if !bytes[at].is_ascii_whitespace() {
                out.push(Token { text: &rest[..1], line });
            }
            1
        };
        line += rest[..length].matches('\n').count();
        at += length;
    }
    out
}

/// The length of a block comment, which may contain others.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        if text.as_bytes()[at..].starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if text.as_bytes()[at..].starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    text.len()
}

/// The length of a quoted text with backslashes in it.
fn quoted(text: &str, quote: u8) -> usize {
    let bytes = text.as_bytes();
    let mut at = 1;
    while at < bytes.len() && bytes[at] != quote {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(text.len())
}

/// The length of a character, or of the tick of a lifetime.
fn character(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    match (chars.next(), chars.next()) {
        (Some((_, '\\')), _) => quoted(text, b'\''),
        (Some(_), Some((at, '\''))) => at + 1,
        _ => 1,
    }
}

/// The parts of this crate that the code names, with their lines.
fn imports(home: &[String], tokens: &[Token<'_>]) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    // Modules inside the file, each with the depth of braces it began at.
    let mut inner: Vec<usize> = Vec::new();
    let mut depth = 0;
    let mut i = 0;
    let text = |i: usize| tokens.get(i).map_or("", |token| token.text);
    while i < tokens.len() {
        match tokens[i].text {
            "{" => {
                depth += 1;
                if i >= 2 && text(i - 2) == "mod" {
                    inner.push(depth);
                }
            }
            "}" => {
                if inner.last() == Some(&depth) {
                    inner.pop();
                }
                depth -= 1;
            }
            "crate" | "somatic" | "super" if text(i + 1) == "::" && (i == 0 || text(i - 1) != "::") => {
                // How many modules lie above the one that the path has reached.
                let mut level = if tokens[i].text == "super" { (home.len() + inner.len()) as i32 } else { 0 };
                while text(i) == "super" && text(i + 1) == "::" {
                    level -= 1;
                    i += 2;
                }
                if matches!(tokens[i].text, "crate" | "somatic") {
                    i += 2;
                }
                if level <= 0 {
                    branches(tokens, i, &mut found);
                }
                continue;
            }
            _ => {}
        }
        i += 1;
    }
    found
}

/// The first words of a path, or of each branch of a group of paths.
fn branches(tokens: &[Token<'_>], start: usize, found: &mut Vec<(usize, String)>) {
    let Some(first) = tokens.get(start) else {
        return;
    };
    if first.text != "{" {
        found.push((first.line, first.text.to_owned()));
        return;
    }
    let mut depth = 0;
    for pair in tokens[start..].windows(2) {
        match pair[0].text {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return;
        }
        if depth == 1 && matches!(pair[0].text, "{" | ",") && pair[1].text != "}" {
            found.push((pair[1].line, pair[1].text.to_owned()));
        }
    }
}
