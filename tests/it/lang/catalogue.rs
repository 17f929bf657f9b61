//! The catalogue says in Japanese what the sources say in English, all of it and nothing else.

use std::path::{Path, PathBuf};

use somatic::lang::catalogue;
use somatic::protocol::{Dialect as _, Uci, Usi};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}

/// The sources, each with its strings as they are meant: no line breaks and no escapes.
fn sources() -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    collect(&root().join("src"), &mut files);
    files.retain(|path| {
        let ends = |ending: &str| path.extension().is_some_and(|own| own == ending);
        (ends("rs") || ends("js") || ends("html")) && !path.starts_with(root().join("src/lang/ja"))
    });
    files
        .into_iter()
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("a source");
            (path, plain(&text))
        })
        .collect()
}

/// Strings joined that go on in the next line, their escapes resolved.
fn plain(text: &str) -> String {
    let mut parts = text.split("\\\n");
    let first = parts.next().unwrap_or_default().to_owned();
    let joined = parts.fold(first, |text, part| text + part.trim_start());
    CODES.iter().fold(joined, |text, (code, letter)| text.replace(code, letter))
}

/// Letters as sources write them.
const CODES: [(&str, &str); 12] = [
    ("\n/// ", " "),
    ("\\\"", "\""),
    ("\\'", "'"),
    ("\\u2026", "\u{2026}"),
    ("\\u2190", "\u{2190}"),
    ("\\u2192", "\u{2192}"),
    ("\\u{2190}", "\u{2190}"),
    ("\\u{2191}", "\u{2191}"),
    ("\\u{2192}", "\u{2192}"),
    ("\\u{2193}", "\u{2193}"),
    ("&#8592;", "\u{2190}"),
    ("&#8594;", "\u{2192}"),
];

#[test]
fn every_message_is_there_in_both_languages_with_the_same_places() {
    let entries = catalogue().entries();
    assert!(entries.len() > 300, "the catalogue was not read: {}", entries.len());
    let mut seen = std::collections::HashSet::new();
    for entry in entries {
        assert!(!entry.japanese.is_empty(), "{}: {}: no Japanese", entry.file, entry.english);
        let [english, japanese] = entry.places();
        assert_eq!(english, japanese, "{}: {}", entry.file, entry.english);
        assert!(
            seen.insert((&entry.context, &entry.english)),
            "{}: {} stands twice",
            entry.file,
            entry.english
        );
        let knows = ["", "shogi", "chess", "script"].contains(&entry.context.as_str());
        assert!(knows, "{}: {}: {}", entry.file, entry.english, entry.context);
    }
}

#[test]
fn the_files_are_well_formed() {
    let mut files = Vec::new();
    collect(&root().join("src/lang/ja"), &mut files);
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a catalogue");
        for (number, line) in text.lines().enumerate() {
            let fields: Vec<&str> = line.split('\t').collect();
            let is_message = (2..=3).contains(&fields.len()) && fields.iter().all(|field| !field.is_empty());
            assert!(line.starts_with("# ") || is_message, "{}:{}: {line}", path.display(), number + 1);
        }
    }
}

/// A message of which a part stands in no source is never said.
#[test]
fn no_message_dangles() {
    let sources = sources();
    let is_whole = |part: &str| sources.iter().any(|(_, text)| text.contains(part));
    // A sentence may be made of two strings.
    let is_said = |part: &str| {
        let halves =
            || part.match_indices(' ').any(|(at, _)| is_whole(&part[..at]) && is_whole(&part[at + 1..]));
        is_whole(part) || halves()
    };
    let mut dangling = Vec::new();
    for entry in catalogue().entries().iter().filter(|entry| entry.origin.is_empty()) {
        // What stands between two places may come from two strings.
        let parts = entry.fixed().flat_map(|part| part.split(['(', ')', ';', ':', ','])).map(str::trim);
        let missing: Vec<&str> = parts.filter(|part| part.len() > 2 && !is_said(part)).collect();
        if !missing.is_empty() {
            dangling.push(format!("{}: {}: {missing:?}", entry.file, entry.english));
        }
    }
    assert!(dangling.is_empty(), "\n{}", dangling.join("\n"));
}

/// The English names of its places do not matter: `{}`.
fn nameless(text: &str) -> String {
    let mut out = String::new();
    let mut depth = 0;
    for c in text.chars() {
        match c {
            '{' => depth += 1,
            '}' => {
                depth -= 1;
                out.push_str("{}");
            }
            c if depth == 0 => out.push(c),
            _ => {}
        }
    }
    out
}

/// The strings that follow a mark, each up to its closing quotation mark.
fn strings_after<'a>(text: &'a str, mark: &str, quote: char) -> Vec<&'a str> {
    let ends = |rest: &'a str| rest.find(quote).map(|end| &rest[..end]);
    text.match_indices(mark).filter_map(|(at, _)| ends(&text[at + mark.len()..])).collect()
}

/// Whether it is but the name of an option.
fn is_option(message: &str) -> bool {
    message.starts_with("--") && !message.contains(' ')
}

/// What stands in front of messages that people read.
const MARKS: [&str; 7] = [
    "bail!(\"",
    "anyhow!(\"",
    "#[error(\"",
    "Refusal::new(400, \"",
    "bad(\"",
    "bad(format!(\"",
    ".context(\"",
];

#[test]
fn every_error_has_its_japanese() {
    let known: std::collections::HashSet<String> =
        catalogue().entries().iter().map(|entry| nameless(&entry.english)).collect();
    let mut missing = Vec::new();
    for (path, text) in sources() {
        // Errors of tests are for us.
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        for mark in MARKS {
            for message in strings_after(text, mark, '"') {
                let has_words = nameless(message)
                    .split("{}")
                    .any(|part| part.bytes().filter(u8::is_ascii_alphabetic).count() > 2);
                // `WHAT: MESSAGE` is looked up behind the colon.
                let tails = message.match_indices(": ").map(|(at, _)| &message[at + 2..]);
                let mut ways = std::iter::once(message).chain(tails);
                if has_words && !is_option(message) && !ways.any(|message| known.contains(&nameless(message)))
                {
                    missing.push(format!("{}: {message}", path.display()));
                }
            }
        }
    }
    assert!(missing.is_empty(), "{}:\n{}", missing.len(), missing.join("\n"));
}

#[test]
fn every_text_of_the_scripts_has_its_japanese() {
    for (path, text) in sources() {
        if path.extension().is_none_or(|own| own != "js") {
            continue;
        }
        let calls = text.matches("say(").count() - text.matches("function say(").count();
        assert_eq!(calls, text.matches("say('").count(), "{}: a call without a text", path.display());
        for message in strings_after(&text, "say('", '\'') {
            assert!(catalogue().source("script", message).is_some(), "{}: {message}", path.display());
        }
    }
}

#[test]
fn every_option_has_its_japanese() {
    for option in Usi::OPTIONS.iter().chain(Uci::OPTIONS) {
        assert!(catalogue().source("", option.about).is_some(), "{}: {}", option.name, option.about);
    }
}
