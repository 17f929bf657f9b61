//! The server: accepts connections on the loopback address, a thread for each and no more
//! than a few dozen. When there are too many, the oldest that is silent makes room.

use std::io::{self, ErrorKind};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread::Builder;
use std::time::Duration;

use super::api::{self, Api};
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
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    port: u16,
    api: Api,
    /// The connections, the oldest first.
    open: Mutex<Vec<Arc<Connection>>>,
    is_over: AtomicBool,
}

#[derive(Debug)]
struct Connection {
    stream: TcpStream,
    /// Whether it is being answered, and not read or written: then it is not ended to make room.
    is_working: AtomicBool,
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
        let shared = Shared { port, api, open: Mutex::default(), is_over: AtomicBool::new(false) };
        Ok(Self { listener, shared: Arc::new(shared) })
    }

    /// The address of its page.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/", self.shared.port)
    }

    /// Serves until the page ends it or `is_stopped` says so.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn run(self, is_stopped: impl Fn() -> bool) -> io::Result<()> {
        let Self { listener, shared } = self;
        let acceptor = Arc::clone(&shared);
        Builder::new().name("accept".to_owned()).spawn(move || accept(&listener, &acceptor))?;
        while !shared.is_over.load(Relaxed) && !is_stopped() {
            shared.api.searcher.tick();
            lock(&shared.open).iter().for_each(|connection| connection.look_whether_gone());
            std::thread::sleep(TICK);
        }
        shared.api.searcher.end();
        Ok(())
    }
}

fn accept(listener: &TcpListener, shared: &Arc<Shared>) {
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
            http::write(&mut stream, &refused(&lang::within(shared.api.language, reason)), true);
            continue;
        };
        let thread = Builder::new().name("connection".to_owned()).stack_size(STACK_BYTES);
        if let Err(error) = thread.spawn(move || serve(stream, &ticket)) {
            log::warn!("no thread for a connection: {error}");
        }
    }
}

/// A place among the connections, given back when it is dropped.
#[derive(Debug)]
struct Ticket {
    connection: Arc<Connection>,
    shared: Arc<Shared>,
}

impl Ticket {
    /// Nothing if there are too many that are all being answered.
    fn new(shared: &Arc<Shared>, stream: &TcpStream) -> Option<Self> {
        let (stream, is_working) = (stream.try_clone().ok()?, AtomicBool::new(false));
        let connection = Arc::new(Connection { stream, is_working, asker: Asker::default() });
        let mut open = lock(&shared.open);
        if open.len() >= MAX_CONNECTIONS {
            let silent = open.iter().position(|connection| !connection.is_working.load(Relaxed))?;
            let _ = open.remove(silent).stream.shutdown(Shutdown::Both);
        }
        open.push(Arc::clone(&connection));
        Some(Self { connection, shared: Arc::clone(shared) })
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        lock(&self.shared.open).retain(|connection| !Arc::ptr_eq(connection, &self.connection));
    }
}

impl Connection {
    /// Notes whether the other side has closed it while it is being answered: nobody waits for that answer any longer.
    fn look_whether_gone(&self) {
        /// How long it is listened to: there is nothing to hear from who waits.
        const MOMENT: Duration = Duration::from_millis(1);
        if !self.is_working.load(Relaxed) {
            return;
        }
        let heard = self.stream.set_read_timeout(Some(MOMENT)).and_then(|()| self.stream.peek(&mut [0]));
        match heard.map_err(|error| error.kind()) {
            Ok(1..) | Err(ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted) => {}
            Ok(0) | Err(_) => self.asker.leave(),
        }
    }
}

fn serve(mut stream: TcpStream, Ticket { connection, shared }: &Ticket) {
    let api = &shared.api;
    match lang::within(api.language, || http::read(&mut stream, shared.port)) {
        Ok(None) => {}
        Ok(Some(request)) => {
            connection.is_working.store(true, Relaxed);
            let response =
                api.answer(&request, &connection.asker).unwrap_or_else(|refusal| refused(&refusal));
            connection.is_working.store(false, Relaxed);
            http::write(&mut stream, &response, request.method != "HEAD");
            if request.path == api::STOP && response.status == 200 {
                http::drain(&mut stream);
                shared.is_over.store(true, Relaxed);
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
    Response { status: refusal.status, content_type: api::JSON, body: body.into_bytes() }
}
