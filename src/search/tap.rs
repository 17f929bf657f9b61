//! A look at the positions a search meets at its horizon.

use std::fmt;

/// Called with every position at which the depth runs out.
pub struct Tap<P>(Box<dyn FnMut(&P) + Send>);

impl<P> Tap<P> {
    /// Calls this.
    pub fn new(look: impl FnMut(&P) + Send + 'static) -> Self {
        Self(Box::new(look))
    }

    pub(super) fn look(&mut self, position: &P) {
        (self.0)(position);
    }
}

impl<P> fmt::Debug for Tap<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tap")
    }
}
