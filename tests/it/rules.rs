//! The rules of shogi, case by case: first by hand, then the cases of the
//! data folder.
//!
//! Cases that are about moves are checked twice, as they stand and with the
//! board turned and the colors exchanged.

use std::collections::BTreeSet;

use somatic::game::{All, Declaration, Notation, Position as _, Repetition};
use somatic::shogi::{EnteringKingRule, Move, Position, START};

use crate::common::{check_numbers, data_text, in_parallel, legal_moves, moves, play, position};

/// The SFEN with the board turned and the colors exchanged.
fn turned(sfen: &str) -> String {
    let swap = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    let fields: Vec<&str> = sfen.split(' ').collect();
    let mut squares: Vec<String> = Vec::new();
    for c in fields[0].chars() {
        match squares.last_mut() {
            Some(last) if last == "+" => last.push(swap(c)),
            _ => squares.push(swap(c).to_string()),
        }
    }
    squares.reverse();
    let side = if fields[1] == "b" { "w" } else { "b" };
    let hands: String = fields[2].chars().map(swap).collect();
    format!("{} {side} {hands} {}", squares.concat(), fields[3])
}

/// A move or a square with the board turned.
fn turned_move(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '1'..='9' => (b'0' + b'9' + 1 - c as u8) as char,
            'a'..='i' => (b'a' + b'i' - c as u8) as char,
            _ => c,
        })
        .collect()
}

/// Checks which legal moves begin with a text: a square, a piece to drop, or
/// nothing for all moves.
#[track_caller]
fn check_moves(sfen: &str, prefix: &str, expected: &str) {
    for (sfen, prefix, expected) in [
        (sfen.to_owned(), prefix.to_owned(), expected.to_owned()),
        (turned(sfen), turned_move(prefix), turned_move(expected)),
    ] {
        let position = position(&sfen);
        let found: BTreeSet<String> =
            legal_moves(&position).into_iter().filter(|text| text.starts_with(&prefix)).collect();
        let expected: BTreeSet<String> = expected.split_whitespace().map(str::to_owned).collect();
        assert_eq!(found, expected, "{sfen}");
        check_numbers(&position);
    }
}

/// Checks whether a move is legal, for the generator and the judge of single moves.
#[track_caller]
fn check_legal(sfen: &str, text: &str, expected: bool) {
    for (sfen, text) in [(sfen.to_owned(), text.to_owned()), (turned(sfen), turned_move(text))] {
        let position = position(&sfen);
        assert_eq!(legal_moves(&position).contains(&text), expected, "{text} generated in {sfen}");
        let m = Move::parse(&text).expect("a move");
        assert_eq!(position.is_legal(m), expected, "{text} in {sfen}");
        assert_eq!(position.parse_move(&text).is_ok(), expected, "{text} read in {sfen}");
    }
}

#[test]
fn drop_pawn_mate() {
    // The pawn is protected and the king has no square.
    check_legal("3nkn3/9/4G4/9/9/9/9/9/4K4 b P 1", "P*5b", false);
    // Nothing protects the pawn, or the king has a square.
    check_legal("3nkn3/9/9/9/9/9/9/9/4K4 b P 1", "P*5b", true);
    check_legal("3nkn3/9/5G3/9/9/9/9/9/4K4 b P 1", "P*5b", true);
    // A silver can take the pawn, unless it is pinned.
    check_legal("3nks3/9/4G4/9/9/9/9/9/4K4 b P 1", "P*5b", true);
    check_legal("3nks2R/9/4G4/9/9/9/9/9/4K4 b P 1", "P*5b", false);
    // A rook that is pinned on the pawn's own file can take it.
    check_legal("3nkn3/9/3SrS3/9/4R4/9/9/9/4K4 b P 1", "P*5b", true);
    // The pawn stands in the way of the rook that guards 4b; then a gold guards it too.
    check_legal("3nkn3/R8/9/9/9/9/9/9/4K4 b P 1", "P*5b", true);
    check_legal("3nkn3/R5G2/9/9/9/9/9/9/4K4 b P 1", "P*5b", false);
    // The king can take a pawn on 4b that nothing protects, not one that is protected.
    check_legal("3nkn3/5P3/3G5/9/9/9/9/9/4K4 b P 1", "P*5b", true);
    check_legal("3nkn3/5PG2/3G5/9/9/9/9/9/4K4 b P 1", "P*5b", false);
    // No different without an own king, as in tsume.
    check_legal("3nkn3/9/4G4/9/9/9/9/9/9 b P 1", "P*5b", false);
    // Not even to answer a check; the bishop that gives it is pinned.
    check_legal("3nkb2R/9/4G4/9/1K7/9/9/9/9 b P 1", "P*5b", false);
    check_legal("3nkb3/9/4G4/9/1K7/9/9/9/9 b P 1", "P*5b", true);
    // A lance may mate by a drop, and a pawn by a step.
    check_legal("3nkn3/9/4G4/9/9/9/9/9/4K4 b L 1", "L*5b", true);
    check_legal("3nkn3/9/3SPS3/9/9/9/9/9/4K4 b - 1", "5c5b", true);
    let mut mate = position("3nkn3/9/3SPS3/9/9/9/9/9/4K4 b - 1");
    play(&mut mate, "5c5b");
    assert!(mate.in_check() && mate.count_legal() == 0);
}

#[test]
fn two_pawns() {
    // Files 9, 5 and 2 are free; a promoted pawn and white's do not count.
    check_moves(
        "4k4/9/4+P4/9/9/7p1/1PPP1PP1P/9/4K4 b P 1",
        "P*",
        "P*9b P*9c P*9d P*9e P*9f P*9g P*9h P*9i P*5b P*5d P*5e P*5f P*5g P*5h
         P*2b P*2c P*2d P*2e P*2g P*2h P*2i",
    );
    // Not even against a check.
    check_moves("4k4/9/9/9/9/9/PPPPP1PPP/K7r/9 b P 1", "P*", "P*4h");
    check_moves("4k4/9/9/9/9/9/PPPPPPPPP/K7r/9 b P 1", "P*", "");
}

#[test]
fn dead_ends() {
    let sfen = "4k4/9/9/9/9/9/PPPPPPPP1/9/4K4 b PLN 1";
    check_moves(sfen, "P*", "P*1b P*1c P*1d P*1e P*1f P*1g P*1h P*1i");
    check_legal(sfen, "L*9a", false);
    check_legal(sfen, "L*9b", true);
    check_legal(sfen, "N*9a", false);
    check_legal(sfen, "N*9b", false);
    check_legal(sfen, "N*9c", true);
}

#[test]
fn promotion() {
    // Forced where the piece could not move on.
    check_moves("k8/4P4/9/9/9/9/9/9/K8 b - 1", "5b", "5b5a+");
    check_moves("k8/9/4P4/9/9/9/9/9/K8 b - 1", "5c", "5c5b 5c5b+");
    check_moves("k8/9/9/4P4/9/9/9/9/K8 b - 1", "5d", "5d5c 5d5c+");
    check_moves("k8/9/9/9/4P4/9/9/9/K8 b - 1", "5e", "5e5d");
    check_moves("k8/9/9/4L4/9/9/9/9/K8 b - 1", "5d", "5d5c 5d5c+ 5d5b 5d5b+ 5d5a+");
    check_moves("k8/9/9/4N4/9/9/9/9/K8 b - 1", "5d", "5d4b+ 5d6b+");
    check_moves("k8/9/9/9/4N4/9/9/9/K8 b - 1", "5e", "5e4c 5e4c+ 5e6c 5e6c+");
    // By entering the zone, by moving inside and by leaving.
    check_moves("k8/9/9/4S4/9/9/9/9/K8 b - 1", "5d", "5d5c 5d5c+ 5d4c 5d4c+ 5d6c 5d6c+ 5d4e 5d6e");
    check_moves("k8/9/4S4/9/9/9/9/9/K8 b - 1", "5c4d", "5c4d 5c4d+");
    check_moves("k8/3p1p3/4B4/3P1P3/9/9/9/9/K8 b - 1", "5c", "5c4b 5c4b+ 5c6b 5c6b+");
    check_moves("k8/9/9/9/9/3p1p3/4B4/3s1s3/K8 b - 1", "5g", "5g4f 5g6f 5g4h 5g6h");
    // Golds, kings and promoted pieces do not.
    check_moves("k8/9/4G4/9/9/9/9/9/K8 b - 1", "5c5b", "5c5b");
    check_moves("k8/9/4K4/9/9/9/9/9/9 b - 1", "5c5b", "5c5b");
    check_moves("k8/9/4+S4/9/9/9/9/9/K8 b - 1", "5c5b", "5c5b");
    check_moves("k8/9/4+R4/9/9/9/9/9/K8 b - 1", "5c5b", "5c5b");
}

#[test]
fn pins() {
    // Along a file: a rook slides as far as the pinner, a pawn steps.
    check_moves(
        "4r3k/9/9/9/9/4R4/9/9/4K4 b - 1",
        "5f",
        "5f5e 5f5d 5f5c 5f5c+ 5f5b 5f5b+ 5f5a 5f5a+ 5f5g 5f5h",
    );
    check_moves("4l3k/9/9/9/9/4P4/9/9/4K4 b - 1", "5f", "5f5e");
    // Along a rank and a diagonal.
    check_moves("8k/9/9/9/9/9/9/9/K2S4r b - 1", "6i", "");
    check_moves("8k/9/9/9/9/9/9/9/K2G4r b - 1", "6i", "6i5i 6i7i");
    check_moves("8k/9/9/9/4b4/9/2S6/9/K8 b - 1", "7g", "7g6f 7g8h");
    check_moves("8k/9/9/9/4b4/9/2P6/9/K8 b - 1", "7g", "");
    // By promoted pieces; a pinned knight never moves.
    check_moves("4+r3k/9/9/9/9/4N4/9/9/4K4 b - 1", "5f", "");
    check_moves("8k/9/9/9/4+b4/9/2N6/9/K8 b - 1", "7g", "");
    // No pin: a lance from behind, two pieces on the line, the own rook, no king.
    check_moves("8k/9/9/4K4/9/4G4/9/4l4/9 b - 1", "5f", "5f5e 5f4e 5f6e 5f4f 5f6f 5f5g");
    check_moves("4r3k/9/9/4P4/9/4S4/9/9/4K4 b - 1", "5f", "5f5e 5f4e 5f6e 5f4g 5f6g");
    check_moves("4R4/8k/9/9/9/4S4/9/9/4K4 b - 1", "5f", "5f5e 5f4e 5f6e 5f4g 5f6g");
    check_moves("4r3k/9/9/9/9/4S4/9/9/9 b - 1", "5f", "5f5e 5f4e 5f6e 5f4g 5f6g");
}

#[test]
fn evasions() {
    // Step aside, not back along the line; stand between.
    check_moves("4r3k/9/9/9/9/9/9/3P5/4K4 b G 1", "5i", "5i4h 5i4i 5i6i");
    check_moves("4r3k/9/9/9/9/9/9/3P5/4K4 b G 1", "G*", "G*5b G*5c G*5d G*5e G*5f G*5g G*5h");
    check_moves("4r3k/9/9/9/9/9/9/3P5/4K4 b G 1", "6h", "");
    // Take the checker, with the king only if nothing protects it.
    check_moves("8k/9/9/9/9/9/9/4g4/3GKG3 b P 1", "", "5i5h 6i5h 4i5h");
    check_moves("8k/9/9/9/9/9/4p4/4g4/3GKG3 b P 1", "", "6i5h 4i5h");
    check_moves("k8/9/4g4/4K4/5N3/9/9/9/9 b - 1", "", "5d5c 5d5e 5d6e 4e5c 4e5c+");
    // Nothing stands between a knight and a king.
    check_moves("8k/9/9/9/9/9/3n5/3P1P3/3GKG3 b RBGSNLP 1", "", "5i5h 6h6g");
    // A pinned gold cannot take the checker.
    check_moves("k8/9/4r4/9/9/9/3sG4/4K4/9 b - 1", "", "5h6g 5h4g 5h4h 5h4i 5h5i 5h6i");
}

#[test]
fn double_check() {
    // Lance and knight: the king must go, though a pawn could take the knight
    // and gold could be dropped before the lance.
    check_moves("4l3k/9/9/9/9/9/3n5/3P1P3/3GK4 b G 1", "", "5i4i");
    check_moves("4l3k/9/9/9/9/9/3n5/3P1P3/3GKG3 b G 1", "", "");
    // The king may take one of the checkers.
    check_moves("4l3k/9/9/9/9/9/9/5+p3/4K4 b G 1", "", "5i4h 5i6h 5i6i");
}

/// Checks which legal moves give check, before they are played and after.
#[track_caller]
fn check_checks(sfen: &str, expected: &str) {
    for (sfen, expected) in [(sfen.to_owned(), expected.to_owned()), (turned(sfen), turned_move(expected))] {
        let mut position = position(&sfen);
        let expected: BTreeSet<String> = expected.split_whitespace().map(str::to_owned).collect();
        let mut found = BTreeSet::new();
        for m in moves::<All>(&position) {
            let gives_check = position.gives_check(m);
            if gives_check {
                found.insert(position.move_text(m));
            }
            position.do_move(m);
            assert_eq!(position.in_check(), gives_check, "after {m} in {sfen}");
            position.undo_move();
        }
        assert_eq!(found, expected, "{sfen}");
    }
}

#[test]
fn checks() {
    // By a piece that arrives, promotes or is dropped.
    check_checks("4k4/9/3S5/9/9/9/9/9/K8 b - 1", "6c5b 6c5b+ 6c6b 6c6b+");
    check_checks("4k4/9/3P1P3/9/9/9/9/9/K8 b - 1", "6c6b+ 4c4b+");
    check_checks("4k4/9/9/9/9/9/9/9/K7R b - 1", "1i1a 1i1a+ 1i5i");
    check_checks("4k4/9/9/9/9/9/9/9/K8 b NS 1", "N*4c N*6c S*4b S*5b S*6b");
    // By two pieces at once.
    check_checks("4k4/9/4S4/9/4L4/9/9/9/K8 b - 1", "5c4b 5c4b+ 5c5b 5c5b+ 5c6b 5c6b+ 5c4d 5c4d+ 5c6d 5c6d+");
    // Never without a king to attack.
    check_checks("9/9/9/9/9/9/9/9/K7R b - 1", "");
}

#[test]
fn regression_discovered_checks_in_every_direction() {
    check_checks("4k4/9/9/4S4/9/9/4R4/9/K8 b - 1", "5d4c 5d4c+ 5d6c 5d6c+ 5d4e 5d6e");
    check_checks("4k4/9/9/4S4/9/9/4L4/9/K8 b - 1", "5d4c 5d4c+ 5d6c 5d6c+ 5d4e 5d6e");
    check_checks("9/9/9/9/R3S3k/9/9/9/K8 b - 1", "5e5d 5e4d 5e6d 5e4f 5e6f");
    check_checks("9/9/9/9/k3S3R/9/9/9/K8 b - 1", "5e5d 5e4d 5e6d 5e4f 5e6f");
    check_checks("8k/9/9/9/4S4/9/2B6/9/K8 b - 1", "5e5d 5e6d 5e4f");
    check_checks("k8/9/9/9/4S4/9/6B2/9/8K b - 1", "5e5d 5e4d 5e6f");
    // A king discovers too; a gold that stays on the line does not.
    check_checks("4k4/9/9/9/4K4/9/4R4/9/9 b - 1", "5e4d 5e4e 5e4f 5e6d 5e6e 5e6f");
    check_checks("4k4/9/9/9/4G4/9/4R4/9/9 b - 1", "5e4d 5e4e 5e6d 5e6e");
}

/// Moves played several times over.
fn times(n: usize, cycle: &str) -> String {
    format!("{cycle} ").repeat(n)
}

/// Checks the repetition seen at `ply` moves from a search's root.
#[track_caller]
fn check_repetition(sfen: &str, moves: &str, ply: usize, expected: Repetition) {
    for (sfen, moves) in [(sfen.to_owned(), moves.to_owned()), (turned(sfen), turned_move(moves))] {
        let mut position = position(&sfen);
        play(&mut position, &moves);
        assert_eq!(position.repetition(ply), expected, "at ply {ply} after {moves} in {sfen}");
    }
}

#[test]
fn fourfold_repetition_is_a_draw() {
    let cycle = "4i4h 4a4b 4h4i 4b4a";
    check_repetition(START, &times(1, cycle), 0, Repetition::None);
    check_repetition(START, &times(2, cycle), 0, Repetition::None);
    check_repetition(START, &times(3, cycle), 0, Repetition::Draw);
    check_repetition(START, &format!("7g7f 3c3d {}", times(2, cycle)), 0, Repetition::None);
    check_repetition(START, &format!("7g7f 3c3d {}", times(3, cycle)), 0, Repetition::Draw);
    // The same board with the other side to move is another position.
    check_repetition(START, &format!("{} 6i6h", times(3, cycle)), 0, Repetition::None);
    // In the tree the first recurrence counts, from the root on.
    check_repetition(START, &times(1, cycle), 3, Repetition::None);
    check_repetition(START, &times(1, cycle), 4, Repetition::Draw);
    check_repetition(START, &times(2, cycle), 3, Repetition::None);
    check_repetition(START, &times(2, cycle), 5, Repetition::Draw);
}

#[test]
fn perpetual_check_loses() {
    use Repetition::{Draw, Loss, None, Win};
    let sfen = "4k4/9/9/9/5R3/9/9/9/K8 b - 1";
    let checks = "4e5e 5a4a 5e4e 4a5a";
    check_repetition(sfen, &times(2, checks), 0, None);
    check_repetition(sfen, &times(3, checks), 0, Loss);
    check_repetition(sfen, &format!("{} 4e5e", times(2, checks)), 0, None);
    check_repetition(sfen, &format!("{} 4e5e", times(3, checks)), 0, Win);
    check_repetition(sfen, &times(1, checks), 3, None);
    check_repetition(sfen, &times(1, checks), 4, Loss);
    check_repetition(sfen, &format!("{} 4e5e", times(1, checks)), 4, Win);
    // One quiet move in the cycle, or in the first cycle only, makes it a draw.
    let every_second = "3e5e 5a4a 5e3e 4a5a";
    check_repetition("4k4/9/9/9/6R2/9/9/9/K8 b - 1", &times(3, every_second), 0, Draw);
    let quiet_first = format!("4e3e 5a4a 3e4e 4a5a {}", times(2, checks));
    check_repetition(sfen, &quiet_first, 0, Draw);
}

#[test]
fn cycles_that_won_or_lost_something() {
    use Repetition::{Inferior, None, Superior};
    // White loses a pawn: eight plies for black's view, six for white's.
    let sfen = "k8/9/9/9/4R4/9/9/9/4K4 b p 1";
    let moves = "5i4i P*5c 5e5c 9a9b 5c5e 9b8b 4i5i 8b9a";
    check_repetition(sfen, moves, 0, None);
    check_repetition(sfen, moves, 8, None);
    check_repetition(sfen, moves, 9, Superior);
    let sfen = "k8/9/9/9/4R4/9/9/9/4K4 w p 1";
    let moves = "P*5c 5e5c 9a9b 5c5d 9b9a 5d5e";
    check_repetition(sfen, moves, 0, None);
    check_repetition(sfen, moves, 6, None);
    check_repetition(sfen, moves, 7, Inferior);
    // A lance for a pawn is neither.
    let sfen = "4k4/9/9/9/9/9/9/9/4K4 b Lp 1";
    check_repetition(sfen, "L*6b 5a6b 5i4i P*5h 4i5h 6b6a 5h5i 6a5a", 20, None);
}

#[test]
fn null_move() {
    let mut position = position(START);
    play(&mut position, "7g7f 3c3d 8h2b+");
    let before = position.clone();
    assert!(position.do_null_move());
    assert_eq!(position.text().replace(" b B 5", ""), before.text().replace(" w B 4", ""));
    assert_ne!(position.key(), before.key());
    assert_eq!(position.key(), position.slow_board_key() ^ position.slow_hand_key());
    assert_eq!(position.last_move(), None);
    position.undo_null_move();
    assert!(position == before);
    // Not in check, and then nothing changes.
    let mut position = self::position("4k4/9/9/9/4R4/9/9/9/4K4 w - 1");
    let before = position.clone();
    assert!(!position.do_null_move());
    assert!(position == before);
}

#[test]
fn null_moves_end_the_search_for_repetitions() {
    let cycle = "4i4h 4a4b 4h4i 4b4a";
    let mut position = position(START);
    play(&mut position, &times(2, cycle));
    assert!(position.do_null_move() && position.do_null_move());
    assert_eq!(position.repetition(8), Repetition::None);
    play(&mut position, cycle);
    assert_eq!(position.repetition(0), Repetition::None);
    assert_eq!(position.repetition(4), Repetition::Draw);
}

#[test]
fn long_games_are_taken_back_to_the_start() {
    const CYCLES: usize = 600;
    let mut position = position(START);
    play(&mut position, &times(CYCLES, "4i4h 4a4b 4h4i 4b4a"));
    assert_eq!(position.text(), START.replace(" 1", " 2401"));
    for _ in 0..4 * CYCLES {
        position.undo_move();
    }
    assert!(position == Position::start());
}

/// Checks under which rules the side to move may declare, or which move wins.
#[track_caller]
fn check_declaration(sfen: &str, expected: &str) {
    let mut position = position(sfen);
    let mut found = Vec::new();
    for rule in EnteringKingRule::ALL {
        position.set_entering_king_rule(rule);
        match position.declaration() {
            None => {}
            Some(Declaration::Declare) => found.push(rule.name().to_owned()),
            Some(Declaration::Play(m)) => found.push(format!("{}:{m}", rule.name())),
        }
    }
    assert_eq!(found.join(" "), expected, "{sfen}");
}

#[test]
fn declaration_by_points() {
    // Ten promoted pawns beside the king are 10 points.
    let camp = |hands: &str| format!("6K1+P/+P+P+P+P+P+P+P+P+P/9/9/9/9/9/9/4k4 b {hands} 1");
    let black = |hands: &str| camp(hands);
    let white = |hands: &str| turned(&camp(hands));
    let both_27 = "CSARule27 CSARule27H";
    let all_four = "CSARule24 CSARule24H CSARule27 CSARule27H";
    // 28 and 27 for black, 27 and 26 for white, 31 and 30 for both.
    check_declaration(&black("2RB3Pb4g4s4n4l5p"), both_27);
    check_declaration(&black("2RB2Pb4g4s4n4l6p"), "");
    check_declaration(&white("2RB2Pb4g4s4n4l6p"), both_27);
    check_declaration(&white("2RBPb4g4s4n4l7p"), "");
    check_declaration(&black("2RB6Pb4g4s4n4l2p"), all_four);
    check_declaration(&black("2RB5Pb4g4s4n4l3p"), both_27);
    check_declaration(&white("2RB6Pb4g4s4n4l2p"), all_four);
    check_declaration(&white("2RB5Pb4g4s4n4l3p"), both_27);
    // A missing rook and bishop are 10 points for white who gave them: 27, 26, 31 and 30.
    check_declaration(&white("7Prb4g4s4n4lp"), "CSARule27H");
    check_declaration(&white("6Prb4g4s4n4l2p"), "");
    check_declaration(&white("8P3Grbg4s4n4l"), "CSARule24H CSARule27H");
    check_declaration(&white("8P2Grb2g4s4n4l"), "CSARule27H");
    check_declaration(&black("8P3Grbg4s4n4l"), "");
}

#[test]
fn declaration_by_place() {
    let both_27 = "CSARule27 CSARule27H";
    let row = "+P+P+P+P+P+P+P+P+P";
    // A rook in the zone is 5 points, outside nothing.
    check_declaration(&format!("6K1+P/{row}/R8/9/9/9/9/9/4k4 b RB3Pb4g4s4n4l5p 1"), both_27);
    check_declaration(&format!("6K1+P/{row}/+R8/9/9/9/9/9/4k4 b RB3Pb4g4s4n4l5p 1"), both_27);
    check_declaration(&format!("6K1+P/{row}/9/+R8/9/9/9/9/4k4 b RB3Pb4g4s4n4l5p 1"), "");
    // Nine pieces are too few, the king must be inside, and not in check.
    check_declaration(&format!("6K2/{row}/9/9/9/9/9/9/4k4 b 2RB4Pb4g4s4n4l5p 1"), "");
    check_declaration(&format!("8+P/{row}/9/6K2/9/9/9/9/4k4 b 2RB3Pb4g4s4n4l5p 1"), "");
    let open = "6K1+P/+P+P+P+P+P+P1+P+P/+P8/9/9/9/9/9";
    check_declaration(&format!("{open}/4k1r2 b R2B3P4g4s4n4l5p 1"), "");
    check_declaration(&format!("{open}/4k2r1 b R2B3P4g4s4n4l5p 1"), both_27);
    // Nothing to declare without a king.
    check_declaration(&format!("8+P/{row}/9/9/9/9/9/9/4k4 b 2RB3Pb4g4s4n4l5p 1"), "");
}

#[test]
fn try_rule() {
    check_declaration(START, "");
    check_declaration("9/5K3/9/9/9/9/9/9/4k4 b - 1", "TryRule:4b5a");
    check_declaration("4K4/9/9/9/9/9/9/3k5/9 w - 1", "TryRule:6h5i");
    // Attacked, taken by an own piece, taken by one that can be captured.
    check_declaration("r8/5K3/9/9/9/9/9/9/4k4 b - 1", "");
    check_declaration("4G4/5K3/9/9/9/9/9/9/4k4 b - 1", "");
    check_declaration("4n4/5K3/9/9/9/9/9/9/4k4 b - 1", "TryRule:4b5a");
    // Out of a check, and when standing there.
    check_declaration("9/5K3/9/9/5r3/9/9/9/4k4 b - 1", "TryRule:4b5a");
    check_declaration("4K4/9/9/9/9/9/9/9/4k4 b - 1", "TryRule");
    check_declaration("4K4/9/9/9/9/9/9/9/4k4 w - 1", "TryRule");
}

#[test]
fn entering_king_rules_have_names() {
    let names = "NoEnteringKing CSARule24 CSARule24H CSARule27 CSARule27H TryRule";
    assert_eq!(EnteringKingRule::ALL.map(EnteringKingRule::name).join(" "), names);
    for rule in EnteringKingRule::ALL {
        assert_eq!(EnteringKingRule::parse(&rule.name().to_lowercase()), Some(rule));
    }
    assert_eq!(EnteringKingRule::parse("CSARule"), None);
    assert_eq!(EnteringKingRule::default(), EnteringKingRule::CsaRule27);
}

/// Checks that an SFEN is read and written back as it was, and how many legal
/// moves it has.
#[track_caller]
fn check_accepted(sfen: &str, count: usize) {
    let position = position(sfen);
    assert_eq!(position.text(), sfen);
    assert_eq!(position.count_legal(), count, "{sfen}");
    assert_eq!(moves::<All>(&position).len(), count, "{sfen}");
}

#[test]
fn accepted_positions() {
    // Handicaps: lance, bishop, rook, two, four, six, eight, ten pieces, bare king.
    check_accepted("lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", 30);
    check_accepted("lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", 33);
    check_accepted("lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", 25);
    check_accepted("lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", 26);
    check_accepted("1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", 24);
    check_accepted("2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", 24);
    check_accepted("3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", 20);
    check_accepted("4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", 14);
    check_accepted("4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 3p 1", 65);
    // Tsume without the attacker's king, or without the defender's.
    check_accepted("7nl/7k1/9/7S1/9/9/9/9/9 b G2r2b3g3s3n3l18p 1", 85);
    check_accepted("9/9/9/9/9/9/9/9/4K4 b - 65535", 5);
    check_accepted("9/9/9/9/9/9/9/9/4k4 w - 0", 5);
    // Promoted pieces count as their base, and a whole set may lie in the hands.
    check_accepted("4k4/9/9/+P+P+P+P+P+P+P+P+P/9/9/9/9/4K4 b 9P 1", 101);
    check_accepted("4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1", 525);
    // In check, mated, and with most moves.
    check_accepted("4k4/9/9/9/4R4/9/9/9/4K4 w - 1", 4);
    check_accepted("4k4/4G4/4G4/9/9/9/9/9/4K4 w - 1", 0);
    check_accepted("R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", 593);
}

#[test]
fn counters_may_be_missing_and_spaces_many() {
    assert_eq!(position("4k4/9/9/9/9/9/9/9/4K4  b   - ").text(), "4k4/9/9/9/9/9/9/9/4K4 b - 1");
    assert_eq!(position("\t4k4/9/9/9/9/9/9/9/4K4 w pP 7\r\n").text(), "4k4/9/9/9/9/9/9/9/4K4 w Pp 7");
    let mut position = position("4k4/9/9/9/9/9/9/9/4K4 b - 30");
    assert!(position != self::position("4k4/9/9/9/9/9/9/9/4K4 b - 31"));
    play(&mut position, "5i5h 5a5b");
    assert_eq!(position.text(), "9/4k4/9/9/9/9/9/4K4/9 b - 32");
}

/// Checks that an SFEN is refused, with these words in the reason.
#[track_caller]
fn check_refused(sfen: &str, reason: &str) {
    const LONGEST_REASON: usize = 200;
    let start: String = sfen.chars().take(LONGEST_REASON).collect();
    match Position::parse(sfen) {
        Ok(position) => panic!("{start} was read as {position:?}"),
        Err(error) => {
            let error = error.to_string();
            assert!(error.contains(reason), "{start}: {error}, expected: {reason}");
            assert!(error.chars().count() <= LONGEST_REASON && !error.contains(char::is_control), "{error}");
        }
    }
}

#[test]
fn refused_fields() {
    check_refused("", "empty text");
    check_refused(" \t\r\n ", "empty text");
    check_refused("4k4/9/9/9/9/9/9/9/4K4", "side to move missing");
    check_refused("4k4/9/9/9/9/9/9/9/4K4 x - 1", "side to move is 'x'");
    check_refused("4k4/9/9/9/9/9/9/9/4K4 B - 1", "side to move is 'B'");
    check_refused("4k4/9/9/9/9/9/9/9/4K4 b", "hands missing");
    check_refused("4k4/9/9/9/9/9/9/9/4K4 b 1", "hands end with a number");
    check_refused("4k4/9/9/9/9/9/9/9/4K4 b - one", "move number is 'one'");
    check_refused("4k4/9/9/9/9/9/9/9/4K4 b - -1", "move number is '-1'");
    check_refused("4k4/9/9/9/9/9/9/9/4K4 b - +1", "move number is '+1'");
    check_refused("4k4/9/9/9/9/9/9/9/4K4 b - 65536", "move number is '65536'");
    check_refused("4k4/9/9/9/9/9/9/9/4K4 b - 99999999999", "move number is");
    check_refused("4k4/9/9/9/9/9/9/9/4K4 b - 1 1", "unexpected '1' after the move number");
    check_refused("4k4/9/9/9/9/9/9/9/4K4 b - 1 moves 5i5h", "unexpected 'moves'");
    check_refused("startpos", "side to move missing");
    check_refused("sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1", "side to move is '4k4");
}

#[test]
fn refused_boards() {
    check_refused("4k4/9/9/9/9/9/9/4K4 b - 1", "8 ranks, expected nine");
    check_refused("4k4/9/9/9/9/9/9/9/9/4K4 b - 1", "more than nine ranks");
    check_refused("4k4/9/9/9/9/9/9/9/4K4/ b - 1", "more than nine ranks");
    check_refused("4k4/9/9//9/9/9/9/4K4 b - 1", "rank d has 0 squares");
    check_refused("4k3/9/9/9/9/9/9/9/4K4 b - 1", "rank a has 8 squares");
    check_refused("4k5/9/9/9/9/9/9/9/4K4 b - 1", "rank a has more than nine squares");
    check_refused("4k4/9/PPPPPPPPPP/9/9/9/9/9/4K4 b - 1", "rank c has more than nine squares");
    check_refused("4k4/9/9/54/9/9/9/9/4K4 b - 1", "rank d: two numbers in a row");
    check_refused("4k4/0/9/9/9/9/9/9/4K4 b - 1", "rank b: '0' is no piece");
    check_refused("4k4/4X4/9/9/9/9/9/9/4K4 b - 1", "rank b: 'X' is no piece");
    check_refused("4k4/4-4/9/9/9/9/9/9/4K4 b - 1", "rank b: '-' is no piece");
    check_refused("4k4/4+5/9/9/9/9/9/9/4K4 b - 1", "rank b: '5' is no piece");
    check_refused("4k4/8+/9/9/9/9/9/9/4K4 b - 1", "rank b: '+' is no piece");
    check_refused("4k4/4++P3/9/9/9/9/9/9/4K4 b - 1", "rank b: '+' is no piece");
    check_refused("4k4/4+G4/9/9/9/9/9/9/4K4 b - 1", "rank b: 'G' cannot promote");
    check_refused("4+k4/9/9/9/9/9/9/9/4K4 b - 1", "rank a: 'k' cannot promote");
    check_refused("4k4/9/4歩4/9/9/9/9/9/4K4 b - 1", "rank c: '歩' is no piece");
    check_refused("4k4/9/９/9/9/9/9/9/4K4 b - 1", "rank c: '９' is no piece");
    check_refused("4k4/9/\u{7}/9/9/9/9/9/4K4 b - 1", "rank c: '?' is no piece");
}

/// Letters that stand twice are added up, as cshogi, python-shogi and tsshogi read them.
#[test]
fn letters_of_hands_are_added_up() {
    for (hands, expected) in [
        ("PP", "2P"),
        ("PPp", "2Pp"),
        ("2PP3P", "6P"),
        ("pGpg", "Gg2p"),
        ("RrR", "2R"),
        ("9P9P", "18P"),
        ("2RBb4G4S4N4LP8PP", "2RB4G4S4N4L10Pb"),
    ] {
        let sfen = format!("4k4/9/9/9/9/9/9/9/4K4 b {hands} 1");
        match Position::parse(&sfen) {
            Ok(position) => assert_eq!(position.text(), format!("4k4/9/9/9/9/9/9/9/4K4 b {expected} 1")),
            Err(error) => assert_eq!(hands, "RrR", "{error}"),
        }
    }
}

#[test]
fn refused_hands() {
    check_refused("4k4/9/9/9/9/9/9/9/4K4 b K 1", "'K' is no piece in hand");
    check_refused("4k4/9/9/9/9/9/9/9/4K4 b +P 1", "'+' is no piece in hand");
    check_refused("4k4/9/9/9/9/9/9/9/4K4 b P- 1", "'-' is no piece in hand");
    check_refused("4k4/9/9/9/9/9/9/9/4K4 b 歩 1", "'歩' is no piece in hand");
    check_refused("4k4/9/9/9/9/9/9/9/4K4 b\u{a0}- 1", "side to move is");
    check_refused("4k4/9/9/9/9/9/9/9/4K4 b 0P 1", "'0P' is no number of pieces");
    check_refused("4k4/9/9/9/9/9/9/9/4K4 b 100P 1", "'100P' is no number of pieces");
    check_refused("4k4/9/9/9/9/9/9/9/4K4 b P2 1", "hands end with a number");
    check_refused("4k4/9/9/9/9/9/9/9/4K4 b 10PP8P 1", "19 of P, a set has 18");
    check_refused("4k4/9/9/9/9/9/9/9/4K4 b 19P 1", "19 of P, a set has 18");
    check_refused("4k4/9/9/9/9/9/9/9/4K4 b 3r 1", "3 of r, a set has 2");
}

#[test]
fn refused_positions() {
    check_refused("4k4/9/9/9/9/9/PPPPPPPPP/9/4K4 b 10P 1", "19 of P, a set has 18");
    check_refused("4k4/9/9/9/9/9/9/9/4K4 b 9P10p 1", "19 of P, a set has 18");
    check_refused("4k4/9/9/R1+R1r4/9/9/9/9/4K4 b - 1", "3 of R, a set has 2");
    check_refused("4k4/9/9/9/GGGGG4/9/9/9/4K4 b - 1", "5 of G, a set has 4");
    check_refused("4k4/9/9/9/+LLLL5/9/9/9/4K4 b l 1", "5 of L, a set has 4");
    check_refused("4k4/9/9/4K4/9/9/9/9/4K4 b - 1", "a second black king on 5i");
    check_refused("4k4/4k4/9/9/9/9/9/9/4K4 b - 1", "a second white king on 5b");
    check_refused("9/9/9/9/9/9/9/9/9 b - 1", "no king");
    check_refused("4k4/9/9/9/4P4/9/4P4/9/4K4 b - 1", "two black pawns on file 5");
    check_refused("4k4/9/9/9/p8/9/p8/9/4K4 b - 1", "two white pawns on file 9");
    check_refused("4k3P/9/9/9/9/9/9/9/4K4 b - 1", "black P on 1a could never move");
    check_refused("4k3L/9/9/9/9/9/9/9/4K4 b - 1", "black L on 1a could never move");
    check_refused("4k4/8N/9/9/9/9/9/9/4K4 b - 1", "black N on 1b could never move");
    check_refused("4k4/9/9/9/9/9/9/n8/4K4 b - 1", "white N on 9h could never move");
    check_refused("4k4/9/9/9/9/9/9/9/p3K4 b - 1", "white P on 9i could never move");
    check_refused(
        "4k4/9/9/9/4R4/9/9/9/4K4 b - 1",
        "black is to move and could capture the king on 5a from 5e",
    );
    check_refused(
        "4k4/9/9/9/4r4/9/9/9/4K4 w - 1",
        "white is to move and could capture the king on 5i from 5e",
    );
    check_refused("4k4/4K4/9/9/9/9/9/9/9 b - 1", "could capture the king on 5a from 5b");
}

#[test]
fn refused_megabytes() {
    const MEGABYTE: usize = 1 << 20;
    check_refused(&"P".repeat(MEGABYTE), "side to move missing");
    check_refused(&format!("{} b - 1", "P".repeat(MEGABYTE)), "more than nine squares");
    check_refused(&format!("{} b - 1", "9/".repeat(MEGABYTE)), "more than nine ranks");
    check_refused(&format!("4k4/9/9/9/9/9/9/9/4K4 b {} 1", "9".repeat(MEGABYTE)), "is no number of pieces");
    check_refused(&format!("4k4/9/9/9/9/9/9/9/4K4 {} - 1", "w".repeat(MEGABYTE)), "side to move is");
    check_refused(&format!("4k4/9/9/9/9/9/9/9/4K4 b - {}", "1".repeat(MEGABYTE)), "move number is");
    check_refused(&format!("4k4/9/9/9/9/9/9/9/4K4 b - 1 {}", "歩".repeat(MEGABYTE)), "unexpected");
    check_refused(&format!("4k4/9/9/9/9/9/9/9/4K4 b - {}x", "0".repeat(MEGABYTE)), "move number is");
}

#[test]
fn refused_moves() {
    let position = position(START);
    for text in [
        "", "7g", "7g7f++", "7g7g", "0g7f", "7j7f", "7G7F", "7g7f ", "P5e", "P*", "*5e", "K*5e", "p*5e",
        "PP*5e", "P*5e+", "+P*5e", "P**5e", "resign", "win", "none", "0000", "７g7f", "7g7f\n", "歩*5e",
    ] {
        let error = position.parse_move(text).expect_err(text).to_string();
        assert!(error.contains("no USI move"), "{text:?}: {error}");
    }
    for text in ["7g7e", "7g7f+", "3c3d", "5e5d", "P*5e", "8h2b", "5i5g"] {
        let error = position.parse_move(text).expect_err(text).to_string();
        assert!(error.contains("is not legal in"), "{text:?}: {error}");
    }
}

/// Checks one line of legal_moves.tsv: position, number of moves, number of
/// checks, all moves.
#[track_caller]
fn check_listed_moves(line: &str) {
    let mut fields = line.split('\t');
    let mut field = || fields.next().expect("four fields");
    let (sfen, count, checks, listed) = (field(), field(), field(), field());
    let position = position(sfen);
    assert_eq!(position.text(), sfen);
    let expected: BTreeSet<String> = listed.split_whitespace().map(str::to_owned).collect();
    assert_eq!(legal_moves(&position), expected, "{sfen}");
    assert_eq!(position.count_legal().to_string(), count, "{sfen}");
    let list = moves::<All>(&position);
    let checking = list.iter().filter(|&&m| position.gives_check(m)).count();
    assert_eq!(checking.to_string(), checks, "checks in {sfen}");
}

#[test]
fn listed_positions() {
    /// One position in so many is checked with all numbers.
    const SAMPLE: usize = 10;
    let Some(text) = data_text("rules::listed_positions", "shogi/legal_moves.tsv") else {
        return;
    };
    let lines: Vec<&str> = text.lines().collect();
    in_parallel(&lines, |line| check_listed_moves(line));
    let sample: Vec<&str> = lines.iter().step_by(SAMPLE).filter_map(|line| line.split('\t').next()).collect();
    in_parallel(&sample, |sfen| check_numbers(&position(sfen)));
}

/// Reads a position as the USI command gives it: `startpos` or an SFEN, then moves.
#[track_caller]
fn usi_position(text: &str) -> Position {
    let (first, moves) = text.split_once(" moves ").unwrap_or((text, ""));
    let mut position = match first.strip_prefix("sfen ").unwrap_or(first) {
        "startpos" => Position::start(),
        sfen => position(sfen),
    };
    play(&mut position, moves);
    position
}

/// Checks one line of rules.tsv: kind, category, position, move, expectation.
#[track_caller]
fn check_listed_rule(line: &str) {
    let fields: Vec<&str> = line.split('\t').collect();
    let (kind, case, text, expected) = (fields[0], fields[2], fields[3], fields[4]);
    let mut position = usi_position(case);
    let found = match kind {
        "legal" => {
            let generated = legal_moves(&position).contains(text);
            assert_eq!(position.parse_move(text).is_ok(), generated, "{line}");
            u8::from(generated).to_string()
        }
        "count" => legal_moves(&position).len().to_string(),
        "rep" => match position.repetition(0) {
            Repetition::None => "none".to_owned(),
            Repetition::Draw => "draw".to_owned(),
            Repetition::Win => "win".to_owned(),
            Repetition::Loss => "lose".to_owned(),
            other => format!("{other:?}"),
        },
        "decl27" => {
            position.set_entering_king_rule(EnteringKingRule::CsaRule27);
            if position.declaration() == Some(Declaration::Declare) { "win" } else { "none" }.to_owned()
        }
        _ => panic!("unknown kind: {line}"),
    };
    assert_eq!(found, expected, "{line}");
}

#[test]
fn listed_rules() {
    let Some(text) = data_text("rules::listed_rules", "shogi/rules.tsv") else {
        return;
    };
    text.lines().filter(|line| !line.starts_with('#')).for_each(check_listed_rule);
}
