//! A strategy asked about one position, as at the horizon of a search.

use crate::game::{INFINITE, MAX_PLY, Position, Square, Value};

use super::alpha_beta::Pv;
use super::horizon::Assess;
use super::stack::StackEntry;
use super::worker::Worker;

/// What a strategy says of a position at the horizon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Leaf {
    /// Seen from the side to move.
    pub value: Value,
    /// The move it begins with, in 16 bits; none if it would do nothing.
    pub first_move: Option<u16>,
    /// How sure the assessment is, 0 to 255; none in check, or if nothing is assessed.
    pub confidence: Option<u8>,
    /// Moves made.
    pub nodes: u64,
}

impl<P: Position> Worker<P> {
    /// Asks the strategy about the worker's position, with a full window, and
    /// gives its value; `last_to` is where the move before it went. With
    /// `plies` it is asked about the positions after so many moves, which the
    /// main search looks for. What the table knows is used; without `plies`
    /// nothing is learned.
    pub fn leaf(&mut self, last_to: Option<Square>, plies: u32) -> Value {
        self.begin();
        // The entries after the first are set by the moves that lead to them.
        *self.stack(0) = StackEntry { last_to, ..StackEntry::default() };
        self.node_limit = u64::MAX;
        if plies == 0 {
            return self.horizon(-INFINITE, INFINITE, 0);
        }
        let depth = plies.min(MAX_PLY as u32) as i32;
        self.alpha_beta::<Pv>(-INFINITE, INFINITE, depth, 0, false)
    }

    /// What else is known after [`Worker::leaf`].
    pub(crate) fn describe_leaf(&mut self, value: Value) -> Leaf {
        let nodes = self.counters.nodes;
        let mut leaf = Leaf { value, first_move: self.stack(0).pv.first().copied(), confidence: None, nodes };
        if !self.position.in_check() {
            // Assessed again: what was searched has overwritten it.
            self.static_eval();
            let is_sure = self.strategy.assess != Assess::SuperSoma;
            leaf.confidence =
                Some(if is_sure { u8::MAX } else { self.assessor.assessment(&self.position).confidence });
            leaf.first_move = leaf.first_move.or_else(|| self.first_move().map(P::to_raw));
        }
        leaf
    }
}
