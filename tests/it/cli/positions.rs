//! `POSITION`: every form that is promised, and any other text.

use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};
use proptest::sample::Index;
use proptest::test_runner::{RngSeed, TestCaseError};
use somatic::game::Notation;
use somatic::records::position::{GameKind, parse};
use somatic::{chess, shogi};

use super::good;

const SHOGI: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
const MOVED: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2";
const CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
const ROOK: &str = "4k3/8/8/8/8/8/8/4K2R";

/// The position as `eval` writes it back.
#[track_caller]
fn written(arguments: &[&str]) -> String {
    let out = good(&[&["eval"], arguments].concat());
    let line = out.lines().find(|line| line.starts_with("sfen ") || line.starts_with("fen "));
    line.unwrap_or_else(|| panic!("{arguments:?}: {out}")).to_owned()
}

#[test]
fn every_form_of_shogi() {
    let start = format!("sfen {}", shogi::START);
    let moved = format!("sfen {MOVED}");
    for (arguments, expected) in [
        (&[][..], &start),
        (&["startpos"], &start),
        (&["--game", "shogi"], &start),
        (&["--", "startpos", "moves"], &start),
        (&["sfen", SHOGI, "b", "-", "1"], &start),
        (&[SHOGI, "b", "-", "1"], &start),
        (&[SHOGI, "b", "-"], &start),
        (&[&format!("{SHOGI} b - 1")], &start),
        (&[&format!("{SHOGI} b -")], &start),
        (&[&format!("sfen {SHOGI} b -"), "moves"], &start),
        (&["startpos", "moves", "7g7f"], &moved),
        (&["startpos moves 7g7f"], &moved),
        (&["startpos", "moves 7g7f"], &moved),
        (&["  startpos\tmoves\r\n7g7f  "], &moved),
        (&["--game", "SHOGI", "startpos", "moves", "7g7f"], &moved),
        (&["startpos", "--game=shogi", "moves", "7g7f"], &moved),
        (&["startpos", "moves", "7g7f", "--game", "shogi"], &moved),
        (&[SHOGI, "b", "-", "moves", "7g7f"], &moved),
        (&["sfen", SHOGI, "b - 1 moves", "7g7f"], &moved),
        (&[SHOGI, "b", "-", "65535", "moves", "7g7f"], &moved.replace(" 2", " 65535")),
        (&[MOVED, "moves", "3c3d", "8h2b+"], &format!("sfen {}", after("7g7f 3c3d 8h2b+"))),
    ] {
        assert_eq!(&written(arguments), expected, "{arguments:?}");
    }
}

/// The position after moves from the start.
fn after(moves: &str) -> String {
    let words: Vec<&str> = ["startpos", "moves"].into_iter().chain(moves.split(' ')).collect();
    parse::<shogi::Position>(&words).expect("legal moves").text()
}

#[test]
fn every_form_of_chess() {
    let start = format!("fen {}", chess::START);
    let moved = "fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1".to_owned();
    let rook = format!("fen {ROOK} w K - 0 1");
    for (arguments, expected) in [
        (&["--game", "chess"][..], &start),
        (&["--game=Chess", "startpos"], &start),
        (&["startpos", "--game", "chess"], &start),
        (&["fen", CHESS, "w", "KQkq", "-", "0", "1"], &start),
        (&[&format!("fen {CHESS} w KQkq -")], &start),
        (&["startpos", "moves", "e2e4", "--game", "chess"], &moved),
        (&["--game", "chess", "startpos moves", "e2e4"], &moved),
        (&[CHESS, "w", "KQkq", "moves", "e2e4"], &moved),
        (&["--game", "chess", CHESS, "w", "KQkq", "moves", "e2e4"], &moved),
        (&[ROOK, "w", "K", "-", "0", "1"], &rook),
        (&[&format!("{ROOK} w K - 0")], &rook),
        (&[&format!("{ROOK} w K -")], &rook),
        (&[&format!("{ROOK} w K")], &rook),
        (&[ROOK, "w"], &format!("fen {ROOK} w - - 0 1")),
        (&[ROOK, "w", "K", "moves", "e1g1"], &"fen 4k3/8/8/8/8/8/8/5RK1 b - - 1 1".to_owned()),
    ] {
        assert_eq!(&written(arguments), expected, "{arguments:?}");
    }
}

/// Reads words as both games and checks what is read, or the error.
fn check_words(text: &str) -> Result<(), TestCaseError> {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let kind = GameKind::recognize(&words);
    let shogi = round_trip::<shogi::Position>(&words)?;
    let chess = round_trip::<chess::Position>(&words)?;
    let is_start = words.first() == Some(&"startpos");
    prop_assert!(is_start || !(shogi && chess), "both games");
    prop_assert!(is_start || !shogi || kind == Some(GameKind::Shogi), "{kind:?}");
    prop_assert!(is_start || !chess || kind == Some(GameKind::Chess), "{kind:?}");
    Ok(())
}

/// Whether the words are a position; if so it must be what it is written as.
fn round_trip<P: Notation>(words: &[&str]) -> Result<bool, TestCaseError> {
    match parse::<P>(words) {
        Ok(position) => {
            let text = position.text();
            let again = parse::<P>(&text.split(' ').collect::<Vec<_>>());
            prop_assert_eq!(again.map(|again| (again.text(), again.key())), Ok((text, position.key())));
            Ok(true)
        }
        Err(error) => {
            let error = error.to_string();
            prop_assert!(error.len() < 300 && !error.contains(char::is_control), "{}", error);
            Ok(false)
        }
    }
}

/// Good words, which a few changes make bad.
const GOOD: [&str; 10] = [
    "startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e",
    "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5",
    "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves 2g2f",
    "8k/8P/9/9/9/9/9/9/9 w - 65535",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1 moves 2a1c",
    "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
    "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 moves e1g1 a6e2",
    "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/R1R1KR1R w FCgb - 0 1 moves e1f1",
    "8/PPPP4/8/k6K/8/8/4pppp/8 w - - 99 65535 moves a7a8n",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3 moves d4e3",
];

/// The words that a change may put in.
const WORDS: [&str; 14] = [
    "sfen", "fen", "startpos", "moves", "-", "b", "w", "1", "0", "-1", "9/9/9/9/9/9/9/9/9", "7g7f", "e2e4",
    "歩",
];

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2000,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_words_are_read_or_refused(bytes in any::<Vec<u8>>()) {
        check_words(&String::from_utf8_lossy(&bytes))?;
    }

    #[test]
    fn changed_words_are_read_or_refused(
        start in any::<Index>(),
        edits in proptest::collection::vec((0..5u8, any::<Index>(), any::<Index>()), 0..4),
    ) {
        let text = *start.get(&GOOD);
        check_words(text)?;
        let mut words: Vec<&str> = text.split(' ').collect();
        for (kind, at, with) in edits {
            let at = at.index(words.len() + 1);
            match kind {
                0 => words.insert(at, *with.get(&WORDS)),
                1 if at < words.len() => words[at] = *with.get(&WORDS),
                2 if at < words.len() => { words.remove(at); }
                3 if at < words.len() => words.insert(at, words[at]),
                _ => words.truncate(at),
            }
        }
        check_words(&words.join(" "))?;
    }

    #[test]
    fn changed_letters_are_read_or_refused(
        start in any::<Index>(),
        edits in proptest::collection::vec((any::<Index>(), "[0-9PpLlNnSsGgBbRrKkQq+/ *\u{0}\u{e9}-]"), 1..4),
    ) {
        let mut letters: Vec<char> = start.get(&GOOD).chars().collect();
        for (at, with) in edits {
            let at = at.index(letters.len());
            letters[at] = with.chars().next().unwrap_or(' ');
        }
        check_words(&letters.into_iter().collect::<String>())?;
    }
}
