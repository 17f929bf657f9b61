//! B3 on masks: the table as a small game of its own.
//!
//! Playing an entry is a few operations on bit masks, so that a look-ahead over
//! the table costs a few nanoseconds a node, and no board is touched.
//!
//! Both sides move in turn. A move is an entry, or the parrying of the other
//! side's largest entry, or a pass when there is nothing to parry. Where the
//! look-ahead ends, what is left counts as independent switches, taken in
//! turns from the largest on. With a width and depth of 1 it is the article's
//! greedy choice without its board; the article's own iteration is in
//! [`article`](crate::article).
//!
//! Plain code: nothing here depends on the game, and it is compiled once.

use arrayvec::ArrayVec;

use super::entry::{EntrySet, MAX_ENTRIES, entry_bit};
use super::table::Table;
use crate::game::Value;
use crate::game::attack_map::{MAX_SLOTS, slots};

/// How far the look-ahead goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LookAhead {
    /// Plies.
    pub depth: u32,
    /// Entries tried at each ply.
    pub width: u32,
}

/// Nodes after which the rest is only summed up.
const MAX_NODES: u32 = 400;
/// More gains than that are not summed up.
const MOST_SWITCHES: usize = 2 * MAX_SLOTS;
/// Larger than every sum of gains.
const UNBOUNDED: Value = Value::MAX / 4;

/// What to do first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Choice {
    /// Nothing.
    #[default]
    Pass,
    /// Play this entry.
    Play(u8),
    /// Parry this entry of the other side.
    Parry(u8),
}

/// The outcome of a look-ahead.
#[derive(Clone, Copy, Debug, Default)]
pub struct LookAheadResult {
    /// What the side to move gains.
    pub value: Value,
    /// The same if it begins by parrying, or by passing when there is nothing
    /// to parry.
    pub if_we_parry: Value,
    /// How it begins.
    pub choice: Choice,
}

/// One step of a line of the look-ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// What is done.
    pub choice: Choice,
    /// Whether the side to move at the root does it.
    pub is_ours: bool,
    /// What that changes for the side to move at the root.
    pub amount: Value,
}

/// The line that a look-ahead predicts; its amounts add up to the value. What is
/// left where it ends stands in it as it is settled.
pub type Line = ArrayVec<Step, { MAX_ENTRIES + MOST_PLIES }>;

/// A look-ahead with a line goes no deeper.
const MOST_PLIES: usize = 16;

/// Where the line goes: nowhere in play, which then costs nothing.
trait KeepLine: Default {
    /// The line begins with this step.
    fn begin(&mut self, step: Step, rest: &Self);
    /// The line is what is settled of a state.
    fn settle(&mut self, table: &Table, state: &State);
}

impl KeepLine for () {
    #[inline]
    fn begin(&mut self, _: Step, (): &Self) {}
    #[inline]
    fn settle(&mut self, _: &Table, _: &State) {}
}

impl KeepLine for Line {
    fn begin(&mut self, step: Step, rest: &Self) {
        self.clear();
        self.push(step);
        self.extend(rest.iter().copied().take(MAX_ENTRIES + MOST_PLIES - 1));
    }

    fn settle(&mut self, table: &Table, state: &State) {
        let mut is_ours = state.ours_to_move;
        for i in slots(state.alive & table.counts) {
            let owner = table.ours & entry_bit(i) != 0;
            let choice = if owner == is_ours { Choice::Play(i as u8) } else { Choice::Parry(i as u8) };
            self.push(Step { choice, is_ours, amount: table.swings[i][usize::from(!is_ours)] });
            is_ours = !is_ours;
        }
    }
}

impl Table {
    /// Looks ahead with `ours_to_move` at the root. The value is seen from
    /// the side to move.
    pub fn solve(&self, ours_to_move: bool, look_ahead: LookAhead) -> LookAheadResult {
        self.solve_keeping::<()>(ours_to_move, look_ahead).0
    }

    /// The same, with the line that is predicted.
    pub(crate) fn solve_with_line(&self, look_ahead: LookAhead) -> (LookAheadResult, Line) {
        debug_assert!(look_ahead.depth as usize <= MOST_PLIES, "too deep for a line");
        self.solve_keeping::<Line>(true, look_ahead)
    }

    #[inline]
    fn solve_keeping<L: KeepLine>(&self, ours_to_move: bool, look_ahead: LookAhead) -> (LookAheadResult, L) {
        let mut run = Run { table: self, nodes: 0 };
        let mut found = LookAheadResult::default();
        let state = State { alive: self.alive, dead: 0, ours_to_move, passed: false };
        let mut line = L::default();
        found.value = run.search(state, look_ahead, -UNBOUNDED, UNBOUNDED, Some(&mut found), &mut line);
        (found, line)
    }

    /// The sum of switches at the root.
    pub fn switch_sum(&self, ours_to_move: bool) -> Value {
        self.settle(&State { alive: self.alive, dead: 0, ours_to_move, passed: false })
    }

    /// What is left, taken in turns from the largest on: the owner gains it,
    /// or the other side parries it.
    fn settle(&self, state: &State) -> Value {
        let rest = slots(state.alive & self.counts).map(|i| self.swings[i]);
        let sum = take_turns(rest, state.ours_to_move);
        if state.ours_to_move { sum } else { -sum }
    }
}

/// The sum of switches: both sides in turn take the largest thing there is,
/// a gain of their own or the parrying of the other's. Each is given, by falling
/// worth, as what it changes for us when it is taken in our turn, and in theirs.
///
/// It is SOMA's rule for several hanging pieces, for both sides and any turn.
///
/// CITE: J. Maynard Smith and D. Michie, "Machines that play games", New
/// Scientist 12 (1961): the one-move SOMA machine.
#[inline]
fn take_turns(swings: impl Iterator<Item = [Value; 2]>, ours_to_move: bool) -> Value {
    let mut turn = usize::from(!ours_to_move);
    let mut sum = 0;
    for swing in swings {
        sum += swing[turn];
        turn ^= 1;
    }
    sum
}

/// The sum of switches over the gains open to each side, as the side to move or
/// its opponent begins.
pub(crate) fn switch_sum(own: &[Value], opp: &[Value], own_turn: bool) -> Value {
    let mut all: ArrayVec<(Value, bool), MOST_SWITCHES> = ArrayVec::new();
    let both = own.iter().map(|&value| (value, true)).chain(opp.iter().map(|&value| (value, false)));
    all.extend(both.take(MOST_SWITCHES));
    all.sort_unstable_by(|a, b| b.cmp(a));
    take_turns(all.iter().map(|&(value, mine)| if mine { [value, 0] } else { [0, -value] }), own_turn)
}

/// A state of the small game.
#[derive(Clone, Copy, Debug)]
struct State {
    /// Entries that can be played now.
    alive: EntrySet,
    /// Entries that never can be again.
    dead: EntrySet,
    /// Whose turn it is.
    ours_to_move: bool,
    /// Whether the other side has just passed.
    passed: bool,
}

/// A look-ahead under way.
#[derive(Debug)]
struct Run<'a> {
    table: &'a Table,
    /// Looked at so far.
    nodes: u32,
}

impl Run<'_> {
    /// The value of a state for the side whose turn it is; what the root begins
    /// with goes into `root`.
    fn search<L: KeepLine>(
        &mut self,
        state: State,
        look_ahead: LookAhead,
        mut alpha: Value,
        beta: Value,
        mut root: Option<&mut LookAheadResult>,
        line: &mut L,
    ) -> Value {
        let table = self.table;
        self.nodes += 1;
        let is_ours = state.ours_to_move;
        let mine = if is_ours { table.ours } else { !table.ours };
        let own = state.alive & mine;
        let other = state.alive & !mine;
        if state.alive == 0 {
            return 0;
        }
        if look_ahead.depth == 0 || self.nodes > MAX_NODES {
            line.settle(table, &state);
            return table.settle(&state);
        }
        let next = LookAhead { depth: look_ahead.depth - 1, ..look_ahead };
        let mut best = -UNBOUNDED;
        // At the root the quiet choice is wanted by itself.
        let root_is_open = root.is_some();
        let mut consider =
            |value: Value, gain: Value, choice: Choice, rest: &L, best: &mut Value, alpha: &mut Value| {
                if value > *best {
                    *best = value;
                    *alpha = (*alpha).max(value);
                    line.begin(Step { choice, is_ours, amount: if is_ours { gain } else { -gain } }, rest);
                    if let Some(root) = root.as_deref_mut() {
                        root.choice = choice;
                    }
                }
                if let (Some(root), Choice::Parry(_) | Choice::Pass) = (root.as_deref_mut(), choice) {
                    root.if_we_parry = value;
                }
            };

        for i in slots(own).take(look_ahead.width as usize) {
            let dead = state.dead | table.kills[i];
            let after = State {
                alive: (state.alive | table.wakes[i]) & !dead,
                dead,
                ours_to_move: !is_ours,
                passed: false,
            };
            let gain = table.entries[i].first;
            let mut rest = L::default();
            let value = gain - self.search(after, next, gain - beta, gain - alpha, None, &mut rest);
            consider(value, gain, Choice::Play(i as u8), &rest, &mut best, &mut alpha);
            if alpha >= beta {
                return best;
            }
        }

        let alpha_here = if root_is_open { -UNBOUNDED } else { alpha };
        let threats = other & table.counts;
        let mut rest = L::default();
        if threats != 0 {
            let i = threats.trailing_zeros() as usize;
            // One parry deals with every attack on the same piece.
            let gone = other & table.rivals[i];
            let after = State {
                alive: state.alive & !gone,
                dead: state.dead | gone,
                ours_to_move: !is_ours,
                passed: false,
            };
            let loss = table.entries[i].residue;
            let value = -loss - self.search(after, next, -loss - beta, -loss - alpha_here, None, &mut rest);
            consider(value, -loss, Choice::Parry(i as u8), &rest, &mut best, &mut alpha);
        } else {
            let after = State { ours_to_move: !is_ours, passed: true, ..state };
            let value =
                if state.passed { 0 } else { -self.search(after, next, -beta, -alpha_here, None, &mut rest) };
            consider(value, 0, Choice::Pass, &rest, &mut best, &mut alpha);
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::soma::entry::Entry;
    use crate::soma::table::tests::{entry, table};

    const WIDE: LookAhead = LookAhead { depth: 6, width: 8 };

    #[test]
    fn independent_items_are_a_sum_of_switches() {
        let t = table(&[entry(true, 400, 1, 11), entry(false, 240, 12, 2)]);
        assert_eq!(t.solve(true, WIDE).value, 160);
        assert_eq!(t.switch_sum(true), 160);
        let t = table(&[entry(false, 400, 1, 11), entry(false, 240, 12, 2)]);
        let found = t.solve(true, WIDE);
        assert_eq!((found.value, found.choice), (-240, Choice::Parry(0)));
        assert_eq!(t.switch_sum(true), -240);
    }

    #[test]
    fn the_article_in_masks() {
        // Rook 1 is attacked by lance 11; silver 12 attacks bishop 2; rook
        // takes silver and is retaken by knight 13; bishop takes pawn 14.
        let t = table(&[
            entry(false, 960, 11, 1),
            entry(false, 740, 12, 2),
            Entry { first: 400, value: -560, tag: 1, counts: false, ..entry(true, -560, 1, 12) },
            Entry { after: 1, ..entry(false, 960, 13, 1) },
            entry(true, 204, 2, 14),
        ]);
        let found = t.solve(true, WIDE);
        assert_eq!(found.value, -356);
        assert!(matches!(found.choice, Choice::Play(i) if t.entries()[i as usize].first == 400));
    }

    #[test]
    fn a_guard_that_leaves_wakes_what_it_guarded() {
        // We take with 1, the guard 11 retakes and leaves 12 to our piece 2.
        let t = table(&[
            Entry { first: 320, value: 140, tag: 1, ..entry(true, 140, 1, 13) },
            Entry { first: 500, after: 1, value: 180, ..entry(false, 180, 11, 1) },
            Entry { waits_for: 1 << 11, ..entry(true, 320, 2, 12) },
        ]);
        assert_eq!(t.solve(true, WIDE).value, 140);
    }

    #[test]
    fn keeping_the_move_comes_first() {
        // Motif: the even exchange with gain 170 keeps the move, then the
        // knight falls; taking the knight first lets the rook escape.
        let t = table(&[
            Entry { first: 320, ..entry(true, 320, 1, 11) },
            Entry { first: 500, tag: 1, value: 170, ..entry(true, 170, 2, 12) },
            Entry { first: 330, after: 1, ..entry(false, 330, 13, 2) },
        ]);
        assert_eq!(t.solve(true, WIDE).value, 490);
    }
}
