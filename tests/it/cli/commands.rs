//! `perft`, `eval`, `bench`, help, and the engine itself.

use std::ops::ControlFlow;

use somatic::protocol::bench;
use somatic::search::SearchConfig;
use somatic::search::horizon::Tactics;
use somatic::{chess, shogi};

use super::{good, last_line, run_with, words};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn perft_prints_the_bare_count() {
    for (arguments, count) in [
        ("perft 0", "1"),
        ("perft 1", "30"),
        ("perft 3", "25470"),
        ("perft 3 --game chess", "8902"),
        ("perft 1 8k/8G/7G1/9/9/9/9/9/4K4 w - 1", "0"),
        ("perft 3 7k/5Q2/6K1/8/8/8/8/8 b", "0"),
        ("perft 1 R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p", "593"),
        ("perft 1 R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w", "218"),
        (&format!("perft 3 {KIWIPETE}"), "97862"),
        (&format!("perft 2 fen {KIWIPETE} moves"), "2039"),
    ] {
        assert_eq!(good(&words(arguments)), format!("{count}\n"), "{arguments}");
    }
}

/// `MOVE N` lines, one for each legal move, whose sum is the last line.
#[test]
fn perft_divides() {
    for (position, depth, first) in
        [("startpos", 3, "7g7f"), ("startpos --game chess", 3, "e2e4"), (KIWIPETE, 2, "e1g1")]
    {
        let position = words(position);
        let count = |depth: u32, more: &[&str]| -> String {
            good(&[&["perft", &depth.to_string()], &position[..], more].concat())
        };
        let out = count(depth, &["--divide"]);
        let (sum, lines) = out
            .lines()
            .collect::<Vec<_>>()
            .split_last()
            .map(|(last, rest)| (*last, rest.to_vec()))
            .expect("a sum");
        let parts: Vec<(&str, u64)> = lines
            .iter()
            .map(|line| line.split_once(' ').and_then(|(m, n)| Some((m, n.parse().ok()?))).expect("MOVE N"))
            .collect();
        assert_eq!(parts.iter().map(|part| part.1).sum::<u64>().to_string(), sum);
        assert_eq!(count(depth, &[]), format!("{sum}\n"));
        assert_eq!(count(1, &[]), format!("{}\n", parts.len()));
        let below = count(depth - 1, &["moves", first]);
        assert!(parts.iter().any(|(m, n)| *m == first && below == format!("{n}\n")), "{first}: {below}");
    }
    assert_eq!(good(&["perft", "--divide", "0"]), "1\n");
    assert_eq!(good(&words("perft 2 --divide 7k/5Q2/6K1/8/8/8/8/8 b")), "0\n");
}

/// Board, position, one line a term, and their sum for the side to move.
#[test]
fn eval_adds_up() {
    for (position, side) in [
        ("startpos", 1),
        ("startpos moves 7g7f", -1),
        (super::EXAMPLE_2, -1),
        ("startpos --game chess", -1),
        ("9/9/9/9/4k4/9/9/9/9 w - 1", -1),
        (KIWIPETE, -1),
    ] {
        let out = good(&[&["eval"], &words(position)[..]].concat());
        let terms = out.split_once("\n\n").expect("terms after an empty line").1;
        assert_eq!(words(terms.lines().next().expect("a head")).last(), Some(&"both"));
        let mut sum = 0;
        let mut formula = None;
        for line in terms.lines().skip(1).take_while(|line| !line.is_empty()) {
            if let Some(text) = line.strip_prefix("formula ") {
                formula = text.split(' ').next().and_then(|n| n.parse::<i32>().ok());
                let name = if side > 0 { "black" } else { "white" };
                assert!(text.ends_with(&format!(" for {name}, the side to move")), "{line}");
                continue;
            }
            let numbers: Vec<i32> = line.split_whitespace().rev().take(3).flat_map(str::parse).collect();
            let [both, white, black] = numbers[..] else { panic!("{line}") };
            assert_eq!(both, black - white, "{line}");
            sum += both;
        }
        assert_eq!(formula, Some(side * sum), "{position}");
        let value: i32 = words(last_line(&out))[1].parse().expect("a value");
        let both = |part: &str| {
            let line = terms.lines().find(|line| line.starts_with(part))?;
            words(line).last()?.parse::<i32>().ok()
        };
        // A net is the sum of its parts.
        if last_line(terms.split("\nevaluation ").next().expect("terms")) == "evaluation: formula" {
            assert_eq!((both("linear"), formula), (None, Some(value)), "{out}");
        } else {
            let net = both("linear").zip(both("neurons")).map(|(a, b)| a + b).expect("parts");
            // Some nets stand beside the formula.
            assert!(value == net || Some(value) == formula.map(|formula| formula + net), "{out}");
        }
    }
}

/// A line a position, then the sum, which is the same every time.
#[test]
fn bench_repeats_itself() {
    /// The nodes; the speed is a number and no more.
    #[track_caller]
    fn nodes(arguments: &[&str]) -> u64 {
        let out = good(&[&["bench"], arguments].concat());
        let [count, "nodes", speed, "nps"] = words(last_line(&out))[..] else { panic!("{out}") };
        assert!(speed.parse::<u64>().is_ok(), "{out}");
        let each = out.lines().rev().skip(1).map(|line| line.split_whitespace().next());
        let sum: u64 = each.map(|n| n.and_then(|n| n.parse::<u64>().ok()).expect("nodes, position")).sum();
        assert_eq!(count.parse(), Ok(sum), "{out}");
        sum
    }

    for game in ["shogi", "chess"] {
        let counts =
            Tactics::ALL.map(|tactics| nodes(&["--tactics", tactics.name(), "--depth", "3", "--game", game]));
        assert!(counts.iter().all(|&count| count > 100), "{game}: {counts:?}");
        let again = nodes(&["--game", game, "--depth=3"]);
        let default = Tactics::ALL.iter().position(|&kind| kind == Tactics::DEFAULT);
        assert_eq!(Some(&again), default.and_then(|at| counts.get(at)), "{game}: the default");
    }
    assert_eq!(nodes(&["--depth", "2"]), nodes(&["--depth", "2", "--game", "shogi"]));
}

/// Who no longer listens need not be told about the rest.
#[test]
fn bench_can_be_broken_off() {
    let (mut shogi, mut chess) = (0, 0);
    bench::run::<shogi::Position>(&SearchConfig::new(Tactics::StandPat), 1, &mut |_| {
        shogi += 1;
        ControlFlow::Break(())
    });
    bench::run::<chess::Position>(&SearchConfig::new(Tactics::StandPat), 1, &mut |_| {
        chess += 1;
        if chess < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!((shogi, chess), (1, 3));
}

#[test]
fn help_and_version() {
    // A commit stands behind it in programs that are not built for tests.
    assert_eq!(good(&["--version"]), concat!("somatic ", env!("CARGO_PKG_VERSION"), "\n"));
    let name = concat!("id name Somatic ", env!("CARGO_PKG_VERSION"), "\n");
    assert!(run_with(&["uci"], b"uci\nquit\n").out.starts_with(name));
    for arguments in ["--help", "-h", "help"] {
        let out = good(&words(arguments));
        for command in ["usi", "uci", "xref", "eval", "perft", "bench"] {
            assert!(out.lines().any(|line| line.starts_with(&format!("  {command} "))), "{command}: {out}");
        }
    }
    for (command, option) in [
        ("xref", "--json"),
        ("eval", "--game"),
        ("perft", "--divide"),
        ("bench", "--tactics"),
        ("usi", "--help"),
    ] {
        for arguments in [[command, "--help"], [command, "-h"], ["help", command]] {
            let out = good(&arguments);
            assert!(out.contains(option), "{arguments:?}: {out}");
        }
    }
}

/// Every command with its options, and no line that `man` would take for a request.
#[test]
fn the_manual_and_completions_name_everything() {
    let page = good(&["man"]);
    assert!(page.contains(".TH SOMATIC 1"), "{page}");
    for part in
        [".SH \"SOMATIC XREF\"", ".SH \"SOMATIC BOOK MAKE\"", "\\-\\-reference\\-tactics", ".SS SYNOPSIS"]
    {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(page.lines().all(|line| line.is_ascii()), "{page}");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = good(&["completions", shell]);
        assert!(script.contains("selfplay") && script.contains("no-times"), "{shell}: {script}");
    }
    let run = run_with(&["completions", "rubbish"], b"");
    assert!(run.code == Some(2) && run.err.contains("invalid value 'rubbish'"), "{run:?}");
}

/// Without a command, and with `usi` and `uci`, it is an engine.
#[test]
fn no_command_is_the_engine() {
    for (arguments, input, first, contains) in [
        (&[][..], "usi\nquit\n", "id name Somatic ", "\nusiok\n"),
        (&[], "usi\r\nisready\r\nquit\r\n", "id name Somatic ", "\nusiok\nreadyok\n"),
        (&[], "uci\r\nquit\r\n", "id name Somatic ", "\nuciok\n"),
        (&[], "isready\nquit\n", "readyok\n", "readyok\n"),
        (&["usi"], "position startpos\td\nposition startpos\nd\nquit\n", "info string", "\nsfen lnsgkgsnl/"),
        (
            &["usi"],
            "position sfen 4k4/9/9/9/9/9/9/9/4K4 b P\r\nd\r\nquit\r\n",
            "white holds nothing\n",
            "b P 1\n",
        ),
        (&["uci"], "position startpos moves e2e4\nd\n", "  a  b", "\nfen rnbqkbnr/pppppppp/8/8/4P3/"),
        (&["uci"], "isready\nusi\nquit\nisready\n", "readyok\n", "readyok\n"),
    ] {
        let run = run_with(arguments, input.as_bytes());
        assert!(run.code == Some(0) && run.err.is_empty(), "{arguments:?}, {input:?}: {run:?}");
        assert!(
            run.out.starts_with(first) && run.out.contains(contains),
            "{arguments:?}, {input:?}: {run:?}"
        );
    }
    assert_eq!(run_with::<&str>(&[], b"").out, "");
}

/// However many are made at once, and others with another seed.
#[test]
fn openings_depend_on_their_number_alone() {
    for game in ["shogi", "chess"] {
        let make = |more: &str| {
            let quick =
                "--count 3 --random-plies 4 --played-plies 4 --nodes 200 --judge-nodes 500 --limit 100";
            good(&words(format!("openings --game {game} {quick} {more}").trim_end()))
        };
        let openings = make("");
        assert_eq!(make("--threads 3"), openings);
        assert_ne!(make("--seed 2"), openings);
        let mut lines: Vec<&str> = openings.lines().collect();
        lines.dedup();
        // Eight plies from the start.
        let number = if game == "shogi" { " 9" } else { " 5" };
        assert!(lines.len() == 3 && lines.iter().all(|line| line.ends_with(number)), "{openings}");
    }
}
