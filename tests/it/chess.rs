//! The rules of chess.

mod perft;
mod oracles;
mod reading;
mod endings;
mod fifty;

use somatic::chess::Position;
use somatic::game::Notation as _;

/// The position of a good FEN.
#[track_caller]
fn position(fen: &str) -> Position {
    match Position::parse(fen) {
        Ok(position) => position,
        Err(error) => panic!("{fen}: {error}"),
    }
}

/// Where random games begin: openings, endings full of promotions, en passant
/// that is pinned, castling of all sorts, Chess960.
const STARTS: [&str; 16] = [
    somatic::chess::START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/PPPP4/8/k6K/8/8/4pppp/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "8/6bb/8/8/R1pP2k1/4P3/P7/K7 b - d3 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
    "rbbqn1kr/pp2p1pp/6n1/2pp1p2/2P4P/P7/BP1PPPP1/R1BQNNKR w HAha - 0 9",
    "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/R1R1KR1R w FCgb - 0 1",
    "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1",
    "8/8/8/4k3/8/8/3QK3/8 w - - 90 100",
];
