//! A hook for the positions that a search meets at its horizon.

use std::fmt;

use crate::game::Square;

/// Called with every position at which the depth runs out, and where the last
/// move went (nothing after a pass).
pub struct HorizonHook<P>(Box<Call<P>>);

type Call<P> = dyn FnMut(&P, Option<Square>) + Send;

impl<P> HorizonHook<P> {
    /// Calls this.
    pub fn new(call: impl FnMut(&P, Option<Square>) + Send + 'static) -> Self {
        Self(Box::new(call))
    }

    pub(super) fn call(&mut self, position: &P, last_to: Option<Square>) {
        (self.0)(position, last_to);
    }
}

impl<P> fmt::Debug for HorizonHook<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HorizonHook")
    }
}
