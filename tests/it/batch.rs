//! The batch commands through the real program: shards, going on after an
//! interruption, bad lines, and every figure in the JSON lines.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value as Json;

use crate::common::Folder;

/// Both games, seven positions, one bad line among them.
const MIXED: &str = "# positions of both games\n\
    sfen 8k/9/9/9/3n2r2/9/4PGB2/9/8K w - 1 ; bm 6e5g+ ; id \"tied\" ;\n\
    2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id \"WAC.001\";\n\
    startpos moves 7g7f 3c3d ; am 8h2b+\n\
    \n\
    nonsense\n\
    6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - dm 1; id \"back rank\";\n\
    sfen 4k4/9/4S4/9/9/9/9/9/4K4 b G 1 ; bm G*5b ; dm 1\n\
    r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1 ; bm Qxh7+ ; id \"WAC.004\"\n\
    4k3/8/8/3q4/8/2N5/8/4K3 w - - am Kf1 Kf2; id \"take the queen\";\n";
const POSITIONS: usize = 7;

fn somatic(arguments: &str, files: &[&Path]) -> Output {
    crate::common::somatic()
        .args(arguments.split_whitespace())
        .args(files)
        .stdin(Stdio::null())
        .output()
        .expect("the program runs")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a file")
}

fn rows(path: &Path) -> Vec<Json> {
    read(path).lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

const COMPARE: &str = "compare --depth 3 --tactics all --hash 1 --no-times";
const SUITE: &str = "suite --depth 4 --tactics super-soma,quiescence --hash 1 --no-times";

/// The run's lines, whatever ended with bad lines ended as it should.
#[track_caller]
fn run(arguments: &str, input: &Path, output: &Path) -> (String, String) {
    let again = if arguments.contains("--resume") { "" } else { "--overwrite" };
    let jsonl = format!("{arguments} {again} --jsonl {}", output.display());
    let ran = somatic(&jsonl, &[input]);
    let errors = text(&ran.stderr);
    assert!(errors.contains("in.epd:6: 'nonsense' is neither an SFEN nor a FEN\n"), "{errors}");
    assert!(errors.ends_with("somatic: 1 line could not be used\n"), "{errors}");
    assert_eq!(ran.status.code(), Some(2));
    (read(output), text(&ran.stdout).to_owned())
}

#[test]
fn parts_and_shards_make_the_whole() {
    let folder = Folder::new("parts");
    let input = folder.write("in.epd", MIXED);
    for command in [COMPARE, SUITE] {
        let (whole, tables) = run(command, &input, &folder.file("whole"));
        assert_eq!(whole.lines().count(), POSITIONS);
        let (again, _) = run(&format!("{command} --threads 3"), &input, &folder.file("again"));
        assert_eq!(again, whole, "threads change nothing");

        // Killed in the middle of a line, at its end, before the first.
        let second_end = whole.match_indices('\n').nth(1).map_or(0, |(at, _)| at + 1);
        for length in [0, 10, second_end, second_end + 100, whole.len() - 1, whole.len()] {
            let part = folder.write("part", &whole[..length]);
            let (resumed, its_tables) = run(&format!("{command} --resume"), &input, &part);
            assert_eq!(resumed, whole, "resumed at {length}");
            assert_eq!(its_tables, tables, "the summary covers what was there");
        }

        let mut joined: Vec<Json> = Vec::new();
        for index in 1..=4 {
            let shard = folder.file("shard");
            run(&format!("{command} --shard {index}/4"), &input, &shard);
            joined.extend(rows(&shard));
        }
        joined.sort_by_key(|row| row["number"].as_u64());
        assert_eq!(joined, rows(&folder.file("whole")));
    }
}

/// A part without an input is told of, and is no error.
#[test]
fn an_empty_part_is_told_of() {
    let folder = Folder::new("empty-part");
    let input = folder.write("in.epd", "4k3/8/8/3q4/8/2N5/8/4K3 w - - bm Nxd5;\n");
    let games = folder.write("in.usi", "startpos moves 7g7f 3c3d\n");
    let leaves = Path::new(env!("CARGO_MANIFEST_DIR")).join("sfen/chess/leaves.jsonl");
    for (command, input, what) in [
        ("suite --depth 1 --hash 1 --shard 2/2", &*input, "positions in part 2/2"),
        ("mate --hash 1 --shard 50/50", &input, "positions in part 50/50"),
        ("review --nodes 1 --hash 1 --shard 2/3", &games, "games in part 2/3"),
        ("census --json --shard 2/2", &games, "games in part 2/2"),
        ("accuracy --tactics soma --shard 5000/5000", &leaves, "leaves with a truth in part 5000/5000"),
    ] {
        let ran = somatic(command, &[input]);
        assert_eq!(text(&ran.stderr), format!("no {what}\n"), "{command}");
        assert!(ran.status.success() && text(&ran.stdout).lines().count() <= 1, "{command}: {ran:?}");
    }
}

#[test]
fn going_on_with_other_settings_is_refused() {
    let folder = Folder::new("settings");
    let input = folder.write("in.epd", "startpos\nstartpos moves 7g7f\n");
    let output = folder.file("out");
    let compare = |arguments: &str| {
        let jsonl = output.display();
        somatic(&format!("compare --hash 1 --jsonl {jsonl} {arguments}"), &[&input])
    };
    assert!(compare("--tactics soma --depth 1").status.success());
    let before = read(&output);
    for other in
        ["--depth 2", "--depth 1 --hash 2", "--depth 1 --no-times", "--nodes 10", "--depth 1 --reference 4"]
    {
        let ran = compare(&format!("--tactics soma {other} --resume"));
        assert_eq!(ran.status.code(), Some(2), "{other}");
    }
    assert_eq!(read(&output), before);
    // Rows of other inputs: another number, another name, more than there are.
    let (_, second) = before.split_once('\n').expect("two rows");
    for (kept, lines, reason) in [
        (second, "startpos\nstartpos moves 7g7f\n", "it is of input 2 "),
        (&*before, "startpos ; id \"m\"\n", ", not of 1 'm'"),
        (&*before, "startpos\n", "there are no more inputs"),
    ] {
        folder.write("out", kept);
        folder.write("in.epd", lines);
        let ran = compare("--tactics soma --depth 1 --resume");
        assert!(ran.status.code() == Some(2) && text(&ran.stderr).contains(reason), "{reason}: {ran:?}");
        assert_eq!(read(&output), kept, "nothing is lost");
    }
}

#[test]
fn compare_writes_every_figure() {
    let folder = Folder::new("figures");
    let input = folder.write("in.epd", MIXED);
    let (output, html) = (folder.file("out"), folder.file("page.html"));
    let arguments = format!(
        "compare --tactics quiescence,super-soma --nodes 1000 --reference 1 --reference-tactics stand-pat \
         --top 2 --jsonl {} --html {}",
        output.display(),
        html.display()
    );
    let ran = somatic(&arguments, &[&input]);
    let tables = text(&ran.stdout);
    for part in [
        "shogi: 3 positions, 1000 nodes; reference stand-pat, depth 1",
        "chess: 4 positions, 1000 nodes; reference stand-pat, depth 1",
        "super-soma plays another move than the reference on ",
        "; the 2 with the largest difference of scores",
    ] {
        assert!(tables.contains(part), "{part}: {tables}");
    }
    let rows = rows(&output);
    assert_eq!(rows.len(), POSITIONS);
    for (i, row) in rows.iter().enumerate() {
        assert_eq!(row["number"], i + 1);
        assert!(row["id"].is_string() && row["position"].is_string() && row["hash"] == 16);
        assert_eq!(row["limit"]["nodes"], 1000);
        let reference = &row["reference"];
        assert_eq!(reference["tactics"], "stand-pat");
        assert_eq!(reference["depth"], 1);
        assert_eq!(reference["line"][0], reference["move"]);
        assert!(reference["score"].is_i64() && reference["nodes"].is_u64() && reference["time_ms"].is_f64());
        let results = row["results"].as_array().expect("results");
        assert_eq!(results.len(), 2);
        for (result, tactics) in results.iter().zip(["quiescence", "super-soma"]) {
            let number = |name: &str| result[name].as_i64().unwrap_or_else(|| panic!("{name}: {result}"));
            assert_eq!(result["tactics"], tactics);
            assert_eq!(result["line"][0], result["move"]);
            assert_eq!(result["agrees"], result["move"] == reference["move"]);
            assert!(0 < number("nodes") && number("nodes") <= 1000);
            assert!(number("below_horizon") <= number("nodes") && number("calls") > 0);
            assert!(number("changes") < number("iterations") && number("depth") >= number("iterations"));
            let cut = |score: &Json| score.as_i64().expect("a score").clamp(-2000, 2000);
            assert_eq!(number("error"), cut(&result["score"]) - cut(&reference["score"]));
            assert!(result["time_ms"].is_f64());
        }
    }
    assert_eq!((&rows[0]["id"], &rows[2]["id"]), (&Json::from("tied"), &Json::from("in.epd:4")));
    let page = read(&html);
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"), "{page}");
    assert_eq!(page.matches("<tbody class=\"item\"").count(), 2);
    assert!(!page.contains("http:") && !page.contains("https:"), "self-contained");
}

#[test]
fn suites_are_solved() {
    let folder = Folder::new("suite");
    let input = folder.write("in.epd", MIXED);
    let (_, tables) = run(SUITE, &input, &folder.file("out"));
    for row in rows(&folder.file("out")) {
        for result in row["results"].as_array().expect("results") {
            assert_eq!(result["solved"], result["solution"].is_object(), "{row}");
            if result["solved"] == true {
                assert!(result["solution"]["nodes"].as_u64() <= result["nodes"].as_u64());
            }
        }
    }
    let rows = rows(&folder.file("out"));
    assert_eq!(rows[1]["bm"][0], "g3g6", "SAN is read");
    assert_eq!((&rows[3]["dm"], &rows[3]["results"][0]["solved"]), (&Json::from(1), &Json::from(true)));
    assert!(tables.contains("shogi: 3 positions, depth 4"), "{tables}");
    assert!(tables.contains("chess: 4 positions, depth 4"), "{tables}");
}

#[test]
fn a_suite_is_solved_with_other_parameters() {
    let folder = Folder::new("parameters");
    let input = folder.write("in.epd", MIXED);
    run(SUITE, &input, &folder.file("default"));
    run(&format!("{SUITE} --set lmp_depth=0 --set futility_depth=0"), &input, &folder.file("changed"));
    let nodes = |name| {
        let all = rows(&folder.file(name));
        let of = |row: &Json| row["results"][0]["nodes"].as_u64().expect("nodes");
        all.iter().map(of).sum::<u64>()
    };
    let (as_it_is, changed) = (nodes("default"), nodes("changed"));
    assert!(changed > as_it_is, "less is pruned: {changed} nodes after {as_it_is}");
}

/// What differs from run to run is left out where it is not wanted.
#[test]
fn without_times_errors_and_games_repeat() {
    let folder = Folder::new("no-times");
    let leaves = Path::new(env!("CARGO_MANIFEST_DIR")).join("sfen/chess/leaves.jsonl");
    let play = "match --a Hash=1 --b Hash=1,Tactics=quiescence --games 2 --depth 1 --max-plies 20";
    for (command, input, nothing) in [
        ("accuracy --tactics soma,quiescence --split all --shard 1/200", Some(&*leaves), "\"time_us\":null"),
        (play, None, "\"time_ms\":[]"),
    ] {
        let output = folder.file("out");
        let again = || {
            let arguments = format!("{command} --no-times --overwrite --jsonl {}", output.display());
            let ran = somatic(&arguments, input.as_slice());
            assert!(ran.status.success(), "{arguments}: {}", text(&ran.stderr));
            (read(&output), text(&ran.stdout).to_owned())
        };
        let first = again();
        assert!(first.0.contains(nothing), "{}", first.0);
        assert_eq!(again(), first);
        // With times it is another batch.
        if input.is_some() {
            let other =
                somatic(&format!("{command} --resume --jsonl {}", output.display()), input.as_slice());
            assert_eq!(other.status.code(), Some(2));
        }
    }
}

#[test]
fn a_suite_says_which_lines_have_no_answer() {
    let folder = Folder::new("answers");
    let input = folder.write(
        "in.epd",
        "4k3/8/8/3q4/8/2N5/8/4K3 w - -\n\
         4k3/8/8/3q4/8/2N5/8/4K3 w - - bm Qd5;\n\
         4k3/8/8/3q4/8/2N5/8/4K3 w - - dm 0;\n\
         k7/1Q6/1K6/8/8/8/8/8 b - - bm Ka7;\n\
         4k3/8/8/3q4/8/2N5/8/4K3 w - - bm Nxd5;\n",
    );
    let ran = somatic("suite --depth 2 --hash 1", &[&input]);
    let errors: Vec<&str> = text(&ran.stderr).lines().collect();
    let expected = [
        "in.epd:1: neither bm, am nor dm is given",
        "in.epd:2: 'Qd5' is not legal",
        "in.epd:3: dm '0': expected 1 or more",
        "in.epd:4: there is no legal move",
        "somatic: 4 lines could not be used",
    ];
    assert_eq!(errors.len(), expected.len(), "{errors:?}");
    for (error, part) in errors.iter().zip(expected) {
        assert!(error.contains(part), "{error}");
    }
    assert_eq!(ran.status.code(), Some(2));
    assert!(text(&ran.stdout).contains("chess: 1 positions"), "{}", text(&ran.stdout));
}

/// A page says what differs: the move, the score of the same move, or both.
#[test]
fn a_page_says_what_differs() {
    let folder = Folder::new("differs");
    let input = folder.write("in.epd", MIXED);
    let (page, rows) = (folder.file("out.html"), folder.file("out.jsonl"));
    let files = format!("--jsonl {} --html {}", rows.display(), page.display());
    let arguments = format!("compare --depth 1 --reference 5 --tactics soma --hash 1 {files}");
    assert_eq!(somatic(&arguments, &[&input]).status.code(), Some(2));
    let page = read(&page);
    assert!(page.contains("<th scope=\"col\" class=\"roomy\">differs</th>"), "{page}");
    let mut kinds = Vec::new();
    for row in self::rows(&rows) {
        let (answer, id) = (&row["results"][0], row["id"].as_str().expect("a name"));
        let far = answer["error"].as_i64().expect("a number").abs() >= 100;
        let what = match (answer["agrees"] == true, far) {
            (true, false) => continue,
            (true, true) => "score",
            (false, false) => "move",
            (false, true) => "move, score",
        };
        let row = format!("<bdi>{id}</bdi></td><td class=\"roomy\"><bdi>{what}</bdi></td>");
        assert!(page.contains(&row), "{id}: {what}: {page}");
        kinds.push(what);
    }
    assert!(!kinds.is_empty());
}

#[test]
fn bad_arguments_are_one_line() {
    let folder = Folder::new("arguments");
    let input = folder.write("in.epd", "startpos\n");
    let over_itself = format!("compare --jsonl {}", input.display());
    for (arguments, part) in [
        ("compare --tactics soma,magic", "'magic': expected one of stand-pat, recapture"),
        ("compare --tactics soma,soma", "named twice"),
        ("compare --depth 3 --nodes 5", "cannot be used with"),
        ("compare --depth 0", "expected 1 to 126"),
        ("suite --movetime 5 --depth 3", "cannot be used with"),
        ("suite --shard 5/4", "I from 1 to N"),
        ("suite --shard 0/4", "I from 1 to N"),
        ("suite --shard 1", "I from 1 to N"),
        ("suite --shard 1/0", "I from 1 to N"),
        ("suite --shard=", "I from 1 to N"),
        ("suite --shard a/b", "I from 1 to N"),
        ("suite --threads 0", "expected 1 to 512"),
        ("suite --set lmp_base", "'lmp_base': expected NAME=VALUE"),
        ("suite --set magic=1", "--set 'magic': expected one of "),
        ("suite --set lmp_depth=1 --set lmp_depth=2", "--set: 'lmp_depth' stands twice"),
        ("suite --set lmp_base=few", "lmp_base: expected a whole number from 0"),
        ("suite --resume", "--jsonl"),
        (over_itself.as_str(), "would write over an input"),
    ] {
        let ran = somatic(arguments, &[&input]);
        let errors = text(&ran.stderr);
        assert_eq!(ran.status.code(), Some(2), "{arguments}");
        assert!(errors.starts_with("somatic: ") && errors.contains(part), "{arguments}: {errors}");
        assert_eq!(errors.lines().count(), 1, "{arguments}: {errors}");
        assert!(ran.stdout.is_empty());
    }
    assert_eq!(read(&input), "startpos\n");
}

/// Standard input may be silent for ever: who asks to stop does not wait for it.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_command_that_waits_for_input() {
    let mut command = crate::common::somatic();
    command.args(["convert", "-", "--to", "usi"]).stdin(Stdio::piped());
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
    std::thread::sleep(Duration::from_millis(1500));
    let killed = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().expect("kill");
    assert!(killed.success());
    let mut child = child;
    let input = child.stdin.take();
    let ran = child.wait_with_output().expect("an end");
    drop(input);
    assert_eq!((ran.status.code(), text(&ran.stderr)), (Some(130), "interrupted\n"));
}

/// Pages are made anew beside the file that is gone on with; what is none stays.
#[test]
fn going_on_writes_over_no_strange_file() {
    let folder = Folder::new("strange");
    let input = folder.write("in.epd", "startpos\n");
    let (rows, page) = (folder.file("rows.jsonl"), folder.file("page.html"));
    let run = |resume: &str| {
        let mut command = crate::common::somatic();
        command.args("compare --depth 1 --no-times".split(' ').chain(resume.split_whitespace()));
        command.arg(&input).arg("--jsonl").arg(&rows).arg("--html").arg(&page);
        command.output().expect("the program runs")
    };
    assert_eq!(run("").status.code(), Some(0));
    let first = read(&page);
    assert_eq!(run("--resume").status.code(), Some(0));
    assert_eq!(read(&page), first);
    std::fs::write(&page, "notes of mine").expect("a file");
    let refused = run("--resume");
    assert!(text(&refused.stderr).contains("the file holds something"), "{refused:?}");
    assert_eq!((refused.status.code(), read(&page)), (Some(2), "notes of mine".to_owned()));
}

/// Ctrl-C ends a search at once; the lines written are whole. Two signals at the same
/// time, as `timeout` sends them, are one.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_search() {
    let folder = Folder::new("interrupt");
    let input = folder.write("in.epd", &"startpos\nstartpos moves 7g7f\n".repeat(2));
    let output = folder.file("out");
    let arguments = format!("compare --nodes 1000000 --hash 1 --no-times --jsonl {}", output.display());
    let mut command = crate::common::somatic();
    command.args(arguments.split_whitespace()).arg(&input);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
    // The first position alone takes longer.
    std::thread::sleep(Duration::from_millis(1500));
    let asked = Instant::now();
    let id = child.id().to_string();
    let killed = Command::new("kill").args(["-INT", &id, &id]).status().expect("kill");
    assert!(killed.success());
    let ran = child.wait_with_output().expect("an end");
    assert!(asked.elapsed() < Duration::from_mins(1), "it ends");
    let said = text(&ran.stderr);
    assert!(said.contains("somatic: interrupted after") && said.contains("a part of the work"), "{said}");
    assert_eq!(ran.status.code(), Some(130));
    let text = read(&output);
    assert!(text.is_empty() || text.ends_with('\n'));
    assert!(text.lines().count() < 4);
}
