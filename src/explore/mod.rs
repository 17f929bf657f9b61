//! `explore`: a page in the browser on which positions are set up, played and looked at.
//!
//! `server` accepts connections on the loopback address, `http` reads requests within bounds, `api` answers them; the
//! page itself lies in `web`. The page holds the game: it sends the first position and the moves with every question,
//! so that the server remembers nothing but the search that runs (`search`), and several pages may be open.
//!
//! HTTP is spoken over the sockets of the standard library with `httparse`, which reads heads: a request must arrive in
//! time, whatever the other side does, and silent connections must not keep others out. That needs the sockets in hand.
//! Small servers that have them in theirs (`tiny_http`, `rouille`) bound neither; `hyper` would bring a runtime along.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod http;
mod question;
mod position;
mod setup;
mod record;
mod views;
mod search;
mod lesson;
mod play;
mod api;
mod server;

pub use api::Api;
pub use search::SearchSettings;
pub use server::Server;
