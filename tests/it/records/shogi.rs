//! USI lines, CSA and KIF.

use somatic::game::Color;
use somatic::records::{Form, GameRecord, GameResult};
use somatic::shogi::Position;

use super::{check, found, moves, only, start, told, write};

/// The moves of the game that [`CSA`] and [`KIF`] hold.
pub const MOVES: &str = "7g7f 3c3d 8h2b+ 3a2b B*4e B*1d 4e3d";

pub const CSA: &str = "\
V2.2
N+Sente
N-Gote
$EVENT:none
'a comment
PI
+
+7776FU
T12
-3334FU
T99999999999999999999
+8822UM,T3
-3122GI
'** 120 +7776FU
+0045KA
-0014KA
+4534KA
%TORYO
T1
";

pub const KIF: &str = "\
# ---- Kifu for test
開始日時：2024/01/01 10:00:00
手合割：平手　　
持ち時間：99999999999999999999時間
先手：Sente
後手：Gote
手数----指手---------消費時間--
*a comment
   1 ７六歩(77)   ( 0:12/00:00:12)
   2 ３四歩(33)   (99999999:99999999:99999999:99:99:99:99/00:00:05)
   3 ２二角成(88)+
&bookmark
   4 同　銀(31)   ( 0:05/00:00:10)
   5 ４五角打   ( 0:05/00:00:10)
   6 １四角打
   7 ３四角(45)
   8 投了   ( 0:05/00:00:10)
まで7手で先手の勝ち

変化：3手
   3 ２六歩(27)
   4 ８四歩(83)
";

/// A problem with a diagram, hands, and a tree of variations.
pub const PROBLEM: &str = "\
手合割：詰将棋
後手の持駒：飛　角　金三　歩十七
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三
| ・ ・ ・ ・ ・v成香 ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ 馬 ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金　銀２
手数----指手---------消費時間--
   1 ６二銀打   (1分5秒)
   2 ４一玉(51)
   3 ５二金打
   4 中断
変化：3手
   3 ５二銀打
   4 ３一玉(41)
変化：4手
   4 ３二玉(41)
変化：1手
   1 ４二銀打
   2 ６一玉(51)
";

/// A game in KI2.
pub const KI2: &str = "\
開始日時：2024/01/01 10:00:00
手合割：平手
先手：Sente
後手：Gote

▲７六歩    △３四歩    ▲２二角成  △同　銀    ▲４五角    △１四角
*a comment
▲３四角    △５二金右  ▲７八銀直
まで9手で先手の勝ち

変化：2手
△８四歩    ▲２六歩
";

/// A game in JKF.
pub const JKF: &str = r#"{"header":{"先手":"Sente","持ち時間":"10分"},"initial":{"preset":"OTHER","data":{"color":0,
"board":[[{},{},{},{},{},{},{},{},{"color":0,"kind":"OU"}],[{},{},{},{},{},{},{},{},{}],[{},{},{},{},{},{},{},{},{}],
[{},{},{},{},{},{},{},{},{}],[{"color":1,"kind":"OU"},{},{"color":0,"kind":"TO"},{},{},{},{},{},{}],[{},{},{},{},{},{},{},{},{}],
[{},{},{},{},{},{},{},{},{}],[{},{},{},{},{},{},{},{},{}],[{},{},{},{},{},{},{},{},{}]],"hands":[{"KI":2},{"FU":3}]}},
"moves":[{"comments":["a","b"]},{"move":{"to":{"x":5,"y":2},"color":0,"piece":"KI","relative":"H"},"time":{"now":{"m":1,"s":2.5}},
"forks":[[{"move":{"from":{"x":5,"y":3},"to":{"x":5,"y":2},"piece":"TO"}},{"special":"CHUDAN"}]]},{"special":"TSUMI"}]}
"#;

#[test]
fn the_examples_of_the_fuzzer_are_games() {
    assert_eq!(told("kif", PROBLEM), ["S*6b 5a4a G*5b"]);
    assert_eq!(only("kif", PROBLEM).variations.len(), 3);
    assert_eq!(told("ki2", KI2), ["7g7f 3c3d 8h2b+ 3a2b B*4e B*1d 4e3d 6a5b 7i7h"]);
    assert_eq!(only("ki2", KI2).variations.len(), 1);
    assert_eq!(told("jkf", JKF), ["G*5b"]);
    assert_eq!(only("jkf", JKF).variations.len(), 1);
}

#[test]
fn lines_of_moves() {
    let text = format!(
        "# none\n\nstartpos moves {MOVES} ; id \"a; b\" ; result black; black x # y\nposition startpos # none\n"
    );
    check("sfen", &text, &[MOVES, ""]);
    let record = only("txt", text.lines().nth(2).expect("a line"));
    assert_eq!((record.id.as_str(), record.result), ("a; b", Some(GameResult::Black)));
    assert_eq!(record.names[Color::Black].as_deref(), Some("x"));
    assert_eq!((record.start.as_str(), record.line, record.number), (start::<Position>().as_str(), 1, 1));
    check(
        "usi",
        "sfen 4k4/9/4S4/9/9/9/9/9/4K4 b G 1 moves G*5b 5a5b\nfen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1\n",
        &["G*5b | 1: move 2: 5a5b is not legal", "e1g1"],
    );
    check(
        "usi",
        b"startpos moves 7g7f 7g7f 2g2f\nhello\n\xff\xfe\nsfen 9 b - 1\nstartpos moves 9a1i\nstartpos moves 2g2f\n",
        &[
            "7g7f | 1: move 2: 7g7f is not legal",
            "2: 'hello' is neither an SFEN nor a FEN",
            "is neither an SFEN nor a FEN",
            "4: 'sfen 9 b - 1'",
            "5: move 1: 9a1i is not legal",
            "2g2f",
        ]
        .map(|text| if text.starts_with("4:") { "4: SFEN" } else { text }),
    );
}

#[test]
fn a_game_in_csa_and_in_kif() {
    let sjis = encoding_rs::SHIFT_JIS.encode(KIF).0;
    let windows = CSA.replace('\n', "\r\n");
    for (ending, content) in [
        ("csa", CSA.as_bytes()),
        ("csa", windows.as_bytes()),
        ("kif", KIF.as_bytes()),
        ("kifu", format!("\u{feff}{KIF}").as_bytes()),
        ("kif", &sjis),
        // The format is recognized by the first lines.
        ("txt", CSA.as_bytes()),
        ("txt", KIF.as_bytes()),
        ("", &sjis),
    ] {
        let record = only(ending, content);
        assert_eq!(moves(&record), MOVES, "{ending}");
        assert_eq!(record.start, start::<Position>());
        assert_eq!((record.result, &record.cut), (Some(GameResult::Black), &None));
        assert_eq!(record.names[Color::Black].as_deref(), Some("Sente"));
        assert_eq!(record.names[Color::White].as_deref(), Some("Gote"));
        assert!(record.id.ends_with(&format!(":{}", record.line)));
    }
}

#[test]
fn times_of_kif_in_every_form() {
    for (text, seconds) in [
        ("( 0:05/00:01:00)", Some(5.0)),
        ("(1:02:03/01:02:03)", Some(3723.0)),
        ("（0:12／00:00:12）", Some(12.0)),
        ("( 0:12.5)", Some(12.5)),
        ("(1分5秒)", Some(65.0)),
        ("(7秒)", Some(7.0)),
        ("(72/)", Some(72.0)),
        ("0:12/00:00:12", Some(12.0)),
        ("(x)", None),
    ] {
        let record = only("kif", format!("手合割：平手\n   1 ７六歩(77) {text}\n   2 ３四歩\n"));
        let found = record.times.first().copied().flatten().map(|time| time.as_secs_f64());
        assert_eq!((found, moves(&record).as_str()), (seconds, "7g7f 3c3d"), "{text}");
    }
}

#[test]
fn version_3_of_csa_and_games_in_one_line() {
    let text =
        "'CSA encoding=UTF-8\nV3.0\n$TIME:300+0+10\nPI\n+\n+7776FU\nT12.345\n'** 30 -3334FU #1000\n%CHUDAN\n";
    assert_eq!(moves(&only("csa", text)), "7g7f");
    assert_eq!(moves(&only("csa", "PI,+,+7776FU,T12,-3334FU,T5,%TORYO\n")), "7g7f 3c3d");
    let board = "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 * -HI *  *  *  *  * -KA *\nP3-FU-FU-FU-FU-FU-FU-FU-FU-FU\n\
                 P4 *  *  *  *  *  *  *  *  *\nP5 *  *  *  *  *  *  *  *  *\nP6 *  *  *  *  *  *  *  *  *\n\
                 P7+FU+FU+FU+FU+FU+FU+FU+FU+FU\nP8 * +KA *  *  *  *  * +HI *\nP9+KY+KE+GI+KI+OU+KI+GI+KE+KY\n-\n-3334FU\n";
    let record = only("csa", board);
    assert_eq!(moves(&record), "3c3d");
    assert_eq!(record.start, start::<Position>().replace(" b ", " w "));
}

#[test]
fn many_games_in_one_file() {
    let csa = format!("{CSA}/\n{CSA}{CSA}/\n/\n'nothing\n");
    assert_eq!(told("csa", csa), [MOVES; 3]);
    assert_eq!(told("kif", format!("{KIF}\n{KIF}{KIF}")), [MOVES; 3]);
}

#[test]
fn broken_records_of_csa() {
    let with = |from: &str, to: &str| CSA.replace(from, to);
    let five = "7g7f 3c3d 8h2b+ 3a2b B*4e";
    let cut = |line: u64, number: u64, text: &str, why: &str| {
        format!("{five} | {line}: move {number}: '{text}': {why}")
    };
    check("csa", with("-0014KA", "-0055KI"), &[&cut(16, 6, "-0055KI", "the move is not legal")]);
    check("csa", with("-0014KA", "+0014KA"), &[&cut(16, 6, "+0014KA", "the other side is to move")]);
    for text in ["-0014XX", "-0014", "-００14", "-0004KA", "-0010KA"] {
        check("csa", with("-0014KA", text), &[&cut(16, 6, text, "this is no move")]);
    }
    // What is no move costs none, but its place is taken by nobody.
    check("csa", with("-0014KA", "hello"), &[&cut(17, 6, "+4534KA", "the other side is to move")]);
    check("csa", with("-0014KA", "hello\n-0014KA"), &[MOVES]);
    check("csa", with("%TORYO", "%TORYO\n+7776FU"), &[&format!("{MOVES} | 19: '+7776FU': something behind")]);
    // Nothing can be used of a game without a position; the next goes on.
    for head in [
        "P1 *",
        "PI\nP+00XX",
        "P1-KY-KE-GI-KI-OU-KI-GI-KE+KY-FU",
        "P+55XX",
        "P-55OU\nP+54KI\n-\n+",
        "P0",
        "PI99",
    ] {
        let found = told("csa", format!("{}/\n{CSA}", with("PI", head)));
        assert_eq!((found.len(), found[1].as_str()), (2, MOVES), "{found:?}");
    }
    check("csa", with("N+Sente", "N+a, b\nPlayed online\nVery good"), &[MOVES]);
    check("csa", with("-3122GI", "-3122GI\nVery good\nPlease note"), &[MOVES]);
    check("csa", with("N+Sente", &format!("N+{}", "x".repeat(50_000))), &[MOVES]);
    let mut bytes = CSA.as_bytes().to_vec();
    bytes.extend(b"/\nPI\n+\n+2726FU\n-\x80\xff\n+7776FU\n/\nPI\n+\n+2726FU\n");
    check("csa", bytes, &[MOVES, "2g2f | 24: move 2", "2g2f"]);
}

#[test]
fn broken_records_of_kif() {
    let with = |from: &str, to: &str| KIF.replace(from, to);
    let cut = |why: &str| format!("7g7f 3c3d 8h2b+ 3a2b B*4e | 15: move 6: {why}");
    check("kif", with("１四角打", "１四金打"), &[&cut("１四金打 is not legal")]);
    check("kif", with("１四角打", "１四象打"), &[&cut("'１四象打' is no move")]);
    check("kif", with("１四角打", "１四角(70)"), &[&cut("'１四角(70)' is no move")]);
    check("kif", with("１四角打", "１四角(77)"), &[&cut("１四角(77) is not legal")]);
    // A word that is no move is kept; then the other side is to move.
    check(
        "kif",
        with("１四角打", "hello"),
        &["7g7f 3c3d 8h2b+ 3a2b B*4e | 16: move 6: ３四角(45) is not legal"],
    );
    check("kif", with("   6 １四角打", "hello\n   6 １四角打"), &[MOVES]);
    // Numbers are not what is played.
    check("kif", with("   6", "   7"), &[MOVES]);
    check("kif", with("   6", "99999999999"), &[MOVES]);
    check("kif", with("   6 ", ""), &[MOVES]);
    check("kif", with("手合割：平手", "手合割：何か"), &["3: '何か': the handicap is not known"]);
    check(
        "kif",
        with("手合割：平手", "手合割：何か（平手）"),
        &["3: '何か（平手）': the handicap is not known"],
    );
    check("kif", with("手合割：平手", "手合割：平手（10分切れ負け）"), &[MOVES]);
    check(
        "kif",
        with("投了   ( 0:05/00:00:10)", "投了\n   9 ２六歩(27)"),
        &[&format!("{MOVES} | 18: '２六歩(27)': something behind")],
    );
    check(
        "kif",
        with("１四角打", "パス"),
        &["7g7f 3c3d 8h2b+ 3a2b B*4e | 15: 'パス': a pass cannot be played"],
    );
    // A broken variation costs the game no move.
    check("kif", with("   4 ８四歩(83)", "   4 ８四玉(83)"), &[MOVES]);
    // The game after a broken one.
    check("kif", format!("{}\n{KIF}", with("手合割：平手", "手合割：何か")), &["handicap", MOVES]);
    check("kif", "hello\n", &["1: 'hello': nothing that KIF knows"]);
}

#[test]
fn handicaps_and_diagrams_of_kif() {
    let record =
        only("kif", "手合割：二枚落ち\n下手：a\n上手：b\n手数----指手--\n   1 ６二銀(71)\n   2 中断\n");
    assert_eq!(moves(&record), "7a6b");
    assert!(record.start.starts_with("lnsgkgsnl/9/ppp") && record.start.contains(" w "));
    assert_eq!((record.names[Color::Black].as_deref(), record.result), (Some("a"), None));
    let diagram = "後手の持駒：角　\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n\
                   | ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n\
                   | ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
                   | ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n\
                   +---------------------------+\n先手の持駒：金二　\n手数＝0  まで\n手数----指手--\n   1 ５二金打\n   2 詰み\n";
    let record = only("kif", diagram);
    assert_eq!(record.start, "4k4/9/4P4/9/9/9/9/9/4K4 b 2Gb 1");
    assert_eq!((moves(&record).as_str(), record.result), ("G*5b", Some(GameResult::Black)));
}

/// A diagram with two kings, of which this rank is the third, and with this hand.
fn diagram(rank: &str, hand: &str) -> String {
    let empty = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n";
    let (above, below) = (empty.repeat(2), empty.repeat(5));
    format!(
        "{above}{rank}\n{below}| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n先手の持駒：{hand}\n手数----指手--\n   1 中断\n"
    )
}

#[test]
fn hands_in_any_spelling() {
    let rank = "| ・v玉 ・ ・ ・ ・ ・ ・ ・|三";
    for (text, expected) in [
        ("飛　角二　歩十八", "R2B18P"),
        ("飛二 角 金3 歩１８ ", "2RB3G18P"),
        ("歩10枚、香2枚", "2L10P"),
        ("飛車　角行2　歩十", "R2B10P"),
        ("金x2 銀×3", "2G3S"),
        ("なし", "-"),
        ("", "-"),
    ] {
        let start = format!("9/9/1k7/9/9/9/9/9/4K4 b {expected} 1");
        assert_eq!(only("kif", diagram(rank, text)).start, start, "{text}");
    }
    for text in ["玉", "歩と香"] {
        check("kif", diagram(rank, text), &["this is no hand"]);
    }
}

#[test]
fn ranks_of_diagrams_in_any_spelling() {
    for rank in [
        "| ・v玉 ・ ・ 歩 ・ 杏 竜 ・|三",
        "|・v玉・・歩・成香龍・|",
        "|.△王..歩.杏龍.|",
        "｜　・ｖ玉　・　・　歩　・　杏　龍　・｜三",
    ] {
        let start = "9/9/1k2P1+L+R1/9/9/9/9/9/4K4 b - 1";
        assert_eq!(only("kif", diagram(rank, "なし")).start, start, "{rank}");
    }
    for rank in ["| ・ ・|三", "| 象 ・ ・ ・ ・ ・ ・ ・ ・|三"] {
        check("kif", diagram(rank, "なし"), &["this is no rank of a board"]);
    }
}

/// Regression: two lines told of a smaller board, neither of them its size.
#[test]
fn boards_of_other_sizes() {
    let text = "後手の持駒：なし\n  ５ ４ ３ ２ １\n+---------------+\n|v飛v角v銀v金v玉|一\n| ・ ・ ・ ・v歩|二\n| ・ ・ ・ ・ ・|三\n\
                | 歩 ・ ・ ・ ・|四\n| 玉 金 銀 角 飛|五\n+---------------+\n先手の持駒：なし\n手数----指手--\n   1 ２四角(25)\n";
    check("kif", text, &["2: '５ ４ ３ ２ １': the board is not of 9x9 squares"]);
}

/// Regression: a board that cannot be was told by the first line of the game.
#[test]
fn impossible_boards_are_told_by_their_line() {
    let text = diagram("| ・ 玉 ・ ・ ・ ・ ・ ・ ・|三", "なし");
    check("kif", format!("手合割：その他\n先手：a\n{text}"), &["3: SFEN: "]);
    check("csa", "V2.2\nN+a\nP+59OU58OU\nP-51OU\n+\n%CHUDAN\n", &["3: SFEN: "]);
}

/// Regression: lishogi's handicaps were not known, or stood for others.
#[test]
fn handicaps_of_lishogi() {
    for (name, start) in [
        ("裸玉", "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
        ("歩三兵", "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 3p 1"),
        ("十枚落ち", "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
        ("トンボ＋香", "l3k3l/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
        ("四枚得", "1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w RB2L 1"),
    ] {
        let text = format!("手合割：{name}\n手数----指手--\n   1 ５二玉(51)\n");
        let record = only("kif", &text);
        assert_eq!((record.start.as_str(), moves(&record).as_str()), (start, "5a5b"), "{name}");
        let written = Form::named("kifu").expect("a form").write(&record).expect("a text");
        assert!(written.contains(&format!("手合割：{name}\n")), "{written}");
    }
    check("kif", "手合割：安南将棋\n手数----指手--\n   1 ７六歩(77)\n", &["the variant '安南将棋'"]);
}

/// Regression: where only a pinned piece reached the square, the drop was not found.
#[test]
fn drops_where_a_pinned_piece_reaches() {
    let start = "4r3k/9/9/9/9/9/9/4G4/4K4 b G 1";
    let position = only("usi", format!("sfen {start}\n"));
    let head = write("ki2u", &position).replace("まで0手で中断\n", "");
    for (text, expected) in [("▲４七金", "G*4g"), ("▲４七金打", "G*4g"), ("▲５七金", "5h5g")]
    {
        let record = only("ki2", format!("{head}{text}\n"));
        assert_eq!((record.start.as_str(), moves(&record).as_str()), (start, expected), "{text}");
    }
    for text in ["▲４七金右", "▲４七金(58)"] {
        check("ki2", format!("{head}{text}\n"), &["is not legal"]);
    }
}

/// Regression: commas and numbers between moves made a comment of all that followed.
#[test]
fn moves_of_a_book_between_commas() {
    for text in
        ["▲７六歩、△３四歩、▲２六歩\n", "1.▲７六歩 2.△３四歩 3.▲２六歩\n", "▲７六歩→△３四歩。▲２六歩\n"]
    {
        check("ki2", text, &["7g7f 3c3d 2g2f"]);
    }
    // Words are a remark, behind the sign of a side too.
    let record = only("ki2", "▲７六歩 ▲有利\n");
    assert_eq!((moves(&record).as_str(), record.comments.after(1)), ("7g7f", "▲有利"));
    let record = only("ki2", "▲７六歩 ここで△８四歩もある\n");
    assert_eq!((moves(&record).as_str(), record.comments.after(1)), ("7g7f", "ここで△８四歩もある"));
}

/// Regression: the word that ends a variation was lost, and what is said before its first move.
#[test]
fn ends_of_variations() {
    let text = "手合割：平手\n手数----指手--\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n\n変化：2手\n*before\n   2 ８四歩(83)\n   3 詰み\n";
    let record = only("kif", text);
    let line = &record.variations[0];
    assert_eq!((line.ending.as_deref(), line.comments.after(0)), (Some("詰み"), "before"));
    assert_eq!(record.result, Some(GameResult::White), "of the game, not of the variation");
    let again = |ending| only(ending, Form::named(ending).expect("a form").write(&record).expect("a text"));
    assert_eq!(again("kifu").variations, record.variations);
    let jkf = again("jkf");
    assert_eq!(jkf.variations[0].ending.as_deref(), Some("TSUMI"));
    assert_eq!(jkf.variations[0].comments.after(1), "before");
    check(
        "jkf",
        "{\"moves\":[{\"comments\":null},{\"move\":{\"to\":{\"x\":7,\"y\":6},\"from\":{\"x\":7,\"y\":7}},\"forks\":null}]}",
        &["7g7f"],
    );
}

/// Regression: words that KIF has for an end became others when it was written.
#[test]
fn ends_keep_their_words() {
    for word in ["不戦敗", "不戦勝", "連続王手の千日手", "最大手数"] {
        let text = format!("手合割：平手\n手数----指手--\n   1 ７六歩(77)\n   2 {word}\n");
        let record = only("kif", &text);
        let written = Form::named("kifu").expect("a form").write(&record).expect("a text");
        assert!(written.contains(&format!("   2 {word}\n")), "{written}");
        let again = only("kif", &written);
        assert_eq!((again.result, again.reason), (record.result, record.reason), "{word}");
    }
}

/// Regression: the head of a game of several went to the game before it.
#[test]
fn every_game_keeps_its_head() {
    let line =
        |n: u32| format!("startpos moves 7g7f ; site \"S{n}\" ; time-limit \"{n}分\" ; head \"備考:n{n}\"\n");
    let text: String = (1..=3).map(line).collect();
    let all: Vec<GameRecord> =
        found("usi", text.as_bytes()).into_iter().map(|game| game.expect("a game")).collect();
    for ending in ["ki2u", "kifu"] {
        let form = Form::named(ending).expect("a form");
        let written: String = all.iter().map(|game| form.write(game).expect("a text")).collect();
        let again = found(ending, written.as_bytes());
        assert_eq!(again.len(), 3, "{written}");
        for (game, again) in all.iter().zip(again) {
            let sorted = |record: &GameRecord| {
                let mut headers: Vec<_> =
                    record.headers.iter().map(|(h, text)| format!("{h:?} {text}")).collect();
                headers.sort();
                headers
            };
            assert_eq!(sorted(&again.expect("a game")), sorted(game));
        }
    }
}
