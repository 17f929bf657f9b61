//! Records of games: good and broken files of every format.

pub mod shogi;
pub mod pgn;

mod epd;
mod real;
mod written;
mod others;
mod ends;

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use somatic::game::{Game, Notation};
use somatic::records::position::GameKind;
use somatic::records::{Form, Found, GameRecord, Records};
use somatic::{chess, shogi as shogi_game};

/// A file that is deleted when it is no longer needed.
pub struct TempFile(pub PathBuf);

impl TempFile {
    /// A new file with an ending and a content.
    pub fn new(ending: &str, content: &[u8]) -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("somatic-test-{}-{number}.{ending}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, content).expect("a temporary file");
        Self(path)
    }

    pub fn path(&self) -> String {
        self.0.to_string_lossy().into_owned()
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// What is found in a file with this content.
pub fn found(ending: &str, content: &[u8]) -> Vec<Found> {
    let file = TempFile::new(ending, content);
    Records::new(vec![file.path()], GameKind::Shogi).collect()
}

/// What is found, in words: a game by its moves, and where and why it was cut.
fn told(ending: &str, content: impl AsRef<[u8]>) -> Vec<String> {
    let describe = |found: &Found| match found {
        Ok(record) => {
            let moves = moves(record);
            match &record.cut {
                None => moves,
                Some(bad) => format!("{moves} | {}: {}", bad.line, bad.reason),
            }
        }
        Err(bad) => format!("{}: {}", bad.line, bad.reason),
    };
    found(ending, content.as_ref()).iter().map(describe).collect()
}

/// The only game of a file.
#[track_caller]
fn only(ending: &str, content: impl AsRef<[u8]>) -> GameRecord {
    let mut found = found(ending, content.as_ref());
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0).expect("a game")
}

/// The text of a game in a format.
#[track_caller]
fn write(form: &str, record: &GameRecord) -> String {
    Form::named(form).expect("a form").write(record).expect("a text")
}

/// The moves of a game in USI or UCI text, played through once more.
pub fn moves(record: &GameRecord) -> String {
    fn texts<P: Game>(record: &GameRecord) -> String {
        let mut position = P::parse(&record.start).expect("a position");
        let play = |&raw: &u16| {
            let m = position.from_raw(raw).expect("a legal move");
            let text = position.move_text(m);
            position.do_move(m);
            text
        };
        record.moves.iter().map(play).collect::<Vec<_>>().join(" ")
    }
    match record.game {
        GameKind::Shogi => texts::<shogi_game::Position>(record),
        GameKind::Chess => texts::<chess::Position>(record),
    }
}

/// Checks what is told of a file: each line must contain what is expected.
#[track_caller]
fn check(ending: &str, content: impl AsRef<[u8]>, expected: &[&str]) {
    let told = told(ending, content);
    let fits = told.len() == expected.len() && told.iter().zip(expected).all(|(t, e)| t.contains(e));
    assert!(fits, "{told:#?}\nexpected\n{expected:#?}");
}

/// The start position's text.
fn start<P: Notation>() -> String {
    P::start().text()
}
