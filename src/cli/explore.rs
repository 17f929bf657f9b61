//! `somatic explore`

use std::process::{Command, Stdio};

use anyhow::Context as _;

use super::batch::MAX_THREADS;
use super::language;
use super::output::print_line;
use crate::explore::{Api, SearchSettings, Server};
use crate::lab::batch::{catch_interrupts, is_interrupted};
use crate::lab::number::within;
use crate::lang::tr;

/// Arguments of `explore`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The port of 127.0.0.1 that is listened on; 0 is any that is free
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = within(0..=u16::MAX))]
    port: u16,
    /// Do not open the page in a browser
    #[arg(long)]
    no_browser: bool,
    /// Table of the search in MiB
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = within(1..=65_536_u32))]
    hash: u32,
    /// Threads of the search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within(1..=MAX_THREADS))]
    threads: u16,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let settings = SearchSettings { hash: args.hash as usize, threads: args.threads.into() };
    let server = Server::bind(args.port, Api::new(settings, language::of_messages()))
        .with_context(|| tr!("--port {port}: 127.0.0.1 cannot be listened on", port = args.port))?;
    catch_interrupts();
    let address = server.address();
    print_line(&address)?;
    if !args.no_browser {
        open_browser(&address);
    }
    // Ctrl-C is the usual way to end a server, and no fault.
    server.run(is_interrupted).context(tr!("the server cannot run"))
}

/// Opens the page where there is a browser, and does not mind where there is none.
fn open_browser(address: &str) {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if !cfg!(any(windows, target_os = "macos")) && !is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY") {
        return;
    }
    let (program, arguments): (&str, &[&str]) = if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.spawn() {
        // Waited for by nobody else, it would stay behind as a zombie.
        Ok(mut opener) => drop(std::thread::spawn(move || opener.wait())),
        Err(error) => log::info!("no browser: {error}"),
    }
}
