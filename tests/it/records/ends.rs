//! How games and variations end, and what is left of those that break off.

use somatic::records::{GameRecord, GameResult, Reason};

use super::{check, moves, only};

/// A game in KIF of these lines.
fn kif(lines: &str) -> String {
    format!("手合割：平手\n手数----指手---------消費時間--\n{lines}\n")
}

/// The variations of a record: after how many moves, how many of their own, and the word at the end.
fn variations(record: &GameRecord) -> Vec<(usize, usize, Option<&str>)> {
    record.variations.iter().map(|line| (line.after, line.moves.len(), line.ending.as_deref())).collect()
}

/// What is told of the variations of a record that are used no further.
fn cut_variations(record: &GameRecord) -> Vec<String> {
    record.cut_variations.iter().map(|bad| format!("{}: {}", bad.line, bad.reason)).collect()
}

/// Regression: an illegal move in a variation was told only with what costs no move, and every move behind it too.
#[test]
fn a_broken_variation_is_told_once() {
    let text = kif(
        "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n\n変化：3手\n   3 ６六歩(67)\n   4 ３五歩(33)\n\
                    \x20  5 ７七角(88)\n   6 投了\n\n変化：2手\n   2 ８四歩(83)\n\n変化：9手\n   9 ６八銀(79)",
    );
    let record = only("kif", text);
    assert_eq!((moves(&record).as_str(), &record.cut, record.odd.len()), ("7g7f 3c3d 2g2f", &None, 0));
    assert_eq!(variations(&record), [(2, 1, None), (1, 1, None)]);
    let told = cut_variations(&record);
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].starts_with("9: move 4: ３五歩(33) is not legal"), "{told:?}");
    assert!(told[1].starts_with("16: '変化：9手': the variation begins behind"), "{told:?}");
}

/// Regression: the digits of a whole line were the number of a variation.
#[test]
fn what_stands_behind_the_number_of_a_variation() {
    let record = only(
        "ki2",
        "手合割：平手\n▲７六歩 △３四歩\n変化：2手 まで1手で中断\n△８四歩\n変化：２手 △４四歩 ▲４八銀\n",
    );
    assert_eq!(variations(&record), [(1, 1, None), (1, 2, None)]);
    assert_eq!(record.variations[0].comments.after(0), "まで1手で中断");
    assert_eq!((cut_variations(&record).len(), record.odd.len()), (0, 1));
}

/// Regression: a game that ended by an illegal move lost its result.
#[test]
fn an_illegal_move_at_the_end_leaves_the_result() {
    let lost = |reason| (Some(GameResult::White), reason);
    let illegal = lost(Some(Reason::Illegal));
    // Black's pawn goes to where it may not.
    for (end, expected) in [
        ("   4 反則勝ち\nまで3手で後手の勝ち", illegal),
        ("   4 反則負け", illegal),
        ("まで3手で先手の反則負け", illegal),
        ("まで3手で後手の勝ち", lost(None)),
        ("   4 投了", (Some(GameResult::Black), Some(Reason::Resignation))),
        ("   4 中断", (None, None)),
        ("", (None, None)),
        ("   4 ８四歩(83)\n   5 投了\nまで4手で後手の勝ち", (None, None)),
    ] {
        let record =
            only("kif", kif(&format!("   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２五歩(27)\n*said\n{end}")));
        assert_eq!((record.result, record.reason), expected, "{end}");
        let cut = record.cut.as_ref().expect("a cut").to_string();
        assert!(cut.contains(":5: move 3: ２五歩(27) is not legal"), "{cut}");
        assert_eq!((moves(&record).as_str(), record.comments.after(2)), ("7g7f 3c3d", "said"));
        for name in ["kifu", "ki2u", "csa", "jkf", "usi"] {
            let again = only(name, super::write(name, &record));
            assert_eq!(again.result, record.result, "{name}: {end}");
            if record.reason == Some(Reason::Illegal) {
                assert_eq!(again.reason, record.reason, "{name}: {end}");
            }
        }
    }
    for (end, expected) in [
        ("%ILLEGAL_MOVE\n", illegal),
        ("%-ILLEGAL_ACTION\n", (Some(GameResult::Black), Some(Reason::Illegal))),
        ("%+ILLEGAL_ACTION\n'summary:illegal move:a lose:b win\n", illegal),
        ("-8384FU\n%TORYO\n", (None, None)),
    ] {
        let record = only("csa", format!("PI\n+\n+7776FU\n-3334FU\n+2725FU\nT9\n{end}"));
        assert_eq!((record.result, record.reason, record.times.len()), (expected.0, expected.1, 0), "{end}");
    }
    // A side that moves twice is no illegal move of the other.
    assert_eq!(only("csa", "PI\n+\n+7776FU\n+2726FU\n%TORYO\n").result, None);
    let mover = |from: (u8, u8), to: (u8, u8)| {
        format!(
            "{{\"move\":{{\"from\":{{\"x\":{},\"y\":{}}},\"to\":{{\"x\":{},\"y\":{}}}}}}}",
            from.0, from.1, to.0, to.1
        )
    };
    let (first, bad) = (mover((7, 7), (7, 6)), mover((3, 3), (3, 5)));
    let text = format!("{{\"moves\":[{{}},{first},{bad},{{\"special\":\"ILLEGAL_MOVE\"}}]}}");
    let record = only("jkf", text);
    assert_eq!((record.result, record.reason), (Some(GameResult::Black), Some(Reason::Illegal)));
    let record = only("usi", "startpos moves 7g7f 3c3e illegal\n");
    assert_eq!((record.result, record.reason), (Some(GameResult::Black), Some(Reason::Illegal)));
    assert_eq!(only("usi", "startpos moves 7g7f 3c3e 2g2f ; result black\n").result, None);
    let pgn = "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 Kd4 1-0\n\n[Event \"y\"]\n[Result \"1-0\"]\n\n1. e4 Kd4 2. e5 1-0\n";
    let results: Vec<_> =
        super::found("pgn", pgn.as_bytes()).into_iter().map(|game| game.expect("a game").result).collect();
    assert_eq!(results, [Some(GameResult::White), None]);
    check("pgn", pgn, &["e2e4 | 4: move 2", "e2e4 | 9: move 2"]);
}
