//! `explore`: the server as others meet it, through its socket.

mod api;
mod bounds;
mod browser;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// A hang, not a limit.
const PATIENCE: Duration = Duration::from_mins(2);

/// A server of its own for a test.
struct Explorer {
    child: Child,
    port: u16,
}

/// What a server answered.
#[derive(Debug)]
struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Answer {
    #[track_caller]
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The sentence of a refusal.
    #[track_caller]
    fn error(&self) -> String {
        self.json()["error"].as_str().expect("a sentence").to_owned()
    }
}

impl Explorer {
    fn start() -> Self {
        Self::speaking("en")
    }

    /// A server that speaks a language.
    fn speaking(language: &str) -> Self {
        let mut child = crate::common::somatic()
            .args(["explore", "--no-browser", "--hash", "4", "--lang", language])
            .env_remove("SOMATIC_LOG")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("its output"));
        out.read_line(&mut line).expect("a line");
        let port = line.trim().strip_prefix("http://127.0.0.1:").and_then(|rest| rest.strip_suffix('/'));
        let port = port.and_then(|port| port.parse().ok()).unwrap_or_else(|| panic!("an address: {line}"));
        Self { child, port }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
        stream
    }

    /// Sends bytes and reads the answer.
    #[track_caller]
    fn send(&self, bytes: &[u8]) -> Answer {
        let mut stream = self.connect();
        stream.write_all(bytes).expect("it is sent");
        read_answer(&mut stream)
    }

    fn get(&self, path: &str) -> Answer {
        self.send(format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", self.port).as_bytes())
    }

    /// Asks a question in JSON.
    fn post(&self, path: &str, body: &str) -> Answer {
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost:{}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            self.port,
            body.len()
        );
        self.send((head + body).as_bytes())
    }

    /// The answer to a good question.
    #[track_caller]
    fn ask(&self, path: &str, question: &Value) -> Value {
        let answer = self.post(path, &question.to_string());
        assert_eq!(answer.status, 200, "{path} {question}: {answer:?}");
        answer.json()
    }

    /// The sentence that refuses a bad one.
    #[track_caller]
    fn refused(&self, path: &str, question: &Value) -> String {
        let answer = self.post(path, &question.to_string());
        assert_eq!(answer.status, 400, "{path} {question}: {answer:?}");
        answer.error()
    }

    /// Waits for the end of the program.
    #[track_caller]
    fn wait(mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("its state") {
                let mut errors = String::new();
                let mut stderr = self.child.stderr.take().expect("its errors");
                stderr.read_to_string(&mut errors).expect("text");
                assert_eq!(errors, "", "nothing is complained of");
                return status;
            }
            assert!(start.elapsed() < PATIENCE, "it does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Explorer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The answer up to the end of the connection.
#[track_caller]
fn read_answer(stream: &mut TcpStream) -> Answer {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).expect("an answer");
    let text = String::from_utf8(bytes).expect("text");
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no head: {text:?}"));
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).expect("a status");
    Answer { status, head: head.to_owned(), body: body.to_owned() }
}
