//! A fixed set of positions searched to a fixed depth: a node count that
//! changes when, and only when, the search changes.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::game::{ByColor, Game};
use crate::search::{Limits, Pool, SearchConfig, Shared, Silent, TimeOptions};

/// The depth unless another is asked for.
pub(crate) const DEFAULT_DEPTH: u32 = 9;
/// Table size in MiB: part of what is fixed.
const HASH: usize = 16;

/// Shogi: the start, and positions of the usual benchmark sets.
const SHOGI: &[&str] = &[
    crate::shogi::START,
    "l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1",
    "6n1l/2+S1k4/2lp4p/1np1B2b1/3PP4/1N1S3rP/1P2+pPP+p1/1p1G5/3KG2r1 b GSN2L4Pgs2p 1",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
    "lnsgkgsnl/1r7/p1ppp1bpp/1p3pp2/7P1/2P6/PP1PPPP1P/1B3S1R1/LNSGKG1NL b - 9",
    "ln1g5/1r2S1k2/p2pppn2/2ps2p2/1p7/2P6/PPSPPPPLP/2G2K1pr/LN4G1b w BGSLPnp 62",
    "4gg1nl/2s4k1/p4b1pp/3r1S3/9/3L2N2/PP1PPPPPP/4G1GK1/L5SNL w - 1",
];

/// Chess: the start, and positions of the usual perft sets.
const CHESS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "3q2k1/5ppp/5n2/6B1/4p3/2N5/4QPPP/6K1 w - - 0 1",
];

/// What a benchmark measured.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outcome {
    /// Moves made.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

impl Outcome {
    /// `N nodes M nps`.
    pub fn summary(&self) -> String {
        let nps = u128::from(self.nodes) * 1_000_000 / self.time.as_micros().max(1);
        format!("{} nodes {nps} nps", self.nodes)
    }
}

/// Searches all positions of a game with one thread; `each` is told about every one, and may break off.
pub fn run<P: Game>(
    config: &SearchConfig,
    depth: u32,
    each: &mut dyn FnMut(&str) -> ControlFlow<()>,
) -> Outcome {
    let mut total = Outcome::default();
    let positions = if P::POSITION_WORD == "sfen" { SHOGI } else { CHESS };
    for text in positions {
        let Ok(position) = P::parse(text) else {
            debug_assert!(false, "a broken benchmark position: {text}");
            continue;
        };
        let shared = Arc::new(Shared::new(HASH));
        let mut engine = Pool::new(&position, shared, 1, config);
        let start = Instant::now();
        let limits = Limits::depth(depth);
        engine.search(&position, &limits, &TimeOptions::default(), ByColor([0; 2]), &mut Silent);
        let nodes = engine.counters().nodes;
        total.nodes += nodes;
        total.time += start.elapsed();
        if each(&format!("{nodes:>10}  {text}")).is_break() {
            break;
        }
    }
    total
}
