//! Lines that mean nothing, or next to it: the program neither dies of them nor
//! loses its senses.

use somatic::game::rng::Rng;
use somatic::protocol::{Dialect, Uci, Usi};

use super::pipes::Engine;

/// Words of both protocols, and some that are of none.
const WORDS: [&str; 49] = [
    "usi", "uci", "isready", "setoption", "name", "value", "usinewgame", "ucinewgame", "position",
    "startpos", "sfen", "fen", "moves", "go", "go", "stop", "stop", "ponderhit", "gameover", "win", "d",
    "eval", "xref", "7g7f", "e2e4", "P*5e", "8h2b+", "e7e8q", "0000", "resign", "Tactics", "soma",
    "recapture", "captures", "captures-only", "EnteringKingRule", "TryRule", "<empty>", "true",
    "\u{5c06}\u{68cb}", "\u{1f600}", "-", "b", "infinite", "ponder", "perft", "mate", "searchmoves",
    "\u{7f}",
];
/// Words after `go`.
const GO: [&str; 14] = [
    "depth", "nodes", "movetime", "btime", "wtime", "byoyomi", "binc", "winc", "movestogo", "infinite",
    "ponder", "mate", "searchmoves", "perft",
];
/// Options that take numbers.
const SPINS: [&str; 10] = [
    "MultiPV", "SlowMover", "DepthLimit", "NodesLimit", "MaxMovesToDraw", "Threads", "Move Overhead",
    "NetworkDelay", "DrawValueBlack", "ResignValue",
];
const NUMBERS: [&str; 15] = [
    "0",
    "1",
    "2",
    "3",
    "-1",
    "+7",
    "1000",
    "-2147483649",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775809",
    "99999999999999999999999999",
    "1e9",
];
const POSITIONS: [&str; 8] = [
    "position startpos moves 7g7f 3c3d 8h2b+ 3a2b",
    "position startpos moves e2e4 e7e5 g1f3 b8c6",
    "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 4294967295 moves 7g7f 3c3d",
    "position sfen 8k/8P/9/9/9/9/9/9/9 w - 65535",
    "position sfen 9/9/9/9/9/9/9/9/9 b 18p9999r 1",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 65535 65535 moves g1f3 g8f6",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position fen 4k3/8/8/8/8/8/8/4K2R w K e3 99 4294967295 moves e1g1",
];

/// One of some words.
fn pick(rng: &mut Rng, from: &[&'static str]) -> &'static str {
    from[rng.below(from.len())]
}

/// A line that means nothing, or next to it.
fn nonsense_line<D: Dialect>(rng: &mut Rng) -> String {
    match rng.below(6) {
        0 => {
            let words = 1 + rng.below(3);
            let limits = (0..words).map(|_| format!("{} {}", pick(rng, &GO), pick(rng, &NUMBERS)));
            format!("go {}", limits.collect::<Vec<_>>().join(" "))
        }
        1 => pick(rng, &POSITIONS).to_owned(),
        2 => {
            let name = pick(rng, &SPINS);
            // Threads by the hundred would only make it slow.
            let value = if name == "Threads" { pick(rng, &["1", "2", "3"]) } else { pick(rng, &NUMBERS) };
            format!("setoption name {name} value {value}")
        }
        3 => pick(rng, &["stop", "ponderhit", "gameover win", "isready", D::NEW_GAME, D::NAME]).to_owned(),
        _ => {
            let words = 1 + rng.below(8);
            let mut word = || if rng.below(3) == 0 { pick(rng, &NUMBERS) } else { pick(rng, &WORDS) };
            (0..words).map(|_| word()).collect::<Vec<_>>().join(" ")
        }
    }
}

/// Thousands of such lines; now and then it is asked whether it is still there.
fn nonsense<D: Dialect>(seed: u64) {
    const LINES: usize = 3000;
    let mut rng = Rng::new(seed);
    let mut engine = Engine::start(&[D::NAME]);
    for i in 0..LINES {
        engine.say(&nonsense_line::<D>(&mut rng));
        if i % 100 == 99 {
            engine.say("stop");
            engine.say("isready");
            engine.until("readyok");
        }
    }
    // In the end all that had to wait is worked off, and it is as sane as ever.
    engine.say("stop");
    engine.say("setoption name rubbish");
    while !engine.until("info").last().is_some_and(|line| line.contains("unknown option 'rubbish'")) {}
    engine.say("setoption name Tactics value soma");
    engine.say("position startpos");
    engine.say("go infinite");
    engine.say("stop");
    engine.until("bestmove");
    engine.say("isready");
    engine.until("readyok");
    engine.quit();
}

#[test]
fn nonsense_in_usi() {
    nonsense::<Usi>(1);
}

#[test]
fn nonsense_in_uci() {
    nonsense::<Uci>(2);
}
