//! Every command is one that the program takes, and the quick ones run.
//!
//! A fence with the language `sh` is run, in a folder that holds nothing but
//! `sfen`; with the mark `parse` behind the language it is only parsed, as is
//! code within the prose.

use std::path::Path;

use super::{Page, pages, root};

/// What stands before the program's arguments.
const CALLS: [&str; 2] = ["somatic", "cargo run --release --"];
/// The command that `docs/results.md` writes without the program.
const SHORT: &str = "match";

/// The words of a line of a shell; operators stand alone.
fn shell_words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut letters = line.chars();
    while let Some(c) = letters.next() {
        match (quote, c) {
            (Some(q), c) if q == c => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, '\\') => word.get_or_insert_default().extend(letters.next()),
            (None, '|' | ';' | '>' | '<' | '&') => {
                words.extend(word.take());
                words.push(c.to_string());
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    assert!(quote.is_none(), "a quote is not closed: {line}");
    words.extend(word);
    words
}

/// Lines of a script, those that go on joined, without comments.
pub fn script_lines(script: &str) -> Vec<String> {
    script
        .replace("\\\n", " ")
        .lines()
        .map(str::trim)
        .filter(|line| !line.starts_with('#'))
        .map(str::to_owned)
        .collect()
}

/// The arguments of the program in a line that calls it.
pub fn program_arguments(line: &str) -> Option<Vec<String>> {
    let words = shell_words(line);
    let call = |call: &&str| {
        let call: Vec<&str> = call.split(' ').collect();
        words.windows(call.len()).position(|some| some == call).map(|at| at + call.len())
    };
    let short = || (words.first().is_some_and(|word| word == SHORT)).then_some(0);
    let start = CALLS.iter().find_map(call).or_else(short)?;
    let is_operator = |word: &&String| ["|", ";", ">", "<", "&"].contains(&word.as_str());
    Some(words[start..].iter().take_while(|word| !is_operator(word) && *word != ":::").cloned().collect())
}

/// Runs the program at the root of the project.
pub fn run_alone(arguments: &[String]) -> String {
    let output =
        crate::common::somatic().args(arguments).current_dir(root()).output().expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "somatic {}\n{}", arguments.join(" "), text(&output.stderr));
    text(&output.stdout)
}

/// What is wrong with a command, if anything is.
fn fault(line: &str) -> Option<String> {
    let words = shell_words(line);
    if let Some(word) = words.iter().find(|word| word.starts_with("sfen/") && !root().join(word).exists()) {
        return Some(format!("there is no {word}"));
    }
    if let Some(at) = words.iter().position(|word| word == "--bench") {
        let name = words.get(at + 1).map_or("", String::as_str);
        return (!root().join(format!("benches/{name}.rs")).exists()).then(|| format!("no benchmark {name}"));
    }
    if let Some(at) = words.windows(2).position(|some| some == ["--test", "it"]) {
        let filter = words.get(at + 2).map_or("main", String::as_str).replace("::", "/");
        let file = root().join("tests/it").join(filter);
        return (!file.with_extension("rs").exists() && !file.exists())
            .then(|| format!("no test file for {line}"));
    }
    let arguments = program_arguments(line)?;
    if arguments.is_empty() {
        return None;
    }
    // Asked for help the program reads its arguments and does nothing. What a
    // shell or a scheduler fills in is a part of a batch.
    let arguments = arguments
        .iter()
        .map(|word| if word.contains('$') || word.contains("{}") { "1/1" } else { word })
        .chain(["--help"]);
    let output = crate::common::somatic().args(arguments).output().expect("the program runs");
    (!output.status.success()).then(|| String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Whether code within the prose is a command.
fn is_command(code: &str) -> bool {
    ["somatic ", "cargo ", "match --"].iter().any(|start| code.starts_with(start))
        || code.contains("| somatic")
}

#[test]
fn every_command_is_one() {
    let mut faults = Vec::new();
    let mut count = 0;
    for page in pages() {
        let mut commands = page.inline_code();
        commands.retain(|(_, code)| is_command(code));
        for fence in page.fences() {
            let lines = script_lines(&fence.body);
            if fence.has("sh") {
                commands.extend(lines.into_iter().map(|line| (fence.line, line)));
            } else if lines.iter().any(|line| is_command(line)) {
                let place = format!("{}:{}", page.path.display(), fence.line);
                faults.push(format!("{place}: commands in a fence that is not `sh`"));
            }
        }
        for (number, command) in commands {
            count += 1;
            if let Some(fault) = fault(&command) {
                faults.push(format!("{}:{number}: {command}: {fault}", page.path.display()));
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
    assert!(count > 20, "{count} commands");
}

#[test]
fn bad_commands_are_found() {
    for (command, good) in [
        ("somatic suite --depth 2 sfen/chess/tactics.epd", true),
        ("somatic suite --depth 2 sfen/chess/nothing.epd", false),
        ("somatic suite --deep 2 sfen/chess/tactics.epd", false),
        ("somatic perft many", false),
        ("printf 'usi\\nquit\\n' | somatic", true),
        ("somatic shuit", false),
        ("cargo bench --bench search", true),
        ("cargo bench --bench nothing", false),
        ("cargo test --test it docs::options", true),
        ("cargo test --test it nothing", false),
    ] {
        assert_eq!(fault(command).is_none(), good, "{command}");
    }
}

/// Runs the fences of a page that are to be run.
#[cfg(unix)]
fn run_fences(page: &Page) -> usize {
    let program = Path::new(env!("CARGO_BIN_EXE_somatic"));
    let mut search_path = program.parent().expect("a folder").as_os_str().to_owned();
    search_path.push(":");
    search_path.push(std::env::var_os("PATH").unwrap_or_default());
    let mut count = 0;
    for fence in page.fences().iter().filter(|fence| fence.has("sh") && !fence.has("parse")) {
        let place = format!("{}:{}", page.path.display(), fence.line);
        let name = place.replace(['/', ':', '.'], "-");
        let folder = std::env::temp_dir().join(format!("somatic-docs-{}-{name}", std::process::id()));
        std::fs::create_dir(&folder).expect("a folder");
        std::os::unix::fs::symlink(root().join("sfen"), folder.join("sfen")).expect("a link");
        let script = fence.body.replace("cargo run --release --", "somatic");
        let script: Vec<&str> = script.lines().filter(|line| !line.starts_with("cargo ")).collect();
        let output = crate::common::command("sh")
            .args(["-euc", &script.join("\n")])
            .current_dir(&folder)
            .env("PATH", &search_path)
            .output()
            .expect("a shell");
        assert!(output.status.success(), "{place}\n{}", String::from_utf8_lossy(&output.stderr));
        std::fs::remove_dir_all(&folder).expect("removed");
        count += 1;
    }
    count
}

#[cfg(unix)]
#[test]
fn the_quick_commands_run() {
    let count: usize = pages().iter().map(run_fences).sum();
    assert!(count > 3, "{count} fences");
}
