//! What an operating system has for ending a program with all that it has started, and for waiting
//! at a pipe no longer than one wants to.

use std::collections::BTreeSet;
use std::process::{Child, ChildStdin, Command};
use std::sync::Mutex;
use std::time::Duration;

use crate::protocol::lock;

/// Bytes that a pipe takes at once when it is ready: the least that POSIX allows for.
pub const AT_ONCE: usize = 512;

/// The groups of all programs that are running.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// A program and what it has started.
#[derive(Debug)]
pub(crate) struct Group(u32);

impl Group {
    /// The group of a program that was started after [`detach`].
    pub fn of(child: &Child) -> Self {
        lock(&RUNNING).insert(child.id());
        Self(child.id())
    }

    /// Ends all that is left of it.
    pub fn kill(&self, child: &mut Child) {
        if !kill_group(self.0) {
            let _ = child.kill();
        }
        lock(&RUNNING).remove(&self.0);
    }
}

/// Ends all programs at once, before this one ends without a word to them.
pub(crate) fn kill_all() {
    for group in std::mem::take(&mut *lock(&RUNNING)) {
        kill_group(group);
    }
}

#[cfg(unix)]
mod system {
    use std::os::fd::AsFd;
    use std::os::unix::process::CommandExt as _;

    use nix::errno::Errno;
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;

    use super::{ChildStdin, Command, Duration};

    /// Keeps the terminal's Ctrl-C from the program: it is ours to end it.
    pub fn detach(command: &mut Command) {
        command.process_group(0);
    }

    /// Whether the group could be ended, or nothing is left of it.
    pub(crate) fn kill_group(group: u32) -> bool {
        matches!(killpg(Pid::from_raw(group as i32), Signal::SIGKILL), Ok(()) | Err(Errno::ESRCH))
    }

    fn is_ready(pipe: &impl AsFd, wanted: PollFlags, within: Duration) -> std::io::Result<bool> {
        let within = PollTimeout::try_from(within).unwrap_or(PollTimeout::ZERO);
        match poll(&mut [PollFd::new(pipe.as_fd(), wanted)], within) {
            Ok(ready) => Ok(ready > 0),
            Err(Errno::EINTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Whether it can be read without waiting, or has been closed, before this time is over.
    pub fn can_read<T: AsFd>(pipe: &T, within: Duration) -> std::io::Result<bool> {
        is_ready(pipe, PollFlags::POLLIN, within)
    }

    /// The same of writing.
    pub fn can_write(pipe: &ChildStdin, within: Duration) -> std::io::Result<bool> {
        is_ready(pipe, PollFlags::POLLOUT, within)
    }
}

#[cfg(not(unix))]
mod system {
    use super::{ChildStdin, Command, Duration};

    /// Keeps the terminal's Ctrl-C from the program: it is ours to end it.
    #[cfg(windows)]
    pub fn detach(command: &mut Command) {
        const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
        std::os::windows::process::CommandExt::creation_flags(command, CREATE_NEW_PROCESS_GROUP);
    }

    /// Elsewhere nothing is known of terminals.
    #[cfg(not(windows))]
    pub fn detach(_: &mut Command) {}

    /// There are no groups that could be ended.
    pub(crate) fn kill_group(_: u32) -> bool {
        false
    }

    pub fn can_read<T>(_: &T, _: Duration) -> std::io::Result<bool> {
        Ok(true)
    }

    pub fn can_write(_: &ChildStdin, _: Duration) -> std::io::Result<bool> {
        Ok(true)
    }
}

use system::kill_group;
pub use system::{can_read, can_write, detach};
