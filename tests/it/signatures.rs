//! Node counts of the benchmark: a search that changes says so.

use crate::cli::{good, last_line};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/signatures.txt");

#[test]
fn signatures_are_those_of_the_file() {
    let mut wrong = Vec::new();
    let file = std::fs::read_to_string(FILE).expect(FILE);
    let lines: Vec<&str> = file.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() >= 3, "both games and the rival strategy");
    for line in lines {
        let (nodes, command) = line.split_once(' ').expect("a number and a command");
        let arguments: Vec<&str> = command.split_whitespace().skip(1).collect();
        let out = good(&arguments);
        let said = last_line(&out).split(' ').next().expect("a number");
        if said != nodes {
            wrong.push(format!("{}: {said} nodes, {nodes} in benches/signatures.txt", command.trim()));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
