//! Ending games that are being played.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError};

use crate::search::Shared;

/// A signal that ends every game of a match at once.
#[derive(Debug, Default)]
pub struct Halt {
    flag: Arc<AtomicBool>,
    searches: Mutex<Vec<Arc<Shared>>>,
}

impl Halt {
    /// Ends the games. To be repeated until they have ended.
    pub fn stop(&self) {
        self.flag.store(true, SeqCst);
        for shared in self.searches.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            shared.stop.store(true, SeqCst);
        }
    }

    /// Whether the games are to end.
    pub fn is_set(&self) -> bool {
        self.flag.load(SeqCst)
    }

    /// The signal, for those who wait for other programs.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }

    /// Adds a search that the signal ends.
    pub fn watch(&self, shared: &Arc<Shared>) {
        self.searches.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(shared));
    }
}
