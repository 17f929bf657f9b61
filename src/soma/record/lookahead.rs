//! The table as a small game of its own.
//!
//! Playing an item is a few operations on bit masks, so that a look-ahead over
//! the table costs a few nanoseconds a node, and no board is touched.
//!
//! Both sides move in turn. A move is an item, or the parrying of the other
//! side's largest item, or a pass when there is nothing to parry. Where the
//! look-ahead ends, what is left counts as independent switches, taken in
//! turns from the largest on (`switch_sum`). One item looked at is the
//! article's greedy choice without its board; the article's own iteration is
//! in `resolve`.
//!
//! Plain code: nothing here depends on the game, and it is compiled once.

use crate::game::Value;

use super::items::{Items, Table};

/// How far the look-ahead goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Horizon {
    /// Plies.
    pub depth: u32,
    /// Items tried at each ply.
    pub width: u32,
}

/// Nodes after which the rest is only summed up.
const MAX_NODES: u32 = 400;
/// Larger than every sum of gains.
const UNBOUNDED: Value = Value::MAX / 4;

/// What to do first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Choice {
    /// Nothing.
    #[default]
    Pass,
    /// Play this item.
    Play(u8),
    /// Parry this item of the other side.
    Parry(u8),
}

/// The outcome of a look-ahead.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outcome {
    /// What the side to move gains.
    pub value: Value,
    /// The same if it begins by parrying, or by passing when there is nothing
    /// to parry.
    pub quiet: Value,
    /// How it begins.
    pub choice: Choice,
}

impl Table {
    /// Looks ahead with `ours_to_move` at the root. The value is seen from
    /// the side to move.
    pub fn solve(&self, ours_to_move: bool, horizon: Horizon) -> Outcome {
        let mut lookahead = Lookahead { table: self, nodes: 0 };
        let mut outcome = Outcome::default();
        let state = State { alive: self.alive, dead: 0, ours_to_move, passed: false };
        let value = lookahead.search(state, horizon, -UNBOUNDED, UNBOUNDED, Some(&mut outcome));
        Outcome { value, ..outcome }
    }

    /// The sum of switches at the root.
    pub fn switch_sum(&self, ours_to_move: bool) -> Value {
        self.settle(&State { alive: self.alive, dead: 0, ours_to_move, passed: false })
    }

    /// What is left, taken in turns from the largest on: the owner gains it,
    /// or the other side parries it.
    fn settle(&self, state: &State) -> Value {
        let mut sum = 0;
        let mut turn = usize::from(!state.ours_to_move);
        let mut rest = state.alive & self.counts;
        while rest != 0 {
            let i = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            sum += self.swings[i][turn];
            turn ^= 1;
        }
        if state.ours_to_move { sum } else { -sum }
    }
}

/// A state of the small game.
#[derive(Clone, Copy, Debug)]
struct State {
    /// Items that can be played now.
    alive: Items,
    /// Items that never can be again.
    dead: Items,
    /// Whose turn it is.
    ours_to_move: bool,
    /// Whether the other side has just passed.
    passed: bool,
}

/// A look-ahead under way.
#[derive(Debug)]
struct Lookahead<'a> {
    table: &'a Table,
    /// Looked at so far.
    nodes: u32,
}

impl Lookahead<'_> {
    /// The value of a state for the side whose turn it is; what the root begins
    /// with goes into `root`.
    fn search(
        &mut self,
        state: State,
        horizon: Horizon,
        mut alpha: Value,
        beta: Value,
        mut root: Option<&mut Outcome>,
    ) -> Value {
        let table = self.table;
        self.nodes += 1;
        let mine = if state.ours_to_move { table.ours } else { !table.ours };
        let own = state.alive & mine;
        let other = state.alive & !mine;
        if state.alive == 0 {
            return 0;
        }
        if horizon.depth == 0 || self.nodes > MAX_NODES {
            return table.settle(&state);
        }
        let next = Horizon { depth: horizon.depth - 1, ..horizon };
        let mut best = -UNBOUNDED;
        // At the root the quiet choice is wanted by itself.
        let root_is_open = root.is_some();
        let mut consider = |value: Value, choice: Choice, best: &mut Value, alpha: &mut Value| {
            if value > *best {
                *best = value;
                *alpha = (*alpha).max(value);
                if let Some(root) = root.as_deref_mut() {
                    root.choice = choice;
                }
            }
            if let (Some(root), Choice::Parry(_) | Choice::Pass) = (root.as_deref_mut(), choice) {
                root.quiet = value;
            }
        };

        let mut rest = own;
        let mut tried = 0;
        while rest != 0 && tried < horizon.width {
            let i = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            tried += 1;
            let dead = state.dead | table.kills[i];
            let after = State {
                alive: (state.alive | table.wakes[i]) & !dead,
                dead,
                ours_to_move: !state.ours_to_move,
                passed: false,
            };
            let gain = table.items[i].gain;
            let value = gain - self.search(after, next, gain - beta, gain - alpha, None);
            consider(value, Choice::Play(i as u8), &mut best, &mut alpha);
            if alpha >= beta {
                return best;
            }
        }

        let threats = other & table.counts;
        if threats != 0 {
            let i = threats.trailing_zeros() as usize;
            // One parry deals with every attack on the same piece.
            let gone = other & table.rivals[i];
            let after = State {
                alive: state.alive & !gone,
                dead: state.dead | gone,
                ours_to_move: !state.ours_to_move,
                passed: false,
            };
            let loss = table.items[i].residue;
            let alpha_here = if root_is_open { -UNBOUNDED } else { alpha };
            let value = -loss - self.search(after, next, -loss - beta, -loss - alpha_here, None);
            consider(value, Choice::Parry(i as u8), &mut best, &mut alpha);
        } else {
            let after = State { ours_to_move: !state.ours_to_move, passed: true, ..state };
            let alpha_here = if root_is_open { -UNBOUNDED } else { alpha };
            let value = if state.passed { 0 } else { -self.search(after, next, -beta, -alpha_here, None) };
            consider(value, Choice::Pass, &mut best, &mut alpha);
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::super::items::Item;
    use super::super::items::tests::{item, table};
    use super::*;

    const WIDE: Horizon = Horizon { depth: 6, width: 8 };

    #[test]
    fn independent_items_are_a_sum_of_switches() {
        let t = table(&[item(true, 400, 1, 11), item(false, 240, 12, 2)]);
        assert_eq!(t.solve(true, WIDE).value, 160);
        assert_eq!(t.switch_sum(true), 160);
        let t = table(&[item(false, 400, 1, 11), item(false, 240, 12, 2)]);
        let found = t.solve(true, WIDE);
        assert_eq!((found.value, found.choice), (-240, Choice::Parry(0)));
        assert_eq!(t.switch_sum(true), -240);
    }

    #[test]
    fn the_article_in_masks() {
        // Rook 1 is attacked by lance 11; silver 12 attacks bishop 2; rook
        // takes silver and is retaken by knight 13; bishop takes pawn 14.
        let t = table(&[
            item(false, 960, 11, 1),
            item(false, 740, 12, 2),
            Item { gain: 400, value: -560, tag: 1, counts: false, ..item(true, -560, 1, 12) },
            Item { after: 1, ..item(false, 960, 13, 1) },
            item(true, 204, 2, 14),
        ]);
        let found = t.solve(true, WIDE);
        assert_eq!(found.value, -356);
        assert!(matches!(found.choice, Choice::Play(i) if t.items()[i as usize].gain == 400));
    }

    #[test]
    fn a_guard_that_leaves_wakes_what_it_guarded() {
        // We take with 1, the guard 11 retakes and leaves 12 to our piece 2.
        let t = table(&[
            Item { gain: 320, value: 140, tag: 1, ..item(true, 140, 1, 13) },
            Item { gain: 500, after: 1, value: 180, ..item(false, 180, 11, 1) },
            Item { waits_for: 1 << 11, ..item(true, 320, 2, 12) },
        ]);
        assert_eq!(t.solve(true, WIDE).value, 140);
    }

    #[test]
    fn keeping_the_move_comes_first() {
        // Motif: the even exchange with gain 170 keeps the move, then the
        // knight falls; taking the knight first lets the rook escape.
        let t = table(&[
            Item { gain: 320, ..item(true, 320, 1, 11) },
            Item { gain: 500, tag: 1, value: 170, ..item(true, 170, 2, 12) },
            Item { gain: 330, after: 1, ..item(false, 330, 13, 2) },
        ]);
        assert_eq!(t.solve(true, WIDE).value, 490);
    }
}
