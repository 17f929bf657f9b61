//! What the threads of a search share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::limits::Limits;
use super::time::TimeManager;
use super::tt::TranspositionTable;

/// What the threads of a search share.
#[derive(Debug)]
pub struct Shared {
    /// The transposition table.
    pub table: TranspositionTable,
    /// Set to end the search; who has set it clears it before the next one.
    pub stop: AtomicBool,
    /// Set while thinking on the opponent's time: before the search begins, by who asks for it.
    pub pondering: AtomicBool,
    /// Moves made by all threads, a little behind.
    pub nodes: Apart<AtomicU64>,
    /// The plan for the time, which a hit of the expected move changes.
    time: Apart<Mutex<TimeManager>>,
}

/// A value in cache lines of its own: what one thread writes often costs others nothing that read what stands beside it.
#[derive(Debug)]
#[repr(align(128))]
pub struct Apart<T>(T);

impl<T> std::ops::Deref for Apart<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl Shared {
    /// With a table of this many MiB.
    pub fn new(mebibytes: usize) -> Self {
        Self {
            table: TranspositionTable::new(mebibytes),
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(false),
            nodes: Apart(AtomicU64::new(0)),
            time: Apart(Mutex::new(TimeManager::unlimited())),
        }
    }

    /// The plan of a search that begins. If it was to ponder and the hit has
    /// come before it began, the plan of the hit stays.
    pub(super) fn begin(&self, limits: &Limits, time: TimeManager) {
        let mut plan = self.plan();
        if !limits.ponder || self.pondering.load(Relaxed) {
            *plan = time;
        }
    }

    /// The expected move was played: from now on this plan counts.
    pub(crate) fn ponder_hit(&self, time: TimeManager) {
        let mut plan = self.plan();
        *plan = time;
        self.pondering.store(false, Relaxed);
    }

    /// The plan for the time.
    pub fn time(&self) -> TimeManager {
        *self.plan()
    }

    fn plan(&self) -> MutexGuard<'_, TimeManager> {
        self.time.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
