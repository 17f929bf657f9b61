//! `docs/data` holds what was measured, and the tables and plots of the pages
//! are made from it: `UPDATE_DOCS=1 cargo test --test it docs::results` writes
//! them anew.

mod data;
mod plots;
mod tables;

use std::collections::BTreeSet;

use self::data::{Data, FILES, fault};
use super::{Page, UPDATE, root};

/// Pages with tables made from the data.
const PAGES: [&str; 4] = ["docs/results.md", "README.md", "README.ja.md", "docs/training.md"];
/// A page that is read at one sitting.
const MOST_LINES: usize = 150;

/// What stands before a table, after its name, and behind it.
const OPEN: &str = "<!-- data: ";
const SHUT: &str = " -->\n";
const END: &str = "<!-- end -->\n";

/// The page with all its tables made anew, and their names.
fn made(text: &str) -> (String, Vec<&str>) {
    let mut page = String::new();
    let mut names = Vec::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once(OPEN) {
        let (name, behind) = behind.split_once(SHUT).expect("the name of a table and its end");
        let (_, after) = behind.split_once(END).unwrap_or_else(|| panic!("no end behind {name}"));
        page.extend([before, OPEN, name, SHUT, &tables::render(name), END]);
        names.push(name);
        rest = after;
    }
    (page + rest, names)
}

/// Writes a file where that is asked for, else compares.
fn hold(path: &str, wanted: &str) {
    let file = root().join(path);
    if std::env::var_os(UPDATE).is_some() {
        std::fs::write(&file, wanted).expect(path);
    }
    let found = std::fs::read_to_string(&file).expect(path);
    assert!(found == wanted, "{path} is not what docs/data says; UPDATE_DOCS=1 writes it anew");
}

#[test]
fn the_pages_are_made_from_the_data() {
    for path in PAGES {
        let text = Page::read(path).text;
        let (wanted, names) = made(&text);
        assert!(!names.is_empty(), "{path} has no table of the data");
        hold(path, &wanted);
    }
    let lines = Page::read(PAGES[0]).text.lines().count();
    assert!(lines <= MOST_LINES, "{} has {lines} lines", PAGES[0]);
}

#[test]
fn the_plots_are_made_from_the_data() {
    let pages = PAGES.map(|path| Page::read(path).text);
    for (name, drawn) in plots::all() {
        roxmltree::Document::parse(&drawn).expect(name);
        hold(&format!("docs/img/{name}"), &drawn);
        assert!(pages.iter().any(|page| page.contains(&format!("](img/{name})"))), "{name} is not shown");
    }
}

#[test]
fn every_row_is_whole() {
    let mut count = 0;
    for name in FILES {
        let data = Data::read(name);
        for column in ["date", "commit", "signature", "command"] {
            assert!(data.has(column), "{name} has no column {column}");
        }
        for (number, row) in (2..).zip(data.rows()) {
            assert_eq!(fault(&row), None, "{name}:{number}");
            count += 1;
        }
    }
    assert!(count > 500, "{count} rows");
    let page = Page::read("docs/data/README.md").text;
    for name in FILES {
        assert!(page.contains(&format!("`{name}.csv`")), "docs/data/README.md does not explain {name}.csv");
    }
}

#[test]
fn bad_rows_are_found() {
    let head = "game,games,won,drawn,lost,date,verdict,kept\n";
    let good = "shogi,10,4,2,4,2026-11-23,accepted,yes";
    assert_eq!(fault(&Data::parse(head, good).row(0)), None);
    for (part, other, reason) in [
        ("yes", "perhaps", "kept"),
        ("10", "11", "games"),
        ("shogi", "go", "game"),
        ("2026-11-23", "today", "date"),
        ("accepted", "fine", "verdict"),
    ] {
        let row = good.replacen(part, other, 1);
        let fault = fault(&Data::parse(&format!("{head},"), &row).row(0));
        assert!(fault.is_some_and(|fault| fault.contains(reason)), "{row}: {fault:?}");
    }
}

#[test]
fn no_trial_stands_twice() {
    let trials = Data::read("trials");
    let mut names = BTreeSet::new();
    for row in trials.rows() {
        let name = (row.get("trial").to_owned(), row.get("game").to_owned());
        assert!(names.insert(name.clone()), "twice: {name:?}");
    }
}

/// `make trial` takes a row of a table that `match --table` wrote.
#[cfg(unix)]
#[test]
fn a_trial_is_added_by_one_command() {
    use crate::common::Folder;

    let folder = Folder::new("trial");
    for name in ["docs/data", "benches"] {
        std::fs::create_dir_all(folder.file(name)).expect("a folder");
    }
    let path = "docs/data/trials.csv";
    for name in ["Makefile", path, "benches/signatures.txt"] {
        std::fs::copy(root().join(name), folder.file(name)).expect(name);
    }
    let table = "Trials: what A scored against B\n\n\
        | trial      | game  | limit      | games | W-D-L |   Elo (95 %) |   LLR | bounds | verdict   |\n\
        |---|---|---|---:|---:|---:|---:|---:|---|\n\
        | late       | shogi | nodes 2000 |     2 | 1-0-1 |            - | +0.00 |   0, 5 | undecided |\n\
        | late moves, 2 | chess | nodes 2000 |    10 | 4-2-4 |   +0 +- 99.5 | -2.95 |   0, 5 | rejected  |\n";
    let night = folder.write("night.md", table);
    let make = |arguments: &[&str]| {
        let mut command = crate::common::command("make");
        let table = format!("TABLE={}", night.display());
        command.arg("-s").arg("-C").arg(folder.file("")).args(["trial", &table]).args(arguments);
        command.output().expect("make").status.success()
    };
    let text = || std::fs::read_to_string(folder.file(path)).expect(path);
    let before = text();
    assert!(make(&["NAME=late moves, 2", "KEPT=no"]));
    let after = text();
    let added = after.strip_prefix(&before).expect("the rows before stay");
    assert!(
        added.starts_with("\"late moves, 2\",chess,nodes 2000,10,4,2,4,0,99.5,-2.95,\"0, 5\",rejected,no,")
    );
    let head = before.lines().next().expect("a head");
    let row = Data::parse(head, added.trim_end());
    assert_eq!(fault(&row.row(0)), None);
    assert_eq!(row.row(0).get("signature"), data::signature("chess"));
    // What is not there or not said changes nothing.
    for arguments in [["NAME=late moves, 2", "KEPT=perhaps"], ["NAME=moves", "KEPT=no"]] {
        assert!(!make(&arguments), "{arguments:?}");
        assert_eq!(text(), after);
    }
    // A dash is nothing measured.
    assert!(make(&["NAME=late", "KEPT=yes"]));
    assert!(text().ends_with(&format!(
        "late,shogi,nodes 2000,2,1,0,1,,,0.00,\"0, 5\",undecided,yes,{}\n",
        {
            let last = text();
            last.trim_end().rsplit_once("yes,").expect("the row").1.to_owned()
        }
    )));
}
