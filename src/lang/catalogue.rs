//! The catalogue of messages, built in: tables of one message a line, its English, its Japanese and, where it
//! has one, its context, with tabs between them.

use std::collections::HashMap;
use std::sync::LazyLock;

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

/// A message in both languages; places that are filled in stand in braces.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The file that it stands in.
    pub file: &'static str,
    /// The message in English.
    pub english: String,
    /// The message in Japanese.
    pub japanese: String,
    /// The game that it is about, or `match`; whose message it is if not of this program (`clap`, `std`); or nothing.
    pub context: &'static str,
}

/// All messages.
#[derive(Debug)]
pub struct Catalogue {
    entries: Vec<Entry>,
    /// By the English text; the contexts of the same text are few.
    found: HashMap<String, Vec<usize>>,
}

/// The catalogue of this program.
pub fn catalogue() -> &'static Catalogue {
    static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| {
        let entries: Vec<Entry> = FILES.iter().flat_map(|&(name, text)| read(name, text)).collect();
        let mut found: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, entry) in entries.iter().enumerate() {
            found.entry(entry.english.clone()).or_default().push(at);
        }
        Catalogue { entries, found }
    });
    &CATALOGUE
}

impl Catalogue {
    /// All messages, in the order of the files.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The Japanese of a message, its places not filled in: that of a game if it has one of its own.
    pub fn find(&self, game: &str, english: &str) -> Option<&str> {
        let all = || self.found.get(english).into_iter().flatten().map(|&at| &self.entries[at]);
        let of_game = all().find(|entry| entry.context == game);
        Some(&of_game.or_else(|| all().find(|entry| !GAMES.contains(&entry.context)))?.japanese)
    }
}

/// Contexts whose messages are said nowhere else.
const GAMES: [&str; 3] = ["shogi", "chess", "match"];

/// The messages of a file.
fn read(file: &'static str, text: &'static str) -> impl Iterator<Item = Entry> {
    text.lines().filter(|line| !line.starts_with('#')).filter_map(move |line| {
        let mut fields = line.split('\t');
        let mut message = || Some(fields.next()?.replace("\\n", "\n"));
        let (english, japanese) = (message()?, message()?);
        Some(Entry { file, english, japanese, context: fields.next().unwrap_or_default() })
    })
}
