//! Records as other programs write them: the files of the test data, and more
//! of each kind.

use somatic::game::Color;
use somatic::game::Notation as _;
use somatic::records::position::GameKind;
use somatic::records::{Form, GameRecord, GameResult, Header, Reason, Records};
use somatic::shogi;

use super::written::random_game;
use super::{TempFile, moves, only, told};
use crate::common::data;

/// What is found in a file of the test data, every game whole.
#[track_caller]
fn games(file: &str) -> Option<Vec<GameRecord>> {
    let path = data(file, &format!("records/{file}"))?;
    let found = Records::new(vec![path.display().to_string()], GameKind::Shogi);
    let games: Vec<GameRecord> = found.map(|game| game.expect(file)).collect();
    assert!(games.iter().all(|game| game.cut.is_none()), "{games:?}");
    Some(games)
}

/// Checks the only game of a file of the test data: start, moves, who won.
#[track_caller]
fn check(file: &str, start: &str, expected: &str, result: Option<GameResult>) {
    let Some(games) = games(file) else { return };
    assert_eq!(games.len(), 1, "{games:?}");
    let start = if start.is_empty() {
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
    } else {
        start
    };
    assert_eq!(
        (games[0].start.as_str(), moves(&games[0]).as_str(), games[0].result),
        (start, expected, result)
    );
}

#[test]
fn csa_al_gives_all_that_is_left() {
    check("csa_AL.csa", "k8/9/9/9/9/9/9/9/8K b G3P2r2b3g4s4n4l15p 1", "P*5e", None);
    let kings = "P1-OU * \nP-00AL\n".replace("-OU * ", &format!("-OU{}", " * ".repeat(8)));
    let rows = (2..=8).map(|rank| format!("P{rank}{}\n", " * ".repeat(9))).collect::<Vec<_>>().concat();
    let nine = format!("P9{}+OU\n", " * ".repeat(8));
    for (hand, hands) in [("", "2r2b4g4s4n4l18p"), ("P+00FU00FU\n", "2P2r2b4g4s4n4l16p")] {
        let (head, al) = kings.split_at(kings.find("P-").expect("AL"));
        let record = only("csa", format!("{head}{rows}{nine}{hand}{al}-\n%CHUDAN\n"));
        assert_eq!(record.start, format!("k8/9/9/9/9/9/9/9/8K w {hands} 1"));
    }
    let placed = only("csa", "P-51OU\nP+59OU00KI\nP-00AL\n+\n+0058KI\n");
    assert_eq!(placed.start, "4k4/9/9/9/9/9/9/9/4K4 b G2r2b3g4s4n4l18p 1");
}

#[test]
fn csa_bad_byte_in_a_comment_spoils_nothing() {
    check("csa_badbyte_comment.csa", "", "7g7f 3c3d", Some(GameResult::White));
    let game = b"V2.2\nN+a\xff\nPI\n+\n'*\x80\xfe\n+7776FU\n%TORYO\n";
    assert_eq!(moves(&only("csa", game)), "7g7f");
    let utf8 = "手合割：平手\n先手：山田\n手数----\n   1 ７六歩(77)\n*良い手\n".as_bytes();
    let mut spoiled = utf8.to_vec();
    spoiled.truncate(spoiled.len() - 2);
    let record = only("kif", &spoiled);
    assert_eq!((moves(&record).as_str(), record.names[Color::Black].as_deref()), ("7g7f", Some("山田")));
    let mut mixed = utf8.to_vec();
    mixed.extend(encoding_rs::SHIFT_JIS.encode("*別の行\n   2 ３四歩(33)\n").0.iter());
    let record = only("kif", &mixed);
    assert_eq!((moves(&record).as_str(), record.comments.after(1)), ("7g7f 3c3d", "良い手\n別の行"));
}

#[test]
fn csa_lines_end_with_a_carriage_return() {
    check("csa_cr.csa", "", "7g7f 3c3d", Some(GameResult::White));
    for end in ["\r", "\r\n", "\n", "\n\r"] {
        for (ending, text) in [("csa", super::shogi::CSA), ("kif", super::shogi::KIF)] {
            assert_eq!(
                moves(&only(ending, text.replace('\n', end))),
                super::shogi::MOVES,
                "{ending} {end:?}"
            );
        }
    }
}

#[test]
fn csa_names_in_euc() {
    check("csa_euc_name.csa", "", "7g7f 3c3d", Some(GameResult::White));
    if let Some(games) = games("csa_euc_name.csa") {
        assert_eq!(games[0].names[Color::Black].as_deref(), Some("先手"));
    }
    for name in ["羽生善治", "藤井聡太", "技巧２"] {
        let text = format!("V2.2\nN+{name}\nN-将棋ソフト\nPI\n+\n'*こめんと\n+7776FU\n%TORYO\n");
        let record = only("csa", &encoding_rs::EUC_JP.encode(&text).0);
        assert_eq!(
            (record.names[Color::Black].as_deref(), record.comments.after(0)),
            (Some(name), "こめんと")
        );
    }
}

#[test]
fn csa_comments_behind_commas() {
    check("csa_kachi_comment.csa", "", "7g7f 3c3d", Some(GameResult::Black));
    let record = only("csa", "PI,+,+7776FU,T1,'* 30 -3334FU, +2726FU\n-3334FU,'x\n%TORYO,'* end\n");
    assert_eq!((moves(&record).as_str(), record.result), ("7g7f 3c3d", Some(GameResult::White)));
    assert_eq!(record.comments.after(1), " 30 -3334FU, +2726FU");
    // Regression: a remark behind a move without a comma cut the game.
    let record = only(
        "csa",
        "PI\n+\n+7776FU  \n-3334FU  'inline, or not\n'x\n+2726FU'*30\nT7 'slow\n%TORYO 'x\nIt's over\n",
    );
    assert_eq!((moves(&record).as_str(), record.cut), ("7g7f 3c3d 2g2f", None));
    assert_eq!(
        (record.comments.after(2), record.comments.after(3)),
        ("inline, or not", "30\nslow\nx\nIt's over")
    );
    let floodgate = "V2\nN+a\nN-b\n'Max_Moves:256\nPI\n+\n+7776FU\nT0\n'** -30 -3334FU +2726FU\n-3334FU\nT1\n%SENNICHITE\n'summary:sennichite:a draw:b draw\n'$END_TIME:2020/01/01 00:00:00\n";
    let record = only("csa", floodgate);
    assert_eq!(
        (record.comments.after(1), record.reason),
        ("* -30 -3334FU +2726FU", Some(Reason::Repetition))
    );
    let record = only("csa", "PI\n+\n+7776FU\nT7\n%TORYO\nT1\n");
    assert_eq!(record.times[0], Some(std::time::Duration::from_secs(7)));
    let record = only("csa", "V2\nPI\n+\n+7776FU\nT0.25\n%TIME_UP\n'summary:time up:a win:b lose\n");
    assert_eq!((record.result, record.reason), (Some(GameResult::Black), Some(Reason::Time)));
    assert_eq!(record.times[0], Some(std::time::Duration::from_millis(250)));
}

#[test]
fn kif_lines_end_with_a_carriage_return() {
    check("kif_cr.kif", "", "2g2f 8c8d", Some(GameResult::White));
}

#[test]
fn kif_free_line_in_the_head() {
    check("kif_free_head_line.kif", "", "2g2f 8c8d", Some(GameResult::White));
    for line in ["第１局", "備考：一行目\n　　　二行目", "*** まとめ ***", "http://example.com/kifu", "■棋譜"]
    {
        let record = only("kif", format!("{line}\n手合割：平手\n手数----\n   1 ２六歩(27)\n   2 投了\n"));
        assert_eq!((moves(&record).as_str(), record.result), ("2g2f", Some(GameResult::Black)), "{line}");
        assert_eq!(
            record.headers.len() + usize::from(!record.comments.after(0).is_empty()),
            if line.contains('\n') { 2 } else { 1 },
            "{record:?}"
        );
    }
}

#[test]
fn kif_handicaps_by_all_their_names() {
    check("kif_left7.kif", "2sgkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", "3c3d", None);
    for (name, ranks) in [
        ("右七枚落ち", "3gkgs2/9"),
        ("五枚落ち", "2sgkgsn1/9"),
        ("左五枚落ち", "1nsgkgs2/9"),
        ("十枚落ち", "4k4/9"),
        ("飛香落ち", "lnsgkgsn1/7b1"),
        ("右香落ち　", "1nsgkgsnl/1r5b1"),
        ("香落ち（10分切れ負け）", "lnsgkgsn1/1r5b1"),
        ("角落ち (先手)", "lnsgkgsnl/1r7"),
        ("2枚落ち", "lnsgkgsnl/9"),
        ("２枚落", "lnsgkgsnl/9"),
        ("左5枚落ち", "1nsgkgs2/9"),
        ("１０枚落ち（練習）", "4k4/9"),
    ] {
        let record = only("kif", format!("手合割：{name}\n手数----\n   1 ３四歩(33)\n"));
        assert!(record.start.starts_with(&format!("{ranks}/ppppppppp")), "{name}: {}", record.start);
        assert_eq!(moves(&record), "3c3d");
    }
}

#[test]
fn kif_words_of_the_display() {
    check("kif_rotate.kif", "", "7g7f", None);
    for line in ["#KIF", "&しおり", "盤面回転", "# ---- 81Dojo棋譜ファイル ----"] {
        let record = only("kif", format!("{line}\n手合割：平手\n手数----指手--\n1 ７六歩(77)\n{line}\n"));
        assert_eq!(
            (moves(&record).as_str(), record.comments.after(0), record.odd.len()),
            ("7g7f", "", 0),
            "{line}"
        );
    }
}

#[test]
fn kif_sealed_moves_and_other_ends() {
    check("kif_sealed.kif", "", "7g7f 3c3d 2g2f", None);
    use GameResult::{Black, Draw, White};
    // White is to move after one move.
    for (word, result, reason) in [
        ("指し掛け", None, None),
        ("中断", None, None),
        ("不詰", None, None),
        ("投了", Some(Black), Some(Reason::Resignation)),
        ("詰み", Some(Black), Some(Reason::Checkmate)),
        ("切れ負け", Some(Black), Some(Reason::Time)),
        ("時間切れ", Some(Black), Some(Reason::Time)),
        ("反則負け", Some(Black), Some(Reason::Illegal)),
        ("反則勝ち", Some(White), Some(Reason::Illegal)),
        ("入玉勝ち", Some(White), Some(Reason::Declaration)),
        ("宣言勝ち", Some(White), Some(Reason::Declaration)),
        ("不戦敗", Some(Black), Some(Reason::Forfeit)),
        ("不戦勝", Some(White), Some(Reason::Forfeit)),
        ("千日手", Some(Draw), Some(Reason::Repetition)),
        ("持将棋", Some(Draw), None),
        ("引き分け", Some(Draw), None),
        ("最大手数", Some(Draw), Some(Reason::MaxPlies)),
    ] {
        for line in [format!("   2 {word}   ( 0:01/00:00:01)"), word.to_owned(), format!("2 {word}")] {
            let record = only("kif", format!("手合割：平手\n   1 ７六歩(77)\n{line}\n"));
            assert_eq!((record.result, record.reason, record.cut), (result, reason, None), "{line}");
            assert_eq!(record.ending.as_deref(), Some(word));
        }
    }
}

#[test]
fn kif_problems_with_a_diagram() {
    check("kif_tsume.kif", "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", "G*5b", Some(GameResult::Black));
    let rows = |first: &str| {
        let empty = format!("|{}|\n", " ・".repeat(9)).repeat(6);
        format!("{first}\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n{empty}")
    };
    let king = "| ・ ・ ・ ・v玉 ・ ・ ・ ・|一";
    for (head, hands) in [
        ("手合割：詰将棋\n後手の持駒：残り全部\n先手の持駒：金\n", "b G2r2b3g4s4n4l17p 1"),
        ("作品名：一手詰\n攻方の持駒：金1\n玉方の持駒：なし\n", "b G 1"),
        ("後手持駒：歩十七　香4\n先手持ち駒：金１　\n先手番\n", "b G4l17p 1"),
    ] {
        let record = only("kif", format!("{head}{}\n   1 ５二金打\n", rows(king)));
        assert_eq!(record.start, format!("4k4/9/4P4/9/9/9/9/9/9 {hands}"));
        assert_eq!(moves(&record), "G*5b");
    }
    let broken = told("kif", format!("手合割：詰将棋\n{}\n   1 ５二金打\n", rows("| ・ ・|一")));
    assert_eq!(broken, ["2: '| ・ ・|一': this is no rank of a board"]);
}

#[test]
fn usi_lines_that_end_with_a_word() {
    use GameResult::{Black, Draw, White};
    let expected = [Some(White), Some(Black), Some(Draw), Some(Draw), Some(White), None];
    if let Some(games) = games("usi_end_words.usi") {
        let results: Vec<_> = games.iter().map(|game| game.result).collect();
        assert_eq!(results, expected);
    }
    for (words, result) in
        [("moves 7g7f resign", Some(Black)), ("moves resign", Some(White)), ("moves 7g7f win", Some(White))]
    {
        let record = only("usi", format!("startpos {words}\n"));
        assert_eq!(record.result, result, "{words}");
        let words: Vec<&str> = words.split(' ').collect();
        let position: shogi::Position =
            somatic::records::position::parse(&[&["startpos"], words.as_slice()].concat())
                .expect("a position");
        assert_eq!(somatic::game::Position::game_ply(&position) as usize, words.len() - 1);
    }
}

/// KIF and KI2, their variations as a tree.
#[test]
fn kif_variations_are_a_tree() {
    let text = "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)+\n   3 ２六歩(27)+\n   4 投了\nまで3手で先手の勝ち\n\n\
                変化：3手\n   3 ６六歩(67)\n*さす\n   4 ８四歩(83)   ( 0:05/00:00:05)\n   5 ６五歩(66)\n\n変化：5手\n   5 ７八飛(28)\n\n\
                変化：2手\n   2 ８四歩(83)\n   3 ７五歩(76)\n";
    let record = only("kif", text);
    assert_eq!((moves(&record).as_str(), record.result), ("7g7f 3c3d 2g2f", Some(GameResult::Black)));
    let tree: Vec<_> = record.variations.iter().map(|line| (line.of, line.after, line.moves.len())).collect();
    assert_eq!(tree, [(None, 2, 3), (Some(0), 4, 1), (None, 1, 2)]);
    let first = &record.variations[0];
    assert_eq!((first.comments.after(1), first.times.len()), ("さす", 2));
    assert_eq!(record.path(Some(1), 10).len(), 5);
    for name in ["kif", "ki2", "jkf"] {
        let form = Form::named(name).expect(name);
        let (bytes, _) = form.encode(form.write(&record).expect("a text"));
        let again = only(name, bytes);
        assert_eq!(again.moves, record.moves, "{name}");
        let lines = |record: &GameRecord| -> Vec<_> {
            record
                .variations
                .iter()
                .map(|line| (line.of, line.after, line.moves.clone(), line.comments.after(1).to_owned()))
                .collect()
        };
        assert_eq!(lines(&again), lines(&record), "{name}");
    }
}

#[test]
fn ki2_as_books_print_it() {
    let text = "開始日時：2024/01/01\n手合割：平手\n先手：甲\n後手：乙\n\n▲７六歩    △３四歩    ▲２二角成  △同　銀    ▲４五角    △１四角\n*読み\n▲３四角    △５二金右  ▲７八銀\nまで9手で先手の勝ち\n";
    let record = only("ki2", text);
    assert_eq!(moves(&record), "7g7f 3c3d 8h2b+ 3a2b B*4e B*1d 4e3d 6a5b 7i7h");
    assert_eq!((record.result, record.comments.after(6)), (Some(GameResult::Black), "読み"));
    for (text, expected) in [
        ("▲７六歩△３四歩▲２六歩", "7g7f 3c3d 2g2f"),
        ("☗７六歩☖３四歩☗６六歩\n☖８四歩", "7g7f 3c3d 6g6f 8c8d"),
        ("先手：a\n７六歩　３四歩　２二角不成　同飛", "7g7f 3c3d 8h2b 8b2b"),
        ("▲2六歩 △8四歩 ▲2五歩 △8五歩 ▲7八金 △3二金", "2g2f 8c8d 2f2e 8d8e 6i7h 4a3b"),
    ] {
        for ending in ["ki2", "kif", "txt"] {
            assert_eq!(moves(&only(ending, text)), expected, "{text}");
        }
    }
    // Two golds reach 5h.
    assert_eq!(told("ki2", "▲５八金"), ["1: move 1: '▲５八金' could be several moves"]);
}

#[test]
fn jkf_of_other_programs() {
    let text = r#"{"header":{"先手":"na2hiro","後手":"うひょ","棋戦":"練習"},"initial":{"preset":"HIRATE"},"moves":[{},
        {"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"color":0,"piece":"FU"},"time":{"now":{"m":0,"s":5},"total":{"h":0,"m":0,"s":5}}},
        {"comments":["次の手"],"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":4},"color":1,"piece":"FU"},"forks":[[{"move":{"from":{"x":8,"y":3},"to":{"x":8,"y":4},"color":1,"piece":"FU"}}]]},
        {"move":{"from":{"x":8,"y":8},"to":{"x":2,"y":2},"color":0,"piece":"KA","promote":true,"capture":"KA"}},
        {"move":{"from":{"x":3,"y":1},"to":{"x":2,"y":2},"color":1,"piece":"GI","same":true,"capture":"UM"}},
        {"move":{"to":{"x":4,"y":5},"color":0,"piece":"KA"}},{"special":"TORYO"}]}"#;
    let record = only("jkf", text);
    assert_eq!(moves(&record), "7g7f 3c3d 8h2b+ 3a2b B*4e");
    assert_eq!((record.result, record.comments.after(2)), (Some(GameResult::Black), "次の手"));
    assert_eq!((record.variations.len(), record.variations[0].after), (1, 1));
    assert_eq!(record.header(&Header::Event), Some("練習"));
    // Several in a file, in a list, over lines, and by their content alone.
    let two = format!("{text}\n{}\n", text.replace('\n', " "));
    assert_eq!(told("json", &two).len(), 2);
    for ending in ["", "json", "jkf"] {
        assert_eq!(told(ending, format!("[{text},\n{text}]")).len(), 2);
        assert_eq!(told(ending, format!("[\n  {text},\n  {text}\n]\n")).len(), 2);
    }
    // In one line with as many slashes as a position has.
    for slashes in 7..=9 {
        let one = text.replace('\n', " ").replace("練習", &"/".repeat(slashes));
        assert_eq!(moves(&only("jkf", one)), "7g7f 3c3d 8h2b+ 3a2b B*4e");
    }
    // Cut short it is broken in its last line.
    assert!(told("jkf", &text[..text.len() - 2])[0].starts_with("6: EOF"));
    assert!(told("jkf", r#"{"moves":[{}"#)[0].starts_with("1: EOF"));
    for (broken, why) in [
        (text.replace("\"y\":6", "\"y\":5"), "move 1: 7g7e is not legal"),
        (text.replace("\"y\":6", "\"y\":0"), "move 1: this is no move"),
        (text.replace("HIRATE", "11"), "the handicap is not known"),
        (text.replace("\"header\":{", "\"header\":3,\"x\":{"), "invalid type"),
    ] {
        let told = told("jkf", &broken);
        assert!(told.len() == 1 && told[0].contains(why), "{told:?}");
    }
}

#[test]
fn every_encoding_of_japanese() {
    let text = super::shogi::KIF.replace("Sente", "渡辺明").replace("a comment", "こめんと、カタカナ");
    let utf16 = |to: fn(u16) -> [u8; 2], mark: bool| -> Vec<u8> {
        text.encode_utf16().take(usize::MAX).fold(
            if mark { to(0xfeff).to_vec() } else { Vec::new() },
            |mut out, unit| {
                out.extend(to(unit));
                out
            },
        )
    };
    let variants = [
        ("UTF-8", text.clone().into_bytes()),
        ("a mark", format!("\u{feff}{text}").into_bytes()),
        ("Shift_JIS", encoding_rs::SHIFT_JIS.encode(&text).0.into_owned()),
        ("EUC-JP", encoding_rs::EUC_JP.encode(&text).0.into_owned()),
        ("ISO-2022-JP", encoding_rs::ISO_2022_JP.encode(&text).0.into_owned()),
        ("UTF-16LE", utf16(u16::to_le_bytes, true)),
        ("UTF-16BE", utf16(u16::to_be_bytes, true)),
        ("UTF-16LE without a mark", utf16(u16::to_le_bytes, false)),
        ("UTF-16BE without a mark", utf16(u16::to_be_bytes, false)),
    ];
    for (name, bytes) in variants {
        for ending in ["kif", "txt"] {
            let record = only(ending, &bytes);
            assert_eq!(moves(&record), super::shogi::MOVES, "{name}");
            assert_eq!(record.names[Color::Black].as_deref(), Some("渡辺明"), "{name}");
            assert_eq!(record.comments.after(0), "こめんと、カタカナ", "{name}");
        }
    }
}

#[test]
fn what_is_no_record_is_named_once() {
    for (ending, bytes, what) in [
        (
            "kif",
            &b"PK\x03\x04\x14\x00\x06\x00..[Content_Types].xml word/document.xml\nx\ny\n"[..],
            "a Word document",
        ),
        ("doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00\x00\x00", "an Office document"),
        ("pgn", b"%PDF-1.4\n1 0 obj\n<<\n", "a PDF document"),
        ("txt", b"<html>\n<body>\n", "a page (HTML)"),
        ("csa", b"\x89PNG\r\n\x1a\n", "a picture"),
        ("net", include_bytes!("../../../src/eval/nets/chess.net"), "a net"),
        ("json", b"{\n \"kifu\": \"x\"\n}\n", "this is JSON, but no record of a game"),
        ("jkf", b"[{\"id\":1}]", "this is JSON, but no record of a game"),
        ("json", b"[1,2,3]", "'[1,2,3]' is neither"),
        ("ini", b"[section]\nkey=value\n", "'[section]' is neither"),
        ("txt", b"Dear all,\nthis is a letter.\nBye\n", "'Dear all,' is neither"),
    ] {
        let told = told(ending, bytes);
        assert!(told.len() == 1 && told[0].contains(what), "{told:?}");
    }
}

#[test]
fn a_file_by_its_content_and_not_by_its_name() {
    for (ending, content) in [
        ("kif", super::shogi::CSA),
        ("csa", super::shogi::KIF),
        ("pgn", super::shogi::KIF),
        ("jkf", super::shogi::CSA),
    ] {
        assert_eq!(moves(&only(ending, content)), super::shogi::MOVES, "{ending}");
    }
    let file = TempFile::new("kif", b"position startpos moves 7g7f resign\n");
    let found: Vec<_> = Records::new(vec![file.path()], GameKind::Shogi).collect();
    assert_eq!(found.len(), 1);
    assert_eq!(moves(found[0].as_ref().expect("a game")), "7g7f");
    // The ending tells which game begins at its usual start, unless that is told.
    for (ending, line) in
        [("uci", "startpos moves e2e4"), ("usi", "startpos moves 7g7f"), ("", "startpos moves 7g7f")]
    {
        let file = TempFile::new(ending, line.as_bytes());
        let found: Vec<_> = Records::new(vec![file.path()], None).collect();
        assert!(line.ends_with(&moves(found[0].as_ref().expect("a game"))), "{ending}");
    }
}

#[test]
fn times_go_through_every_format_that_has_them() {
    let text = "PI\n+\n+7776FU\nT12.5\n-3334FU\nT3725\n+2726FU\n%TORYO\n";
    let record = only("csa", text);
    for name in ["csa", "usi", "jkf"] {
        let form = Form::named(name).expect(name);
        let again = only(name, form.write(&record).expect("a text"));
        assert_eq!(again.times, record.times, "{name}");
    }
}

/// From every format into every other: what both have a place for is the same.
#[test]
fn every_pair_of_formats_says_the_same() {
    let text = "開始日時：2024/01/01\n場所：東京\n備考：花:鳥\n消費時間：1▲2\n手合割：平手\n先手：甲\n後手：乙\n手数----\n*初め\n\
                1 ７六歩(77)   ( 0:12/)\n2 ３四歩(33)   ( 1:05/)\n*二手目\n*続き\n3 ２二角成(88)   ( 0:03/)\n4 投了\n変化：2手\n2 ８四歩(83)\n*別\n3 ２六歩(27)\n";
    let record = only("kif", text);
    assert_eq!((record.headers.len(), record.variations.len()), (4, 1));
    let again = |name: &str, record: &GameRecord| {
        let form = Form::named(name).expect(name);
        let (bytes, is_whole) = form.encode(form.write(record).expect("a text"));
        assert!(is_whole);
        only(name, bytes)
    };
    let names = Form::names(Some(GameKind::Shogi));
    for from in &names {
        for to in &names {
            let read = again(to, &again(from, &record));
            let both = |name: &str| !(name == *from || name == *to);
            assert_eq!(
                (&read.start, &read.moves, &read.names, read.result, &read.headers, &read.comments),
                (
                    &record.start, &record.moves, &record.names, record.result, &record.headers,
                    &record.comments
                ),
                "{from} to {to}"
            );
            if both("ki2") && both("ki2u") {
                assert_eq!(read.times, record.times, "{from} to {to}");
            }
            if both("csa") && both("usi") && both("sfen") {
                let line = |record: &GameRecord| {
                    let line = record.variations[0].clone();
                    (line.of, line.after, line.moves, line.comments)
                };
                assert_eq!(line(&read), line(&record), "{from} to {to}");
            }
        }
    }
}

/// Another library reads what we write: the same moves.
#[test]
fn rsshogi_says_the_same() {
    use rsshogi::records::formats::{csa::parse_csa_str, kif::parse_kif_str};
    for seed in 0..5 {
        let mut record = random_game(GameKind::Shogi, &shogi::Position::start(), 100, seed);
        record.comments.clear();
        for name in ["csa", "kifu"] {
            let text = Form::named(name).expect(name).write(&record).expect("a text");
            let theirs = if name == "csa" { parse_csa_str(&text).ok() } else { parse_kif_str(&text).ok() };
            let theirs = theirs.expect(&text);
            let theirs: Vec<String> = theirs.main_moves().map(|entry| entry.mv().to_usi()).collect();
            assert_eq!(moves(&record), theirs.join(" "), "{name}");
        }
    }
}
