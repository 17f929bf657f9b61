//! Other hosts, large bodies, silent connections: what is refused, and that the server goes on.

use std::io::Write as _;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::json;

use super::{Explorer, read_answer};

#[test]
fn other_hosts_are_refused() {
    let server = Explorer::start();
    let (own, named) = (format!("127.0.0.1:{}", server.port), format!("LocalHost:{}", server.port));
    let elsewhere = format!("example.org:{}", server.port);
    for (host, origin, status) in [
        (own.as_str(), String::new(), 200),
        (&named, String::new(), 200),
        (&own, format!("Origin: http://{own}\r\n"), 200),
        (&own, format!("Origin: http://{named}\r\n"), 200),
        ("example.org", String::new(), 403),
        (&elsewhere, String::new(), 403),
        ("127.0.0.1", String::new(), 403),
        (&own, "Origin: http://example.org\r\n".to_owned(), 403),
        (&own, format!("Origin: https://{own}\r\n"), 403),
        (&own, format!("Origin: http://{named}.example\r\n"), 403),
        (&own, "Origin: null\r\n".to_owned(), 403),
        (&own, format!("Host: {own}\r\n"), 400),
    ] {
        let request = format!("GET / HTTP/1.1\r\nHost: {host}\r\n{origin}\r\n");
        assert_eq!(server.send(request.as_bytes()).status, status, "{request}");
    }
    assert_eq!(server.send(b"GET / HTTP/1.1\r\n\r\n").status, 403);
}

#[test]
fn other_methods_paths_and_types_are_refused() {
    let server = Explorer::start();
    let host = format!("Host: 127.0.0.1:{}\r\n", server.port);
    assert_eq!(server.get("/nothing").status, 404);
    assert_eq!(server.get("/../Cargo.toml").status, 404);
    assert_eq!(server.get("/api/position").status, 405);
    assert_eq!(server.get("/api/stop").status, 405);
    assert_eq!(server.post("/", "{}").status, 405);
    let form =
        format!("POST /api/stop HTTP/1.1\r\n{host}Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{{}}");
    assert_eq!(server.send(form.as_bytes()).status, 415);
    assert_eq!(server.send(b"hello\r\n\r\n").status, 400);
    assert_eq!(server.send(b"\x16\x03\x01\x02\x00\x01\x00").status, 400, "a browser that tries TLS");
    let chunked = format!("POST /api/read HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
    assert_eq!(server.send(chunked.as_bytes()).status, 501);
    for (length, status) in
        [("10000000", 413), ("99999999999999999999999", 413), ("-1", 400), ("1\r\nContent-Length: 2", 400)]
    {
        let head = format!("POST / HTTP/1.1\r\n{host}Content-Length: {length}\r\n\r\n");
        assert_eq!(server.send(head.as_bytes()).status, status, "{length}");
    }
    let long = format!("GET / HTTP/1.1\r\n{host}X: {}\r\n\r\n", "x".repeat(100_000));
    assert_eq!(server.send(long.as_bytes()).status, 431);
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn a_large_body_is_refused() {
    let server = Explorer::start();
    let body = "x".repeat(10_000_000);
    let answer = server.post("/api/read", &body);
    assert_eq!(answer.status, 413);
    assert_eq!(answer.error(), "the body has more than 1048576 bytes");
    let most = json!({ "game": "shogi", "text": " ".repeat(1_000_000) });
    assert!(server.refused("/api/read", &most).contains("there is no text"));
}

#[test]
fn silent_connections_do_not_keep_others_out() {
    let server = Explorer::start();
    let mut silent: Vec<TcpStream> = (0..200).map(|_| server.connect()).collect();
    // Some have begun to speak.
    for stream in silent.iter_mut().skip(190) {
        let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost:");
    }
    for _ in 0..5 {
        assert_eq!(server.get("/").status, 200);
    }
    assert_eq!(server.ask("/api/position", &json!({ "game": "chess" }))["side"], "white");
    // Who does not come to an end is told so, and goes.
    let last = silent.last_mut().expect("a connection");
    assert_eq!(read_answer(last).status, 408);
}

#[test]
fn a_port_that_is_taken_is_a_fault() {
    let server = Explorer::start();
    let run = crate::cli::run_with(&["explore", "--no-browser", "--port", &server.port.to_string()], b"");
    assert!(run.code == Some(2) && run.out.is_empty(), "{run:?}");
    assert!(run.err.starts_with("somatic: --port ") && run.err.lines().count() == 1, "{run:?}");
}

#[test]
fn the_page_ends_it() {
    let server = Explorer::start();
    // A search does not hold it up.
    server.ask("/api/search", &json!({ "game": "shogi", "lines": 1 }));
    assert_eq!(server.ask("/api/stop", &json!({})), json!({ "stopped": true }));
    assert_eq!(server.wait().code(), Some(0));
}

#[cfg(unix)]
#[test]
fn control_c_ends_it() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    let server = Explorer::start();
    server.ask("/api/search", &json!({ "game": "chess", "lines": 1 }));
    kill(Pid::from_raw(server.child.id() as i32), Signal::SIGINT).expect("it is sent");
    assert_eq!(server.wait().code(), Some(0));
}

/// Threads, and KiB of memory in use.
#[cfg(target_os = "linux")]
fn usage(server: &Explorer) -> [u64; 2] {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.child.id())).expect("its state");
    ["Threads:", "VmRSS:"].map(|name| {
        let line = status.lines().find(|line| line.starts_with(name)).expect("a line");
        line.split_whitespace().nth(1).and_then(|word| word.parse().ok()).expect("a number")
    })
}

/// The questions of somebody who clicks.
#[cfg(target_os = "linux")]
fn click(server: &Explorer, rounds: usize) {
    let games = [
        ("shogi", ["7g7f", "3c3d", "8h2b+", "3a2b", "B*5e"]),
        ("chess", ["e2e4", "d7d5", "e4d5", "d8d5", "b1c3"]),
    ];
    for round in 0..rounds {
        let (game, moves) = &games[usize::from(round % 10 == 9)];
        let question = json!({ "game": game, "moves": &moves[..round % 6] });
        for path in ["/api/position", "/api/table", "/api/worth"] {
            server.ask(path, &question);
        }
        server.ask("/api/search", &json!({ "game": game, "moves": &moves[..round % 6], "lines": 2 }));
        if round % 50 == 0 {
            server.ask("/api/verdicts", &question);
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn clicking_for_long_takes_no_more_threads_and_memory() {
    let server = Explorer::start();
    click(&server, 51);
    let before = usage(&server);
    click(&server, 200);
    let mut after = usage(&server);
    // The threads of the last connections may still be on their way out.
    for _ in 0..100 {
        if after[0] <= before[0].max(4) {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
        after = usage(&server);
    }
    assert!(after[0] <= before[0].max(4), "threads: {before:?}, {after:?}");
    // Searches use pages of their table for the first time, the later the busier the machine.
    assert!(after[1] < before[1] + (48 << 10), "KiB: {before:?}, {after:?}");
}

/// A question that nobody waits for any longer ends: those behind it do not wait for its answer.
#[test]
fn abandoned_questions_end() {
    let explorer = Explorer::start();
    let question = r#"{"game":"shogi","moves":["7g7f"]}"#;
    let start = Instant::now();
    assert_eq!(explorer.post("/api/verdicts", question).status, 200);
    let alone = start.elapsed();
    let head = format!(
        "POST /api/verdicts HTTP/1.1\r\nHost: localhost:{}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        explorer.port,
        question.len()
    );
    const ABANDONED: u32 = 30;
    for _ in 0..ABANDONED {
        explorer.connect().write_all((head.clone() + question).as_bytes()).expect("it is sent");
    }
    let start = Instant::now();
    assert_eq!(explorer.post("/api/verdicts", question).status, 200);
    assert!(start.elapsed() < alone * ABANDONED / 2, "{:?}, alone {alone:?}", start.elapsed());
}

/// A hundred thousand games on one line: time in proportion to the text.
#[test]
fn many_games_on_one_line_are_read() {
    let explorer = Explorer::start();
    let text = "1. e4 * ".repeat(100_000);
    let start = Instant::now();
    let question = json!({ "game": "chess", "text": text, "number": 1_000_000_000 });
    assert!(explorer.refused("/api/read", &question).contains("there is no game"));
    assert!(start.elapsed() < Duration::from_mins(1), "{:?}", start.elapsed());
}
