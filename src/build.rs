//! Tells the program its version: that of the package, and the commit it is
//! built from where that can be known.

use std::path::Path;
use std::process::Command;

/// Digits of a commit that are shown.
const DIGITS: usize = 8;
/// What the program is made of.
const SOURCES: [&str; 3] = ["src", "Cargo.toml", "Cargo.lock"];

/// What git says, if it is there and content.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// The commit that `cargo package` wrote down.
fn packaged() -> Option<String> {
    let info = std::fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, after) = info.split_once("\"sha1\"")?;
    after.split('"').nth(1).map(|sha| sha.chars().take(DIGITS).collect())
}

/// The commit of the repository of which this folder is the root, marked if the
/// sources differ from it.
fn checked_out() -> Option<String> {
    if !git(&["rev-parse", "--show-prefix"])?.is_empty() {
        return None;
    }
    for file in ["HEAD", "logs/HEAD"] {
        let path = git(&["rev-parse", "--git-path", file])?;
        if Path::new(&path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    let commit = git(&["rev-parse", &format!("--short={DIGITS}"), "HEAD"])?;
    let changes = git(&[&["status", "--porcelain", "--untracked-files=no", "--"][..], &SOURCES].concat())?;
    Some(if changes.is_empty() { commit } else { commit + "-dirty" })
}

fn main() {
    for path in SOURCES {
        if Path::new(path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    let version = env!("CARGO_PKG_VERSION");
    // Tests would all be built again after every commit.
    let is_test = std::env::var("PROFILE").is_ok_and(|profile| profile == "debug");
    let commit = if is_test { None } else { packaged().or_else(checked_out) };
    let commit = commit.map(|commit| format!(" {commit}")).unwrap_or_default();
    println!("cargo::rustc-env=SOMATIC_VERSION={version}{commit}");
}
