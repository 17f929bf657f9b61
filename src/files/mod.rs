//! Files that commands write: nothing of them is lost unasked.
//!
//! A file grows by whole pieces or lines (`Output`), or appears whole (`write_whole`). What is to replace a file is
//! written beside it and takes its place with the first piece, so that a run that comes to nothing leaves the old
//! results as they were. Nobody else of us can write to a file that is open here. A link is written through.

mod output;

pub use output::Output;

use std::fs::{File, TryLockError, symlink_metadata};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};

use crate::game::visible;
use crate::lang::tr;

/// What the name of a file ends in that is to take another's place.
const BESIDE: &str = ".somatic-new";
/// Links that are followed, one to the next.
const MOST_LINKS: usize = 40;

/// A path for messages.
pub fn shown(path: &Path) -> String {
    visible(&path.to_string_lossy())
}

/// Where a path leads, through links, whether or not there is a file.
fn target(path: &Path) -> PathBuf {
    if let Ok(found) = path.canonicalize() {
        return found;
    }
    let mut at = path.to_owned();
    for _ in 0..MOST_LINKS {
        let is_link = symlink_metadata(&at).is_ok_and(|found| found.is_symlink());
        let Ok(next) = at.read_link() else { break };
        if !is_link {
            break;
        }
        at = at.parent().unwrap_or(Path::new("")).join(next);
    }
    at
}

/// The name beside a file.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(BESIDE);
    path.with_file_name(name)
}

/// Whether there is something that is no plain file, such as a device.
fn is_device(path: &Path) -> bool {
    path.metadata().is_ok_and(|found| !found.is_file())
}

/// Opens a file to write, or makes one, and keeps everybody else of us away. A program that another thread is
/// just starting holds for a moment what was open then, a file that has been closed since as well.
fn open_locked(path: &Path) -> Result<File> {
    /// How often it is tried, and the time between.
    const TRIES: u32 = 10;
    const PAUSE: Duration = Duration::from_millis(10);
    for _ in 0..TRIES {
        let file = File::options().read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => sleep(PAUSE),
            // There are disks without locks.
            Ok(()) | Err(TryLockError::Error(_)) if is_at(&file, path) => return Ok(file),
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
    }
    bail!(tr!("another process is writing it"))
}

/// Whether an open file still stands at its path: another may have taken its place before it was locked.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let number = |found: std::fs::Metadata| (found.dev(), found.ino());
    file.metadata().ok().map(number) == path.metadata().ok().map(number)
}

#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

/// Whether a file can be written, of which nothing is left behind. What is no plain file is not tried: a pipe can be
/// opened only once.
///
/// # Errors
/// If it cannot be written, or somebody is writing it.
pub fn check_room(path: &Path) -> Result<()> {
    if is_device(path) { Ok(()) } else { Output::create_beside(path).map(drop) }
}

/// Writes a file that appears whole or not at all. What is no plain file, such as a device, is written to as it is.
///
/// # Errors
/// If it cannot be written.
pub fn write_whole(path: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    if is_device(path) {
        return std::fs::write(path, content).with_context(|| tr!("cannot write {file}", file = shown(path)));
    }
    let mut out = Output::create_beside(path)?;
    out.append(content.as_ref())?;
    out.take_place()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A lock that is let go of soon is waited for, one that is kept is not.
    #[test]
    fn locks_of_a_moment_are_waited_for() {
        let path = std::env::temp_dir().join(format!("somatic-{}-locked", std::process::id()));
        let first = open_locked(&path).expect("a file");
        assert!(open_locked(&path).is_err());
        let soon = std::thread::spawn(move || {
            sleep(Duration::from_millis(30));
            drop(first);
        });
        let second = open_locked(&path);
        soon.join().expect("no panic");
        std::fs::remove_file(&path).expect("a file");
        assert!(second.is_ok());
    }

    /// A file whose content is replaced stays locked, also for who opened what stood there before.
    #[test]
    fn what_is_replaced_stays_locked() {
        let path = std::env::temp_dir().join(format!("somatic-{}-replaced", std::process::id()));
        let mut out = Output::create_beside(&path).expect("a file");
        out.append(b"first").expect("it is written");
        out.take_place().expect("its place");
        let waiting = {
            let path = path.clone();
            std::thread::spawn(move || open_locked(&path).is_ok())
        };
        sleep(Duration::from_millis(20));
        out.replace(b"second").expect("it is written");
        assert!(!waiting.join().expect("no panic"));
        assert_eq!(std::fs::read(&path).expect("a file"), b"second");
        drop(out);
        assert!(open_locked(&path).is_ok());
        std::fs::remove_file(&path).expect("a file");
    }
}
