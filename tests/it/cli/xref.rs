//! `xref` as text: board, table, choice, line and net.

use super::{EXAMPLE_1, EXAMPLE_2, good, words};

/// Whether these pieces stand in a text in this order.
#[track_caller]
fn in_order(text: &str, pieces: &[&str]) {
    let mut rest = text;
    for piece in pieces {
        let Some(at) = rest.find(piece) else { panic!("{piece:?} is missing, or not in its place:\n{text}") };
        rest = &rest[at + piece.len()..];
    }
}

#[test]
fn the_examples_of_the_article() {
    let greedy_1 = good(&["xref", EXAMPLE_1, "--values", "article"]);
    in_order(
        &greedy_1,
        &[
            "white holds nothing\n",
            "\n  .  .  .  n  .  .  r  .  .  e\n",
            "black holds nothing\nwhite to move\n",
            &format!("sfen {EXAMPLE_1}\n\n"),
            "Iteration 1: white to move\n",
            "BDRI+SRDX Move ",
            "   214    214      0    214 capture and promotion\n",
            "the piece on 4g is tied to 3g (790)\n",
            "Chosen: 6e5g+\n\nIteration 2: black to move\n",
            "--------x p*7e ",
            "\nLine: 6e5g+ ",
            "\nNet: 304 (article values)\n",
            "Assessed: ",
            " of 255",
        ],
    );
    // The article's values imply its greedy choice; a width that is named counts.
    assert_eq!(good(&["xref", EXAMPLE_1, "--values", "Article", "--width", "1"]), greedy_1);
    in_order(
        &good(&["xref", EXAMPLE_2, "--values=article", "--width=5"]),
        &["Iteration 1: ", "\nNet: -356 "],
    );
    let printed = good(&[&["xref", "--values", "article-print"], &words(EXAMPLE_2)[..]].concat());
    in_order(&printed, &["   152    152      0    892 capture", "\nNet: -408 (article-print values)\n"]);
}

#[test]
fn quiet_positions_checks_and_mates() {
    for (arguments, pieces) in [
        (
            "startpos",
            &[
                "\n  l  n  s  g  k  g  s  n  l  a\n",
                "black to move\nsfen lnsgkgsnl/",
                " b - 1\n\nThe search's table: black to move\nnothing tactical\nChosen: pass\n\n",
                "Line: pass\nNet: 0 (default values)\nValue: 0 (",
                "If the largest threat is parried: 0\nConfidence 255 of 255\n\nNot counted: ",
                "nothing more\nIts line: pass pass; net 0\nAt the horizon, by its own values: +0, ",
            ][..],
        ),
        (
            "--game chess startpos moves e2e4 d7d5",
            &[
                "  a  b  c  d  e  f  g  h\n",
                "white to move\nfen ",
                "P e4 x p d5 ",
                "Chosen: e4d5\n",
                "Line: e4d5 +100",
            ],
        ),
        (
            // Two checks at once: only the king moves.
            "4k4/9/9/9/9/9/5n3/4r4/4K4 b - 1",
            &["Iteration 1: black to move\n", "K 5i x r 5h ", "evasion", "the side to move is in check"],
        ),
        (
            "8k/8G/7G1/9/9/9/9/9/4K4 w - 1",
            &[
                "Chosen: pass\n\nLine: \nNet: 0 ",
                " of 255 (the side to move is in check, a mate is",
                "near)\n",
            ],
        ),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", &["to move\n", "Chosen: pass\n", "Line: pass"]),
    ] {
        in_order(&good(&[&["xref"], &words(arguments)[..]].concat()), pieces);
    }
}

/// A piece that moves twice moves on from where its first move led.
#[test]
fn what_follows_a_capture_begins_where_that_ended() {
    let out = good(&["xref", "r3k3/ppp2ppp/8/3N4/8/8/PPP2PPP/4K3 w q - 0 1"]);
    let rows = [
        "N c7 x r a8 white    500    500      0    500 capture after d5c7",
        "d5c7 +100, parry c7e8, c7a8 +500",
    ];
    in_order(&out, &rows);
}

#[test]
fn every_width() {
    for width in ["1", "2", "5", "48"] {
        let out = good(&["xref", EXAMPLE_2, "--width", width]);
        in_order(&out, &["The search's table: white to move\n", "Chosen: ", "Line: ", "Net: ", "Value: "]);
        let out = good(&["xref", EXAMPLE_2, "--look", "wide", "--width", width]);
        in_order(&out, &["Iteration 1: white to move\n", "Chosen: ", "Line: ", "Net: ", "Assessed: "]);
    }
    // The usual values imply the search's width.
    assert_eq!(good(&["xref", EXAMPLE_2, "--width", "3"]), good(&["xref", EXAMPLE_2, "--values", "default"]));
    let wide = good(&["xref", EXAMPLE_2, "--look", "wide", "--width", "5"]);
    assert_eq!(wide, good(&["xref", EXAMPLE_2, "--look", "Wide"]));
}

/// In Japanese, and where a notation is asked for, moves and squares are written as people do; JSON stays as it is.
#[test]
fn moves_are_written_as_readers_do() {
    let of = |more: &str| good(&[&["xref", EXAMPLE_2, "--values", "article"], &words(more)[..]].concat());
    in_order(
        &of("--lang ja"),
        &[
            "--r--s--x △４四飛 ",
            " 受け ▲５三銀成\n",
            "▲６四香 が △４四飛 に 960 を与える",
            "６七 の駒は ６六 を守っていて動けない(240)\n",
            "選んだ手: △４四飛\n",
            "--r--s--x ▲同　桂 ",
            "\n予想手順: △４四飛 ▲同　桂 △８七角成 ",
        ],
    );
    in_order(
        &of("--notation western"),
        &[
            "--r--s--x Rx4d ",
            "Lx6d gives 960 to Rx4d: ",
            "Chosen: Rx4d\n",
            "\nLine: Rx4d Nx4d Bx8g+ pass pass\n",
        ],
    );
    let chess = ["xref", "--game", "chess", "startpos", "moves", "e2e4", "d7d5", "--notation", "san"];
    in_order(&good(&chess), &["exd5 ", "Chosen: exd5\n", "Line: exd5 +100"]);
    assert_eq!(of("--lang ja --json"), of("--json"));
    assert_eq!(of("--notation usi"), of(""));
}

/// Nothing but the position's text is wider than a terminal, and the legend stands
/// once, or under every table.
#[test]
fn text_fits_a_terminal_and_explains_its_letters() {
    const LAST_RULE: &str = "\nR13 ";
    for (position, look) in
        [(EXAMPLE_1, "search"), (EXAMPLE_2, "search"), (EXAMPLE_2, "wide"), (EXAMPLE_2, "article")]
    {
        let out = good(&["xref", position, "--look", look]);
        let wide = out.lines().find(|line| line.chars().count() > 80 && !line.starts_with("sfen "));
        assert_eq!(wide, None, "{out}");
        assert_eq!(out.matches(LAST_RULE).count(), 1, "{out}");
        let tables = out.matches("Chosen: ").count();
        assert_eq!(good(&["xref", position, "--look", look, "--legend"]).matches(LAST_RULE).count(), tables);
    }
    assert_eq!(
        good(&["xref", EXAMPLE_2, "--look", "article"]),
        good(&["xref", EXAMPLE_2, "--values", "article"])
    );
}
