//! Every option: how it is announced, what values it takes, and that it does
//! something.

use std::path::PathBuf;
use std::time::Duration;

use somatic::game::Notation;
use somatic::protocol::{Uci, Usi};

use super::gui::{Gui, Sample};

/// A milliseconds' duration.
const fn ms(n: u64) -> Duration {
    Duration::from_millis(n)
}

/// An option as it was announced.
struct Announced {
    name: String,
    kind: String,
    default: String,
    range: Option<(i64, i64)>,
    values: Vec<String>,
}

/// Takes the `option` lines of a greeting apart.
fn announced<D: Sample>() -> Vec<Announced> {
    let lines = Gui::<D>::new().say(D::NAME);
    let options = lines.iter().filter_map(|line| line.strip_prefix("option name "));
    options
        .map(|line| {
            let (name, rest) = line.split_once(" type ").expect("a type");
            // A button has neither values nor a default.
            let (kind, rest) = rest.split_once(" default ").unwrap_or((rest, ""));
            let mut values = rest.split(" var ").map(str::to_owned);
            let first = values.next().unwrap_or_default();
            let number = |word: &str| {
                let (_, after) = rest.split_once(&format!(" {word} "))?;
                after.split(' ').next()?.parse().ok()
            };
            Announced {
                name: name.to_owned(),
                kind: kind.to_owned(),
                default: first.split(" min ").next().unwrap_or_default().to_owned(),
                range: number("min").zip(number("max")),
                values: values.collect(),
            }
        })
        .collect()
}

fn values_of_every_option<D: Sample>() {
    let mut gui = Gui::<D>::new();
    for option in announced::<D>() {
        let name = &option.name;
        let (good, bad): (Vec<String>, Vec<String>) = match option.kind.as_str() {
            "check" => (
                ["true", "false", "TRUE", "False"].map(str::to_owned).to_vec(),
                ["", "1", "yes", "<empty>", "true false"].map(str::to_owned).to_vec(),
            ),
            "spin" => {
                let (min, max) = option.range.unwrap_or_else(|| panic!("{name}: no range"));
                let value: i64 = option.default.parse().unwrap_or_else(|_| panic!("{name}: no default"));
                assert!((min..=max).contains(&value), "{name}");
                let mut bad = ["", "x", "1.5", "0x10", "<empty>", "1 2", "99999999999999999999"]
                    .map(str::to_owned)
                    .to_vec();
                bad.push((i128::from(min) - 1).to_string());
                bad.push((i128::from(max) + 1).to_string());
                (vec![min.to_string(), max.to_string(), format!("  {value}  ")], bad)
            }
            "combo" => {
                assert!(option.values.contains(&option.default), "{name}");
                let mut good = option.values.clone();
                good.extend(option.values.iter().map(|value| value.to_ascii_uppercase()));
                (good, ["", "rubbish", "<empty>"].map(str::to_owned).to_vec())
            }
            "filename" | "string" => {
                assert_eq!(option.default, "<empty>", "{name}");
                (vec![String::new(), "<empty>".to_owned()], Vec::new())
            }
            "button" => (vec![String::new(), "<empty>".to_owned(), "true".to_owned()], Vec::new()),
            kind => panic!("{name}: type {kind}"),
        };
        for (i, value) in good.iter().enumerate() {
            let written = [name.clone(), name.to_ascii_lowercase(), name.to_ascii_uppercase()][i % 3].clone();
            gui.quiet(&format!("setoption name {written} value {value}"));
        }
        for value in bad {
            let complaint = gui.complaint(&format!("setoption name {name} value {value}"));
            assert!(complaint.contains(name.as_str()) && complaint.contains("expected"), "{complaint}");
            D::judge(&complaint);
        }
        if !["filename", "string", "button"].contains(&option.kind.as_str()) {
            gui.complaint(&format!("setoption name {name}"));
        }
        gui.quiet(&format!("setoption name {name} value {}", option.default));
    }
    for line in [
        "setoption",
        "setoption name",
        "setoption name value",
        "setoption name Rubbish value 3",
        "setoption name Rubbish",
        "setoption name \u{30cf}\u{30c3}\u{30b7}\u{30e5} value 3",
        &format!("setoption name {} value 3", "x".repeat(10_000)),
    ] {
        let complaint = gui.complaint(line);
        assert!(complaint.starts_with("info string unknown option ") && complaint.len() < 120, "{complaint}");
        D::judge(&complaint);
    }
}

#[test]
fn values_of_every_usi_option() {
    values_of_every_option::<Usi>();
}

#[test]
fn values_of_every_uci_option() {
    values_of_every_option::<Uci>();
}

/// A type that a client does not know ends python-chess with an error.
#[test]
fn option_types_are_those_of_the_protocol() {
    const COMMON: [&str; 5] = ["check", "spin", "combo", "button", "string"];
    let foreign = |option: &&Announced| !COMMON.contains(&option.kind.as_str());
    assert!(!announced::<Uci>().iter().any(|option| foreign(&option)), "UCI has five types");
    assert!(announced::<Usi>().iter().filter(foreign).all(|option| option.kind == "filename"));
}

#[test]
fn usi_names_and_values_have_no_blanks() {
    for option in announced::<Usi>() {
        assert!(!option.name.contains(' '), "{}", option.name);
        assert!(option.values.iter().all(|value| !value.contains(' ')), "{}", option.name);
    }
    let mut gui = Gui::<Usi>::new();
    gui.quiet("setoption name Hash value 1");
    gui.quiet("setoption name USI_MultiPV value 2");
    assert!(gui.search("go depth 2").infos.iter().any(|info| info.multi_pv == 2), "the other names count");
}

fn the_table<D: Sample>() {
    let full = |mebibytes: u32| {
        let mut gui = Gui::<D>::new();
        gui.quiet(&format!("setoption name {} value {mebibytes}", D::HASH));
        let line = gui.search("go nodes 30000").last().line.clone();
        let (_, after) = line.split_once(" hashfull ").expect("how full it is");
        after.split(' ').next().and_then(|word| word.parse::<u32>().ok()).expect("a number")
    };
    let (small, large) = (full(1), full(64));
    assert!(small > 20 * large.max(1) || small > 100 && large < 10, "{small} and {large} permille");
}

#[test]
fn usi_hash() {
    the_table::<Usi>();
}

#[test]
fn uci_hash() {
    the_table::<Uci>();
}

#[test]
fn entering_king_rule() {
    const BLACK_28: &str = "sfen +R+RGGSS3/+B+B+P+PK4/9/9/9/9/9/9/4k4 b 2P 1";
    const BLACK_27: &str = "sfen +R+RGGSS3/+B+B+P+PK4/9/9/9/9/9/9/4k4 b P 1";
    const BLACK_31: &str = "sfen +R+RGGSS3/+B+B+P+PK4/9/9/9/9/9/9/4k4 b 5P 1";
    const WHITE_27: &str = "sfen 4K4/9/9/9/9/9/9/4k+p+p+b+b/3ssgg+r+r w p 1";
    const WHITE_10: &str = "sfen 4K4/9/9/9/9/9/9/4k+p+p+p+p/3+p+p+p+p+p+p w - 1";
    const TRY: &str = "sfen 9/4K4/9/9/9/9/9/9/k8 b P 1";
    const TRIED: &str = "sfen 4K4/9/9/9/9/9/9/9/k8 b P 1";
    let wins: [(&str, &[&str]); 7] = [
        (BLACK_28, &["CSARule27", "CSARule27H"]),
        (BLACK_27, &[]),
        (BLACK_31, &["CSARule24", "CSARule24H", "CSARule27", "CSARule27H"]),
        (WHITE_27, &["CSARule24H", "CSARule27", "CSARule27H"]),
        (WHITE_10, &["CSARule24H", "CSARule27H"]),
        (TRY, &[]),
        (TRIED, &["TryRule"]),
    ];
    let mut gui = Gui::<Usi>::new();
    for rule in ["NoEnteringKing", "CSARule24", "CSARule24H", "CSARule27", "CSARule27H", "TryRule"] {
        for (position, rules) in wins {
            // Before or after the position, it is the rule of this search.
            gui.quiet("setoption name EnteringKingRule value NoEnteringKing");
            gui.position(position);
            gui.quiet(&format!("setoption name EnteringKingRule value {rule}"));
            let answer = gui.search("go nodes 200");
            assert_eq!(answer.best == "win", rules.contains(&rule), "{rule}: {position}: {}", answer.best);
            gui.position(position);
            assert_eq!(gui.search("go nodes 200").best == "win", answer.best == "win", "{rule}: {position}");
        }
    }
    // The move that wins by the rule is played; it is no mate, and none is announced.
    let answer = gui.search_from(TRY, "go depth 3");
    assert_eq!((answer.best.as_str(), answer.last().mate()), ("5b5a", None));
    // A declaration is held back like any other answer.
    gui.quiet("setoption name EnteringKingRule value CSARule27");
    gui.position(BLACK_28);
    gui.quiet("go infinite");
    let told = gui.listen(ms(20));
    assert!(
        matches!(told.as_slice(), [info] if info.starts_with("info depth 0 ") && !info.contains(" pv")),
        "{told:?}"
    );
    assert_eq!([gui.say("stop"), gui.listen(ms(20))].concat(), ["bestmove win"]);
}

#[test]
fn draws_by_length_and_their_value() {
    let mut gui = Gui::<Usi>::new();
    gui.quiet("setoption name DrawValueBlack value -200");
    gui.quiet("setoption name DrawValueWhite value 300");
    for (limit, position, expected) in [
        (1, "startpos", -200),
        (2, "startpos moves 7g7f", 300),
        (50, "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 50", -200),
        (49, "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 60", 300),
    ] {
        gui.quiet(&format!("setoption name MaxMovesToDraw value {limit}"));
        let score = gui.search_from(position, "go depth 2").last().cp();
        assert_eq!(score, Some(expected), "{position}, drawn after {limit} moves");
    }
    gui.quiet("setoption name MaxMovesToDraw value 0");
    let score = gui.search_from("startpos", "go depth 2").last().cp();
    assert!(score.is_some_and(|score| ![-200, 300].contains(&score)), "{score:?}");
}

#[test]
fn score_unit() {
    // A bishop and a pawn are gone.
    const BEHIND: &str = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPP1/7R1/LNSGKGSNL b - 1";
    let mut gui = Gui::<Usi>::new();
    let score = |gui: &mut Gui<Usi>| gui.search_from(BEHIND, "go depth 4").last().cp().unwrap_or_default();
    let as_guis = score(&mut gui);
    gui.quiet("setoption name Clear Hash");
    gui.quiet("setoption name ScoreUnit value elo");
    let in_elo = score(&mut gui);
    assert!(as_guis < -200, "{as_guis}");
    // 600 centipawns as GUIs reckon are 174 Elo.
    assert!((in_elo * 600 - as_guis * 174).abs() <= 600, "{as_guis}, {in_elo}");
    // What the user sets is in the unit that is shown.
    gui.quiet("setoption name DrawValueBlack value -100");
    gui.quiet("setoption name MaxMovesToDraw value 1");
    assert_eq!(gui.search_from("startpos", "go depth 2").last().cp(), Some(-100));
    let text = gui.complaint("setoption name ScoreUnit value pawn");
    assert!(text.contains("gui"), "{text}");
}

#[test]
fn resign_value() {
    const HOPELESS: &str = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/9/4K4 b - 1";
    let mut gui = Gui::<Usi>::new();
    assert_ne!(gui.search_from(HOPELESS, "go depth 3").best, "resign");
    gui.quiet("setoption name ResignValue value 1000");
    assert_eq!(gui.search("go depth 3").best, "resign");
    gui.quiet("setoption name ResignValue value 30000");
    assert_ne!(gui.search("go depth 3").best, "resign");
    // A mate is worse than any number, and the side that wins never resigns.
    let mated_next = "sfen 4k4/9/4P4/9/9/9/9/9/8K w - 1 moves 5a4a";
    gui.position(mated_next);
    gui.quiet("setoption name ResignValue value 0");
    assert_ne!(gui.search_from(Usi::MATE.0, "go depth 3").best, "resign");
}

/// The shortest of some measured times, for other tests run at the same time.
fn shortest<D: Sample>(gui: &mut Gui<D>, line: &str) -> Duration {
    (0..4).map(|_| gui.search(line).time).min().unwrap_or_default()
}

#[test]
fn delays() {
    let mut gui = Gui::<Usi>::new();
    // By default a part of the time, and nothing of a time for the move.
    let time = shortest(&mut gui, "go btime 0 wtime 0 byoyomi 1000");
    assert!((ms(700)..ms(900)).contains(&time), "{time:?}");
    let time = shortest(&mut gui, "go btime 0 wtime 0 byoyomi 100");
    assert!((ms(70)..ms(100)).contains(&time), "{time:?}");
    for name in ["NetworkDelay", "NetworkDelay2"] {
        gui.quiet(&format!("setoption name {name} value 9700"));
        let time = shortest(&mut gui, "go btime 0 wtime 0 byoyomi 10000");
        assert!((ms(80)..ms(8_000)).contains(&time), "{name}: {time:?}");
        gui.quiet(&format!("setoption name {name} value 0"));
    }
    gui.quiet("setoption name NetworkDelay2 value 9700");
    assert!(shortest(&mut gui, "go movetime 150") >= ms(150));

    let mut gui = Gui::<Uci>::new();
    gui.quiet("setoption name Move Overhead value 9900");
    let time = shortest(&mut gui, "go wtime 10000 btime 10000 movestogo 1");
    assert!((ms(50)..ms(8_000)).contains(&time), "{time:?}");
    assert!(shortest(&mut gui, "go movetime 150") >= ms(150));
}

#[test]
fn minimum_thinking_time() {
    let mut gui = Gui::<Usi>::new();
    assert!(shortest(&mut gui, "go btime 5000 wtime 5000") < ms(1_500));
    gui.quiet("setoption name MinimumThinkingTime value 1500");
    for line in ["go btime 5000 wtime 5000", "go btime 0 wtime 0 byoyomi 100"] {
        let time = gui.search(line).time;
        let least = if line.contains("byoyomi") { ms(80) } else { ms(1_500) };
        assert!(time >= least, "{line}: {time:?}");
    }
}

#[test]
fn slow_mover() {
    let mut gui = Gui::<Uci>::new();
    gui.quiet("setoption name SlowMover value 1");
    let fast = shortest(&mut gui, "go btime 30000 wtime 30000");
    gui.quiet("setoption name Slow Mover value 300");
    assert!(gui.search("go btime 30000 wtime 30000").time > 3 * fast, "{fast:?} in chess");
    let mut gui = Gui::<Usi>::new();
    gui.quiet("setoption name SlowMover value 1");
    let fast = shortest(&mut gui, "go btime 30000 wtime 30000");
    gui.quiet("setoption name SlowMover value 300");
    let slow = gui.search("go btime 30000 wtime 30000").time;
    assert!(slow > 3 * fast, "{fast:?} and {slow:?}");
}

#[test]
fn round_up_to_full_second() {
    let mut gui = Gui::<Usi>::new();
    gui.quiet("setoption name SlowMover value 1");
    gui.quiet("setoption name RoundUpToFullSecond value true");
    // A second less the delays, more or less of it as the move is settled, where the share itself
    // is a hundredth.
    let time = shortest(&mut gui, "go btime 60000 wtime 60000");
    assert!((ms(250)..ms(1_700)).contains(&time), "{time:?}");
}

#[test]
fn depth_limit_and_nodes_limit() {
    let mut gui = Gui::<Usi>::new();
    gui.quiet("setoption name DepthLimit value 3");
    for line in ["go depth 9", "go nodes 1000000000", "go movetime 20000", "go btime 600000 wtime 600000"] {
        assert_eq!(gui.search(line).last().depth, 3, "{line}");
    }
    assert_eq!(gui.search("go depth 2").last().depth, 2);
    gui.quiet("go infinite");
    let lines = gui.listen(ms(50));
    assert!(lines.last().is_some_and(|line| line.starts_with("info depth 3 ")), "{lines:?}");
    gui.until_stopped();
    gui.quiet("setoption name DepthLimit value 0");

    gui.quiet("setoption name NodesLimit value 2000");
    for line in ["go depth 40", "go nodes 1000000000", "go movetime 20000", "go btime 600000 wtime 600000"] {
        let nodes = gui.search(line).last().nodes;
        assert!((1000..=2000).contains(&nodes), "{line}: {nodes}");
    }
    // The nodes of all threads count; each looks up now and then.
    gui.quiet("setoption name Threads value 3");
    gui.quiet("setoption name NodesLimit value 20000");
    let nodes = gui.search("go depth 40").last().nodes;
    assert!(nodes <= 20_000 + 3 * 300, "{nodes}");
    gui.quiet("setoption name NodesLimit value 0");
    assert!(gui.search("go nodes 60000").last().nodes > 40_000);
}

#[test]
fn nodes_limit_in_chess() {
    let mut gui = Gui::<Uci>::new();
    gui.quiet("setoption name NodesLimit value 2000");
    for line in ["go depth 40", "go nodes 1000000000", "go movetime 20000", "go wtime 600000 btime 600000"] {
        let nodes = gui.search(line).last().nodes;
        assert!((1000..=2000).contains(&nodes), "{line}: {nodes}");
    }
}

/// A button makes the next search what the first one was, node for node.
fn clear_hash<D: Sample>() {
    let mut gui = Gui::<D>::new();
    gui.quiet("setoption name Clear Hash");
    gui.position(D::TEXT);
    let first = gui.search("go depth 7").last().nodes;
    let second = gui.search("go depth 7").last().nodes;
    assert_ne!(first, second, "the table knows the position");
    gui.quiet("setoption name Clear Hash");
    assert_eq!(gui.search("go depth 7").last().nodes, first);
    gui.quiet("setoption name CLEAR HASH value");
    assert_eq!(gui.search("go depth 7").last().nodes, first);
    // Not while it thinks: the search would be torn.
    gui.quiet("go infinite");
    assert_eq!(gui.complaint("setoption name Clear Hash"), "info string not while searching");
    gui.until_stopped();
}

#[test]
fn clear_hash_in_usi() {
    clear_hash::<Usi>();
    let mut gui = Gui::<Usi>::new();
    gui.quiet("setoption name ClearHash");
}

#[test]
fn clear_hash_in_uci() {
    clear_hash::<Uci>();
}

/// The chances in the last line of a search.
fn chances(gui: &mut Gui<Uci>, line: &str) -> [u32; 3] {
    let line = gui.search(line).last().line.clone();
    let (_, after) = line.split_once(" wdl ").unwrap_or_else(|| panic!("no chances: {line}"));
    let numbers: Vec<u32> = after.split(' ').take(3).map(|word| word.parse().expect("a number")).collect();
    [numbers[0], numbers[1], numbers[2]]
}

#[test]
fn show_wdl() {
    let mut gui = Gui::<Uci>::new();
    let without = gui.search("go depth 5");
    assert!(without.infos.iter().all(|info| !info.line.contains(" wdl ")));
    gui.quiet("setoption name UCI_ShowWDL value true");
    gui.quiet("setoption name MultiPV value 3");
    let all = gui.search("go depth 5");
    assert!(all.infos.iter().all(|info| info.line.contains(" wdl ")));
    gui.quiet("setoption name MultiPV value 1");
    let [win, draw, loss] = chances(&mut gui, "go depth 5");
    assert!(win.abs_diff(loss) < 200 && draw > 30, "the start is even: {win} {draw} {loss}");
    // A mate is certain, and a queen nearly so.
    gui.position(Uci::MATE.0);
    assert_eq!(chances(&mut gui, "go depth 3"), [1000, 0, 0]);
    gui.position("fen rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert!(chances(&mut gui, "go depth 5")[0] > 900);
    gui.position("fen rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
    assert!(chances(&mut gui, "go depth 5")[2] > 900);
    // Bare kings: a draw, as far as numbers of pieces tell it.
    gui.position("fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert!(chances(&mut gui, "go depth 3")[1] > 500);
    // USI has no word for it.
    assert!(Gui::<Usi>::new().complaint("setoption name UCI_ShowWDL value true").contains("unknown option"));
}

#[test]
fn draw_value_in_chess() {
    let mut gui = Gui::<Uci>::new();
    // The only move draws at once: it takes the last piece.
    let position = "fen 8/8/8/8/8/8/1q6/K6k w - - 0 1";
    for value in [0, 300, -300] {
        gui.quiet(&format!("setoption name DrawValue value {value}"));
        let score = gui.search_from(position, "go depth 4").last().score.clone();
        assert_eq!(score, format!("cp {value}"));
    }
}

#[test]
fn pv_interval() {
    let mut gui = Gui::<Usi>::new();
    assert!(gui.search("go depth 6").infos.len() >= 6);
    gui.quiet("setoption name PvInterval value 100000");
    let depths: Vec<u32> = gui.search("go depth 6").infos.iter().map(|info| info.depth).collect();
    assert_eq!(depths, [1, 6], "the first line and the last");
    gui.quiet("setoption name MultiPV value 3");
    let lines: Vec<(u32, usize)> =
        gui.search("go depth 5").infos.iter().map(|info| (info.depth, info.multi_pv)).collect();
    assert_eq!(lines, [(1, 1), (1, 2), (1, 3), (5, 1), (5, 2), (5, 3)]);
}

/// Searches that are cut off in the middle of an iteration, one longer than
/// the other, and how many of their lines give only a bound.
fn bounds(gui: &mut Gui<Usi>) -> usize {
    let mut count = 0;
    for text in [
        "l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1",
        "6n1l/2+S1k4/2lp4p/1np1B2b1/3PP4/1N1S3rP/1P2+pPP+p1/1p1G5/3KG2r1 b GSN2L4Pgs2p 1",
    ] {
        gui.quiet("usinewgame");
        for nodes in (500..6_000).step_by(250) {
            let answer = gui.search_from(&format!("sfen {text}"), &format!("go nodes {nodes}"));
            count += answer.infos.iter().filter(|info| info.is_bound).count();
        }
    }
    count
}

#[test]
fn consideration_mode() {
    let mut gui = Gui::<Usi>::new();
    let (position, only) = Usi::ONLY_MOVE;
    const CLOCK: &str = "go btime 0 wtime 0 byoyomi 1000";
    gui.position(position);
    assert!(shortest(&mut gui, CLOCK) < ms(700), "a single move is played at once");
    assert!(bounds(&mut gui) > 0, "the lines that this option is about");
    gui.quiet("setoption name ConsiderationMode value true");
    let answer = gui.search_from(position, CLOCK);
    assert!(answer.time >= ms(700) && answer.best == only, "{:?}", answer.time);
    assert_eq!(bounds(&mut gui), 0);
}

#[test]
fn analyse_mode() {
    let mut gui = Gui::<Uci>::new();
    let (position, only) = Uci::ONLY_MOVE;
    const CLOCK: &str = "go btime 20000 wtime 20000";
    let mut depth = || {
        let answer = gui.search_from(position, CLOCK);
        assert_eq!(answer.best, only);
        answer.last().depth
    };
    assert_eq!(depth(), 1, "a single move is played at once");
    gui.quiet("setoption name UCI_AnalyseMode value true");
    let depth = gui.search_from(position, CLOCK).last().depth;
    assert!(depth >= 8, "{depth}");
}

#[test]
fn generate_all_legal_moves() {
    const PAWN: &str = "sfen 4k4/9/9/4P4/9/9/9/9/4K4 b - 1";
    let mut gui = Gui::<Usi>::new();
    gui.quiet("setoption name MultiPV value 600");
    gui.position(PAWN);
    let mut moves = |all: bool| {
        gui.quiet(&format!("setoption name GenerateAllLegalMoves value {all}"));
        let answer = gui.search("go depth 1");
        let mut moves: Vec<String> = answer.infos.iter().map(|info| info.pv[0].clone()).collect();
        moves.sort_unstable();
        moves
    };
    let (some, all) = (moves(false), moves(true));
    assert!(!some.contains(&"5d5c".to_owned()) && some.contains(&"5d5c+".to_owned()), "{some:?}");
    assert_eq!(all.len(), some.len() + 1);
    assert!(all.contains(&"5d5c".to_owned()), "{all:?}");
    // Asked for by name it is searched without the option, too.
    assert_eq!(gui.search("go depth 1 searchmoves 5d5c").best, "5d5c");
}

#[test]
fn chess960() {
    const CASTLE: &str = "fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let mut gui = Gui::<Uci>::new();
    gui.position(&format!("{CASTLE} moves e1g1"));
    let castled = gui.session.position().text();
    assert_eq!(gui.search_from(CASTLE, "go depth 2 searchmoves e1g1").best, "e1g1");
    gui.quiet("setoption name UCI_Chess960 value true");
    assert_eq!(gui.search("go depth 2 searchmoves e1h1").best, "e1h1", "the position follows the option");
    gui.position(&format!("{CASTLE} moves e1h1"));
    assert_eq!(gui.session.position().text(), castled);
    // The rook stands beside its king: only this way it can be written.
    gui.position("fen 4k3/8/8/8/8/8/8/5KR1 w G - 0 1 moves f1g1");
    assert_eq!(gui.session.position().text(), castled);
}

/// Pondering needs no permission; the option is there for GUIs that ask.
#[test]
fn ponder() {
    let mut usi = Gui::<Usi>::new();
    usi.quiet("setoption name USI_Ponder value true");
    let mut uci = Gui::<Uci>::new();
    uci.quiet("setoption name Ponder value true");
}

#[test]
fn debug_log_file_in_chess() {
    let path = std::env::temp_dir().join(format!("somatic-{}-chess log.txt", std::process::id()));
    let mut gui = Gui::<Uci>::new();
    gui.quiet(&format!("setoption name Debug Log File value {}", path.display()));
    gui.say("isready");
    gui.quiet("setoption name DebugLogFile value <empty>");
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, "< isready\n> readyok\n< setoption name DebugLogFile value <empty>\n");
    let _ = std::fs::remove_file(path);
}

#[test]
fn debug_log_file() {
    let path = |name: &str| -> PathBuf {
        std::env::temp_dir().join(format!("somatic-{}-{name}.log", std::process::id()))
    };
    let (first, second) = (path("first"), path("second"));
    let read = |path: &PathBuf| std::fs::read_to_string(path).unwrap_or_default();
    let mut gui = Gui::<Usi>::new();
    gui.quiet(&format!("setoption name DebugLogFile value {}", first.display()));
    gui.say("isready");
    gui.search("go depth 2");
    let text = read(&first);
    assert!(text.starts_with("< isready\n> readyok\n< go depth 2\n> info depth 1 "), "{text}");
    assert!(text.lines().last().is_some_and(|line| line.starts_with("> bestmove ")), "{text}");

    gui.quiet(&format!("setoption name DebugLogFile value {}", second.display()));
    gui.say("isready");
    assert_eq!(read(&second), "< isready\n> readyok\n");
    gui.quiet("setoption name DebugLogFile value <empty>");
    gui.say("isready");
    assert_eq!(read(&second).lines().count(), 3, "no line follows the one that ends the log");
    assert_eq!(read(&first).lines().count(), text.lines().count() + 1);

    let text = gui.complaint("setoption name DebugLogFile value /no/such/folder/log");
    assert!(text.starts_with("info string cannot write "), "{text}");
    let _ = (std::fs::remove_file(first), std::fs::remove_file(second));
}

/// The nodes of a search that would otherwise make thousands.
fn nodes_of<D: Sample>(gui: &mut Gui<D>) -> u64 {
    gui.search_from("startpos", "go nodes 30000").last().nodes
}

#[test]
fn a_skill_is_fewer_nodes() {
    let mut gui = Gui::<Usi>::new();
    let mut last = 0;
    for (level, most) in [(0, 200), (16, 4_000), (19, 30_064)] {
        gui.quiet(&format!("setoption name Skill value {level}"));
        let nodes = nodes_of(&mut gui);
        assert!((last + 1..=most).contains(&nodes), "level {level}: {nodes} nodes");
        last = nodes;
    }
    gui.quiet("setoption name Skill value 0");
    // Whoever asks for a mate wants to know.
    gui.position("sfen 8k/9/9/6G2/9/9/9/9/K8 b 2G 1");
    let mut lines = gui.say("go mate 10000");
    if lines.is_empty() {
        lines = gui.until("checkmate");
    }
    assert_eq!(lines, ["checkmate nomate"], "some hundred nodes");
}

#[test]
fn an_elo_counts_where_strength_is_limited() {
    let mut gui = Gui::<Uci>::new();
    gui.quiet("setoption name UCI_Elo value 1000");
    let free = nodes_of(&mut gui);
    gui.quiet("setoption name UCI_LimitStrength value true");
    let least = nodes_of(&mut gui);
    gui.quiet("setoption name UCI_Elo value 2700");
    let more = nodes_of(&mut gui);
    assert!(free > 20_000 && least <= 200 && least < more && more < free, "{free}, {least}, {more}");
}

/// The moves of a game of the engine against itself, this many plies of it.
fn moves_of<D: Sample>(options: &[&str], plies: usize) -> String {
    let mut gui = Gui::<D>::new();
    for option in options {
        gui.quiet(&format!("setoption name {option}"));
    }
    let mut words = "startpos moves".to_owned();
    for _ in 0..plies {
        let best = gui.search_from(&words, "go depth 30").best;
        words = format!("{words} {best}");
    }
    words
}

/// How many of the games with these seeds differ.
fn games_of<D: Sample>(options: &[&str], seeds: std::ops::Range<u32>, plies: usize) -> usize {
    let game = |seed| moves_of::<D>(&[options, &[format!("Seed value {seed}").as_str()]].concat(), plies);
    seeds.map(game).collect::<std::collections::HashSet<_>>().len()
}

#[test]
fn a_level_plays_many_games() {
    assert!(games_of::<Usi>(&["Skill value 3"], 1..11, 20) >= 9);
    assert!(games_of::<Uci>(&["Skill Level value 3"], 1..11, 20) >= 9);
    // Without a seed as well, of which there is another for every move.
    let games = [0; 3].map(|_| moves_of::<Usi>(&["Skill value 3"], 20));
    assert!(games[0] != games[1] || games[1] != games[2], "{games:?}");
}

#[test]
fn a_seed_plays_the_same_game() {
    let options = ["Skill value 3", "Seed value 7"];
    assert_eq!(moves_of::<Usi>(&options, 20), moves_of::<Usi>(&options, 20));
    assert_eq!(moves_of::<Uci>(&options, 20), moves_of::<Uci>(&options, 20));
}

#[test]
fn variety_holds_in_the_first_moves() {
    let options = ["NodesLimit value 500", "Variety value 100"];
    assert!(games_of::<Uci>(&options, 1..6, 6) > 1);
    let late = ["NodesLimit value 500", "Variety value 100", "BookMoves value 0"];
    assert_eq!(games_of::<Uci>(&late, 1..6, 6), 1);
}

/// What is seen of a move is told as it is, without what chance has added.
#[test]
fn a_level_tells_honest_scores() {
    let mut gui = Gui::<Uci>::new();
    gui.quiet("setoption name Skill Level value 0");
    for seed in 1..20 {
        gui.quiet(&format!("setoption name Seed value {seed}"));
        let found = gui.search_from("startpos", "go depth 30");
        let score = found.last().score.trim_start_matches("cp ").parse::<i64>().expect("centipawns");
        assert!(score < 200, "seed {seed}: {score}");
    }
}

/// Analysis is whole on every level: without an end, for a mate, of several lines.
#[test]
fn no_level_cuts_an_analysis() {
    let mut gui = Gui::<Uci>::new();
    gui.quiet("setoption name Skill Level value 0");
    gui.quiet("setoption name UCI_LimitStrength value true");
    gui.quiet("setoption name UCI_Elo value 500");
    gui.position("startpos");
    gui.quiet("go infinite");
    std::thread::sleep(ms(300));
    let lines = gui.until_stopped();
    assert!(lines.iter().any(|line| line.contains(" depth 5 ")), "{lines:?}");
    gui.quiet("setoption name MultiPV value 2");
    assert!(gui.search_from("startpos", "go nodes 20000").last().nodes > 19_000);
    gui.quiet("setoption name MultiPV value 1");
    let mate = "fen 7k/8/8/8/8/8/R7/1R5K w - - 0 1";
    let found = gui.search_from(mate, "go mate 3");
    assert!(found.last().score.starts_with("mate "), "{}", found.last().score);
}

#[test]
fn a_move_delay_is_a_pace_within_the_clock() {
    use std::time::Instant;

    let mut gui = Gui::<Usi>::new();
    gui.quiet("setoption name MoveDelay value 400");
    let mut time = |line: &str| {
        let begun = Instant::now();
        gui.search_from("startpos", line);
        begun.elapsed()
    };
    time("go depth 1");
    assert!(time("go depth 1") >= ms(400));
    assert!(time("go nodes 10 btime 1000 wtime 1000") < ms(400), "a fifth of the clock would be gone");
    gui.position("startpos");
    gui.quiet("go depth 1");
    let begun = Instant::now();
    gui.until_stopped();
    assert!(begun.elapsed() < ms(300), "stop means now");
}
