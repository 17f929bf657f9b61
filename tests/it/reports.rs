//! The pages of `--html`: complete, closed, well-formed, whatever names hold, and alive in
//! a browser.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use roxmltree::Document;
use serde_json::{Value as Json, json};

use crate::browser;
use crate::cli::{good, run_with};
use crate::common::Folder;

/// Script, quotes, marks that turn the direction.
const HOSTILE: &str = "<script>alert(1)</script>'><img src=x onerror=alert(2)>&amp;\u{202e}abc";

fn hostile() -> String {
    format!("{HOSTILE}{}", "x".repeat(10_000))
}

/// Positions of both games with answers; the first has a name from somebody else.
fn suite(folder: &Folder) -> PathBuf {
    let text = format!(
        "sfen 4k4/9/4S4/9/9/9/9/9/4K4 b G 1 ; bm G*5b ; dm 1 ; id \"{}\"\n\
         sfen l4g+Ns1/1r1k4l/pg4pp1/1pPp1S3/1n1PBp1P1/2p3PN1/PPs1PP2R/L4SG2/3G2KL1 w B3Pn 92 ; bm 1b1g+ ; id \"two {HOSTILE}\"\n\
         2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id \"three {HOSTILE}\";\n\
         r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - bm Qxh7+; id \"four {HOSTILE}\";\n",
        hostile()
    );
    folder.write("suite.epd", &text)
}

/// The first leaves of both games that ship.
fn leaves(folder: &Folder) -> PathBuf {
    let read = |game: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("sfen").join(game).join("leaves.jsonl");
        std::fs::read_to_string(path).expect("leaves")
    };
    let (shogi, chess) = (read("shogi"), read("chess"));
    let lines: Vec<&str> = shogi.lines().take(6).chain(chess.lines().take(6)).collect();
    folder.write("leaves.jsonl", &(lines.join("\n") + "\n"))
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

/// What a command writes to its page.
#[track_caller]
fn written(folder: &Folder, command: &str, input: &Path) -> String {
    let page = text(&folder.file("page.html"));
    let mut arguments: Vec<String> = command.split(' ').map(str::to_owned).collect();
    arguments.extend([text(input), "--html".to_owned(), page.clone(), "--overwrite".to_owned()]);
    let out = good(&arguments);
    assert!(!out.contains("<html"), "the text is printed, the page is not");
    std::fs::read_to_string(&page).expect("a page")
}

/// Every page, with its command.
fn all(folder: &Folder) -> Vec<(&'static str, String)> {
    let suite = suite(folder);
    let games = folder
        .write("games.usi", "startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e\nstartpos moves 2g2f 8c8d 2f2e\n");
    // Of the second pair each player wins a game: where all games are drawn there is no interval to be drawn.
    let won = "sfen 4k4/9/9/9/9/9/9/9/4K4 b RB2G 1";
    let openings = folder.write("openings.sfen", &format!("startpos moves 7g7f ; id \"{HOSTILE}\"\n{won}\n"));
    let compare = "compare --tactics all --depth 2 --reference 3 --hash 1 --top 100";
    let game =
        "match --a name=<b>A</b>,Hash=1 --b Hash=1 --games 4 --max-plies 20 --depth 1 --sprt 0,5 --openings";
    vec![
        ("compare", written(folder, compare, &suite)),
        ("suite", written(folder, "suite --tactics all --depth 2 --hash 1", &suite)),
        ("accuracy", written(folder, "accuracy --split all --calls 1", &leaves(folder))),
        ("census", written(folder, "census --from-ply 0", &games)),
        ("match", written(folder, game, &openings)),
        ("review", written(folder, "review --nodes 200", &games)),
    ]
}

/// What stands in a page, without its script.
fn body(page: &str) -> &str {
    let body = page.split_once("<body>").and_then(|(_, rest)| rest.rsplit_once("</body>"));
    let (body, _) = body.expect("a body");
    body.split_once("<script").map_or(body, |(body, _)| body)
}

#[test]
fn every_page_is_well_formed_and_closed() {
    let folder = Folder::new("reports");
    for (name, page) in all(&folder) {
        let wrapped = format!("<body>{}</body>", body(&page));
        let document = Document::parse(&wrapped).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
        let links = document.descendants().filter_map(|node| node.attribute("href"));
        for link in links {
            let target = link.strip_prefix('#').unwrap_or_else(|| panic!("{name}: {link} leads elsewhere"));
            assert!(ids.contains(&target), "{name}: {link} leads nowhere");
        }
        ids.sort_unstable();
        assert!(ids.windows(2).all(|pair| pair[0] != pair[1]), "{name}: a name twice");
        for part in ["http:", "https:", "src=\"", "url(", "@import", "fetch(", "\u{1b}"] {
            assert!(!page.contains(part), "{name}: {part}");
        }
        assert!(page.contains("default-src 'none'") && page.contains("prefers-color-scheme:dark"), "{name}");
        assert!(page.contains("name=\"viewport\"") && page.contains("@media print"), "{name}");
        assert!(
            page.matches("<script>").count() <= 1 && !body(&page).contains("<img"),
            "{name}: only our own script"
        );
        let has_plot = document.descendants().any(|node| node.attribute("class") == Some("plot"));
        assert_eq!(has_plot, !matches!(name, "suite" | "census" | "review"), "{name}: a plot");
        let width = |node: &roxmltree::Node<'_, '_>| node.text().is_some_and(|text| text.contains("NaN"));
        assert!(!document.descendants().any(|node| width(&node)) && !page.contains("=\"NaN"), "{name}");
    }
}

#[test]
fn every_page_tells_what_it_is_for() {
    let folder = Folder::new("reports-told");
    for (name, page) in all(&folder) {
        let parts: &[&str] = match name {
            "compare" => {
                &["Tree size by depth", "% of all", "shogi: where they disagree", "class=\"line-1\""]
            }
            "suite" => &["nodes to solution", "not solved by", "chess: 2 positions"],
            "accuracy" => {
                &["Time a call", "The largest errors of super-soma.", "Truth", "Material as it stands"]
            }
            "census" => &["at least 6", "article, from 50", "shogi: either side, by moves played"],
            "match" => {
                &["Elo of A over B", "log-likelihood ratio", "max-plies", "4 of 4", "&lt;b&gt;A&lt;/b&gt;"]
            }
            _ => &["id=\"curve\"", "id=\"told\" class=\"told\" data-bounds=\"50 100 200\"", "\"P-7f\""],
        };
        for part in parts {
            assert!(page.contains(part), "{name}: {part}");
        }
    }
}

#[test]
fn hostile_names_are_text() {
    let folder = Folder::new("reports-hostile");
    for (name, page) in all(&folder) {
        let named = page.contains("&lt;script&gt;alert(1)&lt;/script&gt;'&gt;&lt;img src=x");
        assert_eq!(named, matches!(name, "compare" | "suite" | "match"), "{name}");
        if named {
            // What stands behind a name is not turned around with it.
            for (at, _) in page.match_indices("&lt;script&gt;alert") {
                let tag = page[..at].rfind('<').map(|tag| &page[tag..at]);
                assert!(tag.is_some_and(|tag| tag.starts_with("<bdi>")), "{name}: {tag:?}");
            }
            assert!(page.matches(&"x".repeat(10_000)).count() <= 1, "{name}: all of it stands once");
        }
    }
}

/// 200 positions stay below three million bytes.
#[test]
fn a_report_is_small() {
    const POSITIONS: usize = 20;
    let folder = Folder::new("reports-small");
    let read = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("sfen").join(name);
        std::fs::read_to_string(path).expect("positions")
    };
    let lines = |count: usize| {
        let (shogi, chess) = (read("shogi/tactics.sfen"), read("chess/tactics.epd"));
        let lines: Vec<&str> = shogi.lines().take(count).chain(chess.lines().take(count)).collect();
        folder.write("in.epd", &(lines.join("\n") + "\n"))
    };
    let command = "compare --tactics all --depth 1 --reference 2 --hash 1 --top 100";
    let (few, many) =
        (written(&folder, command, &lines(1)), written(&folder, command, &lines(1 + POSITIONS / 2)));
    let each = (many.len() - few.len()) / POSITIONS;
    let all = few.len() + 198 * each;
    assert!(all < 3_000_000, "{each} bytes a position, {all} for 200");
}

const DRIVER: &str = r"
  const list = inner.querySelector('table.list');
  const heads = Array.from(list.tHead.rows[0].cells);
  const name = it => it.rows[0].cells[1].textContent.split(' ')[0].slice(0, 7);
  const all = Array.from(list.querySelectorAll('tbody.item'));
  const ids = () => Array.from(list.querySelectorAll('tbody.item')).filter(it => !it.hidden).map(name).join(' ');
  const open = () => all.filter(it => 'open' in it.dataset).map(name).join(' ');
  const size = heads[3].querySelector('button');
  const sizes = () => Array.from(list.querySelectorAll('tbody.item')).map(it => Number(it.rows[0].cells[3].textContent));
  const rises = all => all.every((it, i) => i === 0 || all[i - 1] <= it);
  size.click();
  found.rises = rises(sizes()) && heads[3].getAttribute('aria-sort') === 'ascending';
  size.click();
  found.falls = rises(sizes().reverse()) && heads[3].getAttribute('aria-sort') === 'descending';
  heads[0].querySelector('button').click();
  found.all = ids();
  press(inner, 'ArrowRight', inner.body);
  found.first = open();
  press(inner, 'ArrowRight', inner.body);
  found.second = open();
  const shown = list.querySelector('.item[data-open] details');
  found.board = shown.open && shown.querySelectorAll('figure svg use').length > 5;
  press(inner, 'ArrowRight', inner.body);
  found.end = open();
  press(inner, 'ArrowLeft', inner.body);
  found.left = open();
  const words = inner.querySelector('.list-tools input');
  const filter = text => { words.value = text; words.dispatchEvent(new frame.contentWindow.Event('input')); };
  filter('TWO');
  found.filtered = ids();
  filter('nobody');
  found.none = ids() + inner.querySelector('.list-tools span').textContent;
  filter('');
  all.find(it => name(it) === '<script').rows[0].click();
  found.closed = open();
  found.fits = inner.documentElement.scrollWidth <= 390;
";

#[test]
fn a_list_lives_in_a_browser() {
    let folder = Folder::new("reports-browser");
    // On both the strategy and the reference differ.
    let position = "sfen 4gg1nl/2s4k1/p4b1pp/3r1S3/9/3L2N2/PP1PPPPPP/4G1GK1/L5SNL w - 1";
    let text = format!("{position} ; id \"{HOSTILE}\"\n{position} ; id \"two\"\n");
    let command = "compare --tactics stand-pat --depth 1 --reference 3 --hash 1 --top 100";
    let page = written(&folder, command, &folder.write("two.sfen", &text));
    let Some(found) = browser::find("a_list_lives_in_a_browser", &page, DRIVER) else {
        return;
    };
    let expected = json!({
        "rises": true, "falls": true, "all": "<script two", "first": "<script", "second": "two", "board": true,
        "end": "two", "left": "<script", "filtered": "two", "none": "0 of 2 shown", "closed": "", "fits": true,
        "requests": 0,
    });
    assert_eq!(found, expected);
}

#[test]
fn every_page_is_quiet_in_a_browser() {
    let folder = Folder::new("reports-quiet");
    for (name, page) in all(&folder) {
        let script = "found.fits = inner.documentElement.scrollWidth <= 390;";
        let Some(found) = browser::find(&format!("quiet-{name}"), &page, script) else {
            return;
        };
        assert_eq!(found, json!({"fits": true, "requests": 0}), "{name}");
    }
}

/// A reader that goes away takes no page with it.
#[test]
fn a_review_nobody_reads_is_written() {
    let folder = Folder::new("reports-closed");
    let games = folder.write("games.usi", "startpos moves 7g7f 3c3d\nstartpos moves 2g2f 8c8d\n");
    let (page, rows) = (folder.file("page.html"), folder.file("rows.jsonl"));
    let mut child = crate::common::somatic()
        .args(["review", "--nodes", "100", "--html", &text(&page), "--jsonl", &text(&rows), &text(&games)])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let page = std::fs::read_to_string(&page).expect("a page");
    assert_eq!(page.matches("\"judged\":").count(), 2, "both games");
    assert_eq!(std::fs::read_to_string(&rows).expect("rows").lines().count(), 2);
}

#[test]
fn a_page_that_cannot_be_written_is_one_line() {
    let folder = Folder::new("reports-refused");
    let suite = text(&suite(&folder));
    let nowhere = text(&folder.file("no/such.html"));
    for command in ["suite --depth 1", "compare --depth 1", "accuracy", "census", "review"] {
        let mut arguments: Vec<&str> = command.split(' ').collect();
        arguments.extend([suite.as_str(), "--html", &nowhere]);
        let run = run_with(&arguments, b"");
        assert!(
            run.code == Some(2) && run.out.is_empty() && run.err.lines().count() == 1,
            "{command}: {run:?}"
        );
        assert!(run.err.contains("cannot write there: no such folder"), "{command}: {run:?}");
    }
    let full = run_with(&["suite", "--depth", "1", "--hash", "1", &suite, "--html", "/dev/full"], b"");
    assert!(full.code == Some(2) && full.err.contains("cannot write /dev/full"), "{full:?}");
    let trials = run_with(&["match", "--trials", "x", "--html", &nowhere], b"");
    assert!(trials.code == Some(2) && trials.err.contains("cannot be used with"), "{trials:?}");
}

/// The sizes of trees grow with the depth, and end where the search did.
#[test]
fn compare_tells_the_trees() {
    let folder = Folder::new("reports-trees");
    let rows = text(&folder.file("rows.jsonl"));
    let input = folder.write("in.epd", "startpos\n");
    good(&["compare", "--depth", "3", "--hash", "1", "--jsonl", &rows, &text(&input)]);
    let row: Json = serde_json::from_str(&std::fs::read_to_string(&rows).expect("rows")).expect("JSON");
    for answer in row["results"].as_array().expect("results") {
        let tree: Vec<u64> = serde_json::from_value(answer["tree"].clone()).expect("numbers");
        assert!(tree.len() == 3 && tree.is_sorted(), "{answer}");
        assert!(tree.last() <= answer["nodes"].as_u64().as_ref(), "{answer}");
    }
}

#[test]
fn modules_are_functions_and_what_needs_a_server_is_left_out() {
    let script = somatic::report::game::page(&[], "");
    assert!(!script.contains("\nimport ") && !script.contains("\nexport "), "all are resolved");
    for part in ["dom", "board", "game", "file"].map(|name| format!("const module_{name} = (function")) {
        assert!(script.contains(&part), "{part}");
    }
    assert!(script.contains("const board = module_board;\n"), "a whole module");
    assert!(script.contains("const { attempt, button, byId, element, say } = module_dom;\n"), "some of it");
    let board = somatic::report::game::viewer().into_string();
    assert!(board.contains("value=\"moves\"") && !board.contains("class=\"live\""), "{board}");
}
