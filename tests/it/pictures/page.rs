//! The page of `xref --html`: complete, closed, and alive in a browser.

use somatic::explain::Look;
use somatic::game::{Notation, ValuePreset};
use somatic::lab::xref::Report;
use somatic::report::picture::{Pieces, page};
use somatic::shogi::Position;

use super::{CHESS, EXAMPLE_2, HANDS};
use crate::browser;
use crate::cli::good;
use crate::common::{Folder, position};

/// What `xref` writes of a position.
#[track_caller]
fn written(position: &str, options: &[&str]) -> String {
    let folder = Folder::new("html");
    let file = folder.file("page.html").display().to_string();
    good(&[&["xref", position, "--html", &file], options].concat());
    std::fs::read_to_string(file).expect("a page")
}

/// Script, quotes, marks that turn the direction, and 10,000 letters.
fn hostile() -> String {
    let long = "x".repeat(10_000);
    format!(
        "</title></h1><script>alert(1)</script>\"'><img src=x onerror=alert(2)>&amp;\u{202e}\u{1b}[31m{long}"
    )
}

/// A page with a title and a move from somebody else.
fn hostile_page() -> String {
    let position: Position = position(EXAMPLE_2);
    let mut report = Report::new(&position, Look::Article, ValuePreset::Article, None);
    report.search.as_mut().expect("no check").quiet = vec![hostile()];
    page::<Position>(&report, Pieces::Figures, &hostile())
}

#[test]
fn it_tells_the_whole_story() {
    let page = written(EXAMPLE_2, &["--values", "article"]);
    for part in [
        "Iteration 1: white to move",
        "Iteration 5: white to move",
        "After the line: net -356",
        "6d4d: -560 +960 +740 +20 = 1160",
        "6f6d gives 960 to 6d4d: our piece is the target and moves (R1)",
        "4d5c+ gives 20 to 6d4d: the promotion is prevented (R5)",
        "the piece on 3f is tied to 4d (400)",
        "sum of the line so far <strong>-560</strong>",
        "What the search makes of it",
        "Static answer",
        "sfen 4gg1nl/",
        "R13 the target is lost once",
        "name=\"viewport\"",
        "prefers-color-scheme:dark",
        "@media print",
    ] {
        assert!(page.contains(part), "{part}");
    }
    // The capture of the silver is given weight by the rows of the lance's capture, the
    // silver's, and its promotion.
    assert!(page.contains("data-e=\"0\" data-gives=\"3 4 8\" class=\"is-chosen\""), "{page}");
    assert_eq!(page.matches("<section class=\"pane\"").count(), 6);
    assert!(page.len() < 300_000, "{} bytes", page.len());
}

/// The search's table serves for every step of its line; what it does not hold stands
/// below.
#[test]
fn the_look_of_the_search_and_chess() {
    let page = written(EXAMPLE_2, &[]);
    assert!(
        page.contains("The table: white to move") && page.contains("Not counted: what only a wider look")
    );
    assert!(page.contains("Step 2 of the line: black to move"), "{page}");
    let chess = written(CHESS, &["--look", "wide"]);
    assert!(chess.contains("a position of chess") && chess.contains("it makes threats of which one remains"));
    let check = written("4k4/9/9/9/9/9/5n3/4r4/4K4 b - 1", &[]);
    assert!(check.contains("In check the search does not ask the table."));
    assert!(written("startpos", &[]).contains("Nothing tactical."));
    assert!(!written(HANDS, &["--pieces", "letters"]).contains("class=\"kanji\""));
}

#[test]
fn nothing_is_loaded_from_elsewhere() {
    for page in [written(EXAMPLE_2, &[]), written(CHESS, &["--look", "wide"])] {
        for part in ["http:", "https:", "src=", "href=", "url(", "@import", "fetch(", "//"] {
            // Comments of the script are the only double slashes.
            let is_comment =
                |line: &str| part == "//" && line.contains("<script>//") || line.trim().starts_with("//");
            let found = page.lines().find(|line| line.contains(part) && !is_comment(line));
            assert_eq!(found, None, "{part}");
        }
        assert!(page.contains("default-src 'none'"));
    }
}

#[test]
fn hostile_text_stays_text() {
    let page = hostile_page();
    assert_eq!(page.matches("<script>").count(), 1, "our own");
    assert!(!page.contains("<img") && !page.contains('\u{1b}'));
    assert!(
        page.contains("&lt;/title&gt;&lt;/h1&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;'&gt;&lt;img")
    );
    assert!(page.contains("&amp;amp;"));
    let text = Position::start().text();
    assert!(!text.contains('<'), "a position is written back, and not as it was typed");
}

/// What is done with the page, and what is then found.
const DRIVER: &str = r#"
  const panes = Array.from(inner.querySelectorAll('.pane'));
  const shown = () => panes.map((pane, i) => pane.hidden ? '' : String(i)).join('');
  found.start = shown();
  press(inner, 'ArrowRight');
  press(inner, 'ArrowRight');
  found.right = shown();
  press(inner, 'ArrowLeft');
  found.left = shown();
  inner.getElementById('next').click();
  found.button = shown();
  for (let i = 0; i < 20; i++) { press(inner, 'ArrowRight'); }
  found.end = shown() + inner.getElementById('where').textContent;
  for (let i = 0; i < 20; i++) { press(inner, 'ArrowLeft'); }
  const row = panes[0].querySelector('tr[data-e="0"]');
  row.dispatchEvent(new frame.contentWindow.FocusEvent('focus'));
  const marked = name => Array.from(panes[0].querySelectorAll('tr.' + name)).map(it => it.dataset.e).join(' ');
  found.on = marked('on');
  found.gives = marked('gives');
  found.arrow = panes[0].querySelectorAll('.arrow.on').length;
  found.said = inner.getElementById('said').textContent.includes('(R1)');
  row.dispatchEvent(new frame.contentWindow.FocusEvent('blur'));
  found.off = marked('on');
  found.reachable = panes[0].querySelectorAll('tr[tabindex="0"]').length;
  found.fits = inner.documentElement.scrollWidth <= 390;
  found.title = inner.title.includes('<script>alert(1)<');
"#;

#[test]
fn it_lives_in_a_browser() {
    let Some(found) = browser::find("it_lives_in_a_browser", &hostile_page(), DRIVER) else {
        return;
    };
    let expected = serde_json::json!({
        "start": "0", "right": "2", "left": "1", "button": "2", "end": "56 of 6",
        "on": "0", "gives": "3 4 8", "arrow": 1, "said": true, "off": "", "reachable": 1,
        "fits": true, "title": true, "requests": 0,
    });
    assert_eq!(found, expected);
}
