//! Why a move was a mistake: a board for each kind of reason, and boards on which there is none.

use somatic::lab::review::why::{Reason, Searched, reasons};
use somatic::records::input::{AnyPosition, read_line};
use somatic::records::notation::MoveNotation;
use somatic::records::position::GameKind;
use somatic::report::why::sentences;

/// A position in which a move was played, with the lines of a search from it and after the move.
fn told(position: &str, played: &str, best: &str, answer: &str, points: [u32; 2]) -> String {
    let read = |text: &str| read_line(text, String::new).expect(text).position;
    let before = read(position);
    let after = read(&format!("{} {position} moves {played}", word(&before)));
    let line = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<String>>();
    let lines = [line(best), line(answer)];
    for (position, line) in [(&before, &lines[0]), (&after, &lines[1])] {
        assert_eq!(MoveNotation::Machine.line(position, line), *line, "all moves of a line are legal");
    }
    let found = Searched { lines, points, scores: [100, 100] };
    let why = reasons(&before, played, &found);
    let json = serde_json::to_string(&why).expect("JSON");
    assert_eq!(serde_json::from_str::<Vec<Reason>>(&json).expect(&json), why);
    sentences(&why, &before, &after).join(" ")
}

fn word(position: &AnyPosition) -> &'static str {
    if position.kind() == GameKind::Chess { "fen" } else { "sfen" }
}

#[track_caller]
fn in_chess(position: &str, played: &str, best: &str, answer: &str, expected: &str) {
    assert_eq!(told(position, played, best, answer, [600, 600]), expected);
}

#[track_caller]
fn in_shogi(position: &str, played: &str, best: &str, answer: &str, expected: &str) {
    assert_eq!(told(position, played, best, answer, [600, 600]), expected);
}

#[test]
fn a_piece_goes_where_it_is_taken() {
    let queen = "The queen on d5 can be taken: cxd5 wins a queen. Nothing guards the queen on d5.";
    in_chess("4k3/8/2p5/8/8/8/3Q4/4K3 w - - 0 1", "d2d5", "d2d4 e8e7", "c6d5 e1e2", queen);
    let silver = "The silver on 5e can be taken: Px5e wins a silver. Nothing guards the silver on 5e.";
    in_shogi("4k4/9/9/4p4/9/4S4/9/9/4K4 b - 1", "5f5e", "5f6e 5a5b", "5d5e 5i5h", silver);
}

#[test]
fn an_exchange_loses() {
    let rook = "The exchange on d5 loses: exd5 wins a rook for a knight.";
    in_chess("4k3/8/4p3/3n4/8/8/8/3RK3 w - - 0 1", "d1d5", "d1d4 e8e7", "e6d5 e1e2", rook);
    let rook = "The exchange on 5d loses: Px5d wins a rook for a silver.";
    in_shogi("8k/9/4p4/4s4/9/9/9/4R4/8K b - 1", "5h5d", "5h5g 1a1b", "5c5d 1i1h", rook);
}

#[test]
fn a_guard_leaves() {
    let bishop = "The bishop on e4 has lost its guard, the knight on c3: Rxe4 wins a bishop.";
    in_chess("4r1k1/8/8/8/4B3/2N5/8/6K1 w - - 0 1", "c3b5", "e4f3 e8e7", "e8e4 g1f2", bishop);
    let silver = "The silver on 5e has lost its guard, the gold on 5f: Rx5e wins a silver.";
    in_shogi("4r3k/9/9/9/4S4/4G4/9/9/8K b - 1", "5f5g", "5e4d 1a2a", "5a5e 1i1h", silver);
}

#[test]
fn a_guard_is_pinned() {
    let knight = "The knight on d3 can be taken: Qxd3 wins a knight. \
                  Its guard, the bishop on e2, is pinned by the rook on e8.";
    in_chess("3qr1k1/8/8/8/8/8/P3B3/2N1K3 w - - 0 1", "c1d3", "a2a3 g8g7", "d8d3 e1f2", knight);
    let silver = "The silver on 6f can be taken: Rx6f wins a silver. \
                  Its guard, the gold on 5g, is pinned by the lance on 5a.";
    in_shogi("3rl3k/9/9/9/9/9/4G4/9/2S1K4 b - 1", "7i6h", "5i4i 1a2a", "1a2a", "");
    in_shogi("3rl3k/9/9/9/9/9/2S1G4/9/4K4 b - 1", "7g6f", "5i4i 1a2a", "6a6f 5i4i", silver);
}

/// A piece that stands before another one does not guard it.
#[test]
fn a_guard_is_pinned_to_a_piece() {
    let pawn = "The pawn on d4 can be taken: Nxd4 wins a pawn. \
                Its guard, the knight on f3, is pinned to the queen on d1 by the bishop on g4.";
    in_chess("4k3/8/2n5/8/6b1/3P1N2/3P4/3QK3 w - - 0 1", "d3d4", "d1e2 e8d7", "c6d4 e1f2", pawn);
    let silver = "The silver on 6f can be taken: Rx6f wins a silver. \
                  Its guard, the gold on 5g, is pinned to the rook on 5i by the lance on 5a.";
    in_shogi("3rl3k/9/9/9/9/9/2S1G4/9/4R3K b - 1", "7g6f", "5i4i 1a2a", "6a6f 1i1h", silver);
}

#[test]
fn a_guard_has_two_duties() {
    let mate = "The knight on e5 can be taken: Bxe5 wins a knight. \
                Its guard, the rook on e1, has a mate to prevent.";
    in_chess("3r2k1/6bp/8/8/8/5N2/5PPP/4R1K1 w - - 0 1", "f3e5", "h2h3 g8h8", "g7e5 h2h3", mate);
    let drawn = "It misses this: Rxd5 draws the rook on d2 away, which guards the bishop on b2, \
                 and wins a bishop and a knight for a rook.";
    in_chess("1r1r2k1/8/8/3N4/8/8/1B1R4/6K1 b - - 0 1", "g8f8", "d8d5 d2d5 b8b2", "g1g2", drawn);
}

#[test]
fn one_piece_attacks_two() {
    let fork = "It allows this: Nc2+ attacks the rook on a1 and the king at once and wins a rook.";
    in_chess("4k3/8/8/8/1n6/8/7P/R3K3 w Q - 0 1", "h2h3", "e1d1 e8e7", "b4c2 e1d2 c2a1 h3h4", fork);
    let fork = "It allows this: N*5e attacks the gold on 4g and the gold on 6g at once and wins a gold.";
    in_shogi("4k4/9/9/9/9/9/3G1G3/9/8K b n 1", "1i1h", "6g5g 5a5b", "N*5e 6g7g 5e4g+ 1h1g", fork);
}

/// The piece that forks may be taken back: a gold for a knight is won.
#[test]
fn a_fork_may_cost_the_piece() {
    let fork =
        "It allows this: N*5e attacks the king and the gold on 6g at once and wins a gold for a knight.";
    let position = "4k4/9/9/9/9/9/3G1K2P/2S6/9 b n 1";
    in_shogi(position, "1g1f", "4g4h 5a5b", "N*5e 4g4h 5e6g+ 7h6g 5a5b", fork);
}

#[test]
fn a_line_is_opened() {
    let queen = "It misses this: Bh7+ uncovers the attack of the rook on e1 on the queen on e8 \
                 and wins a queen for a bishop.";
    in_chess("4q1k1/8/8/8/4B3/8/8/4R1K1 w - - 0 1", "g1f1", "e4h7 g8h7 e1e8 h7g7", "e8b5 f1g1", queen);
    let rook = "It opens the line of the bishop on 2b: Bx8h+ wins a rook. Nothing guards the rook on 8h.";
    in_shogi("8k/7b1/9/9/4S4/9/9/1R7/8K b - 1", "5e6d", "8h8g 1a1b", "2b8h+ 1i1h", rook);
}

#[test]
fn a_threat_is_not_answered() {
    let knight = "It does not answer the threat to the knight on f3: gxf3 wins a knight. \
                  Nothing guards the knight on f3. Ne5 moves the piece away.";
    in_chess("4k3/8/8/8/6p1/5N2/P7/4K3 w - - 0 1", "a2a3", "f3e5 e8e7", "g4f3 e1f2", knight);
    let gold = "It does not answer the threat to the gold on 5f: Rx5f wins a gold. Nothing guards the gold on 5f. \
                P*5e closes the line.";
    in_shogi("4r3k/9/9/9/9/4G4/9/9/8K b P 1", "1i1h", "P*5e 1a2a", "5a5f 1h1g", gold);
}

/// A pass shows what the answer threatens; after the best move it would have threatened nothing. The side that
/// threatens is not lost anyway: a search may then do anything.
#[test]
fn a_threat_is_allowed_or_missed() {
    let knight = "It allows this: g5 makes a threat: gxh4 wins a knight.";
    let position = "n5k1/5ppp/8/8/7N/8/P4PPP/6K1 w - - 0 1";
    in_chess(position, "a2a3", "h4f3 g8f8", "g7g5 h4f3 g8f8", knight);
    let knight = "It misses this: g4 makes a threat: gxh5 wins a knight.";
    in_chess("6k1/5ppp/8/7n/8/8/P4PPP/6K1 w - - 0 1", "a2a3", "g2g4 h5f6", "h5f6 g1f1", knight);
    let silver = "It allows this: P-4d makes a threat: Px4e wins a silver.";
    in_shogi("5l2k/9/5p3/9/5S3/9/9/9/8K b - 1", "1i1h", "4e3f 1a1b", "4c4d 4e3f 1a1b", silver);
}

/// Where each of two pieces would be taken next, both are named.
#[test]
fn a_threat_to_two_pieces_is_a_fork() {
    let fork = "It allows this: Qg4 attacks the bishop on c4 and the knight on h4 at once.";
    let position = "2q3k1/2p2ppp/8/8/2B4N/8/P4PPP/6K1 w - - 0 1";
    in_chess(position, "a2a3", "c4e2 g8f8", "c8g4 h4f3 g8f8", fork);
}

/// What is more than pieces is told by its first moves, which are played or threatened.
#[test]
fn an_attack_is_left_allowed_or_missed() {
    let position = "l4r1nl/2kg2g+b1/2ns3p1/p1pp2S1p/9/PS2PPP1P/1PP2S3/1KGG3R1/LN6L b B2Pn4p 1";
    let (best, answer) = ("B*5e P*4d 7g7f P*5d", "N*7f 8h9h 7f6h+ 7h6h 4a4e 3d4e");
    let why = told(position, "B*4e", best, answer, [500, 780]);
    let begin =
        "It does not stop what was threatened: N*7f K-9h Nx6h+. It misses this: B*5e threatens Bx2b+ ";
    assert!(why.starts_with(begin), "{why}");
    let position = "2r1r1k1/ppp2pbp/2nq2p1/4p3/6b1/P2PBNP1/1PQ1PPBP/2R1R1K1 b - - 9 15";
    let (best, answer) = ("c6d4 f3d4 e5d4 e3f4 d6a6 h2h3", "f3g5 h7h6 c2c4 h6g5 c4g4 e5e4");
    let why = told(position, "c6e7", best, answer, [486, 834]);
    assert!(why.starts_with("It allows this: Ng5 threatens "), "{why}");
}

/// A move that is good for the other side is no threat, nor is a quiet one that prepares something.
#[test]
fn a_good_move_is_no_threat() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let why = told(start, "b1a3", "e2e4 e7e5 g1f3 b8c6", "e7e5 e2e3 d7d5 d2d4", [556, 570]);
    assert_eq!(why, "");
}

/// That the other side would have answered a pass in the same way explains nothing.
#[test]
fn what_a_pass_allows_is_no_reason() {
    in_chess("k7/8/1K5p/7P/8/8/2P5/8 w - - 0 1", "c2c3", "b6c7 a8a7 c2c4", "a8b8 c3c4", "");
}

/// A piece that can simply be taken threatens nothing.
#[test]
fn a_threat_that_can_be_taken_is_no_reason() {
    in_chess("6k1/5ppp/8/8/5P1N/8/P5PP/6K1 w - - 0 1", "a2a3", "h4f3 g8f8", "g7g5 h4f3 g8f8", "");
    in_shogi("8k/9/5p3/9/5S3/9/9/9/8K b - 1", "1i1h", "4e3f 1a1b", "4c4d 4e3f 1a1b", "");
    let mates = "rn1qkbnr/ppp2ppp/8/4p3/2B1P3/5Q2/PPP2PPP/RNB1K2R b KQkq - 1 6";
    let mate = "It allows this: Qb3 threatens mate.";
    in_chess(mates, "g8f6", "d8d7 f3b3", "f3b3 d8e7", mate);
    let taken = "r2qkbnr/ppp2ppp/8/n3p3/2B1P3/5Q2/PPP2PPP/RNB1K2R b KQkq - 1 6";
    in_chess(taken, "g8f6", "d8d7 f3b3", "f3b3 d8e7", "");
}

/// A quiet move draws nothing away.
#[test]
fn a_guard_that_leaves_by_itself_is_not_drawn_away() {
    let line = "It misses this: a3 Re8 Rxd5 wins a knight.";
    let position = "3r2k1/5ppp/8/3n4/8/8/P4PPP/3R2K1 w - - 0 1";
    in_chess(position, "h2h3", "a2a3 d8e8 d1d5 g7g6", "g7g6 h3h4 g8g7", line);
}

/// What is won back at once is not won, also where the line ends before, and what promoted on the way is what it
/// was: a bishop for a horse is an exchange.
#[test]
fn pieces_are_counted_on_balance() {
    let queen = "The queen on d4 can be taken: Rxd4 wins a queen for a rook.";
    let position = "3r2k1/5ppp/8/8/8/4P3/5PPP/3Q2K1 w - - 0 1";
    in_chess(position, "d1d4", "d1e2 g7g6", "d8d4", queen);
    let rook = "It allows this: b8=Q Rxb8 Rxb8+ wins a rook for a pawn.";
    let position = "3r2k1/1P3pp1/7p/8/8/8/5PPP/1R4K1 b - - 0 1";
    in_chess(position, "h6h5", "d8b8 h2h3", "b7b8q d8b8 b1b8 g8h7", rook);
    let gold = "It allows this: Bx2b+ gives check, and the gold on 5c falls; it wins a gold.";
    let position = "6s1k/7b1/4g4/9/9/9/9/1B2R4/8K w - 1";
    in_shogi(position, "1a1b", "5c4c 1i1h", "8h2b+ 3a2b 5h5c+ 2b3c", gold);
}

/// What is said to be won falls in the line that is shown, which ends with it.
#[test]
fn what_is_won_is_shown() {
    let both = "It allows this: Nxd5 Rxb7 Rxh4 wins a bishop and a knight for a pawn.";
    let position = "6kr/1p3pp1/5n2/3B4/7N/8/P4PP1/1R4K1 w - - 0 1";
    in_chess(position, "a2a3", "h4f3 b7b6", "f6d5 b1b7 h8h4 g2g3 h4h5", both);
}

/// A bishop that takes a pawn and is taken by a knight wins less than a pawn.
#[test]
fn a_pawn_is_lost_for_a_little() {
    let pawn = "It allows this: Bxc5 Nxc5 Rxc5 wins a knight and a pawn for a bishop.";
    let position = "4k3/p4ppp/n1p5/8/8/B7/P4PPP/2R1K3 b - - 0 1";
    in_chess(position, "c6c5", "e8d7 e1d2", "a3c5 a6c5 c1c5 e8d7", pawn);
}

/// Both languages have all of a sentence.
#[test]
fn a_threat_of_mate_is_told_in_japanese() {
    use somatic::lang::{Language, within};
    let said = within(Language::Japanese, || {
        told(
            "rn1qkbnr/ppp2ppp/8/4p3/2B1P3/5Q2/PPP2PPP/RNB1K2R b KQkq - 1 6",
            "g8f6",
            "d8d7 f3b3",
            "f3b3 d8e7",
            [600, 600],
        )
    });
    assert_eq!(said, "次の手を許します：Qb3がメイトの脅威です。");
}

#[test]
fn a_series_of_checks_is_missed() {
    let rook =
        "It misses this: Qh5+ begins a series of checks in which the rook falls on a4, and wins a rook.";
    let line = "f3h5 e8d8 h5h4 d8c8 h4a4 c8b7";
    in_chess("4k3/8/8/8/r7/5Q2/8/6K1 w - - 0 1", "g1f1", line, "a4b4 f1e2", rook);
}

/// What no chain of checks proves is a mate if the line of the search ends with it.
#[test]
fn a_line_ends_with_mate() {
    let position = "7k/p7/6K1/8/8/8/8/R7 w - - 0 1";
    let missed = told(position, "g6f7", "a1b1 h8g8 b1b8", "a7a5", [1000, 400]);
    assert_eq!(missed, "There was mate in 2: Rb1 Kg8 Rb8#.");
}

#[test]
fn mates_are_proven() {
    let say = |position, played, best, answer, points| told(position, played, best, answer, points);
    let missed = say("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1b1", "a1a8", "h7h6", [1000, 400]);
    assert_eq!(missed, "There was mate in 1: Ra8#.");
    let allowed = say("6k1/8/8/8/8/8/r4PPP/1R4K1 w - - 0 1", "b1b3", "h2h3", "a2a1 b3b1 a1b1", [600, 1000]);
    assert_eq!(allowed, "It allows mate in 2: Ra1+ Rb1 Rxb1#.");
    // The score says a mate, and nothing proves one.
    let unproven = say("6k1/8/8/8/8/8/5PPP/1R4K1 w - - 0 1", "b1b3", "h2h3", "g8g7", [1000, 1000]);
    assert_eq!(unproven, "");
    let missed = told("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*1a", "G*5b", "5a4a", [1000, 300]);
    assert_eq!(missed, "There was mate in 1: G*5b.");
    let allowed = told("8k/9/9/9/9/9/4p4/9/4K4 b Pg 1", "P*9b", "5i4i 1a2a", "G*5h", [500, 1000]);
    assert_eq!(allowed, "It does not stop the threat of mate in 1: G*5h.");
}

#[test]
fn a_capture_is_missed() {
    let rook = "It misses this: Nxd5 wins a rook. Nothing guards the rook on d5.";
    in_chess("4k3/8/8/3r4/8/2N5/P7/4K3 w - - 0 1", "a2a3", "c3d5 e8d7", "d5d4 a3a4", rook);
    let rook = "It misses this: Sx5e wins a rook. Nothing guards the rook on 5e.";
    in_shogi("4k4/9/9/9/4r4/5S3/9/9/8K b - 1", "1i1h", "4f5e 5a5b", "5e5c 1h1g", rook);
}

#[test]
fn a_promotion_is_missed() {
    in_chess(
        "8/1P2k3/8/8/8/8/8/4K2R w - - 0 1",
        "h1h2",
        "b7b8q e7e6",
        "e7d7 h2h3",
        "It misses this: b8=Q makes a queen.",
    );
    in_shogi(
        "8k/9/9/6R2/9/9/9/9/8K b - 1",
        "1i1h",
        "3d3a+ 1a1b",
        "1a1b 1h1i",
        "It misses this: R-3a+ makes a dragon.",
    );
}

/// Where few pieces are left, a pawn may promote late.
#[test]
fn a_pawn_goes_a_long_way() {
    let queen = "It misses this: after a4 Kg8 a5 Kf8 a6 Ke7 a7 Kd6, a8=Q makes a queen.";
    let line = "a3a4 h8g8 a4a5 g8f8 a5a6 f8e7 a6a7 e7d6 a7a8q d6e6";
    in_chess("7k/8/8/8/8/P7/8/K7 w - - 0 1", "a1b1", line, "h8g7 b1c2 g7f6 c2d3", queen);
    let many = "7k/8/8/1p1p1p1p/1P1P1P1P/P7/8/K7 w - - 0 1";
    in_chess(many, "a1b1", line, "h8g8 b1c2 g8f8 c2d3", "");
}

#[test]
fn without_confirmation_there_is_no_reason() {
    // No line wins anything.
    in_chess("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2a3", "a2a4 e8e7", "e8e7 e1e2", "");
    // What is taken is taken back at once.
    in_chess("4k3/8/3p4/4p3/8/5N2/8/4K3 w - - 0 1", "e1e2", "f3e5 d6e5", "e8e7", "");
    // The piece is lost by the best line as well.
    in_chess("4k3/8/8/8/6p1/5N1p/P7/4K3 w - - 0 1", "a2a3", "a2a4 g4f3", "g4f3 e1f2", "");
    // The table sees a rook hang, and the search does not take it.
    in_chess("4k3/8/8/3r4/8/2N5/P7/4K3 w - - 0 1", "a2a3", "a2a4 e8e7", "e8e7", "");
    in_shogi("4k4/9/9/9/4r4/5S3/9/9/8K b - 1", "1i1h", "1i2h 5a5b", "5a5b 1h1g", "");
}
