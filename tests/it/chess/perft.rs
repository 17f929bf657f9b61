//! Counts of the tree of legal moves: those that everybody knows, and those
//! of the data folder.
//!
//! An ordinary run counts the collections to a million leaves a line. To go
//! to 60 million:
//! `SOMATIC_DEEP=1 SOMATIC_DATA=... cargo test --release chess::perft`.

use somatic::game::perft::{perft, perft_made};

use super::position;
use crate::common::{data_text, in_parallel};

/// Set to go deeper.
const DEEP: &str = "SOMATIC_DEEP";
/// Trees with more leaves than this are not counted,
const MOST_LEAVES: u64 = 1_000_000;
/// unless one goes deeper.
const MOST_LEAVES_DEEP: u64 = 60_000_000;
/// Trees with more leaves than this are counted without playing the last move.
const MADE_LEAVES: u64 = 100_000;

/// A position and how many leaves there are at some depths.
#[derive(Default)]
struct Case {
    fen: String,
    leaves: Vec<(u32, u64)>,
}

impl Case {
    #[track_caller]
    fn run(&self) {
        let mut position = position(&self.fen);
        for &(depth, leaves) in &self.leaves {
            assert_eq!(perft(&mut position, depth), leaves, "depth {depth} of {}", self.fen);
            if leaves <= MADE_LEAVES {
                let made = perft_made(&mut position, depth);
                assert_eq!(made, leaves, "depth {depth} of {}, all moves played", self.fen);
            }
        }
    }

    fn most_leaves(&self) -> u64 {
        self.leaves.iter().map(|&(_, leaves)| leaves).max().unwrap_or(0)
    }
}

/// Compares the counts of depth 1, 2, ...
#[track_caller]
fn check(fen: &str, expected: &[u64]) {
    Case { fen: fen.to_owned(), leaves: (1..).zip(expected.iter().copied()).collect() }.run();
}

#[test]
fn well_known_counts() {
    // The start position, "Kiwipete", and the four that follow it on the lists.
    check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[20, 400, 8902, 197_281]);
    check("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", &[48, 2039, 97_862]);
    check("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2812, 43_238, 674_624]);
    check("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9467, 422_333]);
    check("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1486, 62_379]);
    check("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", &[46, 2079, 89_890]);
    // Chess960, numbers 333 and 404 of the usual collection.
    check("1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9", &[29, 502, 14_569, 287_739]);
    check("rbbqn1kr/pp2p1pp/6n1/2pp1p2/2P4P/P7/BP1PPPP1/R1BQNNKR w HAha - 0 9", &[27, 916, 25_798, 890_435]);
}

/// Lines such as `FEN ;D1 20 ;D2 400`.
#[track_caller]
fn cases_of_epd(text: &str) -> Vec<Case> {
    text.lines()
        .map(|line| {
            let mut fields = line.split(';').map(str::trim);
            let fen = fields.next().expect("a line has a field").to_owned();
            let leaves = fields.map(|field| count(field.strip_prefix('D').expect("D and a depth"))).collect();
            Case { fen, leaves }
        })
        .collect()
}

/// Blocks of lines such as `id start`, `epd FEN`, `perft 1 20`.
#[track_caller]
fn cases_of_blocks(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.split_once(' ') {
            Some(("id", _)) => cases.push(Case::default()),
            Some(("epd", fen)) => cases.last_mut().expect("id comes first").fen = fen.to_owned(),
            Some(("perft", field)) => cases.last_mut().expect("id comes first").leaves.push(count(field)),
            _ => panic!("{line}"),
        }
    }
    cases
}

/// A depth and a number of leaves.
#[track_caller]
fn count(field: &str) -> (u32, u64) {
    let (depth, leaves) = field.split_once(' ').expect("a depth and a number of leaves");
    (depth.parse().expect("a depth"), leaves.parse().expect("a number of leaves"))
}

/// Runs the cases of a file, as far as today's limit allows.
#[track_caller]
fn run_file(test: &str, file: &str, cases: fn(&str) -> Vec<Case>, expected: usize) {
    let Some(text) = data_text(test, file) else {
        return;
    };
    let most = if std::env::var_os(DEEP).is_some() { MOST_LEAVES_DEEP } else { MOST_LEAVES };
    let mut cases = cases(&text);
    assert_eq!(cases.len(), expected, "positions in {file}");
    for case in &mut cases {
        case.leaves.retain(|&(_, leaves)| leaves <= most);
    }
    // The largest first, so that no core waits for one of them at the end.
    cases.sort_by_key(|case| std::cmp::Reverse(case.most_leaves()));
    in_parallel(&cases, Case::run);
}

#[test]
fn usual_positions() {
    run_file("chess::perft::usual_positions", "chess/perft128.epd", cases_of_epd, 128);
}

#[test]
fn tricky_positions() {
    run_file("chess::perft::tricky_positions", "chess/perft_tricky.perft", cases_of_blocks, 22);
}

#[test]
fn random_positions() {
    run_file("chess::perft::random_positions", "chess/perft_random500.perft", cases_of_blocks, 500);
}
