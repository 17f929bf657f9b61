//! Counts of the tree of legal moves: a few that everybody knows, and those of
//! the data folder.

use std::collections::HashMap;

use serde_json::Value;
use somatic::game::perft::{perft, perft_made};

use crate::common::{data_text, in_parallel, position};

/// Trees with more leaves than this are counted without playing the last move.
const MADE_LEAVES: u64 = 100_000;
/// Trees with more leaves than this are not counted.
const MOST_LEAVES: u64 = 60_000_000;

/// Compares the counts of depth 1, 2, ... both ways.
#[track_caller]
fn check(sfen: &str, expected: &[u64]) {
    let mut position = position(sfen);
    for (depth, &leaves) in (1..).zip(expected) {
        assert_eq!(perft(&mut position, depth), leaves, "depth {depth} of {sfen}");
        if leaves <= MADE_LEAVES {
            assert_eq!(perft_made(&mut position, depth), leaves, "depth {depth} of {sfen}, all moves played");
        }
    }
}

#[test]
fn well_known_counts() {
    // The start, the position with most moves, and matsuri, where everything happens.
    check("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", &[30, 900, 25_470, 719_731]);
    check("R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", &[593, 105_677]);
    check("l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1", &[207, 28_684, 4_809_015]);
}

/// A line such as `sfen ... ;D1 30 ;D2 900 ;id start`.
struct Case {
    id: String,
    sfen: String,
    leaves: Vec<u64>,
}

impl Case {
    #[track_caller]
    fn parse(line: &str) -> Self {
        let mut fields = line.split(';').map(str::trim);
        let sfen = fields.next().and_then(|text| text.strip_prefix("sfen ")).expect("lines start with sfen");
        let mut case = Self { id: String::new(), sfen: sfen.to_owned(), leaves: Vec::new() };
        for field in fields {
            match field.split_once(' ') {
                Some(("id", id)) => case.id = id.to_owned(),
                Some((depth, leaves)) => {
                    assert_eq!(depth, format!("D{}", case.leaves.len() + 1), "{line}");
                    case.leaves.push(leaves.parse().expect("a number of leaves"));
                }
                None => panic!("{field} in {line}"),
            }
        }
        case
    }

    fn run(&self) {
        check(&self.sfen, &self.leaves);
    }
}

/// The depth to which each position of the core collection was counted twice.
fn verified_depths(json: &str) -> HashMap<String, usize> {
    let list: Vec<Value> = serde_json::from_str(json).expect("perft_core.json is a list");
    list.iter()
        .map(|entry| {
            let name = entry["name"].as_str().expect("a name").to_owned();
            (name, entry["verified_depth"].as_u64().expect("a depth") as usize)
        })
        .collect()
}

#[test]
fn core_positions() {
    let test = "perft::core_positions";
    let Some(epd) = data_text(test, "shogi/perft_core.epd") else {
        return;
    };
    let Some(json) = data_text(test, "shogi/perft_core.json") else {
        return;
    };
    let depths = verified_depths(&json);
    let mut cases: Vec<Case> = epd.lines().map(Case::parse).collect();
    assert_eq!(cases.len(), depths.len());
    for case in &mut cases {
        case.leaves.truncate(depths[&case.id]);
        case.leaves.retain(|&leaves| leaves <= MOST_LEAVES);
    }
    // The largest first, so that no core waits for one of them at the end.
    cases.sort_by_key(|case| std::cmp::Reverse(case.leaves.iter().sum::<u64>()));
    in_parallel(&cases, Case::run);
}

#[test]
fn random_positions() {
    let Some(epd) = data_text("perft::random_positions", "shogi/perft_random.epd") else {
        return;
    };
    let cases: Vec<Case> = epd.lines().map(Case::parse).collect();
    in_parallel(&cases, Case::run);
}
