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

/// The sources with this ending.
fn sources(ending: &str) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    collect(&root().join("src"), &mut files);
    files.retain(|path| path.extension().is_some_and(|own| own == ending));
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a source");
        (path, text)
    };
    files.into_iter().map(read).collect()
}

/// A string of a source as it is meant: one that goes on in the next line joined, its escapes resolved.
fn meant(literal: &str) -> String {
    let mut parts = literal.split("\\\n");
    let first = parts.next().unwrap_or_default().to_owned();
    let joined = parts.fold(first, |text, part| text + part.trim_start());
    const CODES: [(&str, &str); 9] = [
        ("\\\"", "\""),
        ("\\'", "'"),
        ("\\n", "\n"),
        ("\\u2026", "\u{2026}"),
        ("\\u2190", "\u{2190}"),
        ("\\u2192", "\u{2192}"),
        ("\\u{2190}", "\u{2190}"),
        ("\\u{2191}", "\u{2191}"),
        ("\\u{2192}", "\u{2192}"),
    ];
    let joined = CODES.iter().fold(joined, |text, (code, letter)| text.replace(code, letter));
    joined.replace("\\u{2193}", "\u{2193}")
}

/// The string that begins here, behind its quotation mark, and what follows it.
fn string(text: &str, quote: u8) -> (&str, &str) {
    let mut is_escaped = false;
    let end = text.bytes().position(|byte| {
        let ends = byte == quote && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    });
    let end = end.expect("the end of a string");
    (&text[..end], &text[end + 1..])
}

/// The names of the places of a message.
fn places(message: &str) -> Vec<&str> {
    let names = message.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0));
    let is_name = |name: &&str| !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
    let mut names: Vec<&str> = names.filter(is_name).collect();
    names.sort_unstable();
    names
}

#[test]
fn every_message_is_there_in_both_languages_with_the_same_places() {
    let entries = catalogue().entries();
    assert!(entries.len() > 300, "the catalogue was not read: {}", entries.len());
    let mut seen = std::collections::HashSet::new();
    for entry in entries {
        let [mut english, mut japanese] = [&entry.english, &entry.japanese].map(|text| places(text));
        // A language may repeat a place.
        english.dedup();
        japanese.dedup();
        assert_eq!(english, japanese, "{}: {}", entry.file, entry.english);
        assert!(
            seen.insert((entry.context, &entry.english)),
            "{}: {} stands twice",
            entry.file,
            entry.english
        );
        let knows = ["", "shogi", "chess", "match", "clap", "std"].contains(&entry.context);
        assert!(knows, "{}: {}: {}", entry.file, entry.english, entry.context);
    }
}

#[test]
fn the_files_are_well_formed() {
    for (path, text) in sources("tsv") {
        for (number, line) in text.lines().enumerate() {
            let fields: Vec<&str> = line.split('\t').collect();
            let is_message = (2..=3).contains(&fields.len()) && fields.iter().all(|field| !field.is_empty());
            assert!(line.starts_with("# ") || is_message, "{}:{}: {line}", path.display(), number + 1);
        }
    }
}

/// Each message of a source with what stands behind it in the call of its macro.
fn messages(text: &str) -> Vec<(String, &str)> {
    let mut found = Vec::new();
    for mark in ["tr!(", "tr_of!(", "message!("] {
        for (at, _) in text.match_indices(mark) {
            // Words of comments, and the macros themselves.
            let line = text[..at].rsplit('\n').next().unwrap_or_default().trim_start();
            let is_other = text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            if is_other
                || line.starts_with("//")
                || text[at..].starts_with("tr!($")
                || text[at..].starts_with("tr_of!(\"\"")
            {
                continue;
            }
            let call = &text[at + mark.len()..];
            // The context may be a string itself.
            let call =
                call.strip_prefix('"').filter(|_| mark != "tr!(").map_or(call, |rest| string(rest, b'"').1);
            let Some((_, rest)) = call.split_once('"') else { continue };
            let (literal, behind) = string(rest, b'"');
            found.push((meant(literal), behind));
        }
    }
    found
}

#[test]
fn every_message_of_the_sources_has_its_japanese_and_its_places_are_filled() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for (path, text) in sources("rs") {
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (message, behind) in messages(text) {
            count += 1;
            if catalogue().find("chess", &message).is_none() && !message.is_empty() {
                wrong.push(format!("{}: {message}", path.display()));
            }
            let call: String = behind.split(';').next().unwrap_or_default().chars().take(900).collect();
            for name in places(&message) {
                let is_given = call.contains(&format!("{name} ="))
                    || call.contains(&format!("{name},"))
                    || call.contains(&format!("{name})"))
                    || call.contains(&format!("{name}\n"));
                if !is_given {
                    wrong.push(format!("{}: {message}: {{{name}}} is not filled in", path.display()));
                }
            }
        }
    }
    assert!(count > 300, "the messages were not found: {count}");
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_text_of_pages_and_scripts_has_its_japanese() {
    let mut missing = Vec::new();
    for (path, text) in sources("js") {
        let calls = text.matches("say(").count() - text.matches("function say(").count();
        assert_eq!(calls, text.matches("say('").count(), "{}: a call without a text", path.display());
        for (at, mark) in text.match_indices("say('") {
            let message = meant(string(&text[at + mark.len()..], b'\'').0);
            let has_own =
                |entry: &&somatic::lang::Entry| entry.file == "script.tsv" && entry.english == message;
            if catalogue().entries().iter().find(has_own).is_none() {
                missing.push(format!("{}: {message}", path.display()));
            }
        }
    }
    for (path, text) in sources("html") {
        for part in text.split("{{").skip(1) {
            let message = part.split("}}").next().unwrap_or_default();
            if !["lang", "words"].contains(&message) && catalogue().find("", message).is_none() {
                missing.push(format!("{}: {message}", path.display()));
            }
        }
    }
    assert!(missing.is_empty(), "{}:\n{}", missing.len(), missing.join("\n"));
}

/// A message that stands in no source is never said.
#[test]
fn no_message_dangles() {
    let texts =
        |ending: &str| sources(ending).into_iter().map(|(_, text)| meant(&text.replace("\n/// ", " ")));
    let all: Vec<String> = ["rs", "js", "html"].into_iter().flat_map(texts).collect();
    let is_said = |message: &str| all.iter().any(|text| text.contains(message));
    // The paragraphs of a help stand over several lines of comments.
    let joined: Vec<String> = sources("rs").iter().map(|(_, text)| comments(text)).collect();
    let is_help = |message: &str| joined.iter().any(|text| text.contains(message));
    let own = catalogue().entries().iter().filter(|entry| !["clap", "std"].contains(&entry.context));
    let dangling: Vec<String> = own
        .filter(|entry| !is_said(&entry.english) && !is_help(&entry.english))
        .map(|entry| format!("{}: {}", entry.file, entry.english))
        .collect();
    assert!(dangling.is_empty(), "{}:\n{}", dangling.len(), dangling.join("\n"));
}

/// The comments of documentation, those of lines below each other joined.
fn comments(text: &str) -> String {
    let lines = text.lines().map(str::trim_start).filter_map(|line| line.strip_prefix("///"));
    lines.map(str::trim).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_option_has_its_japanese() {
    for option in Usi::OPTIONS.iter().chain(Uci::OPTIONS) {
        assert!(catalogue().find("", option.about).is_some(), "{}: {}", option.name, option.about);
    }
}
