//! Which language the program speaks, and where it never does.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// What a run gave.
#[derive(Debug)]
struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

const JAPANESE: &[(&str, &str)] = &[("LANG", "ja_JP.UTF-8")];

/// Runs the program with these variables of the locale and no others.
fn run(arguments: &str, locale: &[(&str, &str)], input: &str) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_somatic"));
    command.args(arguments.split_ascii_whitespace()).env_remove("SOMATIC_LOG");
    for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
        command.env_remove(name);
    }
    command.envs(locale.iter().copied());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    child.stdin.take().expect("its input").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

#[test]
fn the_locale_decides_and_the_option_wins() {
    const BAD: &str = "xref 9/9/9/9/9/9/9/9/9 b - 1";
    const ENGLISH: &str = "somatic: position: SFEN: no king on the board\n";
    const OWN: &str = "somatic: 局面: SFEN: 盤上に玉がありません\n";
    let other: &[(&str, &str)] = &[("LC_ALL", "C"), ("LANG", "ja_JP.UTF-8")];
    let messages: &[(&str, &str)] = &[("LC_MESSAGES", "C"), ("LANG", "ja_JP.UTF-8")];
    let empty: &[(&str, &str)] = &[("LC_ALL", ""), ("LC_MESSAGES", ""), ("LANG", "ja")];
    let all: &[(&str, &str)] = &[("LC_ALL", "ja_JP.eucJP"), ("LC_MESSAGES", "C"), ("LANG", "C")];
    for (arguments, locale, expected) in [
        (BAD.to_owned(), &[] as &[(&str, &str)], ENGLISH),
        (BAD.to_owned(), JAPANESE, OWN),
        (BAD.to_owned(), other, ENGLISH),
        (BAD.to_owned(), messages, ENGLISH),
        (BAD.to_owned(), empty, OWN),
        (BAD.to_owned(), all, OWN),
        (format!("--lang ja {BAD}"), &[], OWN),
        (format!("{BAD} --lang=ja"), &[], OWN),
        (format!("--lang en {BAD}"), JAPANESE, ENGLISH),
        (format!("--lang auto {BAD}"), JAPANESE, OWN),
    ] {
        let run = run(&arguments, locale, "");
        assert_eq!(
            (run.code, run.err.as_str(), run.out.as_str()),
            (Some(2), expected, ""),
            "{arguments} {locale:?}"
        );
    }
}

#[test]
fn an_unknown_language_is_refused_in_one_line() {
    for (locale, expected) in
        [(&[] as &[(&str, &str)], "expected en, ja or auto"), (JAPANESE, "en、ja、auto")]
    {
        let run = run("--lang xx perft 1", locale, "");
        assert_eq!((run.code, run.out.as_str(), run.err.lines().count()), (Some(2), "", 1), "{run:?}");
        assert!(run.err.starts_with("somatic: ") && run.err.contains(expected), "{run:?}");
    }
}

#[test]
fn help_is_in_japanese() {
    let help = run("--help", JAPANESE, "");
    assert!(help.code == Some(0) && help.out.contains("使い方: somatic"), "{help:?}");
    assert!(help.out.contains("メッセージの言語"), "{help:?}");
    let english = run("--help", &[], "");
    assert!(english.out.is_ascii() && english.out.contains("Usage: somatic"), "{english:?}");
}

/// English words in a row; names of commands, options and files are no more than two.
fn english_words_in_a_row(line: &str) -> usize {
    let is_word = |word: &str| word.len() > 1 && word.bytes().all(|b| b.is_ascii_lowercase());
    line.split_whitespace()
        .scan(0, |run, word| {
            *run = if is_word(word) { *run + 1 } else { 0 };
            Some(*run)
        })
        .max()
        .unwrap_or(0)
}

#[test]
fn the_help_of_every_command_is_in_japanese() {
    let english = run("--help", &[], "").out;
    let names = english.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = names.take_while(|line| !line.is_empty()).filter_map(|line| {
        let is_name = line.starts_with("  ") && !line.starts_with("   ");
        line.split_whitespace().next().filter(|_| is_name)
    });
    let mut all: Vec<String> = names.map(str::to_owned).collect();
    assert!(all.len() > 20, "{all:?}");
    all.extend(["book make", "book merge", "book show"].map(str::to_owned));
    for name in all.iter().filter(|name| *name != "help") {
        let help = run(&format!("{name} --help"), JAPANESE, "");
        for line in help.out.lines() {
            let is_usage = line.starts_with("使い方");
            assert!(is_usage || english_words_in_a_row(line) < 3, "{name}: {line}");
        }
    }
}

#[test]
fn what_programs_read_is_the_same_in_every_locale() {
    for arguments in [
        "xref --json startpos moves 7g7f 3c3d 8h2b+",
        "xref startpos moves 7g7f 3c3d 8h2b+",
        "eval startpos",
        "perft 2 --divide",
        "census --json --from-ply 100 sfen/shogi/games.csa",
        "mate --no-times 4k4/9/4P4/9/9/9/9/9/9 b GS 1",
        "book --help",
    ] {
        let (own, other) = (run(arguments, JAPANESE, ""), run(arguments, &[], ""));
        assert_eq!(own.code, other.code, "{arguments}: {own:?}");
        if !arguments.ends_with("--help") {
            assert_eq!((own.out, own.err), (other.out, other.err), "{arguments}");
        }
    }
    let json = "xref --json startpos moves 7g7f 3c3d 8h2b+";
    assert_eq!(run(&format!("--lang ja {json}"), &[], "").out, run(json, &[], "").out);
}

#[test]
fn tables_and_legends_are_in_japanese_when_it_is_asked_for() {
    for arguments in [
        "xref startpos moves 7g7f 3c3d 8h2b+",
        "xref --look article --legend startpos moves 7g7f 3c3d 8h2b+",
        "mate --no-times --nodes 1000 4k4/9/4P4/9/9/9/9/9/9 b GS 1",
        "match --games 2 --nodes 1 --no-times",
        "census --from-ply 100 sfen/shogi/games.csa",
    ] {
        let run = run(&format!("--lang ja {arguments}"), &[], "");
        assert!(run.code == Some(0) && !run.out.is_ascii(), "{arguments}: {run:?}");
        for line in run.out.lines().filter(|line| !line.starts_with("sfen ")) {
            assert!(english_words_in_a_row(line) < 3, "{arguments}: {line}");
        }
    }
}

/// What a GUI sends, good and bad.
const DIALOGUE: &str = "usi\nsetoption name Threads value many\nposition sfen 9/9/9/9/9/9/9/9/9 b - 1\n\
    position startpos moves 7g7e\nsetoption name BookFile value /nowhere\nsetoption name EvalFile value /nowhere\n\
    isready\ngo depth 1\nquit\n";

#[test]
fn the_dialogue_is_ascii_unless_japanese_is_asked_for() {
    let by_locale = run("", JAPANESE, DIALOGUE);
    assert!(by_locale.out.is_ascii() && by_locale.out.contains("usiok"), "{by_locale:?}");
    assert_eq!(by_locale.err, "");
    for arguments in ["--lang ja", "--lang ja usi"] {
        let asked = run(arguments, &[], DIALOGUE);
        let messages = || asked.out.lines().filter_map(|line| line.strip_prefix("info string "));
        assert!(messages().count() > 4, "{asked:?}");
        for message in messages() {
            assert!(!message.is_ascii(), "not in Japanese: {message}");
        }
        let others = |line: &&str| !line.starts_with("info string ");
        assert!(asked.out.lines().filter(others).all(|line| line.is_ascii()), "{asked:?}");
    }
}

#[test]
fn pages_are_in_japanese_and_hold_the_same() {
    let folder = std::env::temp_dir().join(format!("somatic-lang-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("page.html");
    let page = |language: &str, command: &str| {
        let made =
            run(&format!("--lang {language} {command} --html {} --overwrite", path.display()), &[], "");
        assert_eq!(made.code, Some(0), "{made:?}");
        std::fs::read_to_string(&path).expect("a page")
    };
    for command in [
        "xref startpos moves 7g7f 3c3d 8h2b+",
        "compare --depth 1 --hash 1 --shard 1/40 sfen/shogi/tactics.sfen",
    ] {
        let (own, english) = (page("ja", command), page("en", command));
        // The words of the scripts, which an English page does without.
        let (before, after) = own.split_once("<script id=\"words\"").expect("words");
        let own = [before, after.split_once("</script>").expect("their end").1].concat();
        assert!(own.contains("<html lang=\"ja\">") && english.contains("<html lang=\"en\">"), "{command}");
        assert!(own.contains("<th scope=\"col\">") && own.contains("手"), "{command}");
        // Tags and numbers are the same; only words differ.
        let tags = |page: &str| {
            page.split('<').map(|part| part.split([' ', '>']).next().unwrap_or("").len()).sum::<usize>()
        };
        assert_eq!(tags(&own), tags(&english), "{command}");
    }
    std::fs::remove_dir_all(&folder).expect("it is removed");
}
