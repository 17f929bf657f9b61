//! Every flag, kind and relation of the XREF table, each on a board made for
//! it. Moves in the comments are those of the entry asked about.

use somatic::explain::{EntryReport, Explanation, Look, explain};
use somatic::game::{Notation, ValuePreset};
use somatic::{chess, shogi};

fn table(position: &str) -> Explanation {
    fn of<P: Notation>(text: &str) -> Explanation {
        explain(&P::parse(text).expect("a position"), Look::Article, ValuePreset::Article, None)
    }
    if position.matches('/').count() == 8 {
        of::<shogi::Position>(position)
    } else {
        of::<chess::Position>(position)
    }
}

#[track_caller]
fn entry<'a>(e: &'a Explanation, text: &str) -> &'a EntryReport {
    let found = e.iterations[0].entries.iter().find(|entry| entry.move_text == text);
    found.unwrap_or_else(|| panic!("{text} is not in the table:\n{}", e.to_text("")))
}

/// The entry has all of these flags, and none of those.
#[track_caller]
fn flags(position: &str, text: &str, set: &[&str], unset: &[&str]) {
    let e = table(position);
    let found = &entry(&e, text).flags;
    for flag in set {
        assert!(found.iter().any(|f| f == flag), "{text} without {flag}:\n{}", e.to_text(""));
    }
    for flag in unset {
        assert!(!found.iter().any(|f| f == flag), "{text} with {flag}:\n{}", e.to_text(""));
    }
}

/// The entry is credited by another with an amount for a relation.
#[track_caller]
fn credit(position: &str, text: &str, from: &str, amount: i32, relation: &str) {
    let e = table(position);
    let found = entry(&e, text);
    let holds = found.credits.iter().any(|c| c.from == from && c.amount == amount && c.relation == relation);
    assert!(holds, "{text} has no {relation} of {amount} from {from}:\n{}", e.to_text(""));
    let sum: i32 = found.credits.iter().map(|c| c.amount).sum();
    assert_eq!(found.weight, found.value + sum, "{text}:\n{}", e.to_text(""));
}

/// The entry stands beside another in a relation that adds no weight.
#[track_caller]
fn note(position: &str, text: &str, with: &str, relation: &str) {
    let e = table(position);
    let holds = entry(&e, text).notes.iter().any(|n| n.with == with && n.relation == relation);
    assert!(holds, "{text} has no {relation} with {with}:\n{}", e.to_text(""));
}

/// The kind and value of an entry.
#[track_caller]
fn kind(position: &str, text: &str, kind: &str, value: i32) {
    let e = table(position);
    let found = entry(&e, text);
    assert_eq!((found.kind, found.value), (kind, value), "{text}:\n{}", e.to_text(""));
}

/// A lance attacks a rook; a pawn dropped between them is guarded by the rook.
const LANCE_AND_ROOK: &str = "k8/4l4/9/9/9/9/4R4/9/K8 b P 1";
/// A black silver on 4d attacks nothing and is attacked by the pawn 4c.
const PAWN_AND_SILVER: &str = "k8/9/5p3/5S3/9/9/9/9/K8 b - 1";
/// A pawn on the head of a bishop that has no square.
const BISHOP_SHUT_IN: &str = "6s1l/1r5b1/6pPp/k8/9/9/9/9/K8 w - 1";
/// A rook on 5f attacked by a lance: it may run, or the pawn 5h guards it.
const RUN_OR_GUARD: &str = "k2g5/4l4/9/9/9/4R4/9/4P3K/9 b P 1";
/// The knight on f6 is pinned to the queen and attacked by a pawn.
const PINNED_TO_QUEEN: &str = "3q2k1/5p1p/5n2/4P1B1/8/8/5PPP/6K1 w - - 0 1";
/// Knight forks king and rook.
const KNIGHT_FORK: &str = "2r3k1/5ppp/8/3N4/8/8/5PPP/6K1 w - - 0 1";
/// The rook on e1 mates on e8; Black is to move and may take a pawn.
const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/P2r1PPP/4R1K1 b - - 0 1";
/// Both sides have a piece to take, one exchange keeps the move.
const KEEPS_THE_MOVE: &str = "6k1/1p5p/2r4n/6P1/8/8/PP3PB1/6K1 w - - 0 1";
/// The article's second example.
const EXAMPLE_2: &str = "4gg1nl/2s4k1/p4b1pp/3r1S3/9/3L2N2/PP1PPPPPP/4G1GK1/L5SNL w - 1";
/// A rook that may take either of two knights.
const TWO_KNIGHTS: &str = "6k1/5pp1/8/8/1n1R1n2/8/8/6K1 w - - 0 1";

#[test]
fn flags_of_threats() {
    flags(LANCE_AND_ROOK, "5b5g+", &["can-block", "can-run", "stoppable", "active"], &["immobile"]);
    flags(PAWN_AND_SILVER, "4c4d", &["can-run", "stoppable"], &["can-block", "immobile", "delayed"]);
    // A pawn that promotes unless the square is guarded.
    flags("5g3/1k7/9/5P3/9/9/9/9/8K w - 1", "4d4c+", &["can-defend", "stoppable"], &["can-run"]);
    flags(BISHOP_SHUT_IN, "2c2b+", &["immobile"], &["can-run", "can-block"]);
    flags(PINNED_TO_QUEEN, "e5f6", &["target-tied"], &["drop"]);
    flags(PAWN_AND_SILVER, "4c4d", &[], &["target-tied"]);
    // The mate on e8 can be met.
    flags(BACK_RANK, "e1e8", &["check", "stoppable"], &["delayed"]);
}

#[test]
fn flags_of_moves() {
    flags(KNIGHT_FORK, "d5e7", &["check", "delayed", "active"], &["drop"]);
    flags("8k/3g1g3/9/9/9/9/9/9/8K b N 1", "N*5d", &["drop", "delayed"], &["check"]);
    flags(KEEPS_THE_MOVE, "g2c6", &["sente"], &["desperado"]);
    flags(KEEPS_THE_MOVE, "g5h6", &[], &["sente"]);
    flags(EXAMPLE_2, "6d4d", &["desperado", "sente"], &["delayed"]);
    flags("k7r/9/9/9/9/9/9/7G1/6LNK b P 1", "2h1h", &["evasion"], &["partial"]);
    // The guard saves the lance's worth of the rook.
    flags(RUN_OR_GUARD, "5h5g", &["partial"], &["evasion"]);
}

#[test]
fn every_kind_of_entry() {
    kind("k8/9/9/9/4s4/5S3/9/9/K8 b - 1", "4f5e", "capture", 400);
    kind("k3g4/9/9/5P3/9/9/9/9/K8 b - 1", "4d4c+", "promotion", 188);
    kind(RUN_OR_GUARD, "5h5g", "neutralise", 0);
    kind("8k/3g1g3/9/9/9/9/9/9/8K b N 1", "N*5d", "fork", 200);
    kind(KNIGHT_FORK, "d5e7", "fork", 500);
    kind("6s1l/1r5b1/6p1p/k2N5/9/9/9/7R1/K8 b P 1", "P*2c", "immobile", 376);
    kind("k7r/9/9/9/9/9/9/7G1/6LNK b P 1", "2h1h", "evasion", 0);
    let mate = somatic::article::mate::MATE_GAIN;
    kind("4k4/9/4S4/9/9/9/9/9/4K4 b G 1", "G*5b", "mate-threat", mate);
    kind(BACK_RANK, "e1e8", "mate-threat", mate);
    // A check that wins nothing.
    kind("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "check", 0);
}

#[test]
fn forks_skewers_and_discoveries() {
    // The king must leave, the queen behind it falls.
    kind("4q3/8/8/4k3/8/8/5PPP/R5K1 w - - 0 1", "a1e1", "fork", 900);
    // Bishop drop on a rook pinned to its king, who comes to guard it.
    kind("4k4/9/2r6/9/9/9/9/9/4K4 b B 1", "B*8d", "fork", 240);
    // The bishop leaves the file with check, and the rook takes the queen.
    credit("3q2k1/5ppp/8/8/8/3B4/5PPP/3R2K1 w - - 0 1", "d3h7", "d3h7", 900, "R12");
    // Queening comes next and cannot be stopped.
    kind("6k1/5ppp/P7/8/8/8/5PPP/6K1 w - - 0 1", "a6a7", "immobile", 800);
}

#[test]
fn credits_by_relation() {
    credit(EXAMPLE_2, "6d4d", "6f6d", 960, "R1");
    credit(EXAMPLE_2, "6d4d", "4d4c+", 740, "R2");
    credit("k3r4/9/5R3/9/9/2b6/P8/9/3GK4 b P 1", "P*5d", "7f4c", 960, "R3");
    credit(RUN_OR_GUARD, "5h5g", "5b5f", 240, "R4");
    credit("5g3/1k7/9/5P3/9/9/9/9/8K w - 1", "4a3b", "4d4c+", 188, "R5");
    // The rook pins the knight that attacks the other rook.
    credit("4k3/8/8/4n3/2R5/8/8/3R2K1 w - - 0 1", "d1e1", "e5c4", 500, "R6");
    credit(BACK_RANK, "d2d8", "e1e8", somatic::article::mate::MATE_GAIN, "R10");
}

#[test]
fn relations_without_weight() {
    // The knight guards the bishop that the rook attacks.
    note("6k1/5p2/2n5/8/B2b4/8/5PPP/3R2K1 w - - 0 1", "a4c6", "a4c6", "R7");
    // The rook leaves the pawn on a2 to the other rook.
    note("r5k1/5ppp/1b6/8/8/8/PR5K/8 w - - 0 1", "b2b6", "b2b6", "R8");
    note(TWO_KNIGHTS, "d4b4", "d4f4", "R9");
    // The knight on c2 still hangs after the check.
    note("4k3/8/4p3/8/8/3p4/2N5/4R1K1 w - - 0 1", "e1e6", "d3c2", "R11");
    note("6k1/5ppp/8/3n4/1b2B3/2N5/1P3PPP/6K1 w - - 0 1", "e4d5", "c3d5", "R13");
}

#[test]
fn ties_to_mate_and_to_promotion() {
    // The rook on d8 keeps the other rook from mating on e8.
    let e = table("3r2k1/5ppp/8/3p4/8/8/5PPP/3RR1K1 w - - 0 1");
    let tie = e.iterations[0].ties.iter().find(|tie| tie.piece == "d8" && tie.object == "mate");
    assert!(tie.is_some(), "{}", e.to_text(""));
    assert_eq!(e.line[0], "d1d5");
    // The gold on 5b alone guards 4c.
    let e = table("k8/4g4/9/5P3/4p4/9/9/9/K8 b - 1");
    let tie = e.iterations[0].ties.iter().find(|tie| tie.piece == "5b" && tie.object == "4c");
    assert_eq!(tie.map(|tie| tie.amount), Some(188), "{}", e.to_text(""));
}

/// What the rules forbid is not in the table.
#[test]
fn drops_that_are_not_legal() {
    // A pawn may not mate by being dropped; two pawns may not share a file.
    for position in ["7nk/6S2/7Gl/9/9/9/9/9/K8 b P 1", RUN_OR_GUARD] {
        let e = table(position);
        let dropped = |m: &str| m == "P*1b" || m.starts_with("P*5");
        assert!(!e.iterations[0].entries.iter().any(|x| dropped(&x.move_text)), "{}", e.to_text(""));
    }
}

/// A pawn that checks by passing another may be taken in passing, which is
/// an answer to the check: no mate.
#[test]
fn en_passant_answers_a_check() {
    let e = table("6rr/8/7p/5pk1/5pn1/8/4P1PP/1B4K1 w - - 0 1");
    assert!(!e.iterations[0].entries.iter().any(|x| x.move_text == "h2h4" && x.value > 1000));
}

/// An exchange that keeps the move comes before the larger gain, and a lost
/// piece takes something with it.
#[test]
fn who_keeps_the_move() {
    assert_eq!(table(KEEPS_THE_MOVE).line[0], "g2c6");
    let e = table("6k1/5ppp/3p4/4N3/1n6/P7/5PPP/6K1 w - - 0 1");
    assert_eq!((e.line[0].as_str(), e.net), ("e5f7", 100), "{}", e.to_text(""));
}
