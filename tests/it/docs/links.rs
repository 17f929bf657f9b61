//! Every relative link leads to a file, and every anchor to a heading.

use std::path::{Path, PathBuf};

use super::{Page, pages, root};

/// Targets of the links of a line.
fn targets(line: &str) -> Vec<&str> {
    line.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect()
}

/// The anchor of a heading, as hosts of repositories make it.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.collect::<String>().trim().to_lowercase().replace(' ', "-")
}

fn anchors(page: &Page) -> Vec<String> {
    page.prose()
        .iter()
        .filter(|(_, line)| line.starts_with('#'))
        .map(|(_, line)| anchor(line.trim_start_matches('#').trim()))
        .collect()
}

/// What is wrong with a link of a page, if anything is.
fn fault(page: &Page, target: &str) -> Option<String> {
    if target.starts_with("https://") {
        return None;
    }
    let (file, name) = target.split_once('#').unwrap_or((target, ""));
    let path: PathBuf = page.path.parent().unwrap_or(Path::new("")).join(file);
    if !file.is_empty() && !root().join(&path).exists() {
        return Some(format!("there is no {}", path.display()));
    }
    if name.is_empty() {
        return None;
    }
    let anchors = if file.is_empty() { anchors(page) } else { anchors(&Page::read(path)) };
    (!anchors.iter().any(|anchor| anchor == name)).then(|| format!("no heading has the anchor {name}"))
}

#[test]
fn every_link_leads_somewhere() {
    let mut faults = Vec::new();
    let mut count = 0;
    for page in pages() {
        for (number, line) in page.prose() {
            for target in targets(line) {
                count += 1;
                if let Some(fault) = fault(&page, target) {
                    faults.push(format!("{}:{number}: {target}: {fault}", page.path.display()));
                }
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
    assert!(count > 10, "{count} links");
}

#[test]
fn dead_links_are_found() {
    let page = Page { path: "docs/page.md".into(), text: "# One `heading`, two\n".to_owned() };
    for (target, good) in [
        ("#one-heading-two", true),
        ("#three", false),
        ("../README.md", true),
        ("../NOTHING.md", false),
        ("options.md#shogi-usi", true),
        ("options.md#go", false),
        ("https://example.org", true),
    ] {
        assert_eq!(fault(&page, target).is_none(), good, "{target}");
    }
}
