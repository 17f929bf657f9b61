//! A look at the positions a search meets at its horizon.

use std::fmt;

use crate::game::Square;

/// Called with every position at which the depth runs out, and where the last
/// move went (nothing after a pass).
pub struct Tap<P>(Box<Look<P>>);

type Look<P> = dyn FnMut(&P, Option<Square>) + Send;

impl<P> Tap<P> {
    /// Calls this.
    pub fn new(look: impl FnMut(&P, Option<Square>) + Send + 'static) -> Self {
        Self(Box::new(look))
    }

    pub(super) fn look(&mut self, position: &P, last_to: Option<Square>) {
        (self.0)(position, last_to);
    }
}

impl<P> fmt::Debug for Tap<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tap")
    }
}
