//! What is printed for people fits a terminal of 80 columns.

use somatic::lab::compare::{CompareSettings, CompareTotals};
use somatic::lab::contender::Contender;
use somatic::lab::searcher::Budget;
use somatic::lab::suite::{SuiteSettings, SuiteTotals};
use somatic::report::{Columns, TextTable, compare, fit, suite};
use somatic::search::Params;
use somatic::search::horizon::Tactics;

use crate::cli::good;

const WIDTH: usize = 80;

#[track_caller]
fn check(text: &str) {
    let before: Vec<&str> = text.split_whitespace().collect();
    let fitted = fit(text, Some(WIDTH));
    for line in fitted.lines() {
        assert!(line.chars().count() <= WIDTH, "{line}");
    }
    assert_eq!(fitted.split_whitespace().collect::<Vec<_>>(), before, "no word is lost or cut");
}

#[test]
fn nothing_is_wider_than_the_terminal() {
    let contenders: Vec<Contender> = Tactics::COMPARED.iter().copied().map(Contender::Strategy).collect();
    let limit = Budget::Depth(3);
    check(
        &suite::notes(&SuiteTotals::new(SuiteSettings {
            contenders: contenders.clone(),
            limit,
            params: Params::default(),
            set: Vec::new(),
            hash: 1,
            times: true,
        }))
        .concat(),
    );
    check(
        &compare::notes(&CompareTotals::new(
            CompareSettings {
                contenders,
                judged: 0,
                limit,
                reference_tactics: Tactics::Quiescence,
                reference_limit: limit,
                hash: 1,
                times: true,
            },
            1,
        ))
        .concat(),
    );
    let names: Vec<String> = (1..100).map(|n| format!("game {n} ply {}", 7 * n)).collect();
    check(&format!("chess, not solved by soma: {}\n", names.join(", ")));

    let none = Columns::of("A table with a title that is longer than a line ".repeat(3), [0]);
    let columns = (1..30).fold(none, |columns, n| columns.number(&format!("column {n}"), |_| n));
    let text = columns.table().text(Some(WIDTH));
    assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
    for n in 1..30 {
        assert!(text.contains(&format!("column {n}")), "{n}: {text}");
    }
}

/// In a file, too, the lines of the help are not endless.
#[test]
fn the_help_can_be_read() {
    for command in
        ["", "xref", "match", "compare", "suite", "mate", "census", "sample", "label", "accuracy", "openings"]
    {
        let words: Vec<&str> = command.split_whitespace().chain(["--help"]).collect();
        let help = good(&words);
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{command}: {help}");
    }
}

/// Who starts the program by hand learns what it waits for; a GUI does not.
#[cfg(target_os = "linux")]
#[test]
fn a_person_is_told_what_the_bare_program_waits_for() {
    use std::process::{Command, Stdio};

    let program = env!("CARGO_BIN_EXE_somatic");
    let run = |command: &mut Command| {
        let output = command.stdin(Stdio::null()).output().expect("it starts");
        String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
    };
    // `script` gives it a terminal, and shows there what is said in it.
    let script = format!("printf 'quit\\n' | script -qec '{program}' /dev/null");
    let said = run(crate::common::command("sh").args(["-c", &script]));
    let hints: Vec<&str> = said.lines().filter(|line| line.starts_with("somatic: ")).collect();
    assert!(hints.len() == 1 && hints[0].contains("waiting for usi (shogi) or uci (chess)"), "{said}");
    assert!(hints[0].chars().count() <= WIDTH, "{said}");
    assert_eq!(run(&mut crate::common::command(program)), "", "no terminal, no hint");
}

/// Colors on a terminal alone, and there not with `NO_COLOR`; nothing is wider than it.
#[cfg(target_os = "linux")]
#[test]
fn xref_has_colors_on_a_terminal() {
    let program = env!("CARGO_BIN_EXE_somatic");
    let position = "4gg1nl/2s4k1/p4b1pp/3r1S3/9/3L2N2/PP1PPPPPP/4G1GK1/L5SNL w - 1";
    let of_width = |columns: usize, before: &str, arguments: &str| {
        // Without both numbers the terminal has no size.
        let size = format!("stty cols {columns} rows 40");
        let script = format!("{size}; {before}'{program}' xref '{position}' {arguments}");
        let mut command = crate::common::command("script");
        command.args(["-qec", &script, "/dev/null"]).env("TERM", "xterm").env_remove("NO_COLOR");
        let output = command.stdin(std::process::Stdio::null()).output().expect("a terminal");
        String::from_utf8(output.stdout).expect("text").replace('\r', "")
    };
    let in_terminal = |before: &str, arguments: &str| of_width(WIDTH, before, arguments);
    let painted = in_terminal("", "");
    assert!(painted.contains("\u{1b}[1mNet: ") && painted.contains("\u{1b}[36m"), "{painted}");
    let plain = in_terminal("NO_COLOR=1 ", "");
    assert!(plain.contains("\nNet: ") && !plain.contains('\u{1b}'), "{plain}");
    // Colors change no letter.
    let mut parts = painted.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    let rest = parts.map(|part| part.split_once('m').expect("an end of a color").1);
    assert_eq!(rest.fold(first, |text, part| text + part), plain);
    let is_bold = |line: &&str| line.starts_with("\u{1b}[1m");
    let rows: Vec<&str> =
        painted.lines().filter(|line| line.contains("[36m") || line.contains("[33m")).collect();
    assert!(painted.lines().filter(is_bold).count() > 3 && !rows.is_empty(), "{painted}");
    assert!(rows.iter().all(|row| row[5..].starts_with(|c| "bdri+sx-".contains(c))), "{rows:?}");
    assert!(in_terminal("NO_COLOR= ", "").contains('\u{1b}'), "set to nothing it is not set");
    assert!(!in_terminal("", "--json").contains('\u{1b}'));
    assert!(!good(&["xref", position]).contains('\u{1b}'));
    let narrow = of_width(50, "NO_COLOR=1 ", "--board kanji");
    // A word, such as the position's, is not cut.
    let too_wide = narrow.lines().filter(|line| line.chars().count() > 50);
    assert!(too_wide.clone().all(|line| !line.trim().contains(' ')), "{:?}", too_wide.collect::<Vec<_>>());
    assert!(narrow.contains("\u{98db}"), "{narrow}");
}

/// What is said while a bar stands there begins on an empty line.
#[cfg(target_os = "linux")]
#[test]
fn a_bar_is_taken_away_before_an_answer() {
    let program = env!("CARGO_BIN_EXE_somatic");
    let script = format!("stty cols {WIDTH} rows 40; '{program}' mate '4k4/9/4P4/9/9/9/9/9/9 b GS 1'");
    let mut command = crate::common::command("script");
    command.args(["-qec", &script, "/dev/null"]).env("TERM", "xterm");
    let output = command.stdin(std::process::Stdio::null()).output().expect("a terminal");
    let said = String::from_utf8(output.stdout).expect("text");
    let (before, _) = said.split_once("mate in 1").expect("an answer");
    assert!(!before.contains("left") || before.ends_with("\u{1b}[2K"), "{said:?}");
}

/// The sentences of a review go on below where the terminal ends, in both languages.
#[cfg(target_os = "linux")]
#[test]
fn a_review_fits_the_terminal() {
    let program = env!("CARGO_BIN_EXE_somatic");
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/sfen/shogi/games.usi");
    for language in ["en", "ja"] {
        let script = format!(
            "stty cols {WIDTH} rows 40; \
             '{program}' --lang {language} review --nodes 500 --game 2 '{games}' 2> /dev/null"
        );
        let mut command = crate::common::command("script");
        command.args(["-qec", &script, "/dev/null"]).env("TERM", "xterm");
        let output = command.stdin(std::process::Stdio::null()).output().expect("a terminal");
        let said = String::from_utf8(output.stdout).expect("text").replace('\r', "");
        let mut rows = said.lines().map(unicode_width::UnicodeWidthStr::width);
        assert!(rows.clone().count() > 20 && rows.all(|columns| columns <= WIDTH), "{said}");
    }
}

#[test]
fn no_line_is_wider_and_no_word_cut() {
    let text = "one two three four five six seven\nshort\n";
    assert_eq!(fit(text, None), text);
    for (text, width, expected) in [
        (text, 12, "one two\n  three four\n  five six\n  seven\nshort\n"),
        ("abcdefghij klm", 5, "abcdefghij\n  klm"),
        ("      --x <N>  a word and more", 25, "      --x <N>  a word and\n            more"),
        ("key           value value value", 20, "key           value\n          value\n          value"),
        // Japanese is broken between letters, which count twice; a mark between two words begins no line.
        ("局面を、USIで", 8, "局面を、\n  USIで"),
        ("金銀・桂", 4, "金\n  銀・\n  桂"),
        ("将棋 将棋", 8, "将棋\n  将棋"),
    ] {
        assert_eq!(fit(text, Some(width)), expected);
    }
}

fn table<const N: usize>(title: &str, names: [&str; N], rows: &[[&str; N]]) -> TextTable {
    let columns = (0..N).fold(Columns::of(title, rows), |columns, at| {
        let cell = |row: &&[&str; N]| row[at].to_owned();
        if at == 0 { columns.words(names[at], cell) } else { columns.number(names[at], cell) }
    });
    columns.table()
}

#[test]
fn columns_are_aligned_and_text_is_escaped() {
    let found = table("a < b", ["name", "n"], &[["x", "100"], ["<i>", "7"]]);
    assert_eq!(found.text(None), "a < b\n\nname    n\nx     100\n<i>     7\n");
    assert_eq!(found.text(Some(9)), found.text(None));
    assert_eq!(found.markdown(), "a < b\n\n| name |   n |\n|---|---:|\n| x    | 100 |\n| <i>  |   7 |\n");
    let html = found.html().into_string();
    assert!(html.contains("<td><bdi>&lt;i&gt;</bdi></td><td class=\"n\">7</td>"), "{html}");
    assert!(html.contains("<h2>a &lt; b</h2>"), "{html}");
}

#[test]
fn wide_letters_are_aligned() {
    let own = table("t", ["名前", "n"], &[["将", "100"]]);
    assert_eq!(own.text(None), "t\n\n名前    n\n将    100\n");
}

#[test]
fn a_wide_table_is_divided() {
    let names = ["strategy", "nodes", "ratio", "below"];
    let found = table("a title of some length", names, &[["soma", "1", "2", "\u{1b}"]]);
    let expected = "a title of some\n  length\n\nstrategy  nodes\nsoma          1\n\nstrategy  ratio\n\
                    soma          2\n\nstrategy   below\nsoma      \\u{1b}\n";
    assert_eq!(found.text(Some(16)), expected);
    // Rows of which nothing is left are not told again.
    let found = table("", ["name", "first", "second"], &[["a", "1", ""], ["b", "2", "3"]]);
    let expected = "name  first\na         1\nb         2\n\nname  second\nb          3\n";
    assert_eq!(found.text(Some(12)), expected);
}
