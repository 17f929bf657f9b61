//! How games and variations end, and what is left of those that break off.

use somatic::records::{GameRecord, GameResult, Reason};

use super::{check, moves, only, write};

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
    let kings = "▲５八玉 △５二玉 ▲５九玉 △５一玉\n".repeat(3);
    for number in ["十二", "12", "１２", "一二"] {
        let record =
            only("ki2", format!("手合割：平手\n{kings}まで{number}手で中断\n\n変化：{number}手\n△６二玉\n"));
        assert_eq!((record.moves.len(), variations(&record)), (12, vec![(11, 1, None)]), "{number}");
    }
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
            let again = only(name, write(name, &record));
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

/// Regression: KI2 lost the ends of variations, read and written.
#[test]
fn variations_of_ki2_end() {
    let head = "手合割：平手\n▲７六歩 △３四歩 ▲２六歩\nまで3手で中断\n\n";
    for (sentence, word) in [
        ("まで2手で後手の勝ち", Some("投了")),
        ("まで2手で時間切れにより後手の勝ち", Some("時間切れ")),
        ("まで2手で先手の反則勝ち", Some("反則勝ち")),
        ("まで2手で千日手", Some("千日手")),
        ("まで2手で詰み", Some("詰み")),
        // Of another line.
        ("まで3手で後手の勝ち", None),
    ] {
        let record = only("ki2", format!("{head}変化：2手\n△８四歩\n{sentence}\n"));
        assert_eq!(variations(&record), [(1, 1, word)], "{sentence}");
        assert_eq!((record.result, record.odd.len()), (None, 0), "{sentence}");
        let written = write("ki2u", &record);
        assert_eq!(written.contains(&format!("△８四歩\n{sentence}\n")), word.is_some(), "{written}");
        assert_eq!(only("ki2u", &written).variations, record.variations, "{written}");
        let kif = write("kifu", &record);
        assert!(word.is_none_or(|word| kif.ends_with(&format!("\n   3 {word}\n"))), "{kif}");
    }
    let record = only(
        "kif",
        kif("   1 ７六歩(77)\n   2 ３四歩(33)\n   3 中断\n\n変化：2手\n   2 ８四歩(83)\n   3 投了"),
    );
    assert!(write("ki2u", &record).ends_with("\n変化：2手\n△８四歩\nまで2手で後手の勝ち\n"));
}

/// Regression: a variation that is only an end was dropped, with what is said of it.
#[test]
fn variations_without_moves() {
    let main = "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n";
    let end = only("kif", kif(&format!("{main}\n変化：3手\n   3 投了\n*behind")));
    assert_eq!(variations(&end), [(2, 0, Some("投了"))]);
    assert_eq!(end.variations[0].comments.after(0), "behind");
    assert!(write("kifu", &end).ends_with("\n変化：3手\n   3 投了\n*behind\n"));
    let said = only("kif", kif(&format!("{main}\n変化：3手\n*only words\n\n変化：2手\n")));
    assert_eq!(variations(&said), [(2, 0, None)]);
    for record in [&end, &said] {
        for name in ["kifu", "ki2u", "jkf"] {
            let again = only(name, write(name, record));
            assert_eq!(again.variations[0].comments, record.variations[0].comments, "{name}");
            assert_eq!(again.variations[0].ending.is_some(), record.variations[0].ending.is_some(), "{name}");
        }
    }
}

/// Regression: the time of the end was lost.
#[test]
fn the_end_has_a_time() {
    let lines = "   1 ７六歩(77)   ( 0:01/00:00:01)\n   2 ３四歩(33)   ( 0:02/00:00:02)\n   3 投了   ( 5:00/00:05:01)\n\
                 まで2手で後手の勝ち\n\n変化：2手\n   2 ８四歩(83)   ( 0:05/00:00:05)\n   3 投了   ( 0:07/00:00:08)";
    let record = only("kif", kif(lines));
    let seconds = |times: &[Option<std::time::Duration>]| -> Vec<Option<u64>> {
        times.iter().map(|time| time.map(|time| time.as_secs())).collect()
    };
    assert_eq!(seconds(&record.times), [Some(1), Some(2), Some(300)]);
    assert_eq!(seconds(&record.variations[0].times), [Some(5), Some(7)]);
    assert!(write("kifu", &record).contains("\n   3 投了   ( 5:00/00:05:01)\nまで2手で後手の勝ち\n"));
    assert!(write("csa", &record).ends_with("%TORYO\nT300\n"));
    for name in ["kifu", "csa", "jkf", "usi"] {
        let again = only(name, write(name, &record));
        assert_eq!(again.times, record.times, "{name}");
        let of_variation = again.variations.first().map(|line| &line.times);
        assert_eq!(
            of_variation.unwrap_or(&record.variations[0].times),
            &record.variations[0].times,
            "{name}"
        );
    }
    // An end without moves, and one that is noted where a move has no time.
    assert_eq!(seconds(&only("csa", "PI\n+\n%TORYO\nT9\n").times), [Some(9)]);
    assert_eq!(seconds(&only("csa", "PI\n+\n+7776FU\n%TORYO\nT9\n").times), [None, Some(9)]);
}

/// Regression: perpetual check became a game broken off, and a forfeit a resignation.
#[test]
fn every_format_keeps_perpetual_check_and_forfeits() {
    for (word, result, reason) in [
        ("連続王手の千日手", None, Reason::PerpetualCheck),
        ("不戦敗", Some(GameResult::White), Reason::Forfeit),
        ("不戦勝", Some(GameResult::Black), Reason::Forfeit),
    ] {
        let record = only("kif", kif(&format!("   1 ７六歩(77)\n   2 ３四歩(33)\n   3 {word}")));
        assert_eq!((record.result, record.reason), (result, Some(reason)), "{word}");
        assert!(write("ki2u", &record).ends_with(&format!("まで2手で{word}\n")));
        for name in ["kifu", "ki2u", "csa", "jkf", "usi"] {
            let again = only(name, write(name, &record));
            assert_eq!((again.result, again.reason), (result, Some(reason)), "{name}: {word}");
            assert!(write("kifu", &again).contains(&format!("\n   3 {word}\n")), "{name}: {word}");
        }
    }
}

/// Regression: a game without an end got one when it was written.
#[test]
fn no_end_is_invented() {
    let record = only("kif", kif("   1 ７六歩(77)\n   2 ３四歩(33)\n\n変化：3手\n   3 ２六歩(27)"));
    for name in ["kifu", "ki2u", "csa", "jkf", "usi"] {
        let text = write(name, &record);
        assert!(!text.contains("まで") && !text.contains("CHUDAN") && !text.contains('%'), "{text}");
        let again = only(name, &text);
        assert_eq!((moves(&again), again.ending, again.cut), (moves(&record), None, None), "{name}");
        assert!(again.variations == record.variations || ["csa", "usi"].contains(&name), "{name}");
        // Games are told apart all the same.
        let form = somatic::records::Form::named(name).expect("a form");
        for game in [&record, &only("usi", "startpos\n")] {
            let text = write(name, game);
            let two = format!("{text}{}{text}", if name == "csa" { "/\n" } else { "\n" });
            assert_eq!(super::found(name, &form.encode(two).0).len(), 2, "{name}");
        }
    }
    assert!(
        write("ki2u", &only("ki2", "手合割：平手\n▲７六歩\nまで1手で封じ手\n"))
            .ends_with("まで1手で封じ手\n")
    );
}
