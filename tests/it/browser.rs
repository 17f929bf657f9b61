//! Pages opened in a browser, where there is one.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::Folder;

/// Where the package of a distribution puts it.
const CHROMIUM: &str = "/usr/bin/chromium";

/// What is there for the scripts of tests: `inner`, the document of the page; `press` a key
/// on an element or, without one, on the page; `found`, what is told.
const BEFORE: &str = r"
const frame = document.querySelector('iframe');
const found = {};
function press(inner, key, on) {
  const init = { key: key, bubbles: true, cancelable: true };
  (on || inner).dispatchEvent(new frame.contentWindow.KeyboardEvent('keydown', init));
}
frame.addEventListener('load', function () {
  const inner = frame.contentDocument;
";
const AFTER: &str = r"
  found.requests = frame.contentWindow.performance.getEntriesByType('resource').length;
  document.body.dataset.found = JSON.stringify(found);
});
frame.srcdoc = document.getElementById('t').dataset.page;
";

/// Opens a page in a frame as wide as a phone, runs a script on it, and gives what it
/// found, and as `requests` what the page has loaded. Nothing, with a word on standard
/// error, where there is no browser.
#[track_caller]
pub fn find(test: &str, page: &str, script: &str) -> Option<serde_json::Value> {
    use std::io::Write as _;

    if !Path::new(CHROMIUM).exists() {
        // Not `println`, which the test harness hides from a passing test.
        let _ = writeln!(std::io::stderr(), "skipped: {test}: there is no {CHROMIUM}");
        return None;
    }
    let inner = page.replace('&', "&amp;").replace('"', "&quot;");
    let framed = format!(
        "<!DOCTYPE html><meta charset=\"utf-8\"><body><iframe width=\"390\" height=\"844\"></iframe>\
         <template id=\"t\" data-page=\"{inner}\"></template><script>{BEFORE}{script}{AFTER}</script></body>"
    );
    let folder = Folder::new(&format!("browser-{test}"));
    let file = folder.write("page.html", &framed);
    let output = Command::new(CHROMIUM)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"])
        .args(["--no-first-run", "--disable-sync", "--enable-logging=stderr", "--virtual-time-budget=5000"])
        .arg(format!("--user-data-dir={}", folder.file("profile").display()))
        .arg("--dump-dom")
        .arg(format!("file://{}", file.display()))
        .stdin(Stdio::null())
        .output()
        .expect("it starts");
    let (dom, log) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let console = log.lines().find(|line| line.contains("CONSOLE"));
    assert_eq!(console, None, "the console has nothing to say");
    let found = dom.split("data-found=\"").nth(1).and_then(|rest| rest.split('"').next());
    let found = found
        .unwrap_or_else(|| panic!("nothing was found:\n{log}"))
        .replace("&quot;", "\"")
        .replace("&lt;", "<")
        .replace("&gt;", ">");
    Some(serde_json::from_str(&found.replace("&amp;", "&")).expect("JSON"))
}
