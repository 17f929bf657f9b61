//! The documentation: links lead somewhere, commands work, and what the
//! program generates is as it generates it.

mod commands;
mod links;
mod method;
mod options;
mod parameters;
mod pictures;
mod readme;
mod results;

use std::path::{Path, PathBuf};

/// Variable with which the tests write what they would compare.
const UPDATE: &str = "UPDATE_DOCS";

/// The folder of the project.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A page of the documentation.
struct Page {
    /// Path from the root.
    path: PathBuf,
    text: String,
}

impl Page {
    fn read(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        let text = std::fs::read_to_string(root().join(&path))
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Self { path, text }
    }

    /// All fenced blocks.
    fn fences(&self) -> Vec<Fence> {
        let mut fences = Vec::new();
        let mut open: Option<Fence> = None;
        for (number, line) in (1..).zip(self.text.lines()) {
            match (line.strip_prefix("```"), &mut open) {
                (Some(info), None) => {
                    open = Some(Fence { line: number, info: info.trim().to_owned(), body: String::new() });
                }
                (Some(_), Some(_)) => fences.extend(open.take()),
                (None, Some(fence)) => fence.body.extend([line, "\n"]),
                (None, None) => {}
            }
        }
        assert!(open.is_none(), "{}: a fence is not closed", self.path.display());
        fences
    }

    /// Lines outside of fences, with their numbers.
    fn prose(&self) -> Vec<(usize, &str)> {
        let mut inside = false;
        let mut lines = Vec::new();
        for (number, line) in (1..).zip(self.text.lines()) {
            let is_fence = line.starts_with("```");
            inside ^= is_fence;
            if !inside && !is_fence {
                lines.push((number, line));
            }
        }
        lines
    }

    /// Pieces of code within the prose, with the numbers of their lines.
    fn inline_code(&self) -> Vec<(usize, String)> {
        let pieces = self.prose().into_iter().flat_map(|(number, line)| {
            // A bar in a table is written with a backslash.
            line.split('`').skip(1).step_by(2).map(move |code| (number, code.replace("\\|", "|")))
        });
        pieces.collect()
    }
}

/// A fenced block.
struct Fence {
    line: usize,
    /// What follows the opening fence: the language and marks that readers do not see.
    info: String,
    body: String,
}

impl Fence {
    fn has(&self, word: &str) -> bool {
        self.info.split_whitespace().any(|other| other == word)
    }
}

/// All pages: those of the root, of `docs`, and of the data.
fn pages() -> Vec<Page> {
    let mut paths: Vec<PathBuf> =
        ["README.md", "README.ja.md", "CHANGELOG.md", "sfen/README.md"].map(PathBuf::from).to_vec();
    let folder = std::fs::read_dir(root().join("docs")).expect("the folder docs");
    paths.extend(folder.map(|entry| Path::new("docs").join(entry.expect("a file").file_name())));
    paths.sort();
    paths.into_iter().filter(|path| path.extension().is_some_and(|end| end == "md")).map(Page::read).collect()
}

/// A page is what the program generates; with [`UPDATE`] it becomes that.
#[track_caller]
fn check_generated(path: &str, page: &str) {
    if std::env::var_os(UPDATE).is_some() {
        std::fs::write(root().join(path), page).expect("the page is written");
    }
    let written = Page::read(path).text;
    for (is, should) in written.lines().zip(page.lines()) {
        assert_eq!(is, should, "{path}; UPDATE_DOCS=1 writes it anew");
    }
    assert_eq!(written.lines().count(), page.lines().count(), "{path}; UPDATE_DOCS=1 writes it anew");
}
