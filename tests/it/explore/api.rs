//! What can be asked, in both games, and what is refused with a sentence.

use serde_json::{Value, json};

use super::{Explorer, PATIENCE};

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().map(|it| it.as_str().expect("a text")).collect()
}

#[test]
fn the_page_and_its_files() {
    let server = Explorer::start();
    let page = server.get("/");
    assert_eq!(page.status, 200);
    assert!(page.head.contains("Content-Type: text/html"), "{}", page.head);
    for header in [
        "Content-Security-Policy: default-src 'none'; script-src 'self'",
        "X-Content-Type-Options: nosniff",
        "X-Frame-Options: DENY",
        "Referrer-Policy: no-referrer",
    ] {
        assert!(page.head.contains(header), "{header}");
    }
    // All that the page and its scripts load is there, and nothing is elsewhere.
    let mut files = vec!["/".to_owned()];
    let mut at = 0;
    while at < files.len() {
        let found = server.get(&files[at]);
        assert_eq!(found.status, 200, "{}", files[at]);
        assert!(!found.body.contains("http:") && !found.body.contains("https:"), "{}", files[at]);
        for start in ["src=\"/", "href=\"/", "from './"] {
            for part in found.body.split(start).skip(1) {
                let name = format!("/{}", part.split(['"', '\'']).next().expect("a name"));
                if !files.contains(&name) {
                    files.push(name);
                }
            }
        }
        at += 1;
    }
    assert_eq!(files.len(), 13, "{files:?}");
    let head = server.send(format!("HEAD / HTTP/1.1\r\nHost: localhost:{}\r\n\r\n", server.port).as_bytes());
    assert!(head.status == 200 && head.body.is_empty());
}

#[test]
fn a_promotion_and_a_drop_are_played() {
    let server = Explorer::start();
    let at = |moves: &[&str]| server.ask("/api/position", &json!({ "game": "shogi", "moves": moves }));
    let before = at(&["7g7f", "3c3d"]);
    let legal = strings(&before["legal"]);
    assert!(legal.contains(&"8h2b+") && legal.contains(&"8h2b"));
    let after = at(&["7g7f", "3c3d", "8h2b+", "3a2b"]);
    assert_eq!(after["hands"], json!({ "B": 1, "b": 1 }));
    assert_eq!(after["board"]["hands"].as_array().map(Vec::len), Some(2));
    assert!(strings(&after["legal"]).contains(&"B*5e"));
    let dropped = at(&["7g7f", "3c3d", "8h2b+", "3a2b", "B*5e"]);
    assert_eq!((&dropped["pieces"]["5e"], &dropped["side"]), (&json!("B"), &json!("white")));
    assert_eq!(dropped["board"]["squares"].as_array().map(Vec::len), Some(81));

    let chess = |start: &str, moves: &[&str]| {
        server.ask("/api/position", &json!({ "game": "chess", "start": start, "moves": moves }))
    };
    let promoted = chess("4k3/P7/8/8/8/8/7P/4K3 w - - 0 1", &["a7a8n"]);
    assert_eq!((&promoted["pieces"]["a8"], &promoted["result"]), (&json!("N"), &Value::Null));
}

#[test]
fn positions_say_how_the_game_stands() {
    let server = Explorer::start();
    let result = |game: &str, start: &str, moves: &[&str]| {
        let answer = server.ask("/api/position", &json!({ "game": game, "start": start, "moves": moves }));
        answer["result"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(result("chess", "", &["f2f3", "e7e5", "g2g4", "d8h4"]), "checkmate: black wins");
    assert_eq!(result("chess", "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", &[]), "stalemate: a draw");
    assert_eq!(result("chess", "8/8/4k3/8/8/3K4/8/8 w - - 0 1", &[]), "a draw by rule");
    assert_eq!(result("shogi", "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", &[]), "checkmate: black wins");
    assert_eq!(
        result("shogi", "1K1S5/GGGSSL3/PPPPPP3/9/9/9/9/9/8k b 2R2BN 1", &[]),
        "black may declare a win"
    );
    let round = ["4i4h", "4a4b", "4h4i", "4b4a"].repeat(3);
    assert_eq!(result("shogi", "", &round), "repetition: a draw");
}

/// The board is turned: what lay at the top left lies at the bottom right.
#[test]
fn each_side_has_its_view() {
    let server = Explorer::start();
    for (game, first, last) in [("shogi", "9a", "1i"), ("chess", "a8", "h1")] {
        let squares = |view: &str| {
            let answer = server.ask("/api/position", &json!({ "game": game, "view": view }));
            let squares = answer["board"]["squares"].as_array().expect("squares").clone();
            [&squares[0], &squares[squares.len() - 1]]
                .map(|it| it["name"].as_str().expect("a name").to_owned())
        };
        let (below, above) = if game == "shogi" { ("black", "white") } else { ("white", "black") };
        assert_eq!(squares(below), [first, last]);
        assert_eq!(squares(above), [last, first]);
    }
}

#[test]
fn text_of_every_kind_is_read() {
    let server = Explorer::start();
    let csa = "V2.2\nPI\n+\n+7776FU\n-3334FU\n";
    let kif = "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n*good\n   2 ３四歩(33)\n";
    let sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    for (game, text, read, moves) in [
        ("chess", csa, "shogi", "7g7f 3c3d"),
        ("chess", kif, "shogi", "7g7f 3c3d"),
        ("chess", sfen, "shogi", ""),
        ("chess", "position startpos moves e2e4", "chess", "e2e4"),
        ("shogi", "7g7f\n3c3d", "shogi", "7g7f 3c3d"),
        ("shogi", "e2e4 e7e5", "chess", "e2e4 e7e5"),
        ("shogi", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "chess", ""),
        (
            "shogi",
            "[White \"A\"]\n\n1. e4 {well} e5 2. Nf3 *\n\n[White \"B\"]\n\n1. d4 *\n",
            "chess",
            "e2e4 e7e5 g1f3",
        ),
    ] {
        let answer = server.ask("/api/read", &json!({ "game": game, "text": text }));
        assert_eq!(
            (answer["game"].as_str(), strings(&answer["moves"]).join(" ")),
            (Some(read), moves.to_owned())
        );
        assert_eq!(strings(&answer["comments"]).len(), strings(&answer["moves"]).len() + 1, "{text}");
    }
    let two = "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 {well} *\n";
    let second = server.ask("/api/read", &json!({ "game": "shogi", "text": two, "number": 1 }));
    assert_eq!(
        (strings(&second["games"]), strings(&second["comments"])),
        (vec!["A - ?", "B - ?"], vec!["", "well"])
    );
    let cut = server.ask("/api/read", &json!({ "game": "shogi", "text": "7g7f 3c3d 9i1a" }));
    assert!(cut["cut"].as_str().is_some_and(|why| why.contains("move 3")), "{cut}");
    for (text, part) in
        [("", "there is no text"), ("hello", "neither an SFEN nor a FEN"), ("9/9/9 b", "neither")]
    {
        let error = server.refused("/api/read", &json!({ "game": "shogi", "text": text }));
        assert!(error.contains(part), "{text}: {error}");
    }
    let error = server.refused("/api/read", &json!({ "game": "chess", "text": two, "number": 7 }));
    assert_eq!(error, "there is no game 8: the text has 2");
}

#[test]
fn a_board_is_set_up() {
    let server = Explorer::start();
    let good = json!({
        "game": "shogi", "side": "white", "pieces": { "5i": "K", "5a": "k", "5e": "+R" },
        "hands": { "P": 2, "b": 1 }, "view": "white",
    });
    let answer = server.ask("/api/setup", &good);
    assert_eq!(answer["text"], "4k4/9/9/9/4+R4/9/9/9/4K4 w 2Pb 1");
    let chess = json!({
        "game": "chess", "side": "white", "pieces": { "e1": "K", "h1": "R", "e8": "k" }, "castling": "K",
    });
    assert_eq!(server.ask("/api/setup", &chess)["text"], "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    // What cannot be played is drawn, and said.
    for (board, part) in [
        (json!({ "game": "shogi", "side": "black", "pieces": { "5i": "K", "5a": "k", "1a": "P" } }), "P"),
        (json!({ "game": "chess", "side": "white", "pieces": { "e1": "K" } }), "king"),
        (
            json!({ "game": "chess", "side": "white", "pieces": { "e1": "K", "e8": "k" }, "castling": "zz" }),
            "FEN",
        ),
    ] {
        let answer = server.ask("/api/setup", &board);
        assert_eq!(answer["text"], Value::Null);
        assert!(answer["fault"].as_str().is_some_and(|fault| fault.contains(part)), "{answer}");
        assert!(answer["board"]["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg")));
    }
    for board in [
        json!({ "game": "shogi", "side": "black", "pieces": { "0z": "K" } }),
        json!({ "game": "shogi", "side": "black", "pieces": { "5e": "<b>" } }),
        json!({ "game": "shogi", "side": "black", "hands": { "K": 1 } }),
        json!({ "game": "shogi", "side": "black", "hands": { "P": 200 } }),
        json!({ "game": "chess", "side": "black", "hands": { "P": 1 } }),
        json!({ "game": "go", "side": "black" }),
        json!({ "game": "chess", "side": "green" }),
    ] {
        server.refused("/api/setup", &board);
    }
}

#[test]
fn table_verdicts_and_worth() {
    let server = Explorer::start();
    for (game, moves, own) in
        [("shogi", vec!["7g7f", "3c3d", "8h2b+"], "3a2b"), ("chess", vec!["e2e4", "d7d5"], "e4d5")]
    {
        let question = json!({ "game": game, "moves": moves });
        let table = server.ask("/api/table", &question);
        assert_eq!(strings(&table["predicted"])[0], own);
        assert!(table["board"]["svg"].as_str().is_some_and(|svg| svg.contains("class=\"arrow capture\"")));
        for (part, word) in [("table", "<table"), ("line", own), ("sums", "Static answer")] {
            assert!(table[part].as_str().is_some_and(|text| text.contains(word)), "{part}");
        }
        let verdicts = server.ask("/api/verdicts", &question);
        let list = verdicts["verdicts"].as_array().expect("verdicts");
        assert_eq!(list.len(), 8);
        assert!(list.iter().all(|it| !it["moves"].as_array().expect("a line").is_empty()), "{verdicts}");
        let worth = server.ask("/api/worth", &question);
        let pieces = worth["pieces"].as_array().expect("pieces");
        assert!(pieces.len() > 28 && pieces[0]["worth"].as_i64() >= pieces[1]["worth"].as_i64());
    }
    let mated = json!({ "game": "chess", "moves": ["f2f3", "e7e5", "g2g4", "d8h4"] });
    assert_eq!(server.ask("/api/verdicts", &mated)["verdicts"], json!([]));
    for path in ["/api/table", "/api/worth"] {
        server.ask(path, &mated);
    }
}

/// The best move, and the best of the others: the only move has none.
#[test]
fn a_position_is_judged_without_a_move() {
    let server = Explorer::start();
    for (game, moves, own) in
        [("shogi", vec!["7g7f", "3c3d", "8h2b+"], "3a2b"), ("chess", vec!["e2e4", "d7d5"], "e4d5")]
    {
        let judged = server.ask("/api/judge", &json!({ "game": game, "moves": moves }));
        assert_eq!(strings(&judged["best"])[0], own);
        let others = server.ask("/api/judge", &json!({ "game": game, "moves": moves, "without": own }));
        assert_ne!(strings(&others["best"])[0], own);
        assert!(others["points"].as_u64() < judged["points"].as_u64(), "{others} {judged}");
        let wrong = json!({ "game": game, "moves": moves, "without": "a1a1" });
        assert!(server.refused("/api/judge", &wrong).contains("a1a1"));
    }
    let only = json!({ "game": "chess", "start": "k7/8/1R6/8/8/8/8/7K b - - 0 1", "without": "a8a7" });
    let lost = server.ask("/api/judge", &only);
    assert_eq!((&lost["points"], strings(&lost["best"]).len()), (&json!(0), 0));
}

#[test]
fn a_search_tells_its_lines_while_it_runs() {
    let server = Explorer::start();
    let poll = |id: &Value| server.get(&format!("/api/search?id={id}")).json();
    let until = |id: &Value, done: &dyn Fn(&Value) -> bool| {
        let start = std::time::Instant::now();
        loop {
            let answer = poll(id);
            if done(&answer) {
                return answer;
            }
            assert!(start.elapsed() < PATIENCE, "{answer}");
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    };
    let chess = server.ask("/api/search", &json!({ "game": "chess", "moves": ["e2e4"], "lines": 3 }));
    let deep = |answer: &Value| {
        answer["depth"].as_i64() > Some(3) && answer["lines"].as_array().map(Vec::len) == Some(3)
    };
    until(&chess["id"], &deep);
    // Another takes its place, and the first has ended.
    let shogi = server.ask("/api/search", &json!({ "game": "shogi", "lines": 1 }));
    assert_eq!(poll(&chess["id"])["is_running"], false);
    until(&shogi["id"], &|answer| answer["depth"].as_i64() > Some(3));
    let stopped = server.ask("/api/search/stop", &json!({ "id": shogi["id"] }));
    assert_eq!(stopped["is_running"], false);
    let mate = json!({ "game": "shogi", "start": "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "lines": 1 });
    let mate = server.ask("/api/search", &mate);
    let mate = until(&mate["id"], &|answer| answer["lines"][0]["moves"][0] == "G*5b");
    assert_eq!(
        (mate["lines"][0]["score"].as_i64(), mate["lines"][0]["points"].as_i64()),
        (Some(31_999), Some(1000))
    );
    let won = json!({ "game": "shogi", "start": "1K1S5/GGGSSL3/PPPPPP3/9/9/9/9/9/8k b 2R2BN 1", "lines": 2 });
    let won = server.ask("/api/search", &won);
    until(&won["id"], &|answer| answer["lines"][0]["moves"][0] == "win");
    let over = json!({ "game": "chess", "moves": ["f2f3", "e7e5", "g2g4", "d8h4"], "lines": 2 });
    let over = server.ask("/api/search", &over);
    until(&over["id"], &|answer| answer["is_running"] == false);
    assert!(
        server.refused("/api/search", &json!({ "game": "shogi", "lines": 9 })).contains("expected 1 to 8")
    );
    assert_eq!(server.get("/api/search?id=x").status, 400);
}

#[test]
fn nonsense_is_refused_with_a_sentence() {
    let server = Explorer::start();
    for (question, part) in [
        (json!({ "game": "go" }), "expected shogi or chess"),
        (json!({ "game": "shogi", "start": "hello" }), "SFEN"),
        (json!({ "game": "shogi", "moves": ["7g7e"] }), "move 1"),
        (json!({ "game": "chess", "moves": ["e2e4", "\u{202e}<script>"] }), "move 2"),
        (json!({ "game": "shogi", "view": "above" }), "expected black or white"),
        (json!({ "game": "shogi", "moves": 7 }), "the body"),
        (json!({ "moves": [] }), "missing field"),
        (json!({ "game": "chess", "start": "9/9/9/9/9/9/9/9 w - - 0 1" }), "FEN"),
    ] {
        for path in ["/api/position", "/api/table", "/api/verdicts"] {
            if question["view"] == "above" && path == "/api/verdicts" {
                continue;
            }
            let error = server.refused(path, &question);
            assert!(error.contains(part) && error.len() < 300, "{question}: {error}");
        }
    }
    let too_many = json!({ "game": "shogi", "moves": vec!["7g7f"; 10_001] });
    assert_eq!(server.refused("/api/position", &too_many), "more than 10000 moves");
    assert_eq!(server.post("/api/position", "{").status, 400);
    assert_eq!(server.post("/api/position", "").status, 400);
}

#[test]
fn the_page_and_its_answers_are_in_japanese() {
    let server = Explorer::speaking("ja");
    let page = server.get("/");
    assert!(page.body.contains("<html lang=\"ja\">") && page.body.contains("局面編集"), "{page:?}");
    assert!(page.body.contains("\"Chances\":\"期待勝率\""), "the messages of the scripts: {page:?}");
    // What scripts read is the same in every language.
    let position = server.ask("/api/position", &json!({ "game": "shogi" }));
    assert_eq!((&position["side"], &position["side_name"]), (&json!("black"), &json!("先手")));
    let chess = server.ask("/api/position", &json!({ "game": "chess" }));
    assert_eq!((&chess["side"], &chess["side_name"]), (&json!("white"), &json!("白")));
    let kit = server.get("/api/kit?game=shogi").json();
    let pieces = kit["pieces"].as_array().expect("pieces");
    let name =
        |letter: &str| pieces.iter().find(|piece| piece["letter"] == letter).map(|it| it["name"].clone());
    assert_eq!((name("+P"), name("r")), (Some(json!("先手のと金")), Some(json!("後手の飛"))));
    let question = json!({ "game": "shogi", "moves": ["7g7f", "3c3d", "8h2b+"] });
    let table = server.ask("/api/table", &question);
    for part in ["table", "line", "sums"] {
        let text = table[part].as_str().expect("markup");
        assert!(text.contains("手"), "{part}: {text}");
    }
    // Whatever is said is translated: no text of the parts has an English word.
    for part in ["table", "line", "sums"] {
        let markup = table[part].as_str().unwrap_or_default();
        for text in markup.split('<').filter_map(|piece| piece.split_once('>')).map(|(_, text)| text) {
            // In lines of moves the field's word for a null move stands.
            let words = text.split(|c: char| !c.is_ascii_lowercase()).filter(|word| *word != "pass");
            assert!(words.map(str::len).max().unwrap_or(0) < 4, "{part}: {text}");
        }
    }
    let refused = server.refused("/api/position", &json!({ "game": "go" }));
    assert_eq!(refused, "ゲーム 'go': shogi か chess を指定してください");
    let faulty = json!({ "game": "chess", "side": "white", "pieces": { "e1": "K" } });
    assert_eq!(server.ask("/api/setup", &faulty)["fault"], "FEN: 黒のキングがありません");
}

/// The facts of a lesson are those of the article's table.
#[test]
fn a_lesson_tells_the_table() {
    let server = Explorer::start();
    let lesson = server.get("/api/lesson?number=1").json();
    let titles = lesson["titles"].as_array().expect("titles").len();
    assert_eq!(
        (titles, &lesson["net"], lesson["tables"].as_array().map(Vec::len)),
        (4, &json!(-356), Some(5))
    );
    let first = &lesson["tables"][0];
    let row = &first["rows"][0];
    assert_eq!(
        (&first["chosen"], &row["move"], &row["weight"]),
        (&json!("6d4d"), &json!("6d4d"), &json!(1160))
    );
    let amounts: Vec<i64> =
        row["reasons"].as_array().expect("reasons").iter().filter_map(|it| it["amount"].as_i64()).collect();
    assert_eq!((amounts.iter().sum::<i64>(), amounts.len()), (1720, 3));
    assert_eq!((&first["ties"][0]["piece"], &first["ties"][0]["object"]), (&json!("6g"), &json!("6f")));
    // Each own lesson has what it is about: a tie that costs the recapture, a fork by a drop, a desperado.
    let of = |number: usize| server.get(&format!("/api/lesson?number={number}")).json();
    let (tie, fork, chess) = (of(2), of(3), of(4));
    assert!(tie["tables"][0]["ties"].as_array().expect("ties").len() == 2 && tie["net"] == 510, "{tie}");
    let row = &fork["tables"][0]["rows"][0];
    assert!(row["move"] == "N*5e" && row["kind"] == "fork" && fork["net"] == 160, "{fork}");
    assert!(
        chess["game"] == "chess" && chess["tables"][0]["rows"][0]["reasons"][1]["relation"] == "R2",
        "{chess}"
    );
    for bad in ["0", "5", "x", ""] {
        assert_eq!(server.get(&format!("/api/lesson?number={bad}")).status, 400, "{bad}");
    }
}
