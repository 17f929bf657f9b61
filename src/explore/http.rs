//! Requests and responses of HTTP/1.1 over a socket: one request a connection, read
//! within bounds of size and time. What is asked for is not its concern.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use crate::lang::tr;

/// Bytes of a request's head at most.
pub(crate) const MAX_HEAD: usize = 16 << 10;
/// Bytes of a request's body at most.
pub(crate) const MAX_BODY: usize = 1 << 20;
/// Time for a request to arrive.
pub(crate) const READ_TIME: Duration = Duration::from_secs(5);
/// Time for a response to be taken.
pub(crate) const WRITE_TIME: Duration = Duration::from_secs(10);
/// Header lines at most.
const MAX_HEADERS: usize = 64;
/// What is read and thrown away of a request that is refused, so that the answer is heard: bytes, and for how long.
const DRAINED: usize = 32 << 20;
const DRAIN_TIME: Duration = Duration::from_secs(2);

/// Nothing is loaded from elsewhere, no script but our own runs, and no other page shows this
/// one. Pictures have styles of their own in attributes.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; \
    connect-src 'self'; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

#[derive(Clone, Debug, Default)]
pub struct Request {
    /// `GET`, `POST`, ...
    pub method: String,
    /// The path without the query.
    pub path: String,
    /// What stands behind the question mark.
    pub query: String,
    /// The media type of the body, without parameters, in lower case.
    pub content_type: String,
    pub body: Vec<u8>,
}

/// A request with a fault that is its own.
pub fn bad(reason: impl Into<String>) -> Refusal {
    Refusal::new(400, reason)
}

/// A request that is not served: the status and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Refusal {
    pub status: u16,
    /// Why, for people.
    pub reason: String,
}

impl Refusal {
    pub fn new(status: u16, reason: impl Into<String>) -> Self {
        Self { status, reason: reason.into() }
    }
}

#[derive(Clone, Debug)]
pub struct Response {
    pub status: u16,
    /// The media type of the body.
    pub content_type: &'static str,
    pub body: Vec<u8>,
}

/// Reads a request that is addressed to this port of the loopback interface. Nothing if the
/// other side has gone without a word.
pub fn read(stream: &mut TcpStream, port: u16) -> Result<Option<Request>, Refusal> {
    let end = Instant::now() + READ_TIME;
    let cut_short = || bad(tr!("the request ends before it is complete"));
    let mut bytes = Vec::with_capacity(1 << 10);
    let (mut request, head, length, is_word_awaited) = loop {
        if let Some(found) = parse_head(&bytes, port)? {
            break found;
        }
        if bytes.len() >= MAX_HEAD {
            let reason = tr!("the head of the request has more than {bytes} bytes", bytes = MAX_HEAD);
            return Err(Refusal::new(431, reason));
        }
        if read_some(stream, &mut bytes, MAX_HEAD, end)? == 0 {
            return if bytes.is_empty() { Ok(None) } else { Err(cut_short()) };
        }
    };
    if length > bytes.len().saturating_sub(head) && is_word_awaited {
        let _ = stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n");
    }
    while bytes.len() < head + length {
        if read_some(stream, &mut bytes, head + length, end)? == 0 {
            return Err(cut_short());
        }
    }
    request.body = bytes.split_off(head);
    request.body.truncate(length);
    Ok(Some(request))
}

/// Reads what is there, up to so many bytes in all.
fn read_some(
    stream: &mut TcpStream,
    bytes: &mut Vec<u8>,
    most: usize,
    end: Instant,
) -> Result<usize, Refusal> {
    let seconds = READ_TIME.as_secs();
    let late = || Refusal::new(408, tr!("the request has not arrived within {seconds} seconds", seconds));
    let mut buffer = [0; 8 << 10];
    loop {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() || stream.set_read_timeout(Some(left)).is_err() {
            return Err(late());
        }
        let room = buffer.len().min(most.saturating_sub(bytes.len()).max(1));
        match stream.read(&mut buffer[..room]) {
            Ok(count) => {
                bytes.extend_from_slice(&buffer[..count]);
                return Ok(count);
            }
            Err(error) => match error.kind() {
                ErrorKind::Interrupted => {}
                ErrorKind::WouldBlock | ErrorKind::TimedOut => return Err(late()),
                // The other side is gone, which is as good as its end.
                _ => return Ok(0),
            },
        }
    }
}

/// The head of a request, how long it is, how long the body is, and whether the other side waits for a word before it
/// sends that; nothing if there is more of it to come.
fn parse_head(bytes: &[u8], port: u16) -> Result<Option<(Request, usize, usize, bool)>, Refusal> {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut parsed = httparse::Request::new(&mut headers);
    let head = match parsed.parse(bytes) {
        Ok(httparse::Status::Complete(head)) => head,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(fault) => return Err(bad(tr!("the request cannot be read: {fault}", fault))),
    };
    let one = |name: &str| -> Result<Option<&str>, Refusal> {
        let mut found = parsed.headers.iter().filter(|header| header.name.eq_ignore_ascii_case(name));
        let first = found.next().map(|header| std::str::from_utf8(header.value));
        match (first, found.next()) {
            (None, _) => Ok(None),
            (Some(Ok(value)), None) => Ok(Some(value.trim())),
            _ => Err(bad(tr!("the header {name} cannot be read", name))),
        }
    };
    check_origin(one("host")?, one("origin")?, port)?;
    if one("transfer-encoding")?.is_some() {
        return Err(Refusal::new(501, tr!("expected a body with a Content-Length")));
    }
    let length = match one("content-length")? {
        None => 0,
        // A number too large for us is a body too large.
        Some(text) if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) => {
            text.parse().unwrap_or(usize::MAX)
        }
        Some(_) => return Err(bad(tr!("the header Content-Length is no number"))),
    };
    if length > MAX_BODY {
        return Err(Refusal::new(413, tr!("the body has more than {bytes} bytes", bytes = MAX_BODY)));
    }
    let is_word_awaited = one("expect")?.is_some_and(|word| word.eq_ignore_ascii_case("100-continue"));
    let media = one("content-type")?.unwrap_or_default();
    let target = parsed.path.unwrap_or_default();
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let request = Request {
        method: parsed.method.unwrap_or_default().to_owned(),
        path: path.to_owned(),
        query: query.to_owned(),
        content_type: media.split(';').next().unwrap_or_default().trim().to_ascii_lowercase(),
        body: Vec::new(),
    };
    Ok(Some((request, head, length, is_word_awaited)))
}

/// Refuses what is addressed to another host, or comes from a page of another one: a page
/// elsewhere whose name is made to point here (DNS rebinding) gives itself away by its name.
fn check_origin(host: Option<&str>, origin: Option<&str>, port: u16) -> Result<(), Refusal> {
    let is_ours = |host: &str| {
        ["127.0.0.1", "localhost"].iter().any(|name| {
            let has_port = host.eq_ignore_ascii_case(&format!("{name}:{port}"));
            has_port || port == 80 && host.eq_ignore_ascii_case(name)
        })
    };
    if !host.is_some_and(is_ours) {
        return Err(Refusal::new(403, tr!("the header Host names another host")));
    }
    if origin.is_some_and(|origin| !origin.strip_prefix("http://").is_some_and(is_ours)) {
        return Err(Refusal::new(403, tr!("the request comes from a page of another host")));
    }
    Ok(())
}

/// Writes a response and ends the connection; of a `HEAD` request the head alone.
pub fn write(stream: &mut TcpStream, response: &Response, with_body: bool) {
    let head = format!(
        "HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\n\
         Cache-Control: no-store\r\nContent-Security-Policy: {POLICY}\r\nX-Content-Type-Options: nosniff\r\n\
         X-Frame-Options: DENY\r\nReferrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n\r\n",
        response.status,
        reason_phrase(response.status),
        response.content_type,
        response.body.len(),
    );
    let end = Instant::now() + WRITE_TIME;
    let body = if with_body { &response.body[..] } else { &[] };
    if write_all(stream, head.as_bytes(), end).and_then(|()| write_all(stream, body, end)).is_ok() {
        let _ = stream.shutdown(Shutdown::Write);
    }
}

fn write_all(stream: &mut TcpStream, mut bytes: &[u8], end: Instant) -> std::io::Result<()> {
    while !bytes.is_empty() {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        stream.set_write_timeout(Some(left))?;
        match stream.write(bytes) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(count) => bytes = &bytes[count..],
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Reads on for a while what a refused client is still sending: a socket that is closed upon
/// unread bytes takes the answer with it.
pub fn drain(stream: &mut TcpStream) {
    let end = Instant::now() + DRAIN_TIME;
    let (mut bytes, mut count) = (Vec::new(), 0);
    while count < DRAINED
        && let Ok(more @ 1..) = read_some(stream, &mut bytes, DRAINED, end)
    {
        bytes.clear();
        count += more;
    }
}

const fn reason_phrase(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        431 => "Request Header Fields Too Large",
        501 => "Not Implemented",
        503 => "Service Unavailable",
        _ => "Internal Server Error",
    }
}
