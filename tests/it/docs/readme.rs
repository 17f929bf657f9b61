//! The README is read at one sitting, and its table is the program's.

use super::Page;
use super::commands::{program_arguments, run_alone};

const MOST_BYTES: usize = 8 * 1024;
const WIDEST_LINE: usize = 120;

#[test]
fn it_is_short_and_narrow() {
    let page = Page::read("README.md");
    assert!(page.text.len() <= MOST_BYTES, "{} bytes", page.text.len());
    for (number, line) in (1..).zip(page.text.lines()) {
        let width = line.chars().count();
        assert!(width <= WIDEST_LINE, "README.md:{number}: {width} characters");
    }
}

/// Lines of the program, in its order; `...` stands for some that are left out.
#[test]
fn its_table_is_what_the_first_command_prints() {
    let page = Page::read("README.md");
    let fences = page.fences();
    let shown = fences.iter().find(|fence| fence.has("xref")).expect("a fence with the mark `xref`");
    let first = fences
        .iter()
        .flat_map(|fence| fence.body.lines())
        .find(|line| line.starts_with("cargo run "))
        .expect("a first command");
    let out = run_alone(&program_arguments(first).expect("arguments"));
    let mut lines = out.lines();
    let mut gap = true;
    for line in shown.body.lines() {
        if line == "..." {
            gap = true;
            continue;
        }
        let found = if gap { lines.any(|other| other == line) } else { lines.next() == Some(line) };
        assert!(found, "README.md shows what the program does not print here:\n{line}\n\nIt prints:\n{out}");
        gap = false;
    }
}
