//! `docs/trials.txt` holds the trials that are over, and `docs/results.md` shows
//! its table.

use std::collections::BTreeSet;

use somatic::report::trials::table;

use super::{Page, UPDATE, root};

const PATH: &str = "docs/trials.txt";
const PAGE: &str = "docs/results.md";
/// What stands around the table in the page.
const MARKS: [&str; 2] = ["<!-- trials -->\n", "<!-- end of trials -->\n"];

fn trials() -> String {
    std::fs::read_to_string(root().join(PATH)).expect(PATH)
}

/// Head and line below it: those of `match --table`, and whether the change stayed.
fn head() -> String {
    let empty = table(&[], &[]).markdown();
    let mut lines = empty.lines().filter(|line| line.starts_with('|'));
    let (names, marks) = (lines.next().expect("a head"), lines.next().expect("marks"));
    format!("{names} kept |\n{marks}---|\n")
}

/// What is wrong with a row, if anything is.
fn fault(row: &str) -> Option<&'static str> {
    let inner = row.strip_prefix("| ").and_then(|row| row.strip_suffix(" |"));
    let Some(cells) = inner.map(|inner| inner.split(" | ").collect::<Vec<_>>()) else {
        return Some("no row of a table");
    };
    let [name, game, limit, games, outcomes, elo, llr, bounds, verdict, kept] = cells[..] else {
        return Some("another number of cells");
    };
    let counts: Vec<u64> = outcomes.split('-').filter_map(|count| count.parse().ok()).collect();
    let has_test = [llr, bounds].iter().all(|cell| *cell != "-");
    let is_decided = ["accepted", "rejected"].contains(&verdict);
    if name.is_empty() || limit.is_empty() || !["shogi", "chess"].contains(&game) {
        Some("no name, game or limit")
    } else if counts.len() != 3 || games.parse() != Ok(counts.iter().sum::<u64>()) {
        Some("games that are not won, drawn and lost ones")
    } else if elo != "-" && !elo.contains(" +- ") {
        Some("no difference in Elo with its error")
    } else if is_decided != has_test && verdict != "undecided" {
        Some("a verdict without a test, or a test without")
    } else if !["yes", "no"].contains(&kept) {
        Some("kept is neither yes nor no")
    } else {
        None
    }
}

#[test]
fn all_trials_are_whole() {
    let text = trials();
    let rows = text.strip_prefix(&head()).expect("the head of `match --table`, and `kept`");
    let mut names = BTreeSet::new();
    for row in rows.lines() {
        assert_eq!(fault(row), None, "{row}");
        assert!(names.insert(row.split(" | ").take(2).collect::<Vec<_>>()), "twice: {row}");
    }
}

#[test]
fn bad_rows_are_found() {
    let good = "| late moves | shogi | nodes 2000 | 10 | 4-2-4 | +0 +- 99 | -0.02 | 0, 5 | undecided | no |";
    assert_eq!(fault(good), None);
    for (part, other, reason) in [
        ("| no |", "| perhaps |", "kept"),
        ("| no |", "|", "cells"),
        ("4-2-4", "4-2-5", "games"),
        ("undecided", "-", "verdict"),
        ("shogi", "go", "game"),
        ("| late", "late", "row"),
    ] {
        let row = good.replace(part, other);
        assert!(fault(&row).is_some_and(|fault| fault.contains(reason)), "{row}");
    }
}

#[test]
fn the_page_shows_them() {
    let page = Page::read(PAGE).text;
    let (before, rest) = page.split_once(MARKS[0]).expect("the first mark");
    let (shown, after) = rest.split_once(MARKS[1]).expect("the second mark");
    if std::env::var_os(UPDATE).is_some() {
        let page = [before, MARKS[0], &trials(), MARKS[1], after].concat();
        std::fs::write(root().join(PAGE), page).expect("the page is written");
    } else {
        assert_eq!(shown, trials(), "{PAGE}; UPDATE_DOCS=1 writes it anew");
    }
}

/// `make trial` takes a row of a table that `match --table` wrote.
#[cfg(unix)]
#[test]
fn a_trial_is_added_by_one_command() {
    use crate::common::Folder;

    let folder = Folder::new("trial");
    std::fs::create_dir(folder.file("docs")).expect("a folder");
    for name in ["Makefile", PATH, PAGE] {
        std::fs::copy(root().join(name), folder.file(name)).expect(name);
    }
    let table = "Trials: what A scored against B\n\n\
        | trial      | game  | limit      | games | W-D-L |   Elo (95 %) |   LLR | bounds | verdict   |\n\
        |---|---|---|---:|---:|---:|---:|---:|---|\n\
        | late       | shogi | nodes 2000 |     2 | 1-0-1 |            - | +0.00 |   0, 5 | undecided |\n\
        | late moves | chess | nodes 2000 |    10 | 4-2-4 |   +0 +- 99.5 | -2.95 |   0, 5 | rejected  |\n";
    let night = folder.write("night.md", table);
    let make = |arguments: &[&str]| {
        let mut command = crate::common::command("make");
        let table = format!("TABLE={}", night.display());
        command.arg("-s").arg("-C").arg(folder.file("")).args(["trial", &table]).args(arguments);
        command.output().expect("make").status.success()
    };
    let text = |name: &str| std::fs::read_to_string(folder.file(name)).expect(name);
    let before = text(PATH);
    assert!(make(&["NAME=late moves", "KEPT=no"]));
    let row =
        "| late moves | chess | nodes 2000 | 10 | 4-2-4 | +0 +- 99.5 | -2.95 | 0, 5 | rejected | no |\n";
    assert_eq!(text(PATH), format!("{before}{row}"));
    assert_eq!(fault(row.trim_end()), None);
    assert!(text(PAGE).contains(&format!("{}{}{}", MARKS[0], text(PATH), MARKS[1])));
    // What is not there or not said changes nothing.
    for arguments in [["NAME=late moves", "KEPT=perhaps"], ["NAME=moves", "KEPT=no"]] {
        assert!(!make(&arguments), "{arguments:?}");
        assert_eq!(text(PATH), format!("{before}{row}"));
    }
}
