//! The server: accepts connections on the loopback address, a thread for each and no more
//! than a few dozen. When there are too many, the oldest that is silent makes room.

use std::io::{self, ErrorKind};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread::Builder;
use std::time::Duration;

use super::api::Api;
use super::http::{self, Refusal, Response};
use super::question::Asker;
use crate::lab::batch::lock;
use crate::lang::{self, tr};

/// Connections at the same time.
pub(crate) const MAX_CONNECTIONS: usize = 64;
/// How often it is looked whether to end.
const TICK: Duration = Duration::from_millis(50);
/// Stack of a connection's thread: an assessment lies on it.
const STACK_BYTES: usize = 8 << 20;
/// What the server waits when the system has no connection to give.
const PAUSE: Duration = Duration::from_millis(50);

/// A server that has its port.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    port: u16,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    api: Api,
    open: Mutex<Open>,
    is_over: AtomicBool,
}

/// The connections, the oldest first.
#[derive(Debug, Default)]
struct Open {
    last: u64,
    connections: Vec<Connection>,
}

#[derive(Debug)]
struct Connection {
    number: u64,
    stream: TcpStream,
    /// Whether it is being answered, and not read or written.
    is_working: bool,
    asker: Asker,
}

impl Server {
    /// Takes a port of 127.0.0.1; 0 is any that is free.
    ///
    /// # Errors
    /// What the system says.
    pub fn bind(port: u16, api: Api) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let port = listener.local_addr()?.port();
        let shared = Shared { api, open: Mutex::default(), is_over: AtomicBool::new(false) };
        Ok(Self { listener, port, shared: Arc::new(shared) })
    }

    /// The address of its page.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// Serves until the page ends it or `is_stopped` says so.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn run(self, is_stopped: impl Fn() -> bool) -> io::Result<()> {
        let Self { listener, port, shared } = self;
        let acceptor = Arc::clone(&shared);
        Builder::new().name("accept".to_owned()).spawn(move || accept(&listener, port, &acceptor))?;
        while !shared.is_over.load(Relaxed) && !is_stopped() {
            shared.api.tick();
            lock(&shared.open).look_for_gone();
            std::thread::sleep(TICK);
        }
        shared.api.end();
        Ok(())
    }
}

fn accept(listener: &TcpListener, port: u16, shared: &Arc<Shared>) {
    loop {
        let mut stream = match listener.accept() {
            Ok((stream, _)) => stream,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => {
                log::warn!("no connection: {error}");
                std::thread::sleep(PAUSE);
                continue;
            }
        };
        let Some(ticket) = Ticket::new(shared, &stream) else {
            let reason = || Refusal::new(503, tr!("too many questions at the same time"));
            http::write(&mut stream, &refused(&lang::within(shared.api.language(), reason)), true);
            continue;
        };
        let serve = move || serve(stream, port, &ticket);
        if let Err(error) = Builder::new().name("connection".to_owned()).stack_size(STACK_BYTES).spawn(serve)
        {
            log::warn!("no thread for a connection: {error}");
        }
    }
}

/// A place among the connections, given back when it is dropped.
#[derive(Debug)]
struct Ticket {
    number: u64,
    asker: Asker,
    shared: Arc<Shared>,
}

impl Ticket {
    /// Nothing if there are too many that are all being answered.
    fn new(shared: &Arc<Shared>, stream: &TcpStream) -> Option<Self> {
        let copy = stream.try_clone().ok()?;
        let mut open = lock(&shared.open);
        if open.connections.len() >= MAX_CONNECTIONS {
            let silent = open.connections.iter().position(|connection| !connection.is_working)?;
            let _ = open.connections.remove(silent).stream.shutdown(Shutdown::Both);
        }
        open.last += 1;
        let number = open.last;
        let asker = Asker::default();
        open.connections.push(Connection { number, stream: copy, is_working: false, asker: asker.clone() });
        Some(Self { number, asker, shared: Arc::clone(shared) })
    }

    /// Whether it may be ended to make room.
    fn set_working(&self, is_working: bool) {
        let mut open = lock(&self.shared.open);
        if let Some(own) = open.connections.iter_mut().find(|connection| connection.number == self.number) {
            own.is_working = is_working;
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        lock(&self.shared.open).connections.retain(|connection| connection.number != self.number);
    }
}

impl Open {
    /// Notes whose connections the other side has closed while they are being answered: nobody
    /// waits for those answers any longer.
    fn look_for_gone(&self) {
        /// How long a connection is listened to: there is nothing to hear from who waits.
        const MOMENT: Duration = Duration::from_millis(1);
        for connection in self.connections.iter().filter(|connection| connection.is_working) {
            let stream = &connection.stream;
            let heard = stream.set_read_timeout(Some(MOMENT)).and_then(|()| stream.peek(&mut [0]));
            let is_gone = match heard.map_err(|error| error.kind()) {
                Ok(bytes) => bytes == 0,
                Err(ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted) => false,
                Err(_) => true,
            };
            if is_gone {
                connection.asker.leave();
            }
        }
    }
}

/// Reads a request and answers it.
fn serve(mut stream: TcpStream, port: u16, ticket: &Ticket) {
    let api = &ticket.shared.api;
    match lang::within(api.language(), || http::read(&mut stream, port)) {
        Ok(None) => {}
        Ok(Some(request)) => {
            ticket.set_working(true);
            let response = api.answer(&request, &ticket.asker).unwrap_or_else(|refusal| refused(&refusal));
            ticket.set_working(false);
            http::write(&mut stream, &response, request.method != "HEAD");
            if request.path == super::api::STOP && response.status == 200 {
                http::drain(&mut stream);
                ticket.shared.is_over.store(true, Relaxed);
            }
        }
        Err(refusal) => {
            http::write(&mut stream, &refused(&refusal), true);
            http::drain(&mut stream);
        }
    }
}

/// The answer to a request that is not served: why, as JSON.
fn refused(refusal: &Refusal) -> Response {
    let body = serde_json::json!({ "error": refusal.reason }).to_string();
    Response { status: refusal.status, content_type: super::api::JSON, body: body.into_bytes() }
}
