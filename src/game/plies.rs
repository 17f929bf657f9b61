//! The plies of a game as a stack of states: playing a move makes the next
//! state from the last, taking it back costs nothing.

use super::MAX_PLY;

/// Plies for which there is room without allocation: more than any search
/// plays from a position.
const HEADROOM: usize = 2 * MAX_PLY;

/// A stack of states that is never empty. What was taken back stays in
/// memory, to be written over; a clone has only the plies that count.
#[derive(Debug)]
pub struct Plies<T> {
    /// The first `ply + 1` count.
    states: Vec<T>,
    ply: usize,
}

impl<T: Clone> Plies<T> {
    /// A stack of one state.
    pub fn new(first: T) -> Self {
        Self::of(&[first])
    }

    /// A stack of these states.
    fn of(plies: &[T]) -> Self {
        let mut states = Vec::with_capacity(plies.len() + HEADROOM);
        states.extend_from_slice(plies);
        Self { states, ply: plies.len() - 1 }
    }

    /// Plies since the first state.
    #[inline]
    pub const fn ply(&self) -> usize {
        self.ply
    }

    /// The last state.
    #[inline]
    pub fn last(&self) -> &T {
        &self.states[self.ply]
    }

    /// The state so many plies ago, which must not be before the first.
    #[inline]
    pub fn before(&self, plies: usize) -> &T {
        &self.states[self.ply - plies]
    }

    /// The states from the first to the last.
    pub fn all(&self) -> &[T] {
        &self.states[..=self.ply]
    }

    /// Goes one ply on. Gives the state that was last and the one that is
    /// now, which holds anything and is to be written over.
    #[inline]
    pub(crate) fn advance(&mut self) -> (&T, &mut T) {
        if self.ply + 1 == self.states.len() {
            self.grow();
        }
        let Some([before, next, ..]) = self.states.get_mut(self.ply..) else {
            unreachable!("there is a state after the last")
        };
        self.ply += 1;
        (before, next)
    }

    /// Goes one ply back, not before the first.
    #[inline]
    pub(crate) fn take_back(&mut self) {
        debug_assert!(self.ply > 0, "nothing to take back");
        self.ply = self.ply.saturating_sub(1);
    }

    /// Adds a state, to a ply that was not reached before.
    #[cold]
    fn grow(&mut self) {
        self.states.push(self.last().clone());
    }
}

impl<T: Clone> Clone for Plies<T> {
    fn clone(&self) -> Self {
        Self::of(self.all())
    }

    /// Keeps the memory that is there.
    fn clone_from(&mut self, source: &Self) {
        self.states.clear();
        self.states.extend_from_slice(source.all());
        self.ply = source.ply;
    }
}

impl<T: Clone + PartialEq> PartialEq for Plies<T> {
    fn eq(&self, other: &Self) -> bool {
        self.all() == other.all()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_taken_back_does_not_count() {
        let mut plies = Plies::new(0);
        for n in 1..=3 * HEADROOM {
            let (last, next) = plies.advance();
            assert_eq!(*last, n - 1);
            *next = n;
        }
        for _ in 0..2 * HEADROOM {
            plies.take_back();
        }
        assert_eq!((plies.ply(), *plies.last(), *plies.before(1)), (HEADROOM, HEADROOM, HEADROOM - 1));
        let other = plies.clone();
        assert!(other == plies && other.states.len() == HEADROOM + 1);
        *plies.advance().1 = 0;
        assert!(other != plies);
    }
}
