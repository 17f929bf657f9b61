//! The page in a browser, driven through the pipe of its protocol for developers.

use std::io::{BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};

use super::Explorer;
use crate::common::Folder;

/// Where the package of a distribution puts it.
const CHROMIUM: &str = "/usr/bin/chromium";

/// A browser with one page.
struct Browser {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    last: u64,
    session: Option<String>,
    events: Vec<Value>,
    _profile: Folder,
}

impl Browser {
    fn start() -> Self {
        let profile = Folder::new("explore");
        // It reads commands from the third and writes to the fourth of its files.
        let mut child = crate::common::command("sh")
            .args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1", CHROMIUM])
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"])
            .args(["--no-first-run", "--disable-sync", "--remote-debugging-pipe", "about:blank"])
            .arg(format!("--user-data-dir={}", profile.file("profile").display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut browser =
            Self { child, input, output, last: 0, session: None, events: Vec::new(), _profile: profile };
        let target = browser.call("Target.createTarget", &json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let session = browser.call("Target.attachToTarget", &attach);
        browser.session = session["sessionId"].as_str().map(str::to_owned);
        for domain in ["Runtime", "Log", "Network", "Page"] {
            browser.call(&format!("{domain}.enable"), &json!({}));
        }
        browser
    }

    /// Calls a method and waits for its result.
    #[track_caller]
    fn call(&mut self, method: &str, parameters: &Value) -> Value {
        self.last += 1;
        let mut message = json!({ "id": self.last, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.input.write_all(format!("{message}\0").as_bytes()).expect("it is sent");
        self.input.flush().expect("it is sent");
        loop {
            let heard = self.hear();
            if heard["id"] == json!(self.last) {
                assert!(heard.get("error").is_none(), "{method}: {heard}");
                return heard["result"].clone();
            }
            self.events.push(heard);
        }
    }

    fn hear(&mut self) -> Value {
        let mut bytes = Vec::new();
        let mut byte = [0];
        loop {
            self.output.read_exact(&mut byte).expect("the browser lives");
            if byte[0] == 0 {
                return serde_json::from_slice(&bytes).expect("JSON");
            }
            bytes.push(byte[0]);
        }
    }

    /// Goes to an address, on a screen as wide as this.
    fn open(&mut self, address: &str, width: u32) {
        let screen = json!({ "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", &screen);
        self.call("Page.navigate", &json!({ "url": address }));
    }

    /// Runs a script on the page, and gives what it returns.
    #[track_caller]
    fn run(&mut self, script: &str) -> Value {
        let expression = format!("(async () => {{ {HELP} {script} }})()");
        let parameters = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let found = self.call("Runtime.evaluate", &parameters);
        assert!(found.get("exceptionDetails").is_none(), "{found}");
        found["result"]["value"].clone()
    }

    /// What the console said, and requests to anywhere else.
    fn faults(&self, address: &str) -> Vec<String> {
        let mut faults = Vec::new();
        for event in &self.events {
            let parameters = &event["params"];
            match event["method"].as_str().unwrap_or_default() {
                "Runtime.consoleAPICalled" | "Runtime.exceptionThrown" | "Log.entryAdded" => {
                    faults.push(parameters.to_string());
                }
                "Network.requestWillBeSent" => {
                    let url = parameters["request"]["url"].as_str().unwrap_or_default();
                    if !url.starts_with(address) && !url.starts_with("data:") && url != "about:blank" {
                        faults.push(url.to_owned());
                    }
                }
                _ => {}
            }
        }
        faults
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.input.write_all(b"{\"id\":0,\"method\":\"Browser.close\"}\0");
        let _ = self.input.flush();
        for _ in 0..100 {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What scripts use: `until` something is so, a click on places of the board, a key.
const HELP: &str = r"
const wait = ms => new Promise(done => setTimeout(done, ms));
const until = async (what) => {
  for (let i = 0; i < 2400; i++) { try { if (what()) { return; } } catch { /* Not yet. */ } await wait(50); }
  throw new Error('in vain: ' + what + ' ' + document.body.textContent.slice(0, 300));
};
const id = name => document.getElementById(name);
const place = name => Array.from(document.querySelectorAll('#places .place')).find(it => it.dataset.place === name);
const at = () => id('moves').querySelector('[aria-current]').dataset.move || 'start';
const moves = () => Array.from(id('moves').querySelectorAll('.move-button')).map(it => it.dataset.move || 'start').join(' ');
const click = async (from, to, then) => { place(from).click(); place(to).click(); await until(() => at() === (then || from + to)); };
const press = (key, on) => (on || document.body).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
const choose = (name, value) => { id(name).value = value; id(name).dispatchEvent(new Event('change')); };
const read = text => { id('read-open').click(); id('text').value = text; id('read').click(); };
const fits = () => document.documentElement.scrollWidth <= window.innerWidth;
";

/// Whether there is a browser; else a line says so.
fn has_browser(test: &str) -> bool {
    let is_there = Path::new(CHROMIUM).exists();
    if !is_there {
        // Not `println`, which the test harness hides from a passing test.
        let _ = writeln!(std::io::stderr(), "skipped: {test}: there is no {CHROMIUM}");
    }
    is_there
}

/// A browser at the page of a server, or nothing and a line that says so.
fn browser_at(test: &str, width: u32) -> Option<(Explorer, Browser, String)> {
    if !has_browser(test) {
        return None;
    }
    let server = Explorer::start();
    let address = format!("http://127.0.0.1:{}/", server.port);
    let mut browser = Browser::start();
    browser.open(&address, width);
    browser.run("await until(() => place('5e') || place('e4'));");
    Some((server, browser, address))
}

#[test]
fn a_game_is_played_by_clicking() {
    let Some((_server, mut browser, address)) = browser_at("a_game_is_played_by_clicking", 1280) else {
        return;
    };
    let found = browser.run(
        "await click('7g', '7f'); await click('3c', '3d');
         place('8h').click();
         const targets = document.querySelectorAll('.target').length;
         place('2b').click();
         const asked = id('choice').textContent;
         id('choice').querySelector('button').click();
         await until(() => at() === '8h2b+');
         await until(() => id('table').textContent.includes('s 3a x +B 2b'));
         const arrows = document.querySelectorAll('#picture .arrow').length > 0;
         await click('3a', '2b');
         await click('B*', '5e', 'B*5e');
         id('verdicts-box').open = true;
         await until(() => id('verdicts').querySelectorAll('tbody tr').length === 8);
         choose('overlay', 'worth');
         await until(() => document.querySelectorAll('.place .worth').length === 37);
         id('search').click();
         await until(() => id('search-lines').querySelectorAll('tbody tr').length === 3);
         id('search').click();
         press('ArrowLeft'); await until(() => at() === '3a2b');
         press('Home'); await until(() => at() === 'start');
         press('ArrowRight'); await until(() => at() === '7g7f');
         press('End'); await until(() => at() === 'B*5e');
         press('f'); await until(() => place('1i').offsetTop < place('9a').offsetTop);
         press('ArrowLeft'); press('ArrowLeft'); await until(() => at() === '8h2b+');
         return { targets, asked: asked.includes('Promote: black horse'), arrows, moves: moves(), fits: fits() };",
    );
    let expected = json!({
        "targets": 6, "asked": true, "arrows": true, "moves": "start 7g7f 3c3d 8h2b+ 3a2b B*5e", "fits": true,
    });
    assert_eq!(found, expected);
    assert_eq!(browser.faults(&address), Vec::<String>::new());
}

#[test]
fn a_position_is_set_up_by_clicking() {
    let Some((_server, mut browser, address)) = browser_at("a_position_is_set_up_by_clicking", 390) else {
        return;
    };
    let found = browser.run(
        "choose('game', 'chess'); await until(() => place('e4'));
         id('setup-open').click(); await until(() => !id('setup').hidden);
         id('setup-clear').click(); await until(() => id('setup-done').disabled);
         const pick = async (name, square) => {
           Array.from(id('palette').children).find(it => it.title === name).click();
           place(square).click();
           await until(() => place(square).getAttribute('aria-label') === square + ', ' + name);
         };
         await pick('white king', 'e1'); await pick('black king', 'e8');
         await pick('white pawn', 'a7'); await pick('black rook', 'h2');
         id('palette').firstChild.click(); place('h2').click();
         return null;",
    );
    assert_eq!(found, Value::Null);
    let found = browser.run(
        "await until(() => place('h2').getAttribute('aria-label') === 'h2');
         id('setup-done').click(); await until(() => id('position-text').textContent.startsWith('4k3/P7/'));
         place('a7').click(); place('a8').click();
         const asked = id('choice').children.length;
         id('choice').children[1].click();
         await until(() => at().startsWith('a7a8'));
         place('e8').focus(); press('ArrowRight', place('e8'));
         const focused = document.activeElement.dataset.place;
         return { asked, focused, fits: fits(), side: id('status').textContent.split(' ')[0] };",
    );
    assert_eq!(found, json!({ "asked": 4, "focused": "f8", "fits": true, "side": "black" }));
    assert_eq!(browser.faults(&address), Vec::<String>::new());
}

/// The contrast (WCAG 2.1) of every text with what lies behind it; what is disabled is left out.
const CONTRAST: &str = r"
const parts = color => (color.match(/[\d.]+/g) || []).map(Number);
const light = color => {
  const [r, g, b] = parts(color).map(it => it / 255).map(it => it <= 0.04045 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
};
const behind = it => {
  for (; it; it = it.parentElement) {
    const color = getComputedStyle(it).backgroundColor;
    const own = parts(color);
    if (own.length === 3 || own[3] > 0) { return color; }
  }
  return 'rgb(255, 255, 255)';
};
const faults = [];
let count = 0;
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  const it = node.parentElement;
  if (!node.data.trim() || it.closest('svg, script, noscript, option, :disabled') || !it.checkVisibility()) { continue; }
  const [one, other] = [light(getComputedStyle(it).color), light(behind(it))];
  const contrast = Math.max(one, other) / Math.min(one, other);
  count += 1;
  if (contrast < 4.5) { faults.push(node.data + ': ' + contrast); }
}
return { faults, enough: count > 100 };
";

#[test]
fn all_text_stands_out_by_day_and_by_night() {
    let Some((_server, mut browser, _)) = browser_at("all_text_stands_out_by_day_and_by_night", 1280) else {
        return;
    };
    browser.run(
        "read('startpos moves 7g7f 3c3d 8h2b+'); await until(() => id('moves').children.length === 4);
         press('End'); await until(() => at() === '8h2b+');
         id('verdicts-box').open = id('worth-box').open = id('sums-box').open = true;
         await until(() => id('verdicts').querySelector('tbody') && id('worth').querySelector('tbody'));
         choose('overlay', 'worth'); id('search').click();
         await until(() => id('search-lines').querySelectorAll('tbody tr').length === 3);
         id('read-open').click(); read('hello'); await until(() => !id('problem').hidden);",
    );
    for scheme in ["light", "dark"] {
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        browser.call("Emulation.setEmulatedMedia", &features);
        assert_eq!(browser.run(CONTRAST), json!({ "faults": [], "enough": true }), "{scheme}");
    }
}

/// What is played in the middle of a game begins a variation; it goes on after a reload, and leaves when asked.
#[test]
fn a_variation_loses_nothing() {
    let Some((_server, mut browser, address)) = browser_at("a_variation_loses_nothing", 1280) else {
        return;
    };
    let found = browser.run(
        "read('startpos moves 7g7f 3c3d 8h2b+'); await until(() => id('moves').children.length === 4);
         press('ArrowRight'); await until(() => at() === '7g7f');
         await click('8c', '8d');
         await click('2g', '2f');
         return { moves: moves(), numbers: id('moves').textContent, back: !id('to-game').hidden };",
    );
    let expected = json!({
        "moves": "start 7g7f 3c3d 8c8d 2g2f 8h2b+", "numbers": "start1.P-7f2.P-3d2.P-8d3.P-2f3.Bx2b+", "back": true,
    });
    assert_eq!(found, expected);
    browser.open(&address, 1280);
    let found = browser.run(
        "await until(() => at() === '2g2f');
         const kept = moves();
         id('to-game').click(); await until(() => at() === '7g7f');
         press('End'); await until(() => at() === '8h2b+');
         Array.from(id('moves').querySelectorAll('button')).find(it => it.dataset.move === '8c8d').click();
         await until(() => at() === '8c8d');
         id('remove').click(); await until(() => at() === '7g7f');
         return [kept, moves()];",
    );
    assert_eq!(found, json!(["start 7g7f 3c3d 8c8d 2g2f 8h2b+", "start 7g7f 3c3d 8h2b+"]));
    assert_eq!(browser.faults(&address), Vec::<String>::new());
}

#[test]
fn a_piece_is_dragged() {
    let Some((_server, mut browser, address)) = browser_at("a_piece_is_dragged", 1280) else { return };
    let middle = browser.run(
        "const middle = name => { const box = place(name).getBoundingClientRect();
           return [box.left + box.width / 2, box.top + box.height / 2]; };
         return [middle('7g'), middle('7f'), middle('5e')];",
    );
    let mouse = |browser: &mut Browser, kind: &str, to: &Value| {
        let event = json!({ "type": kind, "x": to[0], "y": to[1], "button": "left", "clickCount": 1 });
        browser.call("Input.dispatchMouseEvent", &event);
    };
    for to in [2, 1] {
        mouse(&mut browser, "mousePressed", &middle[0]);
        mouse(&mut browser, "mouseMoved", &middle[to]);
        mouse(&mut browser, "mouseReleased", &middle[to]);
    }
    let found = browser
        .run("await until(() => at() === '7g7f'); return [moves(), !document.querySelector('.ghost')];");
    assert_eq!(found, json!(["start 7g7f", true]));
    assert_eq!(browser.faults(&address), Vec::<String>::new());
}

/// The queen that is given away is marked, the answer is shown, the line can be played.
const REVIEWED: &str = "
  for (let i = 0; i < 9 && at() !== 'h5f7'; i++) { press('m'); await wait(500); }
  await until(() => at() === 'h5f7');
  const told = id('told').textContent;
  const arrows = document.querySelectorAll('#over .go').length;
  const dots = document.querySelectorAll('#curve .dot').length;
  const line = id('told').querySelectorAll('.told-line')[0].querySelectorAll('button');
  line[1].click(); await until(() => !id('to-game').hidden);
  const depth = Array.from(document.querySelectorAll('.variation button')).length;
  id('to-game').click(); await until(() => at() === 'b8c6');
  const rows = Array.from(id('sides').querySelectorAll('tbody tr')).map(it => it.textContent);
  return {
    told: told.startsWith('3. Qxf7+ ??'), answer: told.includes('The answer that punishes') && told.includes('Kxf7'),
    arrows, dots: dots > 0, depth, rows: rows.length, accuracy: rows.every(it => it.includes(' %')),
    bar: id('bar').getAttribute('aria-label').includes('white'), moves: moves().startsWith('start e2e4 e7e5'), fits: fits(),
  };";

const BLUNDER: &str = "[White \"<b>A</b>\"]\n[Black \"b\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 4. f3 *\n";

fn reviewed() -> Value {
    json!({
        "told": true, "answer": true, "arrows": 3, "dots": true, "depth": 2, "rows": 2, "accuracy": true,
        "bar": true, "moves": true, "fits": true,
    })
}

#[test]
fn a_game_is_reviewed_on_the_page() {
    let Some((_server, mut browser, address)) = browser_at("a_game_is_reviewed_on_the_page", 1280) else {
        return;
    };
    let script = format!(
        "choose('game', 'chess'); await until(() => place('e4'));
         read({}); await until(() => id('moves').children.length === 8);
         id('review').click(); await until(() => id('review').getAttribute('aria-pressed') === 'true');
         await until(() => id('review').getAttribute('aria-pressed') === 'false'); {REVIEWED}",
        json!(BLUNDER)
    );
    assert_eq!(browser.run(&script), reviewed());
    assert_eq!(browser.faults(&address), Vec::<String>::new());
}

/// The same page out of a file, with a list of games.
#[test]
fn a_reviewed_game_is_a_file() {
    if !has_browser("a_reviewed_game_is_a_file") {
        return;
    }
    let folder = Folder::new("reviewed");
    let games = folder.write("games.pgn", &format!("{BLUNDER}\n[White \"c\"]\n\n1. d4 d5 2. e4 dxe4 *\n"));
    let page = folder.file("page.html");
    let (games, file) = (games.display().to_string(), page.display().to_string());
    crate::cli::good(&["review", "--nodes", "3000", "--html", &file, &games]);
    let mut browser = Browser::start();
    for width in [1280, 390] {
        let address = format!("file://{file}#g1p4");
        browser.open("about:blank", width);
        browser.open(&address, width);
        browser.run("await until(() => at() === 'b8c6');");
        assert_eq!(browser.run(REVIEWED), reviewed(), "{width}");
        let found = browser.run(
            "id('contents').querySelectorAll('button')[1].click(); await until(() => moves().includes('d2d4'));
             press('ArrowRight'); await until(() => at() === 'd2d4');
             press('f'); await until(() => place('h1').offsetTop < place('a8').offsetTop);
             return [location.hash, id('players').textContent.includes('c \u{2013} ?')];",
        );
        assert_eq!(found, json!(["#g2p1", true]));
        assert_eq!(browser.faults("file://"), Vec::<String>::new());
    }
}

/// The games of a match on the same page: opened from its table, stepped through, with what each player said.
#[test]
fn the_games_of_a_match_open_on_its_page() {
    if !has_browser("the_games_of_a_match_open_on_its_page") {
        return;
    }
    let folder = Folder::new("match-page");
    let (rows, page) = (folder.file("out.jsonl"), folder.file("page.html"));
    let (rows, page) = (rows.display().to_string(), page.display().to_string());
    let mut browser = Browser::start();
    for (game, language, width) in [("shogi", "ja", 390), ("shogi", "en", 1280), ("chess", "en", 390)] {
        crate::cli::good(&[
            "match", "--game", game, "--lang", language, "--a", "name=one,Hash=1", "--b", "name=two,Hash=1",
            "--games", "4", "--random-plies", "2", "--depth", "1", "--max-plies", "12", "--overwrite",
            "--jsonl", &rows, "--html", &page,
        ]);
        let text = std::fs::read_to_string(&rows).expect("rows");
        let second = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        let second = second.into_iter().find(|row| row["number"] == 2).expect("a second game");
        let all: Vec<&str> = ["opening_moves", "moves"]
            .iter()
            .flat_map(|name| second[name].as_array().expect("moves"))
            .filter_map(Value::as_str)
            .collect();
        let score = second["score"][0].as_i64().expect("a score");
        let who = second["first"].as_str().expect("a player");
        let score = match game {
            "shogi" => format!("{score:+}"),
            _ => format!("{:+.2}", score as f64 / 100.0),
        };
        browser.open("about:blank", width);
        browser.open(&format!("file://{page}"), width);
        let found = browser.run(
            "await until(() => location.hash === '#g1p0');
             const buttons = Array.from(id('games').querySelectorAll('tbody button'));
             buttons[1].click(); await until(() => location.hash === '#g2p0');
             for (let ply = 1; ply <= 3; ply += 1) { press('ArrowRight'); await until(() => location.hash === '#g2p' + ply); }
             await until(() => id('told').textContent);
             const told = id('told').textContent;
             press('End'); await until(() => id('next').disabled);
             return {
               buttons: buttons.map(it => it.textContent), told, moves: moves(), curve: id('curve').querySelector('.chances').getAttribute('d').length > 60,
               mistakes: id('mistakes').hidden, sides: id('sides').hidden, fits: fits(),
               english: id('picture').textContent.includes('white'),
               title: id('players').textContent.startsWith('2. ') && ['A one', 'B two'].every(it => id('players').textContent.includes(it)),
             };",
        );
        let told = found["told"].as_str().unwrap_or_default().to_owned();
        assert!(told.ends_with(&format!(" {}: {score}", who.to_uppercase())), "{game}: {told} {second}");
        let marks = if language == "ja" { ['▲', '△'] } else { ['3', '2'] };
        assert!(told.contains(marks), "{told}");
        let expected = json!({
            "buttons": ["1", "2", "3", "4"], "told": told, "moves": format!("start {}", all.join(" ")), "curve": true,
            "mistakes": true, "sides": true, "fits": true, "title": true, "english": (game, language) == ("shogi", "en"),
        });
        assert_eq!(found, expected, "{game} {language}");
    }
    assert_eq!(browser.faults("file://"), Vec::<String>::new());
}

/// The king takes its own rook.
#[test]
fn castling_of_chess960_is_shown() {
    if !has_browser("castling_of_chess960_is_shown") {
        return;
    }
    let folder = Folder::new("castling");
    let record =
        "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"1k6/8/8/8/8/8/8/1K4R1 w G - 0 1\"]\n\n1. O-O Kb7 *\n";
    let (games, page) = (folder.write("games.pgn", record), folder.file("page.html").display().to_string());
    crate::cli::good(&["review", "--nodes", "10", "--html", &page, &games.display().to_string()]);
    let mut browser = Browser::start();
    browser.open(&format!("file://{page}#g1p1"), 390);
    let found = browser.run(
        "await until(() => at() === 'b1g1');
         return ['b1', 'f1', 'g1'].map(it => place(it).getAttribute('aria-label'));",
    );
    assert_eq!(found, json!(["b1", "f1, white rook", "g1, white king"]));
}

/// By tradition KIF is Shift_JIS.
#[test]
fn a_file_in_the_old_encoding_is_opened() {
    let Some((_server, mut browser, address)) = browser_at("a_file_in_the_old_encoding_is_opened", 1280)
    else {
        return;
    };
    let kif = "手合割：平手\n先手：山田\n手数----指手---------消費時間--\n   1 ７六歩(77)\n*角道\n   2 ３四歩(33)\n";
    let (bytes, ..) = encoding_rs::SHIFT_JIS.encode(kif);
    let script = format!(
        "const files = new DataTransfer();
         files.items.add(new File([new Uint8Array({})], 'game.kif'));
         id('read-open').click(); id('file').files = files.files; id('file').dispatchEvent(new Event('change'));
         await until(() => id('moves').children.length === 3);
         press('ArrowRight'); await until(() => at() === '7g7f');
         return [id('players').textContent, id('comment').textContent, id('moves').textContent];",
        json!(bytes.as_ref())
    );
    assert_eq!(browser.run(&script), json!(["山田 \u{2013} ?", "角道", "start1.P-7f2.P-3d"]));
    assert_eq!(browser.faults(&address), Vec::<String>::new());
}

#[test]
fn a_hostile_record_stays_text() {
    let Some((server, mut browser, address)) = browser_at("a_hostile_record_stays_text", 390) else { return };
    let long = "x".repeat(10_000);
    let name = "<script>document.title='bad'</script>'\u{202e}";
    let record = format!(
        "[White \"{name}\"]\n[Black \"<img src=x onerror=alert(1)>{long}\"]\n\n\
         1. e4 {{<b onclick=alert(2)>bold</b> \"quoted\" \u{202e}{long}}} e5 2. Nf3 *\n"
    );
    let script = format!(
        "read({}); await until(() => id('moves').children.length === 4);
         press('ArrowRight'); await until(() => at() === 'e2e4');
         return {{
           name: id('players').firstChild.textContent, comment: id('comment').textContent.startsWith('<b onclick'),
           length: id('comment').textContent.length > 10000, title: document.title, fits: fits(),
           made: document.querySelectorAll('img, b, body script').length,
         }};",
        json!(record)
    );
    let found = browser.run(&script);
    let expected = json!({
        "name": name, "comment": true, "length": true, "title": "Somatic: explore", "fits": true, "made": 0,
    });
    assert_eq!(found, expected);
    // A fault is said in words, and the page goes on.
    let found = browser.run(
        "read('hello'); await until(() => !id('problem').hidden);
         const problem = id('problem').textContent;
         press('ArrowRight'); await until(() => at() === 'e7e5');
         return { problem, hidden: id('problem').hidden };",
    );
    assert_eq!(found, json!({ "problem": "text:1: 'hello' is neither an SFEN nor a FEN", "hidden": true }));
    // The console names the answer that was a refusal, and nothing else.
    let faults = browser.faults(&address);
    assert!(faults.len() == 1 && faults[0].contains("400"), "{faults:?}");
    browser.run(
        "id('quit').click(); await until(() => document.body.textContent.includes('has been stopped'));",
    );
    assert_eq!(server.wait().code(), Some(0));
}

/// What is there for the lessons: `lesson`, which opens one, and `through`, which goes on to its end and tells the
/// heads of all steps.
const LESSON: &str = r"
const scene = () => id('scene').textContent;
const on = async name => { const before = scene(); id(name).click(); await until(() => scene() !== before); };
const lesson = async number => {
  location.hash = '#' + number;
  await until(() => id('lesson').selectedIndex === number - 1 && scene().startsWith('1. ') && place('5e') || place('e4'));
};
const through = async () => {
  const seen = [scene()];
  while (!id('after').disabled) {
    await on('after');
    if (!fits()) { throw new Error('too wide: ' + scene()); }
    seen.push(scene());
  }
  return seen;
};
";

/// The article's example as its reader meets it: the move is found on the board, each relation stands alone, a row
/// tells its own reasons.
#[test]
fn a_lesson_is_clicked_through() {
    if !has_browser("a_lesson_is_clicked_through") {
        return;
    }
    for (language, found_it, to_move, tie, name) in [
        ("en", "You have found it.", "white to move", "['6g', '6f', '240']", "r 6d x S 4d"),
        ("ja", "正解です。", "後手の手番", "['６七', '６六', '240']", "△４四飛"),
    ] {
        let server = Explorer::speaking(language);
        let address = format!("http://127.0.0.1:{}/", server.port);
        let mut browser = Browser::start();
        browser.open(&format!("{address}lesson"), 390);
        let found = browser.run(&format!(
            "{LESSON} await until(() => place('6d'));
             const asked = scene() + '|' + id('status').textContent;
             const hidden = id('rows').textContent;
             place('6d').click(); place('4d').click();
             await until(() => scene().startsWith('2. '));
             const tied = id('said').textContent;
             while (!document.querySelector('#rows button')) {{ await on('after'); }}
             const heads = document.querySelectorAll('#rows th').length;
             const sums = [];
             while (!id('said').textContent.includes('{found_it}')) {{ await on('after'); sums.push(id('said').lastChild.textContent); }}
             const weights = document.querySelectorAll('#rows th').length;
             const name = document.querySelector('#rows [data-move=\"6d4d\"]').textContent, width = id('lesson').offsetWidth;
             document.querySelector('#rows [data-move=\"6d4d\"]').click();
             const reasons = id('row').querySelectorAll('li').length;
             const drawn = document.querySelectorAll('#over .go').length;
             document.querySelector('#rows [data-move=\"4d5c+\"]').click();
             const other = id('row').querySelectorAll('li').length;
             await through();
             return {{ asked, hidden, tied: {tie}.every(it => tied.includes(it)), heads, weights, name, wide: width > 100,
               sum: sums.includes('-560 +960 +740 +20 = 1160'), reasons, drawn, other, end: id('said').textContent.includes('400 -960 +204 = -356') }};"
        ));
        assert_eq!(found["asked"], json!(format!("1. {to_move}|{to_move}")));
        let expected = json!({
            "asked": found["asked"], "hidden": "", "tied": true, "name": name, "wide": true, "heads": 3, "weights": 4, "sum": true, "reasons": 3,
            "drawn": 4, "other": 1, "end": true,
        });
        assert_eq!(found, expected, "{language}");
        assert_eq!(browser.faults(&address), Vec::<String>::new());
    }
}

/// All lessons can be gone through on a telephone, forwards and back, and say nothing of a script's own.
#[test]
fn every_lesson_has_an_end() {
    if !has_browser("every_lesson_has_an_end") {
        return;
    }
    let server = Explorer::start();
    let address = format!("http://127.0.0.1:{}/", server.port);
    let mut browser = Browser::start();
    browser.open(&format!("{address}lesson"), 390);
    let found = browser.run(&format!(
        "{LESSON} await until(() => id('lesson').options.length);
         const all = [];
         for (let number = 1; number <= id('lesson').options.length; number++) {{
           await lesson(number);
           const seen = await through();
           const said = document.body.textContent;
           if (/undefined|NaN|\\[object|\\{{\\w+\\}}/.test(id('said').textContent + seen.join(' '))) {{ throw new Error(said); }}
           // The page says whose move it is; the board of chess had a strip for it.
           const strip = Array.from(document.querySelectorAll('#picture text')).some(it => it.textContent === 'white to move');
           all.push([seen.length, id('said').textContent.length > 40 && !strip]);
           while (!id('before').disabled) {{ await on('before'); }}
         }}
         return all;"
    ));
    let all = found.as_array().expect("lessons");
    assert_eq!(all.len(), 4);
    for lesson in all {
        assert!(lesson[0].as_u64() > Some(4) && lesson[1] == true, "{found}");
    }
    assert_eq!(browser.faults(&address), Vec::<String>::new());
}

/// A game against a level: the engine answers on its own, a move is hinted and taken back, the end is told.
#[test]
fn a_game_is_played_against_a_level() {
    for width in [1280, 390] {
        let Some((_server, mut browser, address)) = browser_at("a_game_is_played_against_a_level", width)
        else {
            return;
        };
        let found = browser.run(
            "const begin = (side, clock) => {
               id('play-setup').open = true; id('play-side').value = side; id('play-clock').value = clock;
               id('play-level').value = '0'; id('play-begin').click();
             };
             const count = () => id('moves').querySelectorAll('.move-button').length;
             begin('black', '5+3'); await until(() => !id('play-steps').hidden && id('views').hidden);
             await until(() => place('7g').classList.contains('mover'));
             place('7g').click(); place('7f').click(); await until(() => count() === 3);
             const clocks = id('clocks').textContent.includes('5:0');
             // Who has only looked at the squares plays on.
             id('setup-open').click(); await until(() => id('status').textContent === 'setting up');
             id('setup-cancel').click(); await until(() => count() === 3 && place('2g').classList.contains('mover'));
             const goesOn = !id('play-steps').hidden && id('play-setup').hidden;
             id('hint').click(); await until(() => document.querySelectorAll('#over .best').length === 1);
             const hinted = id('play-said').textContent.startsWith('Hint: ');
             id('take-back').click(); await until(() => at() === 'start' && count() === 1);
             id('resign').click(); await until(() => !id('play-setup').hidden);
             const resigned = id('play-said').textContent;
             id('new').click(); await until(() => id('play-said').textContent === '');
             begin('white', '0+0'); await until(() => count() === 2);
             // The engine's first move is its own.
             const kept = id('take-back').disabled;
             return { clocks, goesOn, hinted, resigned, kept, said: id('clocks').hidden, fits: fits() };",
        );
        let resigned = "You have resigned: white wins.";
        assert_eq!(
            found,
            json!({
                "clocks": true, "goesOn": true, "hinted": true, "resigned": resigned, "kept": true,
                "said": true, "fits": true
            })
        );
        // A mate ends it.
        let found = browser.run(
            "id('new').click(); read('6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1'); await until(() => place('a1'));
             id('play-setup').open = true; id('play-side').value = 'white'; id('play-begin').click();
             await until(() => id('play-setup').hidden && place('a1').classList.contains('mover'));
             place('a1').click(); place('a8').click(); await until(() => !id('play-setup').hidden);
             return id('play-said').textContent;",
        );
        assert_eq!(found, json!("checkmate: white wins"));
        assert_eq!(browser.faults(&address), Vec::<String>::new());
    }
}

/// Who has entered with enough pieces may end the game that is played, and nobody else.
#[test]
fn a_win_is_declared() {
    let Some((_server, mut browser, address)) = browser_at("a_win_is_declared", 1280) else { return };
    let found = browser.run(
        "const begin = () => { id('play-setup').open = true; id('play-side').value = 'black'; id('play-begin').click(); };
         begin(); await until(() => !id('play-steps').hidden && place('7g').classList.contains('mover'));
         const hidden = id('declare').hidden;
         id('resign').click(); await until(() => !id('play-setup').hidden);
         read('+R+B+BK+R4/GGSS5/PPP6/9/9/9/9/9/8k b 2G2S4N4L14Pp 1'); await until(() => id('status').textContent.includes('may declare'));
         begin(); await until(() => !id('play-steps').hidden && !id('declare').hidden);
         id('declare').click(); await until(() => !id('play-setup').hidden);
         return { hidden, said: id('play-said').textContent };",
    );
    assert_eq!(found, json!({ "hidden": true, "said": "black declares a win." }));
    assert_eq!(browser.faults(&address), Vec::<String>::new());
}

/// A declaration is told and is no move that can be played, nor a mate.
#[test]
fn a_declaration_is_no_move() {
    let Some((_server, mut browser, address)) = browser_at("a_declaration_is_no_move", 1280) else { return };
    let found = browser.run(
        "read('+R+B+BK+R4/GGSS5/PPP6/9/9/9/9/9/8k b 2G2S4N4L14Pp 1'); await until(() => place('6a'));
         id('search').click(); await until(() => id('search-lines').textContent.includes('win'));
         const buttons = Array.from(id('search-lines').querySelectorAll('.move-button')).map(it => it.textContent);
         return { isMove: buttons.includes('win'), isMate: document.body.textContent.includes('mate in') };",
    );
    assert_eq!(found, json!({ "isMove": false, "isMate": false }));
    assert_eq!(browser.faults(&address), Vec::<String>::new());
}

/// A whole game of each kind by clicks against a level: whoever plays any move is mated.
#[test]
fn a_whole_game_is_played_against_a_level() {
    let Some((_server, mut browser, address)) = browser_at("a_whole_game_is_played_against_a_level", 1280)
    else {
        return;
    };
    for (game, won) in [("chess", "checkmate: black wins"), ("shogi", "checkmate: white wins")] {
        let found = browser.run(&format!(
            "const slow = window.setTimeout.bind(window);
             window.setTimeout = (what, ms) => slow(what, ms / 4);
             let seed = 5;
             const any = from => {{ seed = (seed * 1103515245 + 12345) % 2147483648; return from[Math.floor(seed / 65536) % from.length]; }};
             const all = name => Array.from(document.querySelectorAll('#places .' + name));
             choose('game', '{game}'); await until(() => moves() === 'start' && place('{game}' === 'chess' ? 'e2' : '7g'));
             id('play-setup').open = true; id('play-clock').value = '0+0';
             id('play-side').value = '{game}' === 'chess' ? 'white' : 'black'; id('play-level').value = '12'; id('play-begin').click();
             let own = 0;
             const isOver = () => !id('play-setup').hidden, count = () => moves().split(' ').length;
             await until(() => !isOver()); await wait(2000);
             while (own < 150) {{
               await until(() => isOver() || all('mover').length);
               if (isOver()) {{ break; }}
               const before = count();
               any(all('mover')).click(); any(all('target')).click();
               const choice = document.querySelector('#choice button');
               if (choice) {{ choice.click(); }}
               own += 1;
               await until(() => isOver() || count() === before + 2);
             }}
             const said = id('play-said').textContent, plies = moves().split(' ').length - 1;
             window.setTimeout = slow;
             // Who plays anything can be mated in two moves.
             const enough = own > 1 && Math.abs(plies - 2 * own) <= 1 || `${{own}} moves, ${{plies}} plies`;
             return {{ said, enough }};"
        ));
        assert_eq!(found, json!({ "said": won, "enough": true }), "{game}");
    }
    assert_eq!(browser.faults(&address), Vec::<String>::new());
}

/// A finger drags a piece, and on an empty square moves the page.
#[test]
fn a_piece_is_dragged_by_a_finger() {
    let Some((_server, mut browser, _)) = browser_at("a_piece_is_dragged_by_a_finger", 390) else { return };
    browser.call("Emulation.setTouchEmulationEnabled", &json!({ "enabled": true }));
    let middle = "const middle = name => { const box = place(name).getBoundingClientRect();
         return { x: box.left + box.width / 2, y: box.top + box.height / 2 }; };
         place('7g').scrollIntoView({ block: 'center' });";
    let found = browser.run(&format!("{middle} return [middle('7g'), middle('7f')];"));
    let touch = |kind: &str, points: Value| json!({ "type": kind, "touchPoints": points });
    browser.call("Input.dispatchTouchEvent", &touch("touchStart", json!([found[0]])));
    let near = json!({ "x": found[0]["x"], "y": found[0]["y"].as_f64().unwrap_or_default() - 10.0 });
    browser.call("Input.dispatchTouchEvent", &touch("touchMove", json!([near])));
    browser.call("Input.dispatchTouchEvent", &touch("touchMove", json!([found[1]])));
    browser.call("Input.dispatchTouchEvent", &touch("touchEnd", json!([])));
    let found = browser.run("await until(() => at() === '7g7f'); return moves();");
    assert_eq!(found, json!("start 7g7f"));
}
