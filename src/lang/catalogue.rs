//! The catalogue of messages, built in: tables of one message a line, its English, its Japanese and, where it
//! has one, its context, with tabs between them.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::pattern::{Part, filled, parts};
use super::{Language, pattern::Mark};

/// What the scripts of pages say.
pub(super) const SCRIPT: &str = "script.tsv";

/// The files, by what they are about.
const FILES: [(&str, &str); 7] = [
    ("explore.tsv", include_str!("ja/explore.tsv")),
    ("table.tsv", include_str!("ja/table.tsv")),
    ("report.tsv", include_str!("ja/report.tsv")),
    ("options.tsv", include_str!("ja/options.tsv")),
    ("messages.tsv", include_str!("ja/messages.tsv")),
    ("help.tsv", include_str!("ja/help.tsv")),
    (SCRIPT, include_str!("ja/script.tsv")),
];

/// Whose messages stand here beside our own.
const OTHERS: [&str; 2] = ["clap", "std"];

/// A message in both languages.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The file that it stands in.
    pub file: &'static str,
    /// The game that it is about, or nothing.
    pub context: String,
    /// The message in English, its places without marks.
    pub english: String,
    /// The message in Japanese.
    pub japanese: String,
    /// Whose message it is, if not of this program: `clap`, `std`, ...
    pub origin: String,
    parts: Vec<Part>,
    answer: Vec<Part>,
}

impl Entry {
    /// The texts between the places of the English message.
    pub fn fixed(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            Part::Fixed(text) => Some(text.as_str()),
            Part::Place(..) => None,
        })
    }

    /// The names of the places in English and in Japanese, in order of the alphabet.
    pub fn places(&self) -> [Vec<&str>; 2] {
        [&self.parts, &self.answer].map(|parts| {
            let mut names: Vec<&str> = parts
                .iter()
                .filter_map(|part| match part {
                    Part::Place(name, _) => Some(name.as_str()),
                    Part::Fixed(_) => None,
                })
                .collect();
            names.sort_unstable();
            names
        })
    }

    fn has_places(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Part::Place(..)))
    }

    /// The message in Japanese, if this is it.
    fn matches(&self, game: &str, text: &str) -> Option<String> {
        let found = filled(&self.parts, text)?;
        let places: Vec<(&String, Mark)> = self
            .parts
            .iter()
            .filter_map(|part| match part {
                Part::Place(name, mark) => Some((name, *mark)),
                Part::Fixed(_) => None,
            })
            .collect();
        let one = |name: &String| {
            let at = places.iter().position(|(own, _)| *own == name)?;
            let text = found.get(at)?;
            let own = match places[at].1 {
                Mark::Message | Mark::WordMessage => Language::Japanese.say_of(game, text).into_owned(),
                Mark::Any | Mark::Number | Mark::Word => (*text).to_owned(),
            };
            Some(own)
        };
        let text = self.answer.iter().map(|part| match part {
            Part::Fixed(text) => text.clone(),
            Part::Place(name, _) => one(name).unwrap_or_default(),
        });
        Some(text.collect())
    }
}

/// All messages.
#[derive(Debug)]
pub struct Catalogue {
    entries: Vec<Entry>,
    /// By context and English text.
    whole: HashMap<(String, String), usize>,
    /// Those with places, the most text first: what says most fits best.
    open: Vec<usize>,
}

/// The catalogue of this program.
pub fn catalogue() -> &'static Catalogue {
    static CATALOGUE: LazyLock<Catalogue> =
        LazyLock::new(|| Catalogue::new(FILES.iter().flat_map(|&(name, text)| read(name, text)).collect()));
    &CATALOGUE
}

impl Catalogue {
    fn new(entries: Vec<Entry>) -> Self {
        let key = |entry: &Entry| (entry.context.clone(), entry.english.clone());
        let whole = entries.iter().enumerate().map(|(at, entry)| (key(entry), at)).collect();
        let mut open: Vec<usize> = (0..entries.len()).filter(|&at| entries[at].has_places()).collect();
        open.sort_by_key(|&at| {
            let entry = &entries[at];
            std::cmp::Reverse((entry.fixed().map(str::len).sum::<usize>(), !entry.context.is_empty()))
        });
        Self { entries, whole, open }
    }

    /// All messages, in the order of the files.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The Japanese of a message as it stands in a source, with its places.
    pub fn source(&self, game: &str, english: &str) -> Option<&str> {
        let at = |context: &str| self.whole.get(&(context.to_owned(), english.to_owned()));
        let at = at(game).or_else(|| at(""))?;
        Some(&self.entries[*at].japanese)
    }

    /// The Japanese of a message of a game, if it is one.
    pub(super) fn find(&self, game: &str, text: &str) -> Option<String> {
        if !text.bytes().any(|byte| byte.is_ascii_alphabetic()) {
            return None;
        }
        if let Some(whole) = self.source(game, text) {
            return Some(whole.to_owned());
        }
        let open = self.open.iter().map(|&at| &self.entries[at]);
        open.filter(|entry| entry.context.is_empty() || entry.context == game)
            .find_map(|entry| entry.matches(game, text))
    }
}

/// The messages of a file.
fn read(file: &'static str, text: &str) -> Vec<Entry> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| entry(file, line)).collect()
}

fn entry(file: &'static str, line: &str) -> Option<Entry> {
    let mut fields = line.split('\t').map(|field| field.replace("\\n", "\n"));
    let (english, japanese) = (fields.next()?, fields.next()?);
    let context = fields.next().unwrap_or_default();
    let parts = parts(&english);
    let is_own = !OTHERS.contains(&context.as_str());
    Some(Entry {
        file,
        english: plain(&parts),
        origin: if is_own { String::new() } else { context.clone() },
        context: if is_own { context } else { String::new() },
        answer: super::pattern::parts(&japanese),
        japanese,
        parts,
    })
}

/// A message without the marks of its places.
fn plain(parts: &[Part]) -> String {
    let one = |part: &Part| match part {
        Part::Fixed(text) => text.clone(),
        Part::Place(name, _) => format!("{{{name}}}"),
    };
    parts.iter().map(one).collect()
}
